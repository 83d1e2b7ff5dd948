"""Two people at one screen: each sees its own side only, and the screen is handed over in between."""

from __future__ import annotations

import pytest

import wab
from tests.app.operations.table import shown as on_the_window
from wab.app.operations.hand.modes import Mode
from wab.app.play.archive import Seats
from wab.app.play.session import Session

TWO = Seats("allied", people=("allied", "axis"))


@pytest.fixture
def table(window, scene):
    """Carentan for two, the Allies at the screen."""
    session = Session(wab.new_game("operations/causeway-to-carentan", seed=7), TWO)
    session.take_seat()
    with on_the_window(window, session) as screen:
        yield window, screen, session


def end_turn(window, screen):
    """End the impulse by keys, as a player does, until everything has been shown."""
    screen.on_key("f5", False, False)
    screen.on_key("enter", False, False)
    for _ in range(4):
        window.step(0.3)


def sit_down(window, screen, session):
    """The other person has lifted the curtain."""
    screen.leave()
    session.take_seat()
    screen.enter(window)
    for _ in range(4):
        window.step(0.3)


def shown(window):
    return {spec.key for spec in window.scene.counters.specs}


@pytest.mark.clause("OPS-5.1-3")
def test_the_screen_is_handed_over_when_a_side_has_ended_its_impulse(table):
    window, screen, session = table
    allied = set(session.view.position.units)
    assert shown(window) == allied and screen.exits.gone == []
    end_turn(window, screen)
    assert session.waiting == "axis" and set(screen.exits.gone) == {"curtain"}
    sit_down(window, screen, session)
    assert screen.view.side == "axis" and screen.interaction.mode is Mode.IDLE
    assert shown(window) == set(session.view.position.units) != allied
    end_turn(window, screen)
    assert session.waiting == "allied"
    sit_down(window, screen, session)
    assert screen.view.side == "allied" and screen.view.turn == 2
    assert shown(window) == set(session.view.position.units)


def test_nothing_of_the_other_side_stays_open_at_the_screen(table):
    window, screen, session = table
    unit = next(unit.id for unit in screen.view.own_units() if unit.id not in session.game.view("axis").position.units)
    screen.interaction.select(unit)
    screen.show_sheet()
    screen.toggle_panel("staff")
    window.step(0.05)
    end_turn(window, screen)
    sit_down(window, screen, session)
    assert screen.ui.sheet is None and not screen.interaction.units and screen.interaction.shown_unit is None
    assert screen.ui.panel == "" and not screen.ui.journal_open


def test_what_the_other_person_was_told_is_not_told_again(table):
    window, screen, session = table
    for count in range(6):  # more than the keys that end the impulse take as read
        screen.messages.say(f"For the Allies: {count}.")
    end_turn(window, screen)
    assert screen.messages.now.startswith("For the Allies")
    sit_down(window, screen, session)
    assert not screen.messages.now.startswith("For the Allies")


def test_hints_and_first_moments_are_those_of_the_person_who_sits_there(table):
    window, screen, session = table
    screen.learnt.read.add(3)
    screen.interaction.select(next(unit.id for unit in screen.view.own_units()))
    window.step(0.05)
    assert "first-select" in screen.learnt.done
    end_turn(window, screen)
    sit_down(window, screen, session)
    assert "first-select" not in screen.learnt.done and screen.learnt.read == set()
    end_turn(window, screen)
    sit_down(window, screen, session)
    assert "first-select" in screen.learnt.done and 3 in screen.learnt.read
