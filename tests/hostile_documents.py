"""Documents that no reader lets in: one table for all readers.

A reader is given each of the TEXTS as it is, or a sound document with one `Change` at a time. The changes of a hand
and of a scheme are also made within an evening, and those of an evening within whatever holds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scorepad.faults import Fault
from scorepad.history import BadRecord
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme

GONE = object()
"""In place of a value: the field is left out."""


def event(number: int) -> str:
    """The id of an event of `sample_evenings.eventful`, by its number."""
    return f"{number}-20261121200000000-test"


def changed(document: object, way: str, value: object) -> Any:
    """The document with another value at a way, as in "poignees/0/size"."""
    if not way:
        return value
    *parents, last = way.split("/")
    result: Any = deepcopy(document)
    place = result
    for name in parents:
        place = place[int(name) if isinstance(place, list) else name]
    if value is GONE:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return result


def ways(place: Any, before: str = "") -> Iterator[str]:
    """The way to every value of a document, and to one more field in every object."""
    if before:
        yield before
    items = enumerate(place) if isinstance(place, list) else place.items() if isinstance(place, dict) else ()
    for name, item in items:
        yield from ways(item, f"{before}/{name}".lstrip("/"))
    if isinstance(place, dict):
        yield f"{before}/more".lstrip("/")


@dataclass(frozen=True)
class Text:
    """Bytes that are no JSON object, and the reason."""

    name: str
    raw: bytes
    fault: Fault

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Change:
    """A `value` at a `way` of a sound document, and the refusal: where, and why."""

    way: str
    value: object
    where: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.way}: {'gone' if self.value is GONE else repr(self.value)[:30]}"

    def of(self, document: object) -> Any:
        """The document with the change made."""
        return changed(document, self.way, self.value)

    def within(self, way: str, where: str, sound: object) -> Change:
        """The change of a document that holds the sound one at a way, and says where in its own words."""
        return Change(way, self.of(sound), f"{where}/{self.where}".rstrip("/"), self.fault)


def let_in(
    read: Callable[[Any], object], sound: object, changes: Iterable[Change], before: str = ""
) -> list[str]:
    """The changes that a reader does not refuse, or for another reason, or elsewhere; there must be none.

    The reader raises BadRecord; it writes `before` before each place.
    """
    wrong = []
    for change in changes:
        try:
            read(change.of(sound))
            wrong.append(f"{change}: let in")
        except BadRecord as error:
            if (error.where, error.fault) != (before + change.where, change.fault):
                wrong.append(f"{change}: {error.fault} at {error.where!r}")
    return wrong


TEXTS = [
    Text("nothing", b"", Fault.NOT_JSON),
    Text("no UTF-8", b"\xff\xfe\x00", Fault.NOT_JSON),
    Text("no UTF-8 in a text", b'{"taker": "\xff"}', Fault.NOT_JSON),
    Text("a zip", b"PK\x03\x04", Fault.NOT_JSON),
    Text("half an object", b"{", Fault.NOT_JSON),
    Text("half a list", b"[1, 2", Fault.NOT_JSON),
    Text("two objects", b"{}{}", Fault.NOT_JSON),
    Text("Python", b"{'taker': 'A'}", Fault.NOT_JSON),
    Text("a number of thousands of digits", b'{"bouts": ' + b"9" * 5000 + b"}", Fault.NOT_JSON),
    Text("lists in lists", b"[" * 60_000, Fault.NOT_JSON),
    Text("ends of lists", b"]" * 60_000, Fault.NOT_JSON),
    Text("a text that never ends", b'"' + b'\\"' * 30_000, Fault.NOT_JSON),
    Text("null", b"null", Fault.NOT_AN_OBJECT),
    Text("a number", b"7", Fault.NOT_AN_OBJECT),
    Text("a text", b'"scorepad transfer"', Fault.NOT_AN_OBJECT),
    Text("a list", b"[]", Fault.NOT_AN_OBJECT),
    Text("a list of objects", b"[{}]", Fault.NOT_AN_OBJECT),
    Text("a field twice", b'{"taker": "A", "taker": "B"}', Fault.TWICE),
    Text("a field twice within", b'{"chelem": {"made": null, "made": "taker"}}', Fault.TWICE),
]

HAND: dict[str, Any] = {
    "players": ["A", "B", "C", "D"],
    "taker": "A",
    "bid": "garde",
    "bouts": 2,
    "card_points": 49,
    "petit_au_bout": "taker",
    "poignees": [{"player": "A", "size": "single"}],
    "chelem": {"announced": "taker", "made": None},
    "petit_chelem": None,
    "miseres": [{"player": "B", "kind": "no_trumps"}],
}
"""A sound one."""

HANDS = [
    Change("players", GONE, "players", Fault.MISSING),
    Change("players", "ABCD", "players", Fault.NOT_A_LIST),
    Change("players", list("ABCDEF"), "players", Fault.TOO_LONG),
    Change("players/1", 2, "players/1", Fault.NOT_A_TEXT),
    Change("players/1", "", "players/1", Fault.EMPTY),
    Change("players/1", "B" * 65, "players/1", Fault.TOO_LONG),
    Change("taker", GONE, "taker", Fault.MISSING),
    Change("taker", 7, "taker", Fault.NOT_A_TEXT),
    Change("bid", GONE, "bid", Fault.MISSING),
    Change("bid", "garde_avec", "bid", Fault.UNKNOWN_VALUE),
    Change("bouts", GONE, "bouts", Fault.MISSING),
    Change("bouts", 2.0, "bouts", Fault.NOT_A_NUMBER),
    Change("bouts", 4, "bouts", Fault.OUT_OF_RANGE),
    Change("card_points", GONE, "card_points", Fault.MISSING),
    Change("card_points", None, "card_points", Fault.MISSING),
    Change("card_points", "49", "card_points", Fault.NOT_A_NUMBER),
    Change("card_points", 49.25, "card_points", Fault.NOT_A_HALF),
    Change("card_points", float("nan"), "card_points", Fault.NOT_A_HALF),
    Change("card_points", 91.5, "card_points", Fault.OUT_OF_RANGE),
    Change("card_points", 1e300, "card_points", Fault.OUT_OF_RANGE),
    Change("card_points", -0.5, "card_points", Fault.OUT_OF_RANGE),
    Change("half_points", 98, "half_points", Fault.UNEXPECTED),
    Change("petit_au_bout", "attack", "petit_au_bout", Fault.UNKNOWN_VALUE),
    Change("poignees", {}, "poignees", Fault.NOT_A_LIST),
    Change("poignees", HAND["poignees"] * 11, "poignees", Fault.TOO_LONG),
    Change("poignees/0/size", GONE, "poignees/0/size", Fault.MISSING),
    Change("poignees/0/size", "huge", "poignees/0/size", Fault.UNKNOWN_VALUE),
    Change("poignees/0/x", 1, "poignees/0/x", Fault.UNKNOWN_FIELD),
    Change("chelem", True, "chelem", Fault.NOT_AN_OBJECT),
    Change("chelem/announced", "me", "chelem/announced", Fault.UNKNOWN_VALUE),
    Change("miseres/0/kind", "none", "miseres/0/kind", Fault.UNKNOWN_VALUE),
    Change("comment", "!", "comment", Fault.UNKNOWN_FIELD),
    Change("", None, "", Fault.NOT_AN_OBJECT),
]

SCHEME: dict[str, Any] = scheme_to_data(shipped_scheme())
"""A sound one."""

SCHEMES = [
    Change("margin", {"step": "1"}, "margin/step", Fault.NOT_A_NUMBER),
    Change("margin", {"stop": 1}, "margin/stop", Fault.UNKNOWN_FIELD),
    Change("margin/step", 0, "margin/step", Fault.OUT_OF_RANGE),
    Change("bids", [], "bids", Fault.SCHEME),
    Change("", [], "", Fault.NOT_AN_OBJECT),
    Change("", "fft", "", Fault.NOT_AN_OBJECT),
]

DEALT = "events/1/change/dealt"

STARTS = [
    Change("", [], "", Fault.NOT_AN_OBJECT),
    Change("id", GONE, "id", Fault.MISSING),
    Change("id", ["a"], "id", Fault.NOT_A_TEXT),
    Change("id", "a" * 65, "id", Fault.TOO_LONG),
    Change("created", "now", "created", Fault.NOT_A_TIME),
    Change("title", 7, "title", Fault.NOT_A_TEXT),
    Change("colour", 7, "colour", Fault.UNKNOWN_FIELD),
    Change("seating", GONE, "seating", Fault.MISSING),
    Change("seating/seats", 6, "seating/seats", Fault.OUT_OF_RANGE),
    Change("seating/people", [], "seating", Fault.CONTRADICTION),
    Change("seating/people/1/id", "player-0", "seating", Fault.CONTRADICTION),
    Change("seating/people/1/name", "x" * 31, "seating/people/1/name", Fault.TOO_LONG),
    Change("seating/people/1/mark", -1, "seating/people/1/mark", Fault.OUT_OF_RANGE),
    Change("seating/people", [{"id": "a", "name": "a"}] * 10_000, "seating/people", Fault.TOO_LONG),
    Change("seating/dealer", "nobody", "seating", Fault.CONTRADICTION),
    Change("scheme", {"id": "fft"}, "scheme/bids", Fault.MISSING),
    *[change.within("scheme", "scheme", SCHEME) for change in SCHEMES],
]
"""Of the start of an evening, of `sample_evenings.eventful`."""

EVENTS = [
    Change("1", None, "events/1", Fault.NOT_AN_OBJECT),
    Change("1/seq", 0, "events/1/seq", Fault.OUT_OF_RANGE),
    Change("1/at", "2026-02-31T00:00:00Z", "events/1/at", Fault.NOT_A_TIME),
    Change("1/reason", "x" * 501, "events/1/reason", Fault.TOO_LONG),
    Change("1/remark", "", "events/1/remark", Fault.UNKNOWN_FIELD),
    Change("1/kind", "recorded", "events/1/kind", Fault.UNKNOWN_FIELD),
    Change("2/id", event(2), "events/2/id", Fault.UNKNOWN_FIELD),
    Change("2/seq", 1, f"event {event(1)}/id", Fault.TWICE),
    # -- changes ---
    Change("1/change", GONE, "events/1/change", Fault.MISSING),
    Change("1/change", {}, "events/1/change", Fault.MISSING),
    Change("1/change", "dealt", "events/1/change", Fault.NOT_AN_OBJECT),
    Change("1/change", {"deleted": {}}, "events/1/change/deleted", Fault.UNKNOWN_FIELD),
    Change("1/change/ended", {}, "events/1/change", Fault.UNEXPECTED),
    Change("1/change/dealt/note", "", "events/1/change/dealt/note", Fault.UNKNOWN_FIELD),
    Change("13/change/rules_changed/entry", "1", "events/13/change/rules_changed/entry", Fault.UNKNOWN_FIELD),
    *[
        change.within("13/change/rules_changed/scheme", "events/13/change/rules_changed/scheme", SCHEME)
        for change in SCHEMES
    ],
    # -- deals ---
    Change("1/change/dealt/entry", event(2), f"event {event(1)}/entry", Fault.NO_DEAL),
    Change("1/change/dealt/deal", GONE, f"event {event(1)}/deal", Fault.NO_DEAL),
    Change("1/change/dealt/deal/thrown_in", "misdeal", f"{DEALT}/deal/thrown_in", Fault.UNEXPECTED),
    Change("1/change/dealt/deal/hand", GONE, f"{DEALT}/deal/hand", Fault.MISSING),
    *[
        change.within("1/change/dealt/deal/hand", f"{DEALT}/deal/hand", HAND)
        for change in HANDS
        if change.of(HAND) is not None  # it is missing then
    ],
    *[
        Change("1/change/dealt/deal/hand/half_points", value, f"{DEALT}/deal/hand/half_points", reason)
        for value, reason in {
            "91": Fault.NOT_A_NUMBER,
            183: Fault.OUT_OF_RANGE,
            -1: Fault.OUT_OF_RANGE,
            10**30: Fault.OUT_OF_RANGE,
        }.items()
    ],
    *[
        Change(f"1/change/dealt/deal/{way}", value, f"event {event(1)}/deal/{where}", reason)
        for way, value, where, reason in (
            ("dealer", "nobody", "dealer", Fault.STRANGER),
            ("hand/taker", "nobody", "hand", Fault.STRANGER),
            ("hand/partner", "player-1", "hand/partner", Fault.TWICE),
            ("hand/players/0", "nobody", "players", Fault.STRANGER),
            ("hand/players/0", "player-1", "hand/players", Fault.TWICE),
            ("hand/players", ["player-0"], "hand/players", Fault.TWICE),
        )
    ],
    Change("1/change/dealt/agreed/payments", [], f"{DEALT}/agreed/payments", Fault.NOT_AN_OBJECT),
    Change(
        *("1/change/dealt/agreed/payments/player-0", 1.5),
        *(f"{DEALT}/agreed/payments/player-0", Fault.NOT_A_NUMBER),
    ),
    Change("1/change/dealt/agreed/payments/player-9", 0, f"{DEALT}/agreed/payments", Fault.TOO_LONG),
    # -- what rests on earlier events ---
    Change("6/change/dealt/entry", event(99), f"event {event(6)}/entry", Fault.NO_DEAL),
    Change("5/change/dealt/replaces", event(1), "events/5/change/dealt/replaces", Fault.NOT_A_LIST),
    Change("5/change/dealt/replaces", [event(1)] * 101, "events/5/change/dealt/replaces", Fault.TOO_LONG),
    *[
        Change("5/change/dealt/replaces/0", other, f"event {event(5)}/replaces", Fault.UNKNOWN_EVENT)
        for other in (event(2), event(5), event(9))
    ],
    *[
        Change("10/change/undone/event", other, f"event {event(10)}/event", Fault.UNKNOWN_EVENT)
        for other in (event(10), event(11), event(99))
    ],
    Change("10/change/undone/event", 9, "events/10/change/undone/event", Fault.NOT_A_TEXT),
    Change("10/change/undone/redone", 1, "events/10/change/undone/redone", Fault.NOT_A_BOOLEAN),
]
"""Of its events by their numbers."""

EVENINGS = [
    *[
        replace(each, way=f"evening/1/{each.way}".rstrip("/"), where=f"evening/{each.where}".rstrip("/"))
        for each in STARTS
    ],
    *[replace(each, way=f"events/{each.way}") for each in EVENTS],
]
"""Of the tables of a file: `evening` with one document, `events` with one each."""
