"""A line falls silent, comes late, or ends amid an answer: the client notices, and each order counts once."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from time import monotonic, sleep

import pytest

from ai.agents import make_agent
from tests.online.lines import wired
from tests.online.local import PATIENCE, seated, until
from wab.app.play.remote import Remote
from wab.online import client as net
from wab.online.client import Client, Heard, Line, NotDone, Trouble, Unreachable
from wab.online.store.tables import records
from wab.systems.zocbonds.state.orders import Move

SHORT = 0.6
"""Seconds of silence that the clients of these tests bear."""
SCENARIO = "zocbonds/determined-defence"


@pytest.fixture
def wire(serving, monkeypatch):
    monkeypatch.setattr(net, "LONGEST_WAIT", 1)
    monkeypatch.setattr(net, "_AGAIN", (0.1, 0.2))
    with wired(serving[0]) as found:
        yield found


@pytest.fixture
def battle(wire, pair):
    """A game, the player who decides at a client behind the line, and the seat."""
    game = seated(pair, SCENARIO)
    seat = pair[0].info(game).to_act
    owner = next(each for each in pair if seat in each.info(game).own)
    client = Client(wire.address, owner.token, SHORT)
    client.direct = owner  # the same player, on a line that is sound
    yield game, client, seat
    client.close()


@pytest.fixture
def faults(monkeypatch):
    """Faults that ended a thread."""
    found = []
    monkeypatch.setattr(threading, "excepthook", lambda seen: found.append(seen.exc_value))
    return found


def played(serving, game):
    """Return how often each key of a game was played."""
    with serving[1].store.reading() as connection:
        keys = connection.scalars(records.select().with_only_columns(records.c.key).where(records.c.game == game))
        return Counter(key for key in keys if key is not None)


def first_order(client, game, seat, serving):
    """Return an order that may be given now, and the length of the list of the seat."""
    news = client.told(game, seat, 0)
    system = serving[1].referee.system_of_game(game)
    return make_agent("greedy", system.id, 1).decide(system.decode_view(bytes(news.view))), news.told


def heard_by(line, wanted, seconds=PATIENCE):
    """Return what a line says until something wanted is among it."""
    heard, last = [], monotonic() + seconds
    while not any(wanted(each) for each in heard):
        assert monotonic() < last, heard
        if (message := line.poll()) is not None:
            heard.append(message)
        sleep(0.01)
    return heard


def is_broken(message):
    return isinstance(message, Trouble) and message.error is not None


def is_answer(message):
    return isinstance(message, Heard) and message.answers


def hold(wire):
    wire.hold()


def lose(wire):
    wire.loses = True


def grow_deaf(wire):
    wire.deaf = True


def trickle(wire):
    wire.trickles = True


@pytest.mark.parametrize("fault", [hold, lose, grow_deaf, trickle])
def test_an_order_on_a_silent_line_is_played_once_when_the_line_is_back(fault, wire, battle, serving, monkeypatch):
    monkeypatch.setattr(net, "_WHOLE", 2)
    game, client, seat = battle
    order, told = first_order(client, game, seat, serving)
    line = Line(client, game, seat, told)
    fault(wire)
    line.play(order)
    began = monotonic()
    heard_by(line, is_broken)
    assert monotonic() - began < 5 * SHORT, "it noticed by its own limit"
    assert line.busy, "the order is kept"
    sleep(2 * SHORT)  # it tries again meanwhile
    wire.go_on()
    heard = heard_by(line, is_answer)
    assert not [each for each in heard if isinstance(each, NotDone)]
    sleep(SHORT)  # what was held arrives late
    assert list(played(serving, game).values()) == [1]
    assert not line.busy
    line.close()


@pytest.mark.parametrize("cut", [0, 9, 150, 400])
def test_an_answer_that_ends_in_its_middle_is_asked_for_again(cut, wire, battle, serving):
    game, client, seat = battle
    order, told = first_order(client, game, seat, serving)
    wire.cut = cut
    with pytest.raises(Unreachable):
        client.play(game, seat, told, "one", order)
    news = client.play(game, seat, told, "one", order)
    assert news.told > told
    assert played(serving, game) == {"one": 1}


def test_a_line_that_is_only_slow_is_no_trouble(wire, battle, serving):
    game, client, seat = battle
    client.patience = 10.0
    order, told = first_order(client, game, seat, serving)
    wire.delay = 0.3
    line = Line(client, game, seat, told)
    line.play(order)
    heard = heard_by(line, is_answer)
    assert not any(is_broken(each) for each in heard)
    assert list(played(serving, game).values()) == [1]
    line.close()


def test_a_held_order_that_arrives_after_it_was_taken_back_is_not_played(wire, battle, pair, serving):
    game, client, seat = battle
    told = client.told(game, seat, 0).told
    order, direct = Move(units=(1,), path=(1037, 996)), client.direct
    wire.hold()
    with pytest.raises(Unreachable):
        client.play(game, seat, told, "one", order)
    news = direct.play(game, seat, told, "one", order)
    direct.take_back(game, seat, news.told, "two")
    before = played(serving, game)
    wire.go_on()
    sleep(SHORT)
    assert played(serving, game) == before


def test_a_request_that_waits_for_news_notices_and_waits_again(wire, battle, monkeypatch):
    game, client, seat = battle
    line = Line(client, game, seat, client.told(game, seat, 0).told)
    until(lambda: wire.came >= 2)
    wire.loses = True
    began = monotonic()
    heard_by(line, is_broken)
    assert monotonic() - began < net.LONGEST_WAIT + 3 * SHORT
    monkeypatch.setattr(net, "LONGEST_WAIT", 60)
    wire.go_on()
    heard_by(line, lambda each: each == Trouble(None), 10.0)
    line.close()
    line.client.resign(game, seat)  # so that the request that waits ends


def test_news_end_no_trouble_of_an_order_that_is_still_sent_again(battle, serving, monkeypatch):
    game, client, seat = battle
    order, told = first_order(client, game, seat, serving)
    line, play, gate = Line(client, game, seat, told), client.play, threading.Event()

    def loses(*wanted):
        news = play(*wanted)
        if not gate.is_set():
            raise Unreachable("lost")
        return news

    monkeypatch.setattr(client, "play", loses)
    line.play(order)
    heard = heard_by(line, is_broken)
    while not any(isinstance(each, Heard) for each in heard):
        heard += heard_by(line, lambda each: isinstance(each, Heard))
    sleep(SHORT)
    heard += iter(line.poll, None)
    assert Trouble(None) not in heard
    gate.set()
    heard_by(line, lambda each: each == Trouble(None))
    assert list(played(serving, game).values()) == [1]
    line.close()


def test_the_window_says_it_keeps_the_order_and_goes_on(wire, battle, serving):
    game, client, seat = battle
    own = client.again()
    table = Remote(own, own.info(game))
    wire.loses = True
    order, _told = first_order(client.direct, game, seat, serving)
    table.play(order)

    def says(words):
        table.update()
        return words in table.awaited

    until(lambda: says("does not answer. Your order is kept and sent again."))
    wire.go_on()
    until(lambda: (table.update(), not table.in_flight)[1])
    assert "does not answer" not in table.awaited
    assert list(played(serving, game).values()) == [1]
    table.close()


def test_a_window_that_is_closed_on_a_silent_line_ends_without_a_fault(wire, battle, serving, faults):
    game, client, seat = battle
    own = client.again()
    table = Remote(own, own.info(game))
    order, _told = first_order(client.direct, game, seat, serving)
    wire.loses = True
    table.play(order)
    sleep(SHORT / 2)
    table.close()
    until(lambda: not [each for each in threading.enumerate() if each.name in ("line-sender", "line-listener", "talk")])
    assert faults == []


def test_a_client_that_has_hung_up_reaches_nobody(wire):
    client = Client(wire.address)
    client.close()
    with pytest.raises(Unreachable):
        client.version()


@pytest.mark.parametrize("status", [501, 502, 503, 504, 520, 524, 529])
def test_what_a_proxy_says_of_a_server_that_is_away_is_no_refusal(status):
    with socket.create_server(("127.0.0.1", 0)) as place:
        client = Client(f"http://127.0.0.1:{place.getsockname()[1]}", patience=10.0)

        def answer():
            with place.accept()[0] as line:
                line.recv(1000)
                line.sendall(b"HTTP/1.1 %d Away\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>" % status)

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Unreachable):
            client.version()
        thread.join()
        client.close()
