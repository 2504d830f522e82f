"""Hands that are entered otherwise: with the called card at five, and without bids at two."""

from __future__ import annotations

import json

import pytest
from words import t

from scorepad.exports.formats import File, Format, export
from scorepad.i18n.sentences import called_words
from scorepad.pad.documents import hand_document, hand_from
from scorepad.pad.draft import HandDraft
from scorepad.tarot.hand import CalledCard, Court, Found, Side, Suit
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme

from .evening import Windows, totals
from .test_entry import saved

KEEPS = changed(shipped_scheme(), "table.called_card", True)


@pytest.mark.promise("The screens: enter a hand", "The called card takes one tap more.")
async def test_a_called_card_takes_one_more_tap_and_is_shown_with_the_hand(windows: Windows) -> None:
    evening = windows.table(5, scheme=KEEPS)
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde", "suit-hearts", "partner-3", "bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 7
    hand = saved(windows, evening)
    assert (hand.called, hand.found) == (CalledCard(Suit.HEARTS), None)
    await app.tap("row-1")
    (called,) = called_words(t, hand)
    assert any(called in text for text in app.texts())
    await app.tap("edit")
    assert f"Chloé, {called}" in app.text("change-taker")
    await app.visit(f"/session/{evening.id}/journal")
    assert any(called in text for text in app.texts())
    for form, words in ((Format.CSV, "king hearts"), (Format.JSON, '"suit": "hearts"')):
        files = export([windows.happened(evening)], form, t, history=windows.history)
        assert any(words in file.data.decode() for file in files if isinstance(file, File))


async def test_alone_is_said_with_its_reason(windows: Windows) -> None:
    evening = windows.table(5, scheme=KEEPS)
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-2-petite")
    assert not app.enabled("court")
    await app.tap("suit-clubs", "court", "partner-own")
    chosen = app.text("change-taker")
    await app.tap("bouts-1", "digit-5", "digit-1", "save")
    hand = saved(windows, evening)
    assert all(words in chosen for words in (t("alone"), *called_words(t, hand)))
    assert (hand.called, hand.found) == (CalledCard(Suit.CLUBS, Court.QUEEN), Found.OWN_HAND)
    await app.tap("next-hand", "bid-1-garde", "partner-alone", "bouts-2", "digit-4", "digit-9", "save")
    assert (saved(windows, evening).called, saved(windows, evening).found) == (None, Found.DOG)


def test_a_second_tap_removes_the_card_and_a_draft_keeps_it() -> None:
    players = ("a", "b", "c", "d", "e")
    draft = HandDraft.new("a", players).suit_tapped(Suit.SPADES)
    assert draft.court_tapped().facts.called == CalledCard(Suit.SPADES, Court.QUEEN)
    lowest = draft.court_tapped().court_tapped().court_tapped()
    assert lowest.facts.called == CalledCard(Suit.SPADES, Court.JACK)
    assert lowest.court_tapped() == draft
    assert draft.suit_tapped(Suit.SPADES).facts.called is None
    assert draft.suit_tapped(Suit.SPADES).court_tapped().facts.called is None
    document = json.loads(json.dumps(hand_document(draft)))
    assert hand_from(document) == draft
    assert draft.adapted_to(KEEPS) == draft
    assert draft.adapted_to(shipped_scheme("five_alone")).facts.called is None


@pytest.mark.promise("The screens: enter a hand", "An open duel takes four taps.")
async def test_a_hand_without_bids_takes_four_taps(windows: Windows) -> None:
    """And one more says whose cards are counted."""
    evening = windows.table(2, scheme=shipped_scheme("open_duel"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 4
    assert totals(app) == ["33", "−33"]
    await app.tap("next-hand", "bouts-1", "digit-3", "digit-0", "petit-taker")
    assert "Bruno · 61 − 41 =\u00a0+20 → 25 + 20 − 10 =\u00a035" in app.texts()
    await app.tap("pile-of-2", "save")
    hand = saved(windows, evening)
    assert hand.taker == "p0"
    assert hand.bouts == 2
    assert hand.half_points == 122
    assert hand.petit_au_bout == Side.TAKER
    assert totals(app) == ["88", "−88"]
    await app.tap("menu", "menu-end")
    assert not app.exists("figure-contracts"), "there are none without bids"
