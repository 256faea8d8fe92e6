"""A finer reading of wrong names and wrong arguments: what is spelled almost alike, what other libraries call it."""

from __future__ import annotations

import builtins
import re

import numpy as np

from lookback.checker import words
from lookback.checker.operands import Record, parts_of


def near(name: str, known: list[str]) -> str:
    """The known name that is spelled most like this one, or ""."""
    import difflib  # only when a name is wrong: no start of a worker has to load it

    match = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return match[0] if match else ""


RENAMED = {
    "dim": "axis",
    "keepdim": "keepdims",
    "dims": "axis",
    "axes": "axis",
    "keep_dims": "keepdims",
    "input": "the first argument",
}


def arguments(raised: Record, found: dict[str, str]) -> str:
    text = raised.get("text", "")
    _, parts = parts_of(raised)
    function = parts[0][0] if parts else found.get("a", "").replace("()", "")
    wrong = re.search(r"unexpected keyword argument '(\w+)'", text)
    if wrong:
        name = RENAMED.get(wrong[1], "")
        other = f" NumPy's word for it is {name}; {wrong[1]} is that of another library." if name else ""
        return f"{function} takes no argument called {wrong[1]}.{other}"
    if re.search(r"np\.maximum|np\.minimum", function) and "1 was given" in text:
        shorter = function.replace("imum", "")
        return f"{function} compares two arrays entry by entry and got one. The largest or smallest entry of one array is {shorter}."
    missing = re.search(r"missing \d+ required positional arguments?: (.{1,60})", text)
    if missing:
        return f"{function} was called without {missing[1].replace(' and ', ', ')}: it needs all that its def line asks for."
    many = re.search(
        r"takes (?:from )?(.{1,40}?) (?:positional )?arguments? (?:but )?\(?(\d+) (?:was |were )?given", text
    )
    if many:
        return f"{function} takes {many[1]} argument{'' if many[1] == '1' else 's'}, and {many[2]} {'was' if many[2] == '1' else 'were'} given."
    return ""


OTHER_LIBRARIES = {
    "torch": "PyTorch",
    "tf": "TensorFlow",
    "F": "PyTorch",
    "nn": "PyTorch",
    "jnp": "JAX",
    "jax": "JAX",
    "tensorflow": "TensorFlow",
    "scipy": "SciPy",
    "sp": "SciPy",
    "special": "SciPy",
    "keras": "Keras",
    "pd": "pandas",
    "plt": "Matplotlib",
}


def name(raised: Record, found: dict[str, str]) -> str:
    name = found["a"]
    if name in OTHER_LIBRARIES:
        return f"“{name}” is a name for {OTHER_LIBRARIES[name]}, which is not part of this playground. NumPy, as np, has the same steps."
    if name == "self":
        return "self exists in methods of a class only; here is a plain function."
    known = _names_in(raised)
    if name in known:
        return f"“{name}” has a value only where exec or another function put it, and is not seen here."
    alike = near(name, known)
    if alike:
        return f"“{name}” was never given a value. A name that is, “{alike}”, is spelled almost like it."
    if hasattr(np, name):
        return f"“{name}” alone is not defined: it is a function of NumPy, reached as np.{name}."
    if name in ("true", "false", "null", "none", "inf", "nan"):
        spelled = {"true": "True", "false": "False", "null": "None", "none": "None"}.get(name, f"np.{name}")
        return f"“{name}” is no name of Python; it is written {spelled}."
    alike = near(name, [entry for entry in dir(builtins) if entry.islower()])
    return (
        f"“{name}” was never given a value. Python's own “{alike}” is spelled almost like it."
        if alike
        else ""
    )


def _names_in(raised: Record) -> list[str]:
    return [str(name) for name in (raised.get("place") or {}).get("names", ())]


def numpy(raised: Record, found: dict[str, str]) -> str:
    name = found["a"]
    if name in ("softmax", "log_softmax"):
        return "NumPy has no softmax of its own; it is made of an exponential, a sum and a division."
    known = [entry for entry in dir(np) if not entry.startswith("_")]
    alike = near(name, known) or near(name.lower(), known)
    others = {
        "cat": "concatenate",
        "unsqueeze": "expand_dims",
        "mm": "matmul",
        "bmm": "matmul",
        "sub": "subtract",
        "div": "divide",
        "mul": "multiply",
        "relu": "maximum",
        "length": "shape",
        "normalize": "linalg.norm",
    }
    if name in others:
        return f"NumPy has no “{name}”; other libraries have. Its nearest is np.{others[name]}."
    return f"NumPy has nothing called “{name}”; np.{alike} is spelled almost like it." if alike else ""


TENSOR = {
    "softmax": "Tensors of other libraries have it; for arrays it is made of np.exp, a sum and a division.",
    "masked_fill": "Tensors of PyTorch have it; arrays choose entries with np.where or a boolean index.",
    "view": "", "size": "", "unsqueeze": "Tensors of PyTorch have it; an axis is added to an array with [:, None].",
    "append": "An array keeps its length; a list grows.", "length": "How many rows an array has is len(…); all its sizes are its shape.",
    "len": "How many rows an array has is len(…); all its sizes are its shape.", "push": "An array keeps its length; a list grows.",
    "extend": "An array keeps its length; a list grows.", "numpy": "It is an array of NumPy already.", "detach": "It is an array of NumPy already.",
    "float": "Arrays are turned into floats by astype(float).", "double": "Arrays are turned into floats by astype(float).",
    "median": "It is a function: np.median(…).", "mm": "Arrays are multiplied with @.", "matmul": "Arrays are multiplied with @.",
    "t": "The transpose of an array is .T.", "index": "The position of the largest entry is np.argmax(…).",
    "norm": "It is a function: np.linalg.norm(…).", "keys": "", "items": "", "map": "Functions of np work on all entries at once.",
}  # fmt: skip


def array_attribute(raised: Record, found: dict[str, str]) -> str:
    name = found["a"]
    _, parts = parts_of(raised)
    holder = words.cut(parts[0][0].rpartition(".")[0], 30) if parts and "." in parts[0][0] else ""
    start = (
        f"{holder} is an array, and arrays have nothing called “{name}”."
        if holder
        else f"Arrays have nothing called “{name}”."
    )
    if TENSOR.get(name):
        return f"{start} {TENSOR[name]}"
    if callable(getattr(np, name, None)):
        return f"{start} It is a function of NumPy, np.{name}(…)."
    alike = near(name, [entry for entry in dir(np.ndarray) if not entry.startswith("_")])
    return f"{start} Their “{alike}” is spelled almost like it." if alike else ""


def nothing(raised: Record, found: dict[str, str]) -> str:
    """A maximum or the like of an array without entries: which array."""
    what, parts = parts_of(raised)
    if what != "call" or not parts:
        return ""
    function, given = parts[0][0], parts[1:]
    holder, _, method = function.rpartition(".")
    if given:
        (thing, shape, _), asked = given[0], function
    elif holder not in ("", "np", "numpy"):
        thing, shape, asked = holder, None, f".{method}()"
    else:
        return ""
    size = f", of shape {words.shape(shape)}," if shape else ""
    return f"{thing}{size} has no entries here, and {asked} needs one: a slice or a selection left nothing."
