"""The screens of a new evening: one for its players, their order and the first dealer; one for its rules and length."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening, Start
from scorepad.evening.length import AgreedLength
from scorepad.evening.people import MAX_PEOPLE, MIN_PLAYERS, Seating
from scorepad.i18n.evenings import length_text
from scorepad.i18n.names import scheme_title
from scorepad.tarot.scheme import Scheme
from scorepad.ui import kit, routes
from scorepad.ui.components.length import length_choice
from scorepad.ui.components.schemes import scheme_sections, scheme_tile
from scorepad.ui.components.seats import (
    Seats,
    Typed,
    how_many,
    newcomers,
    order_of_deal,
    problem_text,
    seat,
    to_join,
    why_not_yet,
)
from scorepad.ui.evening_actions import NextAction, ask_about_hand
from scorepad.ui.kit.window import Handler
from scorepad.ui.routes import Address
from scorepad.ui.store import Store
from scorepad.ui.table import TableDraft, added, all_schemes, dealt_by, same_table, scheme_of

NEW_TABLE = (routes.NEW_EVENING, "table")
"""The place where the window keeps the table of the next evening: the route, and the name of the value."""


@kit.screen(routes.NEW_EVENING)
def new_evening_screen(at: kit.At) -> ft.View:
    """The table of the evening that is about to begin."""
    t, store, typed = at.t, at.store, at.kept("typed", Typed())
    table = _table(at)
    people, seats = table.value.people, Seats(at, table, typed, t("deals first"))

    def play(go: Address = routes.evening) -> None:
        """Begins the evening, also with the person whose name is typed but not yet added."""
        now, named = table.now, typed.now
        if named.problem(now) is None:
            begin(store, added(now, named.person(store)) if named else now, go)

    why = problem_text(t, typed.value.problem(table.value)) or why_not_yet(
        t, table.value, scheme_of(store.history, table.value), one_more=bool(typed.value)
    )
    return at.view(
        t("New evening"),
        # These lines come and go in a place that stays: so the field for a name below it keeps the focus.
        kit.column(
            not people and _same_table(at, table),
            len(people) >= MIN_PLAYERS and _from_paper(at, None if why else partial(play, routes.paper), why),
        ),
        at.columns(
            [
                kit.section(t("Who plays?")),
                len(people) < MAX_PEOPLE and newcomers(seats, to_join(store, table.value), seats.come),
                order_of_deal(t, at.layout, scheme_of(store.history, table.value)),
                [seat(seats, person) for person in people],
            ],
            len(people) >= MIN_PLAYERS and _agreed(at, table),
        ),
        broad=True,
        foot=kit.action(at.layout, "start", t("Play"), None if why else play, why),
    )


def _table(at: kit.At) -> kit.Kept[TableDraft]:
    """A hook: the table, which the screens of the new evening share."""
    route, name = NEW_TABLE
    return at.kept(name, TableDraft(), route)


def _same_table(at: kit.At, table: kit.Kept[TableDraft]) -> kit.Part:
    """The line that takes over the table of the newest evening, if there is one."""
    newest_first = sorted(at.store.summaries(), key=lambda summary: summary.created, reverse=True)
    evenings = (at.store.evening(summary.id) for summary in newest_first)
    last = next((evening for evening in evenings if evening is not None), None)
    if last is None:
        return None
    again = same_table(last)
    names = at.t.names(person.name for person in again.people)
    words, icon = at.t("Same table as last time"), ft.Icons.REPLAY
    return kit.line(
        at.layout,
        "same-table",
        words,
        names,
        lead=icon,
        tap=table.sets(again),
        leads=False,
        fill=kit.Ink.CHOSEN,
    )


def _agreed(at: kit.At, table: kit.Kept[TableDraft]) -> kit.Part:
    """The choice of the first dealer and of the number of players, and a line to the rules."""
    t, icon = at.t, ft.Icons.CASINO_OUTLINED

    def draw() -> None:
        drawn = secrets.choice(table.now.people)
        table.change(dealt_by, drawn)
        at.store.say(t("{name} deals first", name=drawn.name))

    rules = t("Rules: {scheme}", scheme=scheme_title(t, scheme_of(at.store.history, table.value)))
    length = t(
        "{what}: {value}", what=t("Length"), value=t.inside(length_text(t, table.value.length), noun=False)
    )
    return [
        kit.quiet(t("The first to deal is marked with the cards; tap another name to change it.")),
        kit.wrap(kit.chip(at.layout, "draw", t("Draw the first dealer"), draw, icon)),
        how_many(at, table),
        kit.line(at.layout, "rules", rules, length, tap=at.go(routes.NEW_RULES)),
    ]


def _from_paper(at: kit.At, play: Handler | None, why: str | None) -> ft.Control:
    """The line for an evening that was played on paper; a tap begins the evening, and shows the field for its rows."""
    t = at.t
    words, below = t("Already played, on paper"), t("Type or paste the rows of the sheet.")
    return kit.line(at.layout, "from-paper", words, below, tap=play, why=why)


@kit.screen(routes.NEW_RULES)
def new_rules_screen(at: kit.At) -> ft.View:
    """The length and the rules of the evening that is about to begin."""
    t, history, table = at.t, at.store.history, _table(at)
    now = scheme_of(history, table.value)

    def last(length: AgreedLength) -> None:
        table.change(replace, length=length)

    def offered(scheme: Scheme) -> ft.Control:
        return scheme_tile(t, at.layout, scheme, table.tap(replace, scheme=scheme.id), chosen=scheme == now)

    return at.view(
        t("Rules and length"),
        kit.section(t("How long?")),
        length_choice(t, at.layout, kit.Kept(lambda: table.now.length, last)),
        scheme_sections(t, all_schemes(history), offered),
    )


# -- actions ---


def play_again(store: Store, evening_id: str) -> None:
    """Prepares a new evening with the people of an earlier evening; first asks about a hand under way, if any."""
    if not ask_about_hand(store, evening_id, NextAction.AGAIN):
        begin_again(store, evening_id)


def begin_again(store: Store, evening_id: str) -> None:
    """Prepares a new evening with the people of an earlier evening."""
    if (evening := store.evening(evening_id)) is not None:
        store.to(routes.NEW_EVENING, kept={NEW_TABLE: same_table(evening)})


def begin(store: Store, table: TableDraft, go: Address = routes.evening) -> None:
    """Begins an evening, and shows its screen at `go`; a second tap on the same button does nothing."""
    assert table.dealer is not None
    if store.route != routes.NEW_EVENING:
        return
    stamp = store.history.stamp()
    start = Start(
        id=store.history.new_id(),
        created=stamp.at,
        seating=Seating(table.people, table.seats, table.dealer),
        scheme=scheme_of(store.history, table),
        length=table.length,
    )
    if store.save(store.history.create, Evening.of(start)):
        store.to(go(start.id), back=routes.evening(start.id) if go is not routes.evening else None)
