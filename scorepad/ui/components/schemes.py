"""The choice among schemes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.tarot.scheme import Scheme
from scorepad.ui.components.controls import chip


def scheme_chips(
    t: Translator, schemes: Iterable[Scheme], chosen: Collection[str], choose: Callable[[Scheme], None]
) -> list[ft.Control]:
    """A chip for each scheme; those whose id is `chosen` are on."""
    return [
        chip(
            f"scheme-{scheme.id}",
            scheme_title(t, scheme),
            partial(choose, scheme),
            toggled=scheme.id in chosen,
        )
        for scheme in schemes
    ]
