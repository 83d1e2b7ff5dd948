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
from tests.online.play import TABLES
from wab.app.play import remote
from wab.app.play.campaigns import moment
from wab.app.play.remote import Remote
from wab.app.play.table import Draws, events_of
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.course import Course
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import IllegalOrder
from wab.engine.kernel.values import side_of
from wab.engine.saves.replay import verify
from wab.engine.words.dates import moment_of
from wab.online.bot import play_for
from wab.online.client import Client, ServerRefuses, Unreachable, new_salt
from wab.online.protocol import NewGame, Pace
from wab.systems import get_system
from wab.systems.operations.state.orders import Pass
from wab.testing.walks import Table

SCENARIO = "operations/cliffs-and-shingle"
PATIENCE = 60.0


class Couple:
    """Two players of one game: Anna at the screen with all seats of a side, Bert somewhere else."""

    def __init__(
        self,
        address: str,
        folder: Path,
        scenario: str = SCENARIO,
        options: dict[str, str] | None = None,
        pace: Pace = "unhurried",
    ) -> None:
        self.anna, self.bert = Client(address), Client(address)
        self.anna.make_account("Anna")
        self.bert.make_account("Bert")
        seats, options = wab.new_game(scenario, options=options).seats, options or {}
        side = side_of(seats[0])
        wanted = {seat: "me" if side_of(seat) == side else "code" for seat in seats}
        begun = self.anna.begin(NewGame(scenario, wanted, new_salt(), options, pace))
        for code in begun.codes.values():
            self.bert.accept(begun.id, code)
        self.game, self.folder = begun.id, folder
        self.session = self.sit_down()

    def sit_down(self) -> Remote:
        """Open the game at the screen."""
        client = self.anna.again()
        return Remote(client, client.info(self.game), folder=self.folder)

    def close(self) -> None:
        """Both leave."""
        self.session.close()
        self.anna.close()
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
    send = couple.session.client.play
    couple.session.client.play = lambda *words: (gate.wait(PATIENCE), send(*words))[1]  # type: ignore[method-assign]
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
    send = couple.session.client._send  # the answer is lost on its way back

    def loses(method: str, path: str, body: Any, patience: float) -> bytes:
        answer = send(method, path, body, patience)
        if path.endswith("/orders"):
            tries.append(path)
            if len(tries) == 1:
                raise Unreachable("The line is broken.")
        return answer

    couple.session.client._send = loses  # type: ignore[method-assign]
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


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_of_every_system_is_left_and_gone_on_with(table: Table, address: str, tmp_path: Path) -> None:
    couple = Couple(address, tmp_path, table.scenario, dict(table.chosen))
    own = couple.session.persons
    agents = {seat: make_agent("greedy", couple.session.rules.id, number) for number, seat in enumerate(own)}
    info = couple.bert.info(couple.game)
    bert = threading.Thread(target=play_for, args=(couple.bert, info, "random"), daemon=True)
    if info.own:
        bert.start()
    decided: list[str] = []
    for _sitting in range(2):
        shown: list[Event] = []
        before = len(decided)
        for _order in range(6):
            couple.until(lambda: couple.session.my_turn or couple.session.outcome is not None)
            session = couple.session
            shown += events_of(session.take_witnessed())
            if session.outcome is not None:
                break
            decided.append(session.seat)
            session.play(agents[session.seat].decide(session.view))
        couple.until(lambda: couple.session.my_turn or couple.session.outcome is not None)
        left = couple.session
        is_over = left.outcome is not None
        assert (shown or is_over) and len({id(event) for event in shown}) == len(shown)
        assert len(decided) - before == 6 or is_over
        assert all(left.known_before(event) is not None for event in shown[-3:])
        left.close()
        couple.session = couple.sit_down()
        assert (couple.session.seat, couple.session.view.encode()) == (left.seat, left.view.encode())
        assert [line.text for line in couple.session.journal] == [line.text for line in left.journal]
    assert {*decided} == {*own}
    couple.session.resign()
    couple.until(lambda: couple.session.outcome is not None)
    if info.own:
        bert.join(PATIENCE)
    couple.close()


def test_a_curtain_comes_between_two_sides_of_one_player(address: str, tmp_path: Path) -> None:
    anna = Client(address)
    anna.make_account("Anna")
    begun = anna.begin(NewGame(SCENARIO, {"allied": "me", "axis": "me"}, new_salt()))
    session = Remote(anna, anna.info(begun.id), folder=tmp_path)
    for seat, other in (("allied", "axis"), ("axis", "allied")):
        assert session.my_turn and session.seat == seat and session.view.seat == seat
        session.play(next(order for order in session.view.legal_orders() if isinstance(order, Pass)))
        end = time.monotonic() + PATIENCE
        while session.waiting is None and time.monotonic() < end:
            session.update()
            time.sleep(0.002)
        assert (session.waiting, session.seat, session.covered, session.my_turn) == (other, seat, True, False)
        session.take_seat()
    assert session.talk is None
    session.close()


def test_players_talk_and_each_hears_the_others(couple: Couple) -> None:
    couple.bert.say(couple.game, "before")
    talk = couple.session.talk
    assert talk is not None
    talk.say("Good luck!")
    couple.until(lambda: len(talk.said) == 2)
    assert [(each.player, each.words) for each in talk.said] == [("Bert", "before"), ("Anna", "Good luck!")]
    couple.session.take_messages()
    couple.bert.say(couple.game, "And\nto you.")
    talk.say("…")
    couple.until(lambda: len(talk.said) == 4)
    assert couple.session.take_messages() == ["Bert: And to you."]


def test_a_player_hears_of_little_time_and_need_not_wait_for_one_who_has_none(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    couple = Couple(address, tmp_path, pace="live")
    session, minutes = couple.session, [0.0]
    monkeypatch.setattr(remote, "time", lambda: time.time() + 60 * minutes[-1])
    heard = []
    for each in (0, 11, 11, 16, 21):
        minutes.append(each)
        session.update()
        heard.append(session.take_messages())
    assert [len(each) for each in heard] == [1, 1, 0, 1, 1]
    assert "You have 9 min left" in heard[1][0] and "You have 4 min left" in heard[3][0] and "is up" in heard[4][0]
    minutes.append(0)
    session.play(next(order for order in session.view.legal_orders() if isinstance(order, Pass)))
    couple.until(lambda: session.view.to_act == "axis" and not session.in_flight)
    assert "19 min left" in session.awaited and not session.is_late
    minutes.append(30)
    assert session.is_late and "the time is up" in session.awaited
    session.call("computer")
    couple.until(lambda: not session.in_flight)
    assert "still has time" in " ".join(session.take_messages()), "the clock of the server counts"
    couple.close()


def test_hints_that_were_read_are_kept_for_the_next_time(couple: Couple) -> None:
    couple.session.learning.of("allied").read.add(3)
    couple.session.close()
    couple.session = couple.sit_down()
    assert couple.session.learning.of("allied").read == {3}


def test_a_draw_is_offered_declined_taken_back_and_agreed_to(couple: Couple) -> None:
    session, bert, game = couple.session, couple.bert, couple.game
    assert session.draws == Draws("", own=False)
    bert.draw(game, "axis", agrees=True)
    couple.until(lambda: session.draws == Draws("Bert", own=False))
    session.agree(agrees=False)
    couple.until(lambda: session.draws == Draws("", own=False))
    assert bert.info(game).draw == () and session.take_messages() == []
    for answer in ("declines", "takes back"):
        session.agree(agrees=True)
        couple.until(lambda: session.draws == Draws("", own=True))
        assert bert.info(game).draw == ("allied",) and "You offer a draw" in " ".join(session.take_messages())
        if answer == "declines":
            bert.draw(game, "axis", agrees=False)
        else:
            session.agree(agrees=False)
        couple.until(lambda: session.draws == Draws("", own=False))
        assert session.take_messages() == (["The other side declines the draw."] if answer == "declines" else [])
    bert.draw(game, "axis", agrees=True)
    couple.until(lambda: session.draws == Draws("Bert", own=False))
    session.close()
    couple.session = session = couple.sit_down()
    assert session.draws == Draws("Bert", own=False), "it is known to who comes later as well"
    session.agree(agrees=True)
    couple.until(lambda: session.outcome is not None)
    assert session.outcome is not None and (session.outcome.winner, session.outcome.level) == (None, "agreed")
    assert session.draws is None


@pytest.mark.parametrize("scenario", [SCENARIO, "omaha/the-first-waves"])
def test_no_draw_is_offered_to_a_computer(address: str, tmp_path: Path, scenario: str) -> None:
    anna = Client(address)
    anna.make_account("Anna")
    seats = wab.new_game(scenario).seats
    wanted = {seat: "me" if number == 0 else "easy" for number, seat in enumerate(seats)}
    begun = anna.begin(NewGame(scenario, wanted, new_salt()))
    session = Remote(anna, anna.info(begun.id), folder=tmp_path)
    assert session.draws is not None and "never agrees" in session.draws.why_not
    with pytest.raises(ServerRefuses, match="never agrees"):
        anna.draw(begun.id, seats[0], agrees=True)
    session.close()


def test_a_player_on_holiday_is_waited_for_until_its_end(couple: Couple) -> None:
    until = couple.bert.take_holidays(3).until
    assert until is not None
    couple.session.play(next(order for order in couple.session.view.legal_orders() if isinstance(order, Pass)))
    couple.until(lambda: couple.session.view.to_act == "axis" and not couple.session.in_flight)
    day = moment_of(moment(until))
    assert couple.session.awaited == f"Bert has to decide, and is on holiday until {day}."
    couple.bert.take_holidays(0)
    couple.session.close()
    couple.session = couple.sit_down()
    assert couple.session.awaited == "Bert has to decide."


def test_a_game_that_is_given_up_comes_to_its_end_here(couple: Couple, tmp_path: Path) -> None:
    session = couple.session
    session.resign()
    couple.until(lambda: session.outcome is not None)
    assert session.outcome is not None and session.outcome.winner == "axis"
    assert (tmp_path / f"online-{couple.game}.wab").exists()
