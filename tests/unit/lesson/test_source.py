"""The three signs of the format, and what is said when one is missing."""

import pytest

from lookback.lesson.source import Directive, Heading, Markdown, split

HEAD = "---\ntitle: T\n---\n"


def problems(body: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.what) for problem in split(HEAD + body).problems]


def test_front_matter_headings_text_and_blocks_keep_their_lines():
    source = split(HEAD + "## One {#one}\n\nText\nmore\n\n::: quiz q\nkey: value\n\nbody\n:::\n")
    heading, text, directive = source.nodes
    assert source.keys["title"].value == "T"
    assert source.keys["title"].line == 2
    assert isinstance(heading, Heading)
    assert (heading.title, heading.attributes, heading.line) == ("One", "#one", 4)
    assert text == Markdown("Text\nmore", 6)
    assert isinstance(directive, Directive)
    assert (directive.name, directive.id, directive.line) == ("quiz", "q", 9)
    assert (directive.keys["key"].value, directive.keys["key"].line) == ("value", 10)
    assert directive.body == [Markdown("body", 12)]


def test_a_closing_line_closes_the_innermost_block():
    (outer,) = split(HEAD + "::: note\n::: figure f\n:::\nafter\n:::\n").nodes
    assert isinstance(outer, Directive)
    inner, after = outer.body
    assert isinstance(inner, Directive)
    assert after == Markdown("after", 7)


def test_signs_inside_fenced_code_are_code():
    (text,) = split(HEAD + "```\n::: quiz\n## no heading\n:::\n```\n").nodes
    assert isinstance(text, Markdown)
    assert "## no heading" in text.text


def test_an_indented_line_continues_the_key_above():
    (directive,) = split(HEAD + "::: goal g\ndone: one\n  two\n:::\n").nodes
    assert isinstance(directive, Directive)
    assert directive.keys["done"].value == "one two"


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ("::: quiz q\n", 4, "never closed"),
        (":::\n", 4, "closes nothing"),
        ("::: quiz q\n\n## Next {#n}\n", 6, "a section starts inside the quiz block opened on line 4"),
        ("::: quiz q\njust text\n:::\n", 5, "not a 'key: value' line"),
        ("::: quiz q\na: 1\na: 2\n:::\n", 6, "given twice"),
        ("::: quiz one two\n:::\n", 4, "3 words"),
    ],
)
def test_a_fault_of_form_is_found_at_its_line(body, line, what):
    assert any(at == line and what in text for at, text in problems(body)), problems(body)


@pytest.mark.parametrize(
    ("text", "what"), [("## No front matter\n", "does not open"), ("---\na: 1\n", "never closed")]
)
def test_a_missing_front_matter_is_found(text, what):
    assert what in split(text).problems[0].what
