"""The recipes for a bonus and for a kind of event work as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from recipes import Recipe

from scorepad.history.migrations import EVENING_SCHEMA

TEST_OF_BONUS = '''
"""A made-up bonus: the king au bout, for the side that takes the last trick with a king."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad import cli
from scorepad.exports.columns import HANDS, hand_rows
from scorepad.exports.csv import csv_file
from scorepad.exports.formats import PROFILES
from scorepad.work import finished
from scorepad.exports.sheet import extras
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.sentences import hand_line, hand_text
from scorepad.rows.reading import read_row
from scorepad.rows.written import row_text
from scorepad.tarot.check import Code, check
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Side
from scorepad.tarot.parameters import changed, example, parameters
from scorepad.tarot.scheme_data import scheme_file, shipped_scheme
from scorepad.tarot.scoring import score
from scorepad.ui.link import hand_code, read_code

from .evening import Windows, enter, on, totals

t = Translator("en")
FFT = shipped_scheme()
RULES = changed(FFT, "king_au_bout.played", True)


async def test_it_is_entered_scored_explained_and_exported(windows: Windows) -> None:
    evening = windows.table(scheme=RULES)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-king_au_bout", "king-defence")
    assert on(app, "open-") == ["open-king_au_bout"]
    await app.tap("save")
    assert totals(app) == ["153", "−51", "−51", "−51"]
    await app.tap("row-1")
    assert "King au bout, taken by the defence −15 The last trick has a king" in " ".join(app.texts_of("line-"))
    await windows.restart()
    now = windows.happened(evening)
    (row,) = hand_rows(now)
    assert extras(row) == "KB−"
    assert row.hand is not None
    name = now.table.name_of
    assert hand_line(t, row.hand, RULES, name).endswith("· king for the defence")
    assert hand_text(t, row.hand, name).endswith("· King au bout, taken by the defence")
    made = finished(csv_file(HANDS, [now], t, PROFILES["rfc"])).decode()
    head, line, *_ = made.splitlines()
    assert dict(zip(head.split(","), line.split(","), strict=True))["king_au_bout"] == "defence"


async def test_it_is_not_offered_where_the_rules_lack_it(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    assert not app.exists("open-king_au_bout")


def test_other_rules_pay_nothing_for_it() -> None:
    hand = example(RULES, "king_au_bout.points")
    assert [each.code for each in check(hand, FFT)] == [Code.KING_NOT_IN_SCHEME]
    assert check(hand, RULES) == ()
    other = evaluate(hand, FFT, ignore_unknown_bonuses=True)
    assert other.score is not None
    assert score(hand, RULES).total - other.score.total == 15


def test_the_editor_changes_it() -> None:
    paths = [each.path for each in parameters(RULES) if each.path.startswith("king")]
    assert paths == ["king_au_bout.played", "king_au_bout.points"]
    assert score(example(RULES, paths[1]), changed(RULES, paths[1], 20)).lines[-1].points == 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_paper_has_it(language: str) -> None:
    hand = example(RULES, "king_au_bout.points")
    names = {player: player for player in hand.players}
    assert read_row(row_text(hand, names, language), names, hand.players, RULES, language).outcome(RULES) == hand


def test_a_link_has_it() -> None:
    hand = example(RULES, "king_au_bout.points")
    assert read_code(hand_code(hand, RULES)) == (hand, RULES)


def test_the_command_line_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.json"
    rules.write_bytes(scheme_file(RULES))
    hand = ["--bid", "garde", "--bouts", "2", "--points", "49", "--king-au-bout", "defence"]
    assert cli.main(["score", "--scheme", str(rules), *hand, "--lang", "en"]) == 0
    assert "King au bout, taken by the defence" in capsys.readouterr().out
'''


BONUS = {
    "tarot/hand.py": [("\n    @property\n    def declarers", "    king_au_bout: Side | None = None\n")],
    "tarot/scheme.py": [
        (
            "@dataclass(frozen=True, slots=True, kw_only=True)\nclass Rounding:",
            """\
@dataclass(frozen=True, slots=True, kw_only=True)
class KingAuBout:
    points: BonusPoints
    source: SchemeText = ""


""",
        ),
        (
            "    rounding: Rounding = field(",
            "    king_au_bout: Annotated[KingAuBout | None, KingAuBout(points=15)] = None\n",
        ),
    ],
    "tarot/scoring.py": [
        ('    POIGNEE = "poignee"\n', '    KING_AU_BOUT = "king_au_bout"\n'),
        ('    Rule.POIGNEE: "poignee",\n', '    Rule.KING_AU_BOUT: "king_au_bout",\n'),
        (
            "    for poignee in hand.poignees:\n",
            """\
    if hand.king_au_bout is not None and scheme.king_au_bout is not None:
        points = _SIGN[hand.king_au_bout] * scheme.king_au_bout.points * unit
        lines.append(Line(Rule.KING_AU_BOUT, points, cause=hand.king_au_bout))
""",
        ),
    ],
    "tarot/check.py": [
        ('    MISERES = "miseres"\n', '    KING_AU_BOUT = "king_au_bout"\n'),
        ('    MISERE_TWICE = "misere_twice"\n', '    KING_NOT_IN_SCHEME = "king_not_in_scheme"\n'),
        ("        Code.PETIT_CHELEM_NOT_IN_SCHEME,\n", "        Code.KING_NOT_IN_SCHEME,\n"),
        (
            "_RULES = (\n",
            """\
def _king(draft: Facts, scheme: Scheme) -> Iterator[Problem]:
    if draft.king_au_bout is not None and scheme.king_au_bout is None:
        yield _problem(Field.KING_AU_BOUT, Code.KING_NOT_IN_SCHEME)


""",
        ),
        ("    _miseres,\n", "    _king,\n"),
    ],
    "i18n/parameters.py": [('    "misere": N_("Misère"),\n', '    "king_au_bout": N_("King au bout"),\n')],
    "i18n/problems.py": [
        (
            "    Code.MISERE_TWICE:",
            '    Code.KING_NOT_IN_SCHEME: N_("This table does not play the king."),\n',
        ),
    ],
    "i18n/sentences.py": [
        (
            "    Rule.CHELEM_ANNOUNCED: (",
            '    Rule.KING_AU_BOUT: (N_("King au bout"), N_("King au bout, taken by the defence")),\n',
        ),
        ("    Rule.POIGNEE: N_(", '    Rule.KING_AU_BOUT: N_("The last trick has a king."),\n'),
        (
            "    if len(hand.poignees) == 1:\n",
            """\
    if hand.king_au_bout is not None:
        found.append(t("king for the defence"))
""",
        ),
        (
            "    more += [_declared(t, poignee, name_of)",
            """\
    if hand.king_au_bout is not None:
        more.append(t(LINES[Rule.KING_AU_BOUT][hand.king_au_bout is Side.DEFENCE]))
""",
        ),
    ],
    "exports/columns.py": [
        (
            '        of_hand("points_needed",',
            '        of_hand("king_au_bout", N_("King au bout"), CHOICE, lambda hand: hand.king_au_bout),\n',
        ),
    ],
    "exports/sheet.py": [
        ('    "P": N_("Poignée"),\n', '    "KB": N_("King au bout"),\n'),
        ('    Rule.POIGNEE: "P",\n', '    Rule.KING_AU_BOUT: "KB",\n'),
    ],
    "ui/entry/extras.py": [
        (
            "EXTRAS = {\n",
            """\
def _king(form: EntryForm) -> list[ft.Control]:
    tap = form.taps.closing_tap
    return [
        chip(form.layout, f"king-{side}", side.value, tap(HandDraft.toggled, "king_au_bout", side))
        for side in Side
    ]


def _king_on(form: EntryForm) -> str:
    return form.draft.facts.king_au_bout or ""


""",
        ),
        (
            '        Extra(\n            "chelem",',
            """\
        Extra(
            "king_au_bout",
            N_("King au bout"),
            N_("Who took it?"),
            lambda rules: rules.king_au_bout is not None,
            _king_on,
            _king,
            "king-",
        ),
""",
        ),
    ],
    "commands/hand_options.py": [
        (
            '        "--petit": {',
            '        "--king-au-bout": {"choices": SIDES, "help": "the side that took it"},\n',
        ),
        (
            "        poignees=tuple(\n",
            "        king_au_bout=options.king_au_bout and Side(options.king_au_bout),\n",
        ),
    ],
    "rows/items.py": [('    "misere": {"misere_kind"},\n', '    "king_au_bout": set(),\n')],
    "rows/hand.py": [
        (
            '            case "poignee" if who',
            """\
            case "king_au_bout" if side is not None:
                self._fill("king_au_bout", side, bonus.item)
""",
        ),
    ],
    "rows/written.py": [
        (
            "        for poignee in hand.poignees:\n",
            """\
        if hand.king_au_bout is not None:
            yield self._phrase("word", "king_au_bout")
            yield self._phrase("side", hand.king_au_bout)
""",
        ),
    ],
    **{
        f"i18n/{language}/rows.toml": [("poignee = ", 'king_au_bout = "king au bout"\n')]
        for language in ("fr", "en", "de")
    },
    "history/migrations.py": [
        (f"        {EVENING_SCHEMA - 1}: unchanged,\n", f"        {EVENING_SCHEMA}: unchanged,\n")
    ],
    "sharing/hands.py": [
        (
            "    return Hand(\n        players=players,\n        taker=plain.taker,\n",
            "    king = pack.maybe(_side, value.king_au_bout) if pack.version > 2 else None\n",
        ),
        ("        miseres=miseres,\n    )", "        king_au_bout=king,\n"),
    ],
    "sharing/codes.py": [
        (')\n"""The parameters of a scheme by their paths', '    "king_au_bout.points",\n'),
        (')\n"""The sources of figures by their paths', '    "king_au_bout.source",\n'),
    ],
}
VERSION_OF_PACKS = ("VERSION: Final = 2", "VERSION: Final = 3")


@pytest.mark.promise(
    "Packaging and checks", "A new bonus takes the changes that its recipe names, and no others."
)
def test_a_made_up_bonus_by_its_recipe(tmp_path: Path) -> None:
    recipe = Recipe("tarot/README.md", "Add a bonus", tmp_path)
    for file, texts in BONUS.items():
        recipe.insert(file, *texts)
    recipe.replace("sharing/packed.py", VERSION_OF_PACKS)
    recipe.passes(TEST_OF_BONUS)


TEST_OF_EVENT = '''
"""A made-up event: the table agrees on a place."""

from __future__ import annotations

from pathlib import Path

from evenings import stamp

from scorepad.evening.event_place import Stamp
from scorepad.evening.events import PlaceAgreed
from scorepad.history import History
from scorepad.history.transfer import apply_import, export, preview_import
from scorepad.i18n import Translator
from scorepad.i18n.events import event_text
from scorepad.sharing.packed import pack, unpack
from scorepad.ui import routes

from .evening import Windows

t = Translator("en")
KITCHEN, GARDEN = PlaceAgreed("the kitchen"), PlaceAgreed("the garden")


def test_what_is_agreed_already_has_no_effect(windows: Windows) -> None:
    evening = windows.table()
    assert evening.add(PlaceAgreed(""), stamp(evening)) is evening
    agreed = evening.add(KITCHEN, stamp(evening))
    assert agreed.table.place == "the kitchen"
    assert agreed.add(KITCHEN, stamp(agreed)) is agreed


async def test_it_is_saved_undone_and_in_the_journal(windows: Windows) -> None:
    evening = windows.table()
    windows.change(evening, KITCHEN)
    windows.change(evening, GARDEN)
    await windows.restart()
    now = windows.happened(evening)
    assert now.table.place == "the garden"
    undone = now.undo(windows.history.stamp())
    assert undone.table.place == "the kitchen"
    windows.history.extend(undone)
    app = await windows.window(routes.journal(evening.id))
    latest, last, first = app.texts_of("event-")
    assert latest.startswith("Undone: place the garden the kitchen")
    assert last.startswith("Place the kitchen the garden")
    assert first.startswith("Place the kitchen")
    assert event_text(t, now, now.events[-1]) == "Place: the garden"
    assert undone.redo(windows.history.stamp()).table.place == "the garden"


def test_a_pack_has_it(windows: Windows) -> None:
    evening = windows.table()
    agreed = evening.add(KITCHEN, stamp(evening))
    assert unpack(pack(agreed)) == agreed


def test_two_devices_are_merged(windows: Windows, tmp_path: Path) -> None:
    evening = windows.table()
    stamps = [Stamp(f"2026-11-20T{each}:00:00.000Z", each) for each in ("20", "21")]
    windows.history.extend(evening.add(KITCHEN, stamps[0]))
    with History(tmp_path / "there", device="there") as there:
        there.create(evening.add(GARDEN, stamps[1]))
        apply_import(preview_import(export(there), windows.history), windows.history)
    now = windows.happened(evening)
    assert (now.table.place, len(now.events)) == ("the garden", 2)
'''


EVENT = {
    "evening/events.py": [
        ('    ENDED = "ended"\n', '    PLACE = "place"\n'),
        (
            "@dataclass(frozen=True, slots=True)\nclass Ended(",
            """\
@dataclass(frozen=True, slots=True)
class PlaceAgreed(_Change):
    place: ShortText
    topic: ClassVar[TopicKind | None] = TopicKind.PLACE

    def has_effect(self, evening: Evening) -> bool:
        return self.place != evening.table.place


""",
        ),
        ("| Undone\n)", "| PlaceAgreed "),
    ],
    "evening/table.py": [
        ("    RateAgreed,\n", "    PlaceAgreed,\n"),
        (
            "    @property\n    def ended(",
            """\
    @property
    def place(self) -> str:
        change = self._last(TopicKind.PLACE)
        return change.place if isinstance(change, PlaceAgreed) else ""

""",
        ),
    ],
    "i18n/events.py": [
        ("    RateAgreed,\n", "    PlaceAgreed,\n"),
        ("        case Ended(over):\n", '        case PlaceAgreed():\n            return t("Place"), NOUN\n'),
        (
            "        case RateAgreed(rate):\n",
            """\
        case PlaceAgreed(place):
            return t("{what}: {value}", what=name, value=place)
""",
        ),
        (
            "        case Ended() | LeftOut() | KeptApart() | Undone():\n",
            "        case PlaceAgreed():\n            return table.place\n",
        ),
    ],
    "history/migrations.py": [
        (f"        {EVENING_SCHEMA - 1}: unchanged,\n", f"        {EVENING_SCHEMA}: unchanged,\n")
    ],
    "sharing/codes.py": [
        ("    RateAgreed,\n    Renamed,\n", "    PlaceAgreed,\n"),
        ("    ),\n    3,\n)", "        PlaceAgreed,\n"),
    ],
    "sharing/events.py": [
        ("    RateAgreed,\n    Renamed,\n", "    PlaceAgreed,\n"),
        (
            '    }\n)\n"""The function that writes and reads each kind of change."""',
            "        PlaceAgreed: lambda pack, context, value: PlaceAgreed(pack.text(value.place)),\n",
        ),
    ],
}


@pytest.mark.promise(
    "Packaging and checks", "A new event takes the changes that its recipe names, and no others."
)
def test_a_made_up_event_by_its_recipe(tmp_path: Path) -> None:
    recipe = Recipe("evening/README.md", "Add a kind of event", tmp_path)
    for file, texts in EVENT.items():
        recipe.insert(file, *texts)
    recipe.replace("sharing/packed.py", VERSION_OF_PACKS)
    recipe.passes(TEST_OF_EVENT)
