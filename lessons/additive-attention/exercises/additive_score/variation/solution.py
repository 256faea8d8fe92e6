def additive_scores(query, keys, parameters):
    """Scores of one query with every row of keys: shape (n,)."""
    projected = keys @ parameters["Wk"].T + parameters["Wq"] @ query
    return np.tanh(projected + parameters["bias"]) @ parameters["v"]
