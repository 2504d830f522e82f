"""Takes single evenings of other devices into the history.

`take` saves an evening at once, without a preview and without a backup; `preview_evening` only shows what an import
would change. With an evening come the people who sit at its table, and the house rules by which it is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from scorepad.evening.evening import Evening
from scorepad.evening.events import RulesChanged
from scorepad.evening.people import MARKS, Person
from scorepad.history.errors import BadRecord
from scorepad.history.library import Player
from scorepad.history.records import decode
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes

from .merge import ImportStatus, IncomingEvening, Preview, compare, compare_evening, save_evening
from .read import ImportFile, check_evening, read

if TYPE_CHECKING:
    from scorepad.history.history import History
    from scorepad.history.reader import HistoryReader


def evenings_of(raw: bytes) -> tuple[Evening, ...]:
    """The evenings of a transfer file. Raises Refused if any part of it is not valid."""
    return read(raw).evenings


def preview_evening(evening: Evening, history: HistoryReader) -> Preview:
    """The changes that an import of one evening would make; `apply_import` makes them. Raises BadRecord."""
    check_evening(evening)
    shipped, used = shipped_schemes(), reversed([*_rules(evening)])
    house = {scheme.id: scheme for scheme in used if scheme.id not in shipped}
    for id_ in house:
        decode(Id, id_)
    return compare(ImportFile("", "", (), (), tuple(house.values()), (evening,)), history)


def take(evening: Evening, history: History) -> IncomingEvening:
    """Saves the events of another device's copy of an evening that the history lacks; returns the result.

    The status of the result is REFUSED if the copy contradicts the history, if scorepad does not write such an evening,
    or if the evening cannot be read here; `problem` then says why. Raises a StorageError if a write fails; a second
    call continues.
    """
    try:
        check_evening(evening)
    except BadRecord as error:
        return IncomingEvening(evening, ImportStatus.REFUSED, problem=error)
    found = compare_evening(evening, history)
    if found.status not in (ImportStatus.NEW, ImportStatus.MORE) or found.result is None:
        return found
    _save_rules(found.result, history)
    if found.status is ImportStatus.MORE:  # for a new evening, `save_evening` saves the people
        _save_people(found.result, history)
    taken, _ = save_evening(found, history)
    return taken


def _save_people(evening: Evening, history: History) -> None:
    """Saves the people of an evening as players, except known players and guests."""
    known = {player.id for player in history.players()}
    new = {
        player.id: player
        for player in _players(evening.sheet.people, evening.start.created)
        if history.player_of(player.id) not in known
    }
    if new:
        history.save_players(new.values())


def _players(people: Iterable[Person], at: str) -> Iterator[Player]:
    """Yields the players for people who sat down at the time `at` (ISO 8601, UTC).

    For a team, yields its members; for a guest, yields nobody.
    """
    for person in people:
        for mark, each in enumerate(person.players, person.mark):
            yield Player(each.id, each.name, mark % MARKS, last_used=at)


def _save_rules(evening: Evening, history: History) -> None:
    """Saves the house rules of an evening; rules that are here with the same id stay as they are."""
    known = shipped_schemes().keys() | {scheme.id for scheme in history.schemes()}
    for scheme in _rules(evening):
        if scheme.id not in known:
            with suppress(BadRecord):  # the evening also has its rules in its own events
                history.save_scheme(scheme)


def _rules(evening: Evening) -> Iterator[Scheme]:
    """The rules by which an evening was scored, the last ones first."""
    changes = [event.change for event in evening.events]
    yield from (each.scheme for each in reversed(changes) if isinstance(each, RulesChanged))
    yield evening.start.scheme
