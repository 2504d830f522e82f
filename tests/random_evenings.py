"""Hands and evenings at random, and a league of random evenings; `r` and `rng` are the sources of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from evenings import DEFENCE, FFT, TAKER, Stamps, after, clock_of, persons, stamp, table

from scorepad.evening import dealing
from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
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
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.money import NO_MONEY, Rate
from scorepad.evening.people import Member, NewName, Person, Seating
from scorepad.evening.shared_map import SharedMap
from scorepad.stats.counting import tally_of
from scorepad.stats.tally import EveningTally
from scorepad.tarot.check import bounds, check, impossible
from scorepad.tarot.choices import PotEnd
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
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

SIDES = (None, *Side)
MOUCHES = shipped_scheme("mouches")
assert MOUCHES.mouches is not None
SHARED = replace(MOUCHES, id="shared", mouches=replace(MOUCHES.mouches, end=PotEnd.SHARED))
SCHEMES = [
    FFT,
    *map(shipped_scheme, ("flat_80", "contre_5", "equal_split", "rounded_5", "wikipedia", "chips")),
    MOUCHES,
    SHARED,
]
PEOPLE = persons("ABCDEFGH")
LENGTHS = [OPEN, AgreedLength(hands=20), AgreedLength(deals=3), AgreedLength(until="2026-11-22T02:00:00Z")]
RATES = [NO_MONEY, Rate(cents=100), Rate(cents=205, step=10)]

# -- hands ---


def any_hand(
    players: Sequence[str], scheme: Scheme, rng: random.Random, *, poignees: int = 2, miseres: int = 2
) -> Hand:
    """A hand with many extras that the scheme can score, even if no table can play it."""
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


def possible_hand(players: Sequence[str], scheme: Scheme, rng: random.Random) -> Hand:
    """A hand with few extras that a table can play by these rules."""
    while impossible(hand := any_hand(players, scheme, rng, poignees=1, miseres=1), scheme):
        pass
    return hand


def likely_hand(evening: Evening, rng: random.Random) -> Hand:
    """The next hand of an evening, likely at a table."""
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


def likely_deal(evening: Evening, rng: random.Random) -> Hand | ThrownIn:
    """The next hand of an evening, likely at a table, or a hand thrown in."""
    if rng.random() < 0.05:
        return rng.choice(list(ThrownIn))
    return likely_hand(evening, rng)


def plain_hand(evening: Evening, rng: random.Random) -> Hand:
    """The next hand of an evening, with few extras."""
    players = evening.table.seating.players(evening.dealer)
    taker = rng.choice(players)
    others = [player for player in players if player != taker]
    return Hand(
        players=players,
        taker=taker,
        partner=rng.choice(others) if len(players) == 5 else None,
        bid=rng.choice([Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS]),
        bouts=rng.randrange(4),
        half_points=2 * rng.randrange(30, 60),
        petit_au_bout=rng.choice([None, None, Side.TAKER]),
        poignees=(Poignee(taker, PoigneeSize.SINGLE),) if rng.random() < 0.2 else (),
    )


# -- evenings ---


def random_evening(evening: Evening, hands: int, rng: random.Random) -> Evening:
    """The evening after a number of hands, even hands that no table can play; a few are thrown in."""
    for _ in range(hands):
        players, rules = evening.table.seating.players(evening.dealer), evening.table.rules.now
        thrown_in = rng.random() < 0.05
        evening = after(evening, rng.choice(list(ThrownIn)) if thrown_in else any_hand(players, rules, rng))
    return evening


def played(evening: Evening, hands: int, at: Stamps, seed: int = 1) -> Evening:
    """The evening after a number of plain hands."""
    rng = random.Random(seed)
    return after(evening, *[lambda now: plain_hand(now, rng)] * hands, at=at)


def long(
    hands: int = 300, people: int | Sequence[str | Person] = 4, seats: int | None = None, **facts: Any
) -> Evening:
    """An evening, or a whole season, of a number of likely hands."""
    evening, rng = table(people, seats, **facts), random.Random(hands)
    for _ in range(hands):
        evening = after(evening, likely_deal(evening, rng))
    return evening


def coming_and_going(hands: int, rng: random.Random) -> Evening:
    """An evening of four people; a fifth and a sixth come, and two go."""
    people = persons(6)
    evening = table(people[:4], id="going", title="Who came and went")
    seatings = ((people[:4], 4), (people[:5], 5), (people[::-1], 5), (people[2:], 4))
    for number, (seated, seats) in enumerate(seatings):
        if number:
            evening = evening.add(Seated(Seating(seated, seats, seated[-1].id)), stamp(evening))
        evening = random_evening(evening, hands, rng)
    return evening


# -- every change that a table can make, on one device or on several ---


def random_table(r: random.Random) -> Evening:
    """A table of four or five before its first hand."""
    people = PEOPLE[: r.choice((4, 4, 5))]
    seats, dealer = r.choice((4, len(people))), r.choice(people).id
    return table(people, seats, r.choice(SCHEMES), dealer)


def some_deal(r: random.Random, evening: Evening, entry: str | None = None) -> Deal:
    """A hand, one thrown in, or points without a hand, as the table sits, or sat at a row."""
    seating = evening.seating_at(entry)
    dealer = evening.dealer if entry is None and r.random() < 0.9 else r.choice(seating.ids)
    kind = r.random()
    if kind < 0.1:
        return Deal(dealer, r.choice([ThrownIn.ALL_PASSED, ThrownIn.ALL_PASSED, ThrownIn.MISDEAL]))
    if kind < 0.18:
        one, other = r.sample([each.id for each in evening.sheet.people], 2)
        points, unit = r.randint(1, 99), r.choice((1, 1, 1, 2))
        shares = (Share(one, -points), Share(other, points))
        return Deal(dealer, Adjustment(r.choice([*AdjustmentKind]), shares, "", unit))
    return Deal(dealer, possible_hand(seating.players(dealer), evening.rules_at(entry), r))


def some_seating(r: random.Random, evening: Evening) -> Seating:
    """Four to six people, some of them new."""
    known = {each.id: each for each in evening.table.everybody}
    people = tuple([known.get(each.id, each) for each in r.sample(PEOPLE, r.randint(4, 6))])
    return Seating(people, r.choice((4, 4, min(5, len(people)))), r.choice(people).id)


Command = Callable[[random.Random, Evening, Stamp], Evening]
"""Changes an evening. Raises ValueError or LookupError where it cannot."""
Commands = dict[str, tuple[int, Command]]
"""Commands by their names, each with its frequency."""


def _row(r: random.Random, evening: Evening) -> str:
    return r.choice(evening.sheet.rows).id


def _correct(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    entry = r.choice([each for each in evening.sheet.rows if not isinstance(each.deal.outcome, TakeOver)])
    return evening.correct(entry.id, some_deal(r, evening, entry.id), stamp, "a word")


def _take_over(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    here, known = evening.table.seating.ids, {each.id: each for each in evening.table.everybody}
    newcomers = [known.get(each.id, each) for each in PEOPLE if each.id not in here]
    return evening.take_over(r.choice(here), r.choice(newcomers), stamp)


def _rename(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    who = r.choice(evening.sheet.people).id
    return evening.add(Renamed(people=(NewName(who, f"new {r.randint(1, 9)}"),)), stamp)


def _insert(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    """A forgotten hand before a row."""
    row = _row(r, evening)
    return evening.record(some_deal(r, evening, row), stamp, row)


def _keep_apart(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    return evening.keep_apart(r.choice(evening.sheet.doubtful)[1].id, stamp)


CHANGES: Commands = {
    "record": (14, lambda r, e, stamp: e.record(some_deal(r, e), stamp)),
    "correct": (3, _correct),
    "strike out": (2, lambda r, e, stamp: e.correct(_row(r, e), None, stamp)),
    "restore": (2, lambda r, e, stamp: e.restore(_row(r, e), stamp)),
    "seat": (1, lambda r, e, stamp: e.add(Seated(some_seating(r, e)), stamp)),
    "take over": (2, _take_over),
    "rules": (2, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES)), stamp)),
    "rules from now on": (2, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES), True), stamp)),
    "rename": (1, _rename),
    "retitle": (1, lambda r, e, stamp: e.add(Renamed(f"evening {r.randint(1, 9)}"), stamp)),
    "note": (1, lambda r, e, stamp: e.add(Noted(r.choice(["", "so", "or so"]), _row(r, e)), stamp)),
    "note the evening": (1, lambda r, e, stamp: e.add(Noted(r.choice(["", "so", "or so"])), stamp)),
    "length": (1, lambda r, e, stamp: e.add(LengthAgreed(r.choice(LENGTHS)), stamp)),
    "rate": (1, lambda r, e, stamp: e.add(RateAgreed(r.choice(RATES)), stamp)),
    "end": (1, lambda r, e, stamp: e.add(Ended(), stamp)),
    "go on": (1, lambda r, e, stamp: e.add(Ended(False), stamp)),
    "insert": (2, _insert),
    "played on": (
        1,
        lambda r, e, stamp: e.add(PlayedOn(f"2026-0{r.randint(1, 9)}-1{r.randint(0, 9)}"), stamp),
    ),
    "keep apart": (1, _keep_apart),
    "leave out": (1, lambda r, e, stamp: e.add(LeftOut(), stamp)),
    "count again": (1, lambda r, e, stamp: e.add(LeftOut(False), stamp)),
}
"""The commands that a table gives, without undo and redo."""
COMMANDS: Commands = CHANGES | {
    "undo": (9, lambda r, e, stamp: e.undo(stamp)),
    "redo": (6, lambda r, e, stamp: e.redo(stamp)),
}


def done(name: str, r: random.Random, evening: Evening, stamp: Stamp, commands: Commands) -> Evening | None:
    """The evening after a command; None if the command fails or changes nothing."""
    try:
        after = commands[name][1](r, evening, stamp)
        return None if after is evening else after
    except (ValueError, LookupError):
        return None


def driven(
    r: random.Random,
    evening: Evening,
    steps: int,
    clock: Stamps,
    commands: Commands = COMMANDS,
) -> Iterator[Evening]:
    """The evening after each of a number of random commands that changes it."""
    names = [name for name, (often, _) in commands.items() for _ in range(often)]
    for _ in range(steps):
        if (after := done(r.choice(names), r, evening, clock(), commands)) is not None:
            evening = after
            yield evening


def last_driven(
    r: random.Random, evening: Evening, steps: int, clock: Stamps, commands: Commands = COMMANDS
) -> Evening:
    """The evening after a number of random commands."""
    for later in driven(r, evening, steps, clock, commands):
        evening = later
    return evening


def merged(evening: Evening, other: Evening) -> Evening:
    """The evening with the events of another device."""
    have = {event.id for event in evening.events}
    return evening.with_events([event for event in other.events if event.id not in have])


def told(evening: Evening) -> tuple[object, ...]:
    """All visible facts of an evening, without the histories of its rows."""
    table, sheet = evening.table, evening.sheet
    return (
        replace(table, known={}, history=SharedMap()),
        table.seating,
        [replace(row, history=(), conflicting=()) for row in sheet.rows],
        (sheet.people, sheet.unit, sheet.totals, sheet.pot, sheet.standings, sheet.curve),
        (evening.dealer, evening.progress, dealing.dealt(table, sheet.deals), evening.schemes),
        [entry.id for entry in sheet.recounted],
    )


# -- a league of 300 evenings over two years ---


LEAGUE_SCHEMES = (FFT, FFT, FFT, shipped_scheme("equal_split"), SHARED)
MERGED = {"H": "A"}
"""H and A are one player; both sit at some tables."""
GUESTS = tuple(Person(f"guest {number}", "Somebody", 9, guest=True) for number in range(3))
TEAM = (Member("A", "name of A"), Member("B", "name of B"))

RULES: Commands = {
    "rules": (1, lambda r, e, stamp: e.add(RulesChanged(r.choice(LEAGUE_SCHEMES)), stamp)),
    "rules from now on": (1, lambda r, e, stamp: e.add(RulesChanged(r.choice(LEAGUE_SCHEMES), True), stamp)),
}
AT_A_TABLE = {name: COMMANDS[name] for name in COMMANDS if name not in ("leave out", "played on")} | RULES
IN_A_DUEL = {name: COMMANDS[name] for name in ("record", "correct", "strike out", "restore", "undo", "redo")}


def player_of(person: str) -> str:
    return MERGED.get(person, person)


def day_of(evening: Evening) -> str:
    return evening.began[:10]


def league_table(r: random.Random, number: int) -> Evening:
    """A table of two to five before its first hand; one person may sit out, two people play openly.

    Few people are guests; A and B are often a team, which has another id each time.
    """
    seats, out = r.choice(((2, 0), (3, 0), (4, 0), (4, 0), (4, 1), (5, 0), (5, 0), (5, 1)))
    people = r.sample(PEOPLE[2:] if (team := r.random() < 0.15) else PEOPLE, seats + out)
    if team:
        people[0] = Person(f"team {number}", "A and B", 8, members=TEAM)
    if r.random() < 0.2:
        people[-1] = r.choice(GUESTS)
    r.shuffle(people)
    created = f"{date(2025, 1, 2) + timedelta(days=2 * number)}T12:00:00Z"
    scheme = shipped_scheme("open_duel") if seats == 2 else r.choice(LEAGUE_SCHEMES)
    return table(people, seats, scheme, id=f"evening-{number}", created=created, title="")


def commands_of(evening: Evening) -> Commands:
    """The commands of an evening of the league."""
    return IN_A_DUEL if evening.rules_at().open else AT_A_TABLE


@cache
def league(count: int = 300) -> tuple[Evening, ...]:
    """The evenings, in the order of their days."""
    r, evenings = random.Random(34), list[Evening]()
    for number in range(count):
        evening, steps = league_table(r, number), r.randint(5, 60)
        evenings.append(last_driven(r, evening, steps, clock_of(), commands_of(evening)))
    return tuple(evenings)


@cache
def tallies(count: int = 300) -> tuple[EveningTally, ...]:
    """The tally of each evening."""
    return tuple(tally_of(evening) for evening in league(count))
