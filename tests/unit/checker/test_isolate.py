"""What a submission patches, replaces or leaves behind is gone afterwards."""

from __future__ import annotations

import builtins
import decimal
import gc
import json
import os
import random
import sys
import warnings

import numpy as np
import pytest
from checker_support import bundle

from lookback.checker import check, isolate, judge, observe, split

RIGHT = """
def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()
"""


def verdict(code):
    return check(bundle("softmax"), "import numpy as np\n" + code + RIGHT)["verdict"]


PATCHES = {
    "a NumPy function": ("np.exp = lambda x: x", lambda: np.exp),
    "a NumPy submodule's function": ("np.linalg.norm = max", lambda: np.linalg.norm),
    "a builtin": ("import builtins; builtins.len = lambda x: 3", lambda: builtins.len),
    "the import function": ("import builtins; builtins.__import__ = None", lambda: builtins.__import__),
    "a module of the library": ("import json; json.dumps = str", lambda: json.dumps),
    "a class of the library": (
        "import json; json.JSONEncoder.default = None",
        lambda: json.JSONEncoder.default,
    ),
    "sys.modules": ("import sys; sys.modules.clear()", lambda: sorted(sys.modules)[:50]),
    "sys.path": ("import sys; sys.path.clear(); sys.path = []", lambda: list(sys.path)),
    "the import hooks": ("import sys; sys.meta_path.clear()", lambda: list(sys.meta_path)),
    "standard output": ("import sys, io; sys.stdout = io.StringIO()", lambda: sys.stdout),
    "the recursion limit": ("import sys; sys.setrecursionlimit(500)", sys.getrecursionlimit),
    "floating-point errors": ("np.seterr(all='raise')", np.geterr),
    "how arrays print": ("np.set_printoptions(precision=1)", np.get_printoptions),
    "the random state": ("import random; random.seed(1); np.random.seed(1)", random.getstate),
    "the decimal context": (
        "import decimal; decimal.getcontext().prec = 1",
        lambda: decimal.getcontext().prec,
    ),
    "warning filters": ("import warnings; warnings.simplefilter('error')", lambda: list(warnings.filters)),
    "gc callbacks": ("import gc; gc.callbacks.append(print)", lambda: list(gc.callbacks)),
    "the garbage collector": ("import gc; gc.disable()", gc.isenabled),
    "the environment": ("import os; os.environ['X_LEFT'] = '1'", lambda: os.environ.get("X_LEFT")),
    "the folder": ("import os; os.chdir('/')", os.getcwd),
    "the trace function": ("import sys; sys.settrace(lambda *a: None)", sys.gettrace),
}


@pytest.mark.parametrize(("patch", "state"), PATCHES.values(), ids=PATCHES)
def test_a_patch_is_gone_after_the_check(patch, state):
    before = state()
    check(bundle("softmax"), "import numpy as np\n" + RIGHT + patch)
    assert state() == before
    assert verdict("") == "passed"


def test_a_patch_of_the_checker_itself_is_gone_after_the_check():
    code = """
import gc, types
for module in [m for m in gc.get_objects() if type(m) is types.ModuleType]:
    if module.__name__.startswith("lookback."):
        for name in ("climb", "judge", "close", "see"):
            if hasattr(module, name):
                setattr(module, name, lambda *a, **k: None)
def softmax(z):
    return z
"""
    assert check(bundle("softmax"), code)["verdict"] != "passed"
    assert verdict("") == "passed"


@pytest.mark.parametrize(
    "name", ["lookback.kernels", "js", "pyodide.code", "sympy", "scipy", "matplotlib.pyplot"]
)
@pytest.mark.parametrize("how", ["import {0}", "import importlib; importlib.import_module('{0}')"])
def test_modules_outside_of_the_playground_are_not_found(name, how):
    report = check(bundle("softmax"), how.format(name) + "\n")
    assert report["verdict"] == "error"
    assert report["diagnosis"]["id"] == "softmax/load/import-extra"
    assert "not part of this playground" in report["diagnosis"]["message"]


def test_the_standard_library_and_numpy_can_be_imported():
    assert verdict("import math, itertools, functools, dataclasses, typing, numpy.linalg\n") == "passed"


def test_the_reference_is_not_to_be_found_from_inside():
    code = """
import gc
found = [o for o in gc.get_objects() if isinstance(o, dict) and ("expected" in o or "answers" in o)]
print(len([o for o in found if isinstance(o.get("expected"), dict)]))
def softmax(z):
    return z
"""
    data = bundle("attention")
    calls, _ = split(data)
    assert "answers" not in calls
    record = observe(calls, code)
    assert record["stdout"].strip() == "0"


def test_a_record_is_judged_as_well_from_another_process():
    data = bundle("softmax")
    calls, answers = split(data)
    record = json.loads(json.dumps(observe(calls, "import numpy as np" + RIGHT), allow_nan=False))
    assert judge(data, answers, record, "import numpy as np" + RIGHT)["verdict"] == "passed"


def test_output_is_kept_up_to_its_limits():
    output = isolate.Output()
    output.write("x" * (isolate.CHARACTERS + 5))
    assert output.truncated
    assert len(output.text()) == isolate.CHARACTERS
    lines = isolate.Output()
    for _ in range(isolate.LINES + 3):
        lines.write("a\n")
    assert lines.text().count("\n") == isolate.LINES
    assert lines.truncated


def test_bytes_and_surrogates_end_up_as_text():
    output = isolate.Output()
    output.buffer.write(b"caf\xc3\xa9 \xff")
    output.write("\ud800")
    assert output.text() == "café �?"
