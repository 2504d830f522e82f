"""The command line: `scorepad` alone opens the app."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
import threading
import warnings
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from scorepad import __version__
from scorepad.commands import export, history, score, web_app
from scorepad.commands.argparse_words import translate_argparse
from scorepad.commands.common import add_shared, os_reason, reader
from scorepad.commands.terminal import abandon_output, complain, spell_out
from scorepad.history import FolderInUse, FolderUnusable, History, HistoryError, default_folder
from scorepad.i18n import LANGUAGES, Translator, shell_language
from scorepad.i18n.errors import error_text
from scorepad.ui.public_address import BadAddress, fault_text, public_address

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8550
"""Always the same, so that bookmarks and the browser's cache stay good."""


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
    options = _parser(t).parse_args(words)
    command: Callable[[argparse.Namespace, Translator], int] = options.command
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    return command(options, t)


def _end(*_: object) -> NoReturn:
    # Python would warn of coroutines that were about to start.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    # Not KeyboardInterrupt: where that passes through exec(), Python ends as if killed, though it was caught.
    raise SystemExit(0)


def _language(words: Sequence[str]) -> str:
    """The language of the messages, read before the rest of the command line."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    asked = first.parse_known_args(words)[0].lang
    return asked if asked in LANGUAGES else shell_language()


def _parser(t: Translator) -> argparse.ArgumentParser:
    translate_argparse(t)
    parser = argparse.ArgumentParser(
        prog="scorepad",
        description=t(
            "The score pad of French Tarot. Opens in a window, or in the browser where there is none."
        ),
        allow_abbrev=False,
    )
    parser.set_defaults(command=_run)  # a subcommand's parser sets its own
    parser.add_argument("--web", action="store_true", help=t("open in the browser"))
    parser.add_argument(
        "--port",
        type=reader(_port, t("{text} is not a port: a number from 0 to 65535")),
        metavar="N",
        help=t("port of the page ({port}, or the next free one); implies --web", port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--host",
        metavar="H",
        help=t("address to serve ({host}: this computer only); implies --web", host=DEFAULT_HOST),
    )
    parser.add_argument(
        "--new-address",
        action="store_true",
        help=t("give the page a new address; the old one stops working at once"),
    )
    parser.add_argument(
        "--public-url",
        type=partial(_public_url, t),
        metavar="URL",
        help=t("address of the published web app, where links to hands open (for this start only)"),
    )
    add_shared(parser, t, "data", "lang")
    parser.set_defaults(data=os.environ.get("SCOREPAD_DATA") or None, lang=None)
    parser.add_argument(
        "--version", action="version", version=f"scorepad {__version__}", help=t("show the version")
    )
    commands = parser.add_subparsers(title=t("commands"), metavar="[COMMAND]")
    score.add_parser(commands, t)
    history.add_parser(commands, t)
    export.add_parser(commands, t)
    web_app.add_parser(commands, t)
    return parser


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 2**16:
        return int(text)
    raise ValueError(text)


def _public_url(t: Translator, text: str) -> str:
    try:
        return public_address(text)
    except BadAddress as error:
        raise argparse.ArgumentTypeError(fault_text(t, error.fault)) from None


def _run(options: argparse.Namespace, t: Translator) -> int:
    folder = options.data or default_folder()
    if options.new_address:
        return _renew(folder, t)
    try:
        with History(folder) as opened:
            opened.keep_backups()
            return _open(opened, options, t)
    except FolderInUse:
        return _fail(
            t(
                "another scorepad is using {folder}: go to its window or page, or close it first; "
                "--data DIR opens other scores beside it",
                folder=folder,
            )
        )
    except FolderUnusable as error:
        return _unwritable(folder, os.strerror(error.code) if error.code else t("not a folder of its own"), t)
    except HistoryError as error:
        reason = error_text(t, error)
        return _fail(
            t("cannot open {folder}: {reason} --data DIR takes another.", folder=folder, reason=reason)
        )


def _unwritable(folder: Path, reason: str, t: Translator) -> int:
    return _fail(
        t("cannot write in {folder} ({reason}); --data DIR takes another", folder=folder, reason=reason)
    )


def _renew(folder: Path, t: Translator) -> int:
    """Writes a new key; a scorepad that serves the page at the same time notices it."""
    from scorepad.web import keys

    try:
        folder.mkdir(parents=True, exist_ok=True)
        secret = keys.renew(folder)
    except OSError as error:
        return _unwritable(folder, os_reason(error), t)
    _say(t("The address ends in {secret} from now on; the old one opens nothing.", secret=f"?key={secret}"))
    return 0


def _open(history: History, options: argparse.Namespace, t: Translator) -> int:
    def announce(url: str) -> str:
        return t("scorepad is at {url} (Ctrl+C ends it)", url=url)

    if options.web or options.port is not None or options.host is not None:
        return _serve(history, options, t, announce)
    from scorepad.ui.app import build
    from scorepad.ui.files import Place
    from scorepad.ui.window import NoScreen, WindowUnavailable, open_window

    try:
        open_window(build(history, language=options.lang, place=Place.WINDOW, public_url=options.public_url))
        return 0
    except WindowUnavailable as error:
        reason = None if isinstance(error, NoScreen) else str(error) or t("it closed at once")

    def explain(url: str) -> str:
        instead = announce(url)
        if reason is None:
            return t("There is no screen here: {instead}", instead=instead)
        return t("The window cannot be opened ({reason}): {instead}", reason=reason, instead=instead)

    return _serve(history, options, t, explain)


def _serve(
    history: History, options: argparse.Namespace, t: Translator, announcement: Callable[[str], str]
) -> int:
    from scorepad.web import server
    from scorepad.web.keys import Keys

    host = DEFAULT_HOST if options.host is None else options.host
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        listener = server.listen(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            reason = os_reason(error)
            return _fail(t("cannot serve {host} port {port} ({reason})", host=host, port=port, reason=reason))
        if options.port is not None:
            return _fail(t("port {port} is taken; --port N takes another", port=port))
        listener = server.listen(host, 0)
        _say(t("Port {port} is taken; a different one is used this time.", port=port))

    def load() -> server.Main:
        from scorepad.ui.app import build
        from scorepad.ui.files import Place

        return build(history, language=options.lang, place=Place.BROWSER, public_url=options.public_url)

    def sheet(evening_id: str, language: str, paper: str) -> bytes | None:
        from scorepad.exports.formats import PAPERS, score_sheet

        if language not in LANGUAGES or paper not in PAPERS:
            return None
        try:
            return score_sheet(history.load(evening_id), Translator(language), paper)
        except HistoryError:
            return None

    keys = Keys(history.folder)
    if keys.damaged:
        _say(_damaged(t))
    _say(announcement(server.address(listener, keys.secret, in_network=True)))
    if not server.is_private(listener):
        _say(t("Anyone in your network who has this address can read and change these scores."))
    if _has_screen():
        # The listener holds the browser's first request until the server is there.
        once = server.address(listener, keys.once())
        threading.Thread(target=webbrowser.open, args=[once], daemon=True).start()

    def renewed(url: str) -> None:
        if keys.damaged:
            _say(_damaged(t))
        _say(t("The new address is {url}", url=url))

    cache = history.folder / "cache"
    server.serve(load, listener, host=host, keys=keys, sheet=sheet, cache=cache, renewed=renewed)
    return 0


def _damaged(t: Translator) -> str:
    return t(
        "The file with the address’s key was damaged: there is a new one, and the old address opens nothing."
    )


def _has_screen() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(text: str) -> None:
    print(text, flush=True)


def _fail(text: str) -> int:
    complain(text)
    return 1
