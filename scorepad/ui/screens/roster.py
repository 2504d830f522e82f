"""The players: their names, the number of their evenings, their figures, and whether they are suggested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.events import Renamed
from scorepad.evening.people import MAX_NAME, NewName
from scorepad.history import Player, Summary
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_titles
from scorepad.stats.parts import key_of
from scorepad.text import clean_name, folded
from scorepad.ui import kit, routes
from scorepad.ui.components.season_parts import look_back
from scorepad.ui.components.seats import problem_text
from scorepad.ui.store import Store
from scorepad.ui.table import NameProblem, check_name

EVENINGS = 20
"""The maximum number of evenings of a player that are drawn."""
PAGE = 100
"""The number of players on one page of the list."""
SEARCHED_FROM = 7
"""With more players than this there is a search field."""


@kit.screen(routes.ROSTER)
def roster_screen(at: kit.At) -> ft.View:
    """All players, the archived ones last."""
    t, store, wanted = at.t, at.store, at.kept("wanted", "")
    roster, played = store.history.players(), _evenings(store)
    found = [player for player in roster if folded(wanted.value) in folded(player.name)]
    shown, more = at.paged(sorted(found, key=lambda each: each.archived), PAGE, t("Show more players"))

    def line(player: Player) -> ft.Control:
        evenings, go = played[player.id], at.go(routes.player(player.id))
        words = _evenings_text(t, evenings)
        return kit.line(at.layout, f"player-{player.id}", player.name, words, lead=player.person, tap=go)

    archived = [line(player) for player in shown if player.archived]
    none = t("No player with that name.") if roster else t("Nobody has played yet.")
    return at.view(
        t("Players"),
        len(roster) > SEARCHED_FROM and kit.search(at.layout, t("Find a player"), wanted, t("Clear")),
        [line(player) for player in shown if not player.archived],
        archived and [kit.section(t("Archived")), archived],
        more,
        not shown and kit.quiet(none, kit.Size.BODY),
        not roster
        and kit.wrap(kit.chip(at.layout, "new-session", t("New evening"), at.go(routes.NEW_EVENING))),
    )


def _evenings(store: Store) -> Counter[str]:
    """The number of evenings that each player played, alone or in a team."""
    player_of = store.history.player_of
    return Counter(
        id_
        for each in store.summaries()
        for id_ in {
            player_of(member.id)
            for person, hands in zip(each.people, each.played, strict=True)
            if hands
            for member in person.players
        }
    )


@kit.screen(routes.player)
def player_screen(at: kit.At) -> ft.View:
    """One player: the name, whether the player is suggested for new evenings, and the results."""
    t, store = at.t, at.store
    player = next((each for each in store.history.players() if each.id == at.names["player"]), None)
    typed = at.kept("typed", "" if player is None else player.name)
    if player is None:
        raise kit.NothingHere
    seats = _evenings_of(store, player)
    played = {each: place for each, place in seats.items() if each.played[place]}
    others = [each.name for each in store.history.players() if each.id != player.id]

    def save() -> None:
        name = clean_name(typed.now)
        if check_name(name, others) is None:
            rename(store, player, name, [each.id for each in seats])

    wrong = check_name(typed.value, others)
    renamed = clean_name(typed.value) != player.name
    usable = renamed and wrong is None and store.busy is None
    return at.view(
        player.name,
        kit.busy(store),
        bool(seats) and _figures(at, player),
        kit.field(
            at.layout,
            "player-name",
            t("Name of the player"),
            player.name,
            typed.set,
            error=t("Another player has this name") if wrong is NameProblem.TAKEN else problem_text(t, wrong),
            max_length=MAX_NAME,
            key=player.name,
        ),
        kit.quiet(_also_in(t, len(seats)) if renamed and seats else _evenings_text(t, len(played))),
        _suggested(at, player),
        bool(played) and _results(at, played),
        foot=kit.action(at.layout, "save-player", t("Save the name"), save if usable else None),
    )


def _figures(at: kit.At, player: Player) -> ft.Control:
    """The line that leads to the player's figures in all evenings."""
    return kit.line(
        at.layout,
        "figures",
        at.t("Figures of {name}", name=player.name),
        at.t("Contracts, partners, records"),
        player.person,
        tap=look_back(at, routes.figures(player.id)),
    )


def _also_in(t: Translator, evenings: int) -> str:
    """The text that says in how many evenings a new name also counts."""
    return t.plural("Also in {count} evening", "Also in all {count} evenings", evenings)


def _evenings_text(t: Translator, played: int) -> str:
    """The words for the number of evenings that a player played."""
    return t.plural("{count} evening", "{count} evenings", played)


def _suggested(at: kit.At, player: Player) -> kit.Part:
    """The chip that archives a player, or suggests them again for new evenings; with an explanation."""
    t = at.t
    words, why = t("Archive"), t("An archived player is no longer suggested for new evenings.")
    if player.archived:
        words, why = t("Suggest again"), t("Not suggested for new evenings; found by name.")
    change = partial(archive, at.store, player, not player.archived)
    return [kit.wrap(kit.chip(at.layout, "archive", words, change)), kit.quiet(why)]


def _evenings_of(store: Store, player: Player) -> dict[Summary, int]:
    """The evenings of a player that can be read; the value is the place of the player, or of the team, in `people`.

    If a player has several places in an evening, it is the place with the most hands.
    """
    player_of, found = store.history.player_of, dict[Summary, int]()
    for each in store.summaries():
        ids = [{player_of(one.id) for one in person.players} for person in each.people]
        places = [place for place, those in enumerate(ids) if player.id in those]
        if places and each.problem is None:
            found[each] = max(places, key=each.played.__getitem__)
    return found


def _results(at: kit.At, played: Mapping[Summary, int]) -> kit.Part:
    """The latest evenings of a player, each with the player's total, or the total of the player's team."""
    t = at.t
    latest = sorted(played, key=lambda each: each.created, reverse=True)
    titles = evening_titles(t, latest)

    def line(number: int, each: Summary, title: str) -> ft.Control:
        person, below = each.people[played[each]], t.date(each.created)
        if person.members:
            below += f" · {t('in the team {name}', name=person.name)}"
        score = kit.amount(t, each.totals[played[each]], each.unit, kit.Size.BODY)
        return kit.line(
            at.layout, f"result-{number}", title, below, value=score, tap=at.go(routes.end(each.id))
        )

    drawn = list(zip(latest, titles, strict=True))[:EVENINGS]
    return [
        kit.section(t("Results")),
        [line(number, *each) for number, each in enumerate(drawn, 1)],
        kit.and_more(t, len(played) - EVENINGS),
    ]


# -- actions ---


def rename(store: Store, player: Player, name: str, evenings: Sequence[str]) -> None:
    """Renames a player, in the list of players and in these evenings.

    An evening at which somebody else has the new name keeps the old name.
    """
    if not store.save(store.history.save_players, [replace(player, name=name)]):
        return
    t = store.t
    said = t("{name} is now {other}", name=player.name, other=name)
    if not evenings:
        store.say(said)
        return

    def rename_all() -> str:
        with store.pad.as_one_change():
            renamed = sum(_rename_in(store, evening_id, player.id, name) for evening_id in evenings)
        count = t.plural("in {count} evening", "in {count} evenings", renamed)
        return f"{said}, {count}"

    store.run_in_background(t("Writing the new name…"), rename_all, store.say)


def _rename_in(store: Store, evening_id: str, player_id: str, name: str) -> bool:
    """Renames a player in an evening, if the name is free there; returns whether it did."""
    history, evening = store.history, store.history.load(evening_id)
    everybody = evening.table.everybody
    people = [each for each in everybody if key_of(each, history.player_of) == player_id]
    others = [each for each in everybody if each not in people]
    if len(people) != 1 or check_name(name, [other.name for other in others]) is not None:
        return False
    renamed, stamp = Renamed(people=(NewName(people[0].id, name),)), history.stamp()
    return store.pad.change(evening_id, lambda now, entry: (now.add(renamed, stamp), entry)) is not None


def archive(store: Store, player: Player, archived: bool) -> None:
    """Archives a player, who is then no longer suggested for new evenings; or takes the player out of the archive."""
    words = store.t("{name} is no longer suggested") if archived else store.t("{name} is suggested again")
    if store.save(store.history.save_players, [replace(player, archived=archived)]):
        store.say(words.format(name=player.name), back=partial(archive, store, player, not archived))
