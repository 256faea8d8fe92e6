"""Wrong causal attentions."""


def rows(S):
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@mistake(
    "no-mask",
    "The future is not hidden",
    "Row 0 of the weights is {weights[0]}: the first query looks at later positions. It may see position 0 alone.",
    case="words",
)
def attend_causal(Q, K, V):
    w = rows(Q @ K.T)
    return w, w @ V


@mistake(
    "upper-triangle",
    "The past is hidden, not the future",
    "Row 2 of the weights is {weights[2]}: the last query sees itself only. The triangle is turned over; it may see positions 0 to 2.",
    case="words",
)
def attend_causal(Q, K, V):
    w = rows(np.where(np.tri(len(Q)).T > 0, Q @ K.T, -np.inf))
    return w, w @ V


@mistake(
    "zeroed-scores",
    "The hidden scores become 0",
    "Row 0 of the weights is {weights[0]}: multiplied by the triangle, later scores became 0, and 0 is a real score. A hidden weight has to be exactly 0.",
    case="words",
)
def attend_causal(Q, K, V):
    w = rows(Q @ K.T * np.tri(len(Q)))
    return w, w @ V


@mistake(
    "after-softmax",
    "The triangle is applied after softmax",
    "The rows of the weights add up to {weights_rows}: weight was taken from later positions and given to nobody. The mask comes before softmax.",
    case="words",
)
def attend_causal(Q, K, V):
    w = rows(Q @ K.T) * np.tri(len(Q))
    return w, w @ V


@mistake(
    "itself-hidden",
    "A position does not see itself",
    "Row 0 of the weights is {weights[0]}: with i < t the first query sees nothing at all. Position t itself is allowed.",
    case="words",
)
def attend_causal(Q, K, V):
    w = rows(np.where(np.tri(len(Q), k=-1) > 0, Q @ K.T, -np.inf))
    return w, w @ V
