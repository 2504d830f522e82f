"""Golden files: what somebody looked at and approved. `python -m pytest --write` writes those that differ anew."""

from __future__ import annotations

from operator import eq
from pathlib import Path
from typing import Protocol

import pytest


class Approve(Protocol):
    """Compares a file with the golden one of that name, beside the test; `same` if it need not be byte for byte."""

    def __call__(self, name: str, made: bytes, same: Same = eq) -> None: ...


class Same(Protocol):
    """Whether what is made now and what was approved are the same."""

    def __call__(self, made: bytes, approved: bytes, /) -> bool: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write", action="store_true", help="write the golden files that differ anew")


@pytest.fixture
def approve(request: pytest.FixtureRequest) -> Approve:
    folder: Path = request.path.parent / "golden"

    def compare(name: str, made: bytes, same: Same = eq) -> None:
        path = folder / name
        approved = path.read_bytes() if path.exists() else None
        if request.config.getoption("--write") and (approved is None or not same(made, approved)):
            path.write_bytes(made)
            return
        assert approved is not None, f"{name} is missing: --write writes it"
        if same is eq:
            assert made.decode() == approved.decode()  # as text, whose lines pytest compares
        else:
            assert same(made, approved), f"{name} differs"

    return compare
