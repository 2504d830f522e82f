"""The choice of the partner, and the contract once it is known."""

from __future__ import annotations

from typing import Any

import flet as ft

from scorepad.i18n.sentences import takes
from scorepad.tarot.hand import Bid, PlayerId
from scorepad.tarot.session import Person
from scorepad.ui import theme
from scorepad.ui.components.controls import filling, heading, key_hint, row_tile, text
from scorepad.ui.components.marks import badge, named
from scorepad.ui.draft import HandDraft
from scorepad.ui.entry.form import Form, Step
from scorepad.ui.theme import Ink, Size


def contract(form: Form) -> ft.Control:
    """The taker, the bid and the partner, with the way to change them."""
    facts = form.draft.facts
    assert facts.taker is not None
    assert facts.bid is not None
    partner = form.session.person(facts.partner) if facts.partner is not None else None
    taker = form.session.person(facts.taker)
    return form.step.kept("contract", _contract, taker, facts.bid, partner, facts.alone)


def _contract(step: Step, taker: Person, bid: Bid, partner: Person | None, alone: bool) -> ft.Control:
    t, large = step.t, step.layout.large_text
    words, badges = f"{taker.name} {takes(t, bid)}", [badge(taker)]
    if partner is not None:
        words = t("{taker} with {partner}", taker=words, partner=partner.name)
        badges.append(badge(partner))
    elif alone:
        words = t("{taker}, alone", taker=words)
    said = text(words, Size.BODY, Ink.ON_CHOSEN, bold=True, lines=None if large else 2)
    return row_tile(
        "change-taker",
        ft.Row([*badges, filling(said), text(t("change"), Size.SMALL, Ink.ON_CHOSEN)], spacing=8),
        step.taps.closing_tap(HandDraft.taker_reopened),
        fill=Ink.CHOSEN,
        height=None if large else 56,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8 if large else 0),
    )


def partners(form: Form) -> list[ft.Control]:
    """The choice of the partner: each player but the taker, or nobody."""
    others = tuple((seat, person) for seat, person in form.seats if person.id != form.draft.facts.taker)
    return [contract(form), *form.springs, form.step.kept("partners", _partners, others)]


def _partners(step: Step, seats: tuple[tuple[int, Person], ...]) -> ft.Control:
    words = text(step.t("Nobody: the taker is alone"), bold=True)
    nobody = ft.Row([ft.Icon(ft.Icons.PERSON_OUTLINE, size=26, color=Ink.TEXT), words], spacing=8)

    def partner(name: str, content: ft.Control, id_: PlayerId | None, **look: Any) -> ft.Control:
        tap = step.taps.on_tap(HandDraft.partner_tapped, id_)
        padding = ft.Padding.symmetric(horizontal=theme.MARGIN)
        return row_tile(f"partner-{name}", content, tap, height=theme.ACTION, padding=padding, **look)

    def hinted(content: ft.Control, key: str) -> ft.Control:
        hint = step.hint(key)
        return ft.Row([filling(content), key_hint(hint)]) if hint else content

    called = [
        partner(str(seat), hinted(named(person, Size.NUMBER), str(seat)), person.id) for seat, person in seats
    ]
    alone = partner("alone", hinted(nobody, "0"), None, fill=None, edge=True)
    return ft.Column([heading(step.t("Who was called?")), *called, alone], spacing=theme.GAP + 2)
