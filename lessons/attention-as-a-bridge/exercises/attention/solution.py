def attention(q, K, V, mask=None):
    """Weights of one query over all positions, and the context they gather."""
    scores = K @ q  # blank 2: one score per position, the dot product of its key with the query
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights, weights @ V  # blank 1, 2: the weights, and the values gathered with them
