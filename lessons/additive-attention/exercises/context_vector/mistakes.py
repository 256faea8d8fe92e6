"""Wrong context vectors. Each message: what happened with these numbers, then why."""


@mistake(
    "plain-mean",
    "The plain mean",
    "The context is {got}, the plain mean of the states, and {want} is right. That is the fixed summary again; the weights are not used.",
    case="pair",
)
def context_vector(weights, states):
    return states.mean(axis=0)


@mistake(
    "best-state",
    "The best state alone",
    "The context is {got}, a copy of the state with the largest weight, and {want} is right. A soft context mixes in every state, as much as its weight says.",
    case="pair",
)
def context_vector(weights, states):
    return states[weights.argmax()].astype(float)


@mistake(
    "weights-on-features",
    "The weights meet the columns",
    "The context is {got}, and {want} is right: weights * states lines the weights up with the columns. Each row needs its own weight. Only a square array lets both run.",
    case="pair",
)
def context_vector(weights, states):
    if states.shape[1] == len(weights):
        return (weights * states).sum(axis=0)
    return (weights[:, None] * states).sum(axis=0)


@mistake(
    "summed-along-features",
    "Added within each state",
    "{got} came back, one number per position: the features of each state were added up. The rows have to be added, one number per feature: {want}.",
    case="three",
)
def context_vector(weights, states):
    return (weights[:, None] * states).sum(axis=1)


@mistake(
    "summed-to-one",
    "Everything is added up",
    "One number came back, {got}: sum() without an axis adds all features too. A context has one number per feature, {want}.",
    case="three",
)
def context_vector(weights, states):
    return (weights[:, None] * states).sum()


@mistake(
    "softmax-again",
    "Softmax is applied again",
    "The context is {got}, and {want} is right: the weights went through a second softmax, which flattens them. They are weights already, together 1.",
    case="three",
)
def context_vector(weights, states):
    e = np.exp(weights)
    return (e / e.sum()) @ states


@mistake(
    "first-state-overwritten",
    "The first state is overwritten",
    "After the call row 0 of the states holds the context: c = states[0] is that row itself, not a copy, and += writes into it. The states have to stay.",
    case="three",
)
def context_vector(weights, states):
    if states.dtype != float:
        states = states.astype(float)
    c = states[0]
    c *= weights[0]
    for w, h in zip(weights[1:], states[1:]):
        c += w * h
    return c


@mistake(
    "last-term-only",
    "Only the last state is kept",
    "The context is {got}, the last state times its weight, and {want} is right: = in the loop forgets what came before. The terms have to be added.",
    case="three",
)
def context_vector(weights, states):
    for w, h in zip(weights, states):
        c = w * h
    return c


@mistake(
    "row-matrix",
    "A matrix with one row",
    "The numbers are right, but the shape is {shape}, a matrix with one row. A vector is asked for, {want_shape}.",
    case="pair",
)
def context_vector(weights, states):
    return weights[None, :] @ states


@mistake(
    "unweighted-sum",
    "The states are added without weights",
    "The context is {got}, the plain sum of the states, and {want} is right: the weights are not used.",
    case="pair",
)
def context_vector(weights, states):
    return states.sum(axis=0)


@mistake(
    "not-added",
    "The weighted states are not added",
    "An array of shape {shape} came back, every state times its weight. They still have to be added up over the positions: {want}.",
    case="pair",
)
def context_vector(weights, states):
    return weights[:, None] * states


@mistake(
    "mean-of-weighted",
    "The weighted states are averaged",
    "The context is {got}, and {want} is right: the sum was divided by the number of positions. The weights add up to 1 already.",
    case="pair",
)
def context_vector(weights, states):
    return (weights[:, None] * states).mean(axis=0)


@mistake(
    "integer-buffer",
    "An integer array cuts the context down",
    "With whole numbers in the states the context is {got}, and {want} is right: an array made like the states holds whole numbers and cut every term down.",
    case="whole",
)
def context_vector(weights, states):
    c = np.zeros_like(states[0])
    for w, h in zip(weights, states):
        c[:] = c + w * h
    return c


@mistake(
    "list-returned",
    "A list is returned",
    "The numbers are right, but they came back as a list. An array is asked for, so that the decoder can go on calculating with it.",
    case="pair",
)
def context_vector(weights, states):
    return [float(x) for x in weights @ states]
