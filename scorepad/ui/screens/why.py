"""The reasons for the score of a hand, line by line, and its versions; and the place of a forgotten hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from scorepad.evening.adjustment import TakeOver
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Event, Undone
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import Translator
from scorepad.i18n.events import doubt_text, event_name, version_text
from scorepad.i18n.names import entry_title
from scorepad.i18n.sentences import deal_text
from scorepad.ui import kit, routes
from scorepad.ui.components.reasons import row_reasons
from scorepad.ui.hand_actions import correct as correct_hand
from scorepad.ui.hand_actions import insert_before
from scorepad.ui.store import Store

SHOWN = 40
"""The number of rows on one page of the list."""


@kit.screen(routes.why)
def why_screen(at: kit.At) -> ft.View:
    """The row that the address names: a hand, a hand that was not played, or points without a hand."""
    t, evening, entry, narrow = at.t, at.evening, at.row, at.layout.narrow
    assert entry is not None, "this address names one"
    tools, back, when = _tools(at, entry), at.back(routes.evening(evening.id)), t.time(entry.recorded.at)
    if not routes.is_in_evening(back):  # then no screen before this one has named the evening
        when = f"{t.short_date(evening.began)}, {when}"
    comparison = kit.chip(
        at.layout, "compare", t("Compare"), at.go(routes.compare_hand(evening.id, entry.id))
    )
    return at.view(
        entry_title(t, entry),
        _doubt(at, entry),
        row_reasons(t, at.layout, evening, entry),
        # Among the lines, not at the bottom: keys scroll a column only if it has a control that takes the focus.
        kit.wrap(entry.deal.hand is not None and comparison, _insertion(at, entry)),
        narrow and tools,  # in the foot, the chips would cover half of a phone
        _note(at, entry),
        _versions(at, entry),
        foot=None if narrow else tools,
        note=when,
        back=back,
    )


def _doubt(at: kit.At, row: SheetRow) -> kit.Part:
    """The warning that the hand of a row may be the same as another hand, and the chip that opens the question.

    Nothing for a row without this doubt.
    """
    words = doubt_text(at.t, at.evening, row)
    pairs = at.evening.sheet.doubtful
    asked = [later.id for first, later in pairs if row.id in (first.id, later.id)]
    go = at.go(routes.twice(at.evening.id, asked[0])) if asked else None
    return words and [kit.warning(words), kit.wrap(kit.chip(at.layout, "twice", at.t("Decide"), go))]


def _insertion(at: kit.At, row: SheetRow) -> kit.Part:
    """The chip that inserts a forgotten hand before this hand."""
    if at.evening.table.ended or not row.number:
        return None
    words = at.t("A hand is missing before it")
    return kit.chip(at.layout, "insert", words, partial(insert_before, at.store, at.evening, row.id))


def _note(at: kit.At, row: SheetRow) -> kit.Part:
    note = at.evening.table.note_on(row.id)
    return note and kit.identified("note", kit.text(at.t("“{words}”", words=note), breaks=True))


def _tools(at: kit.At, row: SheetRow) -> kit.Part:
    """The chips for the actions on a row; once the evening is over, only the note on the row can be changed."""
    t, evening, share = at.t, at.evening, None if at.layout.narrow else 1
    chips = []
    if row.voided:
        again = partial(count, at, row, row.deal, _counts_again(at, row))
        chips.append(
            kit.chip(at.layout, "restore", t("Count it again"), again, ft.Icons.RESTORE, expand=share)
        )
    else:
        if not isinstance(row.deal.outcome, TakeOver):
            correction = partial(correct, at.store, evening, row.id)
            chips.append(kit.chip(at.layout, "edit", t("Correct"), correction, expand=share))
        said = _said(at, row, t("Hand {number} struck out"), t("Struck out: {what}"))
        out = partial(count, at, row, None, said)
        chips.append(kit.chip(at.layout, "void", t("Strike out"), out, expand=share))
    if evening.table.ended:
        chips.clear()
    note = at.go(routes.note_of(evening.id, row.id))
    chips.append(kit.chip(at.layout, "change-note", t("Note"), note, expand=share))
    return kit.chip_lines(at.layout, *chips) if at.layout.narrow else kit.beside(*chips, spacing=8)


def _versions(at: kit.At, row: SheetRow) -> kit.Part:
    """The versions of the hand, with time, device and reason; if two devices differ, a chip chooses a version."""
    t, choices = at.t, row.conflicting  # an undo of the recording may be one of the choices
    versions = [each for each in row.history if not isinstance(each.change, Undone) or each in choices]
    table, doubles = at.evening.table, at.evening.sheet.doubles.get(row.id, ())
    recorded = sorted(table.history[each][0].at for each in (row.id, *doubles))
    two = t("Two devices corrected this hand differently: choose a version.")
    return [
        kit.divider(),
        kit.heading(t("History of this hand"), kit.Size.BODY, 2),
        bool(choices) and kit.warning(two),
        [_version(at, row, *each) for each in enumerate(versions, 1)],
        bool(doubles) and kit.identified("doubles", kit.quiet(_recorded_by_several(t, recorded))),
    ]


def _recorded_by_several(t: Translator, times: Sequence[str]) -> str:
    """The words for a hand that several devices recorded at these times."""
    return t("Several devices recorded it ({times}): it counts once.", times=t.names(map(t.time, times)))


def _version(at: kit.At, row: SheetRow, number: int, event: Event) -> ft.Control:
    """A version of the hand: its time, its reason if it has one, and the chip that lets this version count."""
    t, evening = at.t, at.evening
    current, chosen = event is row.current, event in row.conflicting
    words, title = version_text(t, evening, event), event_name(t, evening, event)
    struck = not (current or chosen)
    shown = kit.beside_icon(
        ft.Icons.CHECK if current else ft.Icons.HISTORY,
        kit.column(
            kit.text(f"{title} · {when_and_where(at.store, event)}", kit.Size.SMALL, bold=current),
            event.reason and kit.text(t("“{words}”", words=event.reason), kit.Size.SMALL),
            words and kit.text(words, kit.Size.SMALL, kit.Ink.QUIET, struck=struck),
            spacing=0,
        ),
    )
    way = None
    if chosen:
        choose = partial(count, at, row, event.deal, t("This one counts"))
        way = kit.chip(at.layout, f"choose-{number}", t("This one"), choose)
    elif not current and event.deal is not None:
        restore = partial(count, at, row, event.deal, _counts_again(at, row))
        way = kit.chip(at.layout, f"restore-{number}", t("Use this version"), restore)
    if way is not None and not evening.table.ended:
        shown = kit.pair(at.layout, shown, way)
    return kit.identified(f"version-{number}", shown)


def when_and_where(store: Store, event: Event) -> str:
    """The day and the time of an event, with "on another device" if another device recorded it."""
    t = store.t
    when = f"{t.short_date(event.at)}, {t.time(event.at)}"
    return when if event.device == store.history.device else f"{when} · {t('on another device')}"


# -- a forgotten hand ---


@kit.screen(routes.insert)
def insert_screen(at: kit.At) -> ft.View:
    """The rows of the sheet, the latest first; a tap begins the hand that was played before the row."""
    t, evening = at.t, at.evening
    if evening.table.ended:
        raise kit.NothingHere
    rows, more = at.paged([row for row in reversed(evening.sheet.rows) if row.number], SHOWN, t("More rows"))
    return at.view(
        t("A forgotten hand"),
        kit.quiet(t("Before which hand was it played?"), kit.Size.BODY)
        if rows
        else kit.quiet(t("No hand yet"), kit.Size.BODY),
        [_before(at, row) for row in rows],
        more,
        back=at.back(routes.evening(evening.id)),
    )


def _before(at: kit.At, row: SheetRow) -> ft.Control:
    """The line of a row; a tap begins the hand that was played before the row."""
    t, evening = at.t, at.evening
    words = deal_text(t, row.deal, evening.table.name_of, row.rules)
    title = t("Before hand {number}", number=row.number)
    tap = partial(insert_before, at.store, evening, row.id)
    return kit.line(at.layout, f"before-{row.number}", title, words, tap=tap)


# -- actions ---


def correct(store: Store, evening: Evening, entry_id: str) -> None:
    """Opens a hand in the entry, or points without a hand in their form, to be corrected."""
    if evening.sheet.row(entry_id).deal.points_change is not None:
        store.to(routes.points_of(evening.id, entry_id))
        store.see(notice=None)
    else:
        correct_hand(store, evening, entry_id)


def count(at: kit.At, entry: SheetRow, deal: Deal | None, said: str) -> None:
    """Makes `deal` count for a row or, if `deal` is None, strikes the row out; a repeated tap changes nothing.

    `said` is the notice.
    """

    def counted(now: Evening, stamp: Stamp) -> Evening:
        row = now.sheet.row(entry.id)
        same = row.voided if deal is None else row.deal == deal and not row.voided
        return now if same and not row.conflicting else now.correct(entry.id, deal, stamp)

    at.store.happens(at.evening, counted, said)


def _counts_again(at: kit.At, row: SheetRow) -> str:
    return _said(at, row, at.t("Hand {number} counts again"), at.t("Counts again: {what}"))


def _said(at: kit.At, row: SheetRow, of_hand: str, of_other: str) -> str:
    """The template `of_hand` with the number of the hand, or `of_other` with the name of the points."""
    if row.deal.points_change is None:
        return of_hand.format(number=row.number)
    return of_other.format(what=at.t.inside(entry_title(at.t, row)))
