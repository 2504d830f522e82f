"""The workflows run commands that exist, with options that exist, and may do no more than they need."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flet_cli.cli import get_parser
from packaging.requirements import Requirement

from scorepad import cli

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".github" / "workflows"
NAMES = sorted(path.stem for path in FOLDER.iterdir())
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def workflow(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return found


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in workflow(name)["jobs"].values() for step in job["steps"]]


def commands(name: str) -> Iterator[list[str]]:
    """The words of each command line."""
    for step in steps(name):
        for line in step.get("run", "").splitlines():
            yield shlex.split(line)


@pytest.mark.parametrize("name", NAMES)
def test_only_official_actions_of_a_known_version(name: str) -> None:
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", each)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_job_may_write_only_its_publication(name: str) -> None:
    found = workflow(name)
    assert found["permissions"] == {"contents": "read"}
    more = {job: value["permissions"] for job, value in found["jobs"].items() if "permissions" in value}
    wanted = {
        "packages": {"release": {"contents": "write"}},
        "pages": {"deploy": {"pages": "write", "id-token": "write"}},
    }
    assert more == wanted.get(name, {})


@pytest.mark.parametrize("name", NAMES)
def test_every_job_ends(name: str) -> None:
    assert all(job["timeout-minutes"] <= 120 for job in workflow(name)["jobs"].values())


@pytest.mark.parametrize("name", NAMES)
def test_no_expression_is_put_into_a_script(name: str) -> None:
    """A branch or a tag may be named like a command: scripts take values from the environment."""
    assert [step["run"] for step in steps(name) if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_python_of_the_checks(name: str) -> None:
    versions = {
        step["with"]["python-version"] for step in steps(name) if "python-version" in step.get("with", {})
    }
    assert versions == {PROJECT["requires-python"].removeprefix(">=")}


@pytest.mark.parametrize("name", ["check", "nightly", "pages"])
def test_every_command_exists(name: str) -> None:
    for program, *words in commands(name):
        if program == "python" and words[:2] == ["-m", "pytest"]:
            assert words[2:] == ["--long"]
        elif program == "python":
            assert words[:3] == ["-m", "pip", "install"]
            check_installed(words[3:])
        elif program == "mutmut":
            assert re.search("^mutmut==", (ROOT / ".ci" / "mutation.txt").read_text("utf-8"), re.MULTILINE)
        else:
            assert program in PROJECT["scripts"] or os.access(ROOT / program, os.X_OK), program


def check_installed(words: list[str]) -> None:
    """Whether what pip is asked for is there: a file of versions, or an extra of this project."""
    *options, last = words
    assert set(options) <= {"-q", "-e", "--no-deps", "--require-hashes", "-r"}
    if "-r" in options:
        assert (ROOT / last).is_file()
    else:
        assert Requirement(f"scorepad{last.removeprefix('.')}").extras <= set(
            PROJECT["optional-dependencies"]
        )


def test_the_checks_run_everything() -> None:
    assert list(commands("check")) == [[".ci/run"]]
    assert workflow("check")["on"] == {"push": None, "pull_request": None}


def test_the_nightly_run_covers_the_tests_that_the_checks_leave_out() -> None:
    assert set(workflow("nightly")["on"]) == {"schedule", "workflow_dispatch"}
    jobs = {
        name: [step["run"] for step in job["steps"] if "run" in step]
        for name, job in workflow("nightly")["jobs"].items()
    }
    assert (jobs["long"][0], jobs["long"][-1]) == (".ci/prepare", "python -m pytest --long")
    assert jobs["mutants"][-2:] == ["mutmut run", "mutmut results"]
    mutmut = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    named = [
        *mutmut["source_paths"],
        *mutmut["also_copy"],
        *mutmut["pytest_add_cli_args_test_selection"],
        *(pattern.removesuffix("/*") for pattern in mutmut["only_mutate"]),
    ]
    assert [path for path in named if not (ROOT / path).is_dir()] == []


@pytest.mark.promise("Packaging and checks", "Only what passed the checks is published.")
def test_only_a_checked_commit_of_main_is_published() -> None:
    found = workflow("pages")
    assert found["on"] == {
        "workflow_run": {
            "workflows": [workflow("check")["name"]],
            "types": ["completed"],
            "branches": ["main"],
        }
    }
    build, deploy = found["jobs"]["build"], found["jobs"]["deploy"]
    for condition in ("conclusion == 'success'", "event == 'push'"):
        assert f"github.event.workflow_run.{condition}" in build["if"]
    assert build["steps"][0]["with"]["ref"] == "${{ github.event.workflow_run.head_sha }}"
    assert deploy["needs"] == "build"
    [upload] = [step for step in build["steps"] if "upload-pages" in step.get("uses", "")]
    lines = [words[1:] for words in commands("pages") if words[0] == "scorepad"]
    written = [cli.parser(words).parse_args(words).folder for words in lines]
    assert list(map(str, written)) == [upload["with"]["path"]]


def test_flet_knows_every_option() -> None:
    built = [words[1:] for words in commands("packages") if words[0] == "flet"]
    parsed = [get_parser().parse_args(words) for words in built]
    assert [options.target_platform for options in parsed] == ["apk", "aab", "ipa"]
    assert all(options.assume_yes for options in parsed), "nobody is there to answer"
    assert parsed[0].split_per_abi
