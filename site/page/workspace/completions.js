// What the editor offers to complete: the lesson's names, NumPy's common functions, methods of arrays.

/** NumPy's functions that the lessons' exercises are made of, each with what it takes. */
const NUMPY = Object.entries({
  array: "(object)",
  asarray: "(a, dtype=None)",
  arange: "(stop)",
  zeros: "(shape)",
  ones: "(shape)",
  full: "(shape, value)",
  eye: "(n)",
  zeros_like: "(a)",
  ones_like: "(a)",
  exp: "(x)",
  log: "(x)",
  sqrt: "(x)",
  tanh: "(x)",
  abs: "(x)",
  maximum: "(a, b)",
  minimum: "(a, b)",
  sum: "(a, axis=None, keepdims=False)",
  max: "(a, axis=None, keepdims=False)",
  min: "(a, axis=None, keepdims=False)",
  mean: "(a, axis=None)",
  any: "(a, axis=None)",
  all: "(a, axis=None)",
  argmax: "(a, axis=None)",
  where: "(condition, x, y)",
  dot: "(a, b)",
  matmul: "(a, b)",
  einsum: "(subscripts, *operands)",
  outer: "(a, b)",
  transpose: "(a)",
  swapaxes: "(a, axis1, axis2)",
  reshape: "(a, shape)",
  expand_dims: "(a, axis)",
  squeeze: "(a)",
  stack: "(arrays, axis=0)",
  concatenate: "(arrays, axis=0)",
  broadcast_to: "(a, shape)",
  isfinite: "(x)",
  isnan: "(x)",
  isneginf: "(x)",
  allclose: "(a, b)",
  tril: "(a)",
  triu: "(a)",
  cumsum: "(a, axis=None)",
  inf: "",
  nan: "",
  pi: "",
  newaxis: "",
  float64: "",
}).map(([label, detail]) => ({ label, detail, type: detail ? "function" : "constant" }));

const METHODS = [
  "shape",
  "ndim",
  "size",
  "dtype",
  "T",
  "sum",
  "max",
  "min",
  "mean",
  "argmax",
  "any",
  "all",
  "astype",
  "copy",
  "reshape",
  "ravel",
  "tolist",
].map((label) => ({ label, type: "property" }));

/**
 * @param {() => string[]} names the lesson's own names
 * @returns {import("@codemirror/autocomplete").CompletionSource}
 */
export function completions(names) {
  return (context) => {
    const numpy = context.matchBefore(/\b(?:np|numpy)\.\w*/);
    if (numpy) return { from: numpy.from + numpy.text.indexOf(".") + 1, options: NUMPY, validFor: /^\w*$/ };
    const method = context.matchBefore(/[\w)\]]\.\w*/);
    if (method) return { from: method.from + method.text.indexOf(".") + 1, options: METHODS, validFor: /^\w*$/ };
    const word = context.matchBefore(/\b[A-Za-z_]\w*/);
    if (!word && !context.explicit) return null;
    const options = [
      ...names().map((label) => ({ label, type: "function", boost: 2 })),
      { label: "np", type: "namespace" },
    ];
    return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
  };
}
