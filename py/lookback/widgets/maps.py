"""See your bug: the weights of all output steps on given parameters, right, and by the reader's own scorer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from panel.viewable import Viewable

from lookback import kernels
from lookback.widgets import own as whose
from lookback.widgets.additive_own import FUNCTIONS, Moment, Parameters, moment_plan, pair
from lookback.widgets.base import State, Widget
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.own import Own, Switch
from lookback.widgets.parts import Html, element

Floats = NDArray[np.float64]


class Maps(Widget):
    """Two heat tables side by side, on the same queries, states and parameters.

    Parameters
    ----------
    queries : (m, d_q); states : (n, d_k); parameters : Wq (d_a, d_q), Wk (d_a, d_k), bias (d_a,), v (d_a,)
    steps, positions : the names of the m output steps and the n states
    caption : what the parameters are
    """

    settable = ("whose",)

    def __init__(
        self,
        queries: Floats,
        states: Floats,
        parameters: Parameters,
        steps: Sequence[str],
        positions: Sequence[str],
        *,
        caption: str,
        title: str = "Your scorer beside the right one",
    ) -> None:
        super().__init__()
        self.title, self._caption = title, caption
        self._moment = Moment(queries, states, parameters, tuple(steps), tuple(positions), 0, {})
        self._right = kernels.softmax(kernels.additive_scores(queries, states, parameters))
        # Whoever opens it has come for the second table.
        self._own = Own(FUNCTIONS[:2], lambda written: moment_plan(self._moment, written), whose="yours")
        self.own = self._own

    def get(self) -> State:
        """``weights`` (m, n) of the reference, ``whose`` and ``yours``."""
        return {"weights": self._right.tolist(), **self._own.get()}

    def _check(self, state: State) -> State:
        return {}

    def _apply(self, values: State) -> None:
        pass

    def _build(self) -> Viewable:
        self._switch = Switch(lambda chosen: self._change(whose=chosen))
        self._maps = Html(part="lb-pair")
        self._paint()
        view, self._reset = live_frame(
            self.title, lambda: self._change(whose="yours"), self._maps, switch=self._switch.part()
        )
        return view

    def _paint(self) -> None:
        self._switch.paint(self._own)
        self._maps.show(self._pair())

    def _pair(self) -> str:
        picture = self._own.shown
        part = None if picture is None else picture.part("weights")
        return pair(self._moment.steps, self._moment.positions, self._right, part, self._caption)

    def poster(self) -> str:
        """The right table, and the place of the other, as script-free HTML."""
        return still_frame(self.title, element("div", "lb-pair", self._pair()), switch=whose.poster(self.own))
