"""The state of a window, without a window, and its notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pad.played import plain

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Change, Ended, Noted, Seated
from scorepad.evening.length import AgreedLength
from scorepad.evening.people import Person, Seating
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.names import evening_title
from scorepad.pad import HandDraft, Pad, Told
from scorepad.pad.documents import hand_document
from scorepad.pad.entry import shown
from scorepad.tarot.hand import Bid, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import theme
from scorepad.ui.components.length import agree_length
from scorepad.ui.evening_actions import delete, end, redo_last, undo_event, undo_last
from scorepad.ui.hand_actions import choose_dealer, submit, throw_in
from scorepad.ui.host import Host
from scorepad.ui.screens.rules import choose_rules
from scorepad.ui.store import Store

from .evening import Windows, play


class Window(Store):
    """A state whose window only remembers where it was led."""

    def __init__(self, windows: Windows, language: str = "en", *, look: dict[str, Any] | None = None) -> None:
        self.routes: list[str] = []
        host = Host(
            navigate=self.routes.append,
            apply_theme=lambda theme, language: None,
            run=lambda work: asyncio.run(work()),
            look=look,
        )
        super().__init__(windows.pad, language, host, chosen=look is None)
        self.pad.subscribe(self.told)

    def save_hand(self, evening: Evening) -> None:
        """The hand in sight is saved, as it was drawn."""
        submit(self, evening, self.looked_at(evening).hand.token)

    def throw_in(self, evening: Evening) -> None:
        throw_in(self, evening, self.looked_at(evening).hand.token, ThrownIn.MISDEAL)


def tap(state: Store, evening: Evening, *changes: Callable[[HandDraft], HandDraft]) -> None:
    for change in changes:
        state.tap(evening, change, state.looked_at(evening).hand.token, object())


def again(windows: Windows, evening: Evening) -> HandDraft:
    """The hand in sight as a new start of the app finds it."""
    return shown(Pad(windows.history).entry(evening), evening)


def garde(evening: Evening) -> list[Callable[[HandDraft], HandDraft]]:
    """The taps of a garde of the first seat with two bouts and 49 points."""
    taker = evening.sheet.people[0].id
    return [
        lambda draft: draft.taker_tapped(taker, Bid.GARDE),
        lambda draft: draft.bouts_tapped(2),
        lambda draft: draft.digit_tapped(4),
        lambda draft: draft.digit_tapped(9),
    ]


# --- Entering -----------------------------------------------------------------------------------------------


@pytest.mark.promise("The screens: enter a hand", "A hand is on the disk before it is on the screen.")
def test_everything_is_saved_before_it_is_shown(windows: Windows) -> None:
    """It happens to the evening as it is now: another window recorded a deal after this one was drawn."""
    state, evening = Window(windows), windows.table()
    tap(state, evening, *garde(evening))
    windows.record(evening, ThrownIn.MISDEAL)
    drawn: list[int] = []

    def draws(*_: object) -> None:
        drawn.append(len(windows.happened(evening).events))

    state.screens.subscribe(draws)
    state.save_hand(evening)
    now = windows.happened(evening)
    assert ([row.number for row in now.sheet.rows], now.sheet.totals) == ([1, 2], (198, -66, -66, -66))
    assert set(drawn) == {2}
    assert state.routes == [f"/session/{evening.id}"]
    assert state.notice is not None
    assert state.notice.undo == (evening.id, now.events[-1].id, False)
    assert windows.history.draft(evening.id) is None, "what was saved is no draft"


async def test_taps_in_a_burst_are_written_once_after_the_last(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.ui.store.WRITE_AFTER", 0.02)
    state, evening = Window(windows), windows.table()
    tasks: list[asyncio.Task[None]] = []
    monkeypatch.setattr(state, "run", lambda work: tasks.append(asyncio.create_task(work())))
    written: list[object] = []
    save = windows.history.save_draft

    def noted(*args: Any) -> None:
        written.append(args)
        save(*args)

    monkeypatch.setattr(windows.history, "save_draft", noted)
    tap(state, evening, *garde(evening)[:3])
    assert written == []
    await asyncio.gather(*tasks)
    assert len(written) == 1
    assert plain(again(windows, evening)) == plain(state.hand(evening))
    tap(state, evening, *garde(evening)[3:])
    state.save_hand(evening)
    assert len(written) == 2, "before the hand is saved: an app that is killed after it finds no stale hand"
    assert windows.history.draft(evening.id) is not None, "the sheet does not wait for it"
    assert not again(windows, windows.happened(evening)).started, "the app is killed, and started again"
    await asyncio.gather(*tasks)
    assert windows.history.draft(evening.id) is None


@pytest.mark.parametrize(
    "spoilt",
    [
        {},
        {"dealer": "x"},
        {"taker": ["p0"]},
        {"editing": "x"},
        {"miseres": [["x", "no_trumps"]]},
        {"digits": 7},
    ],
)
def test_a_kept_draft_that_fits_no_table_is_dropped(windows: Windows, spoilt: dict[str, Any]) -> None:
    evening = windows.table()
    begun = HandDraft.new("p0", evening.table.seating.players("p0")).taker_tapped("p1", Bid.GARDE)
    whole = hand_document(begun) | {"aside": None}
    for keeps in (lambda hand: hand, lambda hand: {"hands": [hand], "saved": [], "seen": None}):
        windows.history.save_draft(evening.id, keeps(whole))
        assert plain(again(windows, evening)) == begun
        windows.history.save_draft(evening.id, keeps(whole | spoilt) if spoilt else {})
        fresh = again(windows, evening)
        assert not fresh.started
        assert fresh.dealer == "p0"


def test_a_chosen_dealer_and_the_side_that_counts_stay_with_the_evening(windows: Windows) -> None:
    state, evening = Window(windows), windows.table(6)
    tap(state, evening, HandDraft.counting_side_changed)
    choose_dealer(state, evening, state.hand(evening).token, "p3")
    state.write()
    for draft in (state.hand(evening), again(windows, evening)):
        assert (draft.dealer, draft.counted_by) == ("p3", Side.DEFENCE)
        assert draft.facts.players == evening.table.seating.players("p3")
    state.throw_in(evening)
    assert state.hand(windows.happened(evening)).counted_by is Side.DEFENCE
    other = windows.table()
    assert state.hand(other).counted_by is Side.TAKER
    tap(state, other, *garde(other)[:1])
    windows.record(other, ThrownIn.MISDEAL)
    assert state.hand(windows.happened(other)).dealer == "p1", "another window passed the deal on"


@pytest.mark.promise(
    "The hand under way",
    "No window can play a hand in an evening that has ended.",
)
def test_nothing_is_played_in_an_evening_that_another_window_has_ended(windows: Windows) -> None:
    state, evening, empty = Window(windows), windows.played(1), windows.played(1)
    tap(state, evening, *garde(evening))
    for each in (evening, empty):
        windows.change(each, Ended())
    before, as_empty = windows.happened(evening), windows.happened(empty)
    acts: list[Callable[[], object]] = [
        lambda: tap(state, evening, garde(evening)[1]),
        lambda: state.save_hand(evening),
        lambda: state.throw_in(empty),
        lambda: choose_rules(state, evening, shipped_scheme("contre_5")),
        lambda: agree_length(state, evening, AgreedLength(hands=20)),
        lambda: state.happens(evening, Seated(Seating(evening.sheet.people[:3], 3, "p0"))),
        lambda: state.happens(evening, lambda now, at: now.take_over("p0", Person("p9", "Farid"), at)),
        lambda: state.happens(evening, lambda now, at: now.correct(now.sheet.rows[0].id, None, at)),
    ]
    for number, act in enumerate(acts):
        state.see(notice=None)
        act()
        assert (windows.happened(evening), windows.happened(empty)) == (before, as_empty)
        assert state.notice is not None, number
        assert state.notice.text == Translator("en")("The evening is over.")
    state.happens(evening, Noted("a long evening"))
    assert windows.happened(evening).table.notes == {None: "a long evening"}


# --- Correcting -----------------------------------------------------------------------------------------------


def test_twenty_windows_that_undo_at_once_mean_one_hand(windows: Windows) -> None:
    evening = windows.played(3)
    last = evening.undoable
    assert last is not None
    for window in [Window(windows) for _ in range(20)]:
        undo_event(window, evening.id, last.id)
    now = windows.happened(evening)
    assert [row.number for row in now.sheet.rows] == [1, 2]
    assert len(now.events) == len(evening.events) + 1


@pytest.mark.promise("The screens: look at the evening", "Undo says what it takes back.")
@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_names_the_event_and_the_evening(windows: Windows, language: str) -> None:
    state, evening = Window(windows, language), windows.played(2)
    t = Translator(language)
    hand = t("hand {number}", number=2)

    def said(act: Callable[[Store, Evening], None]) -> str:
        act(state, windows.happened(evening))
        assert state.notice is not None
        return state.notice.text

    assert said(undo_last) == t("Undone: {what}", what=hand)
    assert said(redo_last) == t("Redone: {what}", what=hand)
    windows.history.create(windows.empty(title="Chez Anne"))
    assert said(undo_last) == f"{t('Undone: {what}', what=hand)} · {evening_title(state.t, evening)}"


def test_an_event_that_came_in_between_is_not_overwritten(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, evening = Window(windows), windows.played(1)
    add = Evening.add

    def late(self: Evening, change: Change, stamp: Stamp, reason: str = "") -> Evening:
        if change == Ended():
            windows.record(evening, ThrownIn.MISDEAL)
        return add(self, change, stamp, reason)

    monkeypatch.setattr(Evening, "add", late)
    end(state, evening)
    assert state.notice is not None
    assert state.notice.text.startswith("Another window changed this evening at the same moment.")
    assert not windows.happened(evening).table.ended
    assert len(windows.happened(evening).sheet.rows) == 2


# --- Settings and notices ---------------------------------------------------------------------------------------


def test_a_browser_keeps_its_own_language_and_theme(windows: Windows) -> None:
    look = {"language": "xx", "theme": "\0"}
    state = Window(windows, look=look)
    assert (state.sight.language, state.sight.theme) == ("en", "system"), (
        "what no app has written means nothing"
    )
    state.language_chosen("fr")
    state.theme_chosen("light")
    assert look == {"language": "fr", "theme": "light"}
    assert windows.history.settings() == {}
    again = Window(windows, look=look)
    assert (again.sight.language, again.sight.theme) == ("fr", "light")


def test_only_its_own_moment_or_another_window_ends_a_notice(windows: Windows) -> None:
    state, evening = Window(windows), windows.table()
    state.say("one")
    first = state.notice
    assert first is not None
    state.say("one")
    state.notice_over(first)
    assert state.notice is not None, "said again, it has a time of its own"
    state.notice_over(state.notice)
    assert state.notice is None
    state.throw_in(evening)
    state.told(Told("another evening"))
    assert state.notice is not None
    state.told(Told(evening.id))
    assert state.notice is None, "what can be undone is now another thing"


def test_a_deleted_evening_can_neither_be_deleted_again_nor_played(windows: Windows) -> None:
    state, evening = Window(windows), windows.table()
    delete(state, evening.id)
    assert state.notice is not None
    state.see(notice=None)
    delete(state, evening.id)
    assert state.notice is None, "a second tap does nothing"
    assert len(state.bin()) == 1
    end(state, evening)
    assert state.notice is not None
    assert state.notice.error


async def test_a_notice_leaves_by_itself(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "NOTICE_SECONDS", 0.3)
    app = await windows.window(f"/session/{windows.table().id}")
    await play(app, "1 garde", 2, "49")
    assert app.exists("notice")
    await app.wait_until(lambda: not app.exists("notice"))


async def test_a_notice_stays_with_its_evening_or_its_screen(windows: Windows) -> None:
    """Its undo would strike out a hand of the evening before."""
    first, second = windows.table(), windows.played(1)
    app = await windows.window(f"/session/{first.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("next-hand")
    assert app.exists("notice-undo"), "the next hand is begun at once"
    await app.tap("back", "row-1")
    assert not app.exists("notice-undo"), "there it would look as if it undid that hand"
    await app.tap("back")
    await play(app, "1 garde", 2, "49")
    await app.visit(f"/session/{second.id}")
    assert not app.exists("notice")
    await app.visit(f"/session/{first.id}")
    assert not app.exists("notice"), "its moment is over"
    await app.visit("/data")
    await app.tap("back-up")
    await app.wait_until(lambda: app.exists("notice"))
    await app.tap("back")
    assert not app.exists("notice")
