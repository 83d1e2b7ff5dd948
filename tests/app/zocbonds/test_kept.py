"""A battle of bonds that is left and opened again goes on in its own save."""

from __future__ import annotations

from tests.app.zocbonds.battles import played_until
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.engine.saves.reader import open_save
from wab.systems import get_system
from wab.systems.zocbonds.state import events as ev


def explained(game, _view):
    """Tells whether the last order was an attack with its shifts explained."""
    return any(isinstance(event, ev.AttackDeclared) and event.shifts for event in game.journal[-1].events)


def test_a_save_with_attacks_in_it_is_gone_on_with_and_nobody_is_said_to_have_changed_it(tmp_path):
    save, game, seats = tmp_path / "game.wab", played_until(explained), Seats("allied", {"axis": "greedy"})
    Session(game, seats, save=save, start_worker=lambda: None).close()
    before = save.read_bytes()
    opened = open_save(save, get_system).game
    again = Session(opened, seats, save=save, start_worker=lambda: None)
    again.close()
    assert opened.journal == game.journal
    assert again.take_messages() == [] and list(tmp_path.glob("*other*")) == []
    assert save.read_bytes() == before
