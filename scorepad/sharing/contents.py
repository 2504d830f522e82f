"""Reads and writes the bytes of a file at a shared place: a pack of one evening, or a document.

A document is for an evening that is too large for a pack. It has the format of a file to import, so a person may also
put such a file into a shared folder.
"""

from __future__ import annotations

import hashlib
import json

from scorepad.evening.evening import Evening
from scorepad.history import HistoryReader, Refusal, Refused, encode, encode_evening
from scorepad.history.transfer import evenings_of, export

from .bits import BadPack
from .packed import is_evening, is_newer, pack, unpack


class NotWhole(ValueError):
    """The bytes of a file hold no evening: they are damaged, incomplete, or something else."""


class Newer(ValueError):
    """A newer scorepad wrote the bytes."""


def evenings_in(raw: bytes) -> dict[str, Evening]:
    """The evenings in the bytes of a file, by their keys (`key_of`). Raises NotWhole or Newer."""
    if is_evening(raw):
        if is_newer(raw):
            raise Newer
        try:
            return {digest_of(raw): unpack(raw)}
        except BadPack as error:
            raise NotWhole(str(error)) from None
    if not raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise NotWhole
    try:
        return {key_of(each): each for each in evenings_of(raw)}
    except Refused as error:
        raise (Newer if error.refusal is Refusal.TOO_NEW else NotWhole)(str(error)) from None


def bytes_of(evening: Evening, history: HistoryReader) -> bytes:
    """The bytes of a file for an evening of the history.

    Raises Refused for an evening that is too large even for a document, UnknownEvening, BadRecord or a StorageError.
    """
    try:
        return pack(evening)
    except BadPack:
        return export(history, [evening.id])


def key_of(evening: Evening) -> str:
    """A digest of an evening; copies have the same key if they have the same start and events, and only then."""
    try:
        return digest_of(pack(evening))
    except BadPack:
        tables = encode_evening(evening)
        return digest_of(json.dumps([encode(evening.start), tables["events"]], sort_keys=True).encode())


def digest_of(raw: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(raw).hexdigest()
