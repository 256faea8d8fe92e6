"""Whose function draws a widget: the reference's, or the reader's own.

The reader's code never runs where the widgets are. A widget asks for calls, the page has them made in the sandbox,
and what came back is drawn as data. One call is under way at a time; while it is, only the newest state is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

import numpy as np

from lookback.widgets import state as checks
from lookback.widgets.base import State
from lookback.widgets.calls import Answers, Asks, Floats, Odd, Plain, answers_of, asks_to_plain, to_json
from lookback.widgets.numbers import any_number
from lookback.widgets.parts import Box, Choice, Html, element, poster_checks

#: The tolerance of the checker, relative and absolute: what passes there is no difference here.
RTOL, ATOL = 1e-6, 1e-9
WHOSE = ("reference", "yours")
OPTIONS = ("Reference", "Yours")

#: Characters of what is said of the reader's code. The stylesheet keeps room for as many at every width.
LIMIT = 170

Index = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """One result beside the reference's: None where there is none. ``entry`` names an entry by its index."""

    name: str
    yours: Floats | None
    reference: Floats | None
    entry: Callable[[Index], str]

    def differs(self) -> list[Index]:
        """The entries that are not the reference's, in order."""
        if self.yours is None or self.reference is None:
            return []
        with np.errstate(all="ignore"):
            a, b = self.yours, self.reference
            same = (a == b) | (np.abs(a - b) <= ATOL + RTOL * np.abs(b))
        return [tuple(index) for index in np.argwhere(~same).tolist()]


@dataclass(frozen=True)
class Picture:
    """What the reader's code made of one state of the widget.

    state : the part of the widget's state that it belongs to. used : the functions that were called.
    remark : what is odd about it, "" where nothing is. agrees : it is as it should be though there are no numbers.
    """

    state: State
    used: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    remark: str = ""
    agrees: bool = False

    def part(self, name: str) -> Part | None:
        """A result by its name."""
        return next((part for part in self.parts if part.name == name), None)

    def first(self) -> tuple[Part, Index] | None:
        """The first entry that is not the reference's."""
        return next(((part, part.differs()[0]) for part in self.parts if part.differs()), None)

    def compared(self) -> tuple[str, str]:
        """What there is to say of it, each in a sentence or "": what is odd about it, and how it differs."""
        found = self.first()
        if self.agrees or (not self.remark and found is None):
            return self.remark or "The same as the reference.", ""
        if found is None:
            return self.remark, ""
        part, index = found
        yours, reference = (any_number(np.asarray(one)[index]) for one in (part.yours, part.reference))
        return self.remark, f"First difference: {part.entry(index)}, {yours} instead of {reference}."


#: Asks for calls, a round at a time, and makes a picture of what they return.
Plan = Generator[Asks, Answers, Picture]


@dataclass
class Own:
    """The reader's side of a widget: which functions it can use, how far they are, what was asked and what came.

    functions : names of the exercises' functions, in the order in which they are named.
    plan : called with those of them that are written. Each round costs a run of the reader's file: what a call takes
        from one before it, and needs no look at, is `calls.Handed`.
    named : a state of the widget in words, the one of now where none is given. A widget draws a picture together with
        the state that it belongs to (`Picture.state`), and this says so where the controls have gone on.
    """

    functions: tuple[str, ...]
    plan: Callable[[tuple[str, ...]], Plan]
    named: Callable[[State | None], str] = lambda _: ""
    whose: Literal["reference", "yours"] = "reference"
    standing: Mapping[str, str] = field(default_factory=dict)
    picture: Picture | None = None
    _running: Plan | None = None
    _asked: Asks | None = None
    _serial: int = 0
    _again: bool = False  # the state has changed since the plan was made
    _halted: str = ""  # why nothing is asked until the code changes

    @property
    def written(self) -> tuple[str, ...]:
        """The functions that are more than their starters."""
        return tuple(name for name in self.functions if self.standing.get(name) in ("written", "verified"))

    @property
    def shown(self) -> Picture | None:
        """What is drawn: None while the widget is the reference's."""
        return self.picture if self.whose == "yours" and self.written else None

    def check(self, whose: Any) -> Any:
        """``whose`` from outside, or a ValueError."""
        return checks.one_of("whose", whose, WHOSE)

    def choose(self, whose: Literal["reference", "yours"]) -> None:
        """Draw with the reference, or with the reader's code; choosing again tries again."""
        if whose != self.whose:
            self.whose = whose
            self._drop()
            self.picture = None

    def know(self, standing: Mapping[str, str]) -> None:
        """The reader's file has changed: how far each function is, "starter", "written" or "verified"."""
        self.standing = {str(name): str(value) for name, value in standing.items()}
        self._drop()
        self.want()

    def want(self) -> None:
        """The widget's state has changed: ask for it, after what is under way."""
        if self.whose != "yours" or not self.written or self._halted:
            return
        if self._running is not None:
            self._again = True
            return
        self._again = False
        self._running = self.plan(self.written)
        self._step(lambda plan: next(plan))

    def ask(self) -> Plain | None:
        """The calls that are wanted now, with a serial number for the answer; None when nothing is."""
        if self._asked is None:
            return None
        return {"serial": self._serial, "calls": asks_to_plain(self._asked)}

    def hear(self, serial: int, result: Mapping[str, Any]) -> None:
        """What became of the calls: ``record``, or why there is none in ``ended`` (``step``: how far they had come).

        An answer to an older question is dropped.
        """
        if serial != self._serial or self._running is None or self._asked is None:
            return
        asked, record = self._asked, result.get("record")
        if record is None:
            function = _reached(asked, result.get("step"))
            self._drop()
            self._halted = _ended(str(result.get("ended")), function)
            return
        try:
            answers = answers_of(record, asked)
        except Odd as odd:
            # The file as it stands gives no function: a state in which a text is, while it is written.
            self._finish(None, str(odd))
            return
        self._step(lambda plan: plan.send(answers))

    def _step(self, advance: Callable[[Plan], Asks]) -> None:
        """Take the plan to its next question or to its end."""
        plan = self._running
        if plan is None:
            return
        try:
            self._asked = advance(plan)
            self._serial += 1
        except StopIteration as end:
            self._finish(end.value, "")

    def _finish(self, picture: Picture | None, trouble: str) -> None:
        again = self._again
        self._drop()
        if picture is not None:
            self.picture = picture
        else:
            self._halted = trouble
        if again:
            self.want()

    def _drop(self) -> None:
        if self._running is not None:
            self._running.close()
        self._running = self._asked = None
        self._serial += 1
        self._again, self._halted = False, ""

    # what is said of it

    def get(self) -> State:
        """``whose``, and ``yours``: what the reader's code made of it, None while the reference draws."""
        return {"whose": self.whose, "yours": None if self.whose == "reference" else self._result()}

    def _result(self) -> State:
        picture, found = self.shown, None if self.shown is None else self.shown.first()
        status = "none" if not self.written else "waiting" if self.picture is None else "shown"
        if self._halted:
            status = "halted"
        result: State = {"status": status, "note": self.sentence(), "functions": [], "verified": False}
        if picture is not None:
            result |= {
                "functions": list(picture.used),
                "verified": self._verified(picture.used),
                "state": picture.state,
                **{p.name: None if p.yours is None else to_json(p.yours.tolist()) for p in picture.parts},
            }
        result["differs"] = None if found is None else {"part": found[0].name, "index": list(found[1])}
        return result

    def _verified(self, used: Sequence[str]) -> bool:
        return bool(used) and all(self.standing.get(name) == "verified" for name in used)

    def sentence(self) -> str:
        """Whose function this is, whether it is verified, and how it differs: at most `LIMIT` characters."""
        written = self.written
        if not written:
            return f"Yours opens when {_either(self.functions)} is written in the editor."
        if self.whose == "reference":
            return f"Yours: {self._named(written)}."
        if self._halted:
            return _fitting(self._halted, self._left())
        if self.picture is None:
            return f"{self._named(written)}. Waiting for its numbers."
        named = f"{self._named(self.picture.used or written)}."
        remark, difference = self.picture.compared()
        if remark and len(f"{named} {remark} {difference}") > LIMIT:
            difference = ""  # the figure marks it, too
        return _fitting(named, remark, difference)

    def _left(self) -> str:
        """What is drawn while nothing is asked."""
        if self.picture is None:
            return "The reference is drawn."
        then = self.named(self.picture.state)
        return "The picture is the one before" + (f", {then}." if then != self.named(None) else ".")

    def _named(self, used: Sequence[str]) -> str:
        one = "verified" if self._verified(used) else "not verified"
        return f"{_all(used)}, {one}"


def switch(own: Own | None, choose: Callable[[str], None]) -> Switch | None:
    """The live switch of a widget, None for one without."""
    return None if own is None else Switch(choose)


def part_of(made: Switch | None) -> Box | None:
    """The switch as a part of a widget's frame."""
    return None if made is None else made.part()


class Switch:
    """The live parts of the choice: two radio buttons, and what is said of the reader's code beside them."""

    def __init__(self, choose: Callable[[str], None]) -> None:
        self._choose = choose
        self._now = WHOSE[0]
        self._radios = Choice(
            options=list(OPTIONS),
            value=OPTIONS[0],
            inline=True,
            part="lb-fields",
            attributes={"role": "radiogroup", "aria-label": "drawn by"},
        )
        self._note = Html(part="lb-said", attributes={"role": "status"})
        self._radios.param.watch(self._on_choice, "value")

    def part(self) -> Box:
        """As a part of a widget."""
        return Box(Html(_LABEL, part="lb-oname lb-by"), self._radios, self._note, part="lb-own")

    def paint(self, own: Own) -> None:
        """Bring it up to date."""
        self._now = own.whose
        self._radios.show(OPTIONS[WHOSE.index(own.whose)])
        closed = not own.written and own.whose == "reference"
        if self._radios.disabled != closed:
            self._radios.disabled = closed
        self._note.show(_note(own.sentence()))

    def _on_choice(self, event: Any) -> None:
        if event.new in OPTIONS and event.new != OPTIONS[WHOSE.index(self._now)]:
            self._choose(WHOSE[OPTIONS.index(event.new)])


def poster(own: Own | None) -> str:
    """The switch of a poster: closed, for a picture knows no code. Nothing for a widget without one."""
    if own is None:
        return ""
    radios = element("div", "lb-fields", poster_checks(OPTIONS, "radio", [0], closed=True))
    inner = (
        element("div", "lb-oname lb-by", _LABEL) + radios + element("div", "lb-said", _note(own.sentence()))
    )
    return element("div", "lb-own", inner)


def mark(
    yours: float, reference: float, written: Callable[[float], str] = any_number, *, first: bool = False
) -> str:
    """The reference's number, to stand under the reader's, with = or ≠ before it; ``first``: the first that differs."""
    with np.errstate(all="ignore"):
        same = yours == reference or abs(yours - reference) <= ATOL + RTOL * abs(reference)
    sign = "=" if same else "≠"
    spoken = "the reference has the same" if same else "the reference has"
    return (
        f'<small class="lb-ref{"" if same else " lb-off"}{" lb-first" if first else ""}">'
        f'<span aria-hidden="true">{sign} </span>'
        f'<span class="vh">{spoken} </span>{written(reference)}</small>'
    )


_LABEL = '<span aria-hidden="true">drawn by</span>'


def _note(sentence: str) -> str:
    return f'<p class="two">{escape(sentence)}</p>'


def _fitting(*sentences: str) -> str:
    """Sentences in one text, the longest of them cut where there is no room for all."""
    said = [sentence for sentence in sentences if sentence]
    over = len(" ".join(said)) - LIMIT
    if over > 0:
        i = max(range(len(said)), key=lambda i: len(said[i]))
        said[i] = f"{said[i][: -over - 1].rstrip()}…"
    return " ".join(said)


def _all(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _reached(asks: Asks, step: object) -> str:
    """The function that was being called when it ended, as far as that is known."""
    return asks[step if isinstance(step, int) and 0 <= step < len(asks) else 0].function


def _ended(why: str, function: str) -> str:
    after = "It is tried again after the next change of the code."
    if why == "timeout":
        return f"{function} did not return within a second. {after}"
    if why == "died":
        return f"{function} brought its Python down. {after}"
    if why == "large":
        return f"{function} returned more than a widget can show. {after}"
    return f"Python for the reader's code did not start. {after}"
