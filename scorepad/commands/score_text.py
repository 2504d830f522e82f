"""The score of a hand as text in columns: line by line under one scheme, side by side under several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.commands.terminal import columns, printable
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, scheme_title, source_text
from scorepad.i18n.problems import problem_text
from scorepad.i18n.sentences import (
    counted,
    ended,
    formula,
    line_sum,
    line_title,
    margin_sum,
    takers,
    total_title,
)
from scorepad.tarot.comparison import Comparison, Result
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Score, source_of

NOTHING = "–"
"""Stands for a line or an amount that a scheme lacks."""
DIFFERS = "≠"


def problem_lines(t: Translator, results: Sequence[Result]) -> Iterator[str]:
    """The problems of a hand under the first scheme, and the problems that keep other schemes from scoring it."""
    own, *others = results
    for problem in own.problems:
        yield problem_text(t, problem, str)
    for other in others:
        for problem in other.problems:
            if not problem.warning and problem not in own.problems:
                yield f"{title(t, other.scheme)}: {problem_text(t, problem, str)}"


def comparison_text(t: Translator, hand: Hand, comparison: Comparison) -> str:
    """The hand, its lines with their arithmetic and sources (or side by side), and the payments."""
    results = comparison.results
    own = results[0]
    if len(results) == 1 and own.score is not None:
        texts = [_lines(t, hand, own), _sum(t, own.score, hand), _payments(t, hand, comparison)]
    else:
        texts = [_rows(t, hand, comparison), _payments(t, hand, comparison)]
        if not comparison.differs and all(result.score for result in results):
            texts.append(t("No difference for this hand."))
    return "\n\n".join([f"{title(t, own.scheme)}\n{_facts(t, hand, own.scheme)}", *texts])


def _sum(t: Translator, score: Score, hand: Hand) -> str:
    title = total_title(t, score.total, hand)
    if score.total >= 0:
        return f"{title} {formula(t, score)}"
    return f"{title} {t.number(-score.total, score.unit)} · {formula(t, score)}"


def title(t: Translator, scheme: Scheme) -> str:
    """The title of a scheme, without control characters, which a file may contain."""
    return printable(scheme_title(t, scheme))


def _facts(t: Translator, hand: Hand, scheme: Scheme) -> str:
    points = counted(t, hand.bouts, hand.half_points)
    facts = [takers(t, hand, scheme, str), bid_name(t, hand.bid), points]
    return " · ".join([*facts, margin_sum(t, hand), ended(t, hand, scheme)])


def _lines(t: Translator, hand: Hand, result: Result) -> str:
    rows = []
    for line in result.score.lines if result.score else ():
        source = source_text(t, source_of(line.rule, result.scheme, hand.bid))
        arithmetic = line_sum(t, line, result.scheme.unit)
        rows.append([line_title(t, line, hand, str, result.scheme), arithmetic, printable(source)])
    return columns(rows, right=(1,))


# -- side by side ----------------------------------------------------------------------------------------


def _rows(t: Translator, hand: Hand, comparison: Comparison) -> str:
    """The lines of each scheme; ≠ marks the first line that differs from the first scheme."""
    results = comparison.results
    rows = [["", *(title(t, result.scheme) for result in results)]]
    for number, lines in enumerate(comparison.rows):
        known = next(line for line in lines if line is not None)
        row = [line_title(t, known, hand, str, results[0].scheme)]
        for line, each, first in zip(lines, results, comparison.first_rows, strict=True):
            text = line_sum(t, line, each.scheme.unit) if line is not None else NOTHING
            row.append(_marked(text, number == first))
        rows.append(row)
    scores = [result.score for result in results]
    for words, receiving in ((total_title(t, 0, hand), False), (total_title(t, -1, hand), True)):
        chosen = [score if score and (score.total < 0) is receiving else None for score in scores]
        if any(chosen) or not (receiving or any(scores)):
            rows.append(
                [words, *(t.number(abs(each.total), each.unit) if each else NOTHING for each in chosen)]
            )
    return columns(rows, right=range(1, len(results) + 1))


def _payments(t: Translator, hand: Hand, comparison: Comparison) -> str:
    """The payments of each player; ≠ marks the first payment that differs although no line does."""
    rows = []
    for seat, player in enumerate(hand.players):
        row = [player]
        for each, first in zip(comparison.results, comparison.first_seats, strict=True):
            paid = each.payments
            text = t.signed(paid.totals[seat], paid.unit) if paid else NOTHING
            row.append(_marked(text, seat == first))
        rows.append(row)
    return columns(rows, right=range(1, len(comparison.results) + 1))


def _marked(text: str, mark: bool) -> str:
    return f"{DIFFERS} {text}" if mark else text
