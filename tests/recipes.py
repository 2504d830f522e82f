"""The recipes of the READMEs: a test performs one on a copy of the project, and changes only the files it names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import environment

ROOT = Path(__file__).resolve().parent.parent
CHANGED = re.compile(r"`((?!tests/)(?:\w+/)+\w+\.py)`")
"""The modules of `scorepad` that a recipe names. It may name tests too."""


class Recipe:
    """A section of a README, and the copy of the project in which it is performed."""

    def __init__(self, readme: str, heading: str, folder: Path) -> None:
        text = (ROOT / "scorepad" / readme).read_text("utf-8")
        section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        assert section, f"{readme} has no section {heading!r}"
        self.files = set(CHANGED.findall(section))
        self.changed: set[str] = set()
        self.folder = folder
        for name in ("scorepad", "tests"):
            ignored = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
        (folder / "assets").symlink_to(ROOT / "assets")
        shutil.copy(ROOT / "pyproject.toml", folder)

    def insert(self, file: str, *texts: tuple[str, str]) -> None:
        """Inserts texts, each before a place that is in the file once. Fails if the recipe does not name the file."""
        assert file in self.files, f"the recipe does not name {file}"
        self.changed.add(file)
        path = self.folder / "scorepad" / file
        code = path.read_text("utf-8")
        for place, text in texts:
            assert code.count(place) == 1, f"{file} has {code.count(place)} times {place!r}: adapt this test"
            code = code.replace(place, text + place)
        path.write_text(code, "utf-8")

    def passes(self, test: str) -> None:
        """Runs a test of the screens in the copy. Fails if the recipe names a file that needed no change."""
        assert self.changed == self.files
        file = Path("tests", "ui", "test_made_up.py")
        (self.folder / file).write_text(test, "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(file)],
            cwd=self.folder,
            env=environment(PYTHONPATH=str(self.folder)),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
