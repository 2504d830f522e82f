"""`scorepad sheet`: a blank score sheet to print."""

from __future__ import annotations

import argparse
from contextlib import suppress
from functools import partial
from pathlib import Path

from scorepad.commands.common import data_folder, guarded, save_files
from scorepad.commands.options import add_shared, count, named_scheme, public_url, reader
from scorepad.commands.terminal import printable
from scorepad.exports.formats import PAPERS, blank_sheet
from scorepad.history import HistoryError, HistoryReader
from scorepad.i18n import Translator
from scorepad.tarot.scheme_data import DEFAULT_SCHEME, shipped_scheme
from scorepad.ui.link import saved_address


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `sheet` its options."""
    parser.description = "Writes a blank score sheet to print, with the figures of the rules, as a PDF."
    parser.set_defaults(command=partial(guarded, _sheet), json=False)
    parser.add_argument(
        "players",
        type=reader(count, "{text} is not a number of players: 3, 4 or 5"),
        choices=(3, 4, 5),
        help="the number of players",
    )
    about = "the scheme: a name that “scorepad score --schemes” lists, or a file (otherwise fft)"
    parser.add_argument("--scheme", type=named_scheme, metavar="NAME|FILE", help=about)
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help="size of the paper")
    address = "address of the published web app, which a code opens (otherwise the address of the settings)"
    parser.add_argument("--public-url", type=public_url, metavar="URL", help=address)
    parser.add_argument("--output", metavar="FILE", type=Path, help="a file (otherwise in this folder)")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    add_shared(parser, "data", "lang")


def _sheet(options: argparse.Namespace, t: Translator) -> int:
    address = options.public_url or _saved_address(data_folder(options))
    scheme = options.scheme or shipped_scheme(DEFAULT_SCHEME)
    file = blank_sheet(scheme, options.players, t, options.paper, address)
    (path,) = save_files([(options.output or Path(file.name), file.data)], force=options.force)
    print(printable(str(path)))
    return 0


def _saved_address(folder: Path) -> str:
    """The address of the published web app in the settings; "" if there is none."""
    with suppress(HistoryError), HistoryReader(folder) as history:
        return saved_address(history)
    return ""
