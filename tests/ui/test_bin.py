"""An evening is deleted without a question; the notice, or the bin, gives it back."""

from __future__ import annotations

from words import t

from scorepad.ui import routes

from .evening import FillingDisk, Windows, flaws


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
