r"""Formulas: TeX to MathML at build time, so that a page needs no script to show them.

Three macros give a symbol the colour of its role: `\q{q_t}` query, `\k{h_i}` key or state,
`\w{\alpha_i}` weight.
"""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree import ElementTree

from latex2mathml.converter import convert

MATHML = "http://www.w3.org/1998/Math/MathML"
ROLE = re.compile(r"\\(?P<role>[qkw])\{")
FUNCTIONS = frozenset({"exp", "log", "ln", "tanh", "max", "min", "softmax", "sin", "cos"})
APPLY = "\u2061"  # the invisible "function application": it is spoken; the space after it needs a math font


class FormulaError(ValueError):
    """A formula that cannot be typeset; the text says which part."""


@lru_cache(maxsize=1024)
def mathml(tex: str, *, display: bool = False) -> str:
    """`tex` as one `<math>` element. Raises FormulaError with the part that was not understood."""
    bare = re.sub(r"\\[{}]", "", tex)
    if bare.count("{") != bare.count("}"):
        raise FormulaError("its braces do not match")
    try:
        root = ElementTree.fromstring(convert(_with_roles(tex)))
    except FormulaError:
        raise
    except Exception as error:  # latex2mathml has a class per fault and no common base
        raise FormulaError(f"{type(error).__name__}: {error}") from error
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{MATHML}}}")
    for parent in root.iter():
        _name_roles(parent)
        _apply_functions(parent)
        _slant_letters(parent)
    _refuse_unknown(root)
    root.attrib.clear()
    if display:
        root.attrib.update({"class": "block", "display": "inline", "displaystyle": "true"})
    return ElementTree.tostring(root, encoding="unicode")


def _with_roles(tex: str) -> str:
    r"""`\q{x}` becomes `{\color{q}x}`: latex2mathml knows colours, not macros."""
    out, at = [], 0
    for match in ROLE.finditer(tex):
        if match.start() < at:
            raise FormulaError(f"one role inside another at {tex[match.start() :]!r}")
        end = _closing(tex, match.end())
        out += [tex[at : match.start()], rf"{{\color{{{match['role']}}}{tex[match.end() : end]}}}"]
        at = end + 1
    return "".join(out) + tex[at:]


def _closing(tex: str, start: int) -> int:
    depth = 1
    for i in range(start, len(tex)):
        depth += {"{": 1, "}": -1}.get(tex[i], 0)
        if depth == 0:
            return i
    raise FormulaError(f"a brace is never closed after {tex[:start][-12:]!r}")


def _name_roles(element: ElementTree.Element) -> None:
    colour = element.attrib.pop("mathcolor", None)
    if element.tag == "mstyle" and colour in {"q", "k", "w"}:
        element.tag = "mrow"
        element.set("class", colour)


def _apply_functions(parent: ElementTree.Element) -> None:
    for i, child in reversed(list(enumerate(parent))):
        if child.text in FUNCTIONS and child.tag in {"mi", "mo"}:
            child.tag = "mi"
            if i + 1 < len(parent):
                apply = ElementTree.Element("mo")
                apply.text = APPLY
                if parent[i + 1].text != "(":
                    parent.insert(i + 1, ElementTree.Element("mspace", {"width": "0.17em"}))
                parent.insert(i + 1, apply)


def _slant_letters(element: ElementTree.Element) -> None:
    """Mark single letters: the page slants them with its own text face, whatever math font a system has."""
    if element.tag == "mi" and element.text and len(element.text) == 1:
        element.set("class", "it")


def _refuse_unknown(root: ElementTree.Element) -> None:
    for element in root.iter():
        if element.text and "\\" in element.text:
            raise FormulaError(f"{element.text} is not a command this page can typeset")
