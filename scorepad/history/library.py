"""Players, settings and house schemes in library.json.

A damaged file is quarantined, replaced by an empty file, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
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
from .errors import BadRecord, Damaged, HistoryError, StorageError
from .file_format import Document
from .records import HOOKS
from .reports import Report, ReportKind
from .small_file import SmallFile, Tell, without
from .storage import quarantine_all

SettingValue = str | int | bool
SettingName = Annotated[str, "a setting's name"]

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


class Library(SmallFile):
    """library.json.

    If the file cannot be read (a newer scorepad wrote it, or the disk refuses), the library is empty, and every method
    that saves raises `problem`. Otherwise, methods that save raise BadRecord or a StorageError.
    """

    kinds = MappingProxyType(
        {
            "players": (Player, "id"),
            "settings": (_Setting, "key"),
            "schemes": (_HouseScheme, "id"),
            "device": (_Setting, "key"),
            "merged": (_Merged, "id"),
        }
    )
    codec = CODEC

    def __init__(self, path: Path, *, disk: Disk, tell: Tell) -> None:
        super().__init__()
        self.path = path
        self.problem: HistoryError | None = None
        self.restarted = False
        """Whether the file was damaged and its players were lost; False again once the players are restored."""
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
        """Saves people as players: for a team its members, for a guest nobody. Returns whether anything changed.

        `people` maps each person to the time at which they sat down (ISO 8601, UTC). A player who sits down again is no
        longer archived. If a saved time is later than `now`, it comes from a wrong clock, and is replaced.
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
        """Merges players: each pair has a player, and the id of the player into whom this player is merged.

        Evenings keep their people. Returns whether anything changed. Raises BadRecord if no player has the second id.
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
        return self._save(players=players, merged=without(self._values["merged"], player_id))

    def settings(self) -> dict[str, SettingValue]:
        """The settings by their keys."""
        return {key: setting.value for key, setting in self._values["settings"].items()}

    def set_setting(self, key: str, value: SettingValue | None) -> bool:
        """Saves a setting, or removes it with None; returns whether anything changed."""
        rest = without(self._values["settings"], key)
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
        return self._save(schemes=without(self._values["schemes"], scheme_id))

    def rename_device(self, name: str) -> str:
        """Saves a new name of this device, and returns it; if it cannot be saved, the next start uses the old name."""
        with suppress(HistoryError):
            self._save(device={"device": _Setting("device", name)})
        return name

    def device(self, new: Callable[[], str]) -> str:
        """The saved name of this device. If there is none, calls `new`, and saves the result.

        If the save is refused, the next start calls `new` again.
        """
        found = self._values["device"].get("device")
        if found is None:
            found = _Setting("device", new())
            with suppress(StorageError):
                self._save(device={"device": found})
        return str(found.value)
