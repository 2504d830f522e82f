"""`scorepad history`: the evenings that are kept, to list, show, verify, back up, restore, export and import."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from scorepad.commands.common import (
    LATEST,
    Command,
    Document,
    Failed,
    add_common,
    data_folder,
    day_option,
    failed_by,
    find_session,
    guarded,
    print_json,
    save_file,
)
from scorepad.commands.terminal import columns, complain, printable
from scorepad.history import History, HistoryError, Progress, Refused, Report, Summary, elsewhere
from scorepad.history import backup as backups
from scorepad.history.disk import Disk
from scorepad.history.reading import Checked, Reader, State, verify
from scorepad.history.records import encode_event, encode_person
from scorepad.history.search import matching
from scorepad.history.transfer import (
    LIMIT,
    ImportResult,
    ImportStatus,
    IncomingSession,
    PlayerMatch,
    Preview,
    apply_import,
    bring_back,
    bring_back_missing,
    export_parts,
    preview_import,
    read_file,
)
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text, import_error_text, refusal_text
from scorepad.i18n.names import backup_kind, bid_name, event_name, file_size, scheme_title, thrown_in_name
from scorepad.i18n.sentences import elsewhere_text, report_text, result
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Entry, Event, Session

MISSING = "missing"

# -- the line --------------------------------------------------------------------------------------------


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser], t: Translator) -> None:
    """Adds `history` to the commands of scorepad."""
    parser = commands.add_parser(
        "history",
        help=t("the evenings that are kept: list, show, verify, backup, restore, export, import"),
        description=t(
            "The evenings that are kept. restore and import need the scores for themselves; the others work "
            "while the app is open."
        ),
        epilog=t(
            "The exit code is 0, or 1 if something stood in the way or is not sound, or 2 for a line that is wrong."
        ),
        allow_abbrev=False,
    )
    add_common(parser, t, json_too=False)
    actions = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)

    def add(name: str, help_: str, run: Command) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=help_, description=help_, allow_abbrev=False)
        action.set_defaults(command=partial(guarded, run))
        add_common(action, t)
        return action

    action = add("list", t("list the evenings, those under way first"), _list)
    action.add_argument(
        "--search", metavar="TEXT", default="", help=t("only those with this in a name or a date")
    )
    day = day_option(t)
    action.add_argument(
        "--since", metavar="DATE", type=day, help=t("only those from this day on (2026-11-21)")
    )
    action.add_argument("--until", metavar="DATE", type=day, help=t("only those up to this day"))

    action = add("show", t("show an evening, hand by hand"), _show)
    action.add_argument("session", metavar=f"ID|{LATEST}", help=t("an evening, by the beginning of its id"))
    action.add_argument("--events", action="store_true", help=t("and everything that happened to it"))

    add("verify", t("read every file and say what is sound; nothing is changed"), _verify)

    action = add("backup", t("make a backup of everything, and verify it"), _backup)
    action.add_argument("--list", action="store_true", help=t("list the backups instead"))
    where = action.add_mutually_exclusive_group()
    where.add_argument(
        "--also",
        type=Path,
        metavar="DIR",
        help=t("copy every backup into this folder too, from now on"),
    )
    where.add_argument("--here-only", action="store_true", help=t("keep backups here only"))

    action = add("restore", t("look at a backup, or put it in the place of everything"), _restore)
    action.add_argument(
        "backup",
        metavar=f"FILE|{LATEST}|{MISSING}",
        help=t("a backup; or bring back what is missing here, from the backups that have it"),
    )
    how = action.add_mutually_exclusive_group()
    how.add_argument(
        "--only",
        metavar="ID",
        action="append",
        help=t("bring back only this evening, beside what is here; may be repeated"),
    )
    how.add_argument(
        "--replace",
        action="store_true",
        help=t("replace what is here, after a backup of it; without this, only look"),
    )

    action = add("export", t("write evenings into one file, to be read or imported"), _export)
    action.add_argument(
        "sessions", metavar=f"ID|{LATEST}", nargs="*", help=t("evenings (otherwise all, and the players)")
    )
    action.add_argument("-o", "--output", metavar="FILE", default="-", help=t("the file (otherwise printed)"))

    action = add("import", t("bring in evenings from another device"), _import)
    action.add_argument("file", metavar="FILE", help=t("an exported file (-: standard input)"))
    action.add_argument("--look", action="store_true", help=t("say what it would bring, and change nothing"))
    action.add_argument(
        "--only", metavar="ID", action="append", help=t("only this evening of the file; may be repeated")
    )
    action.add_argument(
        "--same",
        metavar="THEIRS=OURS",
        action="append",
        type=_pair(t),
        default=[],
        help=t("who of its players is whom here, by ids; may be repeated"),
    )
    action.add_argument(
        "--replace-scheme",
        metavar="ID",
        action="append",
        default=[],
        help=t("take the file’s house rules of this id for those here; may be repeated"),
    )
    action.add_argument(
        "--same-names", action="store_true", help=t("take players of the same name for the same people")
    )


def _pair(t: Translator) -> Callable[[str], tuple[str, str]]:
    def pair(text: str) -> tuple[str, str]:
        theirs, equals, ours = text.partition("=")
        if not (theirs and equals and ours):
            raise argparse.ArgumentTypeError(t("{text} is not THEIRS=OURS", text=printable(text)))
        return theirs, ours

    return pair


# -- list, show ------------------------------------------------------------------------------------------


def _list(options: argparse.Namespace, t: Translator) -> int:
    with Reader(data_folder(options)) as history:
        found = matching(
            history.summaries(_progress(t)),
            text=options.search,
            day_words=t.day_words,
            since=options.since,
            until=options.until,
        )
        missed = [each for each in history.reports() if each.is_loss]
    if options.json:
        print_json(
            {"sessions": [_summary(t, each) for each in found], "missing": [_missed(each) for each in missed]}
        )
    elif found:
        print(columns([_row(t, each) for each in found], right=(3,)))
    else:
        print(t("No evening."))
    for report in () if options.json else missed:
        complain(f"{report.session_id}: {printable(report_text(t, report))}")
    return 0


def _missed(report: Report) -> Document:
    """An evening that is not what it was, and where there is more of it."""
    kept = None if report.kept is None else str(report.kept.backup.path)
    return {"id": report.session_id, "state": report.kind.value, "backup": kept}


def _progress(t: Translator) -> Callable[[Progress], None] | None:
    """Tells somebody before a terminal how far the reading of all evenings is, where their index was lost."""
    if not sys.stderr.isatty():
        return None

    def tell(progress: Progress) -> None:
        if progress.known % 100 == 0 or progress.known + 1 >= progress.of:
            known, of = t.number(progress.known), t.number(progress.of)
            said = t("Reading the evenings again: {known} of {all}", known=known, all=of)
            end = "\r" if progress.known + 1 < progress.of else f"\r{' ' * len(said)}\r"
            print(said, end=end, file=sys.stderr, flush=True)

    return tell


def _summary(t: Translator, summary: Summary) -> Document:
    totals = summary.totals or (0,) * len(summary.people)
    return {
        "id": summary.id,
        "name": summary.name,
        "created": summary.created,
        "last_at": summary.last_at,
        "finished": summary.finished,
        "hands": summary.hands,
        "unit": summary.unit,
        "players": [
            encode_person(person) | {"total": total}
            for person, total in zip(summary.people, totals, strict=True)
        ],
        "conflicts": summary.conflicts,
        "problem": None if summary.problem is None else failed_by(t, summary.problem).document,
    }


def _row(t: Translator, summary: Summary) -> list[str]:
    began = summary.created or summary.last_at
    when = t.short_date(began) if began else "–"
    if summary.problem is not None:
        return [printable(summary.id), when, "", "", printable(error_text(t, summary.problem))]
    players = [
        f"{person.name} {t.signed(total, summary.unit)}"
        for person, total in zip(summary.people, summary.totals, strict=True)
    ]
    hands = t.plural("{count} hand", "{count} hands", summary.hands)
    return [summary.id, when, printable(summary.name), hands, printable(", ".join(players))]


def _show(options: argparse.Namespace, t: Translator) -> int:
    with Reader(data_folder(options)) as history:
        session = history.load(find_session(history, options.session, t))
    if options.json:
        document = _summary(t, Summary.of(session)) | {"entries": [_entry(each) for each in session.entries]}
        if options.events:
            document["events"] = [encode_event(event) for event in session.events]
        print_json(document)
        return 0
    title = session.name or t("Tarot, {date}", date=t.date(session.created))
    head = " · ".join([title, t.date(session.created), scheme_title(t, session.rules), session.id])
    print(printable(head))
    rows = [["", "", *(person.name for person in session.people)]]
    rows += [_entry_row(t, session, entry) for entry in session.entries]
    rows.append(["", "", *(t.signed(total, session.unit) for total in session.totals)])
    cells = [[printable(cell) for cell in row] for row in rows]
    print("\n" + columns(cells, right=(0, *range(2, 2 + len(session.people)))))
    if options.events:
        numbers = {entry.id: "" if entry.number is None else str(entry.number) for entry in session.entries}
        lines = [_event_row(t, event, numbers) for event in sorted(session.events, key=lambda e: e.order)]
        print("\n" + columns(lines, right=(2,)) if lines else "")
    return 0


def _entry(entry: Entry) -> Document:
    current = encode_event(entry.current)
    deal = next(
        (encode_event(each)["deal"] for each in reversed(entry.versions) if each.deal == entry.deal), None
    )
    return {
        "id": entry.id,
        "number": entry.number,
        "voided": entry.voided,
        "at": current["at"],
        "deal": deal,
        "amounts": list(entry.amounts),
        "totals": list(entry.totals),
        "versions": [event.id for event in entry.versions],
        "conflicting": [event.id for event in entry.conflicting],
    }


def _entry_row(t: Translator, session: Session, entry: Entry) -> list[str]:
    outcome = entry.deal.outcome
    if isinstance(outcome, Hand):
        words = [
            session.person(outcome.taker).name,
            bid_name(t, outcome.bid),
            result(t, outcome, session.rules),
        ]
        what = ", ".join(words)
    else:
        what = thrown_in_name(t, outcome)
    if entry.voided:
        struck_out = t("struck out")
        return ["–", f"{what} ({struck_out})", *("" for _ in session.people)]
    if entry.conflicting:
        two = t("two corrections: choose in the app")
        what = f"{what} ({two})"
    return [str(entry.number), what, *(t.signed(amount, session.unit) for amount in entry.amounts)]


def _event_row(t: Translator, event: Event, numbers: dict[str, str]) -> list[str]:
    number = numbers.get(event.entry or "", "")
    when = f"{t.short_date(event.at)} {t.time(event.at)}"
    return [when, printable(event.device), number, event_name(t, event.kind), printable(event.reason)]


# -- verify ----------------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace, t: Translator) -> int:
    found = list(verify(data_folder(options)))
    bad = [each for each in found if each.state is State.BAD]
    unrepaired = [each for each in found if each.state in (State.RECOVERABLE, State.OLDER, State.GONE)]
    if options.json:
        print_json({"sound": not (bad or unrepaired), "files": [_file(t, each) for each in found]})
        return 1 if bad or unrepaired else 0
    rows = [_file_row(t, each) for each in found if each.state is not State.SOUND]
    if rows:
        print(columns(rows))
    sound = [each for each in found if each.state is State.SOUND]
    hands = sum(each.hands or 0 for each in sound)
    print(
        t.plural("{count} file is sound", "{count} files are sound", len(sound))
        + ", "
        + t.plural("with {count} hand", "with {count} hands", hands)
    )
    if bad or unrepaired:
        complain(t.plural("{count} file is not sound", "{count} files are not sound", len(bad + unrepaired)))
    return 1 if bad or unrepaired else 0


def _file(t: Translator, checked: Checked) -> Document:
    problem = None if checked.problem is None else failed_by(t, checked.problem).document
    document = {
        "name": checked.name,
        "state": checked.state.value,
        "hands": checked.hands,
        "problem": problem,
    }
    return document | ({} if checked.kept is None else {"backup": str(checked.kept.backup.path)})


def _file_row(t: Translator, checked: Checked) -> list[str]:
    state = {
        State.SOUND: t("sound"),
        State.RECOVERABLE: t("damaged; its spare copy is sound, and opening scorepad brings it back"),
        State.BAD: t("not sound"),
        State.OLDER: t("an older version: what was played last is missing"),
        State.GONE: t("not there any more"),
        State.ASIDE: t("put by: damaged before, or of an older version"),
    }[checked.state]
    why = "" if checked.problem is None else error_text(t, checked.problem)
    if checked.kept is not None:
        why = t("{path} has it", path=checked.kept.backup.path)
    return [printable(checked.name), state, printable(why)]


# -- backup, restore -------------------------------------------------------------------------------------


def _backup(options: argparse.Namespace, t: Translator) -> int:
    folder = data_folder(options)
    if options.list:
        found = backups.backups(folder)
        if options.json:
            print_json({"backups": [_backup_document(each) for each in found]})
        elif found:
            print(columns([_backup_row(t, each) for each in found], right=(2,)))
        else:
            print(t("No backup."))
        return 0
    disk, now = Disk(), datetime.now(UTC)
    with Reader(folder) as history:
        needed = history.needed_backups()
    if options.also is not None or options.here_only:
        elsewhere.choose(folder, options.also, disk)
    made = backups.make(folder, backups.Kind.ASKED, now=now, needed=needed)
    problem: HistoryError | None = None
    try:
        elsewhere.copy_all(folder, now=now, disk=disk, needed=needed)
    except HistoryError as error:
        problem = error
    place = elsewhere.elsewhere(folder, disk)
    if options.json:
        also = None
        if place is not None:
            reached = None if place.reached is None else _moment(place.reached)
            also = {
                "path": str(place.own),
                "is_there": place.is_there,
                "reached": reached,
                "problem": None if problem is None else failed_by(t, problem).document,
            }
        print_json({"backup": _backup_document(made), "also": also})
    else:
        print(made.path)
        if problem is not None:
            other = folder if place is None else place.chosen
            complain(printable(f"{other}: {error_text(t, problem)}"))
        elif place is not None and place.is_there:
            print(place.own / made.path.name)
        elif place is not None:
            complain(elsewhere_text(t, place))
    return 0 if problem is None else 1


def _backup_document(made: backups.Backup) -> Document:
    made_at = _moment(made.made)
    return {"path": str(made.path), "made": made_at, "kind": made.kind.value, "size": made.size}


def _moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def _backup_row(t: Translator, made: backups.Backup) -> list[str]:
    at = made.made.isoformat()
    size = file_size(t, made.size)
    return [f"{t.short_date(at)} {t.time(at)}", backup_kind(t, made.kind), size, str(made.path)]


def _restore(options: argparse.Namespace, t: Translator) -> int:
    folder = data_folder(options)
    if options.backup == MISSING:
        with History(folder) as history:
            history.summaries()
            return _brought(options, t, bring_back_missing(history, only=options.only))
    if options.backup == LATEST:
        found = backups.backups(folder)
        if not found:
            raise Failed(t("there is no backup in {folder}", folder=folder), "NoBackup")
        path = found[0].path
    else:
        path = Path(options.backup)
    try:
        contents = backups.inspect_backup(path)
    except Refused as error:
        reason = printable(refusal_text(t, error))
        text = t("{path} is not restored: {reason}. Nothing was changed.", path=path, reason=reason)
        raise Failed(text, "Refused", refusal=error.refusal.value, where=error.where) from None
    document = _contents(t, contents)
    if options.only:
        ids = {summary.id for summary in contents.sessions}
        for name in options.only:
            if name not in ids:
                raise Failed(
                    t("there is no evening {id}", id=printable(name)), "UnknownSession", session=name
                )
        with History(folder) as history:
            return _brought(options, t, bring_back(history, path, options.only))
    if options.replace:
        with History(folder) as history:
            before = history.restore(path)
        if options.json:
            print_json({"restored": document, "before": _backup_document(before)})
        else:
            print(_contents_text(t, contents))
            print(t("This replaced what was here, of which the backup is {path}", path=before.path))
        return 0
    if options.json:
        print_json({"backup": document})
    else:
        print(_contents_text(t, contents))
        print(t("Nothing was replaced: --replace does it."))
    return 0


def _contents(t: Translator, contents: backups.Contents) -> Document:
    return {
        "path": str(contents.path),
        "made": contents.made,
        "kind": contents.kind.value,
        "made_by": contents.made_by,
        "sessions": [_summary(t, each) for each in contents.sessions],
        "players": contents.players,
        "problems": [{"name": name, **failed_by(t, error).document} for name, error in contents.problems],
    }


def _contents_text(t: Translator, contents: backups.Contents) -> str:
    hands = sum(summary.hands for summary in contents.sessions)
    counts = [
        t.plural("{count} evening", "{count} evenings", len(contents.sessions)),
        t.plural("{count} hand", "{count} hands", hands),
        t.plural("{count} player", "{count} players", contents.players),
    ]
    when = f"{t.date(contents.made)} {t.time(contents.made)}"
    lines = [f"{when}, {backup_kind(t, contents.kind)}: {', '.join(counts)}"]
    lines += [f"{printable(name)}: {printable(error_text(t, error))}" for name, error in contents.problems]
    if contents.sessions:
        lines.append(columns([_row(t, each) for each in contents.sessions[:10]], right=(3,)))
    if len(contents.sessions) > 10:
        lines.append("…")
    return "\n".join(lines)


# -- export, import --------------------------------------------------------------------------------------


def _export(options: argparse.Namespace, t: Translator) -> int:
    with Reader(data_folder(options)) as history:
        chosen = [find_session(history, each, t) for each in options.sessions] if options.sessions else None
        wanted = history.summaries()
        parts = list(export_parts(history, chosen))
        left_out = [each.id for each in wanted if each.problem is not None] if chosen is None else []
    paths: list[str] = []
    if options.output == "-":
        if len(parts) > 1:
            raise Failed(t("it is too much for one file: -o FILE writes several"), "TooLarge")
        sys.stdout.buffer.write(parts[0])
        sys.stdout.flush()
    else:
        target = Path(options.output)
        for number, raw in enumerate(parts, 1):
            path = target if len(parts) == 1 else target.with_stem(f"{target.stem}-{number}")
            save_file(path, raw, t)
            paths.append(str(path))
        if options.json:
            print_json({"files": paths, "left_out": left_out})
        else:
            print("\n".join(paths))
    if left_out:
        complain(t("left out, since they cannot be read: {ids}", ids=printable(t.names(left_out))))
    return 1 if left_out else 0


def _import(options: argparse.Namespace, t: Translator) -> int:
    try:
        # One that never ends is given up at the limit, and standard input is no file that can be measured.
        raw = sys.stdin.buffer.read(LIMIT + 1) if options.file == "-" else read_file(Path(options.file))
    except OSError as error:
        reason = os.strerror(error.errno or errno.EIO)
        raise Failed(
            t("{path} cannot be read ({reason})", path=printable(options.file), reason=reason),
            "Unreadable",
            path=options.file,
        ) from None
    try:
        if options.look:
            with Reader(data_folder(options)) as here:
                preview = preview_import(raw, here)
            _print_preview(t, preview, as_json=options.json)
            return _exit_code(preview.sessions)
        with History(data_folder(options)) as history:
            preview = preview_import(raw, history)
            return _bring(options, t, preview, history)
    except Refused as error:
        raise Failed(
            t(
                "{path} is not imported: {reason}. Nothing was changed.",
                path=printable(options.file),
                reason=printable(refusal_text(t, error)),
            ),
            "Refused",
            refusal=error.refusal.value,
            where=error.where,
        ) from None


def _bring(options: argparse.Namespace, t: Translator, preview: Preview, history: History) -> int:
    likenesses = [PlayerMatch.MERGED_THERE, *([PlayerMatch.SAME_NAME] if options.same_names else [])]
    same = preview.proposals(*likenesses) | dict(options.same)
    unknown = set(options.only or ()) - {each.session.id for each in preview.sessions}
    if unknown:
        name = min(unknown)
        raise Failed(t("there is no evening {id}", id=printable(name)), "UnknownSession", session=name)
    strange = set(options.replace_scheme) - {each.scheme.id for each in preview.schemes}
    if strange:
        name = min(strange)
        raise Failed(
            t("there are no house rules {id} in it", id=printable(name)), "UnknownScheme", scheme=name
        )
    brought = apply_import(
        preview, history, sessions=options.only, same=same, replace_schemes=options.replace_scheme
    )
    return _brought(options, t, brought)


def _brought(options: argparse.Namespace, t: Translator, brought: ImportResult) -> int:
    if options.json:
        print_json(
            {
                "new": list(brought.new),
                "more": list(brought.more),
                "known": list(brought.known),
                "events": brought.events,
                "players": brought.players,
                "merged": brought.merged,
                "schemes": brought.schemes,
                "conflicting": [{"session": s, "entry": entry} for s, entry in brought.conflicting],
                "refused": [{"session": s, **failed_by(t, error).document} for s, error in brought.refused],
                "backup": None if brought.backup is None else _backup_document(brought.backup),
            }
        )
    else:
        counts = [
            t.plural("{count} new evening", "{count} new evenings", len(brought.new)),
            t.plural(
                "{count} evening with more in it", "{count} evenings with more in them", len(brought.more)
            ),
            t.plural("{count} known already", "{count} known already", len(brought.known)),
        ]
        print(", ".join(counts))
        if brought.conflicting:
            count = len(brought.conflicting)
            print(
                t.plural(
                    "{count} hand has two corrections: choose in the app",
                    "{count} hands have two corrections: choose in the app",
                    count,
                )
            )
        if brought.backup is not None:
            print(t("The backup of before is {path}", path=brought.backup.path))
        for session_id, error in brought.refused:
            complain(f"{session_id}: {printable(import_error_text(t, error))}")
    return 1 if brought.refused else 0


def _exit_code(sessions: Iterable[IncomingSession]) -> int:
    return 1 if any(each.problem is not None for each in sessions) else 0


def _print_preview(t: Translator, preview: Preview, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "exported": preview.exported,
                "device": preview.device,
                "brings_nothing": preview.brings_nothing,
                "sessions": [_incoming(t, each) for each in preview.sessions],
                "players": [
                    {
                        "id": each.player.id,
                        "name": each.player.name,
                        "likeness": each.likeness.value,
                        "proposal": None if each.proposal is None else each.proposal.id,
                    }
                    for each in preview.players
                ],
                "schemes": [
                    {"id": each.scheme.id, "name": each.scheme.name, "novelty": each.novelty.value}
                    for each in preview.schemes
                ],
            }
        )
        return
    rows = [_incoming_row(t, each) for each in preview.sessions]
    print(columns(rows) if rows else t("No evening."))
    alike: Sequence[str] = [
        t(
            "{theirs} ({id}) may be {ours}: --same {id}={our_id}",
            theirs=printable(each.player.name),
            id=printable(each.player.id),
            ours=printable(each.proposal.name),
            our_id=printable(each.proposal.id),
        )
        for each in preview.players
        if each.proposal is not None
    ]
    for text in alike:
        print(text)
    for each in preview.schemes:
        if each.novelty is ImportStatus.REFUSED:
            print(
                t(
                    "the house rules {name} ({id}) differ from those here: --replace-scheme {id}",
                    name=printable(scheme_title(t, each.scheme)),
                    id=printable(each.scheme.id),
                )
            )


def _incoming(t: Translator, each: IncomingSession) -> Document:
    return _summary(t, Summary.of(each.session)) | {
        "novelty": each.novelty.value,
        "added": each.added,
        "conflicting": [entry.id for entry in each.conflicting],
        "problem": None if each.problem is None else failed_by(t, each.problem).document,
    }


def _incoming_row(t: Translator, each: IncomingSession) -> list[str]:
    novelty = {
        ImportStatus.NEW: t("new"),
        ImportStatus.MORE: t("more"),
        ImportStatus.KNOWN: t("known"),
        ImportStatus.REFUSED: t("refused"),
    }[each.novelty]
    if each.problem is not None:
        detail = import_error_text(t, each.problem)
    elif each.conflicting:
        detail = t.plural(
            "{count} hand with two corrections", "{count} hands with two corrections", len(each.conflicting)
        )
    else:
        detail = ""
    return [novelty, *_row(t, Summary.of(each.session)), printable(detail)]
