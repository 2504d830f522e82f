"""The colours of the design as CSS variables, for what a page shows by itself: one paper from the first moment on."""

from __future__ import annotations

from typing import Final

from scorepad.design import DARK, LIGHT, Palette

NAMES: Final = ("paper", "text", "accent", "on_accent", "notice", "on_notice")


def css_variables() -> str:
    """`--paper` and the like, light or dark as the system is, or as `data-theme` of the root says."""
    return "\n".join(
        [
            f":root {{ color-scheme: light dark; {_variables(LIGHT)} }}",
            f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}",
            f":root[data-theme=light] {{ color-scheme: light; {_variables(LIGHT)} }}",
            f":root[data-theme=dark] {{ color-scheme: dark; {_variables(DARK)} }}",
        ]
    )


def _variables(palette: Palette) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {getattr(palette, name)};" for name in NAMES)
