"""`scorepad score`: scores a hand under any scheme and explains it; or many hands, one line of JSON each."""

from __future__ import annotations

import argparse
import io
import json
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING, cast

from scorepad.commands.hand_options import hand_of, hand_options, option_value, players_of
from scorepad.commands.options import add_shared, named_scheme
from scorepad.commands.terminal import columns, complain, os_reason, printable
from scorepad.i18n import Translator
from scorepad.i18n.names import source_text, thrown_in_name
from scorepad.tarot.comparison import compare, evaluate
from scorepad.tarot.scheme_data import (
    DEFAULT_SCHEME,
    shipped_scheme,
    shipped_schemes,
)

if TYPE_CHECKING:
    from scorepad.commands.results import Batch
from collections.abc import Iterator, Sequence

from scorepad.i18n.names import bid_name, scheme_title
from scorepad.i18n.problems import problem_text
from scorepad.i18n.sentences import (
    count_text,
    formula,
    line_sum,
    line_title,
    margin_sum,
    result_with_missed,
    takers,
    total_title,
)
from scorepad.tarot.comparison import Comparison, Result
from scorepad.tarot.hand import Draft, Hand, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Score, source_of

USAGE = """\
scorepad score [options] --bid BID --bouts N --points P
       scorepad score [options] --players NAME,NAME,… ROW
       scorepad score [options] --batch FILE
       scorepad score --schemes"""
EPILOG = """\
Examples:
  scorepad score --players Ann,Ben,Cleo,Dan --taker Ben --bid garde --bouts 2 --points 49 --petit taker
  scorepad score --players Ann,Ben,Cleo,Dan "Ben garde 2 49 petit au bout"
  scorepad score --players 5 --partner B --bid sans --bouts 1 --points 52½ --poignee C:double
  scorepad score --bid petite --bouts 2 --points 50 --counted-by defence --compare pousse
  scorepad score --scheme open_duel --players Ann,Ben --bouts 2 --points 49 --petit defence
  scorepad score --batch hands.jsonl > results.jsonl

A hand in JSON, in a file on one line; an absent field did not happen:
  {"players": ["A","B","C","D"], "taker": "A", "partner": null, "bid": "garde_sans", "bouts": 2,
   "card_points": 53, "petit_au_bout": null, "poignees": [{"player": "A", "size": "single"}],
   "chelem": {"announced": "taker", "made": null}, "petit_chelem": null,
   "miseres": [{"player": "B", "kind": "no_trumps"}]}

The exit code is 0 if every hand was scored, 1 if a hand was not, 2 for a bad command line."""


# -- the options -----------------------------------------------------------------------------------------


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `score` its options."""
    parser.description = (
        "Scores a hand under any scheme and explains the score; or scores many hands, one line of JSON each."
    )
    parser.usage, parser.epilog = USAGE, EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.set_defaults(command=partial(run, parser))
    _fill_hand(parser.add_argument_group("the hand"))
    _fill_rules(parser.add_argument_group("the rules"))
    output = parser.add_argument_group("input and output")
    add_shared(output, "json")
    output.add_argument(
        "--batch",
        metavar="FILE",
        help="read a hand in JSON from each line of a file (-: standard input), write a result for each",
    )
    add_shared(output, "lang")


def _fill_hand(hand: argparse._ArgumentGroup) -> None:
    hand.add_argument(
        "row",
        nargs="?",
        metavar="ROW",
        help="the hand as a row of a paper sheet: taker, bid, bouts, points, bonuses; in place of its options",
    )
    for name, settings in hand_options().items():
        hand.add_argument(name, **settings)


def _fill_rules(rules: argparse._ArgumentGroup) -> None:
    rules.add_argument(
        "--scheme",
        type=named_scheme,
        metavar="NAME|FILE",
        help="the scheme: a name that --schemes lists, or a TOML or JSON file (otherwise fft)",
    )
    rules.add_argument(
        "--compare",
        type=named_scheme,
        action="append",
        metavar="NAME|FILE",
        help="a second scheme beside it, the first line that differs marked; may be repeated",
    )
    rules.add_argument("--schemes", action="store_true", help="list the schemes that come with scorepad")
    rules.add_argument(
        "--no-check",
        action="store_true",
        help="also score an impossible hand, if it can be computed",
    )


# -- running ---------------------------------------------------------------------------------------------


def run(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    """Runs `scorepad score`. Returns 0 if every hand was scored, 1 if not. Raises SystemExit(2) for bad arguments."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a script should see that it was interrupted
    if options.schemes:
        _list_schemes(t, as_json=options.json)
        return 0
    scheme = options.scheme or shipped_scheme(DEFAULT_SCHEME)
    if options.batch is not None:
        from scorepad.commands import results

        if options.row is not None:
            parser.error("a row does not go with --batch")
        for name in (*hand_options(), "--compare"):
            if option_value(options, name) is not None:
                parser.error(f"{name} does not go with --batch")
        return _batch(parser, options.batch, results.Batch(scheme, options.no_check))
    hand = hand_of(options, scheme, parser.error) if options.row is None else _row(parser, options, scheme, t)
    if hand is None:
        return 1
    if isinstance(hand, ThrownIn):
        print(json.dumps({"thrown_in": hand}) if options.json else thrown_in_name(t, hand))
        return 0
    found = [
        evaluate(hand, each, ignore_unknown_bonuses=each is not scheme, anyway=options.no_check)
        for each in (scheme, *(options.compare or ()))
    ]
    if options.json:
        from scorepad.commands import results

        compared = options.compare
        print(
            json.dumps(results.comparison_document(found) if compared else results.result_document(found[0]))
        )
    else:
        for problem in problem_lines(t, found):
            complain(problem)
        if any(result.score for result in found):
            print(comparison_text(t, hand.to_hand(), compare(found)))
    return 0 if found[0].score is not None else 1


def _row(
    parser: argparse.ArgumentParser, options: argparse.Namespace, scheme: Scheme, t: Translator
) -> Draft | ThrownIn | None:
    """The hand in a row of a paper sheet; if something is unclear, prints the questions and returns None."""
    from scorepad.rows.reading import read_row
    from scorepad.rows.row import RowKind

    for name in hand_options():
        if name != "--players" and option_value(options, name) is not None:
            parser.error(f"{name} does not go with a row")
    players = players_of(options, 2 if scheme.open else 4)
    row = read_row(options.row, dict(zip(players, players, strict=True)), players, scheme, t.language)
    questions = row.questions(t, scheme, str)
    if row.kind is not RowKind.HAND or row.columns:
        questions.append(t("There is no hand in these rows."))
    for question in questions:
        complain(question)
    return None if questions else row.thrown or row.facts


def _batch(parser: argparse.ArgumentParser, path: str, batch: Batch) -> int:
    if path == "-":
        _answer(cast("io.BufferedReader", sys.stdin.buffer), batch)
    else:
        try:
            file = open(path, "rb")  # noqa: SIM115
        except (OSError, ValueError) as error:
            parser.error(f"{printable(path)} cannot be read ({os_reason(error)})")
        with file:
            _answer(file, batch)
    if not batch.failed:
        return 0
    complain(f"not scored: {batch.failed} of {batch.count} hands, the first on line {batch.first_failed}")
    return 1


def _answer(stream: io.BufferedReader, batch: Batch) -> None:
    """Writes the results of the lines that have arrived, then reads more: a program can wait for each result."""
    from scorepad.commands import results

    for lines in results.lines(stream):
        sys.stdout.write("".join([batch.answer(line) + "\n" for line in lines]))
        sys.stdout.flush()


def _list_schemes(t: Translator, *, as_json: bool) -> None:
    schemes = shipped_schemes().values()
    if as_json:
        listed = [{"scheme": each.id, "title": title(t, each), "source": each.source} for each in schemes]
        print(json.dumps({"schemes": listed}))
    else:
        print(columns([[each.id, title(t, each), source_text(t, each.source)] for each in schemes]))


# -- the score as text ---

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
    """The hand, the lines of its score and the payments as text.

    For one scheme, the lines have their sources; for several schemes, the scores are side by side.
    """
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
    """The title of a scheme, safe to print: a title from a file may contain control characters."""
    return printable(scheme_title(t, scheme))


def _facts(t: Translator, hand: Hand, scheme: Scheme) -> str:
    points = count_text(t, hand.bouts, hand.half_points)
    facts = [takers(t, hand, scheme, str), bid_name(t, hand.bid), points]
    return " · ".join([*facts, margin_sum(t, hand), result_with_missed(t, hand, scheme)])


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
    for sign, scores in comparison.totals:
        totals = [t.number(abs(each.total), each.unit) if each else NOTHING for each in scores]
        rows.append([total_title(t, sign, hand), *totals])
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
