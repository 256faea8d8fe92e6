// Which code may share a room with that of others.
//
// Nothing of one learner's may have a say in another's result, neither by breaking NumPy for those who come after nor by leaving
// an answer there for a friend. So code shares a room only when it is plain: it uses names that solutions use, and puts nothing
// anywhere but into its own variables. All other code is no worse; it runs in a room of its own, which takes a second longer.

/** Attributes and functions that solutions use, of NumPy, `math`, arrays, lists and dicts. */
const PLAIN_NAMES = new Set(
  `abs absolute add all allclose amax amin any append apply_along_axis arange argmax argmin argsort array array_equal asarray
  astype atleast_1d atleast_2d average axis broadcast_to ceil clip column_stack concatenate copy cos count cumsum diag diagonal
  divide dot dtype e einsum empty empty_like equal exp exp2 expand_dims expm1 extend eye fill finfo flatten float16 float32
  float64 floor floating format_float_positional fsum full full_like get greater hstack identity index inf inner insert int32
  int64 integer isclose isfinite isinf isnan isneginf item items keys keepdims less linalg log log10 log1p log2 logaddexp
  logical_and logical_not logical_or longdouble matmul max maximum mean median min minimum moveaxis multiply nan nan_to_num nanmax
  nansum ndarray ndim ndindex negative newaxis nonzero norm ones ones_like outer pi pop pow power prod ravel reduce repeat
  reshape round shape sign sin size sort split sqrt square squeeze stack std subtract sum swapaxes take tan tanh tensordot tile
  tolist trace transpose tri tril triu true_divide unique values var vdot vectorize vstack where zeros zeros_like T`.split(
    /\s+/,
  ),
);
const PLAIN_IMPORT =
  /^\s*(?:import\s+(?:numpy|math)(?:\s+as\s+\w+)?|from\s+(numpy|math|typing|__future__)\s+import\s+(?:([\w\s,]+)|\(([\w\s,]+)\)))\s*$/;
const REACHES =
  /\b(?:setattr|delattr|getattr|exec|eval|compile|globals|locals|vars|open|gc|sys|os|ctypes|builtins|memoryview|breakpoint|exit|quit|input|help)\b/;
// Whatever a value can be put into beside a plain `=`.
const STORES = /\b(?:as|del)\b[\w\s([,*]*\./;
const LONGEST = 20_000; // characters that are looked at; a file of answers has a tenth of it
const LOOPS = /\bfor\b([\s\S]*?)\bin\b/g;

/** @param {string} source @returns {boolean} */
export function reachesFar(source) {
  const code = source.length > LONGEST ? null : withoutWords(source);
  if (code === null) return true;
  const statements = code.replace(/\\\r?\n/g, " ").split(/[\n\r;]/);
  const rest = statements.filter((line) => !/\bimport\b/.test(line)).join("\n");
  return (
    statements.some((line) => /\bimport\b/.test(line) && !isPlainImport(line)) ||
    /__/.test(source.replaceAll("from __future__", "")) ||
    REACHES.test(code) ||
    STORES.test(rest) ||
    [...rest.matchAll(LOOPS)].some(([, target]) => target.includes(".")) ||
    storesBeyond(rest) ||
    [...rest.matchAll(/\.\s*([A-Za-z_]\w*)/g)].some(([, name]) => !PLAIN_NAMES.has(name) && !/^e\d+$/.test(name))
  );
}

/**
 * Without comments and what stands in quotes.
 * @param {string} source @returns {string | null} null for code in quotes (f-strings), and for letters beyond ASCII, which Python
 *   takes for others that look alike
 */
function withoutWords(source) {
  const words = /#[^\n\r]*|([A-Za-z]{0,3})("""|'''|"|')((?:\\[\s\S]|(?!\2)[\s\S])*)(?:\2|$)/g;
  let isPlain = true;
  const code = source.replace(words, (_, prefix, quote, text) => {
    if (quote === undefined) return "";
    if (/[ft]/i.test(prefix) && text.includes("{")) isPlain = false;
    return '""';
  });
  return isPlain && /^[\t\n\f\r -~]*$/.test(code) ? code : null;
}

/** @param {string} line */
function isPlainImport(line) {
  const match = PLAIN_IMPORT.exec(line);
  if (!match) return false;
  const [, from, ...lists] = match;
  const names = (lists.find(Boolean) ?? "").split(",").map((one) => one.trim().split(/\s+as\s+/)[0]);
  if (from === "numpy") return names.every((name) => name === "" || PLAIN_NAMES.has(name));
  if (from === "typing") return names.every((name) => name === "" || /^[A-Z]/.test(name));
  return true;
}

/** Whether anything is assigned to that has a dot in it. @param {string} code */
function storesBeyond(code) {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < code.length; at += 1) {
    const letter = code[at];
    if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) depth -= 1;
    else if (letter === "\n" && depth <= 0) start = at + 1;
    else if (letter === "=" && depth <= 0) {
      if (code[at + 1] === "=") at += 1;
      else if (!"<>!".includes(code[at - 1]) || /<<|>>/.test(code.slice(at - 2, at))) {
        if (code.slice(start, at).includes(".")) return true;
      }
    }
  }
  return false;
}
