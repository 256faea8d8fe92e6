import assert from "node:assert/strict";
import { test } from "node:test";

import { doWhatIsNew } from "./sparing.js";

/** A part of Bokeh, as far as it is used here, with what was written. */
const part = () => {
  /** @type {string[]} */
  const written = [];
  const view = {
    written,
    classes: ["bk-Column", "lb-disc"],
    /** @type {string[]} */
    _applied_css_classes: [],
    _css_classes: () => view.classes,
    _update_css_classes() {
      view._applied_css_classes = [...view.classes];
      written.push(view.classes.join(" "));
    },
    visuals: [{ _get_css_value: () => assert.fail("the page is laid out") }, {}],
  };
  doWhatIsNew(view);
  return view;
};

test("classes are written when they are others than before", () => {
  const view = part();
  view._update_css_classes();
  view._update_css_classes();
  view.classes = ["bk-Column", "lb-grip"];
  view._update_css_classes();
  assert.deepEqual(view.written, ["bk-Column lb-disc", "bk-Column lb-grip"]);
});

test("classes that were taken off are put on again", () => {
  const view = part();
  view._update_css_classes();
  view._applied_css_classes = []; // as Bokeh does before it draws a part anew
  view._update_css_classes();
  assert.deepEqual(view.written, ["bk-Column lb-disc", "bk-Column lb-disc"]);
});

test("no style is asked for while a canvas is painted", () => {
  const [visual] = part().visuals;
  assert.equal(visual._get_css_value?.("fill-color"), "");
});

test("new data are prepared for the shape that is seen, and for no other", async () => {
  /** @type {string[]} */
  const prepared = [];
  const shape = (/** @type {string} */ name) => ({
    async set_data() {
      prepared.push(name);
    },
    map_data() {
      prepared.push(name);
    },
  });
  const view = {
    glyph: shape("seen"),
    selection_glyph: shape("chosen"),
    muted_glyph: shape("muted"),
    update_position: () => prepared.push("place"),
  };
  doWhatIsNew(view);
  view.update_position();
  for (const { set_data, map_data } of [view.glyph, view.selection_glyph, view.muted_glyph]) {
    await set_data();
    map_data();
  }
  assert.deepEqual(prepared, ["seen", "seen"]);
});
