"""Evenings as one JSON file that people can read, to another device and back.

    {
     "format": "scorepad transfer",
     "version": 2, "schema": 5,
     "exported": "2026-11-21T22:15:00.000Z", "device": "1f0c2a9b", "made_by": "0.1.0",
     "players": […], "merged": […], "schemes": […],
     "evenings": [{"evening": {…}, "events": [
      {…},
      {…}]}],
     "checksum": "sha256:…"
    }

Players, schemes, evenings and events are the documents of `records`. The checksum covers everything else, as JSON
with sorted keys and without spaces, so the file can be indented differently.
"""

from __future__ import annotations

from .merge import (
    ImportResult,
    ImportStatus,
    IncomingEvening,
    IncomingPlayer,
    IncomingScheme,
    PlayerMatch,
    Preview,
    apply_import,
    bring_back,
    bring_back_missing,
    preview_import,
    same_names,
)
from .read import LIMIT, ImportFile, read, read_file
from .schema import file_schema
from .write import export

__all__ = [
    "LIMIT",
    "ImportFile",
    "ImportResult",
    "ImportStatus",
    "IncomingEvening",
    "IncomingPlayer",
    "IncomingScheme",
    "PlayerMatch",
    "Preview",
    "apply_import",
    "bring_back",
    "bring_back_missing",
    "export",
    "file_schema",
    "preview_import",
    "read",
    "read_file",
    "same_names",
]
