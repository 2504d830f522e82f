"""The seasons of one window: for each scope, the figures of the evenings as they are now."""

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
    """The scope of the season chosen in a window; `behind` selects the hands that a tapped figure counts."""

    scope: Scope
    behind: Filter = EVERY


def this_year(history: History, zone: Zone) -> Looking:
    """The scope with which a window begins: the present year in the time zone."""
    return Looking(year(zone.clock(history.now).year))


class Seasons:
    """The seasons of a window. A job in the background counts the evenings that are new or have changed.

    `run` starts a coroutine function, and `changed` is called at each step of the job. `counting` is this job; None if
    there is none.
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
        """The season of a scope, from the evenings in `summaries`; the time zone decides the day of each evening.

        Returns None while the history reads its evenings from the disk. While a job then counts the evenings that are
        new or changed, returns the season of the earlier evenings, or None if nothing was counted before.
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
        """Starts to count evenings, unless a job is doing so; `share` is the part already counted, from 0 to 1."""
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
