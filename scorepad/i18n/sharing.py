"""Texts about the folder over which several computers share the history, and about the relay."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.history import SharedFolder
from scorepad.i18n import N_, Translator
from scorepad.i18n.errors import error_text, import_error_text
from scorepad.i18n.names import evening_title, lookup
from scorepad.sharing.relay import RelayProblem, RelayState
from scorepad.sharing.together import SharingState

NAMED = 3
"""The largest number of damaged files that a sentence names."""


def sharing_explained(t: Translator) -> tuple[str, str]:
    """Two texts: how sharing over a folder works, and what happens to deleted evenings."""
    works = t(
        "Several computers keep the same evenings: each writes its own files into a folder that Syncthing, Nextcloud "
        "or a USB stick carries from one to the other, and adds what it lacks."
    )
    deleted = t(
        "An evening that you delete here stays with the others, and comes back only if somebody changes it there."
    )
    return works, deleted


def sharing_text(t: Translator, folder: SharedFolder, state: SharingState | None) -> str:
    """The path of the shared folder, whether it is there now, the other computers, and the last exchange."""
    words = [t("Shared in {folder}", folder=folder.place)]
    if state is None or not folder.is_there:
        if not folder.is_there:
            words.append(t("not there now, and brought up to date when it is back"))
        return " · ".join(words)
    if state.others:
        words.append(t.plural("with {count} other computer", "with {count} other computers", state.others))
    else:
        words.append(t("no other computer yet"))
    if state.last is not None:
        at = state.last.isoformat()
        words.append(t("last exchange {date}, {time}", date=t.date(at), time=t.time(at)))
    if state.waiting:
        words.append(
            t.plural("{count} evening still to give", "{count} evenings still to give", state.waiting)
        )
    return " · ".join(words)


def sharing_problems(t: Translator, state: SharingState) -> Iterator[str]:
    """Yields sentences about refused evenings, about files that are not read, and about a failure of the sharing."""
    for each in state.refused:
        if each.problem is not None:
            title = evening_title(t, each.evening)
            yield t("{title} is not taken. {reason}", title=title, reason=import_error_text(t, each.problem))
    if state.damaged:
        names = ", ".join(state.damaged[:NAMED])
        yield t.plural(
            "{count} file there stays damaged, and is not read: {names}",
            "{count} files there stay damaged, and are not read: {names}",
            len(state.damaged),
            names=names,
        )
    if state.newer:
        yield t("A newer Scorepad wrote some of the files there; update this one to read them.")
    if state.has_too_many:
        yield t("There are too many files in that folder: some are not read.")
    if state.problem is not None and state.is_there:
        yield error_text(t, state.problem)


# -- the relay --

RELAY_PROBLEMS = {
    RelayProblem.NOT_REACHED: N_("The relay cannot be reached now."),
    RelayProblem.NOT_TRUSTED: N_(
        "The relay cannot prove that it has this name: its certificate is not valid."
    ),
    RelayProblem.NOT_A_RELAY: N_("What answers at this address is not a relay, or one that is broken."),
    RelayProblem.TOO_OLD: N_("This relay is too old: it does not speak version 5 of MQTT."),
    RelayProblem.WRONG_PASSWORD: N_("The relay refuses the user or the password in its address."),
    RelayProblem.NOT_ALLOWED: N_("The relay does not let this user publish."),
    RelayProblem.BUSY: N_("The relay has no room now."),
    RelayProblem.TOO_LARGE: N_("This evening is too large for the relay."),
    RelayProblem.UNREADABLE: N_("This evening cannot be read now."),
}
relay_problem = lookup(RELAY_PROBLEMS)
"""A sentence that says why the relay does not have the evening as it is now."""


def relay_explained(t: Translator) -> tuple[str, str]:
    """Two texts: the purpose of a relay, and the facts that a relay sees."""
    use = t(
        "Those who are far away can follow over a relay that you name: a server for MQTT, your club’s or a rented one."
    )
    sees = t(
        "It gets sealed messages only: it sees when something is saved and how large it is, but no name and no score."
    )
    return use, sees


def relay_state_text(t: Translator, state: RelayState) -> str:
    """Sentences that say whether the relay has the evening: the problem, and the time of the last publication."""
    words = [] if state.problem is None else [relay_problem(t, state.problem), t("Scorepad keeps trying.")]
    if state.sent is not None:
        at = state.sent.isoformat()
        words.append(t("At the relay since {time}.", time=t.time(at)))
    return " ".join(words) or t("On its way to the relay…")
