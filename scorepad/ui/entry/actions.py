"""What a tap in the entry does with the hand: saves it, throws it in, leaves it."""

from __future__ import annotations

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Stamp
from scorepad.i18n.names import thrown_in_name
from scorepad.i18n.sentences import brief_hand, marks, result
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.ui import routes
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.draft import HandDraft
from scorepad.ui.link import hand_code
from scorepad.ui.store import Store


def submit(store: Store, evening: Evening) -> None:
    """Records a complete hand, or corrects an old one. Points of one digit need a second tap first."""
    draft = store.drafts.of(evening)
    rules = evening.rules_at(draft.editing)
    hand = draft.verdict(rules).hand
    if hand is None or not store.drafts.is_confirmed(draft, rules):
        return
    if evening.id != CALCULATOR:
        record(store, evening, Deal(draft.dealer, hand), _said(store, evening, hand, rules))
        return
    route = routes.calculated(hand_code(hand, rules))
    if store.navigation.route != route:  # ignores a second tap
        store.navigation.to(route)


def throw_in(store: Store, evening: Evening, why: ThrownIn) -> None:
    """Records a deal that was not played; ignores a second tap on the same evening."""
    now = store.evening(evening.id)
    if now is not None and len(now.events) == len(evening.events):
        record(store, evening, Deal(store.drafts.of(evening).dealer, why), thrown_in_name(store.t, why))


def leave(store: Store, evening: Evening) -> None:
    """Gives up the correction of an old hand; a new hand stays as it is."""
    if evening.id == CALCULATOR:
        store.navigation.to(routes.HOME)
        return
    if store.drafts.of(evening).editing is not None:
        store.drafts.finish(evening)
    store.navigation.to(routes.evening(evening.id))


def record(store: Store, evening: Evening, deal: Deal, said: str) -> None:
    """Saves a deal, or the correction of one, then shows the sheet."""
    draft = store.drafts.of(evening)
    store.drafts.write()  # an app that is killed after the save knows by it that the draft is recorded

    def happen(now: Evening, stamp: Stamp) -> Evening:
        if draft.editing is not None:
            return now.correct(draft.editing, deal, stamp)
        return now.record(deal, stamp)

    changed = store.commit(evening, happen)
    if changed is not None:
        after_hand(store, changed, draft, said)


def after_hand(store: Store, evening: Evening, draft: HandDraft, said: str) -> None:
    """Empties the draft, goes to the sheet, and says what was saved."""
    t, editing = store.t, draft.editing
    number = evening.sheet.entry(editing or evening.events[-1].id).number
    words = t("Hand {number} corrected: {result}") if editing else t("Hand {number} saved: {result}")
    store.corrected = editing
    store.drafts.finish(evening, draft)
    store.navigation.to(routes.evening(evening.id))
    store.say(words.format(number=number, result=said), undo=evening)
    if store.setting("ticks"):
        store.host.tick()
    if store.host.web_app is not None:
        store.host.web_app.persist()


def _said(store: Store, evening: Evening, hand: Hand, rules: Scheme) -> str:
    """The hand in a few words, fewer in large text."""
    t = store.t
    if store.layout.large_text:
        return result(t, hand, rules)
    takers = evening.table.name_of(hand.taker)
    if hand.partner is not None:
        partner = evening.table.name_of(hand.partner)
        takers = t("{taker} with {partner}", taker=takers, partner=partner)
    return " · ".join([brief_hand(t, hand, takers, rules), *marks(t, hand)])
