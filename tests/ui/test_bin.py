"""An evening is deleted without a question; the notice, or the bin, gives it back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from words import t

from scorepad.ui import routes

from .evening import FillingDisk, Windows, flaws, grow, only_long


async def test_an_evening_is_deleted_and_taken_back(windows: Windows) -> None:
    evening = windows.empty(title="Friday at Léa’s")
    windows.history.create(evening)
    app = await windows.window()
    await app.tap(f"more-{evening.id}", f"delete-{evening.id}")
    assert app.route == "/"
    assert app.text("notice") == t("Deleted: {evening}", evening=evening.table.title)
    assert not app.exists(f"session-{evening.id}")
    assert windows.history.summaries() == []
    await app.tap("notice-undo")
    assert app.exists(f"session-{evening.id}")
    assert app.text("notice") == t("Put back: {evening}", evening=evening.table.title)


async def test_the_notice_tells_evenings_of_one_day_apart(windows: Windows) -> None:
    for hour in (20, 21):
        created = f"2026-02-03T{hour}:05:00.000000Z"
        windows.history.create(evening := windows.empty(created=created))
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-delete")
    assert app.route == "/"
    assert t.time(evening.start.created) in app.text("notice")
    await app.tap("notice-undo")
    assert t.time(evening.start.created) in app.text("notice")


async def test_the_bin_gives_back_or_deletes_for_good(windows: Windows) -> None:
    kept, gone = windows.played(1), windows.played(2, people=3)
    for evening in (kept, gone):
        windows.history.delete(evening.id)
    app = await windows.window()
    await app.tap("menu", "bin")
    listed = [name for name in app.identifiers() if name.startswith("deleted-")]
    assert len(listed) == 2
    number = next(name[8:] for name in listed if "Denis" not in app.text(name))
    assert t.plural("{count} day left", "{count} days left", 30) in app.text(f"deleted-{number}")
    await app.tap(f"ask-{number}")
    assert flaws(app) == []
    await app.tap(f"keep-{number}")
    assert not app.exists(f"for-good-{number}")
    await app.tap(f"ask-{number}", f"for-good-{number}")
    assert [each.summary.id for each in windows.history.bin()] == [kept.id]
    await app.tap("put-back-1")
    assert windows.happened(kept) == kept
    await app.tap("back")
    assert [name for name in app.identifiers() if name.startswith("session-")] == [f"session-{kept.id}"]


async def test_another_window_shows_the_way_to_the_bin(windows: Windows) -> None:
    evening = windows.played(1)
    app, other = await windows.window(f"/session/{evening.id}"), await windows.window()
    await other.tap(f"more-{evening.id}", f"delete-{evening.id}")
    await app.settle()
    assert flaws(app) == []
    await app.tap("bin", "put-back-1")
    await app.visit(f"/session/{evening.id}")
    assert app.exists("next-hand")


async def test_a_damaged_one_is_named(windows: Windows) -> None:
    evening = windows.played(1)
    name = windows.history.delete(evening.id)
    path = windows.folder / "sessions" / name
    path.write_bytes(path.read_bytes()[:-3])
    app = await windows.window(routes.BIN)
    assert not app.enabled("put-back-1")
    assert name in app.text("deleted-1")
    assert flaws(app) == []


async def test_what_is_refused_is_said(windows: Windows, disk: FillingDisk) -> None:
    evening = windows.played(1)
    first = windows.history.delete(evening.id)
    windows.history.create(evening)
    app = await windows.window(routes.BIN)
    await app.tap("put-back-1")
    assert app.text("notice") == t("This evening is here already. Nothing was written over it.")
    windows.history.remove(first)
    await app.settle()
    assert t("The bin is empty.") in app.texts()


async def test_the_days_that_are_left(windows: Windows) -> None:
    name = windows.history.delete(windows.played(1).id)
    path = windows.folder / "sessions" / name
    now = datetime.now(UTC)
    older = path.with_name(
        f"{name.partition('.deleted-')[0]}.deleted-{now.replace(year=now.year - 1):%Y%m%dT%H%M%SZ}"
    )
    path.rename(older)
    await windows.restart()
    app = await windows.window(routes.BIN)
    assert t("The bin is empty.") in app.texts()
    assert not older.exists()


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_too_small_or_cut(windows: Windows, growth: float) -> None:
    windows.history.delete(windows.table(8, seats=5).id)
    app = await windows.window(routes.BIN)
    await grow(app, growth)
    assert flaws(app) == []
    await app.tap("ask-1")
    assert flaws(app) == []
