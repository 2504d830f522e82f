"""The hands behind a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Id

from .parts import COUNTED, EVERY, ROLES, Filter, Part, Role, parts_of
from .scopes import EVER
from .season import Night, Season
from .tally import Count, Tally


def hands_behind(wanted: Filter, found: Season, load: Callable[[Id], Evening]) -> Iterator[Part]:
    """The parts in hands that a filter selects in a season of the same scope, the latest first.

    Loads an evening only when it is reached, and only if it can have such a hand.
    """
    matches = wanted.matcher()
    wider = [each for each in COUNTED if each.includes(wanted)]
    named = {wanted.player, wanted.partner, wanted.against} - {None}
    for night in reversed(found.nights):
        if named.issubset(night.keys) and _can_have(night, wanted, wider):
            people = zip(night.evening.people, night.keys, strict=True)
            parts = [*parts_of(load(night.evening.id), {person.id: key for person, key in people})]
            yield from reversed([part for part in parts if wanted.scope.lists(part.player) and matches(part)])


def number_of_hands(wanted: Filter, found: Season) -> int:
    """The number of hands behind a figure of a season of the same scope, from its tallies and pairs.

    The filter is one of `COUNTED`, one rules, or nothing, for one player or for all; or it is of a player with one
    partner or against one player. Raises KeyError for any other filter.
    """
    if wanted.player is not None and (other := wanted.partner or wanted.against):
        pairs = (found.callers if wanted.role is Role.PARTNER else found.pairs)(wanted.player)
        some = [each for (who, by), each in pairs.items() if who == other and wanted.rules in (None, by)]
        if wanted.against:
            return sum(each.against for each in some)
        called, made = sum(each.called for each in some), sum(each.made for each in some)
        return Count(called, made, 0, 0).having(wanted.made)
    tallies = found.whole.tallies
    some_tallies = tallies.values() if wanted.player is None else [tallies.get(wanted.player, Tally())]
    fact = replace(wanted, scope=EVER, player=None, made=None)
    if wanted.rules is not None and fact == Filter(rules=wanted.rules) and wanted.made is None:
        return sum(tally.points(wanted.rules).hands for tally in some_tallies)
    facts = ROLES if fact == EVERY else (fact,)
    return sum(tally.of(each).having(wanted.made) for tally in some_tallies for each in facts)


def _can_have(night: Night, wanted: Filter, wider: Iterable[Filter]) -> bool:
    """Whether a player of this night has a hand of each filter that is wider than the wanted one."""
    _, tallies = night.evening.tallies(night.keys)
    return any(
        all(tally.of(each).having(wanted.made) for each in wider)
        for player, tally in tallies.items()
        if wanted.player in (None, player)
    )
