"""The page that follows says money, progress and the last hand as the app does, in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from evenings import after, by, stamp, table
from random_evenings import any_hand
from sample_evenings import beside, chips, club, eventful, every_scheme, five, halves, mouches

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.evening.evening import Evening
from scorepad.evening.events import LengthAgreed, RateAgreed
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.money import Rate, transfers
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import LANGUAGES, THIN_SPACE, Translator
from scorepad.i18n.evenings import length_line, progress_text, rate_text, transfer_text
from scorepad.i18n.names import bouts_text
from scorepad.i18n.sentences import formula, payment_texts
from scorepad.sharing.packed import pack
from scorepad.tarot.choices import RoundedTo
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.zones import Zone

from .test_reading_packs import random_evening, read_by_page

SAMPLES = (five, beside, club, eventful, mouches, chips, halves)


def progress(t: Translator, evening: Evening) -> str:
    """The progress in the words of the app; it offers to end an evening, which nobody can do on the page."""
    now, length = evening.progress, evening.table.length
    if now.over:
        return t("{what}: all played", what=length_line(t, length))
    if now.hands is not None:
        return progress_text(t, length, now)
    return "" if length == OPEN else length_line(t, length)


def row_words(t: Translator, evening: Evening, row: SheetRow) -> list[Any] | None:
    """The count, the sum and the payments of a hand; None for anything else."""
    hand = row.deal.hand
    if hand is None:
        return None
    count = t(
        "{points} points, {needed} to make with {bouts}",
        points=t.half_points(hand.half_points),
        needed=hand.needed,
        bouts=bouts_text(t, hand.bouts),
    )
    paid = payment_texts(t, row.payments, hand, evening.table.name_of) if row.payments else []
    return [count, formula(t, row.score) if row.score else "", paid]


def words(t: Translator, evening: Evening) -> dict[str, Any]:
    """What the page has to say."""
    sheet, rate = evening.sheet, evening.table.rate
    names = [person.name for person in sheet.people]
    paid = [transfer_text(t, each, names, rate.currency) for each in transfers(sheet.money(rate))]
    return {
        "progress": progress(t, evening),
        "rate": rate_text(t, rate) if rate.cents else None,
        "paid": paid if rate.cents else None,
        "rows": [row_words(t, evening, row) for row in sheet.rows],
    }


def differences(evenings: list[Evening], language: str) -> list[Any]:
    """What the page says otherwise; the payments of a row are compared where they are all that the row pays."""
    t, found = Translator(language, zone=Zone("UTC")), []
    for evening, read in zip(evenings, read_by_page(map(pack, evenings), language), strict=True):
        said, wanted = read["words"], words(t, evening)
        said["progress"] = said["progress"].replace(" AM", f"{THIN_SPACE}AM")  # Node has a space of its own
        for row, mine, theirs in zip(evening.sheet.rows, said["rows"], wanted["rows"], strict=True):
            if theirs and (row.moves or row.voided or row.payments is None):
                mine[2] = theirs[2] = []
        found += [(key, said[key], wanted[key]) for key in wanted if said[key] != wanted[key]]
    return found


@pytest.mark.promise(
    "Following an evening",
    "The page of a follower explains a hand, and says progress and money, as the app does.",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_app_says(language: str, long: bool) -> None:
    count = 300 if long else 40
    evenings = [random_evening(seed) for seed in range(1000, 1000 + count)]
    assert differences([*evenings, *(sample() for sample in SAMPLES)], language) == []


def roundings() -> Iterator[Scheme]:
    """Tables that round their margins and their scores, each in another way."""
    for place, to in enumerate(RoundedTo):
        scheme = shipped_scheme()
        for part in ("margin", "rounding"):
            scheme = changed(changed(scheme, f"{part}.step", 10), f"{part}.to", to.value)
        yield replace(scheme, id=f"rounded-{place}", name=f"Arrondi {place}")


def test_every_scheme_and_extra_has_the_sum_of_the_app() -> None:
    """Hands at random with many extras, under all shipped schemes and house rules."""
    r, evenings = random.Random(3), []
    for scheme in (*every_scheme(), *roundings()):
        for people in (3, 4, 5):
            players = [f"p{number}" for number in range(people)]
            hands = [any_hand(players, scheme, r) for _ in range(12)]
            calls = scheme.calls_partner(people)
            played = [hand if calls else replace(hand, partner=None) for hand in hands]
            evenings.append(after(table(people, scheme=scheme), *played))
    assert differences(evenings, "en") == []


@pytest.mark.parametrize("people", range(2, 9))
def test_who_pays_whom_is_what_the_app_says(people: int, long: bool) -> None:
    """Scores and rates at random, with equal and opposite scores, and groups that settle among themselves."""
    r, evenings = random.Random(people), []
    for number in range(100 if long else 15):
        scores = [r.choice((5, 40, 1000)) * r.randint(-9, 9) for _ in range(people - 1)]
        scores.append(-sum(scores))
        r.shuffle(scores)
        evening = table(people, min(people, 5), id=f"money-{number}")
        if any(scores):
            shares = tuple(Share(f"p{place}", score) for place, score in enumerate(scores))
            evening = after(evening, Adjustment(AdjustmentKind.CARRIED, shares))
        rate = Rate(
            r.choice((1, 100, 99_999)), r.randint(1, 1000), r.choice(("€", "CHF")), r.choice((1, 5, 50, 333))
        )
        evenings.append(evening.add(RateAgreed(rate), stamp(evening)))
    assert differences(evenings, "fr") == []
    for evening, read in zip(evenings, read_by_page(map(pack, evenings)), strict=True):
        assert tuple(read["money"]) == evening.sheet.money(evening.table.rate)


def test_a_hand_before_the_agreed_end_and_after_it_is_said() -> None:
    evenings = []
    for hands in range(4):
        for length in (
            OPEN,
            AgreedLength(hands=2),
            AgreedLength(deals=1),
            AgreedLength(until="2026-11-22T02:05:00Z"),
        ):
            evening = after(table(3), *(by(0) for _ in range(hands)))
            evenings.append(evening.add(LengthAgreed(length), stamp(evening)))
    for language in LANGUAGES:
        assert differences(evenings, language) == []
