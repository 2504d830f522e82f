"""The evening in money: what the points are worth, everybody's share, and who pays whom."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from scorepad.evening.events import RateAgreed
from scorepad.evening.money import MAX_CENTS, MAX_CURRENCY, STEPS, Rate, transfers
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.evenings import money_text, rate_text, transfer_text
from scorepad.text import clean_name
from scorepad.ui import kit, routes

USUAL = Rate(cents=100)
WORTHS = (10, 50, 100, 200, 500, 1000)
"""The usual values of 100 points, in cents."""
STEP = 5
CURRENCIES = ("€", "£", "$", "CHF")


@kit.screen(routes.money)
def money_screen(at: kit.At) -> ft.View:
    """The payments of the evening; or the choice of the rate, as long as no rate is agreed."""
    t, rate = at.t, at.evening.table.rate
    agreed = rate.cents > 0
    chosen, choosing = at.kept("chosen", rate if agreed else USUAL), at.kept("choosing", False)

    def agree(rate: Rate) -> None:
        at.store.happens(at.evening, RateAgreed(rate), t("Rate agreed") if rate.cents else t("Without money"))
        choosing.set(False)

    if not agreed or choosing.value:
        why = t("Already agreed") if agreed and chosen.value == rate else None
        set_it = kit.action(
            at.layout, "agree", t("Set this rate"), None if why else lambda: agree(chosen.now), why
        )
        return at.view(t("Money"), _choice(at, chosen), foot=set_it)
    return at.view(
        t("Money"),
        kit.named("rate", rate_text(t, rate), kit.Size.BODY),
        _payments(at, rate),
        kit.section(t("Everybody’s share")),
        _shares(at, rate),
        kit.quiet(_explained(t, rate)),
        kit.wrap(
            kit.chip(at.layout, "other-rate", t("Another rate"), choosing.sets(True)),
            kit.chip(at.layout, "no-money", t("Without money"), lambda: agree(replace(rate, cents=0))),
        ),
        foot=kit.share(at.store, money_text(t, at.evening)),
    )


def _choice(at: kit.At, chosen: kit.Kept[Rate]) -> kit.Part:
    """The choice of a rate: the value of 100 points, the currency and the rounding, with the resulting payments."""
    t, rate = at.t, chosen.value
    worths = {cents: t.money(cents, rate.currency) for cents in WORTHS}
    steps = {step: t.money(step, rate.currency) if step > 1 else t("to the cent") for step in STEPS}

    def by(step: int) -> kit.Handler | None:
        return chosen.tap(_stepped, step) if 0 < rate.cents + step <= MAX_CENTS else None

    return [
        kit.section(t("What are the points worth?")),
        kit.choices(at.layout, "worth", worths, rate.cents, lambda cents: chosen.tap(replace, cents=cents)),
        kit.stepper(
            at.layout,
            "worth",
            rate_text(t, replace(rate, step=1)),
            (t("Less"), by(-STEP)),
            (t("More"), by(STEP)),
        ),
        any(at.evening.sheet.totals) and _payments(at, rate),
        _currency(at, chosen),
        kit.section(t("Shares are rounded")),
        kit.choices(at.layout, "step", steps, rate.step, lambda step: chosen.tap(replace, step=step)),
        kit.quiet(_explained(t, rate)),
    ]


def _currency(at: kit.At, chosen: kit.Kept[Rate]) -> kit.Part:
    """The usual currencies, and the field for another currency."""
    t, rate = at.t, chosen.value

    def name_currency(typed: str) -> None:
        named = clean_name(typed)[:MAX_CURRENCY]
        chosen.change(replace, currency=named if named and named.isprintable() else CURRENCIES[0])

    return [
        kit.section(t("Currency")),
        kit.choices(
            at.layout,
            "currency",
            {sign: sign for sign in CURRENCIES},
            rate.currency,
            lambda sign: chosen.tap(replace, currency=sign),
        ),
        kit.field(
            at.layout,
            "currency",
            t("Another currency (optional)"),
            "",
            name_currency,
            max_length=MAX_CURRENCY,
        ),
    ]


def _stepped(rate: Rate, step: int) -> Rate:
    return replace(rate, cents=min(max(STEP, rate.cents + step), MAX_CENTS))


def _explained(t: Translator, rate: Rate) -> str:
    """A sentence about the rounding of shares."""
    if rate.step == 1:
        return t("Shares are rounded to the cent, and always sum to zero.")
    return t("Shares are rounded to the step, and always sum to zero.")


def _payments(at: kit.At, rate: Rate) -> kit.Part:
    """The payments that settle the evening at a rate, as few as possible, in words."""
    t, people = at.t, at.evening.sheet.people
    names = [person.name for person in people]
    lines = [
        kit.line(
            at.layout,
            f"transfer-{number}",
            transfer_text(t, each, names, rate.currency),
            lead=[people[each.payer], ft.Icons.ARROW_FORWARD, *people[each.payee : each.payee + 1]],
        )
        for number, each in enumerate(transfers(at.evening.sheet.money(rate)))
    ]
    return [
        kit.section(t("Who pays whom")),
        lines or kit.line(at.layout, "quits", t("Nobody owes anything."), bold=False),
    ]


def _shares(at: kit.At, rate: Rate) -> kit.Part:
    """Each person's share at a rate, in the order of the standings."""
    sheet, t = at.evening.sheet, at.t
    cents = dict(zip(sheet.people, sheet.money(rate), strict=False))

    def share(person: Person) -> ft.Control:
        words = t.money(cents[person], rate.currency, signed=True)
        value = kit.Value(words, kit.gain_ink(cents[person]))
        return kit.line(
            at.layout, f"share-{sheet.people.index(person)}", person.name, lead=person, value=value
        )

    return kit.table([share(standing.person) for standing in sheet.standings])
