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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from programs import program

from scorepad.exports.picture import picture
from scorepad.history import History
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.session import Deal, Member, Person, Session

SIZES: dict[str, tuple[int, int]] = {
    "360": (360, 640),
    "390": (390, 844),
    "768": (768, 1024),
    "1024": (1024, 768),
    "1280": (1280, 800),
}
README = ROOT / "assets" / "screenshots"
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


Ids = dict[str, str]
Steps = Callable[[Window], None]
"""What is done before a picture is taken."""


def taps(*tiles: str) -> Steps:
    return lambda window: fill(window, *tiles)


def writing(field: str, words: str) -> Steps:
    return lambda window: write(window, field, words)


def first_player(window: Window) -> None:
    window.tap(next(name for name in window.identifiers() if name.startswith("player-")))


Journey = tuple[str, dict[str, Steps]]
"""An address, where {name} stands for an id; and what is done there one after the other, before each picture."""
COUNTED = ("bouts-2", "digit-4", "digit-9")
WITHOUT_EVENINGS: list[Journey] = [
    ("/", {"home-empty": taps()}),
    ("/players", {"roster-empty": taps()}),
    ("/new", {"new-empty": taps(), "new-typing": writing("name", "Léa")}),
]
WITH_EVENINGS: list[Journey] = [
    ("/", {"home": taps(), "home-menu": taps("menu")}),
    ("/settings", {"settings": taps()}),
    ("/data", {"data": taps()}),
    ("/export", {"export-all": taps()}),
    ("/help", {"rulebook": taps(), "rulebook-found": writing("search", "imprenable")}),
    ("/help/odds", {"odds": taps()}),
    ("/calculator", {"calculator": taps(), "calculator-counted": taps("bid-1-garde", *COUNTED)}),
    ("/rules", {"schemes": taps(), "scheme": taps("scheme-fft"), "scheme-house": taps("duplicate")}),
    ("/players", {"roster": taps(), "player": first_player}),
    ("/bin", {"bin": taps()}),
    ("/new", {"new": taps(), "new-table": taps("same-table")}),
    ("/new/rules", {"new-rules": taps()}),
    ("/session/nowhere", {"missing": taps()}),
    ("/session/{new}", {"sheet-new": taps()}),
    ("/session/{four}", {"sheet-four": taps(), "sheet-four-menu": taps("menu")}),
    (
        "/session/{four}",
        {
            "entry-four-who": lambda window: open_entry(window),
            "entry-four-dealer": taps("dealer"),
            "entry-four-bouts": taps("dealer", "bid-1-garde"),
            "entry-four-points": taps(*COUNTED),
            "entry-four-petit": taps("petit-taker"),
            "entry-four-poignees": taps("open-poignees"),
            "entry-four-chelem": taps("poignee-1-single", "open-chelem", "side-taker"),
            "entry-four-everything": taps("close-panel"),
        },
    ),
    ("/session/{four}/deal/{poignee}", {"why-four": taps()}),
    ("/session/{four}/deal/{poignee}/compare", {"why-compare": taps()}),
    ("/session/{four}/deal/{poignee}/note", {"why-note": taps()}),
    ("/session/{four}/player/0", {"account": taps()}),
    ("/session/{four}/end", {"end-so-far": taps()}),
    ("/session/{four}/rules", {"rules": taps()}),
    ("/session/{four}/rules/contre_5", {"rules-other": taps()}),
    *(
        (f"/session/{{four}}/{name}", {name: taps()})
        for name in ("compare", "export", "journal", "players", "names", "note", "points", "length", "money")
    ),
    ("/session/{four}/players/over", {"take-over": taps()}),
    ("/session/{four}/big", {"big": taps()}),
    ("/session/{four}/delete", {"delete": taps()}),
    (
        "/session/{five}",
        {
            "sheet-five": taps(),
            "entry-five-who": lambda window: open_entry(window),
            "entry-five-partner": taps("bid-2-garde_sans"),
            "entry-five-points": taps("partner-4", "bouts-1", "digit-5", "digit-0", "half"),
        },
    ),
    ("/session/{eight}", {"sheet-eight": taps()}),
    ("/session/{eight}/end", {"end-eight": taps()}),
    ("/session/{mouches}", {"sheet-mouches": taps()}),
    ("/session/{mouches}/deal/{lost}", {"why-mouches": taps()}),
    ("/session/{mouches}/compare", {"compare-mouches": taps()}),
    (
        "/session/{chips}",
        {
            "sheet-chips": taps(),
            "entry-chips-who": lambda window: open_entry(window),
            "entry-chips-points": taps("bid-1-garde", *COUNTED),
        },
    ),
    ("/session/{duel}", {"sheet-duel": taps(), "entry-duel": lambda window: open_entry(window)}),
    ("/session/{teams}", {"sheet-teams": taps()}),
    ("/session/{teams}/end", {"end-teams": taps()}),
    ("/session/{over}/end", {"end-over": taps()}),
    ("/session/{over}", {"sheet-over": taps()}),
]


def every_screen(chromium: Browser, folder: Path, look: Look, wanted: tuple[str, ...]) -> None:
    for prepare, journeys in ((lambda _: {}, WITHOUT_EVENINGS), (evenings, WITH_EVENINGS)):
        chosen = [each for each in journeys if any(name.startswith(wanted) for name in each[1])]
        if not chosen:
            continue
        with scene(chromium, look, prepare) as (window, ids):
            for route, stops in chosen:
                window.open(route.format_map(ids))
                for name, steps in stops.items():
                    try:
                        steps(window)
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
        window.open(f"/session/{ids['four']}")
        shoot(window, README / "sheet.png")
        open_entry(window)
        fill(window, "bid-1-garde", "bouts-2", "digit-4", "digit-9", "petit-taker")
        shoot(window, README / "entry.png")
    with scene(chromium, Look("1280"), evenings) as (window, ids):
        window.open(f"/session/{ids['four']}/deal/{ids['poignee']}")
        shoot(window, README / "wide.png")
    with tempfile.TemporaryDirectory() as folder, History(Path(folder), clock=evening()) as history:
        session = history.load(evenings(history)["four"])
    made = Image.open(BytesIO(picture(session, Translator("fr"))))
    made.resize((made.width // 2, made.height // 2), Image.Resampling.LANCZOS).save(README / "picture.png")
    for name in ("sheet", "entry", "wide", "picture"):
        reduce_colours(README / f"{name}.png")


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
        with History(server.data, clock=evening()) as history:
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


def shoot(window: Window, path: Path) -> None:
    window.page.wait_for_timeout(900)  # until everything stands still, and no tile glows any more
    path.parent.mkdir(parents=True, exist_ok=True)
    window.page.screenshot(path=path)
    print(path, flush=True)


def reduce_colours(path: Path) -> None:
    """Few colours do for a screen of paper, and weigh a third."""
    picture = Image.open(path).convert("RGB")
    picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < BYTES, f"{path} weighs {path.stat().st_size} bytes"


# --- Who played -------------------------------------------------------------------------------------------

FOUR = ("Léa", "Tom", "Anaïs", "Marc")
FIVE = ("Léa", "Thomas", "Anaïs", "Jean-Christophe", "Zoé")
EIGHT = ("Léa", "Thomas", "Anaïs", "Jean-Christophe", "Zoé", "Marc", "Inès", "Bérénice")
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


def evenings(history: History) -> Ids:
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

    eight = Table(history, EIGHT, seats=5)
    for taker in (1, 2, 4, 5, 6, 0, 1):
        eight.play((taker, G, 2, 44 + taker))

    mouches = Table(history, FOUR, scheme="mouches")
    mouches.play((0, G, 2, 30)).play((1, G, 2, 49)).play((2, P, 1, 40))
    lost = mouches.session.entries[2].id
    mouches.pass_().play((3, G, 2, 44))

    chips = Table(history, FOUR, scheme="chips")
    chips.play((0, G, 2, 47)).play((1, P, 1, 55)).play((3, G, 1, 48))

    duel = Table(history, FOUR[:2], scheme="open_duel")

    teams = Table(
        history, ("Les Rois", "Les Dames", "Marc", "Inès"), members=(("Léa", "Tom"), ("Anaïs", "Zoé"))
    )
    teams.play((0, G, 2, 47)).play((1, P, 1, 55)).play((3, G, 1, 48))

    four = Table(history, FOUR)
    four.play((0, G, 2, 47))
    four.play((1, P, 1, 55), petit_au_bout=Side.TAKER)
    four.play((3, G, 1, 48))
    four.pass_()
    four.play((2, S, 3, 52), poignees=((2, SINGLE),))
    four.play((0, P, 2, 44))
    four.penalty(3, 21)
    four.play((1, G, 1, 43), petit_au_bout=Side.DEFENCE)
    four.play((3, G, 2, 58))
    four.play((0, G, 3, 49), petit_au_bout=Side.TAKER, poignees=((0, SINGLE),))
    poignee = four.session.entries[-1].id
    four.play((2, P, 0, 51))
    four.play((1, S, 2, 45))
    return {
        "over": over.session.id,
        "five": five.save(),
        "eight": eight.save(),
        "mouches": mouches.save(),
        "lost": lost,
        "chips": chips.save(),
        "duel": duel.save(),
        "teams": teams.save(),
        "new": Table(history, FOUR).save(),
        "four": four.save(),
        "poignee": poignee,
    }


class Table:
    """A session in the making; `members` are those of the first people, who are teams."""

    def __init__(
        self,
        history: History,
        names: Sequence[str],
        *,
        seats: int | None = None,
        scheme: str = "fft",
        members: Sequence[Sequence[str]] = (),
    ) -> None:
        teams = [tuple(Member(name, name) for name in each) for each in members]
        people = tuple(
            Person(name, name, mark, members=teams[mark] if mark < len(teams) else ())
            for mark, name in enumerate(names)
        )
        self.history = history
        self.session = Session(
            id=history.new_id(),
            created=history.stamp().at,
            people=people,
            seats=seats or len(people),
            first_dealer=people[0].id,
            scheme=shipped_scheme(scheme),
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
        ids = [person.id for person in self.session.people]
        hand = Hand(
            players=self.session.players(self.session.dealer),
            taker=ids[taker],
            bid=bid,
            partner=None if partner in (None, taker) else ids[partner],
            bouts=bouts,
            half_points=round(2 * points),
            petit_au_bout=petit_au_bout,
            poignees=tuple(Poignee(ids[seat], size) for seat, size in poignees),
        )
        return self._record(hand)

    def pass_(self) -> Table:
        return self._record(ThrownIn.ALL_PASSED)

    def penalty(self, who: int, points: int) -> Table:
        """One pays so many points to the others, who share them."""
        ids = [person.id for person in self.session.people]
        others = len(ids) - 1
        shares = (Share(each, -points if each == ids[who] else points // others) for each in ids)
        return self._record(Adjustment(AdjustmentKind.PENALTY, tuple(shares), "renonce"))

    def save(self, *, finished: bool = False) -> str:
        if finished:
            self.session = self.session.finish(self.history.stamp())
        self.history.create(self.session)
        return self.session.id

    def _record(self, outcome: Hand | ThrownIn | Adjustment) -> Table:
        self.session = self.session.record(Deal(self.session.dealer, outcome), self.history.stamp())
        return self


if __name__ == "__main__":
    main()
