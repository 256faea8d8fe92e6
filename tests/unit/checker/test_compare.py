"""The comparison ladder: the first rung that does not hold speaks."""

from __future__ import annotations

import numpy as np
import pytest

from lookback.checker.cases import Expected
from lookback.checker.compare import Outcome, climb, close, same_behaviour
from lookback.checker.values import see

WEIGHTS = np.array([0.468, 0.063, 0.469])
CONTEXT = np.array([4.68, 0.63])
EXPECTED = Expected(see(WEIGHTS))
PAIR = Expected(see((WEIGHTS, CONTEXT)))


def returned(value, **more):
    return Outcome(None, see(value), **more)


def raised(*bases):
    return Outcome({"type": bases[0], "bases": list(bases)}, None)


@pytest.mark.parametrize(
    ("value", "step"),
    [
        (WEIGHTS.copy(), ""),
        (WEIGHTS + 1e-10, ""),
        (WEIGHTS.astype(">f8"), ""),
        (WEIGHTS.astype(np.float32), ""),
        (None, "nothing"),
        (..., "unfinished"),
        (WEIGHTS.tolist(), "type"),
        (np.ma.array(WEIGHTS), "type"),
        (WEIGHTS > 0.1, "dtype"),
        (WEIGHTS.astype(np.float16), "dtype"),
        (WEIGHTS.astype(object), "dtype"),
        (WEIGHTS.astype(complex), "dtype"),
        (WEIGHTS[None], "shape"),
        (WEIGHTS[:2], "shape"),
        (np.empty((0, 3)), "shape"),
        (np.array([np.nan, 0, 1]), "nan"),
        (np.round(WEIGHTS, 2), "values"),
    ],
)
def test_an_array_is_judged_rung_by_rung(value, step):
    assert climb(returned(value), EXPECTED, ("array",)).step == step


@pytest.mark.parametrize(
    ("value", "step"),
    [
        (0.5, ""),
        (np.float64(0.5), ""),
        (np.array(0.5), ""),
        (np.array([0.5]), "type"),
        ("0.5", "type"),
        (True, "type"),
        (np.float16(0.5), "dtype"),
        (0.6, "values"),
    ],
)
def test_a_number_may_be_a_python_a_numpy_or_a_zero_dimensional_one(value, step):
    assert climb(returned(value), Expected(see(0.5)), ("number",)).step == step


@pytest.mark.parametrize(
    ("value", "step", "part"),
    [
        ((WEIGHTS, CONTEXT), "", 0),
        ([WEIGHTS, CONTEXT], "", 0),
        (WEIGHTS, "pair", 0),
        ((WEIGHTS, CONTEXT, 1), "pair", 0),
        ((WEIGHTS, None), "nothing", 1),
        ((WEIGHTS + 1, CONTEXT[None]), "shape", 1),
        ((WEIGHTS, CONTEXT + 1), "values", 1),
    ],
)
def test_a_pair_is_judged_part_by_part_types_and_shapes_first(value, step, part):
    rung = climb(returned(value), PAIR, ("array", "array"))
    assert (rung.step, rung.part if step else 0) == (step, part)


def test_what_is_accepted_with_a_remark_says_so():
    single = climb(returned(WEIGHTS.astype(np.float32)), EXPECTED, ("array",))
    pair = climb(returned([WEIGHTS, CONTEXT]), PAIR, ("array", "array"))
    assert single.remarks == {"single"}
    assert pair.remarks == {"list-pair"}


def test_the_largest_error_and_the_first_bad_index_are_kept():
    rung = climb(returned(WEIGHTS + np.array([0, 0.1, 0.2])), EXPECTED, ("array",))
    assert rung.error == pytest.approx(0.2)
    assert rung.index == (1,)


def test_an_exact_zero_has_to_be_exact_where_it_is_promised():
    want = Expected(see(np.array([0.5, 0.0, 0.5])))
    tiny = returned(np.array([0.5, 1e-12, 0.5]))
    assert climb(tiny, want, ("array",)).passed
    assert climb(tiny, want, ("array",), np.array([False, True, False])).step == "values"


def test_exceptions_are_compared_by_class_and_base():
    asked = Expected(None, "ValueError")
    assert climb(raised("NothingLeft", "ValueError", "Exception"), asked, ("array",)).passed
    assert climb(raised("AssertionError", "Exception"), asked, ("array",)).step == "raised"
    assert climb(returned(WEIGHTS), asked, ("array",)).step == "no-error"
    assert climb(raised("ValueError"), EXPECTED, ("array",)).step == "raised"


def test_side_effects_come_before_values():
    wrong = WEIGHTS + 1
    assert climb(returned(wrong, changed=("z",)), EXPECTED, ("array",)).step == "changed"
    assert climb(returned(wrong, again=returned(WEIGHTS)), EXPECTED, ("array",)).step == "again"


def test_behaviour_is_the_same_with_equal_numbers_types_and_side_effects():
    assert same_behaviour(returned(np.array([np.nan, 1.0])), returned(np.array([np.nan, 1.0])))
    assert not same_behaviour(returned(WEIGHTS), returned(WEIGHTS.tolist()))
    assert not same_behaviour(returned((0.5, 0.5)), returned([0.5, 0.5]))
    assert same_behaviour(returned((WEIGHTS, CONTEXT)), returned([WEIGHTS, CONTEXT]))
    assert not same_behaviour(returned(WEIGHTS), returned(WEIGHTS, changed=("z",)))
    assert not same_behaviour(
        returned(WEIGHTS, changed=("z",), after=(see(WEIGHTS),)),
        returned(WEIGHTS, changed=("z",), after=(see(CONTEXT),)),
    )
    assert not same_behaviour(raised("ValueError"), raised("TypeError"))
    assert not same_behaviour(raised("ValueError"), returned(WEIGHTS))


def test_closeness_takes_nan_and_infinity_as_equal_to_themselves():
    assert close(np.array([np.nan, np.inf]), np.array([np.nan, np.inf]))
    assert not close(np.array([np.inf]), np.array([-np.inf]))
    assert not close(np.zeros(2), np.zeros(3))
