"""A menu: a list of words that opens at a tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.window import Tap, safely
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import Ink, Layout, Size


@dataclass(frozen=True)
class MenuItem:
    """A line of a menu. If it `begins` a group, a rule stands above it; quiet words about its state stand `below`."""

    identifier: str
    words: str
    on_tap: Tap
    begins: bool = False
    below: str = ""


def menu(
    layout: Layout,
    identifier: str,
    label: str,
    items: Sequence[MenuItem],
    *,
    icon: ft.IconData = ft.Icons.MORE_HORIZ,
) -> ft.Control:
    """An icon, by default three dots, that opens the menu at a tap; `label` is its name for screen readers."""
    picture = ft.Container(
        ft.Icon(icon, size=24, color=Ink.TEXT),
        width=theme.TARGET,
        height=theme.TARGET * layout.growth,
        alignment=ft.Alignment.CENTER,
    )
    lines: list[ft.PopupMenuItem] = []
    for item in items:
        if item.begins and lines:
            lines.append(ft.PopupMenuItem())  # the rule
        lines.append(_menu_line(layout, item))
    button = ft.PopupMenuButton(
        picture,
        lines,
        tooltip=label,
        bgcolor=Ink.PAPER,
        menu_position=ft.PopupMenuPosition.UNDER,
        shape=ft.RoundedRectangleBorder(radius=theme.RADIUS, side=ft.BorderSide(1, Ink.LINE)),
        # An animation would move the lines under the finger.
        popup_animation_style=ft.AnimationStyle(duration=0, reverse_duration=0),
    )
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def with_menu(line: ft.Control, menu: ft.Control) -> ft.Control:
    """A line of a list with a menu of its own at its right."""
    return ft.Row([filling(line), menu], spacing=0)


def _menu_line(layout: Layout, item: MenuItem) -> ft.PopupMenuItem:
    content: ft.Control = text(item.words, lines=2)
    if item.below:
        content = ft.Column([content, quiet(item.below, Size.TINY, lines=3)], spacing=0, tight=True)
    return ft.PopupMenuItem(
        ft.Semantics(identifier=item.identifier, content=content),
        height=theme.TARGET * layout.growth,
        on_click=safely(item.on_tap),
    )
