"""Blank score sheets, as poppler reads them."""

from __future__ import annotations

from itertools import product

import pytest
import segno
from approve import Approve
from poppler import laid_out
from test_pdf import assert_whole

from scorepad.exports.blank import QR, QUIET_ZONE, qr_code
from scorepad.exports.drawing import Area
from scorepad.exports.formats import PAPERS, blank_sheet
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

ADDRESS = "https://example.org/scorepad/"
FFT = shipped_scheme()


def sheet(
    players: int, language: str = "en", scheme: Scheme = FFT, paper: str = "a4", address: str = ""
) -> bytes:
    return blank_sheet(scheme, players, Translator(language), paper, address).data


@pytest.mark.promise("Looking back", "A blank sheet has room for 25 hands, and the figures of its rules.")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_blank_sheet_has_room_for_an_evening_and_the_figures_of_its_rules(
    players: int, approve: Approve
) -> None:
    approve(f"blank-{players}.txt", laid_out(sheet(players)).encode())


def test_a_blank_sheet_is_one_whole_page_by_any_rules(long: bool) -> None:
    """In each language and on each paper: they take turns in the short run, which leaves out two schemes of three."""
    looks = [*product(LANGUAGES, PAPERS)]
    for number, scheme in enumerate([*shipped_schemes().values()][:: 1 if long else 3]):
        for language, paper in looks if long else [looks[number % len(looks)]]:
            document = sheet(3 + number % 3, language, scheme, paper, ADDRESS)
            assert_whole(document, paper)
            assert "1/1" in laid_out(document)


@pytest.mark.promise("Looking back", "The code on a blank sheet is the address of the web app.")
def test_the_code_of_a_blank_sheet_is_the_address() -> None:
    made = segno.make(ADDRESS, error="m", micro=False).matrix
    module = QR / (len(made) + 2 * QUIET_ZONE)
    dark = set()
    for area in qr_code(ADDRESS, QR):
        assert isinstance(area, Area)
        (left, top), (right, _), *_ = [
            (x / module - QUIET_ZONE, y / module - QUIET_ZONE) for x, y in area.points
        ]
        dark |= {(round(x), round(top)) for x in range(round(left), round(right))}
    assert dark == {(x, y) for y, row in enumerate(made) for x, cell in enumerate(row) if cell}


def test_without_an_address_there_is_no_code_and_more_room() -> None:
    assert len(sheet(4)) < len(sheet(4, address=ADDRESS))
    assert sheet(4) == sheet(4)
