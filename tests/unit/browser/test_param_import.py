"""Parameters that inherit in short: the same settings as param gives them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import param
import pytest
from param.parameterized import Parameterized

from lookback.browser.param_import import inheriting_in_short
from lookback_build import names

# An interpreter of its own for each: this one has imported Panel.
_SETTINGS = """
import json, re, sys
from contextlib import nullcontext
sys.path[:0] = [{py!r}]
from lookback.browser.param_import import inheriting_in_short

with {how}():
    import panel

from param.parameterized import Parameterized

def all_of(cls):
    for kind in cls.__subclasses__():
        yield kind
        yield from all_of(kind)

def said(value):
    if isinstance(value, (list, tuple)):
        return [said(one) for one in value]
    if isinstance(value, dict):
        return {{str(said(key)): said(one) for key, one in value.items()}}
    return re.sub(" at 0x[0-9a-f]+|[0-9]{{5}}", "", repr(value))

print(json.dumps({{
    f"{{cls.__module__}}.{{cls.__qualname__}}": [
        {{
            name: {{setting: said(getattr(one, setting, "none")) for setting in type(one)._all_slots_}}
            for name, one in cls.param.objects(instance=False).items()
        }},
        sorted(cls._param__private.explicit_no_refs),
    ]
    for cls in all_of(Parameterized)
}}))
"""


def settings_of_panel(how: str) -> Any:
    script = _SETTINGS.format(py=str(names.ROOT / "py"), how=how)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_all_parameters_of_panel_have_the_same_settings() -> None:
    usual = settings_of_panel("nullcontext")
    assert len(usual) > 200
    assert settings_of_panel("inheriting_in_short") == usual


@pytest.fixture(params=[nullcontext, inheriting_in_short])
def _each_way(request: pytest.FixtureRequest) -> Iterator[None]:
    with request.param():
        yield


@pytest.mark.usefixtures("_each_way")
class TestEachWay:
    def test_a_subclass_inherits_what_it_does_not_say(self) -> None:
        class Weights(Parameterized):
            shown = param.List(default=[1], doc="which", constant=True, allow_refs=True)

        class Masked(Weights):
            shown = param.List(allow_refs=False)

        one = Masked.param.shown
        assert (one.default, one.doc, one.constant, one.instantiate) == ([1], "which", True, True)
        assert (one.allow_refs, Weights.param.shown.allow_refs) == (False, True)
        assert Masked._param__private.explicit_no_refs == ["shown"]

    def test_what_may_change_is_not_shared(self) -> None:
        class Scores(Parameterized):
            kind = param.Selector(objects=["dot", "additive"])

        class More(Scores):
            kind = param.Selector(default="additive")

        More.param.kind.objects.append("scaled")
        assert list(Scores.param.kind.objects) == ["dot", "additive"]
        assert More.kind == "additive"

    def test_a_default_that_does_not_fit_what_is_inherited_is_refused(self) -> None:
        class Share(Parameterized):
            share = param.Number(default=0.5, bounds=(0, 1))

        with pytest.raises((RuntimeError, ValueError), match="share"):
            type("Twice", (Share,), {"share": param.Number(default=2)})

    def test_a_parameter_of_another_kind_takes_what_fits(self) -> None:
        class Query(Parameterized):
            at = param.Number(default=1, doc="where")

        class Typed(Query):
            at = param.Integer()

        assert (Typed.at, Typed.param.at.doc) == (1, "where")

    def test_a_parameter_made_of_others_follows_them(self) -> None:
        class Plane(Parameterized):
            x = param.Number(default=1)
            y = param.Number(default=2)
            xy = param.Composite(attribs=["x", "y"])

        plane = Plane()
        plane.xy = [3, 4]
        assert (plane.x, plane.y, Plane.xy) == (3, 4, [1, 2])
