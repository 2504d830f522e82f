"""The address of a relay as people type it, and the private file that keeps it."""

from __future__ import annotations

import json
import random
import socket
import stat

import pytest
from evenings import table
from relays import PASSWORD, QUOTED, USER
from websockets.uri import parse_uri

from scorepad.history import Disk, DiskFull, History
from scorepad.sharing.relay import BadRelayAddress, Relay, RelayAddress, RelayProblem, reach
from scorepad.sharing.relayed import FILE, MAX_RELAYED, RelaySetting, read_relay, save_relay

ID = "evening"
WEB_APP = "https://scores.example.org/"
ADDRESS = RelayAddress("wss://relay.example.org/mqtt", USER, PASSWORD)


@pytest.fixture
def relay(history: History) -> Relay:
    """A relay that does not run."""
    history.create(table(4, id=ID))
    found = Relay(history)
    found.choose(ADDRESS)
    return found


def test_an_address_is_taken_as_people_type_it() -> None:
    address = RelayAddress.of(f"  WSS://{USER}:{QUOTED}@Relay.Example.org:443/Mqtt ")
    assert address == RelayAddress("wss://relay.example.org:443/Mqtt", USER, PASSWORD)
    assert RelayAddress.of(address.text) == address
    assert address.in_links == "relay.example.org:443/Mqtt"
    assert PASSWORD not in address.shown
    assert QUOTED not in address.shown
    with pytest.raises(BadRelayAddress):
        RelayAddress.of(address.shown)
    assert RelayAddress.of("ws://localhost:9001").in_links == "ws://localhost:9001"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "relay.example.org",
            "https://relay.example.org/",
            "wss://",
            "wss:///mqtt",
            "mqtt://example.org",
        ),
        *("ws://relay.example.org/mqtt", "wss://example.org:0/", "wss://example.org:65536/", "wss://a b/"),
        *("wss://user@example.org/", "wss://:x@example.org/", "wss://u:p@", "wss://example.org/?a=b"),
        *("wss://example.org/#a", "wss://example.org/a&secret=b", "wss://example.org/a+b", "wss://é.org/"),
        *("wss://u:%00@example.org/", "wss://u:%ff@example.org/", "wss://example.org/" + 200 * "a"),
        *("wss://example.org/\n", "wss://example..org/", "ws://127.0.0.1.example.org/"),
        *("wss://[::::]/", "wss://[1.2]/", "wss://[::1]]/", f"wss://{64 * 'a'}.org/"),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadRelayAddress):
        RelayAddress.of(text if text != "wss://example.org/\n" else "wss://example.org/\n/")


def test_what_is_taken_as_an_address_can_be_kept_and_looked_up(history: History) -> None:
    """Random addresses, with signs that grow when they are quoted, up to the largest that is taken."""
    rng, taken = random.Random(7), 0
    for _ in range(3000):
        signs = "!$&'()*+,;=~.-_aZ9" if rng.random() < 0.5 else "aé:@/%+!"
        words = ["".join(rng.choices(signs, k=rng.randrange(1, 90))) for _ in range(2)]
        host = "".join(rng.choices("a1.-_:", k=rng.randrange(1, 80)))
        host = rng.choice((host, f"[{host}]", "[::1]", "[fe80::1:2]", "example.org"))
        text = f"wss://{words[0]}:{words[1]}@{host}{rng.choice(('', ':1', ':65535'))}/{rng.choice(('', 'a.b/c'))}"
        try:
            address = RelayAddress.of(text)
        except BadRelayAddress:
            continue
        taken += 1
        assert len(address.text) <= len(text)
        assert RelayAddress.of(address.text) == address
        found = parse_uri(address.url)
        if found.host.count(":"):
            socket.getaddrinfo(found.host, found.port, flags=socket.AI_NUMERICHOST)
        assert found.host.encode("idna")
        save_relay(history.folder, RelaySetting(address), Disk())
        assert read_relay(history.folder, Disk()).address == address
    assert taken > 300


async def test_an_address_that_nothing_can_look_up_is_not_reached() -> None:
    for url in ("wss://[::::]/", "wss://[1.2]/", f"wss://{64 * 'a'}.org/", "wss://a..b/", "wss://"):
        assert await reach(RelayAddress(url)) is RelayProblem.NOT_REACHED


def test_a_file_of_an_earlier_version_is_read(history: History) -> None:
    rows = [
        ["evening", "x" * 22, "2026-11-22T20:00:00Z", False],
        ["other", "y" * 22, "2026-11-22T20:00:00Z", True],
    ]
    document = {"version": 1, "address": ADDRESS.text, "evenings": rows}
    (history.folder / FILE).write_text(json.dumps(document))
    found = read_relay(history.folder, Disk())
    assert [(each.evening, each.relay, each.is_over) for each in found.evenings] == [
        ("evening", ADDRESS, False),
        ("other", ADDRESS, True),
    ]


def test_too_many_shared_evenings_end_the_first_ones(relay: Relay, history: History) -> None:
    for number in range(3 * MAX_RELAYED):
        relay.share(f"evening-{number}")
    evenings = read_relay(history.folder, Disk()).evenings
    assert [each.evening for each in evenings if not each.is_over] == [
        f"evening-{number}" for number in range(2 * MAX_RELAYED, 3 * MAX_RELAYED)
    ]
    assert [each.evening for each in evenings if each.is_over] == [
        f"evening-{number}" for number in range(MAX_RELAYED, 2 * MAX_RELAYED)
    ]
    assert relay.link("evening-0", WEB_APP) is None


def test_without_a_relay_nothing_is_shared(history: History) -> None:
    relay = Relay(history)
    relay.share(ID)
    assert relay.link(ID, WEB_APP) is None


def test_the_file_is_private_and_survives_damage(history: History, relay: Relay) -> None:
    for number in range(MAX_RELAYED + 3):
        relay.share(f"evening-{number}")
    path = history.folder / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    sound = path.read_bytes()
    setting = read_relay(history.folder, Disk())
    assert setting.address == relay.address
    assert [each.is_over for each in setting.evenings].count(False) == MAX_RELAYED
    document = json.loads(sound)
    changes: list[dict[str, object]] = [
        {"version": 3},
        {"address": "https://example.org/"},
        {"address": 7},
        {"reserved": -1},
        {"reserved": 2**53},
        {"reserved": "7"},
        {"evenings": [["a", "short", ADDRESS.text, "2026-11-22T20:00:00Z", False]]},
        {"evenings": [["a", "x" * 22, ADDRESS.text, "yesterday", False]]},
        {"evenings": [["a", "x" * 22, ADDRESS.text, "2026-11-22T20:00:00", False]]},
        {"evenings": [["a", "x" * 22, None, "2026-11-22T20:00:00Z", False]]},
        {"evenings": [["a", "x" * 22, "2026-11-22T20:00:00Z", False]]},
        {"evenings": document["evenings"] * 3},
        {"evenings": [[]]},
        {"evenings": {}},
    ]
    wrong = [b"", b"{", b"[]", b"null", sound[:-9], b"[" * 100_000, b" " * 100_000 + sound]
    wrong += [json.dumps(document | change).encode() for change in changes]
    for raw in wrong:
        path.write_bytes(raw)
        found = read_relay(history.folder, Disk())
        assert found.evenings == (), raw[:80]
    path.unlink()
    path.mkdir()
    assert read_relay(history.folder, Disk()).address is None


def test_a_full_disk_refuses_to_share(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "planted")

    with monkeypatch.context() as patch:
        patch.setattr("scorepad.sharing.relayed.write_file", full)
        with pytest.raises(DiskFull):
            relay.share(ID)
    assert relay.link(ID, WEB_APP) is None
    relay.share(ID)
    with monkeypatch.context() as patch:
        patch.setattr("scorepad.sharing.relayed.write_file", full)
        relay.stop(ID)  # counts until the process ends
    assert relay.link(ID, WEB_APP) is None
