"""Access by the secret in the address, which becomes a cookie; without it, the answer says to ask for the address."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlencode

from starlette.responses import RedirectResponse, Response

from scorepad.web.keys import Key, Keys
from scorepad.web.limits import Guesses, neighbour

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.types import Scope

QUERY: Final = "key"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; the key itself decides."""
MAX_COOKIES: Final = 8
"""Cookies of our name that are checked: a different server on this computer may have left some."""

PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>{title}</title>'
    '<body style="font-family: system-ui, sans-serif; max-width: 32em; margin: 3em auto; padding: 0 1em">'
    "<main><h1>{title}</h1><p>{words}</p><p>{renewed}</p></main>"
)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

_LANGUAGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,30})?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.ASCII)


class Access:
    """The keys, as a browser shows them."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self._guesses = Guesses()

    def key(self, headers: Headers) -> Key | None:
        """The key that a browser's cookie holds, if it opens anything."""
        name = _cookie(headers)
        parts = (part for each in headers.getlist("cookie") for part in each.split(";"))
        cookies = (part.strip().partition("=") for part in parts)
        ours = [value for found, _, value in cookies if found == name][:MAX_COOKIES]
        return next((key for value in ours if (key := self.keys.find(value)) is not None), None)

    def exchange(self, scope: Scope, headers: Headers) -> Response | None:
        """A redirection to the same address without its secret, which becomes a cookie; None without a secret."""
        asked = _query(scope)
        secret = next((value for name, value in asked if name == QUERY), None)
        if secret is None:
            return None
        opened = self.keys.exchange(secret)
        if opened is None and self.key(headers) is None:
            return None
        rest = urlencode([(name, value) for name, value in asked if name != QUERY])
        # One slash only: after two, browsers read the name of a different server.
        path = "/" + scope["raw_path"].decode("latin-1").lstrip("/\\")
        answer = RedirectResponse(path + (f"?{rest}" if rest else ""), status_code=303)
        answer.headers["Cache-Control"] = "no-store"
        if opened is not None:
            answer.set_cookie(
                _cookie(headers),
                opened[0],
                max_age=COOKIE_SECONDS,
                httponly=True,
                secure=headers.get("x-forwarded-proto") == "https" or scope["scheme"] == "https",
                samesite="lax",  # links from elsewhere, such as a hand's, lead in; nothing changes by a link
            )
        return answer

    def refused(self, scope: Scope, headers: Headers) -> Response:
        """The page for a browser without a valid key."""
        guessed = any(name == QUERY for name, _ in _query(scope))
        guessed = guessed or any(_cookie(headers) in cookies for cookies in headers.getlist("cookie"))
        if guessed and self._guesses.too_many(neighbour(scope["client"])):
            return Response(status_code=429, headers={"Retry-After": "5", "Connection": "close"})
        from scorepad.i18n import Translator

        t = Translator(preferred(headers.get("accept-language", "")))
        page = PAGE.format(
            language=t.language,
            title=escape(t("Ask for the address")),
            words=escape(
                t(
                    "These scores open with their whole address only. Whoever started Scorepad can show it to you: "
                    "it ends in “?key=” and a row of letters."
                )
            ),
            renewed=escape(t("If it worked before, the address has changed.")),
        )
        headers_ = {"Cache-Control": "no-store", "Vary": "Accept-Language", "Content-Security-Policy": POLICY}
        return Response(page, status_code=403, headers=headers_, media_type="text/html")


def preferred(accepted: str) -> str:
    """The first available language that a browser asks for, French if there is none."""
    from scorepad.i18n import LANGUAGES

    found = [match for each in accepted[:500].lower().split(",") if (match := _LANGUAGE.fullmatch(each))]
    ranked = sorted(found, key=lambda match: -float(match[2] or 1))  # equal ones stay in their order
    wanted = (match[1] for match in ranked if float(match[2] or 1) > 0)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _cookie(headers: Headers) -> str:
    """The name of the cookie: browsers share the cookies of a host between all its ports."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"scorepad-{port if port.isascii() and port.isdigit() else 80}"
