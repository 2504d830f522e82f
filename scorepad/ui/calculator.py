"""The evening of the calculator: it has one hand, and letters as names of players. The history never has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorepad import pad
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening, Start
from scorepad.evening.event_place import Stamp
from scorepad.evening.people import Person, Seating
from scorepad.evening.sheet import SheetRow
from scorepad.history import History
from scorepad.pad.documents import from_document, to_document
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Hand, PlayerId
from scorepad.tarot.scheme import Scheme
from scorepad.ui.table import default_scheme, find_scheme

CALCULATOR = "calculator"
"""The id of the evening of the calculator."""
BEGUN = "2000-01-01T00:00:00Z"


class CalculatorTable(NamedTuple):
    """The number of players, and the id of their scheme ("" for the default one)."""

    players: int = 4
    scheme: str = ""


def calculator(history: History, table: CalculatorTable) -> Evening:
    """The evening of the calculator; if its scheme was deleted, it has the default scheme."""
    scheme = find_scheme(history, table.scheme) or default_scheme(history)
    return _evening("ABCDE"[: 2 if scheme.open else table.players], scheme)


def entry(history: History, evening: Evening) -> pad.Entry:
    """The entry with the hand that `keep` saved last; an empty entry if no saved hand fits the evening."""
    return from_document(history.draft(CALCULATOR), evening)


def keep(history: History, evening: Evening, entered: pad.Entry) -> None:
    """Saves the hand of the calculator for the next start of the app. Raises HistoryError if it cannot be written."""
    if entered.is_empty:
        history.clear_draft(CALCULATOR)
    else:
        history.save_draft(CALCULATOR, to_document(entered, evening))


def calculated(hand: Hand, scheme: Scheme) -> tuple[Evening, SheetRow]:
    """An evening with this hand only, and its row. Raises ValueError if the hand is impossible."""
    if impossible(hand, scheme):
        raise ValueError("the hand cannot be")
    table = _evening(hand.players, scheme)
    evening = table.record(Deal(hand.players[0], hand), Stamp(BEGUN))
    return evening, evening.sheet.rows[0]


def _evening(players: Sequence[PlayerId], scheme: Scheme) -> Evening:
    people = tuple(Person(player, player, number) for number, player in enumerate(players))
    seating = Seating(people, len(people), players[0])
    return Evening.of(Start(id=CALCULATOR, created=BEGUN, seating=seating, scheme=scheme))
