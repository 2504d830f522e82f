"""Counting help: a pile counted card by card, both piles held against the deck, the count put into the entry."""

from __future__ import annotations

import asyncio

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.tarot.cards import HALF_POINTS, IN_DECK, CardKind
from scorepad.tarot.hand import Hand

from .client import Driver
from .evening import Windows, flaws, on, only_long


async def counting(windows: Windows, people: int = 4) -> Driver:
    """The counting help over the entry of Anne's garde."""
    app = await windows.window(f"/session/{windows.table(people).id}/hand")
    await app.tap("bid-1-garde")
    if people == 5:
        await app.tap("partner-alone")
    await app.tap("count")
    return app


async def count(app: Driver, **kinds: int) -> None:
    """Counts so many cards more of each kind, the plain ones by tens as long as that goes."""
    for kind, number in kinds.items():
        tens, ones = divmod(number, 10) if kind == CardKind.OTHERS else (0, number)
        for name, times in ((f"{kind}-many", tens), (f"{kind}-more", ones)):
            for _ in range(times):
                await app.tap(name)


def counted(app: Driver) -> dict[str, int]:
    """What has been counted of the pile that is shown."""
    found = {kind.value: int(app.text(f"count-{kind}")) for kind in CardKind}
    return {kind: number for kind, number in found.items() if number}


def pile_sum(app: Driver) -> list[str]:
    """The points, bouts and cards of the pile that is shown."""
    return [part.split()[0] for part in app.text("pile-sum").split(", ")]


def verdict(app: Driver) -> str:
    """What is said of both piles together; nothing before both were begun."""
    found = [text for text in app.texts() if "91" in text]
    assert len(found) <= 1
    return "".join(found)


async def test_every_kind_is_named_with_its_points(windows: Windows) -> None:
    app = await counting(windows)
    names = ("Kings (4½)", "Queens (3½)", "Knights (2½)", "Jacks (1½)", "Bouts (4½)", "Other cards (½)")
    for name in names:
        words, points = name.rsplit(" ", 1)
        assert f"{t(words)} {points}" in app.texts()
    kings = f"{t('Kings')} (4½)"
    assert app.name("kings-more") == t("{title}: more", title=kings)
    assert app.name("kings-less").endswith(t("{title}: less", title=kings))


@pytest.mark.parametrize("kind", CardKind)
async def test_a_card_of_each_kind_brings_its_points(windows: Windows, kind: CardKind) -> None:
    app = await counting(windows)
    await app.tap(f"{kind}-more")
    halves, bouts = HALF_POINTS[kind], int(kind is CardKind.BOUTS)
    assert pile_sum(app) == [f"{halves // 2 or ''}½", f"{bouts}", "1"]
    await app.tap(f"{kind}-more")
    assert counted(app) == {kind: 2}
    await app.tap(f"{kind}-less", f"{kind}-less")
    assert counted(app) == {}
    assert pile_sum(app) == ["0"] * 3


@pytest.mark.parametrize("kind", CardKind)
async def test_no_more_than_there_are_and_no_less_than_none(windows: Windows, kind: CardKind) -> None:
    app = await counting(windows)
    assert not app.enabled(f"{kind}-less")
    await count(app, **{kind: IN_DECK[kind]})
    assert counted(app) == {kind: IN_DECK[kind]}
    assert not app.enabled(f"{kind}-more")
    await app.tap(f"{kind}-less")
    assert app.enabled(f"{kind}-more")


async def test_ten_plain_cards_at_once_as_long_as_there_are_ten(windows: Windows) -> None:
    app = await counting(windows)
    await count(app, others=49)
    assert app.enabled("others-many"), "59 in all"
    await app.tap("others-more")
    assert not app.enabled("others-many")
    assert app.enabled("others-more")
    assert not app.exists("kings-many")


async def test_every_finger_counts(windows: Windows) -> None:
    app = await counting(windows)
    await asyncio.gather(app.tap("others-more"), app.tap("others-more"), app.tap("jacks-more"))
    assert counted(app) == {"others": 2, "jacks": 1}
    await count(app, kings=3)
    await asyncio.gather(app.tap("kings-more"), app.tap("kings-more"))
    assert counted(app)["kings"] == 4, "there are no five"
    await asyncio.gather(app.tap("jacks-less"), app.tap("jacks-less"))
    assert "jacks" not in counted(app), "nor fewer than none"


# --- Both piles -------------------------------------------------------------------------------------------------

ATTACK = {"kings": 3, "queens": 2, "knights": 1, "jacks": 4, "bouts": 2, "others": 24}
"""36 cards: 13½ + 7 + 2½ + 6 + 9 + 12 = 50 points."""
DEFENCE = {"kings": 1, "queens": 2, "knights": 3, "bouts": 1, "others": 35}
"""42 cards: 4½ + 7 + 7½ + 4½ + 17½ = 41 points."""


async def both(app: Driver, attack: dict[str, int], defence: dict[str, int]) -> None:
    await count(app, **attack)
    await app.tap("pile-defence")
    await count(app, **defence)


async def test_two_piles_that_make_the_deck(windows: Windows) -> None:
    app = await counting(windows)
    assert on(app, "pile-") == ["pile-taker"]
    await count(app, **ATTACK)
    assert pile_sum(app) == ["50", "2", "36"]
    assert verdict(app) == "", "the other pile is still to be counted"
    await app.tap("pile-defence")
    assert counted(app) == {}
    await count(app, **DEFENCE)
    assert pile_sum(app) == ["41", "1", "42"]
    assert verdict(app) == t("Both piles make 91: well counted.")
    await app.tap("pile-taker")
    assert counted(app) == ATTACK
    assert verdict(app) == t("Both piles make 91: well counted.")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"others": 34}, "Both piles make 90½, not 91: ½ too few. 1 card is lacking."),
        ({"queens": 0}, "Both piles make 84, not 91: 7 too few. 2 cards are lacking."),
        ({"kings": 2}, "Both piles make 95½, not 91: 4½ too many. 1 card too many."),
        ({"kings": 0, "others": 36}, "Both piles make 87, not 91: 4 too few."),
        ({"kings": 0, "others": 45}, "Both piles make 91½, not 91: ½ too many. 9 cards too many."),
        (
            {"kings": 2, "others": 26},
            "Both piles make 91, but not of the cards of the deck. 8 cards are lacking.",
        ),
    ],
)
async def test_two_piles_that_do_not_say_by_how_much(
    windows: Windows, change: dict[str, int], told: str
) -> None:
    app = await counting(windows)
    await both(app, ATTACK, DEFENCE | change)
    assert verdict(app) == told


async def test_two_piles_that_make_91_of_the_wrong_cards_are_not_well_counted(windows: Windows) -> None:
    """A king and a plain card for two knights: 78 cards, 91 points, and yet not the deck."""
    app = await counting(windows)
    await both(app, ATTACK | {"kings": 2, "knights": 3, "others": 23}, DEFENCE)
    assert verdict(app) == t("Both piles make 91, but not of the cards of the deck.")


# --- Into the entry ---------------------------------------------------------------------------------------------


def entered(windows: Windows, evening: Evening) -> Hand:
    outcome = windows.happened(evening).sheet.entries[-1].deal.outcome
    assert isinstance(outcome, Hand)
    return outcome


async def test_the_takers_pile_gives_points_and_bouts(windows: Windows) -> None:
    app = await counting(windows)
    assert not app.enabled("use-pile")
    await count(app, **ATTACK)
    await app.tap("use-pile")
    assert app.text("points") == "50"
    assert on(app, "bouts-") == ["bouts-2"]
    assert app.text("counted-by") == t("the attack counts")
    assert app.text("sentence").endswith(" 50 − 41 = +9 → (25 + 9) × 2 = 68")


async def test_the_defences_pile_gives_the_rest(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde", "count", "pile-defence")
    await count(app, **DEFENCE)
    await app.tap("use-pile")
    assert app.text("points") == "41"
    assert app.text("counted-by") == t("the defence counts")
    assert on(app, "bouts-") == ["bouts-2"], "the defence has the third"
    assert app.text("sentence").endswith(" 50 − 41 = +9 → (25 + 9) × 2 = 68")
    await app.tap("save")
    hand = entered(windows, evening)
    assert (hand.bouts, hand.half_points) == (2, 100)


@pytest.mark.parametrize("people", [3, 5])
@pytest.mark.parametrize("side", ["taker", "defence"])
async def test_half_points_come_along(windows: Windows, people: int, side: str) -> None:
    app = await counting(windows, people)
    attack = ATTACK | {"others": 23}
    await app.tap(f"pile-{side}")
    await count(app, **(attack if side == "taker" else DEFENCE | {"others": 36}))
    await app.tap("use-pile")
    assert app.text("points") == ("49½" if side == "taker" else "41½")
    assert on(app, "half") == ["half"]
    assert on(app, "bouts-") == ["bouts-2"]
    assert app.text("sentence").endswith(" 49½ − 41 = +8½ → (25 + 9) × 2 = 68")


async def test_at_four_a_half_point_means_counting_again(windows: Windows) -> None:
    app = await counting(windows)
    await count(app, **ATTACK | {"others": 23})
    await app.tap("use-pile")
    assert app.text("sentence") == t("No half points at this table: count again.")
    assert not app.enabled("save")
    await app.tap("erase")
    assert app.text("points") == "49"
    assert app.enabled("save")


async def test_a_pile_of_few_points_is_understood(windows: Windows) -> None:
    app = await counting(windows)
    await count(app, others=12)
    await app.tap("use-pile")
    assert app.text("points") == "6"
    assert on(app, "bouts-") == ["bouts-0"]
    assert app.text("sentence").endswith(" 6 − 56 = −50 → −(25 + 50) × 2 = −150")


async def test_a_side_without_a_card_needs_no_counting(windows: Windows) -> None:
    app = await counting(windows)
    await app.tap("pile-defence")
    assert not app.enabled("use-pile")
    await app.tap("close-panel")
    assert app.text("points") == "–", "left without a count, the entry is as it was"


async def test_a_count_replaces_the_points_entered_before(windows: Windows) -> None:
    app = await counting(windows)
    await app.tap("close-panel")
    for identifier in ("bouts-3", "digit-6", "digit-0", "petit-taker", "count"):
        await app.tap(identifier)
    await count(app, **ATTACK)
    await app.tap("use-pile")
    assert app.text("points") == "50"
    assert on(app, "bouts-") == ["bouts-2"]
    assert on(app, "petit-") == ["petit-taker"], "what the cards do not tell stays"


async def test_it_helps_in_the_calculator_too(windows: Windows) -> None:
    app = await windows.window("/calculator")
    await app.tap("bid-2-petite", "count")
    await count(app, **ATTACK)
    await app.tap("use-pile")
    assert app.text("sentence").endswith(" 50 − 41 = +9 → 25 + 9 = 34")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_or_too_small(windows: Windows) -> None:
    app = await counting(windows)
    assert flaws(app) == []
    await count(app, kings=4, bouts=3, others=51)
    assert flaws(app) == []
    await app.tap("pile-defence")
    await count(app, queens=1)
    assert flaws(app) == []
