"""Controls: the lines of lists, figures, and choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar, Unpack

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.ui import theme
from scorepad.ui.kit.drawing import LISTED, badge, gain_ink
from scorepad.ui.kit.rows import Part, chip_lines, column, filling, flat, pair, stretched, wrap
from scorepad.ui.kit.taps import LEADING, TapLook, chip, icon_tile, key, pill, radio, row_tile, with_chevron
from scorepad.ui.kit.window import Handler, Tap
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.theme import Ink, Layout, Size

T = TypeVar("T")
Lead = Person | ft.IconData
"""The picture before a line: the mark of a person, or an icon."""


RANK = 36
"""The width of a rank, at the plain size of text, in dp."""


class Value(NamedTuple):
    """The value at the right of a line, with quiet words `under` or `before` the value."""

    words: str
    ink: Ink = Ink.TEXT
    size: Size = Size.NUMBER
    under: str = ""
    before: str = ""


def amount(t: Translator, points: int, unit: int = 1, size: Size = Size.NUMBER) -> Value:
    """An amount with its sign and its ink; `points` is in 1/`unit` of a point."""
    return Value(t.signed(points, unit), gain_ink(points), size)


class LineLook(TapLook, total=False):
    """How a line is drawn.

    `above` is small grey text above the title, which is `bold` by default; each paragraph below the title takes at most
    `lines` lines, by default 2. A `rank` stands before a person. A `sign` is an icon at the end that shows a state. A
    line that `leads` to another screen has a chevron; by default, a line leads to another screen if it has a tap, and
    no `chosen`, `toggled` or `deliberate`. A line that `folds` shows whether its parts are unfolded (`toggled`).
    """

    rank: str
    above: str
    bold: bool
    folds: bool
    lines: int
    leads: bool
    sign: ft.IconData | None


def line(
    layout: Layout,
    identifier: str,
    title: str,
    below: str = "",
    lead: Lead | Sequence[Lead] | None = None,
    value: Value | None = None,
    tap: Tap | None = None,
    **look: Unpack[LineLook],
) -> ft.Control:
    """A line of a list: marks or an icon, words, and a value at its right.

    With `chosen` it has a radio button, unless a person stands before it; with `toggled` it has a check box, unless it
    `folds`.
    """
    large, above = layout.large_text, look.pop("above", "")
    bold, sign, limit = look.pop("bold", True), look.pop("sign", None), look.pop("lines", 2)
    chosen = look.get("chosen")
    leads = look.pop("leads", bool(tap) and not look.keys() & {"chosen", "toggled", "deliberate"})
    most = _name_lines(title) if isinstance(lead, Person) and not large else None
    words = [quiet(above)] if above else []
    words += [text(title, bold=bold and chosen is not False, lines=most)] if title else []
    words += [quiet(each, lines=None if large else limit) for each in below.splitlines()]
    if folds := look.pop("folds", False):
        sign = ft.Icons.EXPAND_LESS if look.get("toggled") else ft.Icons.EXPAND_MORE
        look["plain"] = True
    row = [
        *_lead(layout, lead, look, None if folds else look.get("toggled")),
        ft.Column([*words], spacing=0, tight=True, expand=True),
    ]
    row += _end(sign, chosen, radio_last=isinstance(lead, ft.IconData))
    inside: ft.Control = ft.Row(row, spacing=10)
    if value is not None:
        inside = pair(layout, inside, _value(value))
    if leads:
        inside = with_chevron(inside)
    if tap is None and not look:
        return identified(identifier, inside)
    usual = _usual(leads=leads, high=bool(below or above or large))
    return row_tile(layout, identifier, inside, tap, **(usual | look))


def _end(sign: ft.IconData | None, chosen: bool | None, *, radio_last: bool) -> list[ft.Control]:
    """The controls after the words of a line: the sign and, after an icon, the radio button."""
    end: list[ft.Control] = []
    if sign:
        end.append(ft.Icon(sign, size=20, color=Ink.ON_CHOSEN if chosen else Ink.QUIET))
    if radio_last and chosen is not None:
        end.append(radio(chosen))
    return end


def _usual(*, leads: bool, high: bool) -> TapLook:
    """The height and the padding of a line; a `high` line is as high as its words."""
    vertical = 8 if high else 0
    around = ft.Padding.only(left=12, top=vertical, right=4 if leads else 12, bottom=vertical)
    return {"height": None if high else theme.TARGET, "padding": around}


def _name_lines(name: str) -> int:
    """The maximum number of lines of a name: a name without a space or a hyphen has one line and is cut, not broken."""
    return 2 if {" ", "-"} & {*name} else 1


def _lead(
    layout: Layout, lead: Lead | Sequence[Lead] | None, look: LineLook, ticked: bool | None
) -> list[ft.Control]:
    """The controls before the words of a line; a check box if `ticked` is not None. Removes `rank` from the look."""
    chosen = look.get("chosen")
    several = [] if lead is None else [lead] if isinstance(lead, Person | ft.IconData) else lead
    row: list[ft.Control] = []
    if rank := look.pop("rank", ""):
        row.append(ft.Container(quiet(rank, Size.NUMBER), width=RANK * layout.growth))
    row += [
        badge(each, LISTED) if isinstance(each, Person) else ft.Icon(each, size=24, color=Ink.TEXT)
        for each in several
    ]
    if not row and chosen is not None:
        row.append(radio(chosen))
    if ticked is not None:
        box = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
        row.append(ft.Icon(box, size=22, color=Ink.TEXT))
    return row


def _value(value: Value) -> ft.Control:
    """A value with its quiet words, aligned to the right."""
    shown = text(value.words, value.size, value.ink, bold=True, align=ft.TextAlign.END)
    if value.before:
        right = ft.MainAxisAlignment.END
        return ft.Row([quiet(value.before), shown], spacing=10, tight=True, alignment=right)
    if not value.under:
        return shown
    end = ft.CrossAxisAlignment.END
    return ft.Column([shown, quiet(value.under)], spacing=0, tight=True, horizontal_alignment=end)


def beside_icon(icon: ft.IconData, content: ft.Control) -> ft.Control:
    """A small icon, and a control beside it."""
    return ft.Row([ft.Icon(icon, size=18, color=Ink.QUIET), filling(content)], spacing=8)


def block(layout: Layout, identifier: str, *parts: Part, tap: Tap | None = None) -> ft.Control:
    """Several parts as one item of a list; with a `tap` the whole item can be tapped."""
    inside = column(*parts, spacing=4 if tap is None else 0)
    return (
        row_tile(layout, identifier, with_chevron(inside), tap, padding=LEADING)
        if tap
        else identified(identifier, inside)
    )


def panel(
    layout: Layout,
    identifier: str,
    words: Part,
    *tools: Part,
    icon: ft.IconData | None = None,
    beside: bool = False,
) -> ft.Control:
    """A box that asks for attention: words, which are read aloud when they change, and chips below or `beside` them."""
    read: ft.Control = identified(identifier, column(words, spacing=2), live=True)
    if icon:
        row = [ft.Icon(icon, size=24, color=Ink.TEXT), filling(read)]
        read = ft.Row([*row], spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
    chips = [*flat(tools)]
    inside = (
        pair(layout, read, column(chips)) if beside else column(read, chip_lines(layout, *chips), spacing=8)
    )
    return ft.Container(inside, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=12)


def progress(identifier: str, words: str, done: float = 0) -> ft.Control:
    """Words about work under way, which are read aloud, and a progress bar; `done` is from 0 to 1, 0 if unknown."""
    bar = ft.ProgressBar(value=done or None, color=Ink.ACCENT, bgcolor=Ink.TONE)
    return identified(identifier, ft.Column([text(words, Size.SMALL), bar], spacing=6), live=True)


# -- figures ---


class Figure(NamedTuple):
    """A figure, and `words` that say what is counted; if given, a screen reader reads `said` in place of the figure."""

    name: str
    figure: str
    words: str
    said: str = ""
    tap: Tap | None = None


def figures(layout: Layout, found: Sequence[Figure]) -> ft.Control:
    """Figures beside each other."""
    narrow = layout.narrow
    size = Size.TITLE if max(len(each.figure) for each in found) <= 7 else Size.NUMBER
    tiles: list[ft.Control] = []
    for each in found:
        shown = text(each.figure, size, bold=True, label=each.said or None)
        inside = ft.Column([shown, quiet(each.words)], spacing=0)
        if each.tap is not None:
            look: TapLook = {"padding": 8, "alignment": ft.Alignment.TOP_LEFT, "expand": not narrow}
            tiles.append(row_tile(layout, f"figure-{each.name}", inside, each.tap, **look))
            continue
        box = ft.Container(inside, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=8)
        tiles.append(ft.MergeSemantics(identified(f"figure-{each.name}", box), expand=not narrow))
    if narrow:
        return stretched(*tiles, spacing=8)
    return ft.Row(tiles, spacing=8, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True)


# -- choices ---


def choices(
    layout: Layout,
    prefix: str,
    options: Mapping[T, str],
    now: T | None,
    choose: Callable[[T], Handler],
    names: Mapping[T, str] | None = None,
) -> ft.Control:
    """Chips for the options; the chip of the option `now` is on. `choose` returns the handler of an option.

    `options` maps each option to the words of its chip. The identifier of a chip ends with the option, or with its name
    in `names` if this is given.
    """

    def one(option: T, words: str) -> ft.Control:
        name = f"{prefix}-{names[option] if names else option}"
        return chip(layout, name, words, choose(option), chosen=option == now)

    return wrap([one(*each) for each in options.items()])


def radios(
    layout: Layout, prefix: str, options: Mapping[T, str], now: T, choose: Callable[[T], Handler]
) -> list[ft.Control]:
    """Like `choices`, but a line with a radio button for each option; the button of the option `now` is on."""
    return [
        line(layout, f"{prefix}-{each}", words, chosen=each == now, tap=choose(each))
        for each, words in options.items()
    ]


def person_chip(
    layout: Layout, identifier: str, person: Person, tap: Tap, *, on: bool | None = None
) -> ft.Control:
    """A chip for a person; a tick shows that the chip is `on`. `on` is None for a chip that is not a switch."""
    tick = [ft.Icon(ft.Icons.CHECK, size=18, color=Ink.TEXT)] if on else []
    name = text(person.name, Size.SMALL, bold=bool(on), lines=1)
    name.expand = name.expand_loose = True
    row = ft.Row([*tick, badge(person, 24), name], spacing=6, tight=True)
    return pill(layout, identifier, row, tap, padding=12, toggled=on)


StepButton = tuple[str, Handler | None] | tuple[str, Handler | None, str | None]
"""The words of a button for screen readers, its handler, and the reason if it has no handler."""


def stepper(
    layout: Layout,
    identifier: str,
    words: str,
    less: StepButton,
    more: StepButton,
    *,
    width: float | None = None,
) -> ft.Control:
    """A value between the buttons that lower and raise it.

    The value has a `width`, in dp at the plain size of text, or takes the rest of the row.
    """
    shown = text(words, Size.NUMBER, bold=True, align=ft.TextAlign.CENTER)
    middle = ft.Container(
        identified(identifier, shown),
        expand=width is None,
        width=width and width * layout.growth,
        alignment=ft.Alignment.CENTER,
    )
    lower = icon_tile(layout, f"{identifier}-less", ft.Icons.REMOVE, *less)
    raise_ = icon_tile(layout, f"{identifier}-more", ft.Icons.ADD, *more)
    return ft.Row([lower, middle, raise_], spacing=0, tight=width is not None)


def keypad(
    t: Translator,
    layout: Layout,
    prefix: str,
    digit: Callable[[int], Handler],
    erase: Handler,
    more: ft.Control | None = None,
) -> ft.Control:
    """The digits in two rows, with the key that erases, and one `more` key if given."""

    def one(number: int) -> ft.Control:
        return key(
            layout, f"{prefix}-digit-{number}", text(str(number), Size.TITLE, bold=True), digit(number)
        )

    icon = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=Ink.TEXT, semantics_label=t("Erase"))
    upper = [*map(one, range(1, 6)), key(layout, f"{prefix}-erase", icon, erase)]
    lower = [*map(one, (6, 7, 8, 9, 0)), *([more] if more else [])]
    return stretched(ft.Row(upper, spacing=6), ft.Row(lower, spacing=6), spacing=6, tight=True)
