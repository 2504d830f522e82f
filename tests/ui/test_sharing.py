"""The screen with which a table lets others follow its evening."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorepad.evening.events import Ended
from scorepad.i18n import Translator
from scorepad.pad import Pad, Told
from scorepad.ui import routes
from scorepad.ui.host import DeviceKind

from .evening import Windows

t = Translator("en")
ADDRESS = "http://192.168.1.24:8551/follow/#key=secret"


class Sharing:
    """Lets nobody follow really, and remembers what the screen asks for."""

    def __init__(self, pad: Pad, address: str = ADDRESS) -> None:
        self.pad = pad
        self.shown = address
        self.shared: set[str] = set()
        self.here: list[DeviceKind] = []
        self.refuses = False

    def share(self, evening_id: str) -> str:
        if self.refuses:
            raise OSError(13, "planted")
        self.shared.add(evening_id)
        self.pad.tell(Told(evening_id, by=self))
        return self.shown

    def address(self, evening_id: str) -> str | None:
        if evening_id not in self.shared:
            return None
        if self.refuses:
            raise OSError(13, "planted")
        return self.shown

    def stop(self, evening_id: str) -> None:
        self.shared.discard(evening_id)
        self.pad.tell(Told(evening_id, by=self))

    def followers(self, evening_id: str) -> Sequence[DeviceKind]:
        return self.here


@pytest.mark.promise(
    "The screens: look at the evening", "A table shows a code, and sees who follows the evening."
)
async def test_an_evening_is_shared_followed_and_shared_no_more(windows: Windows) -> None:
    evening, live = windows.played(1), Sharing(windows.pad)
    app = await windows.window(routes.evening(evening.id), live=live)
    await app.tap("menu", "menu-share")
    assert app.route == routes.sharing(evening.id)
    assert not app.exists("qr-code")
    await app.tap("share")
    assert live.shared == {evening.id}
    assert app.text("address") == ADDRESS
    assert app.exists("qr-code")
    assert app.text("followers") == t("Nobody follows yet")
    live.here = [DeviceKind.PHONE, DeviceKind.BOARD]
    windows.pad.tell(Told(evening.id, by=live))
    await app.settle()
    assert app.text("followers") == t.plural("{count} follows now", "{count} follow now", 2)
    assert (app.text("follower-1"), app.text("follower-2")) == (t("Phone"), t("Board on a screen"))
    await app.tap("copy")
    await app.tap("stop")
    assert live.shared == set()
    assert app.text("notice") == t("Sharing has ended: the code opens nothing any more.")
    await app.tap("share")
    assert live.shared == {evening.id}


async def test_another_window_sees_that_the_evening_is_shared(windows: Windows) -> None:
    evening, live = windows.played(1), Sharing(windows.pad)
    one = await windows.window(routes.sharing(evening.id), live=live)
    other = await windows.window(routes.sharing(evening.id), live=live)
    await one.tap("share")
    await other.settle()
    assert other.text("address") == ADDRESS


async def test_a_name_that_begins_like_this_device_is_another_one(windows: Windows) -> None:
    evening, live = windows.played(1), Sharing(windows.pad, "http://localhost.example.org/follow/#key=secret")
    app = await windows.window(routes.sharing(evening.id), live=live)
    await app.tap("share")
    assert app.exists("qr-code")


async def test_a_network_that_is_not_there_is_said(windows: Windows) -> None:
    evening, live = windows.played(1), Sharing(windows.pad, "http://127.0.0.1:8551/follow/#key=secret")
    app = await windows.window(routes.sharing(evening.id), live=live)
    await app.tap("share")
    assert t("This device is in no network: connect it to a Wi-Fi, then come back.") in app.texts()
    assert not app.exists("qr-code")
    live.refuses = True
    windows.pad.tell(Told(evening.id, by=live))
    await app.settle()
    assert t("Not now: the system refuses to listen in the network.") in app.texts()
    live.shared.clear()
    windows.pad.tell(Told(evening.id, by=live))
    await app.settle()
    await app.tap("share")
    assert app.text("notice") == t("Not now: the system refuses to listen in the network.")


async def test_without_a_way_to_listen_the_other_ways_are_there(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.sharing(evening.id))
    assert not app.exists("share")
    assert t("Not from this app: a browser or a phone cannot listen. A computer can.") in app.texts()
    await app.tap("standings", "back")
    assert app.route == routes.sharing(evening.id)
    await app.tap("file")
    assert app.route == routes.export(evening.id)


async def test_an_evening_that_is_over_is_not_shared_anew(windows: Windows) -> None:
    evening, live = windows.change(windows.played(1), Ended()), Sharing(windows.pad)
    app = await windows.window(routes.sharing(evening.id), live=live)
    assert t("The evening has ended: nothing new is to come.") in app.texts()
    assert not app.exists("share")
