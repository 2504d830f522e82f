"""The rules of the table: to be read, made one's own, kept, exchanged, and played by."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from words import t

from scorepad.tarot.hand import CONTRACTS, Bid, MisereKind
from scorepad.tarot.parameters import Kind, Parameter, Value, changed, parameters, value
from scorepad.tarot.scheme import HalfPoints, PetitAuBout, Scheme, Split
from scorepad.tarot.scheme_data import (
    MAX_SCHEME_FILE,
    scheme_file,
    scheme_from_file,
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
)
from scorepad.ui import state
from scorepad.ui.app import build
from scorepad.ui.files import Place

from .client import Driver
from .evening import FillingDisk, Windows, enter, flaws, on, only_long, play, points, seat, totals

FFT = shipped_scheme()


async def house(windows: Windows, base: str = "fft", **different: Any) -> Driver:
    """A window on house rules that are those of a scheme but for what is different, nothing folded."""
    scheme = replace(shipped_scheme(base), id="ours", name="Chez Anne", **different)
    windows.history.save_scheme(scheme)
    app = await windows.window("/rules/ours")
    await app.tap("rare")
    return app


async def step(app: Driver, identifier: str) -> None:
    """Taps the step of a number; in the table of bids the number comes first."""
    number = identifier.rpartition("-")[0]
    if identifier.startswith("bids.") and number and not app.exists(identifier):
        await app.tap(number)
    await app.tap(identifier)


def ours(windows: Windows) -> Scheme:
    """The only house rules, as they are kept."""
    [scheme] = windows.history.schemes()
    return scheme


def as_played(scheme: Scheme) -> dict[str, Any]:
    """Everything but whose it is."""
    return {key: part for key, part in scheme_to_data(scheme).items() if key not in ("id", "name")}


def shown(app: Driver) -> str:
    """The sum in the living example."""
    return app.text("example").partition(" = ")[0].rpartition(": ")[2]


# --- Reading ----------------------------------------------------------------------------------------------------


async def test_every_scheme_is_there_the_houses_own_first(windows: Windows) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Chez Anne"))
    app = await windows.window("/settings")
    assert app.text("rules") == "FFT rules"
    await app.tap("rules")
    listed = [name for name in app.identifiers() if name.startswith("scheme-")]
    assert listed == ["scheme-ours", *(f"scheme-{id_}" for id_ in shipped_schemes())]
    assert on(app, "scheme-") == ["scheme-fft"]
    assert app.text("scheme-fft").startswith(f"FFT rules {t('for new evenings')} ")
    await app.tap("scheme-wikipedia")
    assert app.route == "/rules/wikipedia"
    await app.tap("back", "back")
    assert app.route == "/settings"


async def test_a_shipped_scheme_is_read_with_meanings_and_sources_and_cannot_be_changed(
    windows: Windows,
) -> None:
    app = await windows.window("/rules/wikipedia")
    assert t("Lost with the contract") not in app.texts(), "it is folded"
    assert (app.text("bids.garde.base"), app.text("bids.garde.factor")) == ("25", "×2")
    await app.tap("rare")
    texts = app.texts()
    for words in ("Wikipedia", "Bids", "Multiplied by", "Double poignée", "All the tricks but"):
        assert t(words) in texts
    assert t("{what}: not played", what=t("Pousse")) in texts
    assert t("The poignée enters the bracket, and is multiplied with it.") in texts
    assert texts[texts.index(t("Double poignée")) + 1] == "40"
    assert sum(text.startswith(t("Source: {source}", source="")) for text in texts) == 9, "one for each table"
    assert not app.exists("scheme-name")
    assert not app.exists("delete")
    assert not any(name.endswith(("-less", "-more")) for name in app.identifiers())


async def test_rules_that_are_not_there(windows: Windows) -> None:
    app = await windows.window("/rules/none")
    assert t("This page does not exist.") in app.texts()


# --- Changing ---------------------------------------------------------------------------------------------------


async def test_shipped_rules_are_made_ones_own(windows: Windows) -> None:
    app = await windows.window("/rules/wikipedia")
    await app.tap("duplicate")
    copy = ours(windows)
    assert app.route == f"/rules/{copy.id}"
    way = t("{scheme}, our way", scheme=t("Wikipedia"))
    assert copy.name == app.value("scheme-name") == way
    assert as_played(copy) == as_played(shipped_scheme("wikipedia"))
    await app.tap("duplicate")
    assert len(windows.history.schemes()) == 2
    assert app.value("scheme-name") == t("{scheme}, our way", scheme=way)


async def test_rules_made_ones_own_are_read_from_the_top(windows: Windows) -> None:
    """The part that scrolls is another one, and a new one begins at its top."""

    def scrolls() -> int:
        (column,) = [each for each in app.screen() if each.kind == "Column" and each.node.get("scroll")]
        return column.id

    app = await windows.window("/rules/wikipedia")
    before = scrolls()
    await app.tap("duplicate")
    assert scrolls() != before
    before = scrolls()
    await app.tap("petit_au_bout.points-more")
    assert scrolls() == before, "a change leaves it where it is"


async def test_a_number_is_changed_step_by_step_on_a_living_example(windows: Windows) -> None:
    app = await house(windows)
    assert shown(app).endswith("(25 + 8 + 10) × 2")
    await app.tap("petit_au_bout.points-more")
    assert app.text("petit_au_bout.points") == "15"
    assert ours(windows).petit_au_bout.points == 15
    assert shown(app).endswith(f" {t('Petit au bout, taken by the taker’s side')} (25 + 8 + 15) × 2")
    assert f"Anne +288 · {t('the others {amount}', amount='−96')}" in app.text("example")
    for _ in range(3):
        await app.tap("petit_au_bout.points-less")
    assert not app.enabled("petit_au_bout.points-less")
    assert shown(app).endswith("(25 + 8 + 0) × 2")
    await step(app, "bids.garde_sans.factor-more")
    assert shown(app).endswith(" (25 + 8) × 5")


async def test_a_switch_and_a_choice_are_changed_on_a_living_example(windows: Windows) -> None:
    app = await house(windows)
    assert on(app, "petit_au_bout.multiplied") == ["petit_au_bout.multiplied"]
    await app.tap("petit_au_bout.multiplied")
    assert on(app, "petit_au_bout.multiplied") == []
    assert app.text("petit_au_bout.multiplied") == t("no")
    assert shown(app).endswith(f" {t('Petit au bout, taken by the taker’s side')} (25 + 8) × 2 + 10")
    await app.tap("petit_au_bout.lost_with_contract")
    assert "down 6" in shown(app)
    assert shown(app).endswith("−(25 + 6) × 2 − 10")
    assert on(app, "margin.half_points-") == ["margin.half_points-winner"]
    await app.tap("margin.half_points-kept")
    assert on(app, "margin.half_points-") == ["margin.half_points-kept"]
    assert ours(windows).margin.half_points is HalfPoints.KEPT
    assert shown(app).endswith("(25 + 8½) × 2")
    await app.tap("rounding.step-10")
    assert shown(app).endswith("(25 + 8) × 2 + 4")
    await app.tap("rounding.step-1", "poignee.to-shower")
    assert shown(app).endswith("(25 + 8) × 2 − 20")
    await app.tap("chelem.multiplied")
    assert shown(app).endswith("(25 + 55 + 400) × 2")
    await app.tap("table.split-equal")
    assert shown(app).endswith("(25 + 8½) × 2")
    assert "Anne +100½ · Bruno +100½ · the others −67" in app.text("example")


async def test_an_optional_rule_can_be_added_and_has_its_own_numbers(windows: Windows) -> None:
    app = await house(windows)
    for part, number in (("bids.pousse", "base"), ("petit_chelem", "all_but-3"), ("misere", "points")):
        assert not any(name.startswith(f"{part}.{number}") for name in app.identifiers())
        await app.tap(f"{part}.played")
        assert any(name.startswith(f"{part}.{number}") for name in app.identifiers())
    await app.tap("misere.points-more")
    assert "the others" not in app.text("example"), "they do not all pay the same"
    scheme = ours(windows)
    assert scheme.allows(Bid.POUSSE)
    assert scheme.misere is not None
    assert scheme.misere.points == 15
    assert scheme.petit_chelem is not None
    await app.tap("petit_chelem.played", "misere.played", "bids.pousse.played")
    assert as_played(ours(windows)) == as_played(FFT)
    assert app.exists("example"), "of something else, since that is no longer there"


def another(parameter: Parameter, now: Value) -> tuple[str, Value]:
    """What to tap for a value that a parameter has not now, and that value."""
    if parameter.kind is Kind.TOGGLE:
        return parameter.path, not now
    if parameter.kind is Kind.CHOICE:
        option = next(option for option in parameter.options if option != str(now))
        return f"{parameter.path}-{option}", int(option) if isinstance(now, int) else option
    assert isinstance(now, int)
    if now + parameter.step <= parameter.high:
        return f"{parameter.path}-more", now + parameter.step
    return f"{parameter.path}-less", now - parameter.step


async def test_every_parameter_can_be_changed(windows: Windows) -> None:
    """One tap each, on rules that play everything; what a tap does is what the engine calls that change."""
    everything = changed(shipped_scheme("wikipedia"), "bids.pousse.played", True)
    app = await house(windows, "wikipedia", bids=everything.bids)
    highest_first = [*parameters(everything)][::-1]  # no bid may be worth more than a higher one
    found = sorted(highest_first, key=lambda parameter: parameter.path.endswith(".played"))
    for parameter in found:
        before = ours(windows)
        identifier, new = another(parameter, value(before, parameter.path))
        if parameter.path in ("misere.kinds.no_court_cards", "bids.garde_contre.played"):
            continue  # one of them has to stay
        await step(app, identifier)
        assert ours(windows) == changed(before, parameter.path, new) != before
        assert app.exists("example"), parameter.path
    assert len(found) > 50


async def test_every_tap_counts_however_fast_the_finger(windows: Windows) -> None:
    app = await house(windows)
    await asyncio.gather(*(app.tap("petit_au_bout.points-more") for _ in range(3)))
    assert ours(windows).petit_au_bout.points == 25
    await asyncio.gather(app.tap("petit_au_bout.points-less"), app.tap("chelem.unannounced-more"))
    assert (ours(windows).petit_au_bout.points, ours(windows).chelem.unannounced) == (20, 250)
    await step(app, "bids.petite.factor-more")
    await asyncio.gather(app.tap("bids.petite.factor-less"), app.tap("bids.petite.factor-less"))
    assert ours(windows).bid_value(Bid.PETITE).factor == 1, "nothing is multiplied by none"


PETIT, MISSED = "petit_au_bout.points", "chelem.announced_missed"


@pytest.mark.parametrize(
    ("path", "number", "less", "more"),
    [
        (PETIT, 0, None, 5),
        (PETIT, 3, None, 8),
        (PETIT, 99_998, 99_993, None),
        (PETIT, 100_000, 99_995, None),
        (MISSED, -100_000, None, -99_950),
        (MISSED, 0, -50, None),
    ],
)
async def test_a_number_moves_by_one_step_within_the_range(
    windows: Windows, path: str, number: int, less: int | None, more: int | None
) -> None:
    """No step crosses a limit, and none is shortened to reach it."""
    for name, expected in (("less", less), ("more", more)):
        windows.history.save_scheme(replace(changed(FFT, path, number), id="ours", name="Chez Anne"))
        app = await windows.window("/rules/ours")
        assert app.enabled(f"{path}-{name}") == (expected is not None)
        if expected is not None:
            await app.tap(f"{path}-{name}")
            assert value(ours(windows), path) == expected


async def test_fast_taps_near_a_limit_stop_at_the_last_whole_step(windows: Windows) -> None:
    app = await house(windows, petit_au_bout=replace(FFT.petit_au_bout, points=99_993))
    await asyncio.gather(*(app.tap("petit_au_bout.points-more") for _ in range(3)))
    assert ours(windows).petit_au_bout.points == 99_998


@pytest.mark.parametrize(
    ("taps", "kept"),
    [
        (["poignee.thresholds.four.single-more"] * 3, "poignee.thresholds.four.single"),
        ([f"bids.{bid}.played" for bid in CONTRACTS if bid is not Bid.POUSSE], "bids.garde_contre.played"),
        (
            ["misere.played", "misere.kinds.no_trumps", "misere.kinds.no_court_cards"],
            "misere.kinds.no_court_cards",
        ),
    ],
)
async def test_a_contradiction_is_refused_in_words(windows: Windows, taps: list[str], kept: str) -> None:
    app = await house(windows)
    for identifier in taps[:-1]:
        await app.tap(identifier)
        assert not app.exists("notice")
    before = ours(windows)
    await app.tap(taps[-1])
    assert app.text("notice") == t("That contradicts another of these rules.")
    assert ours(windows) == before
    assert value(before, kept) == (12 if "thresholds" in kept else True)
    assert app.exists("example")


async def test_another_window_sees_the_change_at_once(windows: Windows) -> None:
    app = await house(windows)
    other = await windows.window("/rules/ours")
    await app.tap("petit_au_bout.points-more")
    assert other.text("petit_au_bout.points") == "15"
    await other.tap("petit_au_bout.points-more")
    assert app.text("petit_au_bout.points") == "20"
    await other.tap("delete")
    assert t("This page does not exist.") in app.texts()


async def test_a_change_that_cannot_be_saved_is_not_shown(windows: Windows, disk: FillingDisk) -> None:
    app = await house(windows)
    disk.full = True
    await app.tap("petit_au_bout.points-more")
    assert app.text("notice").startswith("The disk is full")
    assert app.text("petit_au_bout.points") == "10"
    await app.tap("duplicate")
    assert app.route == "/rules/ours"
    disk.full = False
    await app.tap("petit_au_bout.points-more")
    assert app.text("petit_au_bout.points") == "15"


# --- Their name -------------------------------------------------------------------------------------------------


async def test_house_rules_bear_the_name_they_are_given(windows: Windows) -> None:
    app = await house(windows)
    await app.type("scheme-name", "Le mardi", submit=True)
    assert ours(windows).name == "Le mardi"
    assert "Le mardi" in app.texts()
    await app.tap("back")
    assert app.text("scheme-ours").startswith("Le mardi ")
    await app.tap("scheme-ours")
    await app.type("scheme-name", "  Chez Élise  ")
    await app.blur()
    assert ours(windows).name == "Chez Élise"


async def test_a_name_can_be_wiped_out_and_written_anew(windows: Windows) -> None:
    app = await house(windows)
    await app.type("scheme-name", "")
    assert app.value("scheme-name") == "", "whoever erases a letter wants it gone"
    await app.type("scheme-name", "   ", submit=True)
    assert ours(windows).name == "Chez Anne", "rules without a name could not be told apart"
    await app.blur()
    assert app.value("scheme-name") == "Chez Anne"


async def test_a_copy_does_not_inherit_the_typed_name_of_the_original(windows: Windows) -> None:
    app = await house(windows)
    await app.type("scheme-name", "Le mardi", submit=True)
    await app.tap("duplicate")
    assert app.value("scheme-name") == t("{scheme}, our way", scheme="Le mardi")
    await app.type("scheme-name", "Le jeudi", submit=True)
    await app.visit("/rules/ours")
    assert app.value("scheme-name") == "Le mardi"
    assert sorted(scheme.name for scheme in windows.history.schemes()) == ["Le jeudi", "Le mardi"]


@pytest.mark.parametrize("name", ["W" * 31, "😀👩‍👩‍👧‍👦", "李雷", "a/b:c*?", "\u202eoops", "<b>{x}</b>"])
async def test_any_name_can_be_shown_kept_and_exported(windows: Windows, name: str) -> None:
    await house(windows)
    app = await windows.window("/rules/ours", place=Place.BROWSER)
    await app.type("scheme-name", name, submit=True)
    assert 1 <= len(ours(windows).name) <= 30
    assert flaws(app, odd_names=True) == []
    await app.tap("export")
    [call] = [call for call in app.calls if call.method == "save_file"]
    assert call.arguments["file_name"].endswith(".json")
    assert not set('/:*?<>"\\|') & set(call.arguments["file_name"])
    await windows.restart()
    assert len(windows.history.schemes()) == 1


# --- Deleted, and the default -----------------------------------------------------------------------------------


async def test_deleted_rules_are_gone_but_not_from_the_evenings_that_play_them(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    evening = windows.table(scheme=ours(windows))
    await app.tap("delete")
    assert app.route == "/rules"
    assert not app.exists("scheme-ours")
    assert windows.history.schemes() == []
    await app.tap("notice-undo")
    assert app.route == "/rules/ours"
    assert ours(windows) == evening.start.scheme, "it was a mistake"
    await app.tap("delete")
    await app.visit(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    assert totals(app)[0] == "144"
    await app.tap("row-1")
    assert "Chez Anne" in app.texts()


async def test_a_new_evening_plays_the_default_rules(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    assert on(app, "default") == []
    await app.tap("default")
    assert on(app, "default") == ["default"]
    await app.tap("back")
    assert on(app, "scheme-") == ["scheme-ours"]
    await app.tap("back")
    assert app.text("rules") == "Chez Anne"
    await windows.restart()
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    assert app.text("rules") == t("Rules: {scheme}", scheme="Chez Anne")
    await app.tap("start")
    await play(app, "1 garde", 2, "49")
    assert totals(app)[0] == "144"
    await app.visit("/rules/ours")
    await app.tap("delete")
    assert on(app, "scheme-") == ["scheme-fft"], "in place of a default that is gone"


async def test_another_scheme_can_be_chosen_for_one_evening(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    assert app.text("rules") == t("Rules: {scheme}", scheme="FFT rules")
    await app.tap("rules")
    assert (app.route, on(app, "scheme-")) == ("/new/rules", ["scheme-fft"])
    await app.tap("scheme-flat_80")
    assert app.text("rules") == t("Rules: {scheme}", scheme="Flat 80, 160, 320")
    await app.tap("start")
    evening = windows.history.load(app.route.removeprefix("/session/"))
    assert evening.start.scheme == shipped_scheme("flat_80")
    await play(app, "1 garde", 2, "49")
    assert totals(app)[0] == "270"
    await app.visit("/new")
    await seat(app, "Anne Bruno Chloé")
    assert app.text("rules") == t("Rules: {scheme}", scheme="FFT rules"), "the default stays"


async def test_an_evening_keeps_the_version_it_was_played_with(windows: Windows) -> None:
    app = await house(windows)
    await app.tap("default")
    await app.visit("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    await app.tap("start")
    evening = app.route
    await play(app, "1 garde", 2, "49", petit="taker")
    assert totals(app)[0] == "258"
    await app.visit("/rules/ours")
    await app.tap("petit_au_bout.points-more")
    await app.visit(evening)
    assert totals(app)[0] == "258"
    await play(app, "1 garde", 2, "49", petit="taker")
    assert totals(app)[0] == "516"
    await app.visit("/new")
    await app.tap("same-table", "start")
    await play(app, "1 garde", 2, "49", petit="taker")
    assert totals(app)[0] == "288", "the next evening plays by what is now agreed"


# --- Files ------------------------------------------------------------------------------------------------------


def saved_file(app: Driver) -> tuple[str, bytes]:
    """The last file that was offered to be saved: its name, its bytes."""
    call = [call for call in app.calls if call.method == "save_file"][-1]
    return call.arguments["file_name"], call.arguments["src_bytes"]


def pick(app: Driver, content: bytes, name: str = "rules.json") -> None:
    app.picks = [{"id": 0, "name": name, "size": len(content), "path": None, "bytes": content}]


async def test_rules_travel_as_a_small_file(windows: Windows, tmp_path: Path) -> None:
    app = await house(
        windows, "wikipedia", petit_au_bout=PetitAuBout(points=15, multiplied=False, lost_with_contract=True)
    )
    app.answers["FilePicker.save_file"] = lambda _: "/storage/rules.json"
    await app.tap("export")
    assert app.text("notice") == t("Saved: another Scorepad can open it")
    name, content = saved_file(app)
    assert name == "Chez Anne.json"
    assert len(content) < 4096
    with Windows(tmp_path / "elsewhere") as elsewhere:
        other = await elsewhere.window("/rules")
        pick(other, content)
        await other.tap("import")
        arrived = ours(elsewhere)
        assert other.route == f"/rules/{arrived.id}"
        assert replace(arrived, id="ours") == ours(windows)
        assert arrived.id != "ours", "rules of that id may be others here"
        assert [call for call in other.calls if call.method == "pick_files"][-1].arguments[
            "allowed_extensions"
        ] == ["json", "toml"]
        await other.visit("/rules")
        await other.tap("import")
        assert len(elsewhere.history.schemes()) == 2
        await other.close()


async def test_a_shipped_scheme_can_be_exported_and_comes_back_under_its_title(windows: Windows) -> None:
    app = await windows.window("/rules/equal_split")
    app.answers["FilePicker.save_file"] = lambda _: "/storage/rules.json"
    await app.tap("export")
    name, content = saved_file(app)
    assert name == "Taker and partner share equally.json"
    assert scheme_from_file(content) == shipped_scheme("equal_split")
    pick(app, content)
    await app.visit("/rules")
    await app.tap("import")
    assert ours(windows).name == "Taker and partner share equally"[:30].strip()
    assert as_played(ours(windows)) == as_played(shipped_scheme("equal_split"))


async def test_a_toml_file_by_hand_is_read_too(windows: Windows) -> None:
    content = (Path(__file__).parents[2] / "scorepad/tarot/schemes/flat_80.toml").read_bytes()
    app = await windows.window("/rules")
    pick(app, b"\xef\xbb\xbf" + content, "flat.toml")
    await app.tap("import")
    assert as_played(ours(windows)) == as_played(shipped_scheme("flat_80"))


async def test_on_a_computer_the_file_is_written_to_the_chosen_path(windows: Windows, tmp_path: Path) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Chez Anne"))
    app = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route="/rules/ours",
    )
    app.answers["FilePicker.save_file"] = lambda given: str(tmp_path / given["file_name"])
    await app.tap("export")
    assert (tmp_path / "Chez Anne.json").read_bytes() == scheme_file(ours(windows))
    assert app.text("notice") == t("Saved: another Scorepad can open it")
    await app.close()


async def test_a_browser_downloads_the_file_without_a_path(windows: Windows) -> None:
    app = await Driver.start(build(windows.history, language="en"), web=True, route="/rules/fft")
    await app.tap("export")
    assert saved_file(app) == ("FFT rules.json", scheme_file(FFT))
    assert app.text("notice") == t("Saved: another Scorepad can open it")
    await app.close()


async def test_a_file_that_cannot_be_written_is_reported(windows: Windows, tmp_path: Path) -> None:
    app = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route="/rules/fft",
    )
    app.answers["FilePicker.save_file"] = lambda given: str(tmp_path / "no such folder" / given["file_name"])
    await app.tap("export")
    assert app.exists("notice")
    assert "Saved" not in app.text("notice")
    await app.close()


async def test_giving_up_a_dialog_says_and_does_nothing(windows: Windows) -> None:
    app = await house(windows)
    app.answers["FilePicker.save_file"] = lambda _: None
    await app.tap("export")
    assert not app.exists("notice")
    await app.visit("/rules")
    await app.tap("import")
    assert not app.exists("notice")
    assert len(windows.history.schemes()) == 1


def document(**different: Any) -> dict[str, Any]:
    return scheme_to_data(FFT) | {"id": "x", "name": "X"} | different


def as_file(**different: Any) -> bytes:
    return json.dumps(document(**different)).encode()


TOML = (Path(__file__).parents[2] / "scorepad/tarot/schemes/fft.toml").read_text(encoding="utf-8")
LINE = TOML[: TOML.index("points = 10 ")].count("\n") + 1
"""Where the points of the petit au bout stand."""

FAR, WHOLE = t("must be at most {count}", count=100_000), t("must be a whole number")
HOSTILE: dict[str, tuple[bytes, str]] = {
    "too long": (b" " * (MAX_SCHEME_FILE + 1), t("longer than {count} characters", count=MAX_SCHEME_FILE)),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xfe", t("is no text file")),
    "nothing": (b"", f"id: {t('is missing')}"),
    "no JSON": (b'{"id": ', t("line {line} is not JSON", line=1)),
    "twice": (as_file().replace(b'{"id"', b'{"id": "y", "id"', 1), t("a parameter stands there twice")),
    "not a number": (as_file().replace(b'"points": 10', b'"points": NaN', 1), "petit_au_bout.points"),
    "a fraction": (as_file().replace(b'"points": 10', b'"points": 10.5', 1), WHOLE),
    "a text": (as_file().replace(b'"points": 10', b'"points": "10"', 1), WHOLE),
    "true": (as_file().replace(b'"points": 10', b'"points": true', 1), WHOLE),
    "a huge number": (
        as_file().replace(b'"points": 10', b'"points": 1' + b"0" * 5000, 1),
        t("must be within ±{count}", count=100_000),
    ),
    "large": (as_file().replace(b'"points": 10', b'"points": 100001', 1), FAR),
    "unknown": (as_file(pools=True), f"pools: {t('is no parameter of a scheme')}"),
    "a list": (b"[1]", t("is no parameter of a scheme")),
    "another choice": (as_file(table={"split": "mine"}), "table.split: "),
    "many bids": (as_file(bids=[document()["bids"][0]] * 17), t("has more than {count} items", count=16)),
    "no bids": (as_file(bids=[]), t("a scheme needs at least one bid")),
    "a loss": (
        as_file(petit_au_bout={"points": -10}),
        f"petit_au_bout.points: {t('must be at least {count}', count=0)}",
    ),
    "deep": (b'{"a":' * 9000, ""),
    "deep lists": (b"a = " + b"[" * 9000, ""),
    "toml": (
        TOML.replace("points = 10 ", "points = ten", 1).encode(),
        t("line {line} is not TOML", line=LINE),
    ),
    "toml, type": (
        TOML.replace("points = 10 ", 'points = "10"', 1).encode(),
        f"petit_au_bout.points: {WHOLE}",
    ),
    "a lone half of a sign": (as_file(name="\ud800"), ""),
    "a lone half in a source": (as_file(source="\udfff"), ""),
    "a long name": (as_file(name="x" * 201), f"name: {t('must be at most {count} characters', count=200)}"),
}


@pytest.mark.parametrize("kind", HOSTILE)
async def test_a_hostile_file_is_refused_with_a_reason(windows: Windows, kind: str) -> None:
    content, reason = HOSTILE[kind]
    app = await windows.window("/rules")
    pick(app, content)
    await app.tap("import")
    assert windows.history.schemes() == []
    assert app.route == "/rules"
    assert app.text("notice").startswith(t("These rules cannot be read: {reason}", reason=""))
    assert reason in app.text("notice")
    assert flaws(app) == []


async def test_a_file_is_read_beside_the_window(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def read(raw: bytes) -> Scheme:
        threads.append(threading.current_thread())
        return scheme_from_file(raw)

    monkeypatch.setattr(state, "scheme_from_file", read)
    app = await windows.window("/rules")
    pick(app, as_file())
    await app.tap("import")
    assert app.route == f"/rules/{ours(windows).id}"
    assert threads[0] is not threading.main_thread()


async def test_a_file_of_an_absurd_size_is_reported_too(windows: Windows) -> None:
    app = await windows.window("/rules")
    app.picks = [{"id": 0, "name": "film.json", "size": 2**33, "path": None, "bytes": None}]
    await app.tap("import")
    assert app.exists("notice")


async def test_a_name_of_a_file_is_cut_and_cleaned(windows: Windows) -> None:
    app = await windows.window("/rules")
    pick(app, as_file(name=" \u202e" + "W" * 150))
    await app.tap("import")
    assert len(ours(windows).name) <= 30
    assert flaws(app) == []


# --- At the table -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [id_ for id_, each in shipped_schemes().items() if not each.open])
async def test_only_the_tables_with_an_optional_rule_are_asked_about_it(
    windows: Windows, scheme: str
) -> None:
    rules = shipped_scheme(scheme)
    app = await windows.window(f"/session/{windows.table(scheme=rules).id}/hand")
    bids = [name.removeprefix("bid-1-") for name in app.identifiers() if name.startswith("bid-1-")]
    assert bids == [bid.bid for bid in rules.bids]
    await app.tap("bid-1-garde")
    assert app.exists("open-petit_chelem") == (scheme in ("contre_5", "flat_80", "wikipedia"))
    assert app.exists("open-miseres") == (scheme == "wikipedia")


async def test_a_petit_chelem_scores_and_says_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(scheme=shipped_scheme('contre_5')).id}")
    await app.tap("next-hand")
    await enter(app, "1 garde", 3, "86")
    await app.tap("open-petit_chelem", "side-taker")
    assert app.text("petit-chelem-1") == f"{t('Announced and made')} +300"
    await app.tap("petit-chelem-1")
    assert app.text("sentence").endswith("(25 + 50) × 2 + 300 = 450")
    await app.tap("save")
    assert totals(app) == ["1\u202f350", "−450", "−450", "−450"]
    await app.tap("row-1")
    assert app.text("line-3").startswith(f"{t('Petit chelem announced and made')} +300 ")
    assert t("Pagat (in English, 1997)") in app.text("line-3")


async def test_miseres_are_paid_by_every_other_player_and_say_why(windows: Windows) -> None:
    evening = windows.table(5, scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand")
    await enter(app, "1 petite", 2, "49", partner="2")
    await app.tap("open-miseres")
    assert t("Misère without trumps") in app.texts()
    await app.tap("misere-3-no_trumps", "open-miseres", "misere-3-no_court_cards")
    assert app.text("open-miseres") == f"{t('Misère')} · 2"
    await app.tap("save")
    assert totals(app) == ["46", "13", "47", "−53", "−53"]
    await app.tap("row-1")
    assert app.text("score") == f"{t('Each defender pays')} 33"
    for line, misere in (("line-3", "Misère without trumps"), ("line-4", "Misère without court cards")):
        words = t("{misere}, declared by {name}", misere=t(misere), name="Chloé")
        assert app.text(line).startswith(f"{words} +10")
    assert app.text("paid-2") == f"C Chloé {t('defence')} +47"


async def test_a_misere_of_one_kind_only(windows: Windows) -> None:
    app = await house(windows, "wikipedia")
    await app.tap("misere.kinds.no_trumps")
    app = await windows.window(f"/session/{windows.table(scheme=ours(windows)).id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-miseres")
    kinds = {name.rpartition("-")[2] for name in app.identifiers() if name.startswith("misere-")}
    assert kinds == {MisereKind.NO_COURT_CARDS.value}


async def test_five_always_alone_have_no_partner_and_eight_cards_in_the_dog(windows: Windows) -> None:
    evening = windows.table(5, scheme=shipped_scheme("five_alone"))
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand", "bid-1-garde")
    assert not app.exists("partner-alone")
    await app.tap("bouts-0")
    await points(app, "0")
    assert [digit for digit in range(10) if app.enabled(f"digit-{digit}")] == [4, 5, 6, 7, 8, 9]
    await points(app, "4")
    assert app.enabled("save"), "eight of the lowest cards"
    await app.tap("bouts-2")
    await points(app, "49")
    await app.tap("save")
    assert totals(app) == ["264", "−66", "−66", "−66", "−66"]
    await app.tap("row-1")
    assert app.text("paid-0") == f"A Anne {t('taker')} +264"
    four = await windows.window(f"/session/{windows.table(scheme=shipped_scheme('five_alone')).id}/hand")
    await enter(four, "1 garde", 0, "0")
    assert four.enabled("digit-3"), "at four there are six"


async def half_amounts(windows: Windows, scheme: Scheme, partner: str = "2") -> Driver:
    evening = windows.table(5, scheme=scheme)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 petite", 2, "49" if scheme.table.split is Split.EQUAL else "49½", partner=partner)
    return app


async def test_halves_of_an_equal_split_are_written_with_one_half_everywhere(windows: Windows) -> None:
    app = await half_amounts(windows, shipped_scheme("equal_split"))
    assert app.text("save") == "Save Anne +49½ Bruno +49½ the others −33"
    await app.tap("save")
    assert app.text("row-1").startswith("1 Petite Made by 8 ★ +49½ 49½ ☆ +49½ 49½ −33")
    assert totals(app) == ["49½", "49½", "−33", "−33", "−33"]
    await app.tap("row-1")
    assert app.text("score") == "Each defender pays 33"
    assert app.text("paid-0") == "A Anne taker +49½"
    await app.tap("back", "next-hand")
    assert "49½" in app.texts(), "over the question"
    await app.tap("back", "menu", "menu-end")
    assert app.text("place-0").endswith("+49½")
    await app.tap("copy")
    assert app.clipboard is not None
    assert "1. Anne +49½\n1. Bruno +49½\n" in app.clipboard
    assert "(+49½)" in app.clipboard
    await app.tap("back", "back")
    assert "49½" in " ".join(app.texts()), "on the list of sessions"
    for text in app.texts():
        assert ".5" not in text


async def test_half_points_that_are_kept_are_written_with_one_half_everywhere(windows: Windows) -> None:
    kept = replace(FFT, id="ours", name="Chez Anne", margin=replace(FFT.margin, half_points=HalfPoints.KEPT))
    app = await half_amounts(windows, kept)
    assert app.text("sentence").endswith("49½ − 41 = +8½ → 25 + 8½ = 33½")
    assert app.text("save") == "Save Anne +67 Bruno +33½ the others −33½"
    await app.tap("save")
    assert totals(app) == ["67", "33½", "−33½", "−33½", "−33½"]
    await app.tap("row-1")
    assert app.text("score") == "Each defender pays 33½"
    assert app.text("line-1").startswith("Petite, won +25 ")
    assert "+8½" in app.text("line-2")
    assert "goes to the winning side" not in app.text("line-2"), "here it is kept"
    assert app.text("paid-1") == "B Bruno partner +33½"
    await app.tap("compare")
    assert "33½" in app.texts()
    await app.tap("back", "back", "menu", "menu-end")
    assert app.text("place-1").endswith("+33½")
    await app.tap("copy")
    assert app.clipboard is not None
    assert "2. Bruno +33½\n3. Chloé −33½\n" in app.clipboard


async def test_kept_halves_shared_equally_make_quarters(windows: Windows) -> None:
    both = replace(
        shipped_scheme("equal_split"),
        id="ours",
        name="Chez Anne",
        margin=replace(FFT.margin, half_points=HalfPoints.KEPT),
    )
    evening = windows.table(5, scheme=both)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 petite", 2, "49½", partner="2")
    assert totals(app) == ["50¼", "50¼", "−33½", "−33½", "−33½"]


async def test_the_reasons_follow_the_rules_of_the_table(windows: Windows) -> None:
    """A petit au bout that is lost with the contract is explained as lost."""
    lost = replace(
        FFT, id="ours", name="Chez Anne", petit_au_bout=replace(FFT.petit_au_bout, lost_with_contract=True)
    )
    evening = windows.table(scheme=lost)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "37", petit="taker")
    assert totals(app) == ["−234", "78", "78", "78"]
    await app.tap("row-1")
    always = t("The petit in the last trick, whatever the result of the contract.").removesuffix(".")
    assert always not in app.text("line-3")
    await app.tap("back")
    await play(app, "2 garde", 2, "37", petit="defence")
    await app.tap("row-2")
    assert always not in app.text("line-3")


# --- To look at -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_or_too_small(windows: Windows) -> None:
    app = await windows.window("/rules")
    assert flaws(app) == []
    await app.tap("scheme-wikipedia")
    assert flaws(app) == []
    await app.tap("duplicate")
    assert flaws(app) == []
    await app.tap("bids.pousse.played", "rare", "margin.half_points-kept", "table.split-equal")
    await app.tap("bids.pousse.base")
    assert flaws(app) == []
    await app.tap("export", "back")
    assert flaws(app) == []
    pick(app, b"{")
    await app.tap("import")
    assert flaws(app) == []
    await app.visit("/new")
    await seat(app, "Anne Bruno Chloé Denis Élise")
    assert flaws(app) == []
