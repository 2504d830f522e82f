"""The file of the key: made once, kept private, and believed only as far as scorepad wrote it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorepad.web import keys as module
from scorepad.web.keys import FILE, LIMIT, Key, renew


def document(folder: Path) -> Any:
    return json.loads((folder / FILE).read_text())


def write(folder: Path, content: Any) -> None:
    (folder / FILE).write_text(content if isinstance(content, str) else json.dumps(content))


@pytest.mark.parametrize("wrong", ["", "a", "a" * 26, "é" * 26, "\udcff", "a\ud800", "x" * 100_000])
def test_wrong_secrets_open_nothing(wrong: str, tmp_path: Path) -> None:
    key = Key(tmp_path)
    assert not key.matches(wrong)
    assert key.matches(key.secret)


def test_a_key_that_is_renewed_while_the_old_one_is_read_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Key(tmp_path)
    renew(tmp_path)
    read = module._read
    renewed = []

    def slow(path: Path) -> object:
        found = read(path)
        monkeypatch.setattr(module, "_read", read)
        renewed.append(renew(tmp_path))
        return found

    monkeypatch.setattr(module, "_read", slow)
    key.refresh()
    key.refresh()
    assert [key.secret] == renewed


def of_version_1(secret: object, **change: Any) -> Any:
    """The document of a file that scorepad wrote until November 2026."""
    row = {"digest": "0" * 64, "scope": "everything", "until": None, "revoked": False, "secret": secret}
    return {"version": 1, "keys": [row | change]}


def test_the_address_of_an_earlier_version_stays(tmp_path: Path) -> None:
    secret = Key(tmp_path).secret
    write(tmp_path, of_version_1(secret))
    key = Key(tmp_path)
    assert (key.secret, key.damaged) == (secret, False)


DAMAGES: dict[str, Callable[[Any], Any]] = {
    "empty": lambda kept: "",
    "no JSON": lambda kept: json.dumps(kept)[:-5],
    "nested": lambda kept: 30_000 * "[",
    "large": lambda kept: json.dumps(kept) + " " * LIMIT,
    "a list": lambda kept: [kept],
    "another version": lambda kept: {**kept, "version": 3},
    "no secret": lambda kept: {"version": 2},
    "a short secret": lambda kept: {**kept, "secret": "a"},
    "a secret that is no text": lambda kept: {**kept, "secret": [*kept["secret"]]},
    "half a character": lambda kept: {**kept, "secret": "\ud800" * 26},
    "one field more": lambda kept: {**kept, "more": 1},
    "version 1 without a key": lambda kept: {"version": 1, "keys": []},
    "version 1 with two keys": lambda kept: {"version": 1, "keys": of_version_1(kept["secret"])["keys"] * 2},
    "version 1 without its secret": lambda kept: of_version_1(None),
    "version 1 with an end": lambda kept: of_version_1(kept["secret"], until=9_999_999_999),
    "version 1 revoked": lambda kept: of_version_1(kept["secret"], revoked=True),
}


@pytest.mark.promise("The served app", "A damaged key file lets nobody in.")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_makes_a_new_key(damage: Callable[[Any], Any], tmp_path: Path) -> None:
    opened = Key(tmp_path)
    old = opened.secret
    write(tmp_path, damage(document(tmp_path)))
    opened.refresh()
    assert opened.damaged
    assert not opened.matches(old)
    write(tmp_path, damage(document(tmp_path)))
    started = Key(tmp_path)
    assert started.damaged
    assert not started.matches(opened.secret)
    assert Key(tmp_path).secret == started.secret


@pytest.mark.parametrize("kind", ["others read it", "a link", "a folder", "a pipe"])
def test_what_is_no_private_file_is_not_believed(kind: str, tmp_path: Path) -> None:
    other = Key(tmp_path).secret
    path = tmp_path / FILE
    if kind == "others read it":
        path.chmod(0o644)
    else:
        path.rename(tmp_path / "elsewhere")
        if kind == "a link":
            path.symlink_to(tmp_path / "elsewhere")
        elif kind == "a folder":
            path.mkdir()
        else:
            os.mkfifo(path)
    key = Key(tmp_path)
    assert key.damaged
    assert not key.matches(other)
    assert key.matches(key.secret)


@pytest.mark.parametrize("content", [None, "damaged"])
def test_on_a_full_disk_a_key_is_good_until_the_end(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    if content is not None:
        write(tmp_path, content)
    key = Key(tmp_path)
    secret = key.secret
    key.refresh()
    assert key.secret == secret
    assert {path.name for path in tmp_path.iterdir()} <= {FILE}


def test_tickets_count_once_and_only_the_newest_do() -> None:
    tickets: module.Tickets[int] = module.Tickets(60)
    issued = [tickets.issue(number) for number in range(module.MAX_TICKETS + 1)]
    assert [tickets.find(issued[1]), tickets.find(issued[1])] == [1, 1]
    assert tickets.take(issued[0]) is None
    assert [tickets.take(issued[1]), tickets.take(issued[1])] == [1, None]
    tickets.clear()
    assert tickets.take(issued[2]) is None
