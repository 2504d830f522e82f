"""The packets with which a client publishes to an MQTT broker: MQTT 5.0 of OASIS, as far as publishing needs it.

The broker may be hostile: only a few kinds of short packets are accepted from it; any other packet ends the connection.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

CONNACK: Final = 0x20
PUBACK: Final = 0x40
PINGRESP: Final = 0xD0
GOODBYE: Final = 0xE0
"""The kinds of packets that a broker sends to a client that only publishes; GOODBYE ends the connection."""
PING: Final = b"\xc0\x00"
DISCONNECT: Final = b"\xe0\x00"
MAX_ANSWER: Final = 1024
"""The largest accepted packet of a broker, in bytes: an acknowledgement may have a reason in words."""
KEEP_ALIVE: Final = 60
"""The keep-alive time of MQTT, in seconds: the client promises to send a packet at least as often."""
_PUBLISH: Final = 0x30
_RETAIN, _AT_LEAST_ONCE = 0x01, 0x02
_NEW_SESSION, _HAS_PASSWORD, _HAS_USER = 0x02, 0x40, 0x80
_EXPIRES_AFTER = b"\x02"
"""The number of the property that has the seconds for which a broker keeps a message."""


class RelayProblem(Enum):
    """Why a relay does not take a message."""

    NOT_REACHED = "not reached"
    NOT_TRUSTED = "not trusted"
    """The certificate of the relay is not valid for its name."""
    NOT_A_RELAY = "not a relay"
    """The program at this address is not an MQTT broker, or breaks the rules of MQTT."""
    TOO_OLD = "too old"
    """The relay knows only versions of MQTT before 5."""
    WRONG_PASSWORD = "wrong password"
    NOT_ALLOWED = "not allowed"
    """This user may not publish there."""
    BUSY = "busy"
    TOO_LARGE = "too large"
    """The evening is too large for the relay, or for a pack."""
    UNREADABLE = "unreadable"
    """The evening cannot be read here now; the relay is not to blame."""


class RelayError(Exception):
    """A relay does not take a message, or the connection to it fails; `problem` says why."""

    def __init__(self, problem: RelayProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


_REASONS: Final = {
    0x01: RelayProblem.TOO_OLD,  # an answer of version 3.1.1
    0x84: RelayProblem.TOO_OLD,
    0x86: RelayProblem.WRONG_PASSWORD,
    0x87: RelayProblem.NOT_ALLOWED,
    0x88: RelayProblem.BUSY,
    0x89: RelayProblem.BUSY,
    0x8B: RelayProblem.NOT_REACHED,  # the broker is shutting down
    0x95: RelayProblem.TOO_LARGE,
    0x96: RelayProblem.BUSY,
    0x97: RelayProblem.BUSY,
    0x98: RelayProblem.NOT_ALLOWED,
    0x9A: RelayProblem.NOT_ALLOWED,  # the broker keeps no messages for people who follow later
    0x9F: RelayProblem.BUSY,
}
"""The problem for each reason code of a broker; all other codes from 0x80 on mean NOT_A_RELAY."""


def check_reason(code: int) -> None:
    """Raises RelayError if a reason code of a broker means that the broker refuses something."""
    if code >= 0x80 or code in _REASONS:
        raise RelayError(_REASONS.get(code, RelayProblem.NOT_A_RELAY))


# -- packets to the broker ---


def connect(user: str, password: str) -> bytes:
    """The first packet of a connection; the broker chooses the client's name. Without a user, sends no password."""
    flags = _NEW_SESSION | (_HAS_USER | _HAS_PASSWORD if user else 0)
    fields = [_text("MQTT"), bytes([5, flags]), KEEP_ALIVE.to_bytes(2, "big"), b"\x00", _text("")]
    return _packet(0x10, *fields, *map(_text, (user, password) if user else ()))


def publish(topic: str, body: bytes, number: int, *, retain: bool, seconds: int) -> bytes:
    """The packet of a message, which the broker acknowledges by the number of the message (1 to 65,535).

    With `retain`, the broker keeps the message for people who follow later, and drops it after `seconds`; an empty
    `body` then removes the message that the broker keeps.
    """
    kind = _PUBLISH | _AT_LEAST_ONCE | (_RETAIN if retain else 0)
    properties = _EXPIRES_AFTER + seconds.to_bytes(4, "big")
    return _packet(kind, _text(topic), number.to_bytes(2, "big"), bytes([len(properties)]), properties, body)


def _packet(kind: int, *fields: bytes) -> bytes:
    body = b"".join(fields)
    length, rest = bytearray(), len(body)
    while True:
        rest, low = divmod(rest, 128)
        length.append(low | (0x80 if rest else 0))
        if not rest:
            return bytes([kind, *length]) + body


def _text(words: str) -> bytes:
    raw = words.encode()
    return len(raw).to_bytes(2, "big") + raw


# -- packets of the broker ---


class BrokerPacket(NamedTuple):
    """A packet of the broker."""

    kind: int
    body: bytes

    @property
    def number(self) -> int:
        """The number of the message that a PUBACK acknowledges. Raises RelayError if the packet has no number."""
        if len(self.body) < 2:
            raise RelayError(RelayProblem.NOT_A_RELAY)
        return int.from_bytes(self.body[:2], "big")

    @property
    def reason(self) -> int:
        """The reason code; 0 if there is none. Raises RelayError if a CONNACK has none."""
        place = {CONNACK: 1, PUBACK: 2}.get(self.kind, 0)
        if len(self.body) > place:
            return self.body[place]
        if self.kind == CONNACK:
            raise RelayError(RelayProblem.NOT_A_RELAY)
        return 0


class Answers:
    """Splits the bytes that come from a broker into packets."""

    def __init__(self) -> None:
        self._rest = b""

    def taken(self, raw: bytes) -> Iterator[BrokerPacket]:
        """Adds bytes, and yields the packets that are now complete. Raises RelayError for an unexpected packet."""
        self._rest += raw
        while (found := self._first()) is not None:
            yield found

    def _first(self) -> BrokerPacket | None:
        length, start = 0, 1
        while True:
            if start >= len(self._rest):
                return None
            byte = self._rest[start]
            length |= (byte & 0x7F) << 7 * (start - 1)
            start += 1
            if length > MAX_ANSWER or start > 3:
                raise RelayError(RelayProblem.NOT_A_RELAY)
            if not byte & 0x80:
                break
        if self._rest[0] not in (CONNACK, PUBACK, PINGRESP, GOODBYE):
            raise RelayError(RelayProblem.NOT_A_RELAY)
        if len(self._rest) < start + length:
            return None
        found = BrokerPacket(self._rest[0], self._rest[start : start + length])
        self._rest = self._rest[start + length :]
        return found
