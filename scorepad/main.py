"""The entry of Flet's own tools (`flet run`, `flet build`, `flet publish`), and the native window.

A packaged app is this folder's contents: they are the top of `sys.path` there, and nothing above is called
scorepad. So the package is bound to its name here, and imported in functions only.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import os
import signal
import socket
import sys
import tempfile
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import flet as ft

if TYPE_CHECKING:
    from scorepad.ui.files import Place

App = Callable[[ft.Page], None]

DOWNLOAD_SECONDS = 15.0
"""How long the first start may wait for the next bytes of Flet's client before the browser does as well."""
CLOSING_SECONDS = 3.0
"""How long a window may take to close when the process is asked to end."""


def _bind_package() -> None:
    here = Path(__file__).resolve()
    # Packages are compiled: __init__ then has the same ending as this module.
    spec = importlib.util.spec_from_file_location(
        "scorepad", here.with_stem("__init__"), submodule_search_locations=[str(here.parent)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package around {here}")
    sys.modules["scorepad"] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)


if importlib.util.find_spec("scorepad") is None:
    _bind_package()


class WindowUnavailable(Exception):
    """No native window; the text says why, in the system's words, empty if it just closed."""


class NoScreen(WindowUnavailable):
    """Nor could there be any."""


def open_window(app: App) -> None:
    """Show the app in Flet's native window until that closes. Raises WindowUnavailable if it never opened."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        raise NoScreen  # Flet would serve port 8000 to the whole network instead
    opened: list[ft.Page] = []

    def main(page: ft.Page) -> None:
        socket.setdefaulttimeout(None)
        opened.append(page)
        app(page)

    try:
        with _own_folder(), _one_client(opened), _first_start(), _signals_kept():
            asyncio.run(_window(main, opened))
    except Exception as error:
        if opened:
            raise
        raise WindowUnavailable(_reason(error)) from error
    if not opened:
        raise WindowUnavailable


def _reason(error: Exception) -> str:
    """In the system's words, without the wrapping that urllib puts round them."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return (isinstance(cause, OSError) and cause.strerror) or str(cause) or type(error).__name__


async def _window(main: App, opened: list[ft.Page]) -> None:
    from scorepad import assets_folder

    window = asyncio.create_task(ft.run_async(main, assets_dir=str(assets_folder())))
    await asyncio.sleep(0)
    # By now Flet has set handlers of its own, which leave the window open. These close it.
    loop = asyncio.get_running_loop()

    async def destroy(page: ft.Page) -> None:
        with contextlib.suppress(RuntimeError):  # gone before it could answer
            await page.window.destroy()

    def close() -> None:
        for page in opened:
            page.run_task(destroy, page)
        loop.call_later(CLOSING_SECONDS, window.cancel)

    def stop(*_: object) -> None:
        if not opened:
            raise SystemExit(0)  # the loop may be busy downloading
        loop.call_soon_threadsafe(close)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    with contextlib.suppress(asyncio.CancelledError):
        await window


@contextlib.contextmanager
def _own_folder() -> Iterator[None]:
    """Let Flet put its socket, and the file that names the process to end, where no other account can reach them."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="scorepad-", ignore_cleanup_errors=True) as folder:
        tempfile.tempdir = folder
        try:
            yield
        finally:
            tempfile.tempdir = before


@contextlib.contextmanager
def _one_client(opened: list[ft.Page]) -> Iterator[None]:
    """Let Flet's server keep the first client that registers: it would leave that one for any newcomer."""
    from flet.messaging import flet_socket_server

    class Server(flet_socket_server.FletSocketServer):
        async def handle_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if opened or self.session is not None:
                writer.close()
            else:
                await super().handle_connection(reader, writer)

    flets = flet_socket_server.FletSocketServer
    flet_socket_server.FletSocketServer = Server  # type: ignore[misc]
    try:
        yield
    finally:
        flet_socket_server.FletSocketServer = flets  # type: ignore[misc]


@contextlib.contextmanager
def _first_start() -> Iterator[None]:
    """Bound the download of Flet's client, and keep what it says off the standard output.

    A person sees its progress; a log gets nothing.
    """
    socket.setdefaulttimeout(DOWNLOAD_SECONDS)
    try:
        with contextlib.redirect_stdout(sys.stderr if sys.stderr.isatty() else io.StringIO()):
            yield
    finally:
        socket.setdefaulttimeout(None)


@contextlib.contextmanager
def _signals_kept() -> Iterator[None]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def start() -> None:
    """Start scorepad: as Flet's tools and packaged apps expect, and otherwise as the command does."""
    if not (sys.platform == "emscripten" or {"FLET_PLATFORM", "FLET_DISPLAY_URL_PREFIX"} & os.environ.keys()):
        from scorepad.cli import main

        sys.exit(main())

    from scorepad import assets_folder

    ft.run(_app(), assets_dir=str(assets_folder()), host="127.0.0.1", no_cdn=True)


def _app() -> App:
    from scorepad.history import FolderInUse, FolderUnusable, History, HistoryError, default_folder
    from scorepad.i18n import Translator, system_language
    from scorepad.i18n.errors import error_text
    from scorepad.ui.app import build

    folder = os.environ.get("SCOREPAD_DATA")
    history = History(Path(folder) if folder else default_folder())
    try:
        # Held until the process ends: in a browser, ft.run() is over at once and the app goes on.
        history.__enter__()
        history.keep_backups()
    except HistoryError as error:
        t = Translator(system_language())
        if isinstance(error, (FolderInUse, FolderUnusable)):
            sorry = t("scorepad cannot open its data: another scorepad is open, or the storage is full.")
        else:
            sorry = t("scorepad cannot open its data: {reason}", reason=error_text(t, error))
        return lambda page: page.add(ft.SafeArea(ft.Text(sorry)))
    return build(history, language=None, place=_place())


def _place() -> Place:
    """Where Flet's own tools show the app: as they choose it, before any client is there."""
    from flet.utils import get_bool_env_var, is_linux_server

    from scorepad.history.folder import one_instance_only
    from scorepad.ui.files import Place

    if sys.platform == "emscripten" or get_bool_env_var("FLET_FORCE_WEB_SERVER") or is_linux_server():
        return Place.BROWSER
    return Place.DEVICE if one_instance_only() else Place.WINDOW


if __name__ == "__main__":
    start()
