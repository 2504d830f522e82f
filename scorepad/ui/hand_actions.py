"""The actions on a whole hand: save it, throw it in, correct it, empty it, leave it, go on with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from scorepad.evening.evening import Evening
from scorepad.evening.events import Dealt
from scorepad.i18n.names import thrown_in_name
from scorepad.i18n.sentences import bonus_texts, brief_hand, result_with_missed
from scorepad.pad import Entry, HandDraft
from scorepad.pad.entry import (
    at_this_table,
    correcting,
    deal_moves_on,
    dealt_by,
    in_sight,
    inserting,
    on_top,
    record,
    set_aside,
    without_hand,
)
from scorepad.pad.following import settled
from scorepad.pad.paper import line_changed
from scorepad.rows.written import row_text
from scorepad.tarot.hand import Hand, PlayerId, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.ui import routes
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.link import hand_code
from scorepad.ui.store import Store
from scorepad.ui.window_state import Switch


def submit(store: Store, evening: Evening, meant: int) -> None:
    """Saves the hand or the correction with the token `meant`, if it is complete.

    In the calculator, shows the score of the hand instead. If the points have only one digit, the first tap asks to
    confirm them, and the second tap saves or shows.
    """
    draft = store.hand_meant(evening, meant)
    if draft is None:
        return
    rules = evening.rules_at(draft.row)
    hand = draft.verdict(rules).hand
    if hand is None or not store.confirm_or_ask(draft, rules):
        return
    if evening.id != CALCULATOR:
        save(store, evening, meant, _said(store, evening, hand, rules))
        return
    route = routes.calculated(hand_code(hand, rules))
    if store.route != route:  # ignores a second tap
        store.to(route)


def throw_in(store: Store, evening: Evening, meant: int, why: ThrownIn) -> None:
    """Saves that the hand with the token `meant` was dealt but not played; `why` is the reason."""
    save(store, evening, meant, thrown_in_name(store.t, why), why)


def save(store: Store, evening: Evening, meant: int, said: str, why: ThrownIn | None = None) -> None:
    """Saves the hand with the token `meant` if it is still under way; then shows the sheet, and `said` in a notice.

    A hand that corrects a typed row changes this row. If the hand was not played, `why` is the reason.
    """
    hand = store.hand_meant(evening, meant)
    if hand is not None and hand.line is not None:
        outcome = why or hand.verdict(evening.rules_at()).hand
        assert outcome is not None, "an incomplete hand has no button to save it"
        _change_row(store, evening, hand.line, outcome)
        return
    stamp = store.history.stamp()  # the same for both events: so Undo knows that one tap made them

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        recorded, left = record(now, entry, meant, stamp, why)
        inserts = recorded is not now and hand is not None and hand.before is not None
        turn = deal_moves_on(recorded, recorded.events[-1].id) if inserts else None
        return recorded if turn is None else recorded.add(turn, stamp), left

    after = store.do(evening.id, act)
    if after is not None:
        _after_hand(store, after, said)


def _change_row(store: Store, evening: Evening, line: int, outcome: Hand | ThrownIn) -> None:
    """Writes a hand into its line of the typed rows, and shows the rows again."""
    names = {person.id: person.name for person in evening.table.seating.people}
    words = row_text(outcome, names, store.t.language)
    changed = store.do(evening.id, lambda now, entry: (now, line_changed(entry, now, line, words)))
    store.to(routes.paper_hands(evening.id))
    if changed is not None:
        store.say(store.t("Row {number}: {words}", number=line + 1, words=words))


def _after_hand(store: Store, evening: Evening, said: str) -> None:
    t, saved = store.t, next(each for each in reversed(evening.events) if isinstance(each.change, Dealt))
    assert saved.entry is not None, "it records a hand, or corrects one"
    corrected = saved.entry if saved.entry != saved.id else None
    inserted = isinstance(saved.change, Dealt) and saved.change.before is not None
    words = t("Hand {number} corrected: {result}") if corrected else t("Hand {number} saved: {result}")
    if inserted:
        words = t("Hand {number} inserted: {result}")
    number = evening.sheet.row(saved.entry).number
    store.to(routes.evening(evening.id))
    store.say(
        words.format(number=number, result=said), undo=evening, row=saved.entry if inserted else corrected
    )
    if store.is_on(Switch.TICKS):
        store.host.tick()
    if store.host.web_app is not None:
        store.host.web_app.persist()


def leave(store: Store, evening: Evening, meant: int) -> None:
    """Leaves the entry of the hand with the token `meant`.

    A new hand, or a correction with changes, stays in the entry, unsaved; a correction without changes is dropped.
    """
    if evening.id == CALCULATOR:
        store.to(routes.HOME)
        return
    hand = store.hand_meant(evening, meant)
    _enter(store, evening, meant, set_aside)
    of_paper = hand is not None and hand.line is not None
    store.to((routes.paper_hands if of_paper else routes.evening)(evening.id))
    store.see(token=0)


def go_on(store: Store, evening: Evening, token: int) -> None:
    """Shows the entry with the unsaved hand of this token."""
    _enter(store, evening, token, lambda entry, now: in_sight(entry, now, token))
    store.to(routes.entry(evening.id))
    store.see(token=token)


def correct(store: Store, evening: Evening, row: str) -> None:
    """Begins or continues the correction of a row, and shows it in the entry; other unsaved hands stay unsaved.

    Removes the present notice: its Undo would seem to undo this correction.
    """
    store.do(evening.id, lambda now, entry: (now, correcting(entry, now, row)))
    store.to(routes.entry(evening.id))
    store.see(notice=None, token=store.entry(evening).hand.token)


def insert_before(store: Store, evening: Evening, row: str) -> None:
    """Begins or continues a forgotten hand that is inserted before a row, and shows it in the entry.

    Other unsaved hands stay unsaved. Removes the present notice, as `correct` does.
    """
    store.do(evening.id, lambda now, entry: (now, inserting(entry, now, row)))
    store.to(routes.entry(evening.id))
    store.see(notice=None, token=store.entry(evening).hand.token)


def choose_dealer(store: Store, evening: Evening, meant: int, player: PlayerId) -> None:
    """Makes a player the dealer of the hand with the token `meant`."""
    _enter(store, evening, meant, lambda entry, now: dealt_by(entry, now, player))


def use_present_table(store: Store, evening: Evening, meant: int) -> None:
    """Gives the hand with the token `meant` the present dealer and the present players of the table."""
    _enter(store, evening, meant, at_this_table)


def empty(store: Store, evening: Evening, meant: int) -> None:
    """Empties the hand with the token `meant`; a notice offers to restore the hand."""
    entry = store.entry(evening).looked_at(meant)
    if entry is not None and _enter(store, evening, meant, without_hand):
        store.say(store.t("The hand is empty."), back=partial(_fill_again, store, evening, entry.hand))


def _fill_again(store: Store, evening: Evening, hand: HandDraft) -> None:
    """Restores a hand that `empty` removed, and puts it in sight, before the hands that were entered since then."""
    store.do(evening.id, lambda now, entry: (now, settled(on_top(entry, now, hand), now)))


def _enter(store: Store, evening: Evening, meant: int, change: Callable[[Entry, Evening], Entry]) -> bool:
    """Puts the hand with the token `meant` in sight, and applies `change`. Returns whether anything changed."""

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        at = entry.looked_at(meant)
        return now, entry if at is None else change(at, now)

    return store.do(evening.id, act) is not None


def _said(store: Store, evening: Evening, hand: Hand, rules: Scheme) -> str:
    """The text of the notice about a saved hand; it is shorter if the text is large."""
    t = store.t
    if store.layout.large_text:
        return result_with_missed(t, hand, rules)
    takers = evening.table.name_of(hand.taker)
    if hand.partner is not None:
        partner = evening.table.name_of(hand.partner)
        takers = t("{taker} with {partner}", taker=takers, partner=partner)
    return " · ".join([brief_hand(t, hand, takers, rules), *bonus_texts(t, hand)])
