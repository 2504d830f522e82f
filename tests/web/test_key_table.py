"""The table of keys: made once, kept private, and believed only as far as it was written by scorepad."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorepad.web import keys as module
from scorepad.web.keys import FILE, LIMIT, Keys, renew


def table(folder: Path) -> Any:
    return json.loads((folder / FILE).read_text())


def write(folder: Path, content: Any) -> None:
    (folder / FILE).write_text(content if isinstance(content, str) else json.dumps(content))


@pytest.mark.parametrize("wrong", ["", "a", "a" * 26, "é" * 26, "\udcff", "x" * 100_000])
def test_wrong_secrets_open_nothing(wrong: str, tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    assert keys.find(wrong) is None


def test_a_key_that_is_renewed_while_the_old_one_is_read_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys(tmp_path)
    renew(tmp_path)
    read = module._read
    renewed = []

    def slow(path: Path) -> tuple[module.Key, ...]:
        found = read(path)
        monkeypatch.setattr(module, "_read", read)
        renewed.append(renew(tmp_path))
        return found

    monkeypatch.setattr(module, "_read", slow)
    keys.refresh()
    keys.refresh()
    assert [keys.secret] == renewed


def test_expired_and_revoked_keys_open_nothing(tmp_path: Path) -> None:
    Keys(tmp_path)
    secrets = {"now": "b" * 26, "past": "c" * 26, "revoked": "d" * 26}
    given = table(tmp_path)
    for name, until, revoked in (("now", 60, False), ("past", -60, False), ("revoked", 60, True)):
        digest = module._digest(secrets[name])
        row = {"digest": digest, "scope": "everything", "until": int(time.time()) + until}
        given["keys"].append({**row, "revoked": revoked, "secret": None})
    write(tmp_path, given)
    keys = Keys(tmp_path)
    assert not keys.damaged
    assert [name for name in secrets if keys.find(secrets[name]) is not None] == ["now"]


def changed(**change: Any) -> Callable[[Any], Any]:
    return lambda table: {**table, "keys": [{**table["keys"][0], **change}]}


DAMAGES: dict[str, Callable[[Any], Any]] = {
    "empty": lambda table: "",
    "no JSON": lambda table: json.dumps(table)[:-5],
    "nested": lambda table: 30_000 * "[",
    "large": lambda table: json.dumps(table) + " " * LIMIT,
    "a list": lambda table: [table],
    "another version": lambda table: {**table, "version": 2},
    "no keys": lambda table: {**table, "keys": []},
    "no owner": changed(secret=None),
    "twice": lambda table: {**table, "keys": table["keys"] * 2},
    "a digest of another": changed(digest="0" * 64),
    "a digest that is none": changed(digest="", secret=None),
    "a short secret": changed(secret="a", digest=module._digest("a")),
    "an unknown scope": changed(scope="all"),
    "a scope that is a list": changed(scope=[]),
    "until true": changed(until=True),
    "revoked by a word": changed(revoked="no"),
    "one field more": changed(more=1),
}


@pytest.mark.promise("The served app", "A damaged key file lets nobody in.")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_makes_a_new_key(damage: Callable[[Any], Any], tmp_path: Path) -> None:
    opened = Keys(tmp_path)
    old = opened.secret
    write(tmp_path, damage(table(tmp_path)))
    opened.refresh()
    assert opened.damaged
    assert opened.find(old) is None
    write(tmp_path, damage(table(tmp_path)))
    started = Keys(tmp_path)
    assert started.damaged
    assert started.find(opened.secret) is None
    assert Keys(tmp_path).secret == started.secret


@pytest.mark.parametrize("kind", ["others read it", "a link", "a folder", "a pipe"])
def test_a_key_file_that_is_not_private_is_not_believed(kind: str, tmp_path: Path) -> None:
    other = Keys(tmp_path).secret
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
    keys = Keys(tmp_path)
    assert keys.damaged
    assert keys.find(other) is None
    assert keys.find(keys.secret) is not None


@pytest.mark.parametrize("content", [None, "damaged"])
def test_on_a_full_disk_a_key_is_good_until_the_end(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    if content is not None:
        write(tmp_path, content)
    keys = Keys(tmp_path)
    secret = keys.secret
    keys.refresh()
    assert keys.secret == secret
    assert {path.name for path in tmp_path.iterdir()} <= {FILE}


def test_only_the_newest_ticket_counts_and_only_once() -> None:
    tickets: module.Tickets[int] = module.Tickets(60)
    issued = [tickets.issue(number) for number in range(module.MAX_TICKETS + 1)]
    assert tickets.take(issued[0]) is None
    assert [tickets.take(issued[1]), tickets.take(issued[1])] == [1, None]
    tickets.clear()
    assert tickets.take(issued[2]) is None
