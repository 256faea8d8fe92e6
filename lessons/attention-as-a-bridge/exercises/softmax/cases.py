INF = np.inf

case("table", "The scores of the table", [2.0, 0.0, 2.0])
case("whole", "Whole numbers", [1, 2, 3])
case("signs", "Scores of both signs", [-1.8, -0.9, 2.4])
case("below-zero", "All scores below zero", [-5.0, -6.0, -4.5])
case("single", "A single position", [7.0])
case("masked", "A masked position in the middle", [2.0, -INF, 2.0])
case("masked-low", "A masked position among low scores", [-5.0, -INF, -7.0])
case("masked-ends", "Masked positions at both ends", [-INF, 3.0, 1.0, -INF])
case("lone", "All but one position masked", [-INF, 3.0, -INF])
case("huge", "Scores near 1000", [1000.0, 1001.0, 1002.0])
case("low", "Scores near -10000", [-10000.0, -10001.0])
case("hundreds", "Scores near 400", [400.0, 401.0, 399.5])
case("minus-hundreds", "Scores near -400", [-400.0, -401.0])
case("late", "A huge score after a small one", [0.0, 1000.0])
case("early", "A huge score before small ones", [3000.0, 0.0, 1.0])
case("fifth", "A huge score in the fifth place", [5.0, -2.0, 0.0, 1.0, 1000.0, 3.0, 2.0])
case("third-last", "A huge score before four small ones", [1.0, 2000.0, 0.0, 4.0, 1.0, 3.0])
case("wide", "Scores far apart", [-900.0, 0.0, 0.5, -900.0])
case("zeros", "Equal scores", [0.0, 0.0, 0.0, 0.0])
case("long", "Nine positions", np.round(rng(4).normal(size=9) * 2, 1))

case("masked-very-low", "A masked position beside a score near -5000", [-5000.0, -INF])
case("irregular", "Scores with many decimals", rng(7).normal(size=4) * 2)
case("falling", "Weights from .98 down to .00000001", [-8.0, 0.0, -18.0, -4.0, -12.0])
case("twelve", "Twelve positions", np.round(rng(9).normal(size=12) * 2, 1))

note(
    "list",
    "A list instead of an array",
    "Given the list [2, 0, 2] this code raises an error. np.asarray(z, dtype=float) on the first line would take lists too.",
    [2, 0, 2],
)
