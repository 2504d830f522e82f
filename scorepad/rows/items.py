"""The items of a row: names, numbers and phrases of the language, each with the meanings that it may have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorepad.i18n.conventions import conventions_of
from scorepad.text import folded

from .words import phrases, sizes, words_of

QUOTED = '"[^"]*"|“[^”]*”|«[^»]*»'
"""A name in quotation marks; it is never another word."""
TOKEN = re.compile(
    rf"{QUOTED}|(?:(?<![\w½])-|\+ ?)?(?:\d+(?:[.,](?:50?|00?)(?!\d))?½?|½)|[^\W\d_]+|[^\s.,;:()|/&+'’°º#]"
)
"""A name in quotation marks, a number with its sign, a word, or another sign that has to be explained."""
SILENT = {"filler", "with", "by", "points", "partner", "dash"}
"""The kinds of items that say nothing by themselves."""
TOLD = {
    "petit": {"missed", "dash"},
    "poignee": {"size"},
    "chelem": {"announced", "unannounced", "made", "missed", "down"},
    "misere": {"misere_kind"},
}
"""The kinds of items that describe a bonus, by the kind of the bonus."""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""How a keyboard without umlauts writes them."""
LOOKS_LIKE = {"l": "1", "I": "1", "O": "0", "o": "0"}
"""Letters that a camera reads in place of a digit."""
MARGIN = 40
"""The largest number, in half points, that after "made" or "down" is surely the margin: no points are so few."""
LONGEST = 8
"""The most words of a phrase or a name."""


@dataclass
class Item:
    """Words of a row with a meaning: a `kind` and, by the kind, a `value`.

    The value of a name is a tuple of the places of the players who may be meant. The value of a number is in half
    points; its `sign` is 1 or -1, or 0 if the row has no sign. An item with several `meanings` is read with each of
    them.
    """

    kind: str
    words: str
    value: Any = None
    sign: int = 0
    used: bool = False
    meanings: tuple[Item, ...] = ()

    @property
    def amount(self) -> int:
        """The number with its sign, in half points."""
        return int(self.value) * (self.sign or 1)

    @property
    def counts_bouts(self) -> bool:
        """Whether the item is a number from 0 to 3 without a sign."""
        return self.kind == "number" and self.value in (0, 2, 4, 6) and not self.sign


def items_of(text: str, names: Sequence[str], language: str) -> list[Item]:
    """The items of a row in their order."""
    raw = [each.group() for each in TOKEN.finditer(text)]
    found: list[Item] = []
    at = 0
    while at < len(raw):
        item, count = first_item(raw[at : at + LONGEST], names, language)
        if item.kind == "number" and not item.sign:
            item = _after(found, item)
        if item.kind == "bouts" and found and found[-1].kind in ("unknown", "filler"):
            found[-1] = _in_words(found[-1], language)
        found.append(_unit(found, item))
        at += count
    for before, number, after in zip(found, found[1:], found[2:], strict=False):  # "um 8 gewonnen"
        if before.kind == "by" and number.kind == "number" and after.kind in ("made", "down"):
            number.sign, number.meanings = (1 if after.kind == "made" else -1), ()
    return [_unquoted(item, found) for item in found]


def _unit(before: Sequence[Item], item: Item) -> Item:
    """Reads the letter B or P after a number as "bouts" or "points"; returns any other item unchanged."""
    if not before or before[-1].kind != "number" or before[-1].sign:
        return item
    if item.words in ("B", "b") and item.kind == "unknown" and before[-1].counts_bouts:
        return Item("bouts", item.words)
    if item.words in ("P", "p") and not before[-1].counts_bouts:
        return Item("points", item.words)
    return item


def _unquoted(item: Item, row: Sequence[Item]) -> Item:
    """Returns an item without its meaning as a name, if the row has this name elsewhere in quotation marks."""
    quoted = {each.value for each in row if each.kind == "name" and re.fullmatch(QUOTED, each.words)}
    left = [each for each in item.meanings if each.kind != "name" or each.value not in quoted]
    return _with_meanings(left[0], left[1:]) if left else item


def first_item(raw: Sequence[str], names: Sequence[str], language: str) -> tuple[Item, int]:
    """The item at the beginning of these tokens, and the number of tokens that it takes."""
    token, words = raw[0], [folded(each) for each in raw]
    if token in LOOKS_LIKE:
        digit = replace(_number(LOOKS_LIKE[token]), words=token)
        word, count = _word(raw, words, names, language)
        others = word.meanings or ((word,) if word.kind != "unknown" else ())
        return (replace(word, meanings=(*others, digit)) if others else digit), count
    if re.fullmatch(QUOTED, token):
        who = tuple(place for place, name in enumerate(names) if name == token[1:-1].strip())
        return Item("name" if who else "unknown", token, who), 1
    if token[-1] in "0123456789½":
        return _number(token), 1
    if token == "-":
        return Item("dash", token), 1
    return _word(raw, words, names, language)


def _word(raw: Sequence[str], words: Sequence[str], names: Sequence[str], language: str) -> tuple[Item, int]:
    """The name or the phrase at the beginning of these tokens, and the number of tokens that it takes."""
    token = raw[0]
    who, in_full, length = _named(words, names)
    name = Item("name", " ".join(raw[:length]), who)
    phrase = next((each for each in phrases(language).get(words[0], ()) if _starts(words, each[0])), None)
    if phrase is None:
        return (_with_meanings(name, _sizes(token, language)), length) if who else (Item("unknown", token), 1)
    said = Item(phrase[1], " ".join(raw[: len(phrase[0])]), phrase[2])
    count = len(phrase[0])
    if in_full and length > count:
        return name, length
    if length == count and (in_full or len(token) == 1 or said.kind == "filler"):
        return _with_meanings(said, (*_sizes(token, language), name)), count
    return said, count


def _sizes(token: str, language: str) -> Sequence[Item]:
    """The size of a poignée that one letter may mean."""
    size = sizes(language).get(folded(token))
    return [Item("size", token, size)] if size else []


def _with_meanings(item: Item, others: Sequence[Item]) -> Item:
    return replace(item, meanings=(item, *others)) if others else item


def _starts(words: Sequence[str], phrase: Sequence[str]) -> bool:
    return tuple(words[: len(phrase)]) == tuple(phrase)


def _number(token: str) -> Item:
    digits = re.sub(r"[^\d.,]", "", token).replace(",", ".")
    half_points = int(2 * float(digits or 0)) + ("½" in token)
    return Item("number", token, half_points, {"+": 1, "-": -1}.get(token[0], 0))


def _after(before: Sequence[Item], number: Item) -> Item:
    """A number with its meanings after the words `before`: "down by 7" is −7, "down 27" is −27 or 27 points."""
    last, words = before[-1:], [item for item in before[-2:] if item.kind != "by"][-1:]
    if last and last[0].kind == "dash":
        return replace(number, meanings=(number, replace(number, sign=-1)))
    if words and words[0].kind in ("made", "down"):
        margin = replace(number, sign=1 if words[0].kind == "made" else -1)
        sure = last != words or number.value <= MARGIN
        return margin if sure else replace(number, meanings=(number, margin))
    return number


def _in_words(item: Item, language: str) -> Item:
    """The number for a word before "bouts", such as "two"; returns the item unchanged if the word means no number."""
    numbers = enumerate(conventions_of(language).number_words[:4])
    count = next((n for n, forms in numbers if folded(item.words) in folded(forms).split()), None)
    return item if count is None else Item("number", item.words, 2 * count)


def _named(words: Sequence[str], names: Sequence[str]) -> tuple[tuple[int, ...], bool, int]:
    """Finds the players whom the first words may name; takes as many words as possible.

    Returns the places of these players, whether the words are a whole name, and the number of these words.
    """
    split = [{words_of(name), words_of(name.translate(UMLAUTS))} for name in names]
    for length in range(
        min(len(words), max([len(each) for forms in split for each in forms], default=0)), 0, -1
    ):
        first = tuple(words[:length])
        whole = tuple(place for place, forms in enumerate(split) if first in forms)
        begun = tuple(
            place for place, forms in enumerate(split) if any(_begins(each, first) for each in forms)
        )
        if whole or begun:
            return whole or begun, bool(whole), length
    return (), False, 0


def _begins(name: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words are the beginnings of the words of a name, or the initials of the name."""
    if len(words) == 1 < len(name) and words[0] == "".join(word[0] for word in name):
        return True
    return len(words) <= len(name) and all(map(str.startswith, name, words))
