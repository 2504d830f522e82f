"""What happens at a table, in words: its name, what it brings, what was before and after; undone and redone too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import get_args

import pytest
from evenings import after, hand, persons, stamp, table

from scorepad.evening.adjustment import gift
from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Change,
    Ended,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Undone,
)
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import NewName, Person, Seating
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.events import event_name, event_text, event_title, happened_text, state_text
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

EACH = pytest.mark.parametrize("t", [Translator(each) for each in LANGUAGES], ids=LANGUAGES)
EN = Translator("en")
ONE = after(table(4), hand(table(4), 1, points=49))
"""An evening of one hand, e1."""
STRUCK = ONE.correct("e1", None, stamp(ONE))
MORE = replace(ONE.sheet.entries[0].deal, outcome=hand(table(4), 1, points=50))
MADE_BY_8, BY_9 = "Bruno, garde, 2 bouts, 49 points, made by 8", "Bruno, garde, 2 bouts, 50 points, made by 9"
GIFT = "Gift · Anne to Bruno · Anne −5, Bruno +5"
FARID, FOR_DENIS = Person("p9", "Farid", 5), "Score taken over · Farid takes over from Denis"
FOUR, FIVE = "Anne, Bruno, Chloé, and Denis", "Anne, Bruno, Chloé, Denis, and Élise"
CONTRE = shipped_scheme("contre_5")
WHOLE, ON = "rules: Contre ×5, for the whole evening", "rules: Contre ×5, from now on"
LENGTH, NO_RATE, RATE = "Length of the evening", "without money", "100 points = 0.50\u00a0CHF"


@dataclass(frozen=True)
class Case:
    """A change of an evening, and its English words; `text` and `happened` as the title if they are not given."""

    change: Change | Callable[[Evening], Evening]
    title: str
    text: str = ""
    happened: str = ""
    was: str = ""
    now: str = ""
    evening: Evening = ONE

    @property
    def changed(self) -> Evening:
        if callable(self.change):
            return self.change(self.evening)
        return self.evening.add(self.change, stamp(self.evening))


CASES = [
    Case(
        lambda s: after(s, ThrownIn.ALL_PASSED), "Hand 2 · recorded", "Recorded", "hand 2", now="All passed"
    ),
    Case(lambda s: after(s, gift("p0", "p1", 5)), "Gift · recorded", "Recorded", "gift", now=GIFT),
    Case(
        lambda s: s.correct("e1", MORE, stamp(s)), "Hand 1 · corrected", "Corrected", was=MADE_BY_8, now=BY_9
    ),
    Case(lambda s: s.correct("e1", None, stamp(s)), "Hand 1 · struck out", "Struck out", was=MADE_BY_8),
    Case(
        lambda s: s.restore("e1", stamp(s)),
        "Hand 1 · counts again",
        "Counts again",
        now=MADE_BY_8,
        evening=STRUCK,
    ),
    Case(lambda s: s.take_over("p3", FARID, stamp(s)), "Seat and score taken over", now=FOR_DENIS),
    Case(Seated(Seating(persons(5), 5, "p0")), "Other players", was=FOUR, now=FIVE),
    Case(
        Renamed("Chez Anne", (NewName("p0", "Anna"),)),
        "New name",
        was="Vendredi chez Léa, Anne",
        now="Chez Anne, Anna",
    ),
    Case(Renamed(""), "New name", was="Vendredi chez Léa", now="no name"),
    Case(
        RulesChanged(CONTRE),
        "Other rules",
        f"Other {WHOLE}",
        f"other {WHOLE}",
        was="FFT rules",
        now="Contre ×5",
    ),
    Case(
        RulesChanged(CONTRE, from_now=True),
        "Other rules",
        f"Other {ON}",
        f"other {ON}",
        was="FFT rules",
        now="Contre ×5",
    ),
    Case(Noted("By Léa", "e1"), "Hand 1 · note", "Note: By Léa", now="By Léa"),
    Case(Noted("At Léa’s"), "Note", "Note: At Léa’s", now="At Léa’s"),
    Case(
        LengthAgreed(AgreedLength(hands=20)),
        LENGTH,
        f"{LENGTH}: 20 hands",
        f"{LENGTH.lower()}: 20 hands",
        was="No limit",
        now="20 hands",
    ),
    Case(
        RateAgreed(Rate(cents=50, currency="CHF")), "Money", f"Money: {RATE}", f"money: {RATE}", NO_RATE, RATE
    ),
    Case(Ended(), "Evening ended"),
    Case(Ended(False), "Evening reopened", evening=ONE.add(Ended(), stamp(ONE))),
]
EVERY = pytest.mark.parametrize("case", CASES, ids=[case.text or case.title for case in CASES])


def states(t: Translator, evening: Evening) -> tuple[str, str]:
    """What the last event changed, as it was before and is after it."""
    *_, (event, before, now) = evening.along()
    return state_text(t, evening, event, before), state_text(t, evening, event, now)


def test_every_kind_of_change_is_in_the_table() -> None:
    kinds = {type(case.changed.events[-1].change) for case in CASES}
    assert kinds | {Undone} == set(get_args(Change))


@EACH
def test_each_has_a_name_of_its_own(t: Translator) -> None:
    english = {event_name(EN, case.changed, case.changed.events[-1]) for case in CASES}
    assert len({event_name(t, case.changed, case.changed.events[-1]) for case in CASES}) == len(english) == 13


@EVERY
def test_what_happened_is_told(case: Case) -> None:
    evening = case.changed
    event = evening.events[-1]
    assert event_title(EN, evening, event) == case.title
    assert event_text(EN, evening, event) == (case.text or case.title)
    assert happened_text(EN, evening, event) == (case.happened or case.title.lower())
    assert states(EN, evening) == (case.was, case.now)


@EACH
@EVERY
def test_an_undo_and_a_redo_name_what_they_are_of(t: Translator, case: Case) -> None:
    evening = case.changed
    undone = evening.undo(stamp(evening))
    redone = undone.redo(stamp(undone))
    event, (was, now) = evening.events[-1], states(t, evening)
    what = t.inside(event_name(t, evening, event))
    assert event_name(t, undone, undone.events[-1]) == t("Undone: {what}", what=what)
    assert event_name(t, redone, redone.events[-1]) == t("Redone: {what}", what=what)
    for again in (undone, redone):
        name, last = event_name(t, again, again.events[-1]), again.events[-1]
        assert event_text(t, again, last) == event_text(t, evening, event).replace(
            event_name(t, evening, event), name, 1
        )
        assert event_title(t, again, last).endswith((name, t.inside(name)))
    assert states(t, undone) == (now, was)
    assert states(t, redone) == (was, now)
