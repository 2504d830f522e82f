"""Text fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import flet as ft

from scorepad.text import by_line
from scorepad.ui import theme
from scorepad.ui.kit.notice import component
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.screen import Kept
from scorepad.ui.kit.taps import icon_tile
from scorepad.ui.kit.window import Handler, memo_component, safely
from scorepad.ui.kit.words import quiet, shown_part
from scorepad.ui.theme import Layout, Size


@component
def field(
    layout: Layout,
    identifier: str,
    label: str,
    initial: str,
    on_typed: Callable[[str], object],
    *,
    error: str | None = None,
    on_left: Handler | None = None,
    **look: Any,
) -> ft.Control:
    """A text field that starts with `initial`. It calls `on_typed` with the text after each change.

    It calls `on_left` when it loses the focus or Enter is pressed. It is drawn again only when its error, its label or
    its look changes, so a late drawing cannot replace newer text by older text. With a new `key`, it starts with
    `initial` again. `look` holds arguments of Flet's text field.
    """
    typed, _ = ft.use_state([initial])
    latest, _ = ft.use_state([(on_typed, on_left)])
    latest[0] = (on_typed, on_left)

    def changed(event: ft.Event[ft.TextField]) -> None:
        typed[0] = event.control.value or ""
        latest[0][0](typed[0])

    def leave() -> None:
        if (told := latest[0][1]) is not None:
            told()

    hear, done = ft.use_callback(changed, []), ft.use_callback(safely(leave), [])
    heard = {"on_change": hear, "on_blur": done, "on_submit": done} if on_left else {"on_change": hear}
    above = layout.large_text
    return _field(identifier, label, error, typed, (*heard.items(), *look.items()), above)


@memo_component
def _field(
    identifier: str,
    label: str,
    error: str | None,
    typed: list[str],
    look: tuple[tuple[str, Any], ...],
    above: bool,
) -> ft.Control:
    """The field as it is drawn, with its label inside or `above` it; `typed[0]` is the current text."""
    more = dict(look)
    value = by_line(shown_part, typed[0]) if more.get("multiline") else shown_part(typed[0])
    return labelled(label, text_field(identifier, value=value, error=error, **more), above=above)


def labelled(label: str, entry: ft.Semantics, *, above: bool) -> ft.Control:
    """A field with its label, which stands inside the field or `above` it.

    In large text, a label inside would cover the typed text.
    """
    if not above:
        cast("ft.TextField", entry.content).label = label
        return entry
    entry.label = label
    read = ft.Semantics(exclude_semantics=True, content=quiet(label))
    return stretched(read, ft.MergeSemantics(entry), spacing=2, tight=True)


@component
def search(layout: Layout, label: str, words: Kept[str], clear: str) -> ft.Control:
    """A search field, whose text is kept in `words`, and a button that clears it; screen readers read `clear`."""
    cleared, count = ft.use_state(0)

    def clear_it() -> None:
        words.set("")
        count(cleared + 1)

    now = words.now  # the screen may be drawn later than this field, and still pass an older text
    typed = field(layout, "search", label, now, words.set, prefix_icon=ft.Icons.SEARCH, key=str(cleared))
    tools = [icon_tile(layout, "clear", ft.Icons.CLOSE, clear, clear_it)] if now else []
    across = ft.CrossAxisAlignment.END if layout.large_text else ft.CrossAxisAlignment.CENTER
    return ft.Row([filling(typed), *tools], spacing=4, vertical_alignment=across)


def text_field(identifier: str, **more: Any) -> ft.Semantics:
    """A text field without a label; `more` holds arguments of Flet’s text field, such as the `value` to draw."""
    return ft.Semantics(
        identifier=identifier,
        content=ft.TextField(
            counter="",
            text_size=theme.SIZES[Size.BODY],
            border=ft.OutlineInputBorder(border_radius=theme.RADIUS),
            **more,
        ),
    )
