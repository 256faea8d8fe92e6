"""Drawings of the chapter reference, made when the site is built."""

from __future__ import annotations

from lookback import drawing as d

STEPS = 20
CHOSEN = 0.5
BESIDE = ((0.9, "a = .9"), (1.0, "a = 1"), (1.03, "a = 1.03"))
SHOWN = (0, 1, 2, 10, 20)
LEFT, RIGHT, TOP, LOW, TALLEST = 34.0, 404.0, 12.0, 252.0, 2.0


def px(step: float) -> float:
    """Across: T from 0 to 20."""
    return LEFT + step / STEPS * (RIGHT - LEFT)


def py(value: float) -> float:
    """Down: from 2 to −2; what lies beyond is cut."""
    return (TOP + LOW) / 2 - max(-TALLEST, min(TALLEST, value)) / TALLEST * (LOW - TOP) / 2


def line(a: float) -> str:
    """The points (T, a^T) as a path."""
    return "M" + "L".join(
        f"{d.coordinate(px(step))} {d.coordinate(py(a**step))}" for step in range(STEPS + 1)
    )


def small(value: float) -> str:
    """A power as the table shows it: three decimals, or as a power of ten where that would be .000."""
    if value == 0 or abs(value) >= 0.001:
        return d.number(value)
    digits, exponent = f"{value:.1e}".split("e")
    raised = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits.replace('-', d.MINUS)} · 10{raised}"


def power() -> str:
    """a^T over twenty steps: a chosen a, with a slider where there is a script, beside three fixed ones."""
    parts = []
    for value, words in ((2, "2"), (1, "1"), (0, "0"), (-1, "−1"), (-2, "−2")):
        parts += [
            d.path(f"M{d.coordinate(LEFT)} {d.coordinate(py(value))}H{d.coordinate(RIGHT)}", "gridline"),
            d.text(LEFT - 6, py(value) + 4, words, "tick", "end"),
        ]
    for a, words in BESIDE:
        parts += [d.path(line(a), "curve thin"), d.text(RIGHT + 6, py(a**STEPS) + 4, words, "lab s")]
    parts += [
        d.path(line(CHOSEN), "curve chosen"),
        d.text(LEFT, LOW + 20, "T = 0", "tick"),
        d.text(RIGHT, LOW + 20, "20", "tick", "end"),
    ]
    label = (
        "a to the power T for T from 0 to 20: .9, 1 and 1.03, and the chosen a. The numbers are in the table."
    )
    head = "".join(f'<th scope="col">{step}</th>' for step in SHOWN)
    cells = "".join(f'<td data-power-at="{step}">{small(CHOSEN**step)}</td>' for step in SHOWN)
    return (
        '<div class="power" data-power><div class="put needs-script">'
        '<label for="power-a">a</label>'
        f'<input id="power-a" type="number" min="-1.2" max="1.2" step="0.01" value="{CHOSEN}">'
        f'<input type="range" min="-1.2" max="1.2" step="0.01" value="{CHOSEN}" aria-label="a, slider"></div>'
        + d.svg(480, 276, label, parts)
        + f'<table class="plain"><caption class="vh">a to the power T</caption><thead><tr>'
        f'<th scope="col">T</th>{head}</tr></thead><tbody><tr><th scope="row">a<sup>T</sup> for a = '
        f"<span data-power-a>{d.number(CHOSEN, 1)}</span></th>{cells}</tr></tbody></table></div>"
    )


FIGURES = {"power": power}
