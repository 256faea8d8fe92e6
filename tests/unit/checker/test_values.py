"""Returned values are read without trusting them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lookback.checker.values import Seen, same_array, see


class Hostile:
    """Every way of looking at it fails."""

    def __getattribute__(self, name):
        raise SystemExit(name)

    def __repr__(self):
        raise SystemExit("repr")

    def __array__(self, *args, **kwargs):
        raise SystemExit("array")

    def __eq__(self, other):
        raise SystemExit("eq")

    __hash__ = None


class Liar(np.ndarray):
    def __array_ufunc__(self, *args, **kwargs):
        raise SystemExit

    def __array_function__(self, *args, **kwargs):
        raise SystemExit


@pytest.mark.parametrize(
    ("value", "kind", "type_name"),
    [
        (None, "none", "NoneType"),
        (..., "ellipsis", "ellipsis"),
        (True, "bool", "bool"),
        (np.bool_(True), "bool", "bool"),
        (3, "number", "int"),
        (2.5, "number", "float"),
        (np.float32(2.5), "number", "float32"),
        ("a", "text", "str"),
        ([1, 2], "sequence", "list"),
        ((1, 2), "sequence", "tuple"),
        (np.zeros(2), "array", "ndarray"),
        (np.zeros((1, 1)).view(np.matrix), "array", "matrix"),
        (np.ma.array([1.0], mask=[True]), "array", "MaskedArray"),
        ({1: 2}, "other", "dict"),
        (1j, "other", "complex"),
    ],
)
def test_a_value_is_named_by_its_class(value, kind, type_name):
    seen = see(value)
    assert (seen.kind, seen.type_name) == (kind, type_name)


def test_a_subclass_that_lies_is_read_through_its_base():
    seen = see(np.array([1.0, 2.0]).view(Liar))
    assert (seen.type_name, seen.data.tolist()) == ("Liar", [1, 2])


def test_an_object_that_fails_at_every_look_is_named_and_left_alone():
    seen = see(Hostile())
    assert (seen.kind, seen.type_name, seen.data) == ("other", "Hostile", None)


def test_numbers_survive_the_way_through_json():
    value = (np.array([[np.nan, np.inf], [-np.inf, 0.1]]), [1, 2.5], np.float64(3))
    back = Seen.from_plain(json.loads(json.dumps(see(value).to_plain(), allow_nan=False)))
    assert back.items[0].data.tolist()[1] == [-np.inf, 0.1]
    assert np.isnan(back.items[0].data[0, 0])
    assert back.items[1].numbers().tolist() == [1, 2.5]
    assert back.items[2].data == 3


def test_a_huge_array_keeps_its_shape_and_no_numbers():
    seen = see(np.broadcast_to(np.ones(3), (30_000_000, 3)))
    assert seen.shape == (30_000_000, 3)
    assert seen.data is None


def test_a_deep_list_is_not_followed_to_its_end():
    nested = []
    for _ in range(10_000):
        nested = [nested]
    assert see(nested).kind == "sequence"


def test_object_and_structured_arrays_hold_no_numbers():
    assert see(np.array([1, 2], dtype=object)).data is None
    assert see(np.zeros(2, dtype=[("w", float)])).code == "V"
    assert see(np.zeros(2, dtype=">f8")).dtype == "float64"


def test_an_argument_is_the_same_only_with_the_same_bytes_shape_and_type():
    array = np.array([1.0, -0.0, np.nan])
    assert same_array(array, array.copy())
    assert not same_array(array, array[::-1])
    assert not same_array(array, array.astype(np.float32))
    assert not same_array(array, array[:, None])
    assert same_array([array, 2], [array.copy(), 2])
    assert not same_array([array], [])
