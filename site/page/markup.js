// What changes in a figure is written into what stands there. Panel writes a changed text whole, and then the browser
// styles, lays out and paints all of it again, a selection in it is lost, and so is the focus.

import morphdom from "morphdom";

/**
 * Have the text of a mounted part changed in place, if it is a text.
 * @param {any} view of Bokeh
 */
export function changeInPlace(view) {
  if (typeof view.set_html !== "function") return;
  view.process_tex = () => unescaped(view.model.text); // there is no TeX in a widget, and nobody else's markup
  view.set_html = (/** @type {string} */ html) => rewrite(view.container, html);
}

/** The reverse of Python's html.escape. @param {string} text */
function unescaped(text) {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/**
 * Make the content of an element what this markup says, and touch nothing that says it already.
 * @param {Element} element @param {string} html
 */
function rewrite(element, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = `<div>${html}</div>`; // morphdom takes the first element of a fragment
  morphdom(element, wanted.content, { childrenOnly: true });
}
