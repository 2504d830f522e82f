"""What a device does besides drawing: it stays awake, and ticks. Where it cannot, nothing happens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import flet as ft

from scorepad.i18n import LANGUAGES


class Device:
    """The services of the device that shows a window."""

    def __init__(self, page: ft.Page) -> None:
        self._page, self._run = page, page.run_task
        self._lock, self._haptics = ft.Wakelock(), ft.HapticFeedback()
        self._awake = False

    def tell_language(self, told: Callable[[str], None]) -> None:
        """Calls `told` with the first language of the device that the app has, if the device says one."""

        async def ask() -> None:
            info = await self._page.get_device_info()
            codes = [each.language_code for each in info.locales] if info is not None else []
            if (language := next((code for code in codes if code in LANGUAGES), None)) is not None:
                told(language)

        self._run(_quietly, ask)

    def stay_awake(self, wanted: bool) -> None:
        """The screen stays on from now on, or no longer."""
        if wanted != self._awake:
            self._awake = wanted
            self._run(_quietly, self._lock.enable if wanted else self._lock.disable)

    def came_back(self) -> None:
        """The window was out of sight: a browser lets go of the screen then."""
        if self._awake:
            self._run(_quietly, self._lock.enable)

    def tick(self) -> None:
        """A light tick for the finger."""
        self._run(_quietly, self._haptics.light_impact)


async def _quietly(call: Callable[[], Awaitable[object]]) -> None:
    with suppress(Exception):  # a browser without it, or a window that was closed meanwhile
        await call()
