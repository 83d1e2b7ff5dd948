"""The server as a web application: every request of the protocol, and nothing that the protocol does not name."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import wab
from wab.engine.files.safe_json import decode_json
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.writer import program_version
from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import Text
from wab.online.accounts import NO_TOKEN, Accounts, NoAccount
from wab.online.bells import Bells, Listener
from wab.online.bodies import body_of
from wab.online.lobby import Lobby
from wab.online.notify import Notifier, Post
from wab.online.openapi import document
from wab.online.pages.frame import no_page
from wab.online.pages.site import pages
from wab.online.protocol import (
    KEY,
    LONGEST_WAIT,
    VERSION,
    Call,
    Claim,
    Count,
    Draw,
    Me,
    NewAccount,
    NewGame,
    NewPassword,
    News,
    Play,
    Problem,
    Signal,
    Standing,
    TakeBack,
    Version,
    WantedHolidays,
    Words,
    encode,
)
from wab.online.referee import Referee
from wab.online.refusals import NotHere, Refused, Stale, Stopped
from wab.online.store.games import marks
from wab.online.store.store import Store, StoreError
from wab.online.substitutes import Substitutes
from wab.systems import NAMES, get_system

TICK = 0.008
"""Answers to orders leave when so many seconds, or a multiple of them, have passed since the request came in.

The time that the rules need for an order depends on what its seat cannot see.
"""
_TRIES_A_MINUTE = 5
_SMALL = 500  # bytes of an answer that are not worth pressing
_log = logging.getLogger(__name__)
T = TypeVar("T")
_too_often = Refusal(Text("Too many tries: wait a minute."), code="too-often")


class Server:
    """One process of a server on a store. `application` is what uvicorn runs.

    `post` sends mail, if there is one; `address` is where players find the server.
    """

    def __init__(self, store: Store, *, post: Post | None = None, address: str = "") -> None:
        self.store, self.address = store, address
        self.notifier = Notifier(store, _title, post, address)
        self.bells = Bells(self._marks)
        self.listener = Listener(store, self.heard)
        self.referee = Referee(store, get_system, heard=self.heard, thinks=self.thinks)
        self.lobby = Lobby(self.referee, _scenario)
        self.accounts = Accounts(store)
        self.substitutes = Substitutes(self.referee)
        self._tries: dict[str, list[float]] = {}
        self.application = Starlette(
            routes=[
                *(Route(path, self._guarded(answer), methods=[method]) for method, path, answer in self._routes),
                *pages(self),
            ],
            lifespan=self._living,
            middleware=[Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=6)],
            exception_handlers={HTTPException: _not_found},
        )

    @property
    def _routes(self) -> list[tuple[str, str, Callable[[Request], Awaitable[Response]]]]:
        game, seat = "/api/games/{game}", "/api/games/{game}/seats/{seat}"
        return [
            ("GET", "/api/openapi.json", self._openapi),
            ("GET", "/api/version", self._version),
            ("POST", "/api/accounts", self._make_account),
            ("DELETE", "/api/accounts/mine", self._remove_account),
            ("POST", "/api/devices", self._sign_in),
            ("DELETE", "/api/devices/mine", self._sign_out),
            ("PUT", "/api/password", self._set_password),
            ("GET", "/api/games", self._list),
            ("POST", "/api/games", self._begin),
            ("GET", game, self._info),
            ("POST", f"{game}/claim", self._claim_code),
            ("POST", seat, self._claim),
            ("GET", f"{seat}/told", self._told),
            ("POST", f"{seat}/orders", self._play),
            ("POST", f"{seat}/undo", self._undo),
            ("PUT", f"{seat}/standing", self._stand),
            ("POST", f"{seat}/resign", self._resign),
            ("POST", f"{seat}/away", partial(self._away, away=True)),
            ("POST", f"{seat}/back", partial(self._away, away=False)),
            ("POST", f"{seat}/late", self._late),
            ("POST", f"{seat}/draw", self._draw),
            ("PUT", "/api/me", self._change_me),
            ("GET", "/api/me/holidays", self._holidays),
            ("PUT", "/api/me/holidays", self._take_holidays),
            ("GET", "/api/me/told", self._signals),
            ("GET", "/api/ratings", self._ratings),
            ("GET", f"{game}/words", self._talk),
            ("POST", f"{game}/words", self._say),
            ("GET", f"{game}/save", self._save),
            ("GET", f"{game}/watch", self._watch),
        ]

    def heard(self, game: str) -> None:
        """A game has news: wake the requests that wait for it."""
        self.bells.ring(game)
        self.bells.ring("")

    def _marks(self, games: Iterable[str]) -> Mapping[str, object]:
        with self.store.reading() as connection:
            return marks(connection, games)

    def thinks(self, game: str) -> None:
        """A computer player may have to decide in a game."""
        self.substitutes.look_at(game)

    @asynccontextmanager
    async def _living(self, _application: Starlette) -> AsyncIterator[None]:
        self.substitutes.start()
        self.notifier.start()
        self.listener.start()
        try:
            yield
        finally:
            self.listener.close()
            self.notifier.close()
            self.substitutes.close()

    # --- what every request goes through

    def _guarded(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            try:
                return await answer(request)
            except WabError as error:
                return await self._refused(request, error)
            except Exception as error:
                _log.exception("a request failed", exc_info=error)
                return _said(
                    500, "fault", Text("A fault of the program: the operator of the server finds it in the log.")
                )

        return guarded

    async def _refused(self, request: Request, error: WabError) -> Response:
        said = _text_of(error)
        match error:
            case Refused():
                return _json(Problem(error.refusal.code or "refused", said, error.refusal), 422)
            case Stale():
                return await self._stale(request, said)
            case NotHere():
                return _said(404, "not-here", said)
            case NoAccount():
                return _said(401, "no-account", said)
            case Stopped():
                return _said(410, "stopped", said)
            case StoreError():
                return _said(503, "store", Text("The server cannot reach its data base: try again in a moment."))
            case UsageError():
                return _said(422, "usage", said)
        return _said(422, "refused", said)

    async def _stale(self, request: Request, said: Text) -> Response:
        game, seat = request.path_params["game"], _seat(request)
        after = (await _body(request, _After)).after
        news = await run_in_threadpool(self.referee.news, game, seat, after)
        return _json(Problem("stale", said, news=news), 409)

    async def _account(self, request: Request) -> int:
        found = await run_in_threadpool(self.accounts.of_token, _token(request))
        if found is None:
            raise NoAccount(NO_TOKEN)
        return found[0]

    async def _at_seat(self, request: Request, do: Callable[..., T], *given: Any) -> T:
        """Do something with a game and a seat if the seat is the player's own. One thread does all of it."""
        token, game, seat = _token(request), request.path_params["game"], _seat(request)

        def act() -> T:
            self.lobby.told(token, game, seat)
            return do(game, seat, *given)

        return await run_in_threadpool(act)

    def slow_down(self, request: Request) -> None:
        """Refuse to try passwords, or names, more than a few times a minute."""
        now, place = monotonic(), request.client.host if request.client is not None else ""
        tries = [each for each in self._tries.get(place, []) if now - each < 60]
        if len(tries) >= _TRIES_A_MINUTE and not _is_here(place):
            raise Refused(_too_often)
        self._tries[place] = [*tries, now]
        if len(self._tries) > 10_000:
            self._tries.clear()

    # --- accounts

    async def _version(self, _request: Request) -> Response:
        digests = {name: get_system(name).data_digest() for name in NAMES}
        return _json(Version(VERSION, program_version(), digests))

    async def _openapi(self, _request: Request) -> Response:
        return Response(document(), media_type="application/json")

    async def _make_account(self, request: Request) -> Response:
        wanted = await _body(request, NewAccount)
        self.slow_down(request)
        return _json(await run_in_threadpool(self.accounts.make, wanted, self.referee.clock()), 201)

    async def _sign_in(self, request: Request) -> Response:
        wanted = await _body(request, NewAccount)
        self.slow_down(request)
        return _json(await run_in_threadpool(self.accounts.sign_in, wanted, self.referee.clock()), 201)

    async def _sign_out(self, request: Request) -> Response:
        account = await self._account(request)
        token = request.headers["authorization"].partition(" ")[2]
        await run_in_threadpool(self.accounts.revoke, account, token)
        return Response(status_code=204)

    async def _set_password(self, request: Request) -> Response:
        account, wanted = await self._account(request), await _body(request, NewPassword)
        self.slow_down(request)
        await run_in_threadpool(self.accounts.set_password, account, wanted.password)
        return Response(status_code=204)

    async def _remove_account(self, request: Request) -> Response:
        for game in await run_in_threadpool(self.accounts.remove, await self._account(request)):
            self.thinks(game)
        return Response(status_code=204)

    # --- games

    async def _list(self, request: Request) -> Response:
        account = await self._account(request)
        which = request.query_params.get("which", "mine")
        return _json(await run_in_threadpool(self.lobby.listed, account, which))

    async def _begin(self, request: Request) -> Response:
        account = await self._account(request)
        wanted = await _body(request, NewGame)
        return _json(await run_in_threadpool(self.lobby.begin, account, wanted), 201)

    async def _info(self, request: Request) -> Response:
        account = await self._account(request)
        return _json(await run_in_threadpool(self.lobby.info, account, request.path_params["game"]))

    async def _claim_code(self, request: Request) -> Response:
        account = await self._account(request)
        claim, game = await _body(request, Claim), request.path_params["game"]
        seat = await run_in_threadpool(self.lobby.seat_of_code, account, game, claim.code)
        await run_in_threadpool(self.lobby.sit_down, account, game, seat, claim)
        self.bells.ring(game)
        return _json(await run_in_threadpool(self.lobby.info, account, game))

    async def _claim(self, request: Request) -> Response:
        account = await self._account(request)
        claim, game = await _body(request, Claim), request.path_params["game"]
        await run_in_threadpool(self.lobby.sit_down, account, game, _seat(request), claim)
        self.bells.ring(game)
        return _json(await run_in_threadpool(self.lobby.info, account, game))

    async def _told(self, request: Request) -> Response:
        token, game, seat = _token(request), request.path_params["game"], _seat(request)
        after, wait = _number(request, "after"), min(_number(request, "wait"), LONGEST_WAIT)
        known = request.query_params.get("draw")

        def look() -> News | None:
            told, draw = self.lobby.told(token, game, seat)
            is_new = told > after or known not in (None, draw)
            return self.referee.news(game, seat, after) if is_new and told > 0 else None

        async with aclosing(self.bells.looks(game, wait)) as looks:
            async for _look in looks:
                if (news := await run_in_threadpool(look)) is not None:
                    return _json(news)
        return _json(await run_in_threadpool(self.referee.news, game, seat, after))

    async def _play(self, request: Request) -> Response:
        return await self._in_time(self._give(request, Play, self.referee.play))

    async def _undo(self, request: Request) -> Response:
        return await self._in_time(self._give(request, TakeBack, self.referee.take_back))

    async def _give(self, request: Request, kind: type[T], do: Callable[[str, str, T], Any]) -> Response:
        wanted: Any = await _body(request, kind)
        if not 0 < len(wanted.key) <= KEY:
            raise UsageError(Text("The key of an order has 1 to {most} characters.", {"most": KEY}))
        return _json(await self._at_seat(request, do, wanted))

    async def _in_time(self, answer: Awaitable[Response]) -> Response:
        """Answer at a full tick after the request, done or refused: how long it took says nothing."""
        began = monotonic()
        try:
            return await answer
        finally:
            passed = monotonic() - began
            await asyncio.sleep(math.ceil(passed / TICK) * TICK - passed)

    async def _stand(self, request: Request) -> Response:
        await self._at_seat(request, self.referee.stand, await _body(request, Standing))
        return Response(status_code=204)

    async def _resign(self, request: Request) -> Response:
        return _json(await self._at_seat(request, self.referee.resign))

    async def _away(self, request: Request, away: bool) -> Response:
        await self._at_seat(request, self.referee.set_away, away)
        return Response(status_code=204)

    async def _late(self, request: Request) -> Response:
        return _json(await self._at_seat(request, self.referee.call_time, (await _body(request, Call)).what))

    async def _draw(self, request: Request) -> Response:
        return _json(await self._at_seat(request, self.referee.draw, await _body(request, Draw)))

    async def _watch(self, request: Request) -> Response:
        await self._account(request)
        return _json(await run_in_threadpool(self.referee.watch, request.path_params["game"]))

    async def _holidays(self, request: Request) -> Response:
        account = await self._account(request)
        return _json(await run_in_threadpool(self.accounts.holidays, account, self.referee.clock()))

    async def _take_holidays(self, request: Request) -> Response:
        account, days = await self._account(request), (await _body(request, WantedHolidays)).days
        return _json(await run_in_threadpool(self.accounts.take_holidays, account, days, self.referee.clock()))

    async def _change_me(self, request: Request) -> Response:
        account = await self._account(request)
        await run_in_threadpool(self.accounts.change, account, await _body(request, Me))
        return Response(status_code=204)

    async def _signals(self, request: Request) -> Response:
        account = await self._account(request)
        after, wait = _number(request, "after"), min(_number(request, "wait"), LONGEST_WAIT)
        found: list[Signal] = []
        async with aclosing(self.bells.looks("", wait)) as looks:
            async for _look in looks:
                if found := await run_in_threadpool(self.accounts.signals, account, after):
                    break
        return _json(found)

    async def _ratings(self, request: Request) -> Response:
        return _json(await run_in_threadpool(self.lobby.ratings, request.query_params.get("system", NAMES[0])))

    async def _talk(self, request: Request) -> Response:
        account = await self._account(request)
        after = _number(request, "after")
        return _json(await run_in_threadpool(self.lobby.talk, account, request.path_params["game"], after))

    async def _say(self, request: Request) -> Response:
        account = await self._account(request)
        words, game = (await _body(request, Words)).words, request.path_params["game"]
        said = await run_in_threadpool(self.lobby.say, account, game, words)
        self.bells.ring(game)
        return _json(said, 201)

    async def _save(self, request: Request) -> Response:
        await self._account(request)
        save = await run_in_threadpool(self.lobby.save, request.path_params["game"])
        return Response(save, media_type="application/octet-stream")


class _After(msgspec.Struct):
    after: Count


def _scenario(scenario: str) -> tuple[str, str]:
    """Return the rule system of a scenario and its id. UsageError if there is none."""
    info = next((each for each in wab.scenarios() if each.id == scenario), None)
    if info is None:
        raise UsageError(Text("There is no scenario {scenario} here.", {"scenario": repr(scenario[:80])}))
    return info.system, info.id


def _title(scenario: str, language: str) -> str:
    """Return the title of a scenario."""
    info = next((each for each in wab.scenarios() if each.id == scenario), None)
    return (info.title.get(language) or info.title["en"]) if info is not None else scenario


async def _body(request: Request, kind: type[T]) -> T:
    """Return the body of a request. UsageError for a body that is too large, or is none of this kind."""
    body = await body_of(request)
    try:
        return decode_json(msgspec.json.Decoder(kind), body)
    except ValueError as error:
        raise UsageError(Text("The request is not understood: {why}", {"why": str(error)})) from error


def _token(request: Request) -> str:
    """Return the token that a request brings, "" if it brings none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else ""


def _seat(request: Request) -> str:
    """Return the seat of a request: the stroke in a seat's name stands as a tilde in an address."""
    return str(request.path_params["seat"]).replace("~", "/")


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise UsageError(Text("{name} is a whole number.", {"name": name}))
    return int(text)


def _is_here(place: str) -> bool:
    return place in ("127.0.0.1", "::1", "testclient", "")


def _json(answer: Any, status: int = 200) -> Response:
    return Response(encode(answer), status, media_type="application/json")


def _said(status: int, code: str, text: Text) -> Response:
    return _json(Problem(code, text), status)


def _text_of(error: WabError) -> Text:
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Text) else Text(str(said))


async def _not_found(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException) and not request.url.path.startswith("/api/"):
        return no_page(request, error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _said(status, "no-such-request", Text("The server knows no such request."))
