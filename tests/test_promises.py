"""Each promise of README.md names a test of its own, which exists and is in the short run."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
LINE: Final = re.compile(r"- .{1,120} `(tests/[\w/]+\.py::test_\w+)`")
LEAST: Final = 150
LEFT_OUT: Final = "long|skip|xfail"
"""Marks of tests that do not count; on single cases of a test they do no harm, nor does `skipif`."""

PROMISES: Final = [
    line
    for line in (TESTS / "README.md").read_text("utf-8").partition("\n## ")[2].splitlines()
    if line.startswith("-")
]
NAMED: Final = [found[1] for line in PROMISES if (found := LINE.fullmatch(line))]


def test_every_promise_is_a_short_sentence_and_one_test() -> None:
    wrong = [line for line in PROMISES if not LINE.fullmatch(line)]
    assert not wrong, "not a sentence of at most 120 characters and a test:\n" + "\n".join(wrong)
    assert len(NAMED) >= LEAST


def test_every_test_exists_and_is_in_the_short_run() -> None:
    faults = {name: fault(*name.split("::")) for name in NAMED}
    wrong = [f"{name}: {why}" for name, why in faults.items() if why]
    assert not wrong, "\n".join(wrong)


def test_no_test_is_named_twice() -> None:
    twice = sorted({name for name in NAMED if NAMED.count(name) > 1})
    assert not twice, "\n".join(twice)


def fault(path: str, name: str) -> str:
    """Why a test proves nothing in the short run, or nothing."""
    tree = parsed(TESTS.parent / path)
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    if not (found := [each for each in functions if each.name == name]):
        return "there is no such test"
    assigned = [each for each in tree.body if isinstance(each, ast.Assign)]
    of_file = [each for each in assigned if ast.unparse(each.targets[0]) == "pytestmark"]
    marks = "\n".join(map(ast.unparse, (*found[0].decorator_list, *of_file)))
    wrong = re.findall(rf"^(?:pytestmark.*)?pytest\.mark\.({LEFT_OUT})\b", marks, re.MULTILINE)
    return ", ".join(f"marked {each}" for each in wrong)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8") if path.is_file() else "")
