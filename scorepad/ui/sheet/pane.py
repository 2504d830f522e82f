"""The sheet of an evening in its pane: its title and tools, the hands, the totals, and the button for the next step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.evenings import length_line, rate_text
from scorepad.i18n.names import bid_name, evening_title, scheme_title
from scorepad.i18n.pots import has_mouches, stacks
from scorepad.pad import Entry, HandDraft
from scorepad.pad.entry import number_of
from scorepad.text import one_line
from scorepad.ui import routes, theme
from scorepad.ui.components.length import progress_rows, sheet_line
from scorepad.ui.components.web_app_cards import sheet_card
from scorepad.ui.evening_actions import count_in_season, delete, end, redo_last, reopen, undo_last
from scorepad.ui.hand_actions import go_on
from scorepad.ui.kit.frame import top_bar
from scorepad.ui.kit.notice import error_panel
from scorepad.ui.kit.rows import centred_column, filling
from scorepad.ui.kit.taps import MenuItem, action, icon_tile, menu, tile
from scorepad.ui.kit.window import Memory, memo_component, part
from scorepad.ui.kit.words import text
from scorepad.ui.routes import Address
from scorepad.ui.sheet.ends import sheet_head, sheet_totals
from scorepad.ui.sheet.paper import width_of
from scorepad.ui.sheet.rows import sheet_rows
from scorepad.ui.sight import Notice
from scorepad.ui.store import Store
from scorepad.ui.suggestions import Suggestion
from scorepad.ui.theme import Ink, Layout, Size

BESIDE_TITLE = 220
"""The width of the Back button and of the tools beside the title, in dp at the plain size of text."""
TITLE_AND_RULES = 50
"""The height of the title with the line below it, in dp; all of it can be tapped."""


@dataclass(frozen=True)
class SheetFacts:
    """The inputs from which the pane of the sheet is drawn.

    `opened` is the row whose screen is shown beside the sheet. `begun` describes the hand in sight in the entry;
    `waiting` describes the other unsaved hands, or is None. `rows` is the number of typed rows that are not saved.
    """

    store: Store
    t: Translator
    evening: Evening
    layout: Layout
    notice: Notice | None
    opened: str | None
    begun: Begun
    waiting: Waiting | None
    rows: int
    card: Suggestion | None
    busy: str | None


class Begun(NamedTuple):
    """The hand in sight in the entry, as the button for the next step names it.

    `corrects` is the number of the recorded hand that it corrects; `precedes` is the number of the hand before which it
    is inserted; `row` is the number of the typed row that it corrects, from 1 on. Each is None if it does not apply.
    `words` names the taker, the bid and the points, as far as they are entered.
    """

    started: bool
    corrects: int | None
    precedes: int | None
    row: int | None
    words: str

    @classmethod
    def of(cls, t: Translator, hand: HandDraft, evening: Evening) -> Begun:
        facts, words = hand.facts, list[str]()
        if facts.taker is not None and not hand.open:
            words = [evening.table.name_of(facts.taker)]
            words += [t.inside(bid_name(t, facts.bid))] if facts.bid is not None else []
        if hand.shown is not None:
            words.append(t("{points} points", points=t.half_points(hand.shown)))
        corrects, precedes = (
            None if row is None else evening.sheet.row(row).number for row in (hand.editing, hand.before)
        )
        row = None if hand.line is None else hand.line + 1
        return cls(hand.started, corrects, precedes, row, ", ".join(words))


class Waiting(NamedTuple):
    """The first unsaved hand out of sight; `more` is the number of the other unsaved hands out of sight.

    `corrects` tells whether the hand corrects a recorded hand, `of_paper` whether it corrects a typed row. `number` is
    the number of this row; for any other hand, it is the number of the hand.
    """

    token: int
    number: int
    corrects: bool
    of_paper: bool
    more: int

    @classmethod
    def of(cls, entry: Entry, evening: Evening) -> Waiting | None:
        if not entry.waiting:
            return None
        first, *others = entry.waiting
        number = number_of(first, entry, evening)
        return cls(first.token, number, first.editing is not None, first.line is not None, len(others))


@part
def sheet_pane(memory: Memory, visible: bool, covered: bool, facts: SheetFacts) -> ft.Control:
    """The pane of the sheet; while it is `covered` by the entry, it is laid out but transparent."""
    t, evening, layout = facts.t, facts.evening, facts.layout
    parts = [
        _sheet(
            facts.store,
            t,
            evening,
            layout,
            facts.notice,
            facts.opened,
            facts.waiting,
            facts.rows,
            facts.card is not None,
        ),
        _card(facts.store, facts.card, t, layout, facts.busy),
    ]
    if not layout.wide:
        parts.append(_foot(facts.store, t, evening, layout, facts.begun))
    return ft.Column(parts, spacing=0, expand=True, visible=visible, opacity=0 if covered else 1)


@memo_component
def _card(store: Store, card: Suggestion | None, *facts: object) -> ft.Control:
    """The card of the web app; a change of any of the `facts` draws it again."""
    return sheet_card(store, card)


@partial(memo_component, failure=error_panel)
def _sheet(
    store: Store,
    t: Translator,
    evening: Evening,
    layout: Layout,
    notice: Notice | None,
    opened: str | None,
    waiting: Waiting | None,
    rows: int,
    carded: bool,
) -> ft.Control:
    memory, _ = ft.use_state(Memory())
    drawn = ft.use_ref(evening)
    drawn.current = evening
    bar = _bar(memory, SheetBar.of(t, evening, layout), drawn, store)
    ways = [
        *_to_waiting(store, evening, waiting),
        *_to_paper(store, evening, rows),
        *_to_choose(store, evening),
        *progress_rows(store, evening),
    ]
    pots = has_mouches(evening) + (stacks(evening) is not None)
    parts = [
        bar,
        sheet_head(t, evening, layout),
        sheet_rows(store, t, evening, layout, notice, opened, len(ways) + pots + carded),
        *ways,
        sheet_totals(t, evening, layout),
    ]
    return ft.Column(parts, spacing=0, expand=True)


@dataclass(frozen=True)
class SheetBar:
    """The texts above a sheet; also whether undo and redo are possible, and whether the evening is over.

    `agreed` is a text with the agreed length and the money value of points. `season` is the text of the menu line that
    counts the evening in the season or leaves it out.
    """

    t: Translator
    layout: Layout
    title: str
    rules: str
    agreed: str
    note: str
    undo: bool
    redo: bool
    over: bool
    season: str

    @classmethod
    def of(cls, t: Translator, evening: Evening, layout: Layout) -> SheetBar:
        title, room = evening_title(t, evening), layout.sheet - BESIDE_TITLE * layout.growth
        if width_of(title, Size.TITLE, layout) > room:  # of "Evening of Nov 23", only "Evening…" would fit
            title = evening.table.title or t.short_date(evening.began)
        table, agreed = evening.table, list[str]()
        if not table.length.open:
            agreed = [length_line(t, table.length)]
        if table.rate.cents:
            agreed.append(rate_text(t, table.rate))
        return cls(
            t,
            layout,
            title,
            rules=scheme_title(t, table.rules.now),
            agreed=" · ".join(agreed),
            note=one_line(table.notes.get(None, "")),
            undo=evening.undoable is not None,
            redo=evening.redoable is not None,
            over=table.ended,
            season=t("Count it in the season") if table.left_out else t("Leave it out of the season"),
        )


@part
def _bar(memory: Memory, bar: SheetBar, drawn: ft.MutableRef[Evening], store: Store) -> ft.Control:
    """The top bar of a sheet: the Back button, the title above the rules, and the tools.

    The tools act on the evening in `drawn`.
    """
    t, layout = bar.t, bar.layout

    def tool(
        name: str, icon: ft.IconData, words: str, act: Callable[[Store, Evening], None], why: str
    ) -> ft.Control:
        return icon_tile(
            layout, name, icon, words, None if why else lambda: act(store, drawn.current), why or None
        )

    nothing = "" if bar.undo else t("Nothing to undo"), "" if bar.redo else t("Nothing to redo")
    tools = [  # each tool keeps its place, so that a second tap hits the same tool
        tool("undo", ft.Icons.UNDO, t("Undo"), undo_last, nothing[0]),
        tool("redo", ft.Icons.REDO, t("Redo"), redo_last, nothing[1]),
        _menu(bar, drawn, store),
    ]
    below = tile(
        layout,
        "rules-in-force",
        text(f"{bar.rules} ›", Size.TINY, Ink.QUIET, lines=1, label=t("Rules: {scheme}", scheme=bar.rules)),
        partial(store.to, routes.rules(drawn.current.id)),
        fill=None,
        padding=0,
        height=TITLE_AND_RULES,
        alignment=ft.Alignment.BOTTOM_LEFT,
    )
    leave = partial(_leave_sheet, store, drawn)
    return top_bar(t, layout, bar.title, back=leave, tools=tools, below=below)


def _menu(bar: SheetBar, drawn: ft.MutableRef[Evening], store: Store) -> ft.Control:
    """The menu of an evening: all actions except entering hands."""
    t, sheet = bar.t, routes.evening(drawn.current.id)

    def way(
        identifier: str, words: str, route: Address, *, begins: bool = False, below: str = ""
    ) -> MenuItem:
        go = partial(store.to, route(drawn.current.id), back=sheet)
        return MenuItem(identifier, words, go, begins, below)

    if bar.over:
        over = MenuItem("menu-reopen", t("Reopen the evening"), lambda: reopen(store, drawn.current))
        changes: list[MenuItem] = []
    else:
        over = MenuItem("menu-finish", t("End the evening"), lambda: end(store, drawn.current))
        changes = [
            way("menu-players", t("Players"), routes.players),
            way("menu-points", t("Penalty or gift"), routes.points),
            way("menu-insert", t("A forgotten hand"), routes.insert),
            way("menu-paper", t("Hands from paper"), routes.paper),
        ]
    items = [  # what a table needs most often comes first
        way("menu-end", t("Standings and curve"), routes.end),
        *changes,
        way("menu-rules", t("Rules, length, money"), routes.rules, below=bar.agreed),
        way("menu-big", t("Big totals"), routes.big),
        over,
        way("menu-share", t("Share"), routes.sharing, begins=True),
        way("menu-export", t("Export"), routes.export),
        way("menu-note", t("Name, day, note"), routes.note, below=bar.note),
        way("menu-journal", t("Journal"), routes.journal),
        MenuItem("menu-season", bar.season, partial(_turn_season, store, drawn)),
        MenuItem("menu-delete", t("Delete"), lambda: delete(store, drawn.current.id)),
    ]
    return menu(bar.layout, "menu", t("Menu"), items)


def _turn_season(store: Store, drawn: ft.MutableRef[Evening]) -> None:
    """Lets the evening count in the season, or leaves it out."""
    count_in_season(store, drawn.current, counts=drawn.current.table.left_out)


def _leave_sheet(store: Store, drawn: ft.MutableRef[Evening]) -> None:
    """Shows the list of evenings, or the screen of the season if the window came from there."""
    before = store.sight.way.came_from(routes.evening(drawn.current.id)) or routes.HOME
    store.to(before if before.startswith(routes.SEASON) else routes.HOME)


def _to_choose(state: Store, evening: Evening) -> list[ft.Control]:
    """The line that opens the first hand on which the table must decide.

    This is a hand that several devices recorded differently or corrected differently.
    Without such a hand, the line opens the first hand that paid other amounts when it was saved. If there is no such
    hand either, the list is empty.
    """
    t, conflicting = state.t, evening.sheet.conflicts
    waiting = conflicting or evening.sheet.recounted
    if not waiting:
        return []
    number = waiting[0].number
    words = t("Hand {number} paid differently when it was saved", number=number)
    go = partial(state.to, routes.why(evening.id, waiting[0].id))
    if conflicting and waiting[0].conflicting:
        words = t("Two corrections of hand {number}: choose", number=number)
        if not number:
            words = t("Two corrections: choose")
    elif conflicting:
        words = t("Was hand {number} recorded twice?", number=number)
        go = partial(state.to, routes.twice(evening.id, waiting[0].id))
    return [sheet_line(state.layout, "to-choose", words, go, Ink.LOSS, bold=True)]


def _to_waiting(store: Store, evening: Evening, waiting: Waiting | None) -> list[ft.Control]:
    """The line that opens the first unsaved hand out of sight.

    An empty list if there is no such hand, or if the evening has ended.
    """
    if waiting is None or evening.table.ended:
        return []
    t = store.t
    words = t("Hand {number} waits to be saved", number=waiting.number)
    if waiting.corrects:
        words = t("The correction of hand {number} waits", number=waiting.number)
    if waiting.of_paper:
        words = t("Row {number} on paper waits", number=waiting.number)
    if waiting.more:
        words = t.plural("{words} · {count} more", "{words} · {count} more", waiting.more, words=words)
    return [
        sheet_line(
            store.layout, "waiting", words, partial(go_on, store, evening, waiting.token), Ink.TEXT, bold=True
        )
    ]


def _to_paper(store: Store, evening: Evening, rows: int) -> list[ft.Control]:
    """The line that leads to the typed rows of a paper sheet.

    An empty list if there are no typed rows, or if the evening has ended.
    """
    if not rows or evening.table.ended:
        return []
    words = store.t.plural("{count} row from paper waits", "{count} rows from paper wait", rows)
    go = partial(store.to, routes.paper(evening.id), back=routes.evening(evening.id))
    return [sheet_line(store.layout, "paper-waits", words, go, Ink.TEXT, bold=True)]


@memo_component
def _foot(store: Store, t: Translator, evening: Evening, layout: Layout, begun: Begun) -> ft.Control:
    """The button for the next step; its words depend on the hand in sight."""
    words, below, go = _next_step(t, evening, begun)
    lines = 2 if layout.large_text else 1
    texts: list[ft.Control] = [
        text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=lines, align=ft.TextAlign.CENTER)
    ]
    if below:
        texts.append(text(below, Size.SMALL, Ink.ON_ACCENT, lines=lines, align=ft.TextAlign.CENTER))
    content = ft.Row([filling(centred_column(*texts))])
    name = "standings" if evening.table.ended else "next-hand"
    around = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE)
    return ft.Container(action(layout, name, content, partial(store.to, go)), padding=around)


def _next_step(t: Translator, evening: Evening, begun: Begun) -> tuple[str, str, str]:
    """The words of the button for the next step, smaller words below them, and the route to which it leads."""
    if evening.table.ended:
        return t("Standings"), "", routes.end(evening.id)
    go, number = routes.entry(evening.id), evening.sheet.next_number
    if begun.corrects is not None:
        return t("Correct hand {number}", number=begun.corrects), begun.words, go
    if begun.row is not None:
        return t("Row {number} on paper", number=begun.row), begun.words, go
    if begun.precedes is not None:
        return t("Insert before hand {number}", number=begun.precedes), begun.words, go
    if begun.started:
        return t("Go on with hand {number}", number=number), begun.words, go
    deals = t("{name} deals", name=evening.table.name_of(evening.dealer))
    if evening.progress.last:
        return t("Enter the last hand"), deals, go
    return t("Enter hand {number}", number=number), deals, go
