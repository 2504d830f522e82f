"""One hand of French Tarot: the facts that a table records, and nothing that follows from them.

Whether the contract was made is never a fact: it follows from bouts and card points (`Hand.margin`).
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
"""Names a person at the table; opaque to the game."""
Players = Annotated[tuple[PlayerId, ...], Length(5)]

HALF_POINTS_IN_DECK = 182
"""The deck holds 91 card points (FFT, Le calcul des scores)."""
HALF_POINTS_PER_BOUT = 9
"""A bout is worth 4½ card points (FFT, Le calcul des scores)."""
TRUMPS_IN_DECK = 22
"""21 trumps and the excuse, which counts as one in a poignée (FFT, La Poignée)."""
NEEDED: Mapping[int, int] = MappingProxyType({0: 56, 1: 51, 2: 41, 3: 36})
"""Card points the taker's side needs, by the bouts in its tricks (FFT, Le calcul des scores)."""


class Bid(StrEnum):
    """The contracts, lowest first. The pousse is played at some tables only (S0, S1).

    The last one is none: two players play openly, without bids (S1).
    """

    PETITE = "petite"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"
    OPEN = "open"


CONTRACTS = tuple(bid for bid in Bid if bid is not Bid.OPEN)
"""What a taker can bid."""


class Side(StrEnum):
    """The two sides of a hand: the taker (with the partner, at five) against the defence."""

    TAKER = "taker"
    DEFENCE = "defence"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.DEFENCE if self is Side.TAKER else Side.TAKER


class PoigneeSize(StrEnum):
    """How many trumps were shown; the thresholds depend on the number of players (FFT, La Poignée)."""

    SINGLE = "single"
    DOUBLE = "double"
    TRIPLE = "triple"


class MisereKind(StrEnum):
    """What the declarer of a misère was dealt none of (S0, S2; of both: S1)."""

    NO_TRUMPS = "no_trumps"
    NO_COURT_CARDS = "no_court_cards"
    NEITHER = "neither"


class ThrownIn(StrEnum):
    """A hand that was dealt and not played; it pays nothing."""

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
    """The cards that a taker calls at five: a king, or the next lower one if the taker has all four (FFT, S1, S3)."""

    KING = "king"
    QUEEN = "queen"
    KNIGHT = "knight"
    JACK = "jack"


class Found(StrEnum):
    """The place of a called card that no other player held: the taker is alone (FFT, Le jeu à 5 joueurs)."""

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
    """Which side announced all (or, for a petit chelem, nearly all) the tricks, and which side won them."""

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
HalfPoints = Annotated[int, Range(0, HALF_POINTS_IN_DECK)]
Poignees = Annotated[tuple[Poignee, ...], Length(10)]
Miseres = Annotated[tuple[Misere, ...], Length(10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is known so far of a hand: the facts of `Hand`, each of which may still be missing.

    `alone` tells "nobody is partner" from "not asked yet" at a table of five; beside a partner it means
    nothing.
    """

    players: Players
    taker: PlayerId | None = None
    partner: PlayerId | None = None
    alone: bool = False
    called: CalledCard | None = None
    found: Found | None = None
    bid: Bid | None = None
    bouts: Bouts | None = None
    half_points: HalfPoints | None = None
    petit_au_bout: Side | None = None
    poignees: Poignees = ()
    chelem: Chelem = NO_CHELEM
    petit_chelem: Chelem = NO_CHELEM
    miseres: Miseres = ()

    def to_hand(self) -> Hand:
        """The complete hand. Raises ValueError if the taker, the bid, the bouts or the card points lack."""
        if self.taker is None or self.bid is None or self.bouts is None or self.half_points is None:
            raise ValueError("the draft is not complete")
        return Hand(**{fact: getattr(self, fact) for fact in _FACTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The facts of one played hand.

    `players` are those who played it, in the order of play (2 to 5). `half_points` are the taker's side's
    card points, in half points (0 to 182). `partner` is None where the taker played alone, at five too; `called` is the
    card that was called, and `found` where it was instead, if the table keeps that.

    In an open duel `taker` is the winner. It can be written from either side, and is turned round if it is written from
    the loser's: both sides have 91 points and 3 bouts together, and their needs sum to 92, so that one side exactly
    has what it needs (S1).
    """

    players: Players
    taker: PlayerId
    partner: PlayerId | None = None
    called: CalledCard | None = None
    found: Found | None = None
    bid: Bid
    bouts: Bouts
    half_points: HalfPoints
    petit_au_bout: Side | None = None
    poignees: Poignees = ()
    chelem: Chelem = NO_CHELEM
    petit_chelem: Chelem = NO_CHELEM
    miseres: Miseres = ()

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
        """Whether two players played it without bids (S1)."""
        return self.bid is Bid.OPEN

    @property
    def needed(self) -> int:
        """Card points the taker's side needed, in whole points (FFT, Le calcul des scores)."""
        return NEEDED[self.bouts]

    @property
    def margin(self) -> int:
        """Card points above (or, negative, below) what was needed, in half points."""
        return self.half_points - 2 * self.needed

    @property
    def winner(self) -> Side:
        """The side that won the hand: the taker's when it has what it needed (FFT, Le calcul des scores)."""
        return Side.TAKER if self.margin >= 0 else Side.DEFENCE

    def side_of(self, player: PlayerId) -> Side:
        """The side on which a player of this hand played."""
        return Side.TAKER if player in (self.taker, self.partner) else Side.DEFENCE

    def to_draft(self) -> Draft:
        """The same facts as a draft, to be changed."""
        alone = len(self.players) == 5 and self.partner is None
        return Draft(alone=alone, **{fact: getattr(self, fact) for fact in _FACTS})


_FACTS = tuple(field.name for field in fields(Hand))
