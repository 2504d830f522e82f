"""Schemes as data: the shipped ones, what is refused and where, and one that nobody has heard of."""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from importlib.resources import files
from typing import Any

import pytest
from hands import changed, hand, shown
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot import scheme as module
from scorepad.tarot.check import Code, impossible
from scorepad.tarot.hand import Bid, MisereKind, PoigneeSize, ThrownIn
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import (
    HOUSE_RULES,
    MAX_POINTS,
    SOURCES,
    FivePlayers,
    PoigneeSizes,
    Scheme,
    SchemeError,
)
from scorepad.tarot.scheme_data import (
    MAX_SCHEME_TEXT,
    agreed_hands,
    scheme_file,
    scheme_from_data,
    scheme_from_file,
    scheme_from_toml,
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
    shipped_summaries,
    shipped_titles,
)
from scorepad.tarot.scoring import score

FFT = shipped_scheme()
WIKIPEDIA = shipped_scheme("wikipedia")
FILES = sorted((files(module.__package__) / "schemes").iterdir(), key=lambda file: file.name)
LAST = ("chips", "mouches", "mouches_margin")
IDS = sorted(
    (file.name.removesuffix(".toml") for file in FILES), key=lambda id_: (id_ != "fft", id_ in LAST, id_)
)


def text_of(id_: str) -> str:
    """The file of a shipped scheme."""
    (file,) = [file for file in FILES if file.name == f"{id_}.toml"]
    return str(file.read_text(encoding="utf-8"))


FFT_TEXT = text_of("fft")


# -- the shipped schemes ---


def test_the_shipped_schemes_fft_first() -> None:
    assert list(shipped_schemes()) == IDS
    assert [scheme.id for scheme in shipped_schemes().values()] == IDS
    assert shipped_scheme() is shipped_scheme("fft")
    with pytest.raises(KeyError):
        shipped_scheme("none of these")


def test_nobody_can_change_the_shipped_schemes() -> None:
    shipped_schemes().clear()
    assert list(shipped_schemes()) == IDS


def differences(scheme: Scheme) -> dict[str, Any]:
    """The parameters in which a scheme differs from the FFT, sources apart."""

    def flat(data: Any, path: str = "") -> dict[str, Any]:
        if not isinstance(data, Mapping):
            return {path: data}
        return {
            p: v for name, value in data.items() for p, v in flat(value, f"{path}.{name}".strip(".")).items()
        }

    def parameters(scheme: Scheme) -> dict[str, Any]:
        data = scheme_to_data(scheme)
        bids = {bid["bid"]: (bid["base"], bid["factor"]) for bid in data.pop("bids")}
        found = flat(data) | {"bids": bids}
        return {path: value for path, value in found.items() if not path.endswith("source")}

    theirs, ours = parameters(scheme), parameters(FFT)
    return {path: value for path, value in theirs.items() if path != "id" and value != ours.get(path)}


def petit_chelem(all_but: int, made: int, missed: int, unannounced: int) -> dict[str, Any]:
    return {
        "petit_chelem.all_but": all_but,
        "petit_chelem.announced_made": made,
        "petit_chelem.announced_missed": missed,
        "petit_chelem.unannounced": unannounced,
        "petit_chelem.multiplied": False,
    }


def bids(**worth: tuple[int, int]) -> dict[str, Any]:
    """The base and the factor of each bid."""
    return {"bids": worth}


MOUCHES = {"mouches.stake": 10, "mouches.dealer": 5, "mouches.end": "left"}
CHANGES: dict[str, dict[str, Any]] = {
    "fft": {},
    "contre_5": bids(petite=(25, 1), garde=(25, 2), garde_sans=(25, 4), garde_contre=(25, 5))
    | petit_chelem(1, 300, -150, 0),
    "pousse": bids(petite=(25, 1), pousse=(25, 2), garde=(25, 4), garde_sans=(25, 8), garde_contre=(25, 12)),
    "no_petite": bids(garde=(25, 2), garde_sans=(25, 4), garde_contre=(25, 6)),
    "flat_80": bids(garde=(80, 1), garde_sans=(160, 1), garde_contre=(320, 1))
    | {"margin.step": 10, "chelem.unannounced": 1000}
    | {"chelem.announced_made": 1000, "chelem.announced_missed": -1000}
    | petit_chelem(1, 500, -500, 500),
    "stepped_base": bids(
        petite=(10, 1), pousse=(20, 1), garde=(40, 1), garde_sans=(80, 1), garde_contre=(160, 1)
    ),
    "wikipedia": petit_chelem(3, 300, -150, 150)
    | {"poignee.points.double": 40, "poignee.points.triple": 60}
    | {"misere.points": 10, "misere.kinds": ["no_trumps", "no_court_cards"]},
    "poignees_10_20_40": {"poignee.points.single": 10, "poignee.points.double": 20},
    "poignee_multiplied": {
        "poignee.points.single": 10,
        "poignee.points.double": 20,
        "poignee.multiplied": True,
    },
    "rounded_5": {"rounding.step": 5},
    "rounded_10": {"rounding.step": 10},
    "equal_split": {"table.split": "equal"},
    "five_alone": {"table.five_players": "alone"},
    "mouches": MOUCHES,
    "mouches_margin": bids(petite=(0, 1), garde=(0, 2), garde_sans=(0, 4), garde_contre=(0, 6)) | MOUCHES,
    "chips": bids(petite=(1, 1), garde=(2, 1), garde_sans=(4, 1), garde_contre=(6, 1))
    | {"margin.counts": False, "petit_au_bout.points": 0}
    | dict.fromkeys((f"poignee.points.{size.value}" for size in PoigneeSize), 0)
    | dict.fromkeys(("chelem.announced_made", "chelem.announced_missed", "chelem.unannounced"), 0)
    | {"chips.start": 50, "chips.table_stakes": True},
    "open_duel": bids(open=(25, 1))
    | {f"poignee.points.{size}": 0 for size in ("single", "double", "triple")}
    | {f"chelem.{name}": 0 for name in ("announced_made", "announced_missed", "unannounced")},
}


@pytest.mark.parametrize(("id_", "expected"), CHANGES.items(), ids=CHANGES)
def test_what_each_scheme_changes(id_: str, expected: dict[str, Any]) -> None:
    assert differences(shipped_scheme(id_)) == expected


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_complete_explained_and_sourced(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    scheme = scheme_from_toml(text)
    assert file.name == f"{scheme.id}.toml"
    tables = re.split(r"\n(?=\[)", text)
    for table in tables:
        sources = re.findall(r'^source = "(.+)"$', table, re.MULTILINE)
        assert len(sources) == 1, table
        for part in sources[0].split("; "):
            assert part == HOUSE_RULES or part.split(",")[0] in SOURCES, part
    for line in text.splitlines():
        if " = " in line and not line.startswith(("#", "id", "titles", "summaries", "source")):
            assert re.search(r"  # .+", line), f"{file.name}: {line} says not what it means"
    data = tomllib.loads(text)
    assert data.pop("titles") == shipped_titles(scheme.id)
    assert data.pop("summaries") == shipped_summaries(scheme.id)
    assert data | {"name": ""} == scheme_to_data(scheme), "a parameter is left to its default"


def test_the_default_is_free_of_variants() -> None:
    assert FFT.petit_chelem is None
    assert FFT.misere is None
    assert (FFT.rounding.step, FFT.margin.step) == (1, 1)


# -- what a scheme says ---


def test_bids() -> None:
    assert FFT.bid_value(Bid.GARDE_SANS).factor == 4
    assert [FFT.allows(bid) for bid in Bid] == [True, False, True, True, True, False]
    with pytest.raises(KeyError):
        FFT.bid_value(Bid.POUSSE)


def test_thresholds() -> None:
    found = [FFT.thresholds(players) for players in (2, 3, 4, 5, 6)]
    assert found[:4] == [
        PoigneeSizes(single=15, double=18, triple=21),
        PoigneeSizes(single=13, double=15, triple=18),
        PoigneeSizes(single=10, double=13, triple=15),
        PoigneeSizes(single=8, double=10, triple=13),
    ]
    assert found[4] == found[2]
    assert [found[0].of(size) for size in PoigneeSize] == [15, 18, 21]


def test_the_dog_and_the_call() -> None:
    alone = shipped_scheme("five_alone")
    assert [FFT.dog(players) for players in (2, 3, 4, 5)] == [6, 6, 6, 3]
    assert [alone.dog(players) for players in (2, 3, 4, 5)] == [6, 6, 6, 8]
    assert [FFT.calls_partner(players) for players in (3, 4, 5)] == [False, False, True]
    assert not alone.calls_partner(5)


def test_the_unit_is_the_smallest_amount() -> None:
    kept = {"margin": {"half_points": "kept"}}
    equal = shipped_scheme("equal_split")
    assert [s.unit for s in (FFT, changed(FFT, kept), equal, changed(equal, kept))] == [1, 2, 2, 4]


# -- data and back ---


@pytest.mark.parametrize("id_", IDS)
def test_a_scheme_comes_back_from_its_data(id_: str) -> None:
    scheme = shipped_scheme(id_)
    data = scheme_to_data(scheme)
    assert scheme_from_data(data) == scheme
    assert scheme_from_data(json.loads(json.dumps(data))) == scheme


def test_data_are_plain_and_whole() -> None:
    data = scheme_to_data(WIKIPEDIA)
    assert data["misere"] == {"points": 10, "kinds": ["no_trumps", "no_court_cards"], "source": "S2, Bonuses"}
    assert set(data) == {f.name for f in fields(WIKIPEDIA)} - {"mouches", "chips"}
    assert set(data) - set(scheme_to_data(FFT)) == {"petit_chelem", "misere"}
    assert set(data["table"]) == {f.name for f in fields(WIKIPEDIA.table)}

    def leaves(value: Any) -> set[type]:
        if isinstance(value, dict):
            return set[type]().union(*map(leaves, value.values()))
        return set[type]().union(*map(leaves, value)) if isinstance(value, list) else {type(value)}

    assert leaves(data) == {str, int, bool}


def test_absent_parameters_are_those_of_the_fft() -> None:
    """What a file must say, and that the rest, left out, is played as the FFT plays it."""
    data = scheme_to_data(WIKIPEDIA)
    del data["margin"], data["rounding"], data["table"], data["name"], data["source"]
    del data["petit_au_bout"]["multiplied"], data["petit_au_bout"]["lost_with_contract"]
    del data["poignee"]["multiplied"], data["poignee"]["to"], data["poignee"]["thresholds"]["two"]
    del data["chelem"]["multiplied"], data["petit_chelem"]["multiplied"]
    assert differences(scheme_from_data(data)) == differences(WIKIPEDIA)
    for table in [data, *(data[name] for name in ("poignee", "chelem", "petit_chelem", "misere"))]:
        for name in set(table) - {"source", "misere", "petit_chelem"}:
            value = table.pop(name)
            with pytest.raises(SchemeError, match=rf"{name}: is missing$"):
                scheme_from_data(data)
            table[name] = value


numbers = st.integers(0, MAX_POINTS)
house_changes = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text(max_size=30),
        "petit_au_bout": st.fixed_dictionaries({"points": numbers, "multiplied": st.booleans()}),
        "chelem": st.fixed_dictionaries(
            {"unannounced": numbers, "announced_missed": numbers.map(lambda n: -n)}
        ),
        "petit_chelem": st.fixed_dictionaries(
            {
                "all_but": st.integers(1, 12),
                "announced_made": numbers,
                "announced_missed": st.integers(-MAX_POINTS, 0),
                "unannounced": numbers,
            }
        ),
        "misere": st.fixed_dictionaries(
            {
                "points": numbers,
                "kinds": st.lists(
                    st.sampled_from([kind.value for kind in MisereKind]), min_size=1, unique=True
                ),
            }
        ),
        "rounding": st.fixed_dictionaries({"step": st.integers(1, MAX_POINTS)}),
        "table": st.fixed_dictionaries({"five_players": st.sampled_from([f.value for f in FivePlayers])}),
    },
)


@given(house_changes)
def test_house_rules_come_back_from_their_data(change: dict[str, Any]) -> None:
    house = changed(FFT, change)
    assert scheme_from_data(json.loads(json.dumps(scheme_to_data(house)))) == house


@pytest.mark.parametrize("id_", IDS)
def test_a_scheme_comes_back_from_its_file(id_: str) -> None:
    scheme = shipped_scheme(id_)
    assert scheme_from_file(scheme_file(scheme)) == scheme
    assert scheme_from_file(b"\xef\xbb\xbf\n" + scheme_file(scheme)) == scheme


def test_a_file_may_be_toml() -> None:
    assert scheme_from_file(FFT_TEXT.encode()) == FFT
    assert scheme_from_file(FFT_TEXT.encode("utf-8-sig")) == FFT
    with pytest.raises(SchemeError, match=r"^line 1: id: must be a text$"):
        scheme_from_file(b"id = 1")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"{", "^line 1: is not JSON$"),
        (b'{\n"id": }', "^line 2: is not JSON$"),
        (b'{"id": "a",\n "id": "b"}', "^line 2: id: a parameter stands there twice$"),
        (b'{"margin": {"step": 1,\n "step": 2}}', r"^line 2: margin\.step: a parameter stands there twice$"),
        (b'{\n"id": ' + 5000 * b"9" + b"}", "^line 2: must be within ±100000$"),
        (b'{\n"id": ' + 60_000 * b"[", "^line 2: nested too deep$"),
        (b'{"id": NaN}', "^line 1: id: must be a text$"),
        (b'{"id": "\\ud83c"}', "^line 1: id: holds half a character$"),
        (b"{}", r"^id: is missing$"),
        (b"[]", r"^line 1: "),
        (b"\xff\xfe{}", r"^is no text file$"),
        (b" " * (MAX_SCHEME_TEXT + 1), r"^longer than 65536 characters$"),
    ],
)
def test_a_file_that_is_no_scheme(raw: bytes, message: str) -> None:
    with pytest.raises(SchemeError, match=message):
        scheme_from_file(raw)


# -- a scheme that nobody has heard of ---


MADE_UP = """
id = "village"
name = "Le village"
source = "the village"
bids = [{ bid = "garde", base = 7, factor = 3 }]
petit_au_bout = { points = 4 }
chelem = { announced_made = 70, announced_missed = -35, unannounced = 50, multiplied = true }
misere = { points = 2, kinds = ["no_court_cards"] }
margin = { step = 2 }
rounding = { step = 3 }

[poignee]
points = { single = 1, double = 2, triple = 3 }
multiplied = true

[poignee.thresholds]
three = { single = 12, double = 14, triple = 16 }
four = { single = 9, double = 11, triple = 14 }
five = { single = 7, double = 9, triple = 11 }
"""


def test_a_new_scheme_needs_no_code() -> None:
    village = scheme_from_toml(MADE_UP)
    # 46 − 41 = +5, to the nearest 2, a tie: 6; (7 + 6 + 4 + 1) × 3 = 54, a multiple of 3
    facts = hand(points=46, petit_au_bout=hand().winner, poignees=shown("B1"))
    assert impossible(facts, village) == ()
    scored = score(facts, village)
    assert [(line.rule.value, line.points, line.factor) for line in scored.lines] == [
        ("contract", 7, 3),
        ("margin", 6, 3),
        ("petit_au_bout", 4, 3),
        ("poignee", 1, 3),
        ("rounding", 0, 1),
    ]
    assert settle(scored, facts, village).totals == (162, -54, -54, -54)
    refused = impossible(hand(bid=Bid.PETITE, poignees=shown("A3", "B1")), village)
    assert [problem.code for problem in refused] == [Code.BID_NOT_IN_SCHEME, Code.TOO_MANY_TRUMPS]


# -- what is refused, and where ---


CLOSED = "is no parameter of a scheme"
WHOLE = "must be a whole number"
NOT_NEGATIVE = "must not be negative"
NO_GAIN = "must not be a gain"
ORDER = "bids must be listed once each, lowest first"
RISING = "must rise, and lie from 1 to 22 trumps"
BIDS = "petite, pousse, garde, garde_sans, garde_contre, open"
LESS = "is less than without an announcement"
TRIPLE_OF_FOUR = "poignee.thresholds.four.triple:"
TRIPLE_OF_FIVE = "poignee.thresholds.five.triple:"
KINDS = 'kinds = ["no_trumps", "no_court_cards"]'
OF_A_MISERE = "points = 10                              #"

# For each shipped scheme: what is put in place of what, and the refusal of the line it then ends on.
REFUSED: dict[str, list[tuple[str, str, str]]] = {
    "fft": [
        ('id = "fft"', 'id = ""', "id: must not be empty"),
        ('id = "fft"', "id = 1", "id: must be a text"),
        ('id = "fft"', 'id = "' + 201 * "x" + '"', "id: must be at most 200 characters"),
        ("points = 10 ", 'points = "ten"', f"petit_au_bout.points: {WHOLE}"),
        ("points = 10 ", "points = 10.5 ", f"petit_au_bout.points: {WHOLE}"),
        ("points = 10 ", "points = true ", f"petit_au_bout.points: {WHOLE}"),
        ("points = 10 ", "points = nan ", f"petit_au_bout.points: {WHOLE}"),
        ("points = 10 ", "points = 1979-05-27 ", f"petit_au_bout.points: {WHOLE}"),
        ("points = 10 ", "points = 100001 ", "petit_au_bout.points: must be within ±100000"),
        ("points = 10 ", "points = -1 ", f"petit_au_bout.points: {NOT_NEGATIVE}"),
        ("points = 10 ", "point = 10 ", f"petit_au_bout.point: {CLOSED}"),
        ("contract = false", "contract = 0", "petit_au_bout.lost_with_contract: must be true or false"),
        ('to = "winner"', 'to = "nobody"', "poignee.to: must be one of winner, shower"),
        ('to = "winner"', 'to = ["winner"]', "poignee.to: must be one of winner, shower"),
        ("{ single = 20, double = 30, triple = 40 }", "[20, 30, 40]", "poignee.points: must be a table"),
        ("double = 30, triple = 40 }", "double = 30 }", "poignee.points.triple: is missing"),
        ("triple = 40", "triple = -1", f"poignee.points.triple: {NOT_NEGATIVE}"),
        ("triple = 21", "triple = 23", f"poignee.thresholds.two: {RISING}"),
        ("single = 13, double = 15", "single = 0, double = 15", f"poignee.thresholds.three: {RISING}"),
        ("single = 10, double = 13", "single = 13, double = 13", f"poignee.thresholds.four: {RISING}"),
        ("double = 10, triple = 13", "double = 13, triple = 13", f"poignee.thresholds.five: {RISING}"),
        ("[rounding]", "[surprise]", f"surprise: {CLOSED}"),
        ("[chelem]", "[ chelem ] # spaced\nmore = 1", f"chelem.more: {CLOSED}"),
        ("made = 400", "made = -1", f"chelem.announced_made: {NOT_NEGATIVE}"),
        ("unannounced = 200", "unannounced = -1", f"chelem.unannounced: {NOT_NEGATIVE}"),
        ("missed = -200", "missed = 1", f"chelem.announced_missed: {NO_GAIN}"),
        ("factor = 4 ", "factor = 0 ", "bids.3.factor: must be at least 1"),
        ('bid = "garde_sans"', 'bid = "solo"', f"bids.3.bid: must be one of {BIDS}"),
        ('bid = "garde_sans"', 'bid = "petite"  # again', f"bids.3.bid: {ORDER}"),
        ('bid = "garde_sans"', 'bid = "garde"  # again', f"bids.3.bid: {ORDER}"),
        ("split = ", "hands = -1  # split = ", f"table.hands: {CLOSED}"),
    ],
    "flat_80": [
        ("base = 160 ", "base = -1 ", f"bids.2.base: {NOT_NEGATIVE}"),
        ("step = 10 ", "step = 0 ", "margin.step: must be at least 1"),
    ],
    "rounded_5": [("step = 5 ", "step = 0 ", "rounding.step: must be at least 1")],
    "contre_5": [
        ("made = 300", "made = -1", f"petit_chelem.announced_made: {NOT_NEGATIVE}"),
        ("unannounced = 0", "unannounced = -1", f"petit_chelem.unannounced: {NOT_NEGATIVE}"),
        ("missed = -150", "missed = 1", f"petit_chelem.announced_missed: {NO_GAIN}"),
        ("all_but = 1", "all_but = 0", "petit_chelem.all_but: must be from 1 to 12 tricks"),
        ("all_but = 1", "all_but = 13", "petit_chelem.all_but: must be from 1 to 12 tricks"),
    ],
    "wikipedia": [
        (KINDS, 'kinds = "no_trumps"', "misere.kinds: must be a list"),
        ('"no_court_cards"]', '"no_luck"]', "misere.kinds.2: must be one of no_trumps, no_court_cards"),
        (KINDS, "kinds = [" + 17 * '"no_trumps",' + "]", "misere.kinds: has more than 16 items"),
        (KINDS, "kinds = [" + 16 * '"no_trumps",' + "]", "misere.kinds: must be listed once each"),
        ('"no_court_cards"]', '"no_trumps"]', "misere.kinds: must be listed once each"),
        (KINDS, "kinds = []", "misere.kinds: a misère needs at least one kind"),
        (OF_A_MISERE, "points = -1 #", f"misere.points: {NOT_NEGATIVE}"),
    ],
}


@pytest.mark.parametrize(
    ("id_", "old", "new", "refusal"),
    [
        pytest.param(id_, *row, id=f"{id_}, {row[1][:30].strip()}")
        for id_, rows in REFUSED.items()
        for row in rows
    ],
)
def test_a_wrong_scheme_is_refused_with_line_and_reason(id_: str, old: str, new: str, refusal: str) -> None:
    before, found, after = text_of(id_).partition(old)
    assert found
    with pytest.raises(SchemeError) as refused:
        scheme_from_toml(before + new + after)
    line = 1 + (before + new).count("\n")
    error = refused.value
    assert (error.line, f"{error.path}: {error.reason}") == (line, refusal)
    assert str(error) == f"line {line}: {refusal}"


@pytest.mark.parametrize(
    ("left_out", "path", "heading"),
    [
        pytest.param('id = "fft"', "id", None, id="at the top"),
        pytest.param("points = 10 ", "petit_au_bout.points", "[petit_au_bout]", id="in a table"),
    ],
)
def test_a_missing_parameter_is_refused_at_its_heading(left_out: str, path: str, heading: str | None) -> None:
    text = FFT_TEXT.replace(left_out, "#", 1)
    line = None if heading is None else 1 + text.split("\n").index(heading)
    with pytest.raises(SchemeError) as refused:
        scheme_from_toml(text)
    error = refused.value
    assert (error.path, error.reason, error.line) == (path, "is missing", line)
    assert str(error) == (f"line {line}: " if line else "") + f"{path}: is missing"


@pytest.mark.parametrize(
    "change",
    [
        {"poignee": {"thresholds": {"four": {"single": 1, "double": 2, "triple": 22}}}},
        {"petit_au_bout": {"points": MAX_POINTS}},
        {"petit_au_bout": {"points": 0}},
        {"chelem": {"announced_missed": 0}},
        {"chelem": {"announced_missed": -MAX_POINTS}},
        {"petit_chelem": {"all_but": 1}},
        {"petit_chelem": {"all_but": 12}},
        {"name": 200 * "x"},
        {"bids": [{"bid": "garde", "base": 0, "factor": 1}]},
        {"rounding": {"step": 1}},
    ],
)
def test_the_extremes_pass(change: dict[str, Any]) -> None:
    scheme = changed(WIKIPEDIA, change)
    assert scheme_from_data(scheme_to_data(scheme)) == scheme


def test_a_scheme_without_bids() -> None:
    data = scheme_to_data(FFT) | {"bids": []}
    with pytest.raises(SchemeError, match=r"^bids: a scheme needs at least one bid$"):
        scheme_from_data(data)
    with pytest.raises(SchemeError, match=r"^line 5: bids: a scheme needs at least one bid$"):
        scheme_from_toml(MADE_UP.replace("[{ bid", "[] #"))


def test_a_table_that_is_missing_has_no_line() -> None:
    text = re.sub(r"\n\[chelem\].*?(?=\n\n)", "", FFT_TEXT, flags=re.DOTALL)
    with pytest.raises(SchemeError, match=r"^chelem: is missing$") as refusal:
        scheme_from_toml(text)
    assert refusal.value.line is None


@pytest.mark.parametrize("data", [None, 1, "fft", [], ["id"], 1.5])
def test_data_that_are_no_mapping(data: object) -> None:
    with pytest.raises(SchemeError, match=r"^must be a table$"):
        scheme_from_data(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id = ", "^line 1: is not TOML$"),
        ('id = "a"\n\nid = "b"\n\n', "^line 3: a parameter stands there twice$"),
        ("[margin]\n[margin]", "^line 2: a parameter stands there twice$"),
        ("margin = { step = 1, step = 2 }", "^line 1: a parameter stands there twice$"),
        ("id = \n\nx = 1", "^line 1: is not TOML$"),
        ('id = "a\n', "^line 1: is not TOML$"),
        ("\nx = " + 5000 * "9", "^line 2: must be within ±100000$"),
        ("\nx = " + 30_000 * "[", "^line 2: nested too deep$"),
        ("\n" + 9 * "a." + "a = 1", "^line 2: nested too deep$"),
        ("x" * (MAX_SCHEME_TEXT + 1), f"^longer than {MAX_SCHEME_TEXT} characters$"),
        (3000 * "x" + " = 1", "^line 1: x{100}: is no parameter of a scheme$"),
        ("", "^id: is missing$"),
    ],
    ids=[
        *("value", "twice", "table twice", "inline twice", "no value", "string", "digits", "depth", "dots"),
        *("size", "name", "empty"),
    ],
)
def test_a_text_that_is_no_scheme(text: str, message: str) -> None:
    with pytest.raises(SchemeError, match=message):
        scheme_from_toml(text)


@pytest.mark.parametrize(
    ("text", "stands_there", "refusal"),
    [
        (
            FFT_TEXT.replace("[margin]", '["margin"]').replace("step = 1 ", "step = 0 ", 1),
            "step = 0",
            "margin.step: must be at least 1",
        ),
        (FFT_TEXT.replace("step = 1 ", '"step" = 0 ', 1), '"step" = 0', "margin.step: must be at least 1"),
        (
            FFT_TEXT.replace("[margin]", "[ 'margin' ]").replace("step = 1 ", '"st\\u0065p".more = 1 #', 1),
            "u0065p",
            "margin.step: must be a whole number",
        ),
        (FFT_TEXT + "\n[table.legs]\ncount = 4", "[table.legs]", "table.legs: is no parameter of a scheme"),
        (FFT_TEXT + '\nlegs."of.it".count = 4', "legs.", "table.legs: is no parameter of a scheme"),
        (
            FFT_TEXT.replace('bid = "garde_sans"', '"bid" = "garde_sans"\nmore = { x = 1 }'),
            "more =",
            "bids.3.more: is no parameter of a scheme",
        ),
        (
            FFT_TEXT.replace("factor = 4 ", "factor = 4\n[bids.more]\nx = 1 #"),
            "[bids.more]",
            "bids.3.more: is no parameter",
        ),
        (
            FFT_TEXT.partition("[[bids]]")[0] + 17 * '[[bids]]\nbid = "garde"\n',
            "[[bids]]",
            "bids: has more than 16 items",
        ),
        (
            MADE_UP.replace(
                "bids = [", 'bids = [\n # {\n{ bid = "petite", base = 1, factor = 1 },\n'
            ).replace("= 7,", "= -7,"),
            "= -7,",
            "bids.2.base: must not be negative",
        ),
        (
            MADE_UP + 'note = """\n[margin]\nstep = 0"""\n',
            "note =",
            "poignee.thresholds.note: is no parameter",
        ),
    ],
)
def test_every_refusal_names_its_line(text: str, stands_there: str, refusal: str) -> None:
    line = 1 + text.partition(stands_there)[0].count("\n")
    with pytest.raises(SchemeError) as refused:
        scheme_from_file(text.encode())
    assert str(refused.value).startswith(f"line {line}: {refusal}")


@pytest.mark.parametrize(
    ("old", "new", "stands_there", "refusal"),
    [
        ('"factor": 6', '"factor": 6.5', "6.5", "bids.4.factor: must be a whole number"),
        ('"factor": 6', '"factor": {"x": []}', '"x"', "bids.4.factor: must be a whole number"),
        ('"no_court_cards"', '"no_luck"', "no_luck", "misere.kinds.2: must be one of"),
        ('"triple": 13', '"triple": 9', '"five"', "poignee.thresholds.five: must rise"),
        ('"split"', '"hand": 0, "split"', '"hand": 0', "table.hand: is no parameter"),
        ('"split"', '"hands": true, "split"', '"hands"', "table.hands: is no parameter"),
    ],
)
def test_every_refusal_of_json_names_its_line(old: str, new: str, stands_there: str, refusal: str) -> None:
    text = scheme_file(WIKIPEDIA).decode().replace(old, new)
    line = 1 + text.partition(stands_there)[0].count("\n")
    with pytest.raises(SchemeError) as refused:
        scheme_from_file(text.encode())
    assert str(refused.value).startswith(f"line {line}: {refusal}")


@pytest.mark.parametrize("hands", [0, 20])
def test_files_of_earlier_versions_agree_on_a_number_of_hands(hands: int) -> None:
    """It is the length of an evening now, and no rule."""
    data = scheme_to_data(FFT)
    data["table"]["hands"] = hands
    assert agreed_hands(data) == hands
    assert scheme_from_file(json.dumps(data).encode()) == FFT
    assert agreed_hands(scheme_to_data(FFT)) is None
    others: list[object] = [[], {"table": []}, {}]
    for other in others:
        assert agreed_hands(other) is None


def test_null_is_absent_as_in_hands() -> None:
    data = scheme_to_data(FFT)
    absent = {"misere": None, "petit_chelem": None, "name": None}
    assert scheme_from_file(json.dumps(data | absent).encode()) == FFT
    data["chelem"]["unannounced"] = None
    with pytest.raises(SchemeError, match=r"chelem\.unannounced: is missing$"):
        scheme_from_file(json.dumps(data).encode())


def test_what_cannot_be_seen_in_a_name_is_left_out() -> None:
    data = scheme_to_data(FFT) | {"name": "\u202eChez\x1b[2J \t Anne\u2066\n"}
    assert scheme_from_file(json.dumps(data).encode()).name == "Chez[2J Anne"
    assert scheme_from_data(data).name == data["name"], "what is kept is read as it is"


@pytest.mark.parametrize(
    ("id_", "old", "new", "refusal"),
    [
        ("fft", "single = 20", "single = 50", "poignee.points: must not fall from single to triple"),
        ("fft", "double = 30", "double = 50", "poignee.points: must not fall from single to triple"),
        ("fft", "factor = 4", "factor = 1", "bids.3: is worth less than a lower bid"),
        ("flat_80", "base = 320", "base = 100", "bids.3: is worth less than a lower bid"),
        ("fft", "triple = 13", "triple = 16", f"{TRIPLE_OF_FIVE} is more than the 15 cards of a hand"),
        ("five_alone", "triple = 13", "triple = 15", f"{TRIPLE_OF_FIVE} is more than the 14 cards of a hand"),
        ("fft", "triple = 15", "triple = 19", f"{TRIPLE_OF_FOUR} is more than the 18 cards of a hand"),
        ("fft", "unannounced = 200", "unannounced = 450", f"chelem.announced_made: {LESS}"),
        ("wikipedia", "made = 300", "made = 100", f"petit_chelem.announced_made: {LESS}"),
        ("wikipedia", OF_A_MISERE, "points = 0 #", "misere.points: must be at least 1"),
    ],
)
def test_what_no_table_means_is_refused_in_files_and_read_where_it_is_kept(
    id_: str, old: str, new: str, refusal: str
) -> None:
    text = text_of(id_).replace(old, new, 1)
    with pytest.raises(SchemeError, match=rf"^line \d+: {refusal}$"):
        scheme_from_file(text.encode())
    data = tomllib.loads(text)
    del data["titles"], data["summaries"]
    assert scheme_from_data(data).id == id_


def test_unusual_rules_that_a_table_may_mean() -> None:
    unusual = scheme_to_data(FFT) | {"rounding": {"step": 2}, "petit_au_bout": {"points": 0}}
    unusual["poignee"]["points"] = {"single": 20, "double": 20, "triple": 20}
    unusual["bids"][3] |= {"base": 160, "factor": 1}  # dearer by every margin but the greatest
    unusual["chelem"]["announced_made"] = 200
    assert scheme_from_file(json.dumps(unusual).encode()) == scheme_from_data(unusual)


@pytest.mark.parametrize(
    "text",
    [
        "a" + 32_000 * ".a" + " = 1",
        "[" + 32_000 * "a." + "a]",
        "".join("[" + 8 * "a." + f"b{i}]\n" for i in range(2900)),
        'x = """' + 16_000 * '\\"""' + "\\",
        'x = [""""a"""", ' + 60_000 * "[",
        '{"a": ' + 60_000 * '{"a": ',
        "a = [" + 20_000 * "{}," + "]",
    ],
    ids=["key", "heading", "headings", "string", "quotes", "json", "list"],
)
def test_a_file_made_to_take_long_is_refused_soon(text: str) -> None:
    began = time.process_time()
    with pytest.raises(SchemeError):
        scheme_from_file(text.encode())
    assert time.process_time() - began < 2


@given(st.text(alphabet="ab.=[]{},:\"'\\#\n 19_-", max_size=40))
def test_whatever_the_text_a_refusal(text: str) -> None:
    for whole in (text, f'x = """{text}', f"{{{text}}}"):
        with pytest.raises(SchemeError):
            scheme_from_file(whole.encode())


def test_the_longest_text_is_read() -> None:
    padding = "#" * (MAX_SCHEME_TEXT - len(FFT_TEXT))
    assert scheme_from_toml(FFT_TEXT + padding) == FFT
    with pytest.raises(SchemeError, match="longer than"):
        scheme_from_toml(FFT_TEXT + padding + "#")


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(scheme_to_data(WIKIPEDIA))), plain_values)
def test_whatever_the_data_a_scheme_or_a_refusal(parameter: str, value: object) -> None:
    refusal: SchemeError | None = None
    try:
        found = scheme_from_data(scheme_to_data(WIKIPEDIA) | {parameter: value})
    except SchemeError as error:
        refusal = error
    if refusal is None:
        assert scheme_from_data(scheme_to_data(found)) == found
    else:
        assert refusal.path.split(".")[0] == parameter


def test_the_reasons_for_throwing_a_hand_in() -> None:
    passed, petit, misdeal, *rare = ThrownIn
    assert FFT.thrown_in == (passed, petit, misdeal, *rare)
    imprenable = replace(FFT, table=replace(FFT.table, petit_imprenable=True))
    assert imprenable.thrown_in == (passed, misdeal, *rare)
    assert shipped_scheme("open_duel").thrown_in == (misdeal,)
