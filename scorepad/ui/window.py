"""The native window of the app, opened by Flet's client for the desktop."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import socket
import sys
import tempfile
import urllib.error
from collections.abc import Callable, Iterator

import flet as ft
from flet.messaging import flet_socket_server

from scorepad import assets_folder

App = Callable[[ft.Page], None]

DOWNLOAD_SECONDS = 15.0
"""Seconds for which the first start may wait for the next bytes of Flet's client; then the browser opens instead."""
CLOSING_SECONDS = 3.0
"""Seconds that a window may take to close when the process is asked to end."""


class WindowUnavailable(Exception):
    """The native window did not open. Its text is the reason of the system; it is empty if the system gave none."""


class NoScreen(WindowUnavailable):
    """No display is available."""


def open_window(app: App) -> None:
    """Shows the app in Flet's native window until the window closes. Raises WindowUnavailable if it never opened."""
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
    """The reason in the system's words, without the words that urllib adds."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return (isinstance(cause, OSError) and cause.strerror) or str(cause) or type(error).__name__


async def _window(main: App, opened: list[ft.Page]) -> None:
    window = asyncio.create_task(ft.run_async(main, assets_dir=str(assets_folder())))
    await asyncio.sleep(0)
    # Flet has now set signal handlers, which leave the window open. The handlers below close the window.
    loop = asyncio.get_running_loop()

    async def destroy(page: ft.Page) -> None:
        with contextlib.suppress(RuntimeError):  # closed before it answered
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
    """Gives Flet a private folder for its socket and for the file with its process id."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="scorepad-", ignore_cleanup_errors=True) as folder:
        tempfile.tempdir = folder
        try:
            yield
        finally:
            tempfile.tempdir = before


@contextlib.contextmanager
def _one_client(opened: list[ft.Page]) -> Iterator[None]:
    """Makes Flet's server refuse all clients after the first; else each new client would replace the one before."""

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
    """Limits the time for the download of Flet's client, and shows its progress on a terminal only."""
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
