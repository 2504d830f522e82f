"""Backups and files: looked at before they replace or bring anything, and nothing waits for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flet_client import Driver
from words import t

from scorepad.evening.people import Person
from scorepad.history import History
from scorepad.history.backup import BackupKind
from scorepad.history.transfer import export
from scorepad.i18n.errors import backup_time, second_folder_text
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui.host import Place
from scorepad.ui.screens.backups import keep_elsewhere

from .evening import Windows, play, totals

HOUSE = replace(shipped_schemes()["pousse"], id="house", name="Chez nous")


@pytest.fixture
def there(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "there", device="there") as history:
        yield history


async def opened(windows: Windows, raw: bytes) -> Driver:
    """The window after somebody has chosen a file to be imported."""
    app = await windows.window("/data")
    app.picks = [{"id": 0, "name": "scorepad.json", "size": len(raw), "bytes": raw}]
    await done(app, "import")
    return app


async def done(app: Driver, *tiles: str) -> None:
    """Taps, and waits until nothing is being done aside."""
    await app.tap(*tiles)
    await app.wait_until(lambda: not app.exists("busy"))


# --- Backups ------------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A backup is shown before it is restored, and the restore can be undone.",
)
async def test_a_backup_is_looked_at_and_brought_back_and_that_is_undone(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window("/data")
    await done(app, "back-up")
    assert app.text("notice") == t("Backed up")
    (made,) = windows.history.backups()
    await done(app, "back-up")
    nothing = t("Nothing has changed since the backup of {when}.", when=backup_time(t, made))
    assert app.text("notice") == nothing
    await app.tap("back", "back", f"session-{evening.id}")
    await play(app, "1 garde", 2, "49")
    after = totals(app)
    app = await windows.window(f"/data/{made.path.stem}")
    await done(app)
    assert any(" · 2\u00a0hands · " in text for text in app.texts())
    await app.tap("restore")
    await app.wait_until(lambda: app.route == "/")
    assert app.text("notice") == t("Restored. What was here before is the newest backup.")
    assert len(windows.happened(evening).sheet.rows) == 2
    newest = windows.history.backups()[0]
    assert newest.kind is BackupKind.RESTORE
    app = await windows.window(f"/data/{newest.path.stem}")
    await done(app)
    await done(app, "restore")
    app = await windows.window(f"/session/{evening.id}")
    assert totals(app) == after


async def test_a_person_at_the_computer_can_choose_a_second_backup_folder(
    windows: Windows, tmp_path: Path
) -> None:
    windows.played(1)
    stick = tmp_path / "stick"
    stick.mkdir()
    app = await windows.window("/data", place=Place.WINDOW)
    app.answers["FilePicker.get_directory_path"] = lambda _: str(stick)
    await done(app, "elsewhere")
    assert app.text("notice") == t("Backups are copied there too")
    await done(app, "back-up")
    (made,) = windows.history.backups()
    place = windows.history.second_folder()
    assert place is not None
    assert [path.name for path in place.device_folder.iterdir()] == [made.path.name]
    assert second_folder_text(t, place) in app.texts()
    await done(app, "here-only")
    assert windows.history.second_folder() is None


async def test_a_served_page_cannot_say_where_backups_go(windows: Windows, tmp_path: Path) -> None:
    windows.played(1)
    app = await windows.window("/data", place=Place.BROWSER)
    assert not {"elsewhere", "here-only"} & set(app.identifiers())
    keep_elsewhere(app.page.data, tmp_path)
    await app.settle()
    assert windows.history.second_folder() is None
    assert list(tmp_path.iterdir()) == [windows.folder]


async def test_nothing_waits_for_a_backup_and_none_begins_twice(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.played(1)
    go, begun = threading.Event(), list[Any]()
    make = History.back_up

    def slow(history: History, *arguments: Any) -> Any:
        begun.append(arguments)
        assert go.wait(20)
        return make(history, *arguments)

    monkeypatch.setattr(History, "back_up", slow)
    app = await windows.window("/data")
    app.begin("back-up")
    await app.wait_until(lambda: app.exists("busy"))
    for tool in ("back-up", "export", "import"):
        assert not app.enabled(tool)
        assert app.name(tool).startswith(t("Making a backup…")), "and says why"
    windows.record(evening, evening.sheet.rows[0].deal.outcome)
    assert len(windows.happened(evening).sheet.rows) == 2, "hands go on"
    go.set()
    await app.settle()
    assert len(begun) == 1
    assert app.text("notice") == t("Backed up")


async def test_a_damaged_backup_is_not_brought_back(windows: Windows) -> None:
    windows.played(1)
    made = windows.history.back_up()
    raw = bytearray(made.path.read_bytes())
    raw[len(raw) // 2] ^= 1
    made.path.write_bytes(raw)
    for backup in (made.path.stem, "scorepad-20200101T000000Z-asked"):
        app = await windows.window(f"/data/{backup}")
        await done(app)
        assert not app.exists("restore")


# --- Files --------------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "A file is shown before anything of it is imported."
)
async def test_a_file_is_looked_at_before_it_comes_in(windows: Windows) -> None:
    with Windows(windows.folder.parent / "other") as other:
        evening = other.played(3)
        sender = await other.window("/data")
        await done(sender, "export")
        raw = sender.asked("FilePicker.save_file")[0]["src_bytes"]
    app = await opened(windows, raw)
    assert app.route == "/incoming"
    assert f"{t('new')} · {t.plural('{count} change', '{count} changes', 3)}" in app.texts()
    assert windows.history.summaries() == [], "nothing came in yet"
    await done(app, "bring-in")
    assert app.route == "/"
    assert app.text("notice") == t("Imported. What was here before is backed up.")
    assert len(windows.happened(evening).sheet.rows) == 3
    assert [made.kind for made in windows.history.backups()] == [BackupKind.IMPORT]
    app = await opened(windows, raw)
    assert t("Everything in it is here already.") in app.texts()
    assert not app.enabled("bring-in")


async def test_a_foreign_file_is_refused_with_the_reason(windows: Windows) -> None:
    evening = windows.played(1)
    app = await opened(windows, b'{"games": [1, 2]}')
    assert t("something other than Scorepad wrote it") in app.text("notice")
    assert app.route == "/data"
    assert [summary.id for summary in windows.history.summaries()] == [evening.id]
    assert windows.history.backups() == []


async def test_the_table_chooses_between_two_corrections_later(windows: Windows, there: History) -> None:
    evening = windows.played(2)
    there.create(evening)
    for history, dealer in ((there, "p1"), (windows.history, "p2")):
        now = history.load(evening.id)
        entry = now.sheet.rows[0]
        corrected = now.correct(entry.id, replace(entry.deal, dealer=dealer), history.stamp())
        history.extend(corrected)
    app = await opened(windows, export(there))
    two = t("{count} hand to decide on", count=1)
    assert any(two in text for text in app.texts())
    await done(app, "bring-in")
    waits = t("{count} hand waits for a decision.", count=1)
    assert app.text("notice").endswith(waits)
    assert two in app.text(f"session-{evening.id}")
    await app.tap(f"session-{evening.id}", "to-choose", "choose-2", "back")
    assert not app.exists("to-choose")


async def test_players_of_the_same_name_are_matched_by_the_table(windows: Windows, there: History) -> None:
    windows.played(1)
    people = tuple(Person(f"t{mark}", name, mark) for mark, name in enumerate(("ANNE", "Bruno", "Zoé")))
    there.create(windows.empty(people))
    app = await opened(windows, export(there))
    assert app.text("same-1") == "ANNE"
    assert app.node("same-1").get("toggled")
    await done(app, "same-2", "bring-in")
    assert windows.history.player_of("t0") == "p0"
    assert windows.history.player_of("t1") == "t1", "another Bruno"
    app = await windows.window("/data")
    assert t.plural("{name}, {count} time", "{name}, {count} times", 2, name="Bruno") in app.texts()
    assert t("{name} is {other}", name="ANNE", other="Anne") in app.texts()
    await app.tap("one-1")
    assert windows.history.player_of("t1") == windows.history.player_of("p1")
    await app.tap("separate-1", "separate-1")
    assert windows.history.player_of("t0") == "t0"


async def test_house_rules_that_differ_are_replaced_only_where_asked(
    windows: Windows, there: History
) -> None:
    windows.history.save_scheme(HOUSE)
    there.save_scheme(replace(HOUSE, name="Chez eux"))
    app = await opened(windows, export(there))
    assert not app.enabled("bring-in")
    await done(app, "scheme-1", "bring-in")
    assert [scheme.name for scheme in windows.history.schemes()] == ["Chez eux"]


async def test_back_leads_to_the_screen_from_which_the_backups_were_opened(windows: Windows) -> None:
    app = await windows.window("/")
    await app.tap("data", "back")
    assert app.route == "/"
    await app.tap("menu", "settings", "data", "back")
    assert app.route == "/settings"


async def test_the_backups_lead_to_an_evening_for_a_paper_sheet(windows: Windows) -> None:
    app = await windows.window("/data")
    await app.tap("from-paper")
    assert app.route == "/new"
