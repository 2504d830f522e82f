"""One hand of French Tarot: the facts that a table records, and nothing that follows from them.

Whether the contract was made is not recorded: it follows from bouts and card points (`Hand.margin`).
Sources are named by the letters of `scheme.SOURCES`: "FFT" is the official rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from scorepad.codec import Length, Range

Id = Annotated[str, Length(64, least=1)]
PlayerId = Id
"""The id of a person at the table; it has no meaning in the game."""
Players = Annotated[tuple[PlayerId, ...], Length(5)]

HALF_POINTS_IN_DECK = 182
"""The deck holds 91 card points (FFT, Le calcul des scores)."""
HALF_POINTS_PER_BOUT = 9
"""A bout is worth 4½ card points (FFT, Le calcul des scores)."""
TRUMPS_IN_DECK = 22
"""21 trumps and the excuse, which counts as one in a poignée (FFT, La Poignée)."""
NEEDED: Mapping[int, int] = MappingProxyType({0: 56, 1: 51, 2: 41, 3: 36})
"""The card points that the taker's side needs, by the number of bouts in its tricks (FFT, Le calcul des scores)."""


class Bid(StrEnum):
    """The contracts, lowest first. The pousse is played at some tables only (S0, S1).

    The last value is not a bid: two players play openly, without bids (S1).
    """

    PETITE = "petite"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"
    OPEN = "open"


CONTRACTS = tuple(bid for bid in Bid if bid is not Bid.OPEN)
"""The bids that a taker can make."""


class Side(StrEnum):
    """The two sides of a hand: the taker (with the partner, at five) against the defence."""

    TAKER = "taker"
    DEFENCE = "defence"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.DEFENCE if self is Side.TAKER else Side.TAKER


class PoigneeSize(StrEnum):
    """The size of a poignée; the number of trumps depends on the number of players (FFT, La Poignée)."""

    SINGLE = "single"
    DOUBLE = "double"
    TRIPLE = "triple"


class MisereKind(StrEnum):
    """The kind of cards that the declarer of a misère does not hold (S0, S2)."""

    NO_TRUMPS = "no_trumps"
    NO_COURT_CARDS = "no_court_cards"
    NEITHER = "neither"
    """A hand with neither trumps nor court cards (S1)."""


class ThrownIn(StrEnum):
    """The reason why a hand was dealt but not played; such a hand pays nothing."""

    ALL_PASSED = "all_passed"
    PETIT_SEC = "petit_sec"
    MISDEAL = "misdeal"
    EXCUSE_ALONE = "excuse_alone"
    """The excuse as the only trump (S0, S1)."""
    NO_TRUMPS = "no_trumps"
    """A hand without trumps (S2)."""
    TOO_FEW = "too_few"
    """Too few trumps and court cards together (S2)."""


class Suit(StrEnum):
    """The four suits."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


class Court(StrEnum):
    """The rank of the called card at five: king, or the next lower rank if the taker holds all four (FFT, S1, S3)."""

    KING = "king"
    QUEEN = "queen"
    KNIGHT = "knight"
    JACK = "jack"


class Found(StrEnum):
    """Where the called card was, if no other player held it: the taker is alone (FFT, Le jeu à 5 joueurs)."""

    DOG = "dog"
    OWN_HAND = "own_hand"


@dataclass(frozen=True, slots=True)
class CalledCard:
    """The card that the taker called."""

    suit: Suit
    court: Court = Court.KING


@dataclass(frozen=True, slots=True)
class Poignee:
    """A poignée, and the player who showed it."""

    player: PlayerId
    size: PoigneeSize


@dataclass(frozen=True, slots=True)
class Chelem:
    """The side that announced all (for a petit chelem, nearly all) tricks, and the side that won them."""

    announced: Side | None = None
    made: Side | None = None

    def __bool__(self) -> bool:
        return self.announced is not None or self.made is not None


@dataclass(frozen=True, slots=True)
class Misere:
    """A misère, and the player who declared it."""

    player: PlayerId
    kind: MisereKind


NO_CHELEM = Chelem()

Bouts = Annotated[int, Range(0, 3)]
CardHalfPoints = Annotated[int, Range(0, HALF_POINTS_IN_DECK)]
Poignees = Annotated[tuple[Poignee, ...], Length(10)]
Miseres = Annotated[tuple[Misere, ...], Length(10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a hand, any of which may be missing.

    To add a fact to hands, add one field here. A bonus that players declare is a tuple field, listed in `DECLARED`.
    """

    players: Players
    taker: PlayerId | None = None
    partner: PlayerId | None = None
    called: CalledCard | None = None
    found: Found | None = None
    bid: Bid | None = None
    bouts: Bouts | None = None
    half_points: CardHalfPoints | None = None
    petit_au_bout: Side | None = None
    poignees: Poignees = ()
    chelem: Chelem = NO_CHELEM
    petit_chelem: Chelem = NO_CHELEM
    miseres: Miseres = ()

    @property
    def declarers(self) -> tuple[PlayerId, ...]:
        """The players who declared a bonus; a player may come several times."""
        return tuple([each.player for name in DECLARED for each in getattr(self, name)])


DECLARED = ("poignees", "miseres")
"""The facts that are tuples of bonuses, each with the `player` who declared it."""
_FACTS = tuple(field.name for field in fields(Facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(Facts):
    """A hand that is not complete yet.

    With five players, `alone` distinguishes "nobody is the partner" from "not known yet"; with a partner it has no
    meaning.
    """

    alone: bool = False

    def to_hand(self) -> Hand:
        """The complete hand. Raises ValueError if the taker, the bid, the bouts or the card points are missing."""
        if self.taker is None or self.bid is None or self.bouts is None or self.half_points is None:
            raise ValueError("the draft is not complete")
        return Hand(**{fact: getattr(self, fact) for fact in _FACTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Facts):
    """The facts of one played hand; the fields below are never missing.

    `players` are the 2 to 5 people who played, in the order of play. `half_points` are the card points of the taker's
    side, in half points (0 to 182). `partner` is None if the taker played alone, also with five players. `called` is
    the called card, if the table records it; `found` tells where this card was if no other player held it.

    In an open duel `taker` is the winner. If a duel is entered with the loser as the taker, the constructor swaps the
    sides. Both sides together have 91 points and 3 bouts, and together they need 92 points, so exactly one side has the
    points that it needs (S1).
    """

    taker: PlayerId
    bid: Bid
    bouts: Bouts
    half_points: CardHalfPoints

    def __post_init__(self) -> None:
        if self.open and self.margin < 0 and len(self.players) == 2:
            one, other = self.players
            object.__setattr__(self, "taker", other if self.taker == one else one)
            object.__setattr__(self, "bouts", 3 - self.bouts)
            object.__setattr__(self, "half_points", HALF_POINTS_IN_DECK - self.half_points)
            if self.petit_au_bout is not None:
                object.__setattr__(self, "petit_au_bout", self.petit_au_bout.other)

    @property
    def open(self) -> bool:
        """Whether it is an open duel: two players without bids (S1)."""
        return self.bid is Bid.OPEN

    @property
    def needed(self) -> int:
        """The card points that the taker's side needed, in whole points (FFT, Le calcul des scores)."""
        return NEEDED[self.bouts]

    @property
    def margin(self) -> int:
        """The card points above (negative: below) the points needed, in half points."""
        return self.half_points - 2 * self.needed

    @property
    def winner(self) -> Side:
        """The side that won the hand: the taker's side if it has the points needed (FFT, Le calcul des scores)."""
        return Side.TAKER if self.margin >= 0 else Side.DEFENCE

    def side_of(self, player: PlayerId) -> Side:
        """The side of a player of this hand."""
        return Side.TAKER if player in (self.taker, self.partner) else Side.DEFENCE

    def to_draft(self) -> Draft:
        """The same facts as a draft, which can be changed."""
        alone = len(self.players) == 5 and self.partner is None
        return Draft(alone=alone, **{fact: getattr(self, fact) for fact in _FACTS})
