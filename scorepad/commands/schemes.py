"""The scheme that a command line names."""

from __future__ import annotations

import argparse

from scorepad.commands.options import os_reason
from scorepad.commands.terminal import printable
from scorepad.i18n import Translator
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import MAX_SCHEME_FILE, scheme_from_file, shipped_schemes


def scheme_argument(t: Translator, text: str) -> Scheme:
    """A shipped scheme by its name, or the one in a file; a type of argparse."""
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
