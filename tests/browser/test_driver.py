"""The browser driver itself, tried on a small app of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .conftest import OpenWindow
from .driver import (
    DESKTOP,
    PHONE,
    Command,
    Server,
    ServerFailed,
    Unreachable,
    Window,
    appears,
    says,
)

pytestmark = pytest.mark.xdist_group("browser")


def sample(port: int, data: Path) -> Sequence[str]:
    return [sys.executable, str(Path(__file__).with_name("sample.py")), str(port), str(data)]


@pytest.fixture
def command() -> Command:
    return sample


def test_reading_and_tapping_on_a_phone(phone: Window) -> None:
    assert phone.text("count") == "0"
    phone.tap("add")
    phone.wait_text("count", "1")
    phone.type("name", "Zoé")
    phone.wait_text("greeting", "Hello Zoé")
    assert phone.text("name") == "Name Zoé"
    phone.tap("bottom")  # far below, so it is scrolled to
    phone.wait_text("count", "2")
    assert phone.taps == 3
    assert phone.size("add") == (150, 48)
    assert phone.state("chosen") == {"role": "button", "tabindex": "0", "current": "true"}
    phone.tap("label=People")
    chosen = "testing.wait(() => testing.state(testing.find('label=People')).selected === 'true', 10_000)"
    assert phone.page.evaluate(chosen)
    assert phone.state("label=People")["selected"] == "true"
    assert phone.screenshot("sample").stat().st_size > 5_000


def test_what_a_finger_cannot_reach(phone: Window) -> None:
    with pytest.raises(Unreachable, match=r"'below' is covered by button 'above' \"Above\""):
        phone.tap("below")
    phone.tap("ask")
    phone.wait_for("yes")
    phone.wait_gone("add")  # a dialog takes what is under it away from screen readers
    phone.tap("yes")
    phone.wait_for("add")
    phone.tap("open")
    phone.wait_text("second", "Second view")
    phone.tap("leave")
    phone.wait_gone("second")
    phone.tap("add")
    phone.wait_text("count", "1")


def test_typing_on_a_busy_computer(phone: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first keys are missed, and the app has left the field before anybody looks."""
    really = phone.page.keyboard.type
    typed: list[str] = []

    def slowly(value: str, **options: Any) -> None:
        really(value if typed else value[2:], **options)
        typed.append(value)
        phone.page.wait_for_timeout(1_000)

    monkeypatch.setattr(phone.page.keyboard, "type", slowly)
    phone.type("name", "Nobody")
    assert typed == ["Nobody", "Nobody"]
    phone.wait_text("second", "Second view")
    assert not phone.exists("name")


def test_keys_and_system_on_a_computer(open_window: OpenWindow) -> None:
    desktop = open_window(DESKTOP, color_scheme="dark", locale="fr-FR")
    desktop.wait_text("system", "1280 dark")
    desktop.set_scheme("light")
    desktop.wait_text("system", "1280 light")
    desktop.resize(900, 700)
    desktop.wait_text("system", "900 light")
    desktop.press("g")
    desktop.wait_text("heard", "G")
    desktop.press("Control+z")
    desktop.wait_text("heard", "Ctrl+Z")
    before = desktop.size("count")
    desktop.scale_text(2)
    assert desktop.size("count")[1] > 1.8 * before[1]


def test_times_are_taken_inside_the_page(desktop: Window) -> None:
    taken = [desktop.time_tap("add", says("count", str(number))) for number in range(1, 6)]
    assert all(1 < each < 2_000 for each in taken)
    assert desktop.time_tap("open", appears("second")) < 2_000


def test_two_windows_and_a_power_cut(server: Server, open_window: OpenWindow) -> None:
    phone, desktop = open_window(PHONE), open_window(DESKTOP)
    phone.tap("add")
    phone.wait_text("count", "1")
    desktop.tap("add")
    desktop.wait_text("count", "1")
    server.kill()
    assert not server.running
    server.restart()
    phone.reload().wait_text("count", "1")


def test_records_of_requests(desktop: Window) -> None:
    assert [url for url in desktop.foreign if "rive" not in url] == []
    desktop.failed.clear()
    desktop.page.evaluate("fetch('/nowhere.png').catch(() => 0)")
    desktop.page.evaluate("fetch('https://example.org/').catch(() => 0)")
    desktop.page.evaluate("fetch('/assets/absent.json').catch(() => 0)")
    desktop.page.evaluate("console.error('seen')")
    assert "https://example.org/" in desktop.foreign
    assert "seen" in desktop.errors
    with pytest.raises(AssertionError, match="other computers"):
        desktop.assert_clean()


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    broken = Server(tmp_path, lambda port, data: [sys.executable, "-c", "raise SystemExit('no disk')"])
    with pytest.raises(ServerFailed, match=r"ended with 1:\n.*\nno disk"):
        broken.start()
