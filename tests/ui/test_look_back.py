"""Looking back: the season, a player, and the hands behind a figure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import pytest
from evenings import by
from flet_client import Driver
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, LeftOut
from scorepad.evening.people import Member, Person
from scorepad.history import Damaged, Player
from scorepad.i18n.errors import error_text
from scorepad.tarot.hand import Bid, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import routes

from .evening import Windows, grow, on
from .test_curve import touch

YEAR = datetime.now().astimezone().year
GARDE, PETITE = Bid.GARDE, Bid.PETITE


def began(
    windows: Windows,
    day: str,
    people: int | Iterable[str | Person] = 4,
    scheme: str = "fft",
    year: int = YEAR,
) -> Evening:
    """An evening of a day ("01-05"), of this year or of another."""
    created = f"{year}-{day}T12:00:00.000Z"
    evening = windows.empty(people, scheme=shipped_scheme(scheme), created=created)
    windows.history.create(evening)
    return evening


def two_evenings(windows: Windows) -> tuple[Evening, Evening]:
    """Anne takes three gardes, and loses one; Bruno loses a petite. Both evenings are over."""
    first, second = began(windows, "01-05"), began(windows, "02-19")
    windows.record(first, by(0, GARDE, 2, 49))
    windows.record(first, by(0, GARDE, 2, 38))
    windows.record(second, by(1, PETITE, 1, 45))
    windows.record(second, by(0, GARDE, 2, 45))
    return windows.change(first, Ended()), windows.change(second, Ended())


async def ready(app: Driver) -> None:
    """Until all evenings are counted, and hands are read."""
    await app.wait_until(lambda: not app.exists("counting") and not app.exists("reading"))


async def looked(windows: Windows, route: str = routes.SEASON) -> Driver:
    app = await windows.window(route)
    await ready(app)
    return app


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "The table of a season tells everybody’s evenings, wins, hands and points, and how often contracts were made.",
)
async def test_the_season_from_the_list(windows: Windows) -> None:
    two_evenings(windows)
    app = await windows.window()
    assert app.text("season") == t("Season")
    await grow(app, 2.0)
    assert app.text("season") == "", "large text leaves room for the icon only"
    await app.tap("season")
    await ready(app)
    assert app.route == routes.SEASON
    assert app.texts_of("standing-") == [
        "A 1st Anne +235 2 evenings, 2 won · 4 hands · 3 taken · +118 an evening",
        "C 2nd Chloé −37 2 evenings, 0 won · 4 hands · 0 taken · −19 an evening",
        "D 2nd Denis −37 2 evenings, 0 won · 4 hands · 0 taken · −19 an evening",
        "B 4th Bruno −161 2 evenings, 0 won · 4 hands · 1 taken · −81 an evening",
    ]
    assert app.texts_of("made-")[0] == "A Anne 67%\u00a0of\u00a03 in the long run, likely between 21 and 94%"
    assert [each.split(" hands")[0] for each in app.texts_of("month-")] == [
        f"February {YEAR} 1 evening · 2",
        f"January {YEAR} 1 evening · 2",
    ]
    assert app.text("worst_fall") == "Worst hand Anne · Jan 5, hand 2 −168"
    assert app.text("what-counts").startswith(f"{YEAR} 4 hands by FFT rules")
    await app.tap("bid-petite")
    assert app.named("made-") == ["made-p1"]
    await app.tap("worst_fall")
    assert app.route.startswith(f"{routes.evening(windows.history.summaries()[1].id)}/deal/")
    await app.tap("back")
    assert app.route == routes.SEASON


async def test_a_player_without_a_hand_by_these_rules_has_no_rank(windows: Windows) -> None:
    """They stand below those who lost. A month without such a hand has no first, and an evening without any is none."""
    two_evenings(windows)
    duel = began(windows, "03-01", [Person("Yves", "Yves", 4), Person("Zoé", "Zoé", 5)], scheme="open_duel")
    windows.record(duel, by(0, Bid.OPEN, 2, 50))
    windows.record(began(windows, "04-01"), ThrownIn.ALL_PASSED)
    app = await looked(windows)
    assert [each.split(" ")[1] for each in app.texts_of("standing-")] == [
        "1st",
        "2nd",
        "2nd",
        "4th",
        "–",
        "–",
    ]
    assert app.text("standing-Yves").endswith(t("no hand by these rules"))
    assert [each.split(" ", 1)[0] for each in app.texts_of("month-")] == ["March", "February", "January"]
    assert "1st" not in app.text(f"month-{YEAR}-03")
    await app.tap("standing-Yves")
    assert t("No rank by these rules") in app.text("standing")
    await app.visit(routes.ROSTER)
    assert "2 evenings" in app.text("player-p0"), "as in the season"


async def scroll(app: Driver, pixels: float) -> None:
    """A finger on the column of the screen moves it so far up."""
    [column] = [each for each in app.screen() if each.kind == "Column" and each.node.get("on_scroll")]
    room = {"min_scroll_extent": 0.0, "max_scroll_extent": 2000.0, "viewport_dimension": 500.0}
    await app._event(column.id, "scroll", {"event_type": "update", "pixels": pixels} | room)


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Back from a hand leads to the same place of the season or the player.",
)
async def test_back_leads_to_the_same_place(windows: Windows) -> None:
    """From a hand to the hands, to the player and to the season, each scrolled and chosen as it was left."""
    two_evenings(windows)
    app = await windows.window()
    await app.tap("season")
    await ready(app)
    await app.tap("bid-petite")
    await scroll(app, 200)
    await app.tap("standing-p0")
    await scroll(app, 300)
    await app.tap("role-taker")
    await ready(app)
    await scroll(app, 100)
    await app.tap(next(name for name in app.identifiers() if name.startswith("hand-")))
    for name in ("back", "back", "back"):
        await app.tap(name)
        await ready(app)
    asked = [call.arguments["offset"] for call in app.calls if call.name == "Column.scroll_to"]
    assert asked == [100, 300, 200]
    assert on(app, "bid-") == ["bid-petite"]
    await app.tap("back", "season")
    assert on(app, "bid-") == ["bid-all"], "who comes anew begins at the top"
    assert len(asked) == len([call for call in app.calls if call.name == "Column.scroll_to"])


async def test_the_season_begins_with_its_leader_and_a_month_lists_its_evenings(windows: Windows) -> None:
    two_evenings(windows)
    app = await looked(windows)
    leader = app.text("leader")
    assert leader.startswith(f"A {t('{name} leads', name='Anne')} ")
    assert "2 evenings" in leader
    [evening] = app.named("evening-")
    assert "Anne +205 · Chloé −27" in app.text(evening), "the latest month is unfolded"
    await app.tap(f"month-{YEAR}-02")
    assert app.named("evening-") == []
    await app.tap(f"month-{YEAR}-02", f"figures-{YEAR}-02")
    assert app.named("evening-") == [evening]
    await app.tap(evening)
    assert app.exists("row-1")
    await app.tap("back")
    assert app.route == routes.month(f"{YEAR}-02")


async def test_the_second_place_of_a_month_is_shown(windows: Windows) -> None:
    """A month has a screen of its own, and counts for the players behind it; from it, Back leads to the year."""
    two_evenings(windows)
    app = await looked(windows)
    assert app.texts()[:2] == [t("The season"), str(YEAR)]
    assert app.text(f"month-{YEAR}-02").endswith("Anne +205 · Chloé −27")
    await app.tap(f"figures-{YEAR}-02")
    assert app.texts()[:2] == [t("The season"), f"February {YEAR}"]
    assert not app.named("span-")
    assert app.text("standing-p0").startswith("A 1st Anne +205 1 evening")
    await app.tap("standing-p0")
    assert app.text("standing").startswith("A 1 evening, 1 won")
    await app.tap("standing")
    assert app.texts()[0] == "Anne, by FFT rules"
    assert app.text("how-many") == f"February {YEAR} · 2 hands"
    await app.tap("back", "back", "back")
    assert app.route == routes.SEASON
    assert app.text("standing-p0").startswith("A 1st Anne +235 2 evenings")
    for wrong in ("2026-13", "2026", "2026-01-05", "0000-01", "99999-01", "２０２６-01", "March"):
        await app.visit(routes.month(wrong))
        assert t("Not found") in app.texts(), wrong
        await app.visit(routes.figures("p0"))
        assert app.texts()[:2] == ["Anne", str(YEAR)], "the way there changes nothing"


async def test_the_hands_belong_to_the_chosen_span(windows: Windows) -> None:
    """Also where a window came from a month to another player by an address."""
    two_evenings(windows)
    app = await looked(windows)
    await app.tap(f"figures-{YEAR}-02", "standing-p0")
    await app.visit(routes.figures("p1"))
    span = app.texts()[1]
    await app.tap("figure-hands")
    assert app.text("how-many").startswith(f"{span} · ")


async def test_the_span_is_chosen(windows: Windows) -> None:
    """By its year or by its months; whoever looks back anew begins with this year."""
    two_evenings(windows)
    app = await looked(windows)
    assert not app.exists("span-last-year"), "there is no evening of it"
    before = began(windows, "03-01", 3, year=YEAR - 1)
    windows.record(before, by(0, GARDE, 2, 50))
    await app.wait_until(lambda: app.exists("span-last-year"))
    for span in ("last-year", "months", "all", "twelve"):
        await app.tap(f"span-{span}")
        assert on(app, "span-") == [f"span-{span}"]
    await app.tap("back", "season")
    assert on(app, "span-") == ["span-year"]
    await app.tap("span-months")
    while app.text("until") != f"January {YEAR}":
        await app.tap("until-less")
    assert app.text("since") == f"January {YEAR}"
    assert app.text("standing-p0").startswith("A 1st Anne +30 1 evening,")
    assert not app.enabled("since-more")


async def test_the_season_of_a_circle(windows: Windows) -> None:
    """The people who are chosen, in the evenings at which they all played."""
    two_evenings(windows)
    other = began(windows, "03-01", [Person("p0", "Anne"), Person("y", "Yves", 4), Person("z", "Zoé", 5)])
    windows.record(other, by(0, GARDE, 2, 50))
    app = await looked(windows)
    assert app.text("standing-p0").startswith("A 1st Anne +371 3 evenings")
    assert not app.exists("circle-0")
    await app.tap("people")
    whom = {app.name(name): name for name in app.named("circle-")}
    assert whom.keys() == {"Anne", "Bruno", "Chloé", "Denis", "Yves", "Zoé"}
    await app.tap(whom["Anne"], whom["Bruno"])
    assert sorted(on(app, "circle-")) == sorted([whom["Anne"], whom["Bruno"]])
    assert [each.split(",")[0] for each in app.texts_of("standing-")] == [
        "A 1st Anne +235 2 evenings",
        "B 2nd Bruno −161 2 evenings",
    ]
    assert app.text("what-counts").startswith(f"{YEAR} · Anne and Bruno")
    await app.visit(routes.figures("z"))
    assert t("No hand in this time.") in app.texts(), "Zoé is not among them"
    await app.tap("everybody")
    assert app.text("standing").startswith("Z 1 evening")
    assert not app.exists("everybody")


async def test_the_page_of_a_player_has_all_figures(windows: Windows) -> None:
    first, _ = two_evenings(windows)
    others = began(windows, "03-01", [Person(name, name, 4 + mark) for mark, name in enumerate("WXYZ")])
    windows.record(others, by(0, GARDE, 2, 38))
    app = await looked(windows, routes.figures("p0"))
    assert app.text("what-counts").startswith(f"{YEAR} · Anne 4 hands by FFT rules"), "not those of others"
    assert app.text("standing") == "A 2 evenings, 2 won 1st of all +235 FFT rules"
    assert app.texts_of("figure-") == [
        "4 hands, 3 taken",
        "75% of the hands taken",
        "+3.0 points over the contract, on average",
    ]
    assert app.texts_of("bid-") == ["Garde 67%\u00a0of\u00a03 in the long run, likely between 21 and 94%"]
    assert [each.split("\u00a0")[0] for each in app.texts_of("role-")] == [
        "As the taker 67%",
        "In the defence 100%",
    ]
    assert app.texts_of("paid-")[0].startswith("B Bruno Bruno paid Anne 99 · 4 hands +")
    assert app.text("best_hand") == "Best hand Jan 5, hand 1 +198"
    assert app.text("longest_lead") == "Longest lead, in hands Jan 5, up to hand 2 2"
    await touch(app, 5)
    assert app.route == routes.end(first.id)
    await app.tap("back")
    assert app.text("curve-words") == "Anne has +235 after 2 evenings; at most +235, at least +30."


async def test_two_players_who_are_even_are_shown(windows: Windows) -> None:
    evening = began(windows, "01-05")
    windows.record(evening, by(0, GARDE, 2, 49))
    windows.record(evening, by(1, GARDE, 2, 49))
    app = await looked(windows)
    assert app.text("paid-p0-p1") == app.text("paid-p1-p0") == "0"
    await app.tap("paid-p0-p1")
    await ready(app)
    assert len(app.texts_of("hand-")) == 2
    app = await looked(windows, routes.figures("p0"))
    assert app.text("paid-p1") == "B Bruno Anne and Bruno are even · 2 hands 0"


async def test_partners_bonuses_and_duels_of_a_player(windows: Windows) -> None:
    evening = began(windows, "01-05", 5)
    windows.record(evening, by(0, GARDE, 2, 49, partner=1, petit_au_bout=Side.TAKER))
    poignee = (Poignee("p0", PoigneeSize.SINGLE),)
    windows.record(evening, by(0, GARDE, 2, 38, partner=1, poignees=poignee))
    windows.record(evening, by(2, GARDE, 2, 45, partner=0))
    duel = began(windows, "02-05", 2, scheme="open_duel")
    windows.record(duel, by(0, Bid.OPEN, 2, 50))
    app = await looked(windows, routes.figures("p0"))
    assert app.text("taker-with-p1").startswith("B Bruno Anne called Bruno 2 times, 50% made")
    assert app.text("partner-with-p2") == "C Chloé Chloé called Anne 1 time, 100% made · Chloé +116"
    assert app.text("role-duel").startswith("In open duels 100%")
    assert app.texts_of("poignee-") + app.texts_of("petit-") == ["Poignée 1", "Petit au bout won 1"]
    assert "1 hand by" in app.text("what-counts"), "those of the duel are not in the points"
    await app.tap("partner-with-p2")
    assert app.texts()[0] == "Anne, called by Chloé"
    await ready(app)
    assert len(app.texts_of("hand-")) == 1
    await app.tap("back", "petit-True")
    await ready(app)
    [shown] = app.texts_of("hand-")
    assert " · petit au bout, taken by the attack " in shown


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Every figure leads to its hands, and they to their lines and back.",
)
async def test_from_a_figure_to_its_hands_to_why_and_back(windows: Windows) -> None:
    first, _ = two_evenings(windows)
    windows.change(first, Ended(False))
    app = await windows.window(routes.ROSTER)
    await app.tap("player-p0", "figures")
    await ready(app)
    await app.tap("bid-garde")
    await ready(app)
    assert app.route == routes.HANDS
    assert app.texts()[0] == "Anne, garde"
    assert app.text("how-many") == f"{YEAR} · 3 hands"
    await app.tap("outcome-lost")
    await ready(app)
    assert app.texts()[0] == "Anne, garde, lost"
    assert app.text("how-many") == f"{YEAR} · 1 hand"
    (lost,) = app.texts_of("hand-")
    assert lost == "Anne, garde, down 3 Jan 5 · hand 2 · 2 bouts, 38 points −168"
    await app.tap(f"hand-{first.id}-2")
    assert app.route == routes.why(first.id, first.sheet.rows[1].id)
    await app.tap("void", "back")
    await app.wait_until(lambda: app.text("how-many") == f"{YEAR} · 0 hands")
    assert (app.texts()[0], app.texts_of("hand-")) == ("Anne, garde, lost", [])
    await app.tap("back")
    assert app.route == routes.figures("p0")
    await app.tap("back", "back")
    assert app.route == routes.ROSTER


async def test_hands_that_cannot_be_read_say_why(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening can be damaged after it was counted."""
    two_evenings(windows)
    app = await looked(windows, routes.figures("p0"))
    damaged = Damaged(windows.history.folder / "sessions" / "one.json", {})

    def load(_: str) -> Evening:
        raise damaged

    monkeypatch.setattr(windows.history, "load", load)
    monkeypatch.setattr("scorepad.ui.screens.hands.PAGE", 1)
    await app.tap("figure-hands")
    await ready(app)
    assert error_text(t, damaged) in app.texts()
    assert app.texts_of("hand-") == []
    assert not app.exists("older")


async def test_older_hands_come_with_a_tap(windows: Windows) -> None:
    evening = began(windows, "01-05")
    for _ in range(35):
        windows.record(evening, by(0, GARDE, 2, 49))
    app = await looked(windows, routes.figures("p0"))
    await app.tap("figure-hands")
    await ready(app)
    assert len(app.texts_of("hand-")) == 30
    await app.tap("older")
    await app.wait_until(lambda: len(app.texts_of("hand-")) == 35)
    assert not app.exists("older")


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Seasons follow every change of the history at once, and show two merged players as one.",
)
async def test_every_change_of_the_history_is_shown_at_once(windows: Windows) -> None:
    """A hand of another window, a hand that is struck out, a deleted evening, and two players who are one."""
    first, second = two_evenings(windows)
    app = await looked(windows)
    windows.record(windows.change(first, Ended(False)), by(0, GARDE, 2, 49))
    await app.wait_until(lambda: "2 evenings, 1 won · 5 hands · 4 taken" in app.text("standing-p0"))
    other = began(windows, "03-01", [Person("x", "Annie", 3), "Yves", "Zoé"])
    windows.record(other, by(0, GARDE, 2, 49))
    await app.wait_until(lambda: app.exists("standing-x"))
    windows.history.merge_players([(Player("x", "Annie"), "p0")])
    await app.wait_until(lambda: not app.exists("standing-x") and "3 evenings" in app.text("standing-p0"))
    assert " Anne " in app.text("standing-p0"), "as in the list of players, whatever the last evening says"
    windows.history.save_players([Player("p0", "Anne-Lise")])
    await app.wait_until(lambda: "Anne-Lise" in app.text("standing-p0"))
    windows.history.move_to_bin(second.id)
    await app.wait_until(lambda: "2 evenings" in app.text("standing-p0"))


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A season says how many hands of which rules count, and adds no amounts of other rules.",
)
async def test_amounts_by_other_rules_are_told_and_not_added(windows: Windows) -> None:
    two_evenings(windows)
    other = began(windows, "03-01", scheme="contre_5")
    windows.record(other, by(0, Bid.GARDE_CONTRE, 2, 49))
    app = await looked(windows)
    standing = app.text("standing-p0")
    assert standing.startswith("A 1st Anne +235 3 evenings"), "amounts do not mix"
    assert "5 hands · 4 taken" in standing, "shares do"
    assert "4 hands by FFT rules 1 hand by " in app.text("what-counts")
    assert app.text("what-counts").count("not in the points") == 1


async def test_guests_have_no_figures_and_a_team_has_its_own(windows: Windows) -> None:
    team = Person("team", "Les Rois", 0, members=(Member("a", "Ann"), Member("b", "Ben")))
    evening = began(windows, "01-05", [team, Person("g", "Guest", 1, guest=True), Person("c", "Cara", 2)])
    windows.record(evening, by(0, GARDE, 2, 49))
    app = await looked(windows)
    assert [each.split()[2] for each in app.texts_of("standing-")] == ["Les", "Cara"]
    await app.visit(routes.account(evening.id, 1))
    assert not app.exists("figures")
    await app.visit(routes.account(evening.id, 0))
    await app.tap("figures")
    await ready(app)
    assert app.texts()[0] == "Les Rois"
    await app.tap("back")
    assert app.route == routes.account(evening.id, 0)


async def test_evenings_are_counted_while_one_waits(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The share that is done is told, and nothing is counted twice."""
    for month in range(1, 10):
        began(windows, f"0{month}-01")
    monkeypatch.setattr("scorepad.ui.background.SLICE", 0)
    shares: list[float] = []
    app = await windows.window()
    store = app.page.data

    def changed() -> None:
        shares.append(1 if store.seasons.counting is None else store.seasons.counting.done)

    store.seasons._changed = changed
    await app.tap("season")
    assert app.text("counting") == t("Counting the evenings…")
    await app.wait_until(lambda: store.seasons.counting is None)
    assert shares == [round(number / 9, 2) for number in range(1, 10)]
    store.seasons._changed = store.changed
    await app.visit(routes.HANDS)
    await ready(app)
    assert app.text("how-many").endswith("0 hands")


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "A season and a player leave the app in each format."
)
async def test_the_season_and_a_player_are_taken_away(windows: Windows) -> None:
    two_evenings(windows)
    app = await windows.browser(routes.SEASON)
    await ready(app)
    for route, title in ((routes.SEASON, t("The season")), (routes.figures("p0"), "Anne")):
        await app.visit(route)
        await app.tap("take-away")
        app.calls.clear()
        for form in ("pdf", "png", "text", "xlsx", "csv"):
            await app.tap(f"format-{form}", "save-export")
            await app.wait_until(lambda: app.page.data.sight.exporting is None)
        names = [given["file_name"] for given in app.asked("FilePicker.save_file")]
        assert len(set(names)) == 5, names
        assert all(title in name for name in names)
        await app.tap("back")
        assert app.route == route


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A season shows at a glance who calls whom and who paid whom; each cell leads to its hands.",
)
async def test_who_calls_whom_and_who_paid_whom(windows: Windows) -> None:
    evening = began(windows, "01-05", 5)
    for points in (49, 38, 51):
        windows.record(evening, by(0, GARDE, 2, points, partner=1))
    windows.record(evening, by(2, GARDE, 2, 45, partner=0))
    windows.record(evening, by(3, GARDE, 2, 45))
    app = await looked(windows)
    assert app.texts_of("calls-") == ["3 2 made", "1 1 made"], "who plays alone calls nobody"
    assert app.name("calls-p0-p1") == "Anne called Bruno 3 times, 67% made"
    paid = {name: app.name(name) for name in app.named("paid-")}
    assert len(paid) == 5 * 4, "each of two who met, seen from both"
    assert paid["paid-p0-p4"] == paid["paid-p4-p0"], "the same sentence from both"
    assert app.text("paid-p0-p4").removeprefix("+") == app.text("paid-p4-p0").removeprefix("−")
    await app.tap("calls-p0-p1")
    await ready(app)
    assert app.texts()[0] == "Anne, calling Bruno"
    assert len(app.texts_of("hand-")) == 3
    await app.tap("back", "paid-p0-p4")
    await ready(app)
    assert app.texts()[0].startswith("Anne, against Élise")
    await app.tap("back")
    assert app.route == routes.SEASON


async def test_a_touch_on_the_curve_of_the_season_opens_the_end_of_an_evening(windows: Windows) -> None:
    first, second = two_evenings(windows)
    app = await looked(windows)
    assert app.text("curve-words") == "Anne +235, Chloé −37, Denis −37, Bruno −161"
    await touch(app, 340)
    assert app.route == routes.end(second.id)
    await app.tap("back")
    await touch(app, 5)
    assert app.route == routes.end(first.id)


async def test_an_evening_is_left_out_and_counts_again(windows: Windows) -> None:
    """Its page and the season say so; Undo and a second tap bring it back."""
    first, second = two_evenings(windows)
    app = await looked(windows, routes.end(second.id))
    assert on(app, "in-season") == ["in-season"]
    await app.tap("in-season")
    assert on(app, "in-season") == []
    assert t("Left out: its hands are in no figures of players.") in app.text("in-season")
    await app.tap("notice-undo")
    assert on(app, "in-season") == ["in-season"]
    await app.tap("in-season")
    season = await looked(windows)
    assert season.text("standing-p0").startswith("A 1st Anne +30 1 evening")
    assert "1 evening is left out." in season.text("what-counts")
    windows.change(first, LeftOut())
    await season.wait_until(lambda: t("No evening in this time.") in season.texts())
    assert "2 evenings are left out." in season.texts()
    await app.tap("in-season")
    await season.wait_until(lambda: season.exists("standing-p0"))
    assert season.text("standing-p0").startswith("A 1st Anne +205 1 evening")


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Back from an evening leads to where one came from in the season, in windows of any width.",
)
@pytest.mark.parametrize("width", [360, 768, 1280])
async def test_back_from_a_hand_of_the_season_leads_to_the_hands(width: int, windows: Windows) -> None:
    two_evenings(windows)
    app = await windows.window(routes.SEASON, width=width, height=900)
    await ready(app)
    await app.tap("standing-p0", "role-taker")
    await ready(app)
    hands = app.route
    await app.tap(next(name for name in app.identifiers() if name.startswith("hand-")))
    await app.tap("back")
    if routes.place(app.route) != routes.place(hands):  # in a wide window the cross closed the hand only
        await app.tap("back")
    assert app.route == hands


async def test_an_evening_is_left_out_from_its_menu_and_the_list_says_so(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("menu", "menu-season")
    assert windows.happened(evening).table.left_out
    await app.visit(routes.HOME)
    assert t("not in the season") in app.text(f"session-{evening.id}")
    await app.tap(f"session-{evening.id}", "menu", "menu-season")
    assert not windows.happened(evening).table.left_out
