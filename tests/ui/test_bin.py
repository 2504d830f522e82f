"""An evening is deleted without a question; the notice, or the bin, gives it back."""

from __future__ import annotations

import pytest
from words import t

from scorepad.ui import routes

from .evening import Windows


@pytest.mark.promise(
    "The screens: look at the evening", "An evening is deleted with one tap, and comes back with one."
)
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
        windows.history.move_to_bin(evening.id)
    app = await windows.window(routes.evening(gone.id))
    await app.tap("bin")
    number = 1 if "Denis" not in app.text("deleted-1") else 2
    assert t.plural("{count} day left", "{count} days left", 30) in app.text("deleted-2")
    await app.tap(f"ask-{number}", f"keep-{number}")
    assert not app.exists(f"for-good-{number}")
    await app.tap(f"ask-{number}", f"for-good-{number}")
    assert [each.summary.id for each in windows.history.bin()] == [kept.id]
    await app.tap("put-back-1")
    assert windows.happened(kept) == kept
