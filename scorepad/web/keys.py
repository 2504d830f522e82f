"""Stores the key of the served page in a file of the data folder, and issues tickets: secrets that expire.

The page's address contains the key. The file is not trusted until it is checked. If it is damaged or gone, a new key is
made, and the old key is invalid.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
FILE: Final = "keys.json"
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
            secret = _read(self._path)
        except (ValueError, RecursionError, OSError) as error:
            self.damaged = not isinstance(error, FileNotFoundError)
        if not secret:
            secret = _new_secret()
            with suppress(OSError):  # on a full disk the key is valid until the process ends
                _write(self._path, secret)
            state = _state(self._path)
        self.secret, self._state = secret, state


def renew(folder: Path) -> str:
    """Saves a new secret for the page, and returns it; the old secret is then invalid. Raises OSError."""
    secret = _new_secret()
    _write(folder / FILE, secret)
    return secret


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


def _read(path: Path) -> str:
    """The secret in a file that only its owner can read. Raises ValueError, RecursionError or OSError."""
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
    return _secret_in(json.loads(raw))


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
    if len(secret) != LENGTH or not secret.isascii():
        raise ValueError("a secret of another length")
    return secret


def _write(path: Path, secret: str) -> None:
    """Replaces the file; only its owner can read it. Raises OSError."""
    part = path.with_name(f".{FILE}-{secrets.token_hex(8)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(fd, "w", encoding="utf-8") as file:
            json.dump({"version": 2, "secret": secret}, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
