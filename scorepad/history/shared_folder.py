"""The folder over which several computers share one history, and what this computer remembers of it.

    <data>/shared.json           the folder, the name of this device in it, the evenings deleted here; .bak is a copy
    <data>/shared-memory.json    the memory: what was read and given last; without it, everything is read again
    <folder>/scorepad-shared/    the files of all devices

Both belong to this device: they are in no backup, and a restore keeps them. The subfolder is created with the setting:
if it is absent later, the disk is absent, and nothing is written into the empty mount point.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import uuid
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from scorepad.evening.events import Event

from .disk import REAL, Disk, write_file
from .errors import InDataFolder, SharedFolderUnknown, WriteFailed, write_failed
from .file_format import Document
from .outside import UNSOUND, is_within, opened, read_twice, remove_twice, sealed, write_twice
from .storage import quarantine_all

SHARED_SETTING: Final = "shared.json"
MEMORY: Final = "shared-memory.json"
SUBFOLDER: Final = "scorepad-shared"
MAX_DELETED: Final = 1000
"""The number of deleted evenings that are remembered.

The oldest deletions are forgotten first; these evenings come back if the folder still has them.
"""
_OWN: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)
_LIMIT: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class SharedFolder:
    """The folder that was chosen, and the name of this device in it.

    `deleted` maps the id of each evening that was deleted here to the short names (`short_names`) of the events that it
    had then; the last deleted evening is at the end.
    """

    path: Path
    own: str
    deleted: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def place(self) -> Path:
        """The subfolder with the files of all devices; it is `path` itself if people chose the subfolder."""
        return self.path if self.path.name == SUBFOLDER else self.path / SUBFOLDER

    @property
    def is_there(self) -> bool:
        """Whether the files can be reached now."""
        return os.path.isdir(self.place) and not os.path.islink(self.place)

    def with_deleted(self, evening_id: str, events: Iterable[Event] | None) -> SharedFolder:
        """Returns a copy with this evening in `deleted`; `events` are the events that it had when it was deleted.

        If `events` is None, the evening is here again, and the copy does not have it in `deleted`.
        """
        rest = {each: known for each, known in self.deleted.items() if each != evening_id}
        if events is not None:
            rest[evening_id] = short_names(events) | self.deleted.get(evening_id, frozenset())
        return replace(self, deleted=dict([*rest.items()][-MAX_DELETED:]))


def short_names(events: Iterable[Event]) -> frozenset[str]:
    """Short names of events: a hash of each id, so that different events have different names."""
    return frozenset(hashlib.sha256(event.id.encode()).hexdigest()[:12] for event in events)


def read_shared_folder(folder: Path, disk: Disk = REAL) -> SharedFolder | None:
    """The shared folder of a data folder; None if no folder was chosen. Raises SharedFolderUnknown, Unreadable."""
    found = read_twice(folder / SHARED_SETTING, disk, _LIMIT)
    sound = [setting for raw in found if (setting := _decoded(raw)) is not None]
    if found and not sound:
        raise SharedFolderUnknown(folder / SHARED_SETTING)
    return max(sound, key=lambda each: each[0])[1] if sound else None


def setting_is_whole(folder: Path, disk: Disk = REAL) -> bool:
    """Whether no file of the setting (the main file and its spare copy) is damaged. Raises Unreadable."""
    return all(map(_decoded, read_twice(folder / SHARED_SETTING, disk, _LIMIT)))


def choose_shared_folder(folder: Path, chosen: Path | None, disk: Disk = REAL) -> None:
    """Sets the shared folder; None removes the setting. Raises InDataFolder, WriteFailed or DiskFull."""
    if chosen is None:
        remove_twice(folder / SHARED_SETTING, disk)
        return
    try:
        if is_within(chosen, folder):
            raise InDataFolder(chosen)
        before = _before(folder, disk)
        own = uuid.uuid4().hex[:8] if before is None else before.own
        shared = SharedFolder(chosen.absolute(), own, {} if before is None else before.deleted)
        shared.place.mkdir(mode=0o700, exist_ok=True)
        if not shared.is_there:  # a link, which may lead anywhere
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(shared.place))
    except OSError as error:
        raise write_failed(chosen, error) from error
    except ValueError as error:  # a NUL, which no path may have
        raise WriteFailed(chosen, errno.EINVAL) from error
    save_shared_folder(folder, shared, disk)


def _before(folder: Path, disk: Disk) -> SharedFolder | None:
    """The present setting; None if there is none, or if it is damaged: the damaged setting is then quarantined."""
    try:
        return read_shared_folder(folder, disk)
    except SharedFolderUnknown:
        quarantine_all(folder / SHARED_SETTING, disk)
        return None


def save_shared_folder(folder: Path, shared: SharedFolder, disk: Disk = REAL) -> None:
    """Writes the setting. Raises WriteFailed or DiskFull."""
    found = read_twice(folder / SHARED_SETTING, disk, _LIMIT)
    generations = [known[0] for raw in found if (known := _decoded(raw)) is not None]
    document = {
        "generation": 1 + max(generations, default=0),
        "folder": str(shared.path),
        "own": shared.own,
        "deleted": {each: sorted(events) for each, events in shared.deleted.items()},
    }
    write_twice(folder / SHARED_SETTING, sealed(document), disk)


def _decoded(raw: bytes) -> tuple[int, SharedFolder] | None:
    """The generation of a setting, and the setting; None if the bytes are damaged."""
    try:
        document = opened(raw)
        path, own = Path(document["folder"]), document["own"]
        if not path.is_absolute() or not _OWN.fullmatch(own):
            return None
        deleted = {each: frozenset(events) for each, events in document["deleted"].items()}
        return int(document["generation"]), SharedFolder(path, own, deleted)
    except UNSOUND:
        return None


# -- memory ---


def read_memory(folder: Path, disk: Disk = REAL) -> Document:
    """The saved memory of the shared folder as a document; empty if there is none, or if it is damaged."""
    with suppress(OSError, *UNSOUND):
        return opened(disk.head(str(folder / MEMORY), _LIMIT) or b"")
    return {}


def save_memory(folder: Path, document: Document, disk: Disk = REAL) -> None:
    """Saves the memory of the shared folder. Raises nothing: without the memory, everything is read again."""
    tmp = f"{folder / MEMORY}.{secrets.token_hex(8)}.tmp"
    try:
        write_file(disk, tmp, sealed(document), durable=False)
        disk.replace(tmp, str(folder / MEMORY))
    except OSError:
        with suppress(OSError):
            disk.unlink(tmp)
