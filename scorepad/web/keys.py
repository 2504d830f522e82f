"""The keys of the served page: a small table in the data folder, with the scope and the end of each key.

The page's address has the secret of the owner's key; of other keys only a digest is needed. The file is not trusted
until it is checked. If it is damaged or gone, a new key is made, and all old keys are invalid.
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
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Generic, TypeVar

from scorepad.codec import Codec, Length

T = TypeVar("T")
FILE: Final = "keys.json"
LIMIT: Final = 64 * 1024
"""The largest file, in bytes; a larger file is refused."""
MAX_KEYS: Final = 100

SIGNS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""The characters of secrets; no two of them look alike."""
LENGTH: Final = 26
"""The number of characters of a secret: 130 bits, which nobody can guess."""
MAX_TICKETS: Final = 200


class KeyScope(StrEnum):
    """The scope of a key."""

    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Key:
    """A key; its secret is stored only if the address has to be shown again."""

    digest: Annotated[str, Length(64, 64)]
    scope: KeyScope = KeyScope.EVERYTHING
    until: int | None = None
    """The end of the key, in seconds since 1970; None if it has no end."""
    revoked: bool = False
    secret: Annotated[str, Length(LENGTH, LENGTH)] | None = None

    @property
    def is_valid(self) -> bool:
        """Whether the key is valid now."""
        return not self.revoked and (self.until is None or time.time() < self.until)

    @property
    def is_owners(self) -> bool:
        """Whether the printed address has this key."""
        return self.secret is not None and self.until is None and not self.revoked


@dataclass(frozen=True, slots=True)
class _Table:
    version: int
    keys: Annotated[tuple[Key, ...], Length(MAX_KEYS)]


_CODEC: Final = Codec()


class Tickets(Generic[T]):
    """Secrets for values; each is valid once and for a limited time, and only the newest are kept."""

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

    def __contains__(self, secret: str) -> bool:
        return time.monotonic() < self._values.get(_digest(secret), (None, 0.0))[1]

    def take(self, secret: str) -> T | None:
        """Returns the value and invalidates the secret; None for a secret that is not valid."""
        value, end = self._values.pop(_digest(secret), (None, 0.0))
        return value if time.monotonic() < end else None

    def clear(self) -> None:
        """Invalidates all secrets."""
        self._values.clear()


class Keys:
    """The keys of a data folder, which another process may renew at any time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._state: tuple[int, ...] | None = ()
        self._keys: tuple[Key, ...] = ()
        self.damaged = False
        """Whether the file was damaged, so that a new key was made."""
        self.refresh()

    @property
    def owner(self) -> Key:
        """The key in the printed address."""
        return next(key for key in self._keys if key.is_owners)

    @property
    def secret(self) -> str:
        """The owner's secret."""
        assert self.owner.secret is not None
        return self.owner.secret

    def find(self, secret: str) -> Key | None:
        """The key of this secret; None if it is not valid. A wrong secret takes as long as a right one."""
        digest, found = _digest(secret), None
        for key in self._keys:
            if hmac.compare_digest(key.digest.encode(), digest.encode()):
                found = key
        return found if found is not None and found.is_valid else None

    def is_valid(self, digest: str) -> bool:
        """Whether the key with this digest is still valid."""
        return any(key.digest == digest and key.is_valid for key in self._keys)

    def refresh(self) -> None:
        """Reads the file again if it has changed."""
        state = _state(self._path)
        if state == self._state:
            return
        keys: tuple[Key, ...] = ()
        self.damaged = False
        try:
            keys = _read(self._path)
        except (ValueError, RecursionError, OSError) as error:
            self.damaged = not isinstance(error, FileNotFoundError)
        if not keys:
            keys = (_key_of(_new_secret()),)
            with suppress(OSError):  # on a full disk the key is valid until the process ends
                _write(self._path, *keys)
            state = _state(self._path)
        self._keys, self._state = keys, state


def renew(folder: Path) -> str:
    """Makes a new secret for the page, which invalidates all others, and returns it. Raises OSError."""
    secret = _new_secret()
    _write(folder / FILE, _key_of(secret))
    return secret


def _new_secret() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def _key_of(secret: str) -> Key:
    return Key(_digest(secret), secret=secret)


def _digest(secret: str) -> str:
    # Plain SHA-256 is enough: the secret is too long to be guessed, even with a fast function.
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _state(path: Path) -> tuple[int, ...] | None:
    """Values that change whenever the file changes."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_mode


def _read(path: Path) -> tuple[Key, ...]:
    """The keys in a file that only its owner can read. Raises ValueError, RecursionError or OSError."""
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
    table = _CODEC.decode(_Table, json.loads(raw))
    keys = table.keys
    single = len({key.digest for key in keys}) == len(keys) and sum(key.is_owners for key in keys) == 1
    if table.version != 1 or not single:
        raise ValueError("another version, or not one owner")
    if any(key.secret is not None and _digest(key.secret) != key.digest for key in keys):
        raise ValueError("a digest of another secret")
    return keys


def _write(path: Path, *keys: Key) -> None:
    """Replaces the table; only its owner can read it. Raises OSError."""
    part = path.with_name(f".{FILE}-{secrets.token_hex(8)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(fd, "w", encoding="utf-8") as file:
            json.dump(_CODEC.encode(_Table(1, keys)), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
