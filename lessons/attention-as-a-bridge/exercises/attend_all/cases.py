WORDS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]  # the, cat, sat
VALUES = [[10.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 10.0]]

case("two", "Two queries over three words", [[1.0, 2.0], [0.0, 0.0]], WORDS, VALUES)
case("three", "Three queries over three words", [[2.0, 0.0], [0.0, 2.0], [-1.0, 1.0]], WORDS, VALUES)
case("one", "A single query", [[2.0, 0.0]], WORDS, VALUES)
case("square", "Two queries, two positions, two features", [[1.0, 0.0], [2.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 9.0]])
case("whole", "Whole numbers", [[1, 0], [0, 3], [2, -1]], [[1, 0], [0, 1]], [[1, 2, 3], [4, 5, 6]])
case("single", "A single position", [[0.5, -1.0], [2.0, 1.0]], [[2.0, 1.0]], [[3.0, -4.0]])
case("huge", "Scores near 1000", [[1000.0, 0.0], [0.0, 1000.0]], WORDS, VALUES)
case("low", "One query with scores near -2000", [[-2000.0, -2001.0], [1.0, 0.0]], WORDS, VALUES)
case("equal", "Two equal queries and equal keys", [[1.0, 1.0], [1.0, 1.0]], [[0.5, 0.5], [0.5, 0.5], [2.0, 0.0]], VALUES)

R = rng(31)
KEYS, WIDE = np.round(R.normal(size=(5, 3)), 1), np.round(R.normal(size=(5, 2)), 1)
QUERIES = np.round(R.normal(size=(4, 3)), 1)
case("four", "Four queries, five positions, three features", QUERIES, KEYS, WIDE)
case("four-other-values", "The same queries and keys, other values", QUERIES, KEYS, np.round(R.normal(size=(5, 4)), 1))
case("cube", "Three of everything", np.round(R.normal(size=(3, 3)), 1), np.round(R.normal(size=(3, 3)), 1), np.round(R.normal(size=(3, 3)), 1))
case("thin", "Six queries, one feature, one value", np.round(R.normal(size=(6, 1)), 1), np.round(R.normal(size=(3, 1)), 1), np.round(R.normal(size=(3, 1)), 1))
case("early", "One query with one score far above the others", [[1000.0, 1.0], [0.0, 1.0]], [[3.0, 0.0], [0.0, 0.0], [0.0, 1.0]], VALUES)
case("small-share", "A weight near .0005 on a large value", [[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [-7.6, 0.0]], [[1.0], [1000.0]])

N = rng(37)
case("irregular", "Numbers with many decimals", *(N.normal(size=size) for size in ((2, 3), (4, 3), (4, 2))))
case("falling", "Weights from .98 down to .00000001", [[1.0, 0.0], [-1.0, 0.0]], [[-8.0, 1.0], [0.0, 2.0], [-18.0, 1.0], [-4.0, 0.0], [-12.0, 1.0]], [[1.0, 2.0], [3.0, 1.0], [5.0, 4.0], [2.0, 2.0], [4.0, 7.0]])
case("twelve", "Ten queries, twelve positions, eleven features", *(np.round(N.normal(size=size), 1) for size in ((10, 11), (12, 11), (12, 9))))
