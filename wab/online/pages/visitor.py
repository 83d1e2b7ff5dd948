"""A person with a browser: the cookie with the token of the device, the language, and the proof of a form."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.locale import LANGUAGES, SOURCE_LANGUAGE
from wab.online.bodies import body_of

CSRF = "csrf"
_MOST_FIELDS = 100
_YEAR = 365 * 86400


class Visitor(NamedTuple):
    """The person behind a request. `account` is None for one who has not signed in.

    `key` is what the browser keeps: the token of the device, or a random word before that.
    """

    account: int | None
    name: str
    language: str
    key: str

    @property
    def csrf(self) -> str:
        """The proof that a form comes from our pages: other pages cannot read the cookie from which it follows."""
        return hmac.new(self.key.encode(), b"form", sha256).hexdigest()


class Form(dict[str, str]):
    """The fields of a form; "" for a field that is not in it."""

    def __missing__(self, field: str) -> str:
        return ""


def key_in(request: Request) -> str:
    """Return what the browser keeps for this server, "" for nothing."""
    return request.cookies.get(_cookie(is_secure(request)), "")[:100]


def new_key() -> str:
    """Return a random word for a browser that is here for the first time."""
    return secrets.token_urlsafe(32)


def keep(request: Request, response: Response, key: str) -> None:
    """Let the browser keep a key. Scripts cannot read it, and forms of other sites do not bring it."""
    is_tls = is_secure(request)
    response.set_cookie(_cookie(is_tls), key, max_age=_YEAR, path="/", secure=is_tls, httponly=True, samesite="lax")


def forget(request: Request, response: Response) -> None:
    """Let the browser forget its key."""
    is_tls = is_secure(request)
    response.delete_cookie(_cookie(is_tls), path="/", secure=is_tls, httponly=True, samesite="lax")


def is_secure(request: Request) -> bool:
    """Tell if the browser speaks TLS, with us or with the proxy before us."""
    forwarded = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip()
    return "https" in (request.url.scheme, forwarded)


def _cookie(is_tls: bool) -> str:
    return "__Host-wab" if is_tls else "wab"  # with this prefix no neighbour under the same domain can set it


def language_of(request: Request) -> str:
    """Return the language of ours that the browser likes best."""
    wishes: list[tuple[float, str]] = []
    for wish in request.headers.get("accept-language", "")[:200].split(","):
        code, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), code.partition("-")[0].lower()))
        except ValueError:
            continue
    found = (code for weight, code in sorted(wishes, key=lambda each: each[0]) if code in LANGUAGES and weight < 0)
    return next(found, SOURCE_LANGUAGE)


async def form_of(request: Request) -> Form:
    """Return the fields of a form. UsageError for a body that is none, or has too much in it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise UsageError(Text("The request is not understood: {why}", {"why": "content-type"}))
    body = await body_of(request)
    try:
        return Form(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise UsageError(Text("The request is not understood: {why}", {"why": str(error)})) from error


def is_ours(form: Form, visitor: Visitor) -> bool:
    """Tell if a form comes from our pages."""
    return bool(visitor.key) and hmac.compare_digest(form[CSRF].encode(), visitor.csrf.encode())
