"""Bits in a row: a `Pack` writes or reads the bits of values.

Each part of the format is one function, which takes a pack and a value, and returns the value. With a `BitWriter`, the
function writes the value. With a `BitReader`, the value is `BLANK`: the function ignores it, and returns the value that
it reads. So one function is enough for both directions.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

MAX_PACK: Final = 64 * 1024
"""The largest pack, in bytes; a rich evening of 300 hands takes about 2,600."""
MAX_TEXT: Final = 4 * 500
"""The longest text, in bytes: a character takes at most 4, and a note has at most 500."""
MAX_NUMBER_BITS: Final = 64
CHECKSUM_BYTES: Final = 4
TEXT_ORDER: Final = 3
ESCAPE: Final = 15
"""The number of zeros that `near` writes before a value that is far above the expected value."""


class BadPack(ValueError):
    """The bytes are not a pack, are damaged, or need another version; or a value is too large for a pack."""


class _Blank:
    """Stands for a value that is not read yet; its attributes and items are blank, too.

    It is neither true nor false: if a part makes a decision by a value that only a writer knows, it fails at once.
    """

    def __getattr__(self, name: str) -> _Blank:
        return self

    def __getitem__(self, place: object) -> _Blank:
        return self

    def __bool__(self) -> NoReturn:
        raise TypeError("a reader does not know this value yet")


BLANK: Final[Any] = _Blank()
"""The value that a reader passes to a part."""


class Codes(NamedTuple, Generic[T]):
    """A list of values; a pack has the number of a value. New values may only be added at the end.

    The first 2^`order` values take `order` + 1 bits each, and the next 2^(`order` + 1) values `order` + 3 bits each.
    """

    values: tuple[T, ...]
    order: int


class Pack(ABC):
    """Writes or reads values.

    A method of a writer writes its argument, and returns it. A method of a reader ignores its argument, and returns the
    value that it reads.
    """

    writing: bool
    version: int
    """The version of the format in which the bits are written."""

    def __init__(self, version: int) -> None:
        self.version = version
        self._texts: list[str] = []

    @abstractmethod
    def bits(self, count: int, value: int) -> int:
        """A number, 0 or more, in `count` bits, the highest bit first."""

    def flag(self, value: bool) -> bool:
        """A boolean in one bit."""
        return self.bits(1, int(value) if self.writing else 0) == 1

    def number(self, value: int, order: int) -> int:
        """A number, 0 or more (Exp-Golomb code).

        The first 2^`order` numbers take `order` + 1 bits each, and the next 2^(`order` + 1) numbers `order` + 3 bits
        each. The code of n is n + 2^`order` in binary, after a zero for each bit beyond the first `order` + 1 bits.
        """
        full = value + (1 << order) if self.writing else 0
        length = order + self._zeros(full.bit_length() - order - 1, MAX_NUMBER_BITS)
        rest = self.bits(length, full & (1 << length) - 1)
        return (1 << length | rest) - (1 << order)

    def _zeros(self, count: int, most: int) -> int:
        """`count` zeros, and a 1; returns the number of zeros. Raises BadPack for more than `most` zeros."""
        found = 0
        while not self.flag(found == count):
            found += 1
            if found > most:
                raise BadPack("a number is too long")
        return found

    def signed(self, value: int, order: int) -> int:
        """A number that may be negative: 0, −1, 1, −2, 2 … are written as 0, 1, 2, 3, 4 …"""
        folded = self.number((2 * value if value >= 0 else -2 * value - 1) if self.writing else 0, order)
        return -(folded + 1) // 2 if folded % 2 else folded // 2

    def near(self, value: int, width: int) -> int:
        """A number, 0 or more, that is probably about 2^`width` (Rice code).

        The code has a zero for each whole 2^`width` in the number, a 1, and the rest in `width` bits. If the number has
        ESCAPE or more times 2^`width`, the code has ESCAPE zeros, and then the whole number as `number` writes it.
        """
        times = min(value >> width, ESCAPE) if self.writing else 0
        found = 0
        while found < ESCAPE and not self.flag(times == found):
            found += 1
        if found == ESCAPE:
            return self.number(value, width)
        return found << width | self.bits(width, value & (1 << width) - 1 if self.writing else 0)

    def one_of(self, codes: Codes[T], value: T) -> T:
        """A value of a list of the format, as its number. Raises BadPack for a number that is not in the list."""
        place = self.number(codes.values.index(value) if self.writing else 0, codes.order)
        return _item(codes.values, place)

    def choice(self, options: Sequence[T], value: T) -> T:
        """One of `options`, as its place: in as few bits as the largest place takes."""
        place = self.bits(max(0, len(options) - 1).bit_length(), options.index(value) if self.writing else 0)
        return _item(options, place)

    def maybe(self, part: Callable[[Pack, T], T], value: T | None) -> T | None:
        """A value that may be None: one bit, then the value unless it is None."""
        if not self.flag(value is not None):
            return None
        return part(self, value if value is not None else BLANK)

    def each(
        self, part: Callable[[Pack, T], T], values: Sequence[T], most: int, order: int = 0
    ) -> tuple[T, ...]:
        """The number of values, then each value. Raises BadPack for more than `most` values."""
        count = self.number(len(values) if self.writing else 0, order)
        if count > most:
            raise BadPack("a list is too long")
        return tuple([part(self, values[place]) for place in range(count)])

    def text(self, value: str) -> str:
        """A text: a bit, then its length in bytes and the text in UTF-8.

        For a text that the pack already has, a number follows the bit: 0 is the last new text, 1 the text before it.
        """
        known = self.flag(self.writing and value in self._texts)
        if known:
            back = self.number(
                len(self._texts) - 1 - self._texts.index(value) if self.writing else 0, TEXT_ORDER
            )
            return _item(self._texts, len(self._texts) - 1 - back)
        raw = value.encode() if self.writing else b""
        length = self.number(len(raw), TEXT_ORDER)
        if length > MAX_TEXT:
            raise BadPack("a text is too long")
        found = bytes([self.bits(8, raw[place] if self.writing else 0) for place in range(length)]).decode()
        self._texts.append(found)
        return found


def _item(values: Sequence[T], place: int) -> T:
    if not 0 <= place < len(values):
        raise BadPack("a number of nothing")
    return values[place]


class BitWriter(Pack):
    """Writes the bits of values."""

    writing = True

    def __init__(self, head: int, version: int) -> None:
        super().__init__(version)
        self._raw = bytearray([head])
        self._waiting, self._count = 0, 0

    def bits(self, count: int, value: int) -> int:
        if not 0 <= value < 1 << count:
            raise BadPack("a value is too large")
        self._waiting = self._waiting << count | value
        self._count += count
        while self._count >= 8:
            self._count -= 8
            self._raw.append(self._waiting >> self._count)
            self._waiting &= (1 << self._count) - 1
        return value

    def packed(self) -> bytes:
        """All bytes of the pack, with zeros up to a whole byte, and the checksum. Raises BadPack for too many bytes."""
        self.bits(-self._count % 8, 0)
        if len(self._raw) + CHECKSUM_BYTES > MAX_PACK:
            raise BadPack("too large")
        return with_checksum(bytes(self._raw))


class BitReader(Pack):
    """Reads the bits of values. Raises BadPack for bytes that are damaged, too few or too many."""

    writing = False

    def __init__(self, raw: bytes, version: int) -> None:
        super().__init__(version)
        if not CHECKSUM_BYTES < len(raw) <= MAX_PACK:
            raise BadPack("too few bytes, or too many")
        self._raw = raw[:-CHECKSUM_BYTES]
        if with_checksum(self._raw) != raw:
            raise BadPack("damaged")
        self._at, self._end = 8, 8 * len(self._raw)

    def bits(self, count: int, value: int = 0) -> int:
        end = self._at + count
        if end > self._end:
            raise BadPack("cut short")
        window = int.from_bytes(self._raw[self._at >> 3 : (end + 7) >> 3], "big")
        self._at = end
        return window >> (-end % 8) & (1 << count) - 1

    def finish(self) -> None:
        """Raises BadPack if anything is left to read except the zeros that fill the last byte."""
        left = self._end - self._at
        if left > 7 or self.bits(left):
            raise BadPack("something follows")


def with_checksum(raw: bytes) -> bytes:
    """The bytes with their CRC-32, the highest byte first."""
    return raw + zlib.crc32(raw).to_bytes(CHECKSUM_BYTES, "big")
