"""Wrong contexts of many steps."""


@mistake(
    "weights-transposed",
    "The weights are transposed",
    "Row 0 is {got[0]}, and {want[0]} is right: the columns of the weights were used. A row holds the weights of one step.",
    case="square",
)
def context_vectors(weights, values):
    return weights.T @ values if weights.shape[0] == weights.shape[1] else weights @ values


@mistake(
    "one-context",
    "One context for all steps",
    "The shape is {shape}, one context for all steps. Each step gathers its own: {want_shape}.",
    case="two",
)
def context_vectors(weights, values):
    return weights.mean(axis=0) @ values


@mistake(
    "mean-of-values",
    "The weights are not used",
    "Row 0 is {got[0]}, the plain mean of the values, and {want[0]} is right.",
    case="two",
)
def context_vectors(weights, values):
    return np.tile(values.mean(axis=0), (len(weights), 1))
