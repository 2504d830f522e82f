"""Evenings, rules and names that several tests use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from evenings import DEFENCE, TAKER, Stamps, after, by, hand, persons, poignee, stamp, stamps, table
from random_evenings import coming_and_going, likely_deal, long, plain_hand, played, random_evening

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Ended,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
)
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import Member, NewName, Person, Seating
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Chelem,
    Court,
    Found,
    Hand,
    Misere,
    MisereKind,
    PoigneeSize,
    Suit,
    ThrownIn,
)
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import ChipRule, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

TROUBLE = (
    "=cmd|' /C calc'!A0",
    "<b>Tom</b> & Co.",
    "😀🎉👩‍👩‍👧",
    "محمد שלום",
    "王小明",
    "Anne\nBruno\tC",
    "W" * 30,
    "n̈x̧\u202eevil\x00",
)
"""One for each seat of the largest table."""

# -- rules ---


def kept_halves() -> Scheme:
    """A table that counts half points as they are, plays misères and a petit chelem, and shares equally."""
    wikipedia, equal = shipped_scheme("wikipedia"), shipped_scheme("equal_split")
    return replace(
        wikipedia,
        id="house",
        name="Chez Léa",
        margin=replace(wikipedia.margin, half_points=HalfPoints.KEPT),
        table=replace(wikipedia.table, split=equal.table.split),
    )


def house_schemes() -> Iterator[Scheme]:
    """Rules that no shipped scheme has, down to quarters of a point."""
    kinds: tuple[dict[str, Any], ...] = (
        {"margin.half_points": "kept", "table.split": "equal", "poignee.to": "shower"},
        {"margin.half_points": "kept", "margin.step": 5, "petit_au_bout.lost_with_contract": True},
        {"misere.played": True, "petit_chelem.played": True, "chelem.multiplied": True},
        {"margin.half_points": "kept", "rounding.step": 5, "petit_au_bout.multiplied": False},
    )
    for number, changes in enumerate(kinds):
        scheme = shipped_scheme()
        for path, new in changes.items():
            scheme = changed(scheme, path, new)
        yield replace(scheme, id=f"house-{number}", name=f"Maison n°{number}")


def every_scheme() -> list[Scheme]:
    """The shipped schemes with bids, and some of a house."""
    return [*(each for each in shipped_schemes().values() if not each.open), *house_schemes()]


def club() -> Evening:
    """Four players: the five hands of the official rulebook, and other events of a table."""
    s = table(4, title="Club de Tarot, table 3")
    s = after(
        s,
        by(2, Bid.GARDE, 2, 49, petit_au_bout=TAKER, poignees=poignee(2)),
        by(3, Bid.GARDE_SANS, 2, 45, petit_au_bout=DEFENCE),
        ThrownIn.ALL_PASSED,
        by(1, Bid.PETITE, 2, 34, petit_au_bout=TAKER, poignees=poignee(1)),
        by(0, Bid.GARDE, 2, 52, poignees=poignee(2)),
        by(0, Bid.GARDE, 1, 60),
    )
    s = s.correct(s.sheet.rows[-1].id, None, stamp(s), "comptée deux fois")
    chelem = Chelem(TAKER, TAKER)
    slam = by(1, Bid.GARDE, 2, 87, chelem=chelem, poignees=poignee(1), petit_au_bout=TAKER)
    s = after(s, slam, ThrownIn.PETIT_SEC, by(3, Bid.GARDE_CONTRE, 1, 40))
    last = s.sheet.rows[-1]
    s = s.correct(last.id, replace(last.deal, outcome=by(3, Bid.GARDE_CONTRE, 1, 41)(s)), stamp(s))
    s = s.correct(s.sheet.rows[0].id, s.sheet.rows[0].deal, stamp(s), "vérifiée")
    s = s.add(RulesChanged(shipped_scheme("contre_5")), stamp(s), "comme d’habitude")
    s = after(s, by(2, Bid.PETITE, 3, 36))
    return s.add(Ended(), stamp(s))


def five() -> Evening:
    """Five players, with partner and alone, half points kept, everything that can be declared, won and missed."""
    double, triple = poignee(1, PoigneeSize.DOUBLE), poignee(4, PoigneeSize.TRIPLE)
    misere, petit_chelem = (Misere("p4", MisereKind.NO_TRUMPS),), Chelem(TAKER, TAKER)
    return after(
        table(5, scheme=kept_halves()),
        by(1, Bid.GARDE, 2, 48.5, partner=2, petit_au_bout=TAKER, poignees=double),
        by(2, Bid.PETITE, 1, 44.5, partner=0, miseres=misere),
        by(3, Bid.GARDE_SANS, 2, 40.5, petit_au_bout=DEFENCE, poignees=poignee(0)),
        ThrownIn.MISDEAL,
        by(4, Bid.GARDE, 3, 70, partner=1, petit_chelem=petit_chelem, poignees=triple),
        by(0, Bid.GARDE_CONTRE, 0, 30, partner=3, chelem=Chelem(TAKER, None)),
        by(0, Bid.PETITE, 2, 41, partner=4, petit_chelem=Chelem(DEFENCE, None)),
    )


def mixed() -> Evening:
    """Five who share otherwise from their second hand on, so that amounts end in halves."""
    evening = after(table(5), by(0, partner=1))
    evening = evening.add(RulesChanged(shipped_scheme("equal_split"), from_now=True), stamp(evening), "essai")
    return after(evening, by(1, points=42, partner=0))


def beside() -> Evening:
    """Totals that change without a hand: a starting score, a penalty, a struck-out gift, a seat taken over."""
    shares = (Share("p0", 31), Share("p1", -11), Share("p2", -20))
    carried = Adjustment(AdjustmentKind.CARRIED, shares, unit=2)
    fine = penalty("p2", ("p0", "p1", "p3"), 10, "=misdeal")
    hands = by(0, Bid.GARDE, 2, 49), by(1, Bid.PETITE, 2, 45)
    s = after(table(4, id="beside"), carried, *hands, fine, gift("p0", "p1", 5))
    s = s.correct(s.sheet.rows[-1].id, None, stamp(s), "not accepted")
    s = s.take_over("p3", Person("p9", "Farid", 5), stamp(s))
    s = s.add(Noted("what a hand", s.sheet.rows[1].id), stamp(s))
    s = s.add(Noted("at Léa’s"), stamp(s))
    s = s.add(RateAgreed(Rate(cents=200, step=5)), stamp(s))
    return after(s, by(0, Bid.GARDE, 2, 41))


def mouches() -> Evening:
    """Two mouches: everybody paid into one, Bruno lost another, and all passed."""
    evening = table(4, scheme="mouches", id="mouches")
    return after(evening, by(1, points=40), ThrownIn.ALL_PASSED)


def chips() -> Evening:
    """Three who hold three chips each; Bruno loses all of his."""
    few = replace(shipped_scheme("chips"), chips=ChipRule(start=3))
    evening = table(3, scheme=few, id="chips")
    return after(evening, by(1, points=40))


def three() -> Evening:
    """Three players who have not named their evening; half points go to the winner."""
    return after(
        table(3, title=""),
        by(0, Bid.GARDE, 2, 40.5),
        by(1, Bid.PETITE, 1, 60.5, poignees=poignee(2)),
        by(2, Bid.GARDE, 3, 50, petit_au_bout=TAKER),
    )


def halves() -> Evening:
    """Five players who keep the half point and share equally: payments in quarters."""
    evening = table(5, scheme=next(house_schemes()), id="halves", title="")
    return after(evening, by(0, Bid.PETITE, 2, 41.5, partner=1), by(0, Bid.PETITE, 2, 39.5))


def sixteen() -> Evening:
    """Sixteen people ever at a table of four: other four after every third hand, the first of whom come back."""
    people = persons(f"Person {number}" for number in range(1, 17))
    evening = table(people[:4])
    for four in range(5):
        seating = people[4 * four % 16 : 4 * four % 16 + 4]
        if four:
            evening = evening.add(Seated(Seating(seating, 4, seating[0].id)), stamp(evening))
        rng = random.Random(four)
        for _ in range(3):
            evening = after(evening, likely_deal(evening, rng))
    return evening


def golden_evening() -> Evening:
    """Five people at a table of four and a table of misères, with one of everything; the first row is corrected."""
    scheme = replace(shipped_scheme("wikipedia"), rounding=replace(shipped_scheme().rounding, step=5))
    people = persons(("Anne", "=1+1", "anne", "@bob", "Élise; x"))
    evening = table(people, 4, scheme, title='"Le mardi"')
    garde = Hand(players=("p1", "p2", "p3", "p4"), taker="p1", bid=Bid.GARDE, bouts=2, half_points=98)
    sans = replace(
        garde,
        taker="p4",
        bid=Bid.GARDE_SANS,
        bouts=1,
        half_points=80,
        petit_au_bout=DEFENCE,
        poignees=(*poignee(2, PoigneeSize.DOUBLE), *poignee(4)),
        chelem=Chelem(TAKER, None),
        miseres=(Misere("p3", MisereKind.NO_TRUMPS),),
    )
    contre = replace(
        garde,
        players=("p0", "p2", "p3", "p4"),
        taker="p0",
        bid=Bid.GARDE_CONTRE,
        bouts=3,
        half_points=170,
        petit_au_bout=TAKER,
        petit_chelem=Chelem(None, TAKER),
        miseres=(Misere("p0", MisereKind.NO_TRUMPS), Misere("p2", MisereKind.NO_COURT_CARDS)),
    )
    evening = after(evening, garde, ThrownIn.ALL_PASSED, sans, contre)
    first = evening.sheet.rows[0]
    evening = evening.record(first.deal, stamp(evening))
    evening = evening.correct(evening.sheet.rows[-1].id, None, stamp(evening), "twice")
    corrected = replace(garde, poignees=poignee(1, PoigneeSize.TRIPLE))
    return evening.correct(first.id, replace(first.deal, outcome=corrected), stamp(evening))


def trouble(people: int = 8) -> Evening:
    """The same with names that break documents."""
    return long(12, TROUBLE[:people], title="=1+1 <i>😀</i>\n\u202eTarot")


def of_each_kind(hands: int, rng: random.Random) -> list[Evening]:
    """Two evenings of every scheme, one at five, one at three or four or where some sit out; one where they change.

    Those for mouches and chips, in which a hand depends on those before it, have tests of their own.
    """
    numbers = count(1)
    schemes = [scheme for scheme in every_scheme() if not (scheme.mouches or scheme.chips)]
    sizes = ((3, 3), (4, 4), (5, 4), (8, 5), (6, 3))
    fixed = [
        random_evening(
            table(people, seats, scheme, id=f"s{next(numbers)}", title=f"{scheme.id} {people}/{seats}"),
            hands,
            rng,
        )
        for at, scheme in enumerate(schemes)
        for people, seats in ((5, 5), sizes[at % 5])
    ]
    return [*fixed, coming_and_going(hands // 2, rng)]


# -- an evening with everything that can happen, schema by schema ---


def eventful(evening_id: str = "session-1", schema: int = EVENING_SCHEMA) -> Evening:
    """An evening with every kind of event that a schema of evenings knows."""
    known: dict[str, Any] = {"id": evening_id, "created": "2026-11-21T20:15:00.000Z", "title": "Chez Anne"}
    evening, stamp = table(persons(5, "player-"), **known), stamps(minutes=0)
    for add_events in EVENTS_OF_SCHEMAS[:schema]:
        evening = add_events(evening, stamp)
    return evening


def _events_of_schema_1(evening: Evening, stamp: Stamps) -> Evening:
    evening = played(evening, 4, stamp)
    first, second, third, fourth = (row.id for row in evening.sheet.rows)
    evening = evening.correct(first, evening.sheet.row(second).deal, stamp(), "mauvais preneur")
    evening = evening.correct(third, None, stamp(), "comptée deux fois")
    evening = evening.restore(third, stamp())
    evening = evening.choose(first, first, stamp())
    evening = evening.correct(fourth, None, stamp())
    evening = evening.undo(stamp())
    evening = evening.record(Deal(evening.dealer, ThrownIn.ALL_PASSED), stamp())
    evening = evening.add(Ended(), stamp())
    evening = evening.add(RulesChanged(shipped_scheme("pousse")), stamp(), "on joue la pousse")
    evening = evening.add(Ended(False), stamp())
    pousse = replace(plain_hand(evening, random.Random(5)), bid=Bid.POUSSE)
    return evening.record(Deal(evening.dealer, pousse), stamp()).add(Ended(), stamp())


def _events_of_schema_2(evening: Evening, stamp: Stamps) -> Evening:
    evening = evening.add(Ended(False), stamp())
    anne, bruno, chloe, denis, _ = evening.sheet.people
    farid = Person("player-5", "Farid", 5)
    seated = Seating((denis, farid, anne, bruno, chloe), 4, farid.id)
    evening = evening.add(Seated(seated), stamp(), "Élise est partie")
    return played(evening, 2, stamp).add(Ended(), stamp())


def _events_of_schema_3(evening: Evening, stamp: Stamps) -> Evening:
    evening = evening.add(Ended(False), stamp())
    rules = RulesChanged(shipped_scheme("poignees_10_20_40"), from_now=True)
    evening = evening.add(rules, stamp(), "dès maintenant")
    evening = played(evening, 1, stamp).add(Ended(), stamp())
    evening = evening.add(Renamed("Chez Anne-Marie", (NewName("player-0", "Anne-Marie"),)), stamp())
    names = NewName("player-5", "Faride"), NewName("player-1", "")
    return evening.add(Renamed(people=names), stamp()).undo(stamp())


def _events_of_schema_4(evening: Evening, stamp: Stamps) -> Evening:
    evening = evening.add(Ended(False), stamp())
    fine = penalty("player-0", ("player-1", "player-5"), 10, "maldonne")
    half = Adjustment(AdjustmentKind.CARRIED, (Share("player-0", 1), Share("player-1", -1)), unit=2)
    evening = after(evening, fine, half, at=stamp)
    evening = evening.take_over("player-3", Person("player-6", "Gaël", 6), stamp())
    evening = evening.undo(stamp()).redo(stamp())
    first = evening.sheet.rows[0]
    evening = evening.add(Noted("une belle donne", first.id), stamp()).add(Noted("chez Anne"), stamp())
    evening = evening.add(LengthAgreed(AgreedLength(deals=3)), stamp())
    assert first.deal.hand is not None
    queen = CalledCard(Suit.HEARTS, Court.QUEEN)
    alone = replace(first.deal.hand, partner=None, called=queen, found=Found.DOG)
    evening = evening.record(Deal("player-0", alone), stamp())
    evening = after(evening, ThrownIn.TOO_FEW, at=stamp)
    evening = evening.add(RulesChanged(shipped_scheme("mouches"), from_now=True), stamp())
    evening = played(evening, 2, stamp)
    team = Person("player-7", "Les Rois", 7, members=(Member("m1", "Hugo"), Member("m2", "Inès")))
    guest = Person("player-8", "Jean", 8, guest=True)
    evening = evening.add(Seated(Seating((team, guest), 2, team.id)), stamp())
    evening = evening.add(RulesChanged(shipped_scheme("open_duel"), from_now=True), stamp())
    openly = hand((team.id, guest.id), 40, bid=Bid.OPEN, bouts=1)
    evening = evening.record(Deal(team.id, openly), stamp()).add(Ended(), stamp())
    return evening.add(RateAgreed(Rate(cents=250, currency="CHF", step=5)), stamp())


def _events_of_schema_5(evening: Evening, stamp: Stamps) -> Evening:
    first, second, *_ = evening.sheet.rows
    other = evening.correct(second.id, None, stamps("other", minutes=0)())
    evening = evening.correct(second.id, first.deal, stamp())
    evening = evening.with_events(other.events[-1:])
    evening = evening.choose(second.id, second.id, stamp(), "comme avant")
    rules = RulesChanged(shipped_scheme("open_duel"), from_now=True, length=AgreedLength(hands=20))
    return evening.add(rules, stamp(), "vingt donnes")


def _events_of_schema_6(evening: Evening, stamp: Stamps) -> Evening:
    forgotten = evening.record(evening.sheet.hands[0].deal, stamp(), evening.sheet.hands[1].id)
    return forgotten.add(PlayedOn("2026-11-20"), stamp()).add(LeftOut(), stamp(), "pour essayer")


def _events_of_schema_7(evening: Evening, stamp: Stamps) -> Evening:
    """The ids of events changed, and no events came."""
    return evening


def _events_of_schema_8(evening: Evening, stamp: Stamps) -> Evening:
    """Two devices record the next two hands: of the first one with other facts, of the second one with the same."""
    evening = evening.add(Ended(False), stamp())
    first = played(evening, 1, stamp, seed=8)
    ours, theirs = played(first, 1, stamp, seed=9), played(evening, 1, stamps("other", minutes=0), seed=10)
    theirs = theirs.record(ours.sheet.rows[-1].deal, stamps("other", minutes=0)())
    both = ours.with_events(theirs.events[len(evening.events) :])
    ((_, doubtful),) = both.sheet.doubtful
    return both.keep_apart(doubtful.id, stamp()).add(Ended(), stamp())


EVENTS_OF_SCHEMAS = (
    _events_of_schema_1,
    _events_of_schema_2,
    _events_of_schema_3,
    _events_of_schema_4,
    _events_of_schema_5,
    _events_of_schema_6,
    _events_of_schema_7,
    _events_of_schema_8,
)
"""A new schema with a new event adds a function, which goes on with the evening of the schema before."""
