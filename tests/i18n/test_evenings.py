"""The evening as a text for a chat."""

from __future__ import annotations

from itertools import product

import pytest
import sample_evenings
from approve import Approve
from evenings import after, by, stamp, table

from scorepad.evening.events import RateAgreed, RulesChanged
from scorepad.evening.money import Rate
from scorepad.history import Summary
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.evenings import money_text, rules_title, standings_text
from scorepad.i18n.names import evening_titles
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme


def test_a_table_without_debts_is_told_so() -> None:
    rated = table().add(RateAgreed(Rate(cents=200)), stamp(table()))
    assert money_text(Translator("en"), rated).endswith("100 points = €2.00\nNobody owes anything.")


@pytest.mark.promise(
    "Exports", "The text for a chat tells the standings and the best hand in every language."
)
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *product(("five", "beside"), LANGUAGES),
        *[("mixed", "en"), ("mouches", "en"), ("chips", "en")],
    ],
)
def test_the_text_is_as_approved(name: str, language: str, approve: Approve) -> None:
    text = standings_text(Translator(language), getattr(sample_evenings, name)())
    approve(f"text-{name}-{language}.txt", f"{text}\n".encode())


@pytest.mark.promise("Names and words", "A name that is written from right to left turns no amount around.")
def test_a_right_to_left_name_turns_no_amount() -> None:
    evening = table(("مريم", "דוד", "Chloé", "Zoé"), title="مساء")
    text = standings_text(Translator("fr"), after(evening, by(points=30)))
    assert "4. \u2068مريم\u2069 −216" in text
    assert "1. \u2068דוד\u2069 +72" in text
    assert "1. Chloé +72" in text, "others stay as they are"
    assert text.startswith("\u2068مساء\u2069, vendredi 20 novembre 2026\n")
    assert "\u2068مريم\u2069, garde" in text


def test_invisible_characters_do_not_reach_the_chat() -> None:
    names = ("Anne\nBruno", "\u202eevil\x00", "👩\u200d👧", "Zoé ")
    text = standings_text(Translator("fr"), table(names, title="a\nb"))
    assert text.splitlines() == [
        "a b, vendredi 20 novembre 2026",
        "– Anne Bruno 0",
        "– evil 0",
        "– 👩\u200d👧 0",
        "– Zoé 0",
        "0 donne",
    ]


def test_a_taker_alone_is_named_where_a_partner_could_be_called() -> None:
    text = standings_text(Translator("en"), after(table(5), by()))
    assert text.endswith("Anne, alone, garde, just made (+200)")


def test_the_titles_of_the_rules_stand_in_the_order_of_their_hands() -> None:
    t = Translator("en")
    evening = after(table(4), ThrownIn.MISDEAL)
    assert rules_title(t, evening) == "FFT rules"
    later = evening.add(RulesChanged(shipped_scheme("pousse"), from_now=True), stamp(evening))
    later = later.add(RulesChanged(shipped_scheme("contre_5"), from_now=True), stamp(later))
    both = t("{rules}, then {others}", rules="FFT rules", others="Contre ×5")
    assert rules_title(t, later) == both


def test_evenings_of_one_day_or_name_have_different_titles() -> None:
    t = Translator("en")
    begun = [f"2025-03-{day}T{hour}:00Z" for day, hour in ((15, "14:00"), (15, "20:30"), (16, "20:30"))]
    summaries = [Summary(id="", name=name, created=at) for name in ("", "Club") for at in begun]
    days, times = [t.short_date(at) for at in begun], [t.time(at) for at in begun]
    evenings = [t("Evening of {date}", date=day) for day in days]
    assert evening_titles(t, summaries) == [
        *(f"{evenings[0]}, {times[0]}", f"{evenings[1]}, {times[1]}", evenings[2]),
        *(f"Club, {days[0]}, {times[0]}", f"Club, {days[1]}, {times[1]}", f"Club, {days[2]}"),
    ]
