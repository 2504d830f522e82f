"""Points that change hands without a hand: a penalty, a gift, a starting score, any others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.adjustment import Adjustment, AdjustmentKind
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry
from scorepad.i18n.names import adjustment_name, evening_title
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    action,
    chip,
    filling,
    identified,
    key,
    pill,
    quiet,
    row_tile,
    section,
    stretched,
    text,
    uncontrolled_text_field,
    wrapping_row,
)
from scorepad.ui.components.frame import (
    NothingHere,
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_entry,
    use_kept,
    view_component,
)
from scorepad.ui.components.marks import badge
from scorepad.ui.draft import MAX_REASON
from scorepad.ui.drafts import cleaned
from scorepad.ui.points import PointsDraft, carried_over, draft_of, new_draft
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

EARLIER = 3
"""Earlier evenings offered."""


@view_component
def points_screen() -> ft.View:
    """New points, or those of the entry that the address names."""
    state, evening, entry = use_entry()
    t, editing = state.t, None if entry is None else entry.id
    route = routes.points(evening.id) if editing is None else routes.points_of(evening.id, editing)
    changed, set_changed = use_kept(route, "changed", cast("PointsDraft | None", None))
    if evening.table.ended:
        raise NothingHere
    draft = changed or _begun(evening, entry)
    adjustment = draft.adjustment()
    usual = routes.evening(evening.id) if editing is None else routes.why(evening.id, editing)

    def save() -> None:
        if adjustment is not None:
            state.points_given(evening, adjustment, editing)

    def written(words: str) -> None:
        set_changed(lambda now: PointsDraft.with_reason(now or draft, cleaned(words)))

    body = [
        wrapping_row(*_kinds(state, evening, draft, set_changed)),
        *_earlier(state, evening, draft, set_changed),
        *(
            _free(state, evening, draft, set_changed)
            if draft.is_free
            else _tapped(state, evening, draft, set_changed)
        ),
        stretched(*_keypad(state, draft, set_changed), spacing=6, tight=True),
        uncontrolled_text_field(
            "points-reason", t("What for? (optional)"), written, longest=MAX_REASON, value=draft.reason
        ),
    ]
    return titled_screen(
        route,
        t("Points without a hand"),
        state.navigation.way_back(route, usual),
        centred(*body),
        notice_bar(),
        foot(action("save-points", t("Save"), save if adjustment else None, _why_not(state, evening, draft))),
    )


def _begun(evening: Evening, entry: Entry | None) -> PointsDraft:
    if entry is None:
        return new_draft(evening)
    outcome = entry.deal.outcome
    if not isinstance(outcome, Adjustment):
        raise NothingHere
    return draft_of(evening, outcome)


Change = Callable[[PointsDraft], None]


def _kinds(state: AppState, evening: Evening, draft: PointsDraft, change: Change) -> list[ft.Control]:
    """The kinds; a starting score only before the first hand."""
    begins = not evening.sheet.deals or draft.kind is AdjustmentKind.CARRIED
    return [
        chip(
            f"kind-{kind}",
            adjustment_name(state.t, kind),
            partial(change, draft.of_kind(kind)),
            toggled=draft.kind is kind,
        )
        for kind in AdjustmentKind
        if begins or kind is not AdjustmentKind.CARRIED
    ]


def _earlier(state: AppState, evening: Evening, draft: PointsDraft, change: Change) -> list[ft.Control]:
    """Earlier evenings of the same people, whose totals can be carried over."""
    if draft.kind is not AdjustmentKind.CARRIED:
        return []
    t = state.t
    tiles: list[ft.Control] = []
    for number, earlier in enumerate(state.earlier_evenings(evening, EARLIER), 1):
        taken = carried_over(evening, earlier, state.same_people(evening, earlier))
        totals = ", ".join(
            f"{evening.table.name_of(id_)} {t.signed(amount, taken.unit)}"
            for id_, amount in taken.amounts.items()
        )
        title = t("As after {evening}", evening=evening_title(t, earlier))
        words = stretched(text(title, bold=True), quiet(totals), spacing=0, tight=True)
        tiles.append(row_tile(f"earlier-{number}", words, partial(change, taken.with_reason(draft.reason))))
    return tiles


def _tapped(state: AppState, evening: Evening, draft: PointsDraft, change: Change) -> list[ft.Control]:
    """Who pays whom how much."""
    t = state.t
    is_gift = draft.kind is AdjustmentKind.GIFT
    rows = [
        section(t("Who gives?") if is_gift else t("Who pays?")),
        wrapping_row(
            *(
                _person(
                    f"payer-{place}",
                    evening.table.person(id_),
                    draft.payer == id_,
                    partial(change, draft.paid_by(id_)),
                )
                for place, id_ in enumerate(draft.people, 1)
            )
        ),
    ]
    if is_gift:
        rows.append(section(t("Who gets it?")))
        others = [(place, id_) for place, id_ in enumerate(draft.people, 1) if id_ != draft.payer]
        rows.append(
            wrapping_row(
                *(
                    _person(
                        f"receiver-{place}",
                        evening.table.person(id_),
                        draft.receiver == id_,
                        partial(change, draft.given_to(id_)),
                    )
                    for place, id_ in others
                )
            )
        )
    words = t("points") if is_gift else t("points to each other player")
    shown = identified("pay-points", text(t.number(draft.points), Size.HERO, bold=True))
    rows.append(ft.Row([shown, filling(quiet(words, Size.BODY))], spacing=8))
    return rows


def _person(identifier: str, person: Person, chosen: bool, tap: Callable[[], None]) -> ft.Control:
    row = ft.Row(
        [badge(person, 24), text(person.name, Size.SMALL, bold=chosen, lines=1)], spacing=6, tight=True
    )
    return pill(identifier, row, tap, padding=12, chosen=chosen)


def _free(state: AppState, evening: Evening, draft: PointsDraft, change: Change) -> list[ft.Control]:
    """An amount for everybody; the keypad changes the one that is chosen."""
    t = state.t
    rows: list[ft.Control] = []
    for place, id_ in enumerate(draft.people, 1):
        person, amount = evening.table.person(id_), draft.amounts.get(id_, 0)
        shown = t.signed(amount, draft.unit) if amount or id_ not in draft.minus else "−"
        content = ft.Row(
            [
                badge(person, 28),
                filling(text(person.name, bold=True, lines=1)),
                identified(f"amount-{place}", text(shown, Size.NUMBER, bold=True)),
            ],
            spacing=10,
        )
        rows.append(
            row_tile(
                f"of-{place}",
                content,
                partial(change, draft.for_person(id_)),
                chosen=draft.chosen == id_,
                height=theme.TARGET,
                padding=ft.Padding.symmetric(horizontal=10),
            )
        )
    return [stretched(*rows, spacing=4, tight=True)]


def _keypad(state: AppState, draft: PointsDraft, change: Change) -> list[ft.Control]:
    t = state.t

    def digit(number: int) -> ft.Control:
        words = text(str(number), Size.TITLE, bold=True)
        return key(f"pay-digit-{number}", words, partial(change, draft.digit_tapped(number)))

    icon = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=Ink.TEXT, semantics_label=t("Erase"))
    erase = key("pay-erase", icon, partial(change, draft.erased()))
    rows = [[*map(digit, range(1, 6)), erase], [*map(digit, range(6, 10)), digit(0)]]
    if draft.is_free:
        sign = text("±", Size.TITLE, bold=True, label=t("pays or gets"))
        rows[1].append(key("sign", sign, partial(change, draft.sign_tapped())))
    found: list[ft.Control] = [ft.Row(row, spacing=6) for row in rows]
    if draft.is_free and draft.rest:
        words = t("The rest: {amount}", amount=t.signed(draft.rest, draft.unit))
        found.append(ft.Row([chip("rest", words, partial(change, draft.rest_tapped()), expand=1)]))
    return found


def _why_not(state: AppState, evening: Evening, draft: PointsDraft) -> str | None:
    """What lacks."""
    t = state.t
    if draft.adjustment() is not None:
        return None
    if draft.is_free:
        return t("The amounts have to sum to zero") if draft.rest else t("No points yet.")
    if draft.payer is None:
        return t("Who gives?") if draft.kind is AdjustmentKind.GIFT else t("Who pays?")
    return t("No points yet.") if not draft.points else t("Who gets it?")
