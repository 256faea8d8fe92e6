"""What a lesson's own Python files draw and compute for its page: figures, steppers, trials, pictures of widgets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookback.lesson.memory import Memory, package_sources
from lookback.lesson.model import Lesson
from lookback.lesson.parts import load_drawings, load_experiment, load_widgets, made

# What a lesson's files may use of this package.
_USED = ("kernels.py", "training.py", "moments.py", "experiment", "drawing", "widgets", "lesson")


@dataclass(frozen=True)
class Drawn:
    """All of it, each by its name.

    Attributes
    ----------
    figures : HTML.
    steppers : a tuple of `lookback.lesson.parts.Case`.
    trials : what each trial of the experiment found.
    posters : a widget's picture before Python is there, HTML.
    can_be_yours : widgets that can draw what a reader's own functions give.
    """

    figures: dict[str, str]
    steppers: dict[str, Any]
    trials: dict[str, Any]
    posters: dict[str, str]
    can_be_yours: frozenset[str]


def drawn_sources(lesson: Lesson) -> tuple[str, list[Path]]:
    """The name and the sources under which a `Memory` keeps what `drawn` gives."""
    sources = sorted([*lesson.folder.glob("*.py"), *lesson.folder.parent.glob("chapters/*.py")])
    return f"drawn {lesson.id}", sources + package_sources(*_USED)


def drawn(lesson: Lesson, memory: Memory) -> Drawn:
    """What the lesson's figures.py, experiment.py and widgets.py give, from `memory` where nothing has changed."""
    return memory.recall(*drawn_sources(lesson), lambda: _draw(lesson.folder))


def _draw(folder: Path) -> Drawn:
    drawings, experiment = load_drawings(folder), load_experiment(folder)
    in_figures, in_trials, in_widgets = (
        folder / f"{name}.py" for name in ("figures", "experiment", "widgets")
    )
    widgets = {
        name: made(in_widgets, f"widget {name!r}", make) for name, make in load_widgets(folder).items()
    }
    posters = {
        name: str(made(in_widgets, f"widget {name!r}", widget.poster)) for name, widget in widgets.items()
    }
    for name, widget in widgets.items():
        made(in_widgets, f"widget {name!r}", widget.view)  # as it will be when it is live
    return Drawn(
        figures={
            name: str(made(in_figures, f"figure {name!r}", draw)) for name, draw in drawings.figures.items()
        },
        steppers={
            name: made(in_figures, f"stepper {name!r}", make) for name, make in drawings.steppers.items()
        },
        trials={
            name: made(in_trials, f"trial {name!r}", trial.result)
            for name, trial in (experiment.trials if experiment else {}).items()
        },
        posters=posters,
        can_be_yours=frozenset(name for name, widget in widgets.items() if "whose" in widget.settable),
    )
