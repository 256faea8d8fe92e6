"""Wrong softmaxes. Each message: what happened with these numbers, then why."""


@mistake(
    "no-max-shift",
    "The maximum is not subtracted",
    "{call} gave {got}: np.exp(1000) is inf, and inf / inf is nan. The weights depend only on differences, so the largest score can be taken off first.",
    case="huge",
)
def softmax(z):
    e = np.exp(z)
    return e / e.sum()


@mistake(
    "mean-shift",
    "Not the maximum is subtracted",
    "{call} gave {got}: 3000 minus what was subtracted is still beyond 709, as with the mean, and np.exp of that is inf. Only the maximum leaves no positive exponent.",
    case="early",
)
def softmax(z):
    e = np.exp(z - z[np.isfinite(z)].mean())
    return e / e.sum()


@mistake(
    "mean-shift-inf",
    "The mean is subtracted, not the maximum",
    "{call} gave {got}: the mean of scores with a −inf among them is −inf, and −inf minus −inf is nan. The maximum stays finite.",
    case="masked",
)
def softmax(z):
    e = np.exp(z - np.mean(z))
    return e / e.sum()


@mistake(
    "abs-max-shift",
    "The largest absolute value is subtracted",
    "{call} gave {got}: the largest absolute value is 10001, so both exponents are near −20000 and both exponentials are 0. The largest value is −10000.",
    case="low",
)
def softmax(z):
    e = np.exp(z - np.abs(z[np.isfinite(z)]).max())
    return e / e.sum()


@mistake(
    "abs-max-shift-inf",
    "The largest absolute value is subtracted",
    "{call} gave {got}: the absolute value of −inf is inf, so everything was shifted by inf. The largest value, without abs, is 2.",
    case="masked",
)
def softmax(z):
    e = np.exp(z - np.abs(z).max())
    return e / e.sum()


@mistake(
    "min-shift",
    "The minimum is subtracted, not the maximum",
    "{call} gave {got}: after subtracting the smallest score the largest exponent is 3000, which overflows. Taking off the maximum makes it 0.",
    case="early",
)
def softmax(z):
    e = np.exp(z - z[np.isfinite(z)].min())
    return e / e.sum()


@mistake(
    "min-shift-inf",
    "The minimum is subtracted, not the maximum",
    "{call} gave {got}: the smallest score is −inf, and −inf minus −inf is nan. The largest one is finite whenever a position is left.",
    case="masked",
)
def softmax(z):
    e = np.exp(z - z.min())
    return e / e.sum()


@mistake(
    "first-shift",
    "The first score is subtracted, not the largest",
    "{call} gave {got}: the first score was taken off, which leaves the exponent 1000 for the second. It has to be the largest, wherever it stands.",
    case="late",
)
def softmax(z):
    e = np.exp(z - z[0])
    return e / e.sum()


@mistake(
    "last-shift",
    "The last score is subtracted, not the largest",
    "{call} gave {got}: the last score was taken off, which leaves the exponent 2999 for the first. It has to be the largest, wherever it stands.",
    case="early",
)
def softmax(z):
    e = np.exp(z - z[-1])
    return e / e.sum()


@mistake(
    "masked-becomes-zero",
    "−inf is replaced by 0",
    "{call} gave {got}: the masked position got {got[1]} of the weight. 0 is a real score, and the best one here; exp(−inf) is 0 by itself.",
    case="masked-low",
)
def softmax(z):
    z = np.where(np.isneginf(z), 0.0, z)
    e = np.exp(z - z.max())
    return e / e.sum()


@mistake(
    "masked-dropped",
    "Masked entries are left out",
    "{call} gave {got}: {shape} for {want_shape}. A masked position keeps its place and has the weight 0, or weights and positions no longer line up.",
    case="masked",
)
def softmax(z):
    z = z[np.isfinite(z)]
    e = np.exp(z - z.max())
    return e / e.sum()


@mistake(
    "argument-changed",
    "The scores are changed in place",
    "After the call z no longer holds [2, 0, 2]: something was written into the caller's array, as z -= … does. The weights are right; z has to stay as it was.",
    case="table",
)
def softmax(z):
    if z.dtype != float:
        z = z.astype(float)
    z -= z.max()
    return np.exp(z) / np.exp(z).sum()


@mistake(
    "shift-after-exp",
    "The maximum is divided out after exp",
    "{call} gave {got}: the exponentials ran over or under before they were shared out. The largest score has to come off inside np.exp, exactly once.",
    case="late",
)
def softmax(z):
    e = np.exp(z)
    e = e / e.max()
    return e / e.sum()


@mistake(
    "nan-hidden",
    "nan_to_num hides the overflow",
    "{call} gave {got}, which adds up to {sum}: np.exp overflowed, and the nan was turned into 0 afterwards. {want} is right.",
    case="huge",
)
def softmax(z):
    e = np.exp(z)
    return np.nan_to_num(e / e.sum())


@mistake(
    "not-normalised",
    "The exponentials are not shared out",
    "{call} gave {got}, which adds up to {sum}, not 1. These are exponentials; each one is a share only after division by their sum.",
    case="table",
)
def softmax(z):
    return np.exp(z - np.max(z))


@mistake(
    "numerator-shift-only",
    "The maximum is subtracted above the line only",
    "{call} gave {got}, which adds up to {sum}, not 1: the numerator is shifted and the denominator is not, so the factor e^−max does not cancel.",
    case="table",
)
def softmax(z):
    return np.exp(z - np.max(z)) / np.exp(z).sum()


@mistake(
    "clipped",
    "Large scores are clipped",
    "{call} gave {got}: clipping makes 1000, 1001 and 1002 equal, so their differences are lost. Subtracting the maximum keeps them.",
    case="huge",
)
def softmax(z):
    e = np.exp(np.clip(z, -500, 500))
    e = np.where(np.isneginf(z), 0, e)
    return e / e.sum()


@mistake(
    "overflow-uniform",
    "Equal weights where np.exp overflows",
    "{call} gave {got}: equal weights stand in where the exponentials add up to inf or to 0. The scores differ, and the largest taken off first keeps that.",
    case="huge",
)
def softmax(z):
    e = np.exp(z)
    total = e.sum()
    return e / total if np.isfinite(total) and total > 0 else np.full(len(z), 1 / len(z))


@mistake(
    "rounded",
    "The weights are rounded",
    "{call} gave {got}, cut to 3 places and together {sum}. Rounding belongs to printing; rounded weights need not add up to 1 and feed errors on.",
    case="signs",
)
def softmax(z):
    e = np.exp(z - np.max(z))
    return np.round(e / e.sum(), 3)


@mistake(
    "integer-buffer",
    "Weights are written into an integer array",
    "{call} gave {got}: an array made like z holds whole numbers when z does, and every weight below 1 was cut down to 0 on the way in.",
    case="whole",
)
def softmax(z):
    out = np.zeros_like(z)
    e = np.exp(z - np.max(z))
    for i in range(len(z)):
        out[i] = e[i] / e.sum()
    return out


@mistake(
    "list-returned",
    "A list is returned",
    "The numbers are right, but they came back as a list. An array is asked for: the next step multiplies weights @ V.",
    case="table",
)
def softmax(z):
    e = np.exp(z - np.max(z))
    return list(e / e.sum())


@mistake(
    "hard-coded",
    "The example's weights are written into the code",
    "{call} gave {got}, the weights of the example, for other scores too. The function has to follow its input.",
    case="whole",
)
def softmax(z):
    return np.array([0.4683105308, 0.0633789383, 0.4683105308])
