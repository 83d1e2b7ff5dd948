"""All pages of a server as routes of its application."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wab.online.pages import looks
from wab.online.pages.account import AccountPages
from wab.online.pages.frame import Desk, route
from wab.online.pages.games import GamePages
from wab.online.pages.reports import Reports


def pages(desk: Desk, reports: Reports | None = None) -> list[Route]:
    """Return the pages of a server."""
    answers = [*AccountPages(desk).answers, *GamePages(desk, reports or Reports()).answers]
    return [Route("/static/{name}", _static, methods=["GET"]), *(route(desk, *each) for each in answers)]


async def _static(request: Request) -> Response:
    return looks.static(str(request.path_params["name"]))
