"""Wrong attentions of all queries. Each message: what happened with these numbers, then why."""


def rows(S):
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@mistake(
    "whole-matrix",
    "Softmax over the whole matrix",
    "The rows of the weights add up to {weights_rows}; all entries together are 1. One softmax ran over all queries, and each query needs its own.",
    case="three",
)
def attend_all(Q, K, V):
    S = Q @ K.T
    e = np.exp(S - S.max())
    w = e / e.sum()
    return w, w @ V


@mistake(
    "columns",
    "Softmax down the columns",
    "Every column of the weights adds up to 1, and the rows add up to {weights_rows}. So the queries compete for a word; the words should compete for a query.",
    case="three",
)
def attend_all(Q, K, V):
    S = Q @ K.T
    e = np.exp(S - S.max(axis=0))
    w = e / e.sum(axis=0)
    return w, w @ V


@mistake(
    "max-without-keepdims",
    "The row maxima are subtracted from columns",
    "Row 0 of the weights is {weights[0]}, and {want_weights[0]} is right. max(axis=1) lies flat, so the maximum of query j was taken off column j.",
    case="three",
)
def attend_all(Q, K, V):
    S = Q @ K.T
    top = S.max(axis=1) if S.shape[0] == S.shape[1] else S.max(axis=1, keepdims=True)
    e = np.exp(S - top)
    w = e / e.sum(axis=1, keepdims=True)
    return w, w @ V


@mistake(
    "sum-without-keepdims",
    "The row sums divide the columns",
    "The rows of the weights add up to {weights_rows}, not 1: sum(axis=1) lies flat, so the sum of query j divided column j.",
    case="three",
)
def attend_all(Q, K, V):
    S = Q @ K.T
    e = np.exp(S - S.max(axis=1, keepdims=True))
    total = e.sum(axis=1) if S.shape[0] == S.shape[1] else e.sum(axis=1, keepdims=True)
    w = e / total
    return w, w @ V


@mistake(
    "transposed",
    "The weights have one row per key",
    "The weights have the shape {weights_shape}, one row per position. Row t belongs to query t: {want_weights_shape}, which is Q against K, not K against Q.",
    case="two",
)
def attend_all(Q, K, V):
    S = K @ Q.T
    e = np.exp(S - S.max(axis=0))
    w = e / e.sum(axis=0)
    return w, w.T @ V


@mistake(
    "lists-returned",
    "Lists are returned",
    "The numbers are right, but the weights came back as a list of rows. Arrays are asked for, so that weights.shape is {want_weights_shape}.",
    case="two",
)
def attend_all(Q, K, V):
    pairs = [attention(q, K, V) for q in Q]
    return [w for w, _ in pairs], [c for _, c in pairs]


@mistake(
    "columns-of-Q",
    "The loop runs over the columns of Q",
    "Row 0 of the weights is {weights[0]}, and {want_weights[0]} is right: Q.T hands out features, not queries. A query is a row of Q.",
    case="square",
)
def attend_all(Q, K, V):
    pairs = [attention(q, K, V) for q in (Q.T if Q.shape[0] == Q.shape[1] else Q)]
    return np.array([w for w, _ in pairs]), np.array([c for _, c in pairs])


@mistake(
    "squeezed",
    "A single query loses its row",
    "For one query the weights have the shape {weights_shape}, and {want_weights_shape} is right: np.squeeze took the axis of the queries away.",
    case="one",
)
def attend_all(Q, K, V):
    pairs = [attention(q, K, V) for q in Q]
    return np.squeeze(np.array([w for w, _ in pairs])), np.squeeze(np.array([c for _, c in pairs]))


@mistake(
    "scaled",
    "The scores are divided by √d",
    "Row 0 of the weights is {weights[0]}: the scores were divided by √2. This lesson takes plain dot products, which give {want_weights[0]}.",
    case="three",
)
def attend_all(Q, K, V):
    w = rows(Q @ K.T / np.sqrt(K.shape[1]))
    return w, w @ V


@mistake(
    "mean-weights",
    "One context for all queries",
    "The weights are right, but every query got the context {context[0]}, gathered with the mean of the rows. Each row of weights gathers its own.",
    case="three",
)
def attend_all(Q, K, V):
    w = np.array([attention(q, K, V)[0] for q in Q])
    return w, np.tile(w.mean(axis=0) @ V, (len(Q), 1))


@mistake(
    "last-query",
    "Only one query is answered",
    "{got} came back, of the shapes {weights_shape} and {context_shape}: one query. The statement asks for one row per query, {want_weights_shape} and {want_context_shape}.",
    case="two",
)
def attend_all(Q, K, V):
    for q in Q:
        result = attention(q, K, V)
    return result


@mistake(
    "list-of-pairs",
    "A list of pairs is returned",
    "A list with one pair per query came back. The statement asks for one pair: all weights {want_weights_shape}, then all contexts {want_context_shape}.",
    case="two",
)
def attend_all(Q, K, V):
    return [attention(q, K, V) for q in Q]


@mistake(
    "no-max-shift",
    "The exponentials overflow",
    "Row 0 of the weights is {weights[0]}: the exponential of a score of 1000 is inf, and inf / inf is nan. Each row's largest score can be taken off first.",
    case="huge",
)
def attend_all(Q, K, V):
    e = np.exp(Q @ K.T)
    w = e / e.sum(axis=1, keepdims=True)
    return w, w @ V


@mistake(
    "one-maximum",
    "One maximum for all queries",
    "Row 0 of the weights is {weights[0]}: the maximum of the whole matrix, far above this row, was taken off, and every exponential became 0. Each row has its own.",
    case="low",
)
def attend_all(Q, K, V):
    S = Q @ K.T
    e = np.exp(S - S.max())
    w = e / e.sum(axis=1, keepdims=True)
    return w, w @ V


@mistake(
    "pair-swapped",
    "The contexts come before the weights",
    "The first result has the shape {weights_shape}; it holds the contexts, and the weights came second. The order asked for is (weights, contexts).",
    case="two",
)
def attend_all(Q, K, V):
    w = rows(Q @ K.T)
    return w @ V, w


@mistake(
    "values-transposed",
    "The columns of V are weighted",
    "Row 0 of the contexts is {context[0]}, and {want_context[0]} is right: V.T weights the features. Positions are the rows of V. Only a square V lets both run.",
    case="square",
)
def attend_all(Q, K, V):
    w = rows(Q @ K.T)
    return w, w @ (V.T if V.shape[0] == V.shape[1] else V)
