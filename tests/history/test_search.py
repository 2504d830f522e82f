"""Evenings found by who played and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from history_samples import new_evening

from scorepad.history import Summary
from scorepad.history.search import find_summaries
from scorepad.i18n import Translator

HERE = Summary.of(new_evening("here", title="Chez Élise", created="2026-11-21T12:00:00Z"))
LATER = Summary.of(new_evening("later", title="", created="2026-12-24T12:00:00Z"))
BROKEN = Summary(id="broken", last_at="2026-12-01T12:00:00Z")
ALL = [HERE, LATER, BROKEN]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ALL),
        ("  ", ALL),
        ("elise", [HERE]),
        ("ÉLISE chez", [HERE]),
        ("anne BRUNO", [HERE, LATER]),
        ("chloe chez", [HERE]),
        ("nobody", []),
        ("anne nobody", []),
    ],
)
def test_by_text(text: str, found: list[Summary]) -> None:
    assert find_summaries(ALL, text=text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("novembre", [HERE]),
        ("21 nov 2026", [HERE]),
        ("anne decembre", [LATER]),
        ("samedi", [HERE]),
        ("2026-12", [LATER, BROKEN]),
        ("24.12.", [LATER]),
        ("21/11/2026", [HERE]),
        ("bruno 2025", []),
    ],
)
def test_by_the_day_in_words(text: str, found: list[Summary]) -> None:
    assert find_summaries(ALL, text=text, day_words=Translator("fr").day_words) == found


def test_by_day() -> None:
    assert find_summaries(ALL, since=date(2026, 12, 1)) == [LATER, BROKEN]
    assert find_summaries(ALL, until=date(2026, 11, 30)) == [HERE]
    assert find_summaries(ALL, since=date(2026, 12, 1), until=date(2026, 12, 1)) == [BROKEN]
    assert find_summaries([replace(HERE, created="", last_at="")], since=date(2000, 1, 1)) == []
