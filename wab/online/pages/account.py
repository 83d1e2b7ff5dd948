"""Pages of an account: sign up, sign in and out, language, signals, devices, removal."""

from __future__ import annotations

from hmac import compare_digest

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import Text
from wab.locale import _
from wab.online.accounts import NoAccount, hashed
from wab.online.pages.frame import Answer, Asked, Desk, go_to
from wab.online.pages.visitor import forget, keep
from wab.online.pages.words import moment, moment_to_come
from wab.online.protocol import Me, NewAccount, Token
from wab.online.refusals import Refused

NAMES = {"en": "English", "fr": "Français"}
"""Each language in its own words."""


class AccountPages:
    """The account of a player: name, password, language, signals, devices."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.answers: list[tuple[str, str, Answer]] = [
            ("GET", "/sign-up", self._ask_sign_up),
            ("POST", "/sign-up", self._sign_up),
            ("GET", "/sign-in", self._ask_sign_in),
            ("POST", "/sign-in", self._sign_in),
            ("POST", "/sign-out", self._sign_out),
            ("GET", "/account", self._account),
            ("POST", "/account", self._change),
            ("POST", "/account/password", self._set_password),
            ("POST", "/account/devices/{device:int}", self._revoke),
            ("POST", "/account/holidays", self._take_holidays),
            ("POST", "/account/remove", self._remove),
        ]

    async def _ask_sign_up(self, asked: Asked) -> Response:
        return asked.show("sign.html", is_new=True)

    async def _ask_sign_in(self, asked: Asked) -> Response:
        return asked.show("sign.html", is_new=False)

    async def _sign_up(self, asked: Asked) -> Response:
        try:
            self._desk.slow_down(asked.request)
            made = await run_in_threadpool(self._desk.accounts.make, _wanted(asked), self._desk.referee.clock())
        except (NoAccount, Refused) as error:
            return asked.show("sign.html", 422, is_new=True, problem=str(error))
        found = await run_in_threadpool(self._desk.accounts.of_token, made.token)
        if found is not None:
            me = Me(language="fr" if asked.visitor.language == "fr" else "en")
            await run_in_threadpool(self._desk.accounts.change, found[0], me)
        return _welcome(asked, made)

    async def _sign_in(self, asked: Asked) -> Response:
        try:
            self._desk.slow_down(asked.request)
            made = await run_in_threadpool(self._desk.accounts.sign_in, _wanted(asked), self._desk.referee.clock())
        except (NoAccount, Refused) as error:
            return asked.show("sign.html", 422, is_new=False, problem=str(error))
        return _welcome(asked, made)

    async def _sign_out(self, asked: Asked) -> Response:
        if asked.visitor.account is not None:
            await run_in_threadpool(self._desk.accounts.revoke, asked.visitor.account, asked.visitor.key)
        response = go_to("/")
        forget(asked.request, response)
        return response

    async def _account(self, asked: Asked) -> Response:
        return await self._shown(asked)

    async def _shown(self, asked: Asked, problem: str = "", status: int = 200, me: Me | None = None) -> Response:
        now, own = self._desk.referee.clock(), hashed(asked.visitor.key)
        me = me or await run_in_threadpool(self._desk.accounts.where, asked.account)
        devices = [
            (each.id, each.name if each.name != "?" else _("without a name"), moment(each.made, now),
             compare_digest(each.token_hash, own))
            for each in await run_in_threadpool(self._desk.accounts.devices, asked.account)
        ]  # fmt: skip
        holidays = await run_in_threadpool(self._desk.accounts.holidays, asked.account, now)
        until = moment_to_come(holidays.until, now) if holidays.until is not None else None
        return asked.show(
            "account.html", status, me=me, languages=NAMES, devices=devices, problem=problem, left=holidays.left,
            until=until,
        )  # fmt: skip

    async def _take_holidays(self, asked: Asked) -> Response:
        account, days = asked.account, asked.form["days"]
        wanted = int(days) if days.isascii() and days.isdigit() and len(days) < 4 else 0
        try:
            await run_in_threadpool(self._desk.accounts.take_holidays, account, wanted, self._desk.referee.clock())
        except UsageError as error:
            return await self._shown(asked, str(error), 422)
        return go_to("/account")

    async def _change(self, asked: Asked) -> Response:
        form = asked.form
        spoken = form["language"]
        me = Me("fr" if spoken == "fr" else "en", form["mail"].strip()[:200], form["webhook"].strip()[:400])
        try:
            await run_in_threadpool(self._desk.accounts.change, asked.account, me)
        except UsageError as error:
            return await self._shown(asked, str(error), 422, me)
        return go_to("/account")

    async def _set_password(self, asked: Asked) -> Response:
        account = asked.account
        try:
            self._desk.slow_down(asked.request)
            await run_in_threadpool(self._desk.accounts.set_password, account, asked.form["password"])
        except WabError as error:
            return await self._shown(asked, str(error), 422)
        return go_to("/account")

    async def _revoke(self, asked: Asked) -> Response:
        device = int(asked.request.path_params["device"])
        await run_in_threadpool(self._desk.accounts.revoke_device, asked.account, min(device, 2**31 - 1))
        return go_to("/account")

    async def _remove(self, asked: Asked) -> Response:
        account = asked.account
        if asked.form["sure"] != "yes":
            said = Text("Tick the box if the account is to be removed.")
            return await self._shown(asked, str(said), 422)
        for game in await run_in_threadpool(self._desk.accounts.remove, account):
            self._desk.thinks(game)
        response = go_to("/")
        forget(asked.request, response)
        return response


def _wanted(asked: Asked) -> NewAccount:
    return NewAccount(asked.form["name"], asked.form["password"], _("Browser"))


def _welcome(asked: Asked, made: Token) -> Response:
    response = go_to("/")
    keep(asked.request, response, made.token)
    return response
