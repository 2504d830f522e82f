"""Fields to type in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.ui import theme
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.window import memo_component
from scorepad.ui.theme import Size


def text_field(identifier: str, label: str, *, expand: bool | None = None, **more: Any) -> ft.Control:
    """A field whose `value` the screen keeps in its own state, and gives back at each drawing.

    Use it where the screen changes or checks what is typed; `more` holds arguments of Flet's text field.
    Otherwise use `uncontrolled_text_field`.
    """
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


def uncontrolled_text_field(
    identifier: str,
    label: str,
    changed: Callable[[str], object],
    *,
    icon: ft.IconData | None = None,
    longest: int = 60,
    focused: bool = False,
    value: str = "",
) -> ft.Control:
    """A field that keeps its own value, and calls the latest `changed` at each change.

    Use it where the screen only reads what is typed. It is never drawn again, so a slow drawing cannot undo what was
    typed meanwhile; it begins with the first `value`. Otherwise use `text_field`.
    """
    latest, _ = ft.use_state([changed])
    first, _ = ft.use_state(value)
    latest[0] = changed
    tell = ft.use_callback(lambda written: latest[0](written), [])
    return _memo_text_field(identifier, label, tell, icon, longest, focused, first)


@memo_component
def _memo_text_field(
    identifier: str,
    label: str,
    tell: Callable[[str], object],
    icon: ft.IconData | None,
    longest: int,
    focused: bool,
    value: str,
) -> ft.Control:
    return text_field(
        identifier,
        label,
        prefix_icon=icon,
        max_length=longest,
        autofocus=focused,
        value=drawable(value),
        on_change=lambda event: tell(event.control.value or ""),
    )
