"""Takes a picture of every screen, to be looked at.

python .tools/screenshots.py FOLDER      every screen, as size-light-language-text-screen.png
python .tools/screenshots.py --readme    the pictures of the README, into assets/screenshots

Each of --size, --light, --lang, --text and --screen narrows or widens what is taken, and may stand several times;
without them: all sizes, light, French, 100 %, all screens.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from browser.driver import FLAGS, PHONE, Server, Window, scorepad
from journeys import COUNTED, WITH_EVENINGS, WITHOUT_EVENINGS, Ids, evenings, ticking
from programs import program

from scorepad.exports.picture import picture
from scorepad.history import History
from scorepad.i18n import LANGUAGES, Translator

SIZES: dict[str, tuple[int, int]] = {
    "360": (360, 640),
    "640": (640, 360),
    "844": (844, 390),
    "390": (390, 844),
    "768": (768, 1024),
    "1024": (1024, 768),
    "1280": (1280, 800),
}
README = ROOT / "assets" / "screenshots"
FIRST_DRAWING = 20.0
"""Seconds in which a screen is drawn, on a busy computer."""
STILL = 300
"""Milliseconds without a change after which a screen is taken for drawn."""
SHADES = 50
"""A page with words on it has more shades than these."""
BYTES = 120_000
"""What a picture of the README may weigh."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the pictures go")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--light", choices=("light", "dark"), action="append")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--text", type=int, choices=(100, 200), action="append", help="per cent")
    parser.add_argument("--screen", action="append", help="only screens whose name begins so")
    wanted = parser.parse_args()
    if not wanted.readme and wanted.folder is None:
        parser.error("which folder?")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
        if wanted.readme:
            for_readme(chromium)
        else:
            for look in itertools.product(
                wanted.size or SIZES,
                wanted.light or ["light"],
                wanted.lang or ["fr"],
                wanted.text or [100],
            ):
                every_screen(chromium, wanted.folder, Look(*look), tuple(wanted.screen or [""]))
        chromium.close()


# --- Where to go ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """How a window looks; `text` in per cent."""

    size: str
    light: str = "light"
    language: str = "fr"
    text: int = 100

    def __str__(self) -> str:
        return f"{self.size}-{self.light}-{self.language}-{self.text}"


def every_screen(chromium: Browser, folder: Path, look: Look, wanted: tuple[str, ...]) -> None:
    for prepare, journeys in ((lambda _: {}, WITHOUT_EVENINGS), (evenings, WITH_EVENINGS)):
        chosen = [each for each in journeys if any(name.startswith(wanted) for name in each[1])]
        if not chosen:
            continue
        with scene(chromium, look, prepare) as (window, ids):
            for route, stops in chosen:
                open_anew(window, route.format_map(ids))
                for name, steps in stops.items():
                    try:
                        do(window, steps)
                    except (
                        AssertionError,
                        PlaywrightError,
                    ) as error:  # the other pictures are wanted all the same
                        print(f"{look} {name}: {str(error).splitlines()[0]}", file=sys.stderr)
                    if name.startswith(wanted):
                        shoot(window, folder / f"{look}-{name}.png")


def for_readme(chromium: Browser) -> None:
    README.mkdir(parents=True, exist_ok=True)
    with scene(chromium, Look("360"), evenings, density=2) as (window, ids):
        open_anew(window, f"/session/{ids['four']}")
        shoot(window, README / "sheet.png")
        do(window, ("next-hand", "bid-1-garde", *COUNTED, "petit-taker"))
        shoot(window, README / "entry.png")
        open_anew(window, f"/session/{ids['four']}/deal/{ids['poignee']}")
        shoot(window, README / "why.png")
    with scene(chromium, Look("1280", "dark"), evenings) as (window, ids):
        open_anew(window, f"/session/{ids['four']}/deal/{ids['poignee']}")
        shoot(window, README / "wide.png")
    with tempfile.TemporaryDirectory() as folder, History(Path(folder), clock=ticking()) as history:
        evening = history.load(evenings(history)["four"])
    made = Image.open(BytesIO(picture(evening, Translator("fr"))))
    made.resize((made.width // 2, made.height // 2), Image.Resampling.LANCZOS).save(README / "picture.png")
    for path in README.glob("*.png"):
        reduce_colours(path)


@contextmanager
def scene(
    chromium: Browser, look: Look, prepare: Callable[[History], Ids], density: int = 1
) -> Iterator[tuple[Window, Ids]]:
    """A window on a server of its own, and the ids of what is there."""
    width, height = SIZES[look.size]
    small = width < 768
    device: dict[str, Any] = {**PHONE, "device_scale_factor": density} if small else {}
    device |= {key: {"width": width, "height": height} for key in ("viewport", "screen")}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), partial(in_language, look.language))
        with History(server.data, clock=ticking()) as history:
            ids = prepare(history)
        server.start()
        context = chromium.new_context(**device, color_scheme=look.light, locale=look.language)
        window = Window(context.new_page(), server.url, Path(folder), touch=small)
        try:
            window.open().scale_text(look.text / 100)
            yield window, ids
        finally:
            context.close()
            server.stop()


def in_language(language: str, port: int, data: Path) -> Sequence[str]:
    return [*scorepad(port, data), "--lang", language]


def open_anew(window: Window, route: str) -> None:
    """Opens a screen with nothing open over it, and waits until it is drawn."""
    window.page.goto("about:blank")  # else a menu of the same address would stay
    window.open(route)
    wait_until_drawn(window)


def wait_until_drawn(window: Window) -> None:
    """Waits until there is something to see that no longer changes."""
    deadline, before = time.monotonic() + FIRST_DRAWING, b""
    while time.monotonic() < deadline:
        now = window.page.screenshot()
        if now == before and not is_blank(window):
            return
        before = now
        window.page.wait_for_timeout(STILL)


def is_blank(window: Window) -> bool:
    """Whether nothing is written on the page yet, or Flet says only that it loads."""
    shades = sum(map(bool, Image.open(BytesIO(window.page.screenshot())).convert("L").histogram()))
    return shades < SHADES or not {"back", "menu"} & set(window.identifiers())


def do(window: Window, steps: Sequence[str]) -> None:
    """Taps and types, as the steps of a journey say."""
    for step in steps:
        tile, _, words = step.partition("=")
        if tile.endswith("?"):
            if not window.exists(tile := tile[:-1]):
                continue
        elif tile.endswith("*"):
            tile = next(name for name in window.identifiers() if name.startswith(tile[:-1]))
        window.wait_for(tile)
        window.page.wait_for_timeout(250)  # until it is no longer grey
        if words:
            write(window, tile, words)
        else:
            window.uncover(tile)
            window.tap(tile)


def write(window: Window, field: str, words: str) -> None:
    """Once more if need be: on a busy computer Flutter misses the first keys."""
    try:
        window.type(field, words)
    except AssertionError:
        window.type(field, words)


def shoot(window: Window, path: Path) -> None:
    window.page.wait_for_timeout(900)  # until a tap has its effect, and no tile glows any more
    wait_until_drawn(window)
    path.parent.mkdir(parents=True, exist_ok=True)
    window.page.screenshot(path=path)
    print(path, flush=True)


def reduce_colours(path: Path) -> None:
    """Few colours do for a screen of paper, and weigh a third."""
    picture = Image.open(path).convert("RGB")
    picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < BYTES, f"{path} weighs {path.stat().st_size} bytes"


if __name__ == "__main__":
    main()
