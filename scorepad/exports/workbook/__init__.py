"""Evenings as a workbook that calculates: the facts of every hand, the rules, and formulas from them to the payments.

A sheet of hands for each evening (of many, for the latest), one of the standings, one for each set of rules; of
several evenings also all hands and all payments as two flat tables, to filter and to pivot. A fact or a rule that is
changed changes every payment that follows from it, in Excel and in LibreOffice; the value that the app computed
stands beside each formula, for readers that do not calculate. Only old functions are used, which both have.

Each hand counts by its own rules, as in the app. A hand that lacks a fact, or whose bid the rules
lack, pays nothing and names the fact to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO

import xlsxwriter

from scorepad.evening.evening import Evening
from scorepad.exports.cells import labels, local_time, writable
from scorepad.exports.names import sheet_names
from scorepad.exports.progress import Step, Work, finished
from scorepad.exports.text import evening_title
from scorepad.exports.workbook.columns import has_partners
from scorepad.exports.workbook.flat import write_flat
from scorepad.exports.workbook.hands import Hands
from scorepad.exports.workbook.pen import Lists, Pen
from scorepad.exports.workbook.rules import Rules
from scorepad.exports.workbook.standings import write_standings
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title

TABS = 40
"""Only this number of the latest evenings have their own sheets: hundreds of tabs are of no use."""


def workbook(evenings: Sequence[Evening], t: Translator, *, step: Step) -> bytes:
    """Evenings as one XLSX file, the same for the same evenings. Raises the errors of `step`."""
    return finished(write_workbook(evenings, t), step)


def write_workbook(evenings: Sequence[Evening], t: Translator) -> Work[bytes]:
    """The same as `workbook`, as work that can pause."""
    out = BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    pen = Pen(book, t)
    names = labels(
        person
        for each in sorted(evenings, key=lambda each: each.start.created)
        for person in each.sheet.people
    )
    several = len(evenings) != 1
    latest = sorted(evenings, key=lambda each: (each.start.created, each.id))[-TABS:]
    tabbed = [evening for evening in evenings if evening in latest]
    schemes = list(dict.fromkeys(scheme for evening in tabbed for scheme in evening.schemes))
    flat = [t("All hands"), t("All payments")] if several else []
    hands = [_day_and_name(evening) for evening in tabbed] if several else [t("Hands")]
    rules = [scheme_title(t, scheme) for scheme in schemes] if len(schemes) > 1 else [t("Rules")]
    # Readers of a year look for the standings first, readers of an evening for its hands.
    wanted = [t("Standings"), *flat, *hands, *rules] if several else [*hands, t("Standings"), *rules]
    sheets = [pen.sheet(name) for name in sheet_names([*wanted, t("Choices")])]
    lists = Lists(pen, sheets.pop())
    standings = sheets.pop(0 if several else 1)
    flat_sheets, sheets = sheets[: len(flat)], sheets[len(flat) :]
    by_scheme = {
        scheme: Rules(
            *(pen, lists, sheet, scheme, number),
            five=any(has_partners(evening) for evening in tabbed if scheme in evening.schemes),
        )
        for number, (scheme, sheet) in enumerate(zip(schemes, sheets[len(tabbed) :], strict=False), 1)
    }
    count = sum(len(evening.sheet.standing) for evening in tabbed)
    done = 0
    yield 0
    tables = {}
    for evening, sheet in zip(tabbed, sheets[: len(tabbed)], strict=True):
        table = Hands(pen, lists, sheet, evening, by_scheme, names, alone=not several)
        for _ in table.write():
            done += 1
            yield 0.7 * (done / count)
        table.put_curve(*(sheet, table.end, 1) if several else (standings, len(evening.sheet.people) + 7, 0))
        tables[evening.id] = table
    write_standings(pen, standings, evenings, tables, names)
    if several:
        for share in write_flat(pen, flat_sheets, evenings):
            yield 0.7 + 0.1 * share
    title = evening_title(t, evenings[0]) if len(evenings) == 1 else t("Tarot")
    last = max((evening.last_at for evening in evenings), default="")
    created = {"created": datetime.fromisoformat(last)} if last else {}
    book.set_properties({"title": writable(title), **created})
    yield 0.8
    book.close()
    yield 1
    return out.getvalue()


def _day_and_name(evening: Evening) -> str:
    at = local_time(evening.start.created)
    return f"{at:%Y-%m-%d} {evening.table.title}" if at else evening.table.title
