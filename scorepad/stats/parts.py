"""The part of one player in one hand, and filters: a filter defines a figure and selects the hands that it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, PlayedHand
from scorepad.evening.people import Person
from scorepad.tarot.hand import CONTRACTS, NEEDED, Bid, PlayerId, PoigneeSize, Side
from scorepad.tarot.parameters import parameters, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments

from .scopes import EVER, NOBODY, PlayerKey, Scope

UNIT = 12
"""Amounts are in 1/12 of a point: rules can pay quarters of a point, and a partner can have a third of an amount."""
PlayerOf = Callable[[PlayerId], PlayerId]
"""Returns the id that a person of an evening has in the list of players; merged players have the same id."""


class Role(StrEnum):
    """The role of a player in a hand."""

    TAKER = "taker"
    PARTNER = "partner"
    DEFENDER = "defender"
    DUEL = "duel"
    """A player of an open duel, which has no bids (S1)."""


_HABITS = ("table.direction", "table.called_card", "table.petit_imprenable")
"""Parameters of a scheme that change no amount."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that decide amounts; schemes with equal rules pay the same, so their amounts can be added up.

    `digest` is a hash of all parameters that decide amounts. `id` and `name` are from one scheme with these rules.
    """

    digest: str
    id: str = field(compare=False)
    name: str = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPart:
    """The part of one player in one hand; `amount` is the player’s gain, in 1/UNIT of a point.

    `made`: the contract was made, whatever the player’s role; in a duel, the player won. `margin`: the margin of the
    taker’s side, in half points; 0 in a duel. `partner`: the partner of a taker, or the taker of a partner, else None.
    `against`: the players of the other side. `poignee`: the poignée that this player showed. `petit`: whether the
    player’s side won the petit au bout; None if there was none. `announced`: the player’s side announced a chelem.
    `chelem`: the player’s side made a chelem.
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
    """The rules of a scheme.

    The name and the sources of the scheme, and the parameters that change no amount, make no difference.
    """
    deciding = [
        (each.path, str(value(scheme, each.path))) for each in parameters(scheme) if each.path not in _HABITS
    ]
    return Rules(sha256(repr(deciding).encode()).hexdigest()[:8], scheme.id, scheme.name)


def key_of(person: Person, player_of: PlayerOf) -> PlayerKey:
    """The key of a person: a team has the ids of its members, whatever its name, and a guest has `NOBODY`."""
    return "+".join(sorted({player_of(member.id) for member in person.players})) or NOBODY


def parts_of(evening: Evening, keys: Mapping[PlayerId, PlayerKey]) -> Iterator[PlayerPart]:
    """Every part in every hand that counts, hand by hand; `keys` has the key of each person of the evening."""
    for played in Figures(evening).hands:
        rules = rules_of(played.entry.rules)
        for player in played.hand.players:
            yield _part(evening, played, player, rules, keys)


def _part(
    evening: Evening, played: PlayedHand, player: PlayerId, rules: Rules, keys: Mapping[PlayerId, PlayerKey]
) -> PlayerPart:
    hand = played.hand
    key, own = keys[player], hand.side_of(player)
    partner = {hand.taker: hand.partner, hand.partner: hand.taker}.get(player)
    others = [keys[each] for each in hand.players if hand.side_of(each) is not own]
    return PlayerPart(
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


# -- filters ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Selects the parts that have every fact given here (None: any value); `against` is a player of the other side."""

    scope: Scope = EVER
    player: PlayerKey | None = None
    rules: Rules | None = None
    role: Role | None = None
    bid: Bid | None = None
    bouts: int | None = None
    seats: int | None = None
    made: bool | None = None
    partner: PlayerKey | None = None
    against: PlayerKey | None = None
    poignee: PoigneeSize | None = None
    petit: bool | None = None
    announced: bool | None = None
    chelem: bool | None = None

    def includes(self, other: Filter) -> bool:
        """Whether this filter selects every part that `other` selects, apart from `scope` and `against`."""
        return all(getattr(self, name) in (None, getattr(other, name)) for name in _FACTS)

    @property
    def facts(self) -> dict[str, object]:
        """The facts that this filter asks for, by their names."""
        return {name: fact for name in _FACTS if (fact := getattr(self, name)) is not None}

    def matcher(self) -> Callable[[PlayerPart], bool]:
        """A function that tells whether a part has these facts; it ignores the scope, which selects evenings."""
        wanted = [*self.facts.items()]
        other = self.against

        def matches(part: PlayerPart) -> bool:
            for name, fact in wanted:
                if getattr(part, name) != fact:
                    return False
            return other is None or other in part.against

        return matches


_FACTS = tuple(field.name for field in fields(Filter) if field.name not in ("scope", "against"))

EVERY = Filter()
"""Selects every part."""
ROLES = TAKEN, PARTNER, DEFENDER, DUEL = tuple(Filter(role=role) for role in Role)
BIDS = tuple(Filter(role=Role.TAKER, bid=bid) for bid in CONTRACTS)
BOUTS = tuple(Filter(role=Role.TAKER, bouts=bouts) for bouts in NEEDED)
SEATS = tuple(Filter(role=Role.TAKER, seats=seats) for seats in range(2, 6))
CHELEM = Filter(role=Role.TAKER, chelem=True)
BONUSES = (
    *[Filter(poignee=size) for size in PoigneeSize],
    Filter(petit=True),
    Filter(petit=False),
    CHELEM,
    Filter(role=Role.TAKER, announced=True),
)

COUNTED = (*ROLES, *BIDS, *BOUTS, *SEATS, *BONUSES)
"""The filters that every tally counts, in the order of its counts."""


# -- payments ---


def received(payments: Payments) -> Iterator[tuple[PlayerId, PlayerId, int]]:
    """The payments of a hand as (payee, payer, amount), in 1/UNIT of a point; a pair of players can occur repeatedly.

    In each line of the score, each payer pays every payee a part, in proportion to the gain of the payee. If players
    lack chips, an amount may be rounded down.
    """
    for row in payments.by_line:
        total = sum([amount for amount in row if amount > 0]) * payments.unit
        for payee, got in zip(payments.players, row, strict=True):
            for payer, paid in zip(payments.players, row, strict=True):
                if got > 0 > paid:
                    yield payee, payer, -paid * got * UNIT // total
