"""Keeping the screen on while an evening is played."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.ui.components.guard import app_state


def use_awake(evening: object, in_sight: bool) -> None:
    """Keeps the screen on while an evening that is not finished is in sight, if the settings say so."""
    state = app_state()
    wanted = in_sight and isinstance(evening, Evening) and not evening.table.ended and state.setting("awake")
    ft.use_effect(partial(state.stay_awake, wanted), [wanted], partial(state.stay_awake, False))
