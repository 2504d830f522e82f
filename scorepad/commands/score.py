"""`scorepad score`: scores a hand under any scheme and explains it; or many hands, one line of JSON each."""

from __future__ import annotations

import argparse
import io
import json
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING, cast

from scorepad.commands.hand_options import hand_of, hand_options, option_value
from scorepad.commands.options import add_shared, named_scheme
from scorepad.commands.score_text import comparison_text, problem_lines, title
from scorepad.commands.terminal import columns, complain, os_reason, printable
from scorepad.i18n import Translator
from scorepad.i18n.names import source_text
from scorepad.tarot.comparison import compare, evaluate
from scorepad.tarot.scheme_data import (
    DEFAULT_SCHEME,
    shipped_scheme,
    shipped_schemes,
)

if TYPE_CHECKING:
    from scorepad.commands.results import Batch

USAGE = """\
scorepad score [options] --bid BID --bouts N --points P
       scorepad score [options] --batch FILE
       scorepad score --schemes"""
EPILOG = """\
Examples:
  scorepad score --players Ann,Ben,Cleo,Dan --taker Ben --bid garde --bouts 2 --points 49 --petit taker
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
    hand = parser.add_argument_group("the hand")
    for name, settings in hand_options().items():
        hand.add_argument(name, **settings)
    rules = parser.add_argument_group("the rules")
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
    output = parser.add_argument_group("input and output")
    add_shared(output, "json")
    output.add_argument(
        "--batch",
        metavar="FILE",
        help="read a hand in JSON from each line of a file (-: standard input), write a result for each",
    )
    add_shared(output, "lang")


# -- running ---------------------------------------------------------------------------------------------


def run(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    """Returns 0 if every hand was scored, 1 if a hand was not. Raises SystemExit 2 for a bad command line."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a script should see that it was interrupted
    if options.schemes:
        _list_schemes(t, as_json=options.json)
        return 0
    scheme = options.scheme or shipped_scheme(DEFAULT_SCHEME)
    if options.batch is not None:
        from scorepad.commands import results

        for name in (*hand_options(), "--compare"):
            if option_value(options, name) is not None:
                parser.error(f"{name} does not go with --batch")
        return _batch(parser, options.batch, results.Batch(scheme, options.no_check))
    hand = hand_of(options, scheme, parser.error)
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
    """Answers all lines that have arrived before it waits for more: a program can ask and read in turn."""
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
