"""The small parts of a pack: ids, times, days, lengths of evenings, and rates."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from scorepad.evening.length import AgreedLength
from scorepad.evening.money import NO_MONEY, Rate

from .bits import BLANK, BadPack, Pack
from .codes import TIME_FORMS

EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{3}|\d{6}))?Z", re.ASCII)
_NAMES_OF_FORMS: Final = {3: "milliseconds", 0: "seconds", 6: "microseconds"}
TIME_ORDERS: Final = {3: 38, 0: 28, 6: 48}
"""The order in which the moments of each form of times are written (`Pack.signed`)."""
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_DEVICE: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)


def ident(pack: Pack, value: str) -> str:
    """An id: a UUID takes 16 bytes, eight hexadecimal digits take 4 bytes, any other id is a text."""
    if pack.flag(pack.writing and _UUID.fullmatch(value) is not None):
        return str(uuid.UUID(int=pack.bits(128, uuid.UUID(value).int if pack.writing else 0)))
    if pack.flag(pack.writing and _DEVICE.fullmatch(value) is not None):
        return f"{pack.bits(32, int(value, 16) if pack.writing else 0):08x}"
    return pack.text(value)


def text(pack: Pack, value: str) -> str:
    """A text, as a function for `Pack.maybe` and `Pack.each`."""
    return pack.text(value)


# -- times ---


class Moment(NamedTuple):
    """A time: the number of digits after the point of its seconds, and the number of units since 2020 (`EPOCH`).

    With 0 digits a unit is a second, with 3 digits a millisecond, with 6 digits a microsecond.
    """

    digits: int
    units: int

    @property
    def text(self) -> str:
        """The time in ISO 8601. Raises BadPack for a time after the year 9999 or before the year 1."""
        try:
            at = EPOCH + timedelta(microseconds=self.units * 10 ** (6 - self.digits))
        except OverflowError:
            raise BadPack("no time") from None
        return at.isoformat(timespec=_NAMES_OF_FORMS[self.digits]).replace("+00:00", "Z")


@lru_cache(maxsize=4096)
def moment_of(at: str) -> Moment | None:
    """The moment of a time in ISO 8601; None if the time has an unusual form."""
    if not (found := _TIME.fullmatch(at)):
        return None
    try:
        since = datetime.fromisoformat(at[:-1] + "+00:00") - EPOCH
    except ValueError:
        return None
    digits = len(found[1] or "")
    moment = Moment(digits, since // timedelta(microseconds=10 ** (6 - digits)))
    return moment if moment.text == at else None


def time(pack: Pack, value: str) -> str:
    """A time: the form and a number, or a text if the form is unusual."""
    moment = moment_of(value) if pack.writing else None
    digits: int | None = pack.one_of(TIME_FORMS, moment.digits if moment else None)
    if digits is None:
        return pack.text(value)
    return Moment(digits, pack.signed(moment.units if moment else 0, TIME_ORDERS[digits])).text


def day(pack: Pack, value: str) -> str:
    """A day: the number of days since 2020, or a text if the form is unusual."""
    count = _day_number(value) if pack.writing else None
    if not pack.flag(count is not None):
        return pack.text(value)
    try:
        return (EPOCH.date() + timedelta(days=pack.signed(count or 0, 11))).isoformat()
    except OverflowError:
        raise BadPack("no day") from None


def _day_number(value: str) -> int | None:
    try:
        found = date.fromisoformat(value)
    except ValueError:
        return None
    return (found - EPOCH.date()).days if found.isoformat() == value else None


# -- agreements ---


def length_part(pack: Pack, value: AgreedLength) -> AgreedLength:
    """The agreed length: one bit if no length is agreed, else the field that is set."""
    if pack.flag(pack.writing and value.open):
        return AgreedLength()
    if pack.flag(pack.writing and value.hands > 0):
        return AgreedLength(hands=pack.number(value.hands, 4))
    if pack.flag(pack.writing and value.deals > 0):
        return AgreedLength(deals=pack.number(value.deals, 2))
    return AgreedLength(until=time(pack, value.until if value.until is not None else BLANK))


def rate_part(pack: Pack, value: Rate) -> Rate:
    """The money value of a point; the usual currency takes one bit."""
    points, cents = pack.number(value.points, 7), pack.number(value.cents, 7)
    usual = pack.flag(value.currency == NO_MONEY.currency)
    currency = NO_MONEY.currency if usual else pack.text(value.currency)
    return Rate(points, cents, currency, pack.number(value.step, 1))
