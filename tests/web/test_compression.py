"""The compressed forms of what is served: each made once, the smallest in the background, and kept."""

from __future__ import annotations

import asyncio
import gzip
import random
import time
from pathlib import Path

import brotli
import pytest

from scorepad.web import compression
from scorepad.web.compression import Compression

WORDS = [f"word {number} " for number in range(2_000)]
LARGE = "".join(random.Random(1).choices(WORDS, k=150_000)).encode()
FILES = {
    "client/large.js": LARGE,
    "small.js": LARGE[:5_000],
    "picture.png": random.Random(1).randbytes(5_000),
}


class Files:
    """Reads the files, and counts how often."""

    def __init__(self) -> None:
        self.reads: list[str] = []
        self.fails = False

    def __call__(self, name: str) -> bytes:
        self.reads.append(name)
        if self.fails:
            raise OSError("no more files")
        return FILES[name]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "PAUSE", 0.0)
    monkeypatch.setattr(compression, "BEST", 9)  # 11 takes seconds


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("BR", "br"),
        ("br;q=1.0, *;q=0.5", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0", "gzip"),
        ("deflate, zstd", None),
        ("sbr, xgzip", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_the_browser_chooses(accepted: str, encoding: str | None) -> None:
    form = await Compression(Files(), None).form("small.js", accepted)
    assert (form and form[0]) == encoding
    if form is not None:
        unpack = brotli.decompress if encoding == "br" else gzip.decompress
        assert unpack(form[1]) == FILES["small.js"]
        assert len(form[1]) < 0.5 * len(FILES["small.js"])


@pytest.mark.parametrize("accepted", ["gzip", "br"])
async def test_pictures_are_small_already(accepted: str) -> None:
    assert await Compression(Files(), None).form("picture.png", accepted) is None


async def test_each_form_is_made_once() -> None:
    files = Files()
    made = Compression(files, None)
    forms = await asyncio.gather(*(made.form("small.js", "gzip") for _ in range(5)))
    assert forms == forms[:1] * 5
    await made.form("small.js", "gzip")
    assert files.reads == ["small.js"]


async def test_a_file_that_could_not_be_read_is_read_again() -> None:
    files = Files()
    made = Compression(files, None)
    files.fails = True
    with pytest.raises(OSError, match="no more files"):
        await made.form("small.js", "br")
    files.fails = False
    assert await made.form("small.js", "br") is not None


async def best(folder: Path) -> bytes:
    """The best form of the large file, which comes after a quick one."""
    made = Compression(Files(), folder)
    first = await made.form("client/large.js", "br")
    assert first is not None
    assert brotli.decompress(first[1]) == LARGE
    end = time.monotonic() + 60
    while (now := await made.form("client/large.js", "br")) == first:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
    assert now is not None
    assert len(now[1]) < len(first[1])
    assert brotli.decompress(now[1]) == LARGE
    while not list(folder.glob("*.br")):
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
    return now[1]


async def test_the_best_form_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    made = await best(folder)
    assert [path.name for path in folder.iterdir()] == ["client-large.js.br"]
    assert await Compression(Files(), folder).form("client/large.js", "br") == ("br", made)


@pytest.mark.parametrize("damage", ["flip", "cut", "grown", "empty", "another content", "a folder"])
async def test_a_kept_form_is_checked(tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await best(tmp_path)
    (path,) = tmp_path.iterdir()
    raw = bytearray(path.read_bytes())
    match damage:
        case "flip":
            raw[len(raw) // 2] ^= 1
        case "cut":
            del raw[-1]
        case "grown":
            raw += b"0" * 2 * len(LARGE)
        case "empty":
            raw.clear()
        case "another content":
            monkeypatch.setitem(FILES, "client/large.js", LARGE[::-1])
    path.unlink()
    if damage == "a folder":
        path.mkdir()
    else:
        path.write_bytes(raw)
    form = await Compression(Files(), tmp_path).form("client/large.js", "br")
    assert form is not None
    assert form[1] != made
    assert brotli.decompress(form[1]) == FILES["client/large.js"]


async def test_a_folder_that_cannot_be_written_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    made = Compression(Files(), tmp_path / "cache")
    first = await made.form("client/large.js", "br")
    end = time.monotonic() + 60
    while await made.form("client/large.js", "br") == first:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
