"""How long the evening is to be: chosen before it begins, and changed while it is played."""

from __future__ import annotations

from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.length import AgreedLength
from scorepad.i18n.length import length_text, progress_text
from scorepad.ui import routes
from scorepad.ui.components.controls import action, identified, quiet, text
from scorepad.ui.components.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_kept,
    use_session,
    view_component,
)
from scorepad.ui.components.length import length_choice, progress_now


@view_component
def length_screen() -> ft.View:
    """The length of the session that the address names; nothing changes before it is agreed."""
    state, session = use_session()
    t, route = state.t, routes.length(session.id)
    chosen, choose = use_kept(route, "chosen", cast("AgreedLength | None", None))
    length = chosen or session.table.length
    progress = progress_now(session)
    now = t("Agreed until now: {length}", length=t.inside(length_text(t, session.table.length)))
    if progress is not None and not session.table.length.open:
        now = progress_text(t, session.table.length, progress)
    agree = partial(state.length_agreed, session, length)
    changes = length != session.table.length and not session.table.ended
    why = None if changes else t("This length is set already")
    return titled_screen(
        route,
        t("Length of the evening"),
        state.navigation.way_back(route, routes.session(session.id)),
        centred(
            identified("agreed-length", text(now, bold=True)),
            *length_choice(state, length, choose, len(session.sheet.hands), min(session.dealt.values())),
            quiet(t("The table may always play on, or end earlier.")),
        ),
        notice_bar(),
        foot(action("agree", t("Set this length"), agree if changes else None, why)),
    )
