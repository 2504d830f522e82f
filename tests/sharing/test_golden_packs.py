"""Packs of every version open for ever; those of this version are written today, byte for byte."""

from __future__ import annotations

import pytest
from golden_packs import SAMPLES, SCHEMAS, golden_pack
from sample_evenings import eventful

from scorepad.sharing import codes
from scorepad.sharing.bits import Codes
from scorepad.sharing.codes import FIGURES, SOURCES
from scorepad.sharing.hands import official
from scorepad.sharing.packed import VERSION, pack, pack_hand, unpack, unpack_hand
from scorepad.sharing.schemes import check_of, flat
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

VERSIONS = range(1, VERSION + 1)
GARDE = Hand(players=tuple("ABCD"), taker="B", bid=Bid.GARDE, bouts=2, half_points=98)
FULL = Hand(
    players=("Anne", "Bruno", "C", "D", "E"),
    taker="C",
    partner="E",
    bid=Bid.GARDE_SANS,
    bouts=3,
    half_points=101,
    petit_au_bout=Side.TAKER,
    poignees=(Poignee("Anne", PoigneeSize.DOUBLE),),
)
HANDS = {
    "GARDE": (GARDE, "fft"),
    "FULL": (FULL, "wikipedia"),
}


@pytest.mark.promise(
    "Import and export between devices", "Packs of evenings of every earlier version open for ever."
)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_pack_of_every_version_opens(name: str, version: int) -> None:
    assert unpack(golden_pack(name, version).read_bytes()) == SAMPLES[name](SCHEMAS[version])


@pytest.mark.parametrize("name", SAMPLES)
def test_today_the_golden_packs_of_this_version_are_written(name: str) -> None:
    """They are never written again: a change of what is written needs a version more."""
    assert eventful(schema=SCHEMAS[VERSION]) == eventful(), (
        "a new event or field: see scorepad/sharing/README.md"
    )
    assert pack(SAMPLES[name](SCHEMAS[VERSION])) == golden_pack(name, VERSION).read_bytes()


@pytest.mark.parametrize("name", HANDS)
def test_a_packed_hand_of_every_version_opens(name: str) -> None:
    hand, scheme = HANDS[name]
    for version in VERSIONS:
        raw = bytes.fromhex(HANDS_OF_VERSIONS[version][name])
        assert unpack_hand(raw) == (hand, shipped_scheme(scheme))
    assert pack_hand(hand, shipped_scheme(scheme)).hex() == HANDS_OF_VERSIONS[VERSION][name]


# -- the numbers of the format ---


def test_the_lists_of_the_format_only_grow() -> None:
    """A new value comes last; then its number is added here."""
    lists: dict[str, Codes[object]] = {
        name: each for name, each in vars(codes).items() if isinstance(each, Codes)
    }
    written = {
        name: " ".join(str(getattr(each, "__name__", each)) for each in listed.values)
        for name, listed in lists.items()
    }
    assert written == LISTS
    assert {name: listed.order for name, listed in lists.items()} == ORDERS
    assert len(FIGURES) == 65
    assert len(SOURCES) == 17
    assert check_of({path: place for place, path in enumerate(FIGURES)}) == CHECK_OF_PATHS


def test_the_figures_of_shipped_schemes_stay_as_they_are() -> None:
    """Packs name a scheme by its number; other figures need another scheme, or old packs no longer open."""
    assert {id_: check_of(flat(scheme)) for id_, scheme in shipped_schemes().items()} == CHECKS


def test_the_payments_of_the_format_stay_as_they_are() -> None:
    """Whatever becomes of the rules of the app."""
    assert official(GARDE, shipped_scheme()) == (25 + 8) * 2
    assert official(FULL, shipped_scheme()) == (25 + 15 + 10) * 4 + 30


HANDS_OF_VERSIONS = {
    1: {
        "GARDE": "2199a75d564080405fa003",
        "FULL": "2121c651d9882dcdccad4272756e6f4a1a51128ae7ad3218e57fe6c5",
    },
    2: {
        "GARDE": "2299a75d56408071b7ba9e",
        "FULL": "2221c651d9882dcdccad4272756e6f4a1a51128ae7ad3218bd614fed",
    },
}
"""A new version adds a line; lines of older versions stay as they are."""
LISTS = {
    "ADJUSTMENTS": "penalty gift carried other",
    "BIDS": "garde petite garde_sans garde_contre pousse open",
    "CHANGES": (
        "Dealt Undone Noted Seated Renamed RulesChanged "
        "TakenOver Ended LengthAgreed RateAgreed PlayedOn LeftOut KeptApart"
    ),
    "COURTS": "king queen knight jack",
    "HALF_POINTS": "winner kept taker",
    "MISERES": "no_trumps no_court_cards neither",
    "OUTCOMES": "ThrownIn Adjustment TakeOver",
    "PLACES_OF_CARDS": "dog own_hand",
    "POIGNEES": "single double triple",
    "SCHEMES": (
        "fft pousse flat_80 contre_5 equal_split five_alone no_petite "
        "poignee_multiplied poignees_10_20_40 rounded_10 rounded_5 stepped_base "
        "wikipedia open_duel mouches mouches_margin chips"
    ),
    "SIDES": "taker defence",
    "SUITS": "spades hearts diamonds clubs",
    "THROWN_IN": "all_passed petit_sec misdeal excuse_alone no_trumps too_few",
    "TIME_FORMS": "3 0 6 None",
    "UNITS": "1 2 4",
}
ORDERS = {
    "ADJUSTMENTS": 2,
    "BIDS": 0,
    "CHANGES": 3,
    "COURTS": 0,
    "HALF_POINTS": 0,
    "MISERES": 1,
    "OUTCOMES": 0,
    "PLACES_OF_CARDS": 1,
    "POIGNEES": 1,
    "SCHEMES": 2,
    "SIDES": 1,
    "SUITS": 2,
    "THROWN_IN": 1,
    "TIME_FORMS": 1,
    "UNITS": 0,
}
CHECK_OF_PATHS = 47772
CHECKS = {
    "fft": 13547,
    "contre_5": 39761,
    "equal_split": 56127,
    "five_alone": 10870,
    "flat_80": 30639,
    "no_petite": 26226,
    "open_duel": 19764,
    "poignee_multiplied": 48616,
    "poignees_10_20_40": 42992,
    "pousse": 52637,
    "rounded_10": 24919,
    "rounded_5": 28792,
    "stepped_base": 62962,
    "wikipedia": 36003,
    "chips": 31301,
    "mouches": 11074,
    "mouches_margin": 55028,
}
