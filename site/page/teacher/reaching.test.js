import assert from "node:assert/strict";
import { test } from "node:test";
import { reachesFar } from "./reaching.js";

test("code that looks like any solution shares a room", () => {
  for (const source of [
    "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()\n",
    "from numpy import exp, max as most\nimport math\n# nothing else, e.g. no é\ndef f(z):\n    return math.exp(z) == 1\n",
    "def f(x):\n    x = np.array(x)\n    return x[np.newaxis] >= np.pi\n",
    'def f(z, axis=1):\n    """Softmax of z, see sec. 3.2; softmax.of(z) = x."""\n    return np.sum(z,\n        axis=axis, keepdims=True) / 1.e-9\n',
    "from typing import Callable\nfrom __future__ import annotations\nout[i] = np.dot(a, b)\nif x <= 2: y += 1\n",
  ]) {
    assert.equal(reachesFar(source), false, source);
  }
});

test("code that could reach another's has a room of its own", () => {
  for (const source of [
    "import os",
    "import numpy as np, gc",
    "import numpy.linalg as la; import sys",
    "from inspect import *",
    "from numpy import *",
    "from numpy import sctypeDict as d\nd['s'] = f",
    "from numpy import (exp,\n  sctypeDict)",
    "from typing import functools",
    "x = ().__class__",
    "np.exp = lambda z: z",
    "import numpy as q\nq.exp = 1",
    "np.exp, x = 1, 2",
    "x = np.exp = 1",
    "(np.exp) = 1",
    "[np.exp, x] = 1, 2",
    "np.exp: int = 3",
    "if True: np.exp = 1",
    "np.\\\nexp = 1",
    "for np.exp in [f]: pass",
    "[0 for np.exp in [f]]",
    "[0 for np.exp\n in [f]]",
    "with (f() as\n np.exp): pass",
    "with f() as np.exp: pass",
    "del np.exp",
    "np.exp >>= 1",
    "d = np.sctypeDict\nd['s'] = f",
    "np.random.seed(1)",
    "numpy.core.multiarray.exp += 1",
    "(g := (g.gi_frame.f_back for _ in [0]))",
    "ｅｘｅｃ('x')",
    "f'{exit()}'",
    "setattr(np, 'exp', 1)",
    "exec('x')",
    "def f():\n  import ctypes",
    "globals()['x'] = 1",
    "from math import sqrt; import gc",
    "'''\n''' ; np.exp = 1 #'''",
    "x = 'a\\'b'; np.exp = 'c'",
    "a".repeat(300_000),
    "as ".repeat(100_000),
  ]) {
    assert.equal(reachesFar(source), true, source);
  }
});
