"""Home: the evenings under way first, the finished ones by date, and a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from scorepad.history import Report, Summary, find_summaries
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_title, evening_titles
from scorepad.i18n.saved import report_text
from scorepad.ui import routes, theme
from scorepad.ui.cards import Card
from scorepad.ui.components.web_app_cards import home_card
from scorepad.ui.ending import play_again
from scorepad.ui.kit.failure import component
from scorepad.ui.kit.fields import text_field
from scorepad.ui.kit.frame import foot, progress, screen, top_bar, view_component
from scorepad.ui.kit.menu import MenuItem, menu
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.people import gain_ink
from scorepad.ui.kit.rows import centred_column, centred_row, filling, wrapping_row
from scorepad.ui.kit.taps import action, chip, icon_tile, older, row_tile
from scorepad.ui.kit.window import memo_component, this_store, use_store
from scorepad.ui.kit.words import and_more, identified, quiet, text, warning
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size

PAGE = 25
"""Evenings drawn at once, and added near the end of the list."""
REPORTS = 2
"""Reports shown at once: the list remains in sight."""
SEARCHED_FROM = 7
"""More evenings than this can be searched."""
RECHECK_SECONDS = 0.4
"""Seconds between two updates of the list while evenings are being read."""


@view_component
def home_screen() -> ft.View:
    """The list of evenings."""
    state = use_store()
    wanted, show = ft.use_state(_Shown())
    covered = ft.use_memo(lambda: screen(routes.HOME, ft.Container()), [])
    if ft.use_route_location() not in ("", routes.HOME):  # another screen covers it
        return covered
    t, go = state.t, state.navigation.to
    shown = wanted if wanted.arrivals == state.arrivals else _Shown(arrivals=state.arrivals)
    summaries = state.summaries()
    none = not summaries and state.gathering is None
    due = state.cards.due()
    body = _empty(state, due) if none else _evenings(state, summaries, shown, show, due)
    ways = [
        ("players", t("Players"), routes.ROSTER),
        ("calculator", t("Calculator"), routes.CALCULATOR),
        ("help", t("The rules"), routes.RULEBOOK),
        ("bin", t("Bin"), routes.BIN),
        ("settings", t("Settings"), routes.SETTINGS),
    ]
    items = [MenuItem(name, words, partial(go, route)) for name, words, route in ways]
    tools = [menu("menu", t("Menu"), items)]
    return screen(
        routes.HOME,
        top_bar(t, t("Scorepad"), tools=tools),
        *reports_shown(state),
        ft.Container(_gathering(state), alignment=ft.Alignment.TOP_CENTER),
        ft.Container(body, expand=True, alignment=ft.Alignment.TOP_CENTER),
        notice_bar(),
        foot(action("new-session", t("New evening"), partial(go, routes.NEW_EVENING), icon=ft.Icons.ADD)),
    )


def reports_shown(state: Store) -> list[ft.Control]:
    """The reports of the history about repairs and losses, the newest first, until they are dismissed."""
    t, reports = state.t, state.history.reports()[::-1]
    missing = any(report.is_loss for report in reports)
    tools: list[ft.Control] = [
        chip("dismiss", t("Leave it so") if missing else t("Read"), partial(state.reports_read, reports))
    ]
    if any(report.backup_copy is not None for report in reports):
        bring = state.importing.bring_back_missing if state.busy is None else None
        tools.insert(0, chip("bring-back", t("Bring back what is missing"), bring))
    shown = enumerate(reports[:REPORTS])
    rows = [_report(state, report, number, [] if number else tools) for number, report in shown]
    around = ft.Padding.symmetric(horizontal=2 * theme.SPACE)
    return [*rows, *(ft.Container(more, padding=around) for more in and_more(t, len(reports) - REPORTS))]


def _report(state: Store, report: Report, number: int, tools: Sequence[ft.Control]) -> ft.Control:
    t = state.t
    evening = state.evening(report.evening_id) if report.evening_id is not None else None
    named = Summary.of(evening) if evening else report.backup_copy.summary if report.backup_copy else None
    words = report_text(t, report)
    if named is not None:
        words = f"{evening_title(t, named)}, {t.names(person.name for person in named.people)}: {words}"
    elif report.evening_id is not None:
        words = t("An evening") + f" ({report.evening_id}): {words}"
    icon = ft.Icon(ft.Icons.HEALTH_AND_SAFETY_OUTLINED, size=24, color=Ink.TEXT)
    row = ft.Row([icon, filling(identified(f"report-{number}", text(words, Size.SMALL)))], spacing=8)
    if len(tools) == 1:
        row.controls += tools
    return ft.Container(
        ft.Column([row, wrapping_row(*tools)], spacing=8) if len(tools) > 1 else row,
        bgcolor=Ink.TONE,
        border_radius=theme.RADIUS,
        padding=12,
        margin=ft.Margin.symmetric(horizontal=theme.SPACE, vertical=4),
    )


def _empty(state: Store, due: Card | None) -> ft.Control:
    t, card = state.t, home_card(state, due)
    icon = ft.Image("icons/icon-192.png", width=96, height=96, border_radius=24, exclude_from_semantics=True)
    title = text(t("Welcome to the table"), Size.TITLE, bold=True, align=ft.TextAlign.CENTER)
    words = t("Name the players, deal, and write each hand in five taps. Scorepad counts and says why.")
    welcome = text(words, Size.BODY, Ink.QUIET, align=ft.TextAlign.CENTER)
    column, middle = centred_column(icon, title, welcome, spacing=theme.SPACE), ft.Alignment.CENTER
    go = partial(state.navigation.to, routes.DATA)
    column.controls.append(ft.Row([chip("data", t("I already have scores"), go, expand=1)]))
    if not card and not state.layout.large_text:
        return ft.Container(column, padding=32, width=theme.READING_WIDTH, alignment=middle, expand=True)
    below = ft.Container(column, padding=32, alignment=middle)
    around = ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4)
    return ft.Container(ft.ListView([*card, below], padding=around), width=theme.READING_WIDTH, expand=True)


@dataclass(frozen=True)
class _Shown:
    """The part of the list that is drawn: `count` of the evenings that `words` find, until others are imported."""

    words: str = ""
    count: int = PAGE
    arrivals: int = 0


@component
def _evenings(
    state: Store,
    summaries: tuple[Summary, ...],
    shown: _Shown,
    show: Callable[[_Shown], None],
    due: Card | None,
) -> ft.Control:
    """The list, which begins with the card that is due, and grows when its end comes near."""
    t = state.t
    words = shown.words
    found = find_summaries(summaries, text=words, day_words=t.day_words) if words.strip() else list(summaries)
    found = _by_beginning(found)
    rows = [] if words.strip() else home_card(state, due)
    before: str | None = None
    listed = found[: shown.count]
    read = [summary for summary in listed if summary.problem is None]
    titled = evening_titles(t, [(each.name, each.created) for each in read], t.short_date)
    headings = dict(zip((each.id for each in read), titled, strict=True))
    for summary in listed:
        group = _group(t, summary)
        if group != before:
            before = group
            title = text(group, Size.SMALL, Ink.QUIET, bold=True)
            heading = ft.Semantics(content=title, header=True, heading_level=2)
            rows.append(ft.Container(heading, padding=ft.Padding.only(left=4, top=8)))
        rows.append(_row(t, summary, headings.get(summary.id, ""), state.layout, key=summary.id))
    if not found and words.strip():
        rows.append(quiet(t("No evening of that name, player or date."), Size.BODY))

    def more() -> None:
        show(replace(shown, count=shown.count + PAGE))

    def scrolled(event: ft.OnScrollEvent) -> None:
        if event.max_scroll_extent - event.pixels < event.viewport_dimension:
            more()

    unseen = shown.count < len(found)
    if unseen:
        rows.append(older(t("Show older evenings"), more))
    around, grow = ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4), scrolled if unseen else None
    view = ft.ListView(rows, spacing=8, expand=True, padding=around, on_scroll=grow, scroll_interval=200)
    parts: list[ft.Control] = [view]
    if len(summaries) > SEARCHED_FROM or words:
        search = _search(t, words, lambda words: show(_Shown(words, arrivals=shown.arrivals)))
        parts.insert(0, search)
        if words.strip():
            parts.insert(1, _filtered(t, len(found), len(summaries)))
    return ft.Column(parts, spacing=0, expand=True, width=theme.READING_WIDTH)


def _by_beginning(summaries: Sequence[Summary]) -> list[Summary]:
    """Those under way as they come, then the finished ones, the one that began last first."""
    going = [summary for summary in summaries if not summary.finished]
    finished = [summary for summary in summaries if summary.finished]
    return going + sorted(finished, key=lambda each: (each.created, each.id), reverse=True)


def _group(t: Translator, summary: Summary) -> str:
    """The heading under which an evening stands: its month, once it is finished."""
    return t.month(summary.created) if summary.finished and summary.created else t("Under way")


def _filtered(t: Translator, found: int, of: int) -> ft.Control:
    """How many of the evenings a search shows."""
    words = t.plural(
        "{found} of {count} evening",
        "{found} of {count} evenings",
        of,
        shown=t.number(of),
        found=t.number(found),
    )
    around = ft.Padding.symmetric(horizontal=theme.SPACE + 4)
    return ft.Container(identified("found", quiet(words), live=True), padding=around)


def _search(t: Translator, words: str, set_words: Callable[[str], None]) -> ft.Control:
    field = text_field(
        "search",
        t("Search: player, month, evening"),
        value=words,
        prefix_icon=ft.Icons.SEARCH,
        on_change=lambda event: set_words(event.control.value or ""),
        expand=True,
    )
    clear = [icon_tile("clear", ft.Icons.CLOSE, t("Clear"), partial(set_words, ""))] if words else []
    around = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=4)
    return ft.Container(ft.Row([field, *clear], spacing=4), padding=around)


@component
def _gathering(state: Store) -> ft.Control:
    """The progress of reading all evenings after their index was lost."""
    t, gathering, page = state.t, state.gathering, ft.context.page
    here = ft.use_ref(True)

    async def watch() -> None:
        while here.current and state.gathering is not None:
            await asyncio.sleep(RECHECK_SECONDS)
            if here.current:
                state.changed()

    def leave() -> None:
        here.current = False

    ft.use_effect(lambda: gathering and page.run_task(watch), [gathering is None], leave)
    if gathering is None:
        return ft.Container(height=0)
    known, all_ = t.number(gathering.known), t.number(gathering.of)
    words = t("Reading the evenings again: {known} of {all}", known=known, all=all_)
    read = gathering.known / gathering.of
    return progress(identified("gathering", quiet(words)), read, theme.SPACE, 4)


@memo_component
def _row(t: Translator, summary: Summary, title: str, layout: Layout) -> ft.Control:
    identifier = f"session-{summary.id}"
    if summary.problem is not None:
        name, problem = summary.name or t("Unreadable evening"), error_text(t, summary.problem)
        return row_tile(identifier, _lines(name, problem, Ink.LOSS, lines=8), None, padding=14)
    names = t.names(person.name for person in summary.people)
    hands = t.plural("{count} hand", "{count} hands", summary.hands).replace(" ", "\u00a0")
    if not summary.hands:
        hands = t.inside(t("No hand yet"))
    large = layout.large_text
    below = [_lines(title, f"{names} · {hands}", Ink.QUIET, lines=None if large else 3)]
    if summary.conflicts:
        two = t.plural(
            "{count} hand with two corrections", "{count} hands with two corrections", summary.conflicts
        )
        below.append(warning(two))
    side = ft.CrossAxisAlignment.START if large else ft.CrossAxisAlignment.END
    said, leader = ft.Column(below, spacing=2), _leader(t, summary, side)
    content: ft.Control = ft.Row([filling(said), *leader], spacing=8)
    if large:
        content = ft.Column([said, *leader], spacing=2)
    go = routes.end(summary.id) if summary.finished else routes.evening(summary.id)
    fill = Ink.TONE if summary.finished else Ink.CHOSEN
    store = this_store()
    to = store.navigation.to
    tile = row_tile(identifier, content, partial(to, go), fill=fill, padding=14, expand=True)
    items = [
        MenuItem(f"again-{summary.id}", t("New evening with these players"), partial(_again, summary.id)),
        MenuItem(
            f"names-{summary.id}",
            t("Name and note"),
            partial(to, routes.note(summary.id), back=routes.HOME),
        ),
        MenuItem(f"delete-{summary.id}", t("Delete"), partial(store.delete_evening, summary.id)),
    ]
    more = menu(
        f"more-{summary.id}", t("More about {evening}", evening=title), items, icon=ft.Icons.MORE_VERT
    )
    return ft.Row([tile, more], spacing=0)


def _again(evening_id: str) -> None:
    state = this_store()
    evening = state.evening(evening_id)
    if evening is not None:
        play_again(state, evening)


def _lines(first: str, second: str, ink: Ink, *, lines: int | None = 2) -> ft.Control:
    words = [text(first, Size.BODY, bold=True, lines=lines and 2), text(second, Size.SMALL, ink, lines=lines)]
    return ft.Column([*words], spacing=2)


def _leader(t: Translator, summary: Summary, side: ft.CrossAxisAlignment) -> list[ft.Control]:
    if not summary.hands or not summary.totals:
        return []
    best = max(summary.totals)
    name, amount = summary.people[summary.totals.index(best)].name, t.signed(best, summary.unit)
    figures = text(amount, Size.BODY, gain_ink(best), bold=True, label=f"{name} {amount}")
    best_one = centred_row(
        ft.Icon(ft.Icons.EMOJI_EVENTS, size=14, color=Ink.GAIN), quiet(name, Size.TINY, lines=1)
    )
    below = ft.Semantics(content=best_one, exclude_semantics=True)
    return [ft.Column([figures, below], spacing=0, horizontal_alignment=side)]
