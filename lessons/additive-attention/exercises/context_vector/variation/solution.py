def context_vectors(weights, values):
    """One context per row of weights: shape (m, d_v)."""
    return weights @ values
