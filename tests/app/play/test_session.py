"""A game at this screen: a whole one against the computer, its save, and everything that can go wrong on the way."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wab
from ai.agents import make_agent
from ai.process import AgentWorker
from wab.app.play.archive import Seats, read_note
from wab.app.play.session import Session, agent_seed, tag_of
from wab.app.play.sitting import Privacy
from wab.app.play.table import events_of
from wab.engine.history.chronicle import Chronicle
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import IllegalOrder, NothingToUndo, Order
from wab.engine.saves.replay import verify
from wab.systems import get_system

SCENARIO = "operations/causeway-to-carentan"
PATIENCE = 60.0
AGAINST_GREEDY = Seats("allied", {"axis": "greedy"})

# A worker that answers like the real one, but ends without a word after every third job.
MORTAL = """
import os, sys
from ai.worker import Worker, _send
worker = Worker()
for number, line in enumerate(sys.stdin.buffer):
    if number == 3:
        os._exit(1)
    _send(sys.stdout.buffer, worker.answer(line))
"""
# Workers that answer every job with the same words.
SAYS = """
import json, sys
for line in sys.stdin:
    job = json.loads(line)["job"]
    print(json.dumps({"job": job, **%s}), flush=True)
"""

Open = Callable[..., Session]


@pytest.fixture
def open_session() -> Iterator[Open]:
    opened: list[Session] = []

    def open_one(seats: Seats = AGAINST_GREEDY, script: str = "", **rest: object) -> Session:
        def worker() -> AgentWorker:
            return AgentWorker([sys.executable, "-c", script] if script else None)

        opened.append(Session(wab.new_game(SCENARIO, seed=3), seats, start_worker=worker, **rest))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for session in opened:
        session.close()


def play(session: Session, until: Callable[[Session], bool]) -> None:
    """Let a greedy player sit at the screen until something is true."""
    me = make_agent("greedy", "operations", agent_seed(session.game, session.side))
    end = time.monotonic() + PATIENCE
    while not until(session):
        assert time.monotonic() < end, "the game does not go on"
        if session.my_turn:
            session.play(me.decide(session.view))
        elif not session.update():
            time.sleep(0.001)


def over(session: Session) -> bool:
    return session.outcome is not None


def in_turn(number: int) -> Callable[[Session], bool]:
    return lambda session: session.game.turn >= number


def test_a_whole_game_against_the_computer_is_kept_to_the_last_order(open_session: Open, tmp_path: Path) -> None:
    session = open_session(save=tmp_path / "game.wab")
    play(session, over)
    assert session.take_messages() == []
    loaded = wab.load(tmp_path / "game.wab")
    assert loaded.digest() == session.game.digest()
    assert loaded.outcome == session.outcome
    note = read_note(tmp_path / "game.wab")
    assert note is not None and session.outcome is not None
    assert (note.scenario, note.seats, note.winner) == (SCENARIO, AGAINST_GREEDY, session.outcome.winner)
    assert note.is_over
    assert verify(tmp_path / "game.wab", get_system).ok


def test_the_save_is_whole_in_the_middle_of_a_game(open_session: Open, tmp_path: Path) -> None:
    session = open_session(save=tmp_path / "game.wab")
    play(session, in_turn(2))
    assert wab.load(tmp_path / "game.wab").digest() == session.game.digest()
    note = read_note(tmp_path / "game.wab")
    assert note is not None and (note.turn, note.is_over) == (2, False)


def test_the_window_gives_the_same_game_as_the_players_without_one(open_session: Open) -> None:
    from ai.agents import make_agents
    from ai.match import play_out

    session = open_session()
    play(session, over)
    game = wab.new_game(SCENARIO, seed=3)
    play_out(game, make_agents({"allied": "greedy", "axis": "greedy"}, "operations", 3))
    assert game.digest() == session.game.digest()


def test_a_worker_that_dies_is_started_again_and_nothing_is_lost(open_session: Open) -> None:
    session = open_session(script=MORTAL)
    play(session, over)
    other = open_session()
    play(other, over)
    assert session.game.digest() == other.game.digest()


HANGS = "import time; time.sleep(600)"


def test_a_player_whose_process_always_dies_thinks_in_the_window_and_gets_another_process_each_turn(
    open_session: Open, tmp_path: Path
) -> None:
    starts = tmp_path / "starts"
    session = open_session(script=f"import sys; open({str(starts)!r}, 'a').write('.'); sys.stdin.readline()")
    play(session, in_turn(2))
    before = starts.stat().st_size
    play(session, in_turn(3))
    assert starts.stat().st_size > before
    (told,) = session.take_messages()
    assert "inside this window" in told
    other = open_session()
    for turn in (2, 3):
        play(other, in_turn(turn))
    assert session.game.digest() == other.game.digest()


def test_advice_comes_without_a_process_too(open_session: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(Seats("allied"))
    forbid_processes(monkeypatch)
    session.ask_advice()
    listen(session)
    assert session.advice


def forbid_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse every further process and thread."""

    def no_process(*words: object, **how: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    def no_thread(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("subprocess.Popen", no_process)
    monkeypatch.setattr("threading.Thread.start", no_thread)


def test_a_game_goes_on_where_no_process_and_no_thread_can_be_started(
    open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_processes(monkeypatch)
    session = open_session()
    play(session, in_turn(2))
    assert len(session.take_messages()) == 1


def test_a_process_that_hangs_is_given_up_when_there_is_no_time(
    open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wab.app.play.session.FALLBACK_WAIT", 0.1)
    session = open_session(Seats("axis", {"allied": "normal"}), script=HANGS)
    session.update()
    session.hurry()
    play(session, lambda session: len(session.game.journal) > 1)
    assert len(session.take_messages()) == 1


@pytest.mark.parametrize(
    "words",
    ['{"error": "out of ideas"}', '{"order": {"order": "advance", "units": []}}', '{"order": {"order": "dance"}}'],
    ids=["an error", "an illegal order", "no order at all"],
)
def test_a_computer_player_without_a_usable_order_plays_the_first_on_offer_and_the_player_is_told(
    open_session: Open, words: str
) -> None:
    session = open_session(script=SAYS % words)
    play(session, lambda session: session.busy)
    expected = next(iter(session.game.legal_orders()))
    before = len(session.game.journal)
    play(session, lambda session: len(session.game.journal) > before)
    assert session.game.journal[before].order == expected
    told = session.take_messages()
    assert len(told) == 2
    assert "started again" in told[0]
    assert tag_of(expected) in told[1]


def test_nobody_plays_for_the_computer(open_session: Open) -> None:
    session = open_session()
    play(session, lambda session: session.busy)
    order = next(iter(session.game.legal_orders()))
    with pytest.raises(IllegalOrder):
        session.play(order)
    with pytest.raises(NothingToUndo):
        session.undo()


def can_be_taken_back(game: Game[Any], order: Order) -> bool:
    game.play(order)
    return game.why_not_undo() is None


@pytest.mark.parametrize(
    ("seats", "lenient"),
    [
        (Seats("allied", {"axis": "greedy"}), True),
        (Seats("allied", {}, ("allied", "axis")), False),
    ],
)
def test_undo_is_strict_for_several_persons_whatever_the_save_says(seats: Seats, lenient: bool) -> None:
    game = wab.new_game("operations/perch", seed=3, options={"undo": "lenient"})
    session = Session(game, seats)
    if session.game.to_act != "allied":
        session.game.play(next(order for order in game.legal_orders() if tag_of(order) == "pass"))
    session.take_seat()
    moves = (order for order in game.legal_orders() if tag_of(order) == "move")
    order = next(order for order in moves if shows_ground_only(game, order))
    session.play(order)
    refusal = session.why_not_undo()
    assert session.lenient_undo is lenient
    if lenient:
        assert session.undo() == order
    else:
        assert refusal is not None and refusal.code == "new-ground"
        with pytest.raises(NothingToUndo):
            session.undo()
    session.close()


def shows_ground_only(game: Game[Any], order: Order) -> bool:
    twin = game.copy()
    twin.play(order)
    strict = twin.why_not_undo(strict=True)
    return twin.why_not_undo() is None and strict is not None and strict.code == "new-ground"


def test_what_is_taken_back_leaves_the_story(open_session: Open) -> None:
    session = open_session()
    session.take_witnessed()
    before = list(session.journal)
    moves = (order for order in session.game.legal_orders() if tag_of(order) == "move")
    order = next(order for order in moves if can_be_taken_back(session.game.copy(), order))
    session.play(order)
    assert "moved" in [tag_of(event) for event in events_of(session.take_witnessed())]
    assert len(session.journal) > len(before)
    assert session.why_not_undo() is None
    assert session.undo() == order
    assert session.journal == before
    assert session.take_witnessed() == []


def test_a_story_told_on_the_way_is_the_story_told_afterwards(open_session: Open) -> None:
    session = open_session()
    play(session, over)
    again = Chronicle(session.game, "allied")
    assert again.lines == session.journal
    assert [line.turn for line in again.lines] == sorted(line.turn for line in again.lines)


def test_a_long_game_is_opened_without_keeping_all_its_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    game = wab.new_game("operations/the-port", seed=3)
    player = make_agent("random", "operations", 3)
    for _ in range(30):
        game.play(player.decide(game.view(game.to_act or "")))
    monkeypatch.setattr("wab.engine.history.chronicle.MOMENTS", 4)
    kept = []

    class Watched(Chronicle):
        def _tell(self, event: Any, actor: str | None) -> None:
            kept.append(len(self._moments))
            super()._tell(event, actor)

    chronicle = Watched(game, "allied")
    assert len(kept) > 20 and max(kept) == 4
    assert chronicle.known_before(chronicle.turns[-1].seen[-1]) is not None
    seen = [event for played in chronicle.turns for event in played.seen]
    assert [chronicle.known_before(event) is not None for event in seen[-5:]] == [False, True, True, True, True]


def test_the_story_of_a_side_holds_less_than_the_whole_story(open_session: Open) -> None:
    session = open_session()
    play(session, in_turn(2))
    everything = [event for record in session.game.journal for event in record.events]
    seen = Chronicle(session.game, "axis").lines
    hidden = [event for event in everything if tag_of(event) == "activated"]
    assert hidden
    named = {str(line.text) for line in seen}
    own = {str(line.text) for line in session.journal}
    assert own - named  # each side reads something that the other does not


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(open_session: Open, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = open_session(save=tmp_path / "file" / "game.wab")
    assert len(session.take_messages()) == 1
    play(session, in_turn(2))
    assert session.game.turn == 2


def test_what_happens_is_written_as_event_lines(open_session: Open) -> None:
    lines: list[tuple[str, dict[str, object]]] = []
    session = open_session(Seats("allied"), log=lambda event, **facts: lines.append((event, facts)))
    play(session, lambda session: session.game.to_act == "axis")
    assert {event for event, _ in lines} == {"played"}
    assert lines[-1][1]["order"] == {"order": "pass"}
    assert lines[-1][1]["to_act"] == "axis"


ADVICE = '{"advice": [{"text": {"msgid": "Take it"}, "units": [1], "start": 5, "goal": 6, "main": True}]}'


def listen(session: Session) -> None:
    """Let time pass until the adviser has answered."""
    end = time.monotonic() + PATIENCE
    while session.advice is None:
        assert time.monotonic() < end, "no advice comes"
        session.update()
        time.sleep(0.001)


def test_advice_is_for_the_position_in_which_it_was_asked(open_session: Open) -> None:
    session = open_session(script=SAYS % ADVICE)
    assert session.advice is None
    session.ask_advice()
    listen(session)
    (line,) = session.advice or ()
    assert (str(line.text), line.start, line.goal, line.main) == ("Take it", 5, 6, True)
    session.play(next(iter(session.game.legal_orders())))
    assert session.advice is None


def test_an_adviser_that_fails_has_nothing_to_propose(open_session: Open) -> None:
    session = open_session(script=SAYS % '{"error": "out of ideas"}')
    session.ask_advice()
    listen(session)
    assert session.advice == ()


def test_nobody_is_asked_while_the_computer_decides(open_session: Open) -> None:
    session = open_session(Seats("axis", {"allied": "greedy"}), script=SAYS % ADVICE)
    session.ask_advice()
    assert session.advice is None and not session.my_turn


# A worker that thinks about jobs for ever unless the player is greedy.
PONDERS = """
import json, sys
from ai.worker import Worker, _send
worker = Worker()
for line in sys.stdin.buffer:
    if json.loads(line).get("agent") == "greedy":
        _send(sys.stdout.buffer, worker.answer(line))
"""


def test_a_player_that_does_not_stop_when_hurried_is_given_up_and_the_greedy_one_decides(open_session: Open) -> None:
    session = open_session(Seats("axis", {"allied": "normal"}), script=PONDERS)
    session.update()
    session.hurry()
    end = time.monotonic() + PATIENCE
    while not session.update():
        assert time.monotonic() < end, "nobody decides"
        time.sleep(0.001)
    assert session.game.journal[-1].order is not None
    assert session.take_messages() == [], "nothing has gone wrong"


def test_there_is_nobody_to_be_hurried_in_the_players_own_turn(open_session: Open) -> None:
    lines: list[str] = []
    session = open_session(log=lambda event, **facts: lines.append(event))
    session.hurry()
    assert session.my_turn and "hurried" not in lines


def test_the_diary_is_shut_until_the_game_is_over(open_session: Open, tmp_path: Path) -> None:
    session = open_session(save=tmp_path / "game.wab")
    play(session, in_turn(2))
    assert session.diary == []
    play(session, over)
    orders = [record for record in session.game.journal if record.order is not None]
    assert 0 < len(session.diary) < len(orders)
    assert {entry.side for entry in session.diary} == {"axis"}
    assert all(session.game.journal[entry.record].order is not None for entry in session.diary)


# --- several persons at one screen


TWO = Seats("allied", people=("allied", "axis"))


def first_order(session: Session) -> Order:
    return next(iter(session.game.legal_orders()))


def give_way(session: Session) -> None:
    """Let the seat at the screen pass until the other one has to decide."""
    while session.waiting is None:
        session.play(next(order for order in session.game.legal_orders() if tag_of(order) == "pass"))


def test_two_persons_at_one_screen_see_nothing_before_one_of_them_sits_down(open_session: Open) -> None:
    session = open_session(TWO)
    assert session.waiting == session.game.to_act == "allied"
    assert not session.my_turn and session.covered
    with pytest.raises(IllegalOrder):
        session.play(first_order(session))
    session.take_seat()
    assert session.my_turn and session.waiting is None and not session.covered


def test_the_screen_is_handed_over_and_each_sees_its_own_view(open_session: Open) -> None:
    session = open_session(TWO)
    session.take_seat()
    give_way(session)
    assert (session.waiting, session.seat, session.view.seat) == ("axis", "allied", "allied")
    with pytest.raises(NothingToUndo):
        session.undo()
    session.take_seat()
    assert (session.seat, session.side, session.view.seat) == ("axis", "axis", "axis")
    assert session.my_turn
    assert session.journal == Chronicle(session.game, "axis").lines
    session.play(first_order(session))


def test_what_one_has_not_seen_waits_until_that_person_sits_at_the_screen(open_session: Open) -> None:
    session = open_session(TWO)
    session.take_seat()
    session.take_witnessed()
    give_way(session)
    own = session.take_witnessed()
    assert own and session.take_witnessed() == []
    session.take_seat()
    assert session.take_witnessed()  # what the other one did in the meantime
    assert session.take_witnessed() == []


def test_seats_that_know_each_others_secrets_change_without_a_curtain(open_session: Open) -> None:
    session = open_session(TWO, privacy=Privacy(shared=lambda one, other: True))
    assert session.waiting is None and session.seat == "allied"
    session.play(next(order for order in session.game.legal_orders() if tag_of(order) == "pass"))
    assert (session.seat, session.waiting, session.my_turn) == ("axis", None, True)


def test_a_public_decision_is_made_in_sight_of_the_other_person_with_secrets_covered(open_session: Open) -> None:
    session = open_session(TWO, privacy=Privacy(public=lambda view: view.seat == "axis"))
    session.take_seat()
    assert not session.covered
    session.play(next(order for order in session.game.legal_orders() if tag_of(order) == "pass"))
    assert (session.seat, session.view.seat, session.waiting) == ("allied", "axis", None)
    assert session.covered and session.my_turn
    session.play(first_order(session))


def test_seats_say_who_is_a_person_also_where_a_side_has_several() -> None:
    seats = Seats("allies/1", {"axis": "greedy", "allies": "easy"}, ("allies/1",))
    assert seats.is_person("allies/1") and seats.agent_of("allies/1") is None
    assert seats.agent_of("allies/2") == "easy" and not seats.is_person("allies/2")
    assert seats.agent_of("axis/left") == "greedy"
    whole = Seats("allies", {"axis": "greedy"})
    assert whole.is_person("allies/2") and whole.agent_of("allies/2") is None
    assert Seats("allies", {"allies": "greedy", "axis": "greedy"}).persons == ()
