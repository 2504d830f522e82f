"""`scorepad history`: lists, shows, verifies, backs up, restores and imports evenings."""

from __future__ import annotations

import argparse
from functools import partial

from scorepad.commands.common import Command, guarded
from scorepad.commands.options import add_shared
from scorepad.i18n import Translator

from . import backups, deleted, imports, listing


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `history` its commands."""
    parser.description = t(
        "The saved evenings. Close the app before restore and import; the other commands work while it is open."
    )
    parser.epilog = t(
        "The exit code is 0; 1 after an error, or if a file is not sound; 2 for a bad command line."
    )
    add_shared(parser, t, "data", "lang", "zone")
    actions = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)

    def add(name: str, help_: str, run: Command) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=help_, description=help_, allow_abbrev=False)
        action.set_defaults(command=partial(guarded, run))
        add_shared(action, t, "json", "data", "lang", "zone")
        return action

    for module in (listing, backups, imports, deleted):
        module.add_parsers(add, t)
