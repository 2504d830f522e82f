"""The events of a table in words: names, effects, values before and after, undos and redos."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from approve import Approve
from evenings import after, by, persons, stamp, stamps, table

from scorepad.evening.adjustment import gift
from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Change,
    Ended,
    KeptApart,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
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
ONE = after(table(4), by(1, points=49))
"""An evening of one hand."""
FIRST = ONE.events[0].id
STRUCK = ONE.correct(FIRST, None, stamp(ONE))
MORE = replace(ONE.sheet.rows[0].deal, outcome=by(1, points=50)(table(4)))
IN_DOUBT = after(ONE, by(1)).with_events(after(ONE, by(2), at=stamps("other")).events[1:])
"""Two devices recorded the second hand, with other facts."""
((EARLIER, LATER),) = IN_DOUBT.sheet.doubtful
CONTRE = shipped_scheme("contre_5")


def happens(change: Change, evening: Evening = ONE) -> Evening:
    """The evening after one more event."""
    return evening.add(change, stamp(evening))


CASES = {
    "a hand": after(ONE, ThrownIn.ALL_PASSED),
    "a gift": after(ONE, gift("p0", "p1", 5)),
    "a correction": ONE.correct(FIRST, MORE, stamp(ONE)),
    "struck out": STRUCK,
    "counts again": STRUCK.restore(FIRST, stamp(STRUCK)),
    "a seat taken over": ONE.take_over("p3", Person("p9", "Farid", 5), stamp(ONE)),
    "another table": happens(Seated(Seating(persons(5), 5, "p0"))),
    "new names": happens(Renamed("Chez Anne", (NewName("p0", "Anna"),))),
    "no name": happens(Renamed("")),
    "a day": happens(PlayedOn("2026-01-09")),
    "left out of the season": happens(LeftOut()),
    "in the season again": happens(LeftOut(False), happens(LeftOut())),
    "other rules": happens(RulesChanged(CONTRE)),
    "other rules from now on": happens(RulesChanged(CONTRE, from_now=True)),
    "a note on a hand": happens(Noted("By Léa", FIRST)),
    "a note": happens(Noted("At Léa’s")),
    "a length": happens(LengthAgreed(AgreedLength(hands=20))),
    "money": happens(RateAgreed(Rate(cents=50, currency="CHF"))),
    "two hands": happens(KeptApart(LATER.id, EARLIER.id), IN_DOUBT),
    "the end": happens(Ended()),
    "going on": happens(Ended(False), happens(Ended())),
}
"""Evenings, each after a change."""
EVERY = pytest.mark.parametrize("evening", CASES.values(), ids=CASES)


def states(t: Translator, evening: Evening) -> tuple[str, str]:
    """The change of the last event: the values before and after it."""
    *_, (event, before, now) = evening.steps()
    return state_text(t, evening, event, before), state_text(t, evening, event, now)


def test_every_kind_of_change_is_in_the_table() -> None:
    kinds = {type(evening.events[-1].change) for evening in CASES.values()}
    assert kinds | {Undone} == set(get_args(Change))


@EACH
def test_each_has_a_name_of_its_own(t: Translator) -> None:
    names = [
        {event_name(each, evening, evening.events[-1]) for evening in CASES.values()} for each in (t, EN)
    ]
    assert len(names[0]) == len(names[1]) == 17


def test_every_event_has_its_words(approve: Approve) -> None:
    """The title, the text, what happened, and what was before and is now."""
    lines = []
    for name, evening in CASES.items():
        event = evening.events[-1]
        lines.append(f"# {name}")
        lines += [each(EN, evening, event) for each in (event_title, event_text, happened_text)]
        lines += states(EN, evening)
    approve("events.txt", "".join(f"{line}\n" for line in lines).encode())


def both_ways(t: Translator, words: str) -> tuple[str, str]:
    """Words inside a line, as a noun and as any others."""
    return t.inside(words), t.inside(words, noun=False)


@pytest.mark.parametrize(
    ("case", "title"),
    [
        ("a hand", "Spiel 2 · eingetragen"),
        ("struck out", "Spiel 1 · gestrichen"),
        ("a note on a hand", "Spiel 1 · Notiz"),
    ],
)
def test_only_nouns_have_a_capital_within_a_german_line(case: str, title: str) -> None:
    evening = CASES[case]
    assert event_title(Translator("de"), evening, evening.events[-1]) == title


@pytest.mark.promise("Names and words", "An undo and a redo name their event, in every language.")
@EACH
@EVERY
def test_an_undo_and_a_redo_name_their_event(t: Translator, evening: Evening) -> None:
    undone = evening.undo(stamp(evening))
    redone = undone.redo(stamp(undone))
    event, (was, now) = evening.events[-1], states(t, evening)
    names = both_ways(t, event_name(t, evening, event))
    assert event_name(t, undone, undone.events[-1]) in [t("Undone: {what}", what=each) for each in names]
    assert event_name(t, redone, redone.events[-1]) in [t("Redone: {what}", what=each) for each in names]
    for again in (undone, redone):
        name, last = event_name(t, again, again.events[-1]), again.events[-1]
        assert event_text(t, again, last) == event_text(t, evening, event).replace(
            event_name(t, evening, event), name, 1
        )
        assert event_title(t, again, last).endswith((name, *both_ways(t, name)))
    assert states(t, undone) == (now, was)
    assert states(t, redone) == (was, now)
