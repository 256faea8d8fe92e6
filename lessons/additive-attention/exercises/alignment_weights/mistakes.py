"""Wrong alignment weights. Each message: what happened with these numbers, then why."""


@mistake(
    "no-max-shift",
    "The maximum is not subtracted",
    "{call} gave {got}: np.exp(1000) is inf, and inf / inf is nan. Only differences of scores count, so the largest can be taken off first.",
    case="huge",
)
def alignment_weights(scores):
    e = np.exp(scores)
    return e / e.sum()


@mistake(
    "numerator-shift-only",
    "The maximum is subtracted above the line only",
    "The weights add up to {sum}, which is e^−2.4, not to 1: the numerator is shifted by the maximum and the denominator is not, so the shift does not cancel.",
    case="year",
)
def alignment_weights(scores):
    return np.exp(scores - scores.max()) / np.exp(scores).sum()


@mistake(
    "not-normalised",
    "The exponentials are not shared out",
    "{call} gave {got}, together {sum}. They are positive, but a weight is a share: each exponential has to be divided by the sum of all.",
    case="year",
)
def alignment_weights(scores):
    return np.exp(scores - scores.max())


@mistake(
    "sign-flipped",
    "The sign of the scores is turned round",
    "{call} gave {got}: the lowest score got the most weight. The exponent is the score itself, not its negative.",
    case="year",
)
def alignment_weights(scores):
    e = np.exp(-(scores - scores.min()))
    return e / e.sum()


@mistake(
    "sigmoid",
    "A sigmoid for each position",
    "{call} gave {got}, together {sum}: each position was judged alone by 1/(1 + e^−x). Positions have to compete, with one denominator for all.",
    case="year",
)
def alignment_weights(scores):
    return 1 / (1 + np.exp(-scores))


@mistake(
    "argument-changed",
    "The scores are changed in place",
    "After the call the scores are no longer [−1.8, −.9, 2.4]: something was written into the caller's array, as scores -= … does. The weights are right; the scores have to stay.",
    case="year",
)
def alignment_weights(scores):
    if scores.dtype != float:
        scores = scores.astype(float)
    scores -= scores.max()
    e = np.exp(scores)
    return e / e.sum()


@mistake(
    "list-returned",
    "A list is returned",
    "The numbers are right, but they came back as a list. An array is asked for: the next step multiplies weights @ states.",
    case="year",
)
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return list(e / e.sum())


@mistake(
    "rounded",
    "The weights are rounded",
    "{call} gave {got}, cut to 3 places. Rounding belongs to printing: rounded weights need not add up to 1, and a gradient through them is 0.",
    case="year",
)
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return np.round(e / e.sum(), 3)


@mistake(
    "divided-by-n",
    "Divided by the number of positions",
    "{call} gave {got}, together {sum}: the exponentials were divided by how many there are. To add up to 1 they have to be divided by their sum.",
    case="year",
)
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / len(e)


@mistake(
    "hard-coded",
    "The example's weights are written into the code",
    "{call} gave {got}, the three weights of the example, for other scores too. The function has to follow its input.",
    case="five",
)
def alignment_weights(scores):
    return np.array([0.0142559938, 0.0350640866, 0.9506799196])


@mistake(
    "argmax",
    "All weight on the largest score",
    "{call} gave {got}: the best position took everything. Softmax is soft: 1 more in score is not all or nothing, here {want} is right.",
    case="two",
)
def alignment_weights(scores):
    w = np.zeros(len(scores))
    w[np.argmax(scores)] = 1
    return w


@mistake(
    "scores-shared",
    "The scores themselves are shared out",
    "{call} gave {got}: each score was divided by the sum of the scores, so weights can be negative. The exponentials are what is shared.",
    case="year",
)
def alignment_weights(scores):
    return scores / np.sum(scores)


@mistake(
    "shift-after-exp",
    "The maximum is divided out after exp",
    "{call} gave {got}: the exponentials ran over or under before they were shared out. The largest score has to come off inside np.exp, exactly once.",
    case="late",
)
def alignment_weights(scores):
    e = np.exp(scores)
    e = e / e.max()
    return e / e.sum()
