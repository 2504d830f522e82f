"""A small app with everything that the browser driver must cope with: `python sample.py PORT DATA`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import flet as ft

DATA = Path(sys.argv[2]) / "count" if len(sys.argv) > 2 else Path("count")


def tile(identifier: str, text: str, on_click: Callable[[], object] | None = None) -> ft.Control:
    return ft.Semantics(
        identifier=identifier,
        content=ft.Container(
            ft.Text(text), ink=True, width=150, height=48, alignment=ft.Alignment.CENTER, on_click=on_click
        ),
    )


def main(page: ft.Page) -> None:
    page.title = "Sample"
    count = ft.Text(DATA.read_text() if DATA.exists() else "0", size=20)
    heard = ft.Text("nothing")
    system = ft.Text("")
    greeting = ft.Text("Hello")
    dialog = ft.AlertDialog(
        modal=True,
        title=ft.Text("Sure?"),
        actions=[ft.Semantics(identifier="yes", content=ft.TextButton("Yes", on_click=page.pop_dialog))],
    )

    def add() -> None:
        count.value = str(int(count.value) + 1)
        DATA.write_text(count.value)
        page.update()

    def greet(event: ft.Event[ft.TextField]) -> None:
        greeting.value = f"Hello {event.control.value}"
        page.update()
        if event.control.value == "Nobody":
            go_on()

    def on_key(event: ft.KeyboardEvent) -> None:
        heard.value = f"{'Ctrl+' if event.ctrl else ''}{event.key}"
        page.update()

    def look() -> None:
        brightness = page.platform_brightness
        system.value = f"{page.width:g} {brightness.value if brightness else '?'}"
        page.update()

    def leave() -> None:
        page.views.pop()
        page.update()

    def go_on() -> None:
        second = ft.Semantics(identifier="second", content=ft.Text("Second view"))
        page.views.append(ft.View(route="/second", controls=[second, tile("leave", "Leave", leave)]))
        page.update()

    page.on_keyboard_event = on_key
    page.on_resize = look
    page.on_platform_brightness_change = look
    page.views[0].scroll = ft.ScrollMode.AUTO
    page.add(
        ft.Row(
            [
                ft.Semantics(identifier="count", content=count),
                ft.Semantics(identifier="system", content=system),
                ft.Semantics(identifier="heard", content=heard),
            ]
        ),
        ft.Row([tile("add", "Add", add), tile("ask", "Ask", lambda: page.show_dialog(dialog))]),
        ft.Row([tile("open", "Open", go_on), tile("die", "Die", lambda: time.sleep(60))]),
        ft.Stack(
            [
                tile("below", "Below", add),
                tile("above", "Above", add),
            ],
            height=48,
        ),
        ft.Semantics(identifier="name", content=ft.TextField(label="Name", on_change=greet)),
        ft.Semantics(identifier="greeting", content=greeting),
        ft.Semantics(
            identifier="chosen",
            selected=True,
            content=ft.Container(ft.Text("Chosen"), ink=True, on_click=add),
        ),
        ft.Container(height=900),
        tile("bottom", "Bottom", add),
        ft.Container(height=100),
    )
    page.navigation_bar = ft.NavigationBar(
        [
            ft.NavigationBarDestination(icon=ft.Icons.STYLE, label="Games"),
            ft.NavigationBarDestination(icon=ft.Icons.PEOPLE, label="People"),
        ]
    )
    look()


if __name__ == "__main__":
    ft.run(main, host="127.0.0.1", port=int(sys.argv[1]), view=None, no_cdn=True)
