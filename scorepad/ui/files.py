"""Files in and out: a save dialog on a computer, a download in a browser, the system's picker on a phone."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

MAX_OPENED = 64 * 1024 * 1024
"""Bytes of a file that is opened at all."""


def save(page: ft.Page, name: str, content: bytes, done: Callable[[bool], None]) -> None:
    """Offers to save `content` under a name; `done` is told whether it was."""

    async def ask() -> None:
        path = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
        if path and not (page.web or (page.platform is not None and page.platform.is_mobile())):
            try:
                with open(path, "wb") as file:  # a computer's dialog only names the place
                    file.write(content)
            except OSError:
                page.data.failed()
                return
        done(bool(path) or page.web)

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
