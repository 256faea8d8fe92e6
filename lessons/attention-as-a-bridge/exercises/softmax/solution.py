def softmax(z):
    """Weights of the scores z: never negative, together 1."""
    shifted = z - np.max(z)
    exponentials = np.exp(shifted)  # blank 2: take the exponential of every shifted score
    return exponentials / np.sum(exponentials)  # blank 1, 2: share each exponential out of their sum
