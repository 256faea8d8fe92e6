"""Right causal attentions in unusual form."""


@accepted("each query with a mask of its own")
def attend_causal(Q, K, V):
    n = len(Q)
    pairs = [attention(Q[t], K, V, np.arange(n) <= t) for t in range(n)]
    return np.array([w for w, _ in pairs]), np.array([c for _, c in pairs])


@accepted("shorter and shorter slices")
def attend_causal(Q, K, V):
    n = len(Q)
    W = np.zeros((n, n))
    for t in range(n):
        W[t, : t + 1] = softmax(K[: t + 1] @ Q[t])
    return W, W @ V
