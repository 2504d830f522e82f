"""Migrates evenings of earlier schemas: one pure function of documents for each step.

Superfluous fields of earlier documents are dropped; missing fields are refused by the codec afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from scorepad.evening.event_place import event_id, spare_names
from scorepad.evening.length import MAX_HANDS
from scorepad.tarot.scheme_data import agreed_hands

from .file_format import Document, Migrations, Tables, migrated, newest_schema


def unchanged(tables: Tables) -> Tables:
    """A step to a schema that only adds optional fields."""
    return tables


def with_length(tables: Tables) -> Tables:
    """Schema 3 to 4: the number of hands moves from the scheme to the length of the evening."""

    def lengthened(document: Document) -> Document:
        hands = agreed_hands(document.get("scheme"))
        return {**document, "length": {"hands": min(hands, MAX_HANDS)}} if hands else document

    return {name: {key: lengthened(each) for key, each in table.items()} for name, table in tables.items()}


def one_change_each(tables: Tables) -> Tables:
    """Schema 4 to 5: an event has one change, and an undo is an event that names the undone or redone event."""
    events = _events(tables.get("events", {}).values())
    return {
        "evening": {key: _start(each) for key, each in tables.get("session", {}).items()},
        "events": {str(number): each for number, each in enumerate(events, 1)},
    }


def _start(old: Document) -> Document:
    seating = {"people": old["people"], "seats": old["seats"], "dealer": old["first_dealer"]}
    return {"title": old["name"], "seating": seating, **_kept(old, "id", "created", "scheme", "length")}


def _kept(old: Document, *names: str) -> Document:
    """Returns the fields of a document that have one of these names; a field may be missing."""
    return {name: old[name] for name in names if name in old}


def _events(documents: Iterable[Document]) -> list[Document]:
    """Converts events of schema 4 to events of schema 5, in their order.

    `about` maps the id of each event to an event, and to whether that event counts afterwards: an undo maps to the
    event that it undoes or redoes, any other event maps to itself. `left` maps the id of each event to the id of the
    version of its row that counts afterwards: after an undo, the version before the undone event. Both refer to
    earlier events only, so there are no cycles.
    """
    old = sorted(documents, key=lambda each: (each["seq"], each["at"], each["id"]))
    about: dict[str, tuple[Document, bool]] = {}
    left: dict[str | None, str] = {}
    events = []
    for each in old:
        id_: str = each["id"]
        undoes = each.get("undoes")
        if undoes is None:
            change = _change(each, left)
            about[id_], left[id_] = (each, True), id_
        else:
            other, counts = about[undoes]
            about[id_] = other, not counts
            left[id_] = left.get(other.get("supersedes"), id_) if counts else other["id"]
            change = {"undone": {"event": other["id"], "redone": not counts}}
        events.append({**_kept(each, "id", "seq", "at", "device", "reason"), "change": change})
    return events


def reinterprets_undos(tables: Tables) -> bool:
    """Whether tables of schema 4 or earlier have an undo of an event that was not the last event.

    Such an undo is possible only if several devices recorded events. Up to schema 4, it restored the state that its
    device knew, and so also took back changes of other devices. Now an undo takes back one event only.
    """
    done: list[object] = []
    undone: list[object] = []
    for each in sorted(
        tables.get("events", {}).values(), key=lambda each: (each["seq"], each["at"], each["id"])
    ):
        undoes = each.get("undoes")
        if undoes is None:
            undone.clear()
            done.append(each["id"])
        elif done[-1:] == [undoes]:
            undone.append(each["id"])
            done.pop()
        elif undone[-1:] == [undoes]:
            done.append(each["id"])
            undone.pop()
        else:
            return True
    return False


def _change(old: Document, left: Mapping[str | None, str]) -> Document:
    """Converts the change of an event that is not an undo to schema 5; `_events` explains `left`."""
    match old["kind"]:
        case "taken_over":
            return {"taken_over": {"score": _deal(old["deal"])["take_over"], "seating": old["seating"]}}
        case "seated":
            return {"seated": {"seating": old["seating"]}}
        case "renamed":
            names = old["renaming"]
            return {"renamed": {"title": names.get("name"), "people": names.get("people", [])}}
        case "scheme_changed":
            return {"rules_changed": _kept(old, "scheme", "from_now", "length")}
        case "noted":
            return {"noted": {"note": old["note"], "entry": old.get("entry")}}
        case "length_agreed":
            return {"length_agreed": {"length": old["length"]}}
        case "rate_agreed":
            return {"rate_agreed": {"rate": old["rate"]}}
        case "finished" | "reopened" as kind:
            return {"ended": {"over": kind == "finished"}}
        case "recorded" | "corrected" | "restored":
            deal = _deal(old["deal"])
        case "voided":
            deal = None
        case kind:
            raise ValueError(f"{kind!r} is no kind of event")
    replaced = [] if old.get("supersedes") is None else [old["supersedes"], *old.get("settles", [])]
    replaces = dict.fromkeys(left[id_] for id_ in replaced)
    facts = {"entry": old["entry"], "deal": deal, "agreed": old.get("agreed")}
    return {"dealt": {**facts, "replaces": list(replaces)}}


def with_ids_by_place(tables: Tables) -> Tables:
    """Schema 6 to 7: the id of an event follows from its place, and an event that records a row has no `entry`."""
    found = _ids_by_place(tables)
    ids = {old: new for old, (new, _) in found.items()}
    events = {}
    for key, each in tables.get("events", {}).items():
        change = _with_ids(each["change"], ids)
        dealt = change.get("dealt")
        if dealt is not None and dealt["entry"] == ids[each["id"]]:
            change = {"dealt": {name: dealt[name] for name in dealt if name != "entry"}}
        rest = {name: each[name] for name in each if name != "id"}
        events[key] = {**rest, "device": found[each["id"]][1], "change": change}
    return {**tables, "events": events}


def _ids_by_place(tables: Tables) -> dict[str, tuple[str, str]]:
    """Maps the old id of each event of schema 6 to its new id and the name of its device.

    If two events have the same place, the later event gets another device name. Raises ValueError if two events have
    the same old id.
    """
    found: dict[str, tuple[str, str]] = {}
    taken: set[str] = set()
    events = tables.get("events", {}).values()
    for each in sorted(events, key=lambda each: (each["seq"], each["at"], each["id"])):
        old, device = each["id"], each["device"]
        if old in found:
            raise ValueError(f"event {old} is there twice")
        spare = spare_names(device)
        while (new := event_id(each["seq"], each["at"], device)) in taken:
            device = next(spare)
        taken.add(new)
        found[old] = new, device
    return found


ID_FIELDS = frozenset(("entry", "before", "event", "replaces"))
"""The fields of a change that have the ids of events."""


def _with_ids(change: Document, ids: Mapping[str, str]) -> Document:
    """A change of schema 6 with new ids; an id that belongs to no event stays, and is refused later."""

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [ids.get(each, each) for each in value]
        return ids.get(value, value)

    return {
        kind: {name: renamed(facts[name]) if name in ID_FIELDS else facts[name] for name in facts}
        for kind, facts in change.items()
    }


def former_ids(tables: Tables, schema: int) -> dict[str, str]:
    """Maps the random ids of the events in tables of an earlier schema to the ids that the events have now.

    Empty for tables of schema 7 or later, in which the ids are not random. Raises BadRecord if the tables cannot be
    migrated.
    """
    if schema > LAST_WITH_RANDOM_IDS:
        return {}
    tables = migrated(tables, schema, MIGRATIONS, to=LAST_WITH_RANDOM_IDS)
    events = migrated(tables, LAST_WITH_RANDOM_IDS, MIGRATIONS, to=LAST_WITH_RANDOM_IDS + 1)["events"]
    return {
        tables["events"][key]["id"]: event_id(each["seq"], each["at"], each["device"])
        for key, each in events.items()
    }


def _deal(old: Any) -> Any:
    """A deal, with the new name of the field for the person who takes over a score."""
    if not isinstance(old, dict) or not isinstance(score := old.get("take_over"), dict):
        return old
    return {**old, "take_over": {"newcomer" if name == "comer" else name: score[name] for name in score}}


MIGRATIONS: Migrations = MappingProxyType(
    {
        1: unchanged,
        2: unchanged,
        3: with_length,
        4: one_change_each,
        5: unchanged,
        6: with_ids_by_place,
        7: unchanged,
    }
)
"""The functions that migrate the tables of an evening from schema n to schema n + 1.

New in the schemas:
 - 2: other people
 - 3: new names, and rules that change from a hand on
 - 4: points without a hand, scores that are taken over, notes, guests, teams, the agreed length, money, mouches, chips,
   hands without a bid, and the called card
 - 5: one change for each event (`one_change_each`)
 - 6: evenings left out of seasons, the day of an evening, and rows inserted before other rows
 - 7: ids of events that follow from their places (`with_ids_by_place`)
 - 8: hands that two devices recorded for the same turn, and that are kept apart
"""

LAST_WITH_RANDOM_IDS = 6
"""The last schema in which events have random ids."""

EVENING_SCHEMA = newest_schema(MIGRATIONS)
"""The schema of the evening files that this version writes."""

LIBRARY_MIGRATIONS: Migrations = MappingProxyType({1: unchanged, 2: unchanged})
"""The functions that migrate the tables of library.json and of drafts.json from schema n to schema n + 1.

Schema 2 added archived players. In schema 3 the ids of events follow from their places; only the evenings have the
places, so `Drafts.replace_ids` replaces the ids.
"""

DRAFTS_WITH_PLACES = 3
"""The first schema of drafts.json in which the ids of events follow from their places."""

LIBRARY_SCHEMA = newest_schema(LIBRARY_MIGRATIONS)
"""The schema of library.json and drafts.json."""
