"""Schemes in a pack: the number of a shipped scheme, or the differences from the nearest shipped scheme."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from scorepad.tarot.choices import Split
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data, shipped_schemes

from .bits import BadPack, Pack
from .codes import FIGURES, FIGURES_IN_VERSION_1, HALF_POINTS, SCHEMES, SOURCES
from .values import ident

FlatValue = bool | int | str | None
"""The value of a parameter; None if the scheme lacks it."""
FlatScheme = Mapping[str, FlatValue]
"""The parameters of a scheme by their paths, such as "bids.0.factor"."""

_PATH_ORDER: Final = 6
_ABSENT, _TRUTH, _NUMBER, _TEXT = range(4)
_KINDS: Final[Mapping[type, int]] = {type(None): _ABSENT, bool: _TRUTH, int: _NUMBER, str: _TEXT}


def scheme_part(pack: Pack, value: Scheme) -> Scheme:
    """A scheme, as its differences from a shipped scheme.

    Raises BadPack if the shipped scheme has other figures here than where the pack was written. The last bits are for
    readers that know no rules: what becomes of half points, and whether the taker's side shares equally.
    """
    own = flat(value) if pack.writing else {}
    shipped = shipped_schemes()
    base: str = pack.one_of(SCHEMES, _nearest(value, own) if pack.writing else "")
    if base not in shipped:
        raise BadPack("a scheme that is gone")
    unchanged = pack.flag(pack.writing and shipped[base] == value)
    found = shipped[base] if unchanged else _house_scheme(pack, value, own, flat(shipped[base]))
    _check(pack, own or flat(found))
    halves = pack.one_of(HALF_POINTS, found.margin.half_points)
    equal = pack.flag(found.table.split is Split.EQUAL)
    if (halves, equal) != (found.margin.half_points, found.table.split is Split.EQUAL):
        raise BadPack("a scheme that contradicts itself")
    return found


def _nearest(value: Scheme, own: FlatScheme) -> str:
    """The id of the shipped scheme with the fewest differences; the scheme's own id, if it is a shipped scheme."""
    shipped = shipped_schemes()
    if value.id in SCHEMES.values and shipped.get(value.id) == value:
        return value.id
    known = [id_ for id_ in SCHEMES.values if id_ in shipped]
    return min(known, key=lambda id_: len([*_differences(own, flat(shipped[id_]), FIGURES)]))


def _house_scheme(pack: Pack, value: Scheme, own: FlatScheme, base: FlatScheme) -> Scheme:
    """A house scheme, as its id and its differences from the shipped scheme `base`.

    If the figures of a group of parameters differ from `base`, the usual source of the group is "".
    """
    id_ = ident(pack, value.id)
    figures = pack.each(
        partial(_parameter, paths=FIGURES), [*_differences(own, base, FIGURES)], len(FIGURES), 2
    )
    expected = {**base, **dict(figures)}
    for source in SOURCES[1:]:
        if any(path.startswith(source.removesuffix("source")) for path, each in figures if each is not None):
            expected[source] = ""
    sources = pack.each(
        partial(_parameter, paths=SOURCES), [*_differences(own, expected, SOURCES)], len(SOURCES)
    )
    return scheme_from_data(_nested({**expected, **dict(sources), "id": id_}))


def _differences(own: FlatScheme, base: FlatScheme, paths: Sequence[str]) -> Iterator[tuple[str, FlatValue]]:
    return ((path, own.get(path)) for path in paths if own.get(path) != base.get(path))


def _parameter(pack: Pack, value: tuple[str, FlatValue], paths: Sequence[str]) -> tuple[str, FlatValue]:
    """A parameter: the number of its path in `paths`, the kind of its value, and its value."""
    place = pack.number(paths.index(value[0]) if pack.writing else 0, _PATH_ORDER)
    if place >= len(paths):
        raise BadPack("a parameter of a later version")
    new: Any = value[1]
    kind = pack.bits(2, _KINDS[type(new)] if pack.writing else 0)
    if kind == _ABSENT:
        return paths[place], None
    if kind == _TRUTH:
        return paths[place], pack.flag(new)
    return paths[place], pack.signed(new, 6) if kind == _NUMBER else pack.text(new)


def _check(pack: Pack, own: FlatScheme) -> None:
    """The number of figures, and two bytes that tell whether the writer and the reader have the same figures.

    A later version may have more figures. Raises BadPack if the figures differ, or if this version has fewer figures.
    """
    count = FIGURES_IN_VERSION_1 + pack.number(len(FIGURES) - FIGURES_IN_VERSION_1, 0)
    if count > len(FIGURES):
        raise BadPack("a scheme of a later version")
    check = check_of(own, count)
    if pack.bits(16, check) != check:
        raise BadPack("a scheme whose figures are others here")


def check_of(own: FlatScheme, count: int = len(FIGURES)) -> int:
    """The last two bytes of the CRC-32 of the first `count` figures of a scheme, as JSON."""
    return zlib.crc32(json.dumps([own.get(path) for path in FIGURES[:count]]).encode()) & 0xFFFF


# -- parameters by their paths ---


@lru_cache(maxsize=64)
def flat(scheme: Scheme) -> FlatScheme:
    """The parameters of a scheme by their paths."""
    return dict(_flattened(scheme_to_data(scheme), ""))


def _flattened(data: object, path: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(data, dict | list):
        yield path, data
        return
    for name, each in data.items() if isinstance(data, dict) else enumerate(data):
        yield from _flattened(each, f"{path}.{name}" if path else str(name))


def _nested(found: FlatScheme) -> dict[str, Any]:
    """The data of a scheme from its parameters."""
    data: dict[str, Any] = {}
    for path, value in found.items():
        if value is None:
            continue
        *way, last = path.split(".")
        table = data
        for name in way:
            table = table.setdefault(name, {})
        table[last] = value
    data["bids"] = [data["bids"][place] for place in sorted(data.get("bids", {}))]
    if kinds := data.get("misere", {}).get("kinds"):
        data["misere"]["kinds"] = [kinds[place] for place in sorted(kinds)]
    return data
