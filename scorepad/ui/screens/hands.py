"""The hands that a figure counts, the latest first; a tap on a hand opens the reasons for its score."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice

import flet as ft

from scorepad.history import History, HistoryError
from scorepad.i18n import capital
from scorepad.i18n.errors import error_text
from scorepad.i18n.evenings import taker_words
from scorepad.i18n.looking_back import figure_words, made_words, span_text
from scorepad.i18n.sentences import bonus_texts, brief_hand, count_text
from scorepad.stats.parts import Filter, PlayerPart
from scorepad.stats.season import Season, hands_behind, number_of_hands
from scorepad.ui import kit, routes
from scorepad.ui.components.season_parts import people_of, points, still_counting

PAGE = 30
"""The number of hands on one page of the list."""


@kit.screen(routes.HANDS)
def hands_screen(at: kit.At) -> ft.View:
    """The figure in words, the number of hands that it counts, and these hands."""
    t, store, wanted = at.t, at.store, at.store.sight.looking.behind
    found = store.seasons.of(wanted.scope, store.summaries(), at.t.zone)
    number = number_of_hands(wanted, found) if found else 0
    drawn, more = at.paged(range(number), PAGE, t("Show older hands"), f"{wanted}")
    most = len(drawn)
    read = at.loaded(partial(_read, store.history, wanted, found, most), (wanted, most, found))
    scrolled = at.scrolled(ready=read is not None)
    if found is None:
        return at.view(t("Hands"), still_counting(store))
    names = {player: person.name for player, person in people_of(found).items()}
    hands = t.plural("{count} hand", "{count} hands", number)
    return at.view(
        figure_words(t, wanted, names),
        kit.identified("how-many", kit.quiet(f"{span_text(t, wanted.scope)} · {hands}"), live=True),
        wanted.rules is None and _outcome(at, wanted),
        _listed(at, read, number),
        isinstance(read, list) and more,
        back=at.back(routes.SEASON),
        scrolled=scrolled,
    )


def _listed(at: kit.At, read: list[PlayerPart] | HistoryError | None, number: int) -> kit.Part:
    """The hands that were read, or the error; while they are read, the progress, if the `number` of hands is not 0."""
    if read is None:
        return bool(number) and kit.progress("reading", at.t("Reading the hands…"))
    if isinstance(read, HistoryError):
        return kit.warning(error_text(at.t, read))
    return kit.column([_line(at, each) for each in read], spacing=6)


def _outcome(at: kit.At, wanted: Filter) -> ft.Control:
    """The choice between all hands, hands that were made, and hands that were lost."""
    t, store = at.t, at.store

    def look(made: bool | None) -> None:
        store.see(looking=replace(store.sight.looking, behind=replace(wanted, made=made)))

    names: dict[bool | None, str] = {None: "all", True: "made", False: "lost"}
    titles = {made: t("All") if made is None else capital(made_words(t, wanted.role, made)) for made in names}
    return kit.choices(
        at.layout, "outcome", titles, wanted.made, lambda made: partial(look, made), names=names
    )


def _read(history: History, wanted: Filter, found: Season | None, most: int) -> list[PlayerPart]:
    """Up to `most` of the latest hands that a figure counts. Raises HistoryError if an evening cannot be read."""
    return [*islice(hands_behind(wanted, found, history.load), most)] if found else []


def _line(at: kit.At, part: PlayerPart) -> ft.Control:
    """The line of a hand: the taker, the bid, the result, the day, bouts and points, and the player's amount."""
    t, evening, hand = at.t, part.evening, part.played.hand
    day = t.short_date(evening.began)
    facts = [t.inside(t("Hand {number}", number=part.number))]
    facts += [] if hand.open else [count_text(t, hand.bouts, hand.half_points)]
    return kit.line(
        at.layout,
        f"hand-{evening.id}-{part.number}",
        brief_hand(t, hand, taker_words(t, evening, part.played), part.played.entry.rules),
        " · ".join([day, *facts, *bonus_texts(t, hand, evening.table.name_of)]),
        lines=3,
        value=points(t, part.amount),
        tap=at.go(routes.why(evening.id, part.played.entry.id)),
    )
