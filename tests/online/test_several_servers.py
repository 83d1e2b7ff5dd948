"""Servers on one data base: a player who waits at one hears at once what happens at the other."""

from secrets import token_hex
from threading import Thread
from time import monotonic

import pytest

from tests.online.local import PATIENCE, player, seated, served, until
from trials.trust.cluster import WHY_NOT, cluster
from wab.online.bells import Bells
from wab.online.client import Client
from wab.systems import get_system

SCENARIO = "zocbonds/determined-defence"


def seconds_until_heard(address, game, token):
    """Return how long a seat that waits at one server needs to hear of an order that was given at another."""
    first, second = address
    asking, waiting = Client(first, token), Client(second, token)
    seat = asking.info(game).to_act
    news = asking.told(game, seat, 0)
    order = next(iter(get_system("zocbonds").decode_view(bytes(news.view)).legal_orders()))
    heard = []

    def wait():
        heard.extend([waiting.told(game, seat, news.told, 20).told, monotonic()])

    thread = Thread(target=wait)
    thread.start()
    thread.join(0.5)
    assert not heard
    given = monotonic()
    asking.play(game, seat, news.told, "k", order)
    thread.join(PATIENCE)
    asking.close()
    waiting.close()
    assert heard[0] > news.told
    return heard[1] - given


def heard_after(database, look, monkeypatch):
    """Return the seconds between an order at one server and its news at another, which looks once in `look` seconds."""
    monkeypatch.setattr(Bells, "LOOK", look)
    with served(database) as (first, _one), served(database) as (second, _other):
        clients = [player(first, f"player {token_hex(4)}")]
        game = seated(clients, SCENARIO)
        until(lambda: clients[0].info(game).to_act)
        seconds = seconds_until_heard((first, second), game, clients[0].token)
        clients[0].close()
    return seconds


@pytest.fixture(params=["sqlite"] if WHY_NOT else ["sqlite", "postgresql"])
def shared(request, tmp_path):
    """A data base, and the seconds after which a server looks for news there: PostgreSQL tells them much earlier."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}", 0.3
    else:
        with cluster() as base:
            yield base.address, 15.0


@pytest.mark.slow("starts a data base")
def test_a_player_who_waits_at_one_server_hears_soon_what_happens_at_the_other(shared, monkeypatch):
    assert heard_after(*shared, monkeypatch) < 10.0
