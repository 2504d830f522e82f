"""`scorepad score`, as a user and as another program meet it."""

from __future__ import annotations

import io
import json
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from approve import Approve
from conftest import environment
from hostile_documents import TEXTS
from random_evenings import any_hand
from stored import indented
from words import t

from scorepad import cli
from scorepad.commands import hand_options, results, terminal
from scorepad.i18n import LANGUAGES
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme_data import (
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
)
from scorepad.tarot.scoring import Rule

TESTS = Path(__file__).resolve().parents[1]
CASES = sorted((TESTS / "tarot" / "cases").glob("*.toml"))
GARDE = ("--bid", "garde", "--bouts", "2", "--points", "49")
"""66 from each defender."""
LINE = '{"players": ["A","B","C","D"], "taker": "A", "bid": "garde", "bouts": 2, "card_points": 49}'
FIVE = LINE.replace('"D"]', '"D","E"], "partner": "B"').replace("49", "45.5")


pytestmark = pytest.mark.usefixtures("signals_as_before")
Score = Callable[..., tuple[int, str, str]]


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str]) -> Score:
    """Runs `scorepad score` in English (unless another language is named): exit code, output, errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = cli.main(["--lang", "en", "score", *arguments])
        except SystemExit as end:
            code = int(str(end.code))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


Batch = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def batch(score: Score, tmp_path: Path) -> Batch:
    """Scores a file of lines of JSON: exit code, results with exact numbers, errors."""

    def run(lines: bytes | Sequence[str], *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        file = tmp_path / "hands.jsonl"
        file.write_bytes(
            lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
        )
        code, out, errors = score("--batch", str(file), *arguments)
        assert out.isascii()
        return code, [exact(line) for line in out.splitlines()], errors

    return run


def exact(text: str) -> dict[str, Any]:
    """A JSON object whose numbers have not passed through a float."""
    found: dict[str, Any] = json.loads(text, parse_float=Decimal)
    return found


# -- in words --------------------------------------------------------------------------------------------


PRINTED = {
    "hand": "--players Ann,Ben,Cleo,Dan --taker ben --bid garde --bouts 2 --points 49 --petit taker --poignee single",
    "compared": "--bid petite --bouts 2 --points 34 --petit taker --poignee single"
    " --compare poignee_multiplied --compare rounded_10",
}


@pytest.mark.parametrize("name", PRINTED)
def test_the_result_is_printed_as_approved(name: str, score: Score, approve: Approve) -> None:
    code, out, errors = score(*PRINTED[name].split())
    assert (code, errors) == (0, "")
    approve(f"score-{name}.txt", out.encode())


def test_the_result_is_printed_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    heads = set()
    for language in LANGUAGES:
        assert cli.main(["score", *GARDE, "--lang", language]) == 0
        before_the_command = capsys.readouterr().out
        assert cli.main(["--lang", language, "score", *GARDE]) == 0
        assert capsys.readouterr().out == before_the_command
        heads.add(before_the_command.splitlines()[0])
    assert len(heads) == len(LANGUAGES)


def test_the_examples_of_the_help(score: Score, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.jsonl").write_text(LINE + "\n")
    text = score("--help")[1].partition("Examples:\n")[2]
    commands = re.findall("^  scorepad score (.+)$", text, re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        code, out, errors = score(*shlex.split(command.partition(" > ")[0]))
        assert (code, errors) == (0, "")
        assert out
    hand = re.search(r"\n(  \{.+?\})\n\n", text, re.DOTALL)
    assert hand
    assert isinstance(results.read_hand(hand[1].replace("\n", " ").encode()), Hand)


@pytest.mark.promise("The command line", "`scorepad score` prints what its documentation shows.")
def test_the_readme_shows_real_commands_and_results(score: Score, batch: Batch) -> None:
    text = (TESTS.parent / "scorepad" / "commands" / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^\$ scorepad score (.+)\n((?:.*\n)+?)```", text, re.MULTILINE)
    assert shown
    assert score(*shown[1].split()) == (0, shown[2], "")
    hand, result = re.findall(r"```json\n(.+)\n```", text)
    assert isinstance(results.read_hand(hand.encode()), Hand)
    assert batch([LINE])[1] == [exact(result)]
    for rule in Rule:
        assert f"`{rule.value.replace('petit_chelem', 'chelem')}`" in text


@pytest.mark.promise("The command line", "`scorepad score` takes a hand as a row of a paper sheet.")
def test_a_hand_as_a_row(score: Score) -> None:
    players = ("--players", "Ann,Ben,Cleo,Dan")
    options = ("--taker", "Ben", "--bid", "garde", "--bouts", "2", "--points", "49", "--petit", "taker")
    expected = score(*players, *options)
    assert score(*players, "Ben garde 2 49 petit au bout") == expected
    assert score(*players, "--lang", "fr", "B G 2 49 +8 pab")[0] == 0
    assert score(*players, "--json", "B G 2 49 pab") == score(*players, "--json", *options)
    assert score(*players, "all passed") == (0, "All passed\n", "")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("Ben G 2 49 +9", "“+9” does not fit the hand."),
        ("Ben G 49", "Missing: bouts"),
        ("Ben G 2 49 xyzzy", "Not understood: xyzzy"),
        ("Total 1 2 3", "There is no hand in these rows."),
        ("", "There is no hand in these rows."),
    ],
)
def test_a_row_that_is_not_clear_is_a_message(row: str, said: str, score: Score) -> None:
    code, out, errors = score("--players", "Ann,Ben,Cleo,Dan", row)
    assert (code, out) == (1, "")
    assert said in errors


@pytest.mark.parametrize("options", [("--bid", "garde"), ("--taker", "Ben"), ("--batch", "-")])
def test_a_row_does_not_go_with_the_options_of_a_hand(options: tuple[str, ...], score: Score) -> None:
    assert score("Ben G 2 49", *options)[0] == 2


def test_wide_and_combined_characters_keep_the_columns() -> None:
    assert terminal.columns([["日本", "1"], ["e\u0301", "10"]], right=(1,)) == "日本   1\ne\u0301     10"


def test_a_terminal_with_few_characters_gets_plain_text(
    score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = ("--players", "Zoé,李,C", "--bid", "garde", "--bouts", "2", "--points", "41½", "--petit", "taker")
    terminal_of_ascii = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(terminal_of_ascii, encoding="ascii"))
        assert score(*facts) == (0, "", "")
        text = terminal_of_ascii.getvalue().decode("ascii")
    assert "41.5 - 41 = +.5" in text
    assert "+25 x 2 = +50" in text
    assert re.search(r"^Zoe +\+144\n\? +-72\nC +-72\n$", text, re.MULTILINE)


# -- the options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        ("", 198),
        ("--players 3", 132),
        ("--players 5 --partner alone", 264),
        ("--players 5 --partner C", 132),
        ("--players A,B,C,D --taker D", -66),
        ("--players Ann,ann,C,D --taker ann", -66),
        ("--petit taker", 258),
        ("--petit defence", 138),
        ("--poignee single", 258),
        ("--poignee C:triple", 318),
        ("--players A:1,B,C --poignee A:1:double", 192),
        ("--chelem missed", -402),
        ("--chelem defence:missed", 798),
        ("--scheme wikipedia --petit-chelem made", 648),
        ("--scheme wikipedia --petit-chelem defence:missed", 648),
        ("--scheme wikipedia --misere A:no_court_cards --misere B:no_trumps", 218),
        ("--scheme flat_80", 270),
    ],
)
def test_every_option_sets_its_fact(arguments: str, first: int, score: Score) -> None:
    code, out, errors = score(*GARDE, *arguments.split(), "--json")
    assert (code, errors) == (0, "")
    assert exact(out)["payments"][0] == first


@pytest.mark.parametrize(
    ("bid", "total"),
    [
        *[("petite", 33), ("prise", 33), ("Garde", 66), ("sans", 132), ("garde-sans", 132)],
        *[("garde_sans", 132), ("contre", 198), ("GARDE CONTRE", 198)],
    ],
)
def test_every_bid_is_read(bid: str, total: int, score: Score) -> None:
    assert exact(score("--bid", bid, *GARDE[2:], "--json")[1])["score"] == total


@pytest.mark.parametrize(
    ("points", "by", "half_points"),
    [
        *[("49", "taker", 98), ("49.5", "taker", 99), ("49,5", "taker", 99), ("49½", "taker", 99)],
        *[("49.0", "taker", 98), ("49,50", "taker", 99), ("042", "taker", 84)],
        *[("42", "defence", 98), ("41½", "defence", 99)],
    ],
)
def test_card_points_are_read(points: str, by: str, half_points: int, score: Score) -> None:
    arguments = ("--players", "3", "--bid", "garde", "--bouts", "2", "--points", points, "--counted-by", by)
    margin = -(-(half_points - 82) // 2)
    assert exact(score(*arguments, "--json")[1])["score"] == 2 * (25 + margin)


SPACES = {
    "plain": " ",
    "kept": "\N{NO-BREAK SPACE}",
    "narrow": "\N{NARROW NO-BREAK SPACE}",
    "thin": "\N{THIN SPACE}",
}
HALVES = ("{}.5", "{},5", "{}.50", "{},500", "{}½", "{} ½", "{}  ½", "{} 1/2", "{} 1\N{FRACTION SLASH}2")
WHOLES = ("{}", "{}.", "{},", "{}.0", "{},00", "0{}")


@pytest.mark.promise(
    "The command line",
    "Card points are read as people write them; a text that could mean two numbers is refused.",
)
@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@pytest.mark.parametrize("whole", [0, 1, 40, 90, 91])
def test_card_points_as_people_write_them(whole: int, space: str) -> None:
    """With any space, also around them; a half of nothing needs no zero."""
    ways = dict.fromkeys(HALVES, 2 * whole + 1) | dict.fromkeys(WHOLES, 2 * whole)
    for way, half_points in ways.items():
        for text in (way, f" {way} "):
            typed = text.format(whole).replace(" ", space)
            assert hand_options._half_points(typed) == half_points, typed
    for nothing in (".5", ",5", "½", "1/2", " ½ "):
        assert hand_options._half_points(nothing.replace(" ", space)) == 1


NO_POINTS = (
    "",
    " ",
    ".",
    ",",
    "½½",
    "40½5",
    "401/2",
    "40 1/4",
    "40 5",
    "4 0",
    "-1",
    "+4",
    "4²",
    "40.25",
    "1e1",
    "٤٩",
    "1_0",
)


@pytest.mark.parametrize("text", NO_POINTS)
def test_an_unclear_number_of_card_points_is_refused(text: str) -> None:
    """Above all what could be two numbers: 401/2 is none, since it could be 40½ or 200½."""
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        hand_options._half_points(text)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_spaces_around_a_count_do_not_matter(space: str, score: Score) -> None:
    facts = (f"--players={space}3{space}", "--bid", "garde", f"--bouts={space}2", f"--points=40{space}½")
    assert score(*facts) == score("--players", "3", "--bid", "garde", "--bouts", "2", "--points", "40.5")


FACTS, GONE = " ".join(GARDE), "No such file or directory"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "--bid, --bouts, --points must be given"),
        ("--bid grade", " --bid: grade "),
        ("--players 0", " --players: 0 "),
        ("--players A,B\x1b[2J,C", " --players: A,B\N{REPLACEMENT CHARACTER}[2J,C "),
        ("--taker \u202e", " --taker: \N{REPLACEMENT CHARACTER} "),
        ("--bouts two", " --bouts: two "),
        ("--points 49.25", " --points: 49.25 "),
        ("--points ٤٩", " --points: ٤٩ "),
        ("--points 1e1", " --points: 1e1 "),
        ("--petit A", " --petit: "),
        ("--poignee :single", " --poignee: :single "),
        ("--chelem announced", " --chelem: announced "),
        ("--misere no_trumps", " --misere: no_trumps "),
        ("--scheme nowhere", " --scheme: nowhere "),
        ("--compare .", " --compare: . "),
        ("--batch nowhere", f"nowhere cannot be read ({GONE})"),
        ("--batch - --bid garde", "--bid does not go with --batch"),
        ("--batch - --compare fft", "--compare does not go with --batch"),
        (f"{FACTS} --players 5", "--partner must be given at five: a name, or alone"),
        (f"{FACTS} --chelem made --chelem missed", " --chelem: "),
        ("--nonsense", "unrecognized arguments: --nonsense"),
    ],
)
def test_a_bad_command_line_is_refused(arguments: str, complaint: str, score: Score) -> None:
    code, out, errors = score(*arguments.split(" ")) if arguments else score()
    assert (code, out) == (2, "")
    assert complaint in errors
    assert errors.startswith("usage: ")


# -- what cannot be --------------------------------------------------------------------------------------


@pytest.mark.promise(
    "The command line", "`scorepad score` lists the problems of a hand that cannot be, and exits with 1."
)
def test_an_impossible_hand_is_refused_with_its_problems(score: Score, approve: Approve) -> None:
    facts = ("--bid", "garde", "--bouts", "3", "--points", "12", "--petit", "defence")
    few = (
        "{count} bout is worth at least {least} points.",
        "{count} bouts are worth at least {least} points.",
    )
    lacks = t("With 3 bouts in the attack, the defence does not have the petit.")
    problems = f"scorepad: {t.plural(*few, 3, least=14)}\nscorepad: {lacks}\n"
    assert score(*facts) == (1, "", problems)
    code, out, errors = score(*facts, "--no-check")
    assert (code, errors) == (0, problems)
    assert f"{t('Each defender receives')} 118 · −(25 + 24 + 10) × 2 = −118\n" in out
    code, out, errors = score(*facts, "--json")
    assert (code, errors) == (1, "")
    approve("score-refused.json", indented(json.loads(out)))


def test_a_warning_lets_the_table_decide(score: Score) -> None:
    facts = ("--bid", "petite", "--bouts", "0", "--points", "4")
    code, out, errors = score(*facts)
    warning = t("So few points for the taker: was it a chelem by the defence?")
    assert (code, errors) == (0, f"scorepad: {warning}\n")
    assert out
    assert [problem["warning"] for problem in exact(score(*facts, "--json")[1])["problems"]] == [True]


# -- schemes ---------------------------------------------------------------------------------------------


def test_the_schemes_are_listed(score: Score) -> None:
    code, out, _ = score("--schemes")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(shipped_schemes())
    assert out.startswith("fft                 FFT rules                         FFT\n")
    listed = json.loads(score("--schemes", "--json")[1])["schemes"]
    assert listed[0] == {"scheme": "fft", "title": "FFT rules", "source": "FFT"}
    assert len(listed) == len(shipped_schemes())


def test_a_scheme_is_read_from_a_file(score: Score, tmp_path: Path) -> None:
    source = (TESTS.parent / "scorepad" / "tarot" / "schemes" / "fft.toml").read_text(encoding="utf-8")
    file = tmp_path / "ours.toml"
    file.write_text(source.replace('id = "fft"', 'id = "ours"\nname = "Ours\x7f"', 1), encoding="utf-8")
    code, _, errors = score(*GARDE, "--scheme", str(file))
    assert code == 2
    file.write_text(source.replace('id = "fft"', 'id = "ours"\nname = "Ours\\u001b[2J"', 1), encoding="utf-8")
    code, out, errors = score(*GARDE, "--scheme", str(file), "--compare", "fft")
    assert (code, errors) == (0, "")
    assert out.startswith("Ours[2J\n")
    file.write_text(source.replace("base = 25 ", "base = -25 ", 1), encoding="utf-8")
    code, out, errors = score(*GARDE, "--scheme", str(file))
    assert (code, out) == (2, "")
    assert f" bids.1.base: {t('must be at least {count}', count=0)}\n" in errors
    file.write_bytes(b"x" * 100_000)
    assert t("larger than {count} bytes", count=65536) in score(*GARDE, "--scheme", str(file))[2]


def test_the_called_card_and_its_place_are_read(score: Score) -> None:
    five = ("--players", "5", *GARDE, "--called", "queen:hearts")
    code, out, errors = score(*five, "--partner", "alone", "--found", "own_hand")
    assert (code, errors) == (0, "")
    assert "\nA, alone, queen of hearts in the taker’s own hand · Garde" in out
    code, out, errors = score(*five, "--partner", "B", "--found", "dog")
    assert (code, out) == (1, "")
    assert "The partner has the called card" in errors
    assert score(*five, "--partner", "alone", "--found", "table")[0] == 2


def test_a_second_scheme_that_cannot_score_the_hand_is_reported(score: Score) -> None:
    facts = ("--bid", "petite", *GARDE[2:])
    lacks = t("This table does not play {bid}.", bid=t("Petite"))
    code, out, errors = score(*facts, "--compare", "no_petite")
    assert (code, errors) == (0, f"scorepad: Without petite: {lacks}\n")
    assert re.search(rf"^{t('Each defender pays')} +33 +–$", out, re.MULTILINE)
    assert out.endswith("\nA  +99  –\nB  −33  –\nC  −33  –\nD  −33  –\n")
    code, out, errors = score(*facts, "--scheme", "no_petite", "--compare", "fft")
    assert (code, errors) == (1, f"scorepad: {lacks}\n")
    assert re.search(rf"^{t('Each defender pays')} +– +33$", out, re.MULTILINE)


def test_a_comparison_is_written_as_json(score: Score) -> None:
    facts = ("--players", "5", "--partner", "B", *GARDE, "--json")
    compared = ("--compare", "equal_split", "--compare", "flat_80", "--compare", "fft")
    result = exact(score(*facts, *compared)[1])
    own = exact(score(*facts)[1])
    others = result.pop("compare")
    assert result == own
    assert [(other.pop("scheme"), other.pop("first_difference")) for other in others] == [
        ("equal_split", None),
        ("flat_80", 0),
        ("fft", None),
    ]
    assert others[0] == exact(score(*facts, "--scheme", "equal_split")[1])
    assert others[2] == own


# -- JSON ------------------------------------------------------------------------------------------------


def test_a_line_of_a_batch_has_a_line_of_json(batch: Batch, approve: Approve) -> None:
    facts = json.loads(LINE) | {
        "petit_au_bout": "defence",
        "poignees": [{"player": "C", "size": "double"}],
        "chelem": {"announced": "taker", "made": None},
        "miseres": [{"player": "B", "kind": "no_trumps"}],
    }
    code, (result,), _ = batch([json.dumps(facts)], "--scheme", "wikipedia")
    assert code == 0
    approve("score-line.json", indented(result))


def test_halves_and_quarters_are_written_exactly(score: Score, batch: Batch, tmp_path: Path) -> None:
    data = scheme_to_data(shipped_scheme("equal_split"))
    data["margin"]["half_points"] = "kept"
    (tmp_path / "ours.json").write_text(json.dumps(data))
    facts = json.loads(FIVE) | {"bid": "petite"}
    _, (result,), _ = batch([json.dumps(facts)], "--scheme", str(tmp_path / "ours.json"))
    assert (result["score"], result["payments"]) == (
        Decimal("29.5"),
        [Decimal("44.25"), Decimal("44.25"), *[Decimal("-29.5")] * 3],
    )
    assert [line["points"] for line in result["lines"]] == [25, Decimal("4.5")]


# -- many hands ------------------------------------------------------------------------------------------


def with_facts(**facts: object) -> str:
    return json.dumps(json.loads(LINE) | facts)


@pytest.mark.parametrize("raw", [LINE, f"{LINE}\r\n", f"\ufeff{LINE}\n", f" \t{LINE} \r"])
def test_every_line_end_and_byte_order_mark_is_read(raw: str, batch: Batch) -> None:
    assert [result["score"] for result in batch(raw.encode())[1]] == [66]


@pytest.mark.promise("The command line", "A bad line in a batch does not stop the others.")
def test_a_bad_line_does_not_stop_the_run(batch: Batch) -> None:
    code, found, errors = batch([LINE, "nonsense", with_facts(bouts=3, card_points=5), "", LINE])
    assert code == 1
    assert [result["score"] for result in found] == [66, None, None, None, 66]
    assert [result.get("error") for result in found] == [
        None,
        {"line": 2, "where": "column 1", "reason": "not_json"},
        None,
        {"line": 4, "where": "column 1", "reason": "not_json"},
        None,
    ]
    assert list(found[1]) == ["score", "payments", "lines", "problems", "error"]
    assert [problem["code"] for problem in found[2]["problems"]] == ["too_few_for_bouts"]
    assert {"3", "5", "2"} <= set(errors.split())
    assert {"1", "2"} <= set(batch([LINE, "{"])[2].split())


def test_a_line_that_is_no_object_is_refused(batch: Batch) -> None:
    code, found, _ = batch(b"\n".join(text.raw for text in TEXTS) + b"\n")
    assert code == 1
    assert [result["error"]["reason"] for result in found] == [text.fault for text in TEXTS]


@pytest.mark.parametrize(
    ("line", "where", "reason"),
    [
        ("", "column 1", "not_json"),
        (LINE + LINE, f"column {len(LINE) + 1}", "not_json"),
        (LINE.replace("49", "NaN"), "", "not_json"),
        (LINE.replace("49", "-Infinity"), "", "not_json"),
        (with_facts(**{"x" * 60_000: 1}), "x" * 100, "unknown_field"),
        (LINE.replace("49", "1e99999999999999999999"), "card_points", "not_a_half"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, where: str, reason: str, batch: Batch) -> None:
    code, found, _ = batch([LINE, line, LINE])
    assert code == 1
    assert [result["score"] for result in found] == [66, None, 66]
    assert found[1]["error"] == {"line": 2, "where": where, "reason": reason}


def test_a_huge_line_is_refused(batch: Batch) -> None:
    huge = LINE.encode().ljust(3 * results.MAX_LINE)
    found = batch(b"\n".join([LINE.encode(), huge, LINE.encode().ljust(results.MAX_LINE), huge]))[1]
    assert [result["score"] for result in found] == [66, None, 66, None]
    assert [found[number]["error"] for number in (1, 3)] == [
        {"line": 2, "where": "", "reason": "too_long"},
        {"line": 4, "where": "", "reason": "too_long"},
    ]


def test_the_text_of_a_result_is_its_document_in_json() -> None:
    """Of hands at random, possible or not, under every scheme; whatever the players are called."""
    rng, players = random.Random(3), ('"lines": []', "É\n", "x" * 64)
    for scheme in [*shipped_schemes().values()] * 20:
        hand = any_hand(players, scheme, rng)
        for anyway in (True, False):
            result = evaluate(hand, scheme, anyway=anyway)
            assert results.result_text(result) == json.dumps(results.result_document(result))


def test_a_hand_with_a_problem_is_scored_without_the_check(batch: Batch) -> None:
    facts = with_facts(card_points=49.5)
    exit_code, (checked,), _ = batch([facts])
    assert (exit_code, checked["payments"]) == (1, None)
    assert "half_point_impossible" in [problem["code"] for problem in checked["problems"]]
    exit_code, (computed,), errors = batch([facts], "--no-check")
    assert (exit_code, errors) == (0, "")
    assert computed["payments"] == [204, -68, -68, -68]
    assert computed["problems"] == checked["problems"]


# -- standard input and output ---------------------------------------------------------------------------


def test_hands_are_read_from_standard_input(score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n{FIVE}".encode())))
    code, out, errors = score("--batch", "-")
    assert [exact(line)["score"] for line in out.splitlines()] == [66, 60]
    assert (code, errors) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only there is a disk full at will")
def test_a_full_output_is_reported(score: Score, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hands.jsonl").write_text(f"{LINE}\n" * 100)
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code, _, errors = score("--batch", str(tmp_path / "hands.jsonl"))
    assert (code, errors) == (1, "scorepad: No space left on device\n")


# -- as a process ----------------------------------------------------------------------------------------


def process() -> subprocess.Popen[bytes]:
    """Scores what is written to it."""
    return subprocess.Popen(
        [sys.executable, "-m", "scorepad", "score", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


def test_each_line_is_answered_at_once() -> None:
    """Each answer comes before the next question."""
    with process() as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for points, total in ((49, 66), (41, 50), (40, -52)):
            running.stdin.write(with_facts(card_points=points).encode() + b"\n")
            running.stdin.flush()
            assert exact(running.stdout.readline().decode())["score"] == total


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_seen_to_be(number: signal.Signals) -> None:
    with process() as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(f"{LINE}\n".encode())
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(number)
        assert running.stderr.read() == b""
    assert running.returncode == -number
