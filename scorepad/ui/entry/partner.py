"""The choice of the partner, and the tile of the contract."""

from __future__ import annotations

from typing import Any

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n.names import SUIT_SIGNS, court_name, suit_name
from scorepad.i18n.sentences import called_words, takes
from scorepad.pad.draft import HandDraft
from scorepad.tarot.hand import Bid, CalledCard, Court, Found, PlayerId
from scorepad.ui import theme
from scorepad.ui.entry.form import TAKER, EntryForm, Step, StepParts
from scorepad.ui.kit.drawing import badge, badge_with_name
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import chip, key, key_hint, row_tile
from scorepad.ui.kit.window import part, parts
from scorepad.ui.kit.words import heading, quiet, text
from scorepad.ui.theme import Ink, Size

LONG = 34
"""The maximum number of characters of a contract at the usual size of text.

A longer contract has smaller text, to save height on a phone.
"""


def contract(form: EntryForm) -> ft.Control:
    """The tile of the taker, the bid and the partner; a tap asks for the taker and the bid again.

    In an open duel, the question "Whose cards are counted?" stands in place of this tile.
    """
    facts = form.draft.facts
    if form.draft.open:
        return _piles(form)
    assert facts.taker is not None
    assert facts.bid is not None
    partner = form.evening.table.person(facts.partner) if facts.partner is not None else None
    taker = form.evening.table.person(facts.taker)
    called = ", ".join(called_words(form.t, facts))
    return _contract(form.step, taker, facts.bid, partner, facts.alone, called)


def _piles(form: EntryForm) -> ft.Control:
    """In an open duel, the question "Whose cards are counted?" and a tile for each player; the choice is marked."""
    counting = form.draft.counting
    tiles = [_pile(form.step, seat, who, who.id == counting) for seat, who in form.seats]
    return _whose(form.step, *tiles)


@part
def _whose(step: Step, *tiles: ft.Control) -> ft.Control:
    row = ft.Column([*tiles]) if step.layout.narrow else ft.Row([*tiles], spacing=theme.GAP)
    return ft.Column([quiet(step.t("Whose cards are counted?")), row], spacing=theme.GAP)


@parts
def _pile(step: Step, seat: int, person: Person, counting: bool) -> ft.Control:
    large = step.layout.large_text
    said = text(person.name, Size.BODY, Ink.ON_CHOSEN if counting else Ink.TEXT, bold=counting, lines=1)
    return row_tile(
        step.layout,
        f"pile-of-{seat}",
        ft.Row([badge(person), filling(said)], spacing=8),
        step.taps.on_tap(HandDraft.pile_tapped, person.id),
        chosen=counting,
        expand=None if step.layout.narrow else 1,
        height=None if large else theme.KEY,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8 if large else 0),
    )


@part
def _contract(
    step: Step, taker: Person, bid: Bid, partner: Person | None, alone: bool, called: str
) -> ft.Control:
    t, narrow = step.t, step.layout.narrow
    words, badges = f"{taker.name} {takes(t, bid)}", [badge(taker)]
    if partner is not None:
        words = t("{taker} with {partner}", taker=words, partner=partner.name)
        badges.append(badge(partner))
    elif alone:
        words = t("{taker}, alone", taker=words)
    if called and (alone or partner is not None):
        words = f"{words}, {called}"
    small = len(words) > LONG and not step.layout.large_text
    said = text(words, Size.SMALL if small else Size.BODY, Ink.ON_CHOSEN, bold=True)
    middle = ft.Container(expand=True) if narrow else filling(said)
    row = [*badges, middle, text(t("change"), Size.SMALL, Ink.ON_CHOSEN)]
    taken: ft.Control = ft.Row(step.layout.handed(row), spacing=8)
    return row_tile(
        step.layout,
        "change-taker",
        ft.Column([taken, said], spacing=4) if narrow else taken,
        step.taps.toggles(TAKER),
        fill=Ink.CHOSEN,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
    )


def partners(form: EntryForm) -> StepParts:
    """The choice of the partner: each player but the taker, or nobody."""
    others = tuple((seat, person) for seat, person in form.seats if person.id != form.draft.facts.taker)
    keeps = form.rules.table.called_card
    cards = [_cards(form.step, form.draft.facts.called)] if keeps else []
    question = heading(form.t("Who was called?"))
    return StepParts([contract(form), *cards, question], [_partners(form.step, others, keeps)])


@part
def _cards(step: Step, called: CalledCard | None) -> ft.Control:
    """The suit of the called card, and its rank, which is nearly always the king."""
    t = step.t
    keys = [
        key(
            step.layout,
            f"suit-{suit}",
            text(sign, Size.TITLE, bold=True, label=suit_name(t, suit)),
            step.taps.on_tap(HandDraft.suit_tapped, suit),
            chosen=called is not None and called.suit is suit,
        )
        for suit, sign in SUIT_SIGNS.items()
    ]
    rank = court_name(t, Court.KING if called is None else called.court)
    why = t("First the suit.") if called is None else None
    court = chip(
        step.layout, "court", rank, None if why else step.taps.on_tap(HandDraft.court_tapped), why=why
    )
    large = step.layout.large_text
    suits = ft.Row([*keys], spacing=theme.GAP)
    row: ft.Control = ft.Column([suits, court], spacing=theme.GAP)
    if not large:
        suits.expand = True
        row = ft.Row([suits, court], spacing=theme.GAP)
    return ft.Column([quiet(t("The called card")), row], spacing=theme.GAP)


@part
def _partners(step: Step, seats: tuple[tuple[int, Person], ...], keeps: bool) -> ft.Control:
    def nobody(words: str) -> ft.Control:
        icon = ft.Icon(ft.Icons.PERSON_OUTLINE, size=26, color=Ink.TEXT)
        return ft.Row([icon, filling(text(words, bold=True))], spacing=8)

    def partner(
        name: str, content: ft.Control, id_: PlayerId | None, found: Found | None = None, **look: Any
    ) -> ft.Control:
        tap = step.taps.on_tap(HandDraft.partner_tapped, id_, found)
        padding = ft.Padding.symmetric(horizontal=theme.MARGIN)
        height = theme.KEY if step.layout.two_columns else theme.ACTION
        return row_tile(step.layout, f"partner-{name}", content, tap, height=height, padding=padding, **look)

    def hinted(content: ft.Control, key: str) -> ft.Control:
        hint = step.hint(key)
        return ft.Row([filling(content), key_hint(hint)]) if hint else content

    called = [
        partner(str(seat), hinted(badge_with_name(person, Size.NUMBER), str(seat)), person.id)
        for seat, person in seats
    ]
    if keeps:
        dog, own = step.t("In the dog: alone"), step.t("In the taker’s own hand: alone")
        alone = [
            partner("alone", hinted(nobody(dog), "0"), None, Found.DOG, fill=None, edge=True),
            partner("own", nobody(own), None, Found.OWN_HAND, fill=None, edge=True),
        ]
    else:
        words = step.t("Nobody: the taker is alone")
        alone = [partner("alone", hinted(nobody(words), "0"), None, fill=None, edge=True)]
    return ft.Column([*called, *alone], spacing=theme.GAP + 2)
