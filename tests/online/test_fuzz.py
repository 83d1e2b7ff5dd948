"""Requests that fit the document of the server, and requests that do not: no fault of the program, no slow answer."""

import json
import re
from time import process_time
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.online.play import TABLES
from wab.engine.kernel.orders import Order
from wab.online import web
from wab.online.openapi import OPERATIONS, document
from wab.testing.walks import walk

EXAMPLES = 14
"""Of each operation: some hundreds in all."""
SLOWEST = 1.0
"""Seconds of the processor for an answer."""
SCHEMA = schemathesis.openapi.from_dict(json.loads(document()))
ENDS = ("/accounts", "/accounts/mine", "/devices", "/devices/mine")
"""Operations that need no game; after some of them the player is gone, or a password takes a quarter of a second."""


def test_the_document_names_every_request_of_the_server_and_no_other(world):
    there = {(method, path) for method, path, _answer in world.server._routes}
    assert there == {(one.method, one.path) for one in OPERATIONS}


def test_the_server_gives_the_document_out(world):
    world.seats = {"": world.tokens[0]}
    status, _headers, body = world.ask("", "GET", "/api/openapi.json")
    assert (status, body) == (200, document())


@pytest.fixture
def battle(world, monkeypatch):
    """A game that goes on, and one of its seats."""
    moment = walk(TABLES[0], seed=3, length=6)[1][-1]
    monkeypatch.setattr(web, "LONGEST_WAIT", 0)
    world.lay(moment.game, moment.state, "fuzz")
    return world, moment.seat


def asked(battle, method, path, query, body):
    """Return the answer to a request, which must be quick and no fault of the program."""
    world, seat = battle
    began = process_time()
    status, _headers, content = world.ask(seat, method, f"{path}{query}", body)  # it finds faults itself
    assert process_time() - began < SLOWEST, (method, path, query, body)
    if status >= 400:
        problem = json.loads(content)
        assert problem["code"] and problem["text"], content
    return status


def cases():
    """Return the operations of the document with each mode, as cases for a test. A path takes every word."""
    found = [one.ok() for one in SCHEMA.get_all_operations()]
    asked = [one for one in found if not one.path.removeprefix("/api").startswith(ENDS)]
    return [
        pytest.param(one, mode, id=f"{one.label}-{mode.value}")
        for one in asked
        for mode in GenerationMode
        if mode is not GenerationMode.NEGATIVE or one.method != "get" or one.query
    ]


@pytest.mark.parametrize("operation, mode", cases())
def test_a_request_that_was_made_up_is_answered(battle, operation, mode):
    _world, seat = battle

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode), here=st.integers(0, 3))
    def tried(case, here):
        path = case.formatted_path
        if here:  # mostly at the game that is there
            place = {"game": "fuzz", "seat": seat}
            path = re.sub(r"{(\w+)}", lambda found: place[found[1]], operation.path)
        query = "&".join(f"{name}={value}" for name, value in sorted((case.query or {}).items()))
        given = case.body if type(case.body).__name__ != "NotSet" else None
        body = given if given is None or isinstance(given, bytes) else json.dumps(given).encode()
        asked(battle, case.method, path, f"?{quoted(query)}" if query else "", body)

    tried()


def quoted(query):
    """Return a query as it stands in an address."""
    return quote(query.encode("utf-8", "replace"), safe="&=%")


@pytest.mark.slow("makes up a hundred and fifty orders")
@settings(max_examples=150, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(data=st.data())
def test_orders_that_were_made_up_are_answered(data, battle):
    """Orders of the system with odd values in their fields."""
    world, seat = battle
    kinds = world.server.referee.system_of("operations").order_types
    names = [kind.__struct_config__.tag for kind in kinds.__args__ if issubclass(kind, Order)]
    fields = [kind.__struct_fields__ for kind in kinds.__args__]
    number = data.draw(st.integers(0, len(names) - 1))
    odd = st.one_of(
        st.integers(-(2**70), 2**70), st.text(max_size=8), st.none(), st.lists(st.integers(-5, 5000), max_size=40)
    )
    order = {"order": names[number], **{name: data.draw(odd) for name in fields[number]}}
    told = world.news(seat).told
    asked(battle, "POST", "orders", "", json.dumps({"after": told, "key": "k", "order": order}).encode())


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[" * 60_000, b"{" * 60_000, b"9" * 60_000, b'{"after":' + b"9" * 5000 + b"}", b"\xff\xfe",
     b"x" * 200_000, b'{"after":1e400,"key":"k","order":{}}',
     b'{"after":0,"key":"\\u0000","order":{"order":"\\ud800"}}'],
    ids=range(10),
)  # fmt: skip
def test_bytes_that_are_no_request_are_answered(battle, body):
    for method, path in (("POST", "orders"), ("POST", "undo"), ("PUT", "standing"), ("POST", "late")):
        assert 400 <= asked(battle, method, path, "", body) < 500
    for method, path in (("POST", "/api/games"), ("POST", "/api/accounts"), ("PUT", "/api/me")):
        assert 400 <= asked(battle, method, path, "", body) < 500


@pytest.mark.parametrize("query", ["after=-1", "after=1e9", "after=%00", "after=9999999999", "wait=x", "after=²"])
def test_a_number_that_is_none_is_refused(battle, query):
    assert asked(battle, "GET", "told", f"?{quoted(query)}", None) == 422
