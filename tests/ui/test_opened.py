"""An evening in a link or a code: looked at, taken in, gone on with on both sides, and put together again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evenings import by, clock_of
from flet_client import Driver
from random_evenings import last_driven, random_table
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.evening.people import Person
from scorepad.history import History, Refusal
from scorepad.history.transfer import apply_import, preview_evening
from scorepad.i18n.errors import LINKS
from scorepad.sharing.bits import CHECKSUM_BYTES, with_checksum
from scorepad.sharing.links import MAX_LETTERS, code_text, evening_in, link_text
from scorepad.sharing.packed import pack
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import routes

from .evening import Windows, flaws, play, rows, totals

PUBLISHED = "https://scores.example.org/"
HOUSE = replace(shipped_schemes()["pousse"], id="house", name="Chez nous")
NO_LINK = t("That is no link to an evening or a hand.")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Windows]:
    """Another scorepad."""
    with Windows(tmp_path / "other") as other:
        yield other


async def opened(windows: Windows, link: str) -> Driver:
    """The window after somebody has pasted a link."""
    app = await windows.window("/")
    await app.tap("menu", "open-link")
    await app.type("link", link)
    await app.wait_until(lambda: not app.exists("reading"))
    assert flaws(app) == []
    return app


async def done(app: Driver, *tiles: str) -> None:
    """Taps, and waits until nothing is being done aside."""
    await app.tap(*tiles)
    await app.wait_until(lambda: not app.exists("busy") and not app.exists("reading"))


async def link_of(windows: Windows, evening: Evening, purpose: str = "go_on") -> str:
    """The link that the table copies from under the code."""
    app = await windows.window(routes.sharing(evening.id), public_url=PUBLISHED)
    await app.tap("code", f"purpose-{purpose}")
    await app.wait_until(lambda: app.exists("copy"))
    await app.tap("copy")
    return str(app.clipboard)


def pasted(evening: Evening) -> str:
    """A link without an address, as an app gives it that knows none."""
    return routes.opened(link_text(pack(evening)))


# -- there and back ---


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "One link takes an evening to another scorepad and back, and no hand is there twice.",
)
async def test_an_evening_goes_there_by_a_link_and_comes_back(windows: Windows, other: Windows) -> None:
    evening = windows.played(2)
    link = await link_of(windows, evening)
    assert link.startswith(f"{PUBLISHED}#/open/")
    app = await opened(other, f"Tarot, Friday\n{link}")
    assert app.text("status").startswith(t("new"))
    assert other.history.summaries() == [], "nothing is saved before somebody says so"
    assert app.text("place-1").endswith(t.signed(max(evening.sheet.totals)))
    await app.tap("look")
    assert len(rows(app)) == 2
    assert totals(app) == [t.number(each) for each in evening.sheet.totals]
    await done(app, "row-2")
    assert app.text("score").startswith(t("Each defender pays"))
    await app.tap("back", "back")
    await done(app, "bring-in")
    assert app.route == routes.evening(evening.id)
    await play(app, "1 garde", 2, "49")
    windows.record(evening, by(1, Bid.PETITE, 1, 55))
    back = await link_of(other, other.happened(evening))
    here = await opened(windows, back)
    decide = t.plural("{count} hand to decide on", "{count} hands to decide on", 1)
    assert here.text("status") == f"{t('more')} · {t('{count} change', count=1)} · {decide}"
    await done(here, "bring-in")
    there = await opened(other, await link_of(windows, windows.happened(evening)))
    await done(there, "bring-in")
    both = windows.happened(evening)
    assert both.events == other.happened(evening).events
    assert len(both.sheet.rows) == 4
    again = await opened(other, back)
    assert t("Everything in it is here already.") in again.texts()
    assert not again.exists("bring-in")
    await again.tap("open")
    assert again.route == routes.evening(evening.id)
    assert other.happened(evening).events == both.events


@pytest.mark.promise(
    "Import and export between devices",
    "An evening taken in by a link and gone on with on both sides is one evening after both links.",
)
@pytest.mark.parametrize("part", range(4))
def test_any_evening_goes_on_on_both_sides(part: int, tmp_path: Path, long: bool) -> None:
    for seed in range(part, part + 4 * (60 if long else 6), 4):
        r = random.Random(seed)
        start = Evening.of(replace(random_table(r).start, id=f"evening-{seed}"))
        evening = last_driven(r, start, 15, clock_of("a"))
        here, there = (
            last_driven(r, evening_in(write(pack(evening))), 8, clock_of(device))
            for write, device in ((link_text, "b"), (code_text, "c"))
        )
        kept = []
        for name, first, second in (("here", here, there), ("there", there, here)):
            with History(tmp_path / f"{seed}-{name}") as history:
                for copy in (first, second, evening, first):
                    taken = evening_in(code_text(pack(copy)))
                    result = apply_import(preview_evening(taken, history), history)
                    assert not result.refused
                kept.append(history.load(evening.id))
        assert kept[0].events == kept[1].events
        assert kept[0].sheet == kept[1].sheet
        assert {event.id for event in kept[0].events} == {
            event.id for copy in (here, there) for event in copy.events
        }


async def test_an_evening_that_is_over_is_imported_and_shows_its_standings(
    windows: Windows, other: Windows
) -> None:
    evening = windows.change(windows.played(2), Ended())
    app = await opened(other, pasted(evening))
    assert app.text("bring-in") == t("Import")
    await done(app, "bring-in")
    assert app.route == routes.end(evening.id)


async def test_players_of_the_same_name_and_house_rules_are_asked_about(
    windows: Windows, other: Windows
) -> None:
    other.played(1)
    other.history.save_scheme(replace(HOUSE, name="Chez eux"))
    people = tuple(Person(f"t{mark}", name, mark) for mark, name in enumerate(("ANNE", "Bruno", "Zoé")))
    evening = windows.empty(people, scheme=HOUSE)
    app = await opened(other, pasted(evening))
    assert app.text("same-1") == "ANNE"
    await done(app, "same-2", "scheme-1", "bring-in")
    assert other.history.player_of("t0") == "p0"
    assert other.history.player_of("t1") == "t1", "another Bruno"
    assert [scheme.name for scheme in other.history.schemes()] == ["Chez nous"]


# -- only to look ---


async def test_a_snapshot_is_looked_at_and_not_taken_in(windows: Windows, other: Windows) -> None:
    evening = windows.played(3)
    link = await link_of(windows, evening, "look")
    assert link.startswith(f"{PUBLISHED}follow/#e=")
    app = await opened(other, link)
    assert t("This link is only to look.") in app.texts()
    assert not app.exists("bring-in")
    await app.tap("look")
    assert totals(app) == [t.number(each) for each in evening.sheet.totals]
    await app.tap("back", "back")
    assert app.route == "/"
    assert other.history.summaries() == []


# -- what cannot be taken in ---


async def test_an_evening_in_the_bin_stays_there(windows: Windows, other: Windows) -> None:
    evening = windows.played(2)
    other.history.create(evening)
    other.history.move_to_bin(evening.id)
    app = await opened(other, pasted(evening))
    words = t("This evening was deleted here. Put it back from the bin, then open the link again.")
    assert words in app.texts()
    assert not app.exists("bring-in")
    await app.tap("bin")
    assert app.route == routes.BIN
    assert other.history.summaries() == []


async def test_an_evening_that_contradicts_ours_is_refused(windows: Windows) -> None:
    evening = windows.played(2)
    stranger = replace(evening, start=replace(evening.start, title="Elsewhere"))
    app = await opened(windows, pasted(stranger))
    assert app.text("status").startswith(t("refused"))
    assert not app.exists("bring-in")
    assert windows.happened(evening) == evening


async def test_an_evening_that_is_unreadable_here_is_refused(windows: Windows) -> None:
    evening = windows.played(2)
    (windows.folder / "sessions" / f"{evening.id}.json").write_bytes(b"{")
    (windows.folder / "sessions" / f"{evening.id}.json.bak").unlink(missing_ok=True)
    windows.history.close()
    windows.history = History(windows.folder, clock=windows.clock)
    await windows.restart()
    app = await opened(windows, pasted(evening))
    assert app.text("status").startswith(t("refused"))
    assert not app.exists("bring-in")


PACK = pack(random_table(random.Random(1)))
NEWER = with_checksum(bytes([PACK[0] + 1]) + PACK[1:-CHECKSUM_BYTES])
DAMAGED = PACK[:9] + bytes([PACK[9] ^ 4]) + PACK[10:]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (routes.opened(link_text(NEWER)), t(LINKS[Refusal.TOO_NEW])),
        (routes.opened(code_text(DAMAGED)), t(LINKS[Refusal.CHECKSUM])),
        (link_text(PACK[:-3]), t(LINKS[Refusal.CHECKSUM])),
        (f"{PUBLISHED}follow/#lang=de&e={link_text(DAMAGED)}", t(LINKS[Refusal.CHECKSUM])),
        (f"{PUBLISHED}#/open/{'E' * (MAX_LETTERS + 1)}", t(LINKS[Refusal.TOO_LARGE])),
        ("see you on Friday", NO_LINK),
        ("0" + "a" * 50, NO_LINK),
        (f"{PUBLISHED}follow/#key=secret", NO_LINK),
    ],
)
async def test_a_link_that_opens_nothing_says_why(windows: Windows, link: str, words: str) -> None:
    app = await opened(windows, link)
    assert app.text("refused") == words
    assert windows.history.summaries() == []


@pytest.mark.parametrize("code", ["x", "E" * 9000, "%00", "0" * 5000, link_text(DAMAGED), "a/sheet"])
async def test_an_address_that_opens_nothing_says_so(windows: Windows, code: str) -> None:
    app = await windows.window(f"/open/{code}")
    await app.wait_until(lambda: not app.exists("reading"))
    assert app.exists("refused") or app.exists("home")
    assert windows.history.summaries() == []


async def test_the_place_for_links_is_found_from_home_the_backups_and_the_calculator(
    windows: Windows,
) -> None:
    for way in (("menu", "open-link"), ("data", "open-link"), ("menu", "calculator", "open-link")):
        app = await windows.window("/")
        await app.tap(*way)
        assert app.route == routes.OPEN_LINK
