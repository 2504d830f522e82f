"""Finding evenings by who played and when."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import lru_cache

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
    since: date | None = None,
    until: date | None = None,
    player_of: Callable[[str], str] = str,
    player: str | None = None,
) -> list[Summary]:
    """Those whose name or a player's name has every word of `text`, begun no earlier and no later than these days.

    `player` is the id of somebody who sat at the table, as `player_of` tells (`History.player_of`).
    """
    words = folded(text).split()
    return [
        summary
        for summary in summaries
        if ((since is None and until is None) or _within(summary, since, until))
        and (player is None or any(player_of(person.id) == player for person in summary.people))
        and (not words or _says(summary, words))
    ]


def _within(summary: Summary, since: date | None, until: date | None) -> bool:
    begun = day(summary.created or summary.last_at)
    return begun is not None and (since is None or begun >= since) and (until is None or begun <= until)


def _says(summary: Summary, words: list[str]) -> bool:
    said = [folded(summary.name), *(folded(person.name) for person in summary.people)]
    return all(any(word in text for text in said) for word in words)
