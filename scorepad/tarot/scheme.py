"""A scheme: every parameter of scoring as one frozen value, read from data.

A new scheme is a new TOML file in `schemes/`, with its titles, and a file of the same name in
`tests/tarot/cases/`, never a branch in the code. Every table of such a file is one of the dataclasses below;
each carries the source of its figures.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from scorepad.text import clean_name

from .cards import CARDS_IN_DECK
from .hand import TRUMPS_IN_DECK, Bid, MisereKind, PoigneeSize

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "FFT": "Fédération Française de Tarot, Règlement officiel, R-RO 2012-06",
        "S0": "John McLeod, French Tarot, pagat.com, 14 November 1997",
        "S1": "John McLeod, Französisches Tarot, pagat.com, 1 August 2011",
        "S2": "Wikipedia, French Tarot",
        "S3": "An introduction to French Tarot in a series on old card games, after pagat.com",
        "S4": "A short set of rules of French Tarot, with teams, two players and five",
    }
)
"""The documents that the sources of a scheme's figures name, each followed by its chapter."""
HOUSE_RULES = "house rules"
"""The source of figures that no document gives: a table made them up."""
MAX_POINTS = 100_000
"""No table plays for more; what a scheme file may ask for is bounded."""
MAX_SCHEME_TEXT = 64 * 1024
"""Characters of a scheme file; anything longer is refused unread."""
MAX_DEPTH = 8
"""Brackets inside each other, and dots in a key; a scheme has a few."""
MAX_ITEMS = 16
"""Items of a list in a scheme file."""
MAX_TEXT = 200
"""Characters of a text in a scheme file."""


class HalfPoints(StrEnum):
    """What becomes of the odd half point at three and five players."""

    WINNER = "winner"
    """It goes to the side that wins: the margin is rounded up (FFT, Le calcul des scores)."""
    KEPT = "kept"
    """It is counted as it is: amounts may end in ½."""


class PoigneeTo(StrEnum):
    """Who gets the points of a poignée."""

    WINNER = "winner"
    """The side that wins the hand, whoever showed it (FFT, La Poignée)."""
    SHOWER = "shower"
    """The side of the player who showed it."""


class Split(StrEnum):
    """How the taker and the partner share, at five."""

    TWO_TO_ONE = "two_to_one"
    """The taker 2 S, the partner S (FFT, Le jeu à 5 joueurs)."""
    EQUAL = "equal"
    """1½ S each (S1)."""


class FivePlayers(StrEnum):
    """How five play together."""

    CALLED = "called"
    """15 cards each, 3 in the dog; the taker calls a partner (FFT, Le jeu à 5 joueurs)."""
    ALONE = "alone"
    """14 cards each, 8 in the dog; the taker is always alone (S0, S1, S4)."""


class Direction(StrEnum):
    """The direction in which is dealt and played."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


class SchemeError(ValueError):
    """A malformed or contradictory scheme: `path` names the parameter, `line` its line if known.

    `message` says in English what is wrong, `values` are what its {names} stand for.
    """

    def __init__(self, path: str, message: str, line: int | None = None, **values: object) -> None:
        self.path = path
        self.message = message
        self.line = line
        self.values = values
        place = [] if line is None else [f"line {line}"]
        super().__init__(": ".join([*place, *filter(None, [path[:100]]), self.reason]))

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return self.message.format(**self.values)

    def at_line(self, line: int | None) -> SchemeError:
        """The same, its line being known."""
        return SchemeError(self.path, self.message, line, **self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class BidValue:
    """What a bid is worth: (base + margin) × factor."""

    bid: Bid
    base: int
    """Points of the contract itself, won or lost whatever the margin."""
    factor: int
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """How the card points above or below what was needed count."""

    step: int = 1
    """The margin is rounded to the nearest multiple of it, a tie away from zero (Flat 80: 10); 1 is none."""
    half_points: HalfPoints = HalfPoints.WINNER
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitAuBout:
    """The bonus for the petit in the last trick."""

    points: int
    multiplied: bool = True
    """Whether the bid's factor applies."""
    lost_with_contract: bool = False
    """Whether the petit au bout of a taker's side that loses counts against it."""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeSizes:
    """One number for each size of poignée."""

    single: int
    double: int
    triple: int

    def of(self, size: PoigneeSize) -> int:
        """The number for a size."""
        if size is PoigneeSize.SINGLE:
            return self.single
        return self.double if size is PoigneeSize.DOUBLE else self.triple


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Trumps to show for a poignée, by the number of players (the excuse counts as one)."""

    two: PoigneeSizes = PoigneeSizes(single=15, double=18, triple=21)
    three: PoigneeSizes
    four: PoigneeSizes
    five: PoigneeSizes
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoigneeRule:
    """What poignées are worth, and from how many trumps."""

    points: PoigneeSizes
    thresholds: Thresholds
    multiplied: bool = False
    to: PoigneeTo = PoigneeTo.WINNER
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChelemRule:
    """The bonus of a chelem, seen from the side that announced or made it."""

    announced_made: int
    announced_missed: int
    """Negative: the side that announced and missed loses it."""
    unannounced: int
    multiplied: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitChelemRule:
    """The bonus of a petit chelem: all the tricks but a few."""

    all_but: int
    """1 (S0, S1) or 3 (S2): the tricks that the other side may win."""
    announced_made: int
    announced_missed: int
    unannounced: int
    multiplied: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MisereRule:
    """The misère: its declarer receives `points` from every other player of the hand."""

    points: int
    kinds: tuple[MisereKind, ...]
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """S is rounded to the nearest multiple of `step`, a tie away from zero, before it is paid; 1 is none."""

    step: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How the table plays, apart from the amounts."""

    split: Split = Split.TWO_TO_ONE
    five_players: FivePlayers = FivePlayers.CALLED
    direction: Direction = Direction.COUNTER_CLOCKWISE
    hands: int = 0
    """The agreed number of hands of a session, those thrown in not counted; 0 is open-ended (S4)."""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """Everything that decides what a hand pays."""

    id: str
    """A shipped scheme's name, or a house scheme's own identity."""
    name: str = ""
    """What the table calls it; empty for a shipped scheme, whose title is translated."""
    source: str = ""
    bids: tuple[BidValue, ...]
    margin: Margin = field(default_factory=Margin)
    petit_au_bout: PetitAuBout
    poignee: PoigneeRule
    chelem: ChelemRule
    petit_chelem: PetitChelemRule | None = None
    misere: MisereRule | None = None
    rounding: Rounding = field(default_factory=Rounding)
    table: Table = field(default_factory=Table)

    def __post_init__(self) -> None:
        for contradiction in _contradictions(self):
            raise contradiction

    @property
    def unit(self) -> int:
        """Amounts are integers in 1/`unit` of a point: 2 or 4 where there can be halves or quarters."""
        kept = 2 if self.margin.half_points is HalfPoints.KEPT else 1
        equal = 2 if self.table.split is Split.EQUAL else 1
        return kept * equal

    def bid_value(self, bid: Bid) -> BidValue:
        """What a bid is worth. Raises KeyError if the scheme lacks it."""
        for value in self.bids:
            if value.bid is bid:
                return value
        raise KeyError(bid)

    def allows(self, bid: Bid) -> bool:
        """Whether the scheme has the bid."""
        return any(value.bid is bid for value in self.bids)

    def thresholds(self, players: int) -> PoigneeSizes:
        """Trumps to show at a table of so many (as at four, where no such table plays)."""
        by_players = self.poignee.thresholds
        sizes = {2: by_players.two, 3: by_players.three, 5: by_players.five}
        return sizes.get(players, by_players.four)

    def dog(self, players: int) -> int:
        """Cards in the dog (rulebook: 6, or 3 at five; 8 where five play with 14 cards each)."""
        if players != 5:
            return 6
        return 3 if self.table.five_players is FivePlayers.CALLED else 8

    def cards(self, players: int) -> int:
        """Cards that each player is dealt at a table of so many."""
        return (CARDS_IN_DECK - self.dog(players)) // players

    def calls_partner(self, players: int) -> bool:
        """Whether the taker calls a partner at a table of so many."""
        return players == 5 and self.table.five_players is FivePlayers.CALLED


def _contradictions(scheme: Scheme) -> Iterator[SchemeError]:
    """Why a scheme of well-typed parameters cannot be played."""
    if not scheme.id:
        yield SchemeError("id", "must not be empty")
    if not scheme.bids:
        yield SchemeError("bids", "a scheme needs at least one bid")
    ranks = [list(Bid).index(value.bid) for value in scheme.bids]
    for i, value in enumerate(scheme.bids):
        path = f"bids.{i + 1}"
        if any(rank >= ranks[i] for rank in ranks[:i]):
            yield SchemeError(f"{path}.bid", "bids must be listed once each, lowest first")
        if value.factor < 1:
            yield SchemeError(f"{path}.factor", "must be at least 1")
        if value.base < 0:
            yield SchemeError(f"{path}.base", "must not be negative")
    for path, step in (("margin.step", scheme.margin.step), ("rounding.step", scheme.rounding.step)):
        if step < 1:
            yield SchemeError(path, "must be at least 1")
    thresholds = scheme.poignee.thresholds
    for name in ("two", "three", "four", "five"):
        sizes: PoigneeSizes = getattr(thresholds, name)
        if not 1 <= sizes.single < sizes.double < sizes.triple <= TRUMPS_IN_DECK:
            path = f"poignee.thresholds.{name}"
            yield SchemeError(path, "must rise, and lie from 1 to {trumps} trumps", trumps=TRUMPS_IN_DECK)
    for path, points in _bonuses(scheme):
        if points < 0:
            yield SchemeError(path, "must not be negative")
    for path, rule in (("chelem", scheme.chelem), ("petit_chelem", scheme.petit_chelem)):
        if rule is not None and rule.announced_missed > 0:
            yield SchemeError(f"{path}.announced_missed", "must not be a gain")
    if scheme.petit_chelem is not None and not 1 <= scheme.petit_chelem.all_but <= 12:
        yield SchemeError("petit_chelem.all_but", "must be from 1 to 12 tricks")
    if scheme.misere is not None:
        if not scheme.misere.kinds:
            yield SchemeError("misere.kinds", "a misère needs at least one kind")
        if len(set(scheme.misere.kinds)) < len(scheme.misere.kinds):
            yield SchemeError("misere.kinds", "must be listed once each")
    if scheme.table.hands < 0:
        yield SchemeError("table.hands", "must not be negative")


def problems(scheme: Scheme) -> Iterator[SchemeError]:
    """What no table means, though it can be scored: refused in files and in changes, read where it is kept."""
    for number, value in enumerate(scheme.bids, 1):
        if any(is_worth_less(value, lower) for lower in scheme.bids[: number - 1]):
            yield SchemeError(f"bids.{number}", "is worth less than a lower bid")
    points = scheme.poignee.points
    if not points.single <= points.double <= points.triple:
        yield SchemeError("poignee.points", "must not fall from single to triple")
    for name, players in (("three", 3), ("four", 4), ("five", 5)):
        cards = scheme.cards(players)
        if scheme.thresholds(players).triple > cards:
            path = f"poignee.thresholds.{name}.triple"
            yield SchemeError(path, "is more than the {count} cards of a hand", count=cards)
    for path, rule in (("chelem", scheme.chelem), ("petit_chelem", scheme.petit_chelem)):
        if rule is not None and rule.announced_made < rule.unannounced:
            yield SchemeError(f"{path}.announced_made", "is less than without an announcement")
    if scheme.misere is not None and scheme.misere.points == 0:
        yield SchemeError("misere.points", "must be at least 1")


def is_worth_less(bid: BidValue, lower: BidValue) -> bool:
    """Whether a bid is worth less than a lower one by every margin but 0, and no more by that."""
    worths = (bid.base * bid.factor, bid.factor), (lower.base * lower.factor, lower.factor)
    return worths[0] != worths[1] and all(one <= other for one, other in zip(*worths, strict=True))


def _bonuses(scheme: Scheme) -> Iterator[tuple[str, int]]:
    """The parameters that bring a side something, and so are no losses: path and points of each."""
    yield "petit_au_bout.points", scheme.petit_au_bout.points
    for size in PoigneeSize:
        yield f"poignee.points.{size}", scheme.poignee.points.of(size)
    for path, rule in (("chelem", scheme.chelem), ("petit_chelem", scheme.petit_chelem)):
        if rule is not None:
            yield f"{path}.announced_made", rule.announced_made
            yield f"{path}.unannounced", rule.unannounced
    if scheme.misere is not None:
        yield "misere.points", scheme.misere.points


# -- data ---


def scheme_from_data(data: object) -> Scheme:
    """The scheme that plain values (as `scheme_to_data` makes them) describe. Raises SchemeError."""
    scheme: Scheme = _decode(Scheme, data, "")
    return scheme


def scheme_to_data(scheme: Scheme) -> dict[str, Any]:
    """A scheme as plain values: dicts, lists, strings, integers and booleans.

    Every parameter is there, defaults too, so that what is kept with a session never changes its meaning;
    only what the scheme does not play (a petit chelem, a misère) is absent.
    """
    data: dict[str, Any] = _encode(scheme)
    return data


def scheme_from_toml(text: str) -> Scheme:
    """The scheme of a TOML text. Raises SchemeError with the line and the reason."""
    return _from_text(text, _toml, _toml_string)


def scheme_from_file(raw: bytes) -> Scheme:
    """The scheme of a file, TOML or JSON. Raises SchemeError with the line and the reason."""
    if len(raw) > MAX_SCHEME_TEXT:
        raise SchemeError("", "longer than {count} characters", count=MAX_SCHEME_TEXT)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SchemeError("", "is no text file") from None
    if text.lstrip().startswith("{"):
        return _from_text(text, _json, json.loads)
    return scheme_from_toml(text)


def _from_text(text: str, parse: Callable[[str], object], unquoted: Callable[[str], str]) -> Scheme:
    if len(text) > MAX_SCHEME_TEXT:
        raise SchemeError("", "longer than {count} characters", count=MAX_SCHEME_TEXT)
    _check_depth(text)
    data = parse(text)
    try:
        scheme = scheme_from_data(data)
        for problem in problems(scheme):
            raise problem
    except SchemeError as error:
        raise error.at_line(_line_of(text, error.path, unquoted)) from None
    return replace(scheme, name=clean_name(scheme.name))


def _toml(text: str) -> object:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its words are English
        reason, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else text.rstrip("\n").count("\n") + 1
        twice = reason.startswith(("Cannot", "Duplicate"))
        raise SchemeError("", "a parameter stands there twice" if twice else "is not TOML", line) from None
    data.pop("titles", None)  # a shipped file's, and of a copy of one; a scheme of the house has a name
    return data


def _toml_string(quoted: str) -> str:
    text: str = tomllib.loads(f"_ = {quoted}")["_"]
    return text


def _json(text: str) -> object:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise SchemeError("", "is not JSON", error.lineno) from None
    known = set()
    for path, line in _places(text, json.loads):
        if path in known:
            raise SchemeError(".".join(path), "a parameter stands there twice", line)
        known.add(path)
    return data


def scheme_file(scheme: Scheme) -> bytes:
    """A scheme as the JSON file that `scheme_from_file` reads."""
    return json.dumps(scheme_to_data(scheme), ensure_ascii=False, indent=2).encode()


def _encode(value: Any) -> Any:
    if is_dataclass(value):
        items = {f.name: getattr(value, f.name) for f in fields(value)}
        return {name: _encode(item) for name, item in items.items() if item is not None}
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    return value.value if isinstance(value, StrEnum) else value


_WRONG_TYPE = {int: "must be a whole number", bool: "must be true or false", str: "must be a text"}


def _decode(kind: Any, data: Any, path: str) -> Any:
    """`data` as a value of the type `kind`; every refusal names the path of the parameter."""
    if get_origin(kind) is UnionType:
        (kind,) = [arg for arg in get_args(kind) if arg is not NoneType]
    if get_origin(kind) is tuple:
        if not isinstance(data, list):
            raise SchemeError(path, "must be a list")
        if len(data) > MAX_ITEMS:
            raise SchemeError(path, "has more than {count} items", count=MAX_ITEMS)
        return tuple(_decode(get_args(kind)[0], item, f"{path}.{i + 1}") for i, item in enumerate(data))
    if is_dataclass(kind):
        return _decode_table(kind, data, path)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(data)
        except ValueError:
            raise SchemeError(path, "must be one of {names}", names=", ".join(kind)) from None
    if type(data) is not kind:
        raise SchemeError(path, _WRONG_TYPE[kind])
    if isinstance(data, int) and abs(data) > MAX_POINTS:
        raise SchemeError(path, "must be within ±{count}", count=MAX_POINTS)
    if isinstance(data, str):
        if len(data) > MAX_TEXT:
            raise SchemeError(path, "must be at most {count} characters", count=MAX_TEXT)
        if any(0xD800 <= ord(char) < 0xE000 for char in data):
            raise SchemeError(path, "holds half a character")  # which JSON can say, and no file can keep
    return data


def _decode_table(kind: Any, data: Any, path: str) -> Any:
    if not isinstance(data, Mapping):
        raise SchemeError(path, "must be a table")
    hints = _hints(kind)
    prefix = f"{path}." if path else ""
    known = {f.name: f for f in fields(kind)}
    for name in data:
        if name not in known:
            raise SchemeError(f"{prefix}{name}", "is no parameter of a scheme")
    values = {}
    for name, f in known.items():
        if data.get(name) is not None:
            values[name] = _decode(hints[name], data[name], f"{prefix}{name}")
        elif f.default is MISSING and f.default_factory is MISSING:
            raise SchemeError(f"{prefix}{name}", "is missing")
    return kind(**values)


_hints = cache(get_type_hints)

# -- where it stands in a text ---

_TOKEN = re.compile(
    r"""
    (?P<string> "{3} (?: [^\\"] | \\. | "(?!"") )*+ (?: "{3,5} | \\?\Z )
              | '{3} (?: [^'] | '(?!'') )*+ (?: '{3,5} | \Z )
              | " (?: [^"\\\n] | \\[^\n] )*+ "?
              | ' [^'\n]*+ '? )
    | (?P<comment> \#[^\n]*+ )
    | (?P<bare> [\w+-]++ )
    | (?P<sign> [][{}=:,.\n] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""What TOML and JSON are made of; a string that does not end goes on to the end of its line or of the text."""


def _check_depth(text: str) -> None:
    """Refuses what Python's parsers take very long over, and numbers of which they complain in English."""
    line, brackets, dots = 1, 0, 0
    for token in _TOKEN.finditer(text):
        said = token[0]
        if token.lastgroup == "sign":
            brackets += (said in "[{") - (said in "]}")
            dots = dots + 1 if said == "." else 0
            if max(brackets, dots) > MAX_DEPTH:
                raise SchemeError("", "nested too deep", line)
        elif len(said) > _MANY_DIGITS and said.replace("_", "").lstrip("+-").isdigit():
            raise SchemeError("", "must be within ±{count}", line, count=MAX_POINTS)
        line += said.count("\n")


_MANY_DIGITS = 640
"""Digits that Python reads however it is set up."""

Place = tuple[str, ...]


def _line_of(text: str, path: str, unquoted: Callable[[str], str]) -> int | None:
    """The line on which the parameter, or else the table that holds it, stands."""
    lines: dict[str, int] = {}
    for place, line in _places(text, unquoted):
        for end in range(len(place)):
            lines.setdefault(".".join(place[: end + 1]), line)
    names = path.split(".")
    holders = (".".join(names[:end]) for end in range(len(names), 0, -1))
    return next((lines[holder] for holder in holders if holder in lines), None)


def _places(text: str, unquoted: Callable[[str], str]) -> Iterator[tuple[Place, int]]:
    """Every key and every item of a list, with its line, in a text that can be parsed as TOML or JSON."""
    line = 1
    header = 0
    """The brackets that opened the heading of a table."""
    counts: dict[Place, int] = {}
    """How many tables each list of tables has so far."""
    opened: list[tuple[Place, int]] = [((), 0)]
    """The table, and the lists and the tables that are open inside it; of a list, the number of the item."""
    here: Place = ()
    key: list[str] = []
    reading_value = False
    for token in _TOKEN.finditer(text):
        said, kind = token[0], token.lastgroup
        holder, item = opened[-1]
        if item and not reading_value and said not in "]\n" and kind != "comment":
            reading_value, here = True, (*holder, str(item))
            yield here, line
        if said == "\n":
            if len(opened) == 1:
                key, reading_value, header = [], False, 0
        elif kind in ("string", "bare"):
            if not reading_value:
                key.append(unquoted(said) if kind == "string" else said)
        elif said == "[" and not reading_value:
            header += 1
        elif said == "]" and header:
            if key:
                here = _table(key, counts, is_list=header == 2)
                opened, key = [(here, 0)], []
                yield here, line
        elif said in "=:" and not reading_value:
            reading_value, here, key = True, (*holder, *key), []
            yield here, line
        elif said in "[{":
            opened.append((here, 1 if said == "[" else 0))
            reading_value = False
        elif said in "]}":
            opened.pop()
            reading_value = True
        elif said == "," and len(opened) > 1:
            opened[-1] = (holder, item and item + 1)
            reading_value = False
        line += said.count("\n")


def _table(key: Sequence[str], counts: dict[Place, int], *, is_list: bool) -> Place:
    """The place of a table by its heading; of a list of tables, the last one counts."""
    place: Place = ()
    for number, name in enumerate(key, 1):
        place = (*place, name)
        if is_list and number == len(key):
            counts[place] = counts.get(place, 0) + 1
        if place in counts:
            place = (*place, str(counts[place]))
    return place


# -- the shipped schemes ---

DEFAULT_SCHEME = "fft"


def shipped_schemes() -> dict[str, Scheme]:
    """The schemes that come with the game, by id; FFT first, then by name."""
    return {id_: scheme for id_, (scheme, _) in _shipped().items()}


def shipped_titles(id_: str) -> Mapping[str, str]:
    """The titles of a shipped scheme by language ("fr"). Raises KeyError if there is none of that id."""
    return _shipped()[id_][1]


@cache
def _shipped() -> Mapping[str, tuple[Scheme, Mapping[str, str]]]:
    """The schemes with their titles."""
    folder = files(__package__) / "schemes"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")]
    tables = sorted(map(tomllib.loads, texts), key=lambda data: (data["id"] != DEFAULT_SCHEME, data["id"]))
    titles = [data.pop("titles") for data in tables]
    return {data["id"]: (scheme_from_data(data), each) for data, each in zip(tables, titles, strict=True)}


def shipped_scheme(id_: str = DEFAULT_SCHEME) -> Scheme:
    """One shipped scheme. Raises KeyError if there is none of that id."""
    return _shipped()[id_][0]
