INF = np.inf

case("rows", "Two queries, three positions", [[2.0, 0.0, 2.0], [0.0, 1.0, 3.0]], 1)
case("columns", "The same scores along the other axis", [[2.0, 0.0, 2.0], [0.0, 1.0, 3.0]], 0)
case("square", "As many queries as positions", [[1.0, 2.0, 0.0], [0.0, 5.0, 1.0], [3.0, 0.0, 0.0]], 1)
case("vector", "A single vector, axis -1", [1, 2, 3], -1)
case("masked", "A masked entry in each row", [[2.0, -INF, 2.0], [-INF, 0.0, 1.0]], -1)
case("apart", "One row of huge scores, one of low ones", [[1000.0, 1001.0], [-1000.0, -1001.0]], 1)
case("cube", "Three axes, the middle one", np.round(rng(2).normal(size=(2, 3, 2)), 1), 1)
case("first", "Three axes, the first one", np.round(rng(4).normal(size=(3, 2, 2)), 1), 0)
case("irregular", "Scores with many decimals", rng(3).normal(size=(2, 4)) * 2, 1)
case("falling", "Weights from .98 down to .00000001", [[-8.0, 0.0, -18.0, -4.0, -12.0], [0.0, -4.0, -8.0, -12.0, -18.0]], 1)
