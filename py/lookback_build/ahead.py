"""What lessons need computed, done before their pages: several at once, in processes of their own.

Each stored mistake of an exercise runs in a room that remembers every module there is. A process that has loaded NumPy
and the checker alone does that three times as fast as this one, which has the whole build in it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait

from lookback.errors import LookbackError
from lookback.lesson.bundle import exercise_bundle, exercise_sources
from lookback.lesson.drawn import drawn, drawn_sources
from lookback.lesson.memory import Memory
from lookback.lesson.model import Lesson
from lookback_build.console import Console, Step

Task = Callable[[], object]


def compute(lessons: list[Lesson], memory: Memory, console: Console) -> None:
    """Leave in `memory` whatever `lessons` need and it does not have."""
    tasks = list(_missing(lessons, memory))
    if not tasks:
        return
    with console.step("Running exercises and drawings") as step:
        _run(tasks, step)
        step.result = f"{len(tasks)} new"


def _missing(lessons: list[Lesson], memory: Memory) -> Iterator[Task]:
    """Exercises first: who draws has loaded Panel, and is slow at exercises from then on."""
    for lesson in lessons:
        for exercise in lesson.exercises.values():
            if not memory.knows(*exercise_sources(exercise)):
                yield partial(exercise_bundle, exercise, memory)
    for lesson in lessons:
        if not memory.knows(*drawn_sources(lesson)):
            yield partial(drawn, lesson, memory)


def _run(tasks: list[Task], step: Step) -> None:
    # Not forked: a child must begin without what this process has loaded.
    fresh = multiprocessing.get_context("spawn")
    workers = min(os.cpu_count() or 1, len(tasks))
    pool = ProcessPoolExecutor(workers, mp_context=fresh, initializer=_settle)
    try:
        for done, future in enumerate(as_completed([pool.submit(_do, task) for task in tasks]), 1):
            future.result()
            step.progress(f"{done} of {len(tasks)}")
    except BrokenProcessPool:
        raise LookbackError(
            "code of a lesson ended the process that ran it",
            mend="run 'python3 build.py check' for each lesson to see which",
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _do(task: Task) -> None:
    """Results stay in the memory: nothing of them travels."""
    task()


def _settle() -> None:
    """An interrupt is the parent's to handle, and a child whose parent was killed ends."""
    # Rooms and records make many objects and no cycles: to look for those took a third of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent, leave = multiprocessing.parent_process(), os._exit  # bound here: a room hides it
    if parent is not None:
        threading.Thread(target=lambda: (wait([parent.sentinel]), leave(1)), daemon=True).start()
