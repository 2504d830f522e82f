"""An evening and its entry without files, as the pad changes them, and hands as people enter them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from evenings import stamp

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Change, Ended, Seated
from scorepad.evening.people import Person, Seating
from scorepad.pad.documents import from_document, pruned, to_document
from scorepad.pad.draft import HandDraft
from scorepad.pad.entry import Entry, fresh, record, shown, tapped
from scorepad.pad.following import followed
from scorepad.tarot.hand import Bid, PoigneeSize, Side, ThrownIn

Tap = tuple[Callable[..., HandDraft], *tuple[object, ...]]


def garde(taker: str, partner: str = "") -> tuple[Tap, ...]:
    """A garde with 2 bouts and 49 points, a petit au bout and a poignée."""
    return (
        (HandDraft.taker_tapped, taker, Bid.GARDE),
        *([(HandDraft.partner_tapped, partner)] if partner else []),
        (HandDraft.bouts_tapped, 2),
        (HandDraft.digit_tapped, 4),
        (HandDraft.digit_tapped, 9),
        (HandDraft.petit_tapped, Side.TAKER),
        (HandDraft.poignee_tapped, taker, PoigneeSize.SINGLE),
    )


ENTERED = garde("p1")


def points(number: int) -> tuple[Tap, ...]:
    return (HandDraft.digit_tapped, number // 10), (HandDraft.digit_tapped, number % 10)


@dataclass
class Table:
    """An evening with its entry."""

    evening: Evening
    tokens: count[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.put(fresh(self.evening))

    def put(self, entry: Entry) -> None:
        """The entry, with a token for each hand."""
        hands = [each if each.token else replace(each, token=next(self.tokens)) for each in entry.hands]
        self.entry = replace(entry, hands=tuple(hands))

    def stamp(self) -> Stamp:
        return stamp(self.evening)

    @property
    def shown(self) -> HandDraft:
        return shown(self.entry, self.evening)

    @property
    def totals(self) -> dict[str, int]:
        sheet = self.evening.sheet
        return dict(zip([each.id for each in sheet.people], sheet.totals, strict=True))

    def tap(self, *taps: Tap) -> None:
        for tap, *args in taps:
            self.put(tapped(self.entry, self.evening, lambda hand: tap(hand, *args)))  # noqa: B023

    def does(self, act: Callable[..., Entry], *args: object) -> None:
        """Something that people do with the entry."""
        self.put(act(self.entry, self.evening, *args))

    def happens(self, after: Evening, entry: Entry | None = None) -> None:
        """Something that happens to the evening."""
        entered = followed(entry or self.entry, self.evening.events, after)
        before, self.evening = self.evening, after
        self.put(pruned(entered, before, after) if after is not before else entered)

    def adds(self, change: Change) -> None:
        self.happens(self.evening.add(change, self.stamp()))

    def save(self, meant: int | None = None, why: ThrownIn | None = None) -> None:
        self.happens(*record(self.evening, self.entry, meant or self.entry.hand.token, self.stamp(), why))

    def undo(self) -> None:
        self.happens(self.evening.undo(self.stamp()))

    def redo(self) -> None:
        self.happens(self.evening.redo(self.stamp()))

    def seat(self, people: tuple[Person, ...], seats: int, dealer: str = "") -> None:
        self.adds(Seated(Seating(people, seats, dealer or self.evening.dealer)))

    def end(self, over: bool = True) -> None:
        self.adds(Ended(over))

    def restart(self) -> None:
        """The app is started again."""
        self.put(from_document(to_document(self.entry, self.evening), self.evening))


def plain(hand: HandDraft) -> HandDraft:
    """A hand without what tells it from the same hand of another moment."""
    return replace(hand, token=0, event=None)
