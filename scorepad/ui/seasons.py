"""Looking back in one window: the season of each scope, from the evenings as they are now."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.history import History, Summary, known_tallies
from scorepad.stats.parts import EVERY, Filter
from scorepad.stats.scopes import PlayerKey, Scope, year
from scorepad.stats.season import Season, season
from scorepad.stats.tally import EveningTally
from scorepad.ui import background
from scorepad.zones import Zone

KEPT = 8
"""The number of seasons that a window keeps; it drops the least recently used season first."""


@dataclass(frozen=True)
class Looking:
    """What a window looks back at: the chosen scope, and the filter whose hands are shown (`behind` a figure)."""

    scope: Scope
    behind: Filter = EVERY


def this_year(history: History, zone: Zone) -> Looking:
    """What a window looks back at first: the present year."""
    return Looking(year(zone.clock(history.now).year))


class Seasons:
    """The seasons of a window. Evenings that were saved since they were counted are counted in the background.

    `changed` is called while they are counted, and `run` starts a coroutine function. `counting` has the share that is
    done; None while nothing is being counted.
    """

    def __init__(
        self,
        history: History,
        run: Callable[[Callable[[], Coroutine[Any, Any, object]]], object],
        changed: Callable[[], None],
    ) -> None:
        self._history = history
        self._run = run
        self._changed = changed
        self.counting: background.Job | None = None
        self._uncountable: list[str] = []
        """The ids of evenings that could not be counted."""
        self._made_of: object = None
        self._tallies: Sequence[EveningTally] = ()
        self._names: dict[PlayerKey, str] = {}
        self._season = lru_cache(KEPT)(
            lambda scope, zone: season(self._tallies, scope, history.player_of, self._names, day_of=zone.day)
        )

    def of(self, scope: Scope, summaries: Sequence[Summary], zone: Zone) -> Season | None:
        """The season of a scope, from these evenings, by the days of a zone.

        While new evenings are counted it is the season without them, if there was one; None if there was none, or while
        evenings are being read.
        """
        if self._history.progress is not None:
            return None
        names = self._history.player_names()
        made_of = [*summaries], self._history.merged_players(), names
        if made_of != self._made_of:
            tallies, missing = known_tallies(summaries)
            if missing and missing != self._uncountable:
                self._count(len(tallies) / (len(tallies) + len(missing)))
                return self._season(scope, zone) if self._made_of else None
            self._made_of, self._tallies, self._names = made_of, tallies, names
            self._season.cache_clear()
        return self._season(scope, zone)

    def _count(self, share: float) -> None:
        """Starts to count evenings, unless counting is under way; this share of all evenings is counted already."""
        if self.counting is not None:
            return
        job = self.counting = background.Job(share)

        async def work() -> None:
            try:
                await job.run(self._history.counting(), self._changed)
            finally:
                self.counting = None
            self._uncountable = known_tallies(self._history.known_summaries())[1]
            self._changed()

        self._run(work)
