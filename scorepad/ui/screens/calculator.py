"""The calculator: a hand without an evening, its payments, the reasons, other rules, and a link to it."""

from __future__ import annotations

import io
from functools import partial
from typing import cast

import flet as ft
import segno

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import Entry
from scorepad.i18n.names import bid_name, scheme_title
from scorepad.i18n.sentences import counted, formula, paid, result
from scorepad.tarot.hand import Hand
from scorepad.tarot.scoring import Score
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    chip,
    copy_chip,
    icon_tile,
    identified,
    quiet,
    section,
    uncontrolled_text_field,
    warning,
    wrapping_row,
)
from scorepad.ui.components.frame import (
    NothingHere,
    centred,
    component,
    notice_bar,
    screen,
    titled_screen,
    top_bar,
    view_component,
)
from scorepad.ui.components.guard import Handler, use_app
from scorepad.ui.components.schemes import table_choice
from scorepad.ui.entry import entry_pane
from scorepad.ui.files import reached_elsewhere, web_address
from scorepad.ui.link import MAX_CODE, BadLink, code_in, read_code
from scorepad.ui.screens.compare import hand_comparison, picked_for_hand, scheme_choice
from scorepad.ui.screens.why import reasons
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def calculator_screen() -> ft.View:
    """The entry of a hand, with a choice of players and rules, or the field for a link."""
    opening, set_opening = ft.use_state(False)
    state = use_app()
    t = state.t
    evening = state.calculator
    front = ft.use_ref(evening.table.rules.now.id)
    schemes = state.schemes(state.scheme(front.current or ""))
    if opening:
        opened = _opening(state, partial(set_opening, False))
        return screen(routes.CALCULATOR, ft.Container(opened, expand=True))
    sent = icon_tile("open-link", ft.Icons.LINK, t("Open a link"), partial(set_opening, True))
    choices = table_choice(
        t, evening.start.seating.seats, evening.table.rules.now, schemes, state.calculator_set, theme.SPACE
    )
    pane = entry_pane(evening, True, choices, sent, key=f"calculator-{evening.start.seating.seats}")
    return screen(
        routes.CALCULATOR,
        ft.Container(
            ft.Container(pane, width=480 * state.layout.growth),
            expand=True,
            alignment=ft.Alignment.TOP_CENTER,
        ),
    )


@component
def _opening(state: AppState, close: Handler) -> ft.Control:
    """The field for a link to a hand, which opens as soon as it is valid."""
    t = state.t
    pasted, set_pasted = ft.use_state("")

    def change(written: str) -> None:
        set_pasted(written)
        code = code_in(written) or ""
        try:
            read_code(code)
        except BadLink:
            return
        close()
        state.navigation.to(routes.calculated(code))

    refused = warning(t("That is not the link to a hand."))
    field = uncontrolled_text_field("link", t("Link to a hand"), change, longest=2 * MAX_CODE, focused=True)
    return ft.Column(
        [
            top_bar(t, t("Open a link"), back=close),
            centred(
                quiet(t("Paste the link to a hand, or the message with it."), Size.BODY),
                field,
                *([identified("refused", refused, live=True)] if pasted.strip() else []),
            ),
        ],
        spacing=0,
        expand=True,
    )


@view_component
def calculated_screen() -> ft.View:
    """A calculated hand: its lines, its payments, other rules, and the link to it."""
    state = use_app()
    t = state.t
    code = ft.use_route_params()["code"]
    chosen, set_chosen = ft.use_state(cast("tuple[str, ...]", ()))
    showing, show = ft.use_state(False)
    page = ft.context.page
    route = routes.calculated(code)
    try:
        hand, scheme = read_code(code)
        evening, entry = state.calculated(hand, scheme)
    except (BadLink, ValueError, KeyError):
        raise NothingHere from None
    if entry.score is None:
        raise NothingHere
    schemes = state.schemes(scheme)
    picked = picked_for_hand(hand, schemes, chosen)
    people = [evening.table.person(player) for player in hand.players]
    published = state.web_app_address
    if published or reached_elsewhere(page):
        link = shared = f"{published}#{route}" if published else web_address(page, route)
        way = t("Opens on any device that reaches this address. Elsewhere: Calculator, “Open a link”, paste.")
    else:
        link = route  # no other device can open the address of this page
        way = t("To open it on another device: Scorepad, Calculator, “Open a link”, paste.")
        shared = f"{way}\n{link}"
    publish = t("For links that open on any phone: Settings, “Links to hands”.")
    message = _message(state, evening, entry, hand, entry.score, shared)
    toggle, words = partial(show, not showing), t("Show a code to photograph")
    qr_chip = chip("qr", words, toggle, toggled=showing, icon=ft.Icons.QR_CODE_2)
    return titled_screen(
        route,
        t("Calculator"),
        routes.CALCULATOR,
        centred(
            *reasons(state, evening, entry, hand, in_evening=False),
            ft.Divider(color=Ink.LINE),
            section(t("Compare")),
            scheme_choice(t, schemes, picked, set_chosen),
            *hand_comparison(t, hand, picked, people),
            ft.Divider(color=Ink.LINE),
            section(t("Share")),
            wrapping_row(copy_chip(t, message), qr_chip),
            identified("link-way", quiet(way)),
            *([] if published else [identified("link-help", quiet(publish))]),
            *([_qr(state, link)] if showing else []),
        ),
        notice_bar(),
    )


def _qr(state: AppState, link: str) -> ft.Control:
    """The link as a QR code, dark on light in every theme, as cameras need it."""
    drawn = io.BytesIO()
    try:
        segno.make(link, error="m", micro=False).save(drawn, kind="png", scale=6, border=3)
    except segno.DataOverflowError:  # house rules with long sources
        return warning(state.t("This link is too long for a code."))
    picture = ft.Image(src=drawn.getvalue(), width=280, height=280, fit=ft.BoxFit.CONTAIN)
    label = state.t("The link to this hand, as a code")
    return ft.Row([ft.Semantics(content=picture, identifier="qr-code", image=True, label=label)])


def _message(state: AppState, evening: Evening, entry: Entry, hand: Hand, scored: Score, shared: str) -> str:
    t = state.t
    assert entry.payments is not None
    facts = f"{bid_name(t, hand.bid)}, {counted(t, hand.bouts, hand.half_points)}"
    lines = [
        t("{facts}: {result}", facts=facts, result=t.inside(result(t, hand, evening.table.rules.now))),
        formula(t, scored),
        ", ".join(paid(t, entry.payments, hand, evening.table.name_of)),
        scheme_title(t, evening.table.rules.now),
        shared,
    ]
    return "\n".join(lines)
