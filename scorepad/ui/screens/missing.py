"""The screen of an unknown address."""

from __future__ import annotations

import flet as ft

from scorepad.ui import kit, routes


@kit.screen(routes.unknown)
def missing_screen(at: kit.At) -> ft.View:
    """The screen of an unknown address."""
    raise kit.NothingHere
