def attention_batch(q, K, V, mask):
    """Weights and contexts of one query per sequence; mask is False at padding."""
    scores = np.where(mask, np.einsum("bnd,bd->bn", K, q), -np.inf)
    exponentials = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    weights = exponentials / np.sum(exponentials, axis=1, keepdims=True)
    return weights, np.einsum("bn,bnv->bv", weights, V)
