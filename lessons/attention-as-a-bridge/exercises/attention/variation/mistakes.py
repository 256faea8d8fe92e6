"""Wrong attentions of a batch."""


def batch(scores):
    e = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


@mistake(
    "padding-counts",
    "The padding takes weight",
    "The second sequence has one word, and its weights are {weights[1]}: padding scores 0, which is a real score, and took the rest.",
    case="two",
)
def attention_batch(q, K, V, mask):
    w = batch(np.einsum("bnd,bd->bn", K, q))
    return w, np.einsum("bn,bnv->bv", w, V)


@mistake(
    "first-query",
    "The first query is used for all sequences",
    "The second sequence got the weights {weights[1]}, those of the first query. Each sequence has its own.",
    case="full",
)
def attention_batch(q, K, V, mask):
    w = batch(np.where(mask, K @ q[0], -np.inf))
    return w, np.einsum("bn,bnv->bv", w, V)


@mistake(
    "batch-competes",
    "The sequences compete with each other",
    "All weights of the batch together add up to {weights_sum}: one softmax ran over both sequences. Each one has to be 1 by itself.",
    case="full",
)
def attention_batch(q, K, V, mask):
    s = np.where(mask, np.einsum("bnd,bd->bn", K, q), -np.inf)
    e = np.exp(s - s.max())
    w = e / e.sum()
    return w, np.einsum("bn,bnv->bv", w, V)
