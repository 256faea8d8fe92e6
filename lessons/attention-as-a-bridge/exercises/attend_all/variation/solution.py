def attend_causal(Q, K, V):
    """Weights and contexts where query t sees the positions 0 to t."""
    scores = np.where(np.tri(len(Q), dtype=bool), Q @ K.T, -np.inf)
    exponentials = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    weights = exponentials / np.sum(exponentials, axis=1, keepdims=True)
    return weights, weights @ V
