"""One number in three ways: a slider, a box to type in, and a button that changes its sign."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any

from lookback.widgets.numbers import MINUS, decimal, parse
from lookback.widgets.parts import (
    Button,
    Html,
    NumberBox,
    Slider,
    element,
    poster_box,
    poster_button,
    poster_slider,
)

#: Characters of a text that was not taken, as it is quoted.
_QUOTED = 12
_TOLD = count(1)


@dataclass(frozen=True)
class Number:
    """What a number is called and where it may lie.

    name : as shown, for example q[0]. label : as spoken, with the name in it.
    signed : whether there is a button for the sign (phone keyboards hide the minus).
    """

    name: str
    label: str
    low: float
    high: float
    step: float
    signed: bool = True

    def holds(self, value: float | None) -> bool:
        """Whether it is a number inside the range."""
        return value is not None and self.low <= value <= self.high

    def refusal(self, text: str, stays: float) -> str:
        """Why an entered text was not taken, with the text."""
        typed = text.strip()
        typed = typed if len(typed) <= _QUOTED else f"{typed[: _QUOTED - 1]}…"
        if parse(text) is None:
            return f"“{typed}” is not a number; {self.name} stays {decimal(stays, 3)}"
        outside = f"{typed.replace('-', MINUS)} is outside {decimal(self.low)} to {decimal(self.high)}"
        return f"{outside}; {self.name} stays {decimal(stays, 3)}"

    def picture(self, value: float) -> str:
        """The control of a poster."""
        sign = element("div", "lb-sign", poster_button(_sign_label(self))) if self.signed else ""
        return (
            element("div", "lb-name", _shown(self))
            + element("div", "lb-range", poster_slider(value, self.low, self.high))
            + element("div", "lb-number", poster_box(self.label, decimal(value, 3)))
            + sign
        )


class NumberControl:
    """The live parts of a number. ``move`` takes a new value; ``tell`` is called when :attr:`note` changes.

    Attributes
    ----------
    note : why the text in the box was not taken, or ""; told_at : which of such notes is newer
    """

    def __init__(
        self, number: Number, value: float, move: Callable[[float], None], tell: Callable[[], None]
    ) -> None:
        self.number, self._value, self._move, self._tell = number, value, move, tell
        self.note, self.told_at = "", 0
        self.slider = Slider(
            f"{number.label}, slider",
            start=number.low,
            end=number.high,
            step=number.step,
            value=value,
            part="lb-range",
        )
        self.box = NumberBox(number.label, decimal(value, 3), part="lb-number")
        self.sign = Button(_sign_label(number), part="lb-sign")
        self.slider.param.watch(self._on_slide, "value")
        self.box.listen(self._on_typing, self._on_entered)
        self.sign.on_click(lambda _: self._go(-self._value))

    def parts(self) -> Iterable[Any]:
        """Name, slider, box and, where the number is signed, the button."""
        parts = (Html(_shown(self.number), part="lb-name"), self.slider, self.box)
        return (*parts, self.sign) if self.number.signed else parts

    def show(self, value: float) -> None:
        """Take over a value; a text that already says it, though in other words, stays as it is typed."""
        self._value, self.note = value, ""
        if abs(self.slider.value - value) > 1e-9:
            self.slider.value = value
        if parse(self.box.text) != round(value, 3):
            self._write()

    def _write(self) -> None:
        self.box.show(decimal(self._value, 3))

    def _go(self, value: float) -> None:
        if value != self._value or self.note:
            self._move(value + 0.0)

    def _on_slide(self, event: Any) -> None:
        self._go(round(event.new, 6))

    def _on_typing(self, text: str) -> None:
        """Follow while a number is being typed; what is not yet a number waits until it is entered."""
        value = parse(text)
        if value is not None and self.number.holds(value) and value != self._value:
            self._go(value)

    def _on_entered(self, text: str) -> None:
        """Take an entered number, or say why the value stays what it is."""
        value = parse(text)
        if value is not None and self.number.holds(value):
            self._go(value)
            self._write()
        else:
            self.note, self.told_at = self.number.refusal(text, self._value), next(_TOLD)
            self._tell()


def notes(controls: Iterable[NumberControl]) -> str:
    """Why the text entered last was not taken, as markup: there is room for one."""
    told = max((c for c in controls if c.note), key=lambda c: c.told_at, default=None)
    return "" if told is None else f'<span class="lb-told">{escape(told.note)}</span>'


def _shown(number: Number) -> str:
    """The visible name; the controls carry the spoken one."""
    return f'<span aria-hidden="true">{escape(number.name)}</span>'


def _sign_label(number: Number) -> str:
    return f"change the sign of {number.name}"
