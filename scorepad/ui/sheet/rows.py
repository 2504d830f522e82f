"""The hands of a sheet, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.ui import theme
from scorepad.ui.kit.frame import scroll
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import middle
from scorepad.ui.kit.taps import tile
from scorepad.ui.kit.window import Memory, memo_component, parts
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.sheet.paper import LINE_BELOW, Paper
from scorepad.ui.sheet.row import ROW, RowFacts, sheet_row
from scorepad.ui.sight import Notice
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size

NOTICE_ROOM = 70
"""The height of a notice of two lines, in dp at the plain size of text."""
HEAD, FOOT = 182, 80
"""The height of all that stands above and below the rows, and of the button for the next hand on a phone, in dp."""
RULES_ROW = 28
"""The approximate height of a row that announces other rules, in dp at the plain size of text."""
PAGE, BLOCK = 100, 10
"""The number of rows drawn at first (a tap shows older rows), and of rows in a block, which Flet compares as one."""


class Drawn(NamedTuple):
    """A row of the sheet as it was drawn: the id of its entry, its control, and its least height in dp."""

    id: str
    row: ft.Control
    height: float


@memo_component
def sheet_rows(
    store: Store,
    t: Translator,
    evening: Evening,
    layout: Layout,
    notice: Notice | None,
    opened: str | None,
    lines: int,
    link: str = "",
) -> ft.Control:
    """The hands of a sheet; `lines` is the number of other lines above or below the hands, each TARGET high.

    If the evening is not saved here, `link` is the text of the link that contains it; else "".

    The notice covers the free space below the hands; without free space, it covers the oldest hand in sight. So no hand
    moves when the notice appears or disappears.
    """
    memory, _ = ft.use_state(Memory())
    latest = ft.use_ref(cast("ft.ListView | None", None))
    entries = evening.sheet.rows
    # Rows in sight stay: removing the oldest row after each hand would be slow.
    most = max(0, len(entries) - PAGE)
    begins, set_first = ft.use_state(most)
    first = min(begins, most)
    paper = memory.same("paper", Paper.of(t, evening, layout, link))
    row = notice.row if notice is not None else None
    drawn = [_drawn(memory, paper, evening, entry, row or opened) for entry in entries[first:]]
    rules = _marks_of_rules(memory, t, evening, first)
    blocks = _blocks(memory, drawn, rules, first)
    if first > 0:
        blocks.insert(0, _older(t, layout, partial(set_first, max(0, first - PAGE))))
    # A list that has to scroll begins at its end, and stays there when the lines below it change.
    height = sum(each.height for each in drawn) + RULES_ROW * layout.growth * len(rules)
    room = layout.height - HEAD - lines * theme.TARGET * layout.growth - (0 if layout.wide else FOOT) - height
    latest.current = listed = _listed(blocks, layout, scrolls=room < 0)
    ft.use_effect(
        _look_at(store, latest, drawn, row, 0 if layout.wide else -room), [notice and notice.number]
    )
    over = _over(store, notice, layout, free=room > NOTICE_ROOM * layout.growth)
    return ft.Stack([listed if entries else _no_hand(t, layout), over], fit=ft.StackFit.EXPAND, expand=True)


def _older(t: Translator, layout: Layout, show: Callable[[], None]) -> ft.Control:
    """The tile above the first row; a tap shows older hands."""
    words = text(t("Show older hands"), Size.SMALL)
    return tile(layout, "older", words, show, height=ROW, fill=None)


def _listed(blocks: list[ft.Control], layout: Layout, *, scrolls: bool) -> ft.ListView:
    """The list of the hands; if the list has to scroll, its end is shown first."""
    return ft.ListView(
        blocks[::-1] if scrolls else blocks,
        expand=True,
        spacing=0,
        reverse=scrolls,
        cache_extent=ROW * layout.growth,
        padding=0,
    )


def _drawn(memory: Memory, paper: Paper, evening: Evening, entry: SheetRow, marked: str | None) -> Drawn:
    """The row of the sheet for an entry; a row without a change, like most rows, is the same object as before."""

    def draw(*facts: Any) -> Drawn:
        line = RowFacts(*facts)
        height = line.height
        return Drawn(entry.id, sheet_row(line, height), height)

    here, note = evening.seating_at(entry.id).ids, evening.table.note_on(entry.id)
    devices = 1 + len(evening.sheet.doubles.get(entry.id, ()))
    return memory.kept(("row", entry.id), draw, paper, entry, here, note, entry.id == marked, devices)


def _blocks(
    memory: Memory, drawn: Sequence[Drawn], rules: dict[int, ft.Control], first: int
) -> list[ft.Control]:
    """The rows from the index `first` on, in blocks; a block with unchanged rows is the same object as before."""
    last, blocks = first + len(drawn), list[ft.Control]()
    for start in range(first - first % BLOCK, last, BLOCK):
        rows: list[ft.Control] = []
        for at in range(max(start, first), min(start + BLOCK, last)):
            rows += [*([rules[at]] if at in rules else []), drawn[at - first].row]
        if start + BLOCK >= last and last in rules:
            rows.append(rules[last])
        blocks.append(_block(memory, start, *rows))
    return blocks


@parts
def _block(memory: Memory, start: int, *rows: ft.Control) -> ft.Control:
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*rows], spacing=0, horizontal_alignment=stretch, key=f"block {start}")


def _over(store: Store, notice: Notice | None, layout: Layout, *, free: bool) -> ft.Control:
    """The notice: at the bottom if there is `free` space below the hands, else at the top."""
    top, bottom = (None, 0) if free else (0, None)
    return ft.Container(_notice(store, notice, layout), left=0, right=0, top=top, bottom=bottom)


@memo_component
def _notice(store: Store, *facts: object) -> ft.Control:
    """The notice; a change of any of the `facts` draws it again."""
    return notice_bar(store, on_sheet=True)


def _look_at(
    store: Store,
    latest: ft.MutableRef[ft.ListView | None],
    drawn: Sequence[Drawn],
    row: str | None,
    hidden: float,
) -> Callable[[], None]:
    """An effect that scrolls the `latest` list to the `row` of the notice, if some rows do not fit.

    `hidden` is the height of the rows that do not fit, in dp. A phone needs this effect: when the entry closes, the
    sheet shows its last rows, and a corrected row may be above them.
    """

    def look() -> None:
        at = next((n for n, each in enumerate(drawn) if each.id == row), None)
        if at is None or hidden <= 0:
            return
        below = sum(each.height for each in drawn[at + 1 :])
        seen = sum(each.height for each in drawn) - hidden
        store.run(partial(scroll, latest, min(max(0, below + (drawn[at].height - seen) / 2), hidden)))

    return look


def _marks_of_rules(memory: Memory, t: Translator, evening: Evening, first: int) -> dict[int, ft.Control]:
    """The rows that announce a change of rules.

    The key is the index of the first row under the new rules, which stands below the announcement. If the new rules
    begin with the next hand, the key is the index after the last row. Changes before the index `first` are left out.
    """
    marked: dict[int, ft.Control] = {}
    if not evening.table.rules.later:
        return marked
    entries = evening.sheet.rows
    rules = [*(entry.rules for entry in entries), evening.table.rules.now]
    for at in range(max(first, 1), len(rules)):
        if rules[at] != rules[at - 1]:
            name = entries[at].id if at < len(entries) else "next"
            marked[at] = _mark_of_rules(memory, name, t, scheme_title(t, rules[at]))
    return marked


@parts
def _mark_of_rules(memory: Memory, name: str, t: Translator, title: str) -> ft.Control:
    """A thin row that announces other rules, which count from the hand below it."""
    words = identified(f"rules-{name}", quiet(t("From here on: {scheme}", scheme=title), Size.TINY))
    return ft.Container(
        words,
        bgcolor=Ink.TONE,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4),
        border=LINE_BELOW,
    )


def _no_hand(t: Translator, layout: Layout) -> ft.Control:
    icon, align = ft.Icon(ft.Icons.STYLE_OUTLINED, size=48, color=Ink.EDGE), ft.TextAlign.CENTER
    title = text(t("No hand yet"), Size.TITLE, bold=True, align=align)
    words = text(t("Deal the cards. When the hand is over, enter it."), Size.BODY, Ink.QUIET, align=align)
    return middle(layout, not layout.large_text and icon, title, words)  # large words need the room
