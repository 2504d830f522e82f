"""The recipes of the READMEs: a test performs one on a copy of the project, and changes only the files it names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import environment

ROOT = Path(__file__).resolve().parent.parent
CHANGED = re.compile(r"`((?!tests/)(?:\w+/)+\w+\.(?:py|toml))`")
"""The modules and the data of `scorepad` that a recipe names. It may name tests too."""
FOLDERS = re.compile(r"`((?!tests/)(?:\w+/)+)`")
"""The folders of `scorepad` in which a recipe adds a file, or lets people choose one."""


class Recipe:
    """A section of a README, and the copy of the project in which it is performed."""

    def __init__(self, readme: str, heading: str, folder: Path) -> None:
        text = (ROOT / "scorepad" / readme).read_text("utf-8")
        section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        assert section, f"{readme} has no section {heading!r}"
        self.files, self.folders = set(CHANGED.findall(section)), tuple(FOLDERS.findall(section))
        self.changed: set[str] = set()
        self.folder = folder
        for name in ("scorepad", "tests", ".tools"):
            ignored = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
        (folder / "assets").symlink_to(ROOT / "assets")
        shutil.copy(ROOT / "pyproject.toml", folder)

    def insert(self, file: str, *texts: tuple[str, str]) -> None:
        """Inserts texts, each before a place that is in the file once. Fails if the recipe does not name the file."""
        self.replace(file, *((place, text + place) for place, text in texts))

    def replace(self, file: str, *texts: tuple[str, str]) -> None:
        """Replaces texts that are in the file once. Fails if the recipe does not name the file."""
        path = self._named(file)
        code = path.read_text("utf-8")
        for before, after in texts:
            assert code.count(before) == 1, (
                f"{file} has {code.count(before)} times {before!r}: adapt this test"
            )
            code = code.replace(before, after)
        path.write_text(code, "utf-8")

    def add(self, file: str, text: str) -> None:
        """Adds a file. Fails if the recipe does not name its folder."""
        path = self._named(file)
        assert not path.exists()
        path.write_text(text, "utf-8")

    def _named(self, file: str) -> Path:
        assert file in self.files or file.startswith(self.folders), f"the recipe does not name {file}"
        self.changed.add(file)
        return self.folder / "scorepad" / file

    def translate(self, words: dict[str, tuple[str, str]]) -> None:
        """Runs the tool for the catalogs; `words` are the French and the German translations of new messages."""
        for number, language in enumerate(("fr", "de")):
            with (self.folder / f"scorepad/i18n/{language}/LC_MESSAGES/scorepad.po").open("a") as catalog:
                for message, translations in words.items():
                    catalog.write(f'\nmsgid "{message}"\nmsgstr "{translations[number]}"\n')
        self._run(".tools/catalogs.py")

    def passes(self, test: str) -> None:
        """Runs a test of the screens in the copy. Fails if the recipe names a file that needed no change."""
        assert self.files <= self.changed
        assert all(any(file.startswith(each) for file in self.changed) for each in self.folders)
        file = Path("tests", "ui", "test_made_up.py")
        (self.folder / file).write_text(test, "utf-8")
        self._run("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(file))

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=environment(PYTHONPATH=str(self.folder)),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
