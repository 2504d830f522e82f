"""The calculator: a hand without an evening, what it pays and why, and the link that opens it elsewhere."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
import segno
from words import t

from scorepad.i18n.names import scheme_title
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui.app import build
from scorepad.ui.files import Place
from scorepad.ui.link import hand_code, read_code

from .client import Driver
from .evening import Windows, enter, flaws, on, points

FFT = shipped_scheme()
GARDE = Hand(players=("A", "B", "C", "D"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
ONLY_PASTED = t("To open it on another device: Scorepad, Calculator, “Open a link”, paste.")


def code(app: Driver) -> str:
    """The code in the address of the hand that is shown."""
    assert app.route.startswith("/calculator/")
    return app.route.removeprefix("/calculator/")


def lines(app: Driver) -> list[str]:
    """The lines of the hand that is shown, each up to its rule."""
    found = [name for name in app.identifiers() if name.startswith("line-")]
    return [app.text(name) for name in found]


# --- A hand -----------------------------------------------------------------------------------------------------


async def test_a_hand_of_four_from_home_in_seven_taps(windows: Windows) -> None:
    app = await windows.window()
    await app.tap("menu", "calculator")
    assert app.route == "/calculator"
    assert on(app, "players-") == ["players-4"]
    assert on(app, "scheme-") == ["scheme-fft"]
    assert not app.exists("thrown-misdeal"), "who calculates has played"
    assert not app.exists("dealer")
    assert app.name("bid-1-garde") == f"A, {t('Garde')}, ×2"
    await enter(app, "1 garde", 2, "49")
    await app.tap("save")
    assert app.taps == 7
    assert app.text("result") == t("Made by {points}", points=8)
    assert " +25 × 2 = +50 " in lines(app)[0]
    assert " +8 × 2 = +16 " in lines(app)[1]
    assert app.text("score") == f"{t('Each defender pays')} 66"
    assert app.text("paid-0") == f"A A {t('taker')} +198"
    assert app.text("paid-3") == f"D D {t('defence')} −66"
    assert not windows.history.summaries(), "no session comes of it"


async def test_other_rules_are_chosen_beside_the_players(windows: Windows) -> None:
    windows.history.save_scheme(replace(shipped_scheme("stepped_base"), id="ours", name="Chez Anne"))
    app = await windows.window("/calculator")
    await app.tap("players-5", "scheme-five_alone")
    assert on(app, "players-") == ["players-5"], "as many as before"
    await app.tap("bid-1-garde")
    assert not app.exists("partner-alone")
    await app.tap("change-taker", "scheme-ours")
    assert app.text("bid-1-pousse") == "20"
    await app.tap("players-4")
    assert on(app, "scheme-") == ["scheme-ours"]
    await enter(app, "1 pousse", 2, "49")
    await app.tap("save")
    assert app.text("score").endswith(" 28")
    assert "Chez Anne" in app.texts()


async def test_back_keeps_the_entry(windows: Windows) -> None:
    app = await windows.window("/calculator")
    await app.tap("players-5")
    await enter(app, "2 garde", 2, "49½", partner="4", petit="taker", poignees="1 single")
    await app.burst("save", "save")
    await app.tap("back")
    assert app.route == "/calculator", "a double tap opens it once"
    assert app.text("change-taker").startswith(f"B D B {t('takes a garde')}")
    assert app.text("points") == "49½"
    assert on(app, "petit-") == ["petit-taker"]
    await points(app, "41")
    await app.tap("save")
    assert app.text("result") == t("Just made")
    await app.browser_back()
    await app.browser_back()
    assert app.text("result") == t("Made by {points}", points=9), "each hand has an address of its own"
    await app.tap("back", "back")
    assert app.route == "/"
    await app.tap("menu", "calculator")
    assert app.text("points") == "41"
    await app.tap("change-taker", "players-3", "bid-1-garde")
    assert app.text("points") == "–", "another table, another hand"


async def test_a_calculated_hand_is_compared(windows: Windows) -> None:
    app = await windows.window("/calculator")
    await enter(app, "1 garde", 2, "49")
    await app.tap("save")
    assert on(app, "scheme-") == ["scheme-flat_80"]
    await app.tap("scheme-rounded_5")
    texts = app.texts()
    at = texts.index(t("Each defender pays"), texts.index(t("Rounding")))
    assert texts[at + 1 : at + 4] == ["66", "90", "65"]


# --- The link ---------------------------------------------------------------------------------------------------


async def browser(
    windows: Windows, route: str = "/calculator", address: str = "ws://192.168.1.20:8550"
) -> Driver:
    """A window in a web browser that reached the app at an address, which Flet tells as that of its websocket."""
    app = await Driver.start(build(windows.history, language="en"), web=True, address=address)
    await app.visit(route)
    return app


async def test_the_link_opens_the_same_hand_in_another_scorepad(windows: Windows, tmp_path: Path) -> None:
    app = await browser(windows)
    await app.tap("players-5", "scheme-wikipedia")
    await enter(app, "2 garde_sans", 3, "85½", partner="4", petit="taker", poignees="2 double, 3 single")
    await app.tap("open-miseres", "misere-1-no_trumps", "open-petit_chelem", "petit_chelem-made-taker")
    await app.tap("close-panel")
    await app.tap("save")
    hand, scheme = read_code(code(app))
    assert scheme == shipped_scheme("wikipedia")
    assert hand == Hand(
        players=("A", "B", "C", "D", "E"),
        taker="B",
        partner="D",
        bid=Bid.GARDE_SANS,
        bouts=3,
        half_points=171,
        petit_au_bout=Side.TAKER,
        poignees=(Poignee("B", PoigneeSize.DOUBLE), Poignee("C", PoigneeSize.SINGLE)),
        petit_chelem=Chelem(None, Side.TAKER),
        miseres=(Misere("A", MisereKind.NO_TRUMPS),),
    )
    shown = [app.text("result"), *lines(app), app.text("score"), app.text("paid-1")]
    await app.tap("copy")
    assert app.clipboard is not None
    link = app.clipboard.splitlines()[-1]
    assert link == f"http://192.168.1.20:8550{app.route}"
    with Windows(tmp_path / "elsewhere") as elsewhere:
        other = await elsewhere.window(link.removeprefix("http://192.168.1.20:8550"))
        assert [other.text("result"), *lines(other), other.text("score"), other.text("paid-1")] == shown
        await other.tap("back")
        assert other.route == "/calculator"
        await other.close()
    await app.close()


@pytest.mark.parametrize(
    ("address", "before"),
    [
        ("ws://192.168.1.20:8550", "http://192.168.1.20:8550"),
        ("wss://scores.example", "https://scores.example"),
        ("ws://127.0.0.1:8550", ""),
    ],
)
async def test_no_link_names_an_address_that_is_dead_elsewhere(
    windows: Windows, address: str, before: str
) -> None:
    app = await browser(windows, f"/calculator/{hand_code(GARDE, FFT)}", address)
    assert (app.text("link-way") == ONLY_PASTED) is not bool(before)
    await app.tap("copy")
    message = app.clipboard or ""
    assert message.splitlines()[-1] == f"{before}{app.route}"
    assert (app.text("link-way") in message) is not bool(before), "who gets it must know what it is for"
    route = app.route
    await app.visit("/calculator")
    await app.tap("open-link")
    await app.type("link", message)
    assert app.route == route
    await app.close()


PUBLISHED = "https://example.org/scorepad/"


async def shared(app: Driver) -> str:
    """The link in the message that is copied."""
    await app.tap("copy")
    return (app.clipboard or "").splitlines()[-1]


async def test_a_link_opens_the_published_web_app(windows: Windows) -> None:
    app = await windows.window(f"/calculator/{hand_code(GARDE, FFT)}")
    assert app.exists("link-help")
    windows.history.set_setting("public_url", PUBLISHED)
    await app.settle()
    assert not app.exists("link-help")
    assert app.text("link-way") != ONLY_PASTED
    link = await shared(app)
    assert link == f"{PUBLISHED}#{app.route}"
    await app.visit("/calculator")
    await app.tap("open-link")
    await app.type("link", link)
    assert app.text("result") == t("Made by {points}", points=8)
    other = "https://other.example/"
    served = await Driver.start(build(windows.history, language="en", public_url=other), web=True)
    await served.visit(app.route)
    assert await shared(served) == f"{other}#{app.route}", "the address of the command line wins"
    await served.close()


async def test_the_text_names_the_hand_and_its_payments(windows: Windows) -> None:
    app = await browser(windows, f"/calculator/{hand_code(replace(GARDE, petit_au_bout=Side.DEFENCE), FFT)}")
    await app.tap("copy")
    assert app.clipboard is not None
    assert app.clipboard.splitlines()[1:4] == [
        "(25 + 8 − 10) × 2 = 46",
        f"A +138, {t('the others {amount}', amount='−46')}",
        scheme_title(t, FFT),
    ]
    assert app.clipboard.splitlines()[0].endswith(t("Made by {points}", points=8).lower())
    assert app.text("notice") == t("Copied: paste it into the chat")
    await app.close()


async def test_the_code_to_photograph_is_that_of_the_link_and_has_a_name(windows: Windows) -> None:
    app = await browser(windows, f"/calculator/{hand_code(GARDE, FFT)}")
    assert not app.exists("qr-code")
    await app.tap("qr")
    assert on(app, "qr") == ["qr"]
    assert app.name("qr-code") == t("The link to this hand, as a code")
    assert app.node("qr-code")["image"]
    [image] = [each.node for each in app.inside(app.find("qr-code")) if each.kind == "Image"]
    drawn = io.BytesIO()
    segno.make(f"http://192.168.1.20:8550{app.route}", error="m", micro=False).save(
        drawn, kind="png", scale=6, border=3
    )
    assert image["src"] == drawn.getvalue()
    await app.tap("qr")
    assert not app.exists("qr-code")
    await app.close()


async def test_a_hostile_link_opens_a_friendly_screen(windows: Windows) -> None:
    impossible = hand_code(replace(GARDE, bouts=3, half_points=6), FFT)
    for code in ("garbage", impossible):
        app = await windows.window(f"/calculator/{code}")
        assert t("This page does not exist.") in app.texts()


NAMES = ["=1+1", "😀👩‍👩‍👧‍👦", "\u202eoops", "W" * 64]


async def test_a_link_with_any_names_and_a_scheme_of_any_name_can_be_drawn(windows: Windows) -> None:
    hand = replace(
        GARDE, players=tuple(NAMES), taker=NAMES[0], poignees=(Poignee(NAMES[2], PoigneeSize.SINGLE),)
    )
    scheme = replace(FFT, id="/../" + "x" * 190, name="\u202e" + "李" * 199)
    app = await windows.window(f"/calculator/{hand_code(hand, scheme)}", place=Place.BROWSER)
    assert app.text("score").endswith(" 86")
    assert flaws(app, odd_names=True) == []
    await app.tap("qr", "copy")
    assert flaws(app, odd_names=True) == []


async def test_a_link_that_somebody_sent_is_pasted(windows: Windows) -> None:
    app = await windows.window("/calculator")
    await app.tap("open-link")
    assert not app.exists("refused")
    await app.type("link", "see you on Friday")
    assert app.exists("refused")
    link = f"Garde, 2 bouts\nhttp://127.0.0.1:8550/calculator/{hand_code(GARDE, FFT)}"
    await app.type("link", link)
    assert code(app) == hand_code(GARDE, FFT)
    await app.tap("back")
    assert app.exists("bid-1-garde"), "the calculator is ready for another hand"
    await app.tap("open-link", "back")
    assert app.exists("open-link")
    await app.tap("open-link")
    await app.browser_back()
    assert app.exists("open-link"), "not beyond the calculator"
