"""How long the evening is to be: chosen before it begins, and changed while it is played."""

from __future__ import annotations

from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.length import AgreedLength
from scorepad.i18n.length import length_text, progress_text
from scorepad.ui import routes
from scorepad.ui.components.length import length_choice, progress_now
from scorepad.ui.kit.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_evening,
    use_kept,
    view_component,
)
from scorepad.ui.kit.taps import action
from scorepad.ui.kit.words import identified, quiet, text


@view_component
def length_screen() -> ft.View:
    """The length of the evening that the address names; nothing changes before it is agreed."""
    state, evening = use_evening()
    t, route = state.t, routes.length(evening.id)
    chosen, choose = use_kept(route, "chosen", cast("AgreedLength | None", None))
    length = chosen or evening.table.length
    progress = progress_now(evening)
    now = t("Agreed until now: {length}", length=t.inside(length_text(t, evening.table.length)))
    if progress is not None and not evening.table.length.open:
        now = progress_text(t, evening.table.length, progress)
    agree = partial(state.length_agreed, evening, length)
    changes = length != evening.table.length and not evening.table.ended
    why = None if changes else t("This length is set already")
    return titled_screen(
        route,
        t("Length of the evening"),
        state.navigation.way_back(route, routes.evening(evening.id)),
        centred(
            identified("agreed-length", text(now, bold=True)),
            *length_choice(state, length, choose, len(evening.sheet.hands), min(evening.dealt.values())),
            quiet(t("The table may always play on, or end earlier.")),
        ),
        notice_bar(),
        foot(action("agree", t("Set this length"), agree if changes else None, why)),
    )
