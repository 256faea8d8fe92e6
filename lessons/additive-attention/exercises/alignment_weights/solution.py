def alignment_weights(scores):
    """Weights over the source positions of one query: shape (n,)."""
    shifted = scores - np.max(scores)
    exponentials = np.exp(shifted)  # blank 2: take the exponential of every shifted score
    return exponentials / np.sum(exponentials)  # blank 1, 2: share each exponential out of their sum
