"""The page opens what scorepad seals, and nothing else, and cuts the bytes of a broker into packets."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from scorepad.sharing.sealed import Seal, new_secret, topic_of
from scorepad.web.app.build import find_node
from scorepad.web.follow import follow_page
from scorepad.web.follow.page import program


def text_of(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def answered(asked: Iterable[dict[str, Any]]) -> list[Any]:
    """What the page makes of each message, or of each stream of bytes."""
    script = Path(__file__).with_name("read_seals.js")
    done = subprocess.run(
        [find_node(), str(script), program(("bits.js", "pack.js", "relay.js"))],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.promise(
    "Following an evening", "The page opens what scorepad seals, and no damaged or foreign message."
)
async def test_the_page_opens_what_is_sealed_and_nothing_else() -> None:
    rng, asked, expected = random.Random(5), list[dict[str, Any]](), list[tuple[str, bytes] | None]()
    for _ in range(100):
        secret, body, number = new_secret(), rng.randbytes(rng.randrange(900)), rng.randrange(1 << 48)
        message = await Seal(secret).close(number, body)
        damaged = bytearray(message)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        asked += [
            {"secret": secret, "message": text_of(message)},
            {"secret": secret, "message": text_of(bytes(damaged))},
            {"secret": new_secret(), "message": text_of(message)},
            {"secret": secret, "topic": topic_of(new_secret()), "message": text_of(message)},
            {"secret": secret, "message": text_of(message[: rng.randrange(len(message))])},
        ]
        expected += [(str(number), body), None, None, None, None]
    found = answered(asked)
    assert [each["topic"] for each in found] == [topic_of(each["secret"]) for each in asked]
    assert [
        None if each["number"] is None else (each["number"], base64.b64decode(each["body"])) for each in found
    ] == expected


def packet(kind: int, body: bytes) -> bytes:
    length, rest = bytearray(), len(body)
    while True:
        rest, low = divmod(rest, 128)
        length.append(low | (0x80 if rest else 0))
        if not rest:
            return bytes([kind << 4, *length]) + body


def test_packets_are_cut_wherever_the_bytes_end() -> None:
    rng, asked, expected = random.Random(6), list[dict[str, Any]](), list[list[list[Any]]]()
    for _ in range(100):
        wanted = [
            (rng.choice((2, 3, 9, 13)), rng.randbytes(rng.choice((0, 3, 200, 20_000)))) for _ in range(5)
        ]
        stream, pieces = b"".join(packet(*each) for each in wanted), list[str]()
        while stream:
            size = rng.choice((1, 2, 100, 5000))
            pieces.append(text_of(stream[:size]))
            stream = stream[size:]
        asked.append({"pieces": pieces})
        expected.append([[kind, text_of(body)] for kind, body in wanted])
    assert [each["found"] for each in answered(asked)] == expected


def test_packets_without_an_end_are_refused() -> None:
    huge = [b"\x30\xff\xff\xff\x7f", b"\x30\xff\xff\xff\xff\xff", b"\x30\x80\x80\x80\x80\x80\x00"]
    assert all("bad" in each for each in answered({"pieces": [text_of(raw)]} for raw in huge))
    noise = [{"pieces": [text_of(random.Random(n).randbytes(5000))]} for n in range(200)]
    assert len(answered(noise)) == len(noise)


def test_only_the_page_of_a_web_app_may_talk_to_relays() -> None:
    """What the served page may do stays as it was."""
    assert "connect-src 'self';" in follow_page().policy
    wider = follow_page(app="../")
    assert "connect-src 'self' wss: ws://localhost:* ws://127.0.0.1:*;" in wider.policy
    assert wider.policy.replace(" wss: ws://localhost:* ws://127.0.0.1:*", "") == follow_page().policy
    assert len(wider.gzipped) < 30_000
