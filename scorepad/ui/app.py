"""The app of one window: its state, its routes, and its updates when its size or the pad changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

import flet as ft

from scorepad.i18n import LANGUAGES, preferred_language
from scorepad.pad import Pad, Told
from scorepad.sharing.relay import Relay
from scorepad.sharing.together import Taken, Together
from scorepad.ui import background, kit, routes, screens, suggestions, theme
from scorepad.ui.files import Files
from scorepad.ui.host import Browser, Device, Host, Live, Place, Served, WebApp
from scorepad.ui.kit.screen import SCREENS
from scorepad.ui.kit.window import AppContext
from scorepad.ui.screens.evening import evening_screen
from scorepad.ui.store import Store

QUIET_SECONDS = 5.0
"""Seconds without a change after which the app counts as idle."""
MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}
WHOLE_WINDOW = (routes.big, routes.curve)
"""The screens of an evening that fill the whole window, without the sheet."""

for module in iter_modules(screens.__path__):  # each of them enters its screens in SCREENS
    import_module(f"{screens.__name__}.{module.name}")


def build(
    pad: Pad,
    *,
    language: str | None = None,
    place: Place = Place.BROWSER,
    web_app: WebApp | None = None,
    public_url: str | None = None,
    served: Served | None = None,
    live: Live | None = None,
    together: Together | None = None,
    relay: Relay | None = None,
) -> Callable[[ft.Page], None]:
    """The function that Flet calls for each window; `language` and `public_url` come from the command line.

    With the default `place`, the app trusts nothing that a client says. `Host` describes the other arguments; each is
    None if the app runs without this service.
    """
    _share(pad, together, relay)

    def main(page: ft.Page) -> None:
        device = Device(page)
        host = Host(
            navigate=page.navigate,
            apply_theme=partial(_change_theme, page),
            run=page.run_task,
            listen=partial(setattr, page, "on_keyboard_event"),
            stay_awake=device.stay_awake,
            tick=device.tick,
            place=place,
            web_app=web_app,
            public_url=public_url,
            look=served.look_of(page) if served else None,
            served=served,
            live=live,
            together=together,
            relay=relay,
        )
        _begin(page, device, Store(pad, preferred_language(language), host, chosen=language is not None))

    return main


def _share(pad: Pad, together: Together | None, relay: Relay | None) -> None:
    """Connects the pad to the shared folder and the relay: both soon get each change that is not a tap in an entry."""

    def told(what: Told) -> None:
        if what.events or what.by is None:
            if together is not None:
                together.wake()
            if relay is not None:
                relay.changed(what.evening)

    if together is not None:
        together.as_one = pad.as_one_change
    if relay is not None:
        relay.subscribe(lambda evening_id: pad.tell(Told(evening_id, by=relay)))
    pad.subscribe(told)


def _begin(page: ft.Page, device: Device, state: Store) -> None:
    """Sets up a window, draws its state, and subscribes the state to the events of its page."""
    if state.host.place is not Place.BROWSER and state.language_unknown:
        device.tell_language(state.device_speaks)
    page.data = state
    state.files = Files(page, state)
    _look(page, state)
    _listen(page, state, device)
    if not background.THREADS:
        state.run(partial(background.back_up_while_idle, state.history, _idleness(state)))
        if state.host.relay is not None:
            state.run(state.host.relay.run)
    page.render_views(App, page)


def _look(page: ft.Page, state: Store) -> None:
    """Sets the look of a window before anything is drawn."""
    page.title = "Scorepad"
    if state.host.system_fonts:  # a browser has loaded the fonts from its own manifest
        page.fonts = dict(theme.FONTS)
    page.theme = theme.theme(dark=False)
    page.dark_theme = theme.theme(dark=True)
    page.theme_animation_style = ft.AnimationStyle(duration=0)  # else the first screen fades in from blue
    _apply_theme(page, state.sight.theme, state.sight.language)


def _apply_theme(page: ft.Page, name: str, language: str) -> None:
    """Sets the theme of a window, and its language for Flutter and screen readers."""
    page.theme_mode = MODES[name]
    page.locale_configuration = ft.LocaleConfiguration(
        [ft.Locale(code) for code in LANGUAGES], ft.Locale(language)
    )


def _change_theme(page: ft.Page, name: str, language: str) -> None:
    _apply_theme(page, name, language)
    page.update()


def _idleness(state: Store) -> Callable[[], bool]:
    """A function that returns whether the app is idle.

    It is idle while no work is under way, and its page is hidden or was not drawn again for QUIET_SECONDS.
    """
    seen, since = (state.screens.times, state.entering.times), time.monotonic()

    def is_idle() -> bool:
        nonlocal seen, since
        if (now := (state.screens.times, state.entering.times)) != seen:
            seen, since = now, time.monotonic()
        hidden = state.host.browser is not None and state.host.browser.hidden
        free = state.busy is None and state.history.progress is None
        return free and (hidden or time.monotonic() - since >= QUIET_SECONDS)

    return is_idle


def _take_size(page: ft.Page, state: Store) -> None:
    state.resized(page.width or 0, page.height or theme.Layout.height)


def _listen(page: ft.Page, state: Store, device: Device) -> None:
    """Subscribes a window to the changes that draw it again: of its size, of the pad, and of the browser of a web app.

    When the window closes, its entries are written.
    """

    def start(change: Callable[[], None]) -> None:
        async def apply() -> None:
            change()

        copy_context().run(page.run_task, apply)  # in a copy: run_task makes this page the current one

    def told(what: Told) -> None:
        if what.by is state:
            state.told(what)
        elif page.session.connection is not None:  # a closed tab is updated when it comes back
            start(partial(state.told, what))

    def back() -> None:
        _take_size(page, state)  # a phone may have been turned meanwhile, and be in another zone
        state.came_back()
        state.told(Told())
        device.came_back()

    def browser_changed(before: Browser, now: Browser) -> None:
        start(partial(suggestions.browser_changed, state, before, now))

    def close(event: object) -> None:
        state.write()
        end()
        end_sharing()

    _take_size(page, state)
    page.on_resize = lambda event: state.resized(event.width, event.height)
    end = state.pad.subscribe(told)
    end_sharing = _follow_folder(page, state, start)
    page.on_connect = back
    page.on_close = close
    if state.host.web_app is not None:  # its page has only this window
        state.host.web_app.listener = browser_changed


def _follow_folder(
    page: ft.Page, state: Store, start: Callable[[Callable[[], None]], None]
) -> Callable[[], None]:
    """Tells a window about the evenings that come from the shared folder.

    The app looks at the folder again when the window comes to the front or goes to the back. Returns the function that
    ends this.
    """
    together = state.host.together
    if together is None:
        return lambda: None

    def came_in(taken: Taken) -> None:
        if page.session.connection is not None:
            start(partial(state.came_in, taken))

    end_telling = together.subscribe(came_in)

    def end() -> None:
        end_telling()
        together.wake()

    page.on_app_lifecycle_state_change = lambda event: together.wake()
    return end


@kit.screen(routes.unknown)
def missing_screen(at: kit.At) -> ft.View:
    """The screen of an unknown address."""
    raise kit.NothingHere


@ft.component
def App(page: ft.Page) -> ft.Control:
    """The screens of a window; each reads the state from the context."""
    return AppContext(page.data, lambda: Screens(page))


@ft.component
def Screens(page: ft.Page) -> ft.Control:
    """The screen of the present address, on top of the screens in which it is nested."""
    store: Store = page.data
    ft.use_state(store.panes)
    return ft.Router([_routes(wide=store.layout.wide)], manage_views=True)


def _routes(*, wide: bool) -> ft.Route:
    """The route of home, in which the routes of all other screens are nested.

    The address of a screen starts with the address of its parent: the parent of "/a/b/c" is the screen "/a/b", else the
    screen "/a", else home. Home is also the parent of `WHOLE_WINDOW`. In a `wide` window, the parent of all other
    screens of an evening is its sheet: they are panes beside it.
    """
    shown = SCREENS | {routes.evening: evening_screen}
    # The router tries the addresses in this order: "/players" comes before "/:unknown".
    addresses = sorted(shown, key=lambda each: each.replace(":", "\0"), reverse=True)

    def around(address: str) -> str:
        """The address of the parent of the screen with this address."""
        if address in WHOLE_WINDOW:
            return routes.HOME
        above = [each for each in addresses if address.startswith(f"{each}/")]
        if wide and routes.evening in above:
            return routes.evening
        return max(above, key=len, default=routes.HOME)

    outer = {address: around(address) for address in addresses}

    def route(address: routes.Address) -> ft.Route:
        below = [each for each in addresses if each != routes.HOME and outer[each] == address]
        is_pane = wide and address != routes.evening and outer[address] == routes.evening
        found = ft.Route(
            path=address.removeprefix(outer[address]).removeprefix("/") or address,
            component=shown[address].pane if is_pane else shown[address].view,
            children=[route(each) for each in below] or None,
        )
        return _with_panes(found, wide=wide) if address == routes.evening else found

    return route(routes.HOME)


def _with_panes(evening: ft.Route, *, wide: bool) -> ft.Route:
    """Makes the route of the sheet match the entry's address also; if `wide`, adds a pane. Returns the route."""
    evening.path = f"{evening.path}/:pane({routes.entry.rpartition('/')[2]})?"
    if wide:  # with a child at all times, even an empty one, Flet keeps the sheet when the child changes
        evening.outlet = True
        evening.children = [ft.Route(index=True, component=_nothing), *(evening.children or [])]
    return evening


@ft.component
def _nothing() -> ft.Control:
    return ft.Container()
