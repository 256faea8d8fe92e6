import assert from "node:assert/strict";
import { test } from "node:test";
import { reachesFar } from "./reaching.js";

test("code that looks like any solution shares a room", () => {
  for (const source of [
    "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()\n",
    "from numpy import exp, max\nimport math\n# nothing else\ndef f(z):\n    return math.exp(z) == 1\n",
    "def f(x):\n    x = np.array(x)\n    return x[np.newaxis] >= np.pi\n",
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
    "x = ().__class__",
    "np.exp = lambda z: z",
    "np.random.seed(1)",
    "numpy.core.multiarray.exp += 1",
    "setattr(np, 'exp', 1)",
    "exec('x')",
    "def f():\n  import ctypes",
    "globals()['x'] = 1",
    "from math import sqrt; import gc",
  ]) {
    assert.equal(reachesFar(source), true, source);
  }
});
