"""What every widget offers: a live view, a still picture of it, and its state as plain JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from panel.viewable import Viewable

from lookback.widgets import theme

if TYPE_CHECKING:
    from lookback.widgets.own import Own

State = dict[str, Any]
Listener = Callable[[], None]


class Widget(ABC):
    """A figure with state.

    A subclass keeps its state in attributes, checks new values in :meth:`_check`, takes them over in
    :meth:`_apply`, and repaints what differs in :meth:`_paint`. Whatever moves the state, a control, a drag
    or :meth:`set`, goes through :meth:`_change`, so there is one order of things: check all, apply all,
    paint what differs, tell the listeners once.

    Painting sets each property at most once and never holds the Bokeh document: under a hold Bokeh calls
    Panel back late, and Panel takes its own changes for the reader's and handles each of them again.
    """

    #: The keys that :meth:`set` takes, in the order in which a message lists them.
    settable: tuple[str, ...] = ()
    #: Whether a slider's step and the step back leave all as it was: no model is made, nothing counted or kept. The
    #: page then asks for the next step before it is made.
    reversible: bool = False
    #: The reader's side of a widget that can be drawn with the reader's own functions.
    own: Own | None = None

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._view: Viewable | None = None
        self.theme: theme.Name = "light"

    def view(self) -> Viewable:
        """The live Panel object, built at the first call."""
        if self._view is None:
            self._view = self._build()
            if self.theme != "light":  # as all parts are made
                self._recolour()
        return self._view

    @abstractmethod
    def get(self) -> State:
        """The state as plain JSON: what was set, and what follows from it."""

    def set(self, state: Mapping[str, Any]) -> None:
        """Take over any subset of the settable keys.

        Raises
        ------
        ValueError
            A key is unknown or a value does not fit; names the key, the value seen and what is wanted. Then
            nothing has changed.
        """
        unknown = [key for key in state if key not in self.settable]
        if unknown:
            raise ValueError(
                f"{unknown[0]} = {shown(state[unknown[0]])} cannot be set here; "
                f"the keys are {', '.join(self.settable)}"
            )
        values = self._check(dict(state))
        if self.own is not None and "whose" in state:
            values["whose"] = self.own.check(state["whose"])
        self._change(**values)

    def link(self, state: State | None = None) -> State:
        """The part of the state (which may be got before) that :meth:`set` takes: what a link to it must carry."""
        state = self.get() if state is None else state
        return {key: value for key, value in state.items() if key in self.settable}

    def ask(self) -> State | None:
        """Calls of the reader's functions that this widget wants made now (see `own.Own.ask`)."""
        return None if self.own is None else self.own.ask()

    def hear(self, serial: int, result: Mapping[str, Any]) -> None:
        """Take what became of them."""
        if self.own is not None:
            self.own.hear(serial, result)
            self._show()

    def know(self, standing: Mapping[str, str]) -> None:
        """Take how far each of the reader's functions is: "starter", "written" or "verified"."""
        if self.own is not None:
            self.own.know(standing)
            self._show()

    def feed(self, data: Any) -> None:
        """Show something that is no state, such as a run that is under way; None is what the widget shows by itself.

        Raises
        ------
        ValueError
            The widget shows nothing but its state, or the data are not what it shows; then nothing has changed.
        """
        raise ValueError(f"{type(self).__name__} shows nothing that is fed to it")

    def on_change(self, callback: Listener) -> None:
        """Call ``callback`` once after each completed change, however many keys it moved."""
        self._listeners.append(callback)

    @abstractmethod
    def poster(self) -> str:
        """Script-free HTML of the start state, with the size and the look of the live view."""

    def set_theme(self, name: str) -> None:
        """Recolour what is drawn on a canvas; everything else follows the page's own colours."""
        if name not in theme.PALETTES:
            raise ValueError(f"theme = {shown(name)}; wanted light or dark")
        before, self.theme = self.theme, name
        if self._view is not None and name != before:
            self._recolour()

    def _change(self, **values: Any) -> None:
        """Apply checked values, repaint and tell the listeners."""
        if not values:
            return
        self._apply(values)
        if self.own is not None:
            self.own.choose(values.get("whose", self.own.whose))
            self.own.want()
        self._show()

    def _show(self) -> None:
        """Repaint what differs, and tell the listeners."""
        if self._view is not None:
            self._paint()
        for listener in tuple(self._listeners):
            listener()

    @abstractmethod
    def _check(self, state: State) -> State:
        """The values of ``state`` in their own types, or a ValueError."""

    @abstractmethod
    def _apply(self, values: State) -> None:
        """Take checked values over and compute what follows from them."""

    @abstractmethod
    def _build(self) -> Viewable:
        """Make the live Panel object."""

    @abstractmethod
    def _paint(self) -> None:
        """Bring the live view up to date with the state."""

    def _recolour(self) -> None:  # noqa: B027 - a widget without a canvas has nothing to recolour
        """Bring the canvases up to date with the theme."""


def shown(value: object, longest: int = 60) -> str:
    """A value as it is quoted in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= longest else text[: longest - 1] + "…"
