"""The codes that the page makes are those that the app makes, module by module."""

from __future__ import annotations

import json
import random
import string
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import segno

from scorepad.web.app.build import find_node
from scorepad.web.follow.page import program

ADDRESS = "http://192.168.1.24:8551/follow/#key=k7q2m9x4w1z8"
MOST_BYTES = {
    "L": (17, 32, 53, 78, 106, 134, 154, 192, 230, 271),
    "M": (14, 26, 42, 62, 84, 106, 122, 152, 180, 213),
}
"""The longest text of each version, from 1, by level (ISO/IEC 18004, table 7)."""


@pytest.fixture(autouse=True)
def no_needless_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library adds eight zeros where the bits already end with a byte; the standard adds none."""

    def pad(bits: bytearray, version: int, length: int) -> None:
        bits.extend([0] * (-length % 8))

    monkeypatch.setattr("segno.encoder.write_padding_bits", pad)


def codes(texts: Iterable[str]) -> list[list[str] | None]:
    """The rows of the code of each text; None if it is too long."""
    script = Path(__file__).with_name("make_qr.js")
    done = subprocess.run(
        [find_node(), str(script), program(("qr.js",))],
        input="\n".join(map(json.dumps, texts)),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def expected(text: str, level: str, version: int, mask: int) -> list[str]:
    """The rows of the code that the library of the app makes."""
    code = segno.make(
        text.encode(), error=level, version=version, mask=mask, mode="byte", boost_error=False, micro=False
    )
    return ["".join(map(str, row)) for row in code.matrix]


def level_and_mask(rows: list[str]) -> tuple[str, int]:
    """The level and the mask that a code tells of itself."""
    told = int(rows[8][:5], 2) ^ 0b10101
    return {0b01: "L", 0b00: "M"}[told >> 3], told & 7


def equals_the_library(text: str, rows: list[str]) -> bool:
    level, mask = level_and_mask(rows)
    return rows == expected(text, level, (len(rows) - 17) // 4, mask)


@pytest.mark.promise("Following an evening", "The board shows a code that any phone reads.")
def test_a_code_has_the_modules_of_the_library(long: bool) -> None:
    r = random.Random(1)
    signs = string.printable + "éß€😀"
    texts = ["".join(r.choices(signs, k=r.randint(0, 230))) for _ in range(600 if long else 60)]
    texts = [ADDRESS, *(text for text in texts if len(text.encode()) <= MOST_BYTES["L"][-1])]
    masks = set()
    for text, rows in zip(texts, codes(texts), strict=True):
        assert rows is not None
        assert equals_the_library(text, rows), text
        masks.add(level_and_mask(rows)[1])
    assert len(masks) > 4, "the mask depends on the text"


def test_a_code_is_as_small_as_its_text_allows_and_then_as_sure_as_possible() -> None:
    sizes = sorted({size + more for level in MOST_BYTES.values() for size in level for more in (0, 1)})
    texts = [("01" * size)[:size] for size in sizes if size <= MOST_BYTES["L"][-1]]
    for text, rows in zip(texts, codes(texts), strict=True):
        version = next(number for number, most in enumerate(MOST_BYTES["L"], 1) if len(text) <= most)
        level = "M" if len(text) <= MOST_BYTES["M"][version - 1] else "L"
        assert rows is not None
        assert (len(rows), level_and_mask(rows)[0]) == (17 + 4 * version, level)
        assert equals_the_library(text, rows)
    assert codes(["x" * (MOST_BYTES["L"][-1] + 1)]) == [None]


def test_a_code_has_one_of_the_masks_that_are_easiest_to_read() -> None:
    """By the scores of the library, which counts the same faults with small differences at the edges."""

    def score(rows: list[str]) -> int:
        matrix = [bytearray(map(int, row)) for row in rows]
        evaluate: Any = segno.encoder.evaluate_mask
        return int(evaluate(matrix, len(rows), len(rows)))

    texts = [ADDRESS, "0" * 150, "U" * 60, *(f"{ADDRESS}{number}" for number in range(10))]
    for text, rows in zip(texts, codes(texts), strict=True):
        assert rows is not None
        level, _ = level_and_mask(rows)
        scores = sorted(score(expected(text, level, (len(rows) - 17) // 4, mask)) for mask in range(8))
        assert score(rows) <= scores[1]
