"""Saves and opens files: with a dialog on a computer, as a download in a browser, with the system's picker on a phone.

The app trusts nothing that a browser says about itself or about a file.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Coroutine
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import flet as ft

from scorepad.exports.formats import File
from scorepad.history.transfer import LIMIT
from scorepad.i18n import Translator
from scorepad.ui import background
from scorepad.ui.host import Host, Place
from scorepad.writing import write_files

log = logging.getLogger("scorepad")

MAX_OPENED = LIMIT
"""The largest file that is opened, in bytes."""


class Teller(Protocol):
    """The methods of a window that Files needs: they run work, and show notices."""

    host: Host
    t: Translator

    def run(self, work: Callable[[], Coroutine[Any, Any, object]], failure: str | None = None) -> None: ...

    def say(self, text: str, *, error: bool = False) -> None: ...


class Files:
    """Opens, saves and shares files for the page of one window; also returns the addresses of this page."""

    def __init__(self, page: ft.Page, teller: Teller) -> None:
        self._page, self._teller = page, teller

    @property
    def _place(self) -> Place:
        return self._teller.host.place

    def web_address(self, path: str) -> str:
        """The complete URL of a path of the app, for a browser."""
        web_app = self._teller.host.web_app
        if web_app is not None:
            return f"{web_app.browser.address}#{path}"
        # Flet gives the address of its websocket: ws://host/… or wss://host/…
        scheme, _, rest = (self._page.url or "").partition("://")
        host = rest.partition("/")[0]
        return f"{'https' if scheme in ('https', 'wss') else 'http'}://{host}{path}"

    @property
    def reached_elsewhere(self) -> bool:
        """Whether other devices may reach this page: not a native window, and not a loopback address."""
        host = urlsplit(self.web_address("")).hostname or ""
        if self._place is not Place.BROWSER or host == "localhost" or host.endswith(".localhost"):
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return bool(host)
        return not (address.is_loopback or address.is_unspecified)

    @property
    def can_share(self) -> bool:
        """Whether this page can use the share sheet of a phone.

        In a browser the page must be secure, and the browser must have a share sheet.
        """
        if self._page.platform not in (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS):
            return False
        if self._place is not Place.BROWSER:
            return True
        secure = self.web_address("").startswith("https:") or not self.reached_elsewhere
        return secure and bool(self._teller.host.browser_shares)

    async def give(self, file: File, shared_as: str | None = None) -> bool:
        """Lets a person save a file. Returns False if the person cancels, or after a write error, which a notice shows.

        If `shared_as` (a media type) is given, opens the share sheet of a phone and, if this fails, the save dialog.
        A browser does not report whether a download was saved: the result is True.
        """
        if shared_as is not None:
            shares = [ft.ShareFile.from_bytes(file.data, mime_type=shared_as, name=file.name)]
            try:
                return (await ft.Share().share_files(shares)).status is not ft.ShareResultStatus.DISMISSED
            except Exception:
                log.exception("sharing failed")
        path = await ft.FilePicker().save_file(file_name=file.name, src_bytes=file.data)
        if self._place is Place.BROWSER:
            return True  # a browser does not report the result; a path in its answer would be false
        if path and self._place is Place.WINDOW:
            return await self._write(Path(path), file.data)
        return bool(path)

    async def _write(self, path: Path, content: bytes) -> bool:
        """Writes a file; returns False after an error, which a notice shows.

        Replaces a file that exists: the save dialog has already asked the person.
        """
        try:
            await background.run(partial(write_files, [(path, content)], force=True))
        except OSError as error:
            t, reason = self._teller.t, os.strerror(error.errno or 0)
            words = t("{path} cannot be written ({reason})", path=str(path), reason=reason)
            self._teller.say(words, error=True)
            return False
        return True

    def save(self, name: str, content: bytes) -> None:
        """Lets a person save a file that another scorepad can open; shows a notice when the file is saved."""

        async def ask() -> None:
            if await self.give(File(name, content)):
                self._teller.say(self._teller.t("Saved: another Scorepad can open it"))

        self._teller.run(ask, self._teller.t("The file could not be saved. Try again."))

    def choose_folder(self, chosen: Callable[[Path], None]) -> None:
        """Lets a person choose a folder, and passes it to `chosen`.

        Only for a native window: the app trusts the client of a native window.
        """

        async def ask() -> None:
            path = await ft.FilePicker().get_directory_path()
            if path:
                chosen(Path(path))

        self._teller.run(ask)

    def open_one(self, extensions: list[str], opened: Callable[[bytes], None]) -> None:
        """Lets a person choose a file, and passes its bytes to `opened`.

        A notice says if the file is too large or cannot be read.
        """

        async def ask() -> None:
            chosen = await ft.FilePicker().pick_files(
                file_type=ft.FilePickerFileType.CUSTOM, allowed_extensions=extensions, with_data=True
            )
            if not chosen:
                return
            content = chosen[0].bytes
            if not isinstance(content, bytes):
                self._teller.say(self._teller.t("This file cannot be read."), error=True)
            elif len(content) > MAX_OPENED:
                self._teller.say(self._teller.t("This file is too large."))
            else:
                opened(content)

        self._teller.run(ask)
