"""The script in the page believes nothing that the browser has kept: whatever it is, the server hears the page."""

from __future__ import annotations

import json
import os
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.app.build import find_node
from scorepad.web.limits import MAX_HELLO, MAX_WORD
from scorepad.web.messages import hello
from scorepad.web.site import LOOK, SCRIPT, connection_head

RUN = Path(__file__).with_name("connection.mjs")
KEY = "k" * 22
SPOILT = (
    *("", "{", "null", "true", "5", '"dark"', "[]", '["dark"]', "{}", "undefined", "\0", "\ud800", "é" * 40),
    *('{"theme":5}', '{"theme":null}', '{"theme":{}}', '{"language":["fr"]}', '{"theme":""}', "[" * 5000),
    *('{"shares":"yes"}', '{"shares":5}', '{"zone":"Europe/Paris"}', '{"zone":"../../etc/passwd"}'),
    *(json.dumps({"theme": "d" * 100}), json.dumps({str(n): "a" for n in range(5000)}), "x" * 10_000),
)
"""Values under a name that are damaged, cut off, of another program or of a later version."""
NOT_KEPT = {"shares": "no", "zone": "Pacific/Auckland"}
"""What the page says of its browser, whatever that has kept: it has no share sheet, and is in New Zealand."""


def run(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The deeds of the page with the kept values of each browser."""
    given = connection_head("build", "font.woff2")[1].rpartition(")(")[2].removesuffix(")")
    command = [find_node(), RUN, SCRIPT, given]
    done = subprocess.run(
        [*map(str, command)],
        input=json.dumps(cases),
        env=os.environ | {"TZ": NOT_KEPT["zone"]},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return list(json.loads(done.stdout))


def kept(**words: str) -> dict[str, str]:
    return {f"scorepad-{name}": value for name, value in words.items()}


def shown(seen: dict[str, Any]) -> Any:
    """The first message of the page, as the server reads it."""
    raw = bytes(seen["hello"])
    assert len(raw) <= MAX_HELLO
    return hello(raw)


def test_sound_words_are_sent_to_the_server() -> None:
    look = {"language": "de", "theme": "dark"}
    (seen,) = run([{"local": kept(key=KEY, look=json.dumps(look)), "session": kept(tab="mine")}])
    said = shown(seen)
    assert said.key == KEY
    assert said.tab == "mine"
    assert said.look == look | NOT_KEPT
    assert seen["theme"] == "dark"
    assert look.keys() == set(LOOK)


@pytest.mark.promise(
    "The served app", "Whatever a browser has kept, the page comes up and the server understands it."
)
@pytest.mark.parametrize("name", ["look", "tab"])
def test_a_spoilt_word_leaves_the_page_alive(name: str) -> None:
    cases: list[dict[str, Any]] = []
    for value in SPOILT:
        case = {"local": kept(key=KEY), "session": {}}
        case["session" if name == "tab" else "local"] |= kept(**{name: value})
        cases.append(case)
    for value, seen in zip(SPOILT, run(cases), strict=True):
        assert seen.get("ready"), (value, seen)
        said = shown(seen)
        assert said.key == KEY, value
        assert said.tab, value
        assert said.look.keys() <= {*LOOK, *NOT_KEPT}, value
        assert said.look.items() >= NOT_KEPT.items(), value


@pytest.mark.parametrize("place", ["local", "session", "hash"])
def test_a_spoilt_key_is_asked_for_or_refused_as_any_other(place: str) -> None:
    """The page shows the server a word, which refuses it, or asks whoever reads it for another address."""
    name = "key" if place == "local" else "shown"
    cases = [
        {"hash": f"#key={value}"} if place == "hash" else {place: kept(**{name: value})} for value in SPOILT
    ]
    for value, seen in zip(SPOILT, run(cases), strict=True):
        assert "failed" not in seen, (value, seen)
        if seen["ready"]:
            assert len(shown(seen).key) <= MAX_WORD
        else:
            assert seen["gone"] == "/ask", value


def test_two_spoilt_words_are_no_worse_than_one() -> None:
    cases = [
        {"local": kept(key=KEY, look=look), "session": kept(tab=tab)}
        for look, tab in product(SPOILT, repeat=2)
    ]
    assert all(seen.get("ready") and shown(seen) for seen in run(cases))
