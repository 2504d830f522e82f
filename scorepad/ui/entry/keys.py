"""The entry of a hand from a keyboard: 1 G 2 4 9 Enter is player 1, garde, 2 bouts and 49 points.

The name of a key is its label, as Flet reports it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import flet as ft

from scorepad.pad.draft import HandDraft
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Bid, Found, Side
from scorepad.tarot.scheme import Scheme
from scorepad.ui.kit.taps import button_of
from scorepad.ui.store import Store

BIDS = {
    "P": (Bid.PETITE, Bid.POUSSE),
    "G": (Bid.GARDE,),
    "S": (Bid.GARDE_SANS,),
    "C": (Bid.GARDE_CONTRE,),
}
"""The bids of each letter. A second P is the pousse, if the table plays the pousse."""
PRESSES = ("Enter", "Numpad Enter", " ")
"""The keys that tap the control in focus."""
MOVES_FOCUS = ("Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right")
"""The keys that move the focus (arrows do so in a native window); after them, Enter taps the control in focus."""


def letter(bid: Bid) -> str:
    """The letter of a bid; for the second bid of a letter, the letter twice: P is the petite, PP the pousse."""
    return next(key * (bids.index(bid) + 1) for key, bids in BIDS.items() if bid in bids)


def is_sign(key: str) -> bool:
    """Whether a key writes a letter, a digit or another character; the settings can turn these keys off."""
    return len(key.removeprefix("Numpad ")) == 1 and key not in PRESSES


def typed(draft: HandDraft, key: str, scheme: Scheme) -> HandDraft:
    """The draft after a key; the same draft if the key has no effect now.

    A letter of `BIDS` chooses the bid. Digits answer the open question: the taker, the partner (0: alone), the bouts,
    the card points. Backspace takes back the last digit or answer. B gives the petit au bout to the attack, pressed
    again to the defence, and again to nobody. D changes the side whose points are counted; H adds or removes the half
    point.
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


# -- the focus ---

PRESS = 0.3
"""The longest time between a key press and the tap that the key causes, in seconds."""
SETTLED = 0.15
"""Seconds after which the client has drawn a tile as enabled: before that, the tile takes no focus."""


class Focus:
    """The focus in the entry of one window."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pressed_at = -PRESS
        self._follows = False
        self._column: ft.Control | None = None
        self._question = ""
        self._given: ft.TextButton | None = None

    def drawn(self, column: ft.Control, question: str) -> None:
        """Notes the visible column; `question` is the prefix of the identifiers of the answers in it."""
        self._column, self._question = column, question

    def pressed(self, key: str) -> None:
        """Notes that a key was pressed; a tap just after Enter or the space bar comes from that key."""
        self._follows = True
        if key in PRESSES:
            self._pressed_at = time.monotonic()

    def tapped(self) -> None:
        """Notes a tap; after a tap by a finger or a mouse the focus stays where it is."""
        self._follows = time.monotonic() - self._pressed_at < PRESS

    def follow(self) -> None:
        """Gives the focus to the first answer to the question, if a keyboard is used."""
        tiles = _tiles(self._column) if self._follows and self._column is not None else ()
        button = next((button for name, button in tiles if name.startswith(self._question)), None)
        if button is None:
            return
        self._given = button

        async def give() -> None:
            await asyncio.sleep(SETTLED)
            if self._given is not button:
                return  # another key came meanwhile
            with suppress(asyncio.TimeoutError, RuntimeError):  # the button may be gone by now
                await button.focus()

        self._store.run(give)


def _tiles(control: ft.BaseControl) -> Iterator[tuple[str, ft.TextButton]]:
    """The enabled tiles in a control, with their identifiers, in the order in which they are seen."""
    button = button_of(control)
    if button is None:
        for part in _parts(control):
            yield from _tiles(part)
    elif not button.disabled:
        assert isinstance(control, ft.MergeSemantics)
        assert isinstance(control.content, ft.Semantics)
        yield control.content.identifier or "", button


def _parts(control: ft.BaseControl) -> list[ft.Control]:
    """The controls directly inside a control."""
    if isinstance(control, ft.Row | ft.Column | ft.Stack):
        return control.controls
    content = getattr(control, "content", None)
    return [content] if isinstance(content, ft.Control) else []
