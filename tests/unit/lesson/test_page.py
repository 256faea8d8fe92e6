"""Pages and bundles of the real lessons: whole without a script, relative, complete, true to the schema."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest

from lookback.lesson import PageContext, bundle, load_lesson, render_index, render_lesson, schema
from lookback.lesson.model import Lesson, Quiz

ROOT = Path(__file__).resolve().parents[3]
LESSONS = ["additive-attention", "attention-as-a-bridge"]
PAGE = PageContext(asset=lambda name: f"../../assets/{name}", root="../../", version="0")


@cache
def lesson(name: str) -> Lesson:
    return load_lesson(ROOT / "lessons" / name)


@cache
def page(name: str) -> str:
    return render_lesson(lesson(name), PAGE)


def squeezed(text: str) -> str:
    """`text` without spaces and underscores: subscripts part a word in the page and not in its source."""
    return re.sub(r"[\s_]", "", text)


class Reader(HTMLParser):
    """Collects ids, links, labels and the words a reader sees when no script runs."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.urls: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append((tag, values))
        self.ids += [values["id"]] if values.get("id") else []
        self.urls += [values[name] for name in ("href", "src") if values.get(name)]
        self._silent += tag in {"script", "style"}

    def handle_endtag(self, tag):
        self._silent -= tag in {"script", "style"}

    def handle_data(self, data):
        if not self._silent:
            self.words.append(data)


@pytest.mark.parametrize("name", LESSONS)
def test_every_url_of_a_page_is_relative(name):
    for url in Reader(page(name)).urls:
        assert not re.match(r"^([a-z]+:|/)", url), url


@pytest.mark.parametrize("name", LESSONS)
def test_ids_are_unique_and_every_anchor_leads_somewhere(name):
    read = Reader(page(name))
    assert len(read.ids) == len(set(read.ids))
    for url in read.urls:
        if url.startswith("#"):
            assert url[1:] in read.ids


@pytest.mark.parametrize("name", LESSONS)
def test_headings_go_down_one_level_at_a_time(name):
    levels = [int(tag[1]) for tag, _ in Reader(page(name)).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("name", LESSONS)
def test_all_replies_hints_solutions_and_formulas_are_in_the_page_without_a_script(name):
    words = squeezed("".join(Reader(page(name)).words))
    for exercise in lesson(name).exercises.values():
        task = exercise.task
        for text in (task.summary, task.hints.question, task.hints.principle, task.approach):
            assert squeezed(text) in words
    for question in lesson(name).questions():
        for choice in question.choices:
            assert squeezed(re.split(r"[\[$*]", choice.reply)[0]) in words
    assert page(name).count("<math") > 10
    assert "\\frac" not in words


@pytest.mark.parametrize("name", LESSONS)
def test_a_bundle_follows_the_published_schema_and_is_plain_json(name):
    made = bundle(lesson(name))
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator(schema()).validate(made)
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def test_the_schema_refuses_a_bundle_with_a_question_without_a_reply():
    made = json.loads(json.dumps(bundle(lesson("additive-attention"))))
    made["quizzes"][0]["choices"][0]["reply"] = ""
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(made)


def test_the_version_changes_with_the_content_and_only_then(tmp_path):
    source = ROOT / "tests" / "fixtures" / "lessons" / "golden"
    versions = []
    for text in ("Left.", "Left.", "Right side."):
        folder = tmp_path / "golden"
        folder.mkdir(exist_ok=True)
        (folder / "figures.py").write_bytes((source / "figures.py").read_bytes())
        (folder / "lesson.md").write_text((source / "lesson.md").read_text().replace("Left.", text))
        versions.append(bundle(load_lesson(folder))["version"])
    assert versions[0] == versions[1] != versions[2]


@pytest.mark.parametrize("name", LESSONS)
def test_every_quiz_has_one_right_choice_and_different_replies(name):
    for question in lesson(name).questions():
        assert len({choice.reply for choice in question.choices}) == len(question.choices)
        if isinstance(question, Quiz):
            assert sum(choice.right for choice in question.choices) == 1


def test_the_course_page_lists_time_and_what_a_lesson_builds_on():
    html = render_index([lesson(name) for name in LESSONS], PageContext(lambda name: name, "./", "0"))
    words = " ".join(Reader(html).words)
    assert words.index("Attention as a bridge") < words.index("Additive attention")
    assert "about 75 minutes" in words
    assert re.search(r"Builds on\s+Attention as a bridge", words)
