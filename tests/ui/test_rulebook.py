"""The rules to be read and searched: every number in them is the engine's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.names import document_name, scheme_title, source_text
from scorepad.i18n.sentences import formula
from scorepad.tarot.cards import CARDS_IN_DECK, HALF_POINTS, CardKind
from scorepad.tarot.hand import HALF_POINTS_IN_DECK, NEEDED, Bid, Hand, Poignee, PoigneeSize, Side
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import SOURCES, PoigneePoints, PoigneeTrumps, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.ui import rulebook
from scorepad.ui.rulebook import Chapter, chapters, found

from .client import Driver
from .evening import Windows, flaws, only_long

TRANSLATORS = [Translator(language) for language in LANGUAGES]
EN = Translator("en")
EACH = pytest.mark.parametrize("t", TRANSLATORS, ids=LANGUAGES)
FFT = shipped_scheme()
GARDE = Hand(players=("A", "B", "C", "D"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
PETITE = replace(GARDE, bid=Bid.PETITE)
SUM = re.compile(r"[−(]*\d[\d½ ×+−()]* = −?\d+½?")
"""A sum as the app writes it: "−(25 + 1) × 2 = −52"."""


def written(book: tuple[Chapter, ...]) -> str:
    return "\n".join(sentence for chapter in book for sentence in (chapter.title, *chapter.sentences))


def of(scheme: Scheme, hand: Hand = GARDE, **facts: Any) -> str:
    """The sum that the engine comes to for a hand."""
    return formula(EN, score(replace(hand, **facts), scheme))


def titled(t: Translator, words: str) -> Chapter:
    """The chapter of an English title, in a language."""
    [chapter] = [chapter for chapter in chapters(t) if chapter.title == t(words)]
    return chapter


# --- The numbers ------------------------------------------------------------------------------------------------

LOST: dict[str, Any] = {"half_points": 68, "petit_au_bout": Side.TAKER}
THREE_BOUTS: dict[str, Any] = {"bouts": 3, "half_points": 80, "poignees": (Poignee("B", PoigneeSize.SINGLE),)}


def sums(fft: Scheme, multiplied: Scheme) -> list[str]:
    """What the book reckons before it comes to the single schemes, in its order."""
    three = replace(PETITE, players=("A", "B", "C"))
    return [
        of(fft),
        of(fft, half_points=80),
        of(fft, PETITE, **LOST),
        of(fft, three, half_points=81),
        of(fft, three, half_points=83),
        of(fft, half_points=82, petit_au_bout=Side.DEFENCE),
        of(multiplied, **THREE_BOUTS),
        of(fft, **THREE_BOUTS),
    ]


def shown_by_each(scheme: Scheme) -> str:
    if scheme.open:
        return of(scheme, replace(GARDE, players=("A", "B"), bid=Bid.OPEN), petit_au_bout=Side.TAKER)
    return of(scheme, petit_au_bout=Side.TAKER, poignees=(Poignee("A", PoigneeSize.SINGLE),))


@EACH
def test_every_sum_in_the_book_is_one_of_the_engine(t: Translator) -> None:
    expected = sums(FFT, shipped_scheme("poignee_multiplied"))
    expected += [shown_by_each(scheme) for scheme in shipped_schemes().values()]
    assert SUM.findall(written(chapters(t))) == expected


def strange() -> Scheme:
    """Rules in which no number is as it was."""

    def sizes(single: int, double: int, triple: int) -> PoigneeTrumps:
        return PoigneeTrumps(single=single, double=double, triple=triple)

    thresholds = replace(
        FFT.poignee.thresholds,
        two=sizes(8, 9, 12),
        three=sizes(5, 7, 9),
        four=sizes(4, 6, 11),
        five=sizes(3, 14, 16),
    )
    return replace(
        FFT,
        bids=tuple(replace(bid, base=31, factor=bid.factor + 8) for bid in FFT.bids),
        petit_au_bout=replace(FFT.petit_au_bout, points=17),
        poignee=replace(
            FFT.poignee, points=PoigneePoints(single=23, double=37, triple=47), thresholds=thresholds
        ),
        chelem=replace(FFT.chelem, announced_made=610, announced_missed=-370, unannounced=190),
    )


@EACH
def test_the_book_follows_the_engine(t: Translator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under other official rules every figure is another one; none was typed."""
    other = strange()
    multiplied = shipped_scheme("poignee_multiplied")
    known = {**shipped_schemes(), "fft": other}
    monkeypatch.setattr(rulebook, "shipped_scheme", lambda id_="fft": known[id_])
    monkeypatch.setattr(rulebook, "shipped_schemes", lambda: known)
    assert SUM.findall(written(chapters(t)))[:8] == sums(other, multiplied)
    bids = " ".join(titled(t, "The bids").sentences)
    assert re.findall(r"×(\d+)", bids) == ["9", "10", "12", "14"]
    assert "31" in bids
    assert "25" not in bids
    assert re.findall(r"\d+", titled(t, "Petit au bout").sentences[0]) == ["17"]
    poignees = titled(t, "Poignées").sentences
    assert re.findall(r"\d+", poignees[0]) == ["23", "37", "47"]
    assert [re.findall(r"\d+", sentence) for sentence in poignees[1:5]] == [
        ["2", "8", "9", "12"],
        ["3", "5", "7", "9"],
        ["4", "4", "6", "11"],
        ["5", "3", "14", "16"],
    ]
    chelem = titled(t, "Chelem").sentences
    assert re.findall(r"[+−]\d+", chelem[0]) == ["+610", "+190", "−370"]
    assert re.findall(r"\d+", chelem[1]) == ["190"]
    shares = " ".join(titled(t, "Who pays whom").sentences)
    assert re.findall(r"[+−]\d+", shares)[:2] == ["+390", "−390"]
    assert "23 / 37 / 47" in " ".join(titled(t, "Where the books disagree").sentences)


@EACH
def test_the_facts_beside_the_sums_are_those_of_the_sums(t: Translator) -> None:
    """What the hand was said to be (49 points, down 7) is what was reckoned."""
    defence, _, made, lost = titled(t, "Made or down").sentences[1:]
    rest = re.findall(r"(\d+½) \((\d)", defence)
    assert {int(bouts): points for points, bouts in rest} == {0: "35½", 1: "40½", 2: "50½", 3: "55½"}
    assert re.findall(r"\d+", made.split("(")[0]) == ["2", "49"]
    assert f"+ {49 - NEEDED[2]})" in made
    assert f"+ {NEEDED[2] - 40})" in lost
    assert "40" in lost.split("−(")[0]
    petit = titled(t, "Petit au bout").sentences[1]
    [down] = re.findall(r"\d+", petit.split("−25")[0])
    assert f"− {down} +" in petit
    for sentence, points, margin in zip(
        titled(t, "Half points").sentences[1:], ("40½", "41½"), ("− 1 ", "+ 1 "), strict=True
    ):
        assert sentence.startswith((f"{points} ", f"Mit {points}"))
        assert margin in sentence


@EACH
def test_the_cards_and_the_points_needed_are_those_of_the_deck(t: Translator) -> None:
    worth, deck, _ = titled(t, "The cards and their points").sentences
    plain = (CardKind.KINGS, CardKind.QUEENS, CardKind.KNIGHTS, CardKind.JACKS, CardKind.OTHERS)
    assert re.findall(r"\d*½", worth) == [t.half_points(HALF_POINTS[kind]) for kind in plain]
    assert re.findall(r"\d+", deck) == [str(CARDS_IN_DECK), str(HALF_POINTS_IN_DECK // 2)]
    needed = re.findall(r"(\d+) \((\d)", titled(t, "Made or down").sentences[0])
    assert {int(bouts): int(points) for points, bouts in needed} == NEEDED


@EACH
def test_the_payments_are_those_of_the_engine(t: Translator) -> None:
    for sentence, players, partner in zip(
        titled(t, "Who pays whom").sentences[1:6], (2, 3, 4, 5, 5), (None, None, None, "B", None), strict=True
    ):
        hand = replace(GARDE, players=tuple("ABCDE"[:players]), partner=partner)
        totals = settle(score(hand, FFT), hand, FFT).totals
        assert re.findall(r"[+−]\d+", sentence) == [t.signed(amount) for amount in totals]
        assert str(players) in sentence


@EACH
def test_disputed_rules_are_given_with_their_sources(t: Translator) -> None:
    chapter = titled(t, "Where the books disagree")
    said = " ".join(chapter.sentences)
    for scale in ("20 / 30 / 40", "20 / 40 / 60", "10 / 20 / 40"):
        assert scale in said
    assert document_name(t, "S0") in said
    assert document_name(t, "S2") in said


@EACH
def test_slips_are_named_with_what_is_right(t: Translator) -> None:
    fourth, fifth, lost, dog = titled(t, "Slips in the sources").sentences
    assert "40" in fourth.split("(25")[0]
    assert "(25 + 0 − 10) × 2 = 30" in fourth
    assert document_name(t, "S0") in fourth
    assert "(25 + 4 + 10) × 2 = 78" in fifth
    assert "(25 + 4) × 2 + 20 = 78" in fifth
    assert lost.count("25") == 2
    assert document_name(t, "S3") in lost
    assert re.findall(r"\d+", dog) == ["14", "7", "8"]


@EACH
def test_the_misere_is_what_every_other_player_pays(t: Translator) -> None:
    amounts = titled(t, "Misère").sentences[1]
    assert re.findall(r"\d+", amounts) == ["10", "20", "30", "40"]


@EACH
def test_the_excuse_is_worth_what_the_engine_counts(t: Translator) -> None:
    worth, given, alone = titled(t, "The excuse").sentences[:3]
    assert "4½" in worth
    assert " ½" in given.replace("\u00a0", " ")
    assert re.findall(r"\d½?", alone) == ["4"]


@EACH
def test_the_odds_are_computed(t: Translator) -> None:
    def figures(sentence: str) -> list[str]:
        return re.findall(r"\d+[.,]\d+", sentence.replace(",", "."))

    dog, dealt, together, king, ten = titled(t, "The odds").sentences
    assert figures(dog) == ["72.5", "80.8", "90.0"]
    assert figures(dealt) == ["45.0", "41.9", "12.1", "1.1"]
    assert figures(together) == ["32.6", "45.1", "19.6", "2.7"]
    assert figures(king) == ["4.8"]
    assert figures(ten) == ["0.52"]


@EACH
def test_every_scheme_has_a_chapter_that_leads_to_it(t: Translator) -> None:
    last = [chapter for chapter in chapters(t) if len(chapter.schemes) == 1]
    assert [chapter.schemes[0] for chapter in last] == list(shipped_schemes())
    for chapter in last:
        scheme = shipped_scheme(chapter.schemes[0])
        assert chapter.title == scheme_title(t, scheme)
        assert shown_by_each(scheme) in " ".join(chapter.sentences)
        assert any(source_text(t, scheme.source) in sentence for sentence in chapter.sentences)


@EACH
def test_the_books_behind_the_letters_are_named(t: Translator) -> None:
    """ "S0, Variations" tells nobody what to take from the shelf."""
    book = written(chapters(t))
    for letter, document in SOURCES.items():
        assert f"{document_name(t, letter)}: {document}" in book


def test_a_scheme_without_a_garde_has_its_example_too(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(FFT, id="fft", bids=FFT.bids[:1])
    monkeypatch.setattr(rulebook, "shipped_schemes", lambda: {"fft": odd})
    assert "25 + 8 + 10 + 20 = 63" in written(chapters(EN))


@EACH
def test_every_sentence_is_whole(t: Translator) -> None:
    book = chapters(t)
    titles = [chapter.title for chapter in book]
    assert len(set(titles)) == len(titles) > 20
    for chapter in book:
        assert chapter.title
        assert chapter.sentences
        for sentence in chapter.sentences:
            assert not re.search(r"[{}]|None", sentence), sentence
            assert sentence[-1] in ".!?" or ":" in sentence, sentence


def test_no_language_is_left_in_english() -> None:
    books = [chapters(t) for t in TRANSLATORS]
    for fr, en, de in zip(*books, strict=True):
        assert len({written((chapter,)) for chapter in (fr, en, de)}) == 3, en.title


# --- The search -------------------------------------------------------------------------------------------------


def titles(words: str, language: str = "en") -> list[str]:
    return [chapter.title for chapter in found(chapters(Translator(language)), words)]


@pytest.mark.parametrize(
    ("language", "words", "title"),
    [
        ("en", "hand 4", "Slips in the sources"),
        ("en", "slip", "Slips in the sources"),
        ("en", "dog of 7", "Slips in the sources"),
        ("en", "excuse last trick", "The excuse"),
        ("en", "imprenable", "Hands that are thrown in"),
        ("en", "only trump", "Hands that are thrown in"),
        ("en", "first dealer cards", "The deal"),
        ("en", "rule of thumb", "Poignées"),
        ("en", "called king", "The odds"),
        ("fr", "donne 4", "Slips in the sources"),
        ("fr", "erreur", "Slips in the sources"),
        ("fr", "excuse dernier pli", "The excuse"),
        ("fr", "imprenable", "Hands that are thrown in"),
        ("fr", "chien bout donnes", "The odds"),
        ("de", "spiel 4", "Slips in the sources"),
        ("de", "letzten stich gewinner", "The excuse"),
        ("de", "imprenable", "Hands that are thrown in"),
    ],
)
def test_what_tables_ask_is_found_by_its_words(language: str, words: str, title: str) -> None:
    assert Translator(language)(title) in titles(words, language)


@pytest.mark.parametrize("words", ["poignée", "poignee", "POIGNÉE", "Poigne\u0301e", "  poignee  "])
def test_accents_and_capitals_do_not_matter(words: str) -> None:
    assert titles(words) == titles("poignée")
    assert titles(words)[0] == EN("Poignées")
    assert EN("Chelem") not in titles(words)


def test_every_word_has_to_be_there() -> None:
    assert titles("petit sec") == [EN("Hands that are thrown in")]
    assert titles("sec petit") == [EN("Hands that are thrown in")]
    assert titles("dealer poignée") == []
    assert titles("13 15 18") == [EN("Poignées")]
    assert EN("Chelem") in titles("all tricks")


def test_a_scheme_is_found_by_its_name_and_its_source() -> None:
    assert titles("flat 80") == ["Flat 80, 160, 320"]
    assert titles("stepped wikipedia") == ["Stepped base"]
    assert titles("arrondi a 5", "fr")[-2:] == ["Arrondi à 10", "Arrondi à 5"]


def test_each_language_is_searched_in_its_own_words() -> None:
    assert Translator("fr")("The deal") in titles("donneur", "fr")
    assert titles("donneur", "en") == []
    assert titles("kartengeber", "de") or titles("geber", "de")
    assert titles("defenseur", "fr") == titles("défenseur", "fr") != []


def test_no_words_are_the_whole_book() -> None:
    assert titles("") == titles("   ") == [chapter.title for chapter in chapters(EN)]


def headings(app: Driver) -> list[str]:
    """The headings of chapters on the screen."""
    found = []
    for each in app.screen():
        if each.kind == "Semantics" and each.node.get("heading_level") == 2:
            found += app.texts_in(each)
    return found


async def test_the_book_is_read_and_searched(windows: Windows) -> None:
    app = await windows.window()
    await app.tap("menu", "help")
    assert app.route == "/help"
    assert headings(app) == titles("")
    assert any("(25 + 8) × 2 = 66" in text for text in app.texts())
    await app.type("search", "poignee")
    assert headings(app) == titles("poignée")
    await app.type("search", "chelem costs")
    assert headings(app) == [EN("Chelem")]
    assert EN("No result.") not in app.texts()
    await app.type("search", "bridge")
    assert headings(app) == []
    assert EN("No result.") in app.texts()
    await app.type("search", "")
    assert headings(app) == titles("")
    await app.tap("back")
    assert app.route == "/"


async def test_a_chapter_leads_to_the_rules_it_speaks_of(windows: Windows) -> None:
    app = await windows.window("/help")
    await app.type("search", "books disagree")
    [link] = [name for name in app.identifiers() if name.endswith("-wikipedia")]
    await app.tap(link)
    assert app.route == "/rules/wikipedia"
    assert EN("Points from every other player") in app.texts()


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_or_too_small(windows: Windows) -> None:
    app = await windows.window("/help")
    assert flaws(app) == []
    await app.type("search", "petit")
    assert len(headings(app)) > 3
    assert flaws(app) == []
    await app.type("search", "xyz")
    assert flaws(app) == []
