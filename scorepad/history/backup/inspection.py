"""Reads the evenings in backups, to preview a restore and to find copies of missing evenings."""

from __future__ import annotations

import errno
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from scorepad.evening.evening import Evening
from scorepad.faults import Fault
from scorepad.history.disk import Disk
from scorepad.history.errors import BadRecord, Damaged, HistoryError, Refusal, Refused, TooNew, Unreadable
from scorepad.history.evenings import former_ids_in, in_bin, read_evening, valid_id
from scorepad.history.file_format import Unsound, read_head, tables_in
from scorepad.history.log import Missing
from scorepad.history.migrations import EVENING_SCHEMA, LIBRARY_MIGRATIONS
from scorepad.history.reports import BackupCopy
from scorepad.history.summary import Summary

from .archive import file_names, open_archive
from .files import Backup, BackupKind, name_order, newest_first


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The contents of a backup; every byte was verified.

    `problems` has the names of the files that were damaged or unreadable when the backup was made, each with the error.
    """

    path: Path
    made: str
    kind: BackupKind
    made_by: str
    evenings: tuple[Summary, ...]
    players: int
    problems: tuple[tuple[str, HistoryError], ...]


def evenings_in(path: Path, evening_ids: Iterable[str]) -> Iterator[Evening]:
    """Reads the evenings with these ids from a backup, if it has them. Raises Refused, BadRecord or a StorageError."""
    with open_archive(path) as archive:
        for name in (f"sessions/{evening_id}.json" for evening_id in evening_ids):
            if name in archive:
                yield read_evening(archive.read(name), Path(name))


def inspect_backup(path: Path) -> BackupContents:
    """The contents of a backup. Raises Unreadable, or Refused if the backup is not valid."""
    evenings: list[Summary] = []
    players = 0
    with open_archive(path) as archive:
        manifest = archive.manifest
        problems: list[tuple[str, HistoryError]] = [
            (name, Unreadable(Path(name), errno.EIO)) for name in manifest.unread
        ]
        for name in archive.names:
            raw = archive.read(name)
            try:
                if name == "library.json":
                    players = len(tables_in(raw, Path(name), LIBRARY_MIGRATIONS).get("players", {}))
                elif name.startswith("sessions/") and valid_id(name[9:].removesuffix(".json")):
                    evenings.append(Summary.of(read_evening(raw, Path(name))))
                elif in_bin(name[9:]) is not None:
                    read_evening(raw, Path(name))
                elif ".json.schema-" not in name and not name.startswith("drafts.json"):
                    problems.append((name, BadRecord(name, Fault.NOT_A_NAME)))
            except Unsound as error:
                problems.append((name, Refused(Refusal.CHECKSUM, name, error.flaw)))
            except HistoryError as error:
                problems.append((name, error))
            except Exception as error:  # an evening that cannot be computed must not hide the others
                problems.append((name, BadRecord(name, Fault.UNEXPECTED, repr(error))))
    evenings.sort(key=lambda summary: (summary.last_at, summary.id), reverse=True)
    made = manifest.made, manifest.kind, manifest.made_by
    return BackupContents(path, *made, tuple(evenings), players, tuple(problems))


def last_events_in_newest(folder: Path, disk: Disk, since: str = "") -> dict[str, str]:
    """Maps the id of each evening in the newest readable backup to the id of its last event, "" if this is unknown.

    Only backups count that were made after the last backup of the kind RESTORE, and after the backup with the name
    `since`. Empty if there is no such backup.
    """
    with suppress(HistoryError):
        found = newest_first(folder, disk)
        known = any(backup.path.name == since for backup in found)
        for backup in found:
            if backup.path.name == since or backup.kind is BackupKind.RESTORE:
                break
            if not known and name_order(backup.path.name) <= name_order(since):
                continue
            with suppress(HistoryError), open_archive(backup.path) as archive:
                names = {entry.name for entry in archive.manifest.files}
                ids = {
                    name[9:-5] for name in names if name.startswith("sessions/") and name.endswith(".json")
                }
                # The manifest also has evenings that were missing when the backup was made; they have no file in it.
                last_events = dict.fromkeys(ids, "") | dict(archive.manifest.evenings)
                return {each: last for each, last in last_events.items() if valid_id(each)}
    return {}


class _Found(NamedTuple):
    """An evening in a backup: the ids of its events, and its summary.

    `former_ids` maps the random ids that the events had before schema 7 to these ids.
    """

    events: frozenset[str]
    summary: Summary
    former_ids: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search in backups. Backups never change, so a later search uses it, and opens only other backups.

    `evenings` maps a pair (a backup, the id of an evening) to the evening in this backup; None if the backup has no
    sound copy of it. `unread` has the paths of the backups that cannot be read now.
    """

    evenings: Mapping[tuple[Backup, str], _Found | None] = field(default_factory=dict)
    unread: frozenset[Path] = frozenset()


def search_backups(backups: Iterable[Backup], evening_ids: Collection[str], before: Search) -> Search:
    """Searches backups for evenings.

    Does not open a backup if the earlier search `before` has a result for each of these evenings in this backup.
    """
    evenings: dict[tuple[Backup, str], _Found | None] = {}
    unread: set[Path] = set()
    for backup in backups:
        keys = [(backup, each) for each in evening_ids]
        if all(key in before.evenings for key in keys):
            evenings |= {key: before.evenings[key] for key in keys}
            continue
        try:
            found = _look_into(backup, evening_ids)
            evenings |= {(backup, each): found.get(each) for each in evening_ids}
        except (Unreadable, TooNew):
            unread.add(backup.path)
    return Search(evenings, frozenset(unread))


def _look_into(backup: Backup, evening_ids: Collection[str]) -> dict[str, _Found]:
    """The undamaged evenings in a backup that have one of these ids, by id. Raises TooNew, Unreadable."""
    found: dict[str, _Found] = {}
    with suppress(Refused), open_archive(backup.path) as archive:
        for evening_id in evening_ids:
            name = f"sessions/{evening_id}.json"
            with suppress(Refused, Damaged, BadRecord):
                if name in archive:
                    raw = archive.read(name)
                    evening = read_evening(raw, Path(name))
                    events = frozenset(event.id for event in evening.events)
                    found[evening_id] = _Found(events, Summary.of(evening), former_ids_in(raw))
    return found


def former_ids_found(search: Search) -> dict[str, dict[str, str]]:
    """Maps the id of an evening to a mapping from the random ids before schema 7 to the present ids of its events.

    Has only the evenings of which a backup has random ids.
    """
    ids: dict[str, dict[str, str]] = {}
    for (_, evening_id), found in search.evenings.items():
        if found is not None and found.former_ids:
            ids.setdefault(evening_id, {}).update(found.former_ids)
    return ids


def find_copies(
    backups: Sequence[Backup], missing: Mapping[str, Missing], search: Search | None = None
) -> dict[str, BackupCopy]:
    """Maps the id of each missing evening to the copy that would restore the most events, if any copy would.

    `search` is the result of a search in these backups; without it, this function searches them. If several copies
    would restore the same number of events, a copy with the last known event comes first, then the first backup.
    """
    search = search or search_backups(backups, missing, Search())
    copies = {}
    for evening_id, lacking in missing.items():
        found = ((backup, search.evenings.get((backup, evening_id))) for backup in backups)
        copy = _best([(backup, each) for backup, each in found if each is not None], lacking)
        if copy is not None:
            copies[evening_id] = copy
    return copies


def _best(found: Sequence[tuple[Backup, _Found]], lacking: Missing) -> BackupCopy | None:
    """The copy that would restore the most events of an evening; None if no copy would restore anything.

    `others` of the result has the paths of the backups with events that are neither here nor in this copy.
    """
    here = lacking.here or frozenset()
    left = [each for each in found if lacking.here is None or each[1].events - here]
    if not left:
        return None
    best, evening = max(left, key=lambda each: (len(each[1].events - here), lacking.last in each[1].events))
    others, known = list[Path](), here | evening.events
    while left := [each for each in left if each[1].events - known]:
        backup, more = max(left, key=lambda each: len(each[1].events - known))
        others.append(backup.path)
        known |= more.events
    return BackupCopy(best.path, best.made, evening.summary, tuple(others))


def oldest_schema(folder: Path, disk: Disk) -> int:
    """The lowest schema of the readable evening files, at most EVENING_SCHEMA. Raises Unreadable."""
    oldest = EVENING_SCHEMA
    for name in file_names(folder):
        if name.startswith("sessions/") and name.endswith(".json"):
            with suppress(Unsound, OSError):
                oldest = min(oldest, read_head(disk.head(str(folder / name), 256) or b"").schema)
    return oldest
