/** The plot of a^T for a chosen a: curve and table follow the slider. The places of its points are the drawing's. */

import { written } from "./tasks.js";

const STEPS = 20;
const [LEFT, RIGHT, TOP, LOW, TALLEST] = [34, 404, 12, 252, 2];

/** Wake every such plot of the page. */
export function startPowers() {
  for (const plot of document.querySelectorAll("[data-power]")) {
    const inputs = /** @type {HTMLInputElement[]} */ ([...plot.querySelectorAll("input")]);
    plot.addEventListener("input", (event) => {
      const a = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
      if (!Number.isFinite(a) || Math.abs(a) > 1.2) return;
      for (const input of inputs) if (input !== event.target) input.value = String(a);
      show(plot, a);
    });
  }
}

/**
 * @param {Element} plot
 * @param {number} a
 */
function show(plot, a) {
  plot.querySelector(".chosen")?.setAttribute("d", `M${points(a).join("L")}`);
  const name = plot.querySelector("[data-power-a]");
  if (name) name.textContent = written(a, 2);
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (plot.querySelectorAll("[data-power-at]"))) {
    cell.textContent = small(a ** Number(cell.dataset.powerAt));
  }
}

/**
 * @param {number} a
 * @returns {string[]} the points (T, a^T), cut at ±2
 */
function points(a) {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const value = Math.max(-TALLEST, Math.min(TALLEST, a ** step));
    const x = LEFT + (step / STEPS) * (RIGHT - LEFT);
    const y = (TOP + LOW) / 2 - ((value / TALLEST) * (LOW - TOP)) / 2;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
}

/**
 * @param {number} value
 * @returns {string} three decimals, or a power of ten where that would be .000
 */
export function small(value) {
  if (value === 0 || Math.abs(value) >= 0.001) return written(value);
  const [digits, exponent] = value.toExponential(1).split("e");
  const raised = [...String(Number(exponent))].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");
  return `${digits.replace("-", "−")} · 10${raised}`;
}
