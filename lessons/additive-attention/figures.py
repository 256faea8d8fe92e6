"""Drawings and the stepper of the lesson, made when the site is built, from a training run made then, too."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lookback import drawing as d
from lookback import training as t
from lookback.drawing import squeeze, tables
from lookback.lesson.parts import Case, Stage

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


def neck() -> str:
    """What attention mends: three states through one vector, the same for every output word."""
    return (
        "<h2>Without attention</h2>"
        + squeeze.neck(squeeze.WIDE, t.ROLES, t.OUTPUT_ORDER, 5)
        + squeeze.neck(squeeze.NARROW, t.ROLES, t.OUTPUT_ORDER, 5)
        + '<p class="cap">Three states enter, one vector leaves. Every output word is given the same five '
        "numbers.</p>"
    )


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


# ---- the experiment


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
    "neck": neck,
    "numbers": numbers,
    "bugs": bugs,
}
STEPPERS = {"one-output-step": one_output_step}
