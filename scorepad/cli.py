"""The command line: `scorepad` alone opens the app. A command is imported when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scorepad import __version__
from scorepad.commands import app
from scorepad.commands.argparse_words import translate_argparse
from scorepad.commands.options import add_shared
from scorepad.commands.terminal import abandon_output, complain, spell_out
from scorepad.i18n import LANGUAGES, N_, Translator, shell_language
from scorepad.zones import SYSTEM

COMMANDS = {
    "score": N_("score a hand and explain the score"),
    "history": N_("the saved evenings: list, show, verify, backup, restore, import"),
    "export": N_("write evenings as text, pictures, PDF, Excel, CSV or JSON"),
    "stats": N_("the table of a season, and its records"),
    "sheet": N_("write a blank score sheet to print"),
    "web-app": N_("write the app for phones, which any web host can serve"),
}
"""The commands, and what `--help` says of each. A module of `scorepad.commands` bears the name of each."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0, or 1 after a failure. Raises SystemExit 2 for a bad command line."""
    try:
        try:
            return _main(sys.argv[1:] if arguments is None else list(arguments))
        finally:
            if sys.stdout is not None:  # a program without a terminal may have none
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
    t = Translator(_language(words))
    options = parser(t, words).parse_args(words)
    command: Callable[[argparse.Namespace, Translator], int] = options.command
    return command(options, Translator(t.language, options.zone))


def _language(words: Sequence[str]) -> str:
    """The language of the messages, read before the rest of the command line."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    asked = first.parse_known_args(words)[0].lang
    return asked if asked in LANGUAGES else shell_language()


def parser(t: Translator, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of a command line; commands that none of its words names know no options."""
    translate_argparse(t)
    main_parser = argparse.ArgumentParser(
        prog="scorepad",
        description=t(
            "The score pad of French Tarot. Opens in a window, or in the browser where there is none."
        ),
        allow_abbrev=False,
    )
    app.add_options(main_parser, t)
    add_shared(main_parser, t, "data", "lang")
    data = os.environ.get("SCOREPAD_DATA")
    main_parser.set_defaults(command=app.run, data=Path(data) if data else None, lang=None, zone=SYSTEM)
    main_parser.add_argument(
        "--version", action="version", version=f"scorepad {__version__}", help=t("show the version")
    )
    commands = main_parser.add_subparsers(title=t("commands"), metavar="[COMMAND]")
    for name in COMMANDS:
        command = commands.add_parser(name, help=t(COMMANDS[name]), allow_abbrev=False)
        if name in words:
            importlib.import_module(f"scorepad.commands.{name.replace('-', '_')}").fill(command, t)
    return main_parser
