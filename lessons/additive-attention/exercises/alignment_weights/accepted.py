"""Right alignment weights in unusual form."""

import math


@accepted("shift by the logarithm of the sum")
def alignment_weights(scores):
    m = scores.max()
    return np.exp(scores - (m + np.log(np.exp(scores - m).sum())))


@accepted("a tiny constant in the denominator")
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / (e.sum() + 1e-12)


@accepted("one pass with a running maximum")
def alignment_weights(scores):
    m, d = -math.inf, 0.0
    for s in scores:
        new = max(m, float(s))
        d = d * math.exp(m - new) + math.exp(float(s) - new)
        m = new
    return np.array([math.exp(float(s) - m) / d for s in scores])


@accepted("pairwise differences")
def alignment_weights(scores):
    with np.errstate(over="ignore"):
        return 1 / np.exp(scores[None, :] - scores[:, None]).sum(axis=1)
