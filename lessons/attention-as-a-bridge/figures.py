"""Drawings of the lesson, made when the site is built. Every number in them is computed."""

from __future__ import annotations

import math

import numpy as np

from lookback import drawing as d

WORDS = ["the", "old", "house", "by", "the", "sea", "was", "small", "but", "warm", "and", "quiet"]
WIDTH = 8
KEYS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # the, cat, sat


def encoder_states() -> np.ndarray:
    """States [12, 8] of an untrained recurrent encoder: h_t = tanh(Wh h + Wx x), one vector x per word."""
    rng = np.random.default_rng(6)
    recurrent = rng.normal(size=(WIDTH, WIDTH)) / math.sqrt(WIDTH)
    vectors = {word: rng.normal(size=WIDTH) for word in dict.fromkeys(WORDS)}
    state, states = np.zeros(WIDTH), []
    for word in WORDS:
        state = np.tanh(recurrent @ state + vectors[word])
        states.append(state)
    return np.array(states)


def twelve_states() -> str:
    """Twelve states of eight numbers, a decoder, a line to the last state and dotted ones to the others."""
    step, size, gap = 21, 11, 2
    parts = []
    for i, state in enumerate(np.abs(encoder_states())):
        x = 2 + i * step
        last = i == len(WORDS) - 1
        line = f"M281 30C{281 - 3 * (11 - i) - 11} 30 {x + 8} 36 {x + 8} 64"
        parts.append(d.path(line, "look-last" if last else "look-other"))
        parts += [
            d.rect(x, 70 + j * (size + gap), 16, size, "sq", 0.12 + 0.88 * v) for j, v in enumerate(state)
        ]
        if last:
            parts.append(d.rect(x - 3, 67, 22, 108, "frame-ink"))
    parts.append('<circle class="dot-q" cx="288" cy="30" r="7"/>')
    parts += [
        d.text(312, 14, "decoder", "lab q", "end"),
        d.text(2, 196, WORDS[0]),
        d.text(252, 196, WORDS[-1], anchor="end"),
        d.text(124, 196, "twelve states", "lab k", "middle"),
    ]
    label = (
        "Twelve encoder states of eight numbers in a row, and a decoder. "
        "A solid line leads to the last state, dotted lines lead to the eleven others."
    )
    return d.svg(312, 202, label, parts)


def squeeze() -> str:
    """96 numbers narrow down to eight: a wide drawing, and a smaller one for phones."""
    return _squeeze(640, 64, 16, 2, 392, "only-wide") + _squeeze(350, 52, 13, 2, 232, "only-narrow")


def _squeeze(width: float, left: float, size: float, gap: float, out: float, classes: str) -> str:
    states = np.abs(encoder_states())
    step, top, x = size + gap, 34.0, left + 10
    middle = top + len(WORDS) * step / 2
    parts = [
        d.text(left, top + i * step + size - 3, word, anchor="end")
        + d.squares(x, top + i * step, state, size, gap)
        for i, (word, state) in enumerate(zip(WORDS, states, strict=True))
    ]
    start, bottom = x + WIDTH * step + 4, top + len(WORDS) * step - gap
    parts.append(d.ribbon(start, top, bottom, out - 6, middle - size / 2, middle + size / 2, "pipe"))
    parts.append(d.squares(out, middle - size / 2, states[-1], size, gap))
    end = out + WIDTH * step - gap
    parts += [
        d.text(x, 20, "12 words × 8 = 96 numbers", "lab k"),
        d.text(end, middle - size, "8 numbers", "lab k", "end"),
        d.text(end, middle + size + 12, "for every output word", "lab s", "end"),
    ]
    label = (
        "Twelve words, each a row of eight squares, 96 squares in all, narrow down to a single row of eight "
        "squares that is given to every output word."
    )
    return d.svg(width, top + len(WORDS) * step + 6, label, parts, classes)


def weight_on_cat(q: np.ndarray) -> np.ndarray:
    """Weight on “cat” for queries [..., 2]."""
    scores = q @ KEYS.T
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(terms[..., 1] / terms.sum(axis=-1))


def cat_region() -> str:
    """The queries that give “cat” at least .7: a band bounded by the exact curve.

    With x = q[0], y = q[1]: e^y / (e^x + e^y + e^(x+y)) >= .7 means e^y (3/7 - e^x) >= e^x.
    """
    size, left, top, low, high = 300.0, 34.0, 10.0, -6.0, 6.0

    def px(x: float) -> float:
        return left + (x - low) / (high - low) * size

    def py(y: float) -> float:
        return top + (high - y) / (high - low) * size

    limit = math.log(3 / 7)
    points = []
    for x in np.linspace(low, limit - 1e-4, 200):
        y = x - math.log(3 / 7 - math.exp(x))
        if low <= y <= high:
            points.append((px(x), py(y)))
    c = d.coordinate
    curve = "L".join(f"{c(x)} {c(y)}" for x, y in points)
    area = f"M{c(px(low))} {c(points[0][1])}L{curve}V{c(py(high))}H{c(px(low))}Z"
    axes = f"M{c(px(low))} {c(py(0))}H{c(px(high))}M{c(px(0))} {c(py(low))}V{c(py(high))}"
    parts = [
        d.path(area, "band b4"),
        d.path(f"M{curve}V{c(py(high))}", "iso iso-5"),
        d.path(axes, "axis"),
        d.path(f"M{d.coordinate(px(limit))} {d.coordinate(py(high))}V{d.coordinate(py(low))}", "ref"),
        d.rect(left, top, size, size, "frame"),
        d.text(px(-5.6), py(4.6), "at least .7", "lab w"),
        d.text(px(limit) - 6, py(-5.4), "q[0] = −.847", "lab s", "end"),
        d.text(left, top + size + 18, "−6", "tick", "middle"),
        d.text(left + size, top + size + 18, "6", "tick", "middle"),
        d.text(left + size / 2, top + size + 18, "q[0]", "lab q", "middle"),
        d.text(left - 8, top + 8, "6", "tick", "end"),
        d.text(left - 8, top + size, "−6", "tick", "end"),
        d.text(left - 8, py(0) + 4, "q[1]", "lab q", "end"),
    ]
    # Beside the point, or above it where an axis runs; a halo where the text crosses a line of the white ground.
    for q, dx, dy, style, anchor in (
        ((-2, 0), -8, -6, "lab s", "end"),
        ((-1, 2), -8, 5, "lab s", "end"),
        ((-1, 1), 9, 5, "lab s halo", "start"),
        ((0, 5), 9, 5, "lab s", "start"),
    ):
        share = d.number(float(weight_on_cat(np.array(q, float))))
        parts.append(
            f'<circle class="dot-q" cx="{d.coordinate(px(q[0]))}" cy="{d.coordinate(py(q[1]))}" r="4"/>'
        )
        words = f"[{d.number(q[0])}, {d.number(q[1])}] {share}"
        parts.append(d.text(px(q[0]) + dx, py(q[1]) + dy, words, style, anchor))
    label = (
        "The plane of queries from −6 to 6. The weight on cat is at least .7 in a region at the left, "
        "bounded on the right by q[0] = −.847. [−2, 0] gives .787 and [−1, 2] gives .705, inside; "
        "[−1, 1] gives .665 and [0, 5] gives .498, outside."
    )
    return d.svg(left + size + 14, top + size + 24, label, parts, "plane")


FIGURES = {"twelve-states": twelve_states, "squeeze": squeeze, "cat-region": cat_region}
