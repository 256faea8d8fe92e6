// The editor: CodeMirror with Python, the site's own look, and the keys that the page promises.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeAnyWord,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { EditorState, Prec, RangeSetBuilder, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers, tooltips, ViewPlugin } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completions } from "./completions.js";

/**
 * @typedef {{label: string, run: () => void, check: () => void, changed: () => void, names: () => string[]}} Hooks
 * `names` are the lesson's own, offered before all others.
 */

const UNDO_LIMIT = 200_000; // characters of undo history that are kept with a draft

/** A variable that has a role in every lesson carries its colour. @type {Record<string, string>} */
const ROLES = { q: "q", Q: "q", query: "q", K: "k", k: "k", key: "k", keys: "k", states: "k", weights: "w" };

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword], class: "tok-keyword" },
  { tag: [tags.string, tags.special(tags.string)], class: "tok-string" },
  { tag: tags.comment, class: "tok-comment" },
]);

/** @type {import("@codemirror/state").StateEffectType<{line: number, text: string} | null>} */
const setError = StateEffect.define();

/** The line an error is about; it fades when that line is edited. */
const errorLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    if (transaction.docChanged && touches(transaction, marks)) now = Decoration.none;
    for (const effect of transaction.effects) {
      if (effect.is(setError)) now = effect.value ? errorMark(transaction.state, effect.value) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @param {Transaction} transaction @param {import("@codemirror/view").DecorationSet} marks */
function touches(transaction, marks) {
  let touched = false;
  transaction.changes.iterChangedRanges((from, to) => {
    const { doc } = transaction.startState;
    marks.between(doc.lineAt(from).from, doc.lineAt(Math.min(to, doc.length)).to, () => {
      touched = true;
    });
  });
  return touched;
}

/** @param {EditorState} state @param {{line: number, text: string}} error */
function errorMark(state, { line, text }) {
  if (!Number.isInteger(line) || line < 1 || line > state.doc.lines) return Decoration.none;
  const mark = Decoration.line({ class: "cm-error-line", attributes: { "data-error": text.slice(0, 120) } });
  return Decoration.set([mark.range(state.doc.line(line).from)]);
}

const roles = ViewPlugin.fromClass(
  class {
    /** @param {EditorView} view */
    constructor(view) {
      this.decorations = roleMarks(view);
    }

    /** @param {import("@codemirror/view").ViewUpdate} update */
    update(update) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
        this.decorations = roleMarks(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** @param {EditorView} view */
function roleMarks(view) {
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        if (node.name !== "VariableName" || node.to - node.from > 7) return;
        const role = ROLES[view.state.sliceDoc(node.from, node.to)];
        if (role) builder.add(node.from, node.to, Decoration.mark({ class: role }));
      },
    });
  }
  return /** @type {import("@codemirror/view").DecorationSet} */ (builder.finish());
}

export class Editor {
  #view;
  #hooks;
  #extensions;

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
    this.#extensions = extensions(hooks);
    this.#view = new EditorView({ state: this.#state("") });
  }

  get element() {
    return this.#view.dom;
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** The steps that can be undone, as plain data; null when they are too many to keep. */
  get undo() {
    const plain = this.#view.state.toJSON({ history: historyField });
    return JSON.stringify(plain.history).length > UNDO_LIMIT
      ? null
      : { history: plain.history, selection: plain.selection };
  }

  /** @param {string} doc @param {any} [undo] what `undo` gave for this very text */
  #state(doc, undo = null) {
    if (undo) {
      try {
        const plain = { doc, selection: undo.selection, history: undo.history };
        return EditorState.fromJSON(plain, { extensions: this.#extensions }, { history: historyField });
      } catch {
        // kept by another version of the editor: the text matters, its history less
      }
    }
    return EditorState.create({ doc, extensions: this.#extensions });
  }

  /** Take up a text that was kept. @param {string} text @param {any} [undo] */
  open(text, undo = null) {
    this.#view.setState(this.#state(text, undo));
  }

  /** Replace the text in a step that can be undone. @param {string} text */
  replace(text) {
    const { doc } = this.#view.state;
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, userEvent: "input.replace" });
  }

  /** Take what another tab has typed: not a step of this one's history. @param {string} text */
  adopt(text) {
    const { doc, selection } = this.#view.state;
    const head = Math.min(selection.main.head, text.length);
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: head },
      annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    });
  }

  /** Mark a line, or none. @param {{line: number, text: string} | null} error */
  mark(error) {
    this.#view.dispatch({ effects: setError.of(error) });
  }

  /** Bring a line into view and put the cursor at its end. @param {number} line */
  goTo(line) {
    const { doc } = this.#view.state;
    if (line < 1 || line > doc.lines) return;
    const at = doc.line(line);
    this.#view.dispatch({
      selection: { anchor: at.to },
      effects: EditorView.scrollIntoView(at.from, { y: "nearest" }),
    });
  }

  focus() {
    this.#view.focus();
  }

  /** The editor has been moved on the page. */
  measure() {
    this.#view.requestMeasure();
  }

  /** @param {string} label */
  set label(label) {
    this.#view.contentDOM.setAttribute("aria-label", label);
    this.#hooks.label = label;
  }
}

/** Words of the file, where any name may stand: not behind a dot. @type {import("@codemirror/autocomplete").CompletionSource} */
function anyWord(context) {
  return context.matchBefore(/\.\w*$/) ? null : completeAnyWord(context);
}

/**
 * Where the list of completions may lie: over the editor and its head, above the cursor where there is more room; the
 * buttons below it and the report stay in view. @param {EditorView} view
 */
function tooltipSpace(view) {
  const { bottom } = view.dom.getBoundingClientRect();
  const { top } = (view.dom.closest(".editor") ?? view.dom).getBoundingClientRect();
  return { left: 0, right: innerWidth, top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) };
}

/** @param {Hooks} hooks */
function extensions(hooks) {
  let pointed = false;
  /** @param {() => void} act */
  const does = (act) => () => {
    act();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Shift-Enter", run: does(() => hooks.check()), preventDefault: true },
        { key: "Mod-Enter", run: does(() => hooks.run()), preventDefault: true },
      ]),
    ),
    lineNumbers(),
    history(),
    drawSelection(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    python(),
    pythonLanguage.data.of({ autocomplete: completions(hooks.names) }),
    autocompletion({ override: undefined, icons: false, activateOnTypingDelay: 150 }),
    pythonLanguage.data.of({ autocomplete: anyWord }),
    tooltips({ tooltipSpace }),
    syntaxHighlighting(style),
    roles,
    errorLine,
    // Tab indents; after Escape the next Tab leaves (CodeMirror's own way out for keyboards). Whoever comes by Tab and
    // types nothing goes on by Tab, too.
    EditorView.domEventHandlers({
      focus: (_event, view) => view.setTabFocusMode(!pointed),
      mousedown: (_event, view) => {
        pointed = true;
        view.setTabFocusMode(false);
      },
      blur: () => {
        pointed = false;
      },
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      { key: "Tab", run: indentMore, shift: indentLess },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of(() => ({
      "aria-label": hooks.label,
      autocapitalize: "off",
      autocorrect: "off",
      autocomplete: "off",
      spellcheck: "false",
      translate: "no",
      tabindex: "0", // what can be edited takes focus anyway; checkers of accessibility ask to see it written
    })),
    EditorView.updateListener.of((update) => {
      const remote = update.transactions.some((transaction) => transaction.annotation(Transaction.remote));
      if (!update.docChanged || remote) return;
      update.view.setTabFocusMode(false);
      hooks.changed();
    }),
  ];
}
