"""Home: what is under way first, what is over by date, and a new evening."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
from words import t

from scorepad.evening.events import Ended
from scorepad.evening.people import Person
from scorepad.history.file_format import encode
from scorepad.history.log import FEW
from scorepad.history.log_file import LOG
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import background

from .evening import Windows

T = TypeVar("T")


async def test_a_first_start_is_friendly(windows: Windows) -> None:
    app = await windows.window()
    assert app.title == "Scorepad"
    assert t("Welcome to the table") in app.texts()
    assert not {"search", "season"} & set(app.identifiers()), "there is nothing to look back at"
    assert app.enabled("new-session")


async def test_evenings_under_way_come_first_and_the_others_under_their_months(windows: Windows) -> None:
    """With everybody who has the best total, unless nobody has points."""
    for number, created in enumerate(("2025-03-02", "2025-11-05", "2025-03-28")):
        evening = windows.empty(3, id=f"s{number}", created=f"{created}T12:00:00Z")
        windows.history.create(evening)
        windows.change(evening, Ended())
    first, tied = windows.played(1), windows.played(2)
    even = windows.record(windows.table(), ThrownIn.ALL_PASSED)
    app = await windows.window()
    listed = (even.id, tied.id, first.id, "s1", "s2", "s0")
    assert app.named("session-") == [f"session-{id_}" for id_ in listed]
    assert app.text(f"session-{first.id}").endswith("1\u00a0hand · Anne, Bruno, Chloé, Denis +150 1st Anne")
    assert app.text(f"session-{tied.id}").endswith(" Denis +100 1st Anne and Bruno")
    assert app.text(f"session-{even.id}").endswith(" Denis")
    heads = [t("Under way"), "November 2025", "March 2025"]
    assert [text for text in app.texts() if text in heads] == heads
    await app.tap("session-s0")
    assert app.route == "/session/s0/end"
    await app.tap("back", f"session-{first.id}")
    assert app.route == f"/session/{first.id}"


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "An evening is found by player, month and name."
)
async def test_an_evening_is_found_by_player_month_and_name(windows: Windows) -> None:
    for number in range(8):
        people = tuple(Person(f"x{mark}", f"{name}{number}", mark) for mark, name in enumerate("ABC"))
        title, created = "Chez Élise" if number == 4 else "", f"2025-0{number + 1}-15T20:00:00Z"
        windows.history.create(windows.empty(people, created=created, title=title))
    app = await windows.window()
    for words, count in (("march", 1), ("b2", 1), ("elise", 1), ("2025", 8), ("b2 may", 0)):
        await app.type("search", words)
        assert len(app.named("session-")) == count, words
        assert {str(count), "8"} <= set(app.text("found").split())
    assert t("No evening with that name, player or date.") in app.texts()
    await app.tap("clear")
    assert len(app.named("session-")) == 8
    assert not app.value("search")
    await app.type("search", "b2")
    await app.tap(app.named("session-")[0], "back")
    assert app.value("search") == "b2", "who looks into one evening may want the next"


async def test_an_unreadable_evening_shows_the_reason_and_the_place(windows: Windows) -> None:
    broken, newer, sound = windows.table(), windows.table(), windows.table()
    folder = windows.folder / "sessions"
    for each in folder.glob(f"{broken.id}.json*"):
        each.write_bytes(b"?")
    (folder / f"{newer.id}.json").write_bytes(encode({}, schema=99, generation=9))
    await windows.restart()
    app = await windows.window()
    assert str(folder / f"{broken.id}.json") in app.text(f"session-{broken.id}")
    words = t("A newer Scorepad wrote this. Update this one to open it; nothing was changed.")
    assert words in app.text(f"session-{newer.id}")
    assert [app.enabled(f"session-{each.id}") for each in (broken, newer, sound)] == [False, False, True]


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A loss is reported on the first screen and restored with one tap.",
)
async def test_a_loss_is_reported_with_its_backup_and_can_be_restored(windows: Windows) -> None:
    evening = windows.played(2)
    windows.history.back_up()
    for path in (windows.folder / "sessions").glob(f"{evening.id}.json*"):
        path.unlink()
    await windows.restart()
    app = await windows.window("/data")
    assert app.exists("bring-back"), "it is said where backups are, too"
    app = await windows.window()
    said = app.text("report-0")
    assert "Anne, Bruno, Chloé, and Denis: " in said, "though there is no file to know it from"
    assert t("It is not there any more.") in said
    await app.tap("bring-back")
    await app.wait_until(lambda: not app.exists("report-0"))
    assert "1" in app.text("notice").split()
    assert windows.happened(evening) == evening
    assert app.exists(f"session-{evening.id}")


async def test_a_repair_is_reported_until_it_is_read(windows: Windows) -> None:
    for evening in [windows.played(2) for _ in range(4)]:
        windows.record(evening, ThrownIn.ALL_PASSED)
        path = windows.folder / "sessions" / f"{evening.id}.json"
        path.write_bytes(path.read_bytes()[:-20])
    await windows.restart()
    app = await windows.window()
    words = t("A file was damaged: it is now as it was before its last change. Check its last hand.")
    assert words in app.text("report-0")
    assert t.plural("and {count} more", "and {count} more", 2) in app.texts(), "the list remains in sight"
    await app.tap("dismiss")
    assert not app.exists("report-0")


async def test_evenings_come_in_while_they_are_read(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    slices, more = 0, asyncio.Event()

    async def run(work: Callable[[], T], pause: float) -> T:
        """A slice reads one evening; the seventh waits."""
        nonlocal slices
        if slices == 6:
            await more.wait()
        slices += 1
        return work()

    for _ in range(FEW + 5):
        windows.table()
    windows.history.close()
    (windows.folder / LOG).unlink()
    await windows.restart()
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "run", run)
    app = await windows.window()
    assert {"6", str(FEW + 5)} <= set(app.text("gathering").split())
    assert len(app.named("session-")) == 6
    await app.tap(app.named("session-")[0])
    await app.tap("next-hand", "back", "back")
    assert len(app.named("session-")) == 6, "what is known can be used"
    more.set()
    await app.wait_until(lambda: not app.exists("gathering"))
    assert len(app.named("session-")) == FEW + 5
