"""A file from another device: previewed, with choices to make, then applied."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from scorepad.history.transfer import (
    ImportResult,
    PlayerMatch,
    Preview,
    apply_import,
    bring_back_missing,
    preview_import,
)
from scorepad.i18n.saved import backup_time
from scorepad.tarot.hand import PlayerId
from scorepad.ui import routes

if TYPE_CHECKING:
    from scorepad.ui.store import Store

Hand = tuple[str, str]
"""The ids of an evening and of an entry in it."""


@dataclass(frozen=True)
class Choices:
    """The choices of the table before an import.

    `others` are incoming players who differ from the local player of the same name. `versions` names the event that
    counts for each hand corrected on two devices. `schemes` are the house rules that replace the local ones.
    """

    others: frozenset[PlayerId] = frozenset()
    versions: tuple[tuple[Hand, str], ...] = ()
    schemes: frozenset[str] = frozenset()


class Importing:
    """The import under way in a window, if any: `preview` is its result in advance."""

    def __init__(self, state: Store) -> None:
        self._state = state
        self.preview: Preview | None = None
        self.choices = Choices()

    def open(self, raw: bytes) -> None:
        """Reads a file and shows its preview; a refused file becomes a notice."""
        state = self._state

        def done(preview: Preview) -> None:
            self.preview, self.choices, state.notice = preview, Choices(), None
            state.navigation.to(routes.INCOMING)

        state.run_in_background(
            state.t("Reading the file…"), partial(preview_import, raw, state.history), done
        )

    def toggle_player(self, player: PlayerId) -> None:
        """Takes a player of a known name for a different person, or again for the same."""
        self._choose(replace(self.choices, others=self.choices.others ^ {player}))

    def toggle_scheme(self, scheme: str) -> None:
        """Takes the house rules of the file, or keeps the local ones."""
        self._choose(replace(self.choices, schemes=self.choices.schemes ^ {scheme}))

    def toggle_version(self, hand: Hand, version: str) -> None:
        """Takes one of the versions of a hand, or leaves the choice open again."""
        versions = dict(self.choices.versions)
        if versions.pop(hand, None) != version:
            versions[hand] = version
        self._choose(replace(self.choices, versions=tuple(versions.items())))

    def apply(self) -> None:
        """Adds the events that only the file has to the history, as the table chose."""
        state, preview, choices = self._state, self.preview, self.choices
        if preview is None:
            return
        named = preview.proposals(PlayerMatch.SAME_NAME)
        same = preview.proposals(PlayerMatch.MERGED_THERE)
        same |= {id_: proposal for id_, proposal in named.items() if id_ not in choices.others}

        def work() -> tuple[ImportResult, bool]:
            before = state.history.backups()
            result = apply_import(preview, state.history, same=same, replace_schemes=choices.schemes)
            chosen, left = dict(choices.versions), []
            for evening_id, entry in result.conflicting:
                version = chosen.get((evening_id, entry))
                if version is None:
                    left.append((evening_id, entry))
                else:
                    now = state.history.load(evening_id).choose(entry, version, state.history.stamp())
                    state.history.append(evening_id, now.events[-1])
            new_backup = result.backup is not None and result.backup not in before
            return replace(result, conflicting=tuple(left)), new_backup

        state.run_in_background(state.t("Importing…"), work, self._applied)

    def bring_back_missing(self) -> None:
        """Adds the lost hands of damaged evenings again, from a backup."""
        state, t = self._state, self._state.t

        def done(result: ImportResult) -> None:
            whole = len(result.new) + len(result.more)
            words = t.plural("{count} evening is whole again.", "{count} evenings are whole again.", whole)
            state.say(" ".join([words, *self._refused(result)]))

        state.run_in_background(t("Restoring…"), partial(bring_back_missing, state.history), done)

    def _choose(self, choices: Choices) -> None:
        self.choices = choices
        self._state.changed()

    def _applied(self, done: tuple[ImportResult, bool]) -> None:
        (result, new_backup), state, t = done, self._state, self._state.t
        self.preview = None
        state.arrivals += 1
        words = [t("Imported.")]
        if new_backup:
            words = [t("Imported. What was here before is backed up.")]
        elif result.backup is not None:
            when = backup_time(t, result.backup)
            words = [t("Imported. The backup of {when} has everything from before.", when=when)]
        words += self._refused(result)
        if result.conflicting:
            words.append(
                t.plural(
                    "{count} hand waits for a choice between two corrections.",
                    "{count} hands wait for a choice between two corrections.",
                    len(result.conflicting),
                )
            )
        state.navigation.to(routes.HOME)
        state.say(" ".join(words))

    def _refused(self, result: ImportResult) -> list[str]:
        refused = self._state.t.plural(
            "{count} evening could not come in.", "{count} evenings could not come in.", len(result.refused)
        )
        return [refused] if result.refused else []
