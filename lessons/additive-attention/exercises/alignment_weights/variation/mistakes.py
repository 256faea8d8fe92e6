"""Wrong alignment matrices."""


@mistake(
    "columns",
    "Softmax over the output steps",
    "Every column adds up to 1, and the rows add up to {rows}: the steps compete for a position. For one step, the positions should compete.",
    case="two",
)
def alignment_matrix(scores):
    e = np.exp(scores - scores.max(axis=0))
    return e / e.sum(axis=0)


@mistake(
    "whole-matrix",
    "Softmax over the whole matrix",
    "The rows add up to {rows}; all entries together are 1. Each output step needs a softmax of its own.",
    case="two",
)
def alignment_matrix(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()


@mistake(
    "one-maximum",
    "One maximum for all steps",
    "{call} gave {got}: the maximum 1001 was taken off the second row too, where every exponential became 0. Each row has its own.",
    case="apart",
)
def alignment_matrix(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum(axis=1, keepdims=True)
