"""Programs that tests need besides Python: found, or else installed by whatever installer there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from filelock import FileLock

INSTALL_SECONDS: Final = 900


@dataclass(frozen=True)
class Program:
    """Where a program may be, and what brings it: a Debian package, or a browser of Playwright's."""

    package: str
    names: tuple[str, ...]
    places: tuple[str, ...] = ()
    playwright: str = ""


PROGRAMS: Final = {
    "chromium": Program(
        "chromium",
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
        (
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
            "${PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
            "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
            "${LOCALAPPDATA}/Chromium/Application/chrome.exe",
            "${PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
        ),
        playwright="chromium",
    ),
    "firefox": Program(
        "firefox-esr",
        ("firefox-esr", "firefox"),
        (
            "/Applications/Firefox.app/Contents/MacOS/firefox",
            "${PROGRAMFILES}/Mozilla Firefox/firefox.exe",
        ),
        playwright="firefox",
    ),
    "webkit": Program("webkit2gtk-driver", ("WebKitWebDriver",), playwright="webkit"),
    "Xvfb": Program("xvfb", ("Xvfb",)),
    "pdftotext": Program("poppler-utils", ("pdftotext",)),
    "soffice": Program(
        "libreoffice-calc-nogui",
        ("soffice", "libreoffice"),
        ("/Applications/LibreOffice.app/Contents/MacOS/soffice",),
    ),
}


class ProgramMissing(RuntimeError):
    """A program is not on this computer, and cannot be installed here."""


@cache
def program(name: str) -> str:
    """The path of a program. Raises ProgramMissing with what to do about it.

    The environment variable SCOREPAD_CHROMIUM (or _FIREFOX, …) names another one.
    """
    variable = f"SCOREPAD_{name.upper()}"
    if wanted := os.environ.get(variable):
        if Path(wanted).is_file():
            return wanted
        raise ProgramMissing(f"{variable} names {wanted!r}, which is not there")
    if found := _find(PROGRAMS[name]):
        return found
    needed = PROGRAMS[name]
    ways = [f"apt install {needed.package}"]
    if needed.playwright:
        ways.append(f"python -m playwright install {needed.playwright}")
    raise ProgramMissing(f"Tests need {name}: {' or '.join(ways)}, or its path in {variable}.")


def install_missing(names: Iterable[str]) -> None:
    """Install what is missing of these programs, as far as this computer allows it."""
    missing = [PROGRAMS[name] for name in names if not _present(name)]
    if not missing:
        return
    with FileLock(Path(tempfile.gettempdir()) / "scorepad-tests-install.lock"):
        missing = [PROGRAMS[name] for name in names if not _present(name)]
        apt = _apt()
        if apt and missing:
            _run([*apt, "update", "-qq"])
            _run([*apt, "install", "-qq", "--no-install-recommends", *(each.package for each in missing)])
        for needed in missing:
            if needed.playwright and not _find(needed):
                _run([sys.executable, "-m", "playwright", "install", needed.playwright])


def _present(name: str) -> bool:
    return bool(os.environ.get(f"SCOREPAD_{name.upper()}")) or _find(PROGRAMS[name]) is not None


def _find(needed: Program) -> str | None:
    for name in needed.names:
        if found := shutil.which(name):
            return found
    for place in needed.places:
        path = Path(os.path.expandvars(place)).expanduser()
        if path.is_file():
            return str(path)
    return playwrights(needed.playwright)


def playwrights(browser: str) -> str | None:
    """The path of a browser that Playwright installed for itself."""
    if not browser:
        return None
    asked = f"""
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.{browser}.executable_path)
"""
    # In a process of its own: here, Playwright would disturb tests that have an event loop.
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60)
    path = answer.stdout.strip()
    return path if path and Path(path).is_file() else None


def _apt() -> list[str]:
    """The command that installs Debian packages, or nothing where this user may not."""
    if shutil.which("apt-get") is None:
        return []
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y"]
    if os.geteuid() == 0:
        return command
    allowed = (
        shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0
    )
    return ["sudo", "-n", *command] if allowed else []


def _run(command: list[str]) -> None:
    print(f"$ {' '.join(command)}", file=sys.stderr, flush=True)
    result = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    if result.returncode:
        print(result.stderr[-2000:], file=sys.stderr, flush=True)
