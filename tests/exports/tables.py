"""Evenings to export, with everything that can happen at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.session import Deal, Person, Seating, Session, Stamp

NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Élise", "=1+1", "anne", "@SUM(A1)")
AT = "2026-11-21T20:15:00.000Z"
SIDES = (None, *Side)


def table(
    size: int = 4, seats: int | None = None, scheme: Scheme | None = None, id_: str = "evening", **facts: Any
) -> Session:
    """A table where nobody has played yet."""
    values: dict[str, Any] = {
        "id": id_,
        "created": AT,
        "name": "Chez Anne",
        "people": tuple(Person(f"p{mark}", NAMES[mark], mark) for mark in range(size)),
        "seats": seats or min(size, 5),
        "first_dealer": "p0",
        "scheme": scheme or shipped_scheme(),
    }
    return Session(**values | facts)


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


def after(session: Session, outcomes: Sequence[Hand | ThrownIn]) -> Session:
    """The session after so many deals more, one every five minutes."""
    for number, outcome in enumerate(outcomes, len(session.events) + 1):
        at = f"2026-11-21T{20 + number // 12 % 4}:{5 * number % 60:02}:00.000Z"
        session = session.record(Deal(session.dealer, outcome), Stamp(f"e{number}", at, "here"))
    return session


def random_evening(session: Session, hands: int, rng: random.Random) -> Session:
    """The session after so many hands that might be any; now and then one is thrown in."""
    for _ in range(hands):
        thrown_in = rng.random() < 0.05
        outcome = rng.choice(list(ThrownIn)) if thrown_in else _next_hand(session, rng)
        session = after(session, [outcome])
    return session


def _next_hand(session: Session, rng: random.Random) -> Hand:
    return any_hand(session.players(session.dealer), session.rules, rng)


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


def evenings(hands: int, rng: random.Random) -> list[Session]:
    """Two evenings of every scheme, one at five, one at three or four or where some sit out; one where they change.

    Those for mouches and chips, in which a hand depends on those before it, have tests of their own.
    """
    numbers = count(1)
    schemes = [scheme for scheme in every_scheme() if not (scheme.mouches or scheme.chips)]
    sizes = ((3, 3), (4, 4), (5, 4), (8, 5), (6, 3))
    fixed = [
        random_evening(
            table(people, seats, scheme, id_=f"s{next(numbers)}", name=f"{scheme.id} {people}/{seats}"),
            hands,
            rng,
        )
        for at, scheme in enumerate(schemes)
        for people, seats in ((5, 5), sizes[at % 5])
    ]
    return [*fixed, coming_and_going(hands // 2, rng)]


def coming_and_going(hands: int, rng: random.Random) -> Session:
    """An evening of four, to which a fifth and a sixth came, and from which two went."""
    session = table(4, id_="going", name="Who came and went")
    people = tuple(Person(f"p{mark}", NAMES[mark], mark) for mark in range(6))
    for number, (seating, seats) in enumerate(
        ((people[:4], 4), (people[:5], 5), (people[::-1], 5), (people[2:], 4))
    ):
        if number:
            stamp = Stamp(f"seating-{number}", "2026-11-21T23:30:00.000Z", "here")
            session = session.seat(Seating(seating, seats, seating[-1].id), stamp)
        session = random_evening(session, hands, rng)
    return session


def other_rules(scheme: Scheme, changes: dict[str, Any]) -> Scheme:
    """The scheme with those of the changes that contradict nothing; the others are dropped from `changes`."""
    for path, new in list(changes.items()):
        try:
            scheme = changed(scheme, path, new)
        except (SchemeError, AttributeError, AssertionError):
            del changes[path]
    return scheme


def golden_evening() -> Session:
    """Five people at a table of four and a table of misères, with one of everything; the first row is corrected."""
    scheme = replace(shipped_scheme("wikipedia"), rounding=replace(shipped_scheme().rounding, step=5))
    people = tuple(
        Person(f"p{mark}", name, mark)
        for mark, name in enumerate(("Anne", "=1+1", "anne", "@bob", "Élise; x"))
    )
    session = table(4, 4, scheme, name='"Le mardi"', people=people, created="2026-11-20T20:00:00.000Z")
    taker, defence = Side
    garde = Hand(players=("p1", "p2", "p3", "p4"), taker="p1", bid=Bid.GARDE, bouts=2, half_points=98)
    session = after(session, [garde, ThrownIn.ALL_PASSED])
    session = after(
        session,
        [
            replace(
                garde,
                taker="p4",
                bid=Bid.GARDE_SANS,
                bouts=1,
                half_points=80,
                petit_au_bout=defence,
                poignees=(Poignee("p2", PoigneeSize.DOUBLE), Poignee("p4", PoigneeSize.SINGLE)),
                chelem=Chelem(taker, None),
                miseres=(Misere("p3", MisereKind.NO_TRUMPS),),
            ),
            replace(
                garde,
                players=("p0", "p2", "p3", "p4"),
                taker="p0",
                bid=Bid.GARDE_CONTRE,
                bouts=3,
                half_points=170,
                petit_au_bout=taker,
                petit_chelem=Chelem(None, taker),
                miseres=(Misere("p0", MisereKind.NO_TRUMPS), Misere("p2", MisereKind.NO_COURT_CARDS)),
            ),
        ],
    )
    struck = session.entries[0].deal
    session = session.record(struck, Stamp("e8", "2026-11-21T23:10:00.000Z", "here"))
    session = session.void(session.entries[-1].id, Stamp("e9", "2026-11-21T23:11:00.000Z", "here"), "twice")
    corrected = replace(garde, poignees=(Poignee("p1", PoigneeSize.TRIPLE),))
    return session.correct(
        session.entries[0].id,
        replace(struck, outcome=corrected),
        Stamp("e10", "2026-11-21T23:12:00.000Z", "here"),
    )


def halves() -> Session:
    """Five players who keep the half point and share equally: payments in quarters."""
    scheme = next(house_schemes())
    hand = Hand(
        players=("p0", "p1", "p2", "p3", "p4"),
        taker="p0",
        partner="p1",
        bid=Bid.PETITE,
        bouts=2,
        half_points=83,
    )
    return after(
        table(5, scheme=scheme, id_="halves", name=""), [hand, replace(hand, partner=None, half_points=79)]
    )
