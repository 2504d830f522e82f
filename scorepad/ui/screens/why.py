"""The reasons of one hand: every line of its score in words, with its numbers and its rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.wording import (
    bid_name,
    counted,
    deal_text,
    event_name,
    line_detail,
    line_sum,
    line_title,
    needed_text,
    result,
    scheme_title,
    taker_won,
    thrown_in_name,
)
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scoring import source_of
from scorepad.tarot.session import Entry, Event, Session
from scorepad.ui import routes
from scorepad.ui.components.controls import chip, heading, text, text_field
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import Handler, safely, use_app
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.draft import MAX_REASON
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def why_screen() -> ft.View:
    """The hand that the address names."""
    state = use_app()
    params = ft.use_route_params()
    reason, set_reason = ft.use_state(cast("str | None", None))
    leaving: ft.MutableRef[Handler] = ft.use_ref(None)
    ft.use_effect(lambda: None, [], lambda: leaving.current() if leaving.current else None)
    route = routes.why(params["sid"], params["eid"])
    session = state.opened(params["sid"])
    try:
        entry = session.entry(params["eid"]) if isinstance(session, Session) else None
    except KeyError:
        entry = None
    if not isinstance(session, Session) or entry is None:
        return missing(state, route, session)
    t = state.t

    def keep_reason() -> None:
        """Saves a reason that is typed after the hand was struck out, even if the screen is just left."""
        if entry.voided and reason:
            state.reason_given(session, entry.id, reason)

    def submitted() -> None:
        keep_reason()
        set_reason(None)

    leaving.current = keep_reason
    title = t("Hand {number}", number=entry.number) if entry.number else t("Struck-out hand")
    outcome = entry.deal.outcome
    if isinstance(outcome, ThrownIn):
        ink = Ink.QUIET if entry.voided else Ink.TEXT
        body: list[ft.Control] = [
            text(thrown_in_name(t, outcome), Size.HERO, ink, bold=True, struck=entry.voided),
            *([_struck_out(t)] if entry.voided else []),
        ]
    elif entry.score is None:
        lacking = t("This table does not play {bid}.", bid=bid_name(t, outcome.bid))
        body = [text(lacking, Size.TITLE, Ink.LOSS, bold=True)]
    else:
        body = reasons(state, session, entry, outcome)
    if isinstance(outcome, Hand):
        # Among the lines, not below them: only what holds something to tap can be scrolled from a keyboard.
        compare = partial(state.navigation.to, routes.compare_hand(session.id, entry.id))
        body.append(ft.Row([chip("compare", t("Compare"), compare)]))
    return titled_screen(
        route,
        title,
        state.navigation.way_back(route, routes.session(session.id)),
        centred(*body, *_versions(state, session, entry, reason or "")),
        notice_bar(undo=True),
        _tools(state, session, entry, reason, set_reason, submitted if entry.voided else None),
        note=t.time(entry.versions[0].at),
    )


def reasons(state: AppState, session: Session, entry: Entry, hand: Hand) -> list[ft.Control]:
    """The lines of a hand in words, each with its numbers, its rule and its source; then the payments."""
    t = state.t
    assert entry.score is not None
    assert entry.payments is not None
    unit = session.unit

    def name_of(player: str) -> str:
        return session.person(player).name

    def ink_of(amount: int) -> Ink:
        return Ink.QUIET if entry.voided else gain_ink(amount)

    facts = [
        name_of(hand.taker),
        t.inside(bid_name(t, hand.bid)),
        counted(t, hand.bouts, hand.half_points),
    ]
    if hand.partner is not None:
        facts.insert(2, t("with {name}", name=name_of(hand.partner)))
    elif len(hand.players) == 5:
        facts.insert(2, t("alone"))
    won = taker_won(hand)
    lines: list[ft.Control] = [
        text(", ".join(facts), Size.BODY, Ink.QUIET),
        ft.Semantics(
            identifier="result",
            header=True,
            content=text(
                result(t, hand, session.rules),
                Size.HERO,
                Ink.QUIET if entry.voided else Ink.GAIN if won else Ink.LOSS,
                bold=True,
                struck=entry.voided,
            ),
        ),
        _struck_out(t) if entry.voided else text(needed_text(t, hand.bouts), Size.BODY, Ink.QUIET),
    ]
    shared = [line for line in entry.score.lines if line.stake is None]
    personal = [line for line in entry.score.lines if line.stake is not None]
    for number, line in enumerate([*shared, *personal], 1):
        if line is (personal[0] if personal else None):
            lines.append(_total(state, session, entry))
        source = source_of(line.rule, session.rules, hand.bid)
        detail = line_detail(t, line, hand, session.rules)
        lines.append(
            _line(
                f"line-{number}",
                line_title(t, line, hand, name_of, session.rules),
                line_sum(t, line, unit),
                f"{detail} · {source}" if source else detail,
                ink_of(line.value),
            )
        )
    if not personal:
        lines.append(_total(state, session, entry))
    lines.append(heading(t("Payments"), Size.BODY, 2))
    for player, amount in sorted(
        zip(entry.payments.players, entry.payments.totals, strict=True), key=lambda pair: -pair[1]
    ):
        person = session.person(player)
        role = (
            t("taker") if player == hand.taker else t("partner") if player == hand.partner else t("defence")
        )
        lines.append(
            ft.Semantics(
                identifier=f"paid-{session.people.index(person)}",
                content=ft.Row(
                    [
                        badge(person),
                        ft.Container(text(person.name, bold=True, lines=1), expand=True),
                        text(role, Size.SMALL, Ink.QUIET),
                        ft.Container(
                            text(
                                t.signed(amount, unit),
                                Size.NUMBER,
                                ink_of(amount),
                                bold=True,
                                align=ft.TextAlign.END,
                            ),
                            width=96,
                            alignment=ft.Alignment.CENTER_RIGHT,
                        ),
                    ],
                    spacing=10,
                ),
            )
        )
    lines.append(text(scheme_title(t, session.rules), Size.SMALL, Ink.QUIET))
    agreed = entry.agreed_otherwise
    if agreed is not None:
        then = ", ".join(
            f"{name_of(player)} {t.signed(amount, agreed.unit)}" for player, amount in agreed.payments
        )
        lines.append(
            ft.Semantics(
                identifier="agreed",
                content=text(
                    t("When it was written it paid {payments}.", payments=then), Size.SMALL, Ink.LOSS
                ),
            )
        )
    return lines


def _struck_out(t: Translator) -> ft.Control:
    words = text(t("Struck out: it does not count."), Size.BODY, bold=True)
    return ft.Semantics(identifier="struck-out", content=words)


def _line(identifier: str, title: str, amount: str, detail: str, ink: Ink) -> ft.Control:
    return ft.Container(
        ft.Semantics(
            identifier=identifier,
            content=ft.Column(
                [
                    ft.Row(
                        [
                            ft.Container(text(title, Size.BODY), expand=True),
                            text(amount, Size.BODY, ink, bold=True),
                        ],
                        spacing=8,
                        vertical_alignment=ft.CrossAxisAlignment.START,
                    ),
                    text(detail, Size.SMALL, Ink.QUIET),
                ],
                spacing=2,
            ),
        ),
        border=ft.Border.only(top=ft.BorderSide(1, Ink.LINE)),
        padding=ft.Padding.only(top=10),
    )


def _total(state: AppState, session: Session, entry: Entry) -> ft.Control:
    t = state.t
    assert entry.score is not None
    total = entry.score.total
    words = t("Each defender pays") if total >= 0 else t("Each defender receives")
    return ft.Container(
        ft.Semantics(
            identifier="score",
            content=ft.Row(
                [
                    ft.Container(text(words, bold=True), expand=True),
                    text(t.number(abs(total), session.unit), Size.NUMBER, bold=True),
                ]
            ),
        ),
        border=ft.Border.only(top=ft.BorderSide(2, Ink.EDGE)),
        padding=ft.Padding.only(top=10, bottom=6),
    )


def _versions(state: AppState, session: Session, entry: Entry, reason: str) -> list[ft.Control]:
    """The versions of the hand, with time, device and reason; where two devices differ, the table chooses."""
    t = state.t
    rows: list[ft.Control] = [ft.Divider(color=Ink.LINE), heading(t("History of this hand"), Size.BODY, 2)]
    if entry.conflicting:
        rows.append(
            text(t("Two devices corrected this hand differently: choose a version."), Size.SMALL, Ink.LOSS)
        )
    for number, event in enumerate(entry.versions, 1):
        current = event is entry.current
        when = f"{event_name(t, event.kind)} · {t.short_date(event.at)}, {t.time(event.at)} · {event.device}"
        said: list[ft.Control] = [text(when, Size.SMALL, bold=current)]
        if event.reason:
            said.append(text(t("“{words}”", words=event.reason), Size.SMALL))
        said.append(
            text(
                version_text(state, session, event, entry),
                Size.SMALL,
                Ink.QUIET,
                struck=not (current or event in entry.conflicting),
            )
        )
        row: list[ft.Control] = [
            ft.Icon(ft.Icons.CHECK if current else ft.Icons.HISTORY, size=18, color=Ink.QUIET),
            ft.Container(ft.Column(said, spacing=0), expand=True),
        ]
        if event in entry.conflicting and not session.finished:
            row.append(
                chip(
                    f"choose-{number}",
                    t("This one"),
                    partial(state.version_chosen, session, entry.id, event.id, reason),
                )
            )
        elif not current and event.deal is not None and not session.finished:
            row.append(
                chip(
                    f"restore-{number}",
                    t("Bring back"),
                    partial(state.restore_pressed, session, entry.id, event.id, reason),
                )
            )
        rows.append(ft.Semantics(identifier=f"version-{number}", content=ft.Row(row, spacing=8)))
    return rows


def version_text(state: AppState, session: Session, event: Event, entry: Entry) -> str:
    """A version of a hand in one line, with its dealer if the versions have different ones."""
    if event.deal is None:
        return ""
    dealers = {each.deal.dealer for each in entry.versions if each.deal is not None}
    return deal_text(
        state.t,
        event.deal,
        lambda id_: session.person(id_).name,
        session.rules,
        dealer=len(dealers) > 1,
    )


def _tools(
    state: AppState,
    session: Session,
    entry: Entry,
    reason: str | None,
    set_reason: Callable[[str | None], None],
    submitted: Handler | None,
) -> ft.Control:
    """The actions on the hand, and a field for the reason, which appears on demand."""
    t = state.t
    if session.finished:
        return ft.Container()
    share = None if state.layout.large_text else 1

    def said(do: Callable[[AppState, Session, str, str], None]) -> Handler:
        def done() -> None:
            do(state, session, entry.id, reason or "")
            set_reason(None)

        return done

    tools: list[ft.Control]
    if entry.voided:
        tools = [chip("restore", t("Restore"), said(_stands_again), icon=ft.Icons.RESTORE, expand=share)]
    else:
        tools = [
            chip("edit", t("Correct"), said(AppState.edit_pressed), expand=share),
            chip("void", t("Strike out"), said(AppState.void_pressed), expand=share),
        ]
    tools.append(
        chip(
            "reason",
            t("Reason"),
            lambda: set_reason("" if reason is None else None),
            toggled=reason is not None,
            expand=share,
        )
    )
    rows: list[ft.Control] = []
    if reason is not None:
        rows.append(
            text_field(
                "reason-text",
                t("Why is it corrected or struck out?"),
                value=reason,
                max_length=MAX_REASON,
                autofocus=True,
                on_change=lambda event: set_reason(event.control.value or ""),
                on_submit=safely(submitted) if submitted is not None else None,
            )
        )
    rows.append(ft.Column(tools, spacing=8) if state.layout.large_text else ft.Row(tools, spacing=8))
    return foot(ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))


def _stands_again(state: AppState, session: Session, entry_id: str, reason: str) -> None:
    state.restore_pressed(session, entry_id, reason=reason)
