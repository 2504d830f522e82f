"""The options that several commands have, and the reading of their values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from datetime import date
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from scorepad.commands.terminal import printable
from scorepad.i18n import LANGUAGES, Translator
from scorepad.text import folded, plain_number
from scorepad.zones import Zone, zone_names

T = TypeVar("T")
LONGEST, NEAR = 64, 3
"""Characters of a zone that was mistyped, and how many of those written nearly so are named."""


def add_shared(parser: argparse._ActionsContainer, t: Translator, *names: str) -> None:
    """Adds options that several commands have, by their names without the dashes."""
    folder = t("folder of the scores (also SCOREPAD_DATA; otherwise the system’s folder for app data)")
    language = t("language (otherwise that of the system)")
    day = reader(date.fromisoformat, t("{text} is no day: 2026-11-21 is one"))
    since = t("only those from this day on (2026-11-21)")
    shared: dict[str, dict[str, Any]] = {
        "json": {"action": "store_true", "help": t("write one JSON object")},
        "data": {"type": Path, "default": argparse.SUPPRESS, "metavar": "DIR", "help": folder},
        "lang": {"choices": LANGUAGES, "default": argparse.SUPPRESS, "help": language},
        "zone": {
            "metavar": "ZONE",
            "type": partial(_zone, t),
            "default": argparse.SUPPRESS,
            "help": t("time zone of days and times (Europe/Paris; otherwise that of the system)"),
        },
        "since": {"metavar": "DATE", "type": day, "help": since},
        "until": {"metavar": "DATE", "type": day, "help": t("only those up to this day")},
    }
    for name in names:
        parser.add_argument(f"--{name}", **shared[name])


def _zone(t: Translator, text: str) -> Zone:
    """The zone of a name; a type of argparse, whose refusal names those that are written nearly so."""
    try:
        return Zone(text)
    except ValueError:
        near, said = _similar_zones(text), printable(text)
    if near:
        refusal = t("there is no zone {text}. Similar: {names}", text=said, names=t.names(near))
    else:
        refusal = t("there is no zone {text}: Europe/Paris is one", text=said)
    raise argparse.ArgumentTypeError(refusal)


def _similar_zones(text: str) -> list[str]:
    """The few zones whose names, or places alone, are written nearly like a text."""
    names = {folded(each.rpartition("/")[2]): each for each in sorted(zone_names())}
    names |= {folded(each): each for each in zone_names()}
    found = get_close_matches(folded(text[:LONGEST]), sorted(names), NEAR)
    return [*dict.fromkeys(names[each] for each in found)]


def reader(read: Callable[[str], T], refusal: str) -> Callable[[str], T]:
    """A type of argparse: where `read` raises ValueError, the user sees `refusal` with its {text} filled in."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(refusal.format(text=printable(text))) from None

    return argument


def count(text: str) -> int:
    """A number of at most two digits. Raises ValueError."""
    number = plain_number(text)
    if re.fullmatch("[0-9]{1,2}", number) is None:
        raise ValueError(text)
    return int(number)


def os_reason(error: Exception) -> str:
    """The reason of the system for an error of a file."""
    return getattr(error, "strerror", None) or str(error)
