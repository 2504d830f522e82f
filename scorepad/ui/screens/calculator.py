"""The calculator: scores a hand without an evening, explains the score, compares rules, and links to the hand."""

from __future__ import annotations

import operator
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, scheme_title
from scorepad.i18n.sentences import count_text, formula, payment_texts, result_with_missed
from scorepad.pad.entry import fresh
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.ui import kit, routes, theme
from scorepad.ui.calculator import CalculatorTable, calculated, calculator
from scorepad.ui.components.comparison import hand_comparison
from scorepad.ui.components.reasons import reasons
from scorepad.ui.components.schemes import table_choice
from scorepad.ui.entry import entry_pane
from scorepad.ui.link import BadLink, read_code, web_app_address
from scorepad.ui.store import Store
from scorepad.ui.table import with_own


@kit.screen(routes.CALCULATOR)
def calculator_screen(at: kit.At) -> ft.View:
    """The entry of a hand, with a choice of the number of players and of the rules, and a button that opens a link."""
    t, history = at.t, at.store.history
    evening = calculator(history, at.store.calculator)
    seats, rules = evening.start.seating.seats, evening.table.rules.now
    front = ft.use_ref(rules)  # the rules at the first drawing stay the first choice
    choices = table_choice(
        t,
        at.layout,
        seats,
        rules,
        with_own(t, history, front.current or rules),
        partial(choose_table, at.store),
        theme.SPACE,
    )
    link = kit.icon_tile(at.layout, "open-link", ft.Icons.LINK, t("Open a link"), at.go(routes.OPEN_LINK))
    return at.pane_view(entry_pane(at.store, evening, True, choices, link, key=f"calculator-{seats}"))


def choose_table(store: Store, players: int | None, scheme: Scheme | None) -> None:
    """Changes the number of players or the rules (None: no change), and empties the hand."""
    table = store.calculator
    now = calculator(store.history, table)
    seats, rules = now.start.seating.seats, now.table.rules.now
    store.calculator = CalculatorTable(players or seats, (scheme or rules).id)
    store.calculating = fresh(calculator(store.history, store.calculator))
    store.changed()


@kit.screen(routes.calculated)
def calculated_screen(at: kit.At) -> ft.View:
    """A calculated hand: the reasons for its score, its payments, its score under other rules, and the link to it."""
    t, code, showing = at.t, at.names["code"], at.kept("qr", False)
    try:
        hand, scheme = read_code(code)
        evening, entry = calculated(hand, scheme)
    except (BadLink, ValueError, KeyError):
        raise kit.NothingHere from None
    if entry.score is None:
        raise kit.NothingHere
    link, way = _link(at)
    shared = link if link != at.route else f"{way}\n{link}"
    message = _message(t, evening, entry, hand, shared)
    words = t("Show as a QR code")
    qr_chip = kit.chip(
        at.layout, "qr", words, showing.tap(operator.not_), toggled=showing.value, icon=ft.Icons.QR_CODE_2
    )
    publish = t("For links that open on any phone: Settings, “Links and codes”.")
    people = [evening.table.person(player) for player in hand.players]
    code_of_link = (
        kit.qr_code(at.layout, "qr-code", kit.qr_picture(link), t("The link to this hand, as a code"))
        if showing.value
        else None
    )
    return at.view(
        t("Calculator"),
        reasons(t, at.layout, evening, entry, hand, in_evening=False),
        kit.divider(),
        kit.section(t("Compare")),
        hand_comparison(at, hand, scheme, people),
        kit.divider(),
        kit.section(t("Share")),
        kit.wrap(kit.copy_chip(at.store, message), qr_chip),
        kit.identified("link-way", kit.quiet(way)),
        not web_app_address(at.store) and kit.identified("link-help", kit.quiet(publish)),
        showing.value and (code_of_link or kit.warning(t("This link is too long for a code."))),
    )


def _link(at: kit.At) -> tuple[str, str]:
    """The link to the hand, and the words that say how to open it.

    If no other device can open this page, the link is only the route in the app.
    """
    t, files, published = at.t, at.store.files, web_app_address(at.store)
    if not published and not files.reached_elsewhere:
        return at.route, t("To open it on another device: Scorepad, menu, “Open a link”, paste.")
    link = f"{published}#{at.route}" if published else files.web_address(at.route)
    return link, t(
        "Opens on any device that reaches this address. Elsewhere: Scorepad, menu, “Open a link”, paste."
    )


def _message(t: Translator, evening: Evening, row: SheetRow, hand: Hand, shared: str) -> str:
    """The message to share: the hand in a few lines, then `shared`, the link to the hand."""
    assert row.score is not None
    assert row.payments is not None
    rules = evening.table.rules.now
    facts = f"{bid_name(t, hand.bid)}, {count_text(t, hand.bouts, hand.half_points)}"
    lines = [
        t("{facts}: {result}", facts=facts, result=t.inside(result_with_missed(t, hand, rules), noun=False)),
        formula(t, row.score),
        ", ".join(payment_texts(t, row.payments, hand, evening.table.name_of)),
        scheme_title(t, rules),
        shared,
    ]
    return "\n".join(lines)
