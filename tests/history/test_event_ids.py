"""Events are named by their places; what earlier versions named at random gets these names, wherever it is named."""

from __future__ import annotations

import random
import shutil
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from disks import WatchedDisk
from empty_history import NOW, Clock
from evenings import after, by, stamps, table
from folders import file_of, new_evening, record
from random_evenings import driven, last_driven, merged, played, random_table
from sample_evenings import eventful

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.history import BadRecord, History, HistoryReader, ReportKind
from scorepad.history.disk import Disk
from scorepad.history.file_format import Tables, encode, migrated
from scorepad.history.log_file import LOG, _line, read_last_events
from scorepad.history.migrations import LAST_WITH_RANDOM_IDS, MIGRATIONS, former_ids
from scorepad.history.records import decode_evening, encode_evening
from scorepad.history.summary import MADE_BY
from scorepad.history.transfer import apply_import, export, preview_import, restore_missing
from scorepad.pad import Pad
from scorepad.pad.entry import correcting, inserting
from scorepad.pad.paper import record_rows, unsaved_text

ID = "session-1"


def random_name(name: str) -> str:
    """The random name that an earlier version gave the event; the same each time."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def as_before(evening: Evening) -> Tables:
    """The tables of schema 6 that an earlier version wrote for an evening."""
    names = {event.id: random_name(event.id) for event in evening.events}
    tables = encode_evening(evening)
    for event, document in zip(evening.events, tables["events"].values(), strict=True):
        document["id"] = names[event.id]
        ((kind, facts),) = document["change"].items()
        if kind == "dealt":
            facts.setdefault("entry", event.id)
        document["change"] = {kind: {name: renamed(name, fact, names) for name, fact in facts.items()}}
    return tables


def renamed(field: str, fact: Any, names: dict[str, str]) -> Any:
    if field not in ("entry", "before", "event", "replaces"):
        return fact
    return [names[each] for each in fact] if isinstance(fact, list) else names.get(fact, fact)


# -- evenings ---


@pytest.mark.parametrize("seed", range(60))
def test_an_evening_with_random_names_is_the_same_evening(seed: int) -> None:
    """On one device, or merged from two; every copy gets the same names alone."""
    r = random.Random(seed)
    both = here = there = last_driven(r, random_table(r), 20, stamps("one"))
    if seed % 2:
        *_, here = driven(r, both, 10, stamps("two"))
        *_, there = driven(r, both, 10, stamps("three"))
        both = merged(here, there)
    for evening in (here, there, both):
        before = as_before(evening)
        assert decode_evening(migrated(before, LAST_WITH_RANDOM_IDS, MIGRATIONS)) == evening
        assert former_ids(before, LAST_WITH_RANDOM_IDS) == {
            random_name(each.id): each.id for each in evening.events
        }
    assert former_ids(encode_evening(both), LAST_WITH_RANDOM_IDS + 1) == {}


def test_two_events_at_one_place_get_two_names() -> None:
    """Two installations of earlier versions may have had one name of their device, and one clock."""
    evening = after(table(4), by(0), by(1))
    tables = as_before(evening)
    tables["events"]["3"] = tables["events"]["2"] | {"id": "another", "change": {"noted": {"note": "x"}}}
    both = decode_evening(migrated(tables, LAST_WITH_RANDOM_IDS, MIGRATIONS))
    assert [event.device for event in both.events] == ["test", "test", "test~002"]
    assert len({event.id for event in both.events}) == 3
    tables["events"]["3"]["id"] = tables["events"]["2"]["id"]
    with pytest.raises(BadRecord, match="twice"):
        migrated(tables, LAST_WITH_RANDOM_IDS, MIGRATIONS)


# -- a data folder of an earlier version ---


def as_left_before(folder: Path, *evenings: Evening, drafts: dict[str, Any] | None = None) -> None:
    """Writes the files of these evenings as an earlier version left them, with its log and its drafts."""
    (folder / "sessions").mkdir(parents=True, exist_ok=True)
    lines = [_line(["scorepad evenings", MADE_BY, ""])]
    for evening in evenings:
        file_of(folder, evening.id).write_bytes(
            encode(as_before(evening), schema=LAST_WITH_RANDOM_IDS, generation=1)
        )
        last = random_name(evening.events[-1].id) if evening.events else ""
        lines.append(_line([evening.id, [last], None, "", None]))
    (folder / LOG).write_bytes(b"".join(lines))
    tables = {
        "drafts": {
            str(n): {"session": id_, "draft": each} for n, (id_, each) in enumerate((drafts or {}).items(), 1)
        }
    }
    (folder / "drafts.json").write_bytes(encode(tables, schema=2, generation=1))


@pytest.mark.promise("The history", "After an update of the file format, nothing seems to be lost.")
def test_an_update_reports_nothing_as_lost(tmp_path: Path) -> None:
    """Whether an evening is first read or first played on, and at every later start."""
    evenings = [played(new_evening(f"session-{number}"), number, stamps()) for number in range(4)]
    as_left_before(tmp_path, *evenings)
    with History(tmp_path, device="here") as history:
        record(history, "session-3", history.stamp)
        assert history.reports() == []
        record(history, "session-2", history.stamp)
    for _ in range(2):
        with History(tmp_path) as history:
            assert (len(history.summaries()), history.reports()) == (4, [])
            last = {
                each.id: history.load(each.id).events[-1].id for each in history.summaries() if each.deals
            }
    assert read_last_events(tmp_path, Disk()) == last | {"session-0": ""}


@pytest.mark.promise(
    "The history", "What was missing before an update of the file format is still reported, and comes back."
)
@pytest.mark.parametrize("gone", [False, True], ids=["older", "gone"])
def test_an_evening_that_was_missing_before_an_update_is_still_missing_and_comes_back(
    tmp_path: Path, clock: Clock, gone: bool
) -> None:
    whole = played(new_evening(), 3, stamps())
    as_left_before(tmp_path, whole)
    with History(tmp_path, clock=clock) as history:
        assert [each.path.name for each in history.backups()] != [], "made before the update"
    file_of(tmp_path).unlink()
    for name in (f"{ID}.json.bak", f"{ID}.json.schema-6"):
        file_of(tmp_path).with_name(name).unlink(missing_ok=True)
    log = tmp_path / LOG
    log.write_bytes(
        _line(["scorepad evenings", MADE_BY, ""])
        + _line([ID, [random_name(whole.events[-1].id)], None, "", None])
    )
    if not gone:
        older = Evening.of(whole.start, whole.events[:2])
        file_of(tmp_path).write_bytes(encode(as_before(older), schema=LAST_WITH_RANDOM_IDS, generation=1))
    with History(tmp_path, clock=clock) as history:
        (report,) = history.reports()
        assert report.kind is (ReportKind.GONE if gone else ReportKind.OLDER)
        assert report.backup_copy is not None
        assert report.backup_copy.summary.deals == 3
        restore_missing(history)
        assert history.load(ID) == whole
        assert history.reports() == []
    with History(tmp_path, clock=clock) as history:
        assert history.reports() == []


@pytest.mark.promise(
    "The hand under way", "An update of the file format keeps every hand that is half entered."
)
def test_an_update_keeps_every_hand_that_is_half_entered(tmp_path: Path) -> None:
    """A correction, an inserted hand, a saved hand as it was entered, and typed rows, each with the event it names."""
    evening = played(new_evening(), 4, stamps())
    with History(tmp_path / "before", device="test") as history:
        history.create(evening)
        pad = Pad(history)
        first, second = (row.id for row in evening.sheet.rows[:2])
        deal = evening.sheet.rows[0].deal
        at = history.stamp()
        pad.change(
            ID, lambda now, entry: record_rows(now, entry, [("a row", replace(deal, dealer=now.dealer))], at)
        )
        pad.change(ID, lambda now, entry: (now, correcting(entry, now, first)))
        pad.tap(ID, lambda hand: hand.erased(), pad.entry(history.load(ID)).hand.token, "a window", "erase")
        pad.change(ID, lambda now, entry: (now, inserting(entry, now, second)))
        pad.tap(
            ID, lambda hand: hand.digit_tapped(4), pad.entry(history.load(ID)).hand.token, "a window", "4"
        )
        pad.write()
        known, whole = pad.entry(history.load(ID)), history.load(ID)
        draft = history.draft(ID)
    assert {each.editing for each in known.hands} == {first, None}
    assert known.paper.events == (whole.events[-1].id,)
    names = {event.id: random_name(event.id) for event in whole.events}
    assert draft is not None
    as_left_before(tmp_path, whole, drafts={ID: with_old_names(draft, names), "gone": {"seen": "nothing"}})
    for _ in range(2):
        with History(tmp_path) as history:
            found = Pad(history).entry(history.load(ID))
            assert [replace(each, token=0) for each in found.hands] == [
                replace(each, token=0) for each in known.hands
            ]
            assert (found.saved, found.paper) == (known.saved, known.paper)
            undone = whole.undo(Stamp(whole.last_at, "test"))
            assert unsaved_text(found, undone) == "a row"
            record(history, ID, history.stamp)  # now the evening names its events anew, too


def with_old_names(document: Any, names: dict[str, str]) -> Any:
    if isinstance(document, dict):
        return {key: with_old_names(each, names) for key, each in document.items()}
    if isinstance(document, list):
        return [with_old_names(each, names) for each in document]
    return names.get(document, document) if isinstance(document, str) else document


def test_drafts_of_an_earlier_version_stay_if_the_system_refuses_to_write_them(tmp_path: Path) -> None:
    evening = played(new_evening(), 1, stamps())
    draft = {"seen": random_name(evening.events[0].id), "hands": []}
    as_left_before(tmp_path, evening, drafts={ID: draft})
    refused = []

    def refuse(call: str, *arguments: object) -> None:
        if call == "create" and "drafts" in str(arguments[0]):
            refused.append(call)
            raise OSError(28, "planted")

    with History(tmp_path, disk=WatchedDisk(refuse)) as history:
        assert history.draft(ID) == draft
    assert refused
    with History(tmp_path) as history:
        assert history.draft(ID) == draft | {"seen": evening.events[0].id}


def test_a_reader_of_a_folder_that_is_not_updated_yet_reports_nothing_as_lost(tmp_path: Path) -> None:
    as_left_before(tmp_path, eventful())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with HistoryReader(tmp_path, clock=lambda: NOW) as reader:
        assert reader.load(ID) == eventful()
        assert reader.reports() == []
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


# -- devices of one name ---


@pytest.mark.promise("Import and export between devices", "A copied folder never gives two hands one name.")
@pytest.mark.parametrize("known", [True, False], ids=["an evening of both", "an evening of the copy"])
def test_a_device_that_meets_its_own_name_elsewhere_takes_another(tmp_path: Path, known: bool) -> None:
    """A disk was copied, or a backup was restored on another computer: both have one name, until they meet."""
    with History(tmp_path / "one") as one:
        if known:
            one.create(new_evening())
        name = one.device
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with History(tmp_path / "one") as one, History(tmp_path / "two") as two:
        if not known:
            two.create(new_evening())
        record(two, ID, two.stamp)
        if known:
            record(one, ID, one.stamp)
        assert (one.device, two.device) == (name, name)
        apply_import(preview_import(export(two), one), one)
        assert one.device != name
        assert one.load(ID).sheet.rows[-1].current.device == name
        kept = one.device
        apply_import(preview_import(export(one), two), two)
        assert two.device != kept
        assert apply_import(preview_import(export(two), one), one).events == 0
    with History(tmp_path / "one") as one:
        assert one.device == kept


def test_a_device_keeps_its_name_when_it_meets_others(tmp_path: Path) -> None:
    with History(tmp_path) as history:
        name = history.device
        history.create(played(new_evening(), 2, stamps("other")))
        history.merge(ID, played(history.load(ID), 1, stamps("third")).events)
        assert history.device == name
