"""A training run to go back and forth in: the loss, the epoch chosen, the weights before, now and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import expm1, log1p

import numpy as np
from numpy.typing import NDArray
from panel.viewable import Viewable

from lookback.training import Parameters, Progress
from lookback.widgets import heat
from lookback.widgets import state as checks
from lookback.widgets.base import State, Widget
from lookback.widgets.chart import Axis, Chart, Data, Layer
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.numbers import weight
from lookback.widgets.parts import Box, Html, Slider, element, poster_slider

Floats = NDArray[np.float64]

#: Epochs a reader may look for; each is saved when the run reaches it.
LANDMARKS = (0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
#: Room before the first and after the last epoch, as a share of what lies between.
ROOM = 0.01
_LAYERS = {
    "uniform": Layer("line", "ink-3", 1, "dashed"),
    "loss": Layer("line", "ink", 2.5),
    "now": Layer("line", "ink", 1),
    "point": Layer("points", "ink", 2.5, size=11),
}


@dataclass(frozen=True)
class Run:
    """Saved moments of a training: epochs (s,) rising, losses (s,), weights (s, m, n).

    ``parameters`` are those of each moment, or none.
    """

    epochs: tuple[int, ...]
    losses: tuple[float, ...]
    weights: Floats
    parameters: tuple[Parameters, ...] = ()

    @classmethod
    def of(cls, progress: Iterable[Progress], saved: int = 63) -> Run:
        """Keep ``saved`` moments of a training, the early ones, where more happens, closer together."""
        moments = list(progress)
        wanted = _epochs_to_keep(moments[-1].epoch, saved)
        kept = [moment for moment in moments if moment.epoch in wanted]
        return cls(
            tuple(moment.epoch for moment in kept),
            tuple(moment.loss for moment in kept),
            np.stack([moment.weights for moment in kept]),
            tuple(moment.parameters for moment in kept),
        )

    def nearest(self, epoch: int) -> int:
        """The index of the saved moment nearest to an epoch."""
        return int(np.abs(np.array(self.epochs) - epoch).argmin())


class Replay(Widget):
    """The loss curve of a run, a scrubber that is its time axis, and heat tables before, now and after.

    Parameters
    ----------
    run : the run to show
    rows, columns : names of the m output steps and the n source positions
    start : the epoch shown at the start and after Reset; the nearest saved one
    """

    settable = ("epoch",)

    def __init__(
        self,
        run: Run,
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        start: int = 100,
        title: str = "Replay of a training run",
    ) -> None:
        super().__init__()
        self.title, self._rows, self._columns = title, tuple(rows), tuple(columns)
        self._run, self._start = run, start
        self._at = run.nearest(start)

    def get(self) -> State:
        """``epoch``, ``loss``, ``weights`` there, and the saved ``epochs``."""
        run, at = self._run, self._at
        return {
            "epoch": run.epochs[at],
            "loss": run.losses[at],
            "weights": run.weights[at].tolist(),
            "epochs": list(run.epochs),
        }

    def show(self, run: Run) -> None:
        """Show another run, or a run that has grown; the epoch stays where it is while the run holds it."""
        self._change(run=run)

    def _check(self, state: State) -> State:
        if "epoch" not in state:
            return {}
        epochs = self._run.epochs
        epoch = checks.whole("epoch", state["epoch"], epochs[0], epochs[-1])
        return {"at": self._run.nearest(epoch)}

    def _apply(self, values: State) -> None:
        if "run" in values:
            epoch = self._run.epochs[self._at]
            self._run = values["run"]
            self._at = self._run.nearest(epoch)
        self._at = values.get("at", self._at)

    def _build(self) -> Viewable:
        self._chart = Chart(*_axes(self._run), _LAYERS)
        self._slider = Slider(
            "epoch", start=0, end=len(self._run.epochs) - 1, step=1, value=self._at, part="lb-scrub"
        )
        self._slider.param.watch(self._on_slide, "value")
        self._maps = Html(part="lb-maps")
        self._sentence = Html(part="lb-live", attributes={"role": "status"})
        self._reading = Html(part="lb-reading")
        self._paint()
        time = Box(self._chart.part(), self._slider, part="lb-timeline")
        view, self._reset = live_frame(
            self.title, self._to_start, self._reading, time, self._maps, self._sentence
        )
        return view

    def _to_start(self) -> None:
        self._change(at=self._run.nearest(self._start))

    def _on_slide(self, event: object) -> None:
        at = round(self._slider.value)
        if at != self._at:
            self._change(at=at)

    def _paint(self) -> None:
        end = len(self._run.epochs) - 1
        if self._slider.end != end:
            self._slider.param.update(end=end, value=self._at)
        elif self._slider.value != self._at:
            self._slider.value = self._at
        self._chart.paint(_data(self._run, self._at))
        self._maps.show(self._maps_html(self._at))
        self._reading.show(_reading(self._run, self._at))
        self._sentence.show(self._spoken(self._at))

    def _recolour(self) -> None:
        self._chart.recolour(self.theme)

    def _maps_html(self, at: int) -> str:
        run = self._run
        maps = [
            self._map(0, "Before"),
            f'<div class="lb-now">{self._map(at, "Now")}</div>',
            self._map(-1, "After"),
        ]
        row = f'<div class="lb-heats">{"".join(maps)}</div>'
        uniform = weight(1 / run.weights.shape[2])
        about = f'A focused row has one <span class="w">weight</span> near 1; uniform is {uniform}.'
        return f'{row}<div class="lb-under">{heat.scale()}<p class="two">{about}</p></div>'

    def _map(self, at: int, caption: str) -> str:
        run = self._run
        note = f"epoch {run.epochs[at]:,}"
        return heat.table(self._rows, self._columns, run.weights[at], caption, note)

    def _spoken(self, at: int) -> str:
        run = self._run
        best = ", ".join(
            f"{row}: {self._columns[int(values.argmax())]} {weight(values.max())}"
            for row, values in zip(self._rows, run.weights[at], strict=True)
        )
        return f"Epoch {run.epochs[at]}, loss {_loss(run.losses[at])}. {best}."

    def poster(self) -> str:
        """The start state as script-free HTML."""
        run, at = self._run, self._run.nearest(self._start)
        scrub = element("div", "lb-scrub", poster_slider(at, 0, len(run.epochs) - 1))
        time = Chart(*_axes(run), _LAYERS).picture(_data(run, at)) + scrub
        body = element("div", "lb-reading", _reading(run, at)) + element("div", "lb-timeline", time)
        return still_frame(self.title, body + element("div", "lb-maps", self._maps_html(at)))


def _bend(last: int, saved: int) -> float:
    """The b for which b·expm1(c·i), i = 0 … saved − 1, runs from 0 to ``last`` and starts in steps of one."""
    if last < saved:
        return 1e9  # every epoch is saved: no bend
    low, high = 1e-6, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expm1(middle * (saved - 1)) / middle < last else (low, middle)
    return 1 / low


def _epochs_to_keep(last: int, saved: int) -> set[int]:
    """Epochs spaced by log(1 + epoch/b); the one nearest to a landmark gives way to it."""
    if last < saved:
        return set(range(last + 1))
    b = _bend(last, saved)
    epochs = [round(b * expm1(i / b)) for i in range(saved)]
    for landmark in (*(e for e in LANDMARKS if e <= last), last):
        epochs[min(range(saved), key=lambda i: abs(epochs[i] - landmark))] = landmark
    return set(epochs)


def _axes(run: Run) -> tuple[Axis, Axis]:
    """Epochs as they are spaced, so that the scrubber below stands under its point; losses from 0.

    A little room is left around both, or the point would be cut in half at the ends. The stylesheet leaves the
    same room beside the scrubber.
    """
    last = max(run.epochs[-1], 1)
    b = _bend(run.epochs[-1], len(run.epochs))
    room = ROOM * log1p(last / b)
    ticks = tuple((e, f"{e:,}") for e in LANDMARKS if e <= last)
    top = max(1.2 * float(np.log(run.weights.shape[2])), *run.losses)
    levels = tuple((x, text) for x, text in ((0.0, "0"), (0.5, ".5"), (1.0, "1"), (2.0, "2")) if x <= top)
    first, end = (b * expm1(edge) for edge in (-room, log1p(last / b) + room))
    return (
        Axis("epoch, logarithmic spacing", first, end, ticks, lambda e: b * log1p(e / b)),
        Axis("loss", -0.03 * top, top, levels),
    )


def _data(run: Run, at: int) -> Data:
    uniform, now = float(np.log(run.weights.shape[2])), run.epochs[at]
    return {
        "uniform": ([-1, 2 * max(run.epochs[-1], 1)], [uniform, uniform]),
        "loss": (run.epochs, run.losses),
        "now": ([now, now], [-9, 99]),
        "point": ([now], [run.losses[at]]),
    }


def _reading(run: Run, at: int) -> str:
    uniform = float(np.log(run.weights.shape[2]))
    return (
        f'<div class="lb-line"><strong>epoch {run.epochs[at]:,}, loss {_loss(run.losses[at])}</strong>'
        f'<span class="two">dashed: uniform weights, ln {run.weights.shape[2]} = {uniform:.4f}</span></div>'
    )


def _loss(value: float) -> str:
    """A loss with three digits that count: 1.097, .155, .0019."""
    places = 3 if value >= 0.1 else 4
    shown = f"{value:.{places}f}"
    return shown[1:] if shown.startswith("0") else shown
