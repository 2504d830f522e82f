"""Files and links: a save dialog on a computer, a download in a browser, the system's picker on a phone.

No statement of a browser about itself or about a file is trusted.
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
    """The window that runs work for its page, and shows the result as a notice."""

    host: Host
    t: Translator

    def run(self, work: Callable[[], Coroutine[Any, Any, object]], failure: str | None = None) -> None: ...

    def say(self, text: str, *, error: bool = False) -> None: ...


class Files:
    """The files and links of one window: what its page can open, save and share."""

    def __init__(self, page: ft.Page, teller: Teller) -> None:
        self._page, self._teller = page, teller

    @property
    def _place(self) -> Place:
        return self._teller.host.place

    def web_address(self, path: str) -> str:
        """The address of a path of this page, as a browser opens it."""
        web_app = self._teller.host.web_app
        if web_app is not None:
            return f"{web_app.browser.address}#{path}"
        # Flet knows the address of its websocket.
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
        """Whether a phone has a share sheet for this page; a browser may have one, and only for secure pages."""
        if self._page.platform not in (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS):
            return False
        if self._place is not Place.BROWSER:
            return True
        secure = self.web_address("").startswith("https:") or not self.reached_elsewhere
        return secure and bool(self._teller.host.browser_shares)

    async def give(self, file: File, shared_as: str | None = None) -> bool:
        """Lets a person save a file; True if it was accepted. A failed write shows a notice.

        With the media type `shared_as`, the share sheet of a phone passes the file to an app; if that fails, the person
        can save it.
        """
        if shared_as is not None:
            shares = [ft.ShareFile.from_bytes(file.data, mime_type=shared_as, name=file.name)]
            try:
                return (await ft.Share().share_files(shares)).status is not ft.ShareResultStatus.DISMISSED
            except Exception:
                log.exception("sharing failed")
        path = await ft.FilePicker().save_file(file_name=file.name, src_bytes=file.data)
        if self._place is Place.BROWSER:
            return True  # a browser does not report it; a path in its answer would be false
        if path and self._place is Place.WINDOW:
            return await self._write(Path(path), file.data)
        return bool(path)

    async def _write(self, path: Path, content: bytes) -> bool:
        """Writes a file to the path from a computer's dialog, which has asked whether to replace an old file."""
        try:
            await background.run(partial(write_files, [(path, content)], force=True))
        except OSError as error:
            t, reason = self._teller.t, os.strerror(error.errno or 0)
            words = t("{path} cannot be written ({reason})", path=str(path), reason=reason)
            self._teller.say(words, error=True)
            return False
        return True

    def save(self, name: str, content: bytes) -> None:
        """Offers to save a file for another scorepad, and shows a notice when it is saved."""

        async def ask() -> None:
            if await self.give(File(name, content)):
                self._teller.say(self._teller.t("Saved: another Scorepad can open it"))

        self._teller.run(ask, self._teller.t("The file could not be saved. Try again."))

    def choose_folder(self, chosen: Callable[[Path], None]) -> None:
        """Lets a person choose a folder of this computer: only for a native window, whose client is trusted."""

        async def ask() -> None:
            path = await ft.FilePicker().get_directory_path()
            if path:
                chosen(Path(path))

        self._teller.run(ask)

    def open_one(self, extensions: list[str], opened: Callable[[bytes], None]) -> None:
        """Lets a person choose a file, and passes its bytes to `opened`; a notice refuses a file that is too large."""

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
