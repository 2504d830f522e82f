"""The field to type in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.ui import theme
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.failure import component
from scorepad.ui.kit.kept import Kept
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import icon_tile
from scorepad.ui.kit.window import Handler, memo_component, safely
from scorepad.ui.theme import Size


@component
def field(
    identifier: str,
    label: str,
    first: str,
    tell: Callable[[str], object],
    *,
    error: str | None = None,
    left: Handler | None = None,
    **look: Any,
) -> ft.Control:
    """A field that begins with the text `first`, tells what is typed, and when it is left.

    It is drawn again only with another `error` or label, so a slow drawing cannot undo what was typed meanwhile. With
    another `key` it begins anew. `look` holds arguments of Flet's text field.
    """
    typed, _ = ft.use_state([first])
    latest, _ = ft.use_state([(tell, left)])
    latest[0] = (tell, left)

    def changed(event: ft.Event[ft.TextField]) -> None:
        typed[0] = event.control.value or ""
        latest[0][0](typed[0])

    def leave() -> None:
        if (told := latest[0][1]) is not None:
            told()

    hear, done = ft.use_callback(changed, []), ft.use_callback(safely(leave), [])
    heard = {"on_change": hear, "on_blur": done, "on_submit": done} if left else {"on_change": hear}
    return _field(identifier, label, error, typed, (*heard.items(), *look.items()))


@memo_component
def _field(
    identifier: str, label: str, error: str | None, typed: list[str], look: tuple[tuple[str, Any], ...]
) -> ft.Control:
    return text_field(identifier, label, value=drawable(typed[0]), error=error, **dict(look))


@component
def search(label: str, words: Kept[str], clear: str) -> ft.Control:
    """The field for the words to look for, and what clears it, with the words `clear` for screen readers."""
    cleared, count = ft.use_state(0)

    def clear_it() -> None:
        words.set("")
        count(cleared + 1)

    now = words.now  # the screen around may be drawn later, and still pass what was typed before
    typed = field("search", label, now, words.set, prefix_icon=ft.Icons.SEARCH, key=str(cleared))
    tools = [icon_tile("clear", ft.Icons.CLOSE, clear, clear_it)] if now else []
    return ft.Row([filling(typed), *tools], spacing=4)


def text_field(identifier: str, label: str, *, expand: bool | None = None, **more: Any) -> ft.Control:
    """A field whose `value` is given at each drawing; `more` holds arguments of Flet's text field."""
    return ft.Semantics(
        identifier=identifier,
        expand=expand,
        content=ft.TextField(
            label=label,
            counter="",
            text_size=theme.SIZES[Size.BODY],
            border=ft.OutlineInputBorder(border_radius=theme.RADIUS),
            expand=expand,
            **more,
        ),
    )
