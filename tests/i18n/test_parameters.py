"""Every parameter of every scheme has its words in each language, and every value too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    section_title,
    value_text,
)
from scorepad.tarot.hand import CONTRACTS
from scorepad.tarot.parameters import Parameter, ParameterKind, changed, parameters
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

EACH = pytest.mark.parametrize("t", [Translator(language) for language in LANGUAGES], ids=LANGUAGES)


def everything() -> Scheme:
    """Rules that play all there is."""
    scheme = shipped_scheme("wikipedia")
    for bid in CONTRACTS:
        if not scheme.allows(bid):
            scheme = changed(scheme, f"bids.{bid}.played", True)
    return scheme


SCHEMES = (everything(), *shipped_schemes().values())


def of_every_scheme() -> Iterator[tuple[Scheme, Parameter]]:
    return ((scheme, parameter) for scheme in SCHEMES for parameter in parameters(scheme))


@EACH
def test_every_section_has_its_own_title_and_its_parameters(t: Translator) -> None:
    for scheme in SCHEMES:
        tables = [table for table, _ in groupby(p.path.split(".")[0] for p in parameters(scheme))]
        assert len(set(tables)) == len(tables), "each heading once"
        titles = [section_title(t, table) for table in tables]
        assert len(set(titles)) == len(titles)


@EACH
def test_no_two_parameters_of_a_section_bear_the_same_title(t: Translator) -> None:
    named: dict[tuple[str, str], str] = {}
    for parameter in parameters(everything()):
        place = (parameter.path.split(".")[0], parameter_title(t, parameter.path))
        assert named.setdefault(place, parameter.path) == parameter.path, place


@EACH
def test_a_meaning_is_a_sentence(t: Translator) -> None:
    meanings = {p.path: parameter_meaning(t, p.path) for p in parameters(everything())}
    told = {path: meaning for path, meaning in meanings.items() if meaning}
    assert len(told) >= 10
    for path, meaning in told.items():
        assert meaning.endswith("."), path
        assert meaning[0].isupper() or meaning[0].isdigit()
        assert "{" not in meaning
    for path in ("margin.half_points", "rounding.step", "poignee.to", "table.split", "table.five_players"):
        assert path in told, "its name alone does not say it"


@EACH
def test_every_option_has_a_name_of_its_own(t: Translator) -> None:
    for _, parameter in of_every_scheme():
        assert bool(parameter.options) == (parameter.kind is ParameterKind.CHOICE)
        names = [option_name(t, option) for option in parameter.options]
        assert len(set(names)) == len(names)
        for option, name in zip(parameter.options, names, strict=True):
            assert name
            assert "_" not in name
            assert option.isdecimal() or t.language == "en" or name != option, "a word of the file is no name"


def test_numbers_and_switches_have_their_usual_form() -> None:
    fr = Translator("fr")
    assert value_text(fr, -200) == "−200"
    assert value_text(fr, 1000) == "1\u202f000"
    assert value_text(fr, True) == "oui"
    assert value_text(fr, False) == "non"
    assert option_name(fr, "two_to_one") != "two_to_one"


def test_no_language_is_left_in_english() -> None:
    """Names of the game are French everywhere; sentences are not."""
    for parameter in parameters(everything()):
        said = {parameter_meaning(Translator(language), parameter.path) for language in LANGUAGES}
        assert len(said) == (len(LANGUAGES) if said != {""} else 1), parameter.path
