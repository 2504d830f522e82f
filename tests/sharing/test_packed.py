"""What is packed comes out the same: every evening, every kind of event, every field."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, get_args, get_type_hints

import pytest
import sample_evenings
from evenings import after, by, clock_of, hand, persons, stamp, started_with, table
from random_evenings import MOUCHES, any_hand, last_driven, merged, random_table, told
from sample_evenings import TROUBLE, eventful, every_scheme, house_schemes

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening, Start
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import (
    Ended,
    Event,
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
from scorepad.sharing import codes
from scorepad.sharing.bits import BLANK, Codes
from scorepad.sharing.codes import FIGURES, SCHEMES, SOURCES
from scorepad.sharing.events import PARTS
from scorepad.sharing.packed import BadPack, is_hand, pack, pack_hand, unpack, unpack_hand
from scorepad.sharing.schemes import flat
from scorepad.tarot.choices import Direction, FivePlayers, HalfPoints, PoigneeTo, PotEnd, RoundedTo, Split
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Chelem,
    Court,
    Found,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    Suit,
)
from scorepad.tarot.scheme import (
    BidValue,
    ChipRule,
    MisereRule,
    PetitChelemRule,
    PoigneeTrumps,
    Scheme,
)
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme, shipped_schemes


def random_evening(seed: int) -> Evening:
    """An evening after random commands, of one device or merged from two."""
    r = random.Random(seed)
    evening = last_driven(r, random_table(r), r.choice((10, 25, 45)), clock_of("A"))
    if r.random() < 0.5:
        return evening
    there = [last_driven(r, evening, 12, clock_of(device)) for device in "BC"]
    return merged(*there)


def comes_out_the_same(evening: Evening) -> None:
    opened = unpack(pack(evening))
    assert opened.start == evening.start
    assert opened.events == evening.events


@pytest.mark.promise(
    "Import and export between devices", "Whatever happened in an evening, its pack opens to the same events."
)
@pytest.mark.parametrize("part", range(10))
def test_any_evening_comes_out_the_same(part: int, long: bool) -> None:
    each = 200 if long else 30
    for seed in range(part * each, (part + 1) * each):
        evening = random_evening(seed)
        comes_out_the_same(evening)
    assert told(unpack(pack(evening))) == told(evening)


SAMPLES = (
    "club",
    "five",
    "mixed",
    "beside",
    "mouches",
    "chips",
    "three",
    "halves",
    "sixteen",
    "golden_evening",
)


@pytest.mark.parametrize("name", [*SAMPLES, "trouble", "eventful"])
def test_the_sample_evenings_come_out_the_same(name: str) -> None:
    comes_out_the_same(getattr(sample_evenings, name)())


@pytest.mark.parametrize("scheme", every_scheme(), ids=lambda each: each.id)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_any_hand_under_any_scheme_comes_out_the_same(scheme: Scheme, players: int) -> None:
    r = random.Random(players)
    evening = table(players, scheme=scheme)
    for _ in range(12):
        one = any_hand(evening.table.seating.players(evening.dealer), scheme, r)
        assert unpack_hand(pack_hand(one, scheme)) == (one, scheme)
        evening = after(evening, one)
    comes_out_the_same(evening)


# -- every kind of event, and every field ---


def other_rules() -> Scheme:
    """Rules in which no parameter has its default, and no source is shipped."""
    base = shipped_scheme("mouches")
    assert base.mouches is not None
    four = PoigneeTrumps(single=9, double=12, triple=14)
    thresholds = replace(base.poignee.thresholds, two=four, source="a")
    return replace(
        base,
        id="6a5e2c1e-3c4f-4d6e-8f4d-0c6e5f6c7d8e",
        name="Chez Zoé",
        source="b",
        bids=(
            *[replace(each, source="c") for each in base.bids],
            BidValue(bid=Bid.OPEN, base=1, factor=1, source="d"),
        )[:-1],
        margin=replace(
            base.margin, counts=False, half_points=HalfPoints.KEPT, step=5, to=RoundedTo.UP, source="e"
        ),
        petit_au_bout=replace(base.petit_au_bout, multiplied=False, lost_with_contract=True, source="f"),
        poignee=replace(
            base.poignee, to=PoigneeTo.SHOWER, multiplied=True, thresholds=thresholds, source="g"
        ),
        chelem=replace(base.chelem, multiplied=True, source="h"),
        petit_chelem=PetitChelemRule(
            all_but=3, announced_made=300, announced_missed=-150, unannounced=0, multiplied=True, source="i"
        ),
        misere=MisereRule(points=20, kinds=(MisereKind.NEITHER,), source="j"),
        mouches=replace(base.mouches, end=PotEnd.SHARED, source="k"),
        chips=ChipRule(start=90, table_stakes=False, source="l"),
        rounding=replace(base.rounding, step=5, to=RoundedTo.DOWN, source="m"),
        table=replace(
            base.table,
            split=Split.EQUAL,
            five_players=FivePlayers.ALONE,
            direction=Direction.CLOCKWISE,
            called_card=True,
            petit_imprenable=True,
            source="n",
        ),
    )


def everything() -> list[Evening]:
    """Evenings in which each field of each value differs from its default somewhere."""
    people = (*persons(4), Person("t", "Les Rois", 9, True, (Member("m", "Hugo"), Member("n", "Inès"))))
    evening = started_with(table(people, scheme=other_rules()), length=AgreedLength(deals=7))
    players = tuple([person.id for person in people])
    full = hand(
        players,
        44.5,
        partner="p1",
        called=CalledCard(Suit.CLUBS, Court.JACK),
        found=Found.OWN_HAND,
        petit_au_bout=Side.DEFENCE,
        poignees=(Poignee("p2", PoigneeSize.TRIPLE), Poignee("t", PoigneeSize.SINGLE)),
        chelem=Chelem(Side.TAKER, Side.DEFENCE),
        petit_chelem=Chelem(Side.DEFENCE, Side.TAKER),
        miseres=(Misere("p3", MisereKind.NEITHER),),
    )
    evening = after(
        evening, full, Adjustment(AdjustmentKind.OTHER, (Share("p0", -3), Share("t", 3)), "pari", 4)
    )
    changes = (
        Renamed("Autre", (NewName("p1", "B."), NewName("p2", ""))),
        LengthAgreed(AgreedLength(until="2026-11-22T02:00:00Z")),
        RulesChanged(shipped_scheme(), True, AgreedLength(hands=9)),
        RateAgreed(Rate(7, 205, "CHF", 5)),
        Noted("à part"),
        PlayedOn("2026-11-19"),
        LeftOut(),
        LeftOut(False),
        Ended(),
        Ended(False),
        Seated(Seating(people[::-1], 4, "p2")),
    )
    for change in changes:
        evening = evening.add(change, stamp(evening), "exprès")
    evening = evening.undo(stamp(evening)).redo(stamp(evening))
    return [evening, eventful()]


def values_in(value: object) -> Iterator[object]:
    """All dataclasses in a value."""
    if is_dataclass(value):
        yield value
        for each in fields(value):
            yield from values_in(getattr(value, each.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from values_in(each)


def kinds_in(hint: Any) -> Iterator[type]:
    """All dataclasses that a value of this type may hold."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
        hints = get_type_hints(hint, include_extras=True)
        hint = tuple[tuple([hints[each.name] for each in fields(hint)])]  # type: ignore[misc]
    for each in get_args(hint):
        yield from kinds_in(each)


def test_every_field_of_every_value_is_packed() -> None:
    """A field that is added fails here until `everything` has it and the format carries it."""
    seen: defaultdict[tuple[type, str], set[Any]] = defaultdict(set)
    for evening in everything():
        comes_out_the_same(evening)
        for value in (v for each in (evening.start, *evening.events) for v in values_in(each)):
            for name in [each.name for each in fields(value)]:  # type: ignore[arg-type]
                seen[type(value), name].add(getattr(value, name))
    untold = []
    for kind in {*kinds_in(Start), *kinds_in(Event)}:
        for each in fields(kind):
            default = each.default if each.default_factory is MISSING else each.default_factory()
            if each.init and not seen[kind, each.name] - {default}:
                untold.append(f"{kind.__name__}.{each.name}")
    assert untold == []


def test_every_kind_of_change_and_every_choice_has_a_number() -> None:
    assert set(codes.CHANGES.values) == {*get_args(get_type_hints(Event)["change"])} == PARTS.keys()
    lists = [each for each in vars(codes).values() if isinstance(each, Codes)]
    listed = {value for each in lists for value in each.values}
    kinds = {type(each) for each in listed if isinstance(each, StrEnum)}
    assert kinds >= {Bid, Side, PoigneeSize, MisereKind, Suit, Court, Found, AdjustmentKind, HalfPoints}
    assert listed >= {member for kind in kinds for member in kind}
    assert set(SCHEMES.values) <= shipped_schemes().keys()


def paths_of(kind: Any, path: str = "") -> Iterator[str]:
    """The paths of all parameters that a scheme can have."""
    for name, hint in get_type_hints(kind).items():
        at = f"{path}.{name}" if path else name
        inner = [each for each in (hint, *get_args(hint)) if is_dataclass(each)]
        if name == "bids":
            yield from (each for place in range(5) for each in paths_of(inner[0], f"bids.{place}"))
        elif inner:
            yield from paths_of(inner[0], at)
        elif name == "kinds":
            yield from (f"{at}.{place}" for place in range(len(MisereKind)))
        else:
            yield at


def test_every_parameter_of_a_scheme_has_a_number() -> None:
    """A bid more would take more paths than five: an open duel has no other bid."""
    assert {*paths_of(Scheme)} == {"id", *FIGURES, *SOURCES}
    assert len(FIGURES) == len({*FIGURES})
    assert len(Bid) == 6
    for scheme in (*shipped_schemes().values(), *house_schemes(), other_rules()):
        assert {*flat(scheme)} <= {"id", *FIGURES, *SOURCES}


# -- what is rare ---

ODD_TIMES = (
    "2026-11-21T20:01:00Z",
    "2026-11-21T20:02:00.5Z",
    "2026-11-21T20:03:00.123456Z",
    "2026-11-21T20:04:00+00:00",
    "2026-11-21T20:05:00.120+00:00",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-21T20:06:00.001Z",
)


@pytest.mark.parametrize("times", [ODD_TIMES, ODD_TIMES[::-1], ODD_TIMES[:1], ODD_TIMES[3:5], ODD_TIMES[7:]])
@pytest.mark.parametrize("created", ["2026-11-20T10:30:00.000Z", ODD_TIMES[1], ODD_TIMES[3]])
def test_times_of_any_form_come_out_the_same(times: tuple[str, ...], created: str) -> None:
    evening = started_with(table(4), created=created)
    for at in times:
        evening = evening.record(Deal(evening.dealer, by(1)(evening)), Stamp(at, "x"))
    comes_out_the_same(evening)


@pytest.mark.parametrize("day", ["2026-11-20", "1999-12-31", "0001-01-01", "9999-12-31"])
def test_days_come_out_the_same(day: str) -> None:
    comes_out_the_same(table(4).add(PlayedOn(day), stamp(table(4))))


def test_ids_and_names_of_any_form_come_out_the_same() -> None:
    ids = ("B7E1A0F2-0000-4000-8000-0123456789AB", "b7e1a0f2-0000-7000-8000-0123456789ab", "0123abcd", "é 😀")
    people = tuple([Person(id_, name, 999) for id_, name in zip(ids, TROUBLE, strict=False)])
    evening = after(table(people, id="0" * 8, title=""), by(1), by(2))
    comes_out_the_same(evening.add(Noted("😀" * 500), stamp(evening)))


def test_an_evening_without_events_comes_out_the_same() -> None:
    comes_out_the_same(table(8, 3))


def test_payments_that_no_rules_give_come_out_the_same() -> None:
    """As an earlier version counted them, or as a file from elsewhere has them."""
    evening = after(table(5, scheme=MOUCHES), by(0, partner=1))
    (event,) = evening.events
    change: Any = event.change
    for payments in ((), (("p4", 1), ("p0", -1)), tuple([(f"p{n}", 10**12) for n in range(5)])):
        other = replace(change, agreed=replace(change.agreed, payments=payments, unit=100))
        comes_out_the_same(Evening.of(evening.start, [replace(event, change=other)]))
    comes_out_the_same(Evening.of(evening.start, [replace(event, change=replace(change, agreed=None))]))


def test_an_evening_that_is_too_large_is_refused() -> None:
    evening = table(4)
    many = [
        Event(seq=1 + n, at=evening.start.created, device="", change=LengthAgreed(AgreedLength(hands=1)))
        for n in range(3001)
    ]
    with pytest.raises(BadPack, match="too long"):
        pack(Evening.of(evening.start, many))
    comes_out_the_same(Evening.of(evening.start, many[:-1]))


def test_a_hand_alone_takes_few_bytes() -> None:
    for players in ("ABC", "ABCD", "ABCDE"):
        for scheme in SCHEMES.values:
            if not shipped_scheme(scheme).open:
                raw = pack_hand(
                    hand(players, bid=shipped_scheme(scheme).bids[-1].bid), shipped_scheme(scheme)
                )
                assert len(raw) <= 12
                assert is_hand(raw)


def test_a_pack_of_a_hand_is_no_evening() -> None:
    raw = pack_hand(hand(), shipped_scheme())
    with pytest.raises(BadPack):
        unpack(raw)
    with pytest.raises(BadPack):
        unpack_hand(pack(table(4)))
    assert not is_hand(b"")
    assert not is_hand(pack(table(4)))


def test_a_shipped_scheme_with_other_figures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pack it is only a number, which must not mean other figures."""
    raw = pack(table(4))
    changed: Mapping[str, Scheme] = shipped_schemes() | {
        "fft": replace(shipped_scheme(), chelem=replace(shipped_scheme().chelem, unannounced=1))
    }
    monkeypatch.setattr("scorepad.sharing.schemes.shipped_schemes", lambda: changed)
    with pytest.raises(BadPack, match="figures"):
        unpack(raw)


def test_a_shipped_scheme_without_a_number_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new scheme is a file and needs no code; with a number it only takes fewer bytes."""
    new = replace(shipped_scheme("pousse"), id="new")
    monkeypatch.setattr("scorepad.sharing.schemes.shipped_schemes", lambda: shipped_schemes() | {"new": new})
    comes_out_the_same(table(4, scheme=new))


def test_a_scheme_with_the_id_of_a_shipped_one_comes_out_the_same() -> None:
    """An evening keeps the figures with which it began, whatever the shipped scheme becomes."""
    older = replace(shipped_scheme(), chelem=replace(shipped_scheme().chelem, unannounced=1))
    comes_out_the_same(table(4, scheme=older))
    assert scheme_to_data(unpack(pack(table(4, scheme=older))).start.scheme)["id"] == "fft"


def test_a_value_that_is_not_read_yet_decides_nothing() -> None:
    with pytest.raises(TypeError):
        bool(BLANK.anything[0])


def test_a_hand_of_too_many_players_is_refused() -> None:
    six = Hand(players=tuple("ABCDEF"), taker="A", bid=Bid.GARDE, bouts=1, half_points=90)
    with pytest.raises(BadPack):
        pack_hand(six, shipped_scheme())
