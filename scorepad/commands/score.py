"""`scorepad score`: scores a hand under any scheme and explains it; or many hands, one line of JSON each."""

from __future__ import annotations

import argparse
import io
import json
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING, cast

from scorepad.commands.argparse_words import usage
from scorepad.commands.hand_options import hand_of, hand_options, option_value
from scorepad.commands.options import add_shared, os_reason
from scorepad.commands.schemes import scheme_argument
from scorepad.commands.score_text import comparison_text, problem_lines, title
from scorepad.commands.terminal import columns, complain, printable
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

USAGE = (
    "scorepad score [{options}] --bid BID --bouts N --points P",
    "scorepad score [{options}] --batch FILE",
    "scorepad score --schemes",
)
EXAMPLES = """\
  scorepad score --players Ann,Ben,Cleo,Dan --taker Ben --bid garde --bouts 2 --points 49 --petit taker
  scorepad score --players 5 --partner B --bid sans --bouts 1 --points 52½ --poignee C:double
  scorepad score --bid petite --bouts 2 --points 50 --counted-by defence --compare pousse
  scorepad score --scheme open_duel --players Ann,Ben --bouts 2 --points 49 --petit defence
  scorepad score --batch hands.jsonl > results.jsonl"""
JSON_EXAMPLE = """\
  {"players": ["A","B","C","D"], "taker": "A", "partner": null, "bid": "garde_sans", "bouts": 2,
   "card_points": 53, "petit_au_bout": null, "poignees": [{"player": "A", "size": "single"}],
   "chelem": {"announced": "taker", "made": null}, "petit_chelem": null,
   "miseres": [{"player": "B", "kind": "no_trumps"}]}"""


# -- the line --------------------------------------------------------------------------------------------


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `score` its options."""
    parser.description = t(
        "Scores a hand under any scheme and explains the score; or scores many hands, one line of JSON each."
    )
    parser.usage, parser.epilog = _usage(t), _epilog(t)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.set_defaults(command=partial(run, parser))
    hand = parser.add_argument_group(t("the hand"))
    for name, settings in hand_options(t).items():
        hand.add_argument(name, **settings)
    rules = parser.add_argument_group(t("the rules"))
    scheme = partial(scheme_argument, t)
    rules.add_argument(
        "--scheme",
        type=scheme,
        metavar="NAME|FILE",
        help=t("the scheme: a name of those that --schemes lists, or a TOML or JSON file (otherwise fft)"),
    )
    rules.add_argument(
        "--compare",
        type=scheme,
        action="append",
        metavar="NAME|FILE",
        help=t("another scheme beside it, the first line that differs marked; may be repeated"),
    )
    rules.add_argument("--schemes", action="store_true", help=t("list the schemes that come with scorepad"))
    rules.add_argument(
        "--no-check",
        action="store_true",
        help=t("score an impossible hand too, if it can be computed"),
    )
    output = parser.add_argument_group(t("what is read and written"))
    add_shared(output, t, "json")
    output.add_argument(
        "--batch",
        metavar="FILE",
        help=t("read a hand in JSON from each line of a file (-: standard input), write a result for each"),
    )
    add_shared(output, t, "lang")


def _usage(t: Translator) -> str:
    return ("\n" + " " * len(usage(t))).join(USAGE).format(options=t("options"))


def _epilog(t: Translator) -> str:
    in_json = t("A hand in JSON, in a file on one line; what is absent counts as none:")
    codes = t("The exit code is 0 if every hand was scored, 1 if one was not, 2 for a bad command line.")
    return f"{t('Examples:')}\n{EXAMPLES}\n\n{in_json}\n{JSON_EXAMPLE}\n\n{codes}"


# -- running ---------------------------------------------------------------------------------------------


def run(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    """The exit code: 0 if every hand was scored, 1 if one was not. SystemExit 2 for a bad command line."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a script should see that it was interrupted
    if options.schemes:
        _list_schemes(t, as_json=options.json)
        return 0
    scheme = options.scheme or shipped_scheme(DEFAULT_SCHEME)
    if options.batch is not None:
        from scorepad.commands import results

        for name in (*hand_options(t), "--compare"):
            if option_value(options, name) is not None:
                parser.error(t("{option} does not go with --batch", option=name))
        return _batch(parser, options.batch, results.Batch(scheme, options.no_check), t)
    hand = hand_of(options, scheme, parser.error, t)
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


def _batch(parser: argparse.ArgumentParser, path: str, batch: Batch, t: Translator) -> int:
    if path == "-":
        _answer(cast("io.BufferedReader", sys.stdin.buffer), batch)
    else:
        try:
            file = open(path, "rb")  # noqa: SIM115
        except (OSError, ValueError) as error:
            parser.error(t("{file} cannot be read ({reason})", file=printable(path), reason=os_reason(error)))
        with file:
            _answer(file, batch)
    if not batch.failed:
        return 0
    complain(
        t.plural(
            "{count} hand of {total} was not scored: line {line}",
            "{count} hands of {total} were not scored, the first on line {line}",
            batch.failed,
            total=batch.count,
            line=batch.first_failed,
        )
    )
    return 1


def _answer(stream: io.BufferedReader, batch: Batch) -> None:
    """Answers all lines that are there before it waits for more, so that another program can talk to this one."""
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
