"""Wrong attentions of one query. Each message: what happened with these numbers, then why."""


def weights_of(s):
    e = np.exp(s - s.max())
    return e / e.sum()


def allowed_only(s, mask):
    if mask is None:
        return s
    if not np.any(mask):
        raise ValueError("every position is masked")
    return np.where(np.asarray(mask, bool), s, -np.inf)


@mistake(
    "scaled",
    "The scores are divided by √d",
    "{call:q} gave the weights {weights}: the scores were divided by √2. This lesson takes plain dot products, which give {want_weights}.",
    case="table",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q / np.sqrt(len(q)), mask))
    return w, w @ V


@mistake(
    "mask-inverted",
    "The mask is read the other way round",
    "With “cat” masked the weights are {weights}: only “cat” was kept. Here True means allowed; some libraries mean the opposite.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        s = np.where(mask, -np.inf, s)
    w = weights_of(s)
    return w, w @ V


@mistake(
    "mask-after-softmax",
    "Masked after softmax, not shared out again",
    "With “cat” masked the weights are {weights}, together {weights_sum}. The mask came after softmax, so the weight taken from “cat” went to nobody.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    if mask is not None and not np.any(mask):
        raise ValueError("every position is masked")
    w = weights_of(K @ q)
    if mask is not None:
        w = np.where(mask, w, 0)
    return w, w @ V


@mistake(
    "values-masked",
    "The values are masked, not the scores",
    "With “cat” masked its weight is still {weights[1]}: its value was set to 0, but its score still takes part. Mask and score belong together.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    if mask is not None and not np.any(mask):
        raise ValueError("every position is masked")
    if mask is not None:
        V = V * np.asarray(mask, float)[:, None]
    w = weights_of(K @ q)
    return w, w @ V


@mistake(
    "nothing-left-nan",
    "A fully masked query gives nan",
    "With every position masked the weights are {weights}: all scores are −inf, and −inf minus −inf is nan. Here the statement asks for ValueError.",
    case="nothing-left",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = weights_of(s)
    return w, w @ V


@mistake(
    "nothing-left-zeros",
    "A fully masked query gives zeros",
    "With every position masked the weights are {weights}. They add up to 0, so they are no weights, and the statement asks for ValueError here.",
    case="nothing-left",
)
def attention(q, K, V, mask=None):
    if mask is not None and not np.any(mask):
        return np.zeros(len(K)), np.zeros(V.shape[1])
    w = weights_of(allowed_only(K @ q, mask))
    return w, w @ V


@mistake(
    "nothing-left-uniform",
    "A fully masked query gets equal weights",
    "With every position masked the weights are {weights}: every hidden position is looked at. The statement asks for ValueError here.",
    case="nothing-left",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        s = np.where(mask, s, -1e300)
    w = weights_of(s)
    return w, w @ V


@mistake(
    "nothing-left-assert",
    "assert raises AssertionError, not ValueError",
    "With every position masked the code raised AssertionError. The statement asks for ValueError, and assert is skipped altogether under python -O.",
    case="nothing-left",
)
def attention(q, K, V, mask=None):
    if mask is not None:
        assert np.any(mask)
    w = weights_of(allowed_only(K @ q, mask))
    return w, w @ V


@mistake(
    "if-mask",
    "The mask is used as a truth value",
    "With “cat” masked the code raised ValueError: `if mask` asks an array of three booleans for one truth value, and NumPy refuses. Whether a mask is there is another question.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask:
        s = np.where(mask, s, -np.inf)
    w = weights_of(s)
    return w, w @ V


@mistake(
    "zero-times-inf",
    "0 times −inf is nan",
    "With “cat” masked the weights are {weights}: nan comes of 0 · −inf, as in (1 − mask) · −inf, or of scores that are all −inf. Choosing needs no arithmetic.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        s = s + (1 - np.asarray(mask, float)) * -np.inf
    w = weights_of(s)
    return w, w @ V


@mistake(
    "whole-mask-inverted-bitwise",
    "~ on a mask of 0 and 1",
    "With the mask [1, 0, 1] the weights are {weights}: ~1 is −2 and ~0 is −1, which count positions from the end. On booleans the code is right.",
    case="mask-whole",
    note=True,
)
def attention(q, K, V, mask=None):
    s = (K @ q).astype(float)
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        s[~np.asarray(mask)] = -np.inf
    w = weights_of(s)
    return w, w @ V


@mistake(
    "mask-as-index",
    "1 − mask is used as positions",
    "With “cat” masked the weights are {weights}: 1 − mask is [0, 1, 0], whole numbers, which NumPy reads as positions 0 and 1. A boolean index would pick “cat” alone.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    s = (K @ q).astype(float)
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        s[1 - np.asarray(mask)] = -np.inf
    w = weights_of(s)
    return w, w @ V


@mistake(
    "pair-swapped",
    "The context comes before the weights",
    "The first result is {weights}, which is the context; the weights {context} came second. The order asked for is (weights, context).",
    case="table",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q, mask))
    return w @ V, w


@mistake(
    "columns-scored",
    "The columns of K are scored",
    "{call:q} gave the weights {weights}: q @ K mixes the columns, with scores [1, 2]. A position is a row: K @ q has the scores [1, 3]. Only a square K lets both run.",
    case="square",
)
def attention(q, K, V, mask=None):
    s = q @ K if K.shape[0] == K.shape[1] else K @ q
    w = weights_of(allowed_only(s, mask))
    return w, w @ V


@mistake(
    "value-columns",
    "The columns of V are weighted",
    "The context is {context}, and {want_context} is right: V @ weights gives the weights to the features. Positions are rows. Only a square V lets both run.",
    case="square",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q, mask))
    return w, (V @ w if V.shape[0] == V.shape[1] else w @ V)


@mistake(
    "value-columns-two",
    "The columns of V are weighted",
    "The context is {context}, and {want_context} is right: with 2 positions V @ weights was taken, which weights the features. Positions are rows.",
    case="square",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q, mask))
    return w, (V @ w if V.shape[0] == V.shape[1] and len(w) == 2 else w @ V)


@mistake(
    "cosine",
    "Cosine in place of the dot product",
    "{call:q} gave the weights {weights}: the scores were divided by the lengths of query and keys. With plain dot products “the” and “sat” tie at {want_weights[0]}.",
    case="table",
)
def attention(q, K, V, mask=None):
    s = (K @ q) / (np.linalg.norm(K, axis=1) * max(np.linalg.norm(q), 1e-12))
    w = weights_of(allowed_only(s, mask))
    return w, w @ V


@mistake(
    "masked-removed",
    "Masked positions are removed",
    "With “cat” masked {weights} came back: {weights_shape} for three positions. A masked position keeps its place and has the weight 0.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        K, V = K[mask], V[mask]
    w = weights_of(K @ q)
    return w, w @ V


@mistake(
    "mask-list-bitwise",
    "~ on a list",
    "Given the mask as a list the code raised TypeError: ~ has no meaning for a list. With arrays the code is right; np.asarray(mask, dtype=bool) takes both.",
    case="mask-list",
    note=True,
)
def attention(q, K, V, mask=None):
    s = (K @ q).astype(float)
    if mask is not None:
        if not any(mask):
            raise ValueError("every position is masked")
        s[~mask] = -np.inf
    w = weights_of(s)
    return w, w @ V


@mistake(
    "mask-multiplied",
    "The mask is multiplied into the scores",
    "With “cat” masked and q = [−2, 0] the weights are {weights}: the score of “cat” became 0, and 0 is a real score, the best one here. −inf is below all.",
    case="low-query",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked")
        s = s * mask
    w = weights_of(s)
    return w, w @ V


@mistake(
    "mask-ignored",
    "The mask has no effect",
    "With “cat” masked the weights are {weights}, as without a mask: “cat” still has {weights[1]}.",
    case="cat-masked",
)
def attention(q, K, V, mask=None):
    if mask is not None and not np.any(mask):
        raise ValueError("every position is masked")
    w = weights_of(K @ q)
    return w, w @ V


@mistake(
    "weight-of-hidden-in-shift",
    "Masked by multiplication after exp",
    "{call:mask} gave {weights}: the hidden position scores 1000 more, so next to it every allowed exponential is 0, and 0 / 0 is nan. Masking the score first avoids that.",
    case="hidden-huge",
)
def attention(q, K, V, mask=None):
    s = K @ q
    if mask is None:
        mask = np.ones(len(s), bool)
    if not np.any(mask):
        raise ValueError("every position is masked")
    e = np.exp(s - s.max()) * mask
    w = e / e.sum()
    return w, w @ V


@mistake(
    "context-of-keys",
    "The keys are gathered, not the values",
    "The context is {context}: that is weights @ K. The keys say where to look, the values what to bring back: {want_context}.",
    case="table",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q, mask))
    return w, w @ K


@mistake(
    "context-only",
    "Only the context is returned",
    "One array came back, {got}. It is the context; the statement asks for the pair (weights, context).",
    case="table",
)
def attention(q, K, V, mask=None):
    w = weights_of(allowed_only(K @ q, mask))
    return w @ V


@mistake(
    "no-max-shift",
    "The exponentials overflow",
    "{call:q} gave the weights {weights}: the exponential of a score of 1000 is inf, and inf / inf is nan. The largest score can be taken off first.",
    case="huge",
)
def attention(q, K, V, mask=None):
    e = np.exp(allowed_only(K @ q, mask))
    w = e / e.sum()
    return w, w @ V
