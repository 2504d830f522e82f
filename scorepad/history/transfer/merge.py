"""Previews and applies an import.

Events are identified by their ids, so the number and the order of imports do not matter. Each evening is one atomic
write, and a backup is made before the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import Event
from scorepad.evening.people import MARKS
from scorepad.evening.sheet import SheetRow
from scorepad.faults import Fault
from scorepad.history.backup import Backup, BackupKind
from scorepad.history.backup.inspection import evenings_in
from scorepad.history.errors import BadRecord, EveningError, HistoryError, UnknownEvening
from scorepad.history.library import Player
from scorepad.history.records import encode, equal_documents, with_events
from scorepad.tarot.scheme import Scheme
from scorepad.text import name_key

from .read import ImportFile, players_of, read

if TYPE_CHECKING:
    from scorepad.history.history import History
    from scorepad.history.reader import HistoryReader


class ImportStatus(StrEnum):
    """The effect of an import on one item of a file."""

    NEW = "new"
    MORE = "more"
    """The item is here, but the file has more events of it."""
    KNOWN = "known"
    """The item is here already."""
    REFUSED = "refused"
    """The item contradicts the data here, or cannot be read or saved here; the rest of the file can be imported."""


@dataclass(frozen=True, slots=True)
class IncomingEvening:
    """An evening of a file, and the `result` of its import.

    `added` is the number of events that are not here yet. `conflicting` has the rows about which the table has to
    decide after the import. `doubled` is the number of hands that both devices recorded with the same facts, so that
    each of them counts once. `problem` is the reason why the evening cannot be imported; `result` is then None.
    """

    evening: Evening
    status: ImportStatus
    added: int = 0
    result: Evening | None = None
    conflicting: tuple[SheetRow, ...] = ()
    doubled: int = 0
    problem: HistoryError | None = None


class PlayerMatch(StrEnum):
    """How an incoming player was recognised."""

    SAME_ID = "same_id"
    MERGED_THERE = "merged_there"
    """The device that wrote the file had merged this player into another player."""
    SAME_NAME = "same_name"
    """Only the names are the same: somebody should confirm the match."""
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class IncomingPlayer:
    """A player in a file.

    `proposal` is another player, here or (for MERGED_THERE) in the file, who may be the same person; None if the id is
    known here, or if nobody matches.
    """

    player: Player
    match: PlayerMatch
    proposal: Player | None = None


@dataclass(frozen=True, slots=True)
class IncomingScheme:
    """A house scheme of a file.

    `status` is REFUSED if a different scheme with the same id is here.
    """

    scheme: Scheme
    status: ImportStatus


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an import of a file would make now."""

    exported: str
    device: str
    evenings: tuple[IncomingEvening, ...]
    players: tuple[IncomingPlayer, ...]
    schemes: tuple[IncomingScheme, ...]

    @property
    def brings_nothing(self) -> bool:
        """Whether the import would change nothing."""
        statuses = [each.status for each in self.evenings] + [each.status for each in self.schemes]
        known = [each.match is PlayerMatch.SAME_ID for each in self.players]
        return all(known) and not {ImportStatus.NEW, ImportStatus.MORE}.intersection(statuses)

    def proposals(self, *matches: PlayerMatch) -> dict[str, str]:
        """Maps the id of each incoming player with one of these `matches` and a proposal to the id of the proposal.

        `apply_import` takes the result as `same`.
        """
        found = [each for each in self.players if each.match in matches]
        return {each.player.id: each.proposal.id for each in found if each.proposal is not None}


def preview_import(raw: bytes, history: HistoryReader) -> Preview:
    """The changes that an import of a file would make. Raises Refused if the file is not valid."""
    return compare(read(raw), history)


def compare(incoming: ImportFile, history: HistoryReader) -> Preview:
    """The changes that an import would make to the present history."""
    return Preview(
        incoming.exported,
        incoming.device,
        tuple(compare_evening(evening, history) for evening in incoming.evenings),
        tuple(_match_players(incoming, history)),
        tuple(_compare_schemes(incoming, history)),
    )


def compare_evening(evening: Evening, history: HistoryReader) -> IncomingEvening:
    """The change that an import of an evening would make to the present history.

    The status is REFUSED if the evening contradicts the history, or if the evening here cannot be read.
    """
    try:
        ours = history.load(evening.id)
        added = missing_events(ours, evening)
        result = with_events(ours, added)
    except UnknownEvening:
        events = len(evening.events)
        return IncomingEvening(evening, ImportStatus.NEW, events, evening, evening.sheet.conflicts)
    except HistoryError as error:
        return IncomingEvening(evening, ImportStatus.REFUSED, problem=error)
    before = {row.id: {event.id for event in row.conflicting} for row in ours.sheet.conflicts}
    conflicting = tuple(
        row for row in result.sheet.conflicts if {event.id for event in row.conflicting} != before.get(row.id)
    )
    status = ImportStatus.MORE if added else ImportStatus.KNOWN
    doubled = result.table.same_turns.left_out.keys() - ours.table.same_turns.left_out.keys()
    return IncomingEvening(evening, status, len(added), result, conflicting, len(doubled))


def missing_events(ours: Evening, theirs: Evening) -> tuple[Event, ...]:
    """The events that only the copy `theirs` has. Raises BadRecord if the copies contradict each other."""
    start, other = encode(ours.start), encode(theirs.start)
    for each in fields(Start):
        if start.get(each.name) != other.get(each.name):
            raise BadRecord(f"evening/{each.name}", Fault.CONTRADICTION)
    known = {event.id: event for event in ours.events}
    for event in theirs.events:
        if not equal_documents(known.get(event.id, event), event):
            raise BadRecord(f"event {event.id}", Fault.CONTRADICTION)
    return tuple(event for event in theirs.events if event.id not in known)


def _by_name(players: Iterable[Player]) -> dict[str, list[Player]]:
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(name_key(player.name), []).append(player)
    return by_name


def same_names(players: Iterable[Player]) -> list[tuple[Player, ...]]:
    """Groups of players with equal names, who may be one person."""
    return [tuple(found) for found in _by_name(players).values() if len(found) > 1]


def _match_players(incoming: ImportFile, history: HistoryReader) -> Iterator[IncomingPlayer]:
    """Yields each player in a file and in its evenings, with another player who may be the same person."""
    ours = {player.id: player for player in history.players()}
    merged_here = {each.player.id for each in history.merged_players()}
    merged_there = {each.player.id: each.into for each in incoming.merged}
    by_name = _by_name(ours.values())
    everybody = {each.player.id: each.player for each in incoming.merged}
    for person in (each for evening in incoming.evenings for each in evening.sheet.people):
        for mark, each in enumerate(person.players, person.mark):
            everybody.setdefault(each.id, Player(each.id, each.name, mark % MARKS))
    everybody |= {player.id: player for player in incoming.players}
    for player in everybody.values():
        into = merged_there.get(player.id)
        target = player.id if into is None else history.player_of(into)
        if player.id in merged_here or (target == player.id and (into is not None or player.id in ours)):
            yield IncomingPlayer(player, PlayerMatch.SAME_ID)
        elif into is not None:
            proposal = ours.get(target) or everybody.get(into)
            match = PlayerMatch.MERGED_THERE if proposal else PlayerMatch.STRANGER
            yield IncomingPlayer(player, match, proposal)
        else:
            namesakes = by_name.get(name_key(player.name), [])
            if len(namesakes) == 1 and namesakes[0].id not in everybody:  # two players of the file differ
                yield IncomingPlayer(player, PlayerMatch.SAME_NAME, namesakes[0])
            else:
                yield IncomingPlayer(player, PlayerMatch.STRANGER)


def _compare_schemes(incoming: ImportFile, history: HistoryReader) -> Iterator[IncomingScheme]:
    ours = {scheme.id: scheme for scheme in history.schemes()}
    for scheme in incoming.schemes:
        known = ImportStatus.KNOWN if ours.get(scheme.id) == scheme else ImportStatus.REFUSED
        yield IncomingScheme(scheme, known if scheme.id in ours else ImportStatus.NEW)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import.

    `new`, `more` and `known` have the ids of evenings; `refused` has the ids of refused evenings, each with the reason.
    `events`, `players`, `merged` and `schemes` are the numbers of saved or merged items. `backup` is the backup that
    was made before the import; None if nothing had to be changed.
    """

    new: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    events: int = 0
    players: int = 0
    merged: int = 0
    schemes: int = 0
    refused: tuple[tuple[str, HistoryError], ...] = ()
    conflicting: tuple[tuple[str, str], ...] = ()
    """The ids of evenings, each with the id of a row about which the table now has to decide."""
    backup: Backup | None = None


def apply_import(
    preview: Preview,
    history: History,
    *,
    evenings: Collection[str] | None = None,
    same: Mapping[str, str] | None = None,
    replace_schemes: Collection[str] = (),
) -> ImportResult:
    """Saves missing events, players and schemes: for all evenings of the file, or for `evenings` (ids).

    `same` maps the id of an incoming player to the id of the player, here or in the file, into whom this player is
    merged; without `same`, the merges of the other device apply. House schemes that differ from the schemes here are
    replaced only if `replace_schemes` has their ids. The history may have changed since the preview.

    Raises BadRecord if `same` has an unknown id, or a StorageError; a second import then continues.
    """
    chosen = [each.evening for each in preview.evenings if evenings is None or each.evening.id in evenings]
    if same is None:
        same = preview.proposals(PlayerMatch.MERGED_THERE)
    now = [compare_evening(evening, history) for evening in chosen]
    concerned = None if evenings is None else players_of(chosen)
    players, pairs = _players_to_save(preview, now, history, same, concerned)
    schemes = _schemes_to_save(preview, history, replace_schemes)
    result = replace(_result_of(now), players=len(players), merged=len(pairs), schemes=len(schemes))
    if not (result.new or result.more or players or pairs or schemes):
        return result
    backup = history.back_up(BackupKind.IMPORT)
    history.save_players(players)
    history.merge_players(pairs)
    for scheme in schemes:
        history.save_scheme(scheme)
    saved = [save_evening(each, history) for each in now]
    return replace(
        _result_of(each for each, _ in saved),
        events=sum(events for _, events in saved),
        players=result.players,
        merged=result.merged,
        schemes=result.schemes,
        backup=backup,
    )


def _result_of(evenings: Iterable[IncomingEvening]) -> ImportResult:
    """The result of an import for these evenings."""
    found = list(evenings)
    ids = {
        status: tuple(each.evening.id for each in found if each.status is status) for status in ImportStatus
    }
    return ImportResult(
        new=ids[ImportStatus.NEW],
        more=ids[ImportStatus.MORE],
        known=ids[ImportStatus.KNOWN],
        refused=tuple((each.evening.id, each.problem) for each in found if each.problem is not None),
        conflicting=tuple((each.evening.id, entry.id) for each in found for entry in each.conflicting),
    )


def save_evening(incoming: IncomingEvening, history: History) -> tuple[IncomingEvening, int]:
    """Saves the new events of an evening; returns the incoming evening, and the number of saved events.

    If the history refuses the events, the status of the returned evening is REFUSED, and the number is 0.
    """
    evening = incoming.evening
    try:
        if incoming.status is ImportStatus.NEW:
            history.take_in(evening)
            return incoming, len(evening.events)
        added = history.merge(evening.id, evening.events) if incoming.status is ImportStatus.MORE else 0
        return incoming, added
    except (EveningError, BadRecord) as error:
        return IncomingEvening(evening, ImportStatus.REFUSED, problem=error), 0


def restore_evenings(history: History, path: Path, evening_ids: Iterable[str]) -> ImportResult:
    """Imports some evenings of a backup. Raises Refused, TooNew, BadRecord or a StorageError."""
    return _import_evenings(history, evenings_in(path, evening_ids))


def _import_evenings(history: History, evenings: Iterable[Evening]) -> ImportResult:
    found = {
        evening.id: evening for evening in evenings
    }  # several reports, or options, may name the same evening
    refused: list[tuple[str, HistoryError]] = []
    for evening_id in list(found):
        try:
            history.quarantine(evening_id)
        except HistoryError as error:
            refused.append((evening_id, error))
            del found[evening_id]
    preview = compare(ImportFile("", "", (), (), (), tuple(found.values())), history)
    result = apply_import(preview, history)
    return replace(result, refused=(*refused, *result.refused))


def restore_missing(history: History, only: Collection[str] | None = None) -> ImportResult:
    """Imports the missing evenings from the backups that have them; if `only` is not None, imports only these ids.

    An evening is refused if its backup cannot be read. Raises a StorageError.
    """
    wanted: dict[str, tuple[Path, ...]] = {}
    for copy in filter(None, (report.backup_copy for report in history.reports())):
        if only is None or copy.summary.id in only:
            wanted[copy.summary.id] = copy.path, *copy.others
    evenings: dict[str, Evening] = {}
    refused: list[tuple[str, HistoryError]] = []
    for evening_id, path in [(each, path) for each, paths in wanted.items() for path in paths]:
        try:
            for evening in evenings_in(path, [evening_id]):
                evenings[evening_id] = _united(evenings.get(evening_id, evening), evening)
        except HistoryError as error:
            refused.append((evening_id, error))
    result = _import_evenings(history, evenings.values())
    return replace(result, refused=(*refused, *result.refused))


def _united(evening: Evening, other: Evening) -> Evening:
    """Adds the events of the copy `other` to an evening. Raises BadRecord if they contradict the evening."""
    known = {event.id for event in evening.events}
    return with_events(evening, [event for event in other.events if event.id not in known])


def _players_to_save(
    preview: Preview,
    evenings: Iterable[IncomingEvening],
    history: HistoryReader,
    same: Mapping[str, str],
    concerned: Collection[str] | None,
) -> tuple[list[Player], list[tuple[Player, str]]]:
    """The new players, and the pairs to merge: a player, and the id of the player who stays.

    The new players are only players with ids in `concerned`, unless this is None. Raises BadRecord if `same` has an
    unknown id.
    """
    ours, player_of = {player.id for player in history.players()}, history.player_of
    incoming = {each.player.id: each.player for each in preview.players}
    for incoming_id, into in same.items():
        if incoming_id not in incoming or player_of(into) not in ours | incoming.keys():
            raise BadRecord("same", Fault.STRANGER, incoming_id)
    pairs = [(incoming[each], into) for each, into in same.items() if player_of(each) != player_of(into)]
    refused = players_of(each.evening for each in evenings if each.problem is not None)
    merged = {player.id for player, _ in pairs}
    players = [
        player
        for player in incoming.values()
        if player.id not in merged | refused
        and player_of(player.id) not in ours
        and (concerned is None or player.id in concerned)
    ]
    return players, pairs


def _schemes_to_save(
    preview: Preview, history: HistoryReader, replace_schemes: Collection[str]
) -> list[Scheme]:
    """The schemes that are new here, and the schemes that replace others."""
    ours = {scheme.id: scheme for scheme in history.schemes()}
    return [
        each.scheme
        for each in preview.schemes
        if each.scheme != ours.get(each.scheme.id)
        and (each.scheme.id not in ours or each.scheme.id in replace_schemes)
    ]
