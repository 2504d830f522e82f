"""A hand in a pack, and its payments, which a reader that knows no rules can compute from the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from scorepad.evening.deal import Agreed
from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import (
    NEEDED,
    NO_CHELEM,
    Bid,
    CalledCard,
    Chelem,
    Hand,
    Misere,
    PlayerId,
    Poignee,
    PoigneeSize,
    Side,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import shares

from .bits import BLANK, BadPack, Pack
from .codes import BIDS, COURTS, MISERES, PLACES_OF_CARDS, POIGNEES, SIDES, SUITS

MAX_PLAYERS: Final = 5
MARGIN_ORDER: Final = 5
MAX_DECLARED: Final = 10
"""The largest number of poignées in a hand; also the largest number of misères."""

# -- the hand ---


def hand_part(pack: Pack, value: Hand, players: tuple[PlayerId, ...]) -> Hand:
    """A hand of these players: the taker, the partner, the bid, the bouts, the margin (in half points), and extras."""
    taker, partner = _sides(pack, value, players)
    bid, bouts = pack.one_of(BIDS, value.bid), pack.bits(2, value.bouts)
    margin = pack.signed(value.margin, MARGIN_ORDER)
    plain = Hand(
        players=players,
        taker=taker,
        partner=partner,
        bid=bid,
        bouts=bouts,
        half_points=2 * NEEDED[bouts] + margin,
    )
    return plain if pack.flag(value == plain) else _with_extras(pack, value, plain)


def _sides(pack: Pack, value: Hand, players: tuple[PlayerId, ...]) -> tuple[PlayerId, PlayerId | None]:
    """The taker and the partner.

    With five players they are one number: 5 × the place of the taker + the place of the partner, or of the taker if
    nobody is the partner.
    """
    if len(players) != MAX_PLAYERS:
        taker = pack.choice(players, value.taker)
        return taker, pack.maybe(lambda _, each: pack.choice(players, each), value.partner)
    pairs = [(taker, partner) for taker in players for partner in players]
    taker, partner = pack.choice(
        pairs, (value.taker, value.partner or value.taker) if pack.writing else BLANK
    )
    return taker, None if partner == taker else partner


def _with_extras(pack: Pack, value: Hand, plain: Hand) -> Hand:
    """The extras of a hand: the petit au bout and the poignées, then a bit, which is 1 if rare facts follow.

    Rare facts are chelems, misères, and the called card with its place.
    """
    players = plain.players
    petit = pack.maybe(_side, value.petit_au_bout)
    poignees = pack.each(
        lambda _, each: Poignee(pack.choice(players, each.player), pack.one_of(POIGNEES, each.size)),
        value.poignees,
        MAX_DECLARED,
    )
    chelem, petit_chelem, called, found = NO_CHELEM, NO_CHELEM, None, None
    miseres: tuple[Misere, ...] = ()
    if pack.flag(pack.writing and _has_rare_facts(value)):
        chelem, petit_chelem = _chelem(pack, value.chelem), _chelem(pack, value.petit_chelem)
        miseres = pack.each(
            lambda _, each: Misere(pack.choice(players, each.player), pack.one_of(MISERES, each.kind)),
            value.miseres,
            MAX_DECLARED,
        )
        called = pack.maybe(_called_card, value.called)
        found = pack.maybe(lambda _, each: pack.one_of(PLACES_OF_CARDS, each), value.found)
    return Hand(
        players=players,
        taker=plain.taker,
        partner=plain.partner,
        called=called,
        found=found,
        bid=plain.bid,
        bouts=plain.bouts,
        half_points=plain.half_points,
        petit_au_bout=petit,
        poignees=poignees,
        chelem=chelem,
        petit_chelem=petit_chelem,
        miseres=miseres,
    )


def _has_rare_facts(hand: Hand) -> bool:
    found = hand.called is not None or hand.found is not None
    return found or bool(hand.chelem or hand.petit_chelem or hand.miseres)


def _side(pack: Pack, value: Side) -> Side:
    return pack.one_of(SIDES, value)


def _chelem(pack: Pack, value: Chelem) -> Chelem:
    return Chelem(pack.maybe(_side, value.announced), pack.maybe(_side, value.made))


def _called_card(pack: Pack, value: CalledCard) -> CalledCard:
    return CalledCard(pack.one_of(SUITS, value.suit), pack.one_of(COURTS, value.court))


# -- its payments ---

BASE, PETIT_AU_BOUT = 25, 10
FACTORS: Final[Mapping[Bid, int]] = MappingProxyType(
    {Bid.PETITE: 1, Bid.POUSSE: 2, Bid.GARDE: 2, Bid.GARDE_SANS: 4, Bid.GARDE_CONTRE: 6, Bid.OPEN: 1}
)
POIGNEE_POINTS: Final[Mapping[PoigneeSize, int]] = MappingProxyType(
    {PoigneeSize.SINGLE: 20, PoigneeSize.DOUBLE: 30, PoigneeSize.TRIPLE: 40}
)


def official(hand: Hand, scheme: Scheme) -> int:
    """The amount that each defender usually pays the taker's side: (25 + margin) × factor, and the usual bonuses.

    The result is in 1/`scheme.unit` of a point; it is negative if the taker's side pays. The figures of this function
    belong to the format, and never change, even if rules of the app change. From the scheme come only the unit and the
    treatment of half points.
    """
    won = hand.margin >= 0
    sign, factor, halves = 1 if won else -1, FACTORS[hand.bid], hand.margin
    if halves % 2 and scheme.margin.half_points is not HalfPoints.KEPT:
        halves += 1 if won or scheme.margin.half_points is HalfPoints.TAKER else -1
    points = factor * (2 * sign * BASE + halves)
    if hand.petit_au_bout is not None:
        points += 2 * factor * (PETIT_AU_BOUT if hand.petit_au_bout is Side.TAKER else -PETIT_AU_BOUT)
    points += 2 * sign * sum(POIGNEE_POINTS[each.size] for each in hand.poignees)
    return points * scheme.unit // 2


def agreed_part(
    pack: Pack, hand: Hand | None, scheme: Scheme, people: Sequence[PlayerId], value: Agreed | None
) -> Agreed | None:
    """The payments that were shown for a deal.

    For a hand, the bits are 0 for the `official` payments, 10 if each defender pays the same amount, which follows, 110
    for no payments, and 111 for any other payments: the unit follows, and the amount that each person receives. For
    other deals, the first two bits are left out.
    """
    if hand is not None:
        usual = _paid(hand, scheme, official(hand, scheme))
        if not pack.flag(value != usual):
            return usual
        points = _by_a_defender(hand, value) if pack.writing else 0
        if not pack.flag(pack.writing and value != _paid(hand, scheme, points)):
            return _paid(hand, scheme, pack.signed(points, 7))
    return pack.maybe(lambda _, each: _each_payment(pack, hand, people, each), value)


def _paid(hand: Hand, scheme: Scheme, points: int) -> Agreed:
    """The payments if each defender pays `points`, in 1/`scheme.unit` of a point."""
    weights = shares(hand, scheme)
    paid = [points * weight // 2 for weight in weights]
    return Agreed(tuple(zip(hand.players, paid, strict=True)), scheme.unit)


def _by_a_defender(hand: Hand, value: Agreed | None) -> int:
    payments = dict(value.payments) if value is not None else {}
    return next((-payments.get(id_, 0) for id_ in hand.players if hand.side_of(id_) is Side.DEFENCE), 0)


def _each_payment(pack: Pack, hand: Hand | None, people: Sequence[PlayerId], value: Agreed) -> Agreed:
    unit = 1 + pack.number(value.unit - 1 if pack.writing else 0, 0)
    ids: tuple[PlayerId, ...] = tuple([id_ for id_, _ in value.payments]) if pack.writing else BLANK
    players = hand.players if hand is not None else ()
    if not pack.flag(ids == players):
        players = pack.each(lambda _, each: pack.choice(people, each), ids, MAX_PLAYERS, 2)
    amounts = [
        pack.signed(value.payments[place][1] if pack.writing else 0, 7) for place in range(len(players))
    ]
    return Agreed(tuple(zip(players, amounts, strict=True)), unit)


# -- a hand alone ---

LETTERS: Final = "ABCDE"
"""The usual ids of the players of a hand without an evening."""


def lone_players(pack: Pack, value: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """The players of a hand without an evening: their number, and a bit, which is 1 for the usual ids.

    After a 0, the ids follow as texts.
    """
    count = 2 + pack.bits(2, len(value) - 2 if pack.writing else 0)
    letters = tuple(LETTERS[:count])
    if count > MAX_PLAYERS:
        raise BadPack("too many players")
    if pack.flag(value == letters):
        return letters
    return tuple([pack.text(value[place]) for place in range(count)])
