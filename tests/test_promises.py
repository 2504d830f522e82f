"""What the tests promise: README.md lists each promise, which is a mark on the test that proves it best.

`python -m pytest tests/test_promises.py --write` writes the list anew.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

TESTS: Final = Path(__file__).parent
LIST: Final = TESTS / "README.md"
LONGEST, LEAST = 120, 150
LEFT_OUT: Final = "long|skip|xfail"
"""Marks of tests that do not count; on single cases of a test they do no harm, nor does `skipif`."""
PARTS: Final = """
The game
The evening
The hand under way
The history
Backups
Import and export between devices
Names and words
Exports
The command line
Looking back
The screens: begin an evening
The screens: enter a hand
The screens: look at the evening
The screens: choose and read the rules
The screens: look back, take home and bring in
The screens: all of them
The served app
Following an evening
The web app
Packaging and checks
""".strip().splitlines()
"""The parts of the list, in their order."""


class Promise(NamedTuple):
    """A promise, and the test that keeps it; `fault` says why that test proves nothing in the short run."""

    part: str
    words: str
    test: str
    fault: str

    @property
    def line(self) -> str:
        return f"- {self.words} `{self.test}`"


def promises() -> Iterator[Promise]:
    """The promises of all tests, found without running them."""
    for path in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        file_marks = [each.value for each in tree.body if isinstance(each, ast.Assign) and _is_mark(each)]
        for test in ast.walk(tree):
            if not isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise":
                    part, words = map(ast.literal_eval, mark.args)
                    fault = _fault([*test.decorator_list, *file_marks])
                    yield Promise(part, words, f"{path.relative_to(TESTS.parent)}::{test.name}", fault)


def _is_mark(assigned: ast.Assign) -> bool:
    return ast.unparse(assigned.targets[0]) == "pytestmark"


def _fault(marks: list[ast.expr]) -> str:
    wrong = re.findall(rf"^\[?pytest\.mark\.({LEFT_OUT})\b", "\n".join(map(ast.unparse, marks)), re.MULTILINE)
    return ", ".join(f"marked {each}" for each in wrong)


FOUND: Final = [*promises()]


def test_every_promise_is_a_short_sentence_of_a_known_part() -> None:
    wrong = [each for each in FOUND if len(each.words) > LONGEST or each.part not in PARTS]
    assert not wrong, "\n".join(map(str, wrong))
    assert len(FOUND) >= LEAST


def test_every_test_that_keeps_a_promise_is_in_the_short_run() -> None:
    wrong = [f"{each.test}: {each.fault}" for each in FOUND if each.fault]
    assert not wrong, "\n".join(wrong)


def test_no_test_keeps_two_promises_and_none_is_made_twice() -> None:
    times = Counter([*(each.test for each in FOUND), *(each.words for each in FOUND)])
    assert not [each for each, count in times.items() if count > 1]


def test_the_list_tells_every_promise(request: pytest.FixtureRequest) -> None:
    head = LIST.read_text("utf-8").partition("\n## ")[0]
    parts = [
        f"\n## {part}\n\n" + "".join(f"{each.line}\n" for each in FOUND if each.part == part)
        for part in PARTS
    ]
    wanted = head + "".join(parts)
    if request.config.getoption("--write"):
        LIST.write_text(wanted, "utf-8")
    assert LIST.read_text("utf-8") == wanted, "--write writes it"
