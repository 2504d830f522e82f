"""The state of a window, without a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.evening.evening import Evening
from scorepad.evening.events import Change, Deal, Ended, Renamed, Stamp
from scorepad.evening.people import Person
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.names import evening_title
from scorepad.tarot.hand import Bid, Hand, Side, ThrownIn
from scorepad.ui.draft import HandDraft
from scorepad.ui.state import AppState
from scorepad.ui.table import NewTable

from .evening import Windows


class Window(AppState):
    """A state whose window only remembers where it was led."""

    def __init__(self, evening: Windows, language: str = "en", *, chosen: bool = True) -> None:
        self.routes: list[str] = []
        self.lights: list[str] = []
        super().__init__(
            evening.history,
            language,
            navigate=self.routes.append,
            set_theme_mode=self.lights.append,
            chosen=chosen,
        )


def tap(state: AppState, session: Evening, *changes: Callable[[HandDraft], HandDraft]) -> None:
    for change in changes:
        state.drafts.tap(session, change)


def garde(session: Evening, points: int = 49) -> list[Callable[[HandDraft], HandDraft]]:
    """The taps of a garde of the first seat with two bouts."""
    taker = session.sheet.people[0].id
    return [
        lambda draft: draft.taker_tapped(taker, Bid.GARDE),
        lambda draft: draft.bouts_tapped(2),
        lambda draft: draft.digit_tapped(points // 10),
        lambda draft: draft.digit_tapped(points % 10),
    ]


# --- Entering -----------------------------------------------------------------------------------------------


def test_a_hand_goes_from_taps_to_the_history_and_leads_back_to_the_sheet(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    tap(state, session, *garde(session))
    state.hand_submitted(session)
    assert evening.happened(session).sheet.totals == (198, -66, -66, -66)
    assert state.routes == [f"/session/{session.id}"]
    assert state.notice is not None
    assert state.notice.undo == (session.id, evening.happened(session).events[-1].id)
    assert evening.history.draft(session.id) is None, "what was saved is no draft"
    assert not state.drafts.of(evening.happened(session)).started


def test_an_incomplete_hand_is_not_submitted(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    tap(state, session, *garde(session)[:2])
    state.hand_submitted(session)
    assert evening.happened(session).events == ()
    assert state.routes == []


def test_everything_is_saved_before_it_is_shown(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    revisions: list[tuple[int, int]] = []

    def told(*_: object) -> None:
        revisions.append((state.revision, len(evening.happened(session).events)))

    state.subscribe(told)
    tap(state, session, *garde(session))
    tapped = state.revision
    state.hand_submitted(session)
    assert revisions[-1][1] == 1
    shown = [events for revision, events in revisions if revision > tapped]
    assert shown
    assert set(shown) == {1}


def test_every_tap_is_kept_for_a_restart(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    for number, change in enumerate(garde(session), 1):
        tap(state, session, change)
        again = Window(evening).drafts.of(session)
        assert again == state.drafts.of(session), number


def test_a_hand_happens_to_the_session_as_it_is_now(evening: Windows) -> None:
    """Another window recorded a hand after this one was drawn."""
    state, drawn = Window(evening), evening.table()
    tap(state, drawn, *garde(drawn))
    evening.record(drawn, ThrownIn.MISDEAL)
    state.hand_submitted(drawn)
    assert [entry.number for entry in evening.happened(drawn).sheet.entries] == [1, 2]


@pytest.mark.parametrize(
    "spoilt",
    [
        {},
        {"players": ["x", "y", "z", "w"]},
        {"dealer": "x"},
        {"taker": "x"},
        {"taker": ["p0"]},
        {"partner": "x"},
        {"editing": "x"},
        {"poignees": [["x", "single"]]},
        {"miseres": [["x", "no_trumps"]]},
        {"bid": "x"},
        {"digits": 7},
        {"bouts": [1]},
    ],
)
def test_a_kept_draft_that_fits_no_table_is_dropped(evening: Windows, spoilt: dict[str, Any]) -> None:
    session = evening.table()
    begun = HandDraft.new("p0", session.table.seating.players("p0")).taker_tapped("p1", Bid.GARDE)
    evening.history.save_draft(session.id, begun.to_document())
    assert Window(evening).drafts.of(session) == begun
    evening.history.save_draft(session.id, begun.to_document() | spoilt if spoilt else {})
    fresh = Window(evening).drafts.of(session)
    assert not fresh.started
    assert fresh.dealer == "p0"


def test_an_entry_not_begun_follows_the_deal(evening: Windows) -> None:
    state, session = Window(evening), evening.table(6)
    assert state.drafts.of(session).dealer == "p0"
    now = evening.record(session, ThrownIn.MISDEAL)
    assert state.drafts.of(now).dealer == "p1"
    assert state.drafts.of(now).facts.players == now.table.seating.players("p1")


def test_a_chosen_dealer_stays_and_outlives_a_restart(evening: Windows) -> None:
    state, session = Window(evening), evening.table(6)
    state.drafts.choose_dealer(session, "p3")
    assert state.drafts.of(session).dealer == "p3"
    assert state.drafts.of(session).facts.players == session.table.seating.players("p3")
    assert Window(evening).drafts.of(session).dealer == "p3"
    state.drafts.choose_dealer(session, "p0")
    assert not state.drafts.of(session).started


def test_the_side_that_counts_is_remembered_for_the_evening(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    tap(state, session, HandDraft.counter_tapped)
    tap(state, session, *garde(session, 42))
    state.hand_submitted(session)
    assert state.drafts.of(evening.happened(session)).counted_by is Side.DEFENCE
    assert state.drafts.of(evening.table()).counted_by is Side.TAKER


# --- Correcting -----------------------------------------------------------------------------------------------


def test_an_undo_and_a_redo_of_nothing_do_nothing(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    for session_id in (session.id, "unknown"):
        state.undo_pressed(session_id, "unknown")
        state.redo_pressed(session_id, "unknown")
    assert evening.happened(session).events == ()
    assert state.notice is None
    assert state.routes == []


def test_twenty_windows_that_undo_at_once_mean_one_hand(evening: Windows) -> None:
    session = evening.played(3)
    last = session.undoable
    assert last is not None
    windows = [Window(evening) for _ in range(20)]
    for window in windows:
        window.undo_pressed(session.id, last.id)
    now = evening.happened(session)
    assert [entry.number for entry in now.sheet.entries] == [1, 2]
    assert len(now.events) == len(session.events) + 1
    undoing = now.redoable
    assert undoing is not None
    for window in windows:
        window.redo_pressed(session.id, undoing.id)
    assert len(evening.happened(session).events) == len(session.events) + 2
    assert evening.happened(session).sheet.totals == session.sheet.totals


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_says_what_it_takes_back_and_of_which_evening(evening: Windows, language: str) -> None:
    state, session = Window(evening, language), evening.played(2)
    t = Translator(language)
    hand = t("hand {number}", number=2)
    undone, again = t("Undone: {what}", what=hand), t("Redone: {what}", what=hand)

    def undo_and_redo() -> list[str]:
        said = []
        for _ in range(2):
            now = evening.happened(session)
            if now.redoable is None:
                assert now.undoable is not None
                state.undo_pressed(session.id, now.undoable.id)
            else:
                state.redo_pressed(session.id, now.redoable.id)
            assert state.notice is not None
            said.append(state.notice.text)
        return said

    assert undo_and_redo() == [undone, again]
    evening.history.create(evening.empty(title="Chez Anne"))
    title = evening_title(state.t, session)
    assert undo_and_redo() == [f"{undone} · {title}", f"{again} · {title}"]


def test_an_event_that_came_in_between_is_not_overwritten(
    evening: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, session = Window(evening), evening.played(1)
    add = Evening.add

    def late(self: Evening, change: Change, stamp: Stamp, reason: str = "") -> Evening:
        if change == Ended():
            evening.record(session, ThrownIn.MISDEAL)
        return add(self, change, stamp, reason)

    monkeypatch.setattr(Evening, "add", late)
    state.end_pressed(session)
    assert state.notice is not None
    assert state.notice.error
    assert state.notice.text.startswith("Another window changed this evening at the same moment.")
    assert state.routes == []
    assert not evening.happened(session).table.ended
    assert len(evening.happened(session).sheet.entries) == 2


def test_a_correction_given_up_leaves_the_hand_as_it_was(evening: Windows) -> None:
    state, session = Window(evening), evening.played(1)
    entry = session.sheet.entries[0]
    state.edit_pressed(session, entry.id)
    assert state.drafts.of(session).verdict(session.start.scheme).hand == entry.deal.outcome
    tap(state, session, lambda draft: draft.bouts_tapped(3))
    state.entry_left(session)
    assert evening.happened(session) == session
    assert not state.drafts.of(session).started
    assert evening.history.draft(session.id) is None


# --- Sessions and people ----------------------------------------------------------------------------------------


def test_a_new_session_has_its_people_its_seats_and_the_rules_of_the_fft(evening: Windows) -> None:
    state = Window(evening)
    people = tuple(Person(f"n{number}", name, number) for number, name in enumerate("ABCDE"))
    state.session_started(NewTable(people, seats=4, dealer="n2", name="Chez A"))
    [summary] = evening.history.summaries()
    session = evening.history.load(summary.id)
    assert (session.sheet.people, session.start.seating.seats, session.start.seating.dealer) == (
        people,
        4,
        "n2",
    )
    assert session.table.title == "Chez A"
    assert session.start.scheme.id == "fft"
    assert state.routes == [f"/session/{session.id}"]


def test_a_name_means_a_known_player_however_it_is_written(evening: Windows) -> None:
    state = Window(evening)
    evening.table(5)
    assert state.person_named(" chloé").id == "p2"
    assert state.person_named("chloe\u0301").id == "p2"
    new = state.person_named("  Zoé ")
    assert new.name == "Zoé"
    assert new.id not in {player.id for player in state.roster()}


def test_the_last_table_is_the_last_that_can_be_read(evening: Windows) -> None:
    assert Window(evening).last_table() is None
    good, bad = evening.played(1), evening.played(2)
    last = Window(evening).last_table()
    assert last is not None
    assert last.id == bad.id
    evening.history.close()
    for path in (evening.folder / "sessions").glob(f"{bad.id}.json*"):
        path.write_bytes(b"")
    evening.history.__enter__()
    last = Window(evening).last_table()
    assert last is not None
    assert last.id == good.id
    assert Window(evening).session(bad.id) is None


# --- Settings and notices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_switched_and_kept(evening: Windows, language: str) -> None:
    state = Window(evening)
    state.language_chosen(language)
    assert state.t.language == language
    assert Window(evening, "en", chosen=False).language == language
    assert Window(evening, "en", chosen=True).language == "en"


def test_the_theme_is_switched_and_kept(evening: Windows) -> None:
    state = Window(evening)
    assert state.theme == "system"
    state.theme_chosen("dark")
    assert state.lights == ["dark"]
    assert Window(evening).theme == "dark"


def test_only_its_own_moment_ends_a_notice(evening: Windows) -> None:
    state = Window(evening)
    state.say("one")
    first = state.notice
    assert first is not None
    state.say("one")
    state.notice_over(first)
    assert state.notice is not None, "said again, it has a time of its own"
    state.notice_over(state.notice)
    assert state.notice is None


def test_what_another_window_does_ends_what_can_be_undone_here(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    state.thrown_in(session, ThrownIn.MISDEAL)
    said = state.notice
    assert said is not None
    state.history_changed("another session")
    assert state.notice == said
    state.history_changed(session.id)
    assert state.notice is None


def test_a_deal_of_another_window_is_shown_with_its_own_amounts(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    hand = Hand(
        players=session.table.seating.players("p0"), taker="p1", bid=Bid.GARDE, bouts=2, half_points=82
    )
    evening.record(session, hand)
    now = state.session(session.id)
    assert now is not None
    assert now.sheet.entries[0].deal == Deal("p0", hand)
    assert now.sheet.totals == (-50, 150, -50, -50)


# --- Names --------------------------------------------------------------------------------------------------


def test_an_evening_is_renamed_once(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    assert state.names_given(session, Renamed("Chez Léa"))
    assert not state.names_given(session, Renamed("Chez Léa")), "a second tap does nothing"
    now = evening.happened(session)
    assert (now.table.title, len(now.events)) == ("Chez Léa", 1)
    assert state.names_given(session, Renamed(""))
    assert evening.happened(session).table.title == ""


def test_a_deleted_evening_can_neither_be_deleted_again_nor_played(evening: Windows) -> None:
    state, session = Window(evening), evening.table()
    state.delete_evening(session)
    assert state.notice is not None
    state.notice = None
    state.delete_evening(session)
    assert state.notice is None, "a second tap does nothing"
    assert len(state.bin()) == 1
    state.end_pressed(session)
    assert state.notice is not None
    assert state.notice.error
