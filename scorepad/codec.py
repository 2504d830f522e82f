"""Converts values to plain documents (dicts, lists, strings, numbers) and back, with strict checks of their types.

The types are dataclasses, string enumerations, tuples, mappings, `X | None`, `str`, `int` and `bool`; a value of
`Any` is not converted. `Annotated` adds bounds to a type. A document must not have fields that its dataclass lacks.
A field with a default may be absent or null. A wrong document raises `Invalid`, with the path to the error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import partial
from math import inf
from operator import attrgetter
from types import MemberDescriptorType, NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorepad.faults import Fault, Invalid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Length:
    """Limits the length of a text (in characters) or of a tuple or a mapping (in items)."""

    most: float = inf
    least: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """Limits an integer to a range that includes both ends."""

    least: float = -inf
    most: float = inf


REQUIRED: Final = "required"
"""Annotates a field that must be in a document though it has a default."""

Decode = Callable[[Any], Any]
Encode = Callable[[Any], Any]


def same(value: Any) -> Any:
    """Returns the value unchanged; reads and writes values that need no conversion."""
    return value


class Coder(NamedTuple):
    """The functions that read and write the values of one type; `decode` raises Invalid for a wrong document."""

    decode: Decode
    encode: Encode = same


Hook = Callable[["Codec"], Coder]


@dataclass(eq=False)
class Codec:
    """Reads and writes values of many types; makes the coder of each type once, and keeps it.

    `hooks` map types to functions that make their coders, in place of `usual`. Dataclasses in `rows` are written as
    lists of their values. Dataclasses in `sparse` are written without the fields that are empty by default and still
    empty. The fields named in `without` are in no document, so they must have defaults.
    """

    hooks: Mapping[Any, Hook] = field(default_factory=dict)
    _: KW_ONLY
    rows: Collection[type] = ()
    sparse: Collection[type] = ()
    without: Mapping[type, Collection[str]] = field(default_factory=dict)
    _coders: dict[Any, Coder] = field(default_factory=dict, init=False)

    def decode(self, kind: type[T], document: object) -> T:
        """Reads a value of type `kind` from a document. Raises Invalid if the document does not fit the type."""
        value: T = self.coder(kind).decode(document)
        return value

    def encode(self, value: object) -> Any:
        """The document for a value, made by the coder of the value's class."""
        return self.coder(type(value)).encode(value)

    def coder(self, kind: Any) -> Coder:
        """The coder of a type, from its hook or `usual`. Raises TypeError for a type that no document can hold."""
        found = self._coders.get(kind)
        if found is None:
            hook = self.hooks.get(kind)
            found = hook(self) if hook else self.usual(kind)
            self._coders[kind] = found
        return found

    def usual(self, kind: Any) -> Coder:
        """The coder that a type has without its hook; a hook can call this method and extend the result."""
        bounds: dict[type, Any] = {}
        if get_origin(kind) is Annotated:
            kind, *marks = get_args(kind)
            if kind in self.hooks:
                return self.coder(kind)
            bounds = {type(mark): mark for mark in marks}
        length, range_ = bounds.get(Length, Length()), bounds.get(Range, Range())
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType) and arguments[1:] == (NoneType,):
            return _optional(self.coder(arguments[0]))
        if origin is tuple and arguments[1:] == (...,):
            return _listing(self.coder(arguments[0]), length)
        if origin is Mapping:
            return _mapping(self.coder(arguments[0]), self.coder(arguments[1]), length)
        if is_dataclass(kind):
            return self._record(kind)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return _choice(kind)
        if kind is str:
            return _text(length)
        if kind is int:
            return _integer(range_)
        if kind is bool:
            return Coder(_boolean)
        if kind is not Any:
            raise TypeError(kind)
        return Coder(same)

    def _record(self, kind: Any) -> Coder:
        without, hints = self.without.get(kind, ()), get_type_hints(kind, include_extras=True)
        members: list[FieldCoder] = []
        others: list[FieldCoder] = []
        for each in fields(kind):
            hint, read = hints[each.name], each.name not in without
            coder = self.coder(hint) if read else Coder(same)
            member = FieldCoder(each.name, _put(kind, each.name), *_default(each, hint), *coder)
            (members if read else others).append(member)
        new = _new(kind, others)
        if kind in self.rows:
            return _row(kind, new, members)
        return _record(kind, new, members, sparse=kind in self.sparse)


Put = Callable[[Any, Any], None]
"""Sets a field of a value, even if the value is frozen."""


class FieldCoder(NamedTuple):
    """A field of a dataclass, with the functions that set, read and write it.

    An absent or null field gets the `default`, or a new value from `make`. The `default` MISSING means that the field
    must be present.
    """

    name: str
    put: Put
    default: Any
    make: Callable[[], Any] | None
    decode: Decode
    encode: Encode


def _default(field: Field[Any], hint: Any) -> tuple[Any, Callable[[], Any] | None]:
    if REQUIRED in get_args(hint):
        return MISSING, None
    if field.default_factory is MISSING:
        return field.default, None
    return field.default_factory(), field.default_factory


def _put(kind: Any, name: str) -> Put:
    slot = getattr(kind, name, None)
    if isinstance(slot, MemberDescriptorType):
        put: Put = slot.__set__
        return put
    return lambda value, item: object.__setattr__(value, name, item)


def _new(kind: Any, others: list[FieldCoder]) -> Callable[[], Any]:
    """A function that makes a value of class `kind` without its constructor, and sets only the fields in `others`.

    These fields are in no document; they get their defaults. The constructor of a frozen dataclass takes longer than a
    codec takes to read and set the fields.
    """
    new: Callable[[], Any] = partial(object.__new__, kind)

    def with_defaults() -> Any:
        value = new()
        for _, put, default, make, *_ in others:
            put(value, make() if make else default)
        return value

    return with_defaults if others else new


def _record(kind: Any, new: Callable[[], Any], members: list[FieldCoder], *, sparse: bool) -> Coder:
    known, check = frozenset(member.name for member in members), getattr(kind, "__post_init__", None)
    steps = [member[:5] for member in members]

    def decode(document: Any) -> Any:
        if not isinstance(document, dict):
            raise Invalid(Fault.NOT_AN_OBJECT, document)
        if not known.issuperset(document):
            unknown = next(name for name in document if name not in known)
            raise Invalid(Fault.UNKNOWN_FIELD, document[unknown], (unknown,))
        value, name = new(), ""
        try:
            for name, put, default, make, read in steps:
                item = document.get(name)
                if item is not None:
                    put(value, read(item))
                elif default is not MISSING:
                    put(value, make() if make else default)
                elif name in document:
                    put(value, read(None))
                else:
                    raise Invalid(Fault.MISSING)
        except Invalid as error:
            error.path = (name, *error.path)
            raise
        if check is not None:
            check(value)
        return value

    return Coder(decode, _writer(members, sparse=sparse))


def _writer(members: list[FieldCoder], *, sparse: bool) -> Encode:
    names, row_of = [member.name for member in members], _row_writer(members)
    defaults = [
        default if default in (None, MISSING) else write(default) for _, _, default, _, _, write in members
    ]

    def encode(value: Any) -> Any:
        return dict(zip(names, row_of(value), strict=False))

    def encode_sparse(value: Any) -> Any:
        found = zip(names, row_of(value), defaults, strict=False)
        return {name: item for name, item, default in found if item or item != default}

    return encode_sparse if sparse else encode


def _row(kind: Any, new: Callable[[], Any], members: list[FieldCoder]) -> Coder:
    steps = [(member.name, member.put, member.decode) for member in members]
    check = getattr(kind, "__post_init__", None)

    def decode(row: Any) -> Any:
        if not isinstance(row, list):
            raise Invalid(Fault.NOT_A_LIST, row)
        if len(row) != len(steps):
            raise Invalid(Fault.MISSING if len(row) < len(steps) else Fault.TOO_LONG, row, limit=len(steps))
        value, name = new(), ""
        try:
            for step, item in zip(steps, row, strict=True):
                name, put, read = step
                put(value, read(item))
        except Invalid as error:
            error.path = (name, *error.path)
            raise
        if check is not None:
            check(value)
        return value

    return Coder(decode, _row_writer(members))


def _row_writer(members: list[FieldCoder]) -> Callable[[Any], list[Any]]:
    """A function that returns the written fields of a value as a list, in the order of `members`."""
    names = [member.name for member in members]
    items: Callable[[Any], Any] = (
        attrgetter(*names) if names[1:] else lambda value: [getattr(value, names[0])]
    )
    writers = [(place, each.encode) for place, each in enumerate(members) if each.encode is not same]

    def row_of(value: Any) -> list[Any]:
        row = [*items(value)]
        for place, write in writers:
            item = row[place]
            if item is not None:
                row[place] = write(item)
        return row

    return row_of if writers else lambda value: [*items(value)]


def _optional(coder: Coder) -> Coder:
    read, write = coder
    encode = same if write is same else lambda value: None if value is None else write(value)
    return Coder(lambda document: None if document is None else read(document), encode)


def _listing(coder: Coder, length: Length) -> Coder:
    (read, write), least, most = coder, length.least, length.most

    def decode(document: Any) -> Any:
        if not isinstance(document, list):
            raise Invalid(Fault.NOT_A_LIST, document)
        if not least <= len(document) <= most:
            raise _wrong_length(document, length)
        try:
            return tuple(map(read, document))
        except Invalid:  # read again, to add the index of the wrong item to the path
            return tuple([at(number, read, item) for number, item in enumerate(document)])

    return Coder(decode, list if write is same else lambda value: [*map(write, value)])


def _mapping(keys: Coder, values: Coder, length: Length) -> Coder:
    (read_key, _), (read, write) = keys, values
    least, most = length.least, length.most

    def decode(document: Any) -> Any:
        if not isinstance(document, dict):
            raise Invalid(Fault.NOT_AN_OBJECT, document)
        if not least <= len(document) <= most:
            raise _wrong_length(document, length)
        try:
            return {read_key(key): read(value) for key, value in document.items()}
        except Invalid:  # read again, to add the key of the wrong value to the path
            return {read_key(key): at(key, read, value) for key, value in document.items()}

    encode = dict if write is same else lambda value: {key: write(value[key]) for key in value}
    return Coder(decode, encode)


def at(place: str | int, read: Decode, value: object) -> Any:
    """Reads a part of a document; adds `place` to the path of an Invalid error."""
    try:
        return read(value)
    except Invalid as error:
        error.path = (place, *error.path)
        raise


def _wrong_length(value: Collection[Any], length: Length) -> Invalid:
    if len(value) > length.most:
        return Invalid(Fault.TOO_LONG, value, limit=length.most)
    return Invalid(Fault.EMPTY, value, limit=length.least)


def _choice(kind: type[StrEnum]) -> Coder:
    members: dict[object, StrEnum] = {member.value: member for member in kind}
    names = tuple(kind)

    def decode(value: Any) -> Any:
        try:
            return members[value]  # ten times as fast as `kind(value)`
        except (KeyError, TypeError):
            reason = Fault.UNKNOWN_VALUE if isinstance(value, str) else Fault.NOT_A_TEXT
            raise Invalid(reason, value, limit=names) from None

    encode = attrgetter("_value_")  # much faster than `value`
    return Coder(decode, encode)


def _text(length: Length) -> Coder:
    least, most, bounded = length.least, length.most, length != Length()

    def decode(value: Any) -> Any:
        if not isinstance(value, str) or not (value.isascii() or _HALF.search(value) is None):
            raise Invalid(Fault.NOT_A_TEXT, value)
        if bounded and not least <= len(value) <= most:
            raise _wrong_length(value, length)
        return value

    return Coder(decode)


_HALF = re.compile("[\ud800-\udfff]")


def _integer(range_: Range) -> Coder:
    least, most, bounded = range_.least, range_.most, range_ != Range()

    def decode(value: Any) -> Any:
        if type(value) is not int:  # True is an int too
            raise Invalid(Fault.NOT_A_NUMBER, value)
        if bounded and not least <= value <= most:
            raise Invalid(Fault.OUT_OF_RANGE, value, limit=(least, most))
        return value

    return Coder(decode)


def _boolean(value: Any) -> Any:
    if not isinstance(value, bool):
        raise Invalid(Fault.NOT_A_BOOLEAN, value)
    return value
