"""Right additive scores in unusual form."""

import math


@accepted("loops with math.tanh")
def additive_score(query, key, parameters):
    t = 0.0
    for j in range(len(parameters["v"])):
        z = parameters["bias"][j]
        for i, x in enumerate(query):
            z += parameters["Wq"][j][i] * x
        for i, x in enumerate(key):
            z += parameters["Wk"][j][i] * x
        t += parameters["v"][j] * math.tanh(z)
    return t


@accepted("a NumPy scalar")
def additive_score(query, key, parameters):
    p = parameters
    return p["v"] @ np.tanh(p["Wq"] @ query + p["Wk"] @ key + p["bias"])


@accepted("a 0-d array")
def additive_score(query, key, parameters):
    p = parameters
    return np.array(np.tanh(p["Wq"].dot(query) + p["Wk"].dot(key) + p["bias"]).dot(p["v"]))


@accepted("the bias as one more column")
def additive_score(query, key, parameters):
    b = np.reshape(parameters["bias"], (-1, 1))
    W = np.hstack([parameters["Wq"], parameters["Wk"], b])
    return np.tanh(W.dot(np.r_[query, key, 1.0])).dot(parameters["v"]).item()


@accepted("long double inside")
def additive_score(query, key, parameters):
    p = {name: np.asarray(value, dtype=np.longdouble) for name, value in parameters.items()}
    z = p["Wq"].dot(np.asarray(query, np.longdouble)) + p["Wk"].dot(np.asarray(key, np.longdouble)) + p["bias"]
    return float((p["v"] * np.tanh(z)).sum())
