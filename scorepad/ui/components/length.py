"""The choice of how long an evening is to be, and the line on its sheet that says how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.length import MAX_DEALS, MAX_HANDS, OPEN, AgreedLength, Progress
from scorepad.i18n import Translator
from scorepad.i18n.length import fair_text, length_text, progress_text
from scorepad.ui import routes, theme
from scorepad.ui.kit.rows import wrapping_row
from scorepad.ui.kit.taps import chip, stepper, tile
from scorepad.ui.kit.window import Handler, this_store
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

Choose = Callable[[AgreedLength], None]

HANDS, DEALS, HOURS = (12, 16, 20, 24, 30, 40), (2, 3, 4, 5), (1, 2, 3, 4)
"""The lengths that are offered; hours count from now."""
QUARTER = timedelta(minutes=15)
LONGEST = timedelta(hours=24)
TICK = 30
"""Seconds after which the minutes that are left are counted again."""


def use_minutes(wanted: bool) -> None:
    """Draws the screens again and again while it is `wanted`, for the minutes that are left."""
    page, running = ft.context.page, ft.use_ref(list[Future[None]]())

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK)
            page.data.changed()

    def start() -> None:
        if wanted:
            running.current = [page.run_task(tick)]

    def stop() -> None:
        for each in running.current or ():
            each.cancel()

    ft.use_effect(start, [wanted], stop)


def length_choice(
    state: Store, length: AgreedLength, choose: Choose, played: int = 0, dealt: int = 0
) -> list[ft.Control]:
    """The kinds of a length, and below the chosen one its usual values and a number between two taps.

    No number of hands is offered that the hands `played` have reached, no number of deals that all have `dealt`.
    """
    t, now = state.t, datetime.fromisoformat(state.now)
    kinds = (
        ("open", t("No limit"), OPEN, length.open),
        ("hands", t("Number of hands"), AgreedLength(hands=max(HANDS[2], played + 1)), length.hands > 0),
        ("deals", t("Deals each"), AgreedLength(deals=max(DEALS[1], dealt + 1)), length.deals > 0),
        ("until", t("Until a time"), _until(now + timedelta(hours=HOURS[2])), length.until is not None),
    )
    chips = [
        chip(f"length-{name}", words, partial(choose, length if chosen else usual), toggled=chosen)
        for name, words, usual, chosen in kinds
    ]
    rows: list[ft.Control] = [wrapping_row(*chips)]
    if length.open:
        return rows
    usual = [
        chip(f"length-{name}", words, partial(choose, each), chosen=each == length)
        for name, words, each in _usual(t, length, now)
        if each.until or each.hands > played or each.deals > dealt
    ]
    rows.append(wrapping_row(*usual))
    return [*rows, _between(t, length, now, choose), quiet(_meaning(t, length))]


def _usual(t: Translator, length: AgreedLength, now: datetime) -> list[tuple[str, str, AgreedLength]]:
    """The usual lengths of the kind of a length, each with a name and a word."""
    if length.hands:
        return [(f"hands-{count}", str(count), AgreedLength(hands=count)) for count in HANDS]
    if length.deals:
        return [(f"deals-{count}", str(count), AgreedLength(deals=count)) for count in DEALS]
    return [
        (
            f"hours-{count}",
            t.plural("{count} hour", "{count} hours", count),
            _until(now + timedelta(hours=count)),
        )
        for count in HOURS
    ]


def _between(t: Translator, length: AgreedLength, now: datetime, choose: Choose) -> ft.Control:
    """The length between the taps that make it shorter and longer."""
    shorter, longer = _other(length, -1, now), _other(length, 1, now)
    words = text(length_text(t, length), Size.NUMBER, bold=True, align=ft.TextAlign.CENTER)
    steps = stepper(
        "length",
        identified("length-now", words),
        (t("Shorter"), partial(choose, shorter) if shorter else None),
        (t("Longer"), partial(choose, longer) if longer else None),
    )
    return ft.Row(steps, spacing=0)


def _other(length: AgreedLength, by: int, now: datetime) -> AgreedLength | None:
    """A length one step shorter or longer, where there is one."""
    if length.hands:
        return AgreedLength(hands=length.hands + by) if 1 <= length.hands + by <= MAX_HANDS else None
    if length.deals:
        return AgreedLength(deals=length.deals + by) if 1 <= length.deals + by <= MAX_DEALS else None
    assert length.until is not None
    end = datetime.fromisoformat(length.until) + by * QUARTER
    return _until(end) if now < end <= now + LONGEST else None


def _until(end: datetime) -> AgreedLength:
    """The length that ends at a moment, or less than a quarter of an hour after it."""
    past = (end - end.replace(minute=0, second=0, microsecond=0)) % QUARTER
    end = end.replace(microsecond=0) if not past else end - past + QUARTER
    return AgreedLength(until=end.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def _meaning(t: Translator, length: AgreedLength) -> str:
    if length.hands:
        return t("Hands thrown in do not count.")
    if length.deals:
        return t("The evening ends when everybody has dealt so often.")
    return t("No new hand begins after that.")


def progress_rows(state: Store, evening: Evening, progress: Progress | None) -> list[ft.Control]:
    """How far an evening is that has a length; at its end, the ways to end it and to a fair end."""
    if progress is None or evening.table.length.open:
        return []
    t, over = state.t, progress.over
    route = routes.end(evening.id) if over else routes.length(evening.id)
    words = progress_text(t, evening.table.length, progress)
    rows = [_row("all-played" if over else "progress", words, partial(_go, state, evening, route), bold=over)]
    if over and progress.until_fair:
        fair = AgreedLength(deals=max(evening.dealt.values()))
        go_on = partial(state.length_agreed, evening, fair)
        rows.append(_row("fair-end", fair_text(t, progress.until_fair), go_on))
    return rows


def _go(state: Store, evening: Evening, route: str) -> None:
    state.navigation.to(route, back=routes.evening(evening.id))


def _row(identifier: str, words: str, on_tap: Handler, *, bold: bool = False) -> ft.Control:
    content = text(words, Size.SMALL, Ink.TEXT if bold else Ink.QUIET, bold=bold)
    row = tile(identifier, content, on_tap, fill=None, padding=0)
    return ft.Container(row, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


def progress_now(evening: Evening) -> Progress | None:
    """How far an evening is that is not finished."""
    if evening.table.ended:
        return None
    return evening.progress(_minutes_left(evening.table.length, datetime.fromisoformat(this_store().now)))


def _minutes_left(length: AgreedLength, now: datetime) -> int | None:
    """The minutes until the agreed time, rounded up; 0 once it is past."""
    if length.until is None:
        return None
    left = datetime.fromisoformat(length.until) - now
    return max(0, -(-left // timedelta(minutes=1)))
