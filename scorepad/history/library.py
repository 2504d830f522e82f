"""Players, settings and house schemes in library.json, and drafts in drafts.json.

Both files are small, kept in memory, and written whole. A damaged library.json is quarantined, replaced by an empty
file, and reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from scorepad.codec import Codec, Coder, Range
from scorepad.evening.length import Time
from scorepad.evening.people import MARKS, MarkNumber, Name, Person, ShortText
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme

from .disk import Disk
from .errors import BadRecord, Damaged, HistoryError, StorageError, Unreadable
from .file_format import Document, Tables
from .migrations import DRAFTS_WITH_PLACES, LIBRARY_MIGRATIONS
from .records import HOOKS, decode, encode
from .reports import Report, ReportKind
from .storage import AtomicStorage, quarantine_all

MAX_DRAFT = 256 * 1024
"""The longest draft of an evening, in characters of JSON."""

SettingValue = str | int | bool
SettingName = Annotated[str, "a setting's name"]
Tell = Callable[[Report], object]

_SETTING = re.compile(r"[a-z][a-z0-9_.-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `last_used` is the time at which they last sat down (ISO 8601, UTC), "" for never.

    An `archived` player is not suggested for new evenings until they sit down again.
    """

    id: Id
    name: Name
    mark: MarkNumber = 0
    last_used: Time = ""
    archived: bool = False

    @property
    def person(self) -> Person:
        """The player as a person at a table."""
        return Person(self.id, self.name, self.mark)


@dataclass(frozen=True, slots=True)
class Merged:
    """A player who was merged into the player with the id `into`."""

    player: Player
    into: Id


@dataclass(frozen=True, slots=True)
class _Setting:
    key: SettingName
    value: SettingValue


@dataclass(frozen=True, slots=True)
class _HouseScheme:
    id: Id
    scheme: Scheme

    def __post_init__(self) -> None:
        if self.id != self.scheme.id:
            raise Invalid(Fault.UNEXPECTED, self.id, ("id",))


@dataclass(frozen=True, slots=True)
class _Merged:
    id: Id
    into: Id
    player: Player

    def __post_init__(self) -> None:
        if self.id != self.player.id:
            raise Invalid(Fault.UNEXPECTED, self.id, ("id",))


@dataclass(frozen=True, slots=True)
class _Draft:
    session: Id
    """The id of the evening; files call it `session`."""
    draft: Mapping[str, Any]


def _player(codec: Codec) -> Coder:
    """Reads and writes a player: `last_used` is null for never, and `archived` is written only if it is true."""
    read, write = codec.usual(Player)

    def encode(player: Player) -> Document:
        document: Document = write(player) | {"last_used": player.last_used or None}
        if not player.archived:
            del document["archived"]
        return document

    return Coder(read, encode)


def _key(codec: Codec) -> Coder:
    def read(value: object) -> str:
        if not isinstance(value, str) or not _SETTING.fullmatch(value):
            raise Invalid(Fault.NOT_A_NAME, value)
        return value

    return Coder(read)


def _setting(codec: Codec) -> Coder:
    text, number = codec.coder(ShortText).decode, codec.coder(Annotated[int, Range(-(2**53), 2**53)]).decode

    def read(value: object) -> Any:
        return value if isinstance(value, bool) else number(value) if isinstance(value, int) else text(value)

    return Coder(read)


CODEC = Codec({**HOOKS, Player: _player, SettingName: _key, SettingValue: _setting})
"""The codec for values of the library, and of evenings."""


_KINDS: Mapping[str, tuple[Any, str]] = MappingProxyType(
    {
        "players": (Player, "id"),
        "settings": (_Setting, "key"),
        "schemes": (_HouseScheme, "id"),
        "device": (_Setting, "key"),
        "merged": (_Merged, "id"),
        "drafts": (_Draft, "session"),
    }
)
"""The type of the values of each table, and the field with their key."""

Values = dict[str, dict[str, Any]]
"""The values of each table, by their keys."""


def _read(tables: Tables) -> Values:
    """Decodes the tables of a file. Raises BadRecord."""
    found: Values = {name: {} for name in _KINDS}
    for name, table in tables.items():
        for number, document in enumerate(table.values(), 1):
            kind, key = _KINDS[name]
            try:
                value = decode(kind, document, CODEC)
            except BadRecord as error:
                raise error.within(f"{name}/{number}") from None
            found[name][getattr(value, key)] = value
    return found


class _SmallFile:
    """A file that is kept in memory and written whole; if no file is open, the values are in memory only."""

    def __init__(self) -> None:
        self._values = _read({})
        self._storage: AtomicStorage | None = None

    def _open(self, path: Path, disk: Disk, tell: Tell | None = None) -> None:
        """Reads the file; `tell` is called with the reports of recoveries. Without `tell`, writes are not fsynced."""
        storage = AtomicStorage(
            path, migrations=LIBRARY_MIGRATIONS, durable=tell is not None, disk=disk, report=tell
        )
        self._values, self._storage = _read(storage.read() or {}), storage

    def _save(self, **changes: dict[str, Any]) -> bool:
        """Saves new values of some tables in one write; returns whether anything changed."""
        new = self._values | changes
        if new == self._values:
            return False
        tables = {
            name: {str(number): encode(value, CODEC) for number, value in enumerate(table.values(), 1)}
            for name, table in new.items()
            if table
        }
        if _read(tables) != new:
            raise BadRecord("library", Fault.UNEXPECTED)
        if self._storage is not None:
            self._storage.write(tables)
        self._values = new
        return True


def _without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {each: value for each, value in table.items() if each != key}


def with_new_ids(document: Any, ids: Mapping[str, str]) -> Any:
    """The document with new ids; `ids` has them by the old ones."""
    if isinstance(document, dict):
        return {key: with_new_ids(each, ids) for key, each in document.items()}
    if isinstance(document, list):
        return [with_new_ids(each, ids) for each in document]
    return ids.get(document, document) if isinstance(document, str) else document


class Library(_SmallFile):
    """library.json.

    If the file cannot be read (a newer scorepad wrote it, or the disk refuses), the library is empty, and methods that
    write raise its `problem`. Otherwise they raise BadRecord and the StorageErrors.
    """

    def __init__(self, path: Path, *, disk: Disk, tell: Tell) -> None:
        super().__init__()
        self.path = path
        self.problem: HistoryError | None = None
        self.restarted = False
        """Whether the file was damaged and its players were lost."""
        try:
            try:
                self._open(path, disk, tell)
            except (Damaged, BadRecord) as error:
                flaws = error.flaws if isinstance(error, Damaged) else {}
                quarantined = quarantine_all(path, disk)
                tell(Report(ReportKind.RESTARTED, path, flaws=flaws, quarantined=quarantined, problem=error))
                self.restarted = True
                if not disk.read_only:
                    self._open(path, disk, tell)
        except StorageError as error:
            # The file is not replaced by an empty file, as it may be readable later.
            self.problem = error
            tell(Report(ReportKind.REFUSED, path, problem=error))

    def _save(self, **changes: dict[str, Any]) -> bool:
        if self.problem is not None:
            raise self.problem
        return super()._save(**changes)

    def players(self) -> list[Player]:
        """All players, sorted by the time at which they last sat down, the latest first, and then by name."""
        by_name = sorted(
            self._values["players"].values(), key=lambda player: (player.name.casefold(), player.id)
        )
        return sorted(by_name, key=lambda player: player.last_used, reverse=True)

    def player_names(self) -> dict[str, str]:
        """The name of each player, by the id."""
        return {id_: player.name for id_, player in self._values["players"].items()}

    def save_players(self, players: Iterable[Player]) -> bool:
        """Saves new and changed players; returns whether anything changed."""
        return self._save(players=self._values["players"] | {player.id: player for player in players})

    def seat_all(self, people: Mapping[Person, str], now: str = "9999") -> bool:
        """Saves people, but not guests, as players, with the times at which they sat down (ISO 8601, UTC).

        Returns whether anything changed. Of a team, saves the members. A player who sits down again is no longer
        archived. A saved time after `now` comes from a wrong clock, and is ignored.
        """
        players = dict(self._values["players"])
        for person, at in people.items():
            for mark, each in enumerate(person.players, person.mark):
                player_id = self.player_of(each.id)
                known = players.get(player_id, Player(player_id, each.name, mark % MARKS))
                before = known.last_used if known.last_used <= now else ""
                archived = known.archived and at <= before
                players[player_id] = replace(known, last_used=max(at, before), archived=archived)
        return self._save(players=players)

    def player_of(self, person_id: str) -> str:
        """The id of the player for a person at a table, after merges."""
        merged = self._values["merged"].get(person_id)
        return merged.into if merged else person_id

    def merged(self) -> list[Merged]:
        """All merged players."""
        return [Merged(each.player, each.into) for each in self._values["merged"].values()]

    def merge_players(self, pairs: Iterable[tuple[Player, str]]) -> bool:
        """Merges the player of each pair into another, whose id is the second value; evenings keep their people.

        Returns whether anything changed. Raises BadRecord if no player has such an id.
        """
        players, merged = dict(self._values["players"]), dict(self._values["merged"])
        targets = {each.into for each in merged.values()}
        for player, into in pairs:
            target = players.get(merged[into].into if into in merged else into)
            if target is None:
                raise BadRecord("merged/into", Fault.STRANGER, into)
            former = merged.get(player.id)
            if target.id in (player.id, former and former.into):
                continue
            player = players.pop(player.id, former.player if former else player)
            if player.id in targets:
                merged |= {
                    key: replace(each, into=target.id)
                    for key, each in merged.items()
                    if each.into == player.id
                }
            targets.add(target.id)
            merged[player.id] = _Merged(player.id, target.id, player)
            players[target.id] = replace(target, last_used=max(target.last_used, player.last_used))
        return self._save(players=players, merged=merged)

    def separate_player(self, player_id: str) -> bool:
        """Undoes a merge; returns whether there was one."""
        merged = self._values["merged"].get(player_id)
        players = self._values["players"] | ({player_id: merged.player} if merged else {})
        return self._save(players=players, merged=_without(self._values["merged"], player_id))

    def settings(self) -> dict[str, SettingValue]:
        """The settings by their keys."""
        return {key: setting.value for key, setting in self._values["settings"].items()}

    def set_setting(self, key: str, value: SettingValue | None) -> bool:
        """Saves a setting, or removes it with None; returns whether anything changed."""
        rest = _without(self._values["settings"], key)
        return self._save(
            settings=rest if value is None else self._values["settings"] | {key: _Setting(key, value)}
        )

    def schemes(self) -> list[Scheme]:
        """The house schemes, by name."""
        schemes = (house.scheme for house in self._values["schemes"].values())
        return sorted(schemes, key=lambda scheme: (scheme.name.casefold(), scheme.id))

    def save_scheme(self, scheme: Scheme) -> bool:
        """Saves a house scheme, and replaces any scheme with the same id; returns whether anything changed."""
        return self._save(schemes=self._values["schemes"] | {scheme.id: _HouseScheme(scheme.id, scheme)})

    def remove_scheme(self, scheme_id: str) -> bool:
        """Removes a house scheme; evenings keep their schemes. Returns whether there was one."""
        return self._save(schemes=_without(self._values["schemes"], scheme_id))

    def rename_device(self, name: str) -> str:
        """Gives this device a new name, and returns it; it counts until the next start if it cannot be saved."""
        with suppress(HistoryError):
            self._save(device={"device": _Setting("device", name)})
        return name

    def device(self, new: Callable[[], str]) -> str:
        """The name of this device; `new` makes it once, or again at each start if it cannot be saved."""
        found = self._values["device"].get("device")
        if found is None:
            found = _Setting("device", new())
            with suppress(StorageError):
                self._save(device={"device": found})
        return str(found.value)


class Drafts(_SmallFile):
    """drafts.json: the draft of each evening, a small JSON object.

    Drafts are not fsynced: a killed app loses no draft, but a power cut may lose the last ones. So a damaged file is
    replaced without a report, and if the file cannot be used, drafts stay in memory.
    """

    def __init__(self, path: Path, *, disk: Disk) -> None:
        super().__init__()
        with suppress(HistoryError):
            try:
                self._open_now_or_in_a_moment(path, disk)
            except (StorageError, BadRecord):
                quarantine_all(path, disk)
                self._open(path, disk)

    def _open_now_or_in_a_moment(self, path: Path, disk: Disk) -> None:
        try:
            self._open(path, disk)
        except Unreadable:
            self._open(path, disk)

    def replace_ids(self, ids_of: Callable[[str], Mapping[str, str]]) -> None:
        """Replaces the ids of events in drafts of an earlier schema.

        `ids_of` returns the new ids of an evening's events by the old ones. If the system refuses the write, the
        next start tries again.
        """
        if self._storage is None or not 0 < self._storage.schema < DRAFTS_WITH_PLACES:
            return
        drafts = {
            key: replace(each, draft=with_new_ids(each.draft, ids_of(key)))
            for key, each in self._values["drafts"].items()
        }
        with suppress(HistoryError):
            self._save(drafts=drafts)

    def get(self, evening_id: str) -> Document | None:
        """The draft of an evening; None if there is none."""
        found = self._values["drafts"].get(evening_id)
        return None if found is None else deepcopy(dict(found.draft))

    def save(self, evening_id: str, draft: Mapping[str, Any]) -> None:
        """Saves a draft, and replaces the previous one. Raises BadRecord and the StorageErrors."""
        try:
            written = json.dumps(draft, ensure_ascii=False, allow_nan=False)
            written.encode()
        except (TypeError, ValueError, RecursionError):
            raise BadRecord("draft", Fault.NOT_JSON) from None
        if len(written) > MAX_DRAFT:
            raise BadRecord("draft", Fault.TOO_LONG, len(written))
        drafts = self._values["drafts"] | {evening_id: _Draft(evening_id, json.loads(written))}
        self._save(drafts=drafts)

    def clear(self, evening_id: str) -> None:
        """Removes a draft, if there is one. Raises the StorageErrors."""
        self._save(drafts=_without(self._values["drafts"], evening_id))
