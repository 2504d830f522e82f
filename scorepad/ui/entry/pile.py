"""Counts a pile: the number of cards of each kind gives its points and bouts; two piles must make 91 points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import bouts_text, card_kind_name
from scorepad.pad.draft import HandDraft
from scorepad.tarot.cards import IN_DECK, CardKind, Pile, PileCheck, compare
from scorepad.tarot.hand import Side
from scorepad.ui import theme
from scorepad.ui.entry.form import EntryForm
from scorepad.ui.kit.lines import stepper
from scorepad.ui.kit.notice import component
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.taps import chip, outlined_tile, tile
from scorepad.ui.kit.window import Handler
from scorepad.ui.kit.words import heading, identified, text
from scorepad.ui.theme import Ink, Size

MANY = 10
"""The number of plain cards that one tap on “+10” adds."""
COUNT = 36
"""The width of the text that shows a number of cards, in dp."""
Piles = tuple[Pile, ...]


@component
def pile_panel(form: EntryForm) -> ft.Control:
    """The panel that counts a pile for each side or, in an open duel, for each player.

    A button enters the points and the bouts of the shown pile into the hand.
    """
    t, taps, large = form.t, form.taps, form.layout.large_text
    names = [form.player_of(each) for each in Side] if form.draft.open else [t("attack"), t("defence")]
    side, set_side = ft.use_state(Side.TAKER)
    piles, pile = form.draft.piles, form.draft.pile_of(side)

    def count(kind: CardKind, by: int) -> Handler:
        return taps.on_tap(HandDraft.card_counted, side, kind, by)

    sides: list[ft.Control] = [
        chip(form.layout, f"pile-{each}", words, partial(set_side, each), chosen=each is side, expand=1)
        for each, words in zip(Side, names, strict=True)
    ]
    back = outlined_tile(
        form.layout, "close-panel", text(t("Back to the points"), Size.SMALL), taps.close, expand=1
    )
    words = text(t("Use this count"), Size.SMALL, Ink.ON_ACCENT, bold=True)
    tap = taps.closing_tap(HandDraft.pile_counted, side, pile) if pile.cards else None
    why = None if pile.cards else t("Nothing is counted yet.")
    use = tile(form.layout, "use-pile", words, tap, why=why, fill=Ink.ACCENT, expand=1)
    rows = [
        heading(t("Count a pile"), Size.NUMBER),
        ft.Row(sides, spacing=theme.GAP),
        *(_kind(form, kind, pile, count) for kind in CardKind),
        _sum(form, pile, piles),
        *([ft.Row([back]), ft.Row([use])] if large else [ft.Row([back, use], spacing=theme.GAP)]),
    ]
    return ft.Column(rows, spacing=2)


def _kind(
    form: EntryForm, kind: CardKind, pile: Pile, count: Callable[[CardKind, int], Handler]
) -> ft.Control:
    t, counted, most = form.t, pile.of(kind), IN_DECK[kind]
    name = card_kind_name(t, kind)
    less, more = t("{title}: less", title=name), t("{title}: more", title=name)

    def tap(by: int) -> tuple[Handler | None, str | None]:
        """Returns (handler, None) for a tap that changes the count by `by`; (None, reason) if the tap is impossible."""
        if 0 <= counted + by <= most:
            return count(kind, by), None
        return None, t("Nothing is counted yet.") if by < 0 else t("There are {count} of them.", count=most)

    row = [stepper(form.layout, str(kind), str(counted), (less, *tap(-1)), (more, *tap(1)), width=COUNT)]
    if kind is CardKind.OTHERS:
        (many, why), words = tap(MANY), text(f"+{MANY}", bold=True)
        wide = theme.TARGET * form.layout.growth
        row.insert(0, tile(form.layout, f"{kind}-many", words, many, why=why, padding=0, width=wide))
    if form.layout.narrow:  # the name has a line of its own
        return stretched(text(name), ft.Row(row, spacing=0, alignment=ft.MainAxisAlignment.END), spacing=0)
    return ft.Row([filling(text(name, lines=2)), *row], spacing=0)


def _sum(form: EntryForm, pile: Pile, piles: Piles) -> ft.Control:
    """The points, bouts and cards of the pile; once both piles have cards, also whether they make up the deck."""
    t, layout = form.t, form.layout
    words = t(
        "{points} points, {bouts}, {cards}",
        points=t.half_points(pile.half_points),
        bouts=bouts_text(t, pile.bouts),
        cards=t.plural("{count} card", "{count} cards", pile.cards),
    )
    rows: list[ft.Control] = [identified("pile-sum", text(words, bold=True), live=True)]
    if all(each.cards for each in piles):
        lacking = compare(*piles)
        if lacking.complete:
            rows.append(text(t("Both piles make 91: well counted."), Size.SMALL, Ink.GAIN))
        else:
            rows.append(text(_lacking(t, piles, lacking), Size.SMALL, Ink.LOSS, bold=True))
    return ft.Container(ft.Column(rows, spacing=0), height=None if layout.large_text else 64)


def _lacking(t: Translator, piles: Piles, lacking: PileCheck) -> str:
    """The sentence that says how two piles differ from the deck."""
    points = t.half_points(sum(pile.half_points for pile in piles))
    by = t.half_points(abs(lacking.half_points))
    if lacking.half_points > 0:
        said = t("Both piles make {points}, not 91: {by} too few.", points=points, by=by)
    elif lacking.half_points < 0:
        said = t("Both piles make {points}, not 91: {by} too many.", points=points, by=by)
    else:
        said = t("Both piles make 91, but not with the cards of the deck.")
    if lacking.cards > 0:
        said += " " + t.plural("{count} card is missing.", "{count} cards are missing.", lacking.cards)
    elif lacking.cards < 0:
        said += " " + t.plural("{count} card too many.", "{count} cards too many.", -lacking.cards)
    return said
