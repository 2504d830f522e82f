"""A season as it leaves the app: its flat table sums to its figures, and its text says what it must."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from csv_bytes import documents
from evenings import after, persons
from poppler import laid_out
from random_evenings import league, long, player_of, tallies
from test_pdf import assert_whole
from test_picture import assert_apart

from scorepad.design import DARK
from scorepad.design.letters import printable
from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, penalty
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.evening.people import Member, Person
from scorepad.exports.formats import SEASON_FORMATS, Format, SeasonReport, season_file
from scorepad.exports.pinned import planned_page, planned_picture
from scorepad.exports.season import MONTHS, PLAYERS, month_rows
from scorepad.exports.values import CellKind, shown
from scorepad.i18n import Translator
from scorepad.stats.counting import tally_of
from scorepad.stats.parts import BIDS, UNIT
from scorepad.stats.scopes import EVER, Scope
from scorepad.stats.season import season
from scorepad.work import finished
from scorepad.zones import SYSTEM

T = Translator("en")
COUNT = 60
CIRCLE = Scope(since="2025-02-01", circle=frozenset("ABC"))


def load(id_: str) -> Evening:
    return next(evening for evening in league(COUNT) if evening.id == id_)


@cache
def made_up(players: int, months: int, player: str = "") -> SeasonReport:
    """A season of a number of players and months, with ten evenings or more."""
    evenings = []
    for number in range(max(10, months)):
        everybody = [Person(f"p{mark}", f"{mark} Maximilienne", mark) for mark in range(players)]
        people = [everybody[(number + seat) % players] for seat in range(min(5, players))]
        day = f"{2024 + number % months // 12}-{1 + number % months % 12:02}-15"
        evening = long(6, people, scheme="open_duel" if players == 2 else "fft", id=f"e{number}")
        evenings.append(replace(tally_of(evening), began=f"{day}T20:00:00Z"))
    return SeasonReport(season(evenings, EVER, lambda person: person, day_of=SYSTEM.day), load, EVER, player)


@cache
def report(scope: Scope = EVER, player: str = "") -> SeasonReport:
    return SeasonReport(season(tallies(COUNT), scope, player_of, day_of=SYSTEM.day), load, scope, player)


@cache
def flat(scope: Scope = EVER, player: str = "") -> list[dict[str, str]]:
    return documents(finished(season_file(report(scope, player), Format.CSV, T)).data)


@pytest.mark.promise("Looking back", "The flat table of a season sums to its figures, for each player.")
@pytest.mark.parametrize("scope", [EVER, CIRCLE])
def test_the_flat_table_sums_to_the_figures_of_the_season(scope: Scope) -> None:
    """Players and their hands, taken and made, by bid; points by rules that pay alike."""
    rows, whole = flat(scope), report(scope).season.whole
    hands, taken, made = Counter[str](), Counter[str](), Counter[str]()
    points = defaultdict[tuple[str, str], Fraction](Fraction)
    bids = Counter[tuple[str, str]]()
    for row in rows:
        player = row["player_id"]
        hands[player] += bool(row["role"])
        points[player, row["rules_id"]] += Fraction(row["points"] or 0) + Fraction(row["other_points"] or 0)
        if row["role"] == "taker":
            taken[player] += 1
            made[player] += int(row["made"])
            bids[player, row["bid"]] += 1
    assert hands.keys() == whole.tallies.keys()
    for player, tally in whole.tallies.items():
        assert hands[player] == tally.hands
        assert (taken[player], made[player]) == (tally.taken.hands, tally.taken.made)
        for rules, won in tally.by_rules.items():
            assert points[player, rules.digest] == Fraction(won.total, UNIT)
        for bid in BIDS:
            assert bids[player, str(bid.bid)] == tally.of(bid).hands


def test_the_documentation_names_every_column_of_the_flat_table_in_order() -> None:
    readme = (Path(__file__).parents[2] / "scorepad" / "exports" / "README.md").read_text("utf-8")
    section = readme.partition("| of the parts | |\n")[2].partition("\n\n")[0]
    heads = "".join(line.split("|")[1] for line in section.splitlines())
    assert re.findall(r"`(\w+)`", heads) == [*flat()[0]]


def test_the_flat_table_of_a_player_has_their_rows_alone() -> None:
    assert flat(EVER, "B") == [row for row in flat() if row["player_id"] == "B"]


@pytest.mark.promise("Looking back", "A guest is no player, whatever the guest’s id.")
@pytest.mark.parametrize("player", ["", "p1"])
@pytest.mark.parametrize("guest", [True, False], ids=["a guest", "a team"])
def test_a_guest_or_a_team_with_the_id_of_a_player_is_not_that_player(guest: bool, player: str) -> None:
    """The flat table has the players that the season counts, also on an evening with a penalty."""
    people = persons(4)
    members = () if guest else (Member("m", "Marc"), Member("n", "Nina"))
    other = replace(people[1], name="Brun", guest=guest, members=members)
    evenings = [
        long(6, people, id="with"),
        long(6, (people[0], other, *people[2:]), id="without"),
    ]
    points = penalty("p1", ("p0", "p2", "p3"), 10)
    evenings = [after(each, points) for each in evenings]
    found = season([tally_of(each) for each in evenings], EVER, lambda id_: id_, day_of=SYSTEM.day)
    by_id = {each.id: each for each in evenings}
    rows = documents(made(SeasonReport(found, by_id.__getitem__, EVER, player), Format.CSV))
    hands = Counter(row["player_id"] for row in rows if row["role"])
    wanted = {key: tally.hands for key, tally in found.whole.tallies.items() if player in ("", key)}
    assert hands == wanted
    without = {row["player_id"] for row in rows if row["evening_id"] == "without"}
    assert "p1" not in without
    assert {row["player"] for row in rows if row["player_id"] == "p1"} == {"Bruno"}


def test_the_words_about_a_player_count_the_rows_of_the_flat_table() -> None:
    rows = flat(EVER, "B")
    played = {(row["evening_id"], row["hand"], row["rules_id"]) for row in rows if row["role"]}
    evenings, *by_rules = report(EVER, "B").about(T)
    assert evenings == f"{len({evening for evening, _, _ in played})} evenings"
    hands = Counter(rules for _, _, rules in played)
    assert sorted(int(words.split()[0]) for words in by_rules) == sorted(hands.values())


def made(report: SeasonReport, form: Format, t: Translator = T) -> bytes:
    return finished(season_file(report, form, t)).data


SEASONS = [(2, 1, "fr"), (5, 12, "en"), (9, 12, "fr"), (14, 24, "de")]
"""The players, the months, and the language."""


@pytest.mark.promise(
    "Looking back",
    "A season is a page to pin up, whole and with everybody; a year of nine players is one page.",
)
@pytest.mark.parametrize(("players", "months", "language"), SEASONS)
@pytest.mark.parametrize("player", ["", "p0"])
def test_a_page_to_pin_up_is_whole_and_has_everybody(
    players: int, months: int, language: str, player: str
) -> None:
    t, season_ = Translator(language), made_up(players, months, player)
    document = made(season_, Format.PDF, t)
    assert_whole(document)
    text = laid_out(document)
    for standing in season_.season.whole.standings(season_.rules):
        if standing.player == player or not player:
            assert printable(season_.people[standing.player].name) in text
            assert t.signed(standing.points.total * 4 // UNIT, 4) in text
    assert len(planned_page(season_, t, "a4").pages) <= (1 if months < 24 or player else 2)


@pytest.mark.parametrize(("players", "months", "language"), SEASONS)
@pytest.mark.parametrize("player", ["", "p0"])
def test_a_picture_keeps_its_words_apart(players: int, months: int, language: str, player: str) -> None:
    assert_apart(*planned_picture(made_up(players, months, player), Translator(language), DARK))


@pytest.mark.promise("Looking back", "The workbook of a season has every cell of its tables.")
@pytest.mark.parametrize("player", ["", "C"])
def test_a_workbook_has_every_cell_of_every_table(player: str) -> None:
    season_ = report(EVER, player)
    book = openpyxl.load_workbook(BytesIO(made(season_, Format.XLSX)))
    assert book.sheetnames == [table.heading(T) for table in season_.tables]
    for table in season_.tables:
        rows = [[cell.value for cell in row] for row in book[table.heading(T)].iter_rows(min_row=2)]
        kinds = [column.kind for column in table.columns]
        for cells, wanted in zip(rows, table.cells([season_]), strict=True):
            for kind, cell, value in zip(kinds, cells, wanted, strict=True):
                if kind in (CellKind.DAY, CellKind.MONTH):
                    assert f"{cell:%Y-%m-%d}" == value
                elif isinstance(value, int | Fraction):
                    assert cell == pytest.approx(float(value))
                else:
                    assert (cell or "") == shown(T, kind, value)


@pytest.mark.parametrize("form", SEASON_FORMATS)
def test_a_player_who_only_paid_a_penalty_is_taken_away_too(form: Format) -> None:
    evening = long(1, 5, 4)
    (played,) = Figures(evening).hands
    (out,) = {person.id for person in evening.sheet.people} - {*played.hand.players}
    shares = (Share(out, -10), Share("p1" if out != "p1" else "p2", 10))
    evening = after(evening, Adjustment(AdjustmentKind.PENALTY, shares))
    found = season([tally_of(evening)], EVER, lambda person: person, day_of=SYSTEM.day)
    assert made(SeasonReport(found, lambda _: evening, EVER, out), form)


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "An evening counts for its players; without a hand by the rules of a season, there is no rank.",
)
def test_only_players_with_a_hand_by_the_rules_of_the_report_have_a_rank() -> None:
    """In the table of the players and in that of the months, which leaves the other places empty."""
    season_ = report()
    by_rules = {
        (row["day"][:7], row["player"])
        for row in flat()
        if row["role"] and row["rules_id"] == season_.rules.digest
    }
    players = [
        dict(zip([each.key for each in PLAYERS.columns], cells, strict=True))
        for cells in PLAYERS.cells([season_])
    ]
    names = {name for _, name in by_rules}
    assert {row["player"].name for row in players if row["rank"] is not None} == names
    assert [row["rank"] is None for row in players] == sorted(row["rank"] is None for row in players)
    assert all((row["mean"] is None) == (row["rank"] is None) for row in players)
    places = [MONTHS.number_of(key) for key in ("month", "first", "second", "third")]
    for cells in MONTHS.cells([season_]):
        month, *first = (cells[place] for place in places)
        played = {name for at, name in by_rules if at == month[:7]}
        assert {each.name for each in first if each} <= played
        assert sum(each is not None for each in first) == min(3, len(played))


def test_months_are_counted_by_the_evenings_of_the_flat_table() -> None:
    months = Counter({row["evening_id"]: row["day"][:7] for row in flat() if row["role"]}.values())
    assert {each.day[:7]: each.evenings for each in month_rows(report())} == months


@pytest.mark.parametrize("form", SEASON_FORMATS)
@pytest.mark.parametrize("day", ["0001-01-01", "2024-02-29", "9999-12-31"])
def test_a_season_of_any_day_of_the_calendar_is_taken_away(form: Format, day: str) -> None:
    evening = long(3)
    found = season(
        [replace(tally_of(evening), began=f"{day}T20:00:00Z")], EVER, lambda person: person, day_of=SYSTEM.day
    )
    assert made(SeasonReport(found, lambda _: evening, EVER), form)


@pytest.mark.parametrize("form", SEASON_FORMATS)
def test_the_same_season_gives_the_same_bytes(form: Format) -> None:
    assert made(report(CIRCLE), form) == made(report(CIRCLE), form)
