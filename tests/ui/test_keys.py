"""The entry of a hand from a keyboard."""

from __future__ import annotations

import pytest

from scorepad.pad.draft import HandDraft
from scorepad.tarot.hand import Bid, Hand, Side
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.ui.entry.keys import BIDS, typed

FFT = shipped_scheme()
FOUR = ("a", "b", "c", "d")
FIVE = (*FOUR, "e")


def after(keys: str, players: tuple[str, ...] = FOUR) -> HandDraft:
    draft = HandDraft.new(players[-1], players)
    for key in keys.split():
        draft = typed(draft, key, FFT)
    return draft


@pytest.mark.promise("The screens: enter a hand", "A hand can be entered with seven keys or fewer.")
def test_seven_keys_or_fewer_with_enter() -> None:
    assert after("1 G 2 4 9").verdict(FFT).hand == Hand(
        players=FOUR, taker="a", bid=Bid.GARDE, bouts=2, half_points=98
    )
    assert after("2 G 3 1 4 1", FIVE).verdict(FFT).hand == Hand(
        players=FIVE, taker="b", partner="c", bid=Bid.GARDE, bouts=1, half_points=82
    )


@pytest.mark.parametrize(
    ("keys", "fact", "value"),
    [
        ("1 S 1 5 0 B", "petit_au_bout", Side.TAKER),
        ("1 S 1 5 0 B B", "petit_au_bout", Side.DEFENCE),
        ("1 S 1 5 0 B B B", "petit_au_bout", None),
        ("1 C 0 1 D 4 0", "half_points", 182 - 80),
        ("1 C 0 1 4 0 H", "half_points", 81),
        ("1 C 0 1 4 0 H H", "half_points", 80),
        ("1 C 0 1 4 9 5 2", "half_points", 104),
        ("2 P 0", "alone", True),
        ("2 P 2", "alone", True),
        ("1 G 3 F1", "bouts", None),
        ("1 P P", "bid", Bid.PETITE),
    ],
)
def test_every_fact_has_a_key(keys: str, fact: str, value: object) -> None:
    assert getattr(after(keys, FIVE).facts, fact) == value


def test_keys_that_mean_nothing_change_nothing() -> None:
    for keys, extra in (
        ("", "7"),
        ("", "G"),
        ("", "B"),
        ("1", "D"),
        ("1 G", "9"),
        ("1 G 3", "0"),  # with 3 bouts there are 13½ at least
        ("1 G 3 1", "3"),
        ("1 G 3 9", "2"),
        ("1 G 3 4 9", "0"),
    ):
        assert after(f"{keys} {extra}") == after(keys), (keys, extra)
    assert after("1 P 0 7", FIVE) == after("1 P 0", FIVE)
    assert after("1 P 9", FIVE) == after("1 P", FIVE)


def test_backspace_takes_back_the_last_answer() -> None:
    steps = ["1", "G", "3", "2", "4", "9"]
    for count in range(len(steps), 2, -1):
        assert after(" ".join([*steps[:count], "Backspace"]), FIVE) == after(
            " ".join(steps[: count - 1]), FIVE
        )
    assert not after("1 G Backspace", FIVE).started


@pytest.mark.promise("The screens: enter a hand", "A key never enters a bid that the table does not play.")
def test_no_key_enters_a_bid_that_the_table_does_not_play() -> None:
    without = [changed(FFT, f"bids.{each.bid}.played", False) for each in FFT.bids]
    schemes = [*shipped_schemes().values(), *without]
    entered = set()
    for scheme in schemes:
        chosen = HandDraft.new("d", FOUR).taker_tapped("a", None)
        for key in BIDS:
            once = typed(chosen, key, scheme)
            bids = {draft.facts.bid for draft in (once, typed(once, key, scheme))} - {None}
            assert bids <= {each.bid for each in scheme.bids}, (scheme.id, key)
            entered |= bids
    assert entered == {bid for bids in BIDS.values() for bid in bids}
