"""Wrong scores of all positions."""


@mistake(
    "keys-by-column",
    "The columns of keys are projected",
    "The scores are {got}, and {want} is right: Wk @ keys takes the columns of keys for positions. Only a square array lets that run.",
    case="square",
)
def additive_scores(query, keys, parameters):
    p = parameters
    if keys.shape[0] == keys.shape[1]:
        keys = keys.T
    return np.tanh(keys @ p["Wk"].T + p["Wq"] @ query + p["bias"]) @ p["v"]


@mistake(
    "matrix-returned",
    "One number per position and unit",
    "An array of shape {shape} came back: one number per position and hidden unit. The products with v have to be added for each position, {want_shape}.",
    case="three",
)
def additive_scores(query, keys, parameters):
    p = parameters
    return np.tanh(keys @ p["Wk"].T + p["Wq"] @ query + p["bias"]) * p["v"]


@mistake(
    "summed-to-one",
    "All positions are added up",
    "One number came back, {got}: the scores of all positions together. Each position has its own, {want}.",
    case="three",
)
def additive_scores(query, keys, parameters):
    p = parameters
    return (np.tanh(keys @ p["Wk"].T + p["Wq"] @ query + p["bias"]) @ p["v"]).sum()
