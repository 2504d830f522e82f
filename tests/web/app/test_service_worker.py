"""The service worker of the web app keeps the files of one version, whatever the host has."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.app.build import PAGE, find_node

CHECKS = Path(__file__).with_name("service_worker.mjs")


def run(check: str) -> Any:
    """The results of a check of service_worker.mjs."""
    command = [find_node(), CHECKS, PAGE, check]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.promise("The web app", "The web app never runs with files of two versions.")
def test_a_host_with_files_of_two_versions_is_refused() -> None:
    assert run("mixed") == {"early": True, "then": False, "page": "new page", "code": "new code"}


def test_an_open_page_keeps_its_version_until_the_new_one_takes_over() -> None:
    seen = run("waiting")
    assert seen == {
        "fetched": ["index.html", "main.js", "font.otf"],
        "before": ["old page", "old code", "same"],
        "after": ["new page", "new code", "same"],
        "kept": ["scorepad /app/ version 2"],
    }


def test_a_file_that_is_fetched_later_is_of_the_same_version() -> None:
    seen = run("optional")
    assert seen == {
        "fetched": ["index.html", "main.js", "same.js"],
        "asked": True,
        "kept": True,
        "text": "old font",
    }


def test_the_page_of_followers_opens_without_the_app_and_all_other_addresses_are_the_app() -> None:
    app, page = "old page", "an evening"
    assert run("pages") == [app, app, app, page, page, page, "https://example.org/app/follow/", app]
