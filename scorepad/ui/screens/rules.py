"""The rules, the length and the money that a table agreed on; and the change to other rules."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import RulesChanged
from scorepad.evening.length import AgreedLength
from scorepad.i18n import Translator
from scorepad.i18n.evenings import length_line, length_text, progress_text, rate_text
from scorepad.i18n.names import scheme_title
from scorepad.i18n.parameters import scheme_line
from scorepad.tarot.scheme import Scheme
from scorepad.ui import kit, routes
from scorepad.ui.components.comparison import standings_beside
from scorepad.ui.components.length import agree_length, length_choice, progress_now
from scorepad.ui.components.schemes import scheme_sections, scheme_tile
from scorepad.ui.store import Store
from scorepad.ui.table import find_scheme, fits, seating_now, with_own


@kit.screen(routes.rules)
def rules_screen(at: kit.At) -> ft.View:
    """The rules in force, the length and the money, which can be changed; a finished evening keeps rules and length."""
    t, table = at.t, at.evening.table
    length = at.kept("length", table.length)
    rate = rate_text(t, table.rate) if table.rate.cents else t("Without money")
    agree = length.value != table.length and kit.action(
        at.layout, "agree", t("Set this length"), lambda: agree_length(at.store, at.evening, length.now)
    )
    return at.view(
        t("Rules, length, money"),
        _in_force(at),
        kit.section(t("Length")),
        _length(at, length),
        kit.line(at.layout, "money", t("Money"), rate, tap=at.go(routes.money(at.evening.id))),
        kit.line(
            at.layout, "compare", t("Compare with other rules"), tap=at.go(routes.compare(at.evening.id))
        ),
        _other_rules(at),
        foot=agree,
    )


def _in_force(at: kit.At) -> kit.Part:
    """The rules in force; a tap shows them in detail.

    If an evening under way had other rules earlier, a tap instead offers these rules for the whole evening.
    """
    t, now = at.t, at.evening.table.rules.now
    mixed, tap = len(at.evening.schemes) > 1, None
    if mixed and not at.evening.table.ended:
        tap = at.go(routes.other_rules(at.evening.id, now.id))
    elif find_scheme(at.store.history, now.id) == now:
        tap = at.go(routes.scheme(now.id))
    why = None if tap else t("In force")
    earlier = ", ".join(scheme_title(t, each) for each in at.evening.schemes if each != now)
    return [
        kit.section(t("In force")),
        scheme_tile(t, at.layout, now, tap, chosen=True, identifier="in-force", why=why),
        mixed and kit.quiet(t("Earlier in the evening: {rules}", rules=earlier)),
    ]


def _length(at: kit.At, length: kit.Kept[AgreedLength]) -> kit.Part:
    """The progress of the evening, and the choice of its length."""
    t, evening, agreed = at.t, at.evening, at.evening.table.length
    if evening.table.ended:
        return kit.named("agreed-length", length_line(t, agreed), kit.Size.BODY)
    progress, words = progress_now(evening), ""
    if progress is not None:
        words = progress_text(t, agreed, progress)
    elif agreed.until:
        words = length_line(t, agreed)
    elif length.value != agreed:
        words = t("Agreed until now: {length}", length=t.inside(length_text(t, agreed), noun=False))
    return [
        words and kit.named("agreed-length", words, kit.Size.BODY),
        length_choice(t, at.layout, length, len(evening.sheet.hands), min(evening.dealt.values())),
        not length.value.open and kit.quiet(t("The table may always play on, or end earlier.")),
    ]


def _other_rules(at: kit.At) -> kit.Part:
    """All other schemes; a tap opens the change to a scheme or, before the first hand, changes to it at once."""
    t, evening = at.t, at.evening
    if evening.table.ended:
        return None

    def offered(scheme: Scheme) -> ft.Control:
        go = at.go(routes.other_rules(evening.id, scheme.id))
        if not evening.sheet.counting_rows:
            go = partial(choose_rules, at.store, evening, scheme)
        why = _why_not(t, evening, scheme)
        return scheme_tile(t, at.layout, scheme, None if why else go, chosen=False, why=why)

    return scheme_sections(t, with_own(t, at.store.history, evening.table.rules.now)[1:], offered)


# -- other rules ---


@kit.screen(routes.other_rules)
def other_rules_screen(at: kit.At) -> ft.View:
    """The change of an evening to the rules that the address names: from now on, or for all hands."""
    t, evening, scheme = at.t, at.evening, _scheme(at)
    later, everywhere = _obstacles(t, evening, scheme)

    def way(identifier: str, title: str, words: str, why: str | None, *, from_now: bool) -> ft.Control:
        choose = partial(choose_rules, at.store, evening, scheme, from_now=from_now)
        return kit.line(
            at.layout, identifier, title, why or words, tap=None if why else choose, why=why, deliberate=True
        )

    columns = [(t("Now"), evening.sheet), (t("Whole evening"), evening.sheet_under(scheme))]
    return at.view(
        scheme_title(t, scheme),
        kit.quiet(scheme_line(t, scheme)),
        kit.section(t("For which hands?")),
        way(
            "from-now",
            t("From now on"),
            t("What was played stays as it is; the next hand counts by these rules."),
            later,
            from_now=True,
        ),
        way(
            "whole-evening",
            t("For the whole evening"),
            t("Every hand counts by these rules, from the first."),
            everywhere,
            from_now=False,
        ),
        everywhere is None and [kit.section(t("How the totals change")), standings_beside(at, columns)],
        find_scheme(at.store.history, scheme.id) == scheme
        and kit.line(at.layout, "details", t("These rules in detail"), tap=at.go(routes.scheme(scheme.id))),
    )


def _obstacles(t: Translator, evening: Evening, scheme: Scheme) -> tuple[str | None, str | None]:
    """The reasons against changing to a scheme from now on, and for the whole evening; None where it is possible."""
    later = everywhere = t("The evening is over.") if evening.table.ended else _why_not(t, evening, scheme)
    if scheme == evening.table.rules.now:
        later = later or t("These rules are already in use.")
        if not evening.table.rules.later:
            everywhere = later
    if evening.sheet_under(scheme).unscorable:
        everywhere = everywhere or t("These rules lack something that was played.")
    return later, everywhere


def _why_not(t: Translator, evening: Evening, scheme: Scheme) -> str | None:
    """The reason why the people now at the table cannot play by a scheme; None if they can."""
    return None if fits(seating_now(evening), scheme) else t("The open duel is for two players.")


def _scheme(at: kit.At) -> Scheme:
    """The scheme that the address names: the current version, else the version that this evening used.

    Raises NothingHere if it is unknown.
    """
    id_ = at.names["scheme"]
    played = next((each for each in at.evening.schemes if each.id == id_), None)
    found = find_scheme(at.store.history, id_) or played
    if found is None:
        raise kit.NothingHere
    return found


def choose_rules(store: Store, evening: Evening, scheme: Scheme, *, from_now: bool = False) -> None:
    """Changes the rules of an evening, for the whole evening or from now on.

    Does nothing if the evening has these rules already, or if they cannot score a hand that was recorded meanwhile.
    """
    scheme = find_scheme(store.history, scheme.id) or scheme

    def change(now: Evening, stamp: Stamp) -> Evening:
        lacking = not from_now and now.sheet_under(scheme).unscorable
        return now if lacking else now.add(RulesChanged(scheme, from_now=from_now), stamp)

    title = scheme_title(store.t, scheme)
    said = store.t("The whole evening now counts by: {scheme}", scheme=title)
    if from_now:
        said = store.t("From now on: {scheme}", scheme=title)
    store.happens(evening, change, said, go=routes.evening(evening.id))
