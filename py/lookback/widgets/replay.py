"""A training run to go back and forth in: the loss, the epoch chosen, the weights before, now and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import expm1, isfinite, log1p
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from panel.viewable import Viewable

from lookback.moments import LANDMARKS, Run, bend, word
from lookback.widgets import state as checks
from lookback.widgets.base import State, Widget, shown
from lookback.widgets.chart import Axis, Chart, Data, Layer
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.parts import Box, Html, Slider, element, poster_slider
from lookback.widgets.replay_html import contexts_html, maps_html, reading_html, spoken

#: Room before the first and after the last epoch, as a share of what lies between.
ROOM = 0.022
#: Where the loss axis may end, with the ticks it has then.
_TOPS = (
    (1.4, (0.0, 0.5, 1.0)),
    (2.5, (0.0, 1.0, 2.0)),
    (6.0, (0.0, 2.0, 4.0, 6.0)),
    (12.0, (0.0, 5.0, 10.0)),
    (30.0, (0.0, 10.0, 20.0, 30.0)),
)
_LAYERS = {
    "uniform": Layer("line", "ink-3", 1, "dashed"),
    "loss": Layer("line", "ink", 2.5),
    "now": Layer("line", "ink", 1),
    "point": Layer("points", "ink", 2.5, size=11),
}


class Replay(Widget):
    """The loss curve of a run, a scrubber that is its time axis, and heat tables before, now and after.

    Parameters
    ----------
    run : the run to show until another one is fed
    rows, columns : names of the m output steps and the n source positions
    values : (n, d_v), to show the context of each step; a run without contexts gets those of its weights
    start : the epoch shown at the start and after Reset; the nearest saved one
    title : of the widget
    name : of the run, as a sentence begins with it
    """

    settable = ("epoch",)
    reversible = True

    def __init__(
        self,
        run: Run,
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        values: ArrayLike | None = None,
        start: int = 100,
        title: str = "Replay of a training run",
        name: str = "This run",
    ) -> None:
        super().__init__()
        self.title, self._rows, self._columns = title, tuple(rows), tuple(columns)
        self._values = None if values is None else np.asarray(values, np.float64)
        self._own, self._own_name = run, name
        self._run, self._name, self._start = run, name, start
        self._at = run.nearest(start)
        self._serial: Any = None
        self._follows = False

    def get(self) -> State:
        """``epoch``, ``loss``, ``weights`` there, the saved ``epochs``, and whose ``run`` it is."""
        run, at = self._run, self._at
        return {
            "epoch": run.epochs[at],
            "loss": word(run.losses[at]),
            "weights": run.weights[at].tolist(),
            "epochs": list(run.epochs),
            "run": self._name,
        }

    def feed(self, data: Any) -> None:
        """Show another run, which may be under way: ``{"run": …, "name": …, "serial": …}``, or None for its own.

        ``run`` is as `Run.from_plain` takes it. A new ``serial`` says that another training has begun; the epoch then
        follows the newest moment until somebody moves it. Of one training it stays where it is.
        """
        if data is None:
            self._serial, self._follows = None, False
            self._change(run=self._own, name=self._own_name)
            return
        if not isinstance(data, Mapping) or not isinstance(data.get("name"), str):
            raise ValueError(f"{shown(data)} is no run with a name")
        run = Run.from_plain(data.get("run"), len(self._rows), len(self._columns))
        if data.get("serial") != self._serial:
            self._serial, self._follows = data.get("serial"), True
        values: State = {"run": run, "name": data["name"][:60]}
        self._change(**values, **({"at": len(run.epochs) - 1} if self._follows else {}))

    def show(self, run: Run) -> None:
        """Show another run, or a run that has grown; the epoch stays where it is while the run holds it."""
        self._change(run=run)

    def _check(self, state: State) -> State:
        if "epoch" not in state:
            return {}
        epochs = self._run.epochs
        epoch = checks.whole("epoch", state["epoch"], epochs[0], epochs[-1])
        self._follows = False
        return {"at": self._run.nearest(epoch)}

    def _apply(self, values: State) -> None:
        if "run" in values:
            epoch = self._run.epochs[self._at]
            self._run = values["run"]
            self._at = self._run.nearest(epoch)
        self._name = values.get("name", self._name)
        self._at = values.get("at", self._at)

    def _build(self) -> Viewable:
        self._chart = Chart(*_axes(self._run), _LAYERS)
        self._fitted = _extent(self._run)
        self._slider = Slider(
            "epoch", start=0, end=max(self._run.places - 1, 1), step=1, value=self._at, part="lb-scrub"
        )
        self._slider.param.watch(self._on_slide, "value")
        self._maps = Html(part="lb-maps")
        self._contexts = Html(part="lb-contexts")
        self._sentence = Html(part="lb-live", attributes={"role": "status"})
        self._reading = Html(part="lb-reading")
        self._paint()
        time = Box(self._chart.part(), self._slider, part="lb-timeline")
        body = [self._reading, time, self._maps]
        body += [] if self._values is None else [self._contexts]
        view, self._reset = live_frame(self.title, self._to_start, *body, self._sentence)
        return view

    def _to_start(self) -> None:
        self._follows = False
        self._change(at=self._run.nearest(self._start))

    def _on_slide(self, event: object) -> None:
        at = round(self._slider.value)
        if at == self._at:
            return
        self._follows = False
        # Beyond the newest moment of a run that is under way there is nothing yet: the handle goes back to it.
        self._change(at=min(at, len(self._run.epochs) - 1))

    def _paint(self) -> None:
        run = self._run
        if self._fitted != _extent(run):
            self._fitted = _extent(run)
            self._chart.fit(*_axes(run))
        end = max(run.places - 1, 1)
        self._slider.name_places(run.epochs)
        if self._slider.end != end:
            self._slider.param.update(end=end, value=self._at)
        elif self._slider.value != self._at:
            self._slider.value = self._at
        self._chart.paint(_data(run, self._at))
        self._maps.show(maps_html(run, self._at, self._rows, self._columns))
        self._contexts.show(self._contexts_html(run, self._at))
        self._reading.show(reading_html(run, self._at, self._name))
        if run.epochs[-1] == run.last or not self._follows:  # else it would be read aloud ten times a second
            self._sentence.show(spoken(run, self._at, self._rows, self._columns))

    def _recolour(self) -> None:
        self._chart.recolour(self.theme)

    def _contexts_html(self, run: Run, at: int) -> str:
        if self._values is None:
            return ""
        fits = run.contexts is not None and run.contexts.shape[2] == self._values.shape[1]
        contexts = run.contexts[at] if fits and run.contexts is not None else run.weights[at] @ self._values
        return contexts_html(contexts, self._values, self._rows, self._columns, run.epochs[at])

    def poster(self) -> str:
        """The start state as script-free HTML."""
        run, at = self._own, self._own.nearest(self._start)
        scrub = element("div", "lb-scrub", poster_slider(at, 0, max(run.places - 1, 1)))
        time = Chart(*_axes(run), _LAYERS).picture(_data(run, at)) + scrub
        body = element("div", "lb-reading", reading_html(run, at, self._own_name))
        body += element("div", "lb-timeline", time)
        body += element("div", "lb-maps", maps_html(run, at, self._rows, self._columns))
        if self._values is not None:
            body += element("div", "lb-contexts", self._contexts_html(run, at))
        return still_frame(self.title, body)


def _extent(run: Run) -> tuple[int, int, float]:
    """What the axes depend on."""
    return run.last, run.places, _top(run)


def _top(run: Run) -> float:
    """Where the loss axis ends: steps, so that it does not move with every moment of a run; infinities are cut."""
    most = max(
        1.2 * float(np.log(run.weights.shape[2])), *(loss for loss in run.losses if isfinite(loss)), 0.0
    )
    return next((top for top, _ in _TOPS if most <= top), _TOPS[-1][0])


def _axes(run: Run) -> tuple[Axis, Axis]:
    """Epochs as they are spaced, so that the scrubber below stands under its point; losses from 0.

    A little room is left around both, or the point would be cut in half at the ends. The stylesheet leaves the
    same room beside the scrubber.
    """
    last = max(run.last, 1)
    b = bend(run.last, run.places)
    room = ROOM * log1p(last / b)
    ticks = tuple((e, f"{e:,}") for e in (*(e for e in LANDMARKS if e < 0.8 * last), last))
    top = _top(run)
    levels = tuple((x, f"{x:g}".removeprefix("0") or "0") for x in dict(_TOPS)[top])
    first, end = (b * expm1(edge) for edge in (-room, log1p(last / b) + room))
    return (
        Axis("epoch, logarithmic spacing", first, end, ticks, lambda e: b * log1p(e / b)),
        Axis("loss", -0.03 * top, top, levels),
    )


def _data(run: Run, at: int) -> Data:
    uniform, now, top = float(np.log(run.weights.shape[2])), run.epochs[at], 2 * _top(run)
    losses = [loss if isfinite(loss) else top for loss in run.losses]
    return {
        "uniform": ([-1, 2 * max(run.last, 1)], [uniform, uniform]),
        "loss": (run.epochs, losses),
        "now": ([now, now], [-9, 99]),
        "point": ([now], [losses[at]]),
    }
