"""The page for a browser without a key: it says to ask for the address. And the language that a browser prefers."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from starlette.responses import Response

from scorepad.i18n import LANGUAGES, Translator

PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>{title}</title>'
    '<body style="font-family: system-ui, sans-serif; max-width: 32em; margin: 3em auto; padding: 0 1em">'
    "<main><h1>{title}</h1><p>{words}</p><p>{renewed}</p></main>"
)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

_LANGUAGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,30})?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.ASCII)


def ask_page(accepted: str) -> Response:
    """The page in the language that an Accept-Language header prefers."""
    t = Translator(preferred(accepted))
    page = PAGE.format(
        language=t.language,
        title=escape(t("Ask for the address")),
        words=escape(
            t(
                "These scores open with their whole address only. Whoever started Scorepad can show it to you: "
                "it ends in “#key=” and a row of letters."
            )
        ),
        renewed=escape(t("If it worked before, the address has changed.")),
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language", "Content-Security-Policy": POLICY}
    return Response(page, headers=headers, media_type="text/html")


def preferred(accepted: str) -> str:
    """The first available language of an Accept-Language header, French if there is none."""
    found = [match for each in accepted[:500].lower().split(",") if (match := _LANGUAGE.fullmatch(each))]
    ranked = sorted(found, key=lambda match: -float(match[2] or 1))  # equal ones stay in their order
    wanted = (match[1] for match in ranked if float(match[2] or 1) > 0)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])
