"""An immutable mapping; a copy with one changed value shares most of its memory with the original."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import chain
from typing import TypeVar, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

PARTS = 16
"""The number of parts of a mapping; a change copies one of them."""


class SharedMap(Mapping[K, V]):
    """An immutable mapping; its keys have no order."""

    __slots__ = ("_parts",)

    def __init__(self, parts: tuple[Mapping[K, V], ...] = ({},) * PARTS) -> None:
        self._parts = parts

    def __getitem__(self, key: K) -> V:
        return self._parts[hash(key) % PARTS][key]

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | T) -> V | T: ...
    def get(self, key: K, /, default: T | None = None) -> V | T | None:
        return self._parts[hash(key) % PARTS].get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._parts[hash(key) % PARTS]

    def __iter__(self) -> Iterator[K]:
        return chain.from_iterable(self._parts)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, SharedMap) else NotImplemented

    def unlike(self, other: SharedMap[K, V]) -> set[K]:
        """The keys whose values differ in another mapping, or that only one of the two has."""
        pairs = [(one, two) for one, two in zip(self._parts, other._parts, strict=True) if one is not two]
        return {key for one, two in pairs for key in one.keys() | two.keys() if one.get(key) != two.get(key)}

    def with_value(self, key: K, value: V) -> SharedMap[K, V]:
        """A copy with this value at the key."""
        return self._with_part(key, {**self._parts[hash(key) % PARTS], key: value})

    def without(self, key: K) -> SharedMap[K, V]:
        """A copy without the key. Raises KeyError if the key is missing."""
        part = dict(self._parts[hash(key) % PARTS])
        del part[key]
        return self._with_part(key, part)

    def _with_part(self, key: K, part: Mapping[K, V]) -> SharedMap[K, V]:
        at, own = hash(key) % PARTS, (part,)
        return SharedMap(self._parts[:at] + own + self._parts[at + 1 :])
