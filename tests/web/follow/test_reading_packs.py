"""The page that follows reads packs in JavaScript, and shows what scorepad's own sheet shows."""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from evenings import clock_of
from random_evenings import driven, last_driven, merged, random_table
from sample_evenings import beside, chips, club, eventful, five, halves, mouches

from scorepad.evening.evening import Evening
from scorepad.sharing.packed import pack, snapshot
from scorepad.tarot.hand import ThrownIn
from scorepad.web.app.build import find_node
from scorepad.web.follow.page import READING, program

SAMPLES = (five, beside, club, eventful, mouches, chips, halves)


def read_by_page(packs: Iterable[bytes], language: str = "en") -> list[Any]:
    """What the page makes of each pack, with its words in a language."""
    lines = "\n".join(base64.b64encode(raw).decode() for raw in packs)
    script = Path(__file__).with_name("read_packs.js")
    done = subprocess.run(
        [find_node(), str(script), program((*READING, "words.js", "sums.js")), language],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "TZ": "UTC"},
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_evening(seed: int) -> Evening:
    """Any evening, on one device or merged from two."""
    r = random.Random(seed)
    evening = last_driven(r, random_table(r), r.choice((10, 25, 45)), clock_of("a"))
    if seed % 2:
        *_, here = driven(r, evening, 12, clock_of("b"))
        *_, there = driven(r, evening, 12, clock_of("c"))
        evening = merged(here, there)
    return evening


def expected(evening: Evening) -> dict[str, Any]:
    """What the page has to show."""
    table, sheet = evening.table, evening.sheet
    name = table.name_of
    rows = []
    for row in sheet.rows:
        hand = row.deal.hand
        thrown = row.deal.outcome if isinstance(row.deal.outcome, ThrownIn) else None
        facts = [name(hand.taker), hand.bid.value, hand.bouts, hand.half_points] if hand else None
        at = datetime.fromisoformat(row.recorded.at).astimezone(UTC)
        rows.append(
            [
                *(row.number, row.voided, [*row.amounts], [*row.totals], table.note_on(row.id)),
                *(name(row.deal.dealer), facts, thrown.value if thrown else None),
                *(
                    at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                    row.rules.margin.half_points.value,
                ),
            ]
        )
    rate = table.rate
    return {
        "title": table.title,
        "people": [[person.name, person.mark, person.guest] for person in sheet.people],
        "rows": rows,
        "totals": [*sheet.totals],
        "unit": sheet.unit,
        "pot": [*sheet.pot],
        "dealer": name(evening.dealer),
        "left": evening.progress.hands,
        "next": sheet.next_number,
        "hands": evening.progress.played,
        "ended": table.ended,
        "note": table.note_on(None),
        "here": [name(id_) for id_ in table.seating.ids],
        "rate": [rate.cents, rate.points, rate.currency, rate.step] if rate.cents else None,
        "money": [*sheet.money(rate)] if rate.cents else None,
        "day": table.day,
    }


def differences(evenings: Sequence[Evening]) -> list[tuple[int, str, Any, Any]]:
    """The facts that the page shows otherwise."""
    found = []
    for number, (evening, shown) in enumerate(zip(evenings, read_by_page(map(pack, evenings)), strict=True)):
        wanted = expected(evening)
        for row, drawn in zip(wanted["rows"], shown.get("rows", []), strict=False):
            if row[1]:  # what it would have paid, by what was agreed when it was played
                row[2], drawn[2] = [], []
        found += [
            (number, key, wanted[key], shown.get(key, shown))
            for key in wanted
            if shown.get(key) != wanted[key]
        ]
    return found


@pytest.mark.promise("Following an evening", "The page of a follower shows the sheet of the app, row by row.")
@pytest.mark.parametrize("part", range(4))
def test_the_page_shows_the_sheet_of_the_app(part: int, long: bool) -> None:
    count = 400 if long else 60
    evenings = [random_evening(seed) for seed in range(part * count, (part + 1) * count)]
    assert differences(evenings) == []
    assert differences([snapshot(evening) for evening in evenings]) == []


def test_the_page_shows_every_kind_of_evening() -> None:
    assert differences([sample() for sample in SAMPLES]) == []
