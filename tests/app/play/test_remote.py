"""A game that lies on a server, as screens see it: the same story as at home, and a line that may break."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wab
from ai.agents import make_agent
from wab.app.play.remote import Remote
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.course import Course
from wab.engine.kernel.orders import IllegalOrder
from wab.engine.saves.replay import verify
from wab.online.bot import play_for
from wab.online.client import Client, Unreachable, new_salt
from wab.online.protocol import NewGame
from wab.systems import get_system

SCENARIO = "operations/cliffs-and-shingle"
PATIENCE = 60.0


class Couple:
    """Two players of one game: Anna at the screen, Bert somewhere else."""

    def __init__(self, address: str, folder: Path, scenario: str = SCENARIO) -> None:
        self.anna, self.bert = Client(address), Client(address)
        self.anna.make_account("Anna")
        self.bert.make_account("Bert")
        own, *others = wab.new_game(scenario).seats
        begun = self.anna.begin(NewGame(scenario, {own: "me", **dict.fromkeys(others, "code")}, new_salt()))
        for code in begun.codes.values():
            self.bert.accept(begun.id, code)
        self.game = begun.id
        self.session = Remote(self.anna, self.anna.info(begun.id), folder=folder)

    def close(self) -> None:
        """Both leave."""
        self.session.close()
        self.bert.close()

    def until(self, reached: Any) -> None:
        """Let frames pass until something is so."""
        end = time.monotonic() + PATIENCE
        while not reached():
            self.session.update()
            assert time.monotonic() < end, "nothing came"
            time.sleep(0.002)


@pytest.fixture
def couple(address: str, tmp_path: Path) -> Iterator[Couple]:
    """Two players whose game has begun."""
    couple = Couple(address, tmp_path)
    yield couple
    couple.close()


@pytest.mark.slow("a whole battle over a server")
def test_a_game_elsewhere_has_the_story_that_it_has_at_home(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    bert = threading.Thread(target=play_for, args=(couple.bert, couple.bert.info(couple.game), "greedy"), daemon=True)
    bert.start()
    agent = make_agent("greedy", "operations", 1)
    own, told, waited = 0, [], ""
    while session.outcome is None:
        session.update()
        told += session.take_witnessed()
        if session.my_turn:
            session.play(agent.decide(session.view))
            own += 1
        else:
            waited = session.awaited or waited
            time.sleep(0.002)
    bert.join(PATIENCE)
    told += session.take_witnessed()
    game = session.ending()
    assert game is not None and own > 5 and waited
    home = Chronicle(game, session.seat)
    assert [line.text for line in session.journal] == [line.text for line in home.lines]
    assert [each.turn for each in session.turns] == [each.turn for each in home.turns]
    assert [each.verdict for each in session.turns] == [each.verdict for each in home.turns]
    assert [each.event for each in told] == [moment.event for turn in home.turns for moment in turn.moments][
        -len(told) :
    ]
    assert any(each.own for each in told) and not all(each.own for each in told)
    saved = tmp_path / f"online-{couple.game}.wab"
    assert verify(saved, get_system).ok and session.course != Course(())


def test_an_order_is_on_its_way_and_another_is_refused_until_it_is_there(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    gate = threading.Event()
    send = couple.anna.play
    couple.anna.play = lambda *words: (gate.wait(PATIENCE), send(*words))[1]  # type: ignore[method-assign]
    order = next(iter(session.view.legal_orders()))
    before = session.moment
    session.play(order)
    assert session.in_flight and not session.my_turn
    with pytest.raises(IllegalOrder, match="on its way"):
        session.play(order)
    time.sleep(0.3)
    session.update()
    assert session.awaited and session.moment == before
    gate.set()
    couple.until(lambda: not session.in_flight and session.moment > before)
    assert any(each.own for each in session.take_witnessed())


def test_a_line_that_breaks_loses_no_order_and_plays_none_twice(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    tries = []
    send = couple.anna._send  # the answer is lost on its way back

    def loses(method: str, path: str, body: Any, patience: float) -> bytes:
        answer = send(method, path, body, patience)
        if path.endswith("/orders"):
            tries.append(path)
            if len(tries) == 1:
                raise Unreachable("The line is broken.")
        return answer

    couple.anna._send = loses  # type: ignore[method-assign]
    before = len(session.journal)
    session.play(next(iter(session.view.legal_orders())))
    couple.until(lambda: "does not answer" in session.awaited or "is broken" in session.awaited)
    assert "Your order is kept" in session.awaited
    couple.until(lambda: not session.in_flight)
    session.update()
    assert len(tries) == 2 and "answers again" in " ".join(session.take_messages())
    assert "order" not in session.awaited
    assert len(session.journal) > before
    news = couple.anna.told(couple.game, session.seat, 0)
    assert len([each for each in news.entries if b'"saw"' in bytes(each)]) == len(
        [moment for turn in session.turns for moment in turn.moments]
    )


def test_an_order_is_taken_back_where_the_rules_let_it(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    for order in session.view.legal_orders():
        began = session.view.encode()
        session.play(order)
        couple.until(lambda: not session.in_flight)
        if session.why_not_undo() is None:
            lines = len(session.journal)
            session.undo()
            couple.until(lambda: not session.in_flight)
            assert session.view.encode() == began and len(session.journal) <= lines
            break
    else:
        pytest.fail("no order could be taken back")


def test_a_game_that_is_given_up_comes_to_its_end_here(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    session.resign()
    couple.until(lambda: session.outcome is not None)
    assert session.outcome is not None and session.outcome.winner == "axis"
    assert (tmp_path / f"online-{couple.game}.wab").exists()
