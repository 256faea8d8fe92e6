"""``python -m lookback.check``: exit codes, JSON, a readable text, and submissions that would never end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lookback import check

ROOT = Path(__file__).resolve().parents[2]
SOFTMAX = "attention-as-a-bridge/softmax"
RIGHT = "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()\n"
WRONG = "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z)\n    return e / e.sum()\n"


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "answer.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    return write


@pytest.fixture
def short(monkeypatch):
    """A time limit of one second, so that tests of endless code are quick."""
    load = check.load_exercise

    def load_short(folder):
        from dataclasses import replace

        return replace(load(folder), time_limit=1.0)

    monkeypatch.setattr(check, "load_exercise", load_short)


def test_the_command_exits_with_0_for_a_right_file_and_1_for_a_wrong_one(write):
    command = [sys.executable, "-m", "lookback.check", SOFTMAX]
    environment = {"PYTHONPATH": str(ROOT / "py"), "PATH": ""}
    path = str(write(RIGHT))
    done = subprocess.run([*command, path], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "passed" in done.stdout
    write(WRONG)
    done = subprocess.run(
        [*command, path, "--json"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert json.loads(done.stdout)["diagnosis"]["id"] == "softmax/no-max-shift"


def test_the_text_shows_the_diagnosis_and_a_table_without_color_in_a_pipe(write, capsys):
    assert check.main([SOFTMAX, str(write(WRONG))]) == 1
    text = capsys.readouterr().out
    assert "The maximum is not subtracted" in text
    assert "expected" in text
    assert "difference" in text
    assert "\x1b" not in text


def test_the_report_is_the_same_as_in_one_interpreter(write):
    from lookback.checker import check as check_here
    from lookback.checker.exercise import load_exercise

    apart = check.check_file(SOFTMAX, write(WRONG))
    here = check_here(load_exercise(check.find_exercise(SOFTMAX)).to_bundle(), WRONG)
    apart["duration_ms"] = here["duration_ms"] = 0
    assert apart == here


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["attention-as-a-bridge/softmx", "x.py"], "there is no exercise"),
        ([SOFTMAX, "nowhere.py"], "cannot be read"),
        ([SOFTMAX], "required"),
        ([SOFTMAX, "x.py", "--yaml"], "unrecognized"),
        ([SOFTMAX, "x.py", "--round", "7"], "invalid choice"),
    ],
)
def test_wrong_usage_exits_with_2_and_one_sentence(arguments, words, capsys):
    assert check.main(arguments) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_file_that_is_not_text_is_wrong_usage_with_its_line(write, capsys):
    assert check.main([SOFTMAX, str(write(b"x = 1\ny = '\xff'\n"))]) == 2
    assert "answer.py:2: the file is not UTF-8" in capsys.readouterr().err


HOSTILE = {
    "a loop": ("def softmax(z):\n    while True:\n        pass\n", "timeout"),
    "a loop in the file": ("print('here')\nwhile True:\n    pass\n", "timeout"),
    "a loop that catches everything": (
        "def softmax(z):\n    while True:\n        try:\n            z.x\n        except: pass\n",
        "timeout",
    ),
    "a loop in C": ("def softmax(z):\n    return sum(iter(int, 1))\n", "timeout"),
    "printing without end": ("def softmax(z):\n    while True:\n        print('z')\n", "timeout"),
    "a lock taken twice": (
        "import threading\nl = threading.Lock()\ndef softmax(z):\n    l.acquire()\n    l.acquire()\n",
        "timeout",
    ),
    "a crash": ("import ctypes\ndef softmax(z):\n    ctypes.memset(0, 255, 1 << 20)\n", "stopped"),
    "a real exit": ("import posix\ndef softmax(z):\n    posix._exit(0)\n", "stopped"),
    "a process": ("import subprocess\ndef softmax(z):\n    subprocess.run(['true'])\n", "error"),
    "the lesson's sources": (
        f"import pathlib\ndef softmax(z):\n    pathlib.Path({str(ROOT)!r}, 'lessons', 'attention-as-a-bridge',"
        " 'exercises', 'softmax', 'solution.py').read_text()\n",
        "error",
    ),
    "a file outside": ("def softmax(z):\n    open('/never-written', 'w')\n", "error"),
    "messages to the pipe": (
        "import os\nfor fd in range(3, 20):\n    try:\n"
        "        os.write(fd, b'{\"done\": {}}\\n[1]\\nx\\n')\n    except OSError:\n        pass\n" + RIGHT,
        "passed",
    ),
    "a closed channel": ("import os\ndef softmax(z):\n    os.closerange(3, 200)\n    return z\n", "stopped"),
    "a flooded channel": (
        "import os\ndef softmax(z):\n    while True:\n        for fd in range(3, 20):\n            try:\n"
        "                os.write(fd, b'x' * 65536 + b'\\n')\n            except OSError:\n                pass\n",
        "stopped",
    ),
    "a signal": ("import os\ndef softmax(z):\n    os.kill(os.getpid(), 9)\n", "error"),
    "loops at exit": (
        RIGHT + "\nimport atexit\n@atexit.register\ndef bye():\n    while True:\n        pass\n",
        "passed",
    ),
    "timers": (
        RIGHT + "\nimport threading\nfor _ in range(5):\n    threading.Timer(60, print).start()\n",
        "passed",
    ),
    "an audit hook": (RIGHT + "\nimport sys\nsys.addaudithook(lambda event, args: None)\n", "passed"),
    "file descriptors": (RIGHT + "\nimport os\nos.write(1, b'passed')\nos.close(1)\n", "passed"),
}


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("code", "verdict"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_ends_with_a_verdict(write, code, verdict):
    report = check.check_file(SOFTMAX, write(code))
    json.dumps(report, allow_nan=False)
    assert report["verdict"] == verdict
    if "channel" in str(report["diagnosis"]):
        assert report["diagnosis"]["id"] == "softmax/stopped/channel"
    if verdict == "timeout":
        assert "1 second" in report["diagnosis"]["message"]
    if code.startswith("print('here')"):
        assert report["stdout"] == "here\n"
        assert "the run of the file itself" in report["diagnosis"]["message"]
