"""The numbers of the format: each value that a pack writes as a number has its place in one of these lists.

New values may only be added at the end of a list, so that a number has the same meaning in every version. A value that
is removed from the app stays in its list.
"""

from __future__ import annotations

from typing import Final

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, TakeOver
from scorepad.evening.events import (
    Dealt,
    Ended,
    KeptApart,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    TakenOver,
    Undone,
)
from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import Bid, Court, Found, MisereKind, PoigneeSize, Side, Suit, ThrownIn

from .bits import Codes

CHANGES: Final = Codes(
    (
        Dealt,
        Undone,
        Noted,
        Seated,
        Renamed,
        RulesChanged,
        TakenOver,
        Ended,
        LengthAgreed,
        RateAgreed,
        PlayedOn,
        LeftOut,
        KeptApart,
    ),
    3,
)
"""The kinds of changes."""
OUTCOMES: Final = Codes((ThrownIn, Adjustment, TakeOver), 0)
"""The kinds of outcomes of a deal without a hand."""
BIDS: Final = Codes(
    (Bid.GARDE, Bid.PETITE, Bid.GARDE_SANS, Bid.GARDE_CONTRE, Bid.POUSSE, Bid.OPEN),
    0,
)
"""The bids, the most frequent first."""
SIDES: Final = Codes((Side.TAKER, Side.DEFENCE), 1)
POIGNEES: Final = Codes((PoigneeSize.SINGLE, PoigneeSize.DOUBLE, PoigneeSize.TRIPLE), 1)
MISERES: Final = Codes((MisereKind.NO_TRUMPS, MisereKind.NO_COURT_CARDS, MisereKind.NEITHER), 1)
SUITS: Final = Codes((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS), 2)
COURTS: Final = Codes((Court.KING, Court.QUEEN, Court.KNIGHT, Court.JACK), 0)
PLACES_OF_CARDS: Final = Codes((Found.DOG, Found.OWN_HAND), 1)
THROWN_IN: Final = Codes(
    (
        ThrownIn.ALL_PASSED,
        ThrownIn.PETIT_SEC,
        ThrownIn.MISDEAL,
        ThrownIn.EXCUSE_ALONE,
        ThrownIn.NO_TRUMPS,
        ThrownIn.TOO_FEW,
    ),
    1,
)
ADJUSTMENTS: Final = Codes(
    (AdjustmentKind.PENALTY, AdjustmentKind.GIFT, AdjustmentKind.CARRIED, AdjustmentKind.OTHER),
    2,
)
TIME_FORMS: Final = Codes((3, 0, 6, None), 1)
"""The number of digits after the point of the seconds, in a time that ends with Z; None for any other form."""
UNITS: Final = Codes((1, 2, 4), 0)
"""The units of amounts, which are in 1/unit of a point."""
HALF_POINTS: Final = Codes((HalfPoints.WINNER, HalfPoints.KEPT, HalfPoints.TAKER), 0)

SCHEMES: Final = Codes(
    (
        *("fft", "pousse", "flat_80", "contre_5", "equal_split", "five_alone", "no_petite"),
        *("poignee_multiplied", "poignees_10_20_40", "rounded_10", "rounded_5", "stepped_base"),
        *("wikipedia", "open_duel", "mouches", "mouches_margin", "chips"),
    ),
    2,
)
"""The ids of the shipped schemes."""

_BIDS = [f"bids.{place}.{name}" for place in range(5) for name in ("bid", "base", "factor")]
_CHELEM = ("announced_made", "announced_missed", "unannounced", "multiplied")
_THRESHOLDS = [
    f"poignee.thresholds.{players}.{size}"
    for players in ("two", "three", "four", "five")
    for size in ("single", "double", "triple")
]
FIGURES: Final = (
    *("name", *_BIDS),
    *("margin.counts", "margin.half_points", "margin.step", "margin.to"),
    *("petit_au_bout.points", "petit_au_bout.multiplied", "petit_au_bout.lost_with_contract"),
    *("poignee.points.single", "poignee.points.double", "poignee.points.triple"),
    *("poignee.to", "poignee.multiplied", *_THRESHOLDS),
    *(f"chelem.{name}" for name in _CHELEM),
    *(f"petit_chelem.{name}" for name in ("all_but", *_CHELEM)),
    *("misere.points", "misere.kinds.0", "misere.kinds.1", "misere.kinds.2"),
    *("mouches.stake", "mouches.dealer", "mouches.end"),
    *("chips.start", "chips.table_stakes"),
    *("rounding.step", "rounding.to"),
    *("table.split", "table.five_players", "table.direction", "table.called_card", "table.petit_imprenable"),
)
"""The parameters of a scheme by their paths, without its id and without sources."""
FIGURES_IN_VERSION_1: Final = 65
SOURCES: Final = (
    "source",
    *(f"bids.{place}.source" for place in range(5)),
    *("margin.source", "petit_au_bout.source", "poignee.source", "poignee.thresholds.source"),
    *("chelem.source", "petit_chelem.source", "misere.source", "mouches.source", "chips.source"),
    *("rounding.source", "table.source"),
)
"""The sources of figures by their paths."""
