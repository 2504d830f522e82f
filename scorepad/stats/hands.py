"""The hands behind a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Id

from .evenings import EveningTally
from .filters import COUNTED, Filter
from .parts import Part, PlayerOf, parts_of
from .season import Night, season


def hands_behind(
    wanted: Filter,
    evenings: Iterable[EveningTally],
    player_of: PlayerOf,
    load: Callable[[Id], Evening],
) -> Iterator[Part]:
    """The parts in hands that a filter selects, the latest first.

    Evenings are loaded as they are reached, and only those that can have such a hand.
    """
    matches = wanted.matcher()
    wider = [each for each in COUNTED if each.includes(wanted)]
    named = {wanted.player, wanted.partner, wanted.against} - {None}
    for night in reversed(season(evenings, wanted.scope, player_of).nights):
        if named.issubset(night.keys) and _can_have(night, wanted, wider):
            people = zip(night.evening.people, night.keys, strict=True)
            parts = [*parts_of(load(night.evening.id), {person.id: key for person, key in people})]
            yield from reversed([part for part in parts if wanted.scope.lists(part.player) and matches(part)])


def _can_have(night: Night, wanted: Filter, wider: Iterable[Filter]) -> bool:
    """Whether somebody has a hand of each of the filters that are wider than the wanted one."""
    tallies = night.evening.tallies().by_player(night.keys)
    return any(
        all(tally[each].having(wanted.made) for each in wider)
        for player, tally in tallies.items()
        if wanted.player in (None, player)
    )
