"""The answers of the server as an OpenAPI document: for programs that test it, and for people who write clients."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import msgspec

from wab.engine.kernel.writer import program_version
from wab.online.protocol import (
    Begun,
    Call,
    Claim,
    Draw,
    GameInfo,
    Holidays,
    Me,
    NewAccount,
    NewGame,
    NewPassword,
    News,
    Play,
    Problem,
    Rating,
    Said,
    Signal,
    Standing,
    TakeBack,
    Token,
    Version,
    WantedHolidays,
    Watched,
    Words,
    encode,
)

_GAME, _SEAT = "/api/games/{game}", "/api/games/{game}/seats/{seat}"
_REF = "#/components/schemas/{name}"


class Operation(NamedTuple):
    """A request and its answer. `query` are parameters that are whole numbers, `words` are parameters with words."""

    method: str
    path: str
    body: Any = None
    answer: Any = None
    status: int = 200
    query: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


OPERATIONS = (
    Operation("GET", "/api/openapi.json", answer=dict[str, Any]),
    Operation("GET", "/api/version", answer=Version),
    Operation("POST", "/api/accounts", NewAccount, Token, 201),
    Operation("DELETE", "/api/accounts/mine", status=204),
    Operation("POST", "/api/devices", NewAccount, Token, 201),
    Operation("DELETE", "/api/devices/mine", status=204),
    Operation("PUT", "/api/password", NewPassword, status=204),
    Operation("GET", "/api/games", answer=list[GameInfo], words=("which",)),
    Operation("POST", "/api/games", NewGame, Begun, 201),
    Operation("GET", _GAME, answer=GameInfo),
    Operation("POST", f"{_GAME}/claim", Claim, GameInfo),
    Operation("POST", _SEAT, Claim, GameInfo),
    Operation("GET", f"{_SEAT}/told", answer=News, query=("after", "wait"), words=("draw",)),
    Operation("POST", f"{_SEAT}/orders", Play, News),
    Operation("POST", f"{_SEAT}/undo", TakeBack, News),
    Operation("PUT", f"{_SEAT}/standing", Standing, status=204),
    Operation("POST", f"{_SEAT}/resign", answer=News),
    Operation("POST", f"{_SEAT}/away", status=204),
    Operation("POST", f"{_SEAT}/back", status=204),
    Operation("POST", f"{_SEAT}/late", Call, News),
    Operation("POST", f"{_SEAT}/draw", Draw, News),
    Operation("PUT", "/api/me", Me, status=204),
    Operation("GET", "/api/me/holidays", answer=Holidays),
    Operation("PUT", "/api/me/holidays", WantedHolidays, Holidays),
    Operation("GET", "/api/me/told", answer=list[Signal], query=("after", "wait")),
    Operation("GET", "/api/ratings", answer=list[Rating], words=("system",)),
    Operation("GET", f"{_GAME}/words", answer=list[Said], query=("after",)),
    Operation("POST", f"{_GAME}/words", Words, Said, 201),
    Operation("GET", f"{_GAME}/save", answer=bytes),
    Operation("GET", f"{_GAME}/watch", answer=Watched),
)
"""All that a server answers."""


@cache
def document() -> bytes:
    """Return the document as JSON."""
    kinds = dict.fromkeys([Problem, *(kind for one in OPERATIONS for kind in (one.body, one.answer) if kind)])
    schemas, components = msgspec.json.schema_components(list(kinds), ref_template=_REF)
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schema_of)
    return encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "wab", "version": program_version()},
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": {"device": {"type": "http", "scheme": "bearer"}}},
            "security": [{"device": []}],
        }
    )


def _operation(one: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    named = [
        *((name, "path", {"type": "string"}) for name in re.findall(r"{(\w+)}", one.path)),
        *((name, "query", {"type": "integer", "minimum": 0, "maximum": 999_999_999}) for name in one.query),
        *((name, "query", {"type": "string"}) for name in one.words),
    ]
    parameters = [
        {"name": name, "in": place, "required": place == "path", "schema": schema} for name, place, schema in named
    ]
    problem = {"description": "why it was not done", "content": _json(schema_of[Problem])}
    done: dict[str, Any] = {"description": "done"}
    if one.answer is bytes:
        done["content"] = {"application/octet-stream": {}}
    elif one.answer is not None:
        done["content"] = _json(schema_of[one.answer])
    told: dict[str, Any] = {"parameters": parameters, "responses": {str(one.status): done, "default": problem}}
    if one.body is not None:
        told["requestBody"] = {"required": True, "content": _json(schema_of[one.body])}
    return told


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
