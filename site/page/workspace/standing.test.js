import assert from "node:assert/strict";
import { test } from "node:test";
import { isWritten, printOf, standingsOf } from "./standing.js";

const STARTER = 'def softmax(z):\n    """Weights."""\n    ...';
const NAMES = ["softmax", "attention", "attend_all"];
const FILE = `import numpy as np

def helper(x):
    return x

def softmax(z):
    return helper(np.exp(z))

def attention(q, K, V, mask=None):
    w = softmax(K @ q)
    return w, w @ V

def attend_all(Q, K, V):
    ...
`;

test("a function is written once it is more than its starter", () => {
  assert.equal(isWritten(`import numpy as np\n\n\n${STARTER}\n\n`, "softmax", STARTER), false);
  assert.equal(isWritten("", "softmax", STARTER), false);
  assert.equal(isWritten("def softmax_of(z):\n    return z", "softmax", STARTER), false);
  assert.equal(isWritten(STARTER.replace("...", "return z"), "softmax", STARTER), true);
  assert.equal(isWritten("softmax = lambda z: z", "softmax", STARTER), true);
});

test("a verdict stands while nothing that it rests on changes", () => {
  const later = FILE.replace("    ...", "    return [attention(q, K, V) for q in Q]");
  assert.equal(printOf(later, "attention", NAMES), printOf(FILE, "attention", NAMES));
  assert.equal(printOf(`${FILE}\n\n  \n`, "softmax", NAMES), printOf(FILE, "softmax", NAMES));
});

test("a verdict falls with the function, with what it calls, and with the rest of the file", () => {
  const changes = [
    ["w @ V", "V @ w"],
    ["np.exp(z)", "np.exp2(z)"],
    ["return x", "return 2 * x"],
    ["import numpy as np", "import numpy as np\nnp.exp = np.sin"],
  ];
  for (const [before, after] of changes) {
    assert.notEqual(
      printOf(FILE.replace(before, after), "attention", NAMES),
      printOf(FILE, "attention", NAMES),
      before,
    );
  }
  assert.equal(printOf(FILE.replace("w @ V", "V @ w"), "softmax", NAMES), printOf(FILE, "softmax", NAMES));
});

test("a helper that calls an exercise's function carries its verdict along", () => {
  const file = FILE.replace("return x", "return x if x is None else attention(x, x, x)");
  const changed = file.replace("w @ V", "V @ w");
  assert.notEqual(printOf(changed, "softmax", NAMES), printOf(file, "softmax", NAMES));
});

test("a function is verified while its last verdict is passed and still stands", () => {
  const last = { verdict: "passed", print: printOf(FILE, "softmax", NAMES) };
  const all = (source, verdict = last) =>
    standingsOf(source, [
      { name: "softmax", starter: STARTER, last: verdict },
      { name: "attention", starter: "" },
      { name: "attend_all", starter: "def attend_all(Q, K, V):\n    ..." },
    ]);
  assert.deepEqual(all(FILE), { softmax: "verified", attention: "written", attend_all: "starter" });
  assert.equal(all(FILE.replace("np.exp(z)", "z")).softmax, "written");
  assert.equal(all(FILE, { ...last, verdict: "failed" }).softmax, "written");
  assert.equal(all(FILE, { verdict: "passed" }).softmax, "written");
});
