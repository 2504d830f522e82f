"""Scores a hand under other schemes, and compares the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .check import UNKNOWN_BONUSES, Code, Field, Problem, check
from .hand import Draft, Hand
from .scheme import Scheme
from .scoring import Line, Payments, Rule, Score, score, settle

UNDEFINED = frozenset(
    {
        Code.MISSING,
        Code.PLAYER_TWICE,
        Code.PARTNER_IS_TAKER,
        Code.BID_NOT_IN_SCHEME,
        Code.BOUTS_OUT_OF_RANGE,
    }
)
"""Problems with which there is no score, or the payments do not sum to zero."""


@dataclass(frozen=True, slots=True)
class Result:
    """A hand under one scheme, with all problems and warnings.

    `score` and `payments` are None if the hand was not scored.
    """

    scheme: Scheme
    score: Score | None
    payments: Payments | None
    problems: tuple[Problem, ...] = ()


def evaluate(
    hand: Hand | Draft, scheme: Scheme, *, ignore_unknown_bonuses: bool = False, anyway: bool = False
) -> Result:
    """Scores a hand under a scheme; the result has no score and no payments if the hand is impossible.

    `ignore_unknown_bonuses` is for a hand of another scheme: bonuses and calls that this scheme lacks are accepted, and
    pay nothing. `anyway` also scores an impossible hand, if a score can still be computed.
    """
    problems = check(hand, scheme)
    accepted = UNKNOWN_BONUSES if ignore_unknown_bonuses else ()
    refused = problems and not all(problem.warning or problem.code in accepted for problem in problems)
    if refused and not (anyway and _has_score(hand, problems)):
        return Result(scheme, None, None, problems)
    facts = hand.to_hand() if isinstance(hand, Draft) else hand
    scored = score(facts, scheme)
    return Result(scheme, scored, settle(scored, facts, scheme), problems)


def _has_score(hand: Hand | Draft, problems: Sequence[Problem]) -> bool:
    return len(hand.players) >= 2 and not any(
        problem.code in UNDEFINED
        or (problem.code is Code.NOT_PLAYING and problem.field is not Field.POIGNEES)
        for problem in problems
    )


# -- one hand ---


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of a hand under several schemes; the first scheme is the hand's own scheme.

    `rows` are the score lines side by side, in the order of `Rule`; a row has one line for each scheme, or None for a
    scheme without this line. `first_rows` has for each scheme the number (from 0) of the first row whose line differs
    from the line of the first scheme. If no line differs, `first_seats` has the number (from 0) of the first player
    whose payment differs. Both numbers are None if the results agree, or if either score is missing.
    """

    results: tuple[Result, ...]
    rows: tuple[tuple[Line | None, ...], ...]
    first_rows: tuple[int | None, ...]
    first_seats: tuple[int | None, ...]

    @property
    def differs(self) -> bool:
        """Whether any line or payment differs."""
        return any(number is not None for number in self.first_rows + self.first_seats)

    @property
    def totals(self) -> list[tuple[int, list[Score | None]]]:
        """The scores in one or two rows: (1, scores that the defence pays) and (-1, scores that the defence receives).

        A row has one place for each scheme: None if the scheme's score is missing, or belongs to the other row. A row
        without a score is left out; if no scheme has a score, the first row stays.
        """
        scores = [result.score for result in self.results]
        paid = [each if each and each.total >= 0 else None for each in scores]
        received = [each if each and each.total < 0 else None for each in scores]
        rows = [(1, paid)] if any(paid) or not any(received) else []
        return [*rows, (-1, received)] if any(received) else rows


def compare(results: Sequence[Result]) -> Comparison:
    """Compares the results of one hand; the first result must be under the hand's own scheme."""
    keyed = [_keyed(result.score) for result in results]
    order = list(Rule)
    keys = sorted(dict.fromkeys(key for found in keyed for key in found), key=lambda key: order.index(key[0]))
    rows = tuple(tuple(found.get(key) for found in keyed) for key in keys)
    first_rows, first_seats = [], []
    for column, result in enumerate(results):
        row, seat = None, None
        own = results[0]
        if own.score and own.payments and result.score and result.payments:
            units = own.score.unit, result.score.unit
            pairs = enumerate((lines[0], lines[column]) for lines in rows)
            row = next((number for number, pair in pairs if _differ(pair, units)), None)
            if row is None:
                seat = _first_seat(own.payments, result.payments)
        first_rows.append(row)
        first_seats.append(seat)
    return Comparison(tuple(results), rows, tuple(first_rows), tuple(first_seats))


LineKey = tuple[Rule, object, object, int]
"""The rule, the cause and the stake of a line, and its number (from 0) among the lines with the same three values."""


def _keyed(scored: Score | None) -> dict[LineKey, Line]:
    seen: Counter[tuple[object, ...]] = Counter()
    found: dict[LineKey, Line] = {}
    for line in scored.lines if scored is not None else ():
        key = (line.rule, line.cause, line.stake)
        found[(*key, seen[key])] = line
        seen[key] += 1
    return found


def first_difference(one: Score, other: Score) -> int | None:
    """The number (from 0) of the first line in which two scores of a hand differ; None if they agree."""
    pairs = enumerate(zip_longest(one.lines, other.lines))
    return next((number for number, pair in pairs if _differ(pair, (one.unit, other.unit))), None)


def _differ(lines: tuple[Line | None, Line | None], units: tuple[int, int]) -> bool:
    """Whether two lines differ; their points may be in different units."""
    mine, theirs = lines
    if mine is None or theirs is None:
        return mine is not theirs
    return _in_quarters(mine, units[0]) != _in_quarters(theirs, units[1])


def _in_quarters(line: Line, unit: int) -> tuple[object, ...]:
    """The values of a line, with its points in quarters of a point: lines in different units can be compared."""
    return (line.rule, line.points * (4 // unit), line.factor, line.stake, line.cause)


def _first_seat(one: Payments, other: Payments) -> int | None:
    pairs = enumerate(zip(one.totals, other.totals, strict=True))
    return next((seat for seat, (a, b) in pairs if a * other.unit != b * one.unit), None)
