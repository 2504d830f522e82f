"""Relays for tests: a real mosquitto, and those who follow over it with other code than scorepad's."""

from __future__ import annotations

import asyncio
import os
import queue
import re
import socket
import subprocess
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import paho.mqtt.client as mqtt
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from paho.mqtt.enums import CallbackAPIVersion
from programs import program

from scorepad.sharing.relay import Relay

OURS: Final = "\nuser root" if os.name == "posix" and os.geteuid() == 0 else ""
"""As root, mosquitto takes the rights of another user, who cannot read the files of tests."""
USER, PASSWORD = "table", "a long: p@ssword/é"
QUOTED: Final = "a%20long%3A%20p%40ssword%2F%C3%A9"
"""The password as an address has it."""
README: Final = Path(__file__).parent.parent / "scorepad/sharing/README.md"


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def block(kind: str) -> str:
    """A file of the section of the README about a relay of one's own."""
    found = re.search(rf"```{kind}\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


class Mosquitto:
    """A mosquitto as the README configures it, at a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        for name, kind in (("conf", "conf"), ("scorepad.acl", "acl"), ("scorepad.json", "json")):
            (folder / name).write_text(self._adapted(block(kind)))
        command = [program("mosquitto_passwd"), "-b", "-c", str(folder / "scorepad.users"), USER, PASSWORD]
        subprocess.run(command, check=True, capture_output=True)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def _adapted(self, text: str) -> str:
        """The configuration of the README for this folder and port; the first listener is no port here."""
        text = text.replace("/etc/mosquitto/", f"{self.folder}/").replace("9001", str(self.port))
        text = text.replace(
            "listener 1883 127.0.0.1", f"listener 0 {self.folder}/socket\nlog_dest none{OURS}"
        )
        machine = sysconfig.get_config_var("MULTIARCH") or "x86_64-linux-gnu"
        return text.replace("x86_64-linux-gnu", machine)

    @property
    def url(self) -> str:
        """The address for those who read."""
        return f"ws://127.0.0.1:{self.port}/mqtt"

    @property
    def address(self) -> str:
        """The address for those who write."""
        return f"ws://{USER}:{QUOTED}@127.0.0.1:{self.port}/mqtt"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Starts it, and waits until it listens."""
        command = [program("mosquitto"), "-c", str(self.folder / "conf")]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < end, "mosquitto does not listen"
            assert self._process.poll() is None, "mosquitto has ended"
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends it; what it kept is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def mosquitto() -> Iterator[Mosquitto]:
    """A mosquitto for one test."""
    with tempfile.TemporaryDirectory() as folder:
        relay = Mosquitto(Path(folder))
        try:
            yield relay
        finally:
            relay.stop()


@contextmanager
def running(relay: Relay) -> Iterator[Relay]:
    """A relay that publishes in a thread."""
    thread = threading.Thread(target=lambda: asyncio.run(relay.run()))
    thread.start()
    try:
        yield relay
    finally:
        relay.close()
        thread.join(20)
        assert not thread.is_alive()


# -- those who follow --


class State(NamedTuple):
    """What a sealed message says; without a pack the sharing has ended. `retained` if it was kept for latecomers."""

    number: int
    raw: bytes
    retained: bool


def derived(secret: str, purpose: str, length: int) -> bytes:
    """Bytes for a purpose, as scorepad/sharing/README.md says."""
    info = f"scorepad relay 1 {purpose}".encode()
    return HKDF(SHA256(), length, salt=None, info=info).derive(secret.encode())


def topic_for(secret: str) -> str:
    """The topic of a secret."""
    return f"scorepad/1/{derived(secret, 'topic', 16).hex()}"


def opened(secret: str, topic: str, message: bytes, *, retained: bool = False) -> State | None:
    """What a sealed message says; None if this secret does not open it."""
    try:
        plain = AESGCM(derived(secret, "key", 32)).decrypt(
            message[1:13], message[13:], message[:1] + topic.encode()
        )
    except (InvalidTag, ValueError):
        return None
    return State(int.from_bytes(plain[:8], "big"), plain[8:], retained)


def closed(secret: str, number: int, body: bytes, nonce: bytes = b"123456789012") -> bytes:
    """A sealed message, made by other code than scorepad's."""
    plain = number.to_bytes(8, "big") + body
    bound = b"\x01" + topic_for(secret).encode()
    return b"\x01" + nonce + AESGCM(derived(secret, "key", 32)).encrypt(nonce, plain, bound)


class Reader:
    """A client of paho that reads one topic, or all that a filter finds; its messages come in a queue."""

    def __init__(self, port: int, topics: str, *, user: str = "", password: str = "") -> None:
        self.came: queue.Queue[mqtt.MQTTMessage] = queue.Queue()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, transport="websockets")
        self.client.ws_set_options("/mqtt")
        if user:
            self.client.username_pw_set(user, password)
        subscribed = threading.Event()

        def connected(*_: object) -> None:
            self.client.subscribe(topics)

        self.client.on_connect = connected
        self.client.on_subscribe = lambda *_: subscribed.set()
        self.client.on_message = lambda _, __, message: self.came.put(message)
        self.client.reconnect_delay_set(0.05, 0.2)  # type: ignore[arg-type]
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert subscribed.wait(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def next(self, seconds: float = 10) -> mqtt.MQTTMessage:
        """The next message. Raises queue.Empty."""
        return self.came.get(timeout=seconds)

    def is_silent(self, seconds: float = 0.5) -> bool:
        """Whether nothing comes for some seconds."""
        try:
            self.came.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def publish(self, topic: str, body: bytes, **more: Any) -> int:
        """Publishes a message that the broker keeps; returns the reason code of its answer."""
        reasons = list[int]()
        told = threading.Event()

        def published(_: Any, __: Any, ___: Any, reason: Any, ____: Any) -> None:
            reasons.append(reason.value)
            told.set()

        self.client.on_publish = published
        self.client.publish(topic, body, qos=1, retain=True, **more)
        assert told.wait(10)
        return reasons[0]


class Follower(Reader):
    """Somebody who has a link."""

    def __init__(self, port: int, secret: str) -> None:
        self.secret, self.topic = secret, topic_for(secret)
        super().__init__(port, self.topic)

    def state(self, seconds: float = 10) -> State:
        """What the next sealed message says. Raises queue.Empty."""
        while True:
            message = self.next(seconds)
            found = opened(self.secret, message.topic, bytes(message.payload), retained=message.retain)
            if found is not None:
                return found

    def sees(self, wanted: Callable[[State], bool], seconds: float = 10) -> State:
        """The next state that is wanted."""
        end = time.monotonic() + seconds
        while True:
            found = self.state(max(0.01, end - time.monotonic()))
            if wanted(found):
                return found


def secret_of(link: str | None) -> str:
    """The secret of a link."""
    assert link is not None
    return link.partition("&secret=")[2]
