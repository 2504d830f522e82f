"""What a device remembers of the files at a place, so that unchanged files are not read again.

A copy of an evening in a file is settled as long as the evening here has not changed since it was compared with the
copy. So after any change of an evening, even by the restore of a backup, its copies are compared again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorepad.history import Document

MAX_UNREAD: Final = 1000
"""The largest number of files without an evening that are remembered until the next start."""


class SharedCopy(NamedTuple):
    """A copy of an evening: its key (`key_of`), and the checksum that the evening here had when both were compared.

    The checksum is "" if the evening was deleted here, and None if the copy has to be compared again.
    """

    key: str
    compared: str | None


@dataclass
class SharedMemory:
    """The files that were last read at the place, and the evenings that were given to it."""

    files: dict[str, dict[str, SharedCopy]] = field(default_factory=dict)
    """Maps the digest of each file to its copies of evenings, by the ids of the evenings."""
    keys: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Maps the id of each evening here to its checksum and its key."""
    unread: dict[str, str] = field(default_factory=dict)
    """Maps the digest of each file that holds no evening to the time at which it was found first (ISO 8601, UTC)."""
    tried: set[str] = field(default_factory=set)
    """The digests of the `unread` files that were tried since the start of the app.

    They are tried again after the next start, as another version may be able to read them.
    """
    newer: set[str] = field(default_factory=set)
    """The digests of the `unread` files that a newer scorepad wrote."""
    last: str = ""
    """The time at which something was given or taken last (ISO 8601, UTC); "" for never."""

    @staticmethod
    def of(document: Document) -> SharedMemory:
        """The memory in a document; an empty memory if the document has another form."""
        with suppress(ValueError, TypeError, AttributeError, LookupError):
            return SharedMemory(
                {
                    digest: {id_: SharedCopy(*copy) for id_, copy in copies.items()}
                    for digest, copies in document["files"].items()
                },
                {id_: (checksum, key) for id_, (checksum, key) in document["keys"].items()},
                dict(document["unread"]),
                last=str(document["last"]),
            )
        return SharedMemory()

    def document(self, refused: Collection[str]) -> Document:
        """The memory as a document.

        Leaves out the files with the digests in `refused`, which are read again after each start.
        """
        files = {digest: copies for digest, copies in self.files.items() if digest not in refused}
        unread = [each for each in self.unread.items() if each[0] not in self.newer]
        return {
            "files": files,
            "keys": self.keys,
            "unread": dict(unread[:MAX_UNREAD]),
            "last": self.last,
        }

    def is_settled(self, digest: str, here: Mapping[str, str]) -> bool:
        """Whether a file cannot have anything new; `here` maps the ids of the evenings here to their checksums."""
        copies = self.files.get(digest)
        return copies is not None and all(copy.compared == here.get(id_, "") for id_, copy in copies.items())

    def key(self, evening_id: str, checksum: str) -> str | None:
        """The key (`key_of`) of an evening here; None if it was remembered for another checksum, or never."""
        known, key = self.keys.get(evening_id, (None, None))
        return key if known == checksum else None

    def covered(self, digests: Collection[str]) -> set[str]:
        """The keys of all copies in these files."""
        return {copy.key for digest in digests for copy in self.files.get(digest, {}).values()}

    def keep_only(self, digests: Collection[str], here: Collection[str]) -> None:
        """Forgets all files except the files with these digests, and all evenings except the evenings `here` (ids)."""
        self.files = {digest: copies for digest, copies in self.files.items() if digest in digests}
        self.unread = {digest: at for digest, at in self.unread.items() if digest in digests}
        self.tried.intersection_update(digests)
        self.newer.intersection_update(digests)
        self.keys = {id_: known for id_, known in self.keys.items() if id_ in here}
