"""Right softmaxes in unusual form."""

import math


@accepted("axis=-1 and keepdims")
def softmax(z):
    z = np.asarray(z, float)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@accepted("shift by the logarithm of the sum")
def softmax(z):
    m = z.max()
    return np.exp(z - (m + np.log(np.exp(z - m).sum())))


@accepted("a loop with math.exp")
def softmax(z):
    biggest = max(z)
    terms = [0.0 if x == -math.inf else math.exp(x - biggest) for x in z]
    return np.array(terms) / math.fsum(terms)


@accepted("exp with where= and out=")
def softmax(z):
    z = np.asarray(z, dtype=float)
    alive = z != -np.inf
    e = np.exp(z - z[alive].max(), where=alive, out=np.zeros(z.shape))
    return e / e.sum()


@accepted("a tiny constant in the denominator")
def softmax(z):
    e = np.exp(z - np.max(z))
    return e / (e.sum() + 1e-12)


@accepted("base 2 with the factor log2 e")
def softmax(z):
    p = np.exp2((z - np.max(z)) * np.log2(np.e))
    return p / p.sum()


@accepted("sorted, then put back")
def softmax(z):
    order = np.argsort(z)
    e = np.exp(z[order] - z[order][-1])
    out = np.empty(len(z))
    out[order] = e / e.sum()
    return out


@accepted("single precision")
def softmax(z):
    z = np.asarray(z, dtype=np.float32)
    e = np.exp(z - z.max())
    return e / e.sum()


@accepted("big-endian and read-only")
def softmax(z):
    e = np.exp(z - np.max(z))
    w = (e / e.sum()).astype(">f8")
    w.flags.writeable = False
    return w
