"""Every parameter of every scheme can be read, changed, kept, and seen at work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.faults import Invalid
from scorepad.tarot.check import impossible
from scorepad.tarot.choices import RoundedTo
from scorepad.tarot.parameters import (
    Parameter,
    ParameterKind,
    ParameterValue,
    changed,
    every_parameter,
    example,
    parameters,
    value,
)
from scorepad.tarot.scheme import Scheme, SchemeError, problems
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data, shipped_schemes
from scorepad.tarot.scoring import score

SCHEMES = list(shipped_schemes().values())
NO_EFFECT_ON_A_SCORE = (
    *("poignee.thresholds", "table.direction", "petit_chelem.all_but"),
    *("mouches", "chips"),
)


def another(parameter: Parameter, now: ParameterValue) -> ParameterValue:
    """A value of a parameter that it has not now."""
    if parameter.kind is ParameterKind.TOGGLE:
        return not now
    if parameter.kind is ParameterKind.CHOICE:
        return next(option for option in parameter.options if option != str(now))
    assert isinstance(now, int)
    return now + parameter.step if now + parameter.step <= parameter.high else now - parameter.step


@pytest.mark.promise("The game", "Every parameter of every scheme can be changed, and is kept.")
@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_every_parameter_changes_and_is_kept(scheme: Scheme) -> None:
    refused = []
    for parameter in parameters(scheme):
        new = another(parameter, value(scheme, parameter.path))
        try:
            other = changed(scheme, parameter.path, new)
        except Invalid:
            refused.append(parameter.path)
            continue
        assert str(value(other, parameter.path)) == str(new)
        assert scheme_from_data(scheme_to_data(other)) == other
        assert value(scheme, parameter.path) != value(other, parameter.path)
    senseless = {  # a lower bid, or a chelem without an announcement, would be worth more
        "flat_80": {
            *("bids.garde.factor", "bids.garde_sans.factor"),
            *("chelem.unannounced", "petit_chelem.unannounced"),
        },
        "chips": {
            *("chelem.unannounced", "poignee.points.single", "poignee.points.double"),
            *(f"bids.{bid}.factor" for bid in ("petite", "garde", "garde_sans")),
        },
        "stepped_base": {f"bids.{bid}.factor" for bid in ("petite", "pousse", "garde", "garde_sans")},
    }
    others = {path for path in refused if not path.startswith("poignee.thresholds")}
    assert others == senseless.get(scheme.id, set())


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_the_example_of_a_parameter_can_be_played(scheme: Scheme) -> None:
    for parameter in parameters(scheme):
        assert impossible(example(scheme, parameter.path), scheme) == (), parameter.path


def test_the_example_changes_with_its_parameter() -> None:
    wikipedia = shipped_schemes()["wikipedia"]
    for parameter in parameters(wikipedia):
        path = parameter.path
        if path.startswith((*NO_EFFECT_ON_A_SCORE, "misere", "table.", "bids.petite.played", "bids.pousse")):
            continue
        if path.endswith(".played") and not value(wikipedia, path):
            continue
        hand = example(wikipedia, path)
        other = changed(wikipedia, path, another(parameter, value(wikipedia, path)))
        if other.allows(hand.bid) and not path.endswith("petit_chelem.played"):
            before, after = score(hand, wikipedia), score(hand, other)
            assert (before.total * after.unit) != (after.total * before.unit), path


def test_a_contradiction_is_refused() -> None:
    fft = shipped_schemes()["fft"]
    with pytest.raises(SchemeError, match="thresholds"):
        changed(fft, "poignee.thresholds.four.single", 13)


def test_a_meaningless_value_is_refused_and_can_be_removed() -> None:
    wikipedia = shipped_schemes()["wikipedia"]
    for path, new in (("poignee.points.single", 45), ("bids.petite.factor", 3), ("misere.points", 0)):
        with pytest.raises(Invalid):
            changed(wikipedia, path, new)
    data = scheme_to_data(wikipedia)
    data["poignee"]["points"]["single"] = 45
    old = scheme_from_data(data)  # as an old evening may have it
    assert changed(old, "petit_au_bout.points", 20).petit_au_bout.points == 20
    assert list(problems(changed(old, "poignee.points.single", 20))) == []
    data["bids"][0]["factor"] = 7
    fewer = changed(scheme_from_data(data), "bids.garde.played", False)
    assert len(list(problems(fewer))) == 3, "the bids above it have other numbers now"


def test_a_bid_that_is_played_again_keeps_the_order() -> None:
    for scheme in SCHEMES:
        for bid in [each.bid for each in scheme.bids if not scheme.open]:
            without = changed(scheme, f"bids.{bid}.played", False)
            assert changed(without, f"bids.{bid}.played", True).allows(bid)
    pousse = shipped_schemes()["pousse"]
    again = changed(changed(pousse, "bids.garde_contre.played", False), "bids.garde_contre.played", True)
    assert (again.bids[-1].base, again.bids[-1].factor) == (25, 8), "as the garde sans below it"
    stepped = changed(shipped_schemes()["stepped_base"], "bids.petite.played", False)
    assert changed(stepped, "bids.petite.played", True).bids[0].base == 20, "as the pousse above it"


def test_the_editor_offers_the_present_value_too() -> None:
    data = scheme_to_data(shipped_schemes()["wikipedia"])
    data["rounding"]["step"], data["petit_chelem"]["all_but"] = 2, 4
    offered = {parameter.path: parameter.options for parameter in parameters(scheme_from_data(data))}
    assert offered["rounding.step"] == ("1", "2", "5", "10")
    assert offered["margin.step"] == ("1", "5", "10")
    assert offered["petit_chelem.all_but"] == ("1", "2", "3", "4")


def test_the_way_is_offered_where_something_is_rounded() -> None:
    for id_, table in (("rounded_10", "rounding"), ("flat_80", "margin")):
        offered = {each.path for each in parameters(shipped_schemes()[id_]) if each.path.endswith(".to")}
        assert offered == {f"{table}.to", "poignee.to"}
    flat = shipped_schemes()["flat_80"]
    totals = [score(example(flat, "margin.to"), changed(flat, "margin.to", to)).total for to in RoundedTo]
    assert totals == [90, 80, 80, 90]


def test_an_open_duel_has_few_parameters() -> None:
    duel = shipped_schemes()["open_duel"]
    paths = {parameter.path for parameter in parameters(duel)}
    assert {"bids.open.base", "petit_au_bout.points"} <= paths
    assert not any(path.startswith(("poignee.", "chelem.")) or path.endswith("played") for path in paths)
    assert paths < {parameter.path for parameter in every_parameter(duel)}


WORDS = (
    *("bids", "garde", "pousse", "open", "nobody", "base", "played", "source", "bid", "margin", "counts"),
    *("real", "misere", "kinds", "no_trumps", "mouches", "poignee", "points", "single", "unit", "id", ""),
)


@given(
    st.sampled_from(SCHEMES),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(".".join) | st.text(max_size=9),
    st.booleans() | st.integers() | st.text(max_size=9),
)
def test_an_unknown_parameter_is_refused(scheme: Scheme, path: str, new: ParameterValue) -> None:
    if path in {parameter.path for parameter in every_parameter(scheme)}:
        value(scheme, path)
        return
    with pytest.raises(Invalid, match="unknown_field"):
        value(scheme, path)
    with pytest.raises(Invalid, match="unknown_field"):
        changed(scheme, path, new)


@given(st.data(), st.sampled_from(SCHEMES))
def test_any_new_value_makes_a_scheme_or_is_refused(data: st.DataObject, scheme: Scheme) -> None:
    path = data.draw(st.sampled_from([parameter.path for parameter in every_parameter(scheme)]))
    new = data.draw(st.booleans() | st.integers() | st.text(max_size=9) | st.just("9" * 5000))
    try:
        other = changed(scheme, path, new)
    except Invalid:
        return
    assert scheme_from_data(scheme_to_data(other)) == other


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_what_is_played_already_is_left_as_it_is(scheme: Scheme) -> None:
    for parameter in every_parameter(scheme):
        if parameter.path.endswith(".played") and value(scheme, parameter.path):
            assert changed(scheme, parameter.path, True) == scheme


def test_a_changed_table_no_longer_cites_its_source() -> None:
    fft = shipped_schemes()["fft"]
    assert changed(fft, "petit_au_bout.points", 20).petit_au_bout.source == ""
    assert changed(fft, "petit_au_bout.points", 20).poignee.source == fft.poignee.source
    assert changed(fft, "poignee.points.single", 10).poignee.source == ""
    dearer = changed(fft, "bids.garde.base", 30)
    assert [value.source == "" for value in dearer.bids] == [False, True, False, False]
    stricter = changed(fft, "poignee.thresholds.four.single", 11).poignee
    assert (stricter.thresholds.source, stricter.source) == ("", fft.poignee.source)
    wikipedia = shipped_schemes()["wikipedia"]
    only_trumps = changed(wikipedia, "misere.kinds.no_court_cards", False).misere
    assert only_trumps is not None
    assert only_trumps.source == ""
