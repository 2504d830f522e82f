"""Translations of the messages of argparse."""

from __future__ import annotations

import argparse

from scorepad.i18n import Translator


def translate_argparse(t: Translator) -> None:
    """Translates the messages of argparse for this process.

    Argparse looks them up with its own `_`, and has no public way to replace it.
    """
    words = {
        "usage: ": usage(t),
        "positional arguments": t("arguments"),
        "options": t("options"),
        "show this help message and exit": t("show this help"),
        "%(prog)s: error: %(message)s\n": (
            t("{prog}: error: {problem}", prog="%(prog)s", problem="%(message)s") + "\n"
        ),
        "argument %(argument_name)s: %(message)s": t(
            "argument {name}: {problem}", name="%(argument_name)s", problem="%(message)s"
        ),
        "the following arguments are required: %s": t("still needed: {arguments}", arguments="%s"),
        "unrecognized arguments: %s": t("unrecognized arguments: {arguments}", arguments="%s"),
        "expected one argument": t("expected one argument"),
        "ignored explicit argument %r": t("takes no value, here {value}", value="%r"),
        "invalid choice: %(value)r (choose from %(choices)s)": t(
            "invalid choice: {value} (choose from {choices})", value="%(value)r", choices="%(choices)s"
        ),
    }
    vars(argparse)["_"] = lambda message: words.get(message, message)


def usage(t: Translator) -> str:
    """The words before the usage line of a command."""
    return t("usage:") + " "
