"""Python's WebAssembly, with an interpreter loop that V8 optimizes once.

V8 guesses from the first calls through a table (`call_indirect`) which function each place calls, and puts that
function's body there. When a place calls another one after all, the whole function around it goes back to slow code
and is optimized anew; only after ten such times does V8 stop guessing. Python's loop is one function of 79 kB with 116
such places, and each time takes half a second of a processor: while Python imports Panel, nothing else gets done on it,
and Python itself runs slowly. So the calls of the loop, and of all that may be put into it, go through one function for
each signature, which is too long to be put anywhere. What the loop does is the same.

To see it: start Chromium with --js-flags=--trace-wasm-compilation-times and count what is compiled with TurboFan.
"""

from __future__ import annotations

from dataclasses import dataclass

from lookback.errors import LookbackError
from lookback_build import wasm

LOOP = b"_PyEval_EvalFrameDefault"
# A function of more bytes is not put into its callers (V8: --wasm-inlining-max-size).
_TOO_LONG = 500


def with_steady_loop(module: bytes) -> bytes:
    """`module` (pyodide.asm.wasm) with the indirect calls of Python's loop moved into functions of their own.

    LookbackError when the loop is not found, or holds what is not known here.
    """
    try:
        sections = wasm.read_sections(module)
        _move_calls({one.id: one for one in sections})
    except (ValueError, KeyError, IndexError) as error:
        raise LookbackError(
            f"Python's interpreter loop cannot be rewritten ({error})",
            "pyodide.asm.wasm",
            mend="if Pyodide's version was changed, fit py/lookback_build/interpreter.py to it",
        ) from error
    return wasm.written(sections)


@dataclass
class _Aside:
    """The functions that are added: the number of the first, and of each the type and the table of its calls."""

    first: int
    calls: list[tuple[int, int]]

    def number_of(self, call: tuple[int, int]) -> int:
        """The number of the function that makes such calls."""
        if call not in self.calls:
            self.calls.append(call)
        return self.first + self.calls.index(call)


def _move_calls(sections: dict[int, wasm.Section]) -> None:
    types = wasm.vector(sections[wasm.TYPES].content, wasm.end_of_type)
    functions = wasm.vector(sections[wasm.FUNCTIONS].content, wasm.end_of_number)
    bodies = [
        body[wasm.end_of_number(body, 0) :]
        for body in wasm.vector(sections[wasm.CODE].content, wasm.end_of_sized)
    ]
    imported = _imported(sections[wasm.IMPORTS].content)
    loop = _exported(sections[wasm.EXPORTS].content, LOOP) - imported
    aside = _Aside(imported + len(functions), [])
    for place in sorted(_within(loop, bodies, imported)):
        bodies[place] = _rewritten(bodies[place], aside)
    for type_number, table in aside.calls:
        parameters, results = _parts_of(types[type_number])
        functions.append(wasm.encoded(len(types)))
        # called with what the call takes, and last the place in the table
        types.append(bytes([wasm.FUNC]) + wasm.sized(parameters + bytes([wasm.I32])) + results)
        bodies.append(_caller(len(parameters), type_number, table))
    sections[wasm.TYPES].content = wasm.as_vector(types)
    sections[wasm.FUNCTIONS].content = wasm.as_vector(functions)
    sections[wasm.CODE].content = wasm.as_vector([wasm.sized(body) for body in bodies])


def _within(loop: int, bodies: list[bytes], imported: int) -> set[int]:
    """The places of the loop and of all that V8 may put into it: short functions that it calls, and those they call."""
    found, waiting = set(), {loop}
    while waiting:
        place = waiting.pop()
        found.add(place)
        called = {number - imported for number in _called(bodies[place])}
        waiting |= {one for one in called if one >= 0 and len(bodies[one]) <= _TOO_LONG} - found
    return found


def _imported(content: bytes) -> int:
    """How many functions are imported: they are counted first."""
    imports = wasm.vector(content, wasm.end_of_import)
    kinds = (one[wasm.end_of_sized(one, wasm.end_of_sized(one, 0))] for one in imports)
    return sum(kind == wasm.FUNCTION for kind in kinds)


def _exported(content: bytes, name: bytes) -> int:
    for one in wasm.vector(content, wasm.end_of_export):
        if one.startswith(wasm.sized(name) + bytes([wasm.FUNCTION])):
            return wasm.number(one, len(wasm.sized(name)) + 1)[0]
    raise ValueError(f"there is no function {name.decode()}")


def _called(body: bytes) -> set[int]:
    """The numbers of the functions that a body calls by name."""
    calls = (start for operation, start, _ in wasm.instructions(body) if operation == wasm.CALL)
    return {wasm.number(body, start + 1)[0] for start in calls}


def _rewritten(body: bytes, aside: _Aside) -> bytes:
    """A body whose indirect calls are calls of functions aside."""
    parts, done = [], 0
    for operation, start, end in wasm.instructions(body):
        if operation == wasm.CALL_INDIRECT:
            type_number, at = wasm.number(body, start + 1)
            table, _ = wasm.number(body, at)
            call = bytes([wasm.CALL]) + wasm.encoded(aside.number_of((type_number, table)))
            parts += [body[done:start], call]
            done = end
    return b"".join([*parts, body[done:]])


def _parts_of(function_type: bytes) -> tuple[bytes, bytes]:
    """The types of the parameters, and the results as they are written."""
    count, start = wasm.number(function_type, 1)
    return function_type[start : start + count], function_type[start + count :]


def _caller(count: int, type_number: int, table: int) -> bytes:
    """A function that passes its `count` parameters on to the place in the table that its last one names."""
    variables = b"".join(bytes([wasm.LOCAL_GET]) + wasm.encoded(number) for number in range(count + 1))
    call = bytes([wasm.CALL_INDIRECT]) + wasm.encoded(type_number) + wasm.encoded(table)
    nothing = bytes([wasm.NOP]) * _TOO_LONG
    return wasm.encoded(0) + nothing + variables + call + bytes([wasm.END])
