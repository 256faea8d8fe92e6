"""What a call returned, as a plain record: read once, without trusting anything the learner's objects say of themselves.

Only the exact built-in types, NumPy arrays and NumPy scalars are looked into; of any other object nothing but the
name of its class is kept. So an ``__eq__`` that lies, a ``__repr__`` that never ends or an ``__array__`` with a
loop inside is never called.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookback.checker import words

LARGEST = 4096  # entries kept of one array: far more than any case expects
DEEPEST = 4  # nesting of lists that is looked into

# Taken at import, before any learner code runs: a later `np.asarray = ...` changes nothing here.
_array, _asarray, _float64, _issubclass = np.array, np.asarray, np.float64, issubclass
_isfinite = math.isfinite
_ndarray, _generic, _matrix = np.ndarray, np.generic, np.matrix
_class_name = type.__dict__["__name__"].__get__

Floats = np.ndarray[Any, np.dtype[np.float64]]


def class_name(kind: type) -> str:
    """The name of a class, whatever its metaclass would like to say, cut to a decent length."""
    return words.cut(str(_class_name(kind)), 40)


def json_ready(value: Any) -> Any:
    """The same data with NaN and infinities as the strings "nan", "inf" and "-inf", which JSON has no numbers for."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return repr(value)
    if isinstance(value, list | tuple):
        return [json_ready(item) for item in value]
    if isinstance(value, dict):
        return {key: json_ready(item) for key, item in value.items()}
    return value


@dataclass(frozen=True)
class Seen:
    """One returned value.

    kind : "array", "number", "bool", "none", "ellipsis", "sequence" (list or tuple), "text" or "other".
    type_name : name of its class. dtype, shape : of an array or NumPy
    scalar; code is the letter of the dtype's kind ("f", "i", "b", …).
    data : its entries as float64, when they are real numbers and not too many.
    items : the entries of a list or tuple.
    """

    kind: str
    type_name: str
    dtype: str = ""
    code: str = ""
    shape: tuple[int, ...] = ()
    data: Floats | None = None
    items: tuple[Seen, ...] = ()

    @property
    def is_plain_array(self) -> bool:
        """An ``ndarray`` itself, not a subclass of it."""
        return self.kind == "array" and self.type_name == "ndarray"

    def numbers(self) -> Floats | None:
        """The value as one float64 array, nested sequences of numbers included; None if it is nothing of the kind."""
        if self.kind in ("array", "number", "bool"):
            return self.data
        if self.kind != "sequence" or not self.items:
            return None
        parts = [item.numbers() for item in self.items]
        if (
            any(part is None for part in parts)
            or len({part.shape for part in parts if part is not None}) != 1
        ):
            return None
        return _array(parts, dtype=_float64)

    def to_plain(self) -> dict[str, Any]:
        """As JSON-ready data."""
        plain: dict[str, Any] = {"kind": self.kind, "type": self.type_name}
        if self.dtype:
            plain |= {"dtype": self.dtype, "code": self.code, "shape": list(self.shape)}
        if self.data is not None:
            numbers = self.data.ravel().tolist()
            plain["data"] = numbers if all(map(_isfinite, numbers)) else json_ready(numbers)
        if self.items:
            plain["items"] = [item.to_plain() for item in self.items]
        return plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Seen:
        """The record back from `to_plain`."""
        shape = tuple(plain.get("shape", ()))
        data = None
        if "data" in plain:
            data = _asarray([float(entry) for entry in plain["data"]], dtype=_float64).reshape(shape)
        items = tuple(cls.from_plain(item) for item in plain.get("items", ()))
        dtype, code = plain.get("dtype", ""), plain.get("code", "")
        return cls(plain["kind"], plain["type"], dtype, code, shape, data, items)


def same_array(before: Any, now: Any) -> bool:
    """Whether an argument still is what it was: the same bytes of the same type, or an equal plain value."""
    if type(before) is _ndarray:
        # An argument's array cannot be exchanged for another, but its shape and type can be set in place.
        same_form = type(now) is _ndarray and now.shape == before.shape and now.dtype == before.dtype
        return same_form and now.tobytes() == before.tobytes()
    if type(before) is not type(now):
        return False
    if type(before) is list or type(before) is tuple:
        return len(before) == len(now) and all(same_array(a, b) for a, b in zip(before, now, strict=True))
    return bool(before == now)


def see(value: Any, depth: int = 0) -> Seen:
    """Read a returned value into a record."""
    kind = type(value)
    name = class_name(kind)
    if value is None or value is Ellipsis:
        return Seen("none" if value is None else "ellipsis", name)
    if _issubclass(kind, _ndarray):
        return _see_array(value, kind, name)
    if _issubclass(kind, _generic):
        return _see_scalar(value, name)
    if kind is bool:
        return Seen("bool", name, data=_array(float(value)))
    if kind is int or _issubclass(kind, float):
        return Seen("number", name, data=_real(value, kind))
    if _issubclass(kind, tuple) or _issubclass(kind, list):
        return _see_sequence(value, kind, name, depth)
    return Seen("text" if kind is str else "other", name)


def _see_array(value: Any, kind: type, name: str) -> Seen:
    plain = _array(value, copy=False, subok=False) if kind is not _ndarray else value
    data = None
    if plain.dtype.kind in "fiub" and plain.size <= LARGEST:
        data = _array(plain, dtype=_float64)
    if any(_class_name(one) == "MaskedArray" for one in type.mro(kind)):  # np.ma is not imported for its name
        name = "MaskedArray"
    return Seen("array", name, _dtype_name(plain.dtype), plain.dtype.kind, tuple(plain.shape), data)


def _see_scalar(value: Any, name: str) -> Seen:
    plain = _asarray(value)
    kind = {"b": "bool", "f": "number", "i": "number", "u": "number"}.get(plain.dtype.kind, "other")
    data = _array(plain, dtype=_float64) if kind != "other" else None
    return Seen(kind, name, _dtype_name(plain.dtype), plain.dtype.kind, (), data)


def _dtype_name(dtype: Any) -> str:
    """float64, int32, bool …, without ``str(dtype)``, which imports a module of NumPy at its first use."""
    names: dict[str, str] = {"f": "float", "i": "int", "u": "uint", "c": "complex"}
    if dtype.kind in names:
        return f"{names[dtype.kind]}{8 * dtype.itemsize}"
    return {"b": "bool", "O": "object", "U": "text", "S": "bytes", "V": "records"}.get(dtype.kind, "unknown")


def _real(value: Any, kind: type) -> Floats:
    try:
        return _array(float.__float__(value) if kind is not int else float(value), dtype=_float64)
    except OverflowError:
        return _array(float("inf"), dtype=_float64)


def _see_sequence(value: Any, kind: type, name: str, depth: int) -> Seen:
    base = tuple if _issubclass(kind, tuple) else list
    # The base class's own iterator: a subclass may have replaced its __iter__ or __len__.
    length = base.__len__(value)
    if depth >= DEEPEST or length > LARGEST:
        return Seen("sequence", name, items=())
    return Seen("sequence", name, items=tuple(see(item, depth + 1) for item in base.__iter__(value)))
