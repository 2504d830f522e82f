"""`scorepad history`: lists, shows, verifies, backs up, restores and imports evenings."""

from __future__ import annotations

import argparse
from functools import partial

from scorepad.commands.common import Command, add_shared, guarded
from scorepad.i18n import Translator

from . import backups, imports, listing


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser], t: Translator) -> None:
    """Adds `history` to the commands of scorepad."""
    parser = commands.add_parser(
        "history",
        help=t("the evenings that are kept: list, show, verify, backup, restore, import"),
        description=t(
            "The evenings that are kept. restore and import need the scores for themselves; the others work "
            "while the app is open."
        ),
        epilog=t(
            "The exit code is 0, or 1 if something stood in the way or is not sound, or 2 for a line that is wrong."
        ),
        allow_abbrev=False,
    )
    add_shared(parser, t, "data", "lang")
    actions = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)

    def add(name: str, help_: str, run: Command) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=help_, description=help_, allow_abbrev=False)
        action.set_defaults(command=partial(guarded, run))
        add_shared(action, t, "json", "data", "lang")
        return action

    for module in (listing, backups, imports):
        module.add_parsers(add, t)
