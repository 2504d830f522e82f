"""What a hand was to one of its players: the facts that filters look at, and that tallies count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, PlayedHand
from scorepad.evening.people import Person
from scorepad.tarot.hand import Bid, PlayerId, PoigneeSize, Side
from scorepad.tarot.parameters import parameters, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments

UNIT = 12
"""Amounts are in 1/12 of a point: rules pay down to quarters, and a partner has a third of a share."""
NOBODY = ""
"""The key of every guest."""

PlayerKey = str
"""A player in all evenings: an id of the list of players, those of a team joined by "+", or `NOBODY`."""
PlayerOf = Callable[[PlayerId], PlayerId]
"""The id of the player that a person is, after merges."""


class Role(StrEnum):
    """The part that somebody has in a hand."""

    TAKER = "taker"
    PARTNER = "partner"
    DEFENDER = "defender"
    DUEL = "duel"
    """One of two who play without bids (S1)."""


_HABITS = ("table.direction", "table.called_card", "table.petit_imprenable")
"""Parameters that change no amount."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules by which amounts can be added up: a digest of all that decides them, and what a table calls them."""

    digest: str
    id: str = field(compare=False)
    name: str = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One hand of an evening as one of its players saw it; `amount` is what they received, in 1/UNIT of a point.

    `made` says of the contract that it was made, whatever the role; of a duel, that the player won. The `margin` is
    that of the taker's side, in half points, and 0 in a duel. `partner` is whom a taker called or who called, `against`
    are those of the other side, and `poignee` is the one that the player showed. `petit`, `announced` and `chelem` are
    of the player's side: whether it won the petit au bout (None: nobody had it), and announced or made a chelem.
    """

    evening: Evening
    played: PlayedHand
    player: PlayerKey
    rules: Rules
    role: Role
    bid: Bid
    bouts: int
    seats: int
    made: bool
    margin: int
    amount: int
    partner: PlayerKey | None
    against: frozenset[PlayerKey]
    poignee: PoigneeSize | None
    petit: bool | None
    announced: bool
    chelem: bool

    @property
    def number(self) -> int:
        """The number of the hand in its evening."""
        return self.played.entry.number


@lru_cache(maxsize=256)
def rules_of(scheme: Scheme) -> Rules:
    """The rules of a scheme, whatever its sources, its name and its habits."""
    deciding = [
        (each.path, str(value(scheme, each.path))) for each in parameters(scheme) if each.path not in _HABITS
    ]
    return Rules(sha256(repr(deciding).encode()).hexdigest()[:8], scheme.id, scheme.name)


def key_of(person: Person, player_of: PlayerOf) -> PlayerKey:
    """The player that a person is: a team is its members, whatever it is called, and a guest is nobody."""
    return "+".join(sorted({player_of(member.id) for member in person.players})) or NOBODY


def parts_of(evening: Evening, keys: Mapping[PlayerId, PlayerKey]) -> Iterator[Part]:
    """Every part in every hand that counts, hand by hand; `keys` say who the people of the evening are."""
    for played in Figures(evening).hands:
        rules = rules_of(played.entry.rules)
        for player in played.hand.players:
            yield _part(evening, played, player, rules, keys)


def _part(
    evening: Evening, played: PlayedHand, player: PlayerId, rules: Rules, keys: Mapping[PlayerId, PlayerKey]
) -> Part:
    hand = played.hand
    key, own = keys[player], hand.side_of(player)
    partner = {hand.taker: hand.partner, hand.partner: hand.taker}.get(player)
    others = [keys[each] for each in hand.players if hand.side_of(each) is not own]
    return Part(
        evening=evening,
        played=played,
        player=key,
        rules=rules,
        role=Role.DUEL if hand.open else _ROLES[own] if player != hand.partner else Role.PARTNER,
        bid=hand.bid,
        bouts=hand.bouts,
        seats=len(hand.players),
        made=hand.winner is (own if hand.open else Side.TAKER),
        margin=0 if hand.open else hand.margin,
        amount=played.brought(player, UNIT),
        partner=keys[partner] if partner else None,
        against=frozenset(others) - {key},
        poignee=next((each.size for each in hand.poignees if each.player == player), None),
        petit=None if hand.petit_au_bout is None else hand.petit_au_bout is own,
        announced=hand.chelem.announced is own,
        chelem=hand.chelem.made is own,
    )


_ROLES = {Side.TAKER: Role.TAKER, Side.DEFENCE: Role.DEFENDER}


def received(payments: Payments) -> Iterator[tuple[PlayerId, PlayerId, int]]:
    """What one player gets from another in a hand, in 1/UNIT of a point, pair by pair, perhaps several times.

    In each line of the score, who pays pays those who receive, in proportion to what they receive. Where players lack
    chips, that may be rounded down.
    """
    for row in payments.by_line:
        total = sum([amount for amount in row if amount > 0]) * payments.unit
        for payee, got in zip(payments.players, row, strict=True):
            for payer, paid in zip(payments.players, row, strict=True):
                if got > 0 > paid:
                    yield payee, payer, -paid * got * UNIT // total
