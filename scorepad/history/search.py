"""Finds evenings by name and by date."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache

from scorepad.text import folded
from scorepad.zones import Zone

from .summary import Summary


def find_summaries(
    summaries: Iterable[Summary],
    zone: Zone,
    *,
    text: str = "",
    day_words: Callable[[date], str] = date.isoformat,
    since: date | None = None,
    until: date | None = None,
) -> list[Summary]:
    """The evenings that began from `since` to `until`, with every word of `text` in a name or in the date.

    Dates are those of a zone; `day_words` writes out a date (`Translator.day_words`).
    """
    words = folded(text).split()

    @cache
    def searchable(begun: str) -> str:
        return folded(day_words(date.fromisoformat(begun)))

    return [
        summary
        for summary in summaries
        if ((since is None and until is None) or _within(_begun(summary, zone), since, until))
        and (not words or _contains(summary, words, zone, searchable))
    ]


def _within(begun: str, since: date | None, until: date | None) -> bool:
    return (
        bool(begun)
        and (since is None or begun >= since.isoformat())
        and (until is None or begun <= until.isoformat())
    )


def _contains(summary: Summary, words: list[str], zone: Zone, day_text: Callable[[str], str]) -> bool:
    names = (name for person in summary.people for name in person.names)
    texts = [folded(summary.name), *map(folded, names)]
    left = [word for word in words if not any(word in text for text in texts)]
    begun = _begun(summary, zone) if left else ""
    return not left or (bool(begun) and all(word in day_text(begun) for word in left))


def _begun(summary: Summary, zone: Zone) -> str:
    """The day on which an evening began (ISO 8601), "" if nothing is known of that."""
    at = summary.created or summary.last_at
    return zone.day(at) if at else ""
