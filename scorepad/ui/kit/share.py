"""Actions that browsers and phones allow only during a tap: copy, share, open a page."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import flet as ft
import segno
from segno import consts

from scorepad.ui import theme
from scorepad.ui.kit.rows import Part, filling, flat, stretched, wrap
from scorepad.ui.kit.window import Handler, safely
from scorepad.ui.kit.words import drawable
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size


def system_chip(layout: Layout, identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """A chip for actions that browsers and phones allow only during a tap: copy, share, open a page.

    `does` holds arguments of Flet's buttons: `action`, `url`, `on_click`.
    """
    style = ft.ButtonStyle(
        color=Ink.TEXT,
        icon_color=Ink.TEXT,
        side=ft.BorderSide(1, Ink.EDGE),
        padding=ft.Padding.symmetric(horizontal=14),
        text_style=ft.TextStyle(size=theme.SIZES[Size.SMALL], font_family=theme.REGULAR),
    )
    return _named(
        layout, identifier, ft.OutlinedButton(drawable(words), icon, style=style, **does), theme.TARGET
    )


def system_action(layout: Layout, identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """The primary button of a screen, for actions that are allowed only during a tap: see `system_chip`."""
    style = ft.ButtonStyle(
        color=Ink.ON_ACCENT,
        bgcolor=Ink.ACCENT,
        icon_color=Ink.ON_ACCENT,
        shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
        text_style=ft.TextStyle(size=theme.SIZES[Size.NUMBER], font_family=theme.BOLD),
    )
    return _named(
        layout, identifier, ft.FilledButton(drawable(words), icon, style=style, **does), theme.ACTION
    )


def _named(
    layout: Layout, identifier: str, button: ft.OutlinedButton | ft.FilledButton, height: float
) -> ft.Control:
    button.height = height * layout.growth
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def link_chip(
    layout: Layout, identifier: str, words: str, icon: ft.IconData, address: str, opened: Handler
) -> ft.Control:
    """A chip that opens an address in a new tab of the browser, and calls `opened` at the tap."""
    url = ft.Url(url=address, target=ft.UrlTarget.BLANK)
    return system_chip(layout, identifier, words, icon, url=url, on_click=safely(opened))


def copy_arguments(store: Store, message: str) -> dict[str, Any]:
    """The arguments of a button that puts a text on the clipboard and shows a notice."""
    told = safely(lambda: store.say(store.t("Copied: paste it into the chat")))
    return {"action": ft.CopyToClipboard(message), "on_click": told}


def copy_chip(store: Store, message: str) -> ft.Control:
    """A chip that puts a text on the clipboard and shows a notice."""
    return system_chip(
        store.layout, "copy", store.t("Copy as text"), ft.Icons.CONTENT_COPY, **copy_arguments(store, message)
    )


QUIET = 4
"""The width of the light border of a code, in modules."""
SIDE, LARGE = 280, 340
"""The side of a code, and the greatest side of a large one, in dp."""
MODULES = 124
"""The maximum number of modules in a row of a code with its border.

With this number, a module has 4½ pixels if the code is 280 dp wide and a dp has 2 pixels.
"""


@lru_cache(maxsize=8)
def qr_picture(link: str, code: str = "") -> bytes | None:
    """The picture (PNG) of the QR code of a link, or None if it would be too large for a camera.

    If a `code` is given, the picture has the link and then the code. A code has only capitals and digits: so it takes
    fewer modules than the same number of characters in the link.
    """
    parts: Any = link  # segno takes several parts, too, each with its mode; its types do not say so
    if code:
        parts = [(link, consts.MODE_BYTE), (code, consts.MODE_ALPHANUMERIC)]
    try:
        made = segno.make(parts, error="l" if code else "m", micro=False)
    except segno.DataOverflowError:
        return None
    width, _ = made.symbol_size(border=QUIET)
    if width > MODULES:
        return None
    drawn = io.BytesIO()
    made.save(drawn, kind="png", scale=3 * LARGE // width + 1, border=QUIET)
    return drawn.getvalue()


def qr_code(
    layout: Layout,
    identifier: str,
    picture: bytes | None,
    label: str,
    *,
    above: float = 0,
    large: bool = False,
) -> ft.Control | None:
    """The picture of a code, dark on light in every theme because cameras need that; None without a picture.

    A `large` code is as wide as its column. On a phone that lies on its side, the code has the height that the head and
    the parts `above` the code leave; `above` is in dp.
    """
    if picture is None:
        return None
    side = min(LARGE, layout.pane_width - 2 * theme.SPACE) if large else SIDE
    if layout.two_columns:
        side = min(SIDE, layout.height - theme.HEAD - 2 * theme.SPACE - above)
    image = ft.Image(src=picture, width=side, height=side, fit=ft.BoxFit.CONTAIN)
    return ft.Row([ft.Semantics(content=image, identifier=identifier, image=True, label=label)])


def beside_code(layout: Layout, code: ft.Control | None, *words: Part) -> Part:
    """A code and its words; on a phone that lies on its side, they are beside each other, so that both are in sight."""
    if code is None or not layout.two_columns:
        return [code, *words]
    below = stretched(*flat(words), spacing=theme.SPACE, tight=True)
    top = ft.CrossAxisAlignment.START
    return ft.Row([code, filling(below)], spacing=theme.SPACE, vertical_alignment=top)


def share_chips(store: Store, message: str, *, alone: bool) -> ft.Control:
    """Chips that copy and share a text.

    If they are not `alone`, the button of `share` is on the same screen, and its action has no chip.
    """
    shares = store.files.can_share
    return wrap(
        (shares or alone) and copy_chip(store, message),
        shares
        and alone
        and system_chip(
            store.layout, "share", store.t("Share"), ft.Icons.SHARE, action=ft.ShareText(message)
        ),
    )


def share(store: Store, message: str) -> ft.Control:
    """The primary button that shares a text, or copies the text if the system cannot share."""
    words, icon, shared = store.t("Share"), ft.Icons.SHARE, dict[str, Any](action=ft.ShareText(message))
    if not store.files.can_share:
        words, icon, shared = store.t("Copy as text"), ft.Icons.CONTENT_COPY, copy_arguments(store, message)
    return stretched(system_action(store.layout, "share", words, icon, **shared), tight=True)
