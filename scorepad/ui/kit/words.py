"""Words: text in the sizes and inks of the app, headings, and controls that tests find by an identifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

import flet as ft

from scorepad.i18n import Translator
from scorepad.text import by_line
from scorepad.ui import theme
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.window import this_store
from scorepad.ui.theme import Ink, Size


class Style(TypedDict, total=False):
    """How a text is written.

    `lines` is the maximum number of lines; None means any number. Line breaks become spaces unless `breaks` is set. A
    screen reader reads the `label` in place of the text.
    """

    bold: bool
    align: ft.TextAlign
    lines: int | None
    struck: bool
    breaks: bool
    label: str | None


MARK = ft.TextStyle(
    font_family=theme.BOLD, bgcolor=Ink.CHOSEN, color=Ink.ON_CHOSEN, decoration=ft.TextDecoration.UNDERLINE
)
"""The look of a word that a search has found."""


def shown(value: str) -> str:
    """A typed text as the fonts of this window can draw it."""
    return drawable(value, system=this_store().host.system_fonts)


def text(value: str, size: Size = Size.BODY, ink: Ink = Ink.TEXT, **style: Unpack[Style]) -> ft.Text:
    """Text in one of the sizes and inks; a screen reader reads it as it was typed."""
    drawn = by_line(shown, value) if style.get("breaks") else shown(value)
    lines, label = style.get("lines"), style.get("label")
    return ft.Text(
        drawn,
        size=theme.SIZES[size],
        color=ink,
        font_family=theme.BOLD if style.get("bold") else theme.REGULAR,
        text_align=style.get("align", ft.TextAlign.START),
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        semantics_label=value if label is None and drawn != value else label,
        style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if style.get("struck") else None,
    )


def marked_text(value: str, marks: Sequence[tuple[int, int]]) -> ft.Text:
    """Text in which the words at these places, first character and the one after the word, are marked."""
    whole = text("", label=value)
    whole.spans, at = [], 0
    for first, end in [*marks, (len(value), len(value))]:
        whole.spans.append(ft.TextSpan(shown(value[at:first])))
        if first < end:
            whole.spans.append(ft.TextSpan(shown(value[first:end]), MARK))
        at = end
    return whole


def quiet(value: str, size: Size = Size.SMALL, *, lines: int | None = None) -> ft.Text:
    """Text that explains: small and grey."""
    return text(value, size, Ink.QUIET, lines=lines)


def warning(value: str) -> ft.Text:
    """Small text about a problem."""
    return text(value, Size.SMALL, Ink.LOSS)


def heading(value: str, size: Size = Size.TITLE, level: int = 1) -> ft.Control:
    """A heading, which a screen reader announces as one."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, size, bold=True))


def section(value: str) -> ft.Control:
    """The heading of one part of a screen."""
    return heading(value, Size.NUMBER, 2)


def identified(
    identifier: str, content: ft.Control, *, live: bool = False, header: bool = False
) -> ft.Control:
    """A control with an identifier; a screen reader reads a `live` one when it changes, and announces a `header`."""
    return ft.Semantics(
        content=content, identifier=identifier, live_region=live or None, header=header or None
    )


def named(identifier: str, words: str, size: Size) -> ft.Control:
    """Bold text with an identifier."""
    return identified(identifier, text(words, size, bold=True))


def and_more(t: Translator, rest: int) -> list[ft.Control]:
    """A line that says how many are not shown; nothing if `rest` is 0."""
    return [quiet(t.plural("and {count} more", "and {count} more", rest))] if rest > 0 else []


def app_icon() -> ft.Control:
    """The icon of the app."""
    return ft.Image("icons/icon-192.png", width=96, height=96, border_radius=24, exclude_from_semantics=True)
