def additive_score(query, key, parameters):
    """Score of one query and one key: a float."""
    projected = parameters["Wq"] @ query + parameters["Wk"] @ key
    hidden = np.tanh(projected + parameters["bias"])  # blank 2: squash the sum, the bias included
    return float(parameters["v"] @ hidden)  # blank 1, 2: one number, each hidden unit counted as v says
