"""A battle opens with a show of the events before the first decision, to each seat once."""

import pytest

import wab
from tests.app.omaha.bench import INLAND, WAVES
from tests.app.wargame.stage import battle_on, keys_of
from wab.app.omaha.front import FRONT
from wab.app.pages.fronts import get_front
from wab.app.play.archive import Seats
from wab.app.play.director import Role
from wab.app.play.session import Session
from wab.app.wargame.adapter.pictures import Reveal
from wab.engine.kernel.plot import BOMBARDMENT, CARD
from wab.engine.saves.reader import load_game
from wab.systems import get_system
from wab.systems.omaha.state import events as ev


@pytest.fixture
def begun(window, english):
    """Opens the battle screen of a game at its usual speed."""
    screens = []

    def open_(game, save=None, front=FRONT):
        side = game.system.sides[0]
        agents = {other: "greedy" for other in game.system.sides if other not in (side, game.system.automaton)}
        session = Session(game, Seats(side, agents), save=save, start_worker=lambda: None)
        screens.append(battle_on(window, front, session, game.setup.scenario, speed=1.0))
        return screens[-1]

    window.hud.resize(1280, 720)
    with keys_of(window, FRONT):
        yield open_
        for screen in screens:
            screen.set_speed(0.0)
    window.hud.resize(520, 320)


def watched(window, screen):
    """Let the show go on to its end: the cards that lay open, and the counters at the start of it."""
    cards, before = [], dict(screen._replay.shown)
    for _ in range(3000):
        window.step(0.1)
        face = screen._replay.card.face
        if face is not None and (not cards or cards[-1] is not face):
            cards.append(face)
        if not screen.showing:
            return cards, before
    raise AssertionError("the show has no end")


def test_the_first_cards_are_turned_over_before_the_eyes_of_the_player(begun, window):
    game = wab.new_game(WAVES, seed=7)
    screen = begun(game)
    director = screen._show.director
    assert director.role == Role.OPENING and screen.interaction.watching
    assert [director.scenes[one.number].kind for one in director.programme.shown][:2] == [CARD, CARD]
    assert any(director.scenes[one.number].kind == BOMBARDMENT for one in director.programme.shown)
    cards, before = watched(window, screen)
    drawn = [event for played in screen.session.turns for event in played.seen if isinstance(event, ev.CardDrawn)]
    faces = [act.face for event in drawn for act in screen.adapter.acts(event) if isinstance(act, Reveal)]
    assert [face.title for face in cards] == [face.title for face in faces]
    landed = [event.unit for played in screen.session.turns for event in played.seen
              if isinstance(event, ev.UnitChanged) and event.why == "landing"]  # fmt: skip
    at_first = [before[unit.id].hex for unit in landed]
    assert landed and all(hex_ != unit.hex for hex_, unit in zip(at_first, landed, strict=True))
    assert not screen.interaction.watching and screen.interaction.to_act
    assert {key: spec.hex for key, spec in screen._replay.shown.items()}.items() <= {
        spec.key: spec.hex for spec in screen.adapter.counters()
    }.items()


def test_the_panels_tell_of_nothing_that_is_still_to_come(begun, window):
    screen = begun(wab.new_game(WAVES, seed=7))
    window.step(0.05)
    desk = screen._desk
    assert desk.held is not None and desk.held.phase != screen.session.phase
    assert desk.to_come > 0 and "journal-title" not in window.kit.places
    screen.skip()
    window.step(0.05)
    assert desk.held is None and not screen.showing


def test_the_opening_is_shown_once_and_not_after_loading(begun, window, tmp_path):
    save = tmp_path / "first.wab"
    screen = begun(wab.new_game(WAVES, seed=7), save)
    assert screen.replaying
    screen.leave()
    screen.session.close()
    again = begun(load_game(save, get_system), save)
    assert again.session.just_begun and not again.replaying
    again.session.close()


@pytest.mark.parametrize("scenario", [INLAND, "blind/the-corridor", "zocbonds/a-beach"])
def test_a_battle_without_a_blow_before_the_first_decision_begins_at_once(begun, window, scenario):
    screen = begun(wab.new_game(scenario, seed=7), front=get_front(scenario.partition("/")[0]))
    assert not screen.showing
