"""Stores the keys of the served page in files of the data folder, and issues tickets: secrets that expire.

The page's address contains the key of the app; the key of an evening opens this evening alone, to look. The files are
not trusted until they are checked. If a file is damaged or gone, new keys are made, and the old ones are invalid.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import threading
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")
FILE: Final = "keys.json"
EVENINGS_FILE: Final = "followed.json"
MAX_SHARED: Final = 50
"""The most evenings that are shared at once; the evening that was shared first is dropped."""
LIMIT: Final = 64 * 1024
"""The largest file, in bytes; a larger file is refused."""

SIGNS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""The characters of secrets; no two of them look alike."""
LENGTH: Final = 26
"""The number of characters of a secret: 130 bits, which nobody can guess."""
MAX_TICKETS: Final = 200


class Tickets(Generic[T]):
    """Secrets that stand for values; each is valid until it is taken or expires.

    Only the newest MAX_TICKETS are kept.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._values: dict[str, tuple[T, float]] = {}

    def issue(self, value: T) -> str:
        """A new secret for a value."""
        secret = _new_secret()
        self._values[_digest(secret)] = value, time.monotonic() + self._seconds
        if len(self._values) > MAX_TICKETS:
            del self._values[next(iter(self._values))]
        return secret

    def find(self, secret: str) -> T | None:
        """The value of a secret, which stays valid; None for a secret that is not valid."""
        value, end = self._values.get(_digest(secret), (None, 0.0))
        return value if time.monotonic() < end else None

    def take(self, secret: str) -> T | None:
        """Returns the value and invalidates the secret; None for a secret that is not valid."""
        value = self.find(secret)
        self._values.pop(_digest(secret), None)
        return value

    def clear(self) -> None:
        """Invalidates all secrets."""
        self._values.clear()


class Key:
    """The key of a data folder, which another process may renew at any time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._state: tuple[int, ...] | None = ()
        self.secret = ""
        """The secret in the printed address."""
        self.damaged = False
        """Whether the file was damaged, so that a new key was made."""
        self.refresh()

    @property
    def digest(self) -> str:
        """The digest of the secret, by which sessions remember their key."""
        return _digest(self.secret)

    def matches(self, secret: str) -> bool:
        """Whether `secret` is the key's secret; the comparison takes constant time."""
        return hmac.compare_digest(_digest(secret).encode(), self.digest.encode())

    def refresh(self) -> None:
        """Reads the file again if it has changed."""
        state = _state(self._path)
        if state == self._state:
            return
        secret = ""
        self.damaged = False
        try:
            secret = _secret_in(_read(self._path))
        except (ValueError, RecursionError, OSError) as error:
            self.damaged = not isinstance(error, FileNotFoundError)
        if not secret:
            secret = _new_secret()
            with suppress(OSError):  # on a full disk the key is valid until the process ends
                _write(self._path, _document(secret))
            state = _state(self._path)
        self.secret, self._state = secret, state


def renew(folder: Path) -> str:
    """Saves a new secret for the page, and returns it; the old secret is then invalid. Raises OSError."""
    secret = _new_secret()
    _write(folder / FILE, _document(secret))
    return secret


class EveningKey(NamedTuple):
    """The secret that opens an evening, to look, and the time at which it was given (ISO 8601, UTC)."""

    secret: str
    given: str


class EveningKeys:
    """The keys of the evenings that others may look at. Thread-safe.

    The keys are in a file, so that followers stay when the app starts again. If the file cannot be written, the keys
    are valid until the process ends.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / EVENINGS_FILE
        self._lock = threading.Lock()
        self._keys: dict[str, EveningKey] = {}
        with suppress(ValueError, RecursionError, OSError):
            self._keys = _keys_in(_read(self._path))

    def give(self, evening_id: str, now: str) -> str:
        """The secret of an evening's key; makes a new key, given `now` (ISO 8601, UTC), if the evening has no key."""
        with self._lock:
            if evening_id not in self._keys:
                self._keys[evening_id] = EveningKey(_new_secret(), now)
                while len(self._keys) > MAX_SHARED:
                    del self._keys[next(iter(self._keys))]
                self._write()
            return self._keys[evening_id].secret

    def end(self, evening_id: str) -> None:
        """Makes the key of an evening invalid."""
        with self._lock:
            if self._keys.pop(evening_id, None) is not None:
                self._write()

    def key(self, evening_id: str) -> EveningKey | None:
        """The key of an evening; None for an evening without a key."""
        return self._keys.get(evening_id)

    def evenings(self) -> list[str]:
        """The ids of the evenings that have keys."""
        with self._lock:
            return list(self._keys)

    def evening_of(self, secret: str) -> str | None:
        """The id of the evening that a key opens; None for any other text. Each comparison takes constant time."""
        shown, found = _digest(secret).encode(), None
        with self._lock:
            for evening_id, each in self._keys.items():
                if hmac.compare_digest(shown, _digest(each.secret).encode()):
                    found = evening_id
        return found

    def _write(self) -> None:
        with suppress(OSError):
            _write(self._path, {"version": 1, "evenings": self._keys})  # a key is written as a list


def _new_secret() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def _digest(secret: str) -> str:
    # SHA-256 is enough, without a slow password hash: the secret is too long to be guessed.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _state(path: Path) -> tuple[int, ...] | None:
    """Values that change whenever the file changes."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_mode


def _read(path: Path) -> Any:
    """The JSON in a file that only its owner can read. Raises ValueError, RecursionError or OSError."""
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
        flags |= getattr(os, name, 0)
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > LIMIT:
            raise ValueError("no file, or a large one")
        if os.name == "posix" and status.st_mode & 0o077:
            os.fchmod(file.fileno(), 0o600)
            if not os.fstat(file.fileno()).st_mode & 0o077:  # some file systems know no owners
                raise ValueError("others can read the secret")
        raw = file.read(LIMIT)
    return json.loads(raw)


def _document(secret: str) -> dict[str, Any]:
    return {"version": 2, "secret": secret}


def _secret_in(document: Any) -> str:
    """The secret in the decoded JSON of a key file. Raises ValueError for any other content."""
    match document:
        case {"version": 2, "secret": str(secret), **more} if not more:
            pass
        # Version 1, until November 2026: a list of keys, which never had more than one key.
        case {"version": 1, "keys": [{"secret": str(secret), "until": None, "revoked": False}]}:
            pass
        case _:
            raise ValueError("another version, or other content")
    return _checked(secret)


def _keys_in(document: Any) -> dict[str, EveningKey]:
    """The keys in the decoded JSON of a file of evenings. Raises ValueError for any other content."""
    found: dict[str, EveningKey] = {}
    match document:
        case {"version": 1, "evenings": dict(keys), **more} if not more and len(keys) <= MAX_SHARED:
            for evening_id, key in keys.items():
                match key:
                    case [str(secret), str(given)] if datetime.fromisoformat(given).tzinfo is not None:
                        found[evening_id] = EveningKey(_checked(secret), given)
                    case _:
                        raise ValueError("no key")
            return found
    raise ValueError("another version, or other content")


def _checked(secret: str) -> str:
    if len(secret) != LENGTH or not secret.isascii():
        raise ValueError("a secret of another length")
    return secret


def _write(path: Path, document: dict[str, Any]) -> None:
    """Replaces the file; only its owner can read it. Raises OSError."""
    part = path.with_name(f".{path.name}-{secrets.token_hex(8)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(fd, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
