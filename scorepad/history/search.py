"""Finding evenings by who played and when."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import cache, lru_cache

from .index import Summary


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A text as people look for it: without accents, capitals and spaces at its ends."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


@lru_cache(maxsize=65536)
def day(at: str) -> date | None:
    """The day of a moment (ISO 8601), where the reader is; None for none."""
    try:
        return datetime.fromisoformat(at).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None


def matching(
    summaries: Iterable[Summary],
    *,
    text: str = "",
    day_words: Callable[[date], str] = date.isoformat,
    since: date | None = None,
    until: date | None = None,
    player_of: Callable[[str], str] = str,
    player: str | None = None,
) -> list[Summary]:
    """Those of which every word of `text` is in a name or in the day, begun no earlier and no later than these days.

    `day_words` are a day's, as people say it (`Translator.day_words`).
    `player` is the id of somebody who sat at the table, as `player_of` tells (`History.player_of`).
    """
    words = folded(text).split()

    @cache
    def said(begun: date) -> str:
        return folded(day_words(begun))

    return [
        summary
        for summary in summaries
        if ((since is None and until is None) or _within(summary, since, until))
        and (player is None or any(player_of(person.id) == player for person in summary.people))
        and (not words or _says(summary, words, said))
    ]


def _within(summary: Summary, since: date | None, until: date | None) -> bool:
    begun = _begun(summary)
    return begun is not None and (since is None or begun >= since) and (until is None or begun <= until)


def _says(summary: Summary, words: list[str], day_said: Callable[[date], str]) -> bool:
    said = [folded(summary.name), *(folded(person.name) for person in summary.people)]
    left = [word for word in words if not any(word in text for text in said)]
    begun = _begun(summary) if left else None
    return not left or (begun is not None and all(word in day_said(begun) for word in left))


def _begun(summary: Summary) -> date | None:
    return day(summary.created or summary.last_at)
