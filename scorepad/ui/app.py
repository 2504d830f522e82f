"""The app of one window: its state, its routes, its ears for keys, size and other windows."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context

import flet as ft

from scorepad.history import History
from scorepad.i18n import LANGUAGES, preferred_language
from scorepad.ui import theme
from scorepad.ui.components.basics import AppContext
from scorepad.ui.files import Place
from scorepad.ui.screens.account import account_screen
from scorepad.ui.screens.calculator import calculated_screen, calculator_screen
from scorepad.ui.screens.compare import compare_hand_screen, compare_session_screen
from scorepad.ui.screens.data import backup_screen, data_screen, incoming_screen
from scorepad.ui.screens.deal import deal_screen
from scorepad.ui.screens.end import end_screen
from scorepad.ui.screens.export import export_screen, export_session_screen
from scorepad.ui.screens.home import home_screen
from scorepad.ui.screens.journal import journal_screen
from scorepad.ui.screens.missing import missing_screen
from scorepad.ui.screens.new_session import new_session_screen
from scorepad.ui.screens.players import players_screen
from scorepad.ui.screens.rulebook import rulebook_screen
from scorepad.ui.screens.schemes import scheme_screen, schemes_screen
from scorepad.ui.screens.session import session_screen
from scorepad.ui.screens.settings import settings_screen
from scorepad.ui.state import AppState

MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


def build(
    history: History, *, language: str | None = None, place: Place = Place.BROWSER
) -> Callable[[ft.Page], None]:
    """What Flet runs for each window; `language` is the one asked for on the command line, if any.

    Without a word about the `place`, nothing that a client says is trusted.
    """

    def main(page: ft.Page) -> None:
        def set_theme_mode(theme_name: str) -> None:
            page.theme_mode = MODES[theme_name]
            page.update()

        def set_locale(code: str) -> None:
            page.locale_configuration = _locale(code)
            page.update()

        state = AppState(
            history,
            preferred_language(language),
            navigate=page.navigate,
            set_theme_mode=set_theme_mode,
            set_locale=set_locale,
            run=page.run_task,
            chosen=language is not None,
            place=place,
        )
        page.data = state
        page.title = "Scorepad"
        if (
            place is not Place.BROWSER
        ):  # a browser has them from its own font manifest, before the first text is drawn
            page.fonts = dict(theme.FONTS)
        page.theme = theme.theme(dark=False)
        page.dark_theme = theme.theme(dark=True)
        page.theme_mode = MODES[state.theme]
        page.locale_configuration = _locale(state.language)

        state.resized(page.width or 0, page.height or theme.SCREENFUL)
        page.on_resize = lambda event: state.resized(event.width, event.height)
        _listen(page, state, history)
        page.render_views(App, page)

    return main


def _locale(language: str) -> ft.LocaleConfiguration:
    """In what language Flutter speaks, and a screen reader reads."""
    return ft.LocaleConfiguration([ft.Locale(code) for code in LANGUAGES], ft.Locale(language))


def _listen(page: ft.Page, state: AppState, history: History) -> None:
    """Other windows on the same history are seen at once, each in its own page's context."""

    def changed(session_id: str | None) -> None:
        if state.saving or page.session.connection is None:  # a closed tab looks again when it comes back
            return

        async def apply() -> None:
            state.history_changed(session_id)

        copy_context().run(page.run_task, apply)  # it would lead what the caller does next to this page

    def back() -> None:
        state.resized(
            page.width or 0, page.height or theme.SCREENFUL
        )  # a phone may have been turned meanwhile
        state.history_changed()

    unsubscribe = history.subscribe(changed)
    page.on_connect = back
    page.on_close = lambda _: unsubscribe()


@ft.component
def App(page: ft.Page) -> ft.Control:
    """The routes of a window, around its state; each screen looks at the state by itself."""
    state = page.data

    return AppContext(
        state,
        lambda: ft.Router(
            [
                ft.Route(
                    path="/",
                    component=home_screen,
                    children=[
                        ft.Route(path="new", component=new_session_screen),
                        ft.Route(path="settings", component=settings_screen),
                        ft.Route(
                            path="data",
                            component=data_screen,
                            children=[ft.Route(path=":backup", component=backup_screen)],
                        ),
                        ft.Route(path="incoming", component=incoming_screen),
                        ft.Route(path="export", component=export_screen),
                        ft.Route(path="help", component=rulebook_screen),
                        ft.Route(
                            path="calculator",
                            component=calculator_screen,
                            children=[ft.Route(path=":code", component=calculated_screen)],
                        ),
                        ft.Route(
                            path="rules",
                            component=schemes_screen,
                            children=[ft.Route(path=":scheme", component=scheme_screen)],
                        ),
                        ft.Route(
                            path="session/:sid/:pane(hand)?",
                            component=session_screen,
                            children=[
                                ft.Route(
                                    path="deal/:eid",
                                    component=deal_screen,
                                    children=[ft.Route(path="compare", component=compare_hand_screen)],
                                ),
                                ft.Route(path="player/:seat", component=account_screen),
                                ft.Route(path="end", component=end_screen),
                                ft.Route(path="compare", component=compare_session_screen),
                                ft.Route(path="export", component=export_session_screen),
                                ft.Route(path="journal", component=journal_screen),
                                ft.Route(path="players", component=players_screen),
                            ],
                        ),
                        ft.Route(path=":unknown+", component=missing_screen),
                    ],
                )
            ],
            manage_views=True,
        ),
    )
