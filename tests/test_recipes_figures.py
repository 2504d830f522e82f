"""The recipe for a figure of looking back works as it is written, for each kind of figure."""

from __future__ import annotations

from pathlib import Path

import pytest
from recipes import Recipe

from scorepad.history.summary import MADE_BY

TEST_OF_FIGURES = '''
"""Made-up figures: first hands of an evening, evenings at the bottom, and the most hands of an evening."""

from __future__ import annotations

from evenings import by

from scorepad.evening.events import Ended
from scorepad.exports.season import PLAYERS, SeasonReport, report_text
from scorepad.i18n import Translator
from scorepad.stats.scopes import EVER
from scorepad.stats.season import season
from scorepad.ui import routes
from scorepad.work import finished

from .evening import Windows

t = Translator("en")


async def test_they_are_on_the_page_of_a_player_and_in_the_export(windows: Windows) -> None:
    evening = windows.table()
    for points in (49, 50):
        windows.record(evening, by(0, points=points)(evening))
    windows.change(evening, Ended())
    app = await windows.window(routes.figures("p0"))
    await app.wait_until(lambda: not app.exists("counting"))
    assert "1 evening, 0 last, 1 won" in app.text("standing")
    assert app.text("first-True") == "First hand of an evening 1"
    assert app.text("most_hands").startswith("Most hands of an evening")
    await app.tap("first-True")
    assert len(app.named("hand-")) == 1
    await windows.restart()
    found = season(finished(windows.history.counting()), EVER, windows.history.player_of, day_of=t.zone.day)
    said = report_text(t, SeasonReport(found, windows.history.load, player="p0")).splitlines()
    assert "First hand of an evening: 1" in said
    assert any(each.startswith("Most hands of an evening: 2") for each in said)
    place = PLAYERS.number_of("last")
    rows = PLAYERS.cells([SeasonReport(found, windows.history.load)])
    assert [row[place] for row in rows] == [0, 1, 1, 1]
'''


FIGURES = {
    "stats/parts.py": [
        ("    announced: bool\n", "    first: bool\n"),
        ("        announced=hand", "        first=played.entry.number == 1,\n"),
        ("    announced: bool | None = None\n", "    first: bool | None = None\n"),
        ("    Filter(petit=True),\n", "    Filter(first=True),\n"),
    ],
    "stats/measures.py": [
        ('    WINS = "wins"\n', '    LAST = "last"\n'),
        (
            "_NUMBERS: Mapping[",
            """\
def _last(evening: Evening, parts: Parts) -> set[PlayerId]:
    standings = evening.sheet.standings
    return {each.person.id for each in standings if evening.table.ended and each.rank == standings[-1].rank}


""",
        ),
        ("    Number.WINS: _winners,\n", "    Number.LAST: _last,\n"),
        ('    BEST_HAND = "best_hand"\n', '    MOST_HANDS = "most_hands"\n'),
        (
            "_RECORDS: Mapping[",
            """\
def _most_hands(evening: Evening, parts: Parts) -> Found:
    for id_, own in parts.items():
        if own:
            yield id_, None, (len(own), evening.id, own[-1].number)


""",
        ),
        ("    Record.BEST_HAND: lambda", "    Record.MOST_HANDS: _most_hands,\n"),
    ],
    "i18n/looking_back.py": [
        ('Number.WINS: N_("Wins")}', 'Number.LAST: N_("Last"), '),
        (
            "        case Number.WINS:\n",
            """\
        case Number.LAST:
            return t.plural("{count} last", "{count} last", count)
""",
        ),
        (
            '    Record.BEST_HAND: N_("Best hand"),\n',
            '    Record.MOST_HANDS: N_("Most hands of an evening"),\n',
        ),
        (
            '    Record.BEST_HAND: N_("hand {number}"),\n',
            '    Record.MOST_HANDS: N_("up to hand {number}"),\n',
        ),
        (
            "    if wanted.announced:\n",
            """\
    if wanted.first:
        words.append(t("first hand of an evening"))
""",
        ),
    ],
    "history/summary.py": [(f'{MADE_BY}"\n', "1")],
}


@pytest.mark.promise(
    "Packaging and checks", "A new figure takes the changes that its recipe names, and no others."
)
def test_made_up_figures_by_their_recipe(tmp_path: Path) -> None:
    recipe = Recipe("stats/README.md", "Add a figure", tmp_path)
    for file, texts in FIGURES.items():
        recipe.insert(file, *texts)
    recipe.passes(TEST_OF_FIGURES)
