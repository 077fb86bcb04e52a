"""Takes a GGUF file apart: single values, where its arrays lie, and its table of tensors.

Knows the format and nothing of language models; whoever wrote the file is not trusted.
Source: the GGUF format, versions 2 and 3 (ggml's docs/gguf.md).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.models.gguf_cursor import DamagedError
from app.models.quantisation import TENSOR_TYPES, num_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.models.gguf_cursor import Cursor

Value = str | int | float | bool | tuple[int | float | bool, ...]

MAX_VALUES = 8192
MAX_TENSORS = 32768
MAX_KEY_BYTES = 1024
MAX_NAME_BYTES = 256
MAX_DIMENSIONS = 4
MAX_KEPT_ARRAY = 1024
"""Arrays of so many numbers are kept: what is said per layer. Longer ones are left in the file."""
MAX_NUMBERS = 1 << 50
"""In one tensor."""
DEFAULT_ALIGNMENT = 32
MAX_ALIGNMENT = 1 << 20

_STRING = 8
_ARRAY = 9
_WALK_BYTES = 1 << 20
_TENSORS_BETWEEN = 512
"""Two looks at the clock."""
_NUMBERS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_WORD = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """An array that was left in the file, or a very long text: an array of one."""

    of_strings: bool
    count: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """One line of the tensor table. `offset` counts from the start of the file."""

    name: str
    shape: tuple[int, ...]
    type_id: int
    offset: int
    num_bytes: int | None
    """None for a number format newer than Galley."""

    @property
    def type_name(self) -> str:
        """The number format as llama.cpp names it."""
        kind = TENSOR_TYPES.get(self.type_id)
        return kind.name if kind is not None else f"type {self.type_id}"


@dataclass(frozen=True, slots=True)
class GgufParts:
    """What a file says about itself."""

    values: dict[str, Value]
    arrays: dict[str, ArrayPlace]
    tensors: tuple[GgufTensor, ...]
    end_bytes: int
    """The size that the file must have at least for its tensors to be all there."""


def parse(cursor: Cursor) -> GgufParts:
    """Read what follows the version number.

    Raises:
        DamagedError: If it makes no sense where the cursor stands.
        CutShortError: If the file ends before.
    """
    num_tensors = cursor.count()
    num_values = cursor.count()
    if num_tensors > MAX_TENSORS or num_values > MAX_VALUES:
        raise DamagedError
    values: dict[str, Value] = {}
    arrays: dict[str, ArrayPlace] = {}
    for _ in range(num_values):
        cursor.check_time()
        key = _text(cursor.string(MAX_KEY_BYTES))
        if key in values or key in arrays:
            raise DamagedError
        value = _value(cursor)
        if isinstance(value, ArrayPlace):
            arrays[key] = value
        else:
            values[key] = value
    tensors = _tensors(cursor, num_tensors, _alignment(values))
    end = max((tensor.offset + (tensor.num_bytes or 0) for tensor in tensors), default=cursor.position)
    return GgufParts(values, arrays, tensors, end)


def read_strings(cursor: Cursor, place: ArrayPlace) -> tuple[bytes, ...]:
    """The strings of an array that was left in the file.

    Raises:
        DamagedError: If they are not those that were there when the file was parsed.
        CutShortError: If the file ends before.
    """
    cursor.go_to(place.start)
    data = cursor.take(place.end - place.start)
    unpack = struct.Struct("<Q").unpack_from
    strings = []
    position = 0
    last = len(data) - 8
    for _ in range(place.count):
        if position > last:
            raise DamagedError
        begin = position + 8
        position = begin + unpack(data, position)[0]
        strings.append(data[begin:position])
    if position != len(data):
        raise DamagedError
    return tuple(strings)


def walk_strings(cursor: Cursor, place: ArrayPlace) -> Iterator[bytes]:
    """The strings of an array that was left in the file, one after the other.

    Raises:
        DamagedError: If they are not those that were there when the file was parsed.
        CutShortError: If the file ends before.
    """
    cursor.go_to(place.start)
    unpack = struct.Struct("<Q").unpack_from
    left, data, position = place.count, b"", 0
    while left:
        while left and position + 8 <= len(data):
            begin = position + 8
            end = begin + unpack(data, position)[0]
            if end > len(data):
                break
            yield data[begin:end]
            position, left = end, left - 1
        if left:
            num_more = min(_WALK_BYTES, place.end - cursor.position)
            if num_more <= 0:
                raise DamagedError
            data, position = data[position:] + cursor.take(num_more), 0


def _value(cursor: Cursor) -> Value | ArrayPlace:
    type_id = int(cursor.number(_WORD))
    if type_id == _STRING:
        start = cursor.position
        text = cursor.text()
        # Other ways to show what is no UTF-8 cost seconds where a whole megabyte is none.
        return ArrayPlace(True, 1, start, cursor.position) if text is None else text.decode("utf-8", "replace")
    if type_id == _ARRAY:
        return _array(cursor)
    if type_id not in _NUMBERS:
        raise DamagedError
    return cursor.number(_NUMBERS[type_id])


def _array(cursor: Cursor) -> Value | ArrayPlace:
    type_id = int(cursor.number(_WORD))
    count = cursor.count()
    start = cursor.position
    if type_id == _STRING:
        cursor.skip_strings(count)
        return ArrayPlace(True, count, start, cursor.position)
    layout = _NUMBERS.get(type_id)
    if layout is None or count > MAX_NUMBERS:
        raise DamagedError
    length = count * layout.size
    if count > MAX_KEPT_ARRAY:
        cursor.skip(length)
        return ArrayPlace(False, count, start, cursor.position)
    cursor.keep(32 * count)
    data = cursor.take(length)
    return tuple(number for (number,) in layout.iter_unpack(data))


def _alignment(values: dict[str, Value]) -> int:
    alignment = values.get("general.alignment", DEFAULT_ALIGNMENT)
    if not isinstance(alignment, int) or not 0 < alignment <= MAX_ALIGNMENT or alignment & (alignment - 1):
        raise DamagedError
    return alignment


def _tensors(cursor: Cursor, count: int, alignment: int) -> tuple[GgufTensor, ...]:
    found: list[tuple[str, tuple[int, ...], int, int, int | None]] = []
    names: set[str] = set()
    expected: int | None = 0
    for number in range(count):
        if number % _TENSORS_BETWEEN == 0:
            cursor.check_time()
        name = _text(cursor.string(MAX_NAME_BYTES))
        num_dimensions = int(cursor.number(_WORD))
        if name in names or num_dimensions > MAX_DIMENSIONS:
            raise DamagedError
        names.add(name)
        shape = struct.unpack(f"<{num_dimensions}Q", cursor.take(8 * num_dimensions))
        type_id = int(cursor.number(_WORD))
        offset = cursor.count()
        size = _size(type_id, shape)
        if offset % alignment or (expected is not None and offset != expected):
            raise DamagedError
        expected = None if size is None else _aligned(offset + size, alignment)
        found.append((name, shape, type_id, offset, size))
    start = _aligned(cursor.position, alignment)
    return tuple(GgufTensor(name, shape, type_id, start + offset, size) for name, shape, type_id, offset, size in found)


def _size(type_id: int, shape: tuple[int, ...]) -> int | None:
    numbers = 1
    for length in shape:
        numbers *= length
    if numbers > MAX_NUMBERS:
        raise DamagedError
    try:
        return num_bytes(type_id, shape)
    except ValueError as error:
        raise DamagedError from error


def _aligned(position: int, alignment: int) -> int:
    return -(-position // alignment) * alignment


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DamagedError from error
