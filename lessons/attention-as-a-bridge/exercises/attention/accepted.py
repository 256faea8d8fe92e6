"""Right attentions in unusual form."""


@accepted("a large negative number and an explicit check")
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        if not mask.any():
            raise ValueError("x")
        s = np.where(mask, s, -1e300)
    w = np.exp(s - s.max())
    w = w / w.sum()
    return w, w @ V


@accepted("only allowed positions computed, then put back")
def attention(q, K, V, mask=None):
    keep = np.arange(len(K)) if mask is None else np.flatnonzero(mask)
    if keep.size == 0:
        raise ValueError("every position is masked")
    w = np.zeros(len(K))
    w[keep] = softmax(K[keep] @ q)
    return w, w @ V


@accepted("the result is looked at for nan")
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max())
    w = e / e.sum()
    if np.isnan(w).any():
        raise ValueError("every position is masked")
    return w, w @ V


@accepted("a named tuple")
def attention(q, K, V, mask=None):
    from collections import namedtuple

    s = np.asarray(K @ q, dtype=float)
    if mask is not None:
        hidden = np.logical_not(mask)
        if hidden.all():
            raise ValueError("mask hides all positions")
        s[hidden] = -np.inf
    w = softmax(s)
    return namedtuple("Result", "weights context")(w, w @ V)


@accepted("loops, arrays at the end")
def attention(q, K, V, mask=None):
    scores = []
    for i in range(len(K)):
        s = sum(float(a) * float(b) for a, b in zip(K[i], q))
        scores.append(s if mask is None or mask[i] else -np.inf)
    if all(s == -np.inf for s in scores):
        raise ValueError("every position is masked")
    w = softmax(np.array(scores))
    context = np.zeros(V.shape[1])
    for i in range(len(V)):
        context += w[i] * V[i]
    return w, context


@accepted("a list of the two")
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        if sum(mask) == 0:
            raise ValueError("nothing left")
        s = np.where(mask, s, -np.inf)
    w = softmax(s)
    return [w, V.T @ w]
