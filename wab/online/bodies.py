"""The body of a request, read with its limit."""

from __future__ import annotations

from starlette.requests import Request

from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.online.protocol import LARGEST


async def body_of(request: Request) -> bytes:
    """Return the body of a request, as often as it is asked for. UsageError for a body that is too large."""
    if not hasattr(request, "_body"):
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise UsageError(Text("A request has at most {most} bytes.", {"most": LARGEST}))
        request._body = body
    return await request.body()
