"""Words: text in the sizes and inks of the app, headings, and controls that tests find by an identifier."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypedDict, Unpack

import flet as ft
from anyascii import anyascii

from scorepad.design.coverage import COVERED
from scorepad.i18n import Translator
from scorepad.text import by_line
from scorepad.ui import theme
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


def shown_part(value: str) -> str:
    """A part of a typed text as `shown` draws it; a part that consists of spaces does not change."""
    return value if value.isspace() else shown(value)


def text(value: str, size: Size = Size.BODY, ink: Ink = Ink.TEXT, **style: Unpack[Style]) -> ft.Text:
    """Text in one of the sizes and inks; a screen reader reads it as it was typed."""
    drawn = by_line(shown_part, value) if style.get("breaks") and not value.isspace() else shown(value)
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
    """A text with some words marked; `marks` has the start and the end of each word, as for a slice."""
    whole = text("", label=value)
    whole.spans, at = [], 0
    for first, end in [*marks, (len(value), len(value))]:
        whole.spans.append(ft.TextSpan(shown_part(value[at:first])))
        if first < end:
            whole.spans.append(ft.TextSpan(shown_part(value[first:end]), MARK))
        at = end
    return whole


def quiet(value: str, size: Size = Size.SMALL, *, lines: int | None = None) -> ft.Text:
    """Text that explains: small and grey."""
    return text(value, size, Ink.QUIET, lines=lines)


def warning(value: str) -> ft.Text:
    """Small text about a problem."""
    return text(value, Size.SMALL, Ink.LOSS)


def heading(value: str, size: Size = Size.TITLE, level: int = 1) -> ft.Control:
    """A heading; screen readers announce it as a heading of this level."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, size, bold=True))


def section(value: str) -> ft.Control:
    """The heading of one part of a screen."""
    return heading(value, Size.NUMBER, 2)


def identified(
    identifier: str, content: ft.Control, *, live: bool = False, header: bool = False
) -> ft.Control:
    """A control with an identifier; screen readers read a `live` control when it changes, and announce a `header`."""
    return ft.Semantics(
        content=content, identifier=identifier, live_region=live or None, header=header or None
    )


def named(identifier: str, words: str, size: Size) -> ft.Control:
    """Bold text with an identifier."""
    return identified(identifier, text(words, size, bold=True))


def and_more(t: Translator, rest: int) -> list[ft.Control]:
    """A line that says how many items are not shown, as a list; an empty list if `rest` is 0."""
    return [quiet(t.plural("and {count} more", "and {count} more", rest))] if rest > 0 else []


def app_icon() -> ft.Control:
    """The icon of the app."""
    return ft.Image("icons/icon-192.png", width=96, height=96, border_radius=24, exclude_from_semantics=True)


# -- letters that a window can draw ---

NOTHING_TO_SEE: Final = "?"
"""Drawn for a text that has no visible character."""
MAX_MARKS: Final = 3
"""The maximum number of marks on a character without a composed form; more would reach the neighbouring lines."""
ZERO_WIDTH_JOINER: Final = "\u200d"


@lru_cache(maxsize=4096)
def drawable(text: str, *, system: bool = False) -> str:
    """The text in characters that the app's fonts cover, or in any characters if the `system` has fonts for the others.

    The result is empty only if `text` is empty. Right-to-left names are isolated from the amounts beside them.
    """
    if not text or (all(map(_is_plain, text)) and not text.isspace()):
        return text
    drawn = unicodedata.normalize("NFC", "".join(_drawn(unicodedata.normalize("NFC", text), system=system)))
    return _isolated(drawn) if drawn.strip() else NOTHING_TO_SEE


@lru_cache(maxsize=1024)
def _is_plain(char: str) -> bool:
    """Whether a character is drawn unchanged beside any other character.

    This check makes amounts fast: few amounts are in the cache of `drawable`.
    """
    kind, direction = unicodedata.category(char), unicodedata.bidirectional(char)
    if ord(char) not in COVERED or kind[0] in "CM" or direction in ("R", "AL"):
        return False
    return (kind == "Zs" or not char.isspace()) and unicodedata.is_normalized("NFC", char)


def _drawn(text: str, *, system: bool) -> Iterator[str]:
    """Yields the drawn form of each character: itself, a space, its Latin spelling, or an empty string.

    Line breaks become spaces. If a character has more than `MAX_MARKS` marks, the others are left out.
    """
    marks = MAX_MARKS  # at first there is nothing that a mark could stand on
    for char in text:
        kind = unicodedata.category(char)
        if char.isspace() and (kind != "Zs" or ord(char) not in COVERED):
            shown = " "
        elif kind[0] == "C" and not (system and char == ZERO_WIDTH_JOINER):
            shown = ""
        elif system or (ord(char) in COVERED and (kind[0] != "M" or unicodedata.combining(char))):
            shown = char
        else:
            shown = "".join(letter for letter in anyascii(char) if ord(letter) in COVERED)
        if kind[0] != "M":
            marks = 0 if shown.strip() else MAX_MARKS
        elif (marks := marks + 1) > MAX_MARKS:
            continue
        yield shown


_RUN: Final = re.compile("R(?:[Rn]*R)?")


def _isolated(text: str) -> str:
    """The text with Unicode isolates around its right-to-left parts, so that these parts do not reorder amounts."""
    kinds = "".join(_DIRECTIONS.get(unicodedata.bidirectional(char), "n") for char in text)
    parts, end = [], 0
    for run in _RUN.finditer(kinds):
        parts += [text[end : run.start()], "\u2068", text[run.start() : run.end()], "\u2069"]
        end = run.end()
    return "".join([*parts, text[end:]])


_DIRECTIONS: Final = {"R": "R", "AL": "R", "L": "l", "EN": "l", "AN": "l", "ES": "l", "ET": "l"}
