def context_vector(weights, states):
    """Weighted sum of the states: shape (d_h,)."""
    scaled = weights[:, None] * states  # blank 2: multiply every row by its own weight
    return scaled.sum(axis=0)  # blank 1, 2: add the rows up
