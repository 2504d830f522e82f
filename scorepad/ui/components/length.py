"""The choice of the length of an evening, and the line on its sheet about its progress."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import LengthAgreed
from scorepad.evening.length import MAX_DEALS, MAX_HANDS, OPEN, AgreedLength, EveningProgress
from scorepad.i18n import Translator
from scorepad.i18n.evenings import fair_text, length_line, length_text, progress_text
from scorepad.ui import kit, routes, theme
from scorepad.ui.store import Store
from scorepad.ui.theme import Layout

HANDS, DEALS = (12, 16, 20, 24, 30, 40), (2, 3, 4, 5)
"""The usual lengths that are offered: numbers of hands, and numbers of deals of each player."""


# -- the choice ---


def length_choice(
    t: Translator, layout: Layout, length: kit.Kept[AgreedLength], played: int = 0, dealt: int = 0
) -> kit.Part:
    """The controls for an agreed length: its kind, then the usual numbers, and the buttons that change the number.

    Usual numbers of hands up to `played`, and usual numbers of deals up to `dealt`, are not offered.
    """
    now = length.value
    words = {"open": t("No limit"), "hands": t("Number of hands"), "deals": t("Deals each")}
    first = {
        "open": OPEN,
        "hands": AgreedLength(hands=max(HANDS[2], played + 1)),
        "deals": AgreedLength(deals=max(DEALS[1], dealt + 1)),
    }
    kinds = kit.choices(layout, "length", words, _kind(now), lambda kind: length.tap(_of_kind, first[kind]))
    if not (now.hands or now.deals):
        return kinds
    usual = {AgreedLength(hands=count): str(count) for count in HANDS if now.hands and count > played}
    usual |= {AgreedLength(deals=count): str(count) for count in DEALS if now.deals and count > dealt}
    names = {each: f"{_kind(each)}-{words}" for each, words in usual.items()}
    shorter, longer = (None if _longer(now, by) == now else length.tap(_longer, by) for by in (-1, 1))
    meaning = t("The evening ends when everybody has dealt this many times.")
    if now.hands:
        meaning = t("Hands thrown in do not count.")
    return [
        kinds,
        kit.choices(layout, "length", usual, now, length.sets, names=names),
        kit.stepper(layout, "length", length_text(t, now), (t("Shorter"), shorter), (t("Longer"), longer)),
        kit.quiet(meaning),
    ]


def _kind(length: AgreedLength) -> str:
    """The kind of a length: "open", "hands", "deals" or, only in evenings of earlier versions, "until" (a time)."""
    return "open" if length.open else "hands" if length.hands else "deals" if length.deals else "until"


def _of_kind(length: AgreedLength, first: AgreedLength) -> AgreedLength:
    """The length if it has the same kind as `first`; else `first`, the initial length of the new kind."""
    return length if _kind(length) == _kind(first) else first


def _longer(length: AgreedLength, by: int) -> AgreedLength:
    """The length with `by` more hands or deals (negative: fewer), within the limits."""
    if length.hands:
        return AgreedLength(hands=min(max(1, length.hands + by), MAX_HANDS))
    return AgreedLength(deals=min(max(1, length.deals + by), MAX_DEALS)) if length.deals else length


def agree_length(store: Store, evening: Evening, length: AgreedLength) -> None:
    """Sets the agreed length of an evening, and shows the sheet; a second tap does nothing."""
    said = length_line(store.t, length)
    store.happens(evening, LengthAgreed(length), said, go=routes.evening(evening.id))


# -- the progress ---


def progress_rows(state: Store, evening: Evening) -> list[ft.Control]:
    """A line with the progress of an evening, which leads to the end once the agreed length is reached.

    If some players have then dealt less often than others, a second line offers to play on until a fair end. An empty
    list if no number of hands or deals is agreed.
    """
    progress = progress_now(evening)
    if progress is None:
        return []
    t, over = state.t, progress.over
    route = routes.end(evening.id) if over else routes.rules(evening.id)
    go = partial(state.to, route, back=routes.evening(evening.id))
    words = progress_text(t, evening.table.length, progress)
    ink = kit.Ink.TEXT if over else kit.Ink.QUIET
    rows = [sheet_line(state.layout, "all-played" if over else "progress", words, go, ink, bold=over)]
    if over and progress.until_fair:
        fair = AgreedLength(deals=max(evening.dealt.values()))
        go_on = partial(agree_length, state, evening, fair)
        rows.append(sheet_line(state.layout, "fair-end", fair_text(t, progress.until_fair), go_on))
    return rows


def sheet_line(
    layout: Layout,
    identifier: str,
    words: str,
    on_tap: kit.Handler,
    ink: kit.Ink = kit.Ink.QUIET,
    *,
    bold: bool = False,
) -> ft.Control:
    """A line of a sheet, between its hands and its totals; a tap calls `on_tap`."""
    content = kit.text(words, kit.Size.SMALL, ink, bold=bold)
    around = ft.Padding.symmetric(horizontal=theme.SPACE)  # so that the line around the focus touches no word
    return kit.tile(layout, identifier, content, on_tap, fill=None, padding=around)


def progress_now(evening: Evening) -> EveningProgress | None:
    """The progress of an evening; None if it has ended, or if no number of hands or deals is agreed."""
    progress = evening.progress
    return None if evening.table.ended or progress.hands is None else progress
