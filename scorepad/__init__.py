"""scorepad: the score pad of French Tarot."""

from __future__ import annotations

from pathlib import Path

__version__ = "0.1.0"


def assets_folder() -> Path:
    """The folder of fonts and icons, in an installed package, a packaged app or a checkout."""
    here = Path(__file__).resolve().parent
    inside = here / "assets"
    # In a checkout, `inside` is a symbolic link, or a small file on systems without symbolic links.
    return inside if inside.is_dir() else here.parent / "assets"
