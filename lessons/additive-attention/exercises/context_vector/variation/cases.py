case("two", "Two steps, two positions, three features", [[0.25, 0.75], [1.0, 0.0]], [[1.0, 2.0, 0.0], [3.0, 4.0, 4.0]])
case("square", "Two of everything", [[0.25, 0.75], [0.9, 0.1]], [[1.0, 2.0], [3.0, 5.0]])
case("one", "A single step", [[0.2, 0.3, 0.5]], [[1, 0], [0, 1], [3, 3]])
case("four", "Four steps, three positions", np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0], [0.1, 0.1, 0.8], [0.4, 0.4, 0.2]]), np.round(rng(8).normal(size=(3, 5)), 1))
