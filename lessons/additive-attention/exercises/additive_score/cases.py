EYE = np.eye(2)


def parameters(Wq, Wk, bias, v):
    return {"Wq": np.array(Wq), "Wk": np.array(Wk), "bias": np.array(bias), "v": np.array(v)}


HALVES = parameters(EYE, EYE, [0.5, 0.0], [0.5, -0.5])
SMALL = parameters([[1.0, 0.0, 0.5], [0.0, -1.0, 1.0]], [[0.5, 1.0], [2.0, 0.0]], [0.1, -0.2], [2.0, -1.0])

case("example", "The second example", [1.0, 0.0], [0.0, 1.0], HALVES)
case("first-example", "The first example", [1.0, 0.0], [0.0, 1.0], parameters(EYE, EYE, [0.0, 0.0], [0.5, -0.5]))
case("small", "Three query features, two key features", [1.0, 2.0, -1.0], [0.5, -1.0], SMALL)
case("other-key", "The same query, another key", [1.0, 2.0, -1.0], [-0.5, 0.25], SMALL)
case("other-query", "The same key, another query", [0.0, -1.0, 0.5], [0.5, -1.0], SMALL)
case("other-bias", "Another bias", [1.0, 2.0, -1.0], [0.5, -1.0], SMALL | {"bias": np.array([-0.7, 1.1])})
case("other-v", "Another v", [1.0, 2.0, -1.0], [0.5, -1.0], SMALL | {"v": np.array([0.3, 1.7])})
NO_BIAS, NO_KEY, NO_QUERY = np.array([0.0, 0.0]), [0.0, 0.0], [0.0, 0.0]
ODD = parameters([[1.1, 0.3], [-0.7, 0.9]], [[0.4, -1.2], [0.8, 0.6]], [0.35, -0.83], [1.7, -0.6])
case("only-query", "The query alone, key and bias 0", [0.9, -0.5], NO_KEY, ODD | {"bias": NO_BIAS})
case("only-key", "The key alone, query and bias 0", NO_QUERY, [-0.3, 1.4], ODD | {"bias": NO_BIAS})
case("only-bias", "The bias alone, query and key 0", NO_QUERY, NO_KEY, ODD)
case("square", "Two features everywhere", [1.0, -1.0], [2.0, 0.5], parameters([[1.0, 2.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]], [0.5, -0.5], [1.0, 2.0]))
case("whole", "Whole numbers", [1, 0], [0, 1], parameters([[1, 0], [0, 1]], [[1, 0], [0, 1]], [0, 1], [1, 1]))
case("one-unit", "A single hidden unit", [0.5, 1.0], [-1.0], parameters([[1.0, -0.4]], [[0.8]], [0.3], [-1.5]))
case("order", "The parameters in another order", [1.0, 2.0, -1.0], [0.5, -1.0], {name: SMALL[name] for name in ("v", "bias", "Wk", "Wq")})
case("strong", "Hidden units near their limits", [8.0, -9.0, 3.0], [4.0, 6.0], SMALL)

R = rng(51)
case(
    "wide",
    "Eight hidden units, four query and five key features",
    np.round(R.normal(size=4), 1),
    np.round(R.normal(size=5), 1),
    parameters(*(np.round(R.normal(size=size) * 0.6, 1) for size in ((8, 4), (8, 5), 8, 8))),
    shown="additive_score(query, key, parameters) with d_q = 4, d_k = 5, d_a = 8",
)
case(
    "cube",
    "Three features and three hidden units",
    np.round(R.normal(size=3), 1),
    np.round(R.normal(size=3), 1),
    parameters(*(np.round(R.normal(size=size) * 0.8, 1) for size in ((3, 3), (3, 3), 3, 3))),
    shown="additive_score(query, key, parameters) with d_q = d_k = d_a = 3",
)
case("saturated", "Sums near 1000 and -900 before tanh", [1000.0, -900.0], [1.0, 2.0], parameters(EYE, EYE, [0.5, 0.0], [2.0, -0.7]))
case("faint", "Hidden units near 0 and a large v", [0.02, -0.03], [0.01, 0.0], parameters(EYE, EYE, [0.0, 0.01], [400.0, -900.0]))

N = rng(57)
case(
    "irregular",
    "Numbers with many decimals",
    N.normal(size=3),
    N.normal(size=2),
    parameters(*(N.normal(size=size) * 0.6 for size in ((2, 3), (2, 2), 2, 2))),
    shown="additive_score(query, key, parameters) with many decimals",
)
case(
    "twelve",
    "Twelve features and twelve hidden units",
    np.round(N.normal(size=12), 1),
    np.round(N.normal(size=12), 1),
    parameters(*(np.round(N.normal(size=size) * 0.3, 1) for size in ((12, 12), (12, 12), 12, 12))),
    shown="additive_score(query, key, parameters) with d_q = d_k = d_a = 12",
)
