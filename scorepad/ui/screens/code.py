"""An evening in one code or one link, without any network: to look at, or to go on with."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.evenings import dated_title, rules_title
from scorepad.sharing.links import MAX_LINK, code_text, link_text
from scorepad.sharing.packed import BadPack, pack, snapshot
from scorepad.ui import kit, routes
from scorepad.ui.link import before_evening, web_app_address


class Purpose(StrEnum):
    """The purpose of a code or a link."""

    LOOK = "look"
    """The browser of a phone shows the evening."""
    GO_ON = "go_on"
    """Another scorepad imports the evening."""


class _Made(NamedTuple):
    """A link with an evening in it, and the picture of its code; each is None if the evening is too large for it."""

    purpose: Purpose
    link: str | None
    picture: bytes | None


class _Choice(NamedTuple):
    """The purpose that a person chose, with its chips, and the part of the link before the evening."""

    chips: ft.Control
    purpose: Purpose
    before: str

    @property
    def opens(self) -> bool:
        """Whether the link is an address that a browser opens; otherwise people paste it."""
        return not self.before.startswith("/")


def _chosen(at: kit.At) -> _Choice:
    """A hook: the choice between the two purposes; the screen of the code and the screen of the link share it."""
    t = at.t
    to_look = before_evening(at.store, look=True)
    first = Purpose.GO_ON if to_look.startswith("/") else Purpose.LOOK
    purpose = at.kept("purpose", first, routes.sharing(at.evening.id))
    words = {Purpose.LOOK: t("To look"), Purpose.GO_ON: t("To go on")}
    chips = kit.choices(at.layout, "purpose", words, purpose.value, purpose.sets)
    looks = purpose.value is Purpose.LOOK
    return _Choice(chips, purpose.value, to_look if looks else before_evening(at.store, look=False))


def _made(evening: Evening, choice: _Choice) -> _Made:
    """Packs the evening, and makes its link and its code."""
    try:
        raw = pack(snapshot(evening) if choice.purpose is Purpose.LOOK else evening)
    except BadPack:
        return _Made(choice.purpose, None, None)
    link = choice.before + link_text(raw) if len(raw) <= MAX_LINK else None
    return _Made(choice.purpose, link, kit.qr_picture(choice.before, code_text(raw)))


def _loaded(at: kit.At, choice: _Choice) -> _Made | None:
    """A hook: the link and the code of the evening as it is now; None until they are made."""
    found = at.loaded(partial(_made, at.evening, choice), (len(at.evening.events), choice[1:]))
    return found if isinstance(found, _Made) and found.purpose is choice.purpose else None


@kit.screen(routes.sharing_code)
def code_screen(at: kit.At) -> ft.View:
    """The code of the evening, and the words about its purpose."""
    t, evening, choice = at.t, at.evening, _chosen(at)
    made = _loaded(at, choice)
    hands = t.plural("{count} hand", "{count} hands", len(evening.sheet.deals))
    facts = kit.quiet(f"{hands} · {rules_title(t, evening)}")
    title = t("The evening in one code")
    if made is None:
        return at.view(title, choice.chips, kit.progress("reading", t("Drawing the code…")))
    code = kit.qr_code(at.layout, "qr-code", made.picture, t("The evening, as a code"), large=True)
    if code is None:
        return at.view(title, choice.chips, _too_large(at, made))
    copy = made.link and kit.system_chip(
        at.layout, "copy", t("Copy the link"), ft.Icons.LINK, **kit.copy_arguments(at.store, made.link)
    )
    words = [*_words(at, choice), facts, kit.wrap(copy)]
    if at.layout.two_columns or at.layout.large_text:  # so that all of the code is in sight
        return at.view(title, kit.beside_code(at.layout, code, choice.chips, *words))
    return at.view(title, choice.chips, code, *words)


@kit.screen(routes.sharing_link)
def link_screen(at: kit.At) -> ft.View:
    """The link to the evening, to be sent in a message."""
    t, choice = at.t, _chosen(at)
    made = _loaded(at, choice)
    title = t("The evening as a link")
    if made is None:
        return at.view(title, choice.chips, kit.progress("reading", t("Making the link…")))
    if made.link is None:
        return at.view(
            title, choice.chips, kit.warning(t("This evening is too large for a link.")), _file(at)
        )
    lines = [dated_title(t, at.evening), *([] if choice.opens else [_way(t, choice)]), made.link]
    return at.view(
        title,
        choice.chips,
        *_words(at, choice),
        kit.quiet(t("It has the evening as it is now. For later hands, send a new link.")),
        foot=kit.share(at.store, "\n".join(lines)),
    )


def _words(at: kit.At, choice: _Choice) -> list[kit.Part]:
    """The words about the purpose of the code or the link, the way to open it, and the way to let any phone open it."""
    publish = at.t("For links that open on any phone: Settings, “Links and codes”.")
    return [
        kit.text(_use(at.t, choice)),
        kit.quiet(_way(at.t, choice)),
        not choice.opens
        and not web_app_address(at.store)
        and kit.identified("link-help", kit.quiet(publish)),
    ]


def _use(t: Translator, choice: _Choice) -> str:
    """The words about the purpose of the code or the link."""
    if choice.purpose is Purpose.LOOK:
        return t("Shows the sheet, the totals and the curve, as they are now.")
    return t("Another Scorepad keeps the evening, or goes on with it. Both copies can be put together later.")


def _way(t: Translator, choice: _Choice) -> str:
    """The words about the way to open the code or the link."""
    if not choice.opens:
        return t("To open it on another device: Scorepad, menu, “Open a link”, paste.")
    if choice.purpose is Purpose.LOOK:
        return t("Opens in the browser of any phone that reaches this address; nothing to install.")
    return t("Opens in the web app. In another Scorepad: menu, “Open a link”, paste.")


def _too_large(at: kit.At, made: _Made) -> kit.Part:
    """The words for an evening that is too large for a code, and the lines to the other ways of sharing it."""
    t = at.t
    words = t("This evening is too large for a code that a phone can read on this screen.")
    way = kit.line(
        at.layout, "link", t("Link"), t("The evening as it is now."), tap=_go(at, routes.sharing_link)
    )
    return [kit.identified("too-large", kit.warning(words)), made.link and way, _file(at)]


def _file(at: kit.At) -> ft.Control:
    t = at.t
    return kit.line(at.layout, "file", t("File"), t("Picture, text, table, PDF."), tap=_go(at, routes.export))


def _go(at: kit.At, route: routes.Address) -> Callable[[], None]:
    return at.go(route(at.evening.id))
