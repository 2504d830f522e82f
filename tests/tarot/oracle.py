"""A second, independent reading of the French Tarot scoring rules, to check the real engine against.

Plain arithmetic in exact fractions, on hands and schemes as plain data. It shares no code with the engine and must
never import it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import ceil
from typing import Any, Final

Data = Mapping[str, Any]
"""A table of plain values: a hand, a scheme, or a part of it."""

_NEEDED: Final = (56, 51, 41, 36)
_MODES: Final = {
    "nearest": ROUND_HALF_UP,
    "even": ROUND_HALF_EVEN,
    "down": ROUND_DOWN,
    "up": ROUND_CEILING,
}
_HALF: Final = Fraction(1, 2)
_BOUT: Final = Fraction(9, 2)


def _rounded(x: Fraction, rule: Data) -> Fraction:
    """x rounded to the step of a rule by Decimal's rules; a step of 1 leaves it as it is."""
    step: int = rule["step"]
    if step == 1:
        return x
    steps = Decimal(x.numerator) / Decimal(x.denominator * step)
    return Fraction(steps.quantize(Decimal(1), rounding=_MODES[rule["to"]])) * step


def _slam(slam: Data, worth: Data) -> int:
    def for_side(side: str) -> int:
        announced, made = slam["announced"] == side, slam["made"] == side
        if announced:
            return int(worth["announced_made"] if made else worth["announced_missed"])
        return int(worth["unannounced"]) if made else 0

    return for_side("taker") - for_side("defence")


def score(hand: Data, scheme: Data) -> tuple[Fraction, list[Fraction]]:
    """S (what each defender pays) and what every player gets, in seat order."""
    bid = next(each for each in scheme["bids"] if each["bid"] == hand["bid"])
    attack = {hand["taker"], hand["partner"]} - {None}

    margin = Fraction(hand["half_points"], 2) - _NEEDED[hand["bouts"]]
    won = 1 if margin >= 0 else -1
    if scheme["margin"]["half_points"] == "taker":
        margin = Fraction(ceil(margin))
    elif scheme["margin"]["half_points"] == "winner":
        margin = won * Fraction(ceil(abs(margin)))
    counts = _rounded(margin, scheme["margin"]) if scheme["margin"]["counts"] else Fraction(0)

    petit = {"taker": 1, "defence": -1, None: 0}[hand["petit_au_bout"]]
    if scheme["petit_au_bout"]["lost_with_contract"] and won < 0:
        petit = -abs(petit)

    shown = 0
    for poignee in hand["poignees"]:
        to = won
        if scheme["poignee"]["to"] == "shower":
            to = 1 if poignee["player"] in attack else -1
        shown += to * scheme["poignee"]["points"][poignee["size"]]

    bonuses = [
        (scheme["petit_au_bout"], petit * scheme["petit_au_bout"]["points"]),
        (scheme["poignee"], shown),
        (scheme["chelem"], _slam(hand["chelem"], scheme["chelem"])),
    ]
    if small := scheme.get("petit_chelem"):
        bonuses.append((small, _slam(hand["petit_chelem"], small)))
    s = (won * bid["base"] + counts) * bid["factor"]
    s += sum(points * (bid["factor"] if rule["multiplied"] else 1) for rule, points in bonuses)
    s = _rounded(s, scheme["rounding"])
    return s, list(_payments(s, hand, scheme, len(attack)))


def _payments(s: Fraction, hand: Data, scheme: Data, attack: int) -> Iterable[Fraction]:
    players, miseres = hand["players"], hand["miseres"]
    partner = {"two_to_one": Fraction(1), "equal": Fraction(3, 2)}[scheme["table"]["split"]] * (attack - 1)
    share = {hand["partner"]: partner, hand["taker"]: len(players) - attack - partner}
    worth = scheme["misere"]["points"] if "misere" in scheme else 0
    for player in players:
        declared = sum(misere["player"] == player for misere in miseres)
        # n−1 times the value for each of one's own, minus the value for each of the others'
        yield s * share.get(player, Fraction(-1)) + worth * (len(players) * declared - len(miseres))


def problems(hand: Data, scheme: Data) -> set[str]:
    """Why this hand cannot have been played by these rules: the codes of the case files, none if it can."""
    n = len(hand["players"])
    alone = scheme["table"]["five_players"] == "alone"
    opened = any(each["bid"] == "open" for each in scheme["bids"])
    dog = 0 if opened else 6 if n != 5 else 8 if alone else 3
    cannot = _who(hand, scheme, n, calls=n == 5 and not alone) | _announced(hand, scheme, n)
    cannot |= _points(hand, n, dog) | _chelem(hand, dog)
    cannot["open_is_for_two"] = opened and 2 < n < 6
    return {code for code, so in cannot.items() if so}


def _who(hand: Data, scheme: Data, n: int, *, calls: bool) -> dict[str, bool]:
    players, taker, partner = hand["players"], hand["taker"], hand["partner"]
    bonuses = [each["player"] for each in (*hand["poignees"], *hand["miseres"])]
    return {
        "too_few_or_many_players": not 2 <= n <= 5,
        "player_twice": len(set(players)) < n,
        "not_playing": not {taker, partner, *bonuses} - {None} <= set(players),
        "partner_is_taker": partner == taker,
        "no_partner_here": partner is not None and not calls,
        "no_call_here": not calls and (hand["called"] or hand["found"]) is not None,
        "found_and_partner": None not in (hand["found"], partner),
        "bid_not_in_scheme": hand["bid"] not in [each["bid"] for each in scheme["bids"]],
    }


def _points(hand: Data, n: int, dog: int) -> dict[str, bool]:
    """Bouts and points; a side without a trick may count its excuse 4 instead of 4½."""
    b, p, slam, opened = (
        hand["bouts"],
        Fraction(hand["half_points"], 2),
        hand["chelem"]["made"],
        hand["bid"] == "open",
    )
    if not 0 <= p <= 91:
        return {"points_out_of_range": True, "bouts_out_of_range": b not in range(4)}
    low, high = b * _BOUT, 91 - (3 - b) * _BOUT
    low -= _HALF if (slam == "defence" and b > 0) or (opened and b == 1) else 0
    high += _HALF if (slam == "taker" and b < 3) or (opened and b == 2) else 0
    contre = hand["bid"] == "garde_contre"
    return {
        "bouts_out_of_range": b not in range(4),
        "too_few_for_bouts": b in range(4) and p < low,
        "too_many_for_bouts": b in range(4) and p > high,
        "too_few_for_discard": not contre and p < _HALF * dog,
        "too_many_for_dog": contre and p > 91 - _HALF * dog,
        "half_point_impossible": n % 2 == 0 and p.denominator != 1,
    }


def _announced(hand: Data, scheme: Data, n: int) -> dict[str, bool]:
    shown, miseres = hand["poignees"], [(each["player"], each["kind"]) for each in hand["miseres"]]
    showers = [each["player"] for each in shown]
    trumps = scheme["poignee"]["thresholds"][{2: "two", 3: "three", 5: "five"}.get(n, "four")]
    slam, small = hand["chelem"], hand["petit_chelem"]
    kinds = scheme["misere"]["kinds"] if "misere" in scheme else []
    return {
        "poignee_twice": len(set(showers)) < len(showers),
        "too_many_trumps": sum(trumps[each["size"]] for each in shown) > 22,
        "poignee_and_no_trumps": any(
            (player, kind) in miseres for player in showers for kind in ("no_trumps", "neither")
        ),
        "misere_twice": len(set(miseres)) < len(miseres),
        "misere_not_in_scheme": any(kind not in kinds for _, kind in miseres),
        "petit_chelem_not_in_scheme": "petit_chelem" not in scheme and any(small.values()),
        "both_chelems_made": None not in (slam["made"], small["made"]),
        "petit_chelem_under_chelem": (
            slam["made"] is not None and slam["made"] == slam["announced"] == small["announced"]
        ),
        "not_in_open_duel": hand["bid"] == "open" and (bool(shown) or any(slam.values())),
    }


def _chelem(hand: Data, dog: int) -> dict[str, bool]:
    """What a side that won every trick leaves, and who can have won the last one with the petit."""
    b, p, bid = hand["bouts"], Fraction(hand["half_points"], 2), hand["bid"]
    slam, petit, contre = hand["chelem"]["made"], hand["petit_au_bout"], bid == "garde_contre"
    if slam == "taker" and contre:
        fits = p >= 91 - _BOUT * dog - 4
    elif slam == "taker":
        fits = (b == 3 and p == 91) or (b == 2 and p == 87)
    elif slam == "defence" and contre:
        fits = (b == 0 and p == 0) or (b == 1 and p == 4)
    elif slam == "defence" and bid == "garde_sans":
        fits = p <= _BOUT * dog + 4
    elif slam == "defence":
        courts = [Fraction(x, 2) for x in (7, 5, 3) for _ in range(4)]
        fits = b <= 1 and p <= sum(courts[:dog]) + 4
    else:
        fits = True
    bouts, points = (3 - b, 91 - p) if petit == "defence" else (b, p)
    without = bid == "open" and points == (4 if bouts == 1 else 0)
    return {
        "points_against_chelem": not fits,
        "taker_lacks_petit": petit == "taker" and b == 0,
        "defence_lacks_petit": petit == "defence" and b == 3,
        "petit_against_chelem": petit is not None and (slam not in (None, petit) or without),
    }
