"""Words for the rungs of the comparison ladder, when no stored mistake says it better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lookback.checker import raised, words
from lookback.checker.bundle import Answers, JudgedCase
from lookback.checker.compare import Outcome, Rung, close
from lookback.checker.reading import Reading
from lookback.checker.values import Seen

LONGEST = 220


@dataclass(frozen=True)
class Said:
    """A diagnosis: its id, its title, its message (what happened, then why), and the case it is about."""

    id: str
    title: str
    message: str
    case: str | None = None
    weak: bool = False  # true, but says little: whatever else is known comes first

    def to_plain(self) -> dict[str, Any]:
        """As the report has it."""
        return {
            "id": self.id,
            "title": self.title,
            "message": words.cut(self.message, LONGEST),
            "case": self.case,
        }


def join(what: str, why: str) -> str:
    """What happened and why, the first part shortened when both do not fit."""
    room = LONGEST - len(why) - 1
    return f"{words.cut(what, room)} {why}".strip() if room > 40 else words.cut(what, LONGEST)


def named(case: JudgedCase, longest: int = 60) -> str:
    """The call, or where it is long, the case by its title."""
    title = words.cut(case.title, 60).replace("“", "‘").replace("”", "’")
    return case.call if len(case.call) <= longest else f"Case “{title}”"


def load_said(load: dict[str, Any], function: str) -> Said:
    """Why the file gave no function."""
    if load["why"] == "raised":
        return _load_raised(load)
    if load["why"] == "missing":
        return _missing(load, function)
    if load["why"] == "not-callable":
        message = f"{function} is a value of type {load['found']}, not a function. A line further down may use the name for something else."
        return Said("load/not-callable", f"{function} is not a function", message)
    message = f"The function is written as {function}{load['found']}, and the call of the statement does not fit it: {load['text']}."
    return Said("load/signature", "The arguments do not fit", message, load.get("call"))


def _load_raised(load: dict[str, Any]) -> Said:
    if (
        "SyntaxError" in load["bases"]
        and load["traceback"].count("File") <= 1
        and "raise" not in load["code"]
    ):
        at = f"Line {load['line']} cannot be read" if load["line"] else "The file cannot be read"
        code = f": {words.cut(load['code'], 60)}" if load["code"] else ""
        return Said(
            "load/syntax", "Python cannot read the file", join(f"{at}{code}.", raised.explain_syntax(load))
        )
    if load["type"] in ("MemoryError", "RecursionError") and not load["line"]:
        message = "The file cannot be read: it is nested deeper, or holds more branches in one statement, than Python can take."
        return Said("load/too-complex", "Too complex for Python", message)
    cause, why = raised.explain(load)
    text = f" ({words.cut(load['text'], 80)})" if load["text"] and cause.id != "exit" else ""
    what = f"Running the file ended{raised.place(load)} with {load['type']}{text}."
    return Said(f"load/{cause.id}", cause.title, join(what, why or "So no function came out of it."))


def _missing(load: dict[str, Any], function: str) -> Said:
    found = load["functions"]
    for name in found:
        if name != function and name.casefold() == function.casefold():
            return Said(
                "load/missing",
                "The name is spelled differently",
                f"The file defines {name}, and {function} is asked for: capital letters count.",
            )
        strange = [letter for letter in name if ord(letter) > 127]
        if strange and len(name) == len(function):
            letter = strange[0]
            message = f"The file defines a name that looks like {function}, but its “{letter}” is the character U+{ord(letter):04X}, a look-alike from another alphabet."
            return Said("load/look-alike", "A look-alike letter in the name", message)
    listed = f"It defines {words.cut(words.listed(found[:4]), 80)}." if found else "It defines no function."
    return Said(
        "load/missing",
        f"{function} is not defined",
        f"The file ran, and there is no function {function} in it. {listed}",
    )


def step_said(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, reading: Reading) -> Said:
    """What the first rung that does not hold says about this call."""
    call = named(case)
    words_of = {
        "raised": _raised,
        "no-error": _no_error,
        "unfinished": _unfinished,
        "pair": _pair,
        "type": _type,
        "dtype": _dtype,
        "shape": _shape,
        "changed": _changed,
        "again": _again,
    }
    if rung.step == "nothing":
        said = _nothing(rung, outcome, answers, call, reading)
    else:
        said = words_of[rung.step](rung, outcome, case, answers, call)
    return Said(said.id, said.title, said.message, case.id)


def _raised(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    record = outcome.raised or {}
    cause, why = raised.explain(record)
    text = (
        f": {words.cut(record['text'], 70)}"
        if record.get("text") and cause.id in ("other", "name", "assertion")
        else ""
    )
    what = f"{call} raised {record['type']}{raised.place(record)}{text}."
    if case.expected.raises:
        what = f"{call} raised {record['type']}{raised.place(record)}."
        why = f"With every position masked the statement asks for {case.expected.raises}."
    elif not why:
        why = "So no result came back."
    return Said(f"raised/{cause.id}", cause.title, join(what, why))


def _no_error(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    numbers = outcome.value.numbers() if outcome.value is not None else None
    if numbers is None and outcome.value is not None and outcome.value.items:
        numbers = outcome.value.items[0].numbers()
    got = f" returned {words.array(numbers)}" if numbers is not None else f" returned {_thing(outcome.value)}"
    why = f"No position is left to share the weight; the statement asks for {case.expected.raises} here."
    return Said("ladder/no-error", f"{case.expected.raises} is missing", join(f"{call}{got}.", why))


def _nothing(rung: Rung, outcome: Outcome, answers: Answers, call: str, reading: Reading) -> Said:
    inside = len(answers.returns) > 1 and outcome.value is not None and bool(outcome.value.items)
    part = f" as {answers.returns[rung.part]['name']}" if inside else ""
    if reading.prints and not reading.returns:
        why = "The function prints and has no return: what is printed is for people, and nothing can go on calculating with it."
    elif not reading.returns:
        why = "The function has no return with a value, so what it computes is lost when it ends."
    else:
        why = "There is a return, and this call ends on a path that does not reach it, or returns what another function left as None."
    return Said("ladder/nothing", "Nothing is returned", join(f"{call} returned None{part}.", why))


def _unfinished(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    return Said(
        "ladder/unfinished",
        "A line is still to fill in",
        f"{call} returned the ... itself, which stands for a line that is still to be written.",
    )


def _pair(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    value = outcome.value
    names = [entry["name"] for entry in answers.returns]
    asked = f"The statement asks for the pair ({', '.join(names)})."
    if value is None or value.kind != "sequence":
        what = f"{call} returned {_thing(value)}."
        return Said(
            "ladder/pair", "One result in place of two", join(what, _which(value, case, names) + asked)
        )
    if value.type_name == "list" and any(item.kind == "sequence" for item in value.items):
        what = f"{call} returned a list of {len(value.items)} entries, one per query."
        return Said("ladder/pair", "Results by query, not by kind", join(what, asked))
    what = f"{call} returned {len(value.items)} results."
    return Said("ladder/pair", "Not two results", join(what, asked))


def _which(value: Seen | None, case: JudgedCase, names: list[str]) -> str:
    """If the lone value is one of the two results, say which."""
    numbers = None if value is None else value.numbers()
    wanted = case.expected.value.items if case.expected.value is not None else ()
    for name, want in zip(names, wanted, strict=False):
        if numbers is not None and want.data is not None and close(numbers, want.data):
            return f"That is the {name} alone. "
    return ""


def _type(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    got, want = _parts(rung, outcome, case)
    name = answers.returns[rung.part]["name"]
    right = _right_numbers(got, want)
    start = (
        f"The numbers of {name} are right, but they came back as {_thing(got)}."
        if right
        else f"{call} returned {_thing(got)} for {name}."
    )
    if answers.kinds[rung.part] == "number":
        return Said(*_number_words(got, start))
    why = {
        "list": "An array is asked for: lists have no shape and do not calculate entry by entry.",
        "tuple": "An array is asked for: tuples have no shape and do not calculate entry by entry.",
        "matrix": "np.matrix keeps two axes whatever happens to it; a plain array is asked for.",
        "MaskedArray": "A masked array hides entries from later steps; a plain array is asked for.",
        "coroutine": "async def makes a coroutine, which has to be awaited; a plain def returns its result.",
        "generator": "yield makes one, and so does for in round brackets: it holds no numbers yet. A plain array is asked for.",
    }.get(got.type_name, "A plain NumPy array is asked for.")
    title = f"{_article(got.type_name)} in place of an array"
    return Said(f"type/{_slug(got.type_name)}", title, join(start, why))


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


def _dtype(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
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
    return Said(
        "dtype/other",
        "Not numbers",
        f"{name} came back with dtype {words.cut(got.dtype, 40)}. The statement asks for an array of floats.",
    )


def _booleans(got: Seen) -> str:
    entries = [] if got.data is None else got.data.ravel()[:6].tolist()
    return "[" + ", ".join("True" if entry else "False" for entry in entries) + "]"


def _shape(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    got, want = _parts(rung, outcome, case)
    name = answers.returns[rung.part]["name"]
    start = f"{call} gave {name} of shape {words.shape(got.shape)}; {words.shape(want.shape)} is asked for."
    title, why = _shape_reason(got, want, answers.returns[rung.part]["shape"])
    return Said("ladder/shape", title, join(start, why))


def _shape_reason(got: Seen, want: Seen, asked: str) -> tuple[str, str]:
    a, b = got.data, want.data
    if (
        a is not None
        and b is not None
        and a.size == b.size
        and a.ndim != b.ndim
        and close(a.reshape(b.shape), b)
    ):
        extra = "an axis of length 1 too many" if a.ndim > b.ndim else "an axis too few"
        return "The numbers are right, the shape is not", f"The numbers are right; there is {extra}."
    if a is not None and b is not None and a.ndim == b.ndim == 2 and close(a.T, b):
        return "Rows and columns are exchanged", "The numbers are right, but rows and columns are exchanged."
    if got.shape == ():
        return "A single number", "One number came back: a sum or a maximum went over one axis too many."
    if len(got.shape) > len(want.shape):
        return (
            "Too many axes",
            f"An axis that should be added up, or taken one at a time, is still there: {asked} was asked for.",
        )
    if len(got.shape) < len(want.shape):
        return "Too few axes", f"An axis was added up or lost that should stay: {asked} was asked for."
    if len(got.shape) == 1:
        few = "Entries are missing" if got.shape[0] < want.shape[0] else "There are entries too many"
        return "Not as many entries as asked for", f"{few}, or a sum ran along the other axis."
    return (
        "Not the shape that was asked for",
        f"{asked} was asked for: the wrong axis is left, or entries are missing.",
    )


def _changed(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    names = words.listed(list(outcome.changed[:3]))
    why = "Writing in place (-=, x[i] = …, out=, pop, del) reaches the caller's own object. Arguments have to stay as they were."
    return Said(
        "ladder/argument-changed",
        "An argument is changed",
        join(f"After {call[0].lower() + call[1:]} the argument {names} is not what it was before.", why),
    )


def _again(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    first, second = _short(outcome), _short(outcome.again)
    why = "Something is kept between calls, or random. The result may depend on the arguments only."
    return Said(
        "ladder/second-call",
        "The same call, another answer",
        join(f"{call} gave {first}, and the second time {second}.", why),
    )


def _short(outcome: Outcome | None) -> str:
    if outcome is None or outcome.value is None:
        return outcome.raised["type"] if outcome is not None and outcome.raised else "nothing"
    value = outcome.value.items[0] if outcome.value.items else outcome.value
    numbers = value.numbers()
    return words.array(numbers, longest=40) if numbers is not None else _thing(outcome.value)


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


def _thing(value: Seen | None) -> str:
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
