"""The options of `scorepad score` that describe a hand, and the hand that they describe."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import Any, NoReturn

from scorepad.commands.options import count, reader
from scorepad.commands.terminal import printable
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
from scorepad.tarot.scheme import Scheme
from scorepad.text import plain_number, same_name

Settings = dict[str, Any]
"""The arguments of `add_argument`."""
Refuse = Callable[[str], NoReturn]
"""Prints a text and ends with exit code 2."""
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
"""For each result on the command line: whether the side announced the chelem, and whether the side made it."""
ALONE = "alone"
SIDES = [side.value for side in Side]


def hand_options() -> dict[str, Settings]:
    """The argparse settings of each option, by its name."""
    return _player_options() | _result_options() | _bonus_options()


def _player_options() -> dict[str, Settings]:
    players = "number of players, or their names in the order of the seats (otherwise 4)"
    no_players = "{text} is neither a number of players nor names between commas"
    taker = "the taker, or in an open duel the player whose cards are counted (otherwise the first player)"
    no_name = "{text} is not a name"
    called = (
        "the called card: a suit (spades, hearts, diamonds, clubs), its king unless a court card is named"
    )
    no_card = "{text} is not a card such as hearts or queen:hearts"
    found = "where the called card was, if no other player had it"
    return {
        "--players": _typed("N|NAME,NAME,…", players, _players, no_players),
        "--taker": _typed("NAME", taker, _name, no_name),
        "--partner": _typed(f"NAME|{ALONE}", "the called player, at five", _name, no_name),
        "--called": _typed("[COURT:]SUIT", called, _called, no_card),
        "--found": {"choices": [place.value for place in Found], "help": found},
    }


def _result_options() -> dict[str, Settings]:
    bids = ", ".join(BIDS)
    points = "card points of the taker’s side: 49, 40.5, 40,5, 40½ or 40 1/2"
    no_points = "{text} is not a number of card points"
    counted_by = "the side whose card points --points gives (otherwise the taker’s)"
    return {
        "--bid": _typed("BID", bids, _bid, f"{{text}} is not a bid: {bids}"),
        "--bouts": _typed("N", "bouts of the taker’s side", count, "{text} is not a number of bouts"),
        "--points": _typed("P", points, _half_points, no_points),
        "--counted-by": {"choices": SIDES, "help": counted_by},
        "--petit": {"choices": SIDES, "help": "the side with the petit au bout"},
    }


def _bonus_options() -> dict[str, Settings]:
    poignee = "a poignée (single, double, triple) and its player, otherwise the taker; may be repeated"
    no_poignee = "{text} is not a poignée: single, double or triple"
    chelem = "a chelem (announced+made, made, missed) and its side, otherwise the taker’s"
    no_chelem = "{text} is not a chelem: announced+made, made or missed"
    petit_chelem = "a petit chelem, likewise"
    misere = "a misère (no_trumps, no_court_cards, neither) and its player; may be repeated"
    no_misere = "{text} is not a misère: NAME:no_trumps, NAME:no_court_cards or NAME:neither"
    found = {
        "--poignee": _typed("[NAME:]SIZE", poignee, _poignee, no_poignee),
        "--chelem": _typed("[SIDE:]RESULT", chelem, _chelem, no_chelem),
        "--petit-chelem": _typed("[SIDE:]RESULT", petit_chelem, _chelem, no_chelem),
        "--misere": _typed("NAME:KIND", misere, _misere, no_misere),
    }
    return {name: settings | {"action": "append"} for name, settings in found.items()}


def _typed(metavar: str, about: str, read: Callable[[str], object], refusal: str) -> Settings:
    return {"metavar": metavar, "help": about, "type": reader(read, refusal)}


def option_value(options: argparse.Namespace, name: str) -> Any:
    """The value of an option, None if the command line lacks it."""
    return getattr(options, name.removeprefix("--").replace("-", "_"))


# -- reading ---------------------------------------------------------------------------------------------


def _name(text: str) -> PlayerId:
    name = text.strip()
    if not name or name != printable(name):
        raise ValueError(text)
    return name


def _players(text: str) -> tuple[PlayerId, ...]:
    if re.fullmatch("[0-9]+", plain_number(text)) is None:
        return tuple(_name(name) for name in text.split(","))
    if not count(text):
        raise ValueError(text)
    return tuple(ascii_uppercase[: count(text)])


def _bid(text: str) -> Bid:
    name = re.sub("[- ]", "_", text.casefold())
    return BIDS.get(name) or Bid(name)


def _half_points(text: str) -> int:
    found = re.fullmatch(r"([0-9]{0,3})(?:[.,](?:([05])0*)?|(?:^| )(1/2))?", number := plain_number(text))
    if not found or re.search("[0-9]", number) is None:
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


# -- the hand --------------------------------------------------------------------------------------------


def hand_of(options: argparse.Namespace, scheme: Scheme, refuse: Refuse) -> Draft:
    """The hand of a command line; calls `refuse` if an option is missing or contradicts another option."""
    bid = options.bid or (Bid.OPEN if scheme.open else None)
    needed = ("--bouts", "--points") if bid is Bid.OPEN else ("--bid", "--bouts", "--points")
    lacking = [name for name in needed if option_value(options, name) is None]
    if lacking:
        refuse(f"{', '.join(lacking)} must be given")
    players = players_of(options, 2 if bid is Bid.OPEN else 4)
    if options.partner is None and scheme.calls_partner(len(players)):
        refuse("--partner must be given at five: a name, or alone")
    taker = _player(players, options.taker or players[0])
    partner = None if options.partner in (None, ALONE) else _player(players, options.partner)
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
            Poignee(_player(players, name or taker), size) for name, size in options.poignee or ()
        ),
        chelem=_both_sides(options.chelem or (), "--chelem", refuse),
        petit_chelem=_both_sides(options.petit_chelem or (), "--petit-chelem", refuse),
        miseres=tuple(Misere(_player(players, name), kind) for name, kind in options.misere or ()),
    )


def players_of(options: argparse.Namespace, usual: int) -> tuple[PlayerId, ...]:
    """The players that the options give; otherwise `usual` players, with letters as names."""
    return options.players or _players(str(usual))


def _player(players: Sequence[PlayerId], name: str) -> PlayerId:
    """The player with this name, in upper or lower case; an unknown name is returned for `check` to report."""
    alike = [player for player in players if same_name(player, name)]
    return name if name in alike or not alike else alike[0]


def _both_sides(options: Sequence[tuple[Side, bool, bool]], option: str, refuse: Refuse) -> Chelem:
    announced = [side for side, announces, _ in options if announces]
    made = [side for side, _, makes in options if makes]
    sides = {side for side, _, _ in options}
    if len(announced) > 1 or len(made) > 1 or len(sides) < len(options):
        refuse(f"{option}: at most one side announces it, and at most one side makes it")
    return Chelem(announced[0] if announced else None, made[0] if made else None)
