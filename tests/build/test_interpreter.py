"""Python's loop calls nothing through a table itself, and does what it did."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path

import pytest

from lookback.errors import LookbackError
from lookback_build import wasm
from lookback_build.console import Console
from lookback_build.host import ensure_node
from lookback_build.interpreter import LOOP, with_steady_loop

pytestmark = pytest.mark.build

_ONE, _TWO = (
    bytes([0x60, 1, 0x7F, 1, 0x7F]),
    bytes([0x60, 2, 0x7F, 0x7F, 1, 0x7F]),
)  # types of (i32) and (i32, i32)
_BOTH = bytes([0x20, 0, 0x20, 1])  # local.get 0, local.get 1
_THROUGH_TABLE = _BOTH + bytes([0x11, 0, 0])
_ADD, _MULTIPLY, _END = b"\x6a", b"\x6c", b"\x0b"
_NUMBER_OF_SHORT, _NUMBER_OF_LONG, _NUMBER_OF_LOOP = 3, 4, 5
_SHORT = b"\0" + _THROUGH_TABLE + _END
_LONG = b"\0" + bytes([wasm.NOP]) * 600 + _THROUGH_TABLE + _END
_LOOP_BODY = (
    b"\0"
    + _THROUGH_TABLE
    + (_BOTH + bytes([0x10, _NUMBER_OF_SHORT]) + _ADD)
    + (_BOTH + bytes([0x10, _NUMBER_OF_LONG]) + _ADD)
    + (bytes([0x20, 0, 0x10, 0]) + _ADD)
    + _END
)


def _module(name: bytes = LOOP, loop: bytes = _LOOP_BODY) -> bytes:
    """A loop with a short and a long callee, each of which calls one of three functions in a table."""
    double = b"\0" + bytes([0x20, 0, 0x20, 0]) + _ADD + _END
    square = b"\0" + bytes([0x20, 0, 0x20, 0]) + _MULTIPLY + _END
    sections = {
        wasm.TYPES: [_ONE, _TWO],
        wasm.IMPORTS: [wasm.sized(b"env") + wasm.sized(b"negative") + b"\0\0"],
        wasm.FUNCTIONS: [b"\0", b"\0", b"\1", b"\1", b"\1"],
        4: [b"\x70\0\3"],  # a table of three
        wasm.EXPORTS: [wasm.sized(name) + bytes([0, _NUMBER_OF_LOOP])],
        9: [b"\0" + b"\x41\0\x0b" + wasm.as_vector([b"\0", b"\1", b"\2"])],  # what is in it
        wasm.CODE: [wasm.sized(body) for body in (double, square, _SHORT, _LONG, loop)],
    }
    return wasm.written(wasm.Section(one, wasm.as_vector(items)) for one, items in sections.items())


def _results(module: bytes) -> list[int]:
    """What the loop gives for 7 and each place of the table."""
    script = f"""
    const module = Buffer.from("{base64.b64encode(module).decode()}", "base64");
    WebAssembly.instantiate(module, {{ env: {{ negative: (x) => -x }} }}).then(({{ instance }}) => {{
      console.log(JSON.stringify([0, 1, 2].map((place) => instance.exports.{LOOP.decode()}(7, place))));
    }});
    """
    node = ensure_node(Console()).executable
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    results: list[int] = json.loads(done.stdout)
    return results


def _indirect(module: bytes, place: int) -> int:
    """How many calls through a table are in the function in this place of the code."""
    code = next(one for one in wasm.read_sections(module) if one.id == wasm.CODE)
    body = wasm.vector(code.content, wasm.end_of_sized)[place]
    body = body[wasm.end_of_number(body, 0) :]
    return sum(operation == wasm.CALL_INDIRECT for operation, _, _ in wasm.instructions(body))


def test_the_loop_gives_what_it_gave() -> None:
    before = _module()
    assert _results(before) == [-28, 35, 140]
    assert _results(with_steady_loop(before)) == _results(before)


def test_calls_leave_the_loop_and_what_is_short_enough_to_be_put_into_it() -> None:
    before = _module()
    after = with_steady_loop(before)
    loop, short, long = (
        number - 1 for number in (_NUMBER_OF_LOOP, _NUMBER_OF_SHORT, _NUMBER_OF_LONG)
    )  # one function is imported
    assert [_indirect(before, place) for place in (loop, short, long)] == [1, 1, 1]
    assert [_indirect(after, place) for place in (loop, short, long)] == [0, 0, 1]


def test_the_built_runtime_has_no_such_call_left(dist: Path) -> None:
    [path] = (dist / "runtime").glob("pyodide-*.wasm")
    module = path.read_bytes()
    assert with_steady_loop(module) == module


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        (b"", "no WebAssembly module"),
        (b"<!doctype html>", "no WebAssembly module"),
        (_module(name=b"another"), "no function _PyEval_EvalFrameDefault"),
        (_module(loop=b"\0\xfd\x0c" + _END), "an instruction 0xfd is not known here"),
        (_module()[:60], ""),
    ],
)
def test_what_cannot_be_rewritten_is_told_with_the_mend(module: bytes, reason: str) -> None:
    with pytest.raises(LookbackError) as told:
        with_steady_loop(module)
    assert "interpreter loop cannot be rewritten" in str(told.value)
    assert reason in str(told.value)
    assert "py/lookback_build/interpreter.py" in told.value.mend
