"""A small lesson to start from: `build.py new LESSON` writes it, and it passes `check` as it is."""

from __future__ import annotations

import re
from pathlib import Path

from lookback.errors import LookbackError
from lookback.lesson.source import split

NAME = re.compile(r"^[a-z][a-z0-9-]*$")

LESSON = """\
---
title: {title}
aim: One sentence that says what a reader can do afterwards.
track: Attention
language: en
minutes: 20
order: {order}
---

## Predict first {{#predict}}

::: predict which-is-larger

Two scores are 2 and 0. Is the first [weight]{{.w}} twice the second?

- ( ) Yes, 2 to 1.
  Twice 0 is 0, so the ratio of the scores cannot be it. The table below has the numbers.
- (x) No, the ratio is another one.
  The softmax makes it e² to 1, about 7.4 to 1.
:::

## The idea {{#idea}}

A softmax turns scores into [weights]{{.w}}. Write what your reader needs, in short sentences, and stop.

::: formula
shape: [n]

\\w{{\\alpha_i}} = \\frac{{\\exp e_i}}{{\\sum_j \\exp e_j}}
:::

::: note

A note stands beside the text above it.
:::

::: figure two-bars

A drawing comes from figures.py and is made when the site is built.
:::

::: number first-weight
label: First weight

The scores are 2 and 0. Type the first [weight]{{.w}} to three decimals.

- (x) .881: 7.389 / 8.389, because e² = 7.389 and e⁰ = 1.
- ( ) 1: 1 is 2 / (2 + 0): the raw scores, divided by their sum.
- else: Take the exponential of both scores, add them, and divide the first by the sum.
:::

::: code softmax-by-hand

```python
import numpy as np

terms = np.exp([2.0, 0.0])
print((terms / terms.sum()).round(3))
```

```output
[0.881 0.119]
```
:::

## Check your understanding {{#check rail="Check"}}

::: quiz same-shift

Both scores grow by 5. What happens to the [weights]{{.w}}?

- ( ) Both grow.
  They cannot: together they are always 1.
- (x) Nothing.
  e⁵ stands above and below the line, and cancels.
:::
"""

FIGURES = '''\
"""Drawings of the lesson. Each function returns HTML; every number in it is computed."""

from __future__ import annotations

import numpy as np

from lookback import drawing as d


def two_bars() -> str:
    """Two weights as bars beside their numbers."""
    terms = np.exp([2.0, 0.0])
    weights = terms / terms.sum()
    parts = []
    for i, weight in enumerate(weights):
        y = 8.0 + 40 * i
        parts.append(d.rect(60, y, 220 * float(weight), 22, "bar-weight"))
        parts.append(d.text(52, y + 16, f"score {{2 - 2 * i}}", "lab", "end"))
        parts.append(d.text(68 + 220 * float(weight), y + 16, d.number(float(weight)), "lab w"))
    label = "Two bars: weight .881 for the score 2, weight .119 for the score 0."
    return d.svg(340, 84, label, parts)


FIGURES = {{"two-bars": two_bars}}
'''


def new_lesson(root: Path, name: str) -> list[Path]:
    """Write a small lesson into `root/lessons/name` and return the files written.

    Raises
    ------
    LookbackError
        When `name` does not fit, or the folder is there already: nothing is overwritten.
    """
    if not NAME.match(name):
        raise LookbackError(
            f"'{name}' does not fit as a lesson's name",
            None,
            None,
            "use small letters, digits and -, as 'my-lesson'",
        )
    folder = root / "lessons" / name
    if folder.exists():
        raise LookbackError("there is a lesson of this name already", folder, None, "choose another name")
    orders = [_order(path) for path in root.glob("lessons/*/lesson.md")]
    files = {
        folder / "lesson.md": LESSON.format(
            title=name.replace("-", " ").capitalize(), order=max(orders, default=0) + 1
        ),
        folder / "figures.py": FIGURES.format(),
    }
    folder.mkdir(parents=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def _order(path: Path) -> int:
    key = split(path.read_text(encoding="utf-8")).keys.get("order")
    return int(key.value) if key is not None and key.value.lstrip("-").isdigit() else 0
