"""Asks what to do with a hand under way, before its evening ends, is deleted, or is left for a new evening."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name
from scorepad.pad import Entry, HandDraft
from scorepad.pad.entry import number_of, record, under_way
from scorepad.ui import kit, routes
from scorepad.ui.evening_actions import NextAction, finish, put_in_bin
from scorepad.ui.hand_actions import go_on
from scorepad.ui.screens.new_evening import begin_again
from scorepad.ui.store import Store


class Words(NamedTuple):
    """The texts of the question: the action, the answers with and without saving, and the effect of not saving."""

    title: str
    save: str
    without: str
    later: str


def _words(t: Translator, then: NextAction) -> Words:
    match then:
        case NextAction.END:
            later = t("The hand waits, in case the evening goes on.")
            return Words(t("End the evening"), t("Save it, then end"), t("End without it"), later)
        case NextAction.AGAIN:
            title, later = t("New evening with these players"), t("The hand waits in its evening.")
            return Words(title, t("Save it, then begin"), t("Begin without it"), later)
        case NextAction.DELETE:
            later = t("The hand waits in the bin, with its evening.")
            return Words(t("Delete"), t("Save it, then delete"), t("Delete without it"), later)


ACTIONS = {NextAction.END: finish, NextAction.AGAIN: begin_again, NextAction.DELETE: put_in_bin}
"""The function for each action that follows the question."""


@kit.screen(routes.unsaved)
def unsaved_screen(at: kit.At) -> ft.View:
    """The question about the first hand under way, with its answers."""
    t, evening, store = at.t, at.evening, at.store
    if at.names["then"] not in [*NextAction]:
        raise kit.NothingHere
    then, entry = NextAction(at.names["then"]), store.entry(evening)
    words, hands = _words(t, then), under_way(entry, evening)
    if not hands:
        done = kit.action(at.layout, "without", words.title, partial(ACTIONS[then], store, evening.id))
        return at.view(words.title, kit.quiet(t("Every hand is saved."), kit.Size.BODY), foot=done)
    hand, more = hands[0], len(hands) - 1
    number = number_of(hand, entry, evening)
    said = t("Hand {number} is not saved yet.", number=number)
    if hand.editing is not None:
        said = t("The correction of hand {number} is not saved yet.", number=number)
    if hand.line is not None:
        said = t("Row {number} of the paper sheet is not saved yet.", number=number)
    if hand.before is not None:
        said = t("A hand before hand {number} is not saved yet.", number=number)
    complete = hand.verdict(evening.rules_at(hand.row)).hand is not None
    why = None if complete else t("The hand is not complete.")
    save = partial(_save, store, evening, hand, then) if complete else None
    return at.view(
        words.title,
        kit.text(said, kit.Size.TITLE, bold=True),
        kit.quiet(begun_words(t, hand, evening), kit.Size.BODY),
        bool(more) and kit.quiet(t.plural("{count} hand more waits.", "{count} hands more wait.", more)),
        kit.line(at.layout, "save-first", words.save, why or "", tap=save, why=why, deliberate=True),
        kit.line(
            at.layout,
            "without",
            words.without,
            words.later,
            tap=partial(ACTIONS[then], store, evening.id),
            deliberate=True,
        ),
        kit.line(
            at.layout, "go-on", t("Go on with the hand"), tap=partial(go_on, store, evening, hand.token)
        ),
    )


def begun_words(t: Translator, hand: HandDraft, evening: Evening) -> str:
    """A hand as far as it is entered, in a few words: "Bruno, garde, 49 points"."""
    facts, words = hand.facts, list[str]()
    if facts.taker is not None and not hand.open:
        words.append(evening.table.name_of(facts.taker))
        words += [t.inside(bid_name(t, facts.bid))] if facts.bid is not None else []
    if hand.shown is not None:
        words.append(t("{points} points", points=t.half_points(hand.shown)))
    return ", ".join(words)


def _save(store: Store, evening: Evening, hand: HandDraft, then: NextAction) -> None:
    """Saves the hand; then does the action `then`, if no other hand is under way."""
    stamp = store.history.stamp()

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        return record(now, entry, hand.token, stamp)

    after = store.do(evening.id, act)
    if after is not None and not under_way(store.entry(after), after):
        ACTIONS[then](store, evening.id)
