"""Takes a picture of every screen, in French, in three sizes, light and dark, to be looked at.

python .tools/screenshots.py FOLDER      every screen, named size-light-screen.png
python .tools/screenshots.py --readme    the pictures of the README, into assets/screenshots
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from browser.driver import FLAGS, PHONE, Server, Window, scorepad
from programs import program

from scorepad.exports.picture import picture
from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.session import Deal, Person, Session

SIZES: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "device_scale_factor": 1},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "computer": {"viewport": {"width": 1280, "height": 800}},
}
README = ROOT / "assets" / "screenshots"
BYTES = 120_000
"""What a picture of the README may weigh."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the pictures go")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README")
    parser.add_argument("--size", choices=SIZES, action="append", help="only this size")
    wanted = parser.parse_args()
    if not wanted.readme and wanted.folder is None:
        parser.error("which folder?")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
        if wanted.readme:
            for_readme(chromium)
        else:
            for size in wanted.size or SIZES:
                for light in ("light", "dark"):
                    every_screen(chromium, wanted.folder, size, light)
        chromium.close()


# --- Where to go ------------------------------------------------------------------------------------------


def every_screen(chromium: Browser, folder: Path, size: str, light: str) -> None:
    with scene(chromium, SIZES[size], light) as (window, _):
        take = camera(window, folder, f"{size}-{light}")
        take("home-empty")
        window.tap("menu")
        window.tap("settings")
        take("settings")
        window.tap("back")
        window.tap("new-session")
        take("new-empty")
        write(window, "name", "Léa")
        take("new-typing")
    with scene(chromium, SIZES[size], light, evenings) as (window, ids):
        take = camera(window, folder, f"{size}-{light}")
        take("home")
        window.tap("new-session")
        take("new-known")
        window.tap("same-table")
        take("new-table")
        window.open(f"/session/{ids['five']}")
        take("sheet-five")
        open_entry(window)
        take("entry-five-who")
        window.tap("bid-2-garde_sans")
        take("entry-five-partner")
        window.tap("partner-4")
        take("entry-five-bouts")
        fill(window, "bouts-1", "digit-5", "digit-0", "half")
        take("entry-five-counted")
        window.open(f"/session/{ids['new']}")
        take("sheet-empty")
        window.open(f"/session/{ids['four']}")
        take("sheet-four")
        open_entry(window)
        take("entry-four-who")
        window.tap("dealer")
        take("entry-four-dealer")
        window.tap("dealer")
        fill(window, "bid-1-garde", "bouts-2", "digit-4", "digit-9")
        take("entry-four-counted")
        fill(window, "petit-taker")
        take("entry-four-petit")
        fill(window, "open-poignees")
        take("entry-four-poignees")
        fill(window, "poignee-1-single", "open-chelem")
        take("entry-four-chelem")
        fill(window, "close-panel")
        take("entry-four-everything")
        fill(window, "save")
        take("sheet-four-saved")
        window.open(f"/session/{ids['four']}/deal/{ids['poignee']}")
        take("why")
        window.scroll(2000)
        take("why-below")
        window.tap("back")
        window.tap("menu")
        window.wait_for("menu-end")
        window.tap("menu-end")
        take("end-so-far")
        window.open(f"/session/{ids['over']}/end")
        take("end")
        window.tap("sheet")
        take("sheet-over")
        window.open("/session/nowhere")
        take("missing")


def for_readme(chromium: Browser) -> None:
    README.mkdir(parents=True, exist_ok=True)
    with scene(chromium, PHONE, "light", evenings) as (window, ids):
        window.open(f"/session/{ids['four']}")
        shoot(window, README / "sheet.png")
        open_entry(window)
        fill(window, "bid-1-garde", "bouts-2", "digit-4", "digit-9", "petit-taker")
        shoot(window, README / "entry.png")
    with tempfile.TemporaryDirectory() as folder, History(Path(folder), clock=evening()) as history:
        session = history.load(evenings(history)["four"])
    made = Image.open(BytesIO(picture(session, Translator("fr"))))
    made.resize((made.width // 2, made.height // 2), Image.Resampling.LANCZOS).save(README / "picture.png")
    for name in ("sheet", "entry", "picture"):
        set_theme_mode(README / f"{name}.png")


@contextmanager
def scene(
    chromium: Browser,
    device: dict[str, Any],
    light: str,
    prepare: Callable[[History], dict[str, str]] = lambda _: {},
) -> Iterator[tuple[Window, dict[str, str]]]:
    """A window on a server of its own, and the sessions that are there."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), french)
        with History(server.data, clock=evening()) as history:
            ids = prepare(history)
        server.start()
        context = chromium.new_context(**device, color_scheme=light, locale="fr-FR")
        window = Window(context.new_page(), server.url, Path(folder), touch=bool(device.get("has_touch")))
        try:
            yield window.open(), ids
        finally:
            context.close()
            server.stop()


def french(port: int, data: Path) -> Sequence[str]:
    return [*scorepad(port, data), "--lang", "fr"]


def open_entry(window: Window) -> None:
    """On a phone one taps to enter a hand; elsewhere the entry is there."""
    if window.exists("next-hand"):
        window.tap("next-hand")


def fill(window: Window, *tiles: str) -> None:
    for tile in tiles:
        window.wait_for(tile)
        window.page.wait_for_timeout(250)  # until it is no longer grey
        window.tap(tile)


def write(window: Window, field: str, words: str) -> None:
    """Once more if need be: on a busy computer Flutter misses the first keys."""
    try:
        window.type(field, words)
    except AssertionError:
        window.type(field, words)


def camera(window: Window, folder: Path, prefix: str) -> Callable[[str], None]:
    def take(name: str) -> None:
        shoot(window, folder / f"{prefix}-{name}.png")

    return take


def shoot(window: Window, path: Path) -> None:
    window.page.wait_for_timeout(900)  # until everything stands still, and no tile glows any more
    path.parent.mkdir(parents=True, exist_ok=True)
    window.page.screenshot(path=path)
    print(path, flush=True)


def set_theme_mode(path: Path) -> None:
    """Few colours do for a screen of paper, and weigh a third."""
    picture = Image.open(path).convert("RGB")
    picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < BYTES, f"{path} weighs {path.stat().st_size} bytes"


# --- Who played -------------------------------------------------------------------------------------------

FOUR = ("Léa", "Tom", "Anaïs", "Marc")
FIVE = ("Léa", "Thomas", "Anaïs", "Jean-Christophe", "Zoé")
SINGLE, DOUBLE = PoigneeSize.SINGLE, PoigneeSize.DOUBLE
P, G, S, C = Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE

Taken = tuple[int, Bid, int, float]
"""Who took (the seat, from 0), what, bouts, card points."""


def evening() -> Callable[[], datetime]:
    """A clock that starts this evening at five past eight; every look at it is four minutes later."""
    now = [datetime.now().astimezone().replace(hour=20, minute=5, second=0, microsecond=0)]

    def look() -> datetime:
        now[0] += timedelta(minutes=4)
        return now[0]

    return look


def evenings(history: History) -> dict[str, str]:
    over = Table(history, FOUR)
    for taker in (0, 3, 1, 1, 2, 0):
        over.play((taker, G, 2, 46 - 3 * taker))
    over.save(finished=True)

    three = Table(history, ("Léa", "Zoé", "Marc"))
    three.play((1, G, 2, 44.5)).play((2, P, 1, 49.5)).play((0, G, 3, 50)).save(finished=True)

    five = Table(history, FIVE)
    five.play((3, C, 3, 51), partner=3)
    five.play((0, P, 2, 36), partner=2, petit_au_bout=Side.DEFENCE)
    five.play((4, G, 1, 60.5), partner=0, poignees=((3, SINGLE), (4, DOUBLE)))
    five.pass_()
    five.play((2, G, 3, 38.5), petit_au_bout=Side.TAKER)

    four = Table(history, FOUR)
    four.play((0, G, 2, 47))
    four.play((1, P, 1, 55), petit_au_bout=Side.TAKER)
    four.play((3, G, 1, 48))
    four.pass_()
    four.play((2, S, 3, 52), poignees=((2, SINGLE),))
    four.play((0, P, 2, 44))
    four.play((1, G, 1, 43), petit_au_bout=Side.DEFENCE)
    four.play((3, G, 2, 58))
    four.play((0, G, 3, 49), petit_au_bout=Side.TAKER, poignees=((0, SINGLE),))
    four.play((2, P, 0, 51))
    four.play((1, S, 2, 45))
    return {
        "over": over.session.id,
        "five": five.save(),
        "new": Table(history, FOUR).save(),
        "four": four.save(),
        "poignee": four.session.entries[8].id,
    }


class Table:
    """A session in the making."""

    def __init__(self, history: History, names: Sequence[str]) -> None:
        people = tuple(Person(f"p{number}", name, number) for number, name in enumerate(names))
        self.history = history
        self.session = Session(
            id=history.new_id(),
            created=history.stamp().at,
            people=people,
            seats=len(people),
            first_dealer="p0",
            scheme=shipped_scheme(),
        )

    def play(
        self,
        taken: Taken,
        *,
        partner: int | None = None,
        petit_au_bout: Side | None = None,
        poignees: tuple[tuple[int, PoigneeSize], ...] = (),
    ) -> Table:
        taker, bid, bouts, points = taken
        players = self.session.players(self.session.dealer)
        hand = Hand(
            players=players,
            taker=f"p{taker}",
            bid=bid,
            partner=None if partner in (None, taker) else f"p{partner}",
            bouts=bouts,
            half_points=round(2 * points),
            petit_au_bout=petit_au_bout,
            poignees=tuple(Poignee(f"p{seat}", size) for seat, size in poignees),
        )
        return self._record(hand)

    def pass_(self) -> Table:
        return self._record(ThrownIn.ALL_PASSED)

    def save(self, *, finished: bool = False) -> str:
        if finished:
            self.session = self.session.finish(self.history.stamp())
        self.history.create(self.session)
        return self.session.id

    def _record(self, outcome: Hand | ThrownIn) -> Table:
        self.session = self.session.record(Deal(self.session.dealer, outcome), self.history.stamp())
        return self


if __name__ == "__main__":
    main()
