"""The way to every page: the person who asks, the language, the proof of a form, and the words for an error."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wab.engine.kernel.orders import Refusal
from wab.engine.words.errors import WabError
from wab.engine.words.text import Text
from wab.locale import language
from wab.online.accounts import Accounts, NoAccount
from wab.online.bells import Bells
from wab.online.lobby import Lobby
from wab.online.pages import looks
from wab.online.pages.visitor import (
    Form,
    Visitor,
    form_of,
    is_ours,
    keep,
    key_in,
    language_of,
    new_key,
)
from wab.online.referee import Referee
from wab.online.refusals import NotHere, Refused
from wab.online.store.store import StoreError

_log = logging.getLogger(__name__)
_FOREIGN = Refusal(Text("This form is too old, or not from here: go back, load the page again, and send it."))
_FAULT = Text("A fault of the program: the operator of the server finds it in the log.")
_NO_STORE = Text("The server cannot reach its data base: try again in a moment.")
_NO_PAGE = Text("There is no such page.")


class Desk(Protocol):
    """The parts of a server that pages need."""

    accounts: Accounts
    lobby: Lobby
    referee: Referee
    bells: Bells
    address: str

    def slow_down(self, request: Request) -> None:
        """Refused for too many tries in a minute."""

    def thinks(self, game: str) -> None:
        """A computer player may have to decide in a game."""


@dataclass(frozen=True)
class Asked:
    """A question of a browser: the request, the person behind it, and the form that came with it."""

    request: Request
    visitor: Visitor
    form: Form

    @property
    def account(self) -> int:
        """The account of the person. SignInFirst if there is none."""
        self.require_account()
        return self.visitor.account or 0

    def require_account(self) -> None:
        """SignInFirst without one."""
        if self.visitor.account is None:
            raise SignInFirst(Text("Sign in first."))

    @property
    def game(self) -> str:
        """The game in the address."""
        return str(self.request.path_params["game"])

    def show(self, template: str, status: int = 200, **facts: Any) -> Response:
        """Answer with a page."""
        known = {"visitor": self.visitor, "csrf": self.visitor.csrf, "form": self.form, "problem": ""}
        return looks.page(template, self.visitor.language, known | facts, status)


class SignInFirst(WabError):  # noqa: N818
    """The page belongs to a player, and the person has not signed in."""


Answer = Callable[[Asked], Awaitable[Response]]


def go_to(path: str) -> Response:
    """Send the browser to another page of ours."""
    return RedirectResponse(path, 303, looks.HEADERS | looks.PRIVATE)


def route(desk: Desk, method: str, path: str, answer: Answer) -> Route:
    """Return a page under an address."""

    async def guarded(request: Request) -> Response:
        visitor = await _visitor(desk, request)
        with language(visitor.language):
            try:
                asked = Asked(request, visitor, await _form(request, visitor))
                response = await answer(asked)
            except Exception as error:
                response = _said(request, visitor, error)
        if not key_in(request) and "set-cookie" not in response.headers:
            keep(request, response, visitor.key)
        return response

    return Route(path, guarded, methods=[method])


async def _form(request: Request, visitor: Visitor) -> Form:
    if request.method != "POST":
        return Form()
    form = await form_of(request)
    if not key_in(request) or not is_ours(form, visitor):
        raise Foreign(_FOREIGN)
    return form


class Foreign(Refused):
    """A form without the proof that it comes from our pages."""


async def _visitor(desk: Desk, request: Request) -> Visitor:
    key, spoken = key_in(request), language_of(request)
    found = await run_in_threadpool(desk.accounts.of_token, key) if key else None
    if found is None:
        return Visitor(None, "", spoken, key or new_key())
    account, name = found
    me = await run_in_threadpool(desk.accounts.where, account)
    return Visitor(account, name, me.language, key)


def _said(request: Request, visitor: Visitor, error: Exception) -> Response:
    """Say in a page what went wrong."""
    asked = Asked(request, visitor, Form())
    match error:
        case SignInFirst():
            return go_to("/sign-in")
        case Foreign():
            return asked.show("problem.html", 403, problem=str(error))
        case NotHere():
            return asked.show("problem.html", 404, problem=str(error))
        case NoAccount():
            return asked.show("problem.html", 401, problem=str(error))
        case StoreError():
            return asked.show("problem.html", 503, problem=str(_NO_STORE))
        case WabError():
            return asked.show("problem.html", 422, problem=str(error))
    _log.exception("a page failed", exc_info=error)
    return asked.show("problem.html", 500, problem=str(_FAULT))


def no_page(request: Request, error: HTTPException) -> Response:
    """Say that there is no page under an address."""
    visitor = Visitor(None, "", language_of(request), new_key())
    with language(visitor.language):
        return Asked(request, visitor, Form()).show("problem.html", error.status_code, problem=str(_NO_PAGE))
