"""What a hand pays, in words and columns: under one scheme line by line, under several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.commands.terminal import columns, printable
from scorepad.i18n import Translator
from scorepad.i18n.wording import (
    bid_name,
    counted,
    formula,
    line_sum,
    line_title,
    margin_sum,
    problem_text,
    result,
    scheme_title,
    source_text,
)
from scorepad.tarot.compare import Verdict, first_difference
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Line, Rule, Score, source_of

NOTHING = "–"
"""In the place of what a scheme does not give."""
DIFFERS = "≠"


def problems(t: Translator, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What the first scheme finds wrong with a hand, and then what keeps others from scoring it."""
    own, *others = verdicts
    for problem in own.problems:
        yield problem_text(t, problem, str)
    for other in others:
        for problem in other.problems:
            if not problem.warning and problem not in own.problems:
                yield f"{title(t, other.scheme)}: {problem_text(t, problem, str)}"


def in_words(t: Translator, hand: Hand, verdicts: Sequence[Verdict]) -> str:
    """The hand, its lines with their arithmetic and their sources (or side by side), and who gets what."""
    own = verdicts[0]
    if len(verdicts) == 1 and own.score is not None:
        texts = [_lines(t, hand, own), _sum(t, own.score), _payments(t, hand, verdicts)]
    else:
        texts = [_comparison(t, hand, verdicts), _payments(t, hand, verdicts)]
        if all(verdict.score and _same(own, verdict) for verdict in verdicts):
            texts.append(t("No difference for this hand."))
    return "\n\n".join([f"{title(t, own.scheme)}\n{_facts(t, hand, own.scheme)}", *texts])


def _sum(t: Translator, score: Score) -> str:
    """What each defender pays or receives, and the arithmetic."""
    if score.total >= 0:
        pays = t("Each defender pays")
        return f"{pays} {formula(t, score)}"
    receives = t("Each defender receives")
    return f"{receives} {t.number(-score.total, score.unit)} · {formula(t, score)}"


def title(t: Translator, scheme: Scheme) -> str:
    """What a scheme is called, be it from a file."""
    return printable(scheme_title(t, scheme))


def _facts(t: Translator, hand: Hand, scheme: Scheme) -> str:
    taker = hand.taker
    if hand.partner is not None:
        taker = t("{taker} with {partner}", taker=hand.taker, partner=hand.partner)
    elif scheme.calls_partner(len(hand.players)):
        taker = t("{taker}, alone", taker=hand.taker)
    points = counted(t, hand.bouts, hand.half_points)
    return " · ".join([taker, bid_name(t, hand.bid), points, margin_sum(t, hand), result(t, hand, scheme)])


def _lines(t: Translator, hand: Hand, verdict: Verdict) -> str:
    """Each line of a score: what it is for, its arithmetic, its source."""
    rows = []
    for line in verdict.score.lines if verdict.score else ():
        source = source_text(t, source_of(line.rule, verdict.scheme, hand.bid))
        arithmetic = line_sum(t, line, verdict.scheme.unit)
        rows.append([line_title(t, line, hand, str, verdict.scheme), arithmetic, printable(source)])
    return columns(rows, right=(1,))


# -- side by side ----------------------------------------------------------------------------------------

Key = tuple[object, ...]
"""What a line is for: its rule, its cause, whose stake it is; and its number, should there be two of these."""


def _comparison(t: Translator, hand: Hand, verdicts: Sequence[Verdict]) -> str:
    """The lines of each scheme; ≠ marks the first in which it parts from the first scheme."""
    by_scheme = [_keyed(verdict.score.lines if verdict.score else ()) for verdict in verdicts]
    marked = [_differing(verdicts[0], verdict) for verdict in verdicts]
    lines = {key: line for found in by_scheme for key, line in found.items()}
    order = list(Rule)
    rows = [["", *(title(t, verdict.scheme) for verdict in verdicts)]]
    for key in sorted(lines, key=lambda key: order.index(lines[key].rule)):
        row = [line_title(t, lines[key], hand, str, verdicts[0].scheme)]
        for found, verdict, mark in zip(by_scheme, verdicts, marked, strict=True):
            text = line_sum(t, found[key], verdict.scheme.unit) if key in found else NOTHING
            row.append(_marked(text, key == mark))
        rows.append(row)
    scores = [verdict.score for verdict in verdicts]
    for words, receiving in ((t("Each defender pays"), False), (t("Each defender receives"), True)):
        chosen = [score if score and (score.total < 0) is receiving else None for score in scores]
        if any(chosen) or not (receiving or any(scores)):
            rows.append(
                [words, *(t.number(abs(each.total), each.unit) if each else NOTHING for each in chosen)]
            )
    return columns(rows, right=range(1, len(verdicts) + 1))


def _keyed(lines: Sequence[Line]) -> dict[Key, Line]:
    found: dict[Key, Line] = {}
    for line in lines:
        key = (line.rule, line.cause, line.stake)
        found[(*key, sum(other[:3] == key for other in found))] = line
    return found


def _differing(own: Verdict, other: Verdict) -> Key | None:
    """What the first line is for in which a scheme parts from the first one."""
    if own.score is None or other.score is None:
        return None
    number = first_difference(own.score, other.score)
    if number is None:
        return None
    longer = own.score if number < len(own.score.lines) else other.score
    return list(_keyed(longer.lines))[number]


def _payments(t: Translator, hand: Hand, verdicts: Sequence[Verdict]) -> str:
    """What each player receives; ≠ marks the first amount that differs though no line does."""
    own = verdicts[0]
    marked = [_first_amount(own, v) if _differing(own, v) is None else None for v in verdicts]
    rows = []
    for seat, player in enumerate(hand.players):
        row = [player]
        for verdict, mark in zip(verdicts, marked, strict=True):
            paid = verdict.payments
            text = t.signed(paid.totals[seat], paid.unit) if paid else NOTHING
            row.append(_marked(text, seat == mark))
        rows.append(row)
    return columns(rows, right=range(1, len(verdicts) + 1))


def _first_amount(own: Verdict, other: Verdict) -> int | None:
    """The seat of the first player who receives something else under another scheme."""
    if own.payments is None or other.payments is None:
        return None
    pairs = zip(own.payments.totals, other.payments.totals, strict=True)
    seats = (seat for seat, (a, b) in enumerate(pairs) if a * other.payments.unit != b * own.payments.unit)
    return next(seats, None)


def _same(own: Verdict, other: Verdict) -> bool:
    return _differing(own, other) is None and _first_amount(own, other) is None


def _marked(text: str, mark: bool) -> str:
    return f"{DIFFERS} {text}" if mark else text
