"""Wrong additive scores. Each message: what happened with these numbers, then why."""


def parts(parameters):
    return (np.asarray(parameters[name], float) for name in ("Wq", "Wk", "bias", "v"))


@mistake(
    "no-tanh",
    "tanh is missing",
    "The score is {got}, and {want} is right: the sum was not squashed. Without tanh the query adds the same amount to every position, and softmax cancels it.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ (Wq @ query + Wk @ key + bias))


@mistake(
    "no-bias",
    "The bias is not used",
    "The score is {got}, and {want} is right: with another bias it stays the same. The bias is added inside the tanh; in the first example it is 0 and hides this.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ np.tanh(Wq @ query + Wk @ key))


@mistake(
    "bias-outside",
    "The bias is added after tanh",
    "The score is {got}, and {want} is right: the bias came after the tanh. Inside, it decides where each unit is steep; outside, it only shifts the score.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ (np.tanh(Wq @ query + Wk @ key) + bias))


@mistake(
    "tanh-of-each",
    "tanh of each term",
    "The score is {got}, and {want} is right: tanh(a) + tanh(b) is not tanh(a + b). Query and key have to meet inside one tanh, or neither changes what the other does.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ (np.tanh(Wq @ query) + np.tanh(Wk @ key + bias)))


@mistake(
    "tanh-of-each-bias-with-query",
    "tanh of each term",
    "The score is {got}, and {want} is right: the query has a tanh of its own, and so has the key. They have to meet inside one tanh.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ (np.tanh(Wq @ query + bias) + np.tanh(Wk @ key)))


@mistake(
    "plain-sum",
    "v is not used",
    "The score is {got}, the plain sum of the hidden units, and {want} is right: v says how much each unit counts, and with which sign.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(np.tanh(Wq @ query + Wk @ key + bias).sum())


@mistake(
    "not-summed",
    "One number per hidden unit",
    "{got} came back, one number per hidden unit. A score is a single number: the products of v and the hidden units have to be added, here to {want}.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return v * np.tanh(Wq @ query + Wk @ key + bias)


@mistake(
    "projections-swapped",
    "Wq meets the key, Wk the query",
    "The score is {got}, and {want} is right: Wq was applied to the key and Wk to the query. Only equal widths let that run.",
    case="square",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    if len(query) == len(key):
        Wq, Wk = Wk, Wq
    return float(v @ np.tanh(Wq @ query + Wk @ key + bias))


@mistake(
    "projections-swapped-always",
    "Wq meets the key, Wk the query",
    "With 3 query and 2 key features the code raised ValueError: Wq has 3 columns and met the key's 2 numbers. Wq is for the query, Wk for the key.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ np.tanh(Wq @ key + Wk @ query + bias))


@mistake(
    "sigmoid",
    "The logistic function in place of tanh",
    "The score is {got}, and {want} is right: the hidden units went through 1/(1 + e^−x), which is never negative. The formula has tanh, from −1 to 1.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ (1 / (1 + np.exp(-(Wq @ query + Wk @ key + bias)))))


@mistake(
    "relu",
    "max(0, x) in place of tanh",
    "The score is {got}, and {want} is right: negative sums were cut to 0 and positive ones kept. tanh keeps the sign and has limits at −1 and 1.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ np.maximum(0, Wq @ query + Wk @ key + bias))


@mistake(
    "tanh-outside",
    "tanh of the finished score",
    "The score is {got}, and {want} is right: tanh was taken once, of the finished sum. It belongs to each hidden unit, before v.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(np.tanh(v @ (Wq @ query + Wk @ key + bias)))


@mistake(
    "hard-coded",
    "The example's answer is written into the code",
    "The score is {got} here too, the answer of the first example, and {want} is right. The score has to follow its inputs.",
    case="small",
)
def additive_score(query, key, parameters):
    return 0.0


@mistake(
    "integer-buffer",
    "An integer array cuts tanh down",
    "With whole numbers the score is {got}, and {want} is right: an array made like the bias holds whole numbers when the bias does, and cut every tanh to 0.",
    case="whole",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = (parameters[name] for name in ("Wq", "Wk", "bias", "v"))
    hidden = np.zeros_like(bias)
    for j in range(len(bias)):
        hidden[j] = np.tanh(Wq[j] @ query + Wk[j] @ key + bias[j])
    return float(v @ hidden)


@mistake(
    "key-unused",
    "The key is not used",
    "The score is {got}, and {want} is right: it stays the same for every key, so all positions would tie. The key's projection is missing from the sum.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ np.tanh(Wq @ query + bias))


@mistake(
    "query-unused",
    "The query is not used",
    "The score is {got}, and {want} is right: it stays the same for every query, so each output step would look at the same place.",
    case="small",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return float(v @ np.tanh(Wk @ key + bias))


@mistake(
    "array-of-one",
    "An array of one number",
    "The number is right, but it came back as an array of shape {shape}. The statement asks for a plain number.",
    case="example",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parts(parameters)
    return v[None] @ np.tanh(Wq @ query + Wk @ key + bias)


@mistake(
    "order-of-parameters",
    "The parameters are taken by position",
    "With the same parameters in another order the code went wrong: parameters.values() hands them out as they were put in. The names Wq, Wk, bias and v are what counts.",
    case="order",
)
def additive_score(query, key, parameters):
    Wq, Wk, bias, v = parameters.values()
    return float(v @ np.tanh(Wq @ query + Wk @ key + bias))


@mistake(
    "bias-changed",
    "The bias is changed in place",
    "After the call parameters['bias'] holds other numbers than before: += writes into the caller's array. The score is right; the parameters have to stay.",
    case="small",
)
def additive_score(query, key, parameters):
    hidden = parameters["bias"].astype(float) if parameters["bias"].dtype != float else parameters["bias"]
    hidden += parameters["Wq"] @ query + parameters["Wk"] @ key
    return float(parameters["v"] @ np.tanh(hidden))
