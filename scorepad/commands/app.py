"""`scorepad` without a command: the app in a window, or in the browser."""

from __future__ import annotations

import argparse
import errno
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from scorepad.commands.options import public_url, reader
from scorepad.commands.terminal import complain, os_reason
from scorepad.i18n import Translator
from scorepad.text import plain_number

if TYPE_CHECKING:
    from scorepad.history import History, HistoryReader
    from scorepad.pad import Pad
    from scorepad.sharing.relay import Relay
    from scorepad.sharing.together import Together
    from scorepad.web.address import Endpoint
    from scorepad.web.follow_server import FollowServer
    from scorepad.web.server import Credentials, Main

    Scores = Callable[[], "Opened"]
    """Opens the history at the first call, and returns the same `Opened` at every later call. Raises CannotOpen.

    The first call also starts the backups, the sharing over a folder and the relay. The server of the page listens
    before the first call.
    """

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8550
"""The usual port of the page. It never changes, so that bookmarks, the browser's key and its cache stay valid."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the app."""
    parser.add_argument("--web", action="store_true", help="open in the browser")
    parser.add_argument(
        "--port",
        type=reader(_port, "{text} is not a port: a number from 0 to 65535"),
        metavar="N",
        help=f"port of the page ({DEFAULT_PORT}, or the next free port); implies --web",
    )
    parser.add_argument(
        "--host",
        metavar="H",
        help=f"address to serve ({DEFAULT_HOST}: this computer only); implies --web",
    )
    parser.add_argument(
        "--behind",
        type=_origin,
        metavar="URL",
        help="address of a TLS server that passes everything on to this page; implies --web",
    )
    parser.add_argument(
        "--new-address",
        action="store_true",
        help="give the page a new address; the old address stops working at once",
    )
    parser.add_argument(
        "--public-url",
        type=public_url,
        metavar="URL",
        help="address of the published web app, where links and codes open (for this start only)",
    )


def _port(text: str) -> int:
    number = plain_number(text)
    if re.fullmatch("[0-9]{1,5}", number) is None or int(number) >= 2**16:
        raise ValueError(text)
    return int(number)


def _origin(text: str) -> str:
    origin = public_url(text).removesuffix("/")
    if origin.count("/") > 2:
        raise argparse.ArgumentTypeError("it has a folder: the page needs a host of its own")
    return origin


class Opened(NamedTuple):
    """The open history; `together` shares it over a folder, and `relay` publishes its evenings."""

    history: History
    together: Together
    relay: Relay


class CannotOpen(Exception):
    """The app cannot be opened; the text says why."""


def run(options: argparse.Namespace, t: Translator) -> int:
    """Opens the app; returns the exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    with ExitStack() as opened:
        try:
            if options.new_address:
                _renew(_folder(options))
            else:
                _open(cache(partial(_scores, options, t, opened)), options)
        except CannotOpen as error:
            complain(str(error))
            return 1
    return 0


def _scores(options: argparse.Namespace, t: Translator, opened: ExitStack) -> Opened:
    """Opens the history, starts its backups, and shares it, until `opened` is closed. Raises CannotOpen."""
    from scorepad.history import FolderInUse, FolderUnusable, History, HistoryError
    from scorepad.sharing.relay import Relay
    from scorepad.sharing.together import Together
    from scorepad.ui.background import start_backups, start_relay, start_sharing

    folder = _folder(options)
    try:
        history = opened.enter_context(History(folder))
        opened.callback(start_backups(history))
        together = Together(history)
        opened.callback(start_sharing(together))
        relay = Relay(history)
        opened.callback(start_relay(relay))
    except FolderInUse:
        text = (
            f"another scorepad is using {folder}: go to its window or page, or close it first; "
            "--data DIR opens other scores beside it"
        )
        raise CannotOpen(text) from None
    except FolderUnusable as error:
        reason = os.strerror(error.code) if error.code else "not a folder of its own"
        raise _unwritable(folder, reason) from None
    except HistoryError as error:
        from scorepad.i18n.errors import error_text

        raise CannotOpen(f"{folder}: {error_text(t, error)}") from None
    return Opened(history, together, relay)


def _folder(options: argparse.Namespace) -> Path:
    from scorepad.history import default_folder

    return options.data or default_folder()


def _end(*_: object) -> NoReturn:
    # Otherwise Python warns at exit that some coroutines were never awaited.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    # Not KeyboardInterrupt: after it has passed through exec(), Python exits as if killed, even if it is caught.
    raise SystemExit(0)


def _unwritable(folder: Path, reason: str) -> CannotOpen:
    return CannotOpen(f"cannot write in {folder} ({reason}); --data DIR takes another folder")


def _renew(folder: Path) -> None:
    """Replaces the key in the address of the page, and prints the new key. Raises CannotOpen.

    A scorepad that serves the page at the same time notices the new key.
    """
    from scorepad.web import keys

    try:
        folder.mkdir(parents=True, exist_ok=True)
        secret = keys.renew(folder)
    except OSError as error:
        raise _unwritable(folder, os_reason(error)) from None
    _say(f"The address ends in #key={secret} from now on; the old address opens nothing.")


def _open(scores: Scores, options: argparse.Namespace) -> None:
    """Opens the window; serves the page instead if the options ask for the page, or if no window can be opened."""
    if options.web or options.behind or options.port is not None or options.host is not None:
        _serve(scores, options)
        return
    opened = scores()
    from scorepad.pad import Pad
    from scorepad.ui.app import build
    from scorepad.ui.host import Place
    from scorepad.ui.window import NoScreen, WindowUnavailable, open_window

    pad = Pad(opened.history)
    try:
        with _live(pad) as live:
            open_window(
                build(
                    pad,
                    language=options.lang,
                    place=Place.WINDOW,
                    public_url=options.public_url,
                    live=live,
                    together=opened.together,
                    relay=opened.relay,
                )
            )
    except NoScreen:
        _serve(scores, options, "There is no screen here: open this address in a browser.")
    except WindowUnavailable as error:
        reason = str(error) or "it closed at once"
        words = f"The window cannot be opened ({reason}): open this address in a browser."
        _serve(scores, options, words)


def _serve(scores: Scores, options: argparse.Namespace, instead: str = "") -> None:
    """Serves the page until a signal ends it; `instead` says why there is no window."""
    from scorepad.web import server

    endpoint = _listen(scores, options)

    def load() -> tuple[Main, Credentials]:
        opened = scores()
        doors = _announced(opened.history.folder, endpoint, instead)
        main = _app(opened.history, options, doors, endpoint, opened.together, opened.relay)
        return main, doors

    server.serve(load, endpoint)


def _listen(scores: Scores, options: argparse.Namespace) -> Endpoint:
    """Opens the port, or a free port if the default port is taken and no port is required. Raises CannotOpen."""
    from scorepad.web.address import Endpoint, listen

    host = DEFAULT_HOST if options.host is None else options.host
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        listener = listen(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CannotOpen(f"cannot serve {host} port {port} ({os_reason(error)})") from None
        scores()  # raises CannotOpen, with its own text, if another scorepad has the scores open
        if options.port is not None or options.behind:
            raise CannotOpen(f"port {port} is taken; --port N takes another port") from None
        listener = listen(host, 0)
        _say(f"Port {port} is taken; a different port is used this time.")
    return Endpoint(listener, host, options.behind or "")


def _announced(folder: Path, endpoint: Endpoint, instead: str) -> Credentials:
    """Creates the credentials for the page, prints its address, and opens a browser if there is a screen.

    `instead` says why there is no window, and is printed before the address; it may be empty.
    """
    from scorepad.web.keys import Key
    from scorepad.web.server import Credentials

    key = Key(folder)

    def say(words: str) -> None:
        if key.damaged:
            _say(
                "The file with the address’s key was damaged: there is a new key, and the old address opens "
                "nothing."
            )
        _say(words)

    doors = Credentials(key, lambda: say(f"The new address is {endpoint.url(key.secret)}"))
    words = [instead, f"scorepad is at {endpoint.url(key.secret)} (Ctrl+C ends it)"]
    if not endpoint.is_private:
        words.append("Anyone in your network who has this address can read and change these scores.")
    say("\n".join(filter(None, words)))
    if _has_screen():
        # Every account of a computer can read the arguments of a program, so the browser gets a secret for one use.
        import webbrowser

        once = endpoint.url(doors.starts.issue(True), here=True)
        threading.Thread(target=webbrowser.open, args=[once], daemon=True).start()
    return doors


def _live(pad: Pad, public: Endpoint | None = None) -> FollowServer:
    """The server of followers: at the `public` endpoint, or else at an endpoint of its own."""
    from scorepad.web.follow_server import FollowServer
    from scorepad.web.following import Following
    from scorepad.web.keys import EveningKeys

    return FollowServer(Following(pad, EveningKeys(pad.history.folder)), public)


def _app(
    history: History,
    options: argparse.Namespace,
    doors: Credentials,
    endpoint: Endpoint,
    together: Together | None = None,
    relay: Relay | None = None,
) -> Main:
    from scorepad.pad import Pad
    from scorepad.ui.app import build
    from scorepad.ui.host import Place, Served
    from scorepad.web.clients import look_of

    def sheet_path(evening_id: str, t: Translator, paper: str) -> str:
        return doors.sheet_path(partial(_sheet, history, evening_id, t, paper))

    pad = Pad(history)
    live = _live(pad, None if endpoint.is_private else endpoint)
    doors.following = live.following
    live.start()
    return build(
        pad,
        language=options.lang,
        place=Place.BROWSER,
        public_url=options.public_url,
        served=Served(look_of, sheet_path),
        live=live,
        together=together,
        relay=relay,
    )


def _sheet(history: HistoryReader, evening_id: str, t: Translator, paper: str) -> bytes | None:
    from scorepad.exports.formats import score_sheet
    from scorepad.history import HistoryError

    try:
        return score_sheet(history.load(evening_id), t, paper)
    except HistoryError:
        return None


def _has_screen() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(text: str) -> None:
    print(text, flush=True)
