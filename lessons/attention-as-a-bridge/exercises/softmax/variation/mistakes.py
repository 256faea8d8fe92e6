"""Wrong softmaxes of a batch."""


@mistake(
    "whole-array",
    "All entries share one 1",
    "{call} gave rows that add up to {rows}: the sum runs over the whole array. Each slice along the axis has to be 1 by itself.",
    case="rows",
)
def softmax_along(z, axis):
    e = np.exp(z - np.max(z))
    return e / e.sum()


@mistake(
    "axis-ignored",
    "The axis is fixed to the last one",
    "With axis 0 the columns should be 1 each, and they are {cols}; the rows are. The argument axis is not used.",
    case="columns",
)
def softmax_along(z, axis):
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@mistake(
    "global-max",
    "One maximum for all slices",
    "{call} gave {got}: the maximum 1001 of the first row was taken off the second too, where every exponential became 0. Each slice needs its own.",
    case="apart",
)
def softmax_along(z, axis):
    e = np.exp(z - np.max(z))
    return e / e.sum(axis=axis, keepdims=True)


@mistake(
    "no-keepdims",
    "The reduced axis is not kept",
    "On 3 × 3 scores the rows add up to {rows}: without keepdims the row sums lie down and divide the columns. With other shapes they do not fit at all.",
    case="square",
)
def softmax_along(z, axis):
    e = np.exp(z - np.max(z, axis=axis, keepdims=True))
    return e / e.sum(axis=axis)
