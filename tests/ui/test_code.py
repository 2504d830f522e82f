"""The code of an evening on the screen: it is read back as a camera sees it, and is never drawn too large."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
import zxingcpp
from flet_client import Driver
from PIL import Image, ImageFilter
from played_evenings import played_evening
from words import t

from scorepad.evening.evening import Evening
from scorepad.sharing.links import code_text, evening_in
from scorepad.sharing.packed import pack, snapshot
from scorepad.ui import kit, routes
from scorepad.ui.kit.share import MODULES, SIDE

from .evening import Windows, flaws

PUBLISHED = "https://scores.example.org/"
LOOK, GO_ON = f"{PUBLISHED}follow/#e=", f"{PUBLISHED}#/open/"
PIXELS = 2 * SIDE
"""The side of a code on a phone where a dp is two pixels."""


def read(picture: Image.Image) -> list[str]:
    return [each.text for each in zxingcpp.read_barcodes(picture)]


def drawn(picture: bytes, pixels: int = PIXELS) -> Image.Image:
    """A code as a screen shows it, with dark around it."""
    code = Image.open(io.BytesIO(picture)).convert("L").resize((pixels, pixels), Image.Resampling.BILINEAR)
    screen = Image.new("L", (pixels + 80, pixels + 80), 30)
    screen.paste(code, (40, 40))
    return screen


def photographed(screen: Image.Image, r: random.Random) -> Image.Image:
    """A screen as a camera sees it: turned, a little tilted, out of focus, noisy, as a JPEG of that size."""
    turned = screen.rotate(r.uniform(-12, 12), Image.Resampling.BICUBIC, expand=True, fillcolor=90)
    width, height = turned.size
    lean = r.uniform(-0.04, 0.04)
    tilted = turned.transform(
        (width, height), Image.Transform.PERSPECTIVE, (1, lean, 0, 0, 1, 0, lean / width, 0), fillcolor=90
    )
    soft = tilted.filter(ImageFilter.GaussianBlur(r.uniform(0.4, 0.9)))
    noise = Image.effect_noise(soft.size, 14)
    jpeg = io.BytesIO()
    Image.blend(soft, noise, 0.1).save(jpeg, "jpeg", quality=70)
    return Image.open(jpeg)


def version(picture: bytes) -> int:
    """The version of a code: each has four modules more in a row than the one before."""
    (found,) = zxingcpp.read_barcodes(drawn(picture, 1200))
    facts: Any = found.extra
    return int(facts["Version"])


@pytest.mark.promise(
    "Import and export between devices",
    "The code of 60 hands at five to look at has at most version 12.",
)
def test_the_codes_of_sixty_hands_at_five() -> None:
    for seed in range(5):
        evening = played_evening(60, seed=seed)
        look = kit.qr_picture(LOOK, code_text(pack(snapshot(evening))))
        whole = kit.qr_picture(GO_ON, code_text(pack(evening)))
        assert look is not None
        assert whole is not None
        assert version(look) <= 12
        assert version(whole) <= 17


@pytest.mark.promise(
    "The screens: look at the evening",
    "The code of an evening is read from a phone’s screen, turned, tilted and out of focus.",
)
@pytest.mark.parametrize("hands", [12, 60, 100])
def test_a_code_is_read_as_a_camera_sees_it(hands: int) -> None:
    r, evening = random.Random(hands), played_evening(hands)
    for link, shown in ((LOOK, snapshot(evening)), (GO_ON, evening)):
        code = code_text(pack(shown))
        picture = kit.qr_picture(link, code)
        assert picture is not None
        photos = [read(photographed(drawn(picture), r)) for _ in range(6)]
        assert photos.count([link + code]) >= 4, "a camera takes many pictures in a second"
        assert evening_in(code) == shown


def largest() -> str:
    """The longest code that is drawn, of random bytes."""
    raw = random.Random(1).randbytes(1200)
    while kit.qr_picture(GO_ON, code_text(raw)) is None:
        raw = raw[:-1]
    return code_text(raw)


def test_the_largest_code_is_read_and_a_larger_one_is_not_drawn() -> None:
    code = largest()
    assert 1600 < len(code) < 1704
    picture = kit.qr_picture(GO_ON, code)
    assert picture is not None
    assert version(picture) == 24
    assert read(drawn(picture)) == [GO_ON + code]
    assert kit.qr_picture(GO_ON, f"{code}000") is None
    assert PIXELS / MODULES > 4.5


# -- on the screen ---


async def code_of(windows: Windows, evening: Evening, *ways: str, **built: Any) -> Driver:
    app = await windows.window(routes.sharing(evening.id), **built)
    await app.tap("code", *ways)
    await app.wait_until(lambda: not app.exists("reading"))
    return app


def picture_on(app: Driver) -> str:
    """What a camera reads from the screen."""
    [image] = [each.node for each in app.inside(app.find("qr-code")) if each.kind == "Image"]
    (found,) = read(drawn(image["src"]))
    return found


async def test_both_codes_hold_the_evening_as_it_is_now(windows: Windows) -> None:
    evening = windows.played(3)
    app = await code_of(windows, evening, public_url=PUBLISHED)
    assert app.node("purpose-look").get("selected"), "everybody can open it"
    assert app.name("qr-code") == t("The evening, as a code")
    assert evening_in(picture_on(app).removeprefix(LOOK)) == snapshot(evening)
    await app.tap("purpose-go_on")
    await app.wait_until(lambda: picture_on(app).startswith(GO_ON))
    assert evening_in(picture_on(app).removeprefix(GO_ON)) == evening
    later = windows.record(evening, evening.sheet.rows[0].deal.outcome)
    await app.wait_until(lambda: evening_in(picture_on(app).removeprefix(GO_ON)) == later)


async def test_without_an_address_the_code_is_for_another_scorepad(windows: Windows) -> None:
    evening = windows.played(3)
    app = await code_of(windows, evening)
    assert app.node("purpose-go_on").get("selected"), "no browser can open the other one"
    assert t("To open it on another device: Scorepad, menu, “Open a link”, paste.") in app.texts()
    assert evening_in(picture_on(app).removeprefix("/open/")) == evening


async def test_whoever_reaches_the_served_app_looks_there(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.browser(routes.sharing_code(evening.id), address="ws://192.168.1.20:8550")
    await app.wait_until(lambda: not app.exists("reading"))
    assert picture_on(app).startswith("http://192.168.1.20:8550/follow/#e=0")
    await app.tap("purpose-go_on")
    await app.wait_until(lambda: picture_on(app).startswith("/open/0"))


async def test_an_evening_too_large_for_a_code_says_so_and_offers_the_other_ways(windows: Windows) -> None:
    evening = played_evening(300, rich=True)
    windows.history.create(evening)
    app = await code_of(windows, evening, public_url=PUBLISHED)
    await app.tap("purpose-go_on")
    await app.wait_until(lambda: app.exists("too-large"))
    assert flaws(app) == []
    assert not app.exists("qr-code")
    await app.tap("link")
    await app.wait_until(lambda: not app.exists("reading"))
    assert app.node("purpose-go_on").get("selected"), "the choice stays"
    await app.tap("share")
    link = str(app.asked("Share.share_text")[-1]["text"] if app.clipboard is None else app.clipboard)
    assert evening_in(link.rpartition("/open/")[2]) == evening


async def test_an_evening_too_large_for_a_link_offers_the_file(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.ui.screens.code.MAX_LINK", 40)
    evening = windows.played(3)
    app = await windows.window(routes.sharing(evening.id))
    await app.tap("link")
    await app.wait_until(lambda: not app.exists("reading"))
    assert t("This evening is too large for a link.") in app.texts()
    assert flaws(app) == []
    assert not app.exists("share")
    await app.tap("file")
    assert app.route == routes.export(evening.id)
