"""The screen of an unknown address."""

from __future__ import annotations

import flet as ft

from scorepad.ui.kit.frame import NothingHere, view_component


@view_component
def missing_screen() -> ft.View:
    """The screen of an unknown address."""
    raise NothingHere
