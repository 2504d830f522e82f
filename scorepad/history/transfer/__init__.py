"""Transfers evenings between devices, as one JSON file that people can read.

    {
     "format": "scorepad transfer",
     "version": 2, "schema": 8,
     "exported": "2026-11-21T22:15:00.000Z", "device": "1f0c2a9b", "made_by": "0.1.0",
     "players": […], "merged": […], "schemes": […],
     "evenings": [{"evening": {…}, "events": [
      {…},
      {…}]}],
     "checksum": "sha256:…"
    }

Players, schemes, evenings and events are documents as in `records`. The checksum covers all other members, as JSON with
sorted keys and without spaces, so the indentation of the file does not matter.
"""

from __future__ import annotations

from .merge import ImportResult as ImportResult
from .merge import ImportStatus as ImportStatus
from .merge import IncomingEvening as IncomingEvening
from .merge import PlayerMatch as PlayerMatch
from .merge import Preview as Preview
from .merge import apply_import as apply_import
from .merge import preview_import as preview_import
from .merge import restore_evenings as restore_evenings
from .merge import restore_missing as restore_missing
from .merge import same_names as same_names
from .read import LIMIT as LIMIT
from .read import check_evening as check_evening
from .read import read as read
from .read import read_file as read_file
from .taking import evenings_of as evenings_of
from .taking import preview_evening as preview_evening
from .taking import take as take
from .write import export as export
