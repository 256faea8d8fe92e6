def softmax_along(z, axis):
    """Weights of the scores z that add up to 1 along one axis."""
    exponentials = np.exp(z - np.max(z, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
