def parameters(Wq, Wk, bias, v):
    return {"Wq": np.array(Wq), "Wk": np.array(Wk), "bias": np.array(bias), "v": np.array(v)}


SMALL = parameters([[1.0, 0.0, 0.5], [0.0, -1.0, 1.0]], [[0.5, 1.0], [2.0, 0.0]], [0.1, -0.2], [2.0, -1.0])

case("three", "Three keys of two features", [1.0, 2.0, -1.0], [[0.5, -1.0], [0.0, 1.0], [2.0, 0.0]], SMALL)
case("one", "A single key", [1.0, 2.0, -1.0], [[0.5, -1.0]], SMALL)
case("square", "Two of everything", [1.0, -1.0], [[2.0, 0.5], [0.0, 1.0]], parameters([[1.0, 2.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.5]], [0.5, -0.5], [1.0, 2.0]))
case("whole", "Whole numbers", [1, 0], [[0, 1], [1, 1], [2, 0]], parameters([[1, 0], [0, 1]], [[1, 0], [0, 1]], [0, 1], [1, 1]))
case("saturated", "Sums near 1000 and -900 before tanh", [1000.0, -900.0], [[1.0, 2.0], [-1500.0, 0.5]], parameters(np.eye(2), np.eye(2), [0.5, 0.0], [2.0, -0.75]))
N = rng(53)
case("irregular", "Numbers with many decimals", N.normal(size=3), N.normal(size=(4, 2)), parameters(*(N.normal(size=size) * 0.6 for size in ((2, 3), (2, 2), 2, 2))))
case("wide", "Two query, three key features, four hidden units", [0.5, -1.0], np.round(N.normal(size=(3, 3)), 1), parameters(*(np.round(N.normal(size=size) * 0.8, 1) for size in ((4, 2), (4, 3), 4, 4))))
