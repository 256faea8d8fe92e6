WORDS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]  # the, cat, sat
VALUES = [[10.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 10.0]]
WITHOUT_CAT = [True, False, True]

case("table", "The table of the lesson", [2.0, 0.0], WORDS, VALUES)
case("cat-masked", "“cat” masked", [2.0, 0.0], WORDS, VALUES, mask=WITHOUT_CAT)
case("low-query", "“cat” masked where it would score highest", [-2.0, 0.0], WORDS, VALUES, WITHOUT_CAT)
case("square", "As many positions as features", [1.0, 0.0], [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 9.0]])
case("whole", "Whole numbers", [1, 2], [[1, 0], [0, 1], [1, -1]], [[4, 1], [0, 3], [2, 2]])
case("whole-masked", "Whole numbers, first position masked", [1, 2], [[1, 0], [0, 1], [1, -1]], [[4, 1], [0, 3], [2, 2]], [False, True, True])
case("single", "A single position", [0.5, -1.0], [[2.0, 1.0]], [[3.0, -4.0]])
case("only-one", "All but one position masked", [2.0, 1.0], WORDS, VALUES, [False, True, False])
case("all-allowed", "A mask that allows everything", [1.0, -1.0], WORDS, VALUES, [True, True, True])
case("nothing-left", "Every position masked", [2.0, 0.0], WORDS, VALUES, [False, False, False], raises="ValueError")
case("huge", "Scores near 1000", [1000.0, 0.0], WORDS, VALUES)
case("hidden-huge", "The masked position scores 1000 above the rest", [0.0, 1000.0], [[1.0, 0.0], [0.0, 1.0], [2.0, 0.0]], VALUES, WITHOUT_CAT)
case("low", "All scores far below zero, one masked", [-400.0, -500.0], [[100.0, 1.0], [1.0, 100.0], [100.0, 1.01]], VALUES, WITHOUT_CAT)

R = rng(11)
KEYS, WIDE = np.round(R.normal(size=(4, 3)), 1), np.round(R.normal(size=(4, 2)) * 2, 1)
case("four", "Four positions, three features, values of width 2", [0.7, -1.2, 0.4], KEYS, WIDE)
case("four-other-query", "The same positions, another query", [-0.3, 0.8, 1.5], KEYS, WIDE)
case("four-masked", "The same positions, two of them masked", [0.7, -1.2, 0.4], KEYS, WIDE, mask=[True, False, False, True])
case("square-masked", "Three positions of three features, one masked", [0.5, 1.0, -0.5], np.round(R.normal(size=(3, 3)), 1), np.round(R.normal(size=(3, 3)), 1), mask=[True, True, False])
case("long", "Seven positions of one feature", [1.5], np.round(R.normal(size=(7, 1)), 1), np.round(R.normal(size=(7, 1)), 1))

case("early", "One score far above the others", [1000.0, 1.0], [[3.0, 0.0], [0.0, 0.0], [0.0, 1.0]], VALUES)
case("early-masked", "One score far above the others, one masked", [1000.0, 1.0], [[3.0, 0.0], [0.0, 0.0], [0.0, 1.0]], VALUES, WITHOUT_CAT)
case("small-share", "A weight near .0005 on a large value", [1.0, 0.0], [[0.0, 1.0], [-7.6, 0.0]], [[1.0], [1000.0]])
case("single-masked", "A single position, masked", [2.0, -1.0], [[2.0, 1.0]], [[3.0, -4.0]], [False], raises="ValueError")
case("five-masked", "Five positions, all masked", [1.0], [[0.0], [1.0], [2.0], [1.0], [0.5]], [[1.0], [2.0], [3.0], [4.0], [5.0]], [False] * 5, raises="ValueError")

N = rng(17)
case("irregular", "Numbers with many decimals", N.normal(size=3), N.normal(size=(4, 3)), N.normal(size=(4, 2)))
case("falling", "Weights from .98 down to .00000001", [1.0, 0.0], [[-8.0, 1.0], [0.0, 2.0], [-18.0, 1.0], [-4.0, 0.0], [-12.0, 1.0]], [[1.0, 2.0], [3.0, 1.0], [5.0, 4.0], [2.0, 2.0], [4.0, 7.0]])
case("twelve", "Twelve positions of eleven features, three masked", *(np.round(N.normal(size=size), 1) for size in (11, (12, 11), (12, 10))), mask=np.arange(12) % 5 != 1)

note("mask-whole", "A mask of 0 and 1", "With the mask [1, 0, 1] the result changes: a mask of whole numbers is not boolean. np.asarray(mask, dtype=bool) takes both.", np.array([2.0, 1.0]), np.array(WORDS), np.array(VALUES), np.array([1, 0, 1]))
note("mask-list", "A mask given as a list", "Given the mask as a list this code raises an error. np.asarray(mask, dtype=bool) on the first line would take lists too.", np.array([2.0, 1.0]), np.array(WORDS), np.array(VALUES), [True, False, True])
note("mask-finite", "A large negative number instead of −inf", "Where all scores lie below −10,000,000,000 the masked position wins here: a finite number stands in for −inf. −np.inf is below every score.", np.array([-1e6, -1e6]), np.array([[1e6, 0.0], [0.0, 1.0], [1e6, 1e-6]]), np.array(VALUES), np.array([True, False, True]))
