"""The driver itself: that it shows what a client would show, and that nothing broken passes through it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import flet as ft
import pytest

from .client import (
    BackgroundError,
    Call,
    Client,
    Driver,
    Hub,
    OutOfSync,
    SchedulerDied,
    SessionCrashed,
    Unreachable,
)


def tile(identifier: str, text: str, on_click: Callable[..., Any] | None = None, **around: Any) -> ft.Control:
    return ft.Semantics(
        identifier=identifier,
        content=ft.Container(ft.Text(text), ink=True, height=48, on_click=on_click),
        **around,
    )


def shown(*controls: ft.Control) -> Callable[[ft.Page], None]:
    """An app that shows these controls and nothing else."""

    def main(page: ft.Page) -> None:
        page.add(*controls)

    return main


@ft.component
def Counter() -> ft.Control:
    count, set_count = ft.use_state(0)
    if count == 3:
        raise ValueError("three is too much")
    return ft.Column(
        [
            ft.Semantics(identifier="count", content=ft.Text(f"{count} hands")),
            tile("more", "More", lambda: set_count(count + 1)),
            tile("none", "None", lambda: set_count(0), disabled=count == 0),
        ]
    )


def counter(page: ft.Page) -> None:
    page.render(Counter)


# --- Seeing and tapping -----------------------------------------------------------------------------------


async def test_taps_reach_the_app_and_their_effect_is_seen() -> None:
    app = await Driver.start(counter)
    assert app.identifiers() == ["count", "more", "none"]
    assert app.texts() == ["0 hands", "More", "None"]
    await app.tap("more", "more")
    assert app.text("count") == "2 hands"
    assert app.taps == 2
    assert app.enabled("none")
    app.assert_in_sync()


async def test_a_disabled_control_cannot_be_tapped() -> None:
    app = await Driver.start(counter)
    with pytest.raises(Unreachable, match=r"'none' is disabled") as refusal:
        await app.tap("none")
    assert "more [tap]  More" in str(refusal.value), "the message lists what could be tapped"
    assert app.taps == 0


@pytest.mark.parametrize(
    ("control", "reason"),
    [
        (tile("other", "A", print), "is not on the screen"),
        (tile("it", "A", print, visible=False), "is not on the screen"),
        (tile("it", "A"), "nothing in 'it' reacts"),
        (ft.Container(tile("it", "A", print), disabled=True), "is disabled"),
        (tile("it", "A", disabled=True), "is disabled"),
        (ft.Container(tile("it", "A", print), ignore_interactions=True), "is disabled"),
        (ft.Row([tile("it", "A", print), tile("it", "B", print)]), "is there 2 times"),
    ],
)
async def test_controls_that_nobody_can_tap_are_refused(control: ft.Control, reason: str) -> None:
    app = await Driver.start(shown(control))
    with pytest.raises(Unreachable, match=reason):
        await app.tap("it")


async def test_a_label_inside_a_tile_is_tapped_through_the_tile() -> None:
    heard: list[str] = []
    label = ft.Semantics(identifier="label", content=ft.Text("A"))
    app = await Driver.start(shown(ft.Container(label, on_click=lambda: heard.append("tile"))))
    await app.tap("label")
    assert heard == ["tile"]


async def test_a_change_that_the_app_does_not_announce_is_not_seen() -> None:
    text = ft.Text("old")

    def main(page: ft.Page) -> None:
        page.add(ft.Semantics(identifier="text", content=text))

    app = await Driver.start(main)
    text.value = "new"
    assert app.text("text") == "old"
    with pytest.raises(OutOfSync, match=r"the app has 'new', the client 'old'"):
        app.assert_in_sync()
    app.page.update()
    assert app.text("text") == "new"
    app.assert_in_sync()


# --- Broken apps ------------------------------------------------------------------------------------------


async def test_a_dead_scheduler_is_noticed() -> None:
    app = await Driver.start(counter)
    await app.tap("more", "more")
    with pytest.raises(SchedulerDied, match="three is too much"):
        await app.tap("more")


async def test_a_handler_that_raises_is_noticed() -> None:
    def broken() -> None:
        raise ValueError("boom")

    app = await Driver.start(shown(tile("broken", "A", broken)))
    with pytest.raises(SessionCrashed, match="boom"):
        await app.tap("broken")


async def test_a_main_that_raises_is_noticed() -> None:
    def main(page: ft.Page) -> None:
        raise ValueError("no disk")

    with pytest.raises(SessionCrashed, match="no disk"):
        await Driver.start(main)


@pytest.mark.parametrize("where", ["effect", "async effect", "task", "subscriber", "async subscriber"])
async def test_errors_behind_the_scenes_are_noticed(where: str) -> None:
    def broken(*_: object) -> None:
        raise ValueError("boom")

    async def broken_later(*_: object) -> None:
        raise ValueError("boom")

    @ft.component
    def App() -> ft.Control:
        page = ft.context.page
        happening, set_happening = ft.use_state(False)

        def go() -> None:
            if where == "task":
                page.run_task(broken_later)
            elif "subscriber" in where:
                page.pubsub.send_all("go")
            else:
                set_happening(True)

        effect = {"effect": broken, "async effect": broken_later}.get(where)
        ft.use_effect(effect if effect and happening else lambda: None, dependencies=[happening])
        return tile("go", "Go", go)

    def main(page: ft.Page) -> None:
        page.pubsub.subscribe(broken if where == "subscriber" else broken_later)
        page.render(App)

    app = await Driver.start(main)
    with pytest.raises((SessionCrashed, BackgroundError), match="boom"):
        await app.tap("go")


async def test_a_client_out_of_step_is_noticed() -> None:
    """Flet's own bookkeeping is spoiled here as only a bug in Flet could do it."""
    row = ft.Row([ft.Text("a"), ft.Text("b"), ft.Text("c")])

    def cut() -> None:
        row.controls.pop()

    app = await Driver.start(shown(row, tile("cut", "Cut", cut)))
    held = app.client.find(row._i)
    assert held is not None
    held["controls"].clear()
    with pytest.raises(OutOfSync, match=f"on control {app.page._i}"):
        await app.tap("cut")


def test_patches_for_nothing_are_out_of_step() -> None:
    client = Client({"_i": 1, "_c": "Page", "views": []})
    with pytest.raises(OutOfSync, match="control 7"):
        client.apply(7, [[0], [0, 0, "title", "T"]])
    with pytest.raises(OutOfSync, match="control 1"):
        client.apply(1, [[0, {"views": [1]}], [2, 1, 0]])


# --- Views and dialogs ------------------------------------------------------------------------------------


@ft.component
def Home() -> ft.View:
    page = ft.context.page
    asking, set_asking = ft.use_state(False)
    closed, set_closed = ft.use_state(0)

    def done() -> None:
        set_asking(False)
        set_closed(closed + 1)

    ft.use_dialog(
        ft.AlertDialog(
            title=ft.Text("Sure?"),
            actions=[
                ft.Semantics(
                    identifier="yes", content=ft.TextButton("Yes", on_click=lambda: set_asking(False))
                )
            ],
            on_dismiss=done,
        )
        if asking
        else None
    )
    return ft.View(
        route="/",
        controls=[
            tile("ask", "Ask", lambda: set_asking(True)),
            tile("open", "Open", lambda: page.navigate("/session/7")),
            tile("note", "Note", lambda: page.show_dialog(ft.SnackBar(ft.Text("Saved"), action="Undo"))),
            ft.Semantics(identifier="closed", content=ft.Text(f"closed {closed}")),
        ],
    )


@ft.component
def SessionScreen() -> ft.View:
    sid = ft.use_route_params()["sid"]
    return ft.View(route=f"/session/{sid}", controls=[ft.Semantics(identifier="sid", content=ft.Text(sid))])


@ft.component
def Routes() -> Any:
    return ft.Router(
        [
            ft.Route(
                path="/", component=Home, children=[ft.Route(path="session/:sid", component=SessionScreen)]
            )
        ],
        manage_views=True,
    )


def routed(page: ft.Page) -> None:
    page.render_views(Routes)


async def test_only_the_top_view_is_within_reach() -> None:
    app = await Driver.start(routed)
    await app.tap("open")
    assert (app.route, app.views) == ("/session/7", ["/", "/session/7"])
    assert app.identifiers() == ["sid"]
    with pytest.raises(Unreachable, match="'ask' is on a view below"):
        await app.tap("ask")
    await app.back()
    assert (app.route, app.views) == ("/", ["/"])
    with pytest.raises(Unreachable, match="would leave the app"):
        await app.back()
    app.assert_in_sync()


async def test_links_into_the_app_and_the_browsers_back_button() -> None:
    app = await Driver.start(routed, route="/session/3", web=True, platform=ft.PagePlatform.LINUX)
    assert app.text("sid") == "3"
    await app.visit("/session/4")
    assert app.text("sid") == "4"
    await app.browser_back()
    assert app.text("sid") == "3"


async def test_a_dialog_covers_the_view() -> None:
    app = await Driver.start(routed)
    await app.tap("ask")
    assert app.dialogs == ["AlertDialog"]
    assert app.texts() == ["Sure?", "Yes"]
    with pytest.raises(Unreachable, match="'open' is covered by the AlertDialog"):
        await app.tap("open")
    await app.tap("yes")
    assert app.text("closed") == "closed 1", "the app hears of a dialog that it closed itself"
    await app.tap("ask")
    await app.back()
    assert app.text("closed") == "closed 2"
    await app.tap("ask")
    await app.tap_outside()
    assert app.text("closed") == "closed 3"
    assert app.dialogs == []
    app.assert_in_sync()


async def test_a_snack_bar_covers_nothing_and_passes() -> None:
    app = await Driver.start(routed)
    await app.tap("note")
    assert "Saved" in app.texts()
    await app.tap("open")
    await app.back()
    await app.snackbars_pass()
    assert app.dialogs == []
    await app.tap("note")
    await app.press_snackbar_action()
    assert app.dialogs == []


# --- Typing, keys, the client's services ------------------------------------------------------------------


@ft.component
def Form() -> ft.Control:
    name, set_name = ft.use_state("")
    heard, set_heard = ft.use_state("")
    return ft.Column(
        [
            ft.Semantics(
                identifier="name",
                content=ft.TextField(
                    label="Name",
                    value=name,
                    on_change=lambda e: set_name(e.control.value),
                    on_submit=lambda e: set_heard(f"submitted {e.control.value}"),
                    on_blur=lambda: set_heard("left"),
                ),
            ),
            ft.Semantics(identifier="greeting", content=ft.Text(f"Hello {name}")),
            ft.Semantics(identifier="heard", content=ft.Text(heard)),
            tile("elsewhere", "Elsewhere", lambda: None),
            ft.Semantics(identifier="locked", content=ft.TextField(label="Locked", read_only=True)),
        ]
    )


async def test_typing() -> None:
    app = await Driver.start(lambda page: page.render(Form), platform=ft.PagePlatform.LINUX)
    await app.type("name", "Zoé", submit=True)
    assert app.value("name") == "Zoé"
    assert app.text("greeting") == "Hello Zoé"
    assert app.text("heard") == "submitted Zoé"
    await app.tap("elsewhere")
    assert app.text("heard") == "left"
    await app.type("name", "")
    assert app.text("greeting") == "Hello "
    with pytest.raises(Unreachable, match="cannot be typed into"):
        await app.type("locked", "a")
    app.assert_in_sync()


async def test_keys() -> None:
    heard: list[str] = []

    def main(page: ft.Page) -> None:
        def on_key(event: ft.KeyboardEvent) -> None:
            heard.append(f"{'Ctrl+' if event.ctrl else ''}{event.key}")

        page.on_keyboard_event = on_key
        page.update()

    app = await Driver.start(main)
    await app.key("g")
    await app.key("z", ctrl=True)
    await app.key("Enter")
    assert heard == ["G", "Ctrl+Z", "Enter"]


async def test_the_client_answers_and_remembers_requests() -> None:
    heard: list[object] = []

    async def go() -> None:
        preferences, clipboard = ft.SharedPreferences(), ft.Clipboard()
        await preferences.set("theme", "dark")
        await clipboard.set("66 points")
        heard.extend([await preferences.get("theme"), await clipboard.get()])
        heard.append((await ft.FilePicker().pick_files(with_data=True))[0].name)

    app = await Driver.start(shown(tile("go", "Go", go)))
    app.picks = [{"id": 0, "name": "evening.json", "size": 2, "bytes": b"{}"}]
    await app.tap("go")
    assert heard == ["dark", "66 points", "evening.json"]
    assert app.storage == {"theme": "dark"}
    assert app.calls[0] == Call("SharedPreferences", "set", {"key": "theme", "value": "dark"})


async def test_actions_of_the_client_itself() -> None:
    def main(page: ft.Page) -> None:
        page.add(ft.Semantics(identifier="copy", content=ft.Button("Copy", action=ft.CopyToClipboard("49"))))

    app = await Driver.start(main)
    await app.tap("copy")
    assert app.clipboard == "49"


async def test_the_window_and_the_system() -> None:
    heard: list[object] = []

    def main(page: ft.Page) -> None:
        page.on_resize = lambda event: heard.append((event.width, event.height))
        page.on_platform_brightness_change = lambda: heard.append(page.platform_brightness)
        heard.append((page.width, page.platform, page.platform_brightness))
        page.update()

    app = await Driver.start(main, brightness=ft.Brightness.DARK)
    await app.resize(1280, 800)
    await app.set_brightness(ft.Brightness.LIGHT)
    assert heard == [
        (360, ft.PagePlatform.ANDROID, ft.Brightness.DARK),
        (1280, 800),
        ft.Brightness.LIGHT,
    ]


async def test_switches_menus_and_choices() -> None:
    heard: list[object] = []
    app = await Driver.start(
        shown(
            ft.Semantics(
                identifier="switch",
                content=ft.Switch(label="Misère", on_change=lambda e: heard.append(e.control.value)),
            ),
            ft.Semantics(
                identifier="menu",
                content=ft.PopupMenuButton(
                    items=[
                        ft.PopupMenuItem(
                            content=ft.Semantics(identifier="delete", content=ft.Text("Delete")),
                            on_click=lambda: heard.append("delete"),
                        )
                    ]
                ),
            ),
            ft.Semantics(
                identifier="scheme",
                content=ft.Dropdown(
                    options=[ft.DropdownOption("fft"), ft.DropdownOption("flat")],
                    on_select=lambda e: heard.append(e.control.value),
                ),
            ),
        )
    )
    await app.tap("switch")
    assert app.value("switch") is True
    assert not app.exists("delete")
    await app.tap("menu", "delete")
    assert not app.exists("delete")
    await app.choose("scheme", "flat")
    assert heard == [True, "delete", "flat"]


# --- Several windows --------------------------------------------------------------------------------------


async def test_two_windows_hear_of_each_other() -> None:
    def main(page: ft.Page) -> None:
        news = ft.Text("nothing yet")

        async def tell(message: str) -> None:
            news.value = message
            page.update()

        page.pubsub.subscribe(tell)
        page.add(
            ft.Semantics(identifier="news", content=news),
            tile("send", "Send", lambda: page.pubsub.send_others("a hand was saved")),
        )

    hub = Hub()
    one, two = await Driver.start(main, hub=hub), await Driver.start(main, hub=hub, width=1280)
    await one.tap("send")
    assert (one.text("news"), two.text("news")) == ("nothing yet", "a hand was saved")
    await two.close()
    await one.tap("send")


async def test_a_reload_shows_the_same_session_again() -> None:
    app = await Driver.start(counter, web=True)
    await app.tap("more")
    await app.reload()
    assert app.text("count") == "1 hands"
    await app.tap("more")
    assert app.text("count") == "2 hands"
    app.assert_in_sync()


async def test_work_in_threads_is_waited_for() -> None:
    def main(page: ft.Page) -> None:
        text = ft.Text("…")

        async def work() -> None:
            await asyncio.to_thread(time.sleep, 0.05)
            text.value = "done"
            page.update()

        page.add(
            ft.Semantics(identifier="text", content=text), tile("work", "Work", lambda: page.run_task(work))
        )

    app = await Driver.start(main)
    await app.tap("work")
    assert app.text("text") == "done"


# --- What a finger or a screen reader would miss ----------------------------------------------------------


@pytest.mark.parametrize(
    "control",
    [
        ft.Container(ft.Icon(ft.Icons.ADD), on_click=print),
        ft.IconButton(ft.Icons.ADD, on_click=print),
        ft.IconButton(ft.Icons.ADD, on_click=print, tooltip="Add"),
        ft.FloatingActionButton(icon=ft.Icons.ADD, on_click=print, tooltip="Add"),
        ft.Container(ft.Semantics(exclude_semantics=True, content=ft.Text("49")), on_click=print),
        ft.GestureDetector(ft.Container(ft.Text("", semantics_label="")), on_tap=print),
        ft.TextField(),
        ft.Semantics(
            identifier="it", button=True, disabled=True, content=ft.Container(ft.Icon(ft.Icons.ADD))
        ),
    ],
)
async def test_controls_without_a_name_are_found(control: ft.Control) -> None:
    app = await Driver.start(shown(control))
    assert len(app.unnamed_controls()) == 1


@pytest.mark.parametrize(
    "control",
    [
        ft.Container(ft.Text("49"), on_click=print),
        ft.Container(ft.Icon(ft.Icons.ADD, semantics_label="Add"), on_click=print),
        ft.Container(ft.Icon(ft.Icons.ADD), tooltip="Add", on_click=print),
        ft.FilledButton("Save", on_click=print),
        ft.MergeSemantics(ft.IconButton(ft.Icons.ADD, on_click=print, tooltip="Add")),
        ft.Semantics(label="Add", content=ft.IconButton(ft.Icons.ADD, on_click=print)),
        ft.ListTile(title="Friday", on_click=print),
        ft.TextField(label="Name"),
        ft.Container(ft.Icon(ft.Icons.ADD)),
    ],
)
async def test_controls_with_a_name_are_left_alone(control: ft.Control) -> None:
    app = await Driver.start(shown(control))
    assert app.unnamed_controls() == []


async def test_the_name_of_a_tile_is_that_of_a_screen_reader() -> None:
    face = ft.Row([ft.Icon(ft.Icons.STAR), ft.Text("49", semantics_label="forty-nine"), ft.Text("points")])
    app = await Driver.start(
        shown(ft.Semantics(identifier="it", content=ft.Container(face, tooltip="why", on_click=print)))
    )
    assert app.text("it") == "49 points"
    assert app.name("it") == "why forty-nine points"


async def test_small_targets_are_found() -> None:
    app = await Driver.start(
        shown(
            ft.Container(ft.Text("own"), height=40, width=100, on_click=print),
            ft.Row([ft.Container(ft.Text("outer"), on_click=print)], height=32),
            ft.GestureDetector(ft.Container(ft.Text("inner"), width=20, height=48), on_tap=print),
            ft.Container(ft.Text("large"), height=48, width=48, on_click=print),
            ft.Row([ft.Container(ft.Text("stretched"), width=10, expand=True, on_click=print)]),
            ft.Container(ft.Text("unknown"), on_click=print),
            ft.Container(ft.Text("not tapped"), height=10),
        )
    )
    assert [flaw.split("'")[1] for flaw in app.small_targets()] == ["own", "outer", "inner"]


async def test_a_tap_takes_milliseconds() -> None:
    app = await Driver.start(routed)
    started = time.perf_counter()
    for _ in range(10):
        await app.tap("open")
        await app.back()
    assert (time.perf_counter() - started) / 20 < 0.1
