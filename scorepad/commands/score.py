"""`scorepad score`: scores a hand under any scheme and explains it; or many hands, one line of JSON each."""

from __future__ import annotations

import argparse
import io
import json
import re
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NoReturn, cast

from scorepad.commands.argparse_words import usage
from scorepad.commands.options import add_shared, os_reason, reader
from scorepad.commands.score_text import comparison_text, problem_lines, title
from scorepad.commands.terminal import columns, complain, printable
from scorepad.i18n import Translator
from scorepad.i18n.names import source_text
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot.comparison import compare, evaluate
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    Bid,
    CalledCard,
    Chelem,
    Court,
    Draft,
    Found,
    Misere,
    MisereKind,
    PlayerId,
    Poignee,
    PoigneeSize,
    Side,
    Suit,
)
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import (
    DEFAULT_SCHEME,
    MAX_SCHEME_FILE,
    scheme_from_file,
    shipped_scheme,
    shipped_schemes,
)
from scorepad.text import same_name

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
BIDS = {
    "petite": Bid.PETITE,
    "prise": Bid.PETITE,
    "pousse": Bid.POUSSE,
    "garde": Bid.GARDE,
    "sans": Bid.GARDE_SANS,
    "contre": Bid.GARDE_CONTRE,
    "open": Bid.OPEN,
}
"""The bids by their names on the command line; the names of the JSON are accepted too."""
CHELEMS = {"announced+made": (True, True), "made": (False, True), "missed": (True, False)}
"""Whether a side announced a chelem, and whether it made it."""
ALONE = "alone"


# -- the line --------------------------------------------------------------------------------------------


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `score` its options."""
    parser.description = t(
        "Scores a hand under any scheme and explains the score; or scores many hands, one line of JSON each."
    )
    parser.usage, parser.epilog = _usage(t), _epilog(t)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.set_defaults(command=partial(run, parser))
    _add_hand(parser.add_argument_group(t("the hand")), t)
    rules = parser.add_argument_group(t("the rules"))
    scheme = partial(_scheme, t)
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


def _add_hand(group: argparse._ArgumentGroup, t: Translator) -> None:
    def add(
        option: str,
        metavar: str,
        about: str,
        read: Callable[[str], object],
        refusal: str,
        action: str = "store",
        **values: str,
    ) -> None:
        group.add_argument(
            option, metavar=metavar, help=about, type=reader(read, refusal, **values), action=action
        )

    players = t("how many play, or their names in the order of the seats (otherwise 4)")
    no_players = t("{text} is no table: a number, or names between commas")
    add("--players", "N|NAME,NAME,…", players, _players, no_players)
    no_name = t("{text} is no name")
    add(
        "--taker",
        "NAME",
        t("who takes, or whose cards are counted in an open duel (otherwise the first player)"),
        _name,
        no_name,
    )
    add("--partner", f"NAME|{ALONE}", t("who was called, at five"), _name, no_name)
    called = t("the card that was called: a suit (spades, hearts, diamonds, clubs), of the king unless named")
    add("--called", "[COURT:]SUIT", called, _called, t("{text} is no card: hearts, or queen:hearts"))
    found = t("where the called card was, if nobody else had it")
    group.add_argument("--found", choices=[place.value for place in Found], help=found)
    bids = t.names(BIDS)
    add("--bid", "BID", bids, _bid, t("{text} is no bid: {bids}"), bids=bids)
    add("--bouts", "N", t("bouts of the taker’s side"), _count, t("{text} is no number of bouts"))
    points = t("card points of the taker’s side: 49, 40.5, 40,5 or 40½")
    add("--points", "P", points, _half_points, t("{text} is no number of card points"))
    sides = [side.value for side in Side]
    counted_by = t("whose card points --points are (otherwise the taker’s)")
    group.add_argument("--counted-by", choices=sides, help=counted_by)
    group.add_argument("--petit", choices=sides, help=t("the side with the petit au bout"))
    poignee = t("a poignée (single, double, triple) and who showed it, otherwise the taker; may be repeated")
    no_poignee = t("{text} is no poignée: single, double or triple")
    add("--poignee", "[NAME:]SIZE", poignee, _poignee, no_poignee, "append")
    chelem = t("a chelem (announced+made, made, missed) and the side, otherwise the taker’s")
    no_chelem = t("{text} is no chelem: announced+made, made or missed")
    add("--chelem", "[SIDE:]RESULT", chelem, _chelem, no_chelem, "append")
    add("--petit-chelem", "[SIDE:]RESULT", t("a petit chelem, likewise"), _chelem, no_chelem, "append")
    misere = t("a misère (no_trumps, no_court_cards, neither) and who declared it; may be repeated")
    no_misere = t("{text} is no misère: NAME:no_trumps, NAME:no_court_cards or NAME:neither")
    add("--misere", "NAME:KIND", misere, _misere, no_misere, "append")


def _name(text: str) -> PlayerId:
    name = text.strip()
    if not name or name != printable(name):
        raise ValueError(text)
    return name


def _players(text: str) -> tuple[PlayerId, ...]:
    if not (text.isascii() and text.isdigit()):
        return tuple(_name(name) for name in text.split(","))
    if not _count(text):
        raise ValueError(text)
    return tuple(ascii_uppercase[: _count(text)])


def _bid(text: str) -> Bid:
    name = re.sub("[- ]", "_", text.casefold())
    return BIDS.get(name) or Bid(name)


def _count(text: str) -> int:
    if re.fullmatch("[0-9]{1,2}", text) is None:
        raise ValueError(text)
    return int(text)


def _half_points(text: str) -> int:
    found = re.fullmatch(r"([0-9]{0,3})(?:[.,]([05])0*|(½))?", text)
    if not found or not text:
        raise ValueError(text)
    whole, decimal, fraction = found.groups()
    return 2 * int(whole or 0) + (decimal == "5" or fraction is not None)


def _poignee(text: str) -> tuple[str | None, PoigneeSize]:
    name, colon, size = text.rpartition(":")
    return _name(name) if colon else None, PoigneeSize(size)


def _chelem(text: str) -> tuple[Side, bool, bool]:
    side, _, outcome = text.rpartition(":")
    if outcome not in CHELEMS:
        raise ValueError(text)
    return Side(side or Side.TAKER), *CHELEMS[outcome]


def _called(text: str) -> CalledCard:
    court, _, suit = text.rpartition(":")
    return CalledCard(Suit(suit), Court(court or Court.KING))


def _misere(text: str) -> tuple[str, MisereKind]:
    name, _, kind = text.rpartition(":")
    return _name(name), MisereKind(kind)


def _scheme(t: Translator, text: str) -> Scheme:
    shipped = shipped_schemes()
    if text in shipped:
        return shipped[text]
    name = printable(text)
    try:
        with open(text, "rb") as file:
            return scheme_from_file(file.read(MAX_SCHEME_FILE + 1))
    except SchemeError as error:
        refused = t("the scheme {name} is refused: {reason}", name=name, reason=scheme_error_text(t, error))
    except (OSError, ValueError) as error:
        refused = t(
            "{name} is neither a scheme that --schemes lists nor a file that can be read ({reason})",
            name=name,
            reason=os_reason(error),
        )
    raise argparse.ArgumentTypeError(refused)


# -- the hand --------------------------------------------------------------------------------------------


def _hand(
    options: argparse.Namespace, scheme: Scheme, refuse: Callable[[str], NoReturn], t: Translator
) -> Draft:
    """The hand of a command line; calls `refuse` where an option is missing or contradicts another."""
    bid = options.bid or (Bid.OPEN if scheme.open else None)
    needed = ("--bouts", "--points") if bid is Bid.OPEN else ("--bid", "--bouts", "--points")
    lacking = [name for name in needed if _option(options, name) is None]
    if lacking:
        refuse(t("{options} must be given", options=t.names(lacking)))
    players: tuple[PlayerId, ...] = options.players or _players("2" if bid is Bid.OPEN else "4")

    def named(name: str) -> PlayerId:
        """The player of a name, in capitals or not; `check` reports a name that no player has."""
        alike = [player for player in players if same_name(player, name)]
        return name if name in alike or not alike else alike[0]

    taker = players[0] if options.taker is None else named(options.taker)
    if options.partner is None and scheme.calls_partner(len(players)):
        refuse(t("--partner must be given at five: a name, or alone"))
    partner = None if options.partner in (None, ALONE) else named(options.partner)
    by_defence = options.counted_by == Side.DEFENCE
    return Draft(
        players=players,
        taker=taker,
        partner=partner,
        alone=partner is None,
        called=options.called,
        found=options.found and Found(options.found),
        bid=bid,
        bouts=options.bouts,
        half_points=HALF_POINTS_IN_DECK - options.points if by_defence else options.points,
        petit_au_bout=options.petit and Side(options.petit),
        poignees=tuple(
            Poignee(taker if name is None else named(name), size) for name, size in options.poignee or ()
        ),
        chelem=_both_sides(options.chelem or (), "--chelem", refuse, t),
        petit_chelem=_both_sides(options.petit_chelem or (), "--petit-chelem", refuse, t),
        miseres=tuple(Misere(named(name), kind) for name, kind in options.misere or ()),
    )


def _both_sides(
    options: Sequence[tuple[Side, bool, bool]], option: str, refuse: Callable[[str], NoReturn], t: Translator
) -> Chelem:
    announced = [side for side, announces, _ in options if announces]
    made = [side for side, _, makes in options if makes]
    sides = {side for side, _, _ in options}
    if len(announced) > 1 or len(made) > 1 or len(sides) < len(options):
        refuse(t("{option}: one side announces it at most, and one makes it", option=option))
    return Chelem(announced[0] if announced else None, made[0] if made else None)


HAND_OPTIONS = (
    *(
        "--players",
        "--taker",
        "--partner",
        "--called",
        "--found",
        "--bid",
        "--bouts",
        "--points",
        "--counted-by",
        "--petit",
    ),
    *("--poignee", "--chelem", "--petit-chelem", "--misere"),
)


def _option(options: argparse.Namespace, name: str) -> Any:
    return getattr(options, name.removeprefix("--").replace("-", "_"))


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

        for name in (*HAND_OPTIONS, "--compare"):
            if _option(options, name) is not None:
                parser.error(t("{option} does not go with --batch", option=name))
        return _batch(parser, options.batch, results.Batch(scheme, options.no_check), t)
    hand = _hand(options, scheme, parser.error, t)
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
    """Answers each line before it waits for more, so that another program can talk to this one."""
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
