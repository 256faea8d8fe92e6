"""Markdown, formulas and code as HTML."""

import pytest

from lookback.lesson.markdown import highlight, inline, plain, render
from lookback.lesson.tex import FormulaError, mathml


def test_a_role_colours_a_word():
    assert render("A [query]{.q}.") == '<p>A <span class="q">query</span>.</p>'


def test_html_in_a_source_is_shown_as_text():
    assert "<script>" not in render("<script>alert(1)</script>")
    assert "&lt;script&gt;" in render("<script>alert(1)</script>")


def test_a_link_to_a_script_is_no_link():
    assert "<a" not in render("[x](javascript:alert(1))")


def test_a_formula_becomes_mathml_with_its_role():
    assert inline(r"$\w{\alpha_i}$").startswith('<math><mrow><mrow><mrow class="w">')


def test_a_function_is_applied_and_a_letter_is_slanted():
    html = mathml(r"\tanh(x)")
    assert "<mi>tanh</mi><mo>\u2061</mo>" in html
    assert '<mi class="it">x</mi>' in html
    assert "<mspace" in mathml(r"\exp e_i")
    assert "<mspace" not in html


def test_a_displayed_formula_says_so():
    assert 'displaystyle="true"' in mathml("x", display=True)


@pytest.mark.parametrize("tex", [r"\nosuch x", r"\frac{a", "a}", "x_", r"\q{a", r"\left( a"])
def test_a_formula_that_cannot_be_typeset_is_refused(tex):
    with pytest.raises(FormulaError):
        mathml(tex)


def test_code_keeps_its_text_and_marks_roles_keywords_and_strings():
    html = highlight('def f(q):  # no\n    return "a<b"\n')
    assert "<b>def</b>" in html
    assert '<span class="q">q</span>' in html
    assert "<i>a&lt;b</i>" in html or '"a&lt;b"' in html
    assert '<i class="comment"># no</i>' in html


def test_a_shape_in_the_text_gets_its_subscripts_and_stays_on_one_line():
    assert inline("W is [d_a × d_q], n is [n].") == (
        'W is <span class="nowrap">[d<sub>a</sub> × d<sub>q</sub>]</span>, n is [n].'
    )


def test_plain_text_of_a_title_has_no_markup():
    assert plain("A [b]{.q} & `c`") == "A b & c"
