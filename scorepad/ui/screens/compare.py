"""One hand, or the whole evening, under several schemes side by side; nothing is saved."""

from __future__ import annotations

import flet as ft

from scorepad.evening.sheet import Sheet
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.pots import amounts_text
from scorepad.tarot.scheme import Scheme
from scorepad.ui import kit, routes
from scorepad.ui.components.comparison import hand_comparison, picked_schemes, standings_beside


@kit.screen(routes.compare_hand)
def compare_hand_screen(at: kit.At) -> ft.View:
    """A hand of an evening under other schemes."""
    entry = at.row
    if entry is None or (hand := entry.deal.hand) is None:
        raise kit.NothingHere
    people = [at.evening.table.person(player) for player in hand.players]
    return at.view(at.t("Compare"), hand_comparison(at, hand, entry.rules, people))


@kit.screen(routes.compare)
def compare_evening_screen(at: kit.At) -> ft.View:
    """The totals of an evening under other schemes."""
    t, evening, own = at.t, at.evening, at.evening.sheet

    def differs(scheme: Scheme) -> bool:
        other = evening.sheet_under(scheme)
        pairs = [(own.standing_of(each).total, other.standing_of(each).total) for each in own.people]
        return any(mine * other.unit != theirs * own.unit for mine, theirs in pairs)

    picked, choice = picked_schemes(at, evening.table.rules.now, differs)
    sheets = [own, *(evening.sheet_under(scheme) for scheme in picked[1:])]
    titles = [scheme_title(t, scheme) for scheme in picked]
    if len(evening.schemes) > 1:
        titles[0] = t("As played")
    columns = list(zip(titles, sheets, strict=True))
    return at.view(
        t("Compare"),
        choice,
        kit.section(t("Standings under other rules")),
        standings_beside(at, columns),
        [_left_out(t, sheet) for sheet in sheets if sheet.unscorable],
        [_mouches(t, *column) for column in columns],
        not evening.table.ended and [_adopt(at, scheme) for scheme in picked[1:]],
    )


def _adopt(at: kit.At, scheme: Scheme) -> ft.Control:
    """The line that opens the screen on which the evening changes to a scheme."""
    words = at.t("Play by these: {scheme}", scheme=scheme_title(at.t, scheme))
    go = at.go(routes.other_rules(at.evening.id, scheme.id))
    return kit.line(at.layout, f"adopt-{scheme.id}", words, tap=go)


def _mouches(t: Translator, title: str, sheet: Sheet) -> kit.Part:
    """The line with the mouches under a scheme; the totals of the `sheet` do not include them. None without mouches."""
    if not sheet.pot:
        return None
    amounts = amounts_text(t, sheet.pot, sheet.unit)
    return kit.quiet(t("{scheme}: {amounts} in the mouches", scheme=title, amounts=amounts))


def _left_out(t: Translator, sheet: Sheet) -> kit.Part:
    words = t.plural(
        "{scheme}: {count} hand is left out, since it cannot be played by these rules.",
        "{scheme}: {count} hands are left out, since they cannot be played by these rules.",
        sheet.unscorable,
        scheme=scheme_title(t, sheet.rules.now),
    )
    return kit.quiet(words)
