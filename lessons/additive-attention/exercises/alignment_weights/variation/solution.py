def alignment_matrix(scores):
    """Weights of every output step: shape (m, n), each row adds up to 1."""
    exponentials = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)
