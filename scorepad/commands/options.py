"""The options that several commands share, and the readers of option values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from scorepad.commands.terminal import os_reason, printable
from scorepad.i18n import LANGUAGES, SOURCE, Translator
from scorepad.text import folded, plain_number
from scorepad.zones import Zone, zone_names

if TYPE_CHECKING:
    from scorepad.tarot.scheme import Scheme

T = TypeVar("T")
LONGEST, NEAR = 64, 3
"""The number of compared characters of a mistyped zone, and the largest number of similar zones in the error."""


class Group(Protocol):
    """A parser or a group of its options."""

    def add_argument(self, *args: Any, **settings: Any) -> object:
        """Adds an option."""


def add_shared(group: Group, *names: str) -> None:
    """Adds shared options, by their names without the dashes."""
    folder = "folder of the scores (also SCOREPAD_DATA; otherwise the system’s folder for app data)"
    language = "language of the app, of results and of files (otherwise the system’s)"
    zone = "time zone of days and times (Europe/Paris; otherwise the system’s)"
    day = reader(date.fromisoformat, "{text} is not a day such as 2026-11-21")
    suppressed = {"default": argparse.SUPPRESS}
    shared: dict[str, dict[str, Any]] = {
        "json": {"action": "store_true", "help": "write one JSON object"},
        "data": {"type": Path, "metavar": "DIR", "help": folder} | suppressed,
        "lang": {"choices": LANGUAGES, "help": language} | suppressed,
        "zone": {"metavar": "ZONE", "type": _zone, "help": zone} | suppressed,
        "since": {"metavar": "DATE", "type": day, "help": "only evenings from this day on (2026-11-21)"},
        "until": {"metavar": "DATE", "type": day, "help": "only evenings up to this day"},
    }
    for name in names:
        group.add_argument(f"--{name}", **shared[name])


def _zone(text: str) -> Zone:
    """The zone with this name; a `type` for argparse. The error for an unknown name lists similar names."""
    try:
        return Zone(text)
    except ValueError:
        near, said = _similar_zones(text), printable(text)
    similar = f". Similar: {', '.join(near)}" if near else ": Europe/Paris is one"
    raise argparse.ArgumentTypeError(f"there is no zone {said}{similar}")


def _similar_zones(text: str) -> list[str]:
    """At most NEAR zones whose full name or city is similar to a text."""
    names = {folded(each.rpartition("/")[2]): each for each in sorted(zone_names())}
    names |= {folded(each): each for each in zone_names()}
    found = get_close_matches(folded(text[:LONGEST]), sorted(names), NEAR)
    return [*dict.fromkeys(names[each] for each in found)]


def reader(read: Callable[[str], T], refusal: str) -> Callable[[str], T]:
    """Makes a `type` for argparse: if `read` raises ValueError, the user sees `refusal` with {text} filled in."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(refusal.format(text=printable(text))) from None

    return argument


def count(text: str) -> int:
    """The number in a text of one or two digits. Raises ValueError for any other text."""
    number = plain_number(text)
    if re.fullmatch("[0-9]{1,2}", number) is None:
        raise ValueError(text)
    return int(number)


def public_url(text: str) -> str:
    """The address of a published web app; a `type` for argparse, which raises ArgumentTypeError."""
    from scorepad.ui.link import BadAddress, no_address, public_address

    try:
        return public_address(text)
    except BadAddress:
        raise argparse.ArgumentTypeError(no_address(Translator(SOURCE))) from None


def named_scheme(text: str) -> Scheme:
    """The shipped scheme with this name, or the scheme in the file with this path; a `type` for argparse."""
    # Imported here: the app and most commands read no scheme from their command line.
    from scorepad.faults import Invalid
    from scorepad.i18n.problems import scheme_error_text
    from scorepad.tarot.scheme_data import MAX_SCHEME_FILE, scheme_from_file, shipped_schemes

    shipped = shipped_schemes()
    if text in shipped:
        return shipped[text]
    name = printable(text)
    try:
        with open(text, "rb") as file:
            return scheme_from_file(file.read(MAX_SCHEME_FILE + 1))
    except Invalid as error:
        refused = f"the scheme {name} is refused: {scheme_error_text(Translator(SOURCE), error)}"
    except (OSError, ValueError) as error:
        reason = os_reason(error)
        refused = f"{name} is neither a scheme that --schemes lists nor a file that can be read ({reason})"
    raise argparse.ArgumentTypeError(refused)
