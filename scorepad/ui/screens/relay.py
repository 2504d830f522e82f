"""The relay: its address in the settings, and on the screen “Share” the code for those who follow from far away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.sharing import relay_explained, relay_problem, relay_state_text
from scorepad.sharing.relay import (
    MAX_RELAY_ADDRESS,
    BadRelayAddress,
    Relay,
    RelayAddress,
    reach,
)
from scorepad.ui import kit, routes
from scorepad.ui.link import web_app_address
from scorepad.ui.store import Store

EXAMPLE = "wss://user:password@relay.example.org/mqtt"

# -- settings --


def relay_setting(at: kit.At) -> kit.Part:
    """The field for the address of the relay, and the chip that tests the relay; None if this app has no relay.

    The address is saved when the field loses the focus.
    """
    t, store, relay = at.t, at.store, at.store.host.relay
    if relay is None:
        return None
    saved = relay.address.shown if relay.address is not None else ""
    typed = at.kept("relay-typed", saved)
    wrong = at.kept("relay-wrong", False)

    def write(words: str) -> None:
        typed.set(words)
        wrong.set(False)

    def save() -> None:
        wrong.set(not _chosen(store, relay, typed.now))

    test = kit.chip(at.layout, "relay-test", t("Try it"), partial(_try, store, relay))
    return [
        kit.section(t("Relay")),
        [kit.quiet(each) for each in relay_explained(t)],
        kit.field(
            at.layout,
            "relay",
            t("Address of the relay"),
            saved,
            write,
            on_left=save,
            error=t("Not saved: {reason}", reason=_no_address(t)) if wrong.value else None,
            hint_text=EXAMPLE,
            max_length=MAX_RELAY_ADDRESS,
            key=f"relay {saved}",
        ),
        relay.address is not None and kit.wrap(test),
    ]


def _no_address(t: Translator) -> str:
    return t("it is no address such as {example}", example=EXAMPLE)


# -- the screen “Share” --


def far_away(at: kit.At) -> kit.Part:
    """The code for those who follow over the relay, or the chip that publishes the evening.

    If the evening cannot be published, a text gives the reason. None if this app has no relay.
    """
    t, store, relay = at.t, at.store, at.store.host.relay
    if relay is None:
        return None
    return [kit.section(t("From far away")), _over(at, store, relay)]


def _over(at: kit.At, store: Store, relay: Relay) -> kit.Part:
    t, evening, web_app = at.t, at.evening, web_app_address(store)
    if relay.address is None or not web_app:
        words = t("Over a relay, which the settings name: whoever has the link follows from anywhere.")
        if relay.address is not None:
            words = t("Not yet: the settings do not say where the web app is, which opens the link.")
        setting = t("Settings")
        return [
            kit.quiet(words),
            kit.line(at.layout, "relay-settings", setting, tap=at.go(routes.SETTINGS)),
        ]
    link = relay.link(evening.id, web_app)
    if link is None and evening.table.ended:
        return kit.quiet(t("The evening has ended: nothing new is to come."))
    if link is None:
        show = kit.chip(
            at.layout,
            "share-far",
            t("Show the code"),
            partial(_share, store, relay, evening.id),
            ft.Icons.QR_CODE_2,
        )
        return [kit.quiet(t("Whoever has the link follows from anywhere, over your relay.")), kit.wrap(show)]
    return _published(at, store, relay, link)


def _published(at: kit.At, store: Store, relay: Relay, link: str) -> kit.Part:
    """The code of a published evening, its state at the relay, and the chip that ends the sharing."""
    t, state = at.t, relay.state(at.evening.id)
    copy = kit.copy_arguments(store, link)
    said: Callable[..., ft.Control] = kit.quiet if state.problem is None else kit.warning
    stop = kit.chip(
        at.layout,
        "stop-far",
        t("Stop sharing from far away"),
        partial(_stop, store, relay, at.evening.id),
        ft.Icons.CLOSE,
    )
    return [
        kit.beside_code(
            at.layout,
            kit.qr_code(
                at.layout,
                "far-code",
                kit.qr_picture(link),
                t("The link for those who are far away, as a code"),
            ),
            kit.identified("far-state", said(relay_state_text(t, state)), live=True),
            kit.wrap(kit.system_chip(at.layout, "copy-far", t("Copy the link"), ft.Icons.LINK, **copy), stop),
        ),
        kit.quiet(
            t("Whoever has the link sees this evening until its end; send it to those whom you trust.")
        ),
    ]


# -- actions ---


def _chosen(store: Store, relay: Relay, typed: str) -> bool:
    """Uses the relay of a typed address, or no relay if nothing is typed. Returns False if this is no address.

    The field shows the saved address without its password: if the text is unchanged, the saved address stays.
    """
    saved = relay.address
    if typed.strip() == ("" if saved is None else saved.shown):
        return True
    try:
        address = RelayAddress.of(typed) if typed.strip() else None
    except BadRelayAddress:
        return False
    store.save(relay.choose, address)
    return True


def _try(store: Store, relay: Relay) -> None:
    """Asks the relay; notices say whether it answers, and whether it accepts what the app publishes."""
    address = relay.address
    if address is None:
        return

    store.say(store.t("Asking the relay…"))

    async def work() -> None:
        problem = await reach(address)
        words = store.t("The relay answers, and takes what is published.")
        store.say(words if problem is None else relay_problem(store.t, problem), error=problem is not None)

    store.run(work)


def _share(store: Store, relay: Relay, evening_id: str) -> None:
    store.save(relay.share, evening_id)


def _stop(store: Store, relay: Relay, evening_id: str) -> None:
    relay.stop(evening_id)
    store.say(store.t("Sharing has ended: the code opens nothing any more."))
