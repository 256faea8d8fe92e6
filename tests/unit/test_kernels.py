"""The kernels: hand values, shapes, masks, and agreement with a loop written as the specification."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lookback import kernels

WORDS = np.array([[1, 0], [0, 1], [1, 1]])  # the, cat, sat
VALUES = np.array([[10, 0, 0], [0, 10, 0], [0, 0, 10]])
IDENTITY = {"Wq": np.eye(2), "Wk": np.eye(2), "bias": np.zeros(2), "v": np.array([0.5, -0.5])}

scores_1d = hnp.arrays(np.float64, st.integers(1, 8), elements=st.floats(-50, 50))


def frozen(*arrays):
    """Copies that cannot be written to: a kernel that changes its arguments raises."""
    copies = [np.array(array) for array in arrays]
    for copy in copies:
        copy.flags.writeable = False
    return copies if len(copies) > 1 else copies[0]


def random_parameters(rng, d_q, d_k, d_a):
    shapes = {"Wq": (d_a, d_q), "Wk": (d_a, d_k), "bias": (d_a,), "v": (d_a,)}
    return {name: frozen(rng.normal(size=shape)) for name, shape in shapes.items()}


def loop_softmax(scores):
    largest = max(scores)
    terms = [math.exp(score - largest) for score in scores]
    return [term / math.fsum(terms) for term in terms]


def loop_attention(q, K, V, mask):
    """The specification of one query, in plain Python."""
    scores = [math.fsum(a * b for a, b in zip(q, key, strict=True)) for key in K]
    scores = [score if allowed else -math.inf for score, allowed in zip(scores, mask, strict=True)]
    weights = loop_softmax(scores)
    return weights, [
        math.fsum(w * v for w, v in zip(weights, column, strict=True)) for column in zip(*V, strict=True)
    ]


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([2, 0, 2], [0.468, 0.063, 0.468]),
        ([-1.8, -0.9, 2.4], [0.014256, 0.035064, 0.950680]),
        ([1000, 1001, 1002], [0.0900, 0.2447, 0.6652]),
        ([-10000, -10001], [0.7311, 0.2689]),
        ([7], [1]),
        ([2, -np.inf, 2], [0.5, 0, 0.5]),
    ],
)
def test_softmax_gives_the_values_worked_out_by_hand(scores, weights):
    digits = 3 if len(scores) == 3 and scores[0] == 2 else 4
    np.testing.assert_allclose(kernels.softmax(scores), weights, atol=0.6 * 10**-digits)


@given(scores_1d, st.floats(-1000, 1000))
def test_softmax_sums_to_one_and_ignores_a_common_shift(scores, shift):
    weights = kernels.softmax(scores)
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    np.testing.assert_allclose(kernels.softmax(scores + shift), weights, rtol=1e-9, atol=1e-12)


@given(scores_1d, st.randoms(use_true_random=False))
def test_softmax_follows_a_permutation_of_its_input(scores, random):
    order = list(range(len(scores)))
    random.shuffle(order)
    np.testing.assert_allclose(kernels.softmax(scores[order]), kernels.softmax(scores)[order], rtol=1e-12)


@given(hnp.arrays(np.float64, (3, 2, 4), elements=st.floats(-9, 9)), st.integers(-3, 2))
def test_softmax_runs_along_any_axis(z, axis):
    expected = np.apply_along_axis(loop_softmax, axis, z)
    np.testing.assert_allclose(kernels.softmax(z, axis=axis), expected, rtol=1e-12)


def test_masked_positions_get_exactly_zero_even_where_their_score_is_not_finite():
    weights = kernels.masked_softmax([2.0, np.inf, np.nan, 2.0], [True, False, False, True])
    assert weights.tolist() == [0.5, 0, 0, 0.5]


def test_masked_softmax_takes_masks_of_zeros_and_ones_and_no_mask():
    np.testing.assert_array_equal(kernels.masked_softmax([2, 0, 2], [1, 0, 1]), [0.5, 0, 0.5])
    np.testing.assert_array_equal(kernels.masked_softmax([2, 0, 2], None), kernels.softmax([2, 0, 2]))


def test_masked_softmax_works_along_other_axes():
    mask = np.array([[True, True], [False, True]])
    np.testing.assert_allclose(kernels.masked_softmax([[0, 0], [9, 0]], mask, axis=0), [[1, 0.5], [0, 0.5]])


def test_dot_scores_pair_each_query_with_each_row_of_keys():
    assert kernels.dot_scores([2, 0], WORDS).tolist() == [2, 0, 2]
    assert kernels.dot_scores([[2, 0], [0, 5]], WORDS).tolist() == [[2, 0, 2], [0, 5, 5]]


def test_additive_scores_match_the_examples_of_the_lesson():
    assert kernels.additive_scores([1, 0], [[0, 1]], IDENTITY).tolist() == [0]
    shifted = IDENTITY | {"bias": [0.5, 0]}
    assert kernels.additive_scores([1, 0], [[0, 1]], shifted)[0] == pytest.approx(0.0718, abs=5e-5)


def test_attention_matches_the_table_of_the_lesson():
    weights, context = kernels.attention([2, 0], WORDS, VALUES)
    np.testing.assert_allclose(weights, [0.468, 0.063, 0.468], atol=5e-4)
    np.testing.assert_allclose(context, [4.68, 0.63, 4.68], atol=5e-3)
    weights, context = kernels.attention([2, 0], WORDS, VALUES, mask=[True, False, True])
    assert weights.tolist() == [0.5, 0, 0.5]
    assert context.tolist() == [5, 0, 5]


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**32))
def test_attention_agrees_with_the_loop_for_all_sizes_and_masks(m, n, d, d_v, seed):
    rng = np.random.default_rng(seed)
    Q, K, V = rng.normal(size=(m, d)) * 3, rng.normal(size=(n, d)), rng.normal(size=(n, d_v))
    mask = rng.random((m, n)) < 0.6
    mask[:, rng.integers(n)] = True
    Q, K, V, mask = frozen(Q, K, V, mask)
    weights, contexts = kernels.attend_all(Q, K, V, mask)
    for t in range(m):
        expected_weights, expected_context = loop_attention(Q[t], K, V, mask[t])
        np.testing.assert_allclose(weights[t], expected_weights, rtol=1e-10, atol=1e-14)
        np.testing.assert_allclose(contexts[t], expected_context, rtol=1e-10, atol=1e-12)
        single = kernels.attention(Q[t], K, V, mask[t])
        np.testing.assert_allclose(single[0], weights[t], rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(single[1], contexts[t], rtol=1e-12, atol=1e-13)


def test_attention_broadcasts_over_leading_axes():
    rng = np.random.default_rng(3)
    q, K, V = rng.normal(size=(4, 1, 2)), rng.normal(size=(5, 3, 2)), rng.normal(size=(5, 3, 7))
    mask = np.array([True, False, True])
    weights, context = kernels.attention(q, K, V, mask)
    assert weights.shape == (4, 5, 3)
    assert context.shape == (4, 5, 7)
    one = kernels.attention(q[2, 0], K[4], V[4], mask)
    np.testing.assert_allclose(weights[2, 4], one[0])
    np.testing.assert_allclose(context[2, 4], one[1])


def test_attention_takes_a_different_mask_for_each_query_of_a_batch():
    masks = np.array([[True, False, True], [False, True, False]])
    weights, _ = kernels.attention([[2, 0], [2, 0]], WORDS, VALUES, masks)
    assert weights.tolist() == [[0.5, 0, 0.5], [0, 1, 0]]


def test_a_causal_mask_hides_the_future_from_each_query():
    weights, contexts = kernels.attend_all(WORDS, WORDS, VALUES, np.tri(3, dtype=bool))
    assert np.triu(weights, 1).tolist() == np.zeros((3, 3)).tolist()
    assert weights[0].tolist() == [1, 0, 0]
    assert contexts[0].tolist() == [10, 0, 0]
    np.testing.assert_allclose(weights.sum(axis=1), 1)


def test_a_padding_mask_of_a_batch_hides_the_same_positions_from_all_queries():
    rng = np.random.default_rng(1)
    Q, K, V = rng.normal(size=(2, 4, 3)), rng.normal(size=(2, 5, 3)), rng.normal(size=(2, 5, 2))
    padding = np.arange(5) < np.array([[3], [5]])
    weights, contexts = kernels.attend_all(Q, K, V, padding[:, None, :])
    assert (weights[0, :, 3:] == 0).all()
    np.testing.assert_allclose(contexts[0], kernels.attend_all(Q[0], K[0, :3], V[0, :3])[1])


def test_attend_all_follows_a_permutation_of_positions():
    rng = np.random.default_rng(2)
    Q, K, V = rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    order = rng.permutation(5)
    weights, contexts = kernels.attend_all(Q, K, V)
    shuffled, same = kernels.attend_all(Q, K[order], V[order])
    np.testing.assert_allclose(shuffled, weights[:, order])
    np.testing.assert_allclose(same, contexts)


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_additive_attention_agrees_with_its_formula(batch):
    rng = np.random.default_rng(5)
    Q, K, V = (frozen(rng.normal(size=(*batch, *shape))) for shape in [(3, 4), (6, 5), (6, 2)])
    parameters = random_parameters(rng, 4, 5, 8)
    weights, contexts = kernels.additive_attention(Q, K, V, parameters)
    assert weights.shape == (*batch, 3, 6)
    assert contexts.shape == (*batch, 3, 2)
    last = tuple(size - 1 for size in batch)
    Wq, Wk, bias, v = (parameters[name] for name in kernels.PARAMETER_NAMES)
    scores = [float(v @ np.tanh(Wq @ Q[last][1] + Wk @ key + bias)) for key in K[last]]
    np.testing.assert_allclose(weights[last][1], loop_softmax(scores))
    np.testing.assert_allclose(contexts, weights @ V)


def test_additive_attention_takes_a_single_query_and_a_mask():
    rng = np.random.default_rng(6)
    parameters = random_parameters(rng, 4, 5, 8)
    q, K, V = rng.normal(size=4), rng.normal(size=(3, 5)), rng.normal(size=(3, 2))
    mask = [True, False, True]
    weights, context = kernels.additive_attention(q, K, V, parameters, mask)
    assert weights.shape == (3,)
    assert context.shape == (2,)
    assert weights[1] == 0
    np.testing.assert_allclose(
        weights, kernels.masked_softmax(kernels.additive_scores(q, K, parameters), mask)
    )


def test_lists_integers_and_float32_are_computed_in_float64():
    for K in (WORDS.tolist(), WORDS, WORDS.astype(np.float32)):
        weights, context = kernels.attention([2, 0], K, VALUES)
        assert weights.dtype == context.dtype == np.float64
    assert kernels.softmax(np.array([1, 2], dtype=np.float32)).dtype == np.float64
    assert kernels.additive_scores([1, 0], WORDS, IDENTITY).dtype == np.float64


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kernels.softmax(3.0), "shape ()"),
        (lambda: kernels.softmax([]), "(0,)"),
        (lambda: kernels.softmax([1, 2], axis=1), "no axis 1"),
        (lambda: kernels.softmax([-np.inf, -np.inf]), "−inf only"),
        (lambda: kernels.softmax([0, np.nan]), "NaN or +inf"),
        (lambda: kernels.softmax([0, np.inf]), "NaN or +inf"),
        (lambda: kernels.softmax(["a"]), "real numbers"),
        (lambda: kernels.masked_softmax([1, 2], [False, False]), "(2,)"),
        (lambda: kernels.masked_softmax([1, 2], [True, False, True]), "mask (3,) does not fit scores (2,)"),
        (lambda: kernels.masked_softmax([1, 2], [0.0, -np.inf]), "float64"),
        (lambda: kernels.masked_softmax([1, 2], [True, True], axis=3), "no axis 3"),
        (lambda: kernels.dot_scores([1, 2, 3], WORDS), "Q (3,) and K (3, 2)"),
        (lambda: kernels.dot_scores([1, 2], [1, 2]), "K has shape (2,)"),
        (lambda: kernels.dot_scores(np.ones((2, 1, 2)), np.ones((3, 1, 2))), "leading axes"),
        (lambda: kernels.attention([2, 0], WORDS, VALUES[:2]), "V (2, 3)"),
        (lambda: kernels.attention([2, 0], WORDS, VALUES, [False] * 3), "(1, 3)"),
        (lambda: kernels.attend_all([2, 0], WORDS, VALUES), "(2,)"),
        (lambda: kernels.attend_all(WORDS, WORDS, VALUES, np.tri(3, k=-1, dtype=bool)), "(3, 3)"),
        (lambda: kernels.additive_scores([1, 0], WORDS, {"Wq": np.eye(2)}), "lack Wk, bias, v"),
        (lambda: kernels.additive_scores([1, 0, 0], WORDS, IDENTITY), "Wq has shape (2, 2), and (2, 3)"),
    ],
)
def test_bad_input_raises_a_value_error_with_the_shapes(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


def test_the_kernels_import_numpy_and_nothing_else_of_the_project():
    import ast
    import inspect

    tree = ast.parse(inspect.getsource(kernels))
    roots = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or "."] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    }
    assert roots == {"__future__", "collections", "numpy"}
