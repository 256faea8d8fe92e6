"""Right context vectors in unusual form."""


@accepted("a loop")
def context_vector(weights, states):
    c = np.zeros(states.shape[1])
    for a, h in zip(weights, states):
        c += a * h
    return c


@accepted("matrix product")
def context_vector(weights, states):
    return weights @ states


@accepted("the transpose first")
def context_vector(weights, states):
    return np.transpose(states) @ weights


@accepted("tensordot")
def context_vector(weights, states):
    return np.tensordot(weights, states, axes=(0, 0))


@accepted("np.average")
def context_vector(weights, states):
    return np.average(states, axis=0, weights=weights)


@accepted("zero weights skipped")
def context_vector(weights, states):
    return sum((w * h for w, h in zip(weights, states) if w), np.zeros(states.shape[1]))


@accepted("convolution with the reversed column")
def context_vector(weights, states):
    return np.array([np.convolve(weights, states[::-1, j], mode="valid")[0] for j in range(states.shape[1])])
