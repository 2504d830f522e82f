"""The reasons for the amounts in a row of the sheet: its lines in words, with rules and sources, and the payments."""

from __future__ import annotations

import flet as ft

from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.evening import Evening
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import Translator
from scorepad.i18n.names import (
    bid_name,
    points_change_detail,
    role_name,
    scheme_title,
    source_text,
    thrown_in_name,
    who_pays,
)
from scorepad.i18n.pots import mouches_text, move_lines, table_stakes_text
from scorepad.i18n.sentences import (
    count_text,
    line_detail,
    line_sum,
    line_title,
    needed_text,
    partner_words,
    result_with_missed,
    taker_won,
    total_title,
)
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scoring import Line, Rule, source_of
from scorepad.ui import kit
from scorepad.ui.theme import Layout


def reasons(
    t: Translator, layout: Layout, evening: Evening, row: SheetRow, hand: Hand, *, in_evening: bool = True
) -> kit.Part:
    """The lines of a hand, its moves of mouches, and the payments; a hand that is not `in_evening` has no mouches."""
    name_of = evening.table.name_of
    facts = [name_of(hand.taker), t.inside(bid_name(t, hand.bid)), *partner_words(t, hand, name_of)]
    facts.append(count_text(t, hand.bouts, hand.half_points))
    ink = kit.Ink.QUIET if row.voided else kit.Ink.GAIN if taker_won(hand) else kit.Ink.LOSS
    outcome = kit.text(
        result_with_missed(t, hand, row.rules), kit.Size.HERO, ink, bold=True, struck=row.voided
    )
    return [
        kit.quiet(", ".join(facts), kit.Size.BODY),
        kit.identified("result", outcome, header=True),
        struck_out(t) if row.voided else kit.quiet(needed_text(t, hand.bouts), kit.Size.BODY),
        _score(t, layout, evening, row, hand),
        in_evening and mouches(t, layout, evening, row),
        payments(t, layout, evening, row, in_evening=in_evening),
        kit.quiet(scheme_title(t, row.rules)),
        _agreed(t, evening, row),
    ]


def row_reasons(t: Translator, layout: Layout, evening: Evening, row: SheetRow) -> kit.Part:
    """The reasons for the amounts in a row of the sheet: a hand, a hand thrown in, or points without a hand."""
    match row.deal.outcome:
        case ThrownIn() as outcome:
            ink = kit.Ink.QUIET if row.voided else kit.Ink.TEXT
            return [
                kit.text(thrown_in_name(t, outcome), kit.Size.HERO, ink, bold=True, struck=row.voided),
                row.voided and struck_out(t),
                mouches(t, layout, evening, row),
                bool(row.moves) and payments(t, layout, evening, row),
            ]
        case Hand() as hand:
            if row.score is not None:
                return reasons(t, layout, evening, row, hand)
            lacking = t("This table does not play {bid}.", bid=bid_name(t, hand.bid))
            return kit.text(lacking, kit.Size.TITLE, kit.Ink.LOSS, bold=True)
        case change:
            reason = change.reason if isinstance(change, Adjustment) else ""
            return [
                kit.named("beside", who_pays(t, change, evening.table.name_of), kit.Size.TITLE),
                reason and kit.identified("beside-reason", kit.text(t("“{words}”", words=reason))),
                struck_out(t) if row.voided else kit.quiet(points_change_detail(t, change), kit.Size.BODY),
                payments(t, layout, evening, row),
            ]


def struck_out(t: Translator) -> ft.Control:
    """A text which says that a row of the sheet does not count."""
    return kit.named("struck-out", t("Struck out: it does not count."), kit.Size.BODY)


def _score(t: Translator, layout: Layout, evening: Evening, entry: SheetRow, hand: Hand) -> kit.Part:
    """The lines that count for all players, with their total, and the lines of single players."""
    assert entry.score is not None
    name_of, unit = evening.table.name_of, entry.score.unit

    def row(number: int, line: Line) -> ft.Control:
        detail = line_detail(t, line, hand, entry.rules)
        if line.rule is Rule.TABLE_STAKES:
            assert entry.payments is not None
            detail = f"{detail} {table_stakes_text(t, entry.payments, name_of)}"
        source = source_text(t, source_of(line.rule, entry.rules, hand.bid))
        amount = kit.text(line_sum(t, line, unit), ink=_ink(entry, line.value), bold=True)
        title = kit.text(line_title(t, line, hand, name_of, entry.rules))
        return _line(layout, f"line-{number}", title, amount, _sourced(detail, source))

    shared = [line for line in entry.score.lines if line.stake is None]
    personal = [line for line in entry.score.lines if line.stake is not None]
    rows = [row(*each) for each in enumerate([*shared, *personal], 1)]
    amount = kit.Value(t.number(abs(entry.score.total), unit))
    total = kit.line(layout, "score", total_title(t, entry.score.total, hand), value=amount)
    return [kit.table(rows[: len(shared)], total=total), bool(personal) and kit.table(rows[len(shared) :])]


def _line(layout: Layout, identifier: str, title: ft.Control, amount: ft.Control, detail: str) -> ft.Control:
    return kit.block(layout, identifier, kit.pair(layout, title, amount), kit.quiet(detail))


def _sourced(detail: str, source: str) -> str:
    return f"{detail.removesuffix('.')}\u00a0· {source}" if source else detail


def _ink(row: SheetRow, amount: int) -> kit.Ink:
    return kit.Ink.QUIET if row.voided else kit.gain_ink(amount)


def mouches(t: Translator, layout: Layout, evening: Evening, row: SheetRow) -> kit.Part:
    """The amounts that a deal moved into the mouches and out of them, and the mouches after this deal."""
    if not row.moves:
        return None
    source = source_text(t, row.rules.mouches.source if row.rules.mouches else "")
    unit = evening.sheet.unit
    rows = [
        _line(
            layout,
            f"move-{number}",
            kit.text(title),
            kit.text(words, ink=kit.gain_ink(amount), bold=True),
            _sourced(detail, source),
        )
        for number, (title, words, detail, amount) in enumerate(
            move_lines(t, row.moves, unit, evening.table.name_of), 1
        )
    ]
    pot = kit.named("pot", mouches_text(t, row.pot, unit), kit.Size.BODY)
    return [kit.heading(t("Mouches"), kit.Size.BODY, 2), kit.table(rows), pot]


def payments(
    t: Translator, layout: Layout, evening: Evening, row: SheetRow, *, in_evening: bool = True
) -> kit.Part:
    """The amount that each player received for a row of the sheet, the largest first.

    The amounts include mouches only if `in_evening` is true.
    """
    outcome = row.deal.outcome
    roles = dict.fromkeys((move.player for move in row.moves), "")
    if isinstance(outcome, Hand):
        roles |= {player: role_name(t, outcome, player) for player in outcome.players}
    elif isinstance(outcome, Adjustment | TakeOver):
        roles |= dict.fromkeys(outcome.players, "")
    if in_evening:
        everybody = zip(evening.sheet.people, row.amounts, strict=True)
        paid = [(person.id, amount) for person, amount in everybody if person.id in roles]
        unit = evening.sheet.unit
    else:
        assert row.payments is not None
        paid = [*zip(row.payments.players, row.payments.totals, strict=True)]
        unit = row.payments.unit
    rows = []
    for player, amount in sorted(paid, key=lambda each: -each[1]):
        person = evening.table.person(player)
        received = kit.Value(t.signed(amount, unit), _ink(row, amount), before=roles.get(player, ""))
        place = evening.sheet.people.index(person)
        rows.append(kit.line(layout, f"paid-{place}", person.name, lead=person, value=received))
    return [kit.heading(t("Payments"), kit.Size.BODY, 2), rows]


def _agreed(t: Translator, evening: Evening, row: SheetRow) -> kit.Part:
    """A warning with the payments that were saved with the hand, if the hand pays other amounts now."""
    agreed = row.changed_since_agreed
    if agreed is None:
        return None
    name_of = evening.table.name_of
    then = ", ".join(f"{name_of(who)} {t.signed(amount, agreed.unit)}" for who, amount in agreed.payments)
    return kit.identified("agreed", kit.warning(t("When it was saved it paid {payments}.", payments=then)))
