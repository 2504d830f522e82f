"""The keys of the served page: a small table in the data folder, with the scope and the end of each key.

The page's address has the secret of the owner's key; of any other key only a digest has to be kept. The file is
hostile until checked. If it is damaged or gone, there is a new key, and no old one is valid.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

FILE: Final = "keys.json"
LIMIT: Final = 64 * 1024
"""Bytes of the file; a larger one is refused."""
MAX_KEYS: Final = 100
REMEMBERED: Final = 20
"""Revoked keys that are kept."""

SIGNS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""The characters of secrets: no two look alike."""
LENGTH: Final = 26
"""130 bits, which nobody can guess."""
ONCE_SECONDS: Final = 120.0
"""Seconds for which the key for one use is valid."""

_SECRET = re.compile(f"[{SIGNS}]{{{LENGTH}}}")
_DIGEST = re.compile("[0-9a-f]{64}")


class Scope(StrEnum):
    """The scope of a key."""

    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Key:
    """A key; its secret is kept only if the address has to be shown again."""

    digest: str
    scope: Scope = Scope.EVERYTHING
    until: int | None = None
    """The end, in seconds since 1970; None is for ever."""
    revoked: bool = False
    secret: str | None = None

    def opens(self) -> bool:
        """Whether it is valid now."""
        return not self.revoked and (self.until is None or time.time() < self.until)


class Damaged(ValueError):
    """The file is not as it was written."""


class Keys:
    """The keys of a data folder, which another process may renew at any time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._state: tuple[int, ...] | None = ()
        self._keys: tuple[Key, ...] = ()
        self._once: tuple[str, float] | None = None
        self.damaged = False
        """Whether the file was damaged, so that there is a new key."""
        self.refresh()

    @property
    def owner(self) -> Key:
        """The key that the printed address carries."""
        return next(key for key in self._keys if _is_owner(key))

    @property
    def secret(self) -> str:
        """The owner's secret."""
        assert self.owner.secret is not None
        return self.owner.secret

    def find(self, secret: str) -> Key | None:
        """The key of that secret, if it is valid. A wrong secret takes as long as a right one."""
        digest, found = _digest(secret), None
        for key in self._keys:
            if hmac.compare_digest(key.digest, digest):
                found = key
        return found if found is not None and found.opens() else None

    def stands(self, digest: str) -> bool:
        """Whether the key of that digest is still valid."""
        return any(key.digest == digest and key.opens() for key in self._keys)

    def once(self) -> str:
        """A secret that is valid once, for a short time.

        The browser is started with it, because every account of a computer can read the arguments of a program.
        """
        secret = _new_secret()
        self._once = (_digest(secret), time.monotonic() + ONCE_SECONDS)
        return secret

    def exchange(self, secret: str) -> tuple[str, Key] | None:
        """The secret to keep, and its key, for the secret of an address; None if that is not valid."""
        if self._once is not None and hmac.compare_digest(self._once[0], _digest(secret)):
            good, self._once = time.monotonic() < self._once[1], None
            return (self.secret, self.owner) if good else None
        key = self.find(secret)
        return None if key is None else (secret, key)

    def refresh(self) -> None:
        """Reads the file again if it has changed."""
        state = _state(self._path)
        if state == self._state:
            return
        keys: tuple[Key, ...] = ()
        self.damaged = False
        try:
            keys = _read(self._path)
        except (Damaged, OSError) as error:
            self.damaged = not isinstance(error, FileNotFoundError)
        if not keys:
            keys = (_new_key(),)
            with suppress(OSError):  # on a full disk the key is valid until the process ends
                _write(self._path, keys)
            state = _state(self._path)
        self._keys, self._state = keys, state


def renew(folder: Path) -> str:
    """Gives the page a new secret, so that all others are invalid, and returns it. Raises OSError."""
    path = folder / FILE
    try:
        old = [replace(key, revoked=True, secret=None) for key in _read(path)]
    except (Damaged, OSError):
        old = []
    key = _new_key()
    assert key.secret is not None
    _write(path, [key, *old[:REMEMBERED]])
    return key.secret


def _is_owner(key: Key) -> bool:
    return key.secret is not None and key.until is None and not key.revoked


def _new_secret() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def _new_key() -> Key:
    secret = _new_secret()
    return Key(_digest(secret), secret=secret)


def _digest(secret: str) -> str:
    # Plain SHA-256 is enough: the secret is as long as the digest of a slow function would make it.
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _state(path: Path) -> tuple[int, ...] | None:
    """Values that change whenever the file does."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_mode


def _read(path: Path) -> tuple[Key, ...]:
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
        flags |= getattr(os, name, 0)
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > LIMIT:
            raise Damaged
        if os.name == "posix" and status.st_mode & 0o077:
            os.fchmod(file.fileno(), 0o600)
            if not os.fstat(file.fileno()).st_mode & 0o077:  # some file systems know no owners
                raise Damaged  # others could read the secret
        raw = file.read(LIMIT)
    try:
        table = json.loads(raw)
    except (ValueError, RecursionError):
        raise Damaged from None
    if not isinstance(table, dict) or table.get("version") != 1:
        raise Damaged
    keys = table.get("keys")
    if not isinstance(keys, list) or len(keys) > MAX_KEYS:
        raise Damaged
    checked = tuple(map(_checked, keys))
    if len({key.digest for key in checked}) != len(checked) or sum(map(_is_owner, checked)) != 1:
        raise Damaged
    return checked


def _checked(given: Any) -> Key:
    if not isinstance(given, dict) or given.keys() != {"digest", "scope", "until", "revoked", "secret"}:
        raise Damaged
    digest, scope, until = given["digest"], given["scope"], given["until"]
    revoked, secret = given["revoked"], given["secret"]
    if not isinstance(digest, str) or _DIGEST.fullmatch(digest) is None or scope not in list(Scope):
        raise Damaged
    if not isinstance(revoked, bool) or not (until is None or type(until) is int):
        raise Damaged
    good = isinstance(secret, str) and _SECRET.fullmatch(secret) and _digest(secret) == digest
    if secret is not None and not good:
        raise Damaged
    return Key(digest, Scope(scope), until, revoked, secret)


def _write(path: Path, keys: Iterable[Key]) -> None:
    """Replaces the table; only its owner can read it. Raises OSError."""
    table = {"version": 1, "keys": [asdict(key) for key in keys]}
    part = path.with_name(f".{FILE}-{secrets.token_hex(8)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(fd, "w", encoding="utf-8") as file:
            json.dump(table, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
