"""A finer reading of an exception: which part of the line was at work, with its names, shapes and likely spelling.

`finer` is asked for each known cause. It answers with words, or "" where the table's own words have to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lookback.checker import raised_names, words
from lookback.checker.operands import Part, Record, parts_of


def finer(cause: str, raised: Record, found: dict[str, str]) -> str:
    """Words for this exception in particular, or ""."""
    reader = READERS.get(cause)
    return reader(raised, found) if reader is not None else ""


def count(number: int, one: str) -> str:
    """1 row, 2 rows."""
    plural = {"entry": "entries", "axis": "axes"}.get(one, one + "s")
    return f"{number} {one if number == 1 else plural}"


PRODUCTS = r"\b(?:dot|matmul|inner|vdot)$"


def _inside(parts: list[Part], found: dict[str, str]) -> str:
    """A product inside of a function that was called here."""
    given = words.listed([f"{text} {words.shape(size)}" for text, size, _ in parts[1:] if size])
    axes = _sizes(found) if "b" in found else ""
    return f"Inside {parts[0][0]}, given {given}, a product does not fit. {axes}".strip() if given else ""


def _matmul(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what == "call" and not re.search(PRODUCTS, parts[0][0]):
        return _inside(parts, found)
    if what == "call":
        parts = parts[1:3]
    if what not in ("@", "@=", "call") or len(parts) < 2:
        return ""
    (left, a, _), (right, b, _) = parts[:2]
    if not a or not b:
        known = next(((text, size) for text, size, _ in parts[:2] if size), None)
        return "" if known is None else f"{known[0]} has the shape {words.shape(known[1])}. " + _sizes(found)
    met = f"{count(b[0], 'entry')}" if len(b) == 1 else f"{count(b[-2], 'row')}"
    of = f"the {count(a[-1], 'column')}" if len(a) > 1 else f"the {count(a[-1], 'entry')}"
    if left == right:
        return (
            f"Both sides are {left}, of shape {words.shape(a)}: {of} of the left meet the {met} of the right."
        )
    return f"{left} has the shape {words.shape(a)}, {right} {words.shape(b)}: {of} of the first meet the {met} of the second."


def _sizes(found: dict[str, str]) -> str:
    return (
        f"The axes that the product adds up over have {found['b']} and {found['a']} entries."
        if "b" in found
        else ""
    )


def _broadcast(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what == "call":
        given = [f"{text} {words.shape(size)}" for text, size, _ in parts[1:] if size]
        return (
            f"The arguments have the shapes {words.listed(given[:3])}, which do not line up from the last axis."
            if len(given) > 1
            else ""
        )
    if len(parts) < 2:
        return ""
    (left, a, _), (right, b, _) = parts[:2]
    if a is None or b is None:
        return ""
    start = f"{left} has the shape {words.shape(a)}, {right} {words.shape(b)}."
    wide, thin = (a, b) if len(a) >= len(b) else (b, a)
    if len(wide) == 2 and len(thin) == 1 and thin[0] == wide[0] != wide[1]:
        return f"{start} The {thin[0]} numbers are one per row, but a vector lines up with the {count(wide[1], 'column')}."
    pair = next(((x, y) for x, y in zip(a[::-1], b[::-1], strict=False) if x != y and 1 not in (x, y)), None)
    if pair is None:
        return start
    return f"{start} Entry by entry, seen from the last axis, {pair[0]} meets {pair[1]}."


def _into(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what != "store" or len(parts) < 2:
        return ""
    (holder, shape, _), (index, _, _) = parts[:2]
    of = f" of shape {words.shape(shape)}" if shape else ""
    return f"{holder}[{index}] has room for {found['b']}, and {found['a']} was put there: the array {holder}{of} was made for other sizes."


def _truth(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what not in ("value", "test", "operator") or not parts:
        return ""
    text, shape, _ = parts[0]
    many = f" of shape {words.shape(shape)}" if shape else ""
    if re.search(r"[!=]=\s*None$", text):
        return f"{text} compares every entry with None and gives an array of answers. Whether something is None is one question: is."
    if text.startswith("not "):
        return f"“{text}” asks a whole array{many} for one True or False. Turning each entry round is another operation."
    return f"“{text}” is a whole array{many} of answers, and one True or False is needed there."


def _scalar(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what != "call" or len(parts) < 2:
        return ""
    (function, _, _), (argument, shape, _) = parts[:2]
    if function != "range" and "scalar index" in raised.get("text", ""):
        return (
            f"{function} got the array {argument} where a whole number, such as an axis or a size, belongs."
        )
    if "'float" in raised.get("text", "") or shape == ():
        return f"{function} takes a whole number, and {argument} is a float: a division with / gives floats, // whole numbers."
    if shape is None:
        return f"{function} takes a single number, and {argument} is an array."
    if function == "range":
        return f"range counts up to one whole number, and {argument} is an array of shape {words.shape(shape)}. How many entries it has is len({argument})."
    return f"{function} takes a single number, and {argument} is an array of shape {words.shape(shape)}."


def _called(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what != "call" or not parts:
        return ""
    function, shape, _ = parts[0]
    kind = (
        "an array"
        if "ndarray" in found.get("a", "")
        else "a number"
        if found.get("a", "").rpartition(".")[2] in ("int", "float", "float64", "int64")
        else f"of type {found.get('a')}"
    )
    size = f" of shape {words.shape(shape)}" if shape else ""
    return f"{function} is {kind}{size}, not a function, and round brackets after it call it."


def _index(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what not in ("index", "store") or len(parts) < 2:
        return ""
    holder, index = parts[0][0], parts[1][0]
    name = f"{holder}[{index}]: " if len(holder) + len(index) < 24 else ""
    size = int(found["b"])
    return f"{name}index {found['a']} does not exist, as there {'is' if size == 1 else 'are'} {count(size, 'entry')} along this axis, counted from 0."


def _index_axes(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what not in ("index", "store") or len(parts) < 2:
        return ""
    holder, shape, _ = parts[0]
    if shape is None:
        return ""
    return f"{holder}[{parts[1][0]}]: {holder} has the shape {words.shape(shape)}, {count(len(shape), 'axis')}, and more were indexed."


def _float_index(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what not in ("index", "store") or len(parts) < 2:
        return ""
    holder, (index, shape, kind) = parts[0][0], parts[1]
    if kind in ("str", "dict", "NoneType") or index.startswith(("'", '"')):
        return f"{holder}[{index}]: {holder} is an array, whose entries are found by their positions, not by a name."
    if re.fullmatch(r"-?\d*\.\d*", index):
        return f"{holder}[{index}]: an index is a whole number, and {index} is a float."
    if "float" in kind and shape == ():
        return f"{holder}[{index}] takes a position, and {index} is a float, a value: a loop over an array hands out its entries, not their positions."
    return f"{holder}[{index}]: an index has to hold whole numbers or booleans, and {index} holds floats."


def _unpack(raised: Record, found: dict[str, str]) -> str:
    text = raised.get("text", "")
    expected = re.search(r"expected (\d+)", text)
    got = re.search(r"got (\d+)", text)
    code = raised.get("code", "")
    right = code.partition("=")[2].strip() if "=" in code and not code.startswith("for") else ""
    what = f"“{words.cut(right, 40)}”" if right else "the right side"
    if not expected:
        return ""
    came = f"gave {count(int(got[1]), 'value')}" if got else "gave more"
    return f"{expected[1]} names stand on the left, and {what} {came}: it has to be as many, for inputs of every size."


def _tuple(raised: Record, found: dict[str, str]) -> str:
    text = raised.get("text", "")
    _what, parts = parts_of(raised)
    name = parts[0][0] if parts else "It"
    if "item assignment" in text:
        return f"{name} is a tuple, whose entries cannot be changed once it is made; an array's can."
    attribute = re.search(r"has no attribute '(\w+)'", text)
    if attribute:
        return f"{name.rpartition('.')[0] or 'It'} is a tuple, which has no “{attribute[1]}”: a function with two results gives a pair, or a comma made one."
    return ""


def _none(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    name = next((text for text, _, kind in parts if kind == "NoneType"), "")
    if not name and what == "value" and parts and "." in parts[0][0]:
        name = parts[0][0].rpartition(".")[0]
    if not name:
        holder = parts[0][0] if what in ("index", "store") and parts else ""
        name = holder
    if name == "mask":
        return "No mask was given here, so mask is None, and None cannot take part in a calculation."
    return f"{name} is None here: nothing was stored in it, or what made it returns nothing." if name else ""


def _set(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what != "store" or len(parts) < 2:
        return ""
    return f"{parts[0][0]}[{parts[1][0]}] is room for one number, and an array of several was put there."


def _texts(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if found.get("a") == "bitwise_xor":
        return "^ is “exclusive or” of whole numbers in Python; powers are written **."
    texts = [text for text, _, kind in parts if kind in ("str", "str_")]
    if texts:
        return f"{texts[0]} is a text, and {what} cannot calculate with it."
    if what == "call" or not parts:
        return ""
    if raised.get("text", "").startswith("ufunc"):
        listed = words.listed([f"{text} ({_kind(shape, kind)})" for text, shape, kind in parts[:2]])
        return f"{what} does not work between {listed}: one of them holds no numbers."
    if found.get("a", "").startswith("bitwise") and len(parts) > 1:
        return f"{what} works on booleans and whole numbers, and {parts[0][0]} or {parts[1][0]} holds floats."
    return ""


def _kind(shape: tuple[int, ...] | None, kind: str) -> str:
    return kind or (f"an array of shape {words.shape(shape)}" if shape else "unknown")


def _list(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    holder = next(
        (
            text
            for text, _, kind in parts
            if kind in ("list", "tuple", "map", "generator", "zip", "filter", "range", "dict")
        ),
        "",
    )
    kind = next((kind for text, _, kind in parts if text == holder), "list")
    return (
        f"{holder} is a {kind}, and {what} does not calculate with it entry by entry; arrays do."
        if holder
        else ""
    )


def _number(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    text = raised.get("text", "")
    if what in ("index", "store") and parts:
        return f"{parts[0][0]} is a single number here, and [{parts[1][0]}] looks for an entry in it."
    if what == "call" and len(parts) > 1:
        return f"{parts[0][0]} goes through the entries of something, and {parts[1][0]} is a single number."
    if what == "value" and parts and "iter" in text:
        return f"“{parts[0][0]}” is a single number and has no entries to go through one by one."
    return ""


def _subscripted(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    text = raised.get("text", "")
    if what in ("index", "store") and parts:
        kind = "a function" if re.search(r"ufunc|function|method|type", text) else "nothing with entries"
        return f"{parts[0][0]} is {kind}, and square brackets look for an entry in it; a call has round ones."
    if what in ("value", "call") and parts:
        name = parts[-1][0]
        return f"“{name}” has no entries to go through one by one." if "iterable" in text else ""
    return ""


def _short_list(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what not in ("index", "store") or len(parts) < 2:
        return ""
    holder, index = parts[0][0], parts[1][0]
    if holder.endswith(".shape"):
        return f"{holder}[{index}]: the shape of {holder[:-6]} has one entry for each of its axes, and there is no axis {index}."
    return f"{holder}[{index}]: {holder} has fewer entries than that."


def _attribute_of_number(raised: Record, found: dict[str, str]) -> str:
    _, parts = parts_of(raised)
    holder = parts[0][0].rpartition(".")[0] if parts else ""
    if holder == "np":
        return "np is a number here: the name of the module was given another value."
    return (
        f"{holder} is a single number here, and a number has no “{found['a']}”: a sum, a maximum, an index or a loop has left one."
        if holder
        else ""
    )


def _attribute_of_list(raised: Record, found: dict[str, str]) -> str:
    _, parts = parts_of(raised)
    holder = parts[0][0].rpartition(".")[0] if parts else ""
    return (
        f"{holder} is a list, and lists have no “{found['a']}”: arrays calculate, lists only hold things."
        if holder
        else ""
    )


def _einsum(raised: Record, found: dict[str, str]) -> str:
    what, parts = parts_of(raised)
    if what != "call" or len(parts) < 3:
        return ""
    letters = parts[1][0].strip("'\"").replace(" ", "")
    terms = letters.partition("->")[0].split(",")
    sizes: dict[str, tuple[int, str]] = {}
    for term, (text, shape, _) in zip(terms, parts[2:], strict=False):
        if shape is None:
            continue
        if len(term) != len(shape) and "." not in term:
            return f"In {parts[1][0]} the letters {term} stand for {text}, which has the shape {words.shape(shape)}: one letter for each axis."
        for letter, size in zip(term, shape, strict=False):
            if letter in sizes and sizes[letter][0] != size and 1 not in (sizes[letter][0], size):
                before, name = sizes[letter]
                return f"In {parts[1][0]} the letter {letter} is {before} for {name} and {size} for {text}: the same letter needs the same length."
            sizes[letter] = (size, text)
    return ""


def _axis(raised: Record, found: dict[str, str]) -> str:
    axes, asked = int(found["b"]), found["a"]
    _, parts = parts_of(raised)
    holder = parts[0][0] if parts else ""
    thing = (
        words.cut(holder.rpartition(".")[0], 30)
        if "." in holder and not holder.startswith("np.")
        else parts[1][0]
        if len(parts) > 1
        else "the array"
    )
    there = "only axis 0" if axes == 1 else f"the axes 0 to {axes - 1}" if axes else "no axis at all"
    return f"Axis {asked} was asked for, and {thing} has {there}."


READERS: dict[str, Callable[[Record, dict[str, str]], str]] = {
    "matmul-shape": _matmul,
    "dot-shape": _matmul,
    "matmul-scalar": lambda raised, found: _matmul_scalar(raised),
    "broadcast": _broadcast,
    "broadcast-into": _into,
    "truth-value": _truth,
    "only-scalar": _scalar,
    "range": _scalar,
    "not-callable": _called,
    "index": _index,
    "float-index": _float_index,
    "unpack": _unpack,
    "argument-missing": raised_names.arguments,
    "name": raised_names.name,
    "numpy-attribute": raised_names.numpy,
    "array-attribute": raised_names.array_attribute,
    "tuple-arithmetic": _tuple,
    "none-arithmetic": _none,
    "set-element": _set,
    "complex": _texts,
    "list-minus": _list,
    "iterate-0d": _number,
    "axis": _axis,
    "iterate-function": _subscripted,
    "list-index": _short_list,
    "float-attribute": _attribute_of_number,
    "list-attribute": _attribute_of_list,
    "einsum": _einsum,
    "index-axes": _index_axes,
    "empty-reduction": raised_names.nothing,
}


def _matmul_scalar(raised: Record) -> str:
    _, parts = parts_of(raised)
    alone = next((text for text, shape, _ in parts[:2] if shape == ()), "")
    return (
        f"{alone} is a single number here, and @ needs an axis on each side; a number is multiplied with *."
        if alone
        else ""
    )
