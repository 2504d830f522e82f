"""A scheme: every parameter of scoring as one frozen value.

A new scheme is a new TOML file in `schemes/`, with its titles, and a file of the same name in
`tests/tarot/cases/`, never a branch in the code. It says in which scheme it is based and what differs. Every table of
such a file is one of the dataclasses below; each carries the source of its figures. What a parameter may be stands
beside it, for files, the history and the editor alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from scorepad.codec import Length, Range

from .cards import CARDS_IN_DECK
from .hand import TRUMPS_IN_DECK, Bid, MisereKind, PoigneeSize, ThrownIn

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "FFT": "Fédération Française de Tarot, Règlement officiel, R-RO 2012-06",
        "S0": "John McLeod, French Tarot, pagat.com, 14 November 1997",
        "S1": "John McLeod, Französisches Tarot, pagat.com, 1 August 2011",
        "S2": "Wikipedia, French Tarot",
        "S3": "An introduction to French Tarot in a series on old card games, after pagat.com",
        "S4": "A short set of rules of French Tarot, with teams, two players and five",
    }
)
"""The documents that the sources of a scheme's figures name, each followed by its chapter."""
HOUSE_RULES = "house rules"
"""The source of figures that no document gives: a table made them up."""
TABLES: Mapping[str, int] = MappingProxyType({"two": 2, "three": 3, "four": 4, "five": 5})
"""The tables that have thresholds of their own for poignées, and their players."""
MAX_POINTS = 100_000
"""No table plays for more; what a scheme file may ask for is bounded."""
MAX_ITEMS = 16
"""Items of a list in a scheme file."""
MAX_TEXT = 200
"""Characters of a text in a scheme file."""


@dataclass(frozen=True, slots=True)
class NumberSteps:
    """How an editor changes a number: `by` so much, not below `least`; or to one of those that are `usual`."""

    by: int = 1
    least: int = -MAX_POINTS
    usual: tuple[int, ...] = ()


Base = Annotated[int, Range(0, MAX_POINTS), NumberSteps(5)]
Factor = Annotated[int, Range(1, MAX_POINTS), NumberSteps(1)]
Bonus = Annotated[int, Range(0, MAX_POINTS), NumberSteps(5)]
Chelem = Annotated[int, Range(0, MAX_POINTS), NumberSteps(50)]
Loss = Annotated[int, Range(-MAX_POINTS, 0), NumberSteps(50)]
Stake = Annotated[int, Range(1, MAX_POINTS), NumberSteps(5)]
Trumps = Annotated[int, Range(1, TRUMPS_IN_DECK), NumberSteps(1)]
RoundingStep = Annotated[int, Range(1, MAX_POINTS), NumberSteps(usual=(1, 5, 10))]
Text = Annotated[str, Length(MAX_TEXT)]


class HalfPoints(StrEnum):
    """The treatment of the odd half point at three and five players."""

    WINNER = "winner"
    """It goes to the side that wins: the margin is rounded up (FFT, Le calcul des scores)."""
    KEPT = "kept"
    """It is counted as it is: amounts may end in ½."""
    TAKER = "taker"
    """It counts for the taker, whoever wins: the margin is rounded up, 3½ over to 4 and 3½ short to 3."""


class RoundedTo(StrEnum):
    """To which multiple of a step a number is rounded."""

    NEAREST = "nearest"
    """The nearest one, half-way away from zero."""
    EVEN = "even"
    """The nearest one, half-way to the even one: of 10, 25 to 20 and 35 to 40."""
    DOWN = "down"
    """The next one towards zero."""
    UP = "up"
    """The next one above, which is the taker's favour: of 10, 11 over to 20 and 11 short to 10."""

    def of(self, value: int, step: int) -> int:
        """A value rounded to a multiple of a step."""
        if self is RoundedTo.UP:
            return -(-value // step) * step
        count, rest = divmod(abs(value), step)
        if self is RoundedTo.NEAREST:
            count += 2 * rest >= step
        elif self is RoundedTo.EVEN:
            count += 2 * rest > step or (2 * rest == step and count % 2 == 1)
        return count * step if value >= 0 else -count * step


class PoigneeTo(StrEnum):
    """The side that gets the points of a poignée."""

    WINNER = "winner"
    """The side that wins the hand, whoever showed it (FFT, La Poignée)."""
    SHOWER = "shower"
    """The side of the player who showed it."""


class Split(StrEnum):
    """How the taker and the partner share, at five."""

    TWO_TO_ONE = "two_to_one"
    """The taker 2 S, the partner S (FFT, Le jeu à 5 joueurs)."""
    EQUAL = "equal"
    """1½ S each (S1)."""


class FivePlayers(StrEnum):
    """How five play together."""

    CALLED = "called"
    """15 cards each, 3 in the dog; the taker calls a partner (FFT, Le jeu à 5 joueurs)."""
    ALONE = "alone"
    """14 cards each, 8 in the dog; the taker is always alone (S0, S1, S4)."""


class PotEnd(StrEnum):
    """What happens to the mouches at the end of the evening."""

    LEFT = "left"
    """They stay as they are."""
    SHARED = "shared"
    """Everybody at the table gets the same; what cannot be divided stays."""


class Direction(StrEnum):
    """The direction of dealing and playing."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


class SchemeError(ValueError):
    """A malformed or contradictory scheme: `path` names the parameter, or "" the whole text.

    `message` is in English; `values` replace its {names}.
    """

    def __init__(self, path: str, message: str, **values: object) -> None:
        self.path = path
        self.message = message
        self.values = values
        super().__init__(": ".join([*filter(None, [path[:100]]), self.reason]))

    @property
    def reason(self) -> str:
        """The message with its values, in English."""
        return self.message.format(**self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class BidValue:
    """The value of a bid: (base + margin) × factor."""

    bid: Bid
    base: Base
    """Points of the contract itself, won or lost whatever the margin."""
    factor: Factor
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """How the card points above or below what was needed count."""

    counts: bool = True
    """Whether the margin counts at all; for chips it does not (S2)."""
    half_points: HalfPoints = HalfPoints.WINNER
    step: RoundingStep = 1
    """The margin is rounded to a multiple of it (Flat 80: 10); 1 is none."""
    to: RoundedTo = RoundedTo.NEAREST
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitAuBout:
    """The bonus for the petit in the last trick."""

    points: Bonus
    multiplied: bool = True
    """Whether the bid's factor applies."""
    lost_with_contract: bool = False
    """Whether the petit au bout of a taker's side that loses counts against it."""
    source: Text = ""


class _BySize:
    """A number for each size of poignée."""

    __slots__ = ()

    def of(self, size: PoigneeSize) -> int:
        """The number of a size."""
        return int(getattr(self, size))


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneePoints(_BySize):
    """The points of each size of poignée."""

    single: Bonus
    double: Bonus
    triple: Bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeTrumps(_BySize):
    """The trumps to show for each size of poignée."""

    single: Trumps
    double: Trumps
    triple: Trumps


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Trumps to show for a poignée, by the number of players (the excuse counts as one)."""

    two: PoigneeTrumps = PoigneeTrumps(single=15, double=18, triple=21)
    three: PoigneeTrumps
    four: PoigneeTrumps
    five: PoigneeTrumps
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeRule:
    """The values of poignées, and the trumps that they take."""

    points: PoigneePoints
    to: PoigneeTo = PoigneeTo.WINNER
    multiplied: bool = False
    thresholds: Thresholds
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChelemRule:
    """The bonus of a chelem, seen from the side that announced or made it."""

    announced_made: Chelem
    announced_missed: Loss
    """Negative: the side that announced and missed loses it."""
    unannounced: Chelem
    multiplied: bool = False
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitChelemRule:
    """The bonus of a petit chelem: all the tricks but a few."""

    all_but: Annotated[int, Range(1, 12), NumberSteps(usual=(1, 2, 3))]
    """1 (S0, S1) or 3 (S2): the tricks that the other side may win."""
    announced_made: Chelem
    announced_missed: Loss
    unannounced: Chelem
    multiplied: bool = False
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MisereRule:
    """The misère: its declarer receives `points` from every other player of the hand."""

    points: Annotated[int, Range(0, MAX_POINTS), NumberSteps(5, least=1)]
    kinds: Annotated[tuple[MisereKind, ...], Length(MAX_ITEMS)]
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoucheRule:
    """The pools for which a table plays beside the score (S0, S1)."""

    stake: Stake
    """What everybody at the table pays where there is no mouche."""
    dealer: Bonus
    """What the dealer adds to the largest mouche at the start of every deal, the new one included."""
    end: PotEnd = PotEnd.LEFT
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRule:
    """Chips instead of points (S2): everybody starts with some, and a total tells what was won since."""

    start: Annotated[int, Range(1, MAX_POINTS), NumberSteps(10)]
    table_stakes: bool = True
    """Whether nobody loses more than they hold; what mouches cost has no limit."""
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """S is rounded to a multiple of `step` before it is paid; 1 is none."""

    step: RoundingStep = 1
    to: RoundedTo = RoundedTo.NEAREST
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """How the table plays, apart from the amounts."""

    split: Split = Split.TWO_TO_ONE
    five_players: FivePlayers = FivePlayers.CALLED
    direction: Direction = Direction.COUNTER_CLOCKWISE
    called_card: bool = False
    """Whether the called card is written down at five."""
    petit_imprenable: bool = False
    """Whether the petit as the only trump is played, like a second excuse, and not thrown in (S0, S1, S2)."""
    source: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """Everything that decides what a hand pays."""

    id: Text
    """A shipped scheme's name, or a house scheme's own identity."""
    name: Text = ""
    """What the table calls it; empty for a shipped scheme, whose title is translated."""
    source: Text = ""
    bids: Annotated[tuple[BidValue, ...], Length(MAX_ITEMS)]
    margin: Margin = field(default_factory=Margin)
    petit_au_bout: PetitAuBout
    poignee: PoigneeRule
    chelem: ChelemRule
    petit_chelem: PetitChelemRule | None = None
    misere: MisereRule | None = None
    mouches: MoucheRule | None = None
    chips: ChipRule | None = None
    rounding: Rounding = field(default_factory=Rounding)
    table: TableRules = field(default_factory=TableRules)

    def __post_init__(self) -> None:
        for contradiction in _contradictions(self):
            raise contradiction

    @property
    def limits(self) -> bool:
        """Whether nobody loses more than they hold."""
        return self.chips is not None and self.chips.table_stakes

    @property
    def unit(self) -> int:
        """Amounts are integers in 1/`unit` of a point: 2 or 4 where there can be halves or quarters."""
        kept = 2 if self.margin.half_points is HalfPoints.KEPT else 1
        equal = 2 if self.table.split is Split.EQUAL else 1
        return kept * equal

    def bid_value(self, bid: Bid) -> BidValue:
        """What a bid is worth. Raises KeyError if the scheme lacks it."""
        for value in self.bids:
            if value.bid is bid:
                return value
        raise KeyError(bid)

    def allows(self, bid: Bid) -> bool:
        """Whether the scheme has the bid."""
        return bid in [value.bid for value in self.bids]

    @property
    def open(self) -> bool:
        """Whether two players play openly, without bids (S1)."""
        return self.bids[-1].bid is Bid.OPEN

    @property
    def thrown_in(self) -> tuple[ThrownIn, ...]:
        """The reasons for which a hand is thrown in, the most frequent first."""
        if self.open:
            return (ThrownIn.MISDEAL,)
        petit = () if self.table.petit_imprenable else (ThrownIn.PETIT_SEC,)
        rare = (ThrownIn.EXCUSE_ALONE, ThrownIn.NO_TRUMPS, ThrownIn.TOO_FEW)
        return (ThrownIn.ALL_PASSED, *petit, ThrownIn.MISDEAL, *rare)

    def thresholds(self, players: int) -> PoigneeTrumps:
        """Trumps to show at a table of so many (as at four, where no such table plays)."""
        by_players = self.poignee.thresholds
        sizes = {2: by_players.two, 3: by_players.three, 5: by_players.five}
        return sizes.get(players, by_players.four)

    def dog(self, players: int) -> int:
        """Cards in the dog (rulebook: 6, or 3 at five; 8 where five play with 14 cards each; none in an open duel)."""
        if self.open:
            return 0
        if players != 5:
            return 6
        return 3 if self.table.five_players is FivePlayers.CALLED else 8

    def cards(self, players: int) -> int:
        """Cards that each player is dealt at a table of so many."""
        return (CARDS_IN_DECK - self.dog(players)) // players

    def calls_partner(self, players: int) -> bool:
        """Whether the taker calls a partner at a table of so many."""
        return players == 5 and self.table.five_players is FivePlayers.CALLED


def _contradictions(scheme: Scheme) -> Iterator[SchemeError]:
    """Why a scheme of well-typed parameters cannot be played."""
    if not scheme.id:
        yield SchemeError("id", "must not be empty")
    if not scheme.bids:
        yield SchemeError("bids", "a scheme needs at least one bid")
    ranks = [list(Bid).index(value.bid) for value in scheme.bids]
    for i, rank in enumerate(ranks):
        if any(lower >= rank for lower in ranks[:i]):
            yield SchemeError(f"bids.{i + 1}.bid", "bids must be listed once each, lowest first")
    if scheme.open and len(scheme.bids) > 1:
        yield SchemeError("bids", "an open duel has no bids")
    thresholds = scheme.poignee.thresholds
    for name in TABLES:
        trumps: PoigneeTrumps = getattr(thresholds, name)
        if not trumps.single < trumps.double < trumps.triple:
            yield SchemeError(f"poignee.thresholds.{name}", "must rise from single to triple")
    if scheme.misere is not None:
        if not scheme.misere.kinds:
            yield SchemeError("misere.kinds", "a misère needs at least one kind")
        if len(set(scheme.misere.kinds)) < len(scheme.misere.kinds):
            yield SchemeError("misere.kinds", "must be listed once each")


def problems(scheme: Scheme) -> Iterator[SchemeError]:
    """What no table means, though it can be scored: refused in files and in changes, read where it is kept."""
    for number, value in enumerate(scheme.bids, 1):
        if any(is_worth_less(value, lower) for lower in scheme.bids[: number - 1]):
            yield SchemeError(f"bids.{number}", "is worth less than a lower bid")
    points = scheme.poignee.points
    if not points.single <= points.double <= points.triple:
        yield SchemeError("poignee.points", "must not fall from single to triple")
    for name, players in TABLES.items():
        cards = scheme.cards(players)
        if scheme.thresholds(players).triple > cards:
            path = f"poignee.thresholds.{name}.triple"
            yield SchemeError(path, "is more than the {count} cards of a hand", count=cards)
    for path, rule in (("chelem", scheme.chelem), ("petit_chelem", scheme.petit_chelem)):
        if rule is not None and rule.announced_made < rule.unannounced:
            yield SchemeError(f"{path}.announced_made", "is less than without an announcement")
    if scheme.misere is not None and scheme.misere.points == 0:
        yield SchemeError("misere.points", "must be at least {count}", count=1)


def is_worth_less(bid: BidValue, lower: BidValue) -> bool:
    """Whether a bid is worth less than a lower one by every margin but 0, and no more by that."""
    worths = (bid.base * bid.factor, bid.factor), (lower.base * lower.factor, lower.factor)
    return worths[0] != worths[1] and all(one <= other for one, other in zip(*worths, strict=True))
