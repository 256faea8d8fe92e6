"""A WebAssembly module taken apart and put together: sections, vectors, and where each instruction ends.

Names and numbers are those of the WebAssembly specification, chapter 5 (binary format), with the exceptions of its
legacy proposal, which Emscripten still writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

HEADER = b"\0asm\x01\0\0\0"
TYPES, IMPORTS, FUNCTIONS, EXPORTS, CODE = 1, 2, 3, 7, 10  # ids of sections
FUNCTION = 0  # a kind of import or export
I32, FUNC = 0x7F, 0x60
NOP, END, CALL, CALL_INDIRECT, RETURN_CALL_INDIRECT, LOCAL_GET = 0x01, 0x0B, 0x10, 0x11, 0x13, 0x20

_BR_TABLE, _SELECT_TYPED, _MORE = 0x0E, 0x1C, 0xFC
# How many numbers follow an operation, where it is always the same: loops and branches, calls, variables, constants.
_NUMBERS = {
    **dict.fromkeys((0x00, NOP, 0x05, 0x0A, END, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)), 0),
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x18, CALL, 0x12), 1),
    **dict.fromkeys((*range(LOCAL_GET, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2), 1),
    **dict.fromkeys((CALL_INDIRECT, RETURN_CALL_INDIRECT, *range(0x28, 0x3F)), 2),
}
_BYTES = {0x43: 4, 0x44: 8}  # constants with a point
_NUMBERS_OF_MORE = {
    **dict.fromkeys(range(8), 0),
    **dict.fromkeys((9, 11, 13, 15, 16, 17), 1),
    **dict.fromkeys((8, 10, 12, 14), 2),
}


@dataclass
class Section:
    """One section: its id and its bytes."""

    id: int
    content: bytes


def read_sections(module: bytes) -> list[Section]:
    """The sections of a module in their order; ValueError when it is none."""
    if not module.startswith(HEADER):
        raise ValueError("it is no WebAssembly module of version 1")
    sections, at = [], len(HEADER)
    while at < len(module):
        size, start = number(module, at + 1)
        sections.append(Section(module[at], module[start : start + size]))
        at = start + size
    return sections


def written(sections: Iterable[Section]) -> bytes:
    """The module that these sections make."""
    parts = (bytes([one.id]) + encoded(len(one.content)) + one.content for one in sections)
    return HEADER + b"".join(parts)


def number(content: bytes, at: int) -> tuple[int, int]:
    """The unsigned LEB128 number there, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def encoded(value: int) -> bytes:
    """A number as unsigned LEB128."""
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def vector(content: bytes, end_of: Callable[[bytes, int], int]) -> list[bytes]:
    """The items of a vector, where `end_of` says where the item that begins at a place ends."""
    count, at = number(content, 0)
    items = []
    for _ in range(count):
        end = end_of(content, at)
        items.append(content[at:end])
        at = end
    return items


def as_vector(items: list[bytes]) -> bytes:
    """Items as the content of a vector."""
    return encoded(len(items)) + b"".join(items)


def sized(content: bytes) -> bytes:
    """Bytes after their length, as names and bodies of functions stand in a module."""
    return encoded(len(content)) + content


def end_of_sized(content: bytes, at: int) -> int:
    """Where bytes that stand after their length end."""
    size, start = number(content, at)
    return start + size


def end_of_number(content: bytes, at: int) -> int:
    """Where the number there ends."""
    return number(content, at)[1]


def end_of_type(content: bytes, at: int) -> int:
    """Where the type of a function ends: its parameters, then its results."""
    if content[at] != FUNC:
        raise ValueError(f"a type of kind {content[at]:#x} is not known here")
    return end_of_sized(content, end_of_sized(content, at + 1))


def end_of_import(content: bytes, at: int) -> int:
    """Where an import ends."""
    at = end_of_sized(content, end_of_sized(content, at))
    kind = content[at]
    if kind == FUNCTION:
        return end_of_number(content, at + 1)
    if kind in {1, 2}:  # a table has a type in front of its limits, a memory has not
        at += 2 if kind == 1 else 1
        limits = 2 if content[at] & 1 else 1
        return _end_of_numbers(content, at + 1, limits)
    if kind in {3, 4}:  # a global: its type, and whether it changes; a tag: a zero, and its type
        return at + 3 if kind == 3 else end_of_number(content, at + 2)
    raise ValueError(f"an import of kind {kind:#x} is not known here")


def end_of_export(content: bytes, at: int) -> int:
    """Where an export ends: its name, its kind, its number."""
    return end_of_number(content, end_of_sized(content, at) + 1)


def instructions(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Of the body of a function, each operation with where it begins and ends; ValueError at one not known here."""
    groups, at = number(body, 0)
    for _ in range(groups):  # of local variables: how many, of which type
        at = end_of_number(body, at) + 1
    while at < len(body):
        end = _end_of_instruction(body, at)
        yield body[at], at, end
        at = end


def _end_of_instruction(body: bytes, at: int) -> int:
    operation, after = body[at], at + 1
    if operation in _NUMBERS:
        return _end_of_numbers(body, after, _NUMBERS[operation])
    if operation in _BYTES:
        return after + _BYTES[operation]
    if operation == _BR_TABLE:
        count, after = number(body, after)
        return _end_of_numbers(body, after, count + 1)
    if operation == _SELECT_TYPED:
        return end_of_sized(body, after)
    if operation == _MORE:
        which, after = number(body, after)
        if which in _NUMBERS_OF_MORE:
            return _end_of_numbers(body, after, _NUMBERS_OF_MORE[which])
    raise ValueError(f"an instruction {operation:#x} is not known here")


def _end_of_numbers(content: bytes, at: int, count: int) -> int:
    for _ in range(count):
        at = end_of_number(content, at)
    return at
