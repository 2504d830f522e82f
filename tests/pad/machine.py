"""Everything that may happen to an evening and its entry, at random: two windows, kills, another device."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from disks import CHANGES_OF_DISK, WatchedDisk
from evenings import gardes, hand, persons, table
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorepad.evening.adjustment import penalty
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp, event_id
from scorepad.evening.events import Change, Dealt, Ended, RulesChanged, Seated
from scorepad.evening.people import Person, Seating
from scorepad.history import History, HistoryError
from scorepad.history.reader import HistoryReader
from scorepad.pad import Entry, EveningOver, HandDraft, Pad, Told, paper
from scorepad.pad import entry as acts
from scorepad.pad.documents import from_document
from scorepad.tarot.cards import CardKind
from scorepad.tarot.hand import Bid, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

from .played import plain

ID = "evening"
WINDOWS = st.sampled_from(["a phone", "a laptop"])
MOST_PEOPLE = 12
"""More would be more than an evening takes."""


class Killed(BaseException):
    """The process is gone, in the middle of a write."""


class Machine(RuleBasedStateMachine):
    """A data folder with an evening of four; the process that has it open may be killed, and another one takes over."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.calls_left: int | None = None
        """How many calls of the disk are left until the `blow`."""
        self.blow: type[BaseException] | None = None
        self.points: Iterator[int] = iter(range(20, 91))
        self.drawn = {"a phone": 0, "a laptop": 0}
        self.people = list(persons(8))
        self.seat_of: dict[str, str] = {}
        """The former holder of each seat that was taken over."""
        self.entered: dict[str, HandDraft] = {}
        """The hands as they were saved, by their events."""
        self.before_undo: list[HandDraft] | None = None
        """The hands under way before an undo, if nothing happened since."""
        self.elsewhere: Evening | None = None
        """The evening on another device."""
        self.others = iter(range(10**6))
        self.rows_typed: list[str] = []
        """The rows that were typed last."""
        self.events_of_rows = set[str]()
        self.time = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
        self.open()
        self.history.create(table(4, id=ID))
        self.elsewhere = self.evening

    def open(self) -> None:
        self.history = History(self.folder, disk=WatchedDisk(self._called), clock=self.clock).__enter__()
        assert self.history.device, "it is written down before anything else happens"
        self.pad = Pad(self.history)
        self.told: list[Told] = []
        self.pad.subscribe(self.told.append)
        if (self.folder / "sessions" / f"{ID}.json").exists():
            for window in self.drawn:
                self.drawn[window] = self.entry.hand.token

    def clock(self) -> datetime:
        """A clock that never stands still: nobody taps twice within its smallest step."""
        self.time += timedelta(milliseconds=1)
        return self.time

    def teardown(self) -> None:
        self.history.close()
        shutil.rmtree(self.folder)

    def _called(self, call: str, *_: object) -> None:
        """Counts the changes of the disk down; the blow falls after the last one, and at each one after that."""
        if self.calls_left is None or call not in CHANGES_OF_DISK:
            return
        self.calls_left -= 1
        if self.calls_left < 0 and self.blow is not None:
            raise self.blow(errno.ENOSPC, "planted") if self.blow is OSError else self.blow

    # -- what is seen ---

    @property
    def evening(self) -> Evening:
        return self.history.load(ID)

    @property
    def entry(self) -> Entry:
        return self.pad.entry(self.evening)

    @property
    def shown(self) -> HandDraft:
        return acts.shown(self.entry, self.evening)

    def looked_at(self, window: str) -> Entry:
        """The entry, with the hand in sight that a window drew, if it is under way."""
        return self.entry.looked_at(self.drawn[window]) or self.entry

    def typed(self, found: HandDraft) -> tuple[Any, ...]:
        """The entered facts of a hand; a person who took over a seat counts as its former holder."""
        facts = found.facts
        takers = [self.seat_of.get(each or "", each) for each in (facts.taker, facts.partner)]
        poignees = [(self.seat_of.get(each.player, each.player), each.size) for each in facts.poignees]
        return (*takers, facts.bid, facts.bouts, found.digits, found.piles, facts.petit_au_bout, *poignees)

    def held(self) -> list[tuple[Any, ...]]:
        """The entered hands that are not saved, with their hidden facts."""
        return [self.typed(each) for each in acts.under_way(self.entry, self.evening) if each.entered]

    def recorded(self) -> list[tuple[Any, ...]]:
        """The recorded hands as people would enter them, from the side that counted."""
        found = []
        for row in self.evening.sheet.rows:
            for side in Side:
                if row.deal.hand is not None:
                    draft = HandDraft.of(row.deal.hand, row.deal.dealer, side, None)
                    known = self.entered.get(row.current.id)
                    found.append(self.typed(replace(draft, piles=known.piles if known else draft.piles)))
        return found

    def rows(self) -> int:
        return len(self.evening.sheet.rows)

    def stays(self, before: list[tuple[Any, ...]], *but: tuple[Any, ...]) -> None:
        """Nothing that was entered is gone, but what people changed or without_hand."""
        now = [*self.held(), self.typed(self.shown), *self.recorded()]
        for each in before:
            assert each in now or each in but, f"{each} is gone"

    # -- what is done ---

    def does(self, act: Callable[[Evening, Entry], tuple[Evening, Entry]], window: object = None) -> bool:
        """Does something, and survives what the disk does to it; whether it is done."""
        if self.calls_left is not None:  # people had paused before it, so that what they entered is written
            self.cut_off_soon(self.calls_left, self.blow)
        before, hands = self.evening, [plain(each) for each in self.entry.hands]
        self.told.clear()
        try:
            done = self.pad.change(ID, act, window) is not None
        except (HistoryError, EveningOver):
            assert self.evening is before
            assert [plain(each) for each in self.entry.hands] == hands, "what is refused changes nothing"
            assert not self.told
            done = False
        except Killed:
            self.reborn()
            return False
        finally:
            self.calls_left = None
        assert len(self.told) == done, "each change is told once"
        if done and not (self.told[0].tap or self.told[0].by == "an undo"):
            self.before_undo = None
        return done

    def reborn(self) -> None:
        """Another process opens the folder of one that was killed."""
        self.calls_left = None
        assert self.history._lock is not None
        self.history._lock.release()
        self.open()

    def happens(self, change: Callable[[Evening], Evening]) -> bool:
        """Something beside the hand under way."""
        before, rows = self.held(), self.rows()
        done = self.does(lambda evening, entry: (change(evening), entry))
        self.stays(before)
        return done and self.rows() == rows

    def adds(self, change: Change) -> bool:
        stamp = self.history.stamp()
        return self.happens(lambda evening: evening.add(change, stamp))

    def enters(self, change: Callable[[Entry, Evening], Entry], *but: tuple[Any, ...]) -> None:
        """Something that people do with the entry."""
        before, rows = self.held(), self.rows()
        self.does(lambda evening, entry: (evening, change(entry, evening)))
        self.stays(before, *but)
        assert self.rows() == rows

    # -- taps ---

    @rule(window=WINDOWS)
    def draws(self, window: str) -> None:
        self.drawn[window] = self.entry.hand.token

    def tap(self, window: str, change: Callable[..., HandDraft], *args: object) -> None:
        """A tap of a window on the hand that it drew; a late one changes nothing."""
        entry, at = self.entry, self.entry.looked_at(self.drawn[window])
        late, at = at is None, at or entry
        others = [self.typed(each) for each in at.others if each.entered]
        hidden = set(at.hand.facts.poignees) - set(acts.shown(at, self.evening).facts.poignees)
        with suppress(EveningOver):
            self.pad.tap(ID, lambda hand: change(hand, *args), self.drawn[window], window, object())
        if late:
            assert self.entry == entry, "a late tap counts for no other hand"
        else:
            self.before_undo = None
        self.stays(others)
        after = self.entry.looked_at(self.drawn[window]) or self.entry
        assert [each.token for each in after.hands] == [each.token for each in entry.hands]
        assert late or hidden <= set(after.hand.facts.poignees), "what is out of sight stays"

    @rule(window=WINDOWS, seat=st.integers(0, 4), bid=st.sampled_from([Bid.PETITE, Bid.GARDE]))
    def takes(self, window: str, seat: int, bid: Bid) -> None:
        players = self.players(window)
        self.tap(window, HandDraft.taker_tapped, players[seat % len(players)], bid)
        if len(players) == 5:
            self.tap(window, HandDraft.partner_tapped, players[(seat + 1) % 5])

    @rule(window=WINDOWS, bouts=st.integers(1, 2))
    def bouts(self, window: str, bouts: int) -> None:
        self.tap(window, HandDraft.bouts_tapped, bouts)

    @rule(window=WINDOWS)
    def points_typed(self, window: str) -> None:
        """No two hands have the same points, so that each is known again."""
        if self.entry.looked_at(self.drawn[window]) and (points := next(self.points, None)):
            for digit in ("", *str(points)):
                self.tap(window, *((HandDraft.digit_tapped, int(digit)) if digit else (cleared,)))

    @rule(window=WINDOWS, seat=st.integers(0, 4))
    def poignee(self, window: str, seat: int) -> None:
        players = self.players(window)
        self.tap(window, HandDraft.poignee_tapped, players[seat % len(players)], PoigneeSize.SINGLE)

    @rule(window=WINDOWS, side=st.sampled_from(Side))
    def petit(self, window: str, side: Side) -> None:
        self.tap(window, HandDraft.petit_tapped, side)

    @rule(window=WINDOWS, side=st.sampled_from(Side), kind=st.sampled_from(CardKind))
    def card(self, window: str, side: Side, kind: CardKind) -> None:
        self.tap(window, HandDraft.card_counted, side, kind, 1)

    @rule(window=WINDOWS)
    def counter(self, window: str) -> None:
        if not self.looked_at(window).hand.digits:
            self.tap(window, HandDraft.counting_side_changed)

    def players(self, window: str) -> tuple[str, ...]:
        return acts.shown(self.looked_at(window), self.evening).facts.players

    @rule(window=WINDOWS, seat=st.integers(0, 3))
    def whole_hand(self, window: str, seat: int) -> None:
        self.draws(window)
        self.takes(window, seat, Bid.GARDE)
        self.bouts(window, 2)
        if not self.entry.hand.digits:
            self.points_typed(window)

    # -- the entry ---

    @rule(seat=st.integers(0, 7))
    def another_dealer(self, seat: int) -> None:
        def chosen(entry: Entry, evening: Evening) -> Entry:
            may = acts.may_deal(acts.shown(entry, evening), evening)
            return acts.dealt_by(entry, evening, may[seat % len(may)])

        self.enters(chosen)

    @rule()
    def of_this_table(self) -> None:
        self.enters(acts.at_this_table)

    @rule()
    def empties(self) -> None:
        """A later undo brings back the hand of the sheet, not the entered hand."""
        self.entered.pop(self.entry.hand.event or "", None)
        self.enters(acts.without_hand, self.typed(self.entry.hand))

    @rule(row=st.integers(0, 9))
    def corrects(self, row: int) -> None:
        rows = [each for each in self.evening.sheet.counting_rows if each.deal.points_change is None]
        if rows and not self.evening.table.ended:
            wanted = rows[row % len(rows)].id
            self.enters(lambda entry, evening: acts.correcting(entry, evening, wanted))
            assert self.shown.editing == wanted

    @rule()
    def leaves(self) -> None:
        self.enters(acts.set_aside)
        assert self.entry.hand.editing is None

    @rule(at=st.integers(0, 9))
    def goes_on(self, at: int) -> None:
        hands = self.entry.hands
        wanted = hands[at % len(hands)]
        self.enters(lambda entry, evening: acts.in_sight(entry, evening, wanted.token))
        assert plain(self.entry.hand) == plain(wanted)

    @rule(count=st.integers(0, 4))
    def types_rows(self, count: int) -> None:
        """Rows of a paper sheet: each is a number of card points, and no two are the same."""
        text = "\n".join(str(points) for _, points in zip(range(count), self.points, strict=False))
        self.enters(lambda entry, evening: paper.typed(entry, evening, text))
        self.rows_typed = [*text.split()]

    @rule()
    def saves_rows(self) -> None:
        """All rows are saved, or none; nothing else that was entered goes."""
        rows, now = list[tuple[str, Deal]](), self.evening
        for words in paper.unsaved_text(self.entry, now).split():
            players = now.table.seating.players(now.dealer)
            deal = Deal(now.dealer, hand(players, int(words)))
            rows.append((words, deal))
            now = now.record(deal, self.history.stamp())
        stamp, before = self.history.stamp(), self.held()
        self.events_of_rows |= {self.named(stamp, place) for place in range(len(rows))}
        if rows:
            self.does(lambda evening, entry: paper.record_rows(evening, entry, rows, stamp))
            self.stays(before)

    @rule(calls=st.integers(0, 12), blow=st.sampled_from([Killed, OSError]))
    def rows_are_cut_off_while_they_are_saved(self, calls: int, blow: type[BaseException]) -> None:
        self.types_rows(3)
        self.pad.write()
        self.cut_off_soon(calls, blow)
        self.saves_rows()

    @invariant()
    def each_row_is_typed_or_saved(self) -> None:
        unsaved = paper.unsaved_text(self.entry, self.evening).split()
        of_rows = {
            row.deal.hand.half_points // 2
            for row in self.evening.sheet.rows
            if row.id in self.events_of_rows and row.deal.hand is not None
        }
        for words in self.rows_typed:
            assert (words in unsaved) is not (int(words) in of_rows), f"{words} is gone, or counts twice"

    # -- saving ---

    def named(self, stamp: Stamp, place: int = 0) -> str:
        """The id that a new event with this stamp gets; `place` counts the new events of the same tap."""
        return event_id(self.evening.next_seq + place, stamp.at, stamp.device)

    def saves(self, window: str, why: ThrownIn | None = None) -> None:
        """A hand counts once, and only in the window that drew it."""
        entry, before, rows = self.looked_at(window), self.held(), self.rows()
        shown, meant = acts.shown(entry, self.evening), self.drawn[window]
        stamp, over = self.history.stamp(), self.evening.table.ended
        late = entry.hand.token != meant
        name = self.named(stamp)
        self.entered[name] = self.as_written(entry.hand, shown)
        done = self.does(lambda now, entered: acts.record(now, entered, meant, stamp, why), window)
        # Of the hand that is saved, what was out of sight goes.
        self.stays(before, *([self.typed(entry.hand)] if done else []))
        assert self.rows() <= rows + (shown.editing is None)
        if done:
            assert not late
            assert not over
            assert self.rows() == rows + (shown.editing is None)
            event = self.evening.events[-1]
            deal = Deal(shown.dealer, why or shown.facts.to_hand())
            assert (event.id, event.deal) == (name, deal)
            if shown.editing is None and why is None:
                played = set(deal.named)
                changed = zip(self.evening.sheet.people, self.evening.sheet.rows[-1].amounts, strict=True)
                assert all(amount == 0 for person, amount in changed if person.id not in played)

    @staticmethod
    def as_written(entered: HandDraft, shown: HandDraft) -> HandDraft:
        facts = replace(entered.facts, players=shown.facts.players)
        chosen = shown.dealer_chosen
        return plain(replace(entered, dealer=shown.dealer, dealer_chosen=chosen, facts=facts))

    @rule(window=WINDOWS)
    def is_saved(self, window: str) -> None:
        self.saves(window)

    @rule()
    def is_saved_in_both(self) -> None:
        for window in self.drawn:
            self.draws(window)
        rows, new = self.rows(), self.entry.hand.editing is None
        for window in self.drawn:
            self.saves(window)
        assert self.rows() <= rows + new

    @rule(window=WINDOWS, why=st.sampled_from(ThrownIn))
    def thrown_in(self, window: str, why: ThrownIn) -> None:
        if self.looked_at(window).hand.editing is None:
            self.saves(window, why)

    @rule(window=WINDOWS, calls=st.integers(0, 25), blow=st.sampled_from([Killed, OSError]))
    def is_cut_off_while_it_is_saved(self, window: str, calls: int, blow: type[BaseException]) -> None:
        self.whole_hand(window, 0)
        self.cut_off_soon(calls, blow)
        self.saves(window)

    @rule(window=WINDOWS, counts=st.sampled_from(Side))
    def is_saved_and_undone(self, window: str, counts: Side) -> None:
        self.is_entered_and_saved(window, counts)
        self.undo()

    def is_entered_and_saved(self, window: str, counts: Side) -> None:
        self.empties()
        if self.entry.hand.counted_by is not counts:
            self.draws(window)
            self.counter(window)
        self.whole_hand(window, 1)
        self.saves(window)

    # -- what happens beside it ---

    @rule()
    def undo(self) -> None:
        meant, before, entry = self.evening.undoable, self.evening, self.entry
        if meant is None:
            return
        held, stamp = self.held(), self.history.stamp()
        done = self.does(lambda now, entered: (now.undo(stamp), entered), "an undo")
        known = self.entered.get(meant.id)
        self.stays(held)
        if not done:
            return
        gone = {row.id for row in before.sheet.rows} - {row.id for row in self.evening.sheet.rows}
        since = [each for each in entry.hands if meant.id in (each.editing, each.event)]
        if known is not None and known.entered and meant.id in gone and not since:
            chosen = self.entry.hand.dealer_chosen  # it may be another one's turn by now
            known = replace(known, dealer_chosen=chosen)
            assert plain(self.entry.hand) == known, "undo brings back exactly what was entered"
        elif meant.id not in gone:
            taken_over = {plain(each) for each in self.entry.hands} != {plain(each) for each in entry.hands}
            assert not taken_over or meant.seating is not None, "undo of anything else leaves the entry"
        self.before_undo = [plain(each) for each in entry.hands]

    @rule()
    def redo(self) -> None:
        meant = self.evening.redoable
        if meant is None:
            return
        held, stamp, before_undo = self.held(), self.history.stamp(), self.before_undo
        done = self.does(lambda now, entered: (now.redo(stamp), entered))
        # The counted cards of a hand that was thrown in come back with the next undo.
        saved = [self.typed(each) for each in self.entry.saved if each.event == meant.id]
        self.stays(held, *saved)
        if done and before_undo is not None:
            assert [plain(each) for each in self.entry.hands if each.started] == [
                each for each in before_undo if each.started
            ], "redo leaves what was there before the undo"

    @rule(kind=st.sampled_from(["comes", "leaves", "chairs", "seats", "deals"]), seat=st.integers(0, 7))
    def other_table(self, kind: str, seat: int) -> None:
        seating = self.evening.table.seating
        people, seats, dealer = list(seating.people), seating.seats, self.evening.dealer
        at = seat % len(people)
        if kind == "comes" and len(people) < 7:
            new = next(each for each in self.people if each.id not in seating.ids)
            people.insert(at, self.evening.table.person(new.id) if self.knows(new) else new)
        elif kind == "leaves" and len(people) > 3:
            people.pop(at)
        elif kind == "chairs":
            people[0], people[at] = people[at], people[0]
        elif kind == "seats":
            seats = 3 + seat % 3
        elif kind == "deals":
            dealer = people[at].id
        ids = [each.id for each in people]
        seats = min(seats, len(people))
        self.adds(Seated(Seating(tuple(people), seats, dealer if dealer in ids else ids[0])))

    def knows(self, person: Person) -> bool:
        return person.id in self.evening.table.known

    @precondition(lambda self: len(self.evening.table.known) < MOST_PEOPLE)
    @rule(seat=st.integers(0, 7))
    def take_over(self, seat: int) -> None:
        seating, stamp = self.evening.table.seating, self.history.stamp()
        leaver = seating.ids[seat % len(seating.ids)]
        newcomer = Person(f"late{len(self.evening.table.known)}", f"Late {stamp.at[-8:]}", 0)
        self.seat_of[newcomer.id] = self.seat_of.get(leaver, leaver)
        playing = [each.token for each in self.entry.hands if each.entered and leaver in each.facts.players]
        if self.happens(lambda evening: evening.take_over(leaver, newcomer, stamp)) or self.came(newcomer):
            passed = [each for each in self.entry.hands if each.token in playing and each.editing is None]
            assert all(leaver not in each.facts.players for each in passed), "the hand goes with the seat"

    def came(self, newcomer: Person) -> bool:
        return newcomer.id in self.evening.table.seating.ids

    @rule(scheme=st.sampled_from(["fft", "wikipedia", "contre_5"]), from_now=st.booleans())
    def other_rules(self, scheme: str, from_now: bool) -> None:
        rules = shipped_scheme(scheme)
        if not self.evening.sheet_under(rules).unscorable:
            self.adds(RulesChanged(rules, from_now=from_now))

    @rule(seat=st.integers(0, 7))
    def penalty(self, seat: int) -> None:
        ids, stamp = self.evening.table.seating.ids, self.history.stamp()
        who = ids[seat % len(ids)]
        change = penalty(who, tuple(each for each in ids if each != who), 10)
        held = self.held()
        self.does(lambda now, entry: (now.record(Deal(now.dealer, change), stamp), entry))
        self.stays(held)

    @rule(row=st.integers(0, 9))
    def strikes_out(self, row: int) -> None:
        rows, stamp, held = self.evening.sheet.counting_rows, self.history.stamp(), self.held()
        if rows:
            wanted = rows[row % len(rows)]
            self.entered.pop(wanted.current.id, None)
            self.does(lambda now, entry: (now.correct(wanted.id, None, stamp), entry))
            self.stays(held)

    @rule(over=st.booleans())
    def ends(self, over: bool) -> None:
        self.adds(Ended(over))

    @rule(records=st.booleans())
    def another_device(self, records: bool) -> None:
        """Another device goes on with the evening as it knows it; its events come in by an import."""
        there = self.elsewhere if records else None
        if there is None or there.table.ended:
            self.elsewhere = self.evening
            return
        stamp = Stamp(self.history.now, "other")
        there = gardes(there, 1, lambda: stamp)
        held, self.calls_left = self.held(), None
        self.history.merge(ID, there.events)
        self.elsewhere = there
        self.before_undo = None
        self.stays(held)

    # -- processes ---

    @rule()
    def time_passes(self) -> None:
        """Long enough that what was entered is written."""
        try:
            self.pad.write()
        except HistoryError:
            pass
        except Killed:
            self.reborn()

    @rule(writes=st.booleans())
    def restart(self, writes: bool) -> None:
        """The app is closed, or killed between two writes."""
        held, before = self.held(), [plain(each) for each in self.entry.hands if each.started]
        self.calls_left = None
        if writes:
            self.pad.write()
            self.history.close()
            self.open()
            assert [plain(each) for each in self.entry.hands if each.started] == before
            self.stays(held)
        else:
            self.reborn()
            self.before_undo = None

    @rule(window=WINDOWS, counts=st.sampled_from(Side), is_told=st.booleans())
    def is_saved_and_a_backup_restored(self, window: str, counts: Side, is_told: bool) -> None:
        """The evening has fewer events then; the hands of the others neither count nor wait."""
        self.calls_left = None
        self.pad.write()
        backup, typed, held = self.history.back_up().path, self.rows_typed, self.held()
        before = self.evening
        self.is_entered_and_saved(window, counts)
        self.calls_left, self.before_undo = None, None
        is_shorter = self.evening is not before
        self.history.restore(backup)
        self.rows_typed, self.elsewhere = typed, self.evening
        if is_told or not is_shorter:
            self.pad.forget()
        assert self.held() == held

    @rule(calls=st.integers(0, 25), blow=st.sampled_from([Killed, OSError]))
    def cut_off_soon(self, calls: int, blow: type[BaseException]) -> None:
        """The process is killed, or the disk refuses, from one of the writes of the next change on."""
        self.calls_left = None
        self.pad.write()
        self.calls_left, self.blow = calls, blow

    @rule()
    def another_process_reads(self) -> None:
        with HistoryReader(self.folder) as reader:
            assert reader.load(ID).events == self.evening.events, "what is acknowledged is on the disk"

    # -- always ---

    @initialize()
    def two_windows_are_open(self) -> None:
        for window in self.drawn:
            self.draws(window)

    @invariant()
    def the_sheet_is_sound(self) -> None:
        sheet = self.evening.sheet
        assert sum(sheet.totals) == 0
        dealt = [event.id for event in self.evening.events if isinstance(event.change, Dealt)]
        assert len(set(dealt)) == len(dealt)

    @invariant()
    def the_entry_is_sound(self) -> None:
        evening, entry = self.evening, self.entry
        tokens = [each.token for each in entry.hands]
        assert 0 not in tokens
        assert len(set(tokens)) == len(tokens)
        assert any(each.editing is None for each in entry.hands)
        counting = {event.id for row in evening.table.rows for event in evening.table.versions_of(row)}
        assert not counting & {each.event for each in entry.hands}, "a hand is done, or under way"
        rows = [each.editing for each in entry.hands if each.editing is not None]
        assert set(rows) <= set(evening.table.rows)
        for each in entry.hands:
            shown = 2 * int(each.digits) + each.half if each.digits else None
            if shown is not None and each.counted_by is Side.DEFENCE:
                shown = 182 - shown
            assert each.facts.half_points == shown, "points are those of the side that counts"
        for each in acts.under_way(entry, evening):
            assert acts.number_of(each, entry, evening) > 0
        hand = acts.shown(entry, evening)
        assert hand.verdict(evening.rules_at(hand.editing)).problems is not None
        if self.calls_left is None:
            self.pad.write()
            found = from_document(self.history.draft(ID), evening)
            assert [plain(each) for each in found.hands if each.started] == [
                plain(each) for each in entry.hands if each.started
            ], "a restart finds it as it is"


def cleared(found: HandDraft) -> HandDraft:
    """A hand without points."""
    return replace(found, digits="", half=False).counted()
