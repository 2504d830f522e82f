"""The evening in money: what the points are worth, everybody's share, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.money import MAX_CENTS, MAX_CURRENCY, STEPS, Rate, transfers
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.evenings import money_text
from scorepad.i18n.money import rate_text, transfer_text
from scorepad.text import clean_name
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    action,
    chip,
    copies,
    filling,
    identified,
    quiet,
    ruled,
    section,
    stepper,
    stretched,
    system_action,
    text,
    uncontrolled_text_field,
    wrapping_row,
)
from scorepad.ui.components.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_evening,
    use_kept,
    view_component,
)
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.files import can_share
from scorepad.ui.theme import Ink, Layout, Size

Choose = Callable[[Rate], None]

USUAL = Rate(cents=100)
WORTHS = (10, 50, 100, 200, 500, 1000)
"""What 100 points are usually worth, in cents."""
STEP = 5
CURRENCIES = ("€", "£", "$", "CHF")


@view_component
def money_screen() -> ft.View:
    """The payments of the evening that the address names; or the choice of the rate, until one is agreed."""
    state, evening = use_evening()
    t, layout, route = state.t, state.layout, routes.money(evening.id)
    chosen, choose = use_kept(route, "chosen", USUAL if evening.table.rate.cents == 0 else evening.table.rate)
    choosing, set_choosing = use_kept(route, "choosing", False)
    agreed = evening.table.rate.cents > 0

    def agree(rate: Rate) -> None:
        state.rate_agreed(evening, rate)
        set_choosing(False)

    if agreed and not choosing:
        other = chip("other-rate", t("Another rate"), partial(set_choosing, True))
        without = chip("no-money", t("Without money"), partial(agree, replace(evening.table.rate, cents=0)))
        body = [
            identified("rate", text(rate_text(t, evening.table.rate), bold=True)),
            *_transfers(t, evening, evening.table.rate, layout),
            section(t("Everybody’s share")),
            stretched(*_shares(t, evening, layout), spacing=0, tight=True),
            quiet(_explained(t, evening.table.rate)),
            wrapping_row(other, without),
        ]
        message = money_text(t, evening)
        shared = {"action": ft.ShareText(message)} if can_share(ft.context.page) else copies(t, message)
        below: ft.Control = stretched(
            system_action("share", t("Share"), ft.Icons.SHARE, **shared), tight=True
        )
    else:
        body = _choice(t, evening, chosen, choose, layout)
        same = agreed and chosen == evening.table.rate
        why = t("It is agreed so already") if same else None
        below = action("agree", t("Set this rate"), None if same else partial(agree, chosen), why)
    back = state.navigation.way_back(route, routes.evening(evening.id))
    return titled_screen(route, t("Money"), back, centred(*body), notice_bar(undo=True), foot(below))


def _choice(t: Translator, evening: Evening, rate: Rate, choose: Choose, layout: Layout) -> list[ft.Control]:
    """The worth of 100 points, who would pay whom, the currency and the rounding."""

    def name_currency(typed: str) -> None:
        named = clean_name(typed)[:MAX_CURRENCY]
        choose(replace(rate, currency=named if named and named.isprintable() else CURRENCIES[0]))

    def option(identifier: str, words: str, other: Rate) -> ft.Control:
        return chip(identifier, words, partial(choose, other), chosen=other == rate)

    worths = [
        option(f"worth-{cents}", t.money(cents, rate.currency), replace(rate, cents=cents))
        for cents in WORTHS
    ]
    less, more = rate.cents - STEP, rate.cents + STEP
    steps = stepper(
        "worth",
        identified("worth", text(rate_text(t, replace(rate, step=1)), bold=True, align=ft.TextAlign.CENTER)),
        (t("Less"), partial(choose, replace(rate, cents=less)) if less > 0 else None),
        (t("More"), partial(choose, replace(rate, cents=more)) if more <= MAX_CENTS else None),
    )
    currencies = [
        option(f"currency-{number}", sign, replace(rate, currency=sign))
        for number, sign in enumerate(CURRENCIES)
    ]
    rounding = [
        option(
            f"step-{step}",
            t.money(step, rate.currency) if step > 1 else t("to the cent"),
            replace(rate, step=step),
        )
        for step in STEPS
    ]
    other = uncontrolled_text_field(
        "currency", t("Another currency (optional)"), name_currency, longest=MAX_CURRENCY
    )
    return [
        section(t("What are the points worth?")),
        wrapping_row(*worths),
        ft.Row(steps, spacing=0),
        *(_transfers(t, evening, rate, layout) if any(evening.sheet.totals) else []),
        section(t("Currency")),
        wrapping_row(*currencies),
        other,
        section(t("Shares are rounded")),
        wrapping_row(*rounding),
        quiet(_explained(t, rate)),
    ]


def _explained(t: Translator, rate: Rate) -> str:
    """How the odd cents are dealt with."""
    if rate.step == 1:
        return t("Cents left over go to the shares nearest to the next cent. The sum is always zero.")
    return t("A share is rounded up where the next step is nearest, else down. The sum is always zero.")


def _transfers(t: Translator, evening: Evening, rate: Rate, layout: Layout) -> list[ft.Control]:
    """The fewest payments at a rate, in words."""
    names = [person.name for person in evening.sheet.people]
    rows: list[ft.Control] = []
    for number, each in enumerate(transfers(evening.sheet.money(rate))):
        words = text(transfer_text(t, each, names, rate.currency), Size.NUMBER, bold=True)
        pair = [
            badge(evening.sheet.people[each.payer], 26),
            ft.Icon(ft.Icons.ARROW_FORWARD, size=18, color=Ink.QUIET),
        ]
        if each.payee < len(evening.sheet.people):
            pair.append(badge(evening.sheet.people[each.payee], 26))
        row: ft.Control = ft.Row([*pair, filling(words)], spacing=8)
        if layout.large_text:
            row = ft.Column([ft.Row(pair, spacing=8), words], spacing=4)
        rows.append(identified(f"transfer-{number}", row))
    rows = rows or [identified("quits", text(t("Nobody owes anything.")))]
    return [section(t("Who pays whom")), *rows]


def _shares(t: Translator, evening: Evening, layout: Layout) -> list[ft.Control]:
    """Everybody's share, best first."""
    cents = {
        person.id: each
        for person, each in zip(evening.sheet.people, evening.sheet.money(evening.table.rate), strict=False)
    }
    return [
        _share(t, evening, standing.person, cents[standing.person.id], layout)
        for standing in evening.sheet.standings
    ]


def _share(t: Translator, evening: Evening, person: Person, cents: int, layout: Layout) -> ft.Control:
    words = t.money(cents, evening.table.rate.currency, signed=True)
    amount = text(words, Size.NUMBER, gain_ink(cents), bold=True, align=ft.TextAlign.END)
    head = ft.Row(
        [badge(person, 26), filling(text(person.name, bold=True, lines=1))],
        spacing=10,
        expand=not layout.large_text,
    )
    row: ft.Control = ft.Row([head, amount], spacing=10)
    if layout.large_text:
        row = stretched(head, amount, spacing=0)
    share = identified(f"share-{evening.sheet.people.index(person)}", row)
    return ruled(share, ft.Padding.symmetric(horizontal=theme.SPACE, vertical=8))
