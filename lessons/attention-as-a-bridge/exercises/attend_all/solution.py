def attend_all(Q, K, V):
    """Weights and contexts of every row of Q: shapes (m, n) and (m, d_v)."""
    scores = Q @ K.T  # blank 2: the score of every query with every key, one row per query
    exponentials = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    weights = exponentials / np.sum(exponentials, axis=1, keepdims=True)
    return weights, weights @ V  # blank 1, 2: the weights, and one context per query
