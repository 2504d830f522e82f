"""What another scheme would have given: one hand, or a whole session, without touching the record."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from .check import Code, Problem, impossible
from .hand import Hand
from .payments import Payments, settle
from .scheme import Scheme
from .scoring import Line, Score, score
from .session import Session

UNPAID = frozenset({Code.PETIT_CHELEM_NOT_IN_SCHEME, Code.MISERE_NOT_IN_SCHEME})
"""What a hand may have brought elsewhere, and pays nothing under a scheme that does not know it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A hand under one scheme: its score and payments, or the problems that keep the scheme from scoring it.

    Where there is a score, `problems` are remarks on it.
    """

    scheme: Scheme
    score: Score | None
    payments: Payments | None
    problems: tuple[Problem, ...] = ()


def judge(hand: Hand, scheme: Scheme) -> Verdict:
    """The hand under a scheme, which may lack what the hand was played with: a bonus it lacks pays nothing."""
    problems = impossible(hand, scheme)
    if any(problem.code not in UNPAID for problem in problems):
        return Verdict(scheme, None, None, problems)
    scored = score(hand, scheme)
    return Verdict(scheme, scored, settle(scored, hand, scheme), problems)


def first_difference(one: Score, other: Score) -> int | None:
    """The number (from 0) of the first line in which two scores of a hand differ; None where they agree."""
    for number, (mine, theirs) in enumerate(zip_longest(one.lines, other.lines)):
        if mine is None or theirs is None or _told(mine, one.unit) != _told(theirs, other.unit):
            return number
    return None


def _told(line: Line, unit: int) -> tuple[object, ...]:
    """A line as a table would read it, whatever the unit: amounts in quarters, which every unit divides."""
    return (line.rule, line.points * (4 // unit), line.factor, line.stake, line.cause)


@dataclass(frozen=True, slots=True)
class Retelling:
    """A session under another scheme.

    `totals` are in 1/`scheme.unit` of a point, in the order of the session's people; `left_out` counts the hands
    that the scheme cannot score (a bid that it lacks), which pay nothing here.
    """

    scheme: Scheme
    totals: tuple[int, ...]
    left_out: int


def rescore(session: Session, scheme: Scheme) -> Retelling:
    """The totals of a session, had it been played under a scheme."""
    totals = dict.fromkeys((person.id for person in session.people), 0)
    left_out = 0
    for entry in session.standing_entries:
        if not isinstance(entry.deal.outcome, Hand):
            continue
        payments = judge(entry.deal.outcome, scheme).payments
        if payments is None:
            left_out += 1
            continue
        for player, amount in zip(payments.players, payments.totals, strict=True):
            totals[player] += amount
    return Retelling(scheme, tuple(totals.values()), left_out)
