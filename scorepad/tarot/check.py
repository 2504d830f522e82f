"""Checks a hand before it is saved: reports every impossible fact, with its field.

The bounds of the card points follow from the cards:
 - The deck has 91 points: a bout is worth 4½, each other card at least ½. The dog, or the discard, belongs to a side.
 - An open duel has no dog, and its tricks have two cards, so both sides have whole points. A side with b bouts has at
   least 4½·b points, rounded up, and at most 91 − 4½·(3 − b), rounded down.
 - A side that wins no trick may keep the excuse without giving a card for it. This side then has 4 points and 1 bout;
   the other side has 87 points and 2 bouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .hand import (
    HALF_POINTS_IN_DECK,
    HALF_POINTS_PER_BOUT,
    TRUMPS_IN_DECK,
    Bid,
    Draft,
    Facts,
    MisereKind,
    Side,
)
from .scheme import Scheme

EXCUSE_KEPT = 8
"""The worth of the excuse for a side without a trick, in half points: 4 points, not 4½.

The side keeps the excuse, but has no card to give in exchange.
"""
BEST_DISCARD = (7,) * 4 + (5,) * 4 + (3,) * 4
"""The worth of the best cards of a discard, in half points; a discard has neither kings nor bouts (S0, The Bids)."""


class Field(StrEnum):
    """The fields of a hand that a problem can name."""

    PLAYERS = "players"
    TAKER = "taker"
    BID = "bid"
    PARTNER = "partner"
    BOUTS = "bouts"
    CARD_POINTS = "card_points"
    PETIT_AU_BOUT = "petit_au_bout"
    POIGNEES = "poignees"
    CHELEM = "chelem"
    PETIT_CHELEM = "petit_chelem"
    MISERES = "miseres"


class Code(StrEnum):
    """The reason why a hand is impossible or, for a warning, almost impossible."""

    MISSING = "missing"
    """The field has to be filled in."""
    TOO_FEW_OR_MANY_PLAYERS = "too_few_or_many_players"
    PLAYER_TWICE = "player_twice"
    OPEN_IS_FOR_TWO = "open_is_for_two"
    """Only two players play without bids."""
    NOT_PLAYING = "not_playing"
    """The player sits this hand out, or is not at the table."""
    PARTNER_IS_TAKER = "partner_is_taker"
    NO_PARTNER_HERE = "no_partner_here"
    """A partner is given, but the taker calls no partner with this many players or under this scheme."""
    NO_CALL_HERE = "no_call_here"
    """A called card is given, but the taker calls no partner with this many players or under this scheme."""
    FOUND_AND_PARTNER = "found_and_partner"
    """The partner holds the called card, so it cannot be in another place."""
    BID_NOT_IN_SCHEME = "bid_not_in_scheme"
    BOUTS_OUT_OF_RANGE = "bouts_out_of_range"
    POINTS_OUT_OF_RANGE = "points_out_of_range"
    HALF_POINT_IMPOSSIBLE = "half_point_impossible"
    """With an even number of cards in every trick, both sides have whole points."""
    TOO_FEW_FOR_BOUTS = "too_few_for_bouts"
    TOO_MANY_FOR_BOUTS = "too_many_for_bouts"
    TOO_FEW_FOR_DISCARD = "too_few_for_discard"
    TOO_MANY_FOR_DOG = "too_many_for_dog"
    """Too many card points for the taker's side: under garde contre, the defence has the dog."""
    TAKER_LACKS_PETIT = "taker_lacks_petit"
    DEFENCE_LACKS_PETIT = "defence_lacks_petit"
    PETIT_AGAINST_CHELEM = "petit_against_chelem"
    """A side without a trick has no last trick."""
    TOO_MANY_TRUMPS = "too_many_trumps"
    """All poignées together show more trumps than the deck has."""
    POIGNEE_TWICE = "poignee_twice"
    POIGNEE_AND_NO_TRUMPS = "poignee_and_no_trumps"
    POINTS_AGAINST_CHELEM = "points_against_chelem"
    BOTH_CHELEMS_MADE = "both_chelems_made"
    PETIT_CHELEM_UNDER_CHELEM = "petit_chelem_under_chelem"
    """A side that announced and made a chelem cannot also have announced a petit chelem."""
    PETIT_CHELEM_NOT_IN_SCHEME = "petit_chelem_not_in_scheme"
    NOT_IN_OPEN_DUEL = "not_in_open_duel"
    """An open duel has no poignée and no chelem."""
    MISERE_NOT_IN_SCHEME = "misere_not_in_scheme"
    MISERE_TWICE = "misere_twice"
    CHELEM_FORGOTTEN = "chelem_forgotten"
    """Warning: one side has so few points that it can hardly have won a trick."""


UNKNOWN_BONUSES = frozenset(
    {
        Code.PETIT_CHELEM_NOT_IN_SCHEME,
        Code.MISERE_NOT_IN_SCHEME,
        Code.NO_CALL_HERE,
    }
)
"""The problems of a bonus or a call that the present scheme lacks.

A hand of another scheme may have them. `evaluate` can ignore them; the present scheme then pays nothing for the bonus.
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a hand is impossible; with `warning`, the hand is only unlikely, and can be recorded.

    `values` are the numbers and names for the message; card points among them are in half points.
    """

    field: Field
    code: Code
    values: tuple[tuple[str, int | str], ...] = ()
    warning: bool = False


def _problem(field: Field, code: Code, *, warning: bool = False, **values: int | str) -> Problem:
    return Problem(field, code, tuple(values.items()), warning)


def check(hand: Facts, scheme: Scheme) -> tuple[Problem, ...]:
    """All problems of a hand, including warnings, in the order of its fields; the hand may be incomplete."""
    return tuple([problem for rule in _RULES for problem in rule(hand, scheme)])


def impossible(hand: Facts, scheme: Scheme) -> tuple[Problem, ...]:
    """The problems that forbid recording a hand: all except the warnings."""
    return tuple(problem for problem in check(hand, scheme) if not problem.warning)


def bounds(draft: Facts, scheme: Scheme) -> tuple[int, int]:
    """The least and the most half points of the taker's side, given the bid, the bouts and the dog.

    Outside these bounds `check` finds a problem with the card points; within them, a chelem may still forbid some
    points.
    """
    limits = [*_limits(draft, scheme)]
    return (
        max(limit for limit, code in limits if code in _LOW),
        min(limit for limit, code in limits if code not in _LOW),
    )


def half_points_occur(players: int) -> bool:
    """Whether a side can have a half point: only with an odd number of cards in a trick, at three and five players."""
    return players % 2 == 1


# -- one or two functions for each field ---


def _players(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    count = len(draft.players)
    if not 2 <= count <= 5:
        yield _problem(Field.PLAYERS, Code.TOO_FEW_OR_MANY_PLAYERS, players=count)
    elif count > 2 and scheme.open:
        yield _problem(Field.PLAYERS, Code.OPEN_IS_FOR_TWO)
    if len(set(draft.players)) == count:
        return
    for player in sorted({p for p in draft.players if draft.players.count(p) > 1}):
        yield _problem(Field.PLAYERS, Code.PLAYER_TWICE, player=player)


def _taker(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if draft.taker is None:
        yield _problem(Field.TAKER, Code.MISSING)
    elif draft.taker not in draft.players:
        yield _problem(Field.TAKER, Code.NOT_PLAYING, player=draft.taker)


def _bid(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if draft.bid is None:
        yield _problem(Field.BID, Code.MISSING)
    elif not scheme.allows(draft.bid):
        yield _problem(Field.BID, Code.BID_NOT_IN_SCHEME, bid=draft.bid)


def _partner(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    calls = scheme.calls_partner(len(draft.players))
    if (draft.called or draft.found) and not calls:
        yield _problem(Field.PARTNER, Code.NO_CALL_HERE)
    if draft.found and draft.partner is not None:
        yield _problem(Field.PARTNER, Code.FOUND_AND_PARTNER)
    if draft.partner is None:
        if calls and isinstance(draft, Draft) and not draft.alone:
            yield _problem(Field.PARTNER, Code.MISSING)
        return
    if draft.partner == draft.taker:
        yield _problem(Field.PARTNER, Code.PARTNER_IS_TAKER, player=draft.partner)
    if draft.partner not in draft.players:
        yield _problem(Field.PARTNER, Code.NOT_PLAYING, player=draft.partner)
    if not calls:
        yield _problem(Field.PARTNER, Code.NO_PARTNER_HERE)


def _bouts(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if draft.bouts is None:
        yield _problem(Field.BOUTS, Code.MISSING)
    elif not 0 <= draft.bouts <= 3:
        yield _problem(Field.BOUTS, Code.BOUTS_OUT_OF_RANGE, bouts=draft.bouts)


def _card_points(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    points = draft.half_points
    if points is None:
        yield _problem(Field.CARD_POINTS, Code.MISSING)
        return
    if not 0 <= points <= HALF_POINTS_IN_DECK:
        yield _problem(Field.CARD_POINTS, Code.POINTS_OUT_OF_RANGE, half_points=points)
        return
    if points % 2 and not half_points_occur(len(draft.players)):
        yield _problem(Field.CARD_POINTS, Code.HALF_POINT_IMPOSSIBLE, half_points=points)
    odd = 0 if half_points_occur(len(draft.players)) else 1
    for limit, code in _limits(draft, scheme):
        low = code in _LOW
        if points >= limit if low else points <= limit:
            continue
        bound = {"least": limit + limit % 2 * odd} if low else {"most": limit - limit % 2 * odd}
        values: dict[str, Any] = {"half_points": points} | bound
        if draft.bouts is not None and code in (Code.TOO_FEW_FOR_BOUTS, Code.TOO_MANY_FOR_BOUTS):
            values["bouts"] = draft.bouts
        yield _problem(Field.CARD_POINTS, code, **values)


def _chelem_forgotten(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    """Warns if a side probably won no trick: it has less than ½ point for each card of its dog and of one trick."""
    points = draft.half_points
    if points is None or draft.bid in (None, Bid.OPEN) or draft.chelem.made is not None:
        return
    taker, defence = _dog_shares(draft, scheme)
    trick = len(draft.players)
    if taker <= points < taker + trick:
        yield _problem(Field.CARD_POINTS, Code.CHELEM_FORGOTTEN, warning=True, side=Side.DEFENCE)
    if defence <= HALF_POINTS_IN_DECK - points < defence + trick:
        yield _problem(Field.CARD_POINTS, Code.CHELEM_FORGOTTEN, warning=True, side=Side.TAKER)


def _dog_shares(draft: Facts, scheme: Scheme) -> tuple[int, int]:
    """The least half points that the taker's side and the defence have from the dog or the discard.

    The dog or the discard counts for one of the sides: at least 1 half point for each card.
    """
    dog = scheme.dog(len(draft.players))
    if draft.bid is None:
        return (0, 0)
    return (0, dog) if draft.bid is Bid.GARDE_CONTRE else (dog, 0)


_LOW = (Code.TOO_FEW_FOR_DISCARD, Code.TOO_FEW_FOR_BOUTS)
"""The codes of the lower limits of the taker's half points; the other codes of `_limits` belong to upper limits."""


def _limits(draft: Facts, scheme: Scheme) -> Iterator[tuple[int, Code]]:
    """Each limit of the half points of the taker's side, with its code; the codes of the lower limits are in `_LOW`."""
    discard, dog = _dog_shares(draft, scheme)
    bouts, made, opened = draft.bouts, draft.chelem.made, draft.bid is Bid.OPEN
    yield discard, Code.TOO_FEW_FOR_DISCARD
    if bouts in (1, 2, 3):
        excuse_kept = made is Side.DEFENCE or (opened and bouts == 1)
        yield HALF_POINTS_PER_BOUT * bouts - excuse_kept, Code.TOO_FEW_FOR_BOUTS
    yield HALF_POINTS_IN_DECK - dog, Code.TOO_MANY_FOR_DOG
    if bouts in (0, 1, 2):
        excuse_kept = made is Side.TAKER or (opened and bouts == 2)
        others = HALF_POINTS_PER_BOUT * (3 - bouts) - excuse_kept
        yield HALF_POINTS_IN_DECK - others, Code.TOO_MANY_FOR_BOUTS


def _petit_au_bout(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    side = draft.petit_au_bout
    if side is Side.TAKER and draft.bouts == 0:
        yield _problem(Field.PETIT_AU_BOUT, Code.TAKER_LACKS_PETIT)
    if side is Side.DEFENCE and draft.bouts == 3:
        yield _problem(Field.PETIT_AU_BOUT, Code.DEFENCE_LACKS_PETIT)
    if side is not None and (draft.chelem.made is side.other or _has_no_trick(draft, side)):
        yield _problem(Field.PETIT_AU_BOUT, Code.PETIT_AGAINST_CHELEM, side=side)


def _has_no_trick(draft: Facts, side: Side) -> bool:
    """Whether a side of an open duel won no trick: without a dog, it then has 0 points, or 4 with the excuse."""
    if draft.half_points is None or draft.bid is not Bid.OPEN:
        return False
    points = draft.half_points if side is Side.TAKER else HALF_POINTS_IN_DECK - draft.half_points
    bouts = draft.bouts if side is Side.TAKER or draft.bouts is None else 3 - draft.bouts
    return points == (EXCUSE_KEPT if bouts == 1 else 0)


def _open_duel(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if draft.bid is not Bid.OPEN:
        return
    for field, bonus in ((Field.POIGNEES, draft.poignees), (Field.CHELEM, draft.chelem)):
        if bonus:
            yield _problem(field, Code.NOT_IN_OPEN_DUEL)


def _poignees(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if not draft.poignees:
        return
    shown = [poignee.player for poignee in draft.poignees]
    for player in sorted(set(shown)):
        if player not in draft.players:
            yield _problem(Field.POIGNEES, Code.NOT_PLAYING, player=player)
        if shown.count(player) > 1:
            yield _problem(Field.POIGNEES, Code.POIGNEE_TWICE, player=player)
        if any(m.player == player and m.kind is not MisereKind.NO_COURT_CARDS for m in draft.miseres):
            yield _problem(Field.POIGNEES, Code.POIGNEE_AND_NO_TRUMPS, player=player)
    thresholds = scheme.thresholds(len(draft.players))
    trumps = sum(thresholds.of(poignee.size) for poignee in draft.poignees)
    if trumps > TRUMPS_IN_DECK:
        yield _problem(Field.POIGNEES, Code.TOO_MANY_TRUMPS, trumps=trumps)


def _chelems(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    chelem, petit = draft.chelem, draft.petit_chelem
    if chelem.made and not _points_fit_chelem(draft, scheme):
        values: dict[str, Any] = {"side": chelem.made}
        if chelem.made is Side.TAKER and draft.bid is Bid.GARDE_CONTRE:
            low, most = bounds(draft, scheme)
            values |= {"least": max(low, _least_of_contre_chelem(draft, scheme)), "most": most}
        yield _problem(Field.CHELEM, Code.POINTS_AGAINST_CHELEM, **values)
    if not petit:
        return
    if scheme.petit_chelem is None:
        yield _problem(Field.PETIT_CHELEM, Code.PETIT_CHELEM_NOT_IN_SCHEME)
    if chelem.made and petit.made:
        yield _problem(Field.PETIT_CHELEM, Code.BOTH_CHELEMS_MADE)
    if chelem.announced and chelem.announced is chelem.made and petit.announced is chelem.made:
        yield _problem(Field.PETIT_CHELEM, Code.PETIT_CHELEM_UNDER_CHELEM)


def _least_of_contre_chelem(draft: Facts, scheme: Scheme) -> int:
    """The least half points of a taker who made a chelem in a garde contre.

    The defence then has the best possible dog, and the excuse.
    """
    return HALF_POINTS_IN_DECK - HALF_POINTS_PER_BOUT * scheme.dog(len(draft.players)) - EXCUSE_KEPT


def forced_by_chelem(draft: Facts) -> tuple[tuple[int, int], ...]:
    """The possible pairs (bouts, half points) of the taker's side after a chelem, the likeliest first.

    The side that won every trick has all cards, with or without the excuse. The result is empty if the bid is unknown,
    or if nobody made a chelem. It is also empty if the dog belongs to the other side: many pairs are then possible.
    """
    made, contre = draft.chelem.made, draft.bid is Bid.GARDE_CONTRE
    if draft.bid is None:
        return ()
    if made is Side.TAKER and not contre:
        return (3, HALF_POINTS_IN_DECK), (2, HALF_POINTS_IN_DECK - EXCUSE_KEPT)
    if made is Side.DEFENCE and contre:
        return (0, 0), (1, EXCUSE_KEPT)
    return ()


def _points_fit_chelem(draft: Facts, scheme: Scheme) -> bool:
    """Whether the bouts and points are possible if one side won every trick; also True if a fact is unknown.

    A taker who lost every trick still has the dog in a garde sans, otherwise the discard, and perhaps the excuse. A
    discard has no kings and no bouts: its best cards are queens, knights and jacks.
    """
    if draft.bid is None or draft.bouts is None or draft.half_points is None:
        return True
    bouts, points = draft.bouts, draft.half_points
    dog = scheme.dog(len(draft.players))
    forced = forced_by_chelem(draft)
    if forced:
        return (bouts, points) in forced
    if draft.chelem.made is Side.TAKER:
        return points >= _least_of_contre_chelem(draft, scheme)
    if draft.bid is Bid.GARDE_SANS:
        return points <= HALF_POINTS_PER_BOUT * dog + EXCUSE_KEPT
    return bouts <= 1 and points <= sum(BEST_DISCARD[:dog]) + EXCUSE_KEPT


def _miseres(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if not draft.miseres:
        return
    for player in sorted({misere.player for misere in draft.miseres} - set(draft.players)):
        yield _problem(Field.MISERES, Code.NOT_PLAYING, player=player)
    for misere in sorted(set(draft.miseres), key=lambda m: (m.player, m.kind)):
        if draft.miseres.count(misere) > 1:
            yield _problem(Field.MISERES, Code.MISERE_TWICE, player=misere.player, kind=misere.kind)
    for kind in sorted({misere.kind for misere in draft.miseres}):
        if scheme.misere is None or kind not in scheme.misere.kinds:
            yield _problem(Field.MISERES, Code.MISERE_NOT_IN_SCHEME, kind=kind)


_RULES = (
    _players,
    _taker,
    _bid,
    _partner,
    _bouts,
    _card_points,
    _chelem_forgotten,
    _petit_au_bout,
    _open_duel,
    _poignees,
    _chelems,
    _miseres,
)
