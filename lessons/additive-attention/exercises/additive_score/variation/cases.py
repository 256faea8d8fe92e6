def parameters(Wq, Wk, bias, v):
    return {"Wq": np.array(Wq), "Wk": np.array(Wk), "bias": np.array(bias), "v": np.array(v)}


SMALL = parameters([[1.0, 0.0, 0.5], [0.0, -1.0, 1.0]], [[0.5, 1.0], [2.0, 0.0]], [0.1, -0.2], [2.0, -1.0])

case("three", "Three keys of two features", [1.0, 2.0, -1.0], [[0.5, -1.0], [0.0, 1.0], [2.0, 0.0]], SMALL)
case("one", "A single key", [1.0, 2.0, -1.0], [[0.5, -1.0]], SMALL)
case("square", "Two of everything", [1.0, -1.0], [[2.0, 0.5], [0.0, 1.0]], parameters([[1.0, 2.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.5]], [0.5, -0.5], [1.0, 2.0]))
case("whole", "Whole numbers", [1, 0], [[0, 1], [1, 1], [2, 0]], parameters([[1, 0], [0, 1]], [[1, 0], [0, 1]], [0, 1], [1, 1]))
