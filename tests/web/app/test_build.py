"""The folder of the web app, and the command that writes it."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import babel
import pytest
from packs import unpacked

from scorepad.cli import main
from scorepad.i18n import LANGUAGES, SOURCE
from scorepad.web.app import build as builder
from scorepad.web.app.build import FOLLOW, LACKS, OPTIONAL, CannotBuild, Compiled, build
from scorepad.web.follow import follow_page

MAX_FIRST_LOAD = 20e6
"""Bytes, as hosts compress files."""


pytestmark = pytest.mark.xdist_group("browsers 2")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.long
def test_a_second_build_has_the_same_bytes(web_app: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build(again)
    assert files(again) == files(web_app)


@pytest.mark.promise("The web app", "The web app does not tell where it was built.")
def test_the_web_app_does_not_tell_where_it_was_built(web_app: Path) -> None:
    for path in web_app.glob("*.pack"):
        assert str(builder.HERE).encode() not in gzip.decompress(path.read_bytes()), path.name


def test_the_first_load_is_small(web_app: Path) -> None:
    served = {name: content for name, content in files(web_app).items() if not OPTIONAL.match(name)}
    size = sum(
        len(content if name.endswith(".pack") else gzip.compress(content, 6))
        for name, content in served.items()
    )
    assert "assets/packages/wakelock_plus/assets/no_sleep.js" in files(web_app), "the screen stays on"
    print(f"first load: {size / 1e6:.1f} MB")
    assert size < MAX_FIRST_LOAD


def test_the_texts_of_every_language_are_packed(web_app: Path) -> None:
    packed = {name for path in web_app.glob("*.pack") for name, _ in unpacked(path)}
    texts = {f"{language}/{name}" for language in LANGUAGES for name in ("rulebook.md", "conventions.toml")}
    texts |= {f"{language}/LC_MESSAGES/scorepad.mo" for language in LANGUAGES if language != SOURCE}
    for text in texts:
        assert any(name.endswith(f"/i18n/{text}") for name in packed), text


def test_the_icons_that_are_named_are_packed(web_app: Path) -> None:
    packed = {name: content for path in web_app.glob("*.pack") for name, content in unpacked(path)}
    (icons,) = (content for name, content in packed.items() if name.endswith("/material/icons.json"))
    screens = (path.read_text("utf-8") for path in (builder.HERE.parents[1] / "ui").rglob("*.py"))
    named = {name for screen in screens for name in re.findall(r"\bft\.Icons\.(\w+)", screen)}
    assert len(named) > 50
    assert named <= json.loads(icons).keys()
    assert len(json.loads(icons)) < 500, "not the thousands that Flet has"


WRITTEN = """
import babel
from scorepad.i18n import LANGUAGES, Translator

print(babel.__file__)
for t in map(Translator, LANGUAGES):
    for month in range(1, 13):
        at = f"2024-{month:02}-{month:02}T0{month % 10}:05:00Z"
        print(t.date(at), t.short_date(at), t.month(at), t.time(at))
    print(t.names("A"), t.names("AB"), t.names("ABC"))
    print(*(t.plural("hand", "hands", count) for count in (0, 1, 2, 10**6)))
"""


def test_dates_and_lists_are_written_as_with_all_of_babel(tmp_path: Path) -> None:
    shutil.copytree(Path(babel.__file__).parent, tmp_path / "babel")
    builder._trim_locales(tmp_path)
    said = []
    for folder in (tmp_path, Path(babel.__file__).parents[1]):
        environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{builder.HERE.parents[2]}"}
        words = [sys.executable, "-c", WRITTEN]
        done = subprocess.run(words, capture_output=True, encoding="utf-8", env=environment, check=True)
        used, *lines = done.stdout.splitlines()
        assert Path(used).parents[1] == folder
        said.append(lines)
    assert said[0] == said[1]
    assert len(said[0]) == len(LANGUAGES) * 14


def test_nothing_is_left_open(web_app: Path) -> None:
    page = (web_app / "index.html").read_text("utf-8")
    worker = (web_app / "service-worker.js").read_text("utf-8")
    assert not re.search(r"\{(language|languages|policy|build|version|files|optional)\}", page + worker)
    found = re.search(r'id="build">(.*?)</script>', page)
    assert found is not None
    settings = json.loads(found[1])
    assert tuple(settings["texts"]) == LANGUAGES
    assert f'<html lang="{LANGUAGES[0]}">' in page
    assert settings["texts"]["fr"]["again"] == "Redémarrer"
    python = settings["python"]
    packs = [python[name] for name in ("memory", "modules", "files", "later")]
    for name in (*packs, *(f"fonts/{name}" for name in python["fonts"].split(","))):
        assert (web_app / name).is_file()
    assert settings["version"] in worker
    # A copy of everything that a page asks for.
    names = files(web_app).keys() - {"service-worker.js"}
    listed = re.search(r"FILES = (\{.*?\});", worker)
    assert listed is not None
    assert json.loads(listed[1]).keys() == names


def test_the_page_of_followers_is_served_with_its_own_strict_policy(web_app: Path) -> None:
    html = (web_app / FOLLOW).read_text("utf-8")
    assert html.encode() == follow_page(app="../").html
    assert html != follow_page().html.decode(), "a served app has no web app beside it"
    policies = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert [each.split("; ")[0] for each in policies] == ["default-src 'none'"]
    assert "unsafe" not in policies[0]
    assert "Content-Security-Policy" in (web_app / "index.html").read_text("utf-8")


def test_an_older_web_app_is_replaced_and_nothing_else(
    web_app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = {"files": {"/a": b"1"}, "later": {"/b": b"2"}}
    monkeypatch.setattr(builder, "_compiled", lambda *_: Compiled(packs, b"head"))
    out = tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("mine", "utf-8")
    with pytest.raises(CannotBuild) as refused:
        build(out)
    assert str(refused.value) == f"{out} has other files: name a new folder"
    assert files(out) == {"index.html": b"mine"}
    (out / "index.html").unlink()
    build(out)
    first = files(out)
    packs["later"]["/b"] = b"3"
    build(out)
    changed = files(out)
    gone, new = first.keys() - changed.keys(), changed.keys() - first.keys()
    assert [name.split(".")[0] for name in (*gone, *new)] == ["later", "later"]
    assert list(tmp_path.iterdir()) == [out]

    def fail(*_: object) -> None:
        raise CannotBuild("no memory")

    monkeypatch.setattr(builder, "_compiled", fail)
    with pytest.raises(CannotBuild):
        build(out)
    assert files(out) == changed
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("name", "found", "words"),
    [
        ("PYODIDE", "0.1", "flet-web has Pyodide 314.0.7, and this scorepad needs 0.1"),
        ("_distributions", CannotBuild(LACKS.format(name="segno")), "segno is not installed: the extra"),
        ("_compiled", CannotBuild("\x1b[31mbad"), "scorepad: �[31mbad"),
        ("_compiled", OSError(28, "No space left on device"), "cannot be written (No space left on device)"),
    ],
)
def test_a_build_without_a_needed_part_is_refused(
    name: str,
    found: object,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        assert isinstance(found, Exception)
        raise found

    monkeypatch.setattr(builder, name, found if isinstance(found, str) else fail)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["web-app", str(tmp_path / "site")]) == 1
    said = capsys.readouterr()
    assert words in said.err
    assert len(said.err.splitlines()) == 1
    assert not (tmp_path / "site").exists()
