"""The facts of a hand, and what follows from them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hands import hand, sample

from scorepad.tarot.hand import Draft
from scorepad.tarot.scheme_data import shipped_scheme


def test_a_hand_and_its_draft_hold_the_same_facts() -> None:
    for any_hand in sample(shipped_scheme("wikipedia"), 200, "drafts"):
        draft = any_hand.to_draft()
        assert draft.to_hand() == any_hand
        assert replace(draft, alone=True).to_hand() == any_hand, "beside a partner it means nothing"


@pytest.mark.parametrize(("seats", "alone"), [("ABC", False), ("ABCD", False), ("ABCDE", True)])
def test_only_at_five_is_a_taker_alone(seats: str, alone: bool) -> None:
    assert hand(seats).to_draft().alone is alone


@pytest.mark.parametrize("fact", ["taker", "bid", "bouts", "half_points"])
def test_a_draft_that_lacks_a_fact_is_no_hand(fact: str) -> None:
    lacking: dict[str, Any] = {fact: None}
    with pytest.raises(ValueError, match="not complete"):
        replace(hand().to_draft(), **lacking).to_hand()
    with pytest.raises(ValueError, match="not complete"):
        Draft(players=tuple("ABCD")).to_hand()
