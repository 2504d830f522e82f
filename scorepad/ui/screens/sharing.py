"""How others see an evening: live in their browsers, or as a code, a link, a text or a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from urllib.parse import urlsplit

import flet as ft

from scorepad.i18n import N_
from scorepad.i18n.names import lookup
from scorepad.ui import kit, routes
from scorepad.ui.host import DeviceKind, Live
from scorepad.ui.screens.relay import far_away

KINDS = {
    DeviceKind.PHONE: N_("Phone"),
    DeviceKind.TABLET: N_("Tablet"),
    DeviceKind.COMPUTER: N_("Computer"),
    DeviceKind.BOARD: N_("Board on a screen"),
}
kind_name = lookup(KINDS)
"""The name of the kind of a follower's device."""
ICONS: Mapping[DeviceKind, ft.IconData] = MappingProxyType(
    {
        DeviceKind.PHONE: ft.Icons.SMARTPHONE,
        DeviceKind.TABLET: ft.Icons.TABLET,
        DeviceKind.COMPUTER: ft.Icons.COMPUTER,
        DeviceKind.BOARD: ft.Icons.TV,
    }
)
SHOWN = 20
"""The maximum number of followers in the list; the number of all followers stands above the list."""
HEADING = 40
"""The height of the heading above the code, in dp."""
HERE_ONLY = ("127.0.0.1", "::1", "localhost")
"""The hosts of addresses that no other device can open."""


@kit.screen(routes.sharing)
def sharing_screen(at: kit.At) -> ft.View:
    """The code with which others follow the evening, who follows it, and the ways without a network.

    Where no other device can follow this app, the ways without a network come first.
    """
    t, without = at.t, at.store.host.live is None
    live = [kit.section(t("Follow live")), _live(at), far_away(at)]
    ways = [kit.section(t("Without a network")), _ways(at, first=without)]
    return at.view(
        t("Share the evening"),
        [ways, live] if without else [live, ways],
        back=at.back(routes.evening(at.evening.id)),
    )


def _ways(at: kit.At, *, first: bool) -> kit.Part:
    """The ways without a network; if they come `first`, the code has the strong button."""
    t, evening, layout = at.t, at.evening, at.layout
    words, code = t("The whole evening in one code"), at.go(routes.sharing_code(evening.id))
    hands = t.plural("To scan: {count} hand", "To scan: {count} hands", len(evening.sheet.deals))
    lines = [
        ("link", ft.Icons.LINK, t("Link"), t("The evening as it is now."), routes.sharing_link),
        ("standings", ft.Icons.EMOJI_EVENTS, t("Standings"), t("As a text for a chat."), routes.end),
        ("file", ft.Icons.SAVE_ALT, t("File"), t("Picture, text, table, PDF."), routes.export),
    ]
    return [
        [kit.quiet(f"{words}. {hands}."), kit.action(layout, "code", t("Show the code"), code)]
        if first
        else kit.line(layout, "code", words, hands, ft.Icons.QR_CODE_2, tap=code),
        [
            kit.line(layout, name, title, below, icon, tap=at.go(route(evening.id)))
            for name, icon, title, below, route in lines
        ],
    ]


def _live(at: kit.At) -> kit.Part:
    """The code and the followers of a shared evening, or the button that shares the evening.

    If nobody can follow the evening, a text gives the reason.
    """
    t, live, evening = at.t, at.store.host.live, at.evening
    if live is None:
        return kit.quiet(t("Not from this app: a browser or a phone cannot listen. A computer can."))
    try:
        address = live.address(evening.id)
    except OSError:
        return kit.warning(t("Not now: the system refuses to listen in the network."))
    if address is None and evening.table.ended:
        return kit.quiet(t("The evening has ended: nothing new is to come."))
    if address is None:
        words = t(
            "The others see totals, the last hand, the sheet and the curve, without installing anything."
        )
        share = partial(_share, at, live)
        return [kit.quiet(words), kit.action(at.layout, "share", t("Show the code"), share)]
    return _shared(at, live, address)


def _shared(at: kit.At, live: Live, address: str) -> kit.Part:
    """The code of a shared evening, its address, its followers, and the chip that ends the sharing."""
    t = at.t
    if urlsplit(address).hostname in HERE_ONLY:
        code: kit.Part = kit.warning(
            t("This device is in no network: connect it to a Wi-Fi, then come back.")
        )
    else:
        copy = kit.copy_arguments(at.store, address)
        code = kit.beside_code(
            at.layout,
            kit.qr_code(
                at.layout,
                "qr-code",
                kit.qr_picture(address),
                t("The address for those who follow, as a code"),
                above=HEADING,
            ),
            kit.quiet(t("For phones in the same Wi-Fi: point the camera at the code.")),
            kit.identified("address", kit.text(address, breaks=True)),
            kit.wrap(kit.system_chip(at.layout, "copy", t("Copy the link"), ft.Icons.LINK, **copy)),
        )
    board = t("On a television: the same address, with {end} at its end.", end="&board")
    rights = t("Whoever has the code sees this evening until its end, and changes nothing.")
    stop = kit.chip(at.layout, "stop", t("Stop sharing"), partial(_stop, at, live), ft.Icons.CLOSE)
    return [code, _followers(at, live), kit.quiet(rights), kit.quiet(board), kit.wrap(stop)]


def _followers(at: kit.At, live: Live) -> kit.Part:
    """The number of people who follow now, and the kind of each person's device."""
    t, found = at.t, live.followers(at.evening.id)
    words = (
        t.plural("{count} follows now", "{count} follow now", len(found))
        if found
        else t("Nobody follows yet")
    )
    return [
        kit.identified("followers", kit.text(words, bold=True), live=True),
        [
            kit.line(at.layout, f"follower-{number}", kind_name(t, kind), lead=ICONS[kind], bold=False)
            for number, kind in enumerate(found[:SHOWN], 1)
        ],
    ]


# -- actions ---


def _share(at: kit.At, live: Live) -> None:
    """Shares the evening; a second tap changes nothing."""
    store = at.store
    try:
        live.share(at.evening.id)
    except OSError:
        store.say(store.t("Not now: the system refuses to listen in the network."), error=True)


def _stop(at: kit.At, live: Live) -> None:
    """Ends the sharing, and tells those who follow."""
    live.stop(at.evening.id)
    at.store.say(at.store.t("Sharing has ended: the code opens nothing any more."))
