"""Finds evenings by name and by date."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import cache, lru_cache

from scorepad.text import folded

from .summary import Summary


@lru_cache(maxsize=65536)
def local_day(at: str) -> date | None:
    """The local date of a time (ISO 8601), None if it is none."""
    try:
        return datetime.fromisoformat(at).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None


def find_summaries(
    summaries: Iterable[Summary],
    *,
    text: str = "",
    day_words: Callable[[date], str] = date.isoformat,
    since: date | None = None,
    until: date | None = None,
) -> list[Summary]:
    """The evenings that began from `since` to `until`, with every word of `text` in a name or in the date.

    `day_words` writes out a date (`Translator.day_words`).
    """
    words = folded(text).split()

    @cache
    def searchable(begun: date) -> str:
        return folded(day_words(begun))

    return [
        summary
        for summary in summaries
        if ((since is None and until is None) or _within(summary, since, until))
        and (not words or _contains(summary, words, searchable))
    ]


def _within(summary: Summary, since: date | None, until: date | None) -> bool:
    begun = _begun(summary)
    return begun is not None and (since is None or begun >= since) and (until is None or begun <= until)


def _contains(summary: Summary, words: list[str], day_text: Callable[[date], str]) -> bool:
    names = (name for person in summary.people for name in person.names)
    texts = [folded(summary.name), *map(folded, names)]
    left = [word for word in words if not any(word in text for text in texts)]
    begun = _begun(summary) if left else None
    return not left or (begun is not None and all(word in day_text(begun) for word in left))


def _begun(summary: Summary) -> date | None:
    return local_day(summary.created or summary.last_at)
