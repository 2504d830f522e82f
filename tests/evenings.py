"""Evenings to look at, to keep and to take home: the only builders of samples.

evening = after(table(4), ThrownIn.ALL_PASSED)
evening = after(evening, hand(evening, 1, Bid.GARDE, 2, 49))
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, PointsChange, Share, gift, penalty
from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import Deal, Ended, Noted, RateAgreed, RulesChanged, Seated, Stamp
from scorepad.evening.money import Rate
from scorepad.evening.people import Person, Seating
from scorepad.tarot.check import bounds, check
from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import (
    Bid,
    Chelem,
    Draft,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import ChipRule, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

CREATED = "2026-11-20T10:30:00.000Z"
"""When it is the same day from Hawaii to New Zealand."""
NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid", "Gaël", "Hugo")
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
TAKER, DEFENCE = Side
SIDES = (None, *Side)

# -- a table, and what is played at it ---


def persons(count: int, prefix: str = "p") -> tuple[Person, ...]:
    """So many people; their ids are p0, p1, …"""
    return tuple(Person(f"{prefix}{mark}", name, mark) for mark, name in enumerate(NAMES[:count]))


def letters(text: str) -> tuple[Person, ...]:
    """People whose ids and names are the letters of a text."""
    return tuple(Person(letter, letter, mark) for mark, letter in enumerate(text))


def seats_of(people: Iterable[str | Person]) -> tuple[Person, ...]:
    """People, those who are only named with the ids of their places."""
    return tuple(
        each if isinstance(each, Person) else Person(f"p{mark}", each, mark)
        for mark, each in enumerate(people)
    )


def table(
    people: int | Iterable[str | Person] = 4,
    seats: int | None = None,
    scheme: Scheme | str = "fft",
    dealer: str | None = None,
    **facts: Any,
) -> Evening:
    """A table at which nobody has played yet; who is named first deals, or the `dealer`."""
    seated = persons(people) if isinstance(people, int) else seats_of(people)
    values: dict[str, Any] = {
        "id": "evening",
        "created": CREATED,
        "title": "Vendredi chez Léa",
        "seating": Seating(seated, seats or min(5, len(seated)), dealer or seated[0].id),
        "scheme": shipped_scheme(scheme) if isinstance(scheme, str) else scheme,
    }
    return Evening.of(Start(**values | facts))


def stamp(evening: Evening, device: str = "test") -> Stamp:
    """The next one of an evening, a minute later than the one before."""
    number = len(evening.events) + 1
    at = f"2026-11-20T{12 + number // 60 % 12:02d}:{number % 60:02d}:00.000Z"
    return Stamp(f"e{number}", at, device)


def stamps(prefix: str = "event", device: str = "test") -> Callable[[], Stamp]:
    """Stamps that number themselves, for several evenings or devices."""
    numbers = count(1)

    def next_one() -> Stamp:
        number = next(numbers)
        return Stamp(f"{prefix}-{number}", f"2026-11-21T{20 + number // 3600 % 4:02d}:00:00.000Z", device)

    return next_one


def after(evening: Evening, *outcomes: Hand | ThrownIn | PointsChange) -> Evening:
    """The evening after these deals, each dealt by the next dealer."""
    for outcome in outcomes:
        evening = evening.record(Deal(evening.dealer, outcome), stamp(evening))
    return evening


def hand(
    evening: Evening,
    taker: int = 0,
    bid: Bid = Bid.GARDE,
    bouts: int = 2,
    points: float = 41,
    *,
    partner: int | None = None,
    **facts: Any,
) -> Hand:
    """A hand of those who play when it is dealt; taker and partner by their places among the people."""
    ids = [person.id for person in evening.sheet.people]
    return Hand(
        players=evening.table.seating.players(evening.dealer),
        taker=ids[taker],
        partner=None if partner is None else ids[partner],
        bid=bid,
        bouts=bouts,
        half_points=int(2 * points),
        **facts,
    )


def gardes(evening: Evening, hands: int, stamp: Callable[[], Stamp]) -> Evening:
    """The evening after so many gardes more, each just made by its dealer or the first who plays, alone."""
    for _ in range(hands):
        players = evening.table.seating.players(evening.dealer)
        taker = evening.dealer if evening.dealer in players else players[0]
        made = Hand(players=players, taker=taker, bid=Bid.GARDE, bouts=2, half_points=82)
        evening = evening.record(Deal(evening.dealer, made), stamp())
    return evening


def begun(evening: Evening, **facts: Any) -> Evening:
    """The evening that began in another way, and went on with the same events."""
    return Evening.of(replace(evening.start, **facts), evening.events)


# -- at random ---


def any_hand(
    players: Sequence[str], scheme: Scheme, rng: random.Random, *, poignees: int = 2, miseres: int = 2
) -> Hand:
    """A hand that the scheme can score, possible at a table or not, with many extras."""
    taker = rng.choice(players)
    others = [player for player in players if player != taker]
    odd = rng.randrange(2) if len(players) % 2 else 0
    return Hand(
        players=tuple(players),
        taker=taker,
        partner=rng.choice([None, *others]) if len(players) == 5 else None,
        bid=rng.choice(scheme.bids).bid,
        bouts=rng.randrange(4),
        half_points=2 * rng.randrange(91) + odd,
        petit_au_bout=rng.choice(SIDES),
        poignees=tuple(
            Poignee(rng.choice(players), rng.choice(list(PoigneeSize)))
            for _ in range(rng.randrange(poignees + 1))
        ),
        chelem=Chelem(rng.choice(SIDES), rng.choice(SIDES)) if rng.random() < 0.4 else Chelem(),
        petit_chelem=Chelem(rng.choice(SIDES), rng.choice(SIDES)) if rng.random() < 0.3 else Chelem(),
        miseres=tuple(
            Misere(rng.choice(players), rng.choice(list(MisereKind)))
            for _ in range(rng.randrange(miseres + 1))
        ),
    )


def possible_deal(evening: Evening, rng: random.Random) -> Hand | ThrownIn:
    """What this table could have played: mostly a hand."""
    if rng.random() < 0.05:
        return rng.choice(list(ThrownIn))
    return possible_hand(evening, rng)


def possible_hand(evening: Evening, rng: random.Random) -> Hand:
    """A hand that this table could have played."""
    players = evening.table.seating.players(evening.dealer)
    while True:
        taker = rng.choice(players)
        others = [player for player in players if player != taker]
        calls = evening.table.rules.now.calls_partner(len(players))
        partner = rng.choice([*others, None]) if calls else None
        bid = rng.choice([*[value.bid for value in evening.table.rules.now.bids], Bid.GARDE, Bid.GARDE])
        bouts = rng.choice([0, 1, 1, 2, 2, 2, 3])
        draft = Draft(
            players=players, taker=taker, partner=partner, alone=partner is None, bid=bid, bouts=bouts
        )
        low, high = bounds(draft, evening.table.rules.now)
        points = min(high, max(low, round(rng.gauss(95, 18))))
        draft = replace(
            draft,
            half_points=points - points % 2 if len(players) == 4 else points,
            petit_au_bout=rng.choice([None] * 6 + [TAKER, DEFENCE]),
        )
        if rng.random() < 0.12:
            shown = Poignee(rng.choice(players), rng.choice(list(PoigneeSize)))
            draft = replace(draft, poignees=(shown,))
        if not check(draft, evening.table.rules.now):
            return draft.to_hand()


def random_evening(evening: Evening, hands: int, rng: random.Random) -> Evening:
    """The evening after so many hands that might be any; now and then one is thrown in."""
    for _ in range(hands):
        if rng.random() < 0.05:
            evening = after(evening, rng.choice(list(ThrownIn)))
        else:
            evening = after(
                evening, any_hand(evening.table.seating.players(evening.dealer), evening.table.rules.now, rng)
            )
    return evening


def long(
    hands: int = 300, people: int | Sequence[str | Person] = 4, seats: int | None = None, **facts: Any
) -> Evening:
    """An evening, or a whole season, of so many hands that a table could have played."""
    evening, rng = table(people, seats, **facts), random.Random(hands)
    for _ in range(hands):
        evening = after(evening, possible_deal(evening, rng))
    return evening


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


# -- evenings to write down ---


def club() -> Evening:
    """Four players: the five hands of the official rulebook, and what happens at a table besides."""
    s = table(4, title="Club de Tarot, table 3")
    s = after(s, hand(s, 2, Bid.GARDE, 2, 49, petit_au_bout=TAKER, poignees=poignee(2)))
    s = after(s, hand(s, 3, Bid.GARDE_SANS, 2, 45, petit_au_bout=DEFENCE))
    s = after(s, ThrownIn.ALL_PASSED)
    s = after(s, hand(s, 1, Bid.PETITE, 2, 34, petit_au_bout=TAKER, poignees=poignee(1)))
    s = after(s, hand(s, 0, Bid.GARDE, 2, 52, poignees=poignee(2)))
    s = after(s, hand(s, 0, Bid.GARDE, 1, 60))
    s = s.correct(s.sheet.rows[-1].id, None, stamp(s), "comptée deux fois")
    chelem = Chelem(TAKER, TAKER)
    s = after(s, hand(s, 1, Bid.GARDE, 2, 87, chelem=chelem, poignees=poignee(1), petit_au_bout=TAKER))
    s = after(s, ThrownIn.PETIT_SEC)
    s = after(s, hand(s, 3, Bid.GARDE_CONTRE, 1, 40))
    last = s.sheet.rows[-1]
    s = s.correct(last.id, replace(last.deal, outcome=hand(s, 3, Bid.GARDE_CONTRE, 1, 41)), stamp(s))
    s = s.correct(s.sheet.rows[0].id, s.sheet.rows[0].deal, stamp(s), "vérifiée")
    s = s.add(RulesChanged(shipped_scheme("contre_5")), stamp(s), "comme d’habitude")
    s = after(s, hand(s, 2, Bid.PETITE, 3, 36))
    return s.add(Ended(), stamp(s))


def poignee(player: int, size: PoigneeSize = PoigneeSize.SINGLE) -> tuple[Poignee, ...]:
    """One poignée, of the person at this place."""
    return (Poignee(f"p{player}", size),)


def five() -> Evening:
    """Five players, with partner and alone, half points kept, everything that can be declared, won and missed."""
    s = table(5, scheme=kept_halves())
    double, triple = poignee(1, PoigneeSize.DOUBLE), poignee(4, PoigneeSize.TRIPLE)
    s = after(s, hand(s, 1, Bid.GARDE, 2, 48.5, partner=2, petit_au_bout=TAKER, poignees=double))
    misere = (Misere("p4", MisereKind.NO_TRUMPS),)
    s = after(s, hand(s, 2, Bid.PETITE, 1, 44.5, partner=0, miseres=misere))
    s = after(s, hand(s, 3, Bid.GARDE_SANS, 2, 40.5, petit_au_bout=DEFENCE, poignees=poignee(0)))
    s = after(s, ThrownIn.MISDEAL)
    petit_chelem = Chelem(TAKER, TAKER)
    s = after(s, hand(s, 4, Bid.GARDE, 3, 70, partner=1, petit_chelem=petit_chelem, poignees=triple))
    s = after(s, hand(s, 0, Bid.GARDE_CONTRE, 0, 30, partner=3, chelem=Chelem(TAKER, None)))
    return after(s, hand(s, 0, Bid.PETITE, 2, 41, partner=4, petit_chelem=Chelem(DEFENCE, None)))


def mixed() -> Evening:
    """Five who share otherwise from their second hand on, so that amounts end in halves."""
    evening = table(5)
    evening = after(evening, hand(evening, 0, partner=1))
    evening = evening.add(RulesChanged(shipped_scheme("equal_split"), from_now=True), stamp(evening), "essai")
    return after(evening, hand(evening, 1, points=42, partner=0))


def beside() -> Evening:
    """What changes totals without a hand: a starting score, a penalty, a gift that is struck out, a seat taken over."""
    s = table(4, id="beside")
    start = (Share("p0", 31), Share("p1", -11), Share("p2", -20))
    s = s.record(Deal(s.dealer, Adjustment(AdjustmentKind.CARRIED, start, unit=2)), stamp(s))
    s = after(s, hand(s, 0, Bid.GARDE, 2, 49))
    s = after(s, hand(s, 1, Bid.PETITE, 2, 45))
    s = after(s, penalty("p2", ("p0", "p1", "p3"), 10, "=misdeal"), gift("p0", "p1", 5))
    s = s.correct(s.sheet.rows[-1].id, None, stamp(s), "not accepted")
    s = s.take_over("p3", Person("p9", "Farid", 5), stamp(s))
    s = s.add(Noted("what a hand", s.sheet.rows[1].id), stamp(s))
    s = s.add(Noted("at Léa’s"), stamp(s))
    s = s.add(RateAgreed(Rate(cents=200, step=5)), stamp(s))
    return after(s, hand(s, 0, Bid.GARDE, 2, 41))


def mouches() -> Evening:
    """Two mouches: everybody paid into one, Bruno lost another, and all passed."""
    evening = table(4, scheme="mouches", id="mouches")
    return after(evening, hand(evening, 1, points=40), ThrownIn.ALL_PASSED)


def chips() -> Evening:
    """Three who hold three chips each; Bruno loses all of his."""
    few = replace(shipped_scheme("chips"), chips=ChipRule(start=3))
    evening = table(3, scheme=few, id="chips")
    return after(evening, hand(evening, 1, points=40))


def three() -> Evening:
    """Three players who have not named their evening; half points go to the winner."""
    s = table(3, title="")
    s = after(s, hand(s, 0, Bid.GARDE, 2, 40.5))
    s = after(s, hand(s, 1, Bid.PETITE, 1, 60.5, poignees=poignee(2)))
    return after(s, hand(s, 2, Bid.GARDE, 3, 50, petit_au_bout=TAKER))


def halves() -> Evening:
    """Five players who keep the half point and share equally: payments in quarters."""
    evening = table(5, scheme=next(house_schemes()), id="halves", title="")
    evening = after(evening, hand(evening, 0, Bid.PETITE, 2, 41.5, partner=1))
    return after(evening, hand(evening, 0, Bid.PETITE, 2, 39.5))


def sixteen() -> Evening:
    """Sixteen people ever at a table of four: other four after every third hand, the first of whom come back."""
    people = seats_of(f"Person {number}" for number in range(1, 17))
    evening = table(people[:4])
    for four in range(5):
        seating = people[4 * four % 16 : 4 * four % 16 + 4]
        if four:
            evening = evening.add(Seated(Seating(seating, 4, seating[0].id)), stamp(evening))
        rng = random.Random(four)
        for _ in range(3):
            evening = after(evening, possible_deal(evening, rng))
    return evening


def coming_and_going(hands: int, rng: random.Random) -> Evening:
    """An evening of four, to which a fifth and a sixth came, and from which two went."""
    people = persons(6)
    evening = table(people[:4], id="going", title="Who came and went")
    seatings = ((people[:4], 4), (people[:5], 5), (people[::-1], 5), (people[2:], 4))
    for number, (seating, seats) in enumerate(seatings):
        if number:
            evening = evening.add(Seated(Seating(seating, seats, seating[-1].id)), stamp(evening))
        evening = random_evening(evening, hands, rng)
    return evening


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


def golden_evening() -> Evening:
    """Five people at a table of four and a table of misères, with one of everything; the first row is corrected."""
    scheme = replace(shipped_scheme("wikipedia"), rounding=replace(shipped_scheme().rounding, step=5))
    people = seats_of(("Anne", "=1+1", "anne", "@bob", "Élise; x"))
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
