"""`scorepad history`: lists, shows, verifies, backs up, restores, imports, shares and undeletes evenings."""

from __future__ import annotations

import argparse
from functools import partial

from scorepad.commands.common import Command, guarded
from scorepad.commands.options import add_shared

from . import backups, imports, listing, sharing


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `history` its commands."""
    parser.description = (
        "The saved evenings. Close the app before restore and import; "
        "the other commands work while it is open."
    )
    parser.epilog = (
        "The exit code is 0; 1 after an error, or if a file is not sound; 2 for a bad command line."
    )
    add_shared(parser, "data", "lang", "zone")
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, help_: str, run: Command) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=help_, description=help_, allow_abbrev=False)
        action.set_defaults(command=partial(guarded, run))
        add_shared(action, "json", "data", "lang", "zone")
        return action

    for module in (listing, backups, imports, sharing):
        module.add_parsers(add)
