"""A language is added by the recipe in `scorepad/i18n/README.md`, and everything speaks it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po
from conftest import environment
from made_up_language import LANGUAGE, MARK

ROOT = Path(__file__).resolve().parents[2]
I18N = Path("scorepad", "i18n")
COPIED = ("scorepad", ".tools", "tests")
TESTED = ("tests/ui/test_made_up.py", "tests/i18n/test_catalogs.py", "tests/i18n/test_rulebook.py")
CONVENTIONS = {
    '"English"': '"Ønglish"',
    '"{number}%"': '"{number}\\u00a0%"',
    'decimal = "."': 'decimal = ","',
    "yyyy-mm-dd": "d-m-yyyy",
    'one = "{number}st"\ntwo = "{number}nd"\nfew = "{number}rd"\nother = "{number}th"\n': 'other = "{number}de"\n',
}
PROFILE = """
[csv]
reader = "Dutch Excel"
delimiter = ";"
decimal = ","
moments = "%d-%m-%Y %H:%M:%S"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=ignored)
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run(project: Path, *command: str) -> tuple[int, str]:
    """Runs Python in a folder: its exit code, and all that it wrote."""
    variables = environment(PYTHONPATH=str(project), PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(
        [sys.executable, *command], cwd=project, env=variables, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def replace_texts(path: Path, texts: dict[str, str]) -> None:
    text = path.read_text("utf-8")
    for before, after in texts.items():
        assert before in text, f"{path} has no {before!r}: adapt this test"
        text = text.replace(before, after, 1)
    path.write_text(text, "utf-8")


def marked(message: Message) -> str | tuple[str, ...]:
    """A translation that is the English text with the mark."""
    forms = message.id if isinstance(message.id, tuple | list) else (message.id,)
    texts = tuple(f"{MARK}{form}" for form in forms)
    return texts if len(texts) > 1 else texts[0]


def translate(path: Path) -> None:
    """Translates the messages of a catalog that have no translation."""
    with path.open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        if message.id and not any(message.string or ()):
            message.string = marked(message)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, sort_output=True, include_lineno=False)


def add_language(project: Path) -> None:
    """Follows the recipe."""
    new = project / I18N / LANGUAGE
    new.mkdir()
    for name in ("conventions.toml", "rulebook.md", "rows.toml"):
        shutil.copy(project / I18N / "en" / name, new)
    replace_texts(new / "conventions.toml", CONVENTIONS)
    with (new / "conventions.toml").open("a", encoding="utf-8") as file:
        file.write(PROFILE)
    book = (new / "rulebook.md").read_text("utf-8")
    words = r"((?:^|\n\n)(?:# )?(?![#|[>])|\| (?=[A-Z]))"  # a chapter, a paragraph, a cell
    (new / "rulebook.md").write_text(re.sub(words, rf"\1{MARK}", book), "utf-8")
    assert run(project, ".tools/catalogs.py")[0] == 1, "there is no translation yet"
    for language in (LANGUAGE, "fr", "de"):
        translate(project / I18N / language / "LC_MESSAGES" / "scorepad.po")
    code, said = run(project, ".tools/catalogs.py")
    assert code == 0, said
    replace_texts(
        project / "README.md", {"English and German": "English, German and Dutch", "`de`": "`de`, `nl`"}
    )
    german = '  "Natural Language :: German",\n'
    replace_texts(project / "pyproject.toml", {german: f'  "Natural Language :: Dutch",\n{german}'})


def changed(project: Path) -> set[str]:
    """The files that differ from those of this project; compiled catalogs, tests and caches left out."""
    paths = [*project.glob("*.*"), *(project / "scorepad").rglob("*.*"), *(project / ".tools").rglob("*.*")]
    names = {path.relative_to(project).as_posix(): path for path in paths if path.is_file()}
    return {
        name
        for name, path in names.items()
        if path.suffix not in (".mo", ".pyc")
        and (not (ROOT / name).exists() or path.read_bytes() != (ROOT / name).read_bytes())
    }


@pytest.mark.promise("Names and words", "A new language is data, in the files that its recipe names.")
def test_a_made_up_language_by_its_recipe(project: Path) -> None:
    recipe = (ROOT / I18N / "README.md").read_text("utf-8").partition("## Add a language")[2]
    add_language(project)
    named = {
        name for name in re.findall(r"`([\w./]+\.\w+)`", recipe) if not name.startswith(("tests/", ".tools"))
    }
    assert changed(project) == named
    shutil.copy(ROOT / "tests/i18n/made_up_language.py", project / TESTED[0])
    code, said = run(project, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTED)
    assert code == 0, said
