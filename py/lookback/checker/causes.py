"""The usual causes of exceptions in NumPy code, and of files that Python cannot read: a table of words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cause:
    """A known cause: which exceptions it covers, and why they happen (one or two short sentences)."""

    id: str
    title: str
    kinds: tuple[str, ...]
    pattern: str
    why: str


# fmt: off
CAUSES = (
    Cause("numpy-name", "numpy is called np here", ("NameError",), r"name 'numpy' is not defined", "The module is imported under the name np."),
    Cause("math-not-imported", "math is not imported", ("NameError",), r"name 'math' is not defined", "The module math is used, and nothing imports it."),
    Cause("name", "A name that is not defined", ("NameError",), r"name '(?P<a>[^']{1,40})' is not defined", "“{a}” is used and was never assigned, or is spelled in another way elsewhere."),
    Cause("unbound", "A variable without a value on this path", ("UnboundLocalError",), r"'(?P<a>[^']{1,40})'", "“{a}” has no value at this point. It is assigned in this function, which makes it local; a value given outside of the function does not count."),
    Cause("truth-value", "An array has no single truth value", ("ValueError",), r"truth value of an array", "An array of several entries was used where one True or False is needed: in if, while, and, or, not."),
    Cause("einsum", "einsum got letters that do not fit", ("ValueError",), r"einsum|einstein sum|remapped shapes", "The letters of np.einsum and the shapes do not agree."),
    Cause("matmul-shape", "The shapes of a product do not fit", ("ValueError",), r"matmul: .*mismatch in its core dimension.*size (?P<a>\d+) is different from (?P<b>\d+)", "The axes that a matrix product adds up over have {b} and {a} entries; they have to be equally long."),
    Cause("dot-shape", "The shapes of a product do not fit", ("ValueError",), r"shapes (?P<a>\([\d, ]*\)) and (?P<b>\([\d, ]*\)) not aligned", "{a} and {b} do not fit: the axes that are added up have to be equally long."),
    Cause("matmul-scalar", "A matrix product with a single number", ("ValueError",), r"matmul: Input operand \d does not have enough dimensions", "@ needs at least one axis on each side, and got a single number."),
    Cause("einsum", "einsum got letters that do not fit", ("ValueError",), r"einsum|einstein sum|[Oo]perand.*subscripts|dimension.*label|label.*dimension|remapped shapes", "The letters of np.einsum and the shapes do not agree."),
    Cause("broadcast", "Shapes that do not fit together", ("ValueError",), r"operands could not be broadcast together with (?:remapped )?shapes (?P<a>\([\d, ]*\)) ?(?P<b>\([\d, ]*\))", "{a} and {b} do not fit: axes are matched from the last one, and each pair must be equal or 1."),
    Cause("broadcast-into", "An array does not fit where it is put", ("ValueError",), r"could not broadcast input array from shape (?P<a>\([\d, ]*\)) into shape (?P<b>\([\d, ]*\))", "An array of shape {a} was put where {b} is wanted."),
    Cause("boolean-index", "A mask that does not fit", ("IndexError",), r"boolean index did not match|boolean.*dimension", "A boolean index needs one entry for each position along the axis it selects from."),
    Cause("float-index", "An array of floats used as an index", ("IndexError",), r"only integers|arrays used as indices must be", "An index has to hold whole numbers or booleans."),
    Cause("index", "An index beyond the end", ("IndexError",), r"index (?P<a>-?\d+) is out of bounds.*size (?P<b>\d+)", "Index {a} does not exist: there are {b} entries, counted from 0."),
    Cause("index-axes", "Too many indices", ("IndexError",), r"too many indices", "An array was indexed with more axes than it has."),
    Cause("list-index", "An index beyond the end", ("IndexError",), r"index out of range", "The list has fewer entries than that."),
    Cause("axis", "An axis that is not there", ("AxisError", "ValueError", "IndexError"), r"axis (?P<a>-?\d+) is out of bounds for array of dimension (?P<b>\d+)", "Axis {a} was asked for, and the array has {b} of them, counted from 0."),
    Cause("cast-in-place", "Decimals written into whole numbers", ("UFuncTypeError", "UFuncOutputCastingError", "_UFuncOutputCastingError", "TypeError"), r"Cannot cast ufunc|same_kind", "An integer array cannot take decimals in place (-=, /=, *=). A new array of floats can."),
    Cause("boolean-minus", "Subtraction of booleans", ("TypeError",), r"boolean subtract", "NumPy does not subtract booleans; ~mask or np.logical_not turns a mask round."),
    Cause("invert-float", "~ on numbers that are not whole", ("TypeError",), r"'invert' not supported|bad operand type for unary ~", "~ turns booleans round; this is not a boolean array."),
    Cause("inf-to-int", "−inf put into whole numbers", ("OverflowError",), r"cannot convert float infinity to integer", "An integer array has no −inf. The scores have to be floats before a mask can set them to −inf."),
    Cause("nan-to-int", "nan put into whole numbers", ("ValueError",), r"cannot convert float NaN to integer", "An integer array has no nan; the array has to hold floats."),
    Cause("overflow", "A number too large for math.exp", ("OverflowError",), r"math range error|Result too large", "math.exp overflows above 709. Only differences of scores count, so the largest may be taken off first."),
    Cause("range", "range needs one whole number", ("TypeError",), r"only integer scalar arrays can be converted to a scalar index", "An array was used where one whole number is needed: in range(…), or as the index of a list."),
    Cause("range", "range needs one whole number", ("TypeError",), r"'(?:numpy\.)?(?:float|float64)' object cannot be interpreted as an integer", "A float was used where a whole number is needed: in range(…), or as a size."),
    Cause("dtype-argument", "A second argument taken for a dtype", ("TypeError",), r"Cannot interpret '(?P<a>.{1,20})' as a data type|data type .{1,30} not understood", "The second argument of np.zeros, np.ones and np.array is the kind of numbers. All sizes go into one pair of brackets, as the first."),
    Cause("minus-mask", "A minus sign in front of a mask", ("TypeError",), r"boolean negative", "NumPy does not negate booleans with −: a mask is turned round with ~ or np.logical_not."),
    Cause("multiply-list", "A list multiplied by a number", ("TypeError",), r"can't multiply sequence by non-int", "A list times a number would repeat the list, and cannot with a float. Only arrays multiply entry by entry."),
    Cause("add-list", "A list and something else are joined", ("TypeError",), r"can only concatenate", "+ joins lists end to end and does not add their entries; arrays add entry by entry."),
    Cause("text-arithmetic", "Text used as a number", ("TypeError",), r"(?:for \S+: |and )'str'|_UFuncNoLoopError.*Str", "A text was used where a number or an array is needed."),
    Cause("float-attribute", "A number has nothing of that name", ("AttributeError",), r"'(?:numpy\.)?(?:float|int|float64|int64|int32)' object has no attribute '(?P<a>\w+)'", "A single number has no “{a}”: an array was expected there, and a sum, a maximum or a loop has left one number."),
    Cause("list-attribute", "A list has nothing of that name", ("AttributeError",), r"'list' object has no attribute '(?P<a>\w+)'", "A list has no “{a}”; arrays have shapes and calculate, lists only hold things."),
    Cause("compare-list", "A list compared with a number", ("TypeError",), r"not supported between instances of", "Things of different kinds were compared; only arrays compare entry by entry."),
    Cause("function-arithmetic", "A function used as a value", ("TypeError",), r"for \S+: '(?:function|type)' and|and '(?:function|type)'", "A function itself was used in arithmetic: it was named, not called."),
    Cause("mask-shape", "A mask of another shape", ("ValueError", "IndexError"), r"NumPy boolean array indexing assignment cannot assign", "A boolean index selects another number of entries than were put there."),
    Cause("dict-arithmetic", "The parameters are a dict", ("TypeError",), r"for \S+: .*'dict'|and 'dict'", "parameters is a dict: its arrays are read by name, parameters['Wq'], and the dict itself does not calculate."),
    Cause("only-scalar", "A whole array where one number is needed", ("TypeError",), r"only (?:length-1|0-dimensional|size-1)[\w -]* arrays can be converted", "A function for one number (float, math.exp, math.tanh) got an array of several."),
    Cause("set-element", "An array put where one number goes", ("ValueError",), r"setting an array element with a sequence", "One entry of an array takes one number, and got several."),
    Cause("list-minus", "Arithmetic with a list", ("TypeError",), r"unsupported operand type\(s\) for (?P<a>\S+): '(?:list|tuple|map|generator|zip|filter)'|for (?P<b>\S+): '[^']*' and '(?:list|tuple|map|generator|zip|filter)'", "A list was used in arithmetic; only arrays calculate entry by entry."),
    Cause("none-arithmetic", "Arithmetic with None", ("TypeError", "AttributeError"), r"'NoneType'", "None was used as a value: a mask that was not given, or a function that returns nothing."),
    Cause("tuple-arithmetic", "A pair used as an array", ("AttributeError", "TypeError"), r"'tuple' object", "A tuple was used as an array: attention returns two results, which have to be taken apart."),
    Cause("dict-key", "A key that the parameters do not have", ("KeyError",), r"(?P<a>.{1,40})", "{a} is not among the keys; the parameters are called Wq, Wk, bias and v."),
    Cause("dict-attribute", "The parameters are a dict", ("AttributeError",), r"'dict' object has no attribute '(?P<a>\w+)'", "A dict is read by key, parameters['{a}'], not by attribute."),
    Cause("array-attribute", "An array has nothing of that name", ("AttributeError",), r"'(?:numpy\.)?ndarray' object has no attribute '(?P<a>\w+)'", "Arrays have nothing called “{a}”; their number of rows is len(…), their shape is .shape, and much else is a function of np."),
    Cause("numpy-attribute", "NumPy has no such function", ("AttributeError",), r"module 'numpy[\w.]*' has no attribute '(?P<a>\w+)'", "NumPy has nothing called “{a}”."),
    Cause("method-not-called", "A method that was not called", ("TypeError",), r"'(?:builtin_function_or_method|method|function)'", "A method was named and not called: its brackets () are missing."),
    Cause("not-callable", "Brackets after something that is not a function", ("TypeError",), r"'(?P<a>[\w.]+)' object is not callable", "Something of type {a} was called like a function: round brackets for square ones, a missing operator, or a function's name given to a variable."),
    Cause("iterate-0d", "A single number taken for a sequence", ("TypeError",), r"iteration over a 0-d array|'(?:numpy\.)?(?:float|int|float64|int64|int32)' object is not (?:iterable|subscriptable)|of unsized object|has no len\(\)", "A single number was looped over, indexed or measured as if it had entries."),
    Cause("unpack-single", "One value taken apart", ("TypeError",), r"cannot unpack non-iterable (?:numpy\.)?(?P<a>\w+) object", "Several names are to be filled from a single {a}. A loop over an array hands out one entry at a time; pairs come from enumerate or zip."),
    Cause("text-to-number", "A text put where a number goes", ("ValueError",), r"could not convert string to float: (?P<a>.{1,20})|invalid literal for int", "An array of numbers takes numbers, and was given the text {a}."),
    Cause("whole-argument", "A float where a whole number belongs", ("TypeError",), r"integer argument expected|an integer is required", "An argument that has to be a whole number, such as an axis or a size, is a float or an array."),
    Cause("join-numbers", "Single numbers cannot be joined", ("ValueError",), r"zero-dimensional arrays cannot be concatenated", "np.concatenate joins arrays end to end, and one of the parts is a single number."),
    Cause("unpack", "The wrong number of results taken apart", ("ValueError",), r"(?:too many|not enough) values to unpack", "The names on the left and the results on the right differ in number."),
    Cause("iterate-function", "Something that is not a sequence", ("TypeError",), r"is not iterable|not subscriptable", "Something without entries was looped over or indexed."),
    Cause("argument-missing", "A call with the wrong arguments", ("TypeError",), r"(?P<a>[\w.<>]{1,40}\(\)) (?P<b>(?:missing|takes|got|expected).{0,70})", "Python says: {a} {b}."),
    Cause("reshape", "A shape with another number of entries", ("ValueError",), r"cannot reshape array of size (?P<a>\d+) into shape (?P<b>\([\w, -]*\))", "{a} entries do not fill the shape {b}."),
    Cause("inhomogeneous", "Rows of different lengths", ("ValueError",), r"inhomogeneous", "np.array got parts of different shapes, which make no rectangle."),
    Cause("empty-reduction", "The largest of nothing", ("ValueError",), r"zero-size array to reduction|arg is an empty|empty sequence|iterable argument is empty", "A maximum was asked of an array without entries."),
    Cause("concatenate", "Parts that cannot be joined", ("ValueError",), r"concatenat|must have same number of dimensions|all input arrays must have the same shape|need at least one array", "np.concatenate or np.stack got parts of different shapes, or none."),
    Cause("read-only", "An array that cannot be written to", ("ValueError",), r"read-only", "This array cannot be written to; a copy can."),
    Cause("zero-division", "Division by zero", ("ZeroDivisionError",), r".*", "Something was divided by the number 0."),
    Cause("floating", "np.seterr turns rounding into errors", ("FloatingPointError",), r".*", "With np.seterr(… 'raise') an exponential that becomes 0 is an error, though 0 is the right limit."),
    Cause("recursion", "A function that calls itself without end", ("RecursionError",), r".*", "A function calls itself, directly or through another, and nothing stops it."),
    Cause("memory", "Not enough memory", ("MemoryError", "_ArrayMemoryError", "ArrayMemoryError"), r".*", "The code asked for more memory than there is."),
    Cause("exit", "The program is ended", ("SystemExit",), r".*", "exit(), quit() or sys.exit() ends the program, so no result comes back."),
    Cause("input", "input() has nobody to ask", ("EOFError",), r".*", "A check cannot type anything: the function gets everything as arguments."),
    Cause("breakpoint", "breakpoint() is left in the code", ("RuntimeError",), r"breakpoint\(\)", "There is no debugger here."),
    Cause("not-implemented", "The function is not written yet", ("NotImplementedError",), r".*", "The line that says so is still in place."),
    Cause("assertion", "An assert of the code itself failed", ("AssertionError",), r".*", "The condition after assert is not true for these arguments."),
    Cause("import-extra", "A module that is not part of this playground", ("ModuleNotFoundError", "ImportError"), r"No module named '(?P<a>[\w.]{1,40})'", "“{a}” is not part of this playground: {there} are."),
    Cause("install-extra", "A package that this site does not carry", ("ValueError",), r"^'(?P<a>.{1,80})' is not on this site", "Code here reaches no network, so micropip.install finds what is on this site already: {there}."),
    Cause("import-name", "A name that the module does not have", ("ImportError",), r"cannot import name '(?P<a>\w{1,40})'", "The module has no “{a}”."),
    Cause("ellipsis", "A line still to fill in", ("TypeError", "AttributeError", "ValueError"), r"ellipsis", "The ... stands for a line that is still to be written."),
    Cause("interrupted", "The run was interrupted", ("KeyboardInterrupt",), r".*", "That is what the stop key sends, and here the code raised it itself, so no result came back."),
    Cause("stop-iteration", "next() ran out", ("StopIteration",), r".*", "An iterator had nothing more to give."),
    Cause("complex", "Text in place of numbers", ("UFuncTypeError", "_UFuncNoLoopError", "TypeError"), r"ufunc (?:'(?P<a>\w+)' (?:did not contain a loop|not supported)|, tuple)|^ufunc, tuple", "A calculation met something that holds no numbers it can use, such as a text."),
)
# fmt: on
FALLBACK = Cause("other", "The code raised an exception", (), "", "")

# fmt: off
SYNTAX = (
    (r"invalid character '(?P<a>.)' \(U\+(?P<b>\w+)\)", "“{a}” (U+{b}) is a typographic character that Python does not read. Copied text often carries such quotes and minus signs."),
    (r"invalid non-printable character U\+(?P<b>\w+)", "An invisible character (U+{b}) is in the line; copied text often carries some."),
    (r"expected ':'", "A line that opens a block (def, if, for) has to end with a colon."),
    (r"was never closed", "A bracket is opened here and never closed."),
    (r"unmatched", "A bracket is closed that was never opened."),
    (r"unexpected indent", "This line is indented deeper than the one before, and nothing opens a block."),
    (r"unindent does not match", "This line is indented between two levels; lines of one block start in one column."),
    (r"expected an indented block", "A block has to follow here, indented by four spaces."),
    (r"unterminated (?:triple-quoted )?(?:f-)?string", "A text is opened with a quote and never closed."),
    (r"inconsistent use of tabs", "Tabs and spaces are mixed in the indentation."),
    (r"'return' outside function", "return stands outside of any function: the line is not indented under def."),
    (r"cannot assign to|Maybe you meant '=='", "Something on the left of = cannot take a value; a comparison is written ==."),
    (r"positional argument follows keyword", "An argument without a name stands after one with a name; the named ones come last."),
    (r"non-default argument follows default|parameter without a default follows", "In the def line an argument without a default stands after one with a default."),
    (r"expected 'except'|expected 'finally'", "try needs an except or a finally after its block."),
    (r"invalid decimal literal|leading zeros", "A number runs into letters here, or a name starts with a digit."),
    (r"unmatched|does not match opening", "A bracket is closed that was never opened, or by another kind."),
    (r"null bytes", "The file contains zero bytes; it is no plain text."),
    (r"too many (?:levels of indentation|statically nested)|too complex|too many nested", "The code is nested deeper than Python can read."),
    (r"forgot a comma", "Two parts stand side by side with nothing between them: an operator or a comma is missing."),
)
# fmt: on
# What a line that cannot be read shows by itself: words of other languages, or of older Python.
# fmt: off
FOREIGN = (
    (r"&&|\|\|", "&& and || belong to other languages; Python writes and, or."),
    (r"\w(\+\+|--)", "Python has no ++ and no --; a variable grows with += 1."),
    (r"^else\s*if\b|^elseif\b|^elsif\b", "Python writes elif for a further condition."),
    (r"^(else|elif)\b", "This else or elif has no if above it in the same column."),
    (r"^(except|finally)\b", "This except or finally has no try above it in the same column."),
    (r"^(function|var|let|const|public|private|static|void|int|float|double)\b", "This is the syntax of another language; Python starts a function with def, and a variable with its name."),
    (r"^print\s+[^(\s=]", "print is a function: what it shows goes into round brackets."),
    (r"^(if|while|for)\b.*\bthen\b|\{\s*$|^\}", "Blocks are made by a colon and indentation, not by then or curly brackets."),
    (r"=<|=>|<>|!==|===", "Comparisons are written <=, >=, != and ==."),
    (r"^(class|lambda|pass|in|is|not|and|or|None|True|False|global|with|yield|assert|del|raise|import|from|as)\s*=", "This name is a word of the language and cannot be a variable."),
    (r";\s*$", "The line ends in a semicolon, which Python does not need; the mistake stands before it."),
)
# fmt: on
