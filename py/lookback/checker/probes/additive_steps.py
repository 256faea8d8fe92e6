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

    def arrays(self) -> tuple[Floats, ...]:
        """All of them."""
        return self.q, self.k, self.Wq, self.Wk, self.bias, self.v


def _is_square(W: Floats) -> bool:
    return bool(W.shape[0] == W.shape[1])


def _shares(x: Floats) -> Floats:
    """Softmax along the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))


def _centred(x: Floats) -> Floats:
    return np.asarray(x - x.mean(-1, keepdims=True))


def _length(x: Floats) -> Floats:
    return np.asarray(np.linalg.norm(x, axis=-1, keepdims=True))


Step = tuple[str, str, str, Callable[..., Any]]


def _if_square(W: Floats) -> Floats:
    """The transpose where a product with it would run, else the matrix itself."""
    return W.T if W.shape[0] == W.shape[1] else W


# Each step: (id, title, why, formula). The first entry of each list is the right one and has no words. All but the
# projections take many rows of hidden units at once.
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
    ("gated-key", "The query is a gate for the key", "A sigmoid of the query's projection multiplied the key's. The projections are added.", lambda p: (p.Wk @ p.k) / (1 + np.exp(-(p.Wq @ p.q)))),
    ("gated-query", "The key is a gate for the query", "A sigmoid of the key's projection multiplied the query's. The projections are added.", lambda p: (p.Wq @ p.q) / (1 + np.exp(-(p.Wk @ p.k)))),
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
    ("matrices-joined-the-other-way", "Wq and Wk are joined in the other order", "Query and key were joined, and Wq and Wk side by side in the other order, so columns meet the wrong entries.", lambda p: np.hstack([p.Wk, p.Wq]) @ np.concatenate([p.q, p.k])),
    ("first-features", "Only the first features are used", "Of query and key only the first entry was used. A product with the matrix uses all.", lambda p: p.Wq[:, 0] * p.q[0] + p.Wk[:, 0] * p.k[0]),
    ("last-features", "Only the last features are used", "Of query and key only the last entry was used: = where += is meant. A product with the matrix uses all.", lambda p: p.Wq[:, -1] * p.q[-1] + p.Wk[:, -1] * p.k[-1]),
    ("first-query-feature", "Only the first query feature is used", "Of the query only the first entry was used.", lambda p: p.Wq[:, 0] * p.q[0] + p.Wk @ p.k),
    ("first-key-feature", "Only the first key feature is used", "Of the key only the first entry was used.", lambda p: p.Wq @ p.q + p.Wk[:, 0] * p.k[0]),
    ("smallest", "The smaller projection is taken", "Of the two projections the smaller entry was taken. They are added.", lambda p: np.minimum(p.Wq @ p.q, p.Wk @ p.k)),
    ("positive-each", "Negative projections are cut to 0", "Negative entries of each projection were cut to 0 before they were added.", lambda p: np.maximum(p.Wq @ p.q, 0) + np.maximum(p.Wk @ p.k, 0)),
    ("squared-wk", "Wk is squared", "The entries of Wk were squared.", lambda p: p.Wq @ p.q + p.Wk**2 @ p.k),
    ("squared-wq", "Wq is squared", "The entries of Wq were squared.", lambda p: p.Wq**2 @ p.q + p.Wk @ p.k),
    ("squared-matrices", "The matrices are squared", "The entries of Wq and Wk were squared.", lambda p: p.Wq**2 @ p.q + p.Wk**2 @ p.k),
    ("size-matrices", "The matrices lose their signs", "The absolute values of Wq and Wk were used.", lambda p: np.abs(p.Wq) @ p.q + np.abs(p.Wk) @ p.k),
    ("unit-matrices", "The matrices are scaled", "Wq and Wk were divided by their lengths.", lambda p: p.Wq / np.linalg.norm(p.Wq) @ p.q + p.Wk / np.linalg.norm(p.Wk) @ p.k),
    ("unit-matrix-rows", "The matrices are scaled", "The rows of Wq and Wk were scaled to length 1.", lambda p: p.Wq / _length(p.Wq) @ p.q + p.Wk / _length(p.Wk) @ p.k),
    ("means", "Means in place of sums", "The products with each row of the matrices were averaged, not added up.", lambda p: p.Wq @ p.q / len(p.q) + p.Wk @ p.k / len(p.k)),
    ("scaled-projections", "The projections are scaled", "The projections were divided by √d_q and √d_k. This score has no scaling.", lambda p: p.Wq @ p.q / np.sqrt(len(p.q)) + p.Wk @ p.k / np.sqrt(len(p.k))),
    ("wk-applied-twice", "Wk is applied twice", "Wk was applied to the key twice; only a square matrix lets that run.", lambda p: p.Wq @ p.q + (p.Wk @ p.Wk @ p.k if p.Wk.shape[0] == p.Wk.shape[1] else p.Wk @ p.k)),
    ("row-sums-times", "Sums in place of products", "The row sums of a matrix were multiplied by the sum of the entries. A product with the matrix pairs them one by one.", lambda p: p.Wq.sum(1) * p.q.sum() + p.Wk.sum(1) * p.k.sum()),
    ("row-sums-times-query", "Sums in place of products", "The row sums of Wq were multiplied by the sum of the query. Wq @ query pairs the entries one by one.", lambda p: p.Wq.sum(1) * p.q.sum() + p.Wk @ p.k),
    ("row-sums", "The matrices are not applied", "The rows of the matrices were added up instead of being multiplied with query and key.", lambda p: p.Wq.sum(axis=1) + p.Wk.sum(axis=1)),
    ("unprojected-key", "The key is not projected", "The key was added without Wk; only equal widths let that run.", lambda p: p.Wq @ p.q + p.k if len(p.k) == len(p.bias) else p.Wq @ p.q + p.Wk @ p.k),
    ("unprojected-query", "The query is not projected", "The query was added without Wq; only equal widths let that run.", lambda p: p.q + p.Wk @ p.k if len(p.q) == len(p.bias) else p.Wq @ p.q + p.Wk @ p.k),
    ("running", "The units add up", "The sum over the features goes on from unit to unit: it is not set back to 0.", lambda p: np.cumsum(p.Wq @ p.q + p.Wk @ p.k)),
    ("running-query", "The query's part adds up", "The query's sum goes on from unit to unit: it is not set back to 0.", lambda p: np.cumsum(p.Wq @ p.q) + p.Wk @ p.k),
    ("running-key", "The key's part adds up", "The key's sum goes on from unit to unit: it is not set back to 0.", lambda p: p.Wq @ p.q + np.cumsum(p.Wk @ p.k)),
    ("without-last-key", "The last key feature is left out", "The last feature of the key is missing from its projection: a loop ends one too early.", lambda p: p.Wq @ p.q + p.Wk[:, :-1] @ p.k[:-1]),
    ("without-last-query", "The last query feature is left out", "The last feature of the query is missing from its projection: a loop ends one too early.", lambda p: p.Wq[:, :-1] @ p.q[:-1] + p.Wk @ p.k),
    ("without-last", "The last features are left out", "The last features of query and key are missing from the projections: a loop ends one too early.", lambda p: p.Wq[:, :-1] @ p.q[:-1] + p.Wk[:, :-1] @ p.k[:-1]),
    ("without-first", "The first features are left out", "The first features of query and key are missing from the projections: a loop starts one too late.", lambda p: p.Wq[:, 1:] @ p.q[1:] + p.Wk[:, 1:] @ p.k[1:]),
    ("without-first-key", "The first key feature is left out", "The first feature of the key is missing from its projection: a loop starts one too late.", lambda p: p.Wq @ p.q + p.Wk[:, 1:] @ p.k[1:]),
    ("without-first-query", "The first query feature is left out", "The first feature of the query is missing from its projection: a loop starts one too late.", lambda p: p.Wq[:, 1:] @ p.q[1:] + p.Wk @ p.k),
    ("last-query-feature", "Only the last query feature is used", "Of the query only the last entry was used: = where += is meant.", lambda p: p.Wq[:, -1] * p.q[-1] + p.Wk @ p.k),
    ("last-key-feature", "Only the last key feature is used", "Of the key only the last entry was used: = where += is meant.", lambda p: p.Wq @ p.q + p.Wk[:, -1] * p.k[-1]),
    ("shared-features", "Features beyond the shorter vector are left out", "Query and key were walked through together, which stops at the shorter one: the other's last features are missing.", lambda p: p.Wq[:, : len(p.k)] @ p.q[: len(p.k)] + p.Wk[:, : len(p.q)] @ p.k[: len(p.q)]),
    ("short-key", "Key features are left out", "The key was read only as far as the query is long.", lambda p: p.Wq @ p.q + p.Wk[:, : len(p.q)] @ p.k[: len(p.q)]),
    ("key-repeated", "The key counts d_q times", "The key's part was added once for every query feature: its loop lies inside the query's.", lambda p: p.Wq @ p.q + len(p.q) * (p.Wk @ p.k)),
    ("query-repeated", "The query counts d_k times", "The query's part was added once for every key feature: its loop lies inside the key's.", lambda p: len(p.k) * (p.Wq @ p.q) + p.Wk @ p.k),
    ("both-repeated", "Query and key count many times", "Every pair of a query and a key feature added both terms: one loop lies inside the other.", lambda p: len(p.k) * (p.Wq @ p.q) + len(p.q) * (p.Wk @ p.k)),
    ("tanh-inputs", "tanh of query and key", "Query and key went through tanh before their projections.", lambda p: p.Wq @ np.tanh(p.q) + p.Wk @ np.tanh(p.k)),
    ("tanh-query-input", "tanh of the query", "The query went through tanh before its projection.", lambda p: p.Wq @ np.tanh(p.q) + p.Wk @ p.k),
    ("tanh-key-input", "tanh of the key", "The key went through tanh before its projection.", lambda p: p.Wq @ p.q + p.Wk @ np.tanh(p.k)),
    ("softmax-inputs", "softmax of query and key", "Query and key went through softmax before their projections.", lambda p: p.Wq @ _shares(p.q) + p.Wk @ _shares(p.k)),
    ("softmax-projections", "softmax of the projections", "The projections went through softmax before they were added.", lambda p: _shares(p.Wq @ p.q) + _shares(p.Wk @ p.k)),
    ("unit-projections", "The projections are scaled to length 1", "The projections were scaled to length 1 before they were added.", lambda p: p.Wq @ p.q / _length(p.Wq @ p.q) + p.Wk @ p.k / _length(p.Wk @ p.k)),
    ("plain", "No projection", "Query and key were added without Wq and Wk; only equal widths let that run.", lambda p: p.q + p.k if len(p.q) == len(p.k) == len(p.bias) else p.Wq @ p.q + p.Wk @ p.k),
    ("largest-of-query", "The largest product in place of the sum", "Of the products with the query the largest of each row was taken, not their sum.", lambda p: (p.Wq * p.q).max(1) + p.Wk @ p.k),
    ("largest-of-both", "The largest product in place of the sum", "Of the products with query and key the largest of each row was taken, not their sum.", lambda p: (p.Wq * p.q).max(1) + (p.Wk * p.k).max(1)),
    ("scaled-query", "The query's projection is scaled", "The query's projection was divided by √d_q. This score has no scaling.", lambda p: p.Wq @ p.q / np.sqrt(len(p.q)) + p.Wk @ p.k),
    ("scaled-key", "The key's projection is scaled", "The key's projection was divided by √d_k. This score has no scaling.", lambda p: p.Wq @ p.q + p.Wk @ p.k / np.sqrt(len(p.k))),
    ("sizes", "The signs of the projections are lost", "The absolute values of the projections were added.", lambda p: np.abs(p.Wq @ p.q) + np.abs(p.Wk @ p.k)),
    ("times-query", "Query, key and product", "The product of the two projections was added to their sum.", lambda p: p.Wq @ p.q + p.Wk @ p.k + (p.Wq @ p.q) * (p.Wk @ p.k)),
    ("squared-inputs", "Query and key are squared", "Query and key were squared before their projections.", lambda p: p.Wq @ p.q**2 + p.Wk @ p.k**2),
    ("reversed-query", "The query is reversed", "The query was read from the back.", lambda p: p.Wq @ p.q[::-1] + p.Wk @ p.k),
    ("reversed-key", "The key is reversed", "The key was read from the back.", lambda p: p.Wq @ p.q + p.Wk @ p.k[::-1]),
    ("column-sums", "The columns are added up", "The columns of the entry-by-entry products were added up, axis 0; only a square matrix lets that run.", lambda p: ((p.Wq * p.q).sum(0) if _is_square(p.Wq) else p.Wq @ p.q) + ((p.Wk * p.k).sum(0) if _is_square(p.Wk) else p.Wk @ p.k)),
    ("column-sums-key", "The columns are added up", "The columns of Wk * key were added up, axis 0; only a square Wk lets that run.", lambda p: p.Wq @ p.q + ((p.Wk * p.k).sum(0) if _is_square(p.Wk) else p.Wk @ p.k)),
    ("column-sums-query", "The columns are added up", "The columns of Wq * query were added up, axis 0; only a square Wq lets that run.", lambda p: ((p.Wq * p.q).sum(0) if _is_square(p.Wq) else p.Wq @ p.q) + p.Wk @ p.k),
    ("columns-by-rows", "Rows and columns are exchanged", "query[:, None] * Wq pairs rows with the query; only a square matrix lets that run.", lambda p: ((p.q[:, None] * p.Wq).sum(1) if _is_square(p.Wq) else p.Wq @ p.q) + ((p.k[:, None] * p.Wk).sum(1) if _is_square(p.Wk) else p.Wk @ p.k)),
    ("swapped-transposed", "Matrices exchanged and transposed", "Wq, transposed, met the key and Wk, transposed, the query.", lambda p: _if_square(p.Wk) @ p.q + _if_square(p.Wq) @ p.k if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
    ("product-of-inputs", "Query and key are multiplied", "Query and key were multiplied entry by entry before the projection; only equal widths let that run.", lambda p: p.Wq @ (p.q * p.k) if len(p.q) == len(p.k) else p.Wq @ p.q + p.Wk @ p.k),
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
    ("running-with-bias", "The units add up", "The sum goes on from unit to unit, the bias included: it is not set back to 0.", lambda x, b: np.cumsum(x + b, axis=-1)),
    ("bias-last", "Only one entry of the bias", "The last entry of the bias was added to every unit; each unit has its own.", lambda x, b: x + b[-1]),
    ("bias-tanh", "tanh of the bias", "The bias went through a tanh of its own before it was added.", lambda x, b: x + np.tanh(b)),
    ("bias-softmax", "softmax of the bias", "The bias went through softmax before it was added.", lambda x, b: x + _shares(b)),
    ("bias-squared", "The bias is squared", "The bias was squared before it was added.", lambda x, b: x + b * b),
    ("bias-divided", "The bias divides", "The sum was divided by the bias. It is added.", lambda x, b: x / b),
    ("bias-gate", "The bias is multiplied and added", "The sum was multiplied by 1 plus the bias. The bias is added.", lambda x, b: x * (1 + b)),
    ("bias-moved", "The bias is moved by one", "Each unit got the entry of the bias next to its own.", lambda x, b: x + np.roll(b, 1)),
    ("bias-moved-left", "The bias is moved by one", "Each unit got the entry of the bias next to its own.", lambda x, b: x + np.roll(b, -1)),
    ("bias-over-da", "The bias is divided by d_a", "The bias was divided by d_a, the number of its entries. It is added as it is.", lambda x, b: x + b / len(b)),
    ("bias-half", "The bias is halved", "Half of the bias was added.", lambda x, b: x + b / 2),
    ("bias-whole", "The bias is cut to whole numbers", "The bias was cut to whole numbers before it was added.", lambda x, b: x + np.trunc(b)),
    ("all-third", "The mean in place of the sum", "The sum of query, key and bias was divided by 3: their mean was taken.", lambda x, b: (x + b) / 3),
    ("all-over-da", "The sums are divided by d_a", "The sums were divided by d_a before tanh. This score has no scaling.", lambda x, b: (x + b) / len(b)),
    ("all-normal", "The sums are standardised", "The sums were centred and divided by their standard deviation before tanh.", lambda x, b: _centred(x + b) / (x + b).std(-1, keepdims=True)),
    ("all-normal-safe", "The sums are standardised", "The sums were centred and divided by their standard deviation before tanh.", lambda x, b: _centred(x + b) / ((x + b).std(-1, keepdims=True) + 1e-5)),
    ("all-centred", "The mean of the sums is taken off", "The mean of the sums was taken off before tanh.", lambda x, b: _centred(x + b)),
    ("all-unit", "The sums are scaled to length 1", "The sums were divided by their length before tanh.", lambda x, b: (x + b) / _length(x + b)),
    ("all-softmax", "softmax before tanh", "The sums went through softmax before tanh.", lambda x, b: _shares(x + b)),
    ("all-squared", "The sums are squared", "The sums were squared before tanh.", lambda x, b: (x + b) ** 2),
    ("all-sigmoid", "A sigmoid before tanh", "The sums went through a sigmoid before tanh.", lambda x, b: 1 / (1 + np.exp(-(x + b)))),
    ("all-sine", "Sine before tanh", "The sums went through sin before tanh.", lambda x, b: np.sin(x + b)),
    ("all-largest-off", "The largest sum is taken off", "The largest of the sums was taken off before tanh. That belongs to softmax.", lambda x, b: x + b - (x + b).max(-1, keepdims=True)),
    ("all-total", "One sum for all units", "All hidden sums were added up first, so every unit is the same.", lambda x, b: (x + b).sum(-1, keepdims=True) + 0 * b),
    ("all-mean", "One sum for all units", "The mean of all hidden sums was taken, so every unit is the same.", lambda x, b: (x + b).mean(-1, keepdims=True) + 0 * b),
)
SQUASHES: tuple[Step, ...] = (
    ("", "", "", np.tanh),
    ("no-tanh", "tanh is missing", "The sum was not squashed. Without tanh the query adds the same to every position, and softmax cancels it.", lambda x: x),
    ("sigmoid", "The logistic function in place of tanh", "The units went through 1/(1 + e^−x), from 0 to 1. The formula has tanh, from −1 to 1.", lambda x: 1 / (1 + np.exp(-x))),
    ("relu", "max(0, x) in place of tanh", "Negative sums were cut to 0 and positive ones kept. tanh keeps the sign and has limits at −1 and 1.", lambda x: np.maximum(x, 0)),
    ("leaky", "A leaky ReLU in place of tanh", "Negative sums were scaled down and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.01 * x)),
    ("leaky-tenth", "A leaky ReLU in place of tanh", "Negative sums were scaled by .1 and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.1 * x)),
    ("leaky-fifth", "A leaky ReLU in place of tanh", "Negative sums were scaled by .2 and positive ones kept. The formula has tanh.", lambda x: np.where(x > 0, x, 0.2 * x)),
    ("positive-units", "Negative units are cut to 0", "Negative hidden units were cut to 0, before tanh or after it; they count as much as positive ones.", lambda x: np.maximum(np.tanh(x), 0)),
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
    ("softmax", "softmax in place of tanh", "The hidden units went through softmax. The formula has tanh; softmax comes later, over the positions.", _shares),
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
    ("over-length", "Scaled to length 1 in place of tanh", "The sum was divided by its length. The formula has tanh.", lambda x: x / _length(x)),
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
    ("scaled-sums", "The sums are scaled", "The sums were divided by √d_a before tanh. This score has no scaling.", lambda x: np.tanh(x / np.sqrt(x.shape[-1]))),
    ("tanh-plus-line", "The sum is added to its tanh", "The units are tanh of the sum plus the sum itself. The formula has tanh alone.", lambda x: np.tanh(x) + x),
    ("tanh-times-line", "The sum is multiplied by its tanh", "The units are tanh of the sum times the sum. The formula has tanh alone.", lambda x: np.tanh(x) * x),
    ("clipped-sums-half", "The sums are clipped", "The sums were clipped to −.5 … .5 before tanh.", lambda x: np.tanh(np.clip(x, -0.5, 0.5))),
    ("clipped-sums-two", "The sums are clipped", "The sums were clipped to −2 … 2 before tanh.", lambda x: np.tanh(np.clip(x, -2, 2))),
    ("clipped-sums-three", "The sums are clipped", "The sums were clipped to −3 … 3 before tanh.", lambda x: np.tanh(np.clip(x, -3, 3))),
    ("clipped-sums", "The sums are clipped", "The sums were clipped to −1 … 1 before tanh.", lambda x: np.tanh(np.clip(x, -1, 1))),
    ("whole", "The units are cut to whole numbers", "The units were cut to whole numbers: an integer array drops what follows the point.", lambda x: np.trunc(np.tanh(x))),
    ("rounded", "The units are rounded", "The units were rounded to whole numbers.", lambda x: np.round(np.tanh(x))),
    ("coth", "The quotient is turned round", "The units are (e^x + e^−x)/(e^x − e^−x), which is 1/tanh.", lambda x: 1 / np.tanh(x)),
    ("sech", "1/cosh in place of tanh", "The units are 1/cosh. The formula has tanh.", lambda x: 1 / np.cosh(x)),
    ("steep-sigmoid", "A steep sigmoid in place of tanh", "The units went through 1/(1 + e^−2x), from 0 to 1. The formula has tanh, from −1 to 1.", lambda x: 1 / (1 + np.exp(-2 * x))),
    ("sigmoid-negated", "A logistic function without its minus sign", "The units went through 1/(1 + e^x), from 1 to 0. The formula has tanh, from −1 to 1.", lambda x: 1 / (1 + np.exp(x))),
    ("sigmoid-of-tanh", "A sigmoid after tanh", "The units went through a sigmoid after tanh.", lambda x: 1 / (1 + np.exp(-np.tanh(x)))),
    ("tanh-shrink", "The sum minus its tanh", "The units are the sum minus its tanh. The formula has tanh alone.", lambda x: x - np.tanh(x)),
    ("exp-of-tanh", "exp after tanh", "The units went through exp after tanh.", lambda x: np.exp(np.tanh(x))),
    ("one-plus", "1 is added to the units", "1 was added to the units after tanh.", lambda x: 1 + np.tanh(x)),
    ("cubed", "The units are cubed", "The units are tanh³. The formula has tanh itself.", lambda x: np.tanh(x) ** 3),
    ("log-sigmoid", "The logarithm of a sigmoid", "The units went through log(1/(1 + e^−x)). The formula has tanh.", lambda x: -np.log1p(np.exp(-x))),
    ("x-squared", "The sums are squared", "The squared sums were used in place of their tanh.", lambda x: x * x),
    ("x-size", "The size of the sums", "The absolute values of the sums were used in place of their tanh.", np.abs),
    ("relu-six", "min(max(0, x), 6) in place of tanh", "The sums were clipped to 0 … 6. The formula has tanh.", lambda x: np.clip(x, 0, 6)),
    ("selu", "SELU in place of tanh", "The units went through SELU. The formula has tanh.", lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))),
    ("three", "tanh is applied three times", "The units went through tanh three times.", lambda x: np.tanh(np.tanh(np.tanh(x)))),
    ("hard-sigmoid-six", "A clipped line in place of tanh", "The units went through x/6 + ½, clipped to 0 … 1. The formula has tanh.", lambda x: np.clip(x / 6 + 0.5, 0, 1)),
    ("hard-sigmoid-five", "A clipped line in place of tanh", "The units went through .2x + ½, clipped to 0 … 1. The formula has tanh.", lambda x: np.clip(0.2 * x + 0.5, 0, 1)),
    ("log-cosh", "log cosh in place of tanh", "The units went through log(cosh(x)). The formula has tanh.", lambda x: np.log(np.cosh(x))),
    ("mish", "Mish in place of tanh", "The units went through x·tanh(log(1 + e^x)). The formula has tanh.", lambda x: x * np.tanh(np.log1p(np.exp(x)))),
    ("arcsinh", "arcsinh in place of tanh", "The units went through arcsinh. The formula has tanh.", np.arcsinh),
    ("quotient", "A quotient near 0 in place of tanh", "x(27 + x²)/(27 + 9x²) stands in for tanh, which is right only near 0.", lambda x: x * (27 + x**2) / (27 + 9 * x**2)),
    ("below-plus-plus", "The denominator of tanh is another", "The units are (e^x − e^−x)/(e^x + e^x). Below the line tanh has e^x + e^−x.", lambda x: (np.exp(x) - np.exp(-x)) / (2 * np.exp(x))),
    ("below-minus-minus", "The denominator of tanh is another", "The units are (e^x − e^−x)/(e^−x + e^−x). Below the line tanh has e^x + e^−x.", lambda x: (np.exp(x) - np.exp(-x)) / (2 * np.exp(-x))),
    ("twice-sinh", "The denominator of tanh is missing", "The units are e^x − e^−x, without limits. tanh divides that by e^x + e^−x.", lambda x: np.exp(x) - np.exp(-x)),
    ("brackets-above", "Brackets are missing in tanh", "The units are e^x − e^−x / (e^x + e^−x): without brackets only the second term is divided.", lambda x: np.exp(x) - np.exp(-x) / (np.exp(x) + np.exp(-x))),
    ("brackets-below", "Brackets are missing in tanh", "The units are (e^x − e^−x) / e^x + e^−x: without brackets the last term is not below the line.", lambda x: (np.exp(x) - np.exp(-x)) / np.exp(x) + np.exp(-x)),
    ("brackets-both", "Brackets are missing in tanh", "The units are e^x − e^−x / e^x + e^−x: without brackets only e^−x is divided, by e^x.", lambda x: np.exp(x) - np.exp(-x) / np.exp(x) + np.exp(-x)),
    ("brackets-double", "Brackets are missing in tanh", "The units are e^2x − 1 / (e^2x + 1): without brackets only the 1 is divided.", lambda x: np.exp(2 * x) - 1 / (np.exp(2 * x) + 1)),
    ("without-minus-one", "The last step of tanh is missing", "The units are 2/(1 + e^−2x), from 0 to 2. tanh is that minus 1.", lambda x: 2 / (1 + np.exp(-2 * x))),
)
READOUTS: tuple[Step, ...] = (
    ("", "", "", lambda v, h: h @ v),
    ("plain-sum", "v is not used", "The units were added without v, which says how much each counts and with which sign.", lambda v, h: h.sum(-1)),
    ("plain-mean", "v is not used", "The mean of the units was taken; v says how much each counts.", lambda v, h: h.mean(-1)),
    ("averaged", "The products are averaged", "The products with v were averaged, so the score is divided by d_a.", lambda v, h: (v * h).mean(-1)),
    ("scaled", "The score is divided by √d_a", "The score was divided by √d_a. The additive score has no scaling.", lambda v, h: h @ v / np.sqrt(len(v))),
    ("largest", "The largest product", "The largest of the products with v was taken. They are added.", lambda v, h: (v * h).max(-1)),
    ("first", "Only the first unit", "Only the first hidden unit counts. All products are added.", lambda v, h: v[0] * h[..., 0]),
    ("last", "Only the last unit", "Only the last hidden unit counts: = where += is meant, or a return in the loop.", lambda v, h: v[-1] * h[..., -1]),
    ("without-last", "The last unit is left out", "The last hidden unit is missing: a loop ends one too early.", lambda v, h: h[..., :-1] @ v[:-1]),
    ("without-first", "The first unit is left out", "The first hidden unit is missing: a loop starts one too late.", lambda v, h: h[..., 1:] @ v[1:]),
    ("tanh-v", "v goes through tanh", "v went through tanh too. It multiplies the units as it is.", lambda v, h: h @ np.tanh(v)),
    ("exp-v", "v goes through exp", "v went through exp. It multiplies the units as it is.", lambda v, h: h @ np.exp(v)),
    ("softmax-units", "The units go through softmax", "The units went through softmax after tanh. The score is their dot product with v.", lambda v, h: _shares(h) @ v),
    ("first-half", "Only half of the units", "Only the first half of the hidden units counts. All products are added.", lambda v, h: h[..., : max(1, len(v) // 2)] @ v[: max(1, len(v) // 2)]),
    ("first-half-and-one", "Only part of the units", "Only the first half of the hidden units and one more count. All products are added.", lambda v, h: h[..., : len(v) // 2 + 1] @ v[: len(v) // 2 + 1]),
    ("last-half", "Only half of the units", "Only the last half of the hidden units counts. All products are added.", lambda v, h: h[..., len(v) // 2 :] @ v[len(v) // 2 :]),
    ("first-and-last", "Only two units", "Only the first and the last hidden unit count. All products are added.", lambda v, h: v[0] * h[..., 0] + v[-1] * h[..., -1]),
    ("first-two", "Only two units", "Only the first two hidden units count. All products are added.", lambda v, h: h[..., :2] @ v[:2]),
    ("smallest", "The smallest product", "The smallest of the products with v was taken. They are added.", lambda v, h: (v * h).min(-1)),
    ("size-of-products", "The signs of the products are lost", "The absolute values of the products with v were added.", lambda v, h: np.abs(v * h).sum(-1)),
    ("times-width", "The score is multiplied by d_a", "The score is d_a times too large.", lambda v, h: h @ v * len(v)),
    ("over-length", "A cosine in place of the dot product", "The dot product was divided by the lengths of v and the units.", lambda v, h: h @ v / (np.linalg.norm(v) * np.linalg.norm(h, axis=-1))),
    ("over-sum-of-v", "Divided by the sum of v", "The score was divided by the sum of v, as in a mean. v is no set of weights.", lambda v, h: h @ (v / v.sum())),
    ("product", "The products are multiplied", "The products with v were multiplied. They are added.", lambda v, h: np.prod(v * h, axis=-1)),
    ("sum-of-v", "v and units are added up apart", "The sum of v was multiplied by the sum of the units. Each unit has its own factor.", lambda v, h: v.sum() * h.sum(-1)),
    ("reversed", "v is reversed", "v was read from the back, so each unit got the factor of another.", lambda v, h: h @ v[::-1]),
    ("size", "The signs of v are lost", "The absolute values of v were used.", lambda v, h: h @ np.abs(v)),
    ("added", "v is added, not multiplied", "v was added to the units, not multiplied with them.", lambda v, h: (v + h).sum(-1)),
    ("subtracted", "v is subtracted", "v was subtracted from the units, not multiplied with them.", lambda v, h: (h - v).sum(-1)),
    ("length-of-products", "The length of the products", "The products with v were squared and added, and the root taken. They are added as they are.", lambda v, h: np.linalg.norm(v * h, axis=-1)),
    ("length", "The length of the units", "The length of the vector of units was taken; v is not used.", lambda v, h: np.linalg.norm(h, axis=-1)),
    ("unit-v", "v is scaled to length 1", "v was scaled to length 1 first.", lambda v, h: h @ (v / np.linalg.norm(v))),
    ("squared-v", "v counts twice", "The units were multiplied by v twice.", lambda v, h: h @ (v * v)),
    ("softmax-v", "v goes through softmax", "v went through softmax first.", lambda v, h: h @ _shares(v)),
    ("first-of-v", "One entry of v for every unit", "Every unit was multiplied by the first entry of v: an index stays at 0.", lambda v, h: v[0] * h.sum(-1)),
    ("last-of-v", "One entry of v for every unit", "Every unit was multiplied by the last entry of v.", lambda v, h: v[-1] * h.sum(-1)),
    ("running-totals", "The running sums are added up", "The total so far was added in every turn of the loop, so early units count again and again.", lambda v, h: np.cumsum(v * h, axis=-1).sum(-1)),
    ("over-size-of-v", "Divided by the sum of |v|", "The score was divided by the sum of |v|. v is no set of weights.", lambda v, h: h @ v / np.abs(v).sum()),
    ("over-length-of-units", "The units are scaled to length 1", "The units were divided by their length before v.", lambda v, h: h @ v / np.linalg.norm(h, axis=-1)),
    ("over-sum-of-units", "The units are divided by their sum", "The units were divided by their sum before v. They are no weights.", lambda v, h: h @ v / h.sum(-1)),
    ("centred-units", "The mean of the units is taken off", "The mean of the units was taken off before v.", lambda v, h: (h - h.mean(-1, keepdims=True)) @ v),
    ("normal-units", "The units are standardised", "The units were centred and divided by their standard deviation before v.", lambda v, h: (h - h.mean(-1, keepdims=True)) / h.std(-1, keepdims=True) @ v),
    ("running-units", "The units add up", "Each unit holds all units before it too: a sum is not set back to 0.", lambda v, h: np.cumsum(h, axis=-1) @ v),
    ("unit-of-largest-v", "One unit alone", "Only the unit with the largest v counts. All products are added.", lambda v, h: v.max() * h[..., np.argmax(v)]),
    ("softmax-products", "The products go through softmax", "The products with v went through softmax, and were weighted with it.", lambda v, h: (_shares(v * h) * v * h).sum(-1)),
    ("squared-products", "The products are squared", "The products with v were squared before they were added.", lambda v, h: ((v * h) ** 2).sum(-1)),
    ("tanh-products", "tanh of the products", "The products with v went through tanh. They are added as they are.", lambda v, h: np.tanh(v * h).sum(-1)),
    ("positive-products", "Negative products are cut to 0", "Negative products with v were cut to 0. They count as much as positive ones.", lambda v, h: np.maximum(v * h, 0).sum(-1)),
    ("divided-by-v", "The units are divided by v", "The units were divided by v, not multiplied with it.", lambda v, h: (h / v).sum(-1)),
    ("moved-v", "v is moved by one", "Each unit got the entry of v next to its own.", lambda v, h: h @ np.roll(v, 1)),
    ("moved-v-left", "v is moved by one", "Each unit got the entry of v next to its own.", lambda v, h: h @ np.roll(v, -1)),
    ("sorted-v", "v is sorted", "v was sorted, so units got the factors of others.", lambda v, h: h @ np.sort(v)),
    ("every-other", "Every other unit is left out", "Every other hidden unit is missing. All products are added.", lambda v, h: h[..., ::2] @ v[::2]),
    ("log-sum", "The logarithm of a sum of exponentials", "The products with v went through exp, were added, and the logarithm was taken. They are added as they are.", lambda v, h: np.log(np.exp(v * h).sum(-1))),
    ("softmax-both", "v and units go through softmax", "v went through softmax, and so did the units.", lambda v, h: _shares(h) @ _shares(v)),
)
# Those that leave one number per hidden unit.
VECTORS: tuple[Step, ...] = (
    ("not-summed", "One number per hidden unit", "The products with v were not added.", lambda v, h: v * h),
    ("hidden", "The hidden units came back", "These are the hidden units; the dot product with v is missing.", lambda v, h: h),
)
AFTERS: tuple[Step, ...] = (
    ("", "", "", lambda e, p: e),
    ("negated", "A minus sign in front", "The score has the opposite sign: a minus stands in front of it, or inside the tanh.", lambda e, p: -e),
    ("tanh-after", "tanh of the score", "The finished score went through tanh.", lambda e, p: np.tanh(e)),
    ("exp-after", "The exponential of the score", "The exponential of the score came back; softmax takes it later.", lambda e, p: np.exp(e)),
    ("sigmoid-after", "A sigmoid of the score", "The finished score went through a sigmoid.", lambda e, p: 1 / (1 + np.exp(-e))),
    ("absolute", "The score loses its sign", "The absolute value of the score came back.", lambda e, p: np.abs(e)),
    ("positive", "Negative scores are cut to 0", "A negative score was cut to 0. Scores may be negative.", lambda e, p: np.maximum(e, 0)),
    ("whole", "The score is cut to a whole number", "The score was cut to a whole number, as int() does.", lambda e, p: np.trunc(e)),
    ("floored", "The score is rounded down", "The score was rounded down to a whole number.", lambda e, p: np.floor(e)),
    ("rounded", "The score is rounded to a whole number", "The score was rounded to a whole number.", lambda e, p: np.round(e)),
    ("twice", "The score is doubled", "The score is twice too large.", lambda e, p: 2 * e),
    ("half", "The score is halved", "The score was halved.", lambda e, p: e / 2),
    ("squared", "The score is squared", "The score was squared.", lambda e, p: e**2),
    ("one", "Softmax of one score", "The single score went through softmax, which makes 1 of every number. Softmax runs over all positions, later.", lambda e, p: np.ones_like(e)),
    ("logarithm", "The logarithm of the score", "The logarithm of the score came back.", lambda e, p: np.log(e)),
    ("one-minus", "1 minus the score", "1 minus the score came back.", lambda e, p: 1 - e),
    ("over-root-dk", "The score is divided by √d_k", "The score was divided by √d_k. The additive score has no scaling.", lambda e, p: e / np.sqrt(len(p.k))),
    ("over-root-dq", "The score is divided by √d_q", "The score was divided by √d_q. The additive score has no scaling.", lambda e, p: e / np.sqrt(len(p.q))),
    ("over-dk", "The score is divided by d_k", "The score was divided by d_k. The additive score has no scaling.", lambda e, p: e / len(p.k)),
    ("over-dq", "The score is divided by d_q", "The score was divided by d_q. The additive score has no scaling.", lambda e, p: e / len(p.q)),
    ("times-root-da", "The score is multiplied by √d_a", "The score was multiplied by √d_a. The additive score has no scaling.", lambda e, p: e * np.sqrt(len(p.v))),
    ("plus-bias", "The bias is added to the score", "The sum of the bias was added to the finished score.", lambda e, p: e + p.bias.sum()),
    ("plus-first-bias", "The bias is added to the score", "The first entry of the bias was added to the finished score.", lambda e, p: e + p.bias[0]),
    ("plus-mean-bias", "The bias is added to the score", "The mean of the bias was added to the finished score.", lambda e, p: e + p.bias.mean()),
    ("plus-v-bias", "The bias is added after tanh", "The bias was added to the units after tanh.", lambda e, p: e + p.v @ p.bias),
    ("plus-dot", "The plain dot product is added", "The dot product of query and key was added to the score.", lambda e, p: e + p.q @ p.k if len(p.q) == len(p.k) else e),
    ("over-lengths", "Divided by the lengths", "The score was divided by the lengths of query and key.", lambda e, p: e / (np.linalg.norm(p.q) * np.linalg.norm(p.k))),
    ("over-length-q", "Divided by the length of the query", "The score was divided by the length of the query.", lambda e, p: e / np.linalg.norm(p.q)),
    ("over-length-k", "Divided by the length of the key", "The score was divided by the length of the key.", lambda e, p: e / np.linalg.norm(p.k)),
    ("clipped", "The score is clipped", "The score was clipped to −1 … 1. Scores have no limits.", lambda e, p: np.clip(e, -1, 1)),
)
# fmt: on
