"""A scheme: every parameter of scoring, in one frozen dataclass.

To add a scheme, add a TOML file with its title to `schemes/`, and a file of the same name to `tests/tarot/cases/`; the
code does not change. The TOML file names the scheme on which it is based, and has the values that differ. Each table of
the file is one of the dataclasses below, with the source of its figures. The type of a parameter has its bounds, which
scheme files, the history and the editor use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated

from scorepad.codec import Length, Range
from scorepad.faults import Fault, Invalid

from .cards import CARDS_IN_DECK
from .choices import Direction, FivePlayers, HalfPoints, PoigneeTo, PotEnd, RoundedTo, Split
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
"""The documents by their short names; a `source` of figures is such a short name, followed by the chapter."""
HOUSE_RULES = "house rules"
"""The source of figures that a table chose itself."""
TABLES: Mapping[str, int] = MappingProxyType({"two": 2, "three": 3, "four": 4, "five": 5})
"""The tables with their own thresholds for poignées, and the number of their players."""
MAX_POINTS = 100_000
"""The largest number of points in a scheme; no table plays for more."""
MAX_ITEMS = 16
"""The largest number of items of a list in a scheme file."""
MAX_TEXT = 200
"""The longest text in a scheme file, in characters."""


@dataclass(frozen=True, slots=True)
class NumberSteps:
    """How an editor changes a number: in steps of `by`, not below `least`; or by a choice of the `usual` numbers."""

    by: int = 1
    least: int = -MAX_POINTS
    usual: tuple[int, ...] = ()


Base = Annotated[int, Range(0, MAX_POINTS), NumberSteps(5)]
Factor = Annotated[int, Range(1, MAX_POINTS), NumberSteps(1)]
BonusPoints = Annotated[int, Range(0, MAX_POINTS), NumberSteps(5)]
ChelemPoints = Annotated[int, Range(0, MAX_POINTS), NumberSteps(50)]
Loss = Annotated[int, Range(-MAX_POINTS, 0), NumberSteps(50)]
Stake = Annotated[int, Range(1, MAX_POINTS), NumberSteps(5)]
Trumps = Annotated[int, Range(1, TRUMPS_IN_DECK), NumberSteps(1)]
RoundingStep = Annotated[int, Range(1, MAX_POINTS), NumberSteps(usual=(1, 5, 10))]
SchemeText = Annotated[str, Length(MAX_TEXT)]


class SchemeError(Invalid):
    """Raised for a scheme that cannot be played, or a text that is not a scheme; an empty `path` means the whole text.

    `message` is an English format string for `values`.
    """

    def __init__(self, path: tuple[str | int, ...], message: str, **values: object) -> None:
        super().__init__(Fault.SCHEME, message.format(**values), path)
        self.message = message
        self.values = values


@dataclass(frozen=True, slots=True, kw_only=True)
class BidValue:
    """The value of a bid: (base + margin) × factor."""

    bid: Bid
    base: Base
    """The points of the contract itself, won or lost; they do not depend on the margin."""
    factor: Factor
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """How the margin (the card points above or below the points needed) counts."""

    counts: bool = True
    """Whether the margin counts at all; with chips it does not (S2)."""
    half_points: HalfPoints = HalfPoints.WINNER
    step: RoundingStep = 1
    """The margin is rounded to a multiple of this step (Flat 80: 10); 1 means no rounding."""
    to: RoundedTo = RoundedTo.NEAREST
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitAuBout:
    """The bonus for the petit in the last trick."""

    points: BonusPoints
    multiplied: bool = True
    """Whether the bid's factor applies."""
    lost_with_contract: bool = False
    """Whether the taker's side pays for its own petit au bout, instead of gaining, if it loses the hand."""
    source: SchemeText = ""


class _BySize:
    """A number for each size of poignée."""

    __slots__ = ()

    def of(self, size: PoigneeSize) -> int:
        """The number for a size."""
        return int(getattr(self, size))


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneePoints(_BySize):
    """The points of each size of poignée."""

    single: BonusPoints
    double: BonusPoints
    triple: BonusPoints


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeTrumps(_BySize):
    """The number of trumps that a player must show for each size of poignée."""

    single: Trumps
    double: Trumps
    triple: Trumps


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The numbers of trumps for a poignée, by the number of players; the excuse counts as a trump."""

    two: PoigneeTrumps = PoigneeTrumps(single=15, double=18, triple=21)
    three: PoigneeTrumps
    four: PoigneeTrumps
    five: PoigneeTrumps
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeRule:
    """The values of poignées, and the trumps to show for them."""

    points: PoigneePoints
    to: PoigneeTo = PoigneeTo.WINNER
    multiplied: bool = False
    thresholds: Thresholds
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChelemRule:
    """The points of a chelem, for the side that announced or made it."""

    announced_made: ChelemPoints
    announced_missed: Loss
    """Negative: the side that announced a chelem and missed it loses these points."""
    unannounced: ChelemPoints
    multiplied: bool = False
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitChelemRule:
    """The bonus of a petit chelem: all the tricks but a few."""

    all_but: Annotated[int, Range(1, 12), NumberSteps(usual=(1, 2, 3))]
    """The number of tricks that the other side may win: 1 (S0, S1) or 3 (S2)."""
    announced_made: ChelemPoints
    announced_missed: Loss
    unannounced: ChelemPoints
    multiplied: bool = False
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MisereRule:
    """The misère: its declarer receives `points` from every other player of the hand."""

    points: Annotated[int, Range(0, MAX_POINTS), NumberSteps(5, least=1)]
    kinds: Annotated[tuple[MisereKind, ...], Length(MAX_ITEMS)]
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoucheRule:
    """The mouches: pools that a table plays for in addition to the score (S0, S1)."""

    stake: Stake
    """The amount that each person at the table pays if there is no mouche."""
    dealer: BonusPoints
    """The amount that the dealer adds to the largest mouche at the start of every deal, even to a new mouche."""
    end: PotEnd = PotEnd.LEFT
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRule:
    """Chips instead of points (S2): each person starts with `start` chips.

    The total of a person is the number of chips won since the start (negative: lost).
    """

    start: Annotated[int, Range(1, MAX_POINTS), NumberSteps(10)]
    table_stakes: bool = True
    """Whether nobody can lose more than they hold; payments into mouches have no limit."""
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """How S, the amount that each defender pays, is rounded to a multiple of `step`; 1 means no rounding."""

    step: RoundingStep = 1
    to: RoundedTo = RoundedTo.NEAREST
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """How the table plays, apart from the amounts."""

    split: Split = Split.TWO_TO_ONE
    five_players: FivePlayers = FivePlayers.CALLED
    direction: Direction = Direction.COUNTER_CLOCKWISE
    called_card: bool = False
    """Whether the called card is recorded at five players."""
    petit_imprenable: bool = False
    """Whether a petit as the only trump is played like a second excuse, and the hand not thrown in (S0, S1, S2)."""
    source: SchemeText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """All rules that decide the payments of a hand.

    The `Annotated` type of an optional group of parameters has the usual figures: an editor begins with them.
    """

    id: SchemeText
    """The file name of a shipped scheme, or a unique id of a house scheme."""
    name: SchemeText = ""
    """The name that the table gave; empty for a shipped scheme, whose title is translated."""
    source: SchemeText = ""
    bids: Annotated[tuple[BidValue, ...], Length(MAX_ITEMS)]
    margin: Margin = field(default_factory=Margin)
    petit_au_bout: PetitAuBout
    poignee: PoigneeRule
    chelem: ChelemRule
    petit_chelem: Annotated[
        PetitChelemRule | None,
        PetitChelemRule(all_but=1, announced_made=300, announced_missed=-150, unannounced=0),
    ] = None
    misere: Annotated[
        MisereRule | None,
        MisereRule(points=10, kinds=(MisereKind.NO_TRUMPS, MisereKind.NO_COURT_CARDS)),
    ] = None
    mouches: Annotated[MoucheRule | None, MoucheRule(stake=10, dealer=5)] = None
    chips: Annotated[ChipRule | None, ChipRule(start=50)] = None
    rounding: Rounding = field(default_factory=Rounding)
    table: TableRules = field(default_factory=TableRules)

    def __post_init__(self) -> None:
        for contradiction in _contradictions(self):
            raise contradiction

    @property
    def limits(self) -> bool:
        """Whether nobody can lose more chips than they hold."""
        return self.chips is not None and self.chips.table_stakes

    @property
    def unit(self) -> int:
        """The denominator of amounts, which are in 1/`unit` of a point: 1, or 2 or 4 if halves or quarters occur."""
        kept = 2 if self.margin.half_points is HalfPoints.KEPT else 1
        equal = 2 if self.table.split is Split.EQUAL else 1
        return kept * equal

    def bid_value(self, bid: Bid) -> BidValue:
        """The value of a bid. Raises KeyError if the scheme lacks the bid."""
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
        """The possible reasons for throwing a hand in, the most frequent first."""
        if self.open:
            return (ThrownIn.MISDEAL,)
        petit = () if self.table.petit_imprenable else (ThrownIn.PETIT_SEC,)
        rare = (ThrownIn.EXCUSE_ALONE, ThrownIn.NO_TRUMPS, ThrownIn.TOO_FEW)
        return (ThrownIn.ALL_PASSED, *petit, ThrownIn.MISDEAL, *rare)

    def thresholds(self, players: int) -> PoigneeTrumps:
        """The numbers of trumps for a poignée with this many players.

        A number of players outside 2 to 5 counts as 4.
        """
        by_players = self.poignee.thresholds
        sizes = {2: by_players.two, 3: by_players.three, 5: by_players.five}
        return sizes.get(players, by_players.four)

    def dog(self, players: int) -> int:
        """The number of cards in the dog (rulebook: 6, or 3 at five; 8 if five have 14 cards; 0 in an open duel)."""
        if self.open:
            return 0
        if players != 5:
            return 6
        return 3 if self.table.five_players is FivePlayers.CALLED else 8

    def cards(self, players: int) -> int:
        """The number of cards that each player is dealt, with this many players."""
        return (CARDS_IN_DECK - self.dog(players)) // players

    def calls_partner(self, players: int) -> bool:
        """Whether the taker calls a partner with this many players."""
        return players == 5 and self.table.five_players is FivePlayers.CALLED


def _contradictions(scheme: Scheme) -> Iterator[Invalid]:
    """The reasons why a scheme with well-typed parameters cannot be played."""
    if not scheme.id:
        yield Invalid(Fault.EMPTY, scheme.id, ("id",), limit=1)
    if not scheme.bids:
        yield SchemeError(("bids",), "a scheme needs at least one bid")
    ranks = [list(Bid).index(value.bid) for value in scheme.bids]
    for i, rank in enumerate(ranks):
        if any(lower >= rank for lower in ranks[:i]):
            yield SchemeError(("bids", i, "bid"), "bids must be listed once each, lowest first")
    if scheme.open and len(scheme.bids) > 1:
        yield SchemeError(("bids",), "an open duel has no bids")
    thresholds = scheme.poignee.thresholds
    for name in TABLES:
        trumps: PoigneeTrumps = getattr(thresholds, name)
        if not trumps.single < trumps.double < trumps.triple:
            yield SchemeError(("poignee", "thresholds", name), "must rise from single to triple")
    if scheme.misere is not None:
        if not scheme.misere.kinds:
            yield SchemeError(("misere", "kinds"), "a misère needs at least one kind")
        if len(set(scheme.misere.kinds)) < len(scheme.misere.kinds):
            yield SchemeError(("misere", "kinds"), "must be listed once each")


def problems(scheme: Scheme) -> Iterator[Invalid]:
    """The reasons why a scheme makes no sense, although hands can be scored under it.

    Files and changes with such problems are refused; saved schemes with them are accepted.
    """
    for number, value in enumerate(scheme.bids):
        if any(is_worth_less(value, lower) for lower in scheme.bids[:number]):
            yield SchemeError(("bids", number), "is worth less than a lower bid")
    points = scheme.poignee.points
    if not points.single <= points.double <= points.triple:
        yield SchemeError(("poignee", "points"), "must not fall from single to triple")
    for name, players in TABLES.items():
        cards = scheme.cards(players)
        if scheme.thresholds(players).triple > cards:
            path = ("poignee", "thresholds", name, "triple")
            yield SchemeError(path, "is more than the {count} cards of a hand", count=cards)
    for name, rule in (("chelem", scheme.chelem), ("petit_chelem", scheme.petit_chelem)):
        if rule is not None and rule.announced_made < rule.unannounced:
            yield SchemeError((name, "announced_made"), "is less than without an announcement")
    if scheme.misere is not None and scheme.misere.points == 0:
        yield Invalid(Fault.OUT_OF_RANGE, 0, ("misere", "points"), limit=(1, MAX_POINTS))


def is_worth_less(bid: BidValue, lower: BidValue) -> bool:
    """Whether a bid is worth less than a lower bid at every margin.

    At the margin 0, the two bids may be worth the same.
    """
    worths = (bid.base * bid.factor, bid.factor), (lower.base * lower.factor, lower.factor)
    return worths[0] != worths[1] and all(one <= other for one, other in zip(*worths, strict=True))
