"""Files and links, in and out: a save dialog on a computer, a download in a browser, the system's picker on a phone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import flet as ft

from scorepad.exports.formats import File
from scorepad.exports.writing import write_files

MAX_OPENED = 64 * 1024 * 1024
"""Bytes of a file that is opened at all."""


def web_address(page: ft.Page, path: str) -> str:
    """The address of a path on the server that this page comes from; Flet tells that of its websocket."""
    scheme, _, rest = (page.url or "").partition("://")
    host = rest.partition("/")[0]
    return f"{'https' if scheme in ('https', 'wss') else 'http'}://{host}{path}"


class Sharing(StrEnum):
    """How a file is given to a person."""

    SAVE = "save"
    SHARE = "share"
    """By the share sheet of a phone, to another app."""


async def give(
    page: ft.Page, file: File, sharing: Sharing = Sharing.SAVE, media_type: str | None = None
) -> bool:
    """Gives a person a file; whether it was taken. One that cannot be written is said.

    By `media_type` a phone knows which apps can take it.
    """
    if sharing is Sharing.SHARE:
        shared = await ft.Share().share_files(
            [ft.ShareFile.from_bytes(file.data, mime_type=media_type, name=file.name)]
        )
        return shared.status is not ft.ShareResultStatus.DISMISSED
    path = await ft.FilePicker().save_file(file_name=file.name, src_bytes=file.data)
    if path and not (page.web or (page.platform is not None and page.platform.is_mobile())):
        try:  # a computer's dialog only names the place, and has asked whether to replace what is there
            await asyncio.to_thread(write_files, [(Path(path), file.data)], force=True)
        except OSError as error:
            t, reason = page.data.t, os.strerror(error.errno or 0)
            page.data.said(t("{path} cannot be written ({reason})", path=path, reason=reason), error=True)
            return False
    return bool(path) or page.web


def save(page: ft.Page, name: str, content: bytes, done: Callable[[bool], None]) -> None:
    """Offers to save `content` under a name; `done` is told whether it was."""

    async def ask() -> None:
        done(await give(page, File(name, content)))

    page.run_task(ask)


def choose_folder(page: ft.Page, chosen: Callable[[Path], None]) -> None:
    """Lets a person choose a folder of this computer: for a native window alone, whose client is to be believed."""

    async def ask() -> None:
        path = await ft.FilePicker().get_directory_path()
        if path:
            chosen(Path(path))

    page.run_task(ask)


def open_one(page: ft.Page, extensions: list[str], opened: Callable[[bytes], None]) -> None:
    """Lets a person choose a file; `opened` gets its bytes, unless nothing was chosen or, which is said, too much."""

    async def ask() -> None:
        chosen = await ft.FilePicker().pick_files(
            file_type=ft.FilePickerFileType.CUSTOM, allowed_extensions=extensions, with_data=True
        )
        if not chosen:
            return
        content = chosen[0].bytes
        if chosen[0].size > MAX_OPENED or content is None:
            page.data.said(page.data.t("This file is too large."))
        else:
            opened(content)

    page.run_task(ask)
