"""The stylesheet of all widgets, live and still, as it is before :func:`lookback.widgets.theme.stylesheet`.

A string in Python rather than a file beside it: it travels wherever the package does, and the browser needs
no second way to read it.
"""

CSS = """
/* One stylesheet for live widgets and posters. `.part >> inner` is explained in theme.py.
   Sizes that several layers share (row height, column widths) are custom properties of the figure,
   because bars and mask toggles lie over the table and must meet its rows. */

*, *::before, *::after { box-sizing: border-box; }
.scroll-button { display: none; } /* Panel's columns bring one along */
.vh { position: absolute; width: 1px; height: 1px; contain: strict; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.q { color: var(--query); } .k { color: var(--key); } .w { color: var(--weight); }
.two { color: var(--ink-2); } .three { color: var(--ink-3); }

:host(.lb-widget), .lb-widget {
  display: block; container-type: inline-size; width: 100%; min-width: 0; color: var(--ink);
  font: var(--t-ui)/1.4 var(--sans); font-variant-numeric: tabular-nums lining-nums;
  border-top: 2px solid var(--ink); border-bottom: 1px solid var(--rule); padding: .75rem 0 1.5rem;
}
.lb-part { font: var(--t-ui)/1.4 var(--sans); font-variant-numeric: tabular-nums lining-nums;
  color: var(--ink);
  width: auto; height: auto; min-width: 0; margin: 0; flex: none; align-self: auto;
    justify-self: stretch; }
.lb-part >> p { margin: 0; font: inherit; }
.lb-part >> .lb-cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.lb-part >> table { border-collapse: collapse; }
.lb-part >> :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; border-radius: 2px; }

/* what changes with every event is laid out, and painted, by itself */
.lb-bars, .lb-base, .lb-disc, .lb-grip, .lb-gap, .lb-arrow, .lb-live { contain: strict; }
.lb-table, .lb-context, .lb-tip { contain: layout style; }
.lb-top, .lb-query, .lb-left, .lb-right, .lb-plane, .lb-options, .lb-timeline, .lb-maps, .lb-contexts {
  isolation: isolate; }

/* head */
.lb-top { display: flex; flex-direction: row; align-items: center; min-height: 2rem; margin-bottom: 1rem;
  gap: 1.5rem; }
.lb-title { flex: 1 1 0; }
.lb-copy { display: var(--copy-link, none); } /* the page copies; without one there is nothing to press */
.lb-copy >> .bk-btn { white-space: nowrap; }
.lb-copy >> .bk-btn[data-done] { font-size: 0; min-width: 4.5rem; }
.lb-copy >> .bk-btn[data-done]::before { content: attr(data-done) / ""; font: var(--t-ui)/1.2 var(--sans); }
.lb-title >> .lb-head { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; }
.lb-title >> .lb-h { font-weight: 600; margin-right: auto; }

/* layout: figure and plane */
.lb-body { display: grid; grid-template-columns: minmax(0, 1fr); }
.lb-body.lb-wide { grid-template-columns: minmax(0, 1fr) 24rem; column-gap: 2.5rem; align-items: start; }
.lb-left, .lb-right { display: block; min-width: 0; }

/* buttons */
.lb-part >> .bk-btn { font: 600 var(--t-ui)/1.2 var(--sans); color: var(--ink); background: none;
  border: 1px solid var(--edge);
  border-radius: 2px; padding: .5rem 1rem; min-height: 2.5rem; height: auto; cursor: pointer;
    box-shadow: none; outline-offset: 2px; }
.lb-part >> .bk-btn:hover { border-color: var(--ink); background: none; }
.lb-part >> .bk-btn:focus-visible { outline: 3px solid var(--ink); }
.lb-part >> .bk-btn:focus:not(:focus-visible) { outline: 0; }
.lb-part >> .bk-btn[disabled] { opacity: 1; }
.lb-part >> .bk-btn-group { height: auto; }
.lb-link >> .bk-btn { border: 0; padding: .3rem 0; min-height: 1.75rem; font-weight: 400;
  text-decoration: underline;
  text-decoration-color: var(--edge); text-underline-offset: .2em; }
.lb-link >> .bk-btn:hover { text-decoration: underline; text-decoration-color: currentColor; }
/* the whole name is there for who listens; the sign is there for who looks */
.lb-sign >> .bk-btn { font-size: 0; padding: 0; width: 2.5rem; }
.lb-sign >> .bk-btn::before { content: "±"; content: "±" / ""; font: var(--t-ui)/1 var(--sans); }

/* query: name, slider, number, sign */
.lb-part >> .lb-line { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline;
  min-height: 1.5rem; }
.lb-part >> strong { font-weight: 600; }
.lb-part >> .lb-told { font-size: var(--t-mini); color: var(--ink); border-left: 3px solid var(--ink);
  padding-left: .5rem; }
.lb-legend >> .lb-line { flex-wrap: nowrap; }
.lb-query { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr) 4.75rem 2.5rem;
  gap: .4rem .75rem; align-items: center;
  margin-bottom: 1.5rem; }
.lb-query { --control: var(--query); --control-edge: var(--query); }
.lb-query.lb-neutral { --control: var(--ink); --control-edge: var(--edge); } /* no part of a query */
.lb-name { color: var(--control); }
.lb-range { color: var(--control); height: 2.5rem; }
.lb-range >> .bk-input-group { display: block; }
.lb-part >> .noUi-target { position: relative; background: none; border: 0; border-radius: 0;
  box-shadow: none; touch-action: pan-y; }
.lb-part >> .noUi-target.noUi-horizontal { height: 2.5rem; width: auto; margin: 0 10px; }
.lb-part >> .noUi-target.noUi-horizontal::before { content: ""; position: absolute; left: -10px;
  right: -10px; top: calc(50% - 1.5px);
  height: 3px; background: var(--rule); }
.lb-range >> .noUi-target.noUi-horizontal::after { content: ""; position: absolute;
  left: calc(50% - .5px); width: 1px; height: 11px;
  top: calc(50% - 5.5px); background: var(--ink-3); }
.lb-part >> .noUi-horizontal .noUi-handle { position: absolute; width: 20px; height: 20px; right: -10px;
  top: calc(1.25rem - 10px);
  border-radius: 50%; background: currentColor; border: 3px solid var(--page);
    box-shadow: 0 0 0 1.5px currentColor; cursor: grab; z-index: 2; }
.lb-part >> .noUi-horizontal .noUi-handle:focus-visible { outline: 3px solid var(--ink);
  outline-offset: 3px; border-radius: 50%; }
.lb-part >> .noUi-touch-area { position: absolute; inset: -12px; width: auto; height: auto; }
.lb-part >> .noUi-connects { display: none; }

/* text boxes */
.lb-part >> .bk-input-group label[for] { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.lb-part >> .bk-input { font: var(--t-ui)/1.2 var(--sans); font-variant-numeric: tabular-nums;
  color: var(--ink); background: var(--page);
  border: 1px solid var(--edge); border-radius: 2px; padding: .5rem .6rem; height: 2.5rem; min-height: 0;
    width: 100%; box-shadow: none; opacity: 1;
  -webkit-text-fill-color: currentColor; min-width: 0; }
.lb-part >> .bk-input:focus { box-shadow: none; border-color: var(--ink); }
.lb-part >> .bk-input:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.lb-number >> .bk-input { border-color: var(--control-edge); }
.lb-number.lb-wrong >> .bk-input { border: 2px solid var(--ink); }

/* check boxes and radios */
.lb-part >> input[type="checkbox"], .lb-part >> input[type="radio"] { accent-color: var(--ink);
  width: 1.05rem; height: 1.05rem; margin: 0; flex: none; }
.lb-part >> .bk-input-group > label:not([for]) { display: inline-flex; gap: .45em; align-items: center;
  min-height: 1.9rem; cursor: pointer; }

/* whose function draws: the choice, and what is said of the reader's code */
.lb-own { display: grid; grid-template-columns: auto auto minmax(0, 1fr); gap: 0 1.25rem; align-items: start;
  margin-bottom: 1rem; }
.lb-oname.lb-by { line-height: 1.9rem; }
.lb-part >> label:has(input:disabled) { color: var(--ink-3); cursor: default; }
/* Room for the longest that can be said (own.LIMIT), whatever is: two lines here, more where it is narrower. In wider
   letters it scrolls. */
.lb-said { border-left: 1px solid var(--rule); padding-left: 1.25rem; height: 3rem; padding-top: .3rem;
  overflow-y: auto; overflow-wrap: anywhere; }
.lb-part >> .lb-ref { display: block; font-size: var(--t-mini); font-weight: 400; color: var(--ink-2);
  line-height: 1.25; white-space: nowrap; }
.lb-part >> .lb-ref.lb-off { color: var(--ink); font-weight: 600; }
.lb-part >> .lb-first { outline: 1.5px solid var(--ink); outline-offset: 2px; }
.lb-part >> td.lb-off { font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px;
  text-underline-offset: .2em; }

/* the table, and what lies over it */
.lb-figure { display: grid; grid-template-columns: minmax(0, 1fr); --row: 4.25rem; --thead: 1.75rem;
  --line: 0rem; --gap: .75rem; --num: 3.4rem;
  --score: var(--score-fit, var(--score-full)); --c-pos: var(--pos-full); --mask-x: 0rem;
  --cols: var(--c-pos) var(--c-key) var(--c-val) var(--score) minmax(0, 1fr);
  --before: calc(var(--c-pos) + var(--c-key) + var(--c-val) + var(--score) + 4 * var(--gap)); }
.lb-figure.lb-dense { --row: 2.75rem; }
.lb-table, .lb-bars, .lb-masks { grid-area: 1 / 1; }
.lb-table >> table, .lb-table >> thead, .lb-table >> tbody, .lb-table >> tfoot { display: block; }
.lb-table >> tr { display: grid; grid-template-columns: var(--cols); column-gap: var(--gap);
  align-items: center; border-top: 1px solid var(--rule); }
.lb-table >> th, .lb-table >> td { padding: 0; font-weight: 400; text-align: left; color: var(--ink); }
.lb-table >> thead tr { border: 0; height: var(--thead); font-size: var(--t-mini); align-items: end;
  padding-bottom: .35rem; }
.lb-table >> thead th { color: var(--ink-2); line-height: 1.2; }
.lb-table >> thead th.k { color: var(--key); font-weight: 600; }
.lb-table >> thead th.w { color: var(--weight); font-weight: 600; }
.lb-table >> tbody tr { height: var(--row); contain: size layout style; }
.lb-table >> .lb-word { font: 600 1.1875rem/1.2 var(--serif); color: var(--key); display: block;
  padding-bottom: 1.5rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.lb-table >> td.k { color: var(--key); } .lb-table >> td.k, .lb-table >> td.v { white-space: nowrap; }
.lb-table >> td.s b { font-weight: 600; font-size: 1.0625rem; display: block; }
.lb-table >> .long { display: var(--long, inline); }
.lb-table >> i { font-style: normal; }
.lb-table >> td.s span { display: var(--long, block); font-size: var(--t-mini); color: var(--ink-3);
  white-space: nowrap; }
.lb-table >> td.w { text-align: right; color: var(--weight); font-weight: 600; font-size: 1.0625rem; }
.lb-table >> td.w .lb-ref { width: fit-content; margin-left: auto; }
.lb-table >> td.w b { display: block; font-weight: 600; line-height: 1.2; }
.lb-table >> tr.masked td, .lb-table >> tr.masked .lb-word { color: var(--ink-3); }
.lb-table >> tr.masked .lb-word { text-decoration: line-through; text-decoration-thickness: 1px; }
.lb-table >> tfoot tr { grid-template-columns: calc(var(--before) - var(--gap)) minmax(0, 1fr);
  border-top-color: var(--ink); min-height: 2.4rem; }
.lb-table >> tfoot td.none { grid-column: 1 / -1; color: var(--ink); text-align: left; }
.lb-table >> tfoot th, .lb-table >> tfoot td { color: var(--ink-2); }
.lb-bars { margin: calc(var(--thead) + var(--line) / 2 - 1px) var(--num) 0 calc(var(--before) - 1px);
  height: calc(var(--row) * var(--n) + 1px); pointer-events: none; position: relative; }
.lb-masks { margin-top: var(--thead); height: calc(var(--row) * var(--n)); justify-self: start;
  pointer-events: none; margin-left: var(--mask-x); z-index: 1; }
.lb-masks >> .bk-input-group { display: grid; grid-auto-rows: var(--row); height: auto; }
.lb-masks >> .bk-input-group > label { align-items: flex-end; padding-bottom: .62rem; gap: .4em;
  color: var(--ink-2); pointer-events: auto; line-height: 1.2; align-self: end; min-height: 2rem; }
.lb-part >> input + * { position: static; margin: 0; }
.lb-masks >> label > span { font-size: 0; }
.lb-masks >> label > span::before { content: "mask"; content: "mask" / "";
  font: var(--t-mini)/1.3 var(--sans); }
.lb-figure.lb-dense { --c-pos: calc(var(--word) + 4.4rem); --mask-x: calc(var(--word) + .5rem); }
.lb-table.lb-dense >> .lb-word { padding-bottom: 0; width: var(--word); }
.lb-masks.lb-dense >> .bk-input-group > label { align-self: stretch; align-items: center; padding: 0; }

/* the plane: layers of one square, with names and numbers as text over them */
.lb-plane { display: grid; position: relative; aspect-ratio: 1; max-width: 25rem; margin: .4rem 1rem 0 1.75rem; }
.lb-base, .lb-arrow, .lb-disc, .lb-grip, .lb-names { grid-area: 1 / 1; width: 100%; height: 100%; position: relative; }
/* the frame on a canvas begins one pixel inside it: see canvas.py */
.lb-part.lb-base, .lb-part.lb-grip, .lb-part.lb-gap { width: calc(100% + 1px); height: calc(100% + 1px);
  margin: -1px 0 0 -1px; }
.lb-names { outline: 1px solid var(--rule); }
.lb-base >> .lb-fill, .lb-gap >> .lb-fill, .lb-bars >> svg { position: absolute; left: 1px; top: 1px;
  width: calc(100% - 1px); height: calc(100% - 1px); overflow: hidden; }
.lb-disc { z-index: 2; }
.lb-grip { touch-action: none; }
.lb-arrow { overflow: hidden; pointer-events: none; }
.lb-arrow >> i { position: absolute; left: 50%; top: 50%; height: 0; transform-origin: 0 0;
  width: var(--long); transform: rotate(var(--turn)); }
.lb-arrow >> i::before { content: ""; position: absolute; left: 0; right: min(12px, 100%); top: -1.75px;
  border-top: 3.5px solid var(--query); }
.lb-arrow >> i::after { content: ""; position: absolute; right: 0; top: -7.5px; border: solid transparent;
  border-width: 7.5px 0 7.5px 15px; border-left-color: var(--query); }
.lb-names { pointer-events: none; z-index: 1; }
.lb-names >> .lb-over { position: absolute; inset: 0; }
.lb-names >> .lb-over > span { position: absolute; white-space: nowrap; line-height: 1.2; }
.lb-names >> .lb-ax { top: calc(100% + 4px); transform: translateX(-50%); }
.lb-names >> .lb-ay { right: calc(100% + 6px); transform: translateY(-50%); }
.lb-names >> .lb-ay.lb-up { right: auto; left: -.9rem; transform: translate(-50%, -50%) rotate(-90deg); }
.lb-names >> .lb-ax, .lb-names >> .lb-ay { font-size: var(--t-mini); color: var(--ink-3); }
.lb-names >> .lb-iso { font-size: var(--t-mini); color: var(--ink); }
.lb-names >> .lb-over > .lb-cut { max-width: 38%; }
.lb-names >> .lb-keyname { font-size: 1rem; font-weight: 600; color: var(--key); paint-order: stroke;
  -webkit-text-stroke: 4px var(--page); stroke-linejoin: round; }
.lb-names >> .masked { color: var(--ink-3); text-decoration: line-through; text-decoration-thickness: 1px; }
.lb-tip { position: absolute; width: 0; height: 0; pointer-events: none; z-index: 3; }
.lb-disc:hover ~ .lb-tip { --ring: 2.5px var(--stroke, solid) var(--query); }
.lb-disc:focus-within ~ .lb-tip { --ring: 3px var(--stroke, solid) var(--ink); }
.lb-tip >> .lb-ring { position: absolute; width: 22px; height: 22px; left: -11px; top: -11px;
  border-radius: 50%;
  border: var(--ring, 1.5px var(--stroke, solid) var(--query)); }
.lb-tip >> .lb-q { position: absolute; left: var(--q-left); top: var(--q-top); color: var(--query);
  font: italic 600 1.1875rem/1 var(--serif); }
.lb-options { display: grid; grid-template-columns: auto 1fr; gap: 0 1.25rem; align-items: center;
  margin-top: 2.1rem; }
.lb-oname { color: var(--ink-2); }
.lb-fields >> .bk-input-group { display: flex; flex-wrap: wrap; gap: 0 1.25rem; height: auto; }
.lb-fields >> .bk-input-group > label { margin: 0; min-width: 0; }
.lb-fields >> .bk-input-group > label > span { min-width: 0; overflow-wrap: anywhere; line-height: 1.3; }
.lb-hint { margin-top: .5rem; color: var(--ink-2); }
.lb-hint.lb-offered { min-height: 2.7rem; } /* two lines, shown on demand */

/* charts */
.lb-chart { display: grid; position: relative; height: 17rem; margin: 2rem 1.2rem 3.2rem 3.4rem; }
.lb-names >> .lb-xname { right: 0; top: calc(100% + 1.6rem); font-size: var(--t-mini); color: var(--ink-2); }
.lb-names >> .lb-yname { left: -3.4rem; bottom: calc(100% + .7rem); font-size: var(--t-mini);
  color: var(--ink-2); }
.lb-say { min-height: 4.5em; } /* three lines */
.lb-say >> p { font: var(--t-ui)/1.5 var(--sans); }
.lb-part >> .lb-plain { width: 100%; max-width: 20rem; }
.lb-part >> .lb-plain th, .lb-part >> .lb-plain td { padding: .4rem .75rem .4rem 0; text-align: left;
  font-weight: 400; border-top: 1px solid var(--rule); }
.lb-part >> .lb-plain thead td { border-top: 0; }
.lb-part >> .lb-plain thead th { border-top: 0; font-size: var(--t-mini); color: var(--ink-2); }
.lb-part >> .lb-plain tbody th { color: var(--ink-2); width: 4rem; }
.lb-part >> sub, .lb-part >> sup { line-height: 0; font-size: .75em; }

/* heat tables, and the run they belong to */
.lb-part >> .lb-heat caption { text-align: left; padding-bottom: .6rem; white-space: nowrap; }
.lb-part >> .lb-heat small { color: var(--ink-2); font-size: var(--t-mini); }
.lb-part >> .lb-heat th { font-weight: 600; padding: .2rem 0; white-space: nowrap; text-align: center;
  max-width: 4.25rem; overflow: hidden; text-overflow: ellipsis; }
.lb-part >> .lb-heat th.k { color: var(--key); }
.lb-part >> .lb-heat tbody th { text-align: right; padding: .2rem .6rem; max-width: 9rem; }
.lb-part >> .lb-heat th.q { color: var(--query); }
.lb-part >> .lb-heat td[style] { width: 4.25rem; height: 3.25rem; padding: 0 .25rem;
  text-align: center; color: var(--ink);
  border: 1px solid var(--page); outline: 1px solid var(--rule); outline-offset: -1px;
  background: color-mix(in oklab, var(--weight-heat) calc(var(--w) * 100%), var(--page)); }
.lb-part >> .lb-heat td.lb-tight { font-size: .6875rem; white-space: nowrap; }
.lb-part >> .lb-heat td[style]:hover { outline: 2px solid var(--ink); outline-offset: -2px; }
.lb-maps { margin-top: 2rem; }
.lb-pair >> .lb-heats { display: flex; flex-wrap: wrap; gap: 1.5rem 4rem; margin-top: 2rem; }
.lb-maps >> .lb-heats { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1.5rem 2rem;
  align-items: flex-start; }
.lb-maps >> .lb-now { outline: 2px solid var(--ink); outline-offset: 8px; }
.lb-maps >> .lb-now caption { font-weight: 600; }
.lb-maps >> .lb-under { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; margin-top: 1.75rem; }
.lb-part >> .lb-scale { display: flex; gap: .5rem; align-items: center; font-size: var(--t-mini); color: var(--ink-2); }
.lb-part >> .lb-scale i { width: 8rem; height: 12px; outline: 1px solid var(--rule);
  background: linear-gradient(90deg in oklab, var(--page), var(--weight-heat)); }
.lb-part >> .lb-losses { width: auto; max-width: none; margin-top: 1.5rem; }
.lb-part >> .lb-losses th, .lb-part >> .lb-losses td { padding-right: 1.5rem; }
.lb-part >> .lb-losses td { font-weight: 600; }
.lb-contexts { margin-top: 1.75rem; }
.lb-contexts >> .lb-pairs { display: flex; flex-wrap: wrap; gap: 1.5rem 3rem; }
.lb-part >> .lb-sideways { max-width: 100%; overflow-x: auto; }
.lb-part >> .lb-nums caption { text-align: left; padding-bottom: .4rem; white-space: nowrap; }
.lb-part >> .lb-nums small { color: var(--ink-2); font-size: var(--t-mini); }
.lb-part >> .lb-nums th { max-width: 9rem; font-weight: 600; text-align: left; padding: .25rem 1rem .25rem 0;
  white-space: nowrap; }
.lb-part >> .lb-nums th.q { color: var(--query); }
.lb-part >> .lb-nums th.k { color: var(--key); }
.lb-part >> .lb-nums td { text-align: right; padding: .25rem 0 .25rem .9rem;
  box-sizing: content-box; min-width: 2.6em; } /* the same for −.52 and for .52 */
.lb-timeline { display: block; }
.lb-timeline >> .lb-chart { margin-bottom: 2.9rem; }
/* the scrubber lies under the curve: its handle stands below the point it has chosen */
.lb-scrub { --room: calc((100% - 4.6rem) * .0211); color: var(--ink); height: 2.5rem;
  margin: 0 calc(1.2rem + var(--room)) 0 calc(3.4rem + var(--room)); }
.lb-scrub >> .bk-input-group { display: block; }
.lb-part.lb-scrub >> .noUi-target.noUi-horizontal { margin: 0; }
@container (max-width: 62rem) { .lb-part >> .lb-heat td[style] { width: 3.6rem; height: 2.9rem; } }
@container (max-width: 24rem) { .lb-part >> .lb-heat td[style] { width: 3.3rem; }
  .lb-part >> .lb-heat thead th { max-width: 3.7rem; }
  .lb-part >> .lb-heat tbody th { max-width: 6.9rem; }
  .lb-part >> .lb-nums td { padding-left: .5rem; }
  .lb-part >> .lb-losses th, .lb-part >> .lb-losses td { padding-right: .5rem; font-size: var(--t-mini); }
  .lb-part >> .lb-losses :last-child { padding-right: 0; } }

.lb-options.lb-close { margin-top: 0; }
.lb-powers >> table + table, .lb-powers >> table + p { margin-top: 1.5rem; }
.lb-part >> .lb-scores { table-layout: fixed; } /* or a number with more digits would move the others */
.lb-part >> .lb-scores thead td { width: 6.75rem; }
.lb-part >> .lb-scores caption { text-align: left; padding-bottom: .4rem; }
.lb-bstates >> .lb-slot .lb-ref { display: inline; }
.lb-part >> .lb-scores thead th.k { color: var(--key); font-weight: 600; font-size: var(--t-ui); }
.lb-part >> .lb-scores tbody th { white-space: nowrap; padding-right: 1.25rem; }

/* beams: five columns of one height; the middle of each is the same line */
.lb-boptions { display: grid; grid-template-columns: auto auto auto minmax(8rem, 16rem); gap: 0 1.25rem;
  align-items: center; margin-bottom: 1rem; justify-content: start; }
.lb-epochs { color: var(--ink); height: 2.5rem; }
.lb-epochs >> .bk-input-group { display: block; }
.lb-part >> .lb-count { display: inline-block; min-width: 3rem; font-weight: 600; color: var(--ink); }
.lb-beams { display: grid; grid-template-columns: auto minmax(0, 1fr) auto minmax(0, 1fr) auto;
  height: calc(var(--n) * 7.25rem); --cell: 2.9rem; --cell-h: 1.75rem; }
.lb-bquery, .lb-bstates, .lb-bcontext, .lb-gap { height: 100%; position: relative; }
.lb-bstates { width: calc(var(--width) * var(--cell)); }
.lb-bquery, .lb-bcontext { width: var(--cell); }
.lb-gap { width: 100%; }
.lb-gap.lb-back >> .lb-fill { transform: scaleX(-1); }
.lb-bquery >> .lb-col, .lb-bcontext >> .lb-col { position: absolute; inset: 0; display: grid; align-content: center; }
.lb-part >> .lb-col > span { position: absolute; left: 0; right: 0; text-align: center; white-space: nowrap;
  bottom: calc(50% + var(--share) * 50% + .3rem); color: var(--ink-2); }
.lb-part >> .lb-col.q > span { color: var(--query); font-weight: 600; }
.lb-part >> .lb-cells2 { display: flex; --edge-colour: var(--ink); }
.lb-part >> .lb-cells2 b { flex: 1 1 0; display: grid; place-items: center; font-weight: 400; background: var(--page);
  border: 1.5px solid var(--edge-colour); min-width: 0; }
.lb-bquery >> .lb-cells2, .lb-bcontext >> .lb-cells2 { flex-direction: column;
  height: calc(var(--n) * 7.25rem * var(--share)); }
.lb-part >> .lb-cells2 b + b { border-left-width: .75px; margin-left: -.75px; }
.lb-part >> .lb-col .lb-cells2 b + b { border-left-width: 1.5px; margin-left: 0; border-top-width: .75px;
  margin-top: -.75px; }
.lb-part >> .lb-cells2 b { color: var(--ink); }
.lb-bcontext >> .lb-col > span { left: auto; text-align: right; }
.lb-part >> .q .lb-cells2 { --edge-colour: var(--query); }
.lb-bstates >> .lb-slots { position: absolute; inset: 0; display: grid; grid-auto-rows: 1fr; }
.lb-bstates >> .lb-slot { position: relative; display: grid; align-items: center; }
.lb-bstates >> .lb-slot .lb-cells2 { --edge-colour: var(--key); height: var(--cell-h); position: relative; }
.lb-bstates >> .lb-slot > i { position: absolute; left: -2px; right: -1px; height: calc(var(--w) * 100%);
  top: calc(50% - var(--w) * 50%); background: var(--weight-fill); border: solid var(--weight); border-width: 1px 0; }
.lb-bstates >> .lb-slot > .lb-over { position: absolute; left: 0; right: 0; display: flex;
  justify-content: space-between; gap: .5em; line-height: 1.4;
  bottom: calc(50% + max(var(--w) * 50%, var(--cell-h) / 2) + .1rem); font-weight: 600; }
@container (max-width: 62rem) { .lb-said { height: 4.25rem; } } /* three lines */
@container (max-width: 47rem) {
  .lb-own { grid-template-columns: auto minmax(0, 1fr); }
  .lb-said { grid-column: 1 / -1; border: 0; padding: 0; height: 4rem; }
}
@container (max-width: 40rem) {
  .lb-reading { min-height: 2.7rem; }
  .lb-boptions { grid-template-columns: auto minmax(0, 1fr); }
  .lb-beams { --cell: 1.85rem; }
  .lb-part >> .lb-cells2 b { font-size: .75rem; }
  .lb-part >> .lb-col > span { font-size: var(--t-mini); }
}

/* context */
.lb-context { margin-top: 1rem; }
.lb-context >> .lb-ctx { display: grid; grid-template-columns: auto auto 1fr; gap: .4rem 1rem;
  align-items: center; min-height: 2.1rem; }
.lb-context >> .lb-cells { display: inline-flex; flex-wrap: wrap; padding-right: 1.5px; }
.lb-context >> .lb-cells b { border: 1.5px solid var(--ink); margin-right: -1.5px; padding: .3rem .5rem;
  font-weight: 600; font-size: 1.0625rem; min-width: 3.4rem; text-align: center; }
.lb-context >> .lb-how { grid-column: var(--how, auto); color: var(--ink-2); font-size: var(--t-mini); }
.lb-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }

@container (max-width: 56rem) {
  .lb-body.lb-wide { grid-template-columns: minmax(0, 1fr) 19rem; column-gap: 1.5rem; }
  .lb-body.lb-wide { --score-fit: 3rem; --long: none; --how: 1 / -1; }
}
@container (max-width: 46rem) {
  .lb-body.lb-wide { grid-template-columns: minmax(0, 1fr); row-gap: 1.5rem; --score-fit: initial;
    --long: initial; --how: initial; }
}
@container (max-width: 56rem) { .lb-legend >> .lb-line:has(.lb-told) strong { display: none; } }
@container (max-width: 50rem) {
  .lb-part >> .bk-btn, .lb-part >> .bk-input { min-height: 2.75rem; height: 2.75rem; }
  .lb-link >> .bk-btn { padding: .3rem .4rem; margin-right: -.4rem; }
  .lb-sign >> .bk-btn { width: 2.75rem; }
  .lb-query { grid-template-columns: 2.4rem minmax(0, 1fr) 4.25rem 2.75rem; column-gap: .5rem; }
  .lb-context >> .lb-ctx { grid-template-columns: auto 1fr; }
  .lb-context >> .lb-how { grid-column: 1 / -1; min-height: 1.4em; }
}
@container (max-width: 35rem) { .lb-body, .lb-body.lb-wide { --score-fit: 3rem; --long: none; } }
@container (max-width: 30rem) {
  .lb-said { height: 5.3rem; } /* four lines */
  /* one line is not enough for the heading and why a number was not taken, so that takes its place */
  .lb-legend >> .lb-line { height: 2.3rem; align-items: center; }
  /* a row becomes two lines, so that the bar gets the whole width;
    explicit roles keep the table a table */
  .lb-figure, .lb-figure.lb-dense { --line: 2.9rem; --gap: .5rem; --before: 0rem;
    --row: 5.6rem; /* room for two numbers, the reader's over the reference's */
    /* a long word gets what key, value and score leave */
    --fit: min(var(--word), max(2rem, 100cqw - var(--c-key) - var(--c-val) - 8.9rem));
    --c-pos: calc(var(--fit) + 4.4rem); --mask-x: calc(var(--fit) + .5rem);
    --cols: var(--c-pos) minmax(0, var(--c-key)) minmax(0, var(--c-val)) minmax(2rem, 1fr); }
  .lb-table >> td.k, .lb-table >> td.v { overflow: hidden; text-overflow: ellipsis; }
  .lb-table >> tbody tr { grid-template-rows: var(--line) calc(var(--row) - var(--line) - 1px); }
  .lb-table >> tbody td.w { grid-column: 1 / -1; align-self: center; }
  .lb-table >> thead th.w { display: none; }
  .lb-table >> tfoot tr { grid-template-columns: auto 1fr; column-gap: 1rem; }
  .lb-table >> tfoot td { text-align: right; }
  .lb-table >> .lb-word, .lb-table.lb-dense >> .lb-word { padding-bottom: 0; width: var(--fit); }
  .lb-masks >> .bk-input-group > label { align-self: start; height: var(--line); align-items: center;
    padding: 0; }
  .lb-title >> .lb-state { display: none; }
}
@container (max-width: 21rem) {
  .lb-said { height: 6.6rem; } /* five lines */
  .lb-reading, .lb-hint.lb-offered { min-height: 4rem; }
  .lb-table >> tfoot tr { font-size: var(--t-mini); }
  .lb-query { grid-template-columns: 2.2rem minmax(0, 1fr) 3.75rem 2.75rem; } }

@media (forced-colors: active) { .lb-part >> .noUi-handle { forced-color-adjust: none; } }
@media print { .lb-range, .lb-sign, .lb-link { visibility: hidden; } }
"""
