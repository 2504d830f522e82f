"""Players, settings and house schemes in library.json, and drafts in drafts.json.

A damaged library.json is quarantined, replaced by an empty one, and reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Table

from scorepad.codec import Codec, Coder, Invalid, Range
from scorepad.evening.length import Time
from scorepad.evening.people import MARKS, Mark, Name, Person, Text
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme

from .disk import Disk
from .errors import BadRecord, Damaged, HistoryError, Reason, StorageError
from .migrations import LIBRARY_MIGRATIONS, LIBRARY_SCHEMA
from .records import HOOKS, Document, decode, encode
from .reports import Report, ReportKind
from .storage import AtomicStorage, quarantine_all

MAX_DRAFT = 16 * 1024
"""Characters of a draft, as JSON."""

Setting = str | int | bool
Key = Annotated[str, "a setting's name"]
Value = TypeVar("Value")
Tell = Callable[[Report], object]

_SETTING = re.compile(r"[a-z][a-z0-9_.-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `last_used` is the time at which they last sat down (ISO 8601, UTC), "" for never (in
    documents null).

    An `archived` one is not suggested for new evenings, until they sit down again.
    """

    id: Id
    name: Name
    mark: Mark = 0
    last_used: Time = ""
    archived: bool = False

    @property
    def person(self) -> Person:
        """The player as somebody at a table."""
        return Person(self.id, self.name, self.mark)


@dataclass(frozen=True, slots=True)
class Merged:
    """A player who was merged into the player of the id `into`."""

    player: Player
    into: Id


@dataclass(frozen=True, slots=True)
class _Setting:
    key: Key
    value: Setting


@dataclass(frozen=True, slots=True)
class _HouseScheme:
    id: Id
    scheme: Scheme

    def __post_init__(self) -> None:
        if self.id != self.scheme.id:
            raise Invalid(Reason.UNEXPECTED, self.id, ("id",))


@dataclass(frozen=True, slots=True)
class _Merged:
    id: Id
    into: Id
    player: Player

    def __post_init__(self) -> None:
        if self.id != self.player.id:
            raise Invalid(Reason.UNEXPECTED, self.id, ("id",))


@dataclass(frozen=True, slots=True)
class _Draft:
    session: Id
    """The evening, by its name in files."""
    draft: Mapping[str, Any]


def _player(codec: Codec) -> Coder:
    """A player who never sat down has null for the moment; only an archived one says so."""
    read, write, describe = codec.usual(Player)

    def encode(player: Player) -> Document:
        document: Document = write(player) | {"last_used": player.last_used or None}
        if not player.archived:
            del document["archived"]
        return document

    return Coder(read, encode, describe)


def _key(codec: Codec) -> Coder:
    def read(value: object) -> str:
        if not isinstance(value, str) or not _SETTING.fullmatch(value):
            raise Invalid(Reason.NOT_A_NAME, value)
        return value

    return Coder(read)


def _setting(codec: Codec) -> Coder:
    text, number = codec.coder(Text).decode, codec.coder(Annotated[int, Range(-(2**53), 2**53)]).decode

    def read(value: object) -> Any:
        return value if isinstance(value, bool) else number(value) if isinstance(value, int) else text(value)

    return Coder(read)


CODEC = Codec({**HOOKS, Player: _player, Key: _key, Setting: _setting})
"""The values of the library, and those of evenings."""


class _Shelf(Generic[Value]):
    """One TinyDB table, held in memory too: one document a value, found by its key."""

    def __init__(self, table: Table, key_field: str, kind: type[Value]) -> None:
        self._table = table
        self._key = where(key_field)
        self._key_field = key_field
        self._kind = kind
        self._documents: dict[str, Document] = {}
        self._values: dict[str, Value] = {}
        for number, found in enumerate(table, 1):
            document = dict(found)
            try:
                value = decode(kind, document, CODEC)
            except BadRecord as error:
                raise error.within(f"{table.name}/{number}") from None
            self._remember({document[key_field]: (value, document)})

    def _remember(self, saved: Mapping[str, tuple[Value, Document]]) -> None:
        for key, (value, document) in saved.items():
            self._values[key] = value
            self._documents[key] = document

    def values(self) -> list[Value]:
        return list(self._values.values())

    def get(self, key: str) -> Value | None:
        return self._values.get(key)

    def put(self, values: Iterable[Value]) -> bool:
        """Saves values in place of those of the same keys; whether there was anything to write."""
        new: dict[str, tuple[Value, Document]] = {}
        old: dict[str, tuple[Value, Document]] = {}
        for value in values:
            document = encode(value, CODEC)
            if decode(self._kind, document, CODEC) != value:
                raise BadRecord(self._table.name, Reason.UNEXPECTED, value)
            key = document[self._key_field]
            if key not in self._documents:
                new[key] = value, document
            elif document != self._documents[key]:
                old[key] = value, document
        if new:
            self._table.insert_multiple(document for _, document in new.values())
            self._remember(new)
        if old:
            # A list: TinyDB goes through it once for every document.
            self._table.update_multiple([(document, self._key == key) for key, (_, document) in old.items()])
            self._remember(old)
        return bool(new or old)

    def drop(self, key: str) -> bool:
        if key not in self._values:
            return False
        self._table.remove(self._key == key)
        del self._values[key], self._documents[key]
        return True


class Library:
    """library.json, held in memory.

    If it cannot be read (a newer scorepad wrote it, or the disk refuses), the library is empty, and methods that write
    raise its `problem`. Otherwise they raise BadRecord and the StorageErrors.
    """

    def __init__(self, path: Path, *, disk: Disk, tell: Tell) -> None:
        self.problem: HistoryError | None = None
        self.restarted = False
        """Whether the file was damaged, and its players lost."""
        try:
            try:
                self._open(_database(path, disk, tell))
            except (Damaged, BadRecord) as error:
                flaws = error.flaws if isinstance(error, Damaged) else {}
                quarantined = quarantine_all(path, disk)
                tell(Report(ReportKind.RESTARTED, path, flaws=flaws, quarantined=quarantined, problem=error))
                self.restarted = True
                self._open(_database(path, disk, tell))
        except StorageError as error:
            # Not replaced by an empty one: it may be readable later.
            self.problem = error
            tell(Report(ReportKind.REFUSED, path, problem=error))
            self._open(TinyDB(storage=MemoryStorage))

    def _open(self, database: TinyDB) -> None:
        self._players = _Shelf(database.table("players"), "id", Player)
        self._settings = _Shelf(database.table("settings"), "key", _Setting)
        self._schemes = _Shelf(database.table("schemes"), "id", _HouseScheme)
        self._device = _Shelf(database.table("device"), "key", _Setting)
        self._merged = _Shelf(database.table("merged"), "id", _Merged)

    def players(self) -> list[Player]:
        """All players: the one who sat down last first, then by name."""
        by_name = sorted(self._players.values(), key=lambda player: (player.name.casefold(), player.id))
        return sorted(by_name, key=lambda player: player.last_used, reverse=True)

    def save_players(self, players: Iterable[Player]) -> bool:
        """Saves new and changed players; whether there was anything to save."""
        self._guard()
        return self._players.put(players)

    def seat_all(self, people: Mapping[Person, str]) -> bool:
        """Remembers when people sat down (ISO 8601), but for guests; whether there was anything to save.

        Two of one id are one; of a team it is the members.
        Who sits down after all is archived no longer.
        """
        seated: dict[str, Player] = {}
        for person, at in people.items():
            for mark, each in enumerate(person.players, person.mark):
                player_id = self.player_of(each.id)
                known = seated.get(player_id) or self._players.get(player_id)
                known = known or Player(player_id, each.name, mark % MARKS)
                archived = known.archived and at <= known.last_used
                seated[player_id] = replace(known, last_used=max(at, known.last_used), archived=archived)
        return self.save_players(seated.values())

    def remove_player(self, player_id: str) -> bool:
        """Forgets a player; evenings keep their people. Whether there was one."""
        self._guard()
        return self._players.drop(player_id)

    def player_of(self, person_id: str) -> str:
        """The id of the player that a person at a table is, after merges."""
        merged = self._merged.get(person_id)
        return merged.into if merged else person_id

    def merged(self) -> list[Merged]:
        """All merged players."""
        return [Merged(each.player, each.into) for each in self._merged.values()]

    def merge_players(self, pairs: Iterable[tuple[Player, str]]) -> bool:
        """Merges the player of each pair into the player of that id; evenings keep their people.

        Whether there was anything to save. Raises BadRecord if the id is unknown.
        """
        self._guard()
        changed = False
        for player, into in pairs:
            target = self._players.get(self.player_of(into))
            if target is None:
                raise BadRecord("merged/into", Reason.STRANGER, into)
            if self.player_of(player.id) == target.id:
                continue
            former = self._merged.get(player.id)
            player = self._players.get(player.id) or (former.player if former else player)
            moved = [
                replace(each, into=target.id) for each in self._merged.values() if each.into == player.id
            ]
            # First the merge, then the list of players: a crash in between loses no player.
            self._merged.put([_Merged(player.id, target.id, player), *moved])
            self._players.put([replace(target, last_used=max(target.last_used, player.last_used))])
            self._players.drop(player.id)
            changed = True
        return changed

    def separate_player(self, player_id: str) -> bool:
        """Undoes a merge; whether there was one."""
        self._guard()
        merged = self._merged.get(player_id)
        if merged is None:
            return False
        self._players.put([merged.player])
        return self._merged.drop(player_id)

    def settings(self) -> dict[str, Setting]:
        """Every setting by its key."""
        return {setting.key: setting.value for setting in self._settings.values()}

    def set_setting(self, key: str, value: Setting | None) -> bool:
        """Saves a setting, or removes it with None; whether there was anything to save."""
        self._guard()
        return self._settings.drop(key) if value is None else self._settings.put([_Setting(key, value)])

    def schemes(self) -> list[Scheme]:
        """The house schemes, by name."""
        schemes = (house.scheme for house in self._schemes.values())
        return sorted(schemes, key=lambda scheme: (scheme.name.casefold(), scheme.id))

    def save_scheme(self, scheme: Scheme) -> bool:
        """Saves a house scheme in place of the one of its id; whether there was anything to save."""
        self._guard()
        return self._schemes.put([_HouseScheme(scheme.id, scheme)])

    def remove_scheme(self, scheme_id: str) -> bool:
        """Removes a house scheme; evenings keep theirs. Whether there was one."""
        self._guard()
        return self._schemes.drop(scheme_id)

    def device(self, new: Callable[[], str]) -> str:
        """The name of this device, made up once; if it cannot be saved, once for each start."""
        found = self._device.get("device")
        if found is None:
            found = _Setting("device", new())
            with suppress(StorageError):
                self._device.put([found])
        return str(found.value)

    def _guard(self) -> None:
        if self.problem is not None:
            raise self.problem


class Drafts:
    """drafts.json: the draft of each evening, a small JSON object, held in memory too.

    Drafts are not fsynced: a killed app loses none, a power cut perhaps the last ones. So a damaged file is replaced
    without a report, and if the file cannot be used, drafts stay in memory.
    """

    def __init__(self, path: Path, *, disk: Disk) -> None:
        try:
            try:
                self._open(_database(path, disk))
            except (StorageError, BadRecord):
                quarantine_all(path, disk)
                self._open(_database(path, disk))
        except HistoryError:
            self._open(TinyDB(storage=MemoryStorage))

    def _open(self, database: TinyDB) -> None:
        self._drafts = _Shelf(database.table("drafts"), "session", _Draft)

    def get(self, evening_id: str) -> Document | None:
        """An evening's draft, None if there is none."""
        found = self._drafts.get(evening_id)
        return None if found is None else deepcopy(dict(found.draft))

    def save(self, evening_id: str, draft: Mapping[str, Any]) -> None:
        """Saves a draft in place of the one before. Raises BadRecord and the StorageErrors."""
        try:
            written = json.dumps(draft, ensure_ascii=False, allow_nan=False)
            written.encode()
        except (TypeError, ValueError, RecursionError):
            raise BadRecord("draft", Reason.NOT_JSON) from None
        if len(written) > MAX_DRAFT:
            raise BadRecord("draft", Reason.TOO_LONG, len(written))
        self._drafts.put([_Draft(evening_id, json.loads(written))])

    def clear(self, evening_id: str) -> None:
        """Removes a draft, if there is one. Raises the StorageErrors."""
        self._drafts.drop(evening_id)


def _database(path: Path, disk: Disk, tell: Tell | None = None) -> TinyDB:
    """The tables of a file; without `tell`, which receives its recoveries, it is not fsynced either."""
    return TinyDB(
        path,
        storage=AtomicStorage,
        schema=LIBRARY_SCHEMA,
        migrations=LIBRARY_MIGRATIONS,
        durable=tell is not None,
        disk=disk,
        report=None if tell is None else lambda recovery: tell(Report.of(recovery)),
    )
