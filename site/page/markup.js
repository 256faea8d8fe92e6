// What changes in a figure is written into what stands there. Panel writes a changed text whole, and then the browser
// styles, lays out and paints all of it again, a selection in it is lost, and so is the focus.

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
  wanted.innerHTML = html;
  alignChildren(element, wanted.content);
}

/** @param {Node} present @param {Node} wanted */
function alignChildren(present, wanted) {
  let old = present.firstChild;
  for (let next = wanted.firstChild; next; ) {
    const following = next.nextSibling; // before it moves over
    if (!old) present.appendChild(next);
    else {
      const { nextSibling } = old;
      if (old.nodeName === next.nodeName) align(old, next);
      else present.replaceChild(next, old);
      old = nextSibling;
    }
    next = following;
  }
  while (old) {
    const { nextSibling } = old;
    present.removeChild(old);
    old = nextSibling;
  }
}

/** @param {Node} present @param {Node} wanted of the same kind */
function align(present, wanted) {
  if (!(present instanceof Element) || !(wanted instanceof Element)) {
    if (present.nodeValue !== wanted.nodeValue) present.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name } of [...present.attributes]) if (!wanted.hasAttribute(name)) present.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
  alignChildren(present, wanted);
}
