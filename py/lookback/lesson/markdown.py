"""Markdown to HTML: CommonMark with tables, definition lists, role spans, MathML and highlighted Python.

Raw HTML is not part of the format: it is shown as text, so a lesson source can bring no script into a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Literal, Name
from pygments.token import Token as Kind

from lookback.lesson.source import Problem
from lookback.lesson.tex import FormulaError, mathml

# [n × d_h] in running text is a shape: its subscripts are set, and it stays on one line
SHAPE = re.compile(r"\[[^\[\]]{0,40}\bd_[a-z]\b[^\[\]]{0,40}\]")
SUBSCRIPT = re.compile(r"\b([dqhc])_([a-z])\b")
ROLE_NAMES = {"q": "q", "Q": "q", "query": "q", "K": "k", "k": "k", "key": "k", "states": "k", "weights": "w"}


def _math(tex: str, options: dict[str, Any]) -> str:
    try:
        return mathml(tex, display=options["display_mode"])
    except FormulaError:
        # `check` names this as a finding; a page built all the same shows the source of the formula
        return f"<code>{escape(tex)}</code>"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    parser.use(attrs_plugin, spans=True, allowed=["class"])
    parser.use(deflist_plugin)
    parser.use(dollarmath_plugin, renderer=_math, allow_space=False, allow_digits=False)
    parser.add_render_rule("text", lambda _self, tokens, i, *_: _text(tokens[i].content))
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("code_block", _fence)
    parser.add_render_rule(
        "math_inline", lambda _self, tokens, i, *_: _math(tokens[i].content, {"display_mode": False})
    )
    parser.add_render_rule("table_open", lambda *_: '<table class="plain">')
    parser.add_render_rule("dl_open", lambda *_: '<dl class="defs">')
    return parser


def _fence(_self: Any, tokens: list[Token], i: int, *_rest: Any) -> str:
    token = tokens[i]
    body = highlight(token.content) if token.info.strip() == "python" else escape(token.content, quote=False)
    return f'<pre class="code" tabindex="0"><code>{body}</code></pre>\n'


def subscripts(text: str) -> str:
    """Plain text as HTML, with d_h, q_t and their like set as subscripts."""
    return SUBSCRIPT.sub(r"\1<sub>\2</sub>", escape(text, quote=False))


def _text(text: str) -> str:
    def shape(match: re.Match[str]) -> str:
        return f'<span class="nowrap">{subscripts(match[0])}</span>'

    parts, at = [], 0
    for match in SHAPE.finditer(text):
        parts += [escape(text[at : match.start()], quote=False), shape(match)]
        at = match.end()
    return "".join(parts) + escape(text[at:], quote=False)


def render(text: str) -> str:
    """Blocks of Markdown as HTML."""
    return str(_parser().render(text)).strip()


def inline(text: str) -> str:
    """One line of Markdown as HTML, without a paragraph around it."""
    return str(_parser().renderInline(text)).strip()


def plain(text: str) -> str:
    """The words of `text`, for titles, labels and other places where markup has no meaning."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", inline(text))).replace("&amp;", "&").strip()


def check(text: str, line: int) -> list[Problem]:
    """What is wrong in a stretch of Markdown that starts at `line`: formulas, raw HTML, pictures, unknown roles."""
    problems = []
    for token, at in _tokens(_parser().parse(text), line):
        if token.type in {"math_inline", "math_block"}:
            problems += check_formula(token.content, at)
        if token.type in {"math_block", "math_block_label"}:
            problems.append(
                Problem("a displayed formula stands in the text", at, "put it into a '::: formula' block")
            )
        unknown = (
            set(str(token.attrs.get("class", "")).split()) - {"q", "k", "w"}
            if token.type == "span_open"
            else set()
        )
        if unknown:
            problems.append(
                Problem(
                    f"unknown role '{min(unknown)}'",
                    at,
                    "write [words]{.q}, {.k} or {.w}: query, key, weight",
                )
            )
        if token.type == "image":
            problems.append(
                Problem(
                    f"the picture {token.attrs['src']} is no part of a lesson",
                    at,
                    "draw it in figures.py and show it with '::: figure'",
                )
            )
        if token.type == "text" and re.search(r"</?[a-z][^>]*>", token.content):
            problems.append(
                Problem("the text holds an HTML tag", at, "use Markdown, or put the tag into `code`")
            )
    return problems


def links(text: str, line: int) -> Iterator[tuple[str, int]]:
    """Targets of the links in `text`, with their lines."""
    for token, at in _tokens(_parser().parse(text), line):
        if token.type == "link_open":
            yield str(token.attrs["href"]), at


def check_formula(tex: str, line: int) -> list[Problem]:
    """A finding when `tex` cannot be typeset."""
    try:
        mathml(tex)
    except FormulaError as error:
        return [Problem(f"the formula {tex!r} cannot be typeset: {error}", line, "mend the TeX")]
    return []


def _tokens(tokens: list[Token], line: int) -> Iterator[tuple[Token, int]]:
    for token in tokens:
        at = line + (token.map[0] if token.map else 0)
        yield token, at
        for child in token.children or []:
            if child.type in {"softbreak", "hardbreak"}:
                at += 1
            yield child, at


@lru_cache(maxsize=256)
def highlight(source: str) -> str:
    """Python as HTML: keywords bold, strings quiet, q, K, weights and their like in their role."""
    out = []
    for kind, value in PythonLexer(stripnl=False, ensurenl=False).get_tokens(source):
        text = escape(value, quote=False)
        tag = _tag(kind, value)
        out.append(f"<{tag}>{text}</{tag.split()[0]}>" if tag else text)
    return "".join(out)


def _tag(kind: Any, value: str) -> str:
    if kind in Keyword:
        return "b"
    if kind in Comment:
        return 'i class="comment"'
    if kind in Literal.String:
        return "i"
    if kind in Name and value in ROLE_NAMES:
        return f'span class="{ROLE_NAMES[value]}"'
    if kind in Kind.Operator.Word:
        return "b"
    return ""
