// Which code may share a room with that of others.

// Code that looks like any solution shares a room with the code before and after it. Whatever could reach further than
// its own names gets a room of its own, so that no learner's code has a say in another's result.
const PLAIN_IMPORTS =
  /^\s*(?:import\s+(?:numpy(?:\s+as\s+\w+)?|math)|from\s+(?:numpy|math|typing|__future__)\s+import\s+[\w\s,()]+)\s*(?:#.*)?$/;
const REACHES =
  /__|\b(?:setattr|delattr|getattr|exec|eval|compile|globals|locals|vars|open|gc|sys|os|ctypes|builtins|memoryview|breakpoint|exit|quit|ctypeslib|as_strided|random|seed|seterr|errstate|set_printoptions)\b|\b(?:np|numpy|math)(?:\.\w+)+\s*(?:=[^=]|[-+*/|&]=)/;

/** @param {string} source @returns {boolean} */
export function reachesFar(source) {
  const code = source.replaceAll("from __future__", "from future");
  if (REACHES.test(code)) return true;
  return source.split("\n").some((line) => /\bimport\b/.test(line) && !/^\s*#/.test(line) && !PLAIN_IMPORTS.test(line));
}
