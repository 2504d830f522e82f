"""The hands behind a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Id

from .evenings import EveningTally
from .filters import Filter
from .parts import Part, PlayerOf, parts_of
from .season import season


def hands_behind(
    wanted: Filter,
    evenings: Iterable[EveningTally],
    player_of: PlayerOf,
    load: Callable[[Id], Evening],
) -> Iterator[Part]:
    """The parts in hands that a filter selects, the latest first; evenings are only loaded as they are reached."""
    matches = wanted.matcher()
    for night in reversed(season(evenings, wanted.scope, player_of).nights):
        if wanted.player is None or wanted.player in night.keys:
            people = zip(night.evening.people, night.keys, strict=True)
            parts = [*parts_of(load(night.evening.id), {person.id: key for person, key in people})]
            yield from reversed([part for part in parts if wanted.scope.lists(part.player) and matches(part)])
