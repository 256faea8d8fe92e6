"""Additive scores of another build: terms squashed apart, the bias or v at another place, other products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lookback.checker.probes.additive_steps import Parts

Squash = Callable[[Any], Any]

# Whole scores: (id, title, why, formula of the arguments).
# fmt: off
WHOLES: tuple[tuple[str, str, str, Callable[[Parts], Any]], ...] = (
    ("bias-to-score", "The bias is added to the score", "The sum of the bias was added to the finished score. It belongs inside the tanh, unit by unit.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias.sum()),
    ("bias-mean-to-score", "The bias is added to the score", "The mean of the bias was added to the finished score. It belongs inside the tanh, unit by unit.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias.mean()),
    ("bias-array", "The bias is added to the score", "The bias was added to the finished score, which makes an array of it. It belongs inside the tanh.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias),
    ("v-inside", "v is multiplied inside the tanh", "v was multiplied inside the tanh, unit by unit. It belongs after it.", lambda p: np.tanh(p.v * (p.Wq @ p.q + p.Wk @ p.k + p.bias)).sum()),
    ("v-added-inside", "v is added inside the tanh", "v was added inside the tanh. It multiplies the units afterwards.", lambda p: np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.bias + p.v).sum()),
    ("v-and-bias-exchanged", "v and bias are exchanged", "v was added inside the tanh and the bias multiplied after it: the two are exchanged.", lambda p: p.bias @ np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.v)),
    ("tanh-outside", "tanh of the finished score", "tanh was taken once, of the finished sum. It belongs to each hidden unit, before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q + p.Wk @ p.k + p.bias))),
    ("tanh-outside-no-bias", "tanh of the finished score", "tanh was taken once, of the finished sum, and the bias is missing.", lambda p: np.tanh(p.v @ (p.Wq @ p.q + p.Wk @ p.k))),
    ("elementwise", "Entry by entry in place of the products", "The matrices were multiplied entry by entry with *, and what is left was added up. Wq @ query is a product of a matrix and a vector.", lambda p: np.sum(p.v * np.tanh(p.Wq * p.q + p.Wk * p.k + p.bias))),
    ("elementwise-dot", "Entry by entry in place of the products", "The matrices were multiplied entry by entry with *, where @ is meant.", lambda p: np.sum(p.v @ np.tanh(p.Wq * p.q + p.Wk * p.k + p.bias))),
    ("tanh-of-scores", "tanh of two finished scores", "Query and key each made a score of their own, which went through tanh. They have to meet before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q)) + np.tanh(p.v @ (p.Wk @ p.k))),
    ("v-before", "v is multiplied before tanh", "v was multiplied with query, key and bias before tanh. It belongs after it.", lambda p: np.tanh(p.v * (p.Wq @ p.q) + p.v * (p.Wk @ p.k) + p.bias).sum()),
    ("dot", "Dot product of the projections", "The projections were paired by a dot product; this score adds them inside tanh.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k)),
    ("dot-tanh", "Dot product of the squashed projections", "The squashed projections were paired by a dot product; this score adds them inside one tanh.", lambda p: np.tanh(p.Wq @ p.q) @ np.tanh(p.Wk @ p.k)),
    ("plain-dot", "The plain dot product", "Query and key were paired directly, where their widths allow it. This score projects both.", lambda p: p.q @ p.k if len(p.q) == len(p.k) else np.nan),
    ("tanh-of-both-scores", "tanh of two finished scores", "Query and key, the key with the bias, each made a score of their own, which went through tanh. They have to meet before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q)) + np.tanh(p.v @ (p.Wk @ p.k + p.bias))),
    ("tanh-of-both-scores-bias", "tanh of two finished scores", "Query and key, each with the bias, made scores of their own, which went through tanh. They have to meet before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q + p.bias)) + np.tanh(p.v @ (p.Wk @ p.k + p.bias))),
    *(("scores-multiplied", "Two finished scores are multiplied", "Query and key each made a score of their own, and the two were multiplied. They have to meet inside one tanh.", build) for build in (
        lambda p: (p.v @ np.tanh(p.Wq @ p.q)) * (p.v @ np.tanh(p.Wk @ p.k)),
        lambda p: (p.v @ np.tanh(p.Wq @ p.q + p.bias)) * (p.v @ np.tanh(p.Wk @ p.k + p.bias)),
        lambda p: (p.v @ np.tanh(p.Wq @ p.q)) * (p.v @ np.tanh(p.Wk @ p.k + p.bias)),
        lambda p: (p.v @ np.tanh(p.Wq @ p.q + p.bias)) * (p.v @ np.tanh(p.Wk @ p.k)),
    )),
    ("v-to-query", "v meets the query alone", "Only the query's unit was multiplied by v; the key's units were added without it.", lambda p: p.v @ np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k + p.bias).sum()),
    ("dot-bias", "Dot product of the projections", "The projections, one with the bias, were paired by a dot product; this score adds them inside tanh.", lambda p: (p.Wq @ p.q + p.bias) @ (p.Wk @ p.k)),
    ("dot-bias-key", "Dot product of the projections", "The projections, one with the bias, were paired by a dot product; this score adds them inside tanh.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k + p.bias)),
    ("dot-bias-both", "Dot product of the projections", "The projections, both with the bias, were paired by a dot product; this score adds them inside tanh.", lambda p: (p.Wq @ p.q + p.bias) @ (p.Wk @ p.k + p.bias)),
    ("dot-tanh-bias", "Dot product of the squashed projections", "tanh of each projection was paired by a dot product, and v is not used; this score adds them inside one tanh.", lambda p: np.tanh(p.Wq @ p.q + p.bias) @ np.tanh(p.Wk @ p.k)),
    ("dot-tanh-bias-key", "Dot product of the squashed projections", "tanh of each projection was paired by a dot product, and v is not used; this score adds them inside one tanh.", lambda p: np.tanh(p.Wq @ p.q) @ np.tanh(p.Wk @ p.k + p.bias)),
    ("dot-tanh-bias-both", "Dot product of the squashed projections", "tanh of each projection, with the bias, was paired by a dot product, and v is not used; this score adds them inside one tanh.", lambda p: np.tanh(p.Wq @ p.q + p.bias) @ np.tanh(p.Wk @ p.k + p.bias)),
    ("tanh-of-dot", "tanh of a dot product", "tanh was taken of the dot product of the projections. This score adds them unit by unit, then tanh, then v.", lambda p: np.tanh((p.Wq @ p.q) @ (p.Wk @ p.k))),
    ("scaled-dot", "A scaled dot product", "The projections were paired by a dot product over √d_a; this score adds them inside tanh, and v weighs the units.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k) / np.sqrt(len(p.v))),
    ("scaled-dot-bias", "A scaled dot product", "The projections, with the bias, were paired by a dot product over √d_a; this score adds them inside tanh.", lambda p: (p.Wq @ p.q + p.bias) @ (p.Wk @ p.k + p.bias) / np.sqrt(len(p.v))),
    ("cosine-of-projections", "A cosine of the projections", "The score is the cosine between the projections. They have to be added inside tanh, and weighed by v.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k) / (np.linalg.norm(p.Wq @ p.q) * np.linalg.norm(p.Wk @ p.k))),
    ("weighted-dot", "The projections are multiplied", "The projections were multiplied unit by unit and weighed by v, without tanh. They are added inside tanh.", lambda p: p.v @ ((p.Wq @ p.q) * (p.Wk @ p.k))),
    ("weighted-dot-bias", "The projections are multiplied", "The projections, each with the bias, were multiplied unit by unit and weighed by v, without tanh. They are added inside tanh.", lambda p: p.v @ ((p.Wq @ p.q + p.bias) * (p.Wk @ p.k + p.bias))),
    ("one-product", "v meets one term alone", "Without brackets v multiplies tanh of the query alone; the key and the bias were added without it.", lambda p: (p.v * np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k) + p.bias).sum()),
    ("one-product-plain", "v meets one term alone", "Without brackets v multiplies the query alone; the key and the bias were added without it.", lambda p: (p.v * np.tanh(p.Wq @ p.q) + p.Wk @ p.k + p.bias).sum()),
    ("bilinear-bias", "Dot product of the projections", "The projections were paired by a dot product, and the bias weighed by v was added; this score adds all inside tanh.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k) + p.v @ p.bias),
    ("distance", "A distance in place of the sum", "The score is minus the distance between the projections.", lambda p: -np.linalg.norm(p.Wq @ p.q - p.Wk @ p.k)),
    ("squared-distance", "A distance in place of the sum", "The score is minus the squared distance between the projections.", lambda p: -((p.Wq @ p.q - p.Wk @ p.k) ** 2).sum()),
    ("sum-of-bias", "Only the bias is added up", "The sum of the bias came back; the hidden units are missing.", lambda p: p.bias.sum()),
    ("outer", "All pairs of v and units", "Every entry of v was multiplied with every unit. Only matching ones belong together.", lambda p: np.outer(p.v, np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.bias))),
    ("sum-of-v", "Only v is added up", "The sum of v came back; the hidden units are missing.", lambda p: p.v.sum()),
    ("bias-only", "Only the bias is used", "Query and key take no part: the score comes from the bias alone.", lambda p: p.v @ np.tanh(p.bias)),
    ("zero", "Always 0", "The score is 0 for every query and key.", lambda p: 0.0),
)
# fmt: on

# Hidden units of another build, for tanh or what stands in for it: (id, title, why, formula of the arguments and the function).
# fmt: off
FORMS: tuple[tuple[str, str, str, Callable[[Parts, Squash], Any]], ...] = (
    ("of-each", "{f} of each term", "{f} was taken of query and key apart. The formula has one tanh of their sum.", lambda p, f: f(p.Wq @ p.q) + f(p.Wk @ p.k + p.bias)),
    ("of-each", "{f} of each term", "{f} was taken of query and key apart. The formula has one tanh of their sum.", lambda p, f: f(p.Wq @ p.q + p.bias) + f(p.Wk @ p.k)),
    ("of-each", "{f} of each term", "{f} was taken of query and key apart, without the bias. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) + f(p.Wk @ p.k)),
    ("of-each", "{f} of each term", "{f} was taken of query and key apart, and the bias added outside. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) + f(p.Wk @ p.k) + p.bias),
    ("of-each", "{f} of each term", "{f} was taken of query and key apart, each with the bias. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q + p.bias) + f(p.Wk @ p.k + p.bias)),
    ("of-each", "{f} of each term", "{f} was taken of query, key and bias apart. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) + f(p.Wk @ p.k) + f(p.bias)),
    ("of-each-subtracted", "{f} of each, subtracted", "{f} was taken of query and key apart, and one subtracted. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) - f(p.Wk @ p.k + p.bias)),
    ("of-each-subtracted", "{f} of each, subtracted", "{f} was taken of query and key apart, and one subtracted. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q + p.bias) - f(p.Wk @ p.k)),
    ("of-each-subtracted", "{f} of each, subtracted", "{f} was taken of query and key apart, and one subtracted. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) - f(p.Wk @ p.k)),
    ("of-each-multiplied", "{f} of each, multiplied", "{f} was taken of query and key apart, and both multiplied. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) * f(p.Wk @ p.k)),
    ("of-each-multiplied", "{f} of each, multiplied", "{f} was taken of query and key apart, and both multiplied. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q) * f(p.Wk @ p.k + p.bias)),
    ("of-each-multiplied", "{f} of each, multiplied", "{f} was taken of query and key apart, and both multiplied. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q + p.bias) * f(p.Wk @ p.k)),
    ("of-each-multiplied", "{f} of each, multiplied", "{f} was taken of query and key apart, and both multiplied. The formula has one tanh of the sum.", lambda p, f: f(p.Wq @ p.q + p.bias) * f(p.Wk @ p.k + p.bias)),
    ("of-query", "{f} of the query alone", "Only the query went through {f}. In the formula tanh takes the sum of query, key and bias.", lambda p, f: f(p.Wq @ p.q) + p.Wk @ p.k + p.bias),
    ("of-query", "{f} of the query alone", "Only the query, with the bias, went through {f}. In the formula tanh takes the sum.", lambda p, f: f(p.Wq @ p.q + p.bias) + p.Wk @ p.k),
    ("of-query", "{f} of the query alone", "Only the query went through {f}, and the bias is missing. In the formula tanh takes the sum of all.", lambda p, f: f(p.Wq @ p.q) + p.Wk @ p.k),
    ("of-key", "{f} of the key alone", "Only the key went through {f}. In the formula tanh takes the sum of query, key and bias.", lambda p, f: p.Wq @ p.q + f(p.Wk @ p.k) + p.bias),
    ("of-key", "{f} of the key alone", "Only the key, with the bias, went through {f}. In the formula tanh takes the sum.", lambda p, f: p.Wq @ p.q + f(p.Wk @ p.k + p.bias)),
    ("of-key", "{f} of the key alone", "Only the key went through {f}, and the bias is missing. In the formula tanh takes the sum of all.", lambda p, f: p.Wq @ p.q + f(p.Wk @ p.k)),
    ("of-each-and-sum", "{f} of each and of the sum", "{f} was taken of each projection and once more of their sum. It is taken once.", lambda p, f: f(f(p.Wq @ p.q) + f(p.Wk @ p.k) + p.bias)),
    ("of-each-and-sum", "{f} of each and of the sum", "{f} was taken of each projection and once more of their sum. It is taken once.", lambda p, f: f(f(p.Wq @ p.q) + f(p.Wk @ p.k + p.bias))),
    ("of-each-and-sum", "{f} of each and of the sum", "{f} was taken of each projection and once more of their sum. It is taken once.", lambda p, f: f(f(p.Wq @ p.q + p.bias) + f(p.Wk @ p.k))),
    ("of-each-and-sum", "{f} of each and of the sum", "{f} was taken of each projection and once more of their sum, and the bias is missing.", lambda p, f: f(f(p.Wq @ p.q) + f(p.Wk @ p.k))),
    ("of-each-and-sum", "{f} of each and of the sum", "{f} was taken of each projection, with the bias in both, and once more of their sum. It is taken once.", lambda p, f: f(f(p.Wq @ p.q + p.bias) + f(p.Wk @ p.k + p.bias))),
    ("of-query-and-sum", "{f} of the query and of the sum", "The query went through {f} by itself and once more in the sum. tanh is taken once.", lambda p, f: f(f(p.Wq @ p.q) + p.Wk @ p.k + p.bias)),
    ("of-query-and-sum", "{f} of the query and of the sum", "The query, with the bias, went through {f} by itself and once more in the sum. tanh is taken once.", lambda p, f: f(f(p.Wq @ p.q + p.bias) + p.Wk @ p.k)),
    ("of-key-and-sum", "{f} of the key and of the sum", "The key went through {f} by itself and once more in the sum. tanh is taken once.", lambda p, f: f(p.Wq @ p.q + f(p.Wk @ p.k) + p.bias)),
    ("of-key-and-sum", "{f} of the key and of the sum", "The key, with the bias, went through {f} by itself and once more in the sum. tanh is taken once.", lambda p, f: f(p.Wq @ p.q + f(p.Wk @ p.k + p.bias))),
    ("bias-and-sum", "{f} before the bias too", "Query and key went through {f} before the bias was added, and once more after. tanh is taken once.", lambda p, f: f(f(p.Wq @ p.q + p.Wk @ p.k) + p.bias)),
    ("bias-outside", "The bias is added after {f}", "The bias came after {f}. In the formula it is inside the tanh.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k) + p.bias),
    ("bias-in-both", "The bias counts twice", "The bias is inside {f} and added once more after it.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) + p.bias),
    ("bias-factor", "The bias is multiplied after {f}", "The units were multiplied by the bias after {f}. It is added inside the tanh.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k) * p.bias),
    ("bias-factor-too", "The bias counts twice", "The bias is inside {f}, and the units were multiplied by it once more.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) * p.bias),
    ("bias-apart", "{f} of the bias apart", "The bias went through {f} by itself. It belongs inside the same tanh as query and key.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k) + f(p.bias)),
    ("bias-off", "The bias is subtracted after {f}", "The bias was subtracted after {f}. It is added inside the tanh.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k) - p.bias),
    ("plus-query", "The query is added to the units", "The query's projection was added to the units after {f} as well.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) + p.Wq @ p.q),
    ("plus-key", "The key is added to the units", "The key's projection was added to the units after {f} as well.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) + p.Wk @ p.k),
    ("times-key", "The key multiplies the units", "The units were multiplied by the key's projection after {f}.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) * (p.Wk @ p.k)),
    ("times-query", "The query multiplies the units", "The units were multiplied by the query's projection after {f}.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias) * (p.Wq @ p.q)),
    ("v-within", "v is multiplied before {f}", "v was multiplied with the sums before {f}. It belongs after tanh.", lambda p, f: f(p.v * (p.Wq @ p.q + p.Wk @ p.k + p.bias))),
    ("v-within", "v is multiplied before {f}", "v was multiplied with query and key before the bias and {f}. It belongs after tanh.", lambda p, f: f(p.v * (p.Wq @ p.q + p.Wk @ p.k) + p.bias)),
    ("v-within-query", "v is multiplied before {f}", "v was multiplied with the query's projection before {f}. It belongs after tanh.", lambda p, f: f(p.v * (p.Wq @ p.q) + p.Wk @ p.k + p.bias)),
    ("v-within-key", "v is multiplied before {f}", "v was multiplied with the key's projection before {f}. It belongs after tanh.", lambda p, f: f(p.Wq @ p.q + p.v * (p.Wk @ p.k) + p.bias)),
    ("v-added", "v is added before {f}", "v was added to the sums before {f}. It multiplies the units afterwards.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.bias + p.v)),
    ("v-for-bias", "v stands in for the bias", "v was added before {f} where the bias belongs.", lambda p, f: f(p.Wq @ p.q + p.Wk @ p.k + p.v)),
    ("tanh-matrices", "{f} of the matrices", "Wq and Wk went through {f} before they were applied. In the formula tanh takes the sum.", lambda p, f: f(p.Wq) @ p.q + f(p.Wk) @ p.k + p.bias),
    ("of-products", "{f} of each product", "{f} was taken of each product of a row, before they were added. In the formula tanh takes the finished sum.", lambda p, f: f(p.Wq * p.q).sum(-1) + f(p.Wk * p.k).sum(-1) + p.bias),
    ("of-products-and-bias", "{f} of each product", "{f} was taken of each product of a row, before they were added. In the formula tanh takes the finished sum.", lambda p, f: f(p.Wq * p.q).sum(-1) + f(p.Wk * p.k).sum(-1) + f(p.bias)),
    ("of-projected", "The signs of the projections are lost", "The absolute value of the projections was taken before the bias and {f}.", lambda p, f: f(np.abs(p.Wq @ p.q + p.Wk @ p.k) + p.bias)),
    ("scaled-before-bias", "The sum is scaled before the bias", "The projections were divided by √d_a before the bias was added. This score has no scaling.", lambda p, f: f((p.Wq @ p.q + p.Wk @ p.k) / np.sqrt(len(p.v)) + p.bias)),
    ("summed-scores", "v meets the sums before {f}", "The sums were weighed by v and added up before {f}, so every unit is the same number.", lambda p, f: f(p.v @ (p.Wq @ p.q + p.Wk @ p.k + p.bias) + 0 * p.v)),
)
# fmt: on
