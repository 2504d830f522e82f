"""The app of one window: its state, its routes, and its updates when its size or the history changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, MutableMapping
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from scorepad.history import History
from scorepad.i18n import LANGUAGES, preferred_language
from scorepad.ui import background, cards, routes, theme
from scorepad.ui.device import Device
from scorepad.ui.files import Place
from scorepad.ui.host import Host
from scorepad.ui.kit.frame import Screen
from scorepad.ui.kit.window import AppContext, this_store
from scorepad.ui.screens.account import account_screen
from scorepad.ui.screens.backup import backup_screen
from scorepad.ui.screens.backups import data_screen
from scorepad.ui.screens.big import big_screen
from scorepad.ui.screens.bin import bin_screen
from scorepad.ui.screens.calculator import calculated_screen, calculator_screen, open_link_screen
from scorepad.ui.screens.compare import compare_evening_screen, compare_hand_screen
from scorepad.ui.screens.curve import curve_screen
from scorepad.ui.screens.end import end_screen
from scorepad.ui.screens.evening import evening_screen
from scorepad.ui.screens.export import (
    export_evening_screen,
    export_figures_screen,
    export_screen,
    export_season_screen,
)
from scorepad.ui.screens.figures import figures_screen
from scorepad.ui.screens.hands import hands_screen
from scorepad.ui.screens.home import home_screen
from scorepad.ui.screens.incoming import incoming_screen
from scorepad.ui.screens.journal import journal_screen
from scorepad.ui.screens.missing import missing_screen
from scorepad.ui.screens.money import money_screen
from scorepad.ui.screens.new_evening import new_evening_screen
from scorepad.ui.screens.note import note_screen
from scorepad.ui.screens.players import players_screen
from scorepad.ui.screens.points import points_screen
from scorepad.ui.screens.roster import player_screen, roster_screen
from scorepad.ui.screens.rulebook import rulebook_screen
from scorepad.ui.screens.rules import new_rules_screen, other_rules_screen, rules_screen
from scorepad.ui.screens.schemes import scheme_screen, schemes_screen
from scorepad.ui.screens.season import season_screen
from scorepad.ui.screens.settings import settings_screen
from scorepad.ui.screens.why import why_screen
from scorepad.ui.store import Store
from scorepad.ui.web_app import Browser, WebApp

QUIET_SECONDS = 5.0
"""Seconds without a change after which the app counts as idle."""
MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


@dataclass(frozen=True)
class Served:
    """What the server of a page does for the app."""

    look_of: Callable[[ft.Page], MutableMapping[str, Any]]
    """The language and the theme that the browser of a page keeps; a change is kept too."""
    sheet_path: Callable[[str, str, str], str]
    """The path where a browser gets a score sheet, once: for an evening's id, a language and a paper."""


def build(
    history: History,
    *,
    language: str | None = None,
    place: Place = Place.BROWSER,
    web_app: WebApp | None = None,
    public_url: str | None = None,
    served: Served | None = None,
) -> Callable[[ft.Page], None]:
    """The function that Flet calls for each window; `language` and `public_url` come from the command line.

    In the default `place` no statement of a client is trusted. `web_app` is the page that runs this app, if one does.
    """

    def main(page: ft.Page) -> None:
        device = Device(page)
        host = Host(
            navigate=page.navigate,
            set_theme_mode=partial(_set_theme_mode, page),
            set_locale=partial(_set_locale, page),
            run=page.run_task,
            stay_awake=device.stay_awake,
            tick=device.tick,
            place=place,
            web_app=web_app,
            public_url=public_url,
            look=served.look_of(page) if served else None,
            sheet_path=served.sheet_path if served else None,
        )
        state = Store(history, preferred_language(language), host, chosen=language is not None)
        if place is not Place.BROWSER and state.language_unknown:
            device.tell_language(state.device_speaks)
        page.data = state
        _look(page, state)
        _take_size(page, state)
        page.on_resize = lambda event: state.resized(event.width, event.height)
        _listen(page, state, device)
        if not history.threads:
            state.run(partial(background.keep_backups, history, _idleness(state)))
        page.render_views(App, page)

    return main


def _look(page: ft.Page, state: Store) -> None:
    """How a window looks before anything is drawn."""
    page.title = "Scorepad"
    if state.system_fonts:  # a browser has loaded the fonts from its own manifest
        page.fonts = dict(theme.FONTS)
    page.theme = theme.theme(dark=False)
    page.dark_theme = theme.theme(dark=True)
    page.theme_animation_style = ft.AnimationStyle(duration=0)  # else the first screen fades in from blue
    page.theme_mode = MODES[state.theme]
    page.locale_configuration = _locale(state.language)


def _set_theme_mode(page: ft.Page, name: str) -> None:
    page.theme_mode = MODES[name]
    page.update()


def _set_locale(page: ft.Page, language: str) -> None:
    page.locale_configuration = _locale(language)
    page.update()


def _idleness(state: Store) -> Callable[[], bool]:
    """The function that tells whether nobody uses the app: it is out of sight, or was not tapped for a while."""
    seen, since = (state.revision, state.drafts.taps), time.monotonic()

    def is_idle() -> bool:
        nonlocal seen, since
        if (now := (state.revision, state.drafts.taps)) != seen:  # a tap of the entry changes only the second
            seen, since = now, time.monotonic()
        hidden = state.host.browser is not None and state.host.browser.hidden
        free = state.busy is None and state.gathering is None
        return free and (hidden or time.monotonic() - since >= QUIET_SECONDS)

    return is_idle


def _locale(language: str) -> ft.LocaleConfiguration:
    """The language for Flutter and screen readers."""
    return ft.LocaleConfiguration([ft.Locale(code) for code in LANGUAGES], ft.Locale(language))


def _take_size(page: ft.Page, state: Store) -> None:
    state.resized(page.width or 0, page.height or theme.SCREENFUL)


def _listen(page: ft.Page, state: Store, device: Device) -> None:
    """Draws this window again after changes in other windows, and when the page of a web app knows something new."""

    def start(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        copy_context().run(page.run_task, work)  # in a copy: it makes this page the current one

    def changed(evening_id: str | None) -> None:
        if state.saving or page.session.connection is None:  # a closed tab is updated when it comes back
            return

        async def apply() -> None:
            state.history_changed(evening_id)

        start(apply)

    def back() -> None:
        _take_size(page, state)  # a phone may have been turned meanwhile
        state.history_changed()
        device.came_back()

    def browser_changed(before: Browser, now: Browser) -> None:
        async def apply() -> None:
            cards.browser_changed(state, before, now)

        start(apply)

    def close(event: object) -> None:
        state.drafts.write()
        unsubscribe()

    unsubscribe = state.history.subscribe(changed)
    page.on_connect = back
    page.on_close = close
    if state.host.web_app is not None:  # its page has only this window
        state.host.web_app.subscribe(browser_changed)


@ft.component
def App(page: ft.Page) -> ft.Control:
    """The screens of a window; each reads the state from the context."""
    return AppContext(page.data, Screens)


@ft.component
def Screens() -> ft.Control:
    """The screen of the present address, and those below it."""
    state = this_store()
    wide, set_wide = ft.use_state(state.layout.wide)

    def follow() -> None:
        state.turned = set_wide

    ft.use_effect(follow, [])
    return ft.Router([_routes(wide=wide)], manage_views=True)


def _routes(*, wide: bool) -> ft.Route:
    """The address of every screen; a screen is nested in the one that its Back button shows.

    They are tried in this order. In a `wide` window the screens of an evening are panes beside its sheet.
    """
    return _route(
        routes.HOME,
        home_screen,
        _route(routes.big(":sid"), big_screen),
        _route(routes.curve(":sid"), curve_screen),
        _evening(wide=wide),
        _route(routes.NEW_EVENING, new_evening_screen, _route(routes.NEW_RULES, new_rules_screen)),
        _route(routes.SETTINGS, settings_screen),
        _route(routes.DATA, data_screen, _route(routes.backup(":backup"), backup_screen)),
        _route(routes.INCOMING, incoming_screen),
        _route(routes.EXPORT, export_screen),
        _route(routes.RULEBOOK, rulebook_screen),
        _route(
            routes.CALCULATOR,
            calculator_screen,
            _route(routes.OPEN_LINK, open_link_screen),
            _route(routes.calculated(":code"), calculated_screen),
        ),
        _route(routes.SCHEMES, schemes_screen, _route(routes.scheme(":scheme"), scheme_screen)),
        _route(routes.ROSTER, roster_screen, _route(routes.player(":player"), player_screen)),
        _route(
            routes.SEASON,
            season_screen,
            _route(routes.HANDS, hands_screen),
            _route(routes.SEASON_EXPORT, export_season_screen),
            _route(
                routes.figures(":who"),
                figures_screen,
                _route(routes.figures_export(":who"), export_figures_screen),
            ),
        ),
        _route(routes.BIN, bin_screen),
        _route(routes.unknown(":unknown+"), missing_screen),
    )


def _evening(*, wide: bool) -> ft.Route:
    """The sheet and the entry of an evening, and its other screens."""
    sid, eid = ":sid", ":eid"
    part = partial(_route, pane=wide)
    compare_hand = part(routes.compare_hand(sid, eid), compare_hand_screen)
    note_of = part(routes.note_of(sid, eid), note_screen)
    why = part(routes.why(sid, eid), why_screen, *([] if wide else [compare_hand, note_of]))
    other_rules = part(routes.other_rules(sid, ":scheme"), other_rules_screen)
    evening = _route(
        routes.evening(sid),
        evening_screen,
        *([compare_hand, note_of, other_rules] if wide else []),
        why,
        part(routes.account(sid, ":seat"), account_screen),
        part(routes.end(sid), end_screen),
        part(routes.compare(sid), compare_evening_screen),
        part(routes.export(sid), export_evening_screen),
        part(routes.journal(sid), journal_screen),
        part(routes.players(sid), players_screen),
        part(routes.note(sid), note_screen),
        part(routes.points(sid), points_screen),
        part(routes.points_of(sid, eid), points_screen),
        part(routes.money(sid), money_screen),
        part(routes.rules(sid), rules_screen, *([] if wide else [other_rules])),
        also=routes.entry(sid),
    )
    if wide:  # always something beside the sheet: so Flet keeps the sheet whatever comes and goes there
        evening.outlet = True
        evening.children = [ft.Route(index=True, component=_nothing), *(evening.children or [])]
    return evening


@ft.component
def _nothing() -> ft.Control:
    return ft.Container()


def _route(path: str, screen: Screen, *below: ft.Route, also: str = "", pane: bool = False) -> ft.Route:
    """A route with nested ones, whose paths become relative to it; `also` is a second path of the screen."""
    for route in below:
        route.path = (route.path or "").removeprefix(path).removeprefix("/")
    if also:
        path += f"/:pane({also.removeprefix(path + '/')})?"
    component = screen.pane if pane else screen.view
    return ft.Route(path=path, component=component, children=list(below) or None)
