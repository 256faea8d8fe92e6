"""Right scores of all positions in unusual form."""


@accepted("one key after the other")
def additive_scores(query, keys, parameters):
    return np.array([additive_score(query, key, parameters) for key in keys])
