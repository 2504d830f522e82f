"""What the page of the web app says while there is no app."""

from __future__ import annotations

from scorepad.i18n import Translator


def page_texts(t: Translator) -> dict[str, str]:
    """Each text by the name that page/start.js has for it."""
    return {
        "waiting": t("Scorepad is open in another tab or window."),
        "use_here": t("Go on here"),
        "elsewhere": t("Scorepad goes on in another tab or window. Nothing is lost."),
        "newer": t("A newer Scorepad has kept its scores here: this page is too old for them."),
        "failed": t("Scorepad cannot start. Everything that was saved is still there."),
        "again": t("Start again"),
        "old": t("This browser is too old for Scorepad: please update it."),
    }
