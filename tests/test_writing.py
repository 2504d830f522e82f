"""Files are written whole, all of them or none."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.writing import write_files


def test_files_are_written_whole(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b")]
    paths[0].write_bytes(b"old")
    assert write_files([(path, b"new") for path in paths], force=True) == paths
    assert [path.read_bytes() for path in paths] == [b"new", b"new"]
    assert sorted(tmp_path.iterdir()) == paths, "nothing else is left there"


@pytest.mark.promise("Exports", "Either all files of an export are written, or none.")
def test_one_file_in_the_way_stops_all_files(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"old")
    with pytest.raises(FileExistsError) as refused:
        write_files([(tmp_path / name, b"new") for name in "abc"], force=False)
    assert refused.value.filename == str(tmp_path / "b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"b": b"old"}


def test_replaced_files_come_back(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "c").mkdir()
    with pytest.raises(IsADirectoryError):
        write_files([(tmp_path / name, b"new") for name in "abc"], force=True)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c"]


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    """The first of two files finds room, the second does not."""
    (tmp_path / "b").write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="too large") as refused:
            write_files([(tmp_path / "a", b"new"), (tmp_path / "b", bytes(1000))], force=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refused.value.filename == str(tmp_path / "b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"b": b"old"}


def test_an_error_of_the_content_is_not_about_the_file(tmp_path: Path) -> None:
    """The bytes are made while the files are written: what fails there has its own name."""

    def files() -> Iterator[tuple[Path, bytes]]:
        yield tmp_path / "a", b"new"
        raise FileNotFoundError(2, "no such file", "a font")

    with pytest.raises(FileNotFoundError) as refused:
        write_files(files(), force=True)
    assert refused.value.filename == "a font"
    assert [*tmp_path.iterdir()] == []
