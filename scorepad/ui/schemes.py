"""The schemes that a table can choose among: the shipped ones, and the rules of the house."""

from __future__ import annotations

from dataclasses import replace

from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.ui.table import NewTable


def all_schemes(history: History) -> tuple[Scheme, ...]:
    """The shipped schemes, then the house rules."""
    known = {scheme.id: scheme for scheme in (*shipped_schemes().values(), *history.schemes())}
    return tuple(known.values())


def with_own(t: Translator, history: History, own: Scheme) -> tuple[Scheme, ...]:
    """The table's own scheme, then all others.

    House rules that changed after the table began with them appear twice, as then and as now.
    """
    known = {scheme.id: scheme for scheme in all_schemes(history)}
    now = known.pop(own.id, own)
    if now == own:
        return (own, *known.values())
    words = t("{scheme}, as now", scheme=scheme_title(t, now))
    return (own, replace(now, name=words), *known.values())


def find_scheme(history: History, scheme_id: str) -> Scheme | None:
    """The scheme of that id, shipped or of the house."""
    return next((scheme for scheme in all_schemes(history) if scheme.id == scheme_id), None)


def default_scheme(history: History) -> Scheme:
    """The scheme that a new evening plays, unless the table chooses another."""
    return find_scheme(history, str(history.settings().get("scheme"))) or shipped_scheme()


def scheme_of(history: History, table: NewTable) -> Scheme:
    """The scheme of a new table: the default one if it chose none, or one that was deleted."""
    return find_scheme(history, table.scheme or "") or default_scheme(history)
