"""Words for results of the wrong form: another type, dtype, shape, or not the pair that is asked for."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

import numpy as np

from lookback.checker import words
from lookback.checker.bundle import Answers, JudgedCase
from lookback.checker.compare import Floats, Outcome, Rung, close
from lookback.checker.probes.trials import Trial
from lookback.checker.relations import relation
from lookback.checker.said import Said, join
from lookback.checker.values import Seen


def pair_said(
    rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str, tried: Sequence[Trial]
) -> Said:
    """Not two results."""
    value = outcome.value
    names = [entry["name"] for entry in answers.returns]
    asked = f"The statement asks for the pair ({', '.join(names)})."
    if value is None or value.kind != "sequence":
        what = f"{call} returned {thing(value)}."
        why = f"{_which(value, case, names) or odd_why(value)} {asked}".strip()
        return Said("ladder/pair", "One result in place of two", join(what, why))
    if value.type_name == "list" and any(item.kind == "sequence" for item in value.items):
        what = f"{call} returned a list of {len(value.items)} entries, one per query."
        return Said("ladder/pair", "Results by query, not by kind", join(what, asked))
    what = f"{call} returned {len(value.items)} results."
    return Said("ladder/pair", "Not two results", join(what, f"{_where(value, case, names)}{asked}"))


def _which(value: Seen | None, case: JudgedCase, names: list[str]) -> str:
    """If the lone value is one of the two results, or both in one array, say so."""
    numbers = None if value is None else value.numbers()
    wanted = [want.data for want in case.expected.value.items] if case.expected.value is not None else []
    if numbers is None or any(want is None for want in wanted):
        return ""
    rights = [want for want in wanted if want is not None]
    for name, want in zip(names, rights, strict=False):
        if close(numbers, want):
            return f"That is the {name} alone."
    weights, _context = rights
    if (
        numbers.ndim == 3
        and weights.ndim == 2
        and numbers.shape[1] == 2
        and numbers.shape[::2] == weights.shape
        and close(numbers[:, 0], weights)
    ):
        return "It holds a pair for each query; asked for are all weights, then all contexts."
    ends = np.concatenate([want.ravel() for want in rights]) if rights else np.zeros(0)
    if numbers.size == ends.size and close(numbers.ravel(), ends):
        return "The two results were joined into one array."
    return ""


def _where(value: Seen, case: JudgedCase, names: list[str]) -> str:
    """Which of several results are the ones asked for."""
    places = []
    for name, want in zip(names, case.expected.value.items if case.expected.value else (), strict=False):
        for index, item in enumerate(value.items):
            numbers = item.numbers()
            if numbers is not None and want.data is not None and close(numbers, want.data):
                places.append(f"the {name} {'is' if name == 'context' else 'are'} number {index + 1}")
                break
    return f"Among them {words.listed(places)}. " if places else ""


def type_said(
    rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str, tried: Sequence[Trial]
) -> Said:
    """Another type than an array, or than a number."""
    got, want = _parts(rung, outcome, case)
    name = answers.returns[rung.part]["name"]
    right = _right_numbers(got, want)
    start = (
        f"The numbers of {name} are right, but they came back as {thing(got)}."
        if right
        else f"{call} returned {thing(got)} for {name}."
    )
    if answers.kinds[rung.part] == "number":
        return Said(*_number_words(got, start))
    if got.kind == "number" and want.data is not None:
        why, title = _lone_number(rung, tried, want)
        return Said(f"type/{_slug(got.type_name)}", title, join(start, why))
    title = f"{_article(got.type_name)} in place of an array"
    return Said(f"type/{_slug(got.type_name)}", title, join(start, _type_why(got, want, name, answers)))


def _lone_number(rung: Rung, tried: Sequence[Trial], want: Seen) -> tuple[str, str]:
    found = relation(_pairs(rung, tried))
    if found is not None:
        return found[1], found[0]
    size = words.shape(want.shape)
    why = f"An array of shape {size} is asked for. A sum or a maximum over everything, or a return inside a loop, leaves one number."
    return why, "A single number in place of an array"


def _pairs(rung: Rung, tried: Sequence[Trial]) -> list[tuple[Floats, Floats]]:
    both = [(trial.got(rung.part), trial.want(rung.part)) for trial in tried]
    return [(got, want) for got, want in both if got is not None and want is not None]


PLAIN = "A plain NumPy array is asked for."
# fmt: off
TYPE_WHY = {
    "list": "An array is asked for: lists have no shape and do not calculate entry by entry.",
    "tuple": "An array is asked for: tuples have no shape and do not calculate entry by entry.",
    "matrix": "np.matrix keeps two axes whatever happens to it; a plain array is asked for.",
    "MaskedArray": "A masked array hides entries from later steps; a plain array is asked for.",
    "coroutine": "async def makes a coroutine, which has to be awaited; a plain def returns its result.",
    "generator": "yield makes one, and so does for in round brackets: it holds no numbers yet. A plain array is asked for.",
    "dict": "A dict finds values by key and does not calculate. A plain array is asked for, in the order of the positions.",
    "set": "A set has no order and keeps equal numbers once, so positions are lost. A plain array is asked for.",
    "str": "str(…), an f-string or join makes text: it looks like numbers and cannot be calculated with.",
    "bool": "That is the answer to a comparison or a test. A plain array is asked for.",
}
# fmt: on


def _type_why(got: Seen, want: Seen, name: str, answers: Answers) -> str:
    if got.kind == "sequence" and got.items:
        if all(item.kind == "text" for item in got.items):
            return "Its entries are texts, as str(…) or an f-string makes them. An array of numbers is asked for."
        if got.type_name == "list" and all(item.kind == "sequence" for item in got.items):
            return f"Its entries are {got.items[0].type_name}s, one for each position. An array of plain numbers is asked for."
        if len(got.items) <= 4 and any(item.kind == "array" for item in got.items):
            first = next(
                (
                    i
                    for i, item in enumerate(got.items)
                    if item.kind == "array" and _right_numbers(item, want)
                ),
                None,
            )
            extra = (
                f"Its entry {first} is the {name}; the rest is not asked for."
                if first is not None
                else f"The {name} alone, one array, is asked for."
            )
            return f"return with a comma hands back several things. {extra}"
    if got.type_name == answers.function:
        return f"The name {answers.function} is a class here, so a call makes an object of it. A function returns its result."
    return TYPE_WHY.get(got.type_name, "") or odd_why(got) or PLAIN


def odd_why(value: Seen | None) -> str:
    """How an object that is no array, number or sequence may have come about."""
    kind = "" if value is None else value.type_name
    if kind in ("function", "method", "builtin_function_or_method", "type", "partial", "ufunc", "vectorize"):
        return "A function itself came back: it was named, and the brackets that call it are missing."
    if kind in (
        "map",
        "filter",
        "zip",
        "enumerate",
        "range",
        "reversed",
        "dict_values",
        "dict_keys",
        "generator",
    ):
        return f"{kind} hands its entries out one by one later and holds no numbers yet."
    if kind.endswith("iterator"):
        return "An iterator hands its entries out one by one and holds no numbers itself. A plain array is asked for."
    known = getattr(builtins, kind, None)
    if isinstance(known, type) and issubclass(known, BaseException):
        return "An exception came back as a result: return hands it over like a value, and nothing is raised."
    if kind == "dict":
        return "A dict names its results; these are told apart by their order."
    if value is not None and value.kind == "text":
        return TYPE_WHY["str"]
    return ""


def _number_words(got: Seen, start: str) -> tuple[str, str, str]:
    if got.kind == "array" and got.data is not None and got.data.size == 1:
        shape = words.shape(got.shape)
        return (
            "type/array-of-one",
            "An array of one number",
            f"The number came back as an array of shape {shape}. The statement asks for a plain number.",
        )
    numbers = got.numbers()
    if got.kind == "sequence" and numbers is not None and numbers.size == 1:
        trailing = "; a comma at the end of a line makes a tuple" if got.type_name == "tuple" else ""
        return (
            "type/one-in-a-sequence",
            f"One number in a {got.type_name}",
            f"{start} The statement asks for the number itself{trailing}.",
        )
    if got.kind in ("array", "sequence"):
        return (
            "type/not-one-number",
            "Several numbers in place of one",
            join(start, "A score is a single number, for one query and one key."),
        )
    return (
        f"type/{_slug(got.type_name)}",
        f"{_article(got.type_name)} in place of a number",
        join(start, "A real number is asked for."),
    )


def dtype_said(
    rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str, tried: Sequence[Trial]
) -> Said:
    """An array, of the wrong kind of numbers."""
    got, _ = _parts(rung, outcome, case)
    name = answers.returns[rung.part]["name"]
    if got.code == "b":
        return Said(
            "dtype/bool",
            "Booleans in place of weights",
            join(
                f"{call} returned {_booleans(got)} for {name}.",
                "Booleans say yes or no; the statement asks for floats, which say how much.",
            ),
        )
    if got.dtype == "float16":
        return Said(
            "dtype/float16",
            "Half precision",
            f"{name} came back as float16, which keeps only 3 digits: astype makes it, and np.exp of booleans does. Floats of full precision are asked for.",
        )
    if got.code == "O":
        return Said(
            "dtype/object",
            "An array of objects",
            f"{name} is an array of dtype object: its entries are separate Python objects, and NumPy cannot calculate with them as numbers. Floats are asked for.",
        )
    kinds = {
        "U": "Its entries are texts, as str(…) and round in an f-string make them.",
        "c": "Its entries are complex numbers, which a root of a negative number or dtype=complex makes.",
    }
    if got.code in kinds:
        start = f"{call} returned {name} with dtype {words.cut(got.dtype, 40)}."
        return Said(
            "dtype/other", "Not real numbers", join(start, f"{kinds[got.code]} Floats are asked for.")
        )
    return Said(
        "dtype/other",
        "Not numbers",
        f"{name} came back with dtype {words.cut(got.dtype, 40)}. The statement asks for an array of floats.",
    )


def _booleans(got: Seen) -> str:
    entries = [] if got.data is None else got.data.ravel()[:6].tolist()
    return "[" + ", ".join("True" if entry else "False" for entry in entries) + "]"


def shape_said(
    rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str, tried: Sequence[Trial]
) -> Said:
    """An array of another shape."""
    got, want = _parts(rung, outcome, case)
    name = answers.returns[rung.part]["name"]
    start = f"{call} gave {name} of shape {words.shape(got.shape)}; {words.shape(want.shape)} is asked for."
    title, why = relation(_pairs(rung, tried)) or _shape_reason(
        got, want, answers.returns[rung.part]["shape"]
    )
    return Said("ladder/shape", title, join(start, why))


def _shape_reason(got: Seen, want: Seen, asked: str) -> tuple[str, str]:
    """What can be said of the shape alone."""
    if got.shape == ():
        value = words.number(float(got.data)) if got.data is not None else "one"
        return (
            "A single number",
            f"The single number {value} came back. A sum, a maximum or an index leaves one; {asked} is an array.",
        )
    if 0 in got.shape:
        why = "Nothing is in it: np.append and np.concatenate give a new array and leave the old one as it is, or a loop never ran."
        return "An empty array", why
    axes = asked.strip("()").replace(" ", "").rstrip(",").split(",")
    if len(got.shape) > len(want.shape):
        left = [str(size) for size in got.shape]
        why = f"There are {len(left)} axes, and {asked} has {len(axes)}: one that should be added up, or taken one at a time, is still there."
        return "Too many axes", why
    if len(got.shape) < len(want.shape):
        kept = [name for name, size in zip(axes, want.shape, strict=False) if size in got.shape]
        gone = [name for name in axes if name not in kept]
        which = f"the axis {gone[0]} is gone" if len(gone) == 1 else "an axis is gone"
        return (
            "Too few axes",
            f"{asked} was asked for, and {which}: it was added up, or one slice of it returned.",
        )
    wrong = [(name, g, w) for name, g, w in zip(axes, got.shape, want.shape, strict=False) if g != w]
    told = words.listed([f"{name} is {w}, and {g} came back" for name, g, w in wrong[:2]])
    if len(got.shape) == 1:
        few = "entries are missing" if got.shape[0] < want.shape[0] else "there are entries too many"
        return (
            "Not as many entries as asked for",
            f"In {asked} {told}: {few}, or a sum ran along the other axis.",
        )
    return (
        "Not the shape that was asked for",
        f"In {asked} {told}: another axis is left, or slices are missing.",
    )


def _parts(rung: Rung, outcome: Outcome, case: JudgedCase) -> tuple[Seen, Seen]:
    got, want = outcome.value, case.expected.value
    if got is None or want is None:
        raise ValueError("this rung needs a returned and an expected value")
    if want.kind == "sequence":
        return got.items[rung.part], want.items[rung.part]
    return got, want


def _right_numbers(got: Seen, want: Seen) -> bool:
    numbers = got.numbers()
    if numbers is None or want.data is None or numbers.size != want.data.size:
        return False
    return close(numbers.reshape(want.data.shape), want.data)


def thing(value: Seen | None) -> str:
    """a list, an array of shape (3,), a number, an object of type Weights."""
    if value is None or value.kind == "none":
        return "None"
    if value.is_plain_array:
        return f"an array of shape {words.shape(value.shape)}"
    if value.kind == "number":
        return "a number"
    if value.kind == "text":
        return "a text"
    name = _article(value.type_name)
    return name[0].lower() + name[1:]


def _article(type_name: str) -> str:
    known = {
        "list": "A list",
        "tuple": "A tuple",
        "dict": "A dict",
        "bool": "A boolean",
        "str": "A text",
        "MaskedArray": "A masked array",
        "generator": "A generator",
        "coroutine": "A coroutine",
    }
    return known.get(type_name, f"An object of type {type_name}")


def _slug(type_name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in type_name.lower())
    return kept.strip("-")[:30] or "object"
