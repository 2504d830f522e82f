"""The format of a file, and its generations: a file is one JSON object, which a plain `TinyDB(path)` can also open.

The first line is a table with one document, the envelope; the other lines are the application's tables:

    {"_file":{"1":{"format":1,"schema":1,"generation":42,"size":51234,"sha256":"…"}}
    ,"evening":{…},"events":{…}}

The checksum covers the first line up to the checksum, and everything after the first line. The format of the first line
never changes, so that an old scorepad can distinguish a newer file from a damaged file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.faults import Fault

from .disk import Disk, NotAFile
from .errors import BadRecord, Flaw, TooNew

FORMAT = 1

Document = dict[str, Any]
Tables = dict[str, dict[str, Any]]
Migrations = Mapping[int, Callable[[Tables], Tables]]
"""Maps each schema n to the function that turns tables of schema n into tables of schema n + 1."""

_ENVELOPE = "_file"
HEAD_LIMIT = 256
"""In bytes; no first line is longer."""
_HEAD = re.compile(
    rb'\{"_file":\{"1":\{"format":(\d{1,9}),"schema":(\d{1,9}),"generation":(\d{1,18}),"size":(\d{1,18})'
    rb',"sha256":"([0-9a-f]{64})"\}\}\n'
)


@dataclass(frozen=True, slots=True)
class Envelope:
    """The first line of a file; `size` is the number of bytes after this line, and `line` includes the newline."""

    format: int
    schema: int
    generation: int
    size: int
    sha256: bytes
    line: bytes


class Unsound(ValueError):
    """Bytes that are not a sound file of this format."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw)
        self.flaw = flaw


def encode(tables: Mapping[str, Mapping[str, Any]], *, schema: int, generation: int) -> bytes:
    """The bytes of a file. Raises ValueError or TypeError if the tables are not JSON."""
    if _ENVELOPE in tables:
        raise ValueError(f"{_ENVELOPE} is the storage's own table")
    text = json.dumps(tables, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    body = (("," if tables else "") + text[1:]).encode()
    counts = f'"format":{FORMAT},"schema":{schema},"generation":{generation},"size":{len(body)}'
    start = f'{{"{_ENVELOPE}":{{"1":{{{counts}'.encode()
    return b'%s,"sha256":"%s"}}\n%s' % (start, _digest(start, body), body)


def _digest(start: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(start)
    digest.update(b"\n")
    digest.update(body)
    return digest.hexdigest().encode()


def read_head(raw: bytes) -> Envelope:
    """The envelope at the beginning of the bytes, not checked. Raises Unsound if there is none."""
    match = _HEAD.match(raw)
    if match is None:
        raise Unsound(Flaw.NO_ENVELOPE if raw else Flaw.EMPTY)
    return Envelope(int(match[1]), int(match[2]), int(match[3]), int(match[4]), match[5], match[0])


def check(raw: bytes) -> Envelope:
    """Checks the size and the checksum of a file, and returns its first line, decoded (`Envelope`).

    Raises Unsound for torn, truncated, padded or altered bytes.
    """
    envelope = read_head(raw)
    start = envelope.line.partition(b',"sha256"')[0]
    body = raw[len(envelope.line) :]
    if len(body) != envelope.size:
        raise Unsound(Flaw.SIZE)
    if envelope.sha256 != _digest(start, body):
        raise Unsound(Flaw.CHECKSUM)
    return envelope


def parse(raw: bytes, envelope: Envelope) -> Tables:
    """The application's tables in sound bytes. Raises Unsound if they are not strict JSON."""
    body = raw[len(envelope.line) :]
    try:
        tables = strict_json(b"{" + body.removeprefix(b","))
    except (ValueError, RecursionError):
        raise Unsound(Flaw.NOT_JSON) from None
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise Unsound(Flaw.NOT_JSON)
    return tables


def newest_schema(migrations: Migrations) -> int:
    """The schema that this version writes."""
    return len(migrations) + 1


def migrated(tables: Tables, found: int, migrations: Migrations, to: int | None = None) -> Tables:
    """Migrates tables of schema `found` to the schema `to`, by default the newest one.

    Raises BadRecord if a migration fails.
    """
    for number in range(found, to or newest_schema(migrations)):
        try:
            tables = migrations[number](tables)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadRecord(f"schema {number}", Fault.MIGRATION, str(error)) from error
    return tables


def tables_in(raw: bytes, path: Path, migrations: Migrations) -> Tables:
    """The tables in the bytes of a file, migrated to the newest schema. Raises Unsound, TooNew or BadRecord."""
    envelope = check(raw)
    if envelope.schema > newest_schema(migrations):
        raise TooNew(path, envelope.schema, newest_schema(migrations))
    return migrated(parse(raw, envelope), envelope.schema, migrations)


def strict_json(raw: bytes | str) -> Any:
    """Parses JSON strictly: raises ValueError even for NaN and for duplicate keys, which Python accepts."""
    return json.loads(raw, object_pairs_hook=_unique, parse_constant=_refuse_constant)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key is given twice")
    return result


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# -- generations ---

LIMIT = 64 * 1024 * 1024
"""In bytes; a larger file is neither parsed nor written."""

SUFFIXES = ("", ".tmp", ".bak")
"""The three places of a generation; if two places have the same generation, the first place counts."""


def base_name(name: str) -> str:
    """The name of the file without the suffix of a generation; any other name is returned unchanged."""
    base, json_, suffix = name.rpartition(".json")
    return base + json_ if suffix in SUFFIXES else name


class Generations(NamedTuple):
    """The generations of a file that were found, each by its suffix (`SUFFIXES`).

    `sound` has the sound generations with their bytes, `unsound` the bytes of unsound generations. `flaws` says why a
    generation is not sound, and `errors` has the errors of the system.
    """

    sound: dict[str, tuple[Envelope, bytes]]
    unsound: dict[str, bytes]
    flaws: dict[str, Flaw]
    errors: dict[str, OSError]

    @property
    def is_settled(self) -> bool:
        """Whether no recovery is needed: the file is sound, and no write was interrupted."""
        return "" in self.sound and ".tmp" not in self.sound and not self.flaws


def generations(path: str, disk: Disk, limit: int = LIMIT) -> Generations:
    """Reads all generations of a file, except those of more than `limit` bytes, which get a flaw."""
    found = Generations({}, {}, {}, {})
    for suffix in SUFFIXES:
        raw = None
        try:
            size = disk.size(path + suffix)
            if size is not None and size > limit:
                found.flaws[suffix] = Flaw.TOO_LARGE
            elif size is not None and (raw := disk.read(path + suffix)) is not None:
                found.sound[suffix] = check(raw), raw
        except Unsound as error:
            found.flaws[suffix], found.unsound[suffix] = error.flaw, raw or b""
        except NotAFile:
            found.flaws[suffix] = Flaw.NOT_A_FILE
        except OSError as error:
            found.flaws[suffix], found.errors[suffix] = Flaw.UNREADABLE, error
    return found
