"""Evenings to write down: for clubs, for families, and for whoever wants to know what breaks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorepad.tarot.check import bounds, check
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
from scorepad.tarot.scheme import HalfPoints, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.session import Deal, Person, Seating, Session, Stamp

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

TAKER, DEFENCE = Side.TAKER, Side.DEFENCE


def table(people: int | Sequence[str], seats: int | None = None, **facts: Any) -> Session:
    """A table where nobody has played yet."""
    names = NAMES[:people] if isinstance(people, int) else people
    values: dict[str, Any] = {
        "id": "evening",
        "created": CREATED,
        "name": "Vendredi chez Léa",
        "people": tuple(Person(f"p{mark}", name, mark) for mark, name in enumerate(names)),
        "seats": seats or min(5, len(names)),
        "first_dealer": "p0",
        "scheme": shipped_scheme(),
    }
    return Session(**values | facts)


def stamp(session: Session) -> Stamp:
    """The next one of a session; a minute later than the one before."""
    number = len(session.events) + 1
    return Stamp(f"e{number}", f"2026-11-20T{12 + number // 60:02d}:{number % 60:02d}:00.000Z", "test")


def play(session: Session, outcome: Hand | ThrownIn) -> Session:
    """The session with one deal more."""
    return session.record(Deal(session.dealer, outcome), stamp(session))


def hand(session: Session, taker: int, bid: Bid, bouts: int, points: float, **facts: Any) -> Hand:
    """A hand of those who play when it is dealt; taker and partner by their seats."""
    partner = facts.pop("partner", None)
    return Hand(
        players=session.players(session.dealer),
        taker=f"p{taker}",
        partner=None if partner is None else f"p{partner}",
        bid=bid,
        bouts=bouts,
        half_points=int(2 * points),
        **facts,
    )


def poignee(player: int, size: PoigneeSize = PoigneeSize.SINGLE) -> tuple[Poignee, ...]:
    return (Poignee(f"p{player}", size),)


def club() -> Session:
    """Four players: the five hands of the official rulebook, and what happens at a table besides."""
    s = table(4, name="Club de Tarot, table 3")
    s = play(s, hand(s, 2, Bid.GARDE, 2, 49, petit_au_bout=TAKER, poignees=poignee(2)))
    s = play(s, hand(s, 3, Bid.GARDE_SANS, 2, 45, petit_au_bout=DEFENCE))
    s = play(s, ThrownIn.ALL_PASSED)
    s = play(s, hand(s, 1, Bid.PETITE, 2, 34, petit_au_bout=TAKER, poignees=poignee(1)))
    s = play(s, hand(s, 0, Bid.GARDE, 2, 52, poignees=poignee(2)))
    s = play(s, hand(s, 0, Bid.GARDE, 1, 60))
    s = s.void(s.entries[-1].id, stamp(s), "comptée deux fois")
    s = play(
        s, hand(s, 1, Bid.GARDE, 2, 87, chelem=Chelem(TAKER, TAKER), poignees=poignee(1), petit_au_bout=TAKER)
    )
    s = play(s, ThrownIn.PETIT_SEC)
    s = play(s, hand(s, 3, Bid.GARDE_CONTRE, 1, 40))
    s = s.correct(
        s.entries[-1].id, replace(s.entries[-1].deal, outcome=hand(s, 3, Bid.GARDE_CONTRE, 1, 41)), stamp(s)
    )
    s = s.correct(s.entries[0].id, s.entries[0].deal, stamp(s), "vérifiée")
    s = s.change_scheme(shipped_scheme("contre_5"), stamp(s), "comme d’habitude")
    s = play(s, hand(s, 2, Bid.PETITE, 3, 36))
    return s.finish(stamp(s))


def kept_halves() -> Scheme:
    """A table that counts half points as they are, plays misères and a petit chelem, and shares equally."""
    wikipedia = shipped_scheme("wikipedia")
    equal = shipped_scheme("equal_split")
    return replace(
        wikipedia,
        id="house",
        name="Chez Léa",
        margin=replace(wikipedia.margin, half_points=HalfPoints.KEPT),
        table=replace(wikipedia.table, split=equal.table.split),
    )


def five() -> Session:
    """Five players, with partner and alone, half points kept, everything that can be declared, won and missed."""
    s = table(5, scheme=kept_halves())
    misere = (Misere("p4", MisereKind.NO_TRUMPS),)
    s = play(
        s,
        hand(
            s, 1, Bid.GARDE, 2, 48.5, partner=2, petit_au_bout=TAKER, poignees=poignee(1, PoigneeSize.DOUBLE)
        ),
    )
    s = play(s, hand(s, 2, Bid.PETITE, 1, 44.5, partner=0, miseres=misere))
    s = play(s, hand(s, 3, Bid.GARDE_SANS, 2, 40.5, petit_au_bout=DEFENCE, poignees=poignee(0)))
    s = play(s, ThrownIn.MISDEAL)
    s = play(
        s,
        hand(
            s,
            4,
            Bid.GARDE,
            3,
            70,
            partner=1,
            petit_chelem=Chelem(TAKER, TAKER),
            poignees=poignee(4, PoigneeSize.TRIPLE),
        ),
    )
    s = play(s, hand(s, 0, Bid.GARDE_CONTRE, 0, 30, partner=3, chelem=Chelem(TAKER, None)))
    s = play(s, hand(s, 0, Bid.PETITE, 2, 41, partner=4, petit_chelem=Chelem(DEFENCE, None)))
    return s


def mixed() -> Session:
    """Five who share otherwise from their second hand on, so that amounts end in halves."""
    session = table(5)
    session = play(session, hand(session, 0, Bid.GARDE, 2, 41, partner=1))
    equal = shipped_scheme("equal_split")
    session = session.change_scheme(equal, stamp(session), "essai", from_now=True)
    return play(session, hand(session, 1, Bid.GARDE, 2, 42, partner=0))


def three() -> Session:
    """Three players who have not named their evening; half points go to the winner."""
    s = table(3, name="")
    s = play(s, hand(s, 0, Bid.GARDE, 2, 40.5))
    s = play(s, hand(s, 1, Bid.PETITE, 1, 60.5, poignees=poignee(2)))
    return play(s, hand(s, 2, Bid.GARDE, 3, 50, petit_au_bout=TAKER))


def sixteen() -> Session:
    """Sixteen people ever at a table of four: other four after every third hand, the first of whom come back."""
    people = tuple(Person(f"p{mark}", f"Person {mark + 1}", mark) for mark in range(16))
    session = table([person.name for person in people[:4]])
    for four in range(5):
        seating = people[4 * four % 16 : 4 * four % 16 + 4]
        if four:
            session = session.seat(Seating(seating, 4, seating[0].id), stamp(session))
        rng = random.Random(four)
        for _ in range(3):
            session = play(session, random_hand(session, rng))
    return session


def random_hand(session: Session, rng: random.Random) -> Hand | ThrownIn:
    """What this table could have played."""
    if rng.random() < 0.05:
        return rng.choice(list(ThrownIn))
    players = session.players(session.dealer)
    while True:
        taker = rng.choice(players)
        others = [player for player in players if player != taker]
        calls = session.rules.calls_partner(len(players))
        partner = rng.choice([*others, None]) if calls else None
        bid = rng.choice([*[value.bid for value in session.rules.bids], Bid.GARDE, Bid.GARDE])
        draft = Draft(players=players, taker=taker, partner=partner, alone=partner is None, bid=bid,
                      bouts=rng.choice([0, 1, 1, 2, 2, 2, 3]))  # fmt: skip
        low, high = bounds(draft, session.rules)
        points = min(high, max(low, round(rng.gauss(95, 18))))
        draft = replace(
            draft,
            half_points=points - points % 2 if len(players) == 4 else points,
            petit_au_bout=rng.choice([None] * 6 + [TAKER, DEFENCE]),
            poignees=(Poignee(rng.choice(players), rng.choice(list(PoigneeSize))),) if rng.random() < 0.12 else (),
        )  # fmt: skip
        if not check(draft, session.rules):
            return draft.to_hand()


def long(
    hands: int = 300, people: int | Sequence[str] = 4, seats: int | None = None, **facts: Any
) -> Session:
    """An evening, or a whole season, of so many hands."""
    session = table(people, seats, **facts)
    rng = random.Random(hands)
    deals: list[Session] = [session]
    for _ in range(hands):
        session = play(session, random_hand(session, rng))
        deals.append(session)
    return session


def trouble(people: int = 8) -> Session:
    """The same with names that break documents."""
    return long(12, TROUBLE[:people], name="=1+1 <i>😀</i>\n\u202eTarot")


SCHEMES = shipped_schemes()
