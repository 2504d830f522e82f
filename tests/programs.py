"""Programs that tests need besides Python: where they are, and what brings them. `.ci/prepare` installs them."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Program:
    """Its Debian package, what tests use it for, its names, and where it may be if it is not on the path."""

    package: str
    used_for: str
    names: tuple[str, ...]
    places: tuple[str, ...] = ()
    playwright: str = ""
    """Where Playwright keeps its own browser of this kind: a pattern below its folder."""

    @property
    def hint(self) -> str:
        """The command that installs it."""
        ways = [f"sudo apt-get install {self.package}"] if sys.platform == "linux" else []
        if self.playwright:
            ways.append(f"python -m playwright install {self.playwright.partition('-')[0]}")
        return " or ".join(ways) or f"install {self.names[0]}"


PLAYWRIGHT: Final = (
    "${PLAYWRIGHT_BROWSERS_PATH}",
    "~/.cache/ms-playwright",
    "~/Library/Caches/ms-playwright",
)
PROGRAMS: Final = {
    "chromium": Program(
        "chromium",
        "the journeys in a browser",
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        (
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ),
        playwright="chromium-*/chrome-*/[Cc]hrom*",
    ),
    "firefox": Program(
        "firefox-esr",
        "an evening in Firefox",
        ("firefox-esr", "firefox"),
        ("/Applications/Firefox.app/Contents/MacOS/firefox",),
        playwright="firefox-*/firefox*/firefox*",
    ),
    "webkit": Program(
        "webkit2gtk-driver",
        "an evening in the engine of Safari",
        ("WebKitWebDriver",),
        playwright="webkit-*/pw_run.sh",
    ),
    "Xvfb": Program("xvfb", "a screen for WebKit", ("Xvfb",), playwright="webkit-*/pw_run.sh"),
    "pdftotext": Program("poppler-utils", "what a PDF says", ("pdftotext",)),
    "pdfinfo": Program("poppler-utils", "what a PDF says", ("pdfinfo",)),
    "pdffonts": Program("poppler-utils", "what a PDF says", ("pdffonts",)),
    "mosquitto": Program(
        "mosquitto", "a relay for those who follow from far away", ("mosquitto",), ("/usr/sbin/mosquitto",)
    ),
    "mosquitto_passwd": Program("mosquitto", "the passwords of that relay", ("mosquitto_passwd",)),
    "soffice": Program(
        "libreoffice-calc-nogui",
        "workbooks, read and calculated by another program",
        ("soffice", "libreoffice"),
        ("/Applications/LibreOffice.app/Contents/MacOS/soffice",),
    ),
}


@cache
def find(name: str) -> str | None:
    """The path of a program, if it is there. The variable SCOREPAD_CHROMIUM (or _FIREFOX, …) names another one."""
    if wanted := os.environ.get(f"SCOREPAD_{name.upper()}"):
        return wanted if Path(wanted).is_file() else None
    needed = PROGRAMS[name]
    for each in needed.names:
        if found := shutil.which(each):
            return found
    for place in needed.places:
        path = Path(os.path.expandvars(place)).expanduser()
        if path.is_file():
            return str(path)
    return playwrights(name)


def playwrights(name: str) -> str | None:
    """The path of the newest browser that Playwright installed for itself."""
    if not (pattern := PROGRAMS[name].playwright):
        return None
    folders = (Path(os.path.expandvars(folder)).expanduser() for folder in PLAYWRIGHT)
    found = [path for folder in folders for path in folder.glob(pattern) if path.is_file()]
    return str(max(found)) if found else None


def program(name: str) -> str:
    """The path of a program; without it the test fails with what to type."""
    import pytest  # `.ci/prepare` reads this file before anything is installed

    found = find(name)
    if found is None:
        pytest.fail(f"{name} is missing: {PROGRAMS[name].hint}, or .ci/prepare.", pytrace=False)
    return found
