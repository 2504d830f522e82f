"""The home screen: the evenings under way, then the finished evenings by date; and the button for a new evening."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

import flet as ft

from scorepad.history import Summary, find_summaries
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_titles, people_and_hands
from scorepad.ui import kit, routes
from scorepad.ui.components.season_parts import look_back
from scorepad.ui.components.web_app_cards import home_card
from scorepad.ui.evening_actions import delete
from scorepad.ui.screens.incoming import reports_shown
from scorepad.ui.screens.new_evening import play_again
from scorepad.ui.store import Store
from scorepad.ui.table import default_scheme

PAGE = 25
"""The number of evenings on one page of the list."""
SEARCHED_FROM = 7
"""With more evenings than this there is a search field."""


@kit.screen(routes.HOME)
def home_screen(at: kit.At) -> ft.View:
    """The list of evenings."""
    t, store = at.t, at.store
    covered, words = at.covered(), at.kept(f"words-{store.arrivals}", "")
    summaries, wanted = store.summaries() if covered is None else (), words.value.strip()
    found = find_summaries(summaries, t.zone, text=wanted, day_words=t.day_words) if wanted else summaries
    shown, more = at.paged(_by_beginning(found), PAGE, t("Show older evenings"), f"{store.arrivals} {wanted}")
    if covered is not None:
        return covered
    search = kit.search(
        at.layout, t("Search: player, month, evening"), words, t("Clear"), key=str(store.arrivals)
    )
    above = [reports_shown(store), _gathering(store), not wanted and home_card(store)]
    if summaries or store.history.progress:
        body = kit.listing(
            at.layout,
            above,
            (len(summaries) > SEARCHED_FROM or words.value) and search,
            wanted and _count(t, len(found), len(summaries)),
            _grouped(at, shown),
            more,
        )
    else:
        body = kit.middle(at.layout, above, _welcome(at))
    new = kit.action(at.layout, "new-session", t("New evening"), at.go(routes.NEW_EVENING), icon=ft.Icons.ADD)
    tools = [bool(summaries) and _season(at), _menu(at)]
    return at.first_view(t("Scorepad"), body, tools=tools, foot=new)


def _season(at: kit.At) -> ft.Control:
    """The button that opens the season; with large text, it shows only its icon."""
    t, icon, go = at.t, ft.Icons.EMOJI_EVENTS, look_back(at, routes.SEASON)
    words = t("Season and records")
    if at.layout.large_text:
        return kit.icon_tile(at.layout, "season", icon, words, go)
    return kit.chip(at.layout, "season", t("Season"), go, icon, label=words)


def _menu(at: kit.At) -> ft.Control:
    t = at.t
    ways = [
        ("players", t("Players"), routes.ROSTER),
        ("calculator", t("Calculator"), routes.CALCULATOR),
        ("open-link", t("Open a link"), routes.OPEN_LINK),
        ("help", t("The rules"), routes.RULEBOOK),
        ("blank", t("Blank score sheet"), routes.blank(default_scheme(at.store.history).id)),
        ("bin", t("Bin"), routes.BIN),
        ("settings", t("Settings"), routes.SETTINGS),
    ]
    return kit.menu(
        at.layout, "menu", t("Menu"), [kit.MenuItem(name, words, at.go(route)) for name, words, route in ways]
    )


def _gathering(store: Store) -> kit.Part:
    """The progress of reading all evenings after their index was lost."""
    t, gathering = store.t, store.history.progress
    if gathering is None:
        return None
    known, all_ = t.number(gathering.known), t.number(gathering.of)
    words = t("Reading the evenings again: {known} of {all}", known=known, all=all_)
    return kit.progress("gathering", words, gathering.share)


def _welcome(at: kit.At) -> kit.Part:
    """The words for a person who has no evening yet."""
    t = at.t
    words = t("Name the players, deal, and write each hand in five taps. Scorepad counts and says why.")
    return [
        kit.app_icon(),
        kit.text(t("Welcome to the table"), kit.Size.TITLE, bold=True, align=ft.TextAlign.CENTER),
        kit.text(words, kit.Size.BODY, kit.Ink.QUIET, align=ft.TextAlign.CENTER),
        kit.wide_chip(at.layout, "data", t("I already have scores"), at.go(routes.DATA)),
    ]


# -- the list ---


def _by_beginning(summaries: Sequence[Summary]) -> list[Summary]:
    """The evenings under way in the given order, then the finished evenings, the newest first."""
    going = [each for each in summaries if not each.finished]
    finished = [each for each in summaries if each.finished]
    return going + sorted(finished, key=lambda each: (each.created, each.id), reverse=True)


def _count(t: Translator, found: int, of: int) -> ft.Control:
    """The number of evenings that a search `found`, out of the total number `of`."""
    words = t.plural(
        "{found} of {count} evening",
        "{found} of {count} evenings",
        of,
        found=t.number(found),
    )
    none = t("No evening with that name, player or date.")
    return kit.column(kit.identified("found", kit.quiet(words), live=True), not found and kit.quiet(none))


def _grouped(at: kit.At, shown: Sequence[Summary]) -> kit.Part:
    """The evenings under headings: "Under way", then each month."""
    t, read = at.t, [each for each in shown if each.problem is None]
    titles = dict(zip((each.id for each in read), evening_titles(t, read), strict=True))

    def group(summary: Summary) -> str:
        return t.month(summary.created) if summary.finished and summary.created else t("Under way")

    return [
        [
            kit.heading(words, kit.Size.SMALL, 2),
            kit.across(at.layout, [_evening(at, each, titles.get(each.id, "")) for each in several]),
        ]
        for words, several in groupby(shown, group)
    ]


def _evening(at: kit.At, summary: Summary, title: str) -> ft.Control:
    """The line of an evening: its people and hands, the best total, and a menu of actions; a tap opens the evening."""
    t, identifier = at.t, f"session-{summary.id}"
    if summary.problem is not None:
        name, problem = summary.name or t("Unreadable evening"), error_text(t, summary.problem)
        return kit.panel(at.layout, identifier, [kit.text(name, bold=True), kit.warning(problem)])
    below = people_and_hands(t, summary)
    if summary.left_out:
        below += " · " + t("not in the season")
    if summary.conflicts:
        below += "\n" + t.plural("{count} hand to decide on", "{count} hands to decide on", summary.conflicts)
    line = kit.line(
        at.layout,
        identifier,
        title,
        below,
        value=_leader(t, summary),
        lines=3,
        leads=False,
        tap=at.go(routes.end(summary.id) if summary.finished else routes.evening(summary.id)),
        sign=ft.Icons.CALL_SPLIT if summary.conflicts else None,
        fill=kit.Ink.TONE if summary.finished else kit.Ink.CHOSEN,
    )
    return kit.with_menu(line, _more(at, summary, title))


def _leader(t: Translator, summary: Summary) -> kit.Value | None:
    """The best total of an evening, and the people who have it; None while all totals are 0."""
    if not any(summary.totals):
        return None
    best = max(summary.totals)
    first = t.names(
        person.name for person, total in zip(summary.people, summary.totals, strict=True) if total == best
    )
    return kit.amount(t, best, summary.unit, kit.Size.BODY)._replace(under=f"{t.ordinal(1)} {first}")


def _more(at: kit.At, summary: Summary, title: str) -> ft.Control:
    t, id_ = at.t, summary.id
    items = [
        kit.MenuItem(f"again-{id_}", t("New evening with these players"), partial(play_again, at.store, id_)),
        kit.MenuItem(f"names-{id_}", t("Name, day, note"), at.go(routes.note(id_))),
        kit.MenuItem(f"delete-{id_}", t("Delete"), partial(delete, at.store, id_)),
    ]
    label = t("More about {evening}", evening=title)
    return kit.menu(at.layout, f"more-{id_}", label, items, icon=ft.Icons.MORE_VERT)
