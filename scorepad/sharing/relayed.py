"""The setting of the relay: the address with the password, and the secrets of the evenings at relays.

    <data>/relay.json

Only its owner can read the file. It belongs to this device: it is in no backup, and a restore keeps it.
"""

from __future__ import annotations

import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from scorepad.history import Disk, write_failed, write_file

from .sealed import SECRET_SIGNS

FILE: Final = "relay.json"
MAX_RELAY_ADDRESS: Final = 200
MAX_RELAYED: Final = 20
"""The largest number of shared evenings; also the largest number of ended sharings of which relays do not know yet."""
MAX_NUMBER: Final = 2**53
"""The number of a message is smaller than this limit: browsers count exactly up to it."""
_LIMIT: Final = 64 * 1024
_ADDRESS: Final = re.compile(
    r"(wss?)://(?:((?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+):((?:[\w.~!$&'()*+,;=:-]|%[0-9a-f]{2})+)@)?"
    r"([a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*|\[[0-9a-f:.]+\])(:\d{1,5})?((?:/[a-z0-9._~-]+)*/?)",
    re.IGNORECASE | re.ASCII,
)
"""The groups are the scheme, the user, the password, the host, the port and the path."""
_UNQUOTED: Final = "~!$&'()*+,;="
"""The signs in a user and a password that are not percent-encoded, so that the normal form does not get longer."""
_HERE: Final = ("localhost", "127.0.0.1", "[::1]")
"""The hosts that are this computer: nothing is sent over a network, so the connection need not be encrypted."""
_SECRET: Final = re.compile(rf"[A-Za-z0-9_-]{{{SECRET_SIGNS}}}", re.ASCII)


class BadRelayAddress(ValueError):
    """A text is not a valid address of a relay."""


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """The address of a relay: the `url`, and the `user` and `password` with which this device publishes.

    `user` and `password` are "" if the relay needs no password.
    """

    url: str
    user: str = ""
    password: str = ""

    @classmethod
    def of(cls, text: str) -> RelayAddress:
        """Reads an address from a text, and returns its normal form. Raises BadRelayAddress."""
        text = text.strip()
        found = _ADDRESS.fullmatch(text) if len(text) <= MAX_RELAY_ADDRESS else None
        if found is None:
            raise BadRelayAddress
        scheme, user, password, host, port, path = found.groups(default="")
        is_safe = scheme.lower() == "wss" or host.lower() in _HERE
        if not is_safe or (port and not 0 < int(port[1:]) < 2**16):
            raise BadRelayAddress
        try:
            words = [unquote(each, errors="strict") for each in (user, password)]
            if host.startswith("["):
                IPv6Address(host[1:-1])
        except ValueError:
            raise BadRelayAddress from None
        if any("\0" in each for each in words):
            raise BadRelayAddress
        return cls(f"{scheme}://{host}{port}".lower() + path, *words)

    @property
    def text(self) -> str:
        """The address as a person types it, with the password."""
        if not self.user:
            return self.url
        scheme, _, rest = self.url.partition("://")
        user, password = (quote(each, safe=_UNQUOTED) for each in (self.user, self.password))
        return f"{scheme}://{user}:{password}@{rest}"

    @property
    def shown(self) -> str:
        """A text for people: the address with dots instead of the password."""
        return self.text if not self.user else replace(self, password="").text.replace(":@", ":••••@")

    @property
    def in_links(self) -> str:
        """The address for links: without user and password, and without "wss://" if the connection is encrypted."""
        return self.url.removeprefix("wss://")


@dataclass(frozen=True, slots=True)
class Relayed:
    """An evening that is shared over a relay: its id, its secret, and the relay.

    `given` is the time at which the sharing began (ISO 8601, UTC). If `is_over`, the sharing has ended, but the relay
    does not know this yet; `given` is then the time of the end.
    """

    evening: str
    secret: str
    relay: RelayAddress
    given: str
    is_over: bool = False

    def ended(self, now: str) -> Relayed:
        """Returns a copy for an evening whose sharing ended at the time `now`."""
        return replace(self, is_over=True, given=now)


@dataclass(frozen=True, slots=True)
class RelaySetting:
    """The setting in the file: the address of the relay (None if there is no relay), and the evenings at any relay.

    `reserved` is larger than the numbers of all messages that were published.
    """

    address: RelayAddress | None = None
    evenings: tuple[Relayed, ...] = ()
    reserved: int = 0

    def with_address(self, address: RelayAddress | None, now: str) -> RelaySetting:
        """Returns a copy with another relay, or without a relay.

        The sharing of evenings at other URLs ends. Evenings at the same URL stay shared, and get the new password.
        """

        def moved(each: Relayed) -> Relayed:
            if address is not None and each.relay.url == address.url:
                return replace(each, relay=address)
            return each if each.is_over else each.ended(now)

        return replace(self, address=address, evenings=tuple(map(moved, self.evenings)))

    def with_evening(self, relayed: Relayed) -> RelaySetting:
        """Returns a copy with another evening; it replaces any evening with the same secret.

        If there are more than MAX_RELAYED shared evenings, the sharing of the first of them ends. If there are more
        than MAX_RELAYED ended sharings, the first of them is forgotten.
        """
        evenings = [*self.without(relayed.secret).evenings, relayed]
        shared = [each for each in evenings if not each.is_over]
        excess = shared[:-MAX_RELAYED]
        kept = [each.ended(relayed.given) if each in excess else each for each in evenings]
        dropped = [each for each in kept if each.is_over][:-MAX_RELAYED]
        return replace(self, evenings=tuple(each for each in kept if each not in dropped))

    def without(self, secret: str) -> RelaySetting:
        """Returns a copy without the evening that has this secret."""
        return replace(self, evenings=tuple(each for each in self.evenings if each.secret != secret))

    def of_evening(self, evening_id: str) -> Relayed | None:
        """The shared evening with this id; None if no evening with this id is shared now."""
        shared = (each for each in self.evenings if each.evening == evening_id and not each.is_over)
        return next(shared, None)

    def at(self, address: RelayAddress) -> tuple[Relayed, ...]:
        """The evenings at a relay, including ended sharings of which the relay does not know yet."""
        return tuple(each for each in self.evenings if each.relay == address)


def read_relay(folder: Path, disk: Disk) -> RelaySetting:
    """The setting of a data folder; an empty setting if there is no file, or if the file is damaged or unreadable."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raw = disk.head(str(folder / FILE), _LIMIT + 1) or b""
        if len(raw) <= _LIMIT:
            return _decoded(json.loads(raw))
    return RelaySetting()


def save_relay(folder: Path, setting: RelaySetting, disk: Disk) -> None:
    """Writes the setting of a data folder. Raises WriteFailed or DiskFull."""
    address = setting.address.text if setting.address is not None else None
    evenings = [
        [each.evening, each.secret, each.relay.text, each.given, each.is_over] for each in setting.evenings
    ]
    document = {"version": 2, "address": address, "reserved": setting.reserved, "evenings": evenings}
    tmp = f"{folder / FILE}.{secrets.token_hex(8)}.tmp"
    try:
        write_file(disk, tmp, json.dumps(document, indent=1).encode())
        disk.replace(tmp, str(folder / FILE))
    except OSError as error:
        with suppress(OSError):
            disk.unlink(tmp)
        raise write_failed(folder / FILE, error) from error


def _decoded(document: Any) -> RelaySetting:
    """The setting in the JSON of a file.

    Raises ValueError, TypeError, KeyError or AttributeError if the JSON is not a setting.
    """
    version, address, reserved = document["version"], document["address"], document.get("reserved", 0)
    if version not in (1, 2) or not isinstance(reserved, int) or not 0 <= reserved < MAX_NUMBER:
        raise ValueError("another version, or no number")
    evenings = list[Relayed]()
    for evening, secret, *relay, given, is_over in document["evenings"]:
        if not _SECRET.fullmatch(secret) or datetime.fromisoformat(given).tzinfo is None:
            raise ValueError("no secret")
        [text] = relay if version == 2 else [address]
        evenings.append(Relayed(str(evening), secret, RelayAddress.of(text), given, is_over is True))
    if len(evenings) > 2 * MAX_RELAYED:
        raise ValueError("too many")
    return RelaySetting(None if address is None else RelayAddress.of(address), tuple(evenings), reserved)
