"""The curve of an evening in words."""

from __future__ import annotations

import pytest
from approve import Approve
from evenings import after, by, stamp, table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.evenings import curve_text
from scorepad.tarot.hand import Bid

ANNA, TOM, LEA = range(3)
CURVES = [
    (),
    ((TOM, 41),),
    ((TOM, 41), (TOM, 41)),
    ((ANNA, 51), (TOM, 60)),
    ((TOM, 40), (ANNA, 51), (TOM, 60), (TOM, 60)),
    ((TOM, 41), (LEA, 41)),
    ((TOM, 41), (LEA, 41), (ANNA, 41)),
]
"""In the fifth, Tom is last after the first two hands and leads in the end."""


def curved(*hands: tuple[int, int]) -> Evening:
    """An evening of three: who took a petite with 2 bouts, and the card points."""
    evening = table(("Anna", "Tom", "Lea"))
    return after(evening, *(by(taker, Bid.PETITE, 2, points) for taker, points in hands))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_names_the_leader_and_the_totals_before(language: str, approve: Approve) -> None:
    """While the evening goes on, and when it has ended."""
    lines = []
    for evening in (curved(*hands) for hands in CURVES):
        ended = evening.add(Ended(), stamp(evening))
        lines += [curve_text(Translator(language), each) for each in (evening, ended)]
    approve(f"curve-{language}.txt", "".join(f"{line}\n" for line in lines).encode())
