"""What a scalar linear recurrence h_t = a·h_(t−1) keeps of its start: a^T on a logarithmic scale."""

from __future__ import annotations

from math import log10

from panel.viewable import Viewable

from lookback.widgets import state as checks
from lookback.widgets.base import State, Widget
from lookback.widgets.chart import Axis, Chart, Data, Layer
from lookback.widgets.controls import Number, NumberControl, notes
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.numbers import decimal, power
from lookback.widgets.parts import Box, Html, element

#: The number of steps shown, and those that the table lists.
STEPS = 20
LISTED = (0, 1, 2, 3, 5, 10, 20)
_FLOOR = 1e-9  # below the axis; a bare 0 has no logarithm

_X = Axis("T, number of steps", -0.5, STEPS + 0.5, tuple((t, str(t)) for t in (0, 5, 10, 15, 20)))
_Y = Axis(
    "size of aᵀ",
    1e-6,
    1e4,
    ((1e-6, "10⁻⁶"), (1e-4, "10⁻⁴"), (1e-2, "0.01"), (1, "1"), (1e2, "100"), (1e4, "10⁴")),
    lambda value: log10(max(value, _FLOOR)),
)
_LAYERS = {
    "one": Layer("line", "ink-3", 1, "dashed"),
    "size": Layer("line", "key", 1.5),
    "positive": Layer("points", "key", 1.5, fill="key"),
    "negative": Layer("points", "key", 1.5),
}


class Recurrence(Widget):
    """How much of h_0 is left in h_T, for a chosen a between −1.5 and 1.5.

    Parameters
    ----------
    start : a at the start and after Reset
    """

    settable = ("a",)
    reversible = True

    def __init__(self, *, start: float = 0.5, title: str = "What is left after T steps") -> None:
        super().__init__()
        self.title = title
        self._number = Number("a", "factor a", -1.5, 1.5, 0.05)
        self._start = checks.number("start", start, -1.5, 1.5)
        self._a = self._start

    def get(self) -> State:
        """``a``, and ``powers``: a^T for T = 0 … 20."""
        return {"a": self._a, "powers": powers(self._a)}

    def _check(self, state: State) -> State:
        return {key: checks.number(key, value, -1.5, 1.5) for key, value in state.items()}

    def _apply(self, values: State) -> None:
        self._a = values["a"]

    def _build(self) -> Viewable:
        self._control = NumberControl(self._number, self._a, lambda a: self._change(a=a), self._tell)
        self._legend = Html("", part="lb-legend", attributes={"aria-live": "polite"})
        self._chart = Chart(_X, _Y, _LAYERS)
        self._table = Html("", part="lb-powers")
        self._sentence = Html("", part="lb-say", attributes={"role": "status"})
        self._paint()
        left = Box(
            self._legend,
            Box(*self._control.parts(), part="lb-query lb-neutral"),
            self._chart.part(),
            part="lb-left",
        )
        right = Box(self._sentence, self._table, part="lb-right")
        view, self._reset = live_frame(
            self.title, lambda: self._change(a=self._start), left, right, wide=True
        )
        return view

    def _tell(self) -> None:
        self._legend.show(_legend(notes([self._control])))

    def _paint(self) -> None:
        self._control.show(self._a)
        self._tell()
        self._chart.paint(_data(self._a))
        self._table.show(_table(self._a))
        self._sentence.show(_sentence(self._a))

    def _recolour(self) -> None:
        self._chart.recolour(self.theme)

    def poster(self) -> str:
        """The start state as script-free HTML."""
        a = self._start
        left = (
            element("div", "lb-legend", _legend(""))
            + element("div", "lb-query lb-neutral", self._number.picture(a))
            + Chart(_X, _Y, _LAYERS).picture(_data(a))
        )
        right = element("div", "lb-say", _sentence(a)) + element("div", "lb-powers", _table(a))
        columns = element("div", "lb-left", left) + element("div", "lb-right", right)
        return still_frame(self.title, columns, wide=True)


def powers(a: float) -> list[float]:
    """a^T for T = 0 … STEPS; a^0 is 1 for a = 0, too."""
    return [a**t for t in range(STEPS + 1)]


def _data(a: float) -> Data:
    values = powers(a)
    size = [abs(v) for v in values]
    steps = list(range(STEPS + 1))
    positive = [t for t in steps if values[t] >= 0]
    negative = [t for t in steps if values[t] < 0]
    return {
        "one": ([-1, STEPS + 1], [1, 1]),
        "size": (steps, size),
        "positive": (positive, [size[t] for t in positive]),
        "negative": (negative, [size[t] for t in negative]),
    }


def _legend(told: str) -> str:
    return f'<div class="lb-line"><strong>h<sub>t</sub> = a · h<sub>t−1</sub></strong>{told}</div>'


def _table(a: float) -> str:
    values = powers(a)
    rows = "".join(f'<tr><th scope="row">{t}</th><td>{power(values[t])}</td></tr>' for t in LISTED)
    return (
        '<table class="lb-plain"><caption class="vh">Powers of a</caption><thead><tr><th scope="col">T</th>'
        f'<th scope="col">a<sup>T</sup></th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _sentence(a: float) -> str:
    """What becomes of the start, in words and with the number after ten steps."""
    left = f"After 10 steps {power(powers(a)[10])} of the start is left"
    if a == 0:
        return "<p>a = 0: the start is gone after one step.</p>"
    if abs(a) == 1:
        sign = " and changes its sign at every step" if a < 0 else ""
        return f"<p>a = {decimal(a)}: the start keeps its size{sign}.</p>"
    fate = "it vanishes" if abs(a) < 1 else "it explodes"
    rings = " Rings are negative values." if a < 0 else ""
    return f"<p>{left}: {fate}.{rings}</p>"
