"""An installed scorepad, a package for a phone and an app of Flet's tools are whole, and start."""

from __future__ import annotations

import compileall
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet_cli
import httpx
import pytest
from conftest import Serve, environment
from flet_platform_assets import (
    DEFAULT_SPECS,
    IconOptions,
    SplashOptions,
    linux_targets,
    load_source,
    render_icons,
    render_splash,
)
from packaging.requirements import Requirement

import scorepad
from scorepad import cli

pytestmark = pytest.mark.xdist_group("packaging")

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scorepad"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PLATFORMS = ("android", "ios", "linux", "macos", "splash", "web", "windows")
LIBRARIES = sysconfig.get_paths()["purelib"]


def test_every_file_has_the_same_version() -> None:
    assert PROJECT["project"]["version"] == scorepad.__version__


@pytest.mark.promise("Packaging and checks", "Every dependency has a tested version.")
def test_the_lock_has_a_version_of_every_dependency() -> None:
    lock = (ROOT / ".ci" / "constraints.txt").read_text("utf-8")
    locked = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", lock, re.MULTILINE))
    project = PROJECT["project"]
    wanted = [
        Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["dev"])
    ]
    wrong = [str(each) for each in wanted if not each.specifier.contains(locked.get(each.name, "0"))]
    assert wrong == [], "run .tools/lock.sh"
    assert "://" not in lock


def test_every_dependency_of_the_web_app_is_tested() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(extras["web-app"]) <= set(extras["dev"])


# --- The wheel -------------------------------------------------------------------------------------


def build(project: Path, kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    return next(folder.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel in it; its libraries are this one's."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    programs = folder / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-index", "--no-deps", str(wheel)], check=True)
    site = subprocess.run(
        [str(programs / "python"), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    # A folder named in a .pth file is searched; its own .pth files, which may lead to the checkout, are not.
    Path(site, "libraries.pth").write_text(LIBRARIES)
    return programs


def shipped(folder: Path, pattern: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.glob(pattern)}


@pytest.mark.promise(
    "Packaging and checks", "An installed scorepad is whole, with its schemes, fonts and words."
)
def test_the_wheel_holds_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    needed = {f"scorepad/{name}" for name in shipped(PACKAGE, "[!a]*/**/*.py") | shipped(PACKAGE, "*.py")}
    needed |= {f"scorepad/{name}" for name in shipped(PACKAGE, "tarot/schemes/*.toml")}
    needed |= {f"scorepad/{name}" for name in shipped(PACKAGE, "i18n/*/LC_MESSAGES/*.mo")}
    needed |= {f"scorepad/{name}" for name in shipped(PACKAGE, "i18n/*/rulebook.md")}
    needed |= {f"scorepad/{name}" for name in shipped(PACKAGE, "i18n/*/conventions.toml")}
    needed |= {f"scorepad/{name}" for name in shipped(ROOT, "assets/**/*.*") if "screenshots" not in name}
    for kind in (
        "fonts/*.ttf",
        "icons/*.png",
        "schemes/*.toml",
        "*.mo",
        "fr/rulebook.md",
        "fr/conventions.toml",
    ):
        assert any(Path(name).match(kind) for name in needed), kind
    assert needed <= names


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    others = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name.split("/")[0] for name in others} == {"scorepad"}
    assert {name for name in others if re.search(r"screenshots|\.po$|_cache|\.pyc$|/\.", name)} == set()


PRINT = """
from scorepad.evening.evening import Evening, Start
from scorepad.evening.people import Person, Seating
from scorepad.exports.formats import score_sheet
from scorepad.exports.picture import picture
from scorepad.i18n import Translator
from scorepad.tarot.scheme_data import shipped_scheme
seating = Seating(tuple(Person(name, name) for name in ("Léa", "王小明", "😀")), 3, "Léa")
start = Start(id="1", created="2026-11-20T12:00:00Z", seating=seating, scheme=shipped_scheme())
evening = Evening.of(start)
print(score_sheet(evening, Translator("fr"), "a4")[:5], picture(evening, Translator("fr"))[:4])
"""


def test_an_installed_scorepad_prints(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "python"), "-c", PRINT]
    said = subprocess.check_output(
        command, cwd=tmp_path, env=environment(), text=True, stderr=subprocess.STDOUT
    )
    assert said == "b'%PDF-' b'\\x89PNG'\n"


def test_an_installed_scorepad_starts(installed: Path, serve: Serve, tmp_path: Path) -> None:
    running = serve(command=(str(installed / "scorepad"),), cwd=tmp_path)
    with httpx.Client(follow_redirects=True, base_url=running.base) as client:
        page = client.get(running.url)
        font = client.get("fonts/ScorepadSans-Regular.ttf")
    assert "<title>scorepad</title>" in page.text
    assert font.content == (ROOT / "assets" / "fonts" / "ScorepadSans-Regular.ttf").read_bytes()
    assert running.end() == 0
    assert running.errors.read_text() == ""


@pytest.mark.long
def test_the_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(build(ROOT, "sdist", tmp_path), tmp_path, filter="data")
    again = build(next(path for path in tmp_path.iterdir() if path.is_dir()), "wheel", tmp_path)
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.promise("Packaging and checks", "A phone gets only what it can run.")
def test_a_phone_gets_only_files_that_it_can_run() -> None:
    """None of what serves browsers and opens windows, which has no wheels for phones."""
    phone = [{"platform_system": name, "sys_platform": "linux"} for name in ("Android", "iOS")]
    browser = [{"platform_system": "Emscripten", "sys_platform": "linux"}]
    computer = [{"platform_system": name} for name in ("Linux", "Darwin", "Windows")]
    names: dict[str, set[str]] = {"phone": set(), "browser": set(), "computer": set()}
    for kind, systems in (("phone", phone), ("browser", browser), ("computer", computer)):
        for system in systems:
            for requirement in map(Requirement, PROJECT["project"]["dependencies"]):
                if requirement.marker is None or requirement.marker.evaluate(system):
                    names[kind].add(requirement.name)
    assert names["phone"] >= {"flet", "tinydb"}
    server = {"flet-web", "starlette", "uvicorn"}
    assert names["computer"] - names["phone"] == {"flet-desktop", "tzdata", *server}
    assert names["phone"] - names["browser"] == {"cryptography", "websockets"}


# --- A packaged app, and Flet's tools --------------------------------------------------------------

DEVICE = """
import flet, os, runpy, sys

def run(main, **settings):
    import scorepad
    from scorepad.tarot.scheme_data import shipped_schemes
    print(scorepad.__file__, scorepad.__version__, settings["assets_dir"], len(shipped_schemes()))

flet.run = run
sys.path.insert(0, sys.argv[1])
runpy.run_module("main", run_name="__main__")
"""


@pytest.mark.long
@pytest.mark.parametrize("compiled", [False, True], ids=["source", "compiled"])
def test_the_packaged_app_starts_on_a_device(compiled: bool, tmp_path: Path) -> None:
    """There the folder's contents are the top of `sys.path`, mostly compiled, and asserts are left out."""
    app = tmp_path / "app"
    left_out = shutil.ignore_patterns(*PROJECT["tool"]["flet"]["app"]["exclude"], "__pycache__", ".*")
    shutil.copytree(PACKAGE, app, ignore=left_out)
    if compiled:
        assert compileall.compile_dir(app, quiet=1, legacy=True)
        for source in app.rglob("*.py"):
            source.unlink()
    answer = subprocess.run(
        [sys.executable, "-S", "-OO", "-c", DEVICE, str(app)],  # -S: no link to the checkout
        cwd=tmp_path,
        env=environment(
            PYTHONPATH=LIBRARIES, FLET_PLATFORM="android", FLET_APP_STORAGE_DATA=str(tmp_path / "data")
        ),
        capture_output=True,
        text=True,
    )
    assert answer.stderr == ""
    ending = "pyc" if compiled else "py"
    schemes = len(shipped(PACKAGE, "tarot/schemes/*.toml"))
    said = f"{app / '__init__'}.{ending} {scorepad.__version__} {app / 'assets'} {schemes}\n"
    assert answer.stdout == said


def test_python_m_scorepad_is_the_command() -> None:
    command = [sys.executable, "-m", "scorepad.main", "--version"]
    answer = subprocess.check_output(command, cwd=ROOT, env=environment(), text=True)
    assert answer == f"scorepad {scorepad.__version__}\n"


@pytest.mark.long
@pytest.mark.parametrize("where", [".", "scorepad", "scorepad/main.py"])
def test_flet_run_starts_the_app(where: str, tmp_path: Path) -> None:
    for name in ("scorepad", "assets"):
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    flet = subprocess.Popen(
        [sys.executable, "-m", "flet.cli", "run", "--web", where],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert flet.stdout is not None
    try:
        said = next((line for line in flet.stdout if line.startswith("http")), "")
        assert httpx.get(said.strip()).status_code == 200
        assert list(tmp_path.glob("**/.flet/storage/data/sessions"))
    finally:
        os.killpg(flet.pid, signal.SIGTERM)
        flet.communicate()


def test_flet_knows_every_setting() -> None:
    """A misspelt key would be ignored without a word."""
    sources = [path.read_text("utf-8") for path in Path(flet_cli.__path__[0]).rglob("*.py")]
    quoted = set(re.findall(r"""["']([\w.{}]+)["']""", "\n".join(sources)))

    for key in keys(PROJECT["tool"]["flet"]):
        table, _, rest = key.partition(".")
        # Those that a platform may set for itself are read without what stands before.
        assert f"tool.flet.{key}" in quoted or key in quoted or (table in PLATFORMS and rest in quoted), key


def keys(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from keys(value, f"{prefix}{name}.")
        else:
            yield prefix + name


@pytest.mark.long
@pytest.mark.parametrize("platform", ["android", "ios", "linux", "macos", "web", "windows"])
def test_the_icons_are_made_for_every_platform(platform: str) -> None:
    """Flet's tools find the picture by its name, and make every size of it without a complaint."""
    assets = ROOT / "assets"
    name = next(path for path in (assets / f"icon_{platform}.png", assets / "icon.png") if path.exists())
    source, rendered = load_source(name)
    targets = linux_targets("org.scorepad") if platform == "linux" else DEFAULT_SPECS[platform]
    derived = name.name == "icon.png"
    assert not render_icons(
        source, IconOptions(), targets, platform=platform, pre_rendered=rendered, derived=derived
    ).warnings


@pytest.mark.long
@pytest.mark.parametrize("platform", ["android", "ios", "web"])
def test_the_splash_screens_are_made_for_every_platform(platform: str) -> None:
    light, dark = (load_source(ROOT / "assets" / name)[0] for name in ("splash.png", "splash_dark.png"))
    colours = PROJECT["tool"]["flet"]["splash"]
    options = SplashOptions(color=colours["color"], dark_color=colours["dark_color"])
    assert not render_splash(light, dark, options, platform=platform, derived=False).warnings


# --- What the README says --------------------------------------------------------------------------


def test_every_file_that_a_readme_names_exists() -> None:
    """A path is relative to the package, to the README, or to the whole project; a name alone is of any folder."""
    files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.py")}
    missing = []
    for readme in (ROOT / "README.md", *(ROOT / "scorepad").rglob("README.md")):
        here = readme.parent.relative_to(ROOT).as_posix()
        for name in re.findall(r"`([\w./-]+\.py)`", readme.read_text("utf-8")):
            found = any(f"{folder}/{name}" in files for folder in (here, "scorepad")) or name in files
            if not found and not ("/" not in name and any(each.endswith(f"/{name}") for each in files)):
                missing.append(f"{here}: {name}")
    assert missing == []


def test_every_command_of_the_readme_exists() -> None:
    """Each exists; the checks run the one for the tests as it stands there."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 120
    starts = re.findall(r"```(?:sh|bat)\n(.+)\n```", text)
    assert [each.rpartition(" && ")[2] for each in starts] == [
        ".venv/bin/scorepad",
        r".venv\Scripts\scorepad",
        ".venv/bin/python -m pytest",
    ]
    pattern = re.search(r'grep -x "(.+)" README\.md', (ROOT / ".ci" / "run").read_text("utf-8"))
    assert pattern
    assert [each for each in starts if re.fullmatch(pattern[1], each)] == [starts[2]]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    lines = [each.split() for each in re.findall("`scorepad ([^`]+)`", text)]
    assert {words[0] for words in lines if len(words) == 1} == cli.COMMANDS.keys() - {"web-app"}
    for words in (each for each in lines if len(each) > 1):
        cli.parser(words).parse_args(words)
    options = re.findall(r"`(--[a-z-]+)", text.partition("## On your phone")[0])
    assert set(options) <= set(re.findall(r"--[a-z-]+", cli.parser([]).format_help()))
