"""Pages of games: lists, a new game, seats, talk, and what there is to read after the end; and the ranking."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ai.agents import LEVEL_WORDS, built_in
from wab.content.career import rank_called
from wab.engine.kernel.values import side_of
from wab.engine.words.errors import WabError
from wab.engine.words.text import N_
from wab.locale import _
from wab.online.invitations import invitation, read_invitation
from wab.online.lobby import CODE, FREE, ME
from wab.online.pages import looks
from wab.online.pages.frame import Answer, Asked, Desk, go_to
from wab.online.pages.reports import POLICY, Reports
from wab.online.pages.words import PACES, choices, game_in_words, join_line, level_name, moment, title_of
from wab.online.protocol import PACES as KNOWN_PACES
from wab.online.protocol import Begun, Claim, Draw, GameInfo, NewGame
from wab.online.refusals import NotHere, Refused
from wab.systems import NAMES, get_system, name_of, system_of, told_outcome

_TAKERS = {ME: N_("you"), CODE: N_("an invited player"), FREE: N_("any player of this server")}
_ORDER = ("running", "open", "stopped", "over")
_MOST_OVER = 20
_NO_GAME = "There is no such game."


class GamePages:
    """Games as a player finds them in a browser."""

    def __init__(self, desk: Desk, reports: Reports) -> None:
        self._desk, self._reports = desk, reports
        self.answers: list[tuple[str, str, Answer]] = [
            ("GET", "/", self._home),
            ("POST", "/invitation", self._accept),
            ("GET", "/new", self._new),
            ("GET", "/new/{scenario:path}", self._seats),
            ("POST", "/new/{scenario:path}", self._begin),
            ("GET", "/games/{game}", self._game),
            ("POST", "/games/{game}/seats/{seat}", self._sit_down),
            ("POST", "/games/{game}/words", self._say),
            ("POST", "/games/{game}/draw", self._agree),
            ("GET", "/games/{game}/save", self._save),
            ("GET", "/games/{game}/report", self._report),
            ("GET", "/ranking", self._ranking),
        ]

    # --- lists

    async def _home(self, asked: Asked) -> Response:
        if asked.visitor.account is None:
            return asked.show("welcome.html")
        return await self._lists(asked)

    async def _lists(self, asked: Asked, problem: str = "", status: int = 200) -> Response:
        account, now, lobby = asked.account, self._desk.referee.clock(), self._desk.lobby
        mine = await run_in_threadpool(lobby.listed, account, "mine")
        free = [each for each in await run_in_threadpool(lobby.listed, account, "open") if not each.own]
        own = [game_in_words(each, now) for each in mine]
        own.sort(key=lambda each: (not each.is_my_turn, _ORDER.index(each.status)))
        open_games = [game_in_words(each, now) for each in free]
        ended = await run_in_threadpool(lobby.listed, account, "over", _MOST_OVER)
        over = [game_in_words(each, now) for each in ended if not each.own]
        return asked.show("games.html", status, games=own, open_games=open_games, over=over, problem=problem)

    async def _accept(self, asked: Asked) -> Response:
        account, lobby = asked.account, self._desk.lobby
        try:
            self._desk.slow_down(asked.request)
            game, code = read_invitation((asked.form["invitation"].split() or [""])[-1])
            seat = await run_in_threadpool(lobby.seat_of_code, account, game, code)
            await run_in_threadpool(lobby.sit_down, account, game, seat, Claim(_salt(), code))
        except WabError as error:
            return await self._lists(asked, str(error), 422)
        self._desk.bells.ring(game)
        return go_to(f"/games/{game}")

    # --- before the game

    async def _new(self, asked: Asked) -> Response:
        asked.require_account()
        return asked.show("new.html", systems=list(choices()))

    async def _seats(self, asked: Asked) -> Response:
        asked.require_account()
        return await self._form(asked)

    async def _form(self, asked: Asked, problem: str = "", status: int = 200) -> Response:
        scenario = _scenario(asked)
        seats = await run_in_threadpool(self._desk.lobby.seats_in, scenario)
        system = scenario.partition("/")[0]
        levels = {name: _("computer ({level})").format(level=level_name(name)) for name in _levels(system)}
        takers = {name: _(words) for name, words in _TAKERS.items()} | levels
        usual = {seat: ME if seat == seats[0] else CODE for seat in seats}
        chosen = {seat: asked.form[f"seat:{seat}"] or usual[seat] for seat in seats}
        return asked.show(
            "begin.html", status, scenario=scenario, title=title_of(scenario), takers=takers, chosen=chosen,
            names={seat: name_of(system, seat) for seat in seats}, problem=problem,
            paces={name: _(words) for name, words in PACES.items()},
        )  # fmt: skip

    async def _begin(self, asked: Asked) -> Response:
        account, scenario, form = asked.account, _scenario(asked), asked.form
        seats = {field[5:]: value for field, value in form.items() if field.startswith("seat:")}
        pace = KNOWN_PACES.get(form["pace"], "unhurried")
        wanted = NewGame(scenario, seats, _salt(), {}, pace, form["rated"] == "yes")
        try:
            begun = await run_in_threadpool(self._desk.lobby.begin, account, wanted)
        except WabError as error:
            return await self._form(asked, str(error), 422)
        return self._invite(asked, scenario, begun) if begun.codes else go_to(f"/games/{begun.id}")

    def _invite(self, asked: Asked, scenario: str, begun: Begun) -> Response:
        """Show the invitations of a game, once: the server keeps no more than their hashes."""
        system = scenario.partition("/")[0]
        lines = [
            (name_of(system, seat), join_line(self._address(asked), invitation(begun.id, code)))
            for seat, code in begun.codes.items()
        ]
        return asked.show("invite.html", 201, title=title_of(scenario), lines=lines, game=begun.id)

    async def _sit_down(self, asked: Asked) -> Response:
        seat = str(asked.request.path_params["seat"]).replace("~", "/")
        await run_in_threadpool(self._desk.lobby.sit_down, asked.account, asked.game, seat, Claim(_salt()))
        self._desk.bells.ring(asked.game)
        return go_to(f"/games/{asked.game}")

    # --- a game

    async def _game(self, asked: Asked) -> Response:
        return await self._shown(asked)

    async def _shown(self, asked: Asked, problem: str = "", status: int = 200) -> Response:
        info = await self._info(asked)
        lobby, now = self._desk.lobby, self._desk.referee.clock()
        facts: dict[str, Any] = {"talk": [], "outcome": "", "line": "", "sides": set()}
        if info.own:
            said = await run_in_threadpool(lobby.talk, asked.account, info.id, 0)
            facts["talk"] = [(each, moment(each.time, now)) for each in reversed(said)]
            facts["line"] = join_line(self._address(asked), info.id, asked.visitor.name)
            facts["sides"] = {side_of(seat) for seat in info.own}
        if info.status == "over":
            outcome = await run_in_threadpool(lobby.outcome, info.id)
            facts["outcome"] = told_outcome(outcome, info.system)
        game = game_in_words(info, now)
        return asked.show("game.html", status, game=game, problem=problem, **facts)

    async def _info(self, asked: Asked) -> GameInfo:
        """Return a game that the player may look at: an own one, one with a free seat, or one that is over."""
        info = await run_in_threadpool(self._desk.lobby.info, asked.account, asked.game)
        is_free = info.status == "open" and any(not (each.player or each.agent or each.invited) for each in info.seats)
        if not info.own and not is_free and info.status != "over":
            raise NotHere(_(_NO_GAME))
        return info

    async def _agree(self, asked: Asked) -> Response:
        """Agree on a draw, or no longer, for all own sides."""
        info = await self._info(asked)
        for seat in {side_of(seat): seat for seat in info.own}.values():
            try:
                await run_in_threadpool(self._desk.referee.draw, info.id, seat, Draw(asked.form["agrees"] == "yes"))
            except Refused as error:
                return await self._shown(asked, str(error), 422)
        return go_to(f"/games/{info.id}")

    async def _say(self, asked: Asked) -> Response:
        if words := asked.form["words"].strip():
            await run_in_threadpool(self._desk.lobby.say, asked.account, asked.game, words)
            self._desk.bells.ring(asked.game)
        return go_to(f"/games/{asked.game}#talk")

    async def _save(self, asked: Asked) -> Response:
        asked.require_account()
        save = await run_in_threadpool(self._desk.lobby.save, asked.game)
        name = f"online-{asked.game}.wab"
        headers = looks.HEADERS | looks.PRIVATE | {"content-disposition": f'attachment; filename="{name}"'}
        return Response(save, 200, headers, "application/octet-stream")

    async def _report(self, asked: Asked) -> Response:
        asked.require_account()
        game, spoken = asked.game, asked.visitor.language
        if await run_in_threadpool(self._desk.lobby.outcome, game) is None:
            raise NotHere(_("The game goes on: its save is given out at its end."))
        save = partial(self._desk.lobby.save, game)
        report = await run_in_threadpool(self._reports.of, game, spoken, save)
        if report is not None:
            headers = looks.HEADERS | looks.PRIVATE | {"content-security-policy": POLICY}
            return Response(report, 200, headers, "text/html")
        has_failed = self._reports.has_failed(game, spoken)
        return asked.show("waiting.html", 500 if has_failed else 202, game=game, has_failed=has_failed)

    # --- ranking

    async def _ranking(self, asked: Asked) -> Response:
        wanted = asked.request.query_params.get("system", NAMES[0])
        if wanted not in NAMES:
            raise NotHere(_("There is no such page."))
        table = await run_in_threadpool(self._desk.lobby.ratings, wanted)
        systems = [(name, name_of(name, name)) for name in NAMES if get_system(name).sides[1:]]
        rows = [
            (place, each.player, rank_called(each.rank), f"{each.rating:.0f}", each.games)
            for place, each in enumerate(table, 1)
        ]
        return asked.show("ranking.html", systems=systems, wanted=wanted, rows=rows)

    def _address(self, asked: Asked) -> str:
        return self._desk.address or str(asked.request.base_url).rstrip("/")


def _scenario(asked: Asked) -> str:
    scenario = str(asked.request.path_params["scenario"])
    system_of(scenario)
    return scenario


def _levels(system: str) -> list[str]:
    return [name for name in LEVEL_WORDS if name in built_in(system)]


def _salt() -> str:
    """Return what this player adds to the dice: the browser runs no script, so the server draws it."""
    return secrets.token_hex(32)
