"""The entry of a hand from a keyboard: 1 G 2 4 9 Enter. A key is named by its label."""

from __future__ import annotations

from dataclasses import replace

from scorepad.pad.draft import HandDraft
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Bid, Found, Side
from scorepad.tarot.scheme import Scheme

BIDS = {
    "P": (Bid.PETITE, Bid.POUSSE),
    "G": (Bid.GARDE,),
    "S": (Bid.GARDE_SANS,),
    "C": (Bid.GARDE_CONTRE,),
}
"""A second P is the pousse, if the table plays it."""
PRESSES = ("Enter", "Numpad Enter", " ")
"""The keys that tap the control in focus."""
MOVES_FOCUS = ("Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right")
"""The keys after which Enter belongs to the control in focus; a native window moves it by arrows too."""


def letter(bid: Bid) -> str:
    """The letter of a bid; twice for the second bid with this letter."""
    return next(key * (bids.index(bid) + 1) for key, bids in BIDS.items() if bid in bids)


def is_sign(key: str) -> bool:
    """Whether a key writes a letter, a digit or another sign, which the settings can turn off."""
    return len(key.removeprefix("Numpad ")) == 1 and key not in PRESSES


def typed(draft: HandDraft, key: str, scheme: Scheme) -> HandDraft:
    """The draft after a key; the same draft if the key means nothing now.

    Digits answer the question that is open: who took, who was called (0: alone), bouts, card points. B is the
    petit au bout (to the taker's side, to the defence, to nobody), D lets the other side count, H is the half point.
    """
    key = key.removeprefix("Numpad ")
    next_missing = draft.verdict(scheme).next_missing
    if key in BIDS and draft.facts.taker is not None:
        bids = [bid for bid in BIDS[key] if scheme.allows(bid)]
        if not bids:
            return draft
        again = draft.facts.bid in bids
        at = (bids.index(draft.facts.bid) + 1) % len(bids) if again and draft.facts.bid else 0
        return draft.bid_tapped(bids[at])
    if key.isdecimal() and len(key) == 1:
        return _digit(draft, int(key), next_missing, scheme)
    if key == "Backspace":
        return _back(draft)
    if next_missing in (Field.TAKER, Field.BID, Field.PARTNER):
        return draft
    if key == "B":
        follows = {None: Side.TAKER, Side.TAKER: Side.DEFENCE, Side.DEFENCE: Side.DEFENCE}
        return draft.petit_tapped(follows[draft.facts.petit_au_bout])
    if key == "D":
        return draft.counting_side_changed()
    if key in ("H", ",", ".", "Decimal") and draft.can_have_half():
        return draft.half_tapped()
    return draft


def _digit(draft: HandDraft, digit: int, next_missing: Field | None, scheme: Scheme) -> HandDraft:
    players = draft.facts.players
    if next_missing in (Field.TAKER, Field.BID):
        if 1 <= digit <= len(players):
            return draft.taker_tapped(players[digit - 1], None)
        return draft
    if next_missing is Field.PARTNER:
        if digit == 0 or (digit <= len(players) and players[digit - 1] == draft.facts.taker):
            place = Found.OWN_HAND if digit else Found.DOG
            return draft.partner_tapped(None, place if scheme.table.called_card else None)
        return draft.partner_tapped(players[digit - 1]) if digit <= len(players) else draft
    if next_missing is Field.BOUTS:
        return draft.bouts_tapped(digit) if digit <= 3 else draft
    return draft.digit_tapped(digit) if digit in draft.verdict(scheme).digits_possible else draft


def _back(draft: HandDraft) -> HandDraft:
    facts = draft.facts
    if draft.digits:
        return draft.erased()
    if facts.bouts is not None:
        return replace(draft, facts=replace(facts, bouts=None))
    if facts.partner is not None or facts.alone:
        return draft.partner_reopened()
    return draft.taker_reopened()
