"""LibreOffice starts once for all workbooks that the tests of a run have it calculate."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from programs import program

Make = Callable[[bool], tuple[Any, ...]]
"""Makes a workbook of openpyxl, and what its test wants besides; more of it in the long run."""

office = pytest.mark.office.with_args
"""Marks a test of workbooks that LibreOffice calculates, with the functions that make them."""


def soffice(files: Sequence[Path], to: str, folder: Path) -> list[Path]:
    """Files as LibreOffice converts them, all in one run; it calculates what has no value."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = [
            program("soffice"),
            f"-env:UserInstallation={Path(profile).as_uri()}",
            "--headless",
            "--norestore",
        ]
        command += ["--convert-to", to, "--outdir", str(folder), *map(str, files)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    made = [folder / f"{path.stem}.{to.partition(':')[0]}" for path in files]
    assert all(path.is_file() for path in made), made
    return made


def pytest_itemcollected(item: pytest.Item) -> None:
    """Bring together what is marked `office`; the first of these tests waits for all the workbooks."""
    if item.get_closest_marker("office"):
        item.add_marker(pytest.mark.xdist_group("office"))
        item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def _calculated_books(
    request: pytest.FixtureRequest, long: bool, tmp_path_factory: pytest.TempPathFactory
) -> dict[Make, Path]:
    """The files that LibreOffice calculated for all tests of this run."""
    folder = tmp_path_factory.mktemp("office")
    marks = [mark for item in request.session.items for mark in item.iter_markers("office")]
    written = {make: folder / f"{id(make)}.xlsx" for mark in marks for make in mark.args}
    for make, path in written.items():
        make(long)[0].save(path)  # openpyxl writes formulas without their values
    calculated = soffice(list(written.values()), "xlsx", folder / "calculated")
    return dict(zip(written, calculated, strict=True))


@cache
def _values(path: Path) -> Any:
    return openpyxl.load_workbook(path, data_only=True)


@pytest.fixture
def calculated(request: pytest.FixtureRequest, _calculated_books: dict[Make, Path]) -> list[Any]:
    """The workbooks of the test's mark `office`, as LibreOffice calculated them."""
    return [_values(_calculated_books[make]) for make in request.node.get_closest_marker("office").args]
