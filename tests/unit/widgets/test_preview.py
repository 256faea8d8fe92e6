"""The author's preview: pages for a lesson's widgets, and what is said of a lesson that has none."""

import pytest

from lookback.errors import LookbackError, UsageError
from lookback.widgets import __main__ as preview
from lookback.widgets.live_table import LiveTable


def test_each_widget_of_a_lesson_has_a_page():
    assert {"beams", "replay", "scorers"} <= set(preview.pages_of("lessons/additive-attention"))


def test_a_page_shows_the_state_and_the_theme_of_its_address(monkeypatch):
    asked = {"theme": [b"dark"], "set": [b'{"q": [-1, 2]}']}
    monkeypatch.setattr(type(preview.pn.state), "session_args", property(lambda _: asked))
    made = []

    def make():
        made.append(LiveTable(("a",), [[1, 0]], [[1]], start=(0, 0)))
        return made[0]

    template = preview.page(make)
    assert (made[0].get()["q"], made[0].theme) == ([-1, 2], "dark")
    assert len(template._render_items) == 1


def test_a_wrong_name_is_wrong_usage(capsys):
    with pytest.raises(UsageError, match="there is no lesson 'nothing' here"):
        preview.pages_of("nothing")
    assert preview.main(["nothing"]) == 2
    assert "there is no lesson" in capsys.readouterr().err


def test_a_lesson_without_widgets_says_where_to_list_them(tmp_path):
    with pytest.raises(LookbackError, match="list them in WIDGETS"):
        preview.pages_of(str(tmp_path))


def test_a_page_draws_by_the_file_that_it_was_given(monkeypatch, tmp_path):
    asked = {"set": [b'{"whose": "yours", "q": [0, 0]}']}
    monkeypatch.setattr(type(preview.pn.state), "session_args", property(lambda _: asked))
    code = tmp_path / "code.py"
    code.write_text("def softmax(z):\n    return z\n", encoding="utf-8")
    made = []

    def make():
        made.append(LiveTable(("a", "b"), [[1, 0], [0, 1]], [[1], [2]], start=(0, 0), own=True))
        return made[0]

    preview.page(make, code)
    assert made[0].get()["yours"]["weights"] == [0, 0]
    made[0].set({"q": [3, 0]})
    assert made[0].get()["yours"]["weights"] == [3, 0]


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="there is no file"):
        preview.pages_of("additive-attention", tmp_path / "none.py")
