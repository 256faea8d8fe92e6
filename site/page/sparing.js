// What Bokeh does once more although nothing about it is new, or nobody sees it, is left out: the browser looks for what
// each write changes, a style that is asked for while a canvas is painted has the page laid out at once, and a shape is
// prepared for five states though ours are in one.

/** Shapes for states that no canvas of ours is ever in: nothing on it can be chosen, muted or dragged (canvas.py). */
const NEVER_SEEN = ["decimated_glyph", "selection_glyph", "nonselection_glyph", "muted_glyph"];

/**
 * Have a mounted part do only what is new.
 * @param {any} view of Bokeh
 */
export function doWhatIsNew(view) {
  if (typeof view._update_css_classes === "function") keepClasses(view);
  // where a shape lies on its canvas is written for what might be in it; ours hold nothing
  if (view.glyph) view.update_position = nothing;
  for (const visual of view.visuals ?? []) {
    // our colours come as properties, never as variables of a stylesheet, for which Bokeh asks before it paints
    if (typeof visual._get_css_value === "function") visual._get_css_value = () => "";
  }
  for (const name of NEVER_SEEN) if (view[name]) Object.assign(view[name], AS_IT_IS);
}

const nothing = () => {};
const nothingYet = async () => {};
/** What a shape does when its data are others. */
const AS_IT_IS = {
  set_data: nothingYet,
  set_visuals: nothing,
  after_visuals: nothing,
  after_lazy_visuals: nothingYet,
  map_data: nothing,
};

/** Classes are taken off and put on again with every change of a style. @param {any} view */
function keepClasses(view) {
  const update = view._update_css_classes.bind(view);
  view._update_css_classes = () => {
    const [had, has] = [view._applied_css_classes, [...view._css_classes()]];
    if (had.length !== has.length || has.some((name, at) => name !== had[at])) update();
  };
}
