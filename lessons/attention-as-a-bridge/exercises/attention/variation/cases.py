WORDS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
PADDED = [[0.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
VALUES = [[[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]], [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]]]

case("two", "Three words, and one word with padding", [[2.0, 0.0], [0.0, -1.0]], [WORDS, PADDED], VALUES, [[True, True, True], [True, False, False]])
case("full", "No padding", [[2.0, 0.0], [0.0, 1.0]], [WORDS, WORDS], VALUES, [[True, True, True], [True, True, True]])
R = rng(21)
case("three", "Three sequences of five positions", np.round(R.normal(size=(3, 2)), 1), np.round(R.normal(size=(3, 5, 2)), 1), np.round(R.normal(size=(3, 5, 3)), 1), np.arange(5) < np.array([[5], [2], [4]]))
case("huge", "Padding that scores 1000", [[1000.0, 0.0]], [[[0.0, 1.0], [0.001, 0.0], [1.0, 0.0]]], [[[1.0], [2.0], [3.0]]], [[True, True, False]])
case("apart", "One sequence with huge scores, one with low ones", [[1000.0, 0.0], [-1000.0, 0.0]], [[[1.0, 0.0], [1.0, 1.0]], [[1.0, 0.0], [1.001, 0.0]]], [[[1.0], [2.0]], [[3.0], [4.0]]], [[True, True], [True, True]])
case("one", "A batch of one", [[1, 0]], [[[1, 2], [3, 4]]], [[[1, 0], [0, 1]]], [[True, True]])
N = rng(23)
case("irregular", "Numbers with many decimals", *(N.normal(size=size) for size in ((2, 3), (2, 4, 3), (2, 4, 2))), np.arange(4) < np.array([[4], [3]]))
case("falling", "Weights from .98 down to .00000001", [[1.0, 0.0], [1.0, 0.0]], [[[-8.0, 1.0], [0.0, 2.0], [-18.0, 1.0], [-4.0, 0.0], [-12.0, 1.0]], [[0.0, 1.0], [-4.0, 2.0], [-8.0, 1.0], [-12.0, 0.0], [-18.0, 1.0]]], [[[1.0, 2.0], [3.0, 1.0], [5.0, 4.0], [2.0, 2.0], [4.0, 7.0]], [[1.0, 2.0], [3.0, 1.0], [5.0, 4.0], [2.0, 2.0], [4.0, 7.0]]], np.ones((2, 5), dtype=bool))
