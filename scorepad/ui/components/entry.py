"""The entry of a hand: one question at a time, in the lower half of the screen, no system keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Concatenate, ParamSpec, cast

import flet as ft

from scorepad.i18n.wording import (
    bid_name,
    formula,
    margin_sum,
    misere_name,
    paid,
    poignee_name,
    problem_text,
    result,
    short_bid,
    taker_won,
    takes,
    thrown_in_name,
)
from scorepad.tarot.cards import Pile
from scorepad.tarot.check import Code, Field, half_points_occur
from scorepad.tarot.hand import NEEDED, Chelem, Hand, PoigneeSize, Side, ThrownIn
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import BidValue
from scorepad.tarot.scoring import score
from scorepad.tarot.session import Person, Session
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    action,
    centred_row,
    chip,
    heading,
    icon_tile,
    key,
    outlined_tile,
    pill,
    row_tile,
    text,
    tile,
)
from scorepad.ui.components.counting import counting_panel
from scorepad.ui.components.frame import component, notice_bar, top_bar
from scorepad.ui.components.guard import app_state
from scorepad.ui.components.marks import badge, gain_ink, named, named_below
from scorepad.ui.components.sheet import Columns
from scorepad.ui.draft import HandDraft
from scorepad.ui.keys import MOVES_FOCUS, typed
from scorepad.ui.state import CALCULATOR, AppState
from scorepad.ui.theme import Ink, Size

Change = Callable[[HandDraft], HandDraft]
Tapped = Callable[[Change], None]
P = ParamSpec("P")
NAME, NARROW_NAME = 100, 60
"""The width of the names beside a grid, and beside one of five columns."""
SHORT_NAME = 16
"""Characters of a name beside an amount, in the one strong action."""


class Panel(StrEnum):
    """What lies over the keypad for a moment."""

    DEALER = "dealer"
    POIGNEES = "poignees"
    CHELEM = "chelem"
    PETIT_CHELEM = "petit_chelem"
    MISERES = "miseres"
    COUNTING = "counting"


@component
def entry_pane(
    session: Session, alone: bool, choices: ft.Control | None = None, tool: ft.Control | None = None
) -> ft.Control:
    """The whole entry; `alone` when it fills the screen, without the sheet beside it.

    `choices` stand under its title as long as it is asked who took, a `tool` beside the title.
    """
    state = app_state()
    t = state.t
    draft = state.drafts.of(session)
    panel, set_panel = ft.use_state(cast("Panel | None", None))
    page = ft.context.page
    by_keys = ft.use_ref(False)

    def tapped(change: Change) -> None:
        by_keys.current = False
        set_panel(None)
        state.draft_tapped(session, change)

    def pressed(event: ft.KeyboardEvent) -> None:
        """Enter saves only after keys of the entry: a tile in focus answers to Enter itself."""
        now = state.session(session.id)
        if now is None or now.finished or page.route not in _routes(session, alone):
            return
        command = event.ctrl or event.meta
        if command and (event.key == "Y" or (event.key == "Z" and event.shift)):
            if session.redoable is not None:
                state.redo_pressed(session.id, session.redoable.id)
        elif command and event.key == "Z":
            if session.undoable is not None:
                state.undo_pressed(session.id, session.undoable.id)
        elif command or event.alt:
            return
        elif panel is not None:
            if event.key == "Escape":
                set_panel(None)
        elif event.key == "Escape" and alone:
            state.entry_left(now)
        elif event.key in ("Enter", "Numpad Enter"):
            if by_keys.current and state.navigation.enter_is_free():
                state.hand_submitted(now)
                by_keys.current = state.drafts.is_doubted(
                    state.drafts.of(now)
                )  # the question is answered by Enter too
        else:
            before = state.drafts.of(now)
            after = typed(before, event.key, now.rules)
            by_keys.current = after != before or (by_keys.current and event.key not in MOVES_FOCUS)
            if after != before:
                state.draft_tapped(now, lambda _: after)

    def listen() -> None:
        page.on_keyboard_event = pressed

    ft.use_effect(listen)

    number = len(session.standing_entries) + 1
    title = t("Last hand") if session.hands_left == 1 else t("Hand {number}", number=number)
    calculating = session.id == CALCULATOR
    if calculating:
        title = t("Calculator")
    if draft.editing is not None:
        title = t("Correct hand {number}", number=session.entry(draft.editing).number or "")
    said = state.notice
    if not alone or said is None or said.undo is not None or said.error:
        said = None  # it has its bar
    else:
        title = said.text  # over the keypad there is room for nothing more
    next_missing = draft.next_missing(session.rules)
    body: list[ft.Control]
    if panel is Panel.DEALER:
        body = _dealers(state, session, set_panel)
    elif next_missing in (Field.TAKER, Field.BID):
        body = _takers(state, session, draft, tapped)
    elif next_missing is Field.PARTNER:
        body = [
            _contract(state, session, draft, tapped),
            _spring(),
            *_partners(state, session, draft, tapped),
        ]
    elif panel is Panel.COUNTING:

        def use(side: Side, pile: Pile) -> None:
            tapped(_tap(HandDraft.pile_counted, side, pile))

        body = [_spring(), counting_panel(use, lambda: set_panel(None), key="counting")]
    elif panel is not None:
        many = panel in (Panel.CHELEM, Panel.PETIT_CHELEM)  # their lines need the room
        body = [
            *([] if many else [_contract(state, session, draft, tapped)]),
            _spring(),
            *_panel(state, session, draft, panel, tapped, lambda: set_panel(None)),
        ]
    else:
        body = [
            _contract(state, session, draft, tapped),
            _spring(),
            *_counting(state, session, draft, tapped, lambda: set_panel(Panel.COUNTING)),
            _extras(state, session, draft, tapped, set_panel),
            _save(state, session, draft),
        ]
    dealer = session.person(draft.dealer).name
    leader = session.person(session.leader(draft.dealer, draft.editing)).name
    beside = not (calculating or state.layout.large_text)
    dealing = tile(
        "dealer",
        text(
            t("{dealer} deals · {leader} leads", dealer=dealer, leader=leader),
            Size.SMALL,
            Ink.QUIET,
            lines=2,
            align=ft.TextAlign.END if beside else ft.TextAlign.CENTER,
        ),
        lambda: set_panel(None if panel is Panel.DEALER else Panel.DEALER),
        fill=None,
        expand=1 if beside else None,
        padding=ft.Padding.symmetric(horizontal=8),  # two lines take the whole height
        alignment=ft.Alignment.CENTER_RIGHT if beside else ft.Alignment.CENTER,
    )

    def back() -> None:
        if panel is not None:
            set_panel(None)
        else:
            state.entry_left(session)

    head = top_bar(
        t,
        title,
        back=back if alone or draft.editing else None,
        back_id="back" if alone else "leave",  # the sheet beside it has the other
        back_words=t("Leave the correction") if draft.editing else None,
        tools=[] if said else [dealing] if beside else [tool] if tool is not None else [],
        tool_grows=beside and said is None,
        announced=said is not None,
    )
    asking_first = next_missing in (Field.TAKER, Field.BID)
    strip: list[ft.Control] = []
    if asking_first and choices is not None:
        strip = [choices]
    elif asking_first and alone:
        strip = [_totals(state, session)]
    if not (beside or calculating):
        strip.append(dealing)
    foot: list[ft.Control] = []
    if state.layout.scrolls:  # no longer one screenful, and the way to save stays in sight
        body = [control for control in body if control.key != SPRING]
        if next_missing in (None, Field.BOUTS, Field.CARD_POINTS) and panel is None:
            around = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE)
            foot = [ft.Container(body.pop(), padding=around)]
    asks_who = next_missing if next_missing in (Field.TAKER, Field.PARTNER) else None
    inside = ft.Container(
        ft.Column(
            body,
            spacing=theme.GAP + 2,
            expand=True,
            scroll=ft.ScrollMode.AUTO if state.layout.scrolls else None,
            key=f"{panel or asks_who}",  # each question begins at its top
        ),
        padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, bottom=theme.SPACE),
        expand=True,
    )
    below: ft.Control = ft.Column([*strip, inside, *foot], spacing=0, expand=True)
    if alone:  # over what is at the top: nothing moves under the fingers when a notice leaves
        notice = ft.Container(notice_bar(undo=True, drawn=said is None), top=0, left=0, right=0)
        below = ft.Stack([below, notice], fit=ft.StackFit.EXPAND, expand=True)
    return ft.Column([head, below], spacing=0, expand=True)


def _routes(session: Session, alone: bool) -> tuple[str, ...]:
    if session.id == CALCULATOR:
        return (routes.CALCULATOR,)
    entry = routes.entry(session.id)
    return (entry,) if alone else (entry, routes.session(session.id))


SPRING = "spring"


def _spring() -> ft.Control:
    """Pushes what is tapped into the lower half."""
    return ft.Container(expand=True, key=SPRING)


def _seats(session: Session, draft: HandDraft) -> list[Person]:
    return [session.person(player) for player in draft.facts.players]


def _totals(state: AppState, session: Session) -> ft.Control:
    """The totals over the question, where the sheet is not in sight."""
    t, columns = state.t, Columns.of(len(session.people), state.layout)
    totals = [t.number(total, session.unit) for total in session.totals]
    size = columns.fitting(totals, (Size.NUMBER, Size.BODY, Size.SMALL, Size.TINY), state.layout)
    cells: list[ft.Control] = []
    for person, total, words in zip(session.people, session.totals, totals, strict=True):
        said = t("Total {name}: {total}", name=person.name, total=words)
        figures = text(words, Size.NUMBER, gain_ink(total), bold=True, label=said)
        figures.size = size
        name = ft.Semantics(exclude_semantics=True, content=text(person.name, Size.TINY, Ink.QUIET, lines=1))
        middle = ft.CrossAxisAlignment.CENTER
        cells.append(ft.Column([figures, name], spacing=0, horizontal_alignment=middle, expand=1))
    return ft.Container(
        replace(columns, above=True).draw(ft.Container(height=0), cells),
        bgcolor=Ink.TONE,
        border_radius=theme.RADIUS,
        padding=ft.Padding.symmetric(vertical=8),
        margin=ft.Margin.symmetric(horizontal=theme.SPACE),
    )


# -- who took ---


def _takers(state: AppState, session: Session, draft: HandDraft, tapped: Tapped) -> list[ft.Control]:
    t = state.t
    bids = session.rules.bids
    narrow = len(bids) > 4  # on the narrowest phone every bid keeps its 48 dp
    width = NARROW_NAME if narrow else NAME
    heads: list[ft.Control] = [ft.Container(width=width)]
    heads += [
        ft.Container(
            text(short_bid(t, value.bid), Size.TINY, Ink.QUIET, align=ft.TextAlign.CENTER, lines=1),
            expand=1,
            alignment=ft.Alignment.CENTER,
        )
        for value in bids
    ]
    rows: list[ft.Control] = []
    for seat, person in enumerate(_seats(session, draft), 1):
        who = named_below(person) if narrow else named(person, Size.SMALL, lines=2)
        cells: list[ft.Control] = [ft.Container(who, width=width)]
        cells += [
            key(
                f"bid-{seat}-{value.bid}",
                text(
                    _worth(value),
                    Size.SMALL,
                    Ink.QUIET,
                    label=f"{person.name}, {bid_name(t, value.bid)}",
                ),
                partial(tapped, _tap(HandDraft.taker_tapped, person.id, value.bid)),
                chosen=draft.facts.taker == person.id and draft.facts.bid is value.bid,
            )
            for value in bids
        ]
        if draft.facts.taker == person.id:
            cells[0] = ft.Container(cells[0], bgcolor=Ink.CHOSEN, border_radius=theme.RADIUS)
        rows.append(ft.Row(cells, spacing=theme.GAP))
    thrown: list[ft.Control] = [
        chip(
            f"thrown-{why}",
            thrown_in_name(t, why),
            partial(state.thrown_in, session, why),
            expand=None if state.layout.large_text else 1,
        )
        for why in ThrownIn
    ]
    grid: list[ft.Control] = [heading(t("Who took?")), ft.Row(heads, spacing=theme.GAP), *rows]
    if session.id == CALCULATOR:
        return [_spring(), *grid]
    # Above the grid: where a second tap on "Save" or on the next hand falls, nothing may be written at once.
    return [
        _spring(),
        text(t("Not played"), Size.SMALL, Ink.QUIET),
        ft.Row(thrown, spacing=theme.GAP, run_spacing=theme.GAP, wrap=state.layout.large_text),
        ft.Container(height=2),
        *grid,
    ]


def _worth(value: BidValue) -> str:
    return f"×{value.factor}" if value.factor > 1 or value.base == 25 else str(value.base)


def _tap(change: Callable[Concatenate[HandDraft, P], HandDraft], *args: P.args, **kwargs: P.kwargs) -> Change:
    """A tap as what it does to the entry as that is then: fingers are faster than the screen."""
    return lambda draft: change(draft, *args, **kwargs)


def _contract(state: AppState, session: Session, draft: HandDraft, tapped: Tapped) -> ft.Control:
    """Who took what, with whom, and the way to change it."""
    t, large = state.t, state.layout.large_text
    facts = draft.facts
    assert facts.taker is not None
    assert facts.bid is not None
    taker = session.person(facts.taker)
    words = f"{taker.name} {takes(t, facts.bid)}"
    people: list[ft.Control] = [badge(taker)]
    if facts.partner is not None:
        partner = session.person(facts.partner)
        people.append(badge(partner))
        words = t("{taker} with {partner}", taker=words, partner=partner.name)
    elif facts.alone:
        words = t("{taker}, alone", taker=words)
    return row_tile(
        "change-taker",
        ft.Row(
            [
                *people,
                ft.Container(
                    text(words, Size.BODY, Ink.ON_CHOSEN, bold=True, lines=None if large else 2), expand=True
                ),
                text(t("change"), Size.SMALL, Ink.ON_CHOSEN),
            ],
            spacing=8,
        ),
        partial(tapped, _tap(HandDraft.taker_reopened)),
        fill=Ink.CHOSEN,
        height=None if large else 56,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8 if large else 0),
    )


def _partners(state: AppState, session: Session, draft: HandDraft, tapped: Tapped) -> list[ft.Control]:
    t = state.t
    rows: list[ft.Control] = []
    for seat, person in enumerate(_seats(session, draft), 1):
        if person.id != draft.facts.taker:
            rows.append(
                row_tile(
                    f"partner-{seat}",
                    named(person, Size.NUMBER),
                    partial(tapped, _tap(HandDraft.partner_tapped, person.id)),
                    height=theme.ACTION,
                    padding=ft.Padding.symmetric(horizontal=theme.MARGIN),
                )
            )
    rows.append(
        row_tile(
            "partner-alone",
            ft.Row(
                [
                    ft.Icon(ft.Icons.PERSON_OUTLINE, size=26, color=Ink.TEXT),
                    text(t("Nobody: the taker is alone"), Size.BODY, bold=True),
                ],
                spacing=8,
            ),
            partial(tapped, _tap(HandDraft.partner_tapped, None)),
            height=theme.ACTION,
            fill=None,
            edge=True,
            padding=ft.Padding.symmetric(horizontal=theme.MARGIN),
        )
    )
    return [heading(t("Who was called?")), *rows]


def _dealers(
    state: AppState, session: Session, set_panel: Callable[[Panel | None], None]
) -> list[ft.Control]:
    t = state.t
    draft = state.drafts.of(session)

    def chosen(player: str) -> None:
        set_panel(None)
        state.drafts.choose_dealer(session, player)

    return [
        _spring(),
        heading(t("Who deals?")),
        *(
            row_tile(
                f"dealer-{seat}",
                named(person, Size.NUMBER),
                partial(chosen, person.id),
                chosen=person.id == draft.dealer,
                height=theme.ACTION,
                padding=ft.Padding.symmetric(horizontal=theme.MARGIN),
            )
            for seat, person in enumerate(session.seating_at(draft.editing).people, 1)
        ),
    ]


# -- bouts and card points ---


def _counting(
    state: AppState, session: Session, draft: HandDraft, tapped: Tapped, open_counting: Callable[[], None]
) -> list[ft.Control]:
    t = state.t
    scheme = session.rules
    bouts: list[ft.Control] = []
    for count, needed in NEEDED.items():
        chosen = draft.facts.bouts == count
        ink = Ink.ON_ACCENT if chosen else Ink.TEXT
        bouts.append(
            key(
                f"bouts-{count}",
                ft.Column(
                    [
                        text(str(count), Size.NUMBER, ink, bold=True),
                        text(
                            str(needed),
                            Size.TINY,
                            ink if chosen else Ink.QUIET,
                            label=t("{points} needed", points=needed),
                        ),
                    ],
                    spacing=0,
                    alignment=ft.MainAxisAlignment.CENTER,
                    horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                ),
                partial(tapped, _tap(HandDraft.bouts_tapped, count)),
                chosen=chosen,
                fill=Ink.ACCENT if chosen else Ink.TONE,
            )
        )
    possible = draft.digits_possible(scheme)
    least, most = (t.half_points(points) for points in draft.points_possible(scheme))
    only = t("Here it can be {least} to {most} points.", least=least, most=most)

    def figure(digit: int) -> ft.Control:
        usable = digit in possible
        return key(
            f"digit-{digit}",
            text(str(digit), Size.TITLE, bold=True),
            partial(tapped, _tap(HandDraft.digit_tapped, digit)) if usable else None,
            why=None if usable else only,
        )

    erase = key(
        "erase",
        ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=Ink.TEXT, semantics_label=t("Erase")),
        partial(tapped, _tap(HandDraft.erased)) if draft.digits else None,
        why=None if draft.digits else t("No points yet."),
    )
    half = key(
        "half",
        text("½", Size.TITLE, bold=True),
        partial(tapped, _tap(HandDraft.half_tapped)) if draft.can_have_half() else None,
        toggled=draft.half,
        why=_why_no_half(state, draft),
    )
    by_taker = draft.counted_by is Side.TAKER
    shown = "–" if draft.shown is None else t.half_points(draft.shown)
    return [
        text(t("Bouts of the taker’s side"), Size.SMALL, Ink.QUIET),
        ft.Row(bouts, spacing=theme.GAP),
        ft.Row(
            [
                ft.Semantics(identifier="points", content=text(shown, Size.HERO, bold=True)),
                ft.Container(
                    text(t("points"), Size.BODY, Ink.QUIET, lines=1),
                    expand=None if state.layout.large_text else True,
                ),
                chip(
                    "counted-by",
                    t("counted by the attack") if by_taker else t("counted by the defence"),
                    partial(tapped, _tap(HandDraft.counter_tapped)),
                    toggled=not by_taker,
                ),
                icon_tile("count", ft.Icons.CALCULATE_OUTLINED, t("Count a pile"), open_counting),
            ],
            spacing=6,
            wrap=state.layout.large_text,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        _sentence(state, session, draft),
        ft.Row([*(figure(digit) for digit in (1, 2, 3, 4, 5)), erase], spacing=theme.GAP),
        ft.Row([*(figure(digit) for digit in (6, 7, 8, 9, 0)), half], spacing=theme.GAP),
    ]


def _why_no_half(state: AppState, draft: HandDraft) -> str | None:
    t = state.t
    if draft.can_have_half():
        return None
    if not half_points_occur(len(draft.facts.players)):
        return t("No half points at this table: every trick has an even number of cards.")
    return t("There are 91 points in all.") if draft.digits else t("First the whole points.")


def _sentence(state: AppState, session: Session, draft: HandDraft) -> ft.Control:
    """What the hand comes to so far, or why it cannot be."""
    t = state.t
    problems = [p for p in draft.problems(session.rules) if p.code is not Code.MISSING]
    if draft.awaits_digit(session.rules):
        problems = [p for p in problems if p.field is not Field.CARD_POINTS]
    hand = draft.hand(session.rules)
    if draft.awaits_digit(session.rules) and not state.drafts.is_doubted(draft):
        hand = None
    row: list[ft.Control] = []
    if problems and (hand is None or problems[0].warning):
        words = problem_text(t, problems[0], lambda player: session.person(player).name)
        if hand is None and draft.would_fit_a_chelem(session.rules):
            words = t("Only with a chelem: was it one?")
        row = [
            ft.Icon(
                ft.Icons.HELP_OUTLINE if problems[0].warning else ft.Icons.BLOCK, size=18, color=Ink.LOSS
            ),
            ft.Container(
                text(words, Size.SMALL, Ink.LOSS, bold=True, lines=None if state.layout.large_text else 2),
                expand=True,
            ),
        ]
    elif hand is not None:
        won = taker_won(hand)
        scored = score(hand, session.rules)
        row = [
            ft.Icon(
                ft.Icons.CHECK_CIRCLE_OUTLINE if won else ft.Icons.TRENDING_DOWN,
                size=18,
                color=Ink.GAIN if won else Ink.LOSS,
            ),
            text(result(t, hand, session.rules), Size.SMALL, Ink.GAIN if won else Ink.LOSS, bold=True),
            ft.Container(
                text(
                    f"{margin_sum(t, hand)} → {formula(t, scored)}",
                    Size.SMALL,
                    Ink.QUIET,
                    lines=None if state.layout.large_text else 2,
                ),
                expand=True,
            ),
        ]
    return ft.Container(
        ft.Semantics(
            identifier="sentence",
            live_region=True,
            content=ft.Row(row, spacing=6, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        ),
        height=None
        if state.layout.large_text
        else 40 * state.layout.growth,  # two lines, also while it is empty: the keys below stay put
    )


# -- what else happened ---


def _extras(
    state: AppState,
    session: Session,
    draft: HandDraft,
    tapped: Tapped,
    set_panel: Callable[[Panel | None], None],
) -> ft.Control:
    t = state.t
    facts = draft.facts
    scheme = session.rules

    def petit(side: Side, words: str, spoken: str) -> ft.Control:
        on = facts.petit_au_bout is side
        change = _tap(HandDraft.petit_tapped, side)
        why = None if on else _why_not(state, session, change(draft), Field.PETIT_AU_BOUT)
        return pill(
            f"petit-{side}",
            centred_row(
                *([ft.Icon(ft.Icons.CHECK, size=18, color=Ink.ON_CHOSEN)] if on else []),
                text(words, Size.SMALL, bold=on, lines=1, label=spoken),
            ),
            None if why else partial(tapped, change),
            toggled=on,
            why=why,
            expand=1,
            padding=4,
        )

    large = state.layout.large_text

    def opener(panel: Panel, words: str, count: int) -> ft.Control:
        shown = f"{words} · {count}" if count > 1 else words
        share = max(map(len, words.split())) + (2 if count else 0)  # a tick takes as much as two letters
        return chip(
            f"open-{panel}",
            shown,
            lambda: set_panel(panel),
            toggled=True if count else None,
            expand=None if large else share,
        )

    second = [
        opener(Panel.POIGNEES, t("Poignée"), len(facts.poignees)),
        opener(Panel.CHELEM, t("Chelem"), 1 if facts.chelem else 0),
    ]
    if scheme.petit_chelem is not None:
        second.append(opener(Panel.PETIT_CHELEM, t("Petit chelem"), 1 if facts.petit_chelem else 0))
    if scheme.misere is not None:
        second.append(opener(Panel.MISERES, t("Misère"), len(facts.miseres)))
    label = text(t("Petit au bout"), Size.SMALL, Ink.QUIET, lines=2)
    sides: list[ft.Control] = [
        petit(Side.TAKER, t("attack"), t("Petit au bout for the attack")),
        petit(Side.DEFENCE, t("defence"), t("Petit au bout for the defence")),
    ]
    return ft.Column(
        [
            *([label] if large else []),
            ft.Row([*([] if large else [ft.Container(label, width=76)]), *sides], spacing=theme.GAP),
            ft.Row(list(second), spacing=theme.GAP, run_spacing=theme.GAP, wrap=large),
        ],
        spacing=theme.GAP,
    )


def _why_not(state: AppState, session: Session, changed: HandDraft, field: Field) -> str | None:
    """Why a tap would make the hand impossible."""
    for problem in changed.problems(session.rules):
        if problem.field is field and not problem.warning and problem.code is not Code.MISSING:
            return problem_text(state.t, problem, lambda player: session.person(player).name)
    return None


def _panel(
    state: AppState,
    session: Session,
    draft: HandDraft,
    panel: Panel,
    tapped: Tapped,
    close: Callable[[], None],
) -> list[ft.Control]:
    t = state.t
    if panel is Panel.POIGNEES:
        title, rows = t("Who showed a poignée?"), _poignees(state, session, draft, tapped)
    elif panel is Panel.MISERES:
        title, rows = t("Who declared a misère?"), _miseres(state, session, draft, tapped)
    else:
        title = t("Chelem") if panel is Panel.CHELEM else t("Petit chelem")
        rows = _chelems(state, session, draft, tapped, petit=panel is Panel.PETIT_CHELEM)
    done = outlined_tile("close-panel", text(t("Back to the points"), Size.BODY, bold=True), close)
    return [heading(title), *rows, done]


def _poignees(state: AppState, session: Session, draft: HandDraft, tapped: Tapped) -> list[ft.Control]:
    t, large = state.t, state.layout.large_text
    thresholds = session.rules.thresholds(len(draft.facts.players))
    heads: list[ft.Control] = [
        ft.Container(
            text(_size_word(state, size), Size.TINY, Ink.QUIET, lines=1),
            expand=1,
            alignment=ft.Alignment.CENTER,
        )
        for size in PoigneeSize
    ]
    rows: list[ft.Control] = [_beside_name(ft.Container(height=0), heads, above=large)]
    for seat, person in enumerate(_seats(session, draft), 1):
        cells: list[ft.Control] = []
        for size in PoigneeSize:
            on = any(p.player == person.id and p.size is size for p in draft.facts.poignees)
            change = _tap(HandDraft.poignee_tapped, person.id, size)
            why = None if on else _why_not(state, session, change(draft), Field.POIGNEES)
            trumps = thresholds.of(size)
            words = text(
                t.plural("{count} trump", "{count} trumps", trumps),
                Size.TINY if large else Size.SMALL,
                bold=on,
                lines=2,
                align=ft.TextAlign.CENTER,
                label=f"{person.name}, {poignee_name(t, size)}",
            )
            words.expand = words.expand_loose = True
            cells.append(
                key(
                    f"poignee-{seat}-{size}",
                    centred_row(
                        *([ft.Icon(ft.Icons.CHECK, size=16, color=Ink.ON_CHOSEN)] if on else []),
                        words,
                        spacing=0,
                    ),
                    None if why else partial(tapped, change),
                    toggled=on,
                    why=why,
                )
            )
        rows.append(_beside_name(named(person, Size.SMALL, lines=2), cells, above=large))
    return rows


def _beside_name(name: ft.Control, cells: list[ft.Control], *, above: bool) -> ft.Control:
    """The cells of somebody beside the name, or below it where large text leaves no room."""
    if above:
        return ft.Column([name, ft.Row(cells, spacing=theme.GAP)], spacing=2)
    return ft.Row([ft.Container(name, width=NAME), *cells], spacing=theme.GAP)


def _size_word(state: AppState, size: PoigneeSize) -> str:
    t = state.t
    return {
        PoigneeSize.SINGLE: t("single"),
        PoigneeSize.DOUBLE: t("double"),
        PoigneeSize.TRIPLE: t("triple"),
    }[size]


def _chelems(
    state: AppState,
    session: Session,
    draft: HandDraft,
    tapped: Tapped,
    *,
    petit: bool,
) -> list[ft.Control]:
    t, large = state.t, state.layout.large_text
    rule = session.rules.petit_chelem if petit else session.rules.chelem
    assert rule is not None
    options = [
        (Chelem(Side.TAKER, Side.TAKER), t("Announced and made"), rule.announced_made),
        (Chelem(Side.TAKER, None), t("Announced and missed"), rule.announced_missed),
        (Chelem(None, Side.TAKER), t("Made, not announced"), rule.unannounced),
        (Chelem(None, Side.DEFENCE), t("Made by the defence"), -rule.unannounced),
        (
            Chelem(Side.TAKER, Side.DEFENCE),
            t("Announced, made by the defence"),
            rule.announced_missed - rule.unannounced,
        ),
        (Chelem(Side.DEFENCE, Side.DEFENCE), t("Announced and made by the defence"), -rule.announced_made),
        (Chelem(Side.DEFENCE, None), t("Announced by the defence, missed"), -rule.announced_missed),
        (
            Chelem(Side.DEFENCE, Side.TAKER),
            t("Announced by the defence, made by the taker’s side"),
            rule.unannounced - rule.announced_missed,
        ),
    ]
    tap = HandDraft.petit_chelem_tapped if petit else HandDraft.chelem_tapped
    field = Field.PETIT_CHELEM if petit else Field.CHELEM
    now = draft.facts.petit_chelem if petit else draft.facts.chelem
    rows: list[ft.Control] = []
    for number, (chelem, words, points) in enumerate(options, 1):
        on = now == chelem
        change = _tap(tap, chelem)
        why = None if on else _why_not(state, session, change(draft), field)
        rows.append(
            row_tile(
                f"{'petit-' if petit else ''}chelem-{number}",
                ft.Row(
                    [
                        *([ft.Icon(ft.Icons.CHECK, size=18, color=Ink.ON_CHOSEN)] if on else []),
                        ft.Container(
                            text(words, Size.BODY, bold=on, lines=None if large else 2), expand=True
                        ),
                        text(t.signed(points), Size.BODY, Ink.QUIET),
                    ],
                    spacing=6,
                ),
                None if why else partial(tapped, change),
                chosen=on,
                why=why,
                height=None if large else theme.TARGET,
                padding=ft.Padding.symmetric(horizontal=14, vertical=8 if large else 0),
            )
        )
    return rows


def _miseres(state: AppState, session: Session, draft: HandDraft, tapped: Tapped) -> list[ft.Control]:
    t = state.t
    rule = session.rules.misere
    assert rule is not None
    rows: list[ft.Control] = []
    for kind in rule.kinds:
        rows.append(text(misere_name(t, kind), Size.SMALL, Ink.QUIET))
        cells: list[ft.Control] = []
        for seat, person in enumerate(_seats(session, draft), 1):
            on = any(m.player == person.id and m.kind is kind for m in draft.facts.miseres)
            cells.append(
                chip(
                    f"misere-{seat}-{kind}",
                    person.name,
                    partial(tapped, _tap(HandDraft.misere_tapped, person.id, kind)),
                    toggled=on,
                )
            )
        rows.append(ft.Row(cells, spacing=theme.GAP, wrap=True))
    return rows


# -- save ---


def _save(state: AppState, session: Session, draft: HandDraft) -> ft.Control:
    t = state.t
    hand: Hand | None = draft.hand(session.rules)
    words = t("Save") if draft.editing is None else t("Correct")
    if session.id == CALCULATOR:
        words = t("Work out")
    awaits = hand is not None and draft.awaits_digit(session.rules)
    if awaits and state.drafts.is_doubted(draft):
        awaits, words = False, t("{points} points?", points=draft.digits)
    large = state.layout.large_text
    word = text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=1)
    paying: list[ft.Control] = []
    if hand is not None and not awaits:
        payments = settle(score(hand, session.rules), hand, session.rules)
        lines = paid(t, payments, hand, lambda player: _short(session.person(player).name))
        size = Size.SMALL if len(lines) < 3 else Size.TINY
        align = ft.TextAlign.START if large else ft.TextAlign.END
        paying = [text(line, size, Ink.ON_ACCENT, bold=True, lines=1, align=align) for line in lines]
    content: ft.Control
    if large:  # no room beside each other
        content = ft.Row([ft.Column([word, *paying], spacing=0, tight=True, expand=True)])
    else:
        amounts = ft.Column(
            paying,
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
        content = ft.Row([ft.Container(word, expand=True), amounts], spacing=8)
    return action(
        "save",
        content,
        (lambda: state.hand_submitted(session)) if hand is not None else None,
        why=None if hand is not None else _lacks(state, session, draft),
        ripples=False,
        grows=large,
    )


def _short(name: str) -> str:
    """A name that leaves room for the word and the amount on either side of it."""
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1].rstrip()}…"


def _lacks(state: AppState, session: Session, draft: HandDraft) -> str:
    """Why the hand cannot be saved yet."""
    t = state.t
    next_missing = draft.next_missing(session.rules)
    if next_missing is Field.BOUTS:
        return t("How many bouts?")
    if next_missing is Field.CARD_POINTS:
        return t("How many points?")
    problems = [p for p in draft.problems(session.rules) if not p.warning]
    why = problem_text(t, problems[0], lambda player: session.person(player).name)
    if draft.awaits_digit(session.rules) and problems[0].field is Field.CARD_POINTS:
        return t("And the second digit? {why}", why=why)
    return why
