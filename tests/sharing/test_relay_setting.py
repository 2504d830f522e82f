"""The address of a relay as people type it, and the private file that keeps it."""

from __future__ import annotations

import json
import stat

import pytest
from evenings import table
from relays import PASSWORD, QUOTED, USER

from scorepad.history import Disk, DiskFull, History
from scorepad.sharing.relay import BadRelayAddress, Relay, RelayAddress
from scorepad.sharing.relayed import FILE, MAX_RELAYED, read_relay

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
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadRelayAddress):
        RelayAddress.of(text if text != "wss://example.org/\n" else "wss://example.org/\n/")


def test_the_file_is_private_and_survives_damage(history: History, relay: Relay) -> None:
    for number in range(MAX_RELAYED + 3):
        relay.share(f"evening-{number}")
    path = history.folder / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    sound = path.read_bytes()
    setting = read_relay(history.folder, Disk())
    assert setting.address == relay.address
    assert len(setting.evenings) == MAX_RELAYED
    document = json.loads(sound)
    changes: list[dict[str, object]] = [
        {"version": 2},
        {"address": "https://example.org/"},
        {"address": 7},
        {"evenings": [["a", "short", "2026-11-22T20:00:00Z", False]]},
        {"evenings": [["a", "x" * 22, "yesterday", False]]},
        {"evenings": [["a", "x" * 22, "2026-11-22T20:00:00", False]]},
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
