"""A second, independent reading of the French Tarot scoring rules, to check the real engine against.

Plain arithmetic in exact fractions. It shares no code with the engine and must never import it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import ceil
from typing import Any, Final, Literal, TypedDict

Side = Literal["taker", "defence"]
Size = Literal["single", "double", "triple"]
Kind = Literal["no_trumps", "no_court_cards", "neither"]


class Poignee(TypedDict):
    player: str
    size: Size


class Slam(TypedDict):
    announced: Side | None
    made: Side | None


class Misere(TypedDict):
    player: str
    kind: Kind


class Hand(TypedDict):
    players: list[str]
    taker: str
    partner: str | None
    bid: str
    bouts: int
    card_points: Fraction | int | Decimal
    petit_au_bout: Side | None
    poignees: list[Poignee]
    chelem: Slam | None
    petit_chelem: Slam | None
    miseres: list[Misere]


@dataclass(frozen=True)
class SlamValues:
    """What the slam counts for the side concerned; `missed` is negative."""

    announced: int = 0
    unannounced: int = 0
    missed: int = 0


@dataclass(frozen=True)
class Rules:
    """A table's parameters; the defaults are those of the FFT."""

    # bid -> (base, multiplier); a bid that is not there may not be made
    bids: Mapping[str, tuple[int, int]] = field(
        default_factory=lambda: {
            "petite": (25, 1), "garde": (25, 2), "garde_sans": (25, 4), "garde_contre": (25, 6)
        }
    )  # fmt: skip
    margin_counts: bool = True
    half_points_kept: bool = False  # otherwise |margin| is rounded up
    half_points_to_taker: bool = False  # or the margin is, which favours the taker
    margin_step: int = 0  # round the margin to a step; 0: don't
    margin_mode: str = ROUND_HALF_UP  # Decimal's name of the way
    petit_au_bout: int = 10
    petit_au_bout_multiplied: bool = True
    petit_au_bout_lost_with_contract: bool = False
    poignees: tuple[int, int, int] = (20, 30, 40)
    poignee_multiplied: bool = False
    poignee_to_shower: bool = False  # to the side of whoever showed it, not to the winner
    chelem: SlamValues = SlamValues(400, 200, -200)
    chelem_multiplied: bool = False
    petit_chelem: SlamValues = SlamValues()
    petit_chelem_multiplied: bool = False
    petit_chelem_all_but: int = 0  # the tricks that may be missing; 0: not played
    rounding: int = 0  # round S to a step; 0: don't
    rounding_mode: str = ROUND_HALF_UP
    equal_split: bool = False
    misere: int = 0  # from each other player; 0: not played
    misere_kinds: frozenset[Kind] = frozenset({"no_trumps", "no_court_cards"})
    # number of players -> trumps for a single, double, triple poignée
    thresholds: Mapping[int, tuple[int, int, int]] = field(
        default_factory=lambda: {2: (15, 18, 21), 3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
    )
    five_alone: bool = False  # five players: 14 cards each, 8 in the dog, no partner


_FFT: Final = Rules()
SCHEMES: Final[Mapping[str, Rules]] = {
    "fft": _FFT,
    "contre_5": Rules(
        bids={**_FFT.bids, "garde_contre": (25, 5)},
        petit_chelem=SlamValues(300, 0, -150),
        petit_chelem_all_but=1,
    ),
    "pousse": Rules(
        bids={
            "petite": (25, 1), "pousse": (25, 2), "garde": (25, 4),
            "garde_sans": (25, 8), "garde_contre": (25, 12),
        },
    ),
    "no_petite": Rules(bids={bid: value for bid, value in _FFT.bids.items() if bid != "petite"}),
    "flat_80": Rules(
        bids={"garde": (80, 1), "garde_sans": (160, 1), "garde_contre": (320, 1)},
        margin_step=10,
        chelem=SlamValues(1000, 1000, -1000),
        petit_chelem=SlamValues(500, 500, -500),
        petit_chelem_all_but=1,
    ),
    "stepped_base": Rules(
        bids={
            "petite": (10, 1), "pousse": (20, 1), "garde": (40, 1),
            "garde_sans": (80, 1), "garde_contre": (160, 1),
        },
    ),
    "wikipedia": Rules(
        poignees=(20, 40, 60), petit_chelem=SlamValues(300, 150, -150), petit_chelem_all_but=3, misere=10
    ),
    "poignees_10_20_40": Rules(poignees=(10, 20, 40)),
    "poignee_multiplied": Rules(poignees=(10, 20, 40), poignee_multiplied=True),
    "rounded_5": Rules(rounding=5),
    "rounded_10": Rules(rounding=10),
    "equal_split": Rules(equal_split=True),
    "five_alone": Rules(five_alone=True),
    "mouches": _FFT,
    "mouches_margin": Rules(bids={bid: (0, factor) for bid, (_, factor) in _FFT.bids.items()}),
    "chips": Rules(
        bids={"petite": (1, 1), "garde": (2, 1), "garde_sans": (4, 1), "garde_contre": (6, 1)},
        margin_counts=False,
        petit_au_bout=0,
        poignees=(0, 0, 0),
        chelem=SlamValues(),
    ),
}  # fmt: skip
"""The shipped schemes that have bids; where mouches or chips are played, what a hand pays beside them."""

REASONS: Final[Mapping[str, str]] = {
    "too_few_or_many_players": "number of players",
    "player_twice": "player twice",
    "not_playing": "not in this hand",
    "partner_is_taker": "partner is taker",
    "no_partner_here": "partner, but no call",
    "bid_not_in_scheme": "bid",
    "bouts_out_of_range": "bouts",
    "half_point_impossible": "fraction of a point",
    "too_few_for_bouts": "points against bouts",
    "too_many_for_bouts": "points against bouts",
    "too_few_for_discard": "points against dog",
    "too_many_for_dog": "points against dog",
    "taker_lacks_petit": "petit not with the taker",
    "defence_lacks_petit": "petit not with the defence",
    "petit_against_chelem": "petit au bout against chelem",
    "too_many_trumps": "more than 22 trumps shown",
    "poignee_twice": "two poignees of one player",
    "poignee_and_no_trumps": "poignee without trumps",
    "points_against_chelem": "points against chelem",
    "both_chelems_made": "chelem and petit chelem",
    "petit_chelem_under_chelem": "both announced by one side",
    "petit_chelem_not_in_scheme": "scheme without petit chelem",
    "misere_not_in_scheme": "scheme without misere",
    "misere_twice": "misere twice",
}
"""The codes of the checks in the words of `problems`."""
UNSURE: Final[Mapping[str, set[str]]] = {
    "bouts": {"points against bouts"},
    "points against dog": {"points against chelem"},
    "number of players": {
        "fraction of a point",
        "points against dog",
        "points against chelem",
        "more than 22 trumps shown",
        "partner, but no call",
    },
}
"""What only one of two checks may say beside a reason that both give."""

_NEEDED: Final = (56, 51, 41, 36)
_SIZES: Final = ("single", "double", "triple")
_PLAYERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5}
_MODES: Final = {"even": ROUND_HALF_EVEN, "down": ROUND_DOWN, "up": ROUND_CEILING}
_HALF: Final = Fraction(1, 2)


def changed(rules: Rules, change: Mapping[str, Mapping[str, Any]]) -> Rules:
    """The rules of a table that changes some parameters, named as in a scheme file."""
    new: dict[str, Any] = {}
    for table, parameters in change.items():
        for name, value in parameters.items():
            match table, name:
                case "margin", "half_points":
                    new |= {"half_points_kept": value == "kept", "half_points_to_taker": value == "taker"}
                case "margin" | "rounding", "to":
                    new[f"{table}_mode"] = _MODES[value]
                case "rounding", "step":
                    new["rounding"] = value
                case "poignee", "to":
                    new["poignee_to_shower"] = value == "shower"
                case "poignee", "thresholds":
                    sizes = {_PLAYERS[n]: tuple(steps[size] for size in _SIZES) for n, steps in value.items()}
                    new["thresholds"] = {**rules.thresholds, **sizes}
                case "misere", "points":
                    new["misere"] = value
                case "misere", "kinds":
                    new["misere_kinds"] = frozenset(value)
                case _:
                    new[f"{table}_{name}"] = value
    return replace(rules, **new)


def comparable(ours: set[str], theirs: set[str]) -> tuple[set[str], set[str]]:
    """Two sets of reasons without what only one of them may say beside a reason that both give."""
    unsure = set[str]().union(*(UNSURE[reason] for reason in UNSURE.keys() & ours & theirs))
    return ours - unsure, theirs - unsure


def _rounded(x: Fraction, step: int, mode: str) -> Fraction:
    """x rounded to a multiple of step by Decimal's rules; step 0 leaves it as it is."""
    if not step:
        return x
    steps = Decimal(x.numerator) / Decimal(x.denominator * step)
    return Fraction(steps.quantize(Decimal(1), rounding=mode)) * step


def _slam(slam: Slam | None, worth: SlamValues) -> int:
    def for_side(side: Side) -> int:
        if slam is None:
            return 0
        announced, made = slam["announced"] == side, slam["made"] == side
        if announced:
            return worth.announced if made else worth.missed
        return worth.unannounced if made else 0

    return for_side("taker") - for_side("defence")


def score(hand: Hand, rules: Rules) -> tuple[Fraction, list[Fraction]]:
    """S (what each defender pays) and what every player gets, in seat order."""
    base, mult = rules.bids[hand["bid"]]
    attack = {hand["taker"], hand["partner"]} - {None}

    margin = Fraction(hand["card_points"]) - _NEEDED[hand["bouts"]]
    won = 1 if margin >= 0 else -1
    if rules.half_points_to_taker:
        margin = Fraction(ceil(margin))
    elif not rules.half_points_kept:
        margin = won * Fraction(ceil(abs(margin)))
    counts = _rounded(margin, rules.margin_step, rules.margin_mode) if rules.margin_counts else Fraction(0)

    petit = {"taker": 1, "defence": -1, None: 0}[hand["petit_au_bout"]]
    if rules.petit_au_bout_lost_with_contract and won < 0:
        petit = -abs(petit)

    shown = 0
    for p in hand["poignees"]:
        to = (1 if p["player"] in attack else -1) if rules.poignee_to_shower else won
        shown += to * rules.poignees[_SIZES.index(p["size"])]

    s = _rounded(
        (won * base + counts) * mult
        + petit * rules.petit_au_bout * (mult if rules.petit_au_bout_multiplied else 1)
        + shown * (mult if rules.poignee_multiplied else 1)
        + _slam(hand["chelem"], rules.chelem) * (mult if rules.chelem_multiplied else 1)
        + _slam(hand["petit_chelem"], rules.petit_chelem) * (mult if rules.petit_chelem_multiplied else 1),
        rules.rounding,
        rules.rounding_mode,
    )

    defenders = len(hand["players"]) - len(attack)
    if hand["partner"] is None:
        partner_share = Fraction(0)
    else:
        partner_share = Fraction(3, 2) if rules.equal_split else Fraction(1)
    share = {hand["partner"]: partner_share, hand["taker"]: defenders - partner_share}

    def receives(player: str) -> Fraction:
        declared = sum(m["player"] == player for m in hand["miseres"])
        # n−1 times the value for each of one's own, minus the value for each of the others'
        by_misere = rules.misere * (len(hand["players"]) * declared - len(hand["miseres"]))
        return s * share.get(player, Fraction(-1)) + by_misere

    return s, [receives(player) for player in hand["players"]]


def problems(hand: Hand, rules: Rules) -> set[str]:
    """Why this hand cannot have been played by these rules: short codes, none if it can."""
    players, taker, partner, bid = hand["players"], hand["taker"], hand["partner"], hand["bid"]
    n, b, p = len(players), hand["bouts"], Fraction(hand["card_points"])
    dog = 6 if n != 5 else 8 if rules.five_alone else 3
    chelem = hand["chelem"] or Slam(announced=None, made=None)
    small = hand["petit_chelem"] or Slam(announced=None, made=None)
    slam, au_bout, contre = chelem["made"], hand["petit_au_bout"], bid == "garde_contre"

    # who
    showers = [x["player"] for x in hand["poignees"]]
    declared = [(x["player"], x["kind"]) for x in hand["miseres"]]
    named = {taker, partner, *showers, *(player for player, _ in declared)} - {None}
    cannot = {
        "number of players": not 2 <= n <= 5,
        "player twice": len(set(players)) < n,
        "not in this hand": not named <= set(players),
        "partner is taker": partner == taker,
        "partner, but no call": partner is not None and (n != 5 or dog == 8),
        "bid": bid not in rules.bids,
        "scheme without petit chelem": (
            not rules.petit_chelem_all_but and small != Slam(announced=None, made=None)
        ),
        "scheme without misere": any(
            not rules.misere or kind not in rules.misere_kinds for _, kind in declared
        ),
    }

    # bouts and points; a side without a trick may count its excuse 4 instead of 4½
    low, high = b * Fraction(9, 2), 91 - (3 - b) * Fraction(9, 2)
    low -= _HALF if slam == "defence" and b > 0 else 0
    high += _HALF if slam == "taker" and b < 3 else 0
    cannot |= {
        "bouts": b not in range(4),
        "points against bouts": not low <= p <= high,
        "points against dog": p > 91 - _HALF * dog if contre else p < _HALF * dog,
        "fraction of a point": (p if n in (2, 4) else 2 * p).denominator != 1,
    }

    # announcements
    steps = rules.thresholds.get(n, (0, 0, 0))
    cannot |= {
        "two poignees of one player": len(set(showers)) < len(showers),
        "more than 22 trumps shown": sum(steps[_SIZES.index(x["size"])] for x in hand["poignees"]) > 22,
        "poignee without trumps": any(
            (player, kind) in declared for player in showers for kind in ("no_trumps", "neither")
        ),
        "misere twice": len(set(declared)) < len(declared),
    }

    # petit au bout
    cannot |= {
        "petit not with the taker": au_bout == "taker" and b == 0,
        "petit not with the defence": au_bout == "defence" and b == 3,
        "petit au bout against chelem": None not in (slam, au_bout) and slam != au_bout,
    }

    # chelem
    if slam == "taker" and contre:
        fits = 91 - Fraction(9, 2) * dog - 4 <= p <= 91 - _HALF * dog
    elif slam == "taker":
        fits = (b == 3 and p == 91) or (b == 2 and p == 87)
    elif slam == "defence" and contre:
        fits = (b == 0 and p == 0) or (b == 1 and p == 4)
    elif slam == "defence" and bid == "garde_sans":
        fits = p <= Fraction(9, 2) * dog + 4
    elif slam == "defence":
        courts = [Fraction(x, 2) for x in (7, 5, 3) for _ in range(4)]
        fits = b <= 1 and p <= sum(courts[:dog]) + 4
    else:
        fits = True
    cannot |= {
        "points against chelem": not fits,
        "chelem and petit chelem": slam is not None and small["made"] is not None,
        "both announced by one side": slam is not None and slam == chelem["announced"] == small["announced"],
    }
    return {code for code, so in cannot.items() if so}
