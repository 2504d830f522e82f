"""The preview of a file, its import, and the reports about evenings that were damaged or lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import flet as ft

from scorepad.history import Report, Summary
from scorepad.history.backup import Backup
from scorepad.history.transfer import (
    ImportResult,
    ImportStatus,
    IncomingEvening,
    PlayerMatch,
    Preview,
    apply_import,
    preview_import,
    restore_missing,
)
from scorepad.i18n import Translator
from scorepad.i18n.errors import backup_time, import_error_text, report_text
from scorepad.i18n.names import evening_title, evening_titles, scheme_title
from scorepad.tarot.hand import PlayerId
from scorepad.ui import kit, routes
from scorepad.ui.store import Store

PREVIEW = (routes.INCOMING, "preview")
"""The place where the window keeps the preview of a file: the route, and the name of the value."""
SHOWN = 40
"""The maximum number of evenings that are drawn."""


@kit.screen(routes.INCOMING)
def incoming_screen(at: kit.At) -> ft.View:
    """The preview of an import."""
    t, store = at.t, at.store
    others, schemes = at.kept("others", frozenset[str]()), at.kept("schemes", frozenset[str]())
    kept: kit.Kept[Preview | None] = at.kept(PREVIEW[1], None)
    preview = kept.value
    if preview is None:
        raise kit.NothingHere
    nothing = preview.brings_nothing and t("Everything in it is here already.")
    why = store.busy or (nothing if not schemes.value else None) or None
    bring = None if why else lambda: bring_in(store, preview, others.now, schemes.now)
    return at.view(
        t("Import a file"),
        kit.busy(store),
        kit.section(t("What this file would add")),
        _evenings(t, preview),
        choices(at, preview, others, schemes),
        nothing and kit.text(nothing, bold=True),
        foot=kit.action(at.layout, "bring-in", t("Import"), bring, why),
        back=at.back(routes.DATA),
    )


def _evenings(t: Translator, preview: Preview) -> kit.Part:
    """The evenings of the file."""
    shown = preview.evenings[:SHOWN]
    summaries = [Summary.of(each.evening) for each in shown]
    titles = evening_titles(t, summaries)
    named = [
        f"{title} · {t.names(person.name for person in summary.people)}"
        for title, summary in zip(titles, summaries, strict=True)
    ]
    return [
        [
            kit.column(kit.text(title, bold=True), changes(t, each))
            for title, each in zip(named, shown, strict=True)
        ],
        kit.and_more(t, len(preview.evenings) - SHOWN),
    ]


def changes(t: Translator, incoming: IncomingEvening) -> ft.Control:
    """The line that says how an import would change an evening: its status, changes, conflicts, and problem."""
    words = {
        ImportStatus.NEW: t("new"),
        ImportStatus.MORE: t("more"),
        ImportStatus.KNOWN: t("known"),
        ImportStatus.REFUSED: t("refused"),
    }
    said, conflicts = [words[incoming.status]], len(incoming.conflicting)
    if incoming.added:
        said.append(t.plural("{count} change", "{count} changes", incoming.added))
    if incoming.doubled:
        once = t.plural(
            "{count} hand that both recorded counts once",
            "{count} hands that both recorded count once",
            incoming.doubled,
        )
        said.append(once)
    if conflicts:
        two = t.plural("{count} hand to decide on", "{count} hands to decide on", conflicts)
        said.append(two)
    if incoming.problem is not None:
        said.append(import_error_text(t, incoming.problem))
    wrong = conflicts or incoming.problem is not None
    return (kit.warning if wrong else kit.quiet)(" · ".join(said))


def choices(
    at: kit.At, preview: Preview, others: kit.Kept[frozenset[str]], schemes: kit.Kept[frozenset[str]]
) -> kit.Part:
    """The choices before an import, for `bring_in`: who is the same person, and which house rules are replaced."""
    return [_namesakes(at, preview, others), _house_rules(at, preview, schemes)]


def _namesakes(at: kit.At, preview: Preview, others: kit.Kept[frozenset[str]]) -> kit.Part:
    """The incoming players who have the name of a local player.

    Each has a chip, which is on if both players are the same person. `others` has the ids of the incoming players whose
    chips are off.
    """
    players = [each.player for each in preview.players if each.match is PlayerMatch.SAME_NAME]
    chips = [
        kit.chip(
            at.layout,
            f"same-{number}",
            player.name,
            others.tap(frozenset.symmetric_difference, {player.id}),
            toggled=player.id not in others.value,
        )
        for number, player in enumerate(players, 1)
    ]
    return bool(chips) and [
        kit.text(at.t("Here too, by the same name. Who is the same person?")),
        kit.wrap(chips),
    ]


def _house_rules(at: kit.At, preview: Preview, schemes: kit.Kept[frozenset[str]]) -> kit.Part:
    """The incoming house rules that differ from the local rules with the same id.

    Each has a chip, which is on if the incoming rules replace the local rules. `schemes` has the ids of the rules whose
    chips are on.
    """
    differing = [each.scheme for each in preview.schemes if each.status is ImportStatus.REFUSED]
    chips = [
        kit.chip(
            at.layout,
            f"scheme-{number}",
            scheme_title(at.t, scheme),
            schemes.tap(frozenset.symmetric_difference, {scheme.id}),
            toggled=scheme.id in schemes.value,
        )
        for number, scheme in enumerate(differing, 1)
    ]
    return bool(chips) and [
        kit.text(at.t("These house rules differ from those here. Take the other ones?")),
        kit.wrap(chips),
    ]


# -- reports ---

REPORTS_SHOWN = 2
"""The maximum number of reports that are shown, so that the rest of the screen remains in sight."""


def reports_shown(store: Store) -> kit.Part:
    """The newest reports, with a chip that dismisses all reports and a chip that restores lost data from a backup.

    Without a backup that has lost data, there is no chip that restores.
    """
    t, reports = store.t, store.history.reports()[::-1]
    missing = any(each.is_loss for each in reports)
    words = t("Leave it as it is") if missing else t("Got it")
    tools = [kit.chip(store.layout, "dismiss", words, partial(dismiss, store, reports))]
    if any(each.backup_copy is not None for each in reports):
        bring = None if store.busy else partial(restore_lost, store)
        tools.insert(0, kit.chip(store.layout, "bring-back", t("Bring back what is missing"), bring))
    return [
        *(
            _report(store, each, number, [] if number else tools)
            for number, each in enumerate(reports[:REPORTS_SHOWN])
        ),
        *kit.and_more(t, len(reports) - REPORTS_SHOWN),
    ]


def _report(store: Store, report: Report, number: int, tools: Sequence[ft.Control]) -> ft.Control:
    t, words = store.t, report_text(store.t, report)
    evening = store.evening(report.evening_id) if report.evening_id is not None else None
    known = Summary.of(evening) if evening else report.backup_copy.summary if report.backup_copy else None
    if known is not None:
        words = f"{evening_title(t, known)}, {t.names(person.name for person in known.people)}: {words}"
    elif report.evening_id is not None:
        words = t("An evening") + f" ({report.evening_id}): {words}"
    icon = ft.Icons.HEALTH_AND_SAFETY_OUTLINED
    return kit.panel(store.layout, f"report-{number}", kit.text(words, kit.Size.SMALL), *tools, icon=icon)


# -- actions ---


def open_file(store: Store, raw: bytes) -> None:
    """Reads a file and shows its preview, or an error notice if the file is refused."""

    def show(preview: Preview) -> None:
        store.to(routes.INCOMING, kept={PREVIEW: preview})

    store.run_in_background(store.t("Reading the file…"), partial(preview_import, raw, store.history), show)


def bring_in(
    store: Store,
    preview: Preview,
    others: Collection[PlayerId],
    schemes: Collection[str],
    then: str = routes.HOME,
) -> None:
    """Adds the new events of the preview to the history, and shows the result as a notice on the screen `then`.

    `others` has the ids of incoming players who are not the local player with the same name. `schemes` has the ids of
    the house rules that replace the local rules.
    """
    named = preview.proposals(PlayerMatch.SAME_NAME)
    same = preview.proposals(PlayerMatch.MERGED_THERE)
    same |= {id_: proposal for id_, proposal in named.items() if id_ not in others}

    def work() -> tuple[list[Backup], ImportResult]:
        before = store.history.backups()
        with store.pad.as_one_change():
            return before, apply_import(preview, store.history, same=same, replace_schemes=schemes)

    def done(found: tuple[list[Backup], ImportResult]) -> None:
        store.arrivals += 1
        store.to(routes.HOME if found[1].refused else then)
        store.say(_imported(store.t, *found))

    store.run_in_background(store.t("Importing…"), work, done)


def _imported(t: Translator, before: list[Backup], result: ImportResult) -> str:
    """The result of an import in words; `before` are the backups that existed before it."""
    words = [t("Imported.")]
    if result.backup in before:
        when = backup_time(t, result.backup)
        words = [t("Imported. The backup of {when} has everything from before.", when=when)]
    elif result.backup is not None:
        words = [t("Imported. What was here before is backed up.")]
    words += _refused(t, result)
    if result.conflicting:
        waiting = t.plural(
            "{count} hand waits for a decision.",
            "{count} hands wait for a decision.",
            len(result.conflicting),
        )
        words.append(waiting)
    return " ".join(words)


def restore_lost(store: Store) -> None:
    """Restores lost evenings and the lost hands of damaged evenings from backups, and shows the result as a notice."""
    t = store.t

    def done(result: ImportResult) -> None:
        whole = len(result.new) + len(result.more)
        words = t.plural("{count} evening is whole again.", "{count} evenings are whole again.", whole)
        store.say(" ".join([words, *_refused(t, result)]))

    def work() -> ImportResult:
        with store.pad.as_one_change():
            return restore_missing(store.history)

    store.run_in_background(t("Restoring…"), work, done)


def _refused(t: Translator, result: ImportResult) -> list[str]:
    count = len(result.refused)
    words = t.plural("{count} evening could not come in.", "{count} evenings could not come in.", count)
    return [words] if count else []


def dismiss(store: Store, reports: Sequence[Report]) -> None:
    """Removes reports that have been read."""
    store.history.dismiss_reports(reports)
    store.changed()
