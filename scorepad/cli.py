"""The command line: `scorepad` without a command opens the app. Imports a command only if the command line names it."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scorepad import __version__
from scorepad.commands import app
from scorepad.commands.options import add_shared
from scorepad.commands.terminal import abandon_output, complain, spell_out
from scorepad.i18n import Translator, shell_language
from scorepad.zones import SYSTEM

COMMANDS = {
    "score": "score a hand and explain the score",
    "history": "the saved evenings: list, show, verify, backup, restore, import, bin",
    "export": "write evenings as text, pictures, PDF, Excel, CSV or JSON",
    "stats": "the table of a season, and its records",
    "sheet": "write a blank score sheet to print",
    "web-app": "write the app for phones, which any web host can serve",
}
"""The help of each command, by its name, which is also the name of its module in `scorepad.commands` (with _ for -)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0, or 1 after a failure. Raises SystemExit(2) for a bad command line."""
    try:
        try:
            return _main(sys.argv[1:] if arguments is None else list(arguments))
        finally:
            if sys.stdout is not None:  # a program without a terminal may have no standard output
                sys.stdout.flush()  # a failure is reported here; at its exit Python only prints a traceback
    except BrokenPipeError:  # as in `| head`: the reader is gone
        abandon_output()
        return 1
    except OSError as error:
        if error.filename is not None:  # not an error of standard output
            raise
        abandon_output()
        complain(error.strerror or str(error))
        return 1


def _main(words: Sequence[str]) -> int:
    spell_out()
    options = parser(words).parse_args(words)
    command: Callable[[argparse.Namespace, Translator], int] = options.command
    return command(options, Translator(options.lang or shell_language(), options.zone))


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of a command line; a command gets its options only if one of the words names it."""
    main_parser = argparse.ArgumentParser(
        prog="scorepad",
        description="The score pad of French Tarot. Opens in a window, or in the browser if there is no screen.",
        allow_abbrev=False,
    )
    app.add_options(main_parser)
    add_shared(main_parser, "data", "lang")
    data = os.environ.get("SCOREPAD_DATA")
    main_parser.set_defaults(command=app.run, data=Path(data) if data else None, lang=None, zone=SYSTEM)
    version = f"scorepad {__version__}"
    main_parser.add_argument("--version", action="version", version=version, help="show the version")
    commands = main_parser.add_subparsers(title="commands", metavar="[COMMAND]")
    for name in COMMANDS:
        command = commands.add_parser(name, help=COMMANDS[name], allow_abbrev=False)
        if name in words:
            importlib.import_module(f"scorepad.commands.{name.replace('-', '_')}").fill(command)
    return main_parser
