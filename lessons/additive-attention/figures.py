"""Drawings and the stepper of the lesson, made when the site is built, from a training run made then, too."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lookback import drawing as d
from lookback import training as t
from lookback.drawing import beams as beam_figure
from lookback.drawing import tables
from lookback.lesson.parts import Case, Stage

SHOWN_EPOCHS = (0, 100, 2000)
STATE_WORDS = t.ROLES
EMIT_WORDS = t.OUTPUT_ORDER


@lru_cache(maxsize=1)
def run() -> tuple[t.Progress, ...]:
    """The course's own training run, epochs 0 to 2,000."""
    return tuple(t.train(t.date_alignment(), t.initial_parameters()))


def short(value: float) -> str:
    """A number of the data set, which all have one decimal."""
    return d.number(float(value), 1)


# ---- the illustration at the head


def beams() -> str:
    """With and without attention; word and epoch are chosen by radio buttons, by CSS alone."""
    return (
        '<figure class="hero" data-hero aria-label="Without and with attention"><div class="hero-grid">'
        '<div><div class="hero-head"><h2>Without attention</h2></div>'
        + beam_figure.neck(beam_figure.NECK_WIDE, STATE_WORDS, EMIT_WORDS, 5)
        + beam_figure.neck(beam_figure.NECK_NARROW, STATE_WORDS, EMIT_WORDS, 5)
        + '<p class="cap">Three states enter, one vector leaves. Every output word is given the same five '
        "numbers.</p></div>"
        '<div><div class="hero-head"><h2>With attention</h2><div class="hero-choices">'
        + _choices("emit", EMIT_WORDS, EMIT_WORDS, "year")
        + _choices("epoch", [str(epoch) for epoch in SHOWN_EPOCHS], ["0", "100", "2,000"], "100")
        + "</div></div>"
        + _beam_drawing(beam_figure.WIDE)
        + _beam_drawing(beam_figure.NARROW)
        + '<p class="cap">Each beam is as wide as its <span class="w">weight</span>, and the beams of one '
        'step are together exactly as wide as the <span class="q">query</span> is tall: a weight grows only '
        "by taking from the others. Drawn from the training run below, at the epoch you choose.</p>"
        '<details class="fold"><summary>The same weights as numbers</summary><div class="heat-row">'
        + "".join(heat(run()[epoch].weights, f"Epoch {epoch:,}") for epoch in SHOWN_EPOCHS)
        + "</div></details></div></div></figure>"
    )


def _choices(
    name: str, values: list[str] | tuple[str, ...], words: list[str] | tuple[str, ...], chosen: str
) -> str:
    labels = "".join(
        f'<label><input type="radio" name="hero-{name}" value="{value}" autocomplete="off"'
        f"{' checked' if value == chosen else ''}> {word}</label>"
        for value, word in zip(values, words, strict=True)
    )
    return f'<fieldset class="opts"><legend>{name}</legend>{labels}</fieldset>'


def _beam_drawing(a: beam_figure.Layout) -> str:
    problem, parts = t.date_alignment(), []
    for epoch in SHOWN_EPOCHS:
        weights = run()[epoch].weights
        for step, word in enumerate(EMIT_WORDS):
            body = beam_figure.beams(a, STATE_WORDS, weights[step], weights[step] @ problem.states)
            parts.append(f'<g class="beam-step at-{epoch} emit-{word}">{body}</g>')
    parts.append(beam_figure.states(a, [[short(v) for v in state] for state in problem.states]))
    for word, numbers in zip(EMIT_WORDS, problem.queries, strict=True):
        column = beam_figure.query(a, [short(v) for v in numbers])
        parts.append(f'<g class="query-step emit-{word}">{column}</g>')
    label = (
        "With attention. The query sends a beam to every state; each beam is as wide as its weight; the "
        "beams are gathered into the context. The numbers are in the tables below the drawing."
    )
    return d.svg(a.width, a.height, label, parts, f"hero-beams {a.kind}")


# ---- tables


def heat(weights: np.ndarray, caption: str, note: str = "") -> str:
    """Weights [3, 3] of the three output steps."""
    return tables.heat(weights, [f"emit {word}" for word in EMIT_WORDS], STATE_WORDS, caption, note)


def numbers() -> str:
    """The whole data set: states in source order, queries in output order."""
    problem = t.date_alignment()

    def row(name: str, kind: str, values: np.ndarray, end: str = "") -> str:
        cells = "".join(f"<td>{short(v)}</td>" for v in values)
        return f'<tr><th scope="row" class="{kind}">{name}</th>{cells}{end}</tr>'

    states = "".join(row(word, "k", values) for word, values in zip(STATE_WORDS, problem.states, strict=True))
    queries = "".join(
        row(f"emit {word}", "q", values, f'<td class="goes">finds {word}</td>')
        for word, values in zip(EMIT_WORDS, problem.queries, strict=True)
    )
    return (
        '<div class="nums"><table class="vec k-cells"><caption>The <span class="k">states</span> H [3 × 5], '
        f"in source order</caption><tbody>{states}</tbody></table>"
        '<table class="vec q-cells"><caption>The <span class="q">queries</span> [3 × 4], in output order'
        f"</caption><tbody>{queries}</tbody></table></div>"
    )


# ---- the experiment's replay


def training() -> str:
    """Loss curve, its numbers, and the weights before, on the way and after."""
    shown = (0, 50, 100, 200, 500, 2000)
    head = "".join(f'<th scope="col">{epoch:,}</th>' for epoch in shown)
    losses = "".join(f"<td>{_loss(run()[epoch].loss)}</td>" for epoch in shown)
    return (
        _curve(1000, 250, (34, 984), (30.4, 210), (0, 10, 20, 50, 100, 200, 500, 1000, 2000), "only-wide")
        + _curve(350, 230, (30, 338), (25.8, 192), (0, 50, 200, 2000), "only-narrow")
        + '<table class="plain losses"><caption class="vh">Loss by epoch</caption>'
        f'<thead><tr><th scope="col">epoch</th>{head}</tr></thead>'
        f'<tbody><tr><th scope="row">loss</th>{losses}</tr></tbody></table>'
        '<div class="heat-row maps">'
        + heat(run()[0].weights, "Before", "epoch 0")
        + heat(run()[100].weights, "On the way", "epoch 100")
        + heat(run()[2000].weights, "After", "epoch 2,000")
        + "</div>"
    )


def _loss(value: float) -> str:
    """Loss as the lesson writes it: four decimals from 1 up and below .1, else three."""
    return d.number(value, 3 if 0.1 <= value < 1 else 4)


def _curve(
    width: float,
    height: float,
    across: tuple[float, float],
    down: tuple[float, float],
    ticks: tuple[int, ...],
    kind: str,
) -> str:
    """Loss against epoch, log(1 + epoch / 5) wide: the early epochs need the room."""
    most, top = np.log1p(t.EPOCHS / 5), float(np.log(3))

    def px(epoch: float) -> float:
        return across[0] + float(np.log1p(epoch / 5) / most) * (across[1] - across[0])

    def py(loss: float) -> float:
        return down[1] - loss / top * (down[1] - down[0])

    epochs = sorted({round(5 * float(np.expm1(u))) for u in np.linspace(0, most, 110)})
    line = "L".join(f"{d.coordinate(px(e))} {d.coordinate(py(run()[e].loss))}" for e in epochs)
    left, right = (d.coordinate(value) for value in across)
    parts = []
    for loss, words in ((0, "0"), (0.5, ".5"), (1, "1")):
        parts += [
            d.path(f"M{left} {d.coordinate(py(loss))}H{right}", "gridline"),
            d.text(across[0] - 6, py(loss) + 4, words, "tick", "end"),
        ]
    for tick in ticks:
        parts += [
            d.path(f"M{d.coordinate(px(tick))} {d.coordinate(down[1])}v5", "gridtick"),
            d.text(px(tick), down[1] + 20, f"{tick:,}", "tick", "end" if tick == ticks[-1] else "middle"),
        ]
    parts += [
        d.path(f"M{left} {d.coordinate(py(top))}H{right}", "ref"),
        d.text(across[1], py(top) - 6, "uniform weights: ln 3 = 1.0986", "lab s", "end"),
        d.text(across[0], down[1] + 38, "epoch (logarithmic spacing)", "tick"),
        d.path(f"M{line}", "curve"),
    ]
    label = "Loss over epochs: " + ", ".join(
        f"{_loss(run()[e].loss)} at {e:,}" for e in (0, 50, 100, 200, 500, 2000)
    )
    return d.svg(width, height, label, parts, f"loss {kind}")


def bugs() -> str:
    """Three wrong scorers on the trained parameters."""
    problem, trained = t.date_alignment(), run()[-1].parameters

    def weights(score: t.Score) -> np.ndarray:
        return t.forward(problem, trained, score=score)

    def apart(q: np.ndarray, h: np.ndarray, p: t.Parameters) -> float:
        return float(p["v"] @ (np.tanh(p["Wq"] @ q) + np.tanh(p["Wk"] @ h + p["bias"])))

    def linear(q: np.ndarray, h: np.ndarray, p: t.Parameters) -> float:
        return float(p["v"] @ (p["Wq"] @ q + p["Wk"] @ h + p["bias"]))

    def deaf(q: np.ndarray, h: np.ndarray, p: t.Parameters) -> float:
        return float(p["v"] @ np.tanh(p["Wq"] @ q + p["bias"]))

    return (
        '<div class="heat-row">'
        + heat(weights(apart), "tanh of each term")
        + heat(weights(linear), "no tanh")
        + heat(weights(deaf), "key ignored")
        + "</div>"
    )


def unlabelled() -> str:
    """Value loss and weight on the right position along the run without labels."""
    shown, rows = (0, 100, 200, 500, 1000, 2000), []
    last = None
    for progress in t.train_unlabelled():
        last = progress
        if progress.batch in shown:
            rows.append((f"{progress.batch:,}", progress.loss, progress.right_weight))
    fresh = t.draw_dates(np.random.default_rng(2026), 500)
    if last is not None:
        loss, weights, _ = t.value_pass(last.parameters, fresh)
        rows.append(("fresh dates", loss, t.right_weight(weights, fresh)))
    body = "".join(
        f'<tr><th scope="row">{name}</th><td>{d.number(loss, 3)}</td><td><span class="bar" '
        f'style="--w:{right:.4f}"><span class="track"><i></i></span><b>{d.number(right)}</b></span></td></tr>'
        for name, loss, right in rows
    )
    return (
        '<table class="plain unlabelled"><caption class="vh">Training without labels</caption><thead><tr>'
        '<th scope="col">batches</th><th scope="col">value loss</th>'
        '<th scope="col" class="w">weight on the right position</th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


# ---- the stepper


def one_output_step() -> tuple[Case, ...]:
    """Year with scores chosen for hand work; month and day with the trained scorer."""
    problem, trained = t.date_alignment(), run()[-1].parameters
    scores = t.hidden(problem, trained) @ trained["v"]
    return (
        _case(0, np.array([-1.8, -0.9, 2.4]), "Scores chosen so that you can check every number by hand.", 1),
        _case(1, scores[1], "Scores of the trained scorer, epoch 2,000.", 2),
        _case(2, scores[2], "Scores of the trained scorer, epoch 2,000.", 2),
    )


def _case(step: int, scores: np.ndarray, note: str, places: int) -> Case:
    problem, word = t.date_alignment(), EMIT_WORDS[step]
    terms = np.exp(scores)
    weights = terms / terms.sum()
    context = weights @ problem.states
    best = int(np.argmax(weights))
    n, column = d.number, lambda values: tuple((float(v),) for v in values)
    total = f"{terms.sum():,.3f}" if terms.sum() < 1000 else f"{terms.sum():,.0f}"
    share = f"{terms[best]:,.3f}" if terms[best] < 1000 else f"{terms[best]:,.0f}"
    parts = " + ".join(
        f"[{n(float(w))}]{{.w}} $\\k{{h_{{\\text{{{r}}}}}}}$"
        for w, r in zip(weights, STATE_WORDS, strict=True)
    )
    return Case(
        word,
        word,
        note,
        (
            Stage(
                "Query",
                "$\\q{q}$ [4]",
                "query",
                column(problem.queries[step]),
                (),
                1,
                f"The decoder is about to emit {word}. What it needs now is its [query]{{.q}}: 4 numbers.",
            ),
            Stage(
                "States",
                "$\\k{H}$ [3 × 5]",
                "state",
                tuple(tuple(float(v) for v in row) for row in problem.states),
                STATE_WORDS,
                1,
                "The encoder kept one [state]{.k} for each position: 3 rows of 5 numbers, in source order.",
            ),
            Stage(
                "Scores",
                "$e$ [3]",
                "score",
                column(scores),
                STATE_WORDS,
                places,
                f"The same scorer runs three times, once for each [state]{{.k}}. The highest score, "
                f"{n(float(scores[best]), places)}, belongs to {STATE_WORDS[best]}.",
            ),
            Stage(
                "Weights",
                "$\\w{\\alpha}$ [3]",
                "weight",
                column(weights),
                STATE_WORDS,
                3,
                f"Normalise across the three positions. Of a total of {total}, {STATE_WORDS[best]} holds "
                f"{share}: its [weight]{{.w}} is {n(float(weights[best]))}, and "
                f"{n(float(1 - weights[best]))} is left for the other two.",
            ),
            Stage(
                "Context",
                "$c$ [5]",
                "context",
                column(context),
                (),
                2,
                f"Add up the [states]{{.k}}, each times its [weight]{{.w}}: {parts}. The result is the "
                "context of this one step.",
            ),
        ),
    )


FIGURES = {
    "beams": beams,
    "numbers": numbers,
    "training": training,
    "bugs": bugs,
    "unlabelled": unlabelled,
}
STEPPERS = {"one-output-step": one_output_step}
