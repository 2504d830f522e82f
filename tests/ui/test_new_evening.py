"""A new table: names, marks, order, who deals first, how many play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from words import t

from scorepad.evening.people import MAX_NAME, Name
from scorepad.history.records import decode
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.text import clean_name
from scorepad.ui.host import Place
from scorepad.ui.table import check_name

from .evening import Windows, flaws, grow, seat, seats


@pytest.mark.promise("The screens: begin an evening", "A new table of two to five people is seated by names.")
@pytest.mark.parametrize("people", [2, 5])
async def test_a_table_of_two_to_five(windows: Windows, people: int) -> None:
    app = await windows.window("/new")
    assert not {"same-table", "known-1"} & set(app.identifiers()), "nobody has played yet"
    names = [f"P{number}" for number in range(1, people + 1)]
    for number, name in enumerate(names):
        assert app.enabled("start") == (number > 1)
        await app.type("name", name)
        await app.tap("add")
        assert app.value("name") == ""
    await app.burst("start", "start")
    [summary] = windows.history.summaries()
    evening = windows.history.load(summary.id)
    assert [person.name for person in evening.sheet.people] == names
    assert evening.start.seating.seats == people
    assert evening.start.seating.dealer == evening.sheet.people[0].id


@pytest.mark.parametrize("played", [False, True], ids=["the first evening", "a later one"])
async def test_the_field_for_a_name_stays_while_names_are_typed(windows: Windows, played: bool) -> None:
    """A new field would not have the focus, and what is typed next would be lost."""
    if played:
        windows.played(1)
    app = await windows.window("/new")
    assert app.exists("same-table") is played
    fields = set[int]()
    for name in ("Rita", "Sami", "Lou", "Tom"):
        fields |= {each.id for each in app.inside(app.find("name")) if each.kind == "TextField"}
        await app.type("name", name, submit=True)
    assert app.exists("from-paper")
    assert len(fields) == 1


async def test_the_order_and_the_first_dealer_are_chosen(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await windows.window("/new")
    assert not app.enabled("add")
    await seat(app, "Anne ANNE")
    taken = t("This name is already at the table")
    assert len(seats(app)) == 1
    assert taken in app.texts()
    assert not app.exists("draw")
    await app.type("name", "Bruno")
    assert taken not in app.texts(), "said once"
    await seat(app, "Bruno Chloé Denis")
    assert not app.enabled("up-1")
    await app.tap("up-3", "up-2", "seat-3", "remove-4")
    await seat(app, "Élise")
    assert seats(app) == ["Chloé", "Anne", t("{name} deals first", name="Bruno"), "Élise"]
    monkeypatch.setattr("secrets.choice", lambda people: people[3])
    await app.tap("draw", "start")
    assert app.text("next-hand") == f"{t('Enter hand {number}', number=1)} {t('{name} deals', name='Élise')}"


async def test_large_words_have_the_room_of_the_foot_in_a_low_window(windows: Windows) -> None:
    app = await windows.window("/new")
    for growth, scrolls in ((1, False), (2, True)):
        await grow(app, growth)
        [foot] = [each for each in app.screen() if each.node.get("identifier") == "start"]
        assert any(each.get("scroll") for each in foot.around) is scrolls, growth


async def test_five_people_may_play_with_four_seats(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis Élise")
    await app.tap("seats-4")
    assert t("The dealer sits out.") in app.texts()
    assert "Bruno, Chloé, Denis, and Élise" in app.text("next-players")
    await app.tap("start", "next-hand")
    words = "{dealer} deals, does not play · {leader} leads"
    assert app.text("dealer") == t(words, dealer="Anne", leader="Bruno")


async def test_known_players_come_back_with_their_marks(windows: Windows) -> None:
    windows.table(5)
    app = await windows.window("/new")
    known = [app.text(f"known-{number}").split(" ", 1)[1] for number in range(1, 6)]
    assert sorted(known) == ["Anne", "Bruno", "Chloé", "Denis", "Élise"]
    await app.tap(f"known-{known.index('Denis') + 1}")
    assert "Denis" not in [app.text(f"known-{number}").split(" ", 1)[1] for number in range(1, 5)]
    await app.type("name", "  chloé ", submit=True)
    await seat(app, "Zoé")
    await app.tap("start")
    people = windows.shown(app).sheet.people
    assert [person.name for person in people] == ["Denis", "Chloé", "Zoé"]
    assert [(person.id, person.mark) for person in people[:2]] == [("p3", 3), ("p2", 2)]


@pytest.mark.promise(
    "The screens: begin an evening", "The table of last time plays again with one tap, by its last rules."
)
async def test_the_same_table_is_the_last_table_with_its_last_rules(windows: Windows) -> None:
    windows.history.save_scheme(replace(shipped_scheme(), id="ours", name="Chez nous"))
    evening = windows.table(scheme=windows.history.schemes()[0])
    app = await windows.window(f"/session/{evening.id}/players")
    await app.tap("more-2", "remove-2")
    await app.type("name", "Zoé", submit=True)
    await app.tap("up-4", "seat")
    await app.visit("/new")
    assert app.text("same-table").endswith("Anne, Zoé, Denis, and Chloé")
    await app.tap("same-table")
    same = [t("{name} deals first", name="Anne"), "Zoé", "Denis", "Chloé"]
    assert seats(app) == same
    assert app.text("rules").startswith(t("Rules: {scheme}", scheme="Chez nous"))
    await app.tap("rules", "scheme-fft", "back")
    assert app.text("rules").startswith(t("Rules: {scheme}", scheme="FFT rules"))
    assert seats(app) == same, "all is kept"


NAMES = ["W" * 30, "😀👩‍👩‍👧‍👦", "李雷", "مريم", "=1+1", "Zo\u0065\u0301", "Ⅷ·№", "<b>{x}</b>"]


async def test_any_name_sits_down_and_plays(windows: Windows) -> None:
    """On every screen nothing is drawn that no font has, and what is kept is what was typed."""
    app = await windows.window("/new", place=Place.BROWSER)
    for name in NAMES:
        await app.type("name", name, submit=True)
    assert not app.exists("name"), "eight are all"
    await app.tap("start")
    assert [person.name for person in windows.shown(app).sheet.people] == [clean_name(name) for name in NAMES]
    for taps in (
        ["next-hand", "dealer"],
        ["dealer-8", "bid-1-garde"],
        ["partner-2", "bouts-2", "digit-4", "digit-9", "open-poignees"],
        ["poignee-3-single", "save"],
        ["row-1"],
        ["back", "menu", "menu-end"],
    ):
        await app.tap(*taps)
        assert flaws(app, odd_names=True) == [], taps


@given(st.text(max_size=40))
def test_every_name_that_the_table_takes_can_be_kept(typed: str) -> None:
    if check_name(typed, []) is None:
        name = clean_name(typed)
        assert len(name) <= MAX_NAME
        assert decode(Name, name) == name
        assert clean_name(name) == name


async def test_a_removed_person_can_be_taken_back(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    await app.tap("seat-2", "remove-2", "up-3", "notice-undo")
    deals = t("{name} deals first", name="Bruno")
    assert seats(app) == ["Anne", deals, "Denis", "Chloé"], "what came after stays"
    await app.tap("remove-1")
    await app.type("name", "anne", submit=True)
    await app.tap("notice-undo")
    assert len(seats(app)) == 4, "nobody sits twice"
