"""Files and links: a save dialog on a computer, a download in a browser, the system's picker on a phone.

No statement of a browser about itself or about a file is trusted.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import flet as ft

from scorepad.exports.formats import File
from scorepad.history.transfer import LIMIT
from scorepad.ui import background
from scorepad.writing import write_files

if TYPE_CHECKING:
    from scorepad.ui.store import Store

log = logging.getLogger("scorepad")

MAX_OPENED = LIMIT
"""The largest file that is opened, in bytes."""


class Place(StrEnum):
    """Where the app runs, set by the code that starts it; `web` and `platform` of the page do not count."""

    WINDOW = "window"
    """A native window on this computer: its dialogs name files, which the app writes."""
    BROWSER = "browser"
    """A browser shows the page: files are bytes, and paths mean nothing."""
    DEVICE = "device"
    """An app on a phone, whose system writes and shares files."""


class Files:
    """The files and links of one window: what its page can open, save and share."""

    def __init__(self, page: ft.Page, store: Store) -> None:
        self._page, self._store = page, store

    @property
    def _place(self) -> Place:
        return self._store.host.place

    def web_address(self, path: str) -> str:
        """The address of a path of this page, as a browser opens it."""
        web_app = self._store.host.web_app
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
        """Whether the system has a share sheet for this page: on phones, in browsers that have one for secure pages."""
        if self._page.platform not in (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS):
            return False
        if self._place is not Place.BROWSER:
            return True
        secure = self.web_address("").startswith("https:") or not self.reached_elsewhere
        return secure and bool(self._store.host.browser_shares)

    async def give(self, file: File, shared_as: str | None = None) -> bool:
        """Gives a person a file, to be saved; True if it was accepted. A failed write shows a notice.

        With a media type, from which a phone knows the apps that can open it, the share sheet gives it to one of them.
        Where that fails, it is saved.
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
        """Writes a file where the dialog of a computer says, which has asked whether to replace one."""
        try:
            await background.run(partial(write_files, [(path, content)], force=True))
        except OSError as error:
            t, reason = self._store.t, os.strerror(error.errno or 0)
            words = t("{path} cannot be written ({reason})", path=str(path), reason=reason)
            self._store.say(words, error=True)
            return False
        return True

    def save(self, name: str, content: bytes) -> None:
        """Offers to save a file for another scorepad, and shows a notice when it is saved."""

        async def ask() -> None:
            if await self.give(File(name, content)):
                self._store.say(self._store.t("Saved: another Scorepad can open it"))

        self._store.run(ask, self._store.t("The file could not be saved. Try again."))

    def choose_folder(self, chosen: Callable[[Path], None]) -> None:
        """Lets a person choose a folder of this computer: only for a native window, whose client is trusted."""

        async def ask() -> None:
            path = await ft.FilePicker().get_directory_path()
            if path:
                chosen(Path(path))

        self._store.run(ask)

    def open_one(self, extensions: list[str], opened: Callable[[bytes], None]) -> None:
        """Lets a person choose a file, and passes its bytes to `opened`; a notice refuses one that is too large."""

        async def ask() -> None:
            chosen = await ft.FilePicker().pick_files(
                file_type=ft.FilePickerFileType.CUSTOM, allowed_extensions=extensions, with_data=True
            )
            if not chosen:
                return
            content = chosen[0].bytes
            if not isinstance(content, bytes):
                self._store.say(self._store.t("This file cannot be read."), error=True)
            elif len(content) > MAX_OPENED:
                self._store.say(self._store.t("This file is too large."))
            else:
                opened(content)

        self._store.run(ask)
