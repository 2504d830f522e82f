"""Schemes as data: the shipped ones, what is refused and where, and one that nobody has heard of."""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from evenings import hand
from hands import shown
from hypothesis import given
from hypothesis import strategies as st

from scorepad.faults import Invalid
from scorepad.i18n import Translator
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot import scheme as module
from scorepad.tarot import scheme_data
from scorepad.tarot.check import Code, impossible
from scorepad.tarot.hand import Bid, ThrownIn
from scorepad.tarot.scheme import (
    HOUSE_RULES,
    SOURCES,
    ChipRule,
    Scheme,
)
from scorepad.tarot.scheme_data import (
    MAX_SCHEME_FILE,
    agreed_hands,
    scheme_file,
    scheme_from_data,
    scheme_from_file,
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
    shipped_summary,
    shipped_title,
)
from scorepad.tarot.scoring import score, settle

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


def test_the_fft_is_the_first_shipped_scheme() -> None:
    assert list(shipped_schemes()) == IDS
    assert [scheme.id for scheme in shipped_schemes().values()] == IDS
    assert shipped_scheme() is shipped_scheme("fft")
    with pytest.raises(KeyError):
        shipped_scheme("none of these")
    shipped_schemes().clear()
    assert list(shipped_schemes()) == IDS, "nobody can change them"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_complete_explained_and_sourced(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    scheme = scheme_from_file(text.encode())
    assert file.name == f"{scheme.id}.toml"
    tables = re.split(r"\n(?=\[)", text)
    for table in tables:
        sources = re.findall(r'^source = "(.+)"$', table, re.MULTILINE)
        assert len(sources) == 1, table
        for part in sources[0].split("; "):
            assert part == HOUSE_RULES or part.split(",")[0] in SOURCES, part
    for line in text.splitlines():
        if " = " in line and not line.startswith(("#", 'base = "', "id", "title", "summary", "source")):
            assert re.search(r"  # .+", line), f"{file.name}: {line} says not what it means"
    data = tomllib.loads(text)
    assert data.pop("title") == shipped_title(scheme.id)
    assert data.pop("summary") == shipped_summary(scheme.id)
    if scheme.id == "fft":
        assert data | {"name": ""} == scheme_to_data(scheme), "a parameter is left to its default"
    else:
        assert data.pop("base") == "fft"
        assert {*leaves(data)}.isdisjoint(leaves(scheme_to_data(FFT))), "as the FFT has it"


def leaves(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Each parameter with its value, sources left out; sizes of poignées stand together."""
    for name, value in data.items():
        if isinstance(value, dict) and f"{path}{name}" != "poignee.points":
            yield from leaves(value, f"{path}{name}.")
        elif name != "source":
            yield f"{path}{name}", str(value)


# -- what a scheme says ---


def test_figures_that_no_hand_shows_are_as_in_the_source() -> None:
    found = shipped_schemes().values()
    all_but = {each.id: each.petit_chelem.all_but for each in found if each.petit_chelem}
    assert all_but == {"contre_5": 1, "flat_80": 1, "wikipedia": 3}
    stakes = {each.id: (each.mouches.stake, each.mouches.dealer) for each in found if each.mouches}
    assert stakes == {"mouches": (10, 5), "mouches_margin": (10, 5)}
    assert [each.chips for each in found if each.chips] == [
        ChipRule(start=50, source="S2, Scoring with chips")
    ]


# -- data and back ---


def without_sources(scheme: Scheme) -> dict[str, Any]:
    """The data of a scheme, without names and sources."""
    data = scheme_to_data(scheme) | {"name": "", "source": ""}
    return {k: {**v, "source": ""} if isinstance(v, dict) else v for k, v in data.items()}


def test_absent_parameters_have_the_values_of_the_fft() -> None:
    """The required fields of a file; the FFT gives the others."""
    data = scheme_to_data(WIKIPEDIA)
    del data["margin"], data["rounding"], data["table"], data["name"], data["source"]
    del data["petit_au_bout"]["multiplied"], data["petit_au_bout"]["lost_with_contract"]
    del data["poignee"]["multiplied"], data["poignee"]["to"], data["poignee"]["thresholds"]["two"]
    del data["chelem"]["multiplied"], data["petit_chelem"]["multiplied"]
    assert without_sources(scheme_from_data(data)) == without_sources(WIKIPEDIA)
    for table in [data, *(data[name] for name in ("poignee", "chelem", "petit_chelem", "misere"))]:
        for name in set(table) - {"source", "misere", "petit_chelem"}:
            value = table.pop(name)
            with pytest.raises(Invalid, match=rf"{name}: missing"):
                scheme_from_data(data)
            table[name] = value


def test_a_copy_of_a_shipped_file_of_an_earlier_version_can_be_read() -> None:
    assert scheme_from_file(f'titles.fr = "FFT"\nsummaries.fr = "FFT"\n{FFT_TEXT}'.encode()) == FFT


@pytest.mark.parametrize("id_", IDS)
def test_a_scheme_comes_back_from_its_file(id_: str) -> None:
    scheme = shipped_scheme(id_)
    assert scheme_from_file(scheme_file(scheme)) == scheme
    assert scheme_from_file(b"\xef\xbb\xbf\n" + scheme_file(scheme)) == scheme


@pytest.mark.promise("The game", "A scheme file may say only what differs from a shipped scheme.")
def test_a_file_may_name_only_differences_from_a_shipped_scheme() -> None:
    ours = scheme_from_file(b'id = "ours"\nname = "Ours"\nbase = "wikipedia"\npoignee.points.triple = 80')
    assert ours.id == "ours"
    assert ours.name == "Ours"
    assert ours.poignee.points.triple == 80
    poignee = replace(ours.poignee, points=WIKIPEDIA.poignee.points)
    assert replace(ours, id="wikipedia", name="", poignee=poignee) == WIKIPEDIA


def test_a_file_may_be_toml_up_to_the_longest() -> None:
    assert scheme_from_file(FFT_TEXT.encode()) == scheme_from_file(FFT_TEXT.encode("utf-8-sig")) == FFT
    assert scheme_from_file(FFT_TEXT.encode().ljust(MAX_SCHEME_FILE, b"#")) == FFT


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


@pytest.mark.promise("The game", "A new way of scoring is a file of data, and needs no code.")
def test_a_new_scheme_needs_no_code() -> None:
    village = scheme_from_file(MADE_UP.encode())
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


WRONG: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "wrong_schemes.toml").read_text(encoding="utf-8")
)["wrong"]


def wrong_text(wrong: Mapping[str, Any]) -> str:
    """The text of a row of the table."""
    assert wrong.keys() <= {"scheme", "json", "replace", "text", "path", "reason", "kept"}
    if "text" in wrong:
        return str(wrong["text"])
    id_ = wrong["scheme"]
    if wrong.get("json"):
        text = scheme_file(shipped_scheme(id_)).decode()
    else:
        text = MADE_UP if id_ == "village" else text_of(id_)
    for old, new in wrong["replace"].items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


def refusal_of(wrong: Mapping[str, Any]) -> str:
    return ": ".join(filter(None, [wrong.get("path"), wrong["reason"]]))


def refused(text: bytes | str, refusal: str) -> None:
    """A text is refused in these English words."""
    with pytest.raises(Invalid) as raised:
        scheme_from_file(text if isinstance(text, bytes) else text.encode())
    assert scheme_error_text(Translator("en"), raised.value) == refusal


@pytest.mark.promise("The game", "A wrong scheme file is refused, with the parameter and the reason.")
@pytest.mark.parametrize("wrong", WRONG, ids=refusal_of)
def test_a_wrong_scheme_is_refused_with_the_reason(wrong: dict[str, Any]) -> None:
    refused(wrong_text(wrong), refusal_of(wrong))


@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG if wrong.get("kept")], ids=refusal_of)
def test_an_unlikely_saved_scheme_is_still_read(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheme_data, "problems", lambda _: ())  # which only a new file is asked
    data = scheme_to_data(scheme_from_file(wrong_text(wrong).encode()))
    monkeypatch.undo()
    assert scheme_from_data(data).id == wrong["scheme"]


SIXTEEN_BIDS = FFT_TEXT.partition("[[bids]]")[0] + 16 * '[[bids]]\nbid = "garde"\n'
SIXTEEN_KINDS = 'id = "x"\nbase = "wikipedia"\nmisere.kinds = [' + 16 * '"no_trumps",'
TOO_DEEP, TOO_LARGE = "nested too deep", "must be within ±100000"


LONG = {
    "name": (3000 * "x" + " = 1", f"{100 * 'x'}: is no parameter of a scheme"),
    "text": (f'id = "{201 * "x"}"', "id: must be at most 200 characters"),
    "bids": (SIXTEEN_BIDS + '[[bids]]\nbid = "garde"\n', "bids: has more than 16 items"),
    "kinds": (SIXTEEN_KINDS + '"no_trumps"]', "misere.kinds: has more than 16 items"),
    "as many kinds as may be": (SIXTEEN_KINDS + "]", "misere.kinds: must be listed once each"),
    "file": (" " * (MAX_SCHEME_FILE + 1), f"larger than {MAX_SCHEME_FILE} bytes"),
    "digits": ("\nx = " + 5000 * "9", "must be within ±100000"),
    "digits of JSON": ('{\n"id": ' + 5000 * "9" + "}", "must be within ±100000"),
    "brackets": ("\nx = " + 30_000 * "[", "nested too deep"),
    "brackets of JSON": ('{\n"id": ' + 60_000 * "[", "nested too deep"),
    "objects of JSON": ('{"a": ' + 60_000 // 6 * '{"a": ', "nested too deep"),
    "key": ("a" + 32_000 * ".a" + " = 1", "nested too deep"),
    "heading": ("[" + 32_000 * "a." + "a]", "nested too deep"),
    "headings": ("".join("[" + 8 * "a." + f"b{i}]\n" for i in range(2700)), "a: is no parameter of a scheme"),
    "string": ('x = """' + 16_000 * '\\"""' + "\\", "line 1 is not TOML"),
    "quotes": ('x = [""""a"""", ' + 60_000 * "[", "nested too deep"),
    "list": ("a = [" + 20_000 * "{}," + "]", "a: is no parameter of a scheme"),
}


@pytest.mark.parametrize("name", LONG)
def test_whatever_is_too_long_or_too_deep_is_refused_soon(name: str) -> None:
    began = time.process_time()
    refused(*LONG[name])
    assert time.process_time() - began < 2


def test_a_file_of_other_bytes_is_no_text() -> None:
    refused(b"\xff\xfe{}", "is no text file")


@pytest.mark.parametrize("hands", [0, 20])
def test_files_of_earlier_versions_agree_on_a_number_of_hands(hands: int) -> None:
    """It is the length of an evening now, and no rule."""
    data = scheme_to_data(FFT)
    data["table"]["hands"] = hands
    assert agreed_hands(data) == hands
    assert scheme_from_file(json.dumps(data).encode()) == FFT
    assert agreed_hands(scheme_to_data(FFT)) is None
    others: list[object] = [None, 1, "fft", [], ["id"], {"table": []}, {}]
    for other in others:
        assert agreed_hands(other) is None
        with pytest.raises(Invalid):
            scheme_from_data(other)


def test_null_counts_as_absent() -> None:
    data = scheme_to_data(FFT)
    absent = {"misere": None, "petit_chelem": None, "name": None}
    assert scheme_from_file(json.dumps(data | absent).encode()) == FFT
    data["chelem"]["unannounced"] = None
    refused(json.dumps(data), "chelem.unannounced: is missing")
    refused(json.dumps(scheme_to_data(FFT) | {"more": None}), "more: is no parameter of a scheme")
    refused('{"base": null}', f"base: must be one of {', '.join(IDS)}")


def test_invisible_characters_of_a_name_are_left_out() -> None:
    data = scheme_to_data(FFT) | {"name": "\u202eChez\x1b[2J \t Anne\u2066\n"}
    assert scheme_from_file(json.dumps(data).encode()).name == "Chez[2J Anne"
    assert scheme_from_data(data).name == data["name"], "what is kept is read as it is"


def test_unusual_but_meaningful_rules_are_accepted() -> None:
    unusual = scheme_to_data(FFT) | {"rounding": {"step": 2}, "petit_au_bout": {"points": 0}}
    unusual["poignee"]["points"] = {"single": 20, "double": 20, "triple": 20}
    unusual["poignee"]["thresholds"]["five"]["triple"] = 15  # every card of a hand
    unusual["bids"][3] |= {"base": 160, "factor": 1}  # dearer by every margin but the greatest
    unusual["chelem"]["announced_made"] = 200
    assert scheme_from_file(json.dumps(unusual).encode()) == scheme_from_data(unusual)


@given(st.text(alphabet="ab.=[]{},:\"'\\#\n 19_-", max_size=40))
def test_any_text_is_a_scheme_or_is_refused(text: str) -> None:
    for whole in (text, f'x = """{text}', f"{{{text}}}"):
        with pytest.raises(Invalid):
            scheme_from_file(whole.encode())


def test_the_reasons_for_throwing_a_hand_in() -> None:
    passed, petit, misdeal, *rare = ThrownIn
    assert FFT.thrown_in == (passed, petit, misdeal, *rare)
    imprenable = replace(FFT, table=replace(FFT.table, petit_imprenable=True))
    assert imprenable.thrown_in == (passed, misdeal, *rare)
    assert shipped_scheme("open_duel").thrown_in == (misdeal,)
