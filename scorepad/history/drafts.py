"""The draft of each evening in drafts.json: the hands that are not saved yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scorepad.faults import Fault
from scorepad.tarot.hand import Id

from .disk import Disk
from .errors import BadRecord, HistoryError, StorageError, Unreadable
from .file_format import Document
from .migrations import DRAFTS_WITH_PLACES
from .small_file import SmallFile, without
from .storage import quarantine_all

MAX_DRAFT = 256 * 1024
"""The longest draft of an evening, in characters of JSON."""


@dataclass(frozen=True, slots=True)
class _Draft:
    session: Id
    """The id of the evening; its name in files is `session`."""
    draft: Mapping[str, Any]


class Drafts(SmallFile):
    """drafts.json: the draft of each evening, a small JSON object.

    Drafts are not fsynced: a killed app loses no draft, but a power cut may lose the last ones. So a damaged file is
    replaced without a report, and if the file cannot be used, drafts stay in memory.
    """

    kinds = MappingProxyType({"drafts": (_Draft, "session")})

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

        `ids_of` takes the id of an evening, and returns a mapping from old ids of its events to new ids. If the system
        refuses the write, the next start tries again.
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
        self._save(drafts=without(self._values["drafts"], evening_id))


def with_new_ids(document: Any, ids: Mapping[str, str]) -> Any:
    """A copy of the document with new ids; `ids` maps old ids to new ids."""
    if isinstance(document, dict):
        return {key: with_new_ids(each, ids) for key, each in document.items()}
    if isinstance(document, list):
        return [with_new_ids(each, ids) for each in document]
    return ids.get(document, document) if isinstance(document, str) else document
