"""Who may come in by which address, and what everybody else sees."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

import httpx
import msgpack
import pytest
from hostile import REGISTER, registration

from scorepad.web.access import preferred
from scorepad.web.keys import FILE, Keys, renew
from scorepad.web.server import WebApp

HERE = {"127.0.0.1", "localhost"}
PAGE_URL = "http://127.0.0.1:8550"


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path)


@pytest.fixture
def client(keys: Keys) -> httpx.AsyncClient:
    """A browser that has no key yet."""
    app = WebApp(
        lambda: lambda page: None, hosts=HERE.__contains__, keys=keys, sheet=lambda *_: b"%PDF a sheet"
    )
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)


PATHS = ["/", "/session/abc", "/print/abc.pdf?lang=fr&paper=a4", "/favicon.png", "/-/0/main.dart.wasm", "/ws"]


@pytest.mark.parametrize("path", PATHS)
async def test_without_a_key_there_is_nothing(path: str, client: httpx.AsyncClient, keys: Keys) -> None:
    pages = {(await client.get(path)).text}
    for wrong in ("a" * 26, keys.secret[:-1], keys.secret + "a", keys.secret.upper()):
        answer = await client.get(path, headers={"Cookie": f"scorepad-8550={wrong}"})
        assert answer.status_code == 403
        pages.add(answer.text)
    pages.add((await client.get(path, params={"key": "wrong"})).text)
    (page,) = pages
    assert "Demandez l’adresse" in page
    assert "<script" not in page
    assert "src=" not in page


async def test_the_key_of_another_port_opens_nothing(client: httpx.AsyncClient, keys: Keys) -> None:
    cookie = {"Cookie": f"scorepad-8551={keys.secret}; scorepad={keys.secret}"}
    assert (await client.get("/", headers=cookie)).status_code == 403


@pytest.mark.parametrize("path", PATHS)
async def test_with_the_address_everything_opens(path: str, client: httpx.AsyncClient, keys: Keys) -> None:
    first = await client.get(path, params={**httpx.URL(path).params, "key": keys.secret})
    assert first.status_code == 303
    assert first.headers["location"] == path
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"scorepad-8550={keys.secret}; ")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert first.headers["cache-control"] == "no-store"
    assert (await client.get(path)).status_code in (200, 307, 404)


async def test_over_https_the_cookie_stays_there(client: httpx.AsyncClient, keys: Keys) -> None:
    answer = await client.get("/", params={"key": keys.secret}, headers={"X-Forwarded-Proto": "https"})
    assert "; Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("path", "location"),
    [
        *[("//evil.example/", "/evil.example/"), ("/\\evil.example", "/evil.example")],
        *[("/%0d%0aX:1", "/%0d%0aX:1"), ("/session/a?b=c%20d&key=x", "/session/a?b=c+d")],
    ],
)
async def test_the_way_on_never_leads_elsewhere(
    path: str, location: str, client: httpx.AsyncClient, keys: Keys
) -> None:
    """With a wrong key too, for whoever is in already."""
    client.cookies.set("scorepad-8550", keys.secret)
    raw = path + ("" if "key=" in path else "?key=x")
    answer = await client.send(
        client.build_request("GET", httpx.URL(PAGE_URL).copy_with(raw_path=raw.encode()))
    )
    assert (answer.status_code, answer.headers["location"]) == (303, location)
    assert "set-cookie" not in answer.headers


async def test_a_renewed_address_shuts_out_at_once(
    client: httpx.AsyncClient, keys: Keys, tmp_path: Path
) -> None:
    client.cookies.set("scorepad-8550", keys.secret)
    assert (await client.get("/")).status_code == 200
    renew(tmp_path)
    assert (await client.get("/")).status_code == 403


async def test_a_renewed_address_is_told_once_whoever_asks_first(keys: Keys, tmp_path: Path) -> None:
    app = WebApp(lambda: lambda page: None, hosts=HERE.__contains__, keys=keys)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)
    assert not app.look_again()
    renew(tmp_path)
    assert (await client.get("/")).status_code == 403
    assert [app.look_again(), app.look_again()] == [True, False]


async def test_nobody_with_another_key_comes_back_to_somebodys_page(tmp_path: Path) -> None:
    own, other = "a" * 26, "b" * 26
    digests = {each: hashlib.sha256(each.encode()).hexdigest() for each in (own, other)}
    second = {
        "digest": digests[other],
        "scope": "everything",
        "until": None,
        "revoked": False,
        "secret": None,
    }
    first = {**second, "digest": digests[own], "secret": own}
    (tmp_path / FILE).touch(mode=0o600)  # a file that others can read is not believed
    (tmp_path / FILE).write_text(json.dumps({"version": 1, "keys": [first, second]}))
    app = WebApp(lambda: lambda page: None, hosts=HERE.__contains__, keys=Keys(tmp_path))
    page = await visited(app, own, None)
    assert await visited(app, other, page) != page
    assert await visited(app, own, page) == page


async def visited(app: WebApp, secret: str, page: str | None) -> str:
    """The page that a browser with a key gets, if it asks for one; it has left again afterwards."""
    heard: list[dict[str, Any]] = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "bytes": registration(session_id=page)},
    ]
    answers: list[bytes] = []
    answered = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if heard:
            return heard.pop(0)
        await answered.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            answers.append(message["bytes"])
            answered.set()

    headers = [(b"host", b"127.0.0.1:8550"), (b"cookie", f"scorepad-8550={secret}".encode())]
    await app({"type": "websocket", "path": "/ws", "headers": headers}, receive, send)
    action, body = msgpack.unpackb(answers[0][1:])
    assert action == REGISTER
    return str(body["session_id"])


@pytest.mark.parametrize(
    "guess",
    [
        lambda number: {"url": f"/?key=guess{number}"},
        lambda number: {"url": f"/?%6bey=guess{number}"},
        lambda number: {
            "url": "/",
            "headers": [("Cookie", "a=b"), ("Cookie", f"scorepad-8550=guess{number}")],
        },
    ],
    ids=["in the address", "spelt otherwise", "in a second header"],
)
async def test_who_guesses_is_slowed_and_the_owner_is_not(
    guess: Callable[[int], dict[str, Any]], client: httpx.AsyncClient, keys: Keys
) -> None:
    guesses = [(await client.get(**guess(number))).status_code for number in range(30)]
    assert guesses == [403] * 10 + [429] * 20
    assert (await client.get("/", params={"key": keys.secret})).status_code == 303
    assert (await client.get("/")).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        *[("", "fr"), ("de", "de"), ("en-GB,en;q=0.9", "en"), ("es, de;q=0.2, en;q=0.7", "en")],
        *[("DE-AT", "de"), ("es", "fr"), ("en;q=0, de;q=0.1", "de"), ("*", "fr"), ("en;q=2", "fr")],
        *[("," * 10_000, "fr"), ("en;q=" + "9" * 400, "fr"), ("\x00\xff", "fr")],
    ],
)
def test_the_language_of_the_reader(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


async def test_a_german_is_told_in_german(client: httpx.AsyncClient) -> None:
    page = await client.get("/", headers={"Accept-Language": "de-DE,de;q=0.9"})
    assert "Fragen Sie nach der Adresse" in page.text
    assert '<html lang="de">' in page.text
