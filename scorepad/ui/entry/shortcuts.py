"""A step of the entry: the list of the keys, and the sign that opens it."""

from __future__ import annotations

import flet as ft

from scorepad.i18n import Translator
from scorepad.tarot.scheme import Scheme
from scorepad.ui import theme
from scorepad.ui.entry.form import KEYS, EntryForm, Step, StepParts, close_tile
from scorepad.ui.entry.keys import letter
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import tile
from scorepad.ui.kit.words import heading, text
from scorepad.ui.theme import Ink, Size

KEY_WIDTH = 104
"""The width of the names of the keys, in dp."""


def shortcuts(form: EntryForm) -> StepParts:
    """The list of all keys of the entry and of their actions."""
    t, rules, people = form.t, form.rules, len(form.draft.facts.players)
    rows = [
        *(_bidding(t, rules, people) if not rules.open else []),
        *([(f"0 – {people}", t("who was called; 0: alone"))] if rules.calls_partner(people) else []),
        ("0 – 3", t("bouts")),
        ("0 – 9", t("card points")),
        ("H", t("half a point")),
        ("D", t("the other side counts")),
        ("B", t("petit au bout: attack, defence, nobody")),
        (t("Backspace"), t("takes back the last answer")),
        (t("Enter"), t("saves")),
        (t("Ctrl+Z, Ctrl+Y"), t("undo, redo")),
        ("Tab", t("from tile to tile")),
        (t("Esc"), t("closes what is open")),
    ]
    lines = [_line(keys, words) for keys, words in rows]
    return StepParts([heading(t("Keys"))], [*lines], [close_tile(form.step, t("Back to the hand"))])


def way_to_shortcuts(step: Step) -> ft.Control:
    """The question mark that opens the list of the keys."""
    sign = text("?", Size.SMALL, Ink.QUIET, bold=True, label=step.t("Keys"))
    return tile(step.layout, "shortcuts", sign, step.taps.toggles(KEYS), fill=None, width=theme.TARGET)


def _bidding(t: Translator, rules: Scheme, people: int) -> list[tuple[str, str]]:
    return [
        (f"1 – {people}", t("who took")),
        (" ".join(letter(value.bid) for value in rules.bids), t("the bid")),
        ("A", t("all passed")),
    ]


def _line(keys: str, words: str) -> ft.Control:
    name = ft.Container(text(keys, Size.SMALL, bold=True), width=KEY_WIDTH)
    return ft.Row([name, filling(text(words, Size.SMALL))], spacing=theme.GAP)
