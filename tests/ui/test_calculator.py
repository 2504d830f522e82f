"""The calculator: a hand without an evening, what it pays and why, and the link that opens it elsewhere."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import zxingcpp
from flet_client import Driver
from PIL import Image
from words import t

from scorepad.i18n.names import scheme_title
from scorepad.tarot.hand import Bid, Hand
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui.link import hand_code

from .evening import Windows, enter, on

FFT = shipped_scheme()
GARDE = Hand(players=("A", "B", "C", "D"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
ONLY_PASTED = t("To open it on another device: Scorepad, menu, “Open a link”, paste.")


def code(app: Driver) -> str:
    """The code in the address of the hand that is shown."""
    assert app.route.startswith("/calculator/")
    return app.route.removeprefix("/calculator/")


async def test_a_hand_is_worked_out_and_back_keeps_its_entry(windows: Windows) -> None:
    app = await windows.window()
    await app.tap("menu", "calculator")
    assert on(app, "players-") + on(app, "scheme-") == ["players-4", "scheme-fft"]
    assert not {"thrown-misdeal", "dealer"} & set(app.identifiers()), "who calculates has played"
    await app.tap("players-5")
    await enter(app, "2 garde", 2, "49½", partner="4", petit="taker")
    await app.burst("save", "save")
    assert app.history == ["/", "/calculator", app.route], "a double tap opens it once"
    assert " +25 × 2 = +50 " in app.text("line-1")
    assert app.text("score") == f"{t('Each defender pays')} 88"
    assert app.text("paid-1") == f"B B {t('taker')} +176"
    assert not windows.history.summaries(), "no evening comes of it"
    await app.tap("back")
    assert app.route == "/calculator"
    assert app.text("change-taker").startswith(f"B D B {t('takes a garde')}")
    assert (app.text("points"), on(app, "petit-")) == ("49½", ["petit-taker"])
    await app.tap("digit-4", "digit-1", "save")
    assert app.text("result") == t("Just made")
    await app.browser_back()
    await app.browser_back()
    assert app.text("result") == t("Made by {points}", points=9), "each hand has an address of its own"
    await app.tap("back", "change-taker", "players-3", "scheme-pousse", "bid-1-pousse")
    assert app.text("points") == "–", "another table, another hand"


NETWORK = "ws://192.168.1.20:8550"
"""The address of the websocket by which another computer reached the app."""


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A link to a hand opens the same hand in another scorepad.",
)
async def test_the_link_opens_the_same_hand_in_another_scorepad(windows: Windows, tmp_path: Path) -> None:
    app = await windows.browser("/calculator", address=NETWORK)
    await app.tap("players-5", "scheme-wikipedia")
    await enter(app, "2 garde_sans", 3, "85½", partner="4", petit="taker", poignees="2 double, 3 single")
    await app.tap("open-miseres", "misere-1-no_trumps", "open-petit_chelem", "petit_chelem-made-taker")
    await app.tap("close-panel", "save", "copy")
    shown = [app.text(name) for name in ("result", "line-1", "line-6", "score", "paid-1")]
    *message, link = str(app.clipboard).splitlines()
    assert link == f"http://192.168.1.20:8550{app.route}"
    assert message[-1] == scheme_title(t, shipped_scheme("wikipedia"))
    with Windows(tmp_path / "elsewhere") as elsewhere:
        other = await elsewhere.window(link.removeprefix("http://192.168.1.20:8550"))
        assert [other.text(name) for name in ("result", "line-1", "line-6", "score", "paid-1")] == shown
        await other.tap("back")
        assert other.route == "/calculator"


@pytest.mark.parametrize(
    ("address", "before"),
    [
        (NETWORK, "http://192.168.1.20:8550"),
        ("wss://scores.example", "https://scores.example"),
        ("ws://127.0.0.1:8550", ""),
    ],
)
async def test_no_link_names_an_address_that_is_dead_elsewhere(
    windows: Windows, address: str, before: str
) -> None:
    app = await windows.browser(f"/calculator/{hand_code(GARDE, FFT)}", address=address)
    assert (app.text("link-way") == ONLY_PASTED) is not bool(before)
    await app.tap("copy")
    assert str(app.clipboard).splitlines()[-1] == f"{before}{app.route}"
    assert (ONLY_PASTED in str(app.clipboard)) is not bool(before), "who gets it must know what it is for"


async def test_a_link_opens_the_published_web_app(windows: Windows) -> None:
    app = await windows.window(f"/calculator/{hand_code(GARDE, FFT)}")
    assert app.exists("link-help")
    windows.history.set_setting("public_url", "https://example.org/scorepad/")
    await app.settle()
    assert not app.exists("link-help")
    await app.tap("copy")
    assert str(app.clipboard).splitlines()[-1] == f"https://example.org/scorepad/#{app.route}"
    served = await windows.browser(app.route, public_url="https://other.example/")
    await served.tap("copy")
    assert str(served.clipboard).splitlines()[-1] == f"https://other.example/#{app.route}", "it was asked for"


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "The code of a hand can be photographed."
)
async def test_the_qr_code_holds_the_link_and_has_a_name(windows: Windows) -> None:
    app = await windows.browser(f"/calculator/{hand_code(GARDE, FFT)}", address=NETWORK)
    await app.tap("qr")
    assert app.name("qr-code") == t("The link to this hand, as a code")
    [image] = [each.node for each in app.inside(app.find("qr-code")) if each.kind == "Image"]
    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(image["src"])))
    assert read.text == f"http://192.168.1.20:8550{app.route}"
    await app.tap("qr")
    assert not app.exists("qr-code")


async def test_a_link_that_somebody_sent_is_pasted(windows: Windows) -> None:
    app = await windows.window("/calculator")
    await app.tap("open-link")
    await app.type("link", "see you on Friday")
    assert app.exists("refused")
    code = hand_code(GARDE, FFT)
    await app.type("link", f"Garde, 2 bouts\nhttp://127.0.0.1:8550/calculator/{code}")
    assert app.route == f"/calculator/{code}"
    await app.tap("back")
    assert app.exists("bid-1-garde"), "the calculator is ready for another hand"
    await app.tap("open-link", "back")
    assert app.exists("open-link")
