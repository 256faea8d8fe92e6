"""Right alignment matrices in unusual form."""


@accepted("one row after the other")
def alignment_matrix(scores):
    return np.array([alignment_weights(row) for row in scores])
