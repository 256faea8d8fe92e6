"""The additive score taken apart: every step of the formula with its usual deviations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookback.checker.probes.trials import Floats, Trial


@dataclass(frozen=True)
class Parts:
    """The arguments of one call as floats."""

    q: Floats
    k: Floats
    Wq: Floats
    Wk: Floats
    bias: Floats
    v: Floats

    @classmethod
    def of(cls, trial: Trial) -> Parts:
        values = list(trial.arguments.values())
        arrays = {name: np.asarray(array, dtype=float) for name, array in values[2].items()}
        return cls(np.asarray(values[0], float), np.asarray(values[1], float), **arrays)


Step = tuple[str, str, str, Callable[..., Any]]


def _if_square(W: Floats) -> Floats:
    """The transpose where a product with it would run, else the matrix itself."""
    return W.T if W.shape[0] == W.shape[1] else W


# Each step: (id, title, why, formula). The first entry of each list is the right one and has no words.
# fmt: off
PROJECTIONS: tuple[Step, ...] = (
    ("", "", "", lambda p: p.Wq @ p.q + p.Wk @ p.k),
    ("key-unused", "The key is not used", "The key takes no part, so all positions would tie.", lambda p: p.Wq @ p.q),
    ("query-unused", "The query is not used", "The query takes no part, so every output step would look at the same place.", lambda p: p.Wk @ p.k),
    ("projections-unused", "Neither query nor key is used", "Query and key take no part.", lambda p: 0 * p.bias),
    ("wq-transposed", "Wq is transposed", "Wq was transposed; only a square matrix lets that run.", lambda p: _if_square(p.Wq) @ p.q + p.Wk @ p.k),
    ("wk-transposed", "Wk is transposed", "Wk was transposed; only a square matrix lets that run.", lambda p: p.Wq @ p.q + _if_square(p.Wk) @ p.k),
    ("both-transposed", "Wq and Wk are transposed", "The projections multiply from the other side, q @ Wq; only square matrices let that run.", lambda p: _if_square(p.Wq) @ p.q + _if_square(p.Wk) @ p.k),
    ("swapped", "Wq meets the key, Wk the query", "Wq was applied to the key and Wk to the query; only equal widths let that run.", lambda p: p.Wq @ p.k + p.Wk @ p.q if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("wq-twice", "Wq is used for both", "Wq was applied to the key too; Wk was not used.", lambda p: p.Wq @ p.q + p.Wq @ p.k if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("wk-twice", "Wk is used for both", "Wk was applied to the query too; Wq was not used.", lambda p: p.Wk @ p.q + p.Wk @ p.k if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("subtracted", "The key is subtracted", "The key's projection was subtracted from the query's, not added.", lambda p: p.Wq @ p.q - p.Wk @ p.k),
    ("subtracted-query", "The query is subtracted", "The query's projection was subtracted from the key's, not added.", lambda p: p.Wk @ p.k - p.Wq @ p.q),
    ("multiplied", "The projections are multiplied", "The two projections were multiplied. They are added.", lambda p: (p.Wq @ p.q) * (p.Wk @ p.k)),
    ("query-twice", "The query counts twice", "The query's projection was added twice.", lambda p: 2 * (p.Wq @ p.q) + p.Wk @ p.k),
    ("key-twice", "The key counts twice", "The key's projection was added twice.", lambda p: p.Wq @ p.q + 2 * (p.Wk @ p.k)),
    ("query-wq-only", "The query stands in for the key", "The query was projected by both matrices and the key not used.", lambda p: p.Wq @ p.q + p.Wk @ p.q if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("key-both", "The key stands in for the query", "The key was projected by both matrices and the query not used.", lambda p: p.Wq @ p.k + p.Wk @ p.k if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("halved", "The projections are averaged", "The mean of the two projections was taken, not their sum.", lambda p: (p.Wq @ p.q + p.Wk @ p.k) / 2),
    ("largest", "The larger projection is taken", "Of the two projections the larger entry was taken. They are added.", lambda p: np.maximum(p.Wq @ p.q, p.Wk @ p.k)),
    ("unit-query", "The query is scaled to length 1", "The query was scaled to length 1 before its projection.", lambda p: p.Wq @ (p.q / np.linalg.norm(p.q)) + p.Wk @ p.k),
    ("unit-key", "The key is scaled to length 1", "The key was scaled to length 1 before its projection.", lambda p: p.Wq @ p.q + p.Wk @ (p.k / np.linalg.norm(p.k))),
    ("unit-both", "Query and key are scaled to length 1", "Query and key were scaled to length 1 before their projections.", lambda p: p.Wq @ (p.q / np.linalg.norm(p.q)) + p.Wk @ (p.k / np.linalg.norm(p.k))),
    ("joined-the-other-way", "Query and key are joined in the other order", "Wq and Wk stand side by side, and query and key were joined in the other order, so columns meet the wrong entries.", lambda p: np.hstack([p.Wq, p.Wk]) @ np.concatenate([p.k, p.q])),
    ("first-features", "Only the first features are used", "Of query and key only the first entry was used. A product with the matrix uses all.", lambda p: p.Wq[:, 0] * p.q[0] + p.Wk[:, 0] * p.k[0]),
    ("last-features", "Only the last features are used", "Of query and key only the last entry was used: = where += is meant. A product with the matrix uses all.", lambda p: p.Wq[:, -1] * p.q[-1] + p.Wk[:, -1] * p.k[-1]),
    ("first-query-feature", "Only the first query feature is used", "Of the query only the first entry was used.", lambda p: p.Wq[:, 0] * p.q[0] + p.Wk @ p.k),
    ("first-key-feature", "Only the first key feature is used", "Of the key only the first entry was used.", lambda p: p.Wq @ p.q + p.Wk[:, 0] * p.k[0]),
    ("means", "Means in place of sums", "The products with each row of the matrices were averaged, not added up.", lambda p: p.Wq @ p.q / len(p.q) + p.Wk @ p.k / len(p.k)),
    ("scaled-projections", "The projections are scaled", "The projections were divided by √d_q and √d_k. This score has no scaling.", lambda p: p.Wq @ p.q / np.sqrt(len(p.q)) + p.Wk @ p.k / np.sqrt(len(p.k))),
    ("wk-applied-twice", "Wk is applied twice", "Wk was applied to the key twice; only a square matrix lets that run.", lambda p: p.Wq @ p.q + (p.Wk @ p.Wk @ p.k if p.Wk.shape[0] == p.Wk.shape[1] else p.Wk @ p.k)),
    ("row-sums-times", "Sums in place of products", "The row sums of a matrix were multiplied by the sum of the entries. A product with the matrix pairs them one by one.", lambda p: p.Wq.sum(1) * p.q.sum() + p.Wk.sum(1) * p.k.sum()),
    ("row-sums-times-query", "Sums in place of products", "The row sums of Wq were multiplied by the sum of the query. Wq @ query pairs the entries one by one.", lambda p: p.Wq.sum(1) * p.q.sum() + p.Wk @ p.k),
    ("row-sums", "The matrices are not applied", "The rows of the matrices were added up instead of being multiplied with query and key.", lambda p: p.Wq.sum(axis=1) + p.Wk.sum(axis=1)),
    ("unprojected-key", "The key is not projected", "The key was added without Wk; only equal widths let that run.", lambda p: p.Wq @ p.q + p.k if len(p.k) == len(p.bias) else p.Wq @ p.q + p.Wk @ p.k),
    ("unprojected-query", "The query is not projected", "The query was added without Wq; only equal widths let that run.", lambda p: p.q + p.Wk @ p.k if len(p.q) == len(p.bias) else p.Wq @ p.q + p.Wk @ p.k),
)
BIASES: tuple[Step, ...] = (
    ("", "", "", lambda x, b: x + b),
    ("no-bias", "The bias is not used", "The bias takes no part; it is added inside the tanh.", lambda x, b: x),
    ("bias-subtracted", "The bias is subtracted", "The bias was subtracted, not added.", lambda x, b: x - b),
    ("bias-twice", "The bias counts twice", "The bias was added twice, once for each projection.", lambda x, b: x + 2 * b),
    ("bias-multiplied", "The bias is multiplied", "The sum was multiplied by the bias. It is added.", lambda x, b: x * b),
    ("bias-summed", "The bias is added up first", "The sum of the whole bias was added to every unit; each unit has its own.", lambda x, b: x + b.sum()),
    ("bias-mean", "The mean bias", "The mean of the bias was added to every unit; each unit has its own.", lambda x, b: x + b.mean()),
    ("bias-first", "Only one entry of the bias", "The first entry of the bias was added to every unit; each unit has its own.", lambda x, b: x + b[0]),
    ("bias-reversed", "The bias is reversed", "The bias was read from the back.", lambda x, b: x + b[::-1]),
    ("bias-size", "The bias loses its sign", "The absolute value of the bias was added.", lambda x, b: x + np.abs(b)),
)
SQUASHES: tuple[Step, ...] = (
    ("", "", "", np.tanh),
    ("no-tanh", "tanh is missing", "The sum was not squashed. Without tanh the query adds the same to every position, and softmax cancels it.", lambda x: x),
    ("sigmoid", "The logistic function in place of tanh", "The units went through 1/(1 + e^−x), from 0 to 1. The formula has tanh, from −1 to 1.", lambda x: 1 / (1 + np.exp(-x))),
    ("relu", "max(0, x) in place of tanh", "Negative sums were cut to 0 and positive ones kept. tanh keeps the sign and has limits at −1 and 1.", lambda x: np.maximum(x, 0)),
    ("leaky", "A leaky ReLU in place of tanh", "Negative sums were scaled down and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.01 * x)),
    ("leaky-tenth", "A leaky ReLU in place of tanh", "Negative sums were scaled by .1 and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.1 * x)),
    ("leaky-fifth", "A leaky ReLU in place of tanh", "Negative sums were scaled by .2 and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.2 * x)),
    ("positive-units", "Negative units are cut to 0", "Negative hidden units were cut to 0 after tanh; they count as much as positive ones.", lambda x: np.maximum(np.tanh(x), 0)),
    ("sine", "Sine in place of tanh", "The units went through sin. The formula has tanh.", np.sin),
    ("tan", "tan in place of tanh", "The units went through tan, which runs off to infinity. The formula has tanh, with h for hyperbolic.", np.tan),
    ("sinh", "sinh in place of tanh", "The units went through sinh, which has no limits. The formula has tanh.", np.sinh),
    ("cosh", "cosh in place of tanh", "The units went through cosh. The formula has tanh.", np.cosh),
    ("arctan", "arctan in place of tanh", "The units went through arctan. The formula has tanh.", np.arctan),
    ("arctanh", "arctanh in place of tanh", "The units went through arctanh, the inverse. The formula has tanh.", np.arctanh),
    ("softsign", "x/(1 + |x|) in place of tanh", "The units went through x/(1 + |x|). The formula has tanh.", lambda x: x / (1 + np.abs(x))),
    ("hard", "Clipping in place of tanh", "The units were clipped to −1 … 1. tanh bends smoothly, and is below x everywhere above 0.", lambda x: np.clip(x, -1, 1)),
    ("sign", "The sign in place of tanh", "Only the signs of the units were kept. tanh keeps how far they go.", np.sign),
    ("exp", "exp in place of tanh", "The units went through exp. The formula has tanh.", np.exp),
    ("softplus", "log(1 + e^x) in place of tanh", "The units went through log(1 + e^x). The formula has tanh.", lambda x: np.log1p(np.exp(x))),
    ("softmax", "softmax in place of tanh", "The hidden units went through softmax. The formula has tanh; softmax comes later, over the positions.", lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum()),
    ("twice", "tanh is applied twice", "The units went through tanh twice.", lambda x: np.tanh(np.tanh(x))),
    ("half-argument", "tanh of half the sum", "The units went through tanh of half the sum, as 2·sigmoid − 1 does.", lambda x: np.tanh(x / 2)),
    ("double-argument", "tanh of twice the sum", "The units went through tanh of twice the sum.", lambda x: np.tanh(2 * x)),
    ("size", "The signs of the units are lost", "The absolute values of the units were used.", lambda x: np.abs(np.tanh(x))),
    ("square", "The units are squared", "The squared units were used.", lambda x: np.tanh(x) ** 2),
    ("gelu", "GELU in place of tanh", "The units went through GELU. The formula has tanh.", lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))),
    ("swish", "x·sigmoid(x) in place of tanh", "The units went through x·sigmoid(x). The formula has tanh.", lambda x: x / (1 + np.exp(-x))),
    ("elu", "ELU in place of tanh", "The units went through ELU. The formula has tanh.", lambda x: np.where(x > 0, x, np.expm1(x))),
    ("derivative", "The derivative of tanh", "The units are 1 − tanh², the slope of tanh. The formula has tanh itself.", lambda x: 1 - np.tanh(x) ** 2),
    ("series", "A short series in place of tanh", "x − x³/3 stands in for tanh, which is right only near 0.", lambda x: x - x**3 / 3),
    ("cube-root", "A root in place of tanh", "The units went through a cube root. The formula has tanh.", np.cbrt),
    ("root-sign", "x/√(1 + x²) in place of tanh", "The units went through x/√(1 + x²). The formula has tanh.", lambda x: x / np.sqrt(1 + x**2)),
    ("shifted-sigmoid", "A shifted sigmoid in place of tanh", "The units went through a sigmoid minus one half. The formula has tanh, from −1 to 1.", lambda x: 1 / (1 + np.exp(-x)) - 0.5),
    ("double-sigmoid", "2·sigmoid in place of tanh", "The units went through 2·sigmoid. The formula has tanh.", lambda x: 2 / (1 + np.exp(-x))),
    ("erf-like", "log in place of tanh", "The units went through sign(x)·log(1 + |x|). The formula has tanh.", lambda x: np.sign(x) * np.log1p(np.abs(x))),
    ("hard-sigmoid", "A clipped line in place of tanh", "The units were clipped to 0 … 1. The formula has tanh, from −1 to 1.", lambda x: np.clip(x, 0, 1)),
    ("over-length", "Scaled to length 1 in place of tanh", "The sum was divided by its length. The formula has tanh.", lambda x: x / np.linalg.norm(x)),
    ("gauss", "e^(−x²) in place of tanh", "The units went through e^(−x²). The formula has tanh.", lambda x: np.exp(-(x**2))),
    ("cosine", "Cosine in place of tanh", "The units went through cos. The formula has tanh.", np.cos),
    ("sums-half-precision", "The sums lose digits", "The sums went through float16 before tanh, which keeps 3 digits.", lambda x: np.tanh(x.astype(np.float16).astype(float))),
    ("units-half-precision", "The units lose digits", "The units went through float16 after tanh, which keeps 3 digits.", lambda x: np.tanh(x).astype(np.float16).astype(float)),
    ("units-rounded-one", "The units are rounded", "The units were rounded to one place after tanh.", lambda x: np.round(np.tanh(x), 1)),
    ("units-rounded-two", "The units are rounded", "The units were rounded to 2 places after tanh.", lambda x: np.round(np.tanh(x), 2)),
    ("units-rounded-three", "The units are rounded", "The units were rounded to 3 places after tanh.", lambda x: np.round(np.tanh(x), 3)),
    ("sums-rounded", "The sums are rounded", "The sums were rounded to one place before tanh.", lambda x: np.tanh(np.round(x, 1))),
    ("sums-whole", "The sums are cut to whole numbers", "The sums were cut to whole numbers before tanh: an integer array drops what follows the point.", lambda x: np.tanh(np.trunc(x))),
    ("sums-size", "The signs of the sums are lost", "The absolute values of the sums went through tanh.", lambda x: np.tanh(np.abs(x))),
    ("negated-sums", "The sums are negated", "tanh was taken of the negated sums.", lambda x: np.tanh(-x)),
    ("scaled-sums", "The sums are scaled", "The sums were divided by √d_a before tanh. This score has no scaling.", lambda x: np.tanh(x / np.sqrt(len(x)))),
    ("tanh-plus-line", "The sum is added to its tanh", "The units are tanh of the sum plus the sum itself. The formula has tanh alone.", lambda x: np.tanh(x) + x),
    ("tanh-times-line", "The sum is multiplied by its tanh", "The units are tanh of the sum times the sum. The formula has tanh alone.", lambda x: np.tanh(x) * x),
    ("clipped-sums-half", "The sums are clipped", "The sums were clipped to −.5 … .5 before tanh.", lambda x: np.tanh(np.clip(x, -0.5, 0.5))),
    ("clipped-sums-two", "The sums are clipped", "The sums were clipped to −2 … 2 before tanh.", lambda x: np.tanh(np.clip(x, -2, 2))),
    ("clipped-sums-three", "The sums are clipped", "The sums were clipped to −3 … 3 before tanh.", lambda x: np.tanh(np.clip(x, -3, 3))),
    ("clipped-sums", "The sums are clipped", "The sums were clipped to −1 … 1 before tanh.", lambda x: np.tanh(np.clip(x, -1, 1))),
    ("whole", "The units are cut to whole numbers", "The units were cut to whole numbers: an integer array drops what follows the point.", lambda x: np.trunc(np.tanh(x))),
    ("rounded", "The units are rounded", "The units were rounded to whole numbers.", lambda x: np.round(np.tanh(x))),
)
READOUTS: tuple[Step, ...] = (
    ("", "", "", lambda v, h: v @ h),
    ("plain-sum", "v is not used", "The units were added without v, which says how much each counts and with which sign.", lambda v, h: h.sum()),
    ("plain-mean", "v is not used", "The mean of the units was taken; v says how much each counts.", lambda v, h: h.mean()),
    ("averaged", "The products are averaged", "The products with v were averaged, so the score is divided by d_a.", lambda v, h: (v * h).mean()),
    ("scaled", "The score is divided by √d_a", "The score was divided by √d_a. The additive score has no scaling.", lambda v, h: v @ h / np.sqrt(len(v))),
    ("not-summed", "One number per hidden unit", "The products with v were not added.", lambda v, h: v * h),
    ("hidden", "The hidden units came back", "These are the hidden units; the dot product with v is missing.", lambda v, h: h),
    ("largest", "The largest product", "The largest of the products with v was taken. They are added.", lambda v, h: (v * h).max()),
    ("first", "Only the first unit", "Only the first hidden unit counts. All products are added.", lambda v, h: v[0] * h[0]),
    ("last", "Only the last unit", "Only the last hidden unit counts: = where += is meant, or a return in the loop.", lambda v, h: v[-1] * h[-1]),
    ("without-last", "The last unit is left out", "The last hidden unit is missing: a loop ends one too early.", lambda v, h: v[:-1] @ h[:-1]),
    ("without-first", "The first unit is left out", "The first hidden unit is missing: a loop starts one too late.", lambda v, h: v[1:] @ h[1:]),
    ("tanh-v", "v goes through tanh", "v went through tanh too. It multiplies the units as it is.", lambda v, h: np.tanh(v) @ h),
    ("exp-v", "v goes through exp", "v went through exp. It multiplies the units as it is.", lambda v, h: np.exp(v) @ h),
    ("softmax-units", "The units go through softmax", "The units went through softmax after tanh. The score is their dot product with v.", lambda v, h: v @ (np.exp(h) / np.exp(h).sum())),
    ("first-and-last", "Only two units", "Only the first and the last hidden unit count. All products are added.", lambda v, h: v[0] * h[0] + v[-1] * h[-1]),
    ("first-two", "Only two units", "Only the first two hidden units count. All products are added.", lambda v, h: v[:2] @ h[:2]),
    ("smallest", "The smallest product", "The smallest of the products with v was taken. They are added.", lambda v, h: (v * h).min()),
    ("size-of-products", "The signs of the products are lost", "The absolute values of the products with v were added.", lambda v, h: np.abs(v * h).sum()),
    ("times-width", "The score is multiplied by d_a", "The score is d_a times too large.", lambda v, h: v @ h * len(v)),
    ("over-length", "A cosine in place of the dot product", "The dot product was divided by the lengths of v and the units.", lambda v, h: v @ h / (np.linalg.norm(v) * np.linalg.norm(h))),
    ("over-sum-of-v", "Divided by the sum of v", "The score was divided by the sum of v, as in a mean. v is no set of weights.", lambda v, h: (v / v.sum()) @ h),
    ("product", "The products are multiplied", "The products with v were multiplied. They are added.", lambda v, h: np.prod(v * h)),
    ("sum-of-v", "v and units are added up apart", "The sum of v was multiplied by the sum of the units. Each unit has its own factor.", lambda v, h: v.sum() * h.sum()),
    ("reversed", "v is reversed", "v was read from the back, so each unit got the factor of another.", lambda v, h: v[::-1] @ h),
    ("size", "The signs of v are lost", "The absolute values of v were used.", lambda v, h: np.abs(v) @ h),
    ("added", "v is added, not multiplied", "v was added to the units, not multiplied with them.", lambda v, h: (v + h).sum()),
    ("subtracted", "v is subtracted", "v was subtracted from the units, not multiplied with them.", lambda v, h: (h - v).sum()),
    ("length-of-products", "The length of the products", "The products with v were squared and added, and the root taken. They are added as they are.", lambda v, h: np.linalg.norm(v * h)),
    ("length", "The length of the units", "The length of the vector of units was taken; v is not used.", lambda v, h: np.linalg.norm(h)),
    ("unit-v", "v is scaled to length 1", "v was scaled to length 1 first.", lambda v, h: (v / np.linalg.norm(v)) @ h),
    ("squared-v", "v counts twice", "The units were multiplied by v twice.", lambda v, h: (v * v) @ h),
    ("outer", "All pairs of v and units", "Every entry of v was multiplied with every unit. Only matching ones belong together.", lambda v, h: np.outer(v, h)),
    ("outer-sum", "All pairs of v and units", "Every entry of v was multiplied with every unit and all added up. Only matching ones belong together.", lambda v, h: np.outer(v, h).sum()),
    ("softmax-v", "v goes through softmax", "v went through softmax first.", lambda v, h: (np.exp(v - v.max()) / np.exp(v - v.max()).sum()) @ h),
)
AFTERS: tuple[Step, ...] = (
    ("", "", "", lambda e: e),
    ("negated", "A minus sign in front", "The score came back with a minus sign.", lambda e: -e),
    ("tanh-after", "tanh of the score", "The finished score went through tanh.", np.tanh),
    ("exp-after", "The exponential of the score", "The exponential of the score came back; softmax takes it later.", np.exp),
    ("sigmoid-after", "A sigmoid of the score", "The finished score went through a sigmoid.", lambda e: 1 / (1 + np.exp(-e))),
    ("absolute", "The score loses its sign", "The absolute value of the score came back.", np.abs),
    ("positive", "Negative scores are cut to 0", "A negative score was cut to 0. Scores may be negative.", lambda e: np.maximum(e, 0)),
    ("whole", "The score is cut to a whole number", "The score was cut to a whole number, as int() does.", np.trunc),
    ("floored", "The score is rounded down", "The score was rounded down to a whole number.", np.floor),
    ("rounded", "The score is rounded to a whole number", "The score was rounded to a whole number.", np.round),
    ("twice", "The score is doubled", "The score is twice too large.", lambda e: 2 * e),
    ("half", "The score is halved", "The score was halved.", lambda e: e / 2),
    ("squared", "The score is squared", "The score was squared.", lambda e: e**2),
)
# fmt: on
# Formulas that are built in another way.
# fmt: off
WHOLES: tuple[tuple[str, str, str, Callable[[Parts], Any]], ...] = (
    ("tanh-of-each", "tanh of each term", "tanh(a) + tanh(b) is not tanh(a + b): query and key have to meet inside one tanh.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k + p.bias))),
    ("tanh-of-each-query", "tanh of each term", "tanh(a) + tanh(b) is not tanh(a + b): query and key have to meet inside one tanh.", lambda p: p.v @ (np.tanh(p.Wq @ p.q + p.bias) + np.tanh(p.Wk @ p.k))),
    ("tanh-of-all", "tanh of each term", "Query, key and bias went through a tanh each. They have to meet inside one.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k) + np.tanh(p.bias))),
    ("tanh-of-both", "tanh of each term", "Query and key went through a tanh each, and the bias stayed outside. All have to meet inside one.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k) + p.bias)),
    ("tanh-of-both-no-bias", "tanh of each term", "Query and key went through a tanh each, and the bias is missing. All have to meet inside one.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k))),
    ("tanh-both-bias", "tanh of each term", "Query and key went through a tanh each, with the bias in both. They have to meet inside one.", lambda p: p.v @ (np.tanh(p.Wq @ p.q + p.bias) + np.tanh(p.Wk @ p.k + p.bias))),
    ("tanh-query", "tanh of the query alone", "Only the query went through tanh. The sum of query, key and bias does.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) + p.Wk @ p.k + p.bias)),
    ("tanh-key", "tanh of the key alone", "Only the key went through tanh. The sum of query, key and bias does.", lambda p: p.v @ (p.Wq @ p.q + np.tanh(p.Wk @ p.k) + p.bias)),
    ("tanh-key-bias", "tanh of the key alone", "Only the key, with the bias, went through tanh. The sum of query, key and bias does.", lambda p: p.v @ (p.Wq @ p.q + np.tanh(p.Wk @ p.k + p.bias))),
    ("tanh-product", "tanh of each, multiplied", "tanh of query and key were multiplied. They have to be added inside one tanh.", lambda p: p.v @ (np.tanh(p.Wq @ p.q) * np.tanh(p.Wk @ p.k + p.bias))),
    ("bias-outside", "The bias is added after tanh", "The bias came after the tanh. Inside, it decides where each unit is steep.", lambda p: p.v @ (np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias)),
    ("bias-to-score", "The bias is added to the score", "The sum of the bias was added to the finished score. It belongs inside the tanh, unit by unit.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias.sum()),
    ("bias-mean-to-score", "The bias is added to the score", "The mean of the bias was added to the finished score. It belongs inside the tanh, unit by unit.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias.mean()),
    ("bias-array", "The bias is added to the score", "The bias was added to the finished score, which makes an array of it. It belongs inside the tanh.", lambda p: p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k) + p.bias),
    ("bias-in-both", "The bias counts twice", "The bias is inside the tanh and added once more after it.", lambda p: p.v @ (np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.bias) + p.bias)),
    ("v-inside", "v is multiplied inside the tanh", "v was multiplied inside the tanh, unit by unit. It belongs after it.", lambda p: np.tanh(p.v * (p.Wq @ p.q + p.Wk @ p.k + p.bias)).sum()),
    ("v-added-inside", "v is added inside the tanh", "v was added inside the tanh. It multiplies the units afterwards.", lambda p: np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.bias + p.v).sum()),
    ("v-and-bias-exchanged", "v and bias are exchanged", "v was added inside the tanh and the bias multiplied after it: the two are exchanged.", lambda p: p.bias @ np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.v)),
    ("tanh-outside", "tanh of the finished score", "tanh was taken once, of the finished sum. It belongs to each hidden unit, before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q + p.Wk @ p.k + p.bias))),
    ("tanh-outside-no-bias", "tanh of the finished score", "tanh was taken once, of the finished sum, and the bias is missing.", lambda p: np.tanh(p.v @ (p.Wq @ p.q + p.Wk @ p.k))),
    ("elementwise", "Entry by entry in place of the products", "The matrices were multiplied entry by entry with *, and what is left was added up. Wq @ query is a product of a matrix and a vector.", lambda p: np.sum(p.v * np.tanh(p.Wq * p.q + p.Wk * p.k + p.bias))),
    ("elementwise-dot", "Entry by entry in place of the products", "The matrices were multiplied entry by entry with *, where @ is meant.", lambda p: np.sum(p.v @ np.tanh(p.Wq * p.q + p.Wk * p.k + p.bias))),
    ("tanh-product-bias", "tanh of each, multiplied", "tanh of query and key, each with the bias, were multiplied. They have to be added inside one tanh.", lambda p: p.v @ (np.tanh(p.Wq @ p.q + p.bias) * np.tanh(p.Wk @ p.k + p.bias))),
    ("tanh-of-scores", "tanh of two finished scores", "Query and key each made a score of their own, which went through tanh. They have to meet before v.", lambda p: np.tanh(p.v @ (p.Wq @ p.q)) + np.tanh(p.v @ (p.Wk @ p.k))),
    ("tanh-twice", "tanh of each and of the sum", "tanh was taken of each projection and once more of their sum. It is taken once.", lambda p: p.v @ np.tanh(np.tanh(p.Wq @ p.q) + np.tanh(p.Wk @ p.k) + p.bias)),
    ("v-before", "v is multiplied before tanh", "v was multiplied with query, key and bias before tanh. It belongs after it.", lambda p: np.tanh(p.v * (p.Wq @ p.q) + p.v * (p.Wk @ p.k) + p.bias).sum()),
    ("dot", "Dot product of the projections", "The projections were paired by a dot product; this score adds them inside tanh.", lambda p: (p.Wq @ p.q) @ (p.Wk @ p.k)),
    ("dot-tanh", "Dot product of the squashed projections", "The squashed projections were paired by a dot product; this score adds them inside one tanh.", lambda p: np.tanh(p.Wq @ p.q) @ np.tanh(p.Wk @ p.k)),
    ("plain-dot", "The plain dot product", "Query and key were paired directly, where their widths allow it. This score projects both.", lambda p: p.q @ p.k if len(p.q) == len(p.k) else np.nan),
    ("sum-of-v", "Only v is added up", "The sum of v came back; the hidden units are missing.", lambda p: p.v.sum()),
    ("bias-only", "Only the bias is used", "Query and key take no part: the score comes from the bias alone.", lambda p: p.v @ np.tanh(p.bias)),
    ("zero", "Always 0", "The score is 0 for every query and key.", lambda p: 0.0),
)
# fmt: on
