"""Answers those who follow an evening: the page, and the evening's pack for the key that opens it.

The page is open to everybody: it is only the program. The key of an evening is after the # of the page's address, which
browsers do not send; the page sends the key in a header. So no log and no other page has the key.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from scorepad.web.limits import CONNECTION, ConnectionLimit, Shown

if TYPE_CHECKING:
    from starlette.requests import Request

    from scorepad.web.following import Following, PackedNow
    from scorepad.web.guard import Answer

WAIT: Final = 25.0
"""Seconds that an answer waits for a change; the page asks again after each answer."""
PAGE_PATH: Final = "/follow/"
PACK_PATH: Final = "/follow/pack"
FOLLOWER: Final = "X-Follower"
"""The header with the random name that a page gives itself."""
NO_STORE: Final = {"Cache-Control": "no-store"}

_BEARER: Final = re.compile(r"Bearer ([a-z0-9]{1,64})", re.ASCII)
_NAME: Final = re.compile(r"[a-z0-9]{1,16}", re.ASCII)


class FollowSite:
    """The answers to the paths of followers; `following` is None while the scores are not open yet."""

    def __init__(self, limit: ConnectionLimit, following: Callable[[], Following | None]) -> None:
        self._limit = limit
        self._following = following
        self.paths: dict[str, Answer] = {re.escape(PACK_PATH): self._pack, re.escape(PAGE_PATH): self._page}
        """The answer to each path; the key is a pattern."""

    async def _page(self, request: Request) -> Response:
        """The page that shows an evening; without a key after its address, it says that there is nothing to see."""
        from scorepad.web.follow import follow_page  # here, since its marks and words take a moment to load

        page = follow_page()
        headers = {
            "Cache-Control": "no-cache",
            "Content-Security-Policy": page.policy,
            "Vary": "Accept-Encoding",
        }
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(page.html, headers=headers, media_type="text/html")
        return Response(page.gzipped, headers=headers | {"Content-Encoding": "gzip"}, media_type="text/html")

    async def _pack(self, request: Request) -> Response:
        """The pack of an evening; a page that shows this pack already waits for the next, for at most WAIT seconds.

        304: there was no change. 404: the key opens nothing. 503: the evening cannot be read now, or too many wait.
        """
        from scorepad.web.following import NotNow  # here, since its own imports take a moment

        found, following = _BEARER.fullmatch(request.headers.get("authorization", "")), self._following()
        if found is None or following is None or following.evening_of(found[1]) is None:
            return Response(status_code=404, headers=NO_STORE)
        connection = request.scope.get("state", {}).get(CONNECTION)
        if not self._limit.authorize(connection, Shown.KEY_OF_EVENING):
            return Response(status_code=503, headers=NO_STORE)
        if name := _NAME.fullmatch(request.headers.get(FOLLOWER, "")):
            agent = request.headers.get("user-agent", "")
            following.looks(found[1], name[0], agent, board="board" in request.query_params)
        shown = request.headers.get("if-none-match", "").strip('"')
        try:
            now = await _unless_gone(request, following, found[1], shown)
        except NotNow:
            return Response(status_code=503, headers=NO_STORE)
        if now is None:
            return Response(status_code=404, headers=NO_STORE)
        headers = NO_STORE | {"ETag": f'"{now.tag}"'}
        if now.tag == shown:
            return Response(status_code=304, headers=headers)
        return Response(now.raw, headers=headers, media_type="application/octet-stream")


async def _unless_gone(request: Request, following: Following, secret: str, shown: str) -> PackedNow | None:
    """The pack when it has changed, or after WAIT seconds; None if the key opens nothing, or the follower has gone."""
    changes = asyncio.create_task(following.changes(secret, shown, WAIT))
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({changes, gone}, return_when=asyncio.FIRST_COMPLETED)
        return changes.result() if changes.done() else None
    finally:
        for task in (changes, gone):
            task.cancel()
        await asyncio.gather(changes, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Waits until the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
