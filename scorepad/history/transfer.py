"""Sessions as one file that people can read, to another device and back.

    {
     "format": "scorepad transfer",
     "version": 1, "schema": 1,
     "exported": "2026-11-21T22:15:00.000Z", "device": "1f0c2a9b", "made_by": "0.1.0",
     "players": […], "merged": […], "schemes": […],
     "sessions": [{"session": {…}, "events": [
      {…},
      {…}]}],
     "checksum": "sha256:…"
    }

Players, house schemes, sessions and events are the documents of `records`. The checksum covers all the rest, as
JSON with sorted keys and without spaces: indenting the file anew does not change it.

What comes in is hostile ground. `preview_import` reads everything and says what it would bring, or raises Refused;
nothing is written before all of it was understood. Events are united by their ids, so that it does not matter
how often, or in which order, files come in; a session is one atomic write. A backup is made first.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from scorepad import __version__
from scorepad.codec import Length, Range
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import Device, Entry, Event, Person, Session, Time, conflicts

from .backup import Backup, Kind, sessions_in
from .errors import BadRecord, HistoryError, Reason, Refusal, Refused, UnknownSession
from .library import CODEC, Merged, Player
from .records import (
    MIGRATIONS,
    SCHEMA,
    Document,
    decode,
    decode_session,
    encode,
    encode_session,
    with_events,
)
from .sessions import valid_id

if TYPE_CHECKING:
    from .history import History

FORMAT = "scorepad transfer"
VERSION = 1

LIMIT = 32 * 1024 * 1024
"""Bytes of a file; a larger one is refused unread."""
PART = 12 * 1024 * 1024
"""Bytes of a file that is written, beyond which there is another one: a browser can still hand it over whole."""
MAX_DEPTH = 24
"""Objects and lists within each other; an event takes eight."""
MAX_CONTAINERS = 1_000_000
"""Objects and lists in a file: what takes memory, whatever its size."""
MAX_COMMAS = 4_000_000
MAX_SESSIONS = 20_000
MAX_EVENTS = 10_000
"""Events of a session."""
MAX_SHELF = 10_000
"""Players, and schemes, of a file."""
FARTHEST_SEQ = 1_000_000
"""A higher number would leave none for the events to come."""


# -- export ----------------------------------------------------------------------------------------------


def export(history: History, session_ids: Collection[str] | None = None) -> bytes:
    """Some sessions, or with None everything, as one file.

    Raises Refused (TOO_LARGE) where one file cannot hold them, UnknownSession, BadRecord, or a StorageError.
    """
    parts = export_parts(history, session_ids)
    only = next(parts)
    if next(parts, None) is not None:
        raise Refused(Refusal.TOO_LARGE)
    return only


def export_parts(history: History, session_ids: Collection[str] | None = None) -> Iterator[bytes]:
    """The same as as many files as it takes, each of which can be imported alone.

    With None, a session that cannot be read is left out: it could be in no file.
    """
    everything = session_ids is None
    wanted = [each.id for each in history.summaries() if not each.problem] if everything else session_ids
    shelves = _Shelves(history, everything=everything)
    texts: list[str] = []
    people: list[Person] = []
    size = 0
    for session_id in dict.fromkeys(wanted or ()):
        session = history.load(session_id)
        written = _session_text(session)
        room = len(written.encode())
        if texts and (size + room > PART or len(texts) == MAX_SESSIONS):
            yield _file(history, shelves, people, texts)
            texts, people, size = [], [], 0
        texts.append(written)
        people.extend(session.people)
        size += room
    yield _file(history, shelves, people, texts)


class _Shelves:
    """What a file holds beside sessions."""

    def __init__(self, history: History, *, everything: bool) -> None:
        self.everything = everything
        self.players = {player.id: player for player in history.players()}
        self.merged = history.merged_players()
        self.schemes = history.schemes() if everything else []

    def of(self, people: Iterable[Person]) -> tuple[list[Player], list[Merged]]:
        """The players that a file needs, and who of them turned out to be whom."""
        ids = {person.id for person in people}
        merged = [each for each in self.merged if self.everything or each.player.id in ids]
        ids.update(each.into for each in merged)
        return [player for player in self.players.values() if self.everything or player.id in ids], merged


def _file(history: History, shelves: _Shelves, people: Iterable[Person], sessions: Sequence[str]) -> bytes:
    players, merged = shelves.of(people)
    head: Document = {
        "format": FORMAT,
        "version": VERSION,
        "schema": SCHEMA,
        "exported": history.stamp().at,
        "device": history.device,
        "made_by": __version__,
    }
    lists = {
        "players": [_line(encode(player, CODEC)) for player in players],
        "merged": [_line(encode(each, CODEC)) for each in merged],
        "schemes": [_line(encode(scheme)) for scheme in shelves.schemes],
        "sessions": sessions,
    }
    members = [f" {quoted(key)}: {_line(value)}" for key, value in head.items()]
    members += [f" {quoted(key)}: {_listed(texts)}" for key, texts in lists.items()]
    body = ",\n".join(members)
    checksum = _checksum(json.loads(f"{{{body}}}"))
    return f'{{\n{body},\n "checksum": {_line(checksum)}\n}}\n'.encode()


def _listed(texts: Sequence[str]) -> str:
    return "[\n  " + ",\n  ".join(texts) + "\n ]" if texts else "[]"


def _line(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def _session_text(session: Session) -> str:
    """A session: its facts one a line, and then an event a line."""
    header = encode_session(session.beginning)["session"]["1"]
    facts = ",\n    ".join(f"{quoted(key)}: {_line(value)}" for key, value in header.items())
    events = ",\n    ".join(_line(encode(event)) for event in session.events)
    listed = f"[\n    {events}\n   ]" if events else "[]"
    return f'{{"session": {{\n    {facts}\n   }},\n   "events": {listed}}}'


def _checksum(document: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in document.items() if key != "checksum"}
    plain = json.dumps(rest, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(plain.encode()).hexdigest()}"


# -- reading what comes in -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportFile:
    """What a file holds, understood and valid, and compared with nothing yet."""

    exported: str
    device: str
    players: tuple[Player, ...]
    merged: tuple[Merged, ...]
    schemes: tuple[Scheme, ...]
    sessions: tuple[Session, ...]


def read(raw: bytes) -> ImportFile:
    """What the bytes of a file hold; Refused where any of it is not believed."""
    document = _parsed(raw)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused(Refusal.FOREIGN)
    for name, known in (("version", VERSION), ("schema", SCHEMA)):
        number = document.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise Refused(Refusal.RECORD, name, Reason.NOT_A_NUMBER)
        if number > known:
            raise Refused(Refusal.TOO_NEW, name, number)
    try:
        if _checksum(document) != document.get("checksum"):
            raise Refused(Refusal.CHECKSUM)
        return _unpack(document)
    except BadRecord as error:
        raise Refused(Refusal.RECORD, error.where, error.reason) from error
    except RecursionError:
        raise Refused(Refusal.TOO_DEEP) from None
    except ValueError:  # a lone half of a surrogate pair
        raise Refused(Refusal.NOT_JSON) from None


def read_file(path: Path) -> bytes:
    """The bytes of a file from elsewhere, of which no more than LIMIT are read. Raises Refused and OSError."""
    with path.open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        raise Refused(Refusal.TOO_LARGE, "", path.stat().st_size)
    return raw


def _parsed(raw: bytes) -> object:
    if len(raw) > LIMIT:
        raise Refused(Refusal.TOO_LARGE, "", len(raw))
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if raw.count(b"{") + raw.count(b"[") > MAX_CONTAINERS or raw.count(b",") > MAX_COMMAS:
        raise Refused(Refusal.TOO_MANY)
    if _depth(raw) > MAX_DEPTH:
        raise Refused(Refusal.TOO_DEEP)
    try:
        return _DECODER.decode(raw.decode())
    except json.JSONDecodeError as error:
        raise Refused(Refusal.NOT_JSON, f"{error.lineno}:{error.colno}") from None
    except (ValueError, RecursionError):  # no UTF-8, or a number of thousands of digits
        raise Refused(Refusal.NOT_JSON) from None


_STRINGS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def _depth(raw: bytes) -> int:
    """How deep a text nests, if it is JSON; parsers of another Python may fall over what is deeper."""
    depth = deepest = 0
    for sign in _STRINGS.sub(b"", raw).translate(None, _NOT_BRACKETS):
        if sign in b"[{":
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > MAX_DEPTH:
                    break
        else:
            depth -= 1
            if depth < 0:
                break  # no JSON
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise Refused(Refusal.TWICE, "", _repeated([key for key, _ in pairs]))
    return document


def _repeated(keys: Iterable[str]) -> str:
    return Counter(keys).most_common(1)[0][0]


def _no_number(written: str) -> NoReturn:
    raise Refused(Refusal.RECORD, written[:64], Reason.NOT_A_NUMBER)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_number, parse_constant=_no_number)
"""Nothing that scorepad exports is a fraction."""


def _unpack(document: Document) -> ImportFile:
    sessions = document.get("sessions")
    if isinstance(sessions, list) and len(sessions) > MAX_SESSIONS:
        raise Refused(Refusal.TOO_MANY, "sessions", len(sessions))
    found = decode(_Document, document, CODEC)
    parcel = ImportFile(
        exported=found.exported,
        device=found.device,
        players=found.players,
        merged=found.merged,
        schemes=found.schemes,
        sessions=tuple(_sessions(found)),
    )
    _once("players", [player.id for player in parcel.players])
    _once("merged", [each.player.id for each in parcel.merged])
    _once("schemes", [scheme.id for scheme in parcel.schemes])
    _once("sessions", [session.id for session in parcel.sessions])
    for scheme in parcel.schemes:
        decode(Id, scheme.id)
    return parcel


@dataclass(frozen=True, slots=True)
class _Document:
    """A file; its sessions are read once their schema is known."""

    format: str
    version: int
    schema: Annotated[int, Range(1, SCHEMA)]
    exported: Time
    device: Device
    made_by: Device
    players: Annotated[tuple[Player, ...], Length(MAX_SHELF)]
    merged: Annotated[tuple[Merged, ...], Length(MAX_SHELF)]
    schemes: Annotated[tuple[Scheme, ...], Length(MAX_SHELF)]
    sessions: Annotated[tuple[Any, ...], Length(MAX_SESSIONS)]
    checksum: str


@dataclass(frozen=True, slots=True)
class _SessionDocument:
    session: Any
    events: Annotated[tuple[Any, ...], Length(MAX_EVENTS)]


def _sessions(found: _Document) -> Iterator[Session]:
    for number, document in enumerate(found.sessions):
        try:
            yield _session(document, found.schema)
        except BadRecord as error:
            raise error.within(f"sessions/{number}") from None


def _once(where: str, ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        raise Refused(Refusal.TWICE, where, _repeated(ids))


def _session(value: object, schema: int) -> Session:
    found = decode(_SessionDocument, value)
    tables: dict[str, Any] = {
        "session": {"1": found.session},
        "events": {str(number): event for number, event in enumerate(found.events, 1)},
    }
    for number in range(schema, SCHEMA):
        try:
            tables = MIGRATIONS[number](tables)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadRecord("", Reason.MIGRATION, str(error)) from error
    session = decode_session(tables)
    if not valid_id(session.id):
        raise BadRecord("session/id", Reason.NOT_A_NAME, session.id)
    people = {person.id for person in session.people}
    for event in session.events:
        if event.seq > FARTHEST_SEQ:
            raise BadRecord(f"event {event.id}/seq", Reason.OUT_OF_RANGE, event.seq)
        if event.agreed is not None and not people.issuperset(dict(event.agreed.payments)):
            raise BadRecord(f"event {event.id}/agreed", Reason.STRANGER)
    return session


# -- looking ---------------------------------------------------------------------------------------------


class ImportStatus(StrEnum):
    """What something in a file is to what is here."""

    NEW = "new"
    MORE = "more"
    """It is here, and the file has something more of it."""
    KNOWN = "known"
    """It is here already."""
    REFUSED = "refused"
    """It cannot come in beside what is here; the rest can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingSession:
    """A session of a file: as it comes, and as it will be.

    `added` counts the events that are not here yet; `conflicting` are the deals among whose versions the table
    will have to choose (`Entry.conflicting` has them side by side) and has not now; `problem` is why it cannot
    come in.
    """

    session: Session
    novelty: ImportStatus
    added: int = 0
    result: Session | None = None
    conflicting: tuple[Entry, ...] = ()
    problem: HistoryError | None = None


class PlayerMatch(StrEnum):
    """What tells who an incoming player is."""

    SAME_ID = "same_id"
    MERGED_THERE = "merged_there"
    """The device that wrote the file says so."""
    SAME_NAME = "same_name"
    """Only the name: the table should say."""
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class IncomingPlayer:
    """Somebody in a file, and who that may be here; `proposal` is None for somebody known, or new."""

    player: Player
    likeness: PlayerMatch
    proposal: Player | None = None


@dataclass(frozen=True, slots=True)
class IncomingScheme:
    """A house scheme of a file; REFUSED where one of its id is here that is another."""

    scheme: Scheme
    novelty: ImportStatus


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file would bring to what is here now."""

    exported: str
    device: str
    sessions: tuple[IncomingSession, ...]
    players: tuple[IncomingPlayer, ...]
    schemes: tuple[IncomingScheme, ...]

    @property
    def brings_nothing(self) -> bool:
        """Whether all that could come in is here."""
        novelties = [each.novelty for each in self.sessions] + [each.novelty for each in self.schemes]
        known = [each.likeness is PlayerMatch.SAME_ID for each in self.players]
        return all(known) and not {ImportStatus.NEW, ImportStatus.MORE}.intersection(novelties)

    def proposals(self, *likenesses: PlayerMatch) -> dict[str, str]:
        """Whom the incoming players may be, by their ids: what `bring_in` takes as `same`."""
        return {
            each.player.id: each.proposal.id
            for each in self.players
            if each.proposal is not None and each.likeness in likenesses
        }


def preview_import(raw: bytes, history: History) -> Preview:
    """What a file would bring; Refused where it is not believed. Nothing is changed."""
    return compare(read(raw), history)


def compare(parcel: ImportFile, history: History) -> Preview:
    """What a parcel would bring to a history as it is now."""
    return Preview(
        parcel.exported,
        parcel.device,
        tuple(_compared(session, history) for session in parcel.sessions),
        tuple(_recognised(parcel, history)),
        tuple(_incoming_schemes(parcel, history)),
    )


def _compared(session: Session, history: History) -> IncomingSession:
    try:
        ours = history.load(session.id)
    except UnknownSession:
        return IncomingSession(
            session=session,
            novelty=ImportStatus.NEW,
            added=len(session.events),
            result=session,
            conflicting=conflicts(session.entries),
        )
    except HistoryError as error:
        return IncomingSession(session=session, novelty=ImportStatus.REFUSED, problem=error)
    try:
        added = missing(ours, session)
        result = with_events(ours, (*ours.events, *added)) if added else ours
    except BadRecord as error:
        return IncomingSession(session=session, novelty=ImportStatus.REFUSED, problem=error)
    before = {entry.id: {event.id for event in entry.conflicting} for entry in conflicts(ours.entries)}
    fresh = tuple(
        entry
        for entry in conflicts(result.entries)
        if {event.id for event in entry.conflicting} != before.get(entry.id)
    )
    return IncomingSession(
        session=session,
        novelty=ImportStatus.MORE if added else ImportStatus.KNOWN,
        added=len(added),
        result=result,
        conflicting=fresh,
    )


def missing(ours: Session, theirs: Session) -> tuple[Event, ...]:
    """The events that only the other copy of a session has; BadRecord where the two are not the same session."""
    began, theirs_began = ours.beginning, theirs.beginning
    for name in ("created", "people", "seats", "first_dealer", "scheme", "name"):
        if getattr(began, name) != getattr(theirs_began, name):
            raise BadRecord(f"session/{name}", Reason.CONTRADICTION)
    known = {event.id: event for event in ours.events}
    for event in theirs.events:
        if known.get(event.id, event) != event:
            raise BadRecord(f"event {event.id}", Reason.CONTRADICTION)
    return tuple(event for event in theirs.events if event.id not in known)


def same_name(name: str) -> str:
    """What is alike in names that look alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def alike(players: Iterable[Player]) -> list[tuple[Player, ...]]:
    """Players whose names look the same, and who may be one: for the table to merge, if they are."""
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(same_name(player.name), []).append(player)
    return [tuple(found) for found in by_name.values() if len(found) > 1]


def _recognised(parcel: ImportFile, history: History) -> Iterator[IncomingPlayer]:
    """Everybody in a file, and who that may be."""
    ours = {player.id: player for player in history.players()}
    merged_here = {each.player.id for each in history.merged_players()}
    merged_there = {each.player.id: each.into for each in parcel.merged}
    by_name: dict[str, list[Player]] = {}
    for player in ours.values():
        by_name.setdefault(same_name(player.name), []).append(player)
    everybody = {each.player.id: each.player for each in parcel.merged}
    at_table: dict[str, set[str]] = {}
    for session in parcel.sessions:
        ids = {person.id for person in session.people}
        for person in session.people:
            everybody.setdefault(person.id, Player(person.id, person.name, person.mark))
            at_table.setdefault(person.id, set()).update(ids)
    everybody |= {player.id: player for player in parcel.players}
    for player in everybody.values():
        into = merged_there.get(player.id)
        if player.id in merged_here or (player.id in ours and into is None):
            yield IncomingPlayer(player, PlayerMatch.SAME_ID)
        elif into is not None:
            target = history.player_of(into)
            if target == player.id:
                yield IncomingPlayer(player, PlayerMatch.SAME_ID)
            else:
                proposal = ours.get(target) or everybody.get(into)
                likeness = PlayerMatch.MERGED_THERE if proposal else PlayerMatch.STRANGER
                yield IncomingPlayer(player, likeness, proposal)
        else:
            # Two of the same table are two, and somebody in the file too is that one.
            sat_with = at_table.get(player.id, set())
            namesakes = by_name.get(same_name(player.name), [])
            found = [each for each in namesakes if each.id not in sat_with and each.id not in everybody]
            if len(found) == 1 and len(namesakes) == 1:
                yield IncomingPlayer(player, PlayerMatch.SAME_NAME, found[0])
            else:
                yield IncomingPlayer(player, PlayerMatch.STRANGER)


def _incoming_schemes(parcel: ImportFile, history: History) -> Iterator[IncomingScheme]:
    ours = {scheme.id: scheme for scheme in history.schemes()}
    for scheme in parcel.schemes:
        if scheme.id not in ours:
            yield IncomingScheme(scheme, ImportStatus.NEW)
        else:
            same = ours[scheme.id] == scheme
            yield IncomingScheme(scheme, ImportStatus.KNOWN if same else ImportStatus.REFUSED)


# -- bringing in -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came in: ids of sessions, how many events they had that were not here, and what could not come in.

    `backup` is the one of before, which undoes it all; None where nothing was to be changed.
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
    """Sessions and deals among whose versions the table has now to choose."""
    backup: Backup | None = None


def apply_import(
    preview: Preview,
    history: History,
    *,
    sessions: Collection[str] | None = None,
    same: Mapping[str, str] | None = None,
    replace_schemes: Collection[str] = (),
) -> ImportResult:
    """Saves what a file has and this history has not: all its sessions, or those named.

    `same` says who of the incoming players are whom here, by ids; without it, those whom the other device had
    merged are. House schemes that are here and differ are replaced only where `replace_schemes` names them.
    What happened since the look is no obstacle. Raises a StorageError where something cannot be written; what
    came in before it stays, whole sessions, and doing it again goes on.
    """
    parcel = [each.session for each in preview.sessions if sessions is None or each.session.id in sessions]
    if same is None:
        same = preview.proposals(PlayerMatch.MERGED_THERE)
    now = [_compared(session, history) for session in parcel]
    coming = [each for each in now if each.novelty in (ImportStatus.NEW, ImportStatus.MORE)]
    concerned = None if sessions is None else {person.id for each in parcel for person in each.people}
    players, pairs = _players_to_save(preview, now, history, same, concerned)
    ours = {scheme.id: scheme for scheme in history.schemes()}
    schemes = [
        each.scheme
        for each in preview.schemes
        if each.scheme != ours.get(each.scheme.id)
        and (each.scheme.id not in ours or each.scheme.id in replace_schemes)
    ]
    refused = [(each.session.id, each.problem) for each in now if each.problem is not None]
    if not (coming or players or pairs or schemes):
        known = tuple(each.session.id for each in now if each.novelty is ImportStatus.KNOWN)
        return ImportResult(known=known, refused=tuple(refused))
    backup = history.back_up(Kind.IMPORT)
    events = 0
    done: dict[ImportStatus, list[str]] = {novelty: [] for novelty in ImportStatus}
    with history.as_one_change():
        history.save_players(players)
        history.merge_players(pairs)
        for scheme in schemes:
            history.save_scheme(scheme)
        for each in now:
            if each.novelty is ImportStatus.NEW:
                history.create(each.session)
                events += len(each.session.events)
            elif each.novelty is ImportStatus.MORE:
                events += history.merge(each.session.id, each.session.events)
            done[each.novelty].append(each.session.id)
    return ImportResult(
        new=tuple(done[ImportStatus.NEW]),
        more=tuple(done[ImportStatus.MORE]),
        known=tuple(done[ImportStatus.KNOWN]),
        events=events,
        players=len(players),
        merged=len(pairs),
        schemes=len(schemes),
        refused=tuple(refused),
        conflicting=tuple((each.session.id, entry.id) for each in now for entry in each.conflicting),
        backup=backup,
    )


def bring_back(history: History, path: Path, session_ids: Iterable[str]) -> ImportResult:
    """Unites some evenings with what a backup has of them, as an import does.

    Raises Refused, TooNew, BadRecord or a StorageError.
    """
    sessions = tuple(sessions_in(path, session_ids))
    return apply_import(compare(ImportFile("", "", (), (), (), sessions), history), history)


def bring_back_missing(history: History, only: Collection[str] | None = None) -> ImportResult:
    """Brings back the missing evenings that a backup has, or `only` some of them. Raises a StorageError.

    Those of a backup that cannot be read are among the refused.
    """
    wanted: dict[Path, list[str]] = {}
    for report in history.reports():
        if report.kept is not None and (only is None or report.kept.summary.id in only):
            wanted.setdefault(report.kept.backup.path, []).append(report.kept.summary.id)
    sessions: list[Session] = []
    refused: list[tuple[str, HistoryError]] = []
    for path, session_ids in wanted.items():
        try:
            sessions += tuple(sessions_in(path, session_ids))
        except HistoryError as error:
            refused += [(session_id, error) for session_id in session_ids]
    brought = apply_import(compare(ImportFile("", "", (), (), (), tuple(sessions)), history), history)
    return replace(brought, refused=(*refused, *brought.refused))


def _players_to_save(
    preview: Preview,
    sessions: Iterable[IncomingSession],
    history: History,
    same: Mapping[str, str],
    concerned: Collection[str] | None,
) -> tuple[list[Player], list[tuple[Player, str]]]:
    """The players that are new here, and who turns out to be whom."""
    ours = {player.id for player in history.players()}
    incoming = {each.player.id: each.player for each in preview.players}
    for incoming_id, into in same.items():
        if incoming_id not in incoming or history.player_of(into) not in ours | incoming.keys():
            raise BadRecord("same", Reason.STRANGER, incoming_id)
    pairs = [
        (incoming[each], into)
        for each, into in same.items()
        if history.player_of(each) != history.player_of(into)
    ]
    refused = {person.id for each in sessions if each.problem is not None for person in each.session.people}
    merged = {player.id for player, _ in pairs}
    players = [
        player
        for player in incoming.values()
        if player.id not in merged | refused
        and history.player_of(player.id) not in ours
        and (concerned is None or player.id in concerned)
    ]
    return players, pairs
