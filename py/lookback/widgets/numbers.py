"""How numbers are written for readers: weights as .468, a true minus, a bare 0 for exactly zero."""

from __future__ import annotations

from collections.abc import Iterable

MINUS = "−"


def weight(value: float) -> str:
    """A weight with three decimals and no leading zero; exact 0 and 1 are bare.

    >>> weight(0.4683), weight(0.0), weight(0.0001), weight(1.0)
    ('.468', '0', '.000', '1')
    """
    if value in (0.0, 1.0):
        return str(int(value))
    shown = f"{value:.3f}"
    return shown[1:] if shown.startswith("0") else shown


def any_number(value: float) -> str:
    """A number that may be anything, as a computed weight may: three decimals, or four digits where it is large.

    >>> any_number(0.5), any_number(-2.4), any_number(float("nan")), any_number(1e300)
    ('.500', '−2.400', 'nan', '1.000×10³⁰⁰')
    """
    if value != value:
        return "nan"
    if abs(value) >= 1000:
        return decimal(value) if abs(value) == float("inf") else power(value)
    return f"{MINUS if value < 0 else ''}{weight(abs(value))}"


def decimal(value: float, places: int = 2) -> str:
    """A number with at most ``places`` decimals, trailing zeros dropped, minus infinity as −inf.

    >>> decimal(2.0), decimal(-1.5), decimal(-0.001), decimal(float("-inf"))
    ('2', '−1.5', '0', '−inf')
    """
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else f"{MINUS}inf"
    shown = f"{value:.{places}f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown.replace("-", MINUS)


def bare(value: float, places: int = 2) -> str:
    """A number as in a drawing: without a leading zero and without trailing ones.

    >>> bare(0.1), bare(-0.52, 1), bare(0.0), bare(1.3)
    ('.1', '−.5', '0', '1.3')
    """
    shown = decimal(value, places)
    return shown.replace("0.", ".", 1) if shown.lstrip(MINUS).startswith("0.") else shown


def fixed(value: float, places: int = 2) -> str:
    """A number with exactly ``places`` decimals, so that a column of them keeps its width."""
    shown = f"{value:.{places}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    return shown.replace("-", MINUS)


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(value: float) -> str:
    """A number of any size with four significant digits, very small and large ones with a power of ten.

    >>> power(0.5), power(0.0009765625), power(-1.5**20), power(9.5e-7)
    ('0.5', '0.0009766', '−3325', '9.500×10⁻⁷')
    """
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        rounded = float(f"{value:.4g}")
        return decimal(rounded, 7)
    digits, exponent = f"{value:.3e}".split("e")
    return f"{digits.replace('-', MINUS)}×10{str(int(exponent)).translate(_RAISED)}"


def vector(values: Iterable[float], places: int = 2, longest: int = 6) -> str:
    """A vector in brackets; the middle of a long one is left out.

    >>> vector([1, 0]), vector(range(9), longest=4)
    ('[1, 0]', '[0, 1, 2, … 8]')
    """
    shown = [decimal(value, places) for value in values]
    if len(shown) > longest:
        shown = [*shown[: longest - 1], f"… {shown[-1]}"]
    return f"[{', '.join(shown)}]"


def sum_of_weights(weights: Iterable[float]) -> str:
    """The sum of one query's weights, and the sum of the shown digits where rounding makes that differ."""
    shown = sum(round(value, 3) for value in weights)
    if abs(shown - 1) < 5e-4:
        return "1"
    return f"1 (shown: {weight(shown)}, rounded)"


def parse(text: str) -> float | None:
    """The number a reader typed, or None; comma or point, ".5", and the true minus are all numbers.

    Words that Python's float would take ("nan", "inf", "1_0", "1e3") are not numbers here: nobody types them
    on purpose into a box for a coordinate.
    """
    plain = text.strip().replace(MINUS, "-").replace(",", ".")
    if not plain or plain.strip("0123456789.-+"):
        return None
    try:
        return float(plain)
    except ValueError:
        return None
