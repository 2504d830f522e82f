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
from pathlib import Path
from typing import NoReturn

from scorepad import __version__
from scorepad.commands import export, history, score
from scorepad.history import FolderInUse, FolderUnusable, History, HistoryError, default_folder
from scorepad.i18n import LANGUAGES, Translator, system_language
from scorepad.i18n.refusals import failure_text

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8550
"""Always the same, so that bookmarks and the browser's cache stay good."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 if something stood in its way. SystemExit 2 for a bad line."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    t = Translator(_language(words))
    options = _parser(t).parse_args(words)
    command: Callable[[argparse.Namespace, Translator], int] = options.command
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    return command(options, t)


def _end(*_: object) -> NoReturn:
    warnings.simplefilter("ignore")  # Python would complain of what was just about to start
    # Not KeyboardInterrupt: where that passes through exec(), Python ends as if killed, though it was caught.
    raise SystemExit(0)


def _language(words: Sequence[str]) -> str:
    """The language to speak, before the rest of the line is understood."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    asked = first.parse_known_args(words)[0].lang
    return asked if asked in LANGUAGES else system_language()


def _parser(t: Translator) -> argparse.ArgumentParser:
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
        type=_port(t),
        metavar="N",
        help=t("port of the page ({port}, or the next free one); implies --web", port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--host",
        metavar="H",
        help=t("address to serve ({host}: this computer only); implies --web", host=DEFAULT_HOST),
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("SCOREPAD_DATA") or None,
        metavar="DIR",
        help=t("folder of the scores (also SCOREPAD_DATA; otherwise where the system keeps such things)"),
    )
    parser.add_argument("--lang", choices=LANGUAGES, help=t("language (otherwise that of the system)"))
    parser.add_argument("--version", action="version", version=f"scorepad {__version__}")
    commands = parser.add_subparsers(title=t("commands"), metavar="[COMMAND]")
    score.add_parser(commands, t)
    history.add_parser(commands, t)
    export.add_parser(commands, t)
    return parser


def _port(t: Translator) -> Callable[[str], int]:
    def port(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 2**16:
            return int(text)
        raise argparse.ArgumentTypeError(t("{text} is not a port: a number from 0 to 65535", text=text))

    return port


def _run(options: argparse.Namespace, t: Translator) -> int:
    folder = options.data or default_folder()
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
        reason = os.strerror(error.code) if error.code else t("not a folder of its own")
        return _fail(
            t("cannot write in {folder} ({reason}); --data DIR takes another", folder=folder, reason=reason)
        )
    except HistoryError as error:
        reason = failure_text(t, error)
        return _fail(
            t("cannot open {folder} ({reason}); --data DIR takes another", folder=folder, reason=reason)
        )


def _open(history: History, options: argparse.Namespace, t: Translator) -> int:
    def announce(url: str) -> str:
        return t("scorepad is at {url} (Ctrl+C ends it)", url=url)

    if options.web or options.port is not None or options.host is not None:
        return _serve(history, options, t, announce)
    from scorepad.main import NoScreen, WindowUnavailable, open_window
    from scorepad.ui.app import build

    try:
        open_window(build(history, language=options.lang, native=True))
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
    from scorepad import server

    host = DEFAULT_HOST if options.host is None else options.host
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        listener = server.listen(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            reason = error.strerror or str(error)
            return _fail(t("cannot serve {host} port {port} ({reason})", host=host, port=port, reason=reason))
        if options.port is not None:
            return _fail(t("port {port} is taken; --port N takes another", port=port))
        listener = server.listen(host, 0)
        _say(t("Port {port} is taken; another one is used this time.", port=port))

    def load() -> server.Main:
        from scorepad.ui.app import build

        return build(history, language=options.lang)

    def sheet(session_id: str, language: str, paper: str) -> bytes | None:
        from scorepad.exports.pdf import Paper, score_sheet

        if language not in LANGUAGES or paper.upper() not in Paper.__members__:
            return None
        try:
            return score_sheet([history.load(session_id)], Translator(language), paper=Paper[paper.upper()])
        except HistoryError:
            return None

    url = server.address(listener)
    _say(announcement(url))
    if not server.is_private(listener):
        _say(t("Whoever is on your network can read and change these scores."))
    if _has_screen():
        # The listener holds the browser's first request until the server is there.
        threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()
    server.serve(load, listener, host=host, sheet=sheet)
    return 0


def _has_screen() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(text: str) -> None:
    print(text, flush=True)


def _fail(text: str) -> int:
    print(f"scorepad: {text}", file=sys.stderr)
    return 1
