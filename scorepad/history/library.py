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
from typing import Any, Generic, TypeVar

from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Table

from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import Person

from .disk import Disk
from .errors import BadRecord, Damaged, HistoryError, Reason, StorageError
from .records import (
    MAX_TEXT,
    Document,
    Fields,
    decode_scheme,
    encode_scheme,
    identity,
    integer,
    mark,
    name,
    text,
    time,
)
from .reports import Report, ReportKind
from .storage import AtomicStorage, quarantine_all

SCHEMA = 1
"""Of library.json and drafts.json."""
MAX_DRAFT = 16 * 1024
"""Characters of a draft, as JSON."""

Setting = str | int | bool
Value = TypeVar("Value")
Tell = Callable[[Report], object]

_SETTING = re.compile(r"[a-z][a-z0-9_.-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `last_used` is the time at which they last sat down (ISO 8601, UTC), "" for never."""

    id: str
    name: str
    mark: int = 0
    last_used: str = ""

    @property
    def person(self) -> Person:
        """The player as somebody at a table."""
        return Person(self.id, self.name, self.mark)


@dataclass(frozen=True, slots=True)
class Merged:
    """A player who was merged into the player of the id `into`."""

    player: Player
    into: str


class _Shelf(Generic[Value]):
    """One TinyDB table, held in memory too: one document a value, found by its key."""

    def __init__(
        self,
        table: Table,
        key_field: str,
        encode: Callable[[Value], Document],
        decode: Callable[[object], Value],
    ) -> None:
        self._table = table
        self._key = where(key_field)
        self._key_field = key_field
        self._encode = encode
        self._decode = decode
        self._documents: dict[str, Document] = {}
        self._values: dict[str, Value] = {}
        for number, found in enumerate(table, 1):
            document = dict(found)
            try:
                value = decode(document)
            except BadRecord as error:
                raise error.within(f"{table.name}/{number}") from None
            self._remember({document[key_field]: (value, document)})

    def _remember(self, saved: Mapping[str, tuple[Value, Document]]) -> None:
        for key, (value, document) in saved.items():
            self._values[key] = value
            self._documents[key] = document

    def values(self) -> list[Value]:
        """Every value, in the order in which they came."""
        return list(self._values.values())

    def get(self, key: str) -> Value | None:
        """The value of that key."""
        return self._values.get(key)

    def put(self, values: Iterable[Value]) -> bool:
        """Saves values in place of those of the same keys; whether there was anything to write."""
        new: dict[str, tuple[Value, Document]] = {}
        old: dict[str, tuple[Value, Document]] = {}
        for value in values:
            document = self._encode(value)
            if self._decode(document) != value:
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
        """Removes the value of that key; whether there was one."""
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
            # Not replaced by an empty one: it may be readable again tomorrow.
            self.problem = error
            tell(Report(ReportKind.REFUSED, path, problem=error))
            self._open(TinyDB(storage=MemoryStorage))

    def _open(self, database: TinyDB) -> None:
        self._players = _Shelf(database.table("players"), "id", encode_player, decode_player)
        self._settings = _Shelf(database.table("settings"), "key", _encode_setting, _decode_setting)
        self._schemes = _Shelf(database.table("schemes"), "id", _encode_house_scheme, _decode_house_scheme)
        self._device = _Shelf(database.table("device"), "key", _encode_setting, _decode_setting)
        self._merged = _Shelf(database.table("merged"), "id", _encode_merged, _decode_merged)

    def players(self) -> list[Player]:
        """All players: the one who sat down last first, then by name."""
        by_name = sorted(self._players.values(), key=lambda player: (player.name.casefold(), player.id))
        return sorted(by_name, key=lambda player: player.last_used, reverse=True)

    def save_players(self, players: Iterable[Player]) -> bool:
        """Saves new and changed players; whether there was anything to save."""
        self._guard()
        return self._players.put(players)

    def seat_all(self, people: Mapping[Person, str]) -> bool:
        """Remembers when people sat down (ISO 8601); whether there was anything to save. Two of one id are one."""
        seated: dict[str, Player] = {}
        for person, at in people.items():
            player_id = self.player_of(person.id)
            known = seated.get(player_id) or self._players.get(player_id)
            known = known or Player(player_id, person.name, person.mark)
            seated[player_id] = replace(known, last_used=max(at, known.last_used))
        return self.save_players(seated.values())

    def remove_player(self, player_id: str) -> bool:
        """Forgets a player; sessions keep their people. Whether there was one."""
        self._guard()
        return self._players.drop(player_id)

    def player_of(self, person_id: str) -> str:
        """The id of the player that a person at a table is, after merges."""
        merged = self._merged.get(person_id)
        return merged.into if merged else person_id

    def merged(self) -> list[Merged]:
        """All merged players."""
        return self._merged.values()

    def merge_players(self, pairs: Iterable[tuple[Player, str]]) -> bool:
        """Merges the player of each pair into the player of that id; sessions keep their people.

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
            followers = [merged for merged in self._merged.values() if merged.into == player.id]
            # First the merge, then the list of players: a crash in between loses nobody.
            self._merged.put(
                [Merged(player, target.id), *(replace(each, into=target.id) for each in followers)]
            )
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
        return dict(self._settings.values())

    def set_setting(self, key: str, value: Setting | None) -> bool:
        """Saves a setting, or removes it with None; whether there was anything to save."""
        self._guard()
        return self._settings.drop(key) if value is None else self._settings.put([(key, value)])

    def schemes(self) -> list[Scheme]:
        """The house schemes, by name."""
        return sorted(self._schemes.values(), key=lambda scheme: (scheme.name.casefold(), scheme.id))

    def save_scheme(self, scheme: Scheme) -> bool:
        """Saves a house scheme in place of the one of its id; whether there was anything to save."""
        self._guard()
        return self._schemes.put([scheme])

    def remove_scheme(self, scheme_id: str) -> bool:
        """Removes a house scheme; sessions keep theirs. Whether there was one."""
        self._guard()
        return self._schemes.drop(scheme_id)

    def device(self, new: Callable[[], str]) -> str:
        """The name of this device, made up once; if it cannot be saved, once for each start."""
        found = self._device.get("device")
        if found is None:
            found = "device", new()
            with suppress(StorageError):
                self._device.put([found])
        return str(found[1])

    def _guard(self) -> None:
        if self.problem is not None:
            raise self.problem


class Drafts:
    """drafts.json: the draft of each session, a small JSON object, held in memory too.

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
        self._drafts = _Shelf(database.table("drafts"), "session", _encode_draft, _decode_draft)

    def get(self, session_id: str) -> Document | None:
        """A session's draft, None if there is none."""
        found = self._drafts.get(session_id)
        return None if found is None else deepcopy(found[1])

    def save(self, session_id: str, draft: Mapping[str, Any]) -> None:
        """Saves a draft in place of the one before. Raises BadRecord and the StorageErrors."""
        try:
            written = json.dumps(draft, ensure_ascii=False, allow_nan=False)
            written.encode()
        except (TypeError, ValueError, RecursionError):
            raise BadRecord("draft", Reason.NOT_JSON) from None
        if len(written) > MAX_DRAFT:
            raise BadRecord("draft", Reason.TOO_LONG, len(written))
        self._drafts.put([(session_id, json.loads(written))])

    def clear(self, session_id: str) -> None:
        """Removes a draft, if there is one. Raises the StorageErrors."""
        self._drafts.drop(session_id)


# -- inside ----------------------------------------------------------------------------------------------


def _database(path: Path, disk: Disk, tell: Tell | None = None) -> TinyDB:
    """The tables of a file; without `tell`, which receives its recoveries, it is not fsynced either."""
    return TinyDB(
        path,
        storage=AtomicStorage,
        schema=SCHEMA,
        durable=tell is not None,
        disk=disk,
        report=None if tell is None else lambda recovery: tell(Report.of(recovery)),
    )


def encode_player(player: Player) -> Document:
    """A player as a document."""
    return {"id": player.id, "name": player.name, "mark": player.mark, "last_used": player.last_used or None}


def decode_player(value: object) -> Player:
    """The player of a document; BadRecord where it is none."""
    document = Fields(value)
    player = Player(
        document.required("id", identity),
        document.required("name", name),
        document.required("mark", mark),
        document.optional("last_used", time, ""),
    )
    document.end()
    return player


def _encode_merged(merged: Merged) -> Document:
    return {"id": merged.player.id, "into": merged.into, "player": encode_player(merged.player)}


def _decode_merged(value: object) -> Merged:
    document = Fields(value)
    player_id = document.required("id", identity)
    merged = Merged(document.required("player", decode_player), document.required("into", identity))
    document.end()
    if merged.player.id != player_id:
        raise BadRecord("id", Reason.UNEXPECTED, player_id)
    return merged


def _encode_setting(setting: tuple[str, Setting]) -> Document:
    return {"key": setting[0], "value": setting[1]}


def _decode_setting(value: object) -> tuple[str, Setting]:
    document = Fields(value)
    setting = document.required("key", _setting_key), document.required("value", _setting_value)
    document.end()
    return setting


def _setting_key(value: object) -> str:
    if not isinstance(value, str) or not _SETTING.fullmatch(value):
        raise BadRecord("", Reason.NOT_A_NAME, value)
    return value


def _setting_value(value: object) -> Setting:
    return value if isinstance(value, bool) else _number(value) if isinstance(value, int) else _text(value)


def _encode_house_scheme(scheme: Scheme) -> Document:
    return {"id": scheme.id, "scheme": encode_scheme(scheme)}


def _decode_house_scheme(value: object) -> Scheme:
    document = Fields(value)
    scheme_id = document.required("id", identity)
    scheme = document.required("scheme", decode_scheme)
    document.end()
    if scheme.id != scheme_id:
        raise BadRecord("id", Reason.UNEXPECTED, scheme_id)
    return scheme


def _encode_draft(draft: tuple[str, Document]) -> Document:
    return {"session": draft[0], "draft": draft[1]}


def _decode_draft(value: object) -> tuple[str, Document]:
    document = Fields(value)
    draft = document.required("session", identity), document.required("draft", _object)
    document.end()
    return draft


def _object(value: object) -> Document:
    if not isinstance(value, dict):
        raise BadRecord("", Reason.NOT_AN_OBJECT, value)
    return value


_number = integer(-(2**53), 2**53)
_text = text(MAX_TEXT)
