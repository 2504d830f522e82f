"""Who was called, and the contract once it is known."""

from __future__ import annotations

import flet as ft

from scorepad.i18n.sentences import takes
from scorepad.tarot.hand import Bid, PlayerId
from scorepad.tarot.session import Person
from scorepad.ui import theme
from scorepad.ui.components.controls import heading, row_tile, text
from scorepad.ui.components.marks import badge, named
from scorepad.ui.draft import HandDraft
from scorepad.ui.entry.form import Form, Step
from scorepad.ui.theme import Ink, Size


def contract(form: Form) -> ft.Control:
    """Who took what, with whom, and the way to change it."""
    facts = form.draft.facts
    assert facts.taker is not None
    assert facts.bid is not None
    partner = form.session.person(facts.partner) if facts.partner is not None else None
    taker = form.session.person(facts.taker)
    return form.step.kept("contract", _contract, taker, facts.bid, partner, facts.alone)


def _contract(step: Step, taker: Person, bid: Bid, partner: Person | None, alone: bool) -> ft.Control:
    t, large = step.t, step.layout.large_text
    words = f"{taker.name} {takes(t, bid)}"
    if partner is not None:
        words = t("{taker} with {partner}", taker=words, partner=partner.name)
    elif alone:
        words = t("{taker}, alone", taker=words)
    said = text(words, Size.BODY, Ink.ON_CHOSEN, bold=True, lines=None if large else 2)
    return row_tile(
        "change-taker",
        ft.Row(
            [
                badge(taker),
                *([badge(partner)] if partner is not None else []),
                ft.Container(said, expand=True),
                text(t("change"), Size.SMALL, Ink.ON_CHOSEN),
            ],
            spacing=8,
        ),
        step.taps.closing_tap(HandDraft.taker_reopened),
        fill=Ink.CHOSEN,
        height=None if large else 56,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8 if large else 0),
    )


def partners(form: Form) -> list[ft.Control]:
    """Who was called: each player but the taker, or nobody."""
    people = tuple(form.seats)
    return [
        contract(form),
        *form.springs,
        form.step.kept("partners", _partners, people, form.draft.facts.taker),
    ]


def _partners(step: Step, seats: tuple[tuple[int, Person], ...], taker: PlayerId | None) -> ft.Control:
    padding = ft.Padding.symmetric(horizontal=theme.MARGIN)
    nobody = ft.Row(
        [
            ft.Icon(ft.Icons.PERSON_OUTLINE, size=26, color=Ink.TEXT),
            text(step.t("Nobody: the taker is alone"), Size.BODY, bold=True),
        ],
        spacing=8,
    )
    return ft.Column(
        [
            heading(step.t("Who was called?")),
            *(
                row_tile(
                    f"partner-{seat}",
                    named(person, Size.NUMBER),
                    step.taps.on_tap(HandDraft.partner_tapped, person.id),
                    height=theme.ACTION,
                    padding=padding,
                )
                for seat, person in seats
                if person.id != taker
            ),
            row_tile(
                "partner-alone",
                nobody,
                step.taps.on_tap(HandDraft.partner_tapped, None),
                height=theme.ACTION,
                fill=None,
                edge=True,
                padding=padding,
            ),
        ],
        spacing=theme.GAP + 2,
    )
