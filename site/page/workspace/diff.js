// What changed between two texts, line by line: the longest common subsequence.

/** @typedef {{kind: "same" | "minus" | "plus", text: string}} Line */

const LONGEST = 400; // lines of either side that are compared; beyond it everything counts as changed

/**
 * @param {string} before @param {string} after
 * @returns {Line[]} the lines of both: kept, taken away (minus), added (plus)
 */
export function diffLines(before, after) {
  const a = before.replace(/\n+$/, "").split("\n");
  const b = after.replace(/\n+$/, "").split("\n");
  if (a.length > LONGEST || b.length > LONGEST) return [...a.map(line("minus")), ...b.map(line("plus"))];
  const common = commonLengths(a, b);
  /** @type {Line[]} */
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i] });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push({ kind: "minus", text: a[i] });
      i += 1;
    } else {
      lines.push({ kind: "plus", text: b[j] });
      j += 1;
    }
  }
  return lines;
}

/** @param {Line["kind"]} kind @returns {(text: string) => Line} */
function line(kind) {
  return (text) => ({ kind, text });
}

/** For each pair of suffixes the number of lines they have in common. @param {string[]} a @param {string[]} b */
function commonLengths(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  return table;
}

/**
 * The last definition of a function in a file, from its `def` (or decorator) to the next line at its level.
 * @param {string} source @param {string} name @returns {{text: string, line: number} | null} its first line counts from 1
 */
export function functionIn(source, name) {
  const lines = source.split("\n");
  const opening = new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`);
  const start = lines.findLastIndex((text) => opening.test(text));
  if (start < 0) return null;
  let end = start + 1;
  while (end < lines.length && (lines[end].trim() === "" || /^[\s)#]/.test(lines[end]))) end += 1;
  return { text: lines.slice(start, end).join("\n").trimEnd(), line: start + 1 };
}

/** Show a diff. @param {Line[]} lines @param {Record<Line["kind"], string>} spoken what a screen reader hears first */
export function diffElement(lines, spoken) {
  const pre = document.createElement("pre");
  pre.className = "code diff";
  pre.tabIndex = 0;
  for (const { kind, text } of lines) {
    const row = document.createElement("span");
    row.className = `row ${kind}`;
    if (spoken[kind]) {
      const heard = document.createElement("span");
      heard.className = "vh";
      heard.textContent = `${spoken[kind]} `;
      row.append(heard);
    }
    const shown = document.createElement("span");
    shown.textContent = text || " ";
    row.append(shown);
    pre.append(row);
  }
  return pre;
}
