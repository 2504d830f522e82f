"""The score sheet on paper: every number of it is read back by poppler and compared with the engine's."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from itertools import pairwise

import pytest
import sample_evenings as samples
from approve import Approve
from evenings import after, by, stamp, started_with, table
from poppler import laid_out, poppler
from random_evenings import long

from scorepad.design import BOLD
from scorepad.evening.evening import Evening
from scorepad.evening.events import RateAgreed
from scorepad.evening.money import Rate
from scorepad.exports.drawing import MIDDLE, Text
from scorepad.exports.pages import FOOT, MARGIN, SIZES
from scorepad.exports.paper import planned, score_sheet
from scorepad.exports.sheet import ScoreSheet
from scorepad.exports.wording import Wording
from scorepad.i18n import MINUS, Translator
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.work import finished

POINT = 72 / 25.4
"""Points of a millimetre."""
FR = Translator("fr")


def sixteen_with_money() -> Evening:
    evening = samples.sixteen()
    return evening.add(RateAgreed(Rate(cents=50)), stamp(evening))


EVENINGS: dict[str, Callable[[], Evening]] = {
    "club": samples.club,
    "five": samples.five,
    "three": samples.three,
    "long": lambda: long(120),
    "eight": lambda: long(60, 8, 5),
    "six at four": lambda: long(25, 6, 4),
    "trouble": samples.trouble,
    "none": lambda: table(4),
    "one": lambda: long(1),
    "sixteen": sixteen_with_money,
}


def millions() -> Evening:
    """Eight people who play for more than anybody, with names that are as long as can be."""
    fft = shipped_scheme()
    bids = tuple(replace(bid, base=100_000) for bid in fft.bids)
    names = [f"{letter * 30}" for letter in "WMQ@ŒÆ%Ж"]
    return long(12, names, 5, scheme=replace(fft, id="house", name="M" * 60, bids=bids), title="W" * 60)


EVENINGS["millions"] = millions
DIFFERENT = ("club", "millions", "none", "sixteen")
"""The most different evenings, for the short run: all kinds of rows, the longest names, no hand, the most people."""


of_each_kind = pytest.mark.parametrize(
    "name",
    [name if name in DIFFERENT else pytest.param(name, marks=pytest.mark.long) for name in EVENINGS],
)
"""A test of evenings: of a few in the short run, and of all in the long one."""


def pdf_of(evenings: list[Evening], t: Translator, paper: str = "a4") -> bytes:
    return finished(score_sheet(evenings, t, paper))


@cache
def printed(name: str, language: str = "fr", paper: str = "a4") -> tuple[Evening, bytes]:
    """An evening, and its sheet."""
    evening = EVENINGS[name]()
    return evening, pdf_of([evening], Translator(language), paper)


# -- what is read back ---


@dataclass(frozen=True)
class Word:
    """A word of a page, and where it is, in points from the upper left corner."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def baseline(self) -> float:
        """Where it stands: the fonts reach 1.024 em above it and 0.4 em below."""
        return self.bottom - (self.bottom - self.top) * 0.4 / 1.424

    def touches(self, other: Word) -> bool:
        """Whether its letters run into those of another word, on the same line or on the next."""
        size, others = (self.bottom - self.top) / 1.424, (other.bottom - other.top) / 1.424
        above = self.baseline - 0.7 * size < other.baseline + 0.15 * others
        below = other.baseline - 0.7 * others < self.baseline + 0.15 * size
        return above and below and self.left < other.right - 0.6 and other.left < self.right - 0.6


def pages(document: bytes) -> list[tuple[float, float, list[Word]]]:
    """The width, the height and the words of each page."""
    found = []
    output = poppler("pdftotext", "-bbox", document=document)
    for page in re.findall(r"<page .*?</page>", output, re.DOTALL):
        sides = re.match(r'<page width="(.*?)" height="(.*?)">', page)
        assert sides
        words = re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page)
        read = [Word(float(a), float(b), float(c), float(d), unescape(text)) for a, b, c, d, text in words]
        found.append((float(sides[1]), float(sides[2]), read))
    return found


def in_lines(words: list[Word]) -> list[list[Word]]:
    """The words of each line from the left to the right; initials in shapes stand a little higher or lower."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.baseline):
        if lines and word.baseline - lines[-1][-1].baseline < 2.5:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.left) for line in lines]


def plainly(text: str) -> str:
    """A text with spaces of one kind, since poppler tells some of them apart and others not."""
    return re.sub("[\u00a0\u202f]", " ", text)


def value(text: str, unit: int) -> int:
    """An amount as it is printed, in 1/unit of a point."""
    plain = re.sub(r"[\s\u202f\u00a0+]", "", text).replace(MINUS, "-")
    parts = re.fullmatch(r"(-?)(\d*)([½¼¾]?)", plain)
    assert parts, text
    sign, whole, fraction = parts.groups()
    assert whole or fraction, text
    amount = int(whole or 0) * unit + {"": 0, "¼": unit // 4, "½": unit // 2, "¾": 3 * unit // 4}[fraction]
    return -amount if sign else amount


@dataclass(frozen=True)
class Row:
    """A row of the sheet: the words before the amounts, and the amount of each person, None where there is none."""

    title: str
    amounts: list[str | None]


def sheet(evening: Evening, document: bytes) -> list[list[Row]]:
    """The rows of the score sheet on each page that has one, between its head and its foot."""
    planned = ScoreSheet(Wording(evening, FR), "a4")
    edges = [(MARGIN + edge) * POINT for edge in planned.grid.edges[planned.first :]]
    found = []
    for _, _, words in pages(document):
        lines = in_lines(words)
        heads = [n for n, line in enumerate(lines) if FR("Dealer") in [word.text for word in line]]
        ends = [n for n, line in enumerate(lines) if {*FR("To carry over").split()} <= {w.text for w in line}]
        ends += [n for n, line in enumerate(lines) if FR("Balance") in [word.text for word in line]]
        if ends:
            first = heads[0] if heads else ends[0] - 1
            found.append([_row(line, edges) for line in lines[first + 1 : ends[0] + 1]])
    return found


def _row(line: list[Word], edges: list[float]) -> Row:
    cells = [
        "".join(word.text for word in line if left <= word.left < right) or None
        for left, right in pairwise(edges)
    ]
    return Row(" ".join(word.text for word in line if word.left < edges[0]), cells)


def amounts(row: Row, evening: Evening) -> list[int | None]:
    """The amounts of a row, in 1/unit of the sheet."""
    return [None if each is None else value(each, evening.sheet.unit) for each in row.amounts]


# -- numbers ---


@pytest.mark.promise("Exports", "Every amount on the paper sheet is the one that scorepad computes.")
@of_each_kind
def test_every_amount_of_the_sheet_is_the_engines(name: str) -> None:
    evening, document = printed(name)
    rows = {row.title.split()[0]: row for page in sheet(evening, document) for row in page if row.title}
    for row in evening.sheet.counting_rows:
        players = row.deal.hand.players if row.deal.hand else ()
        assert amounts(rows[str(row.number)], evening) == [
            amount if person.id in players else None
            for person, amount in zip(evening.sheet.people, row.amounts, strict=True)
        ], row.number


@of_each_kind
def test_totals_are_carried_from_page_to_page_and_checked(name: str) -> None:
    evening, document = printed(name)
    of_pages, before = sheet(evening, document), None
    totals = {row.number: list(row.totals) for row in evening.sheet.counting_rows}
    for number, rows in enumerate(of_pages):
        carried = [row for row in rows if row.title == FR("Carried over")]
        assert [rows.index(row) for row in carried] == ([0] if number else [])
        if carried:
            assert amounts(carried[0], evening) == before
        numbers = [int(word) for row in rows if (word := row.title.partition(" ")[0]).isdigit()]
        before = next((totals[each] for each in reversed(numbers) if each in totals), before)
        assert amounts(rows[-1], evening) == (before or [0] * len(evening.sheet.people))
    assert of_pages[-1][-1].title == FR("Balance")
    assert amounts(of_pages[-1][-1], evening) == list(evening.sheet.totals)
    text = plainly(poppler("pdftotext", "-raw", document=document))
    check = re.search(r"Vérification.: (.*) − (.*) = (.*) ✓", text)
    assert check
    plus, minus, rest = (value(part, evening.sheet.unit) for part in check.groups())
    assert (plus, rest) == (minus, 0)
    assert plus == sum(max(0, amount) for row in evening.sheet.counting_rows for amount in row.amounts)


# -- the look ---


@pytest.mark.promise("Exports", "Nothing is cut off on paper, and no words lie over each other.")
@pytest.mark.parametrize("paper", SIZES)
@of_each_kind
def test_nothing_is_clipped_and_no_words_overlap(name: str, paper: str) -> None:
    _, document = printed(name, "de", paper)
    assert_whole(document, paper)


def assert_whole(document: bytes, paper: str = "a4") -> None:
    """Every word is within the margins, and apart from every other."""
    for width, height, words in pages(document):
        assert sorted((width, height)) == pytest.approx([side * POINT for side in SIZES[paper]], abs=0.01)
        for word in words:
            assert word.left >= MARGIN * POINT - 1, word
            assert word.right <= width - MARGIN * POINT + 1, word
            assert word.top >= 0, word
            if word.text != "Scorepad" and not re.fullmatch(r"\d+/\d+", word.text):
                assert word.baseline <= height - FOOT * POINT, word
        by_height = sorted(words, key=lambda word: word.top)
        for n, word in enumerate(by_height):
            for other in by_height[n + 1 :]:
                if other.top >= word.bottom:
                    break
                assert not word.touches(other), (word, other)


def test_eight_people_print_upright_and_sixteen_across() -> None:
    for name, landscape in (("club", False), ("three", False), ("eight", False), ("sixteen", True)):
        _, document = printed(name)
        assert {width > height for width, height, _ in pages(document)} == {landscape}


def test_the_score_sheet_can_be_printed_alone() -> None:
    only = finished(score_sheet([samples.club()], FR, sheet_only=True))
    text = poppler("pdftotext", "-raw", document=only)
    assert FR("Balance") in text
    others = ("Final standings", "The curve of the evening", "The hands, line by line")
    assert not [each for each in others if FR(each) in text]


def test_a_short_evening_takes_few_pages() -> None:
    """The curve makes room for the sheet, and for a few hands."""
    assert [len(pages(printed(name)[1])) for name in ("none", "one", "club")] == [1, 1, 2]


def test_every_page_of_the_sheet_has_the_names() -> None:
    evening, document = printed("eight")
    texts = poppler("pdftotext", "-layout", document=document).split("\f")[:-1]
    sheets = [text for text in texts if FR("Dealer") in text]
    assert len(sheets) > 1
    assert all(person.name in text for text in sheets for person in evening.sheet.people)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *[("club", "fr"), ("five", "de"), ("mixed", "fr")],
        *[("beside", "en"), ("mouches", "en"), ("chips", "en"), ("trouble", "en")],
    ],
)
def test_the_text_is_as_it_was_approved(name: str, language: str, approve: Approve) -> None:
    document = pdf_of([getattr(samples, name)()], Translator(language))
    approve(f"sheet-{name}-{language}.txt", laid_out(document).encode())


@of_each_kind
def test_no_badges_overlap(name: str) -> None:
    """Wherever they are, on the curve and beside it too."""
    for page in planned(Wording(EVENINGS[name](), FR), "a4").pages:
        texts = [shape for part in page for shape in part.shapes if isinstance(shape, Text)]
        badges = [
            each for each in texts if each.anchor == MIDDLE and each.weight == BOLD and len(each.words) == 1
        ]
        for number, one in enumerate(badges):
            for other in badges[number + 1 :]:
                apart = one.size + other.size - 1.2  # letters stand higher or lower in some shapes
                assert abs(one.x - other.x) >= apart or abs(one.y - other.y) >= apart, (one, other)


@pytest.mark.promise("Exports", "A screen reader finds the headings and rows of the PDF.")
def test_screen_readers_find_headings_rows_and_the_curve() -> None:
    evening, document = printed("club")
    structure = poppler("pdfinfo", "-struct-text", document=document)
    assert "Tagged:          yes" in poppler("pdfinfo", document=document)
    assert re.findall(r"^ *(H\d)", structure, re.MULTILINE) == ["H1", "H2", "H2", "H2", "H2"]
    assert structure.count("\n  P (block)") > 20
    assert "Petite, réussie +25 0 point de gain 0" in plainly(structure), "words are parted"
    assert "1/2" not in structure, "what stands at the foot of each page is no content"
    description = re.search(rb"/Alt <(.*?)>", document)
    assert description
    totals = ", ".join(
        f"{each.person.name} {FR.signed(each.total, evening.sheet.unit)}" for each in evening.sheet.standings
    )
    shown = bytes.fromhex(description[1].decode()).decode("utf-16")
    assert shown == f"La courbe de la soirée: {totals}"


# -- what happened ---


def test_a_bid_that_the_rules_lack_is_marked() -> None:
    evening = table(4, scheme=shipped_scheme("pousse"))
    evening = after(evening, by(0, Bid.POUSSE, 2, 50))
    forced = started_with(evening, scheme=shipped_scheme())
    text = poppler("pdftotext", "-layout", document=pdf_of([forced], Translator("en")))
    assert Translator("en")("This table does not play {bid}.", bid="Pousse") in text


def test_every_letter_is_in_the_fonts_that_are_embedded() -> None:
    _, document = printed("trouble")
    fonts = [line.split() for line in poppler("pdffonts", document=document).splitlines()[2:]]
    assert len(fonts) == 2
    for name, *facts in fonts:
        assert "ScorepadSans" in name
        assert facts[-5:-2] == ["yes", "yes", "yes"], "embedded, a part of it, with its letters"


# -- the document ---


def test_the_same_evening_gives_the_same_bytes() -> None:
    first, again = (pdf_of([samples.club(), samples.trouble()], FR) for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF-1.")


def test_the_document_has_its_metadata() -> None:
    _, document = printed("club")
    facts = dict(
        line.split(":", 1) for line in poppler("pdfinfo", "-isodates", document=document).splitlines()
    )
    assert facts["Title"].strip() == "Club de Tarot, table 3, vendredi 20 novembre 2026"
    assert facts["Author"].strip() == "Scorepad"
    assert facts["CreationDate"].strip().startswith("2026-11-20T12:15:00")
    assert b"/Lang (fr)" in document


def test_several_evenings_begin_on_pages_of_their_own() -> None:
    t = Translator("en")
    document = pdf_of([samples.club(), samples.five(), samples.three()], t)
    texts = poppler("pdftotext", "-layout", document=document).split("\f")[:-1]
    firsts = [text for text in texts if t("Final standings") in text or t("Standings so far") in text]
    titles = [text.strip().splitlines()[0].strip() for text in firsts]
    assert titles == ["Club de Tarot, table 3", "Vendredi chez Léa", "Evening of Nov 20"]
    assert [text.split()[-1] for text in texts] == [f"{n}/{len(texts)}" for n in range(1, len(texts) + 1)]
    assert "Score sheets, 3 evenings" in poppler("pdfinfo", document=document)
