""" "What if": a turn tried out on a copy that counts for nothing, gives nothing away, and leaves the game as it was."""

from pathlib import Path

import pytest

import wab
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.seating import PERSON
from wab.app.play.session import Session
from wab.app.play.what_if import copy_of, why_not_try
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.career.career import Career
from wab.engine.kernel.game import Game
from wab.systems.operations.state.orders import Move, Pass

SCENARIO = "operations/hedgerow-by-hedgerow"


def session_of(game, seats=None):
    return Session(game, seats or Seats("allied", {"axis": "greedy"}), start_worker=lambda: None)  # type: ignore[arg-type,return-value]


def a_move(view):
    return next(order for order in view.legal_orders() if isinstance(order, Move) and len(order.path) == 2)


def test_the_player_cannot_tell_the_copy_from_the_game_and_two_truths_that_look_alike_give_the_same_copy():
    true = wab.new_game(SCENARIO, seed=7)
    view = true.view("allied")
    other = Game.made_up(view, 1)  # another truth, of which the player knows just as much
    assert other.digest() != true.digest() and other.view("allied").encode() == view.encode()
    first, second = (copy_of(session_of(game), 9) for game in (true, Game(other.system, true.setup, other.state)))
    assert first.digest() == second.digest()
    assert first.setup == second.setup and first.setup.seed == 9
    assert first.view("allied").encode() == view.encode()
    assert copy_of(session_of(true), 10).digest() != first.digest()
    assert first.digest() != true.digest() and first.journal == []


def test_the_copy_is_played_by_itself_and_its_journal_begins_there():
    true = wab.new_game(SCENARIO, seed=7)
    session = session_of(true)
    session.play(a_move(session.view))
    digest, records = true.digest(), len(true.journal)
    copy = Session(copy_of(session, 3), session.seats, start_worker=lambda: None, is_copy=True)  # type: ignore[arg-type,return-value]
    assert copy.journal == [] and copy.turns[-1].turn == true.turn
    copy.play(a_move(copy.view))
    copy.play(Pass())
    assert copy.journal and copy.busy
    while copy.busy:
        order = next(iter(copy.game.legal_orders()))
        copy._play(Pass() if copy.game.why_not(Pass()) is None else order)
    assert (true.digest(), len(true.journal)) == (digest, records)
    assert session.why_not_undo() is None and session.save is None


def test_only_somebody_alone_against_the_computer_whose_turn_it_is_may_try():
    two = session_of(wab.new_game(SCENARIO, seed=7), Seats("allied", {}, ("allied", "axis")))
    assert "alone" in why_not_try(two)
    nobody = session_of(wab.new_game(SCENARIO, seed=7), Seats("allied", {"allied": "greedy", "axis": "greedy"}))
    assert why_not_try(nobody)
    mine = session_of(wab.new_game(SCENARIO, seed=7))
    assert why_not_try(mine) == ""
    copy = Session(copy_of(mine, 1), mine.seats, start_worker=lambda: None, is_copy=True)  # type: ignore[arg-type,return-value]
    assert why_not_try(copy)
    mine.play(Pass())
    assert mine.busy and "enemy" in why_not_try(mine)
    assert PERSON not in mine.seats.agents.values()


class Quiet:
    """A worker that never answers."""

    is_here = False

    def try_again(self):
        pass

    def __init__(self, **_how):
        self.closed = False

    def request(self, *_job, **_more):
        return 1

    def poll(self):
        return None

    def hurry(self):
        pass

    def close(self):
        self.closed = True


@pytest.fixture
def house(window: GameWindow, scene, tmp_path: Path, monkeypatch):
    """A game with its file, at the window of all tests."""
    from wab.app.pages import routes
    from wab.app.window.screens import Screen

    monkeypatch.setattr(routes, "AgentWorker", Quiet)
    go = PageNavigator(window, Settings(reduced_motion=True), folder=tmp_path, career=Career(), language="en")
    save = tmp_path / "game.wab"
    go.play(wab.new_game(SCENARIO, seed=7), Seats("allied", {"axis": "greedy"}), save)
    window.step(0.05)
    yield go, window, save
    go.close_session()
    window.show_screen(Screen())
    window.step(0.0)


def facts_of(go, save):
    session = go.session
    return session.game.digest(), save.read_bytes(), session.game.why_not_undo(), len(session.game.journal)


def test_a_what_if_by_key_leaves_game_file_and_undo_as_they_were(house):
    go, window, save = house
    go.session.play(a_move(go.session.view))
    real, screen, before = go.session, window.screen, facts_of(go, save)
    files = sorted(path.name for path in save.parent.iterdir())
    assert before[2] is None
    assert window.screen.on_key("f5", False, True)
    window.step(0.05)
    copy = go.session
    assert copy is not real and copy.is_copy and copy.save is None and window.screen is not screen
    assert copy.view.encode() == real.view.encode()
    copy.play(a_move(copy.view))
    copy.play(Pass())
    for _ in range(3):
        window.step(0.05)
    assert copy.busy  # the level of the game answers, by its worker
    go.report_problem()  # a copy has nothing to report
    window.screen.escape()
    assert window.screen.on_key("f5", False, True)
    window.step(0.05)
    assert go.session is real and window.screen is screen and copy._worker.closed
    assert facts_of(go, save) == before
    assert sorted(path.name for path in save.parent.iterdir()) == files
    assert real.undo() is not None


def test_the_copy_is_marked_and_left_by_its_button(house, monkeypatch):
    from wab.app.hud.kit import Kit

    go, window, save = house
    before, boxes, words = facts_of(go, save), {}, []
    hot, text = Kit.hot, Kit.text
    monkeypatch.setattr(Kit, "hot", lambda kit, name, box: (boxes.__setitem__(name, box), hot(kit, name, box))[1])
    monkeypatch.setattr(
        Kit, "text", lambda kit, told, *rest, **more: (words.append(told), text(kit, told, *rest, **more))[1]
    )
    window.step(0.05)
    assert "What if: nothing counts" not in words
    go.try_out(4)
    window.step(0.05)
    assert "What if: nothing counts" in words
    real, box, scale = go._real[0], boxes["what-if-back"], window.hud.scale
    window.inject_click((box.x + box.w / 2) * scale, (box.y + box.h / 2) * scale)
    window.step(0.05)
    assert go.session is real and facts_of(go, save) == before


def test_the_menu_of_a_copy_keeps_nothing_and_leads_back(house):
    go, window, save = house
    go.try_out(4)
    window.step(0.05)
    window.screen.menu()
    window.step(0.05)
    entries = {entry.identity: entry for entry in window.screen.entries()}
    assert set(entries) == {"go on", "end try", "settings", "rules"}
    entries["end try"].action()
    window.step(0.05)
    assert not go.session.is_copy and go.session.save == save


def test_closing_the_window_inside_a_what_if_keeps_the_real_game(house):
    go, _window, save = house
    go.session.play(a_move(go.session.view))
    digest = go.session.game.digest()
    go.try_out(4)
    go.session.play(Pass())
    go.close_session()
    assert go.session is None and wab.load(save).digest() == digest


def test_a_copy_that_ends_counts_for_nobody_and_leads_back(house):
    go, _window, _save = house
    real = go.session
    go.try_out(4)
    go.battle_over()
    assert go.session is real and go.career.outcomes() == {}


def test_a_problem_is_reported_from_the_game_and_the_copy_says_so(house):
    go, _real, _save = house
    go.try_out(seed=5)
    go.window.inject_key("f8")
    assert [words for words in go.session.take_messages() if "from a copy" in words and "Shift F5" in words]
    assert go.session.is_copy and type(go.window.screen).__name__ == "BattleScreen"
