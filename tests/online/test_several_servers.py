"""Servers on one data base: those who wait at one hear at once what happens at the other."""

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


@pytest.mark.slow("starts a data base")
@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
def test_postgresql_tells_the_other_server_at_once(monkeypatch):
    with cluster() as database:
        assert heard_after(database, 15.0, monkeypatch) < 10.0


def test_a_server_looks_for_what_others_did_where_the_data_base_tells_nothing(tmp_path, monkeypatch):
    assert heard_after(f"sqlite:///{tmp_path / 'games.db'}", 0.3, monkeypatch) < 10.0
