"""The live table by the reader's own functions: which calls are made, and how what came back is read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookback.widgets.base import State
from lookback.widgets.calls import Ask, Came, Floats, Odd, Plain, array, manners, returned
from lookback.widgets.own import Part, Picture, Plan
from lookback.widgets.positions import Positions, Reading

#: The reader's functions that can draw it, the one that says more first.
FUNCTIONS = ("attention", "softmax")


def plan(q: Sequence[float], mask: Sequence[bool], positions: Positions, written: Sequence[str]) -> Plan:
    """Weights and context by `attention`; while that is not written, by `softmax` on the reference's scores."""
    reference = Reading.of(q, mask, positions)
    state: State = {"q": list(q), "mask": list(mask)}
    if "attention" in written:
        arguments = (np.array(q), positions.keys, positions.values, np.array(mask))
        [[came]] = yield (Ask("attention", ("q", "K", "V", "mask"), [arguments]),)
        return _attention(came, state, reference, positions)
    if reference.weights is None:
        return Picture(
            state, ("softmax",), remark="With every position masked, softmax is not asked.", agrees=True
        )
    [[came]] = yield (Ask("softmax", ("z",), [(reference.scores,)]),)
    return _softmax(came, state, reference, positions)


def _attention(came: Plain, state: State, reference: Reading, positions: Positions) -> Picture:
    used = ("attention",)
    try:
        if reference.weights is None:
            return _all_masked(came, state)
        pair = returned("attention", came)
        if pair.kind != "sequence" or len(pair.items) != 2:
            raise Odd(f"attention returned {pair} where (weights, context) is wanted.")
    except Odd as odd:
        return Picture(state, used, _parts(None, None, reference, positions), str(odd))
    weights, first = _read("weights", pair.items[0], (len(positions.words),))
    context, second = _read("context", pair.items[1], (positions.values.shape[1],))
    remark = first or second or manners("attention", [came])
    return Picture(state, used, _parts(weights, context, reference, positions), remark)


def _all_masked(came: Plain, state: State) -> Picture:
    """The statement asks for a ValueError."""
    raised = came.get("raised")
    if isinstance(raised, dict) and raised.get("type") == "ValueError":
        remark = "attention raised ValueError, as it should where every position is masked."
        return Picture(state, ("attention",), remark=remark, agrees=True)
    value = returned("attention", came)
    raise Odd(f"attention returned {value} where ValueError is wanted: every position is masked.")


def _softmax(came: Plain, state: State, reference: Reading, positions: Positions) -> Picture:
    """The context follows from these weights, as it would in `attention`."""
    used = ("softmax",)
    try:
        weights = array("softmax", "weights", returned("softmax", came), (len(positions.words),))
    except Odd as odd:
        return Picture(state, used, _parts(None, None, reference, positions), str(odd))
    with np.errstate(all="ignore"):
        context = weights @ positions.values
    return Picture(state, used, _parts(weights, context, reference, positions), manners("softmax", [came]))


def _read(name: str, came: Came, wanted: tuple[int, ...]) -> tuple[Floats | None, str]:
    """One half of what `attention` returned, or why there is none; the other half is still drawn."""
    try:
        return array("attention", name, came, wanted), ""
    except Odd as odd:
        return None, str(odd)


def _parts(
    weights: Floats | None, context: Floats | None, reference: Reading, positions: Positions
) -> tuple[Part, ...]:
    return (
        Part("weights", weights, reference.weights, lambda at: f"the weight on “{positions.words[at[0]]}”"),
        Part("context", context, reference.context, lambda at: f"context[{at[0]}]"),
    )
