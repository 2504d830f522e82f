"""The evenings in backups: for the preview of a restore, and for evenings that are missing here."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorepad.evening.evening import Evening
from scorepad.history.disk import Disk
from scorepad.history.errors import BadRecord, HistoryError, Reason, Refusal, Refused, Unreadable
from scorepad.history.evenings import in_bin, read_evening, valid_id
from scorepad.history.file_format import Unsound, read_head, tables_in
from scorepad.history.log import Missing
from scorepad.history.migrations import EVENING_SCHEMA, LIBRARY_MIGRATIONS
from scorepad.history.summary import Summary

from .archive import file_names, open_archive
from .files import Backup, BackupKind, name_order, newest_first


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup, every byte of it verified.

    `problems` are the files that were damaged or unreadable when the backup was made, by their names.
    """

    path: Path
    made: str
    kind: BackupKind
    made_by: str
    evenings: tuple[Summary, ...]
    players: int
    problems: tuple[tuple[str, HistoryError], ...]


@dataclass(frozen=True, slots=True)
class BackupCopy:
    """The copy of an evening in a backup."""

    backup: Backup
    summary: Summary


def evenings_in(path: Path, evening_ids: Iterable[str]) -> Iterator[Evening]:
    """Those of some evenings that a backup has. Raises Refused, TooNew or BadRecord, Unreadable."""
    with open_archive(path) as archive:
        for name in (f"sessions/{evening_id}.json" for evening_id in evening_ids):
            if name in archive:
                yield read_evening(archive.read(name), Path(name))


def inspect_backup(path: Path) -> Contents:
    """The contents of a backup. Raises Refused if it is not believed, Unreadable."""
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
                    problems.append((name, BadRecord(name, Reason.NOT_A_NAME)))
            except Unsound as error:
                problems.append((name, Refused(Refusal.CHECKSUM, name, error.flaw)))
            except HistoryError as error:
                problems.append((name, error))
    evenings.sort(key=lambda summary: (summary.last_at, summary.id), reverse=True)
    made = manifest.made, manifest.kind, manifest.made_by
    return Contents(path, *made, tuple(evenings), players, tuple(problems))


def last_events_in_newest(folder: Path, disk: Disk, since: str = "") -> dict[str, str]:
    """The evenings of the readable backup made last, each with the id of its last event, "" if unknown.

    Backups up to `since` (a name) do not count, nor do those made before a restore.
    """
    with suppress(HistoryError):
        found = newest_first(folder, disk)
        known = any(backup.path.name == since for backup in found)
        for backup in found:
            if backup.path.name == since:
                break
            earlier = not known and name_order(backup.path.name) <= name_order(since)
            if earlier or backup.kind is BackupKind.RESTORE:
                continue
            with suppress(HistoryError), open_archive(backup.path) as archive:
                names = {entry.name for entry in archive.manifest.files}
                ids = {
                    name[9:-5] for name in names if name.startswith("sessions/") and name.endswith(".json")
                }
                last_events = archive.manifest.evenings
                return {each: last_events.get(each, "") for each in ids if valid_id(each)}
    return {}


def find_copies(backups: Iterable[Backup], missing: Mapping[str, Missing]) -> dict[str, BackupCopy]:
    """For each evening the newest backup that has its last event, or else any event that is not here."""
    left, copies = dict(missing), dict[str, BackupCopy]()
    for backup in backups:
        with suppress(HistoryError), open_archive(backup.path) as archive:
            for evening_id, wanted in list(left.items()):
                name = f"sessions/{evening_id}.json"
                if name not in archive:
                    continue
                with suppress(HistoryError):
                    evening = read_evening(archive.read(name), Path(name))
                    events = {event.id for event in evening.events}
                    if evening_id not in copies and (not wanted.here or events - wanted.here):
                        copies[evening_id] = BackupCopy(backup, Summary.of(evening))
                    if wanted.last in events:
                        copies[evening_id] = BackupCopy(backup, Summary.of(evening))
                        del left[evening_id]
        if not left:
            break
    return copies


def oldest_schema(folder: Path, disk: Disk) -> int:
    """The lowest schema of the readable evening files, at most EVENING_SCHEMA. Raises Unreadable."""
    oldest = EVENING_SCHEMA
    for name in file_names(folder):
        if name.startswith("sessions/") and name.endswith(".json"):
            with suppress(Unsound, OSError):
                oldest = min(oldest, read_head(disk.head(str(folder / name), 256) or b"").schema)
    return oldest
