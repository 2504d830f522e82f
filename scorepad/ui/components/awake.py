"""Keeping the screen on while an evening is played."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.ui.kit.window import this_store


def use_awake(evening: object, in_sight: bool) -> None:
    """Keeps the screen on while an evening that is not finished is in sight, if the settings say so."""
    state = this_store()
    wanted = in_sight and isinstance(evening, Evening) and not evening.table.ended and state.setting("awake")
    ft.use_effect(partial(state.host.stay_awake, wanted), [wanted], partial(state.host.stay_awake, False))
