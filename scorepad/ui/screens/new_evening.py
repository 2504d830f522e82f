"""A new evening: its players, their order, the first dealer."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening, Start
from scorepad.evening.length import AgreedLength
from scorepad.evening.people import MAX_PEOPLE, MIN_PLAYERS, Seating
from scorepad.i18n.names import scheme_title
from scorepad.text import clean_name
from scorepad.ui import kit, routes
from scorepad.ui.components.length import length_choice
from scorepad.ui.components.seats import (
    Seats,
    Typed,
    how_many,
    newcomers,
    order_of_deal,
    problem_text,
    seat,
    why_not_yet,
)
from scorepad.ui.schemes import scheme_of
from scorepad.ui.store import Store
from scorepad.ui.table import MAX_EVENING_NAME, NewTable, added, dealt_by, same_table, seated_ids


@kit.screen(routes.NEW_EVENING)
def new_evening_screen(at: kit.At) -> ft.View:
    """The table that is about to begin."""
    t, store, typed = at.t, at.store, at.kept("typed", Typed())
    table = kit.Kept(lambda: store.new_table, partial(setattr, store, "new_table"))
    ft.use_effect(lambda: None, [], partial(table.set, NewTable()))
    people, seats = table.value.people, Seats(at, table, typed, t("deals first"))

    def play() -> None:
        """A name that was typed and not yet added plays too."""
        now, named = table.now, typed.now
        if named.problem(now) is None:
            begin(store, added(now, named.person(store)) if named else now)

    why = problem_text(t, typed.value.problem(table.value)) or why_not_yet(
        t, table.value, scheme_of(store.history, table.value), one_more=bool(typed.value)
    )
    return at.view(
        t("New evening"),
        not people and _same_table(at, table),
        kit.section(t("Who plays?")),
        len(people) < MAX_PEOPLE and _coming(at, seats),
        order_of_deal(t, scheme_of(store.history, table.value)),
        [seat(seats, person) for person in people],
        len(people) >= MIN_PLAYERS and _agreed(at, table),
        foot=kit.action("start", t("Play"), None if why else play, why),
    )


def _same_table(at: kit.At, table: kit.Kept[NewTable]) -> kit.Part:
    """The table of the newest evening, in one tap."""
    last = last_table(at.store)
    if last is None:
        return None
    again = same_table(last)
    names = at.t.names(person.name for person in again.people)
    words, icon = at.t("Same table as last time"), ft.Icons.REPLAY
    return kit.line("same-table", words, names, lead=icon, tap=table.sets(again), fill=kit.Ink.CHOSEN)


def _coming(at: kit.At, seats: Seats) -> kit.Part:
    """Who sits down too."""
    seated = seated_ids(seats.table.value.people)
    return newcomers(seats, [each for each in at.store.roster() if each.id not in seated], seats.come)


def _agreed(at: kit.At, table: kit.Kept[NewTable]) -> kit.Part:
    """The first dealer, how many play, the rules, the length and the name of the evening."""
    t, store = at.t, at.store
    rules = t("Rules: {scheme}", scheme=scheme_title(t, scheme_of(store.history, table.value)))
    draw, icon = partial(draw_dealer, store), ft.Icons.CASINO_OUTLINED

    def last(length: AgreedLength) -> None:
        table.change(replace, length=length)

    def call(words: str) -> None:
        table.change(replace, name=clean_name(words))

    name = t("Name of the evening (optional)")
    return [
        kit.quiet(t("The first to deal is marked with the cards; tap another name to change it.")),
        kit.wrap(kit.chip("draw", t("Draw the first dealer"), draw, icon)),
        how_many(at, table),
        kit.line("rules", rules, tap=at.go(routes.NEW_RULES), leads=True),
        kit.section(t("How long?")),
        length_choice(t, kit.Kept(lambda: table.now.length, last)),
        kit.field("evening-name", name, table.value.name, call, max_length=MAX_EVENING_NAME),
    ]


# -- actions ---


def last_table(store: Store) -> Evening | None:
    """The newest evening that can be read."""
    newest_first = sorted(store.summaries(), key=lambda summary: summary.created, reverse=True)
    evenings = (store.evening(summary.id) for summary in newest_first)
    return next((evening for evening in evenings if evening is not None), None)


def draw_dealer(store: Store) -> None:
    """The app draws who deals first."""
    drawn = secrets.choice(store.new_table.people)
    store.new_table = dealt_by(store.new_table, drawn)
    store.say(store.t("{name} deals first", name=drawn.name))


def begin(store: Store, table: NewTable) -> None:
    """An evening begins; a second tap on the same button does nothing."""
    assert table.dealer is not None
    if store.navigation.route != routes.NEW_EVENING:
        return
    stamp = store.history.stamp()
    start = Start(
        id=store.history.new_id(),
        created=stamp.at,
        title=table.name,
        seating=Seating(table.people, table.seats, table.dealer),
        scheme=scheme_of(store.history, table),
        length=table.length,
    )
    if store.save(store.history.create, Evening.of(start)):
        store.navigation.to(routes.evening(start.id))
