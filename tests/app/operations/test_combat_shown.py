"""A combat is shown step by step, nothing tells of it beforehand, and showing it changes nothing."""

from __future__ import annotations

import pytest

import wab
from ai.agents import make_agents
from tests.app.conftest import counter
from tests.app.operations.table import Hotseat, shown
from tests.app.operations.test_replay import counters, run
from tests.app.operations.test_replay import scene as at_war
from wab.app.gfx.theme import colour
from wab.app.map.fire import PASS_SECONDS
from wab.app.play.archive import Seats
from wab.app.wargame.adapter.pictures import STEP_SECONDS
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.orders import Attack


def test_fire_dice_and_losses_come_one_after_the_other():
    view, stage, replay, own, foe = at_war()
    joined = ev.CombatJoined((own,), (), (foe,), 5, 0, 600, 1000, "1:2", "1:1", (), ())
    rolled = Rolled("combat", Text("Combat"), 6, 0, (3, 5))
    resolved = ev.CombatResolved(5, 8, "1:1", 0, 3, True)
    replay.start(counters(view), [joined, rolled, resolved, ev.LostHp(foe, 3, "combat")])
    assert run(replay, stage) == 1
    seen = [act for act in stage.acts if act[0] != "quiet"]
    assert [act[0] for act in seen] == ["volley", "throw", "shake", "shake", "shake"]
    assert set(seen[0][1]) == {0} and seen[0][2] == 5
    assert seen[1] == ("throw", (3, 5), 5, 0)
    assert [pips for _what, _hex, pips in seen[2:]] == [[5], [4], [3]]


def test_dice_of_a_bombardment_lie_where_it_will_strike():
    view, stage, replay, _own, foe = at_war()
    events = [Rolled("bombardment", Text("Bombardment"), 6, 0, (1, 2)), ev.Bombarded((foe,), 3, 5, 3, 0)]
    replay.start(counters(view), events)
    run(replay, stage)
    assert [act for act in stage.acts if act[0] == "throw"] == [("throw", (1, 2), 3, None)]


def test_a_retreat_is_walked_and_a_march_goes_as_before():
    view, stage, replay, own, foe = at_war()
    replay.start(counters(view), [ev.Moved((own,), (0, 1), 2), ev.Retreated(foe, 5, 4)])
    run(replay, stage)
    assert stage.steps == [0.0, STEP_SECONDS]


def test_at_once_nothing_is_fired_thrown_or_shaken():
    view, stage, replay, own, foe = at_war()
    replay.speed = 0.0
    joined = ev.CombatJoined((own,), (), (foe,), 5, 0, 600, 1000, "1:2", "1:1", (), ())
    rolled = Rolled("combat", Text("Combat"), 6, 0, (3, 5))
    replay.start(counters(view), [joined, rolled, ev.LostHp(foe, 3, "combat")])
    while not replay.update(0.01):
        pass
    assert {act[0] for act in stage.acts} <= {"quiet"}
    assert replay.shown[foe].pips == 3


def test_dice_on_the_map_come_to_rest_on_their_faces(scene):
    middle = scene.grid.hex_at(49.0, 40.2)
    for faces in ((1, 2, 3), (4, 5, 6)):
        scene.throw(faces, middle)
        scene.tweens.finish()
        assert tuple(scene.dice.showing(number) for number in range(3)) == faces
        assert len(set(scene.dice.places())) == 3


def test_dice_lie_where_no_counter_stands_and_below_the_label_of_the_fight(scene):
    target = scene.grid.hex_at(49.0, 40.2)

    def lies():
        scene.throw((3, 4), target)
        scene.tweens.finish()
        (x, y), (u, v) = scene.dice.places()
        return scene.grid.hex_at((x + u) / 2, (y + v) / 2)

    right, lower_right = scene.grid.neighbour(target, 0), scene.grid.neighbour(target, 5)
    assert lies() == right
    scene.set_counters([counter(1, target), counter(2, right)])
    assert lies() == lower_right
    scene.set_counters([counter(n, hex_) for n, hex_ in enumerate(scene.grid.disk(target, 1))])
    assert lies() == right
    die = scene.dice.root.find("**/lit")
    assert scene.counters.batch.root.getBinDrawOrder() < die.getBinDrawOrder()
    assert die.getBinDrawOrder() < scene.marks.badge.root.getBinDrawOrder()


def test_fire_is_seen_and_goes_out(scene):
    target, origin = scene.grid.hex_at(49.0, 40.2), scene.grid.hex_at(50.2, 40.2)
    before = scene.screenshot()
    scene.fire.volley([(origin, "gun"), (origin, "")], target)
    scene.update(0.05)
    assert (scene.screenshot() != before).any() and scene.busy
    for _frame in range(60):
        scene.update(0.1)
    assert not scene.busy and scene.fire.burning == 0
    scene.fire.overfly("typhoon", colour("66733F"), target, strikes=False)
    scene.update(PASS_SECONDS / 2)
    flying = scene.screenshot()
    scene.update(PASS_SECONDS)
    assert (scene.screenshot() != flying).any()


def attack_of(scenario, seed=3):
    """A game in which the side at the screen can attack now, and the attack."""
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, seed, game.seats)
    for _order in range(200):
        view = game.view("allied")
        attacks = [order for order in view.legal_orders() if isinstance(order, Attack)]
        if attacks:
            return game, attacks[0]
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    raise AssertionError("nobody can attack")


@pytest.mark.parametrize("how", ["watched", "skipped", "off"])
def test_a_combat_gives_nothing_away_and_goes_as_without_a_window(window, scene, how):
    game, order = attack_of("operations/to-the-sea")
    plain, _same = attack_of("operations/to-the-sea")
    plain.play(order)
    session = Hotseat(game, Seats("allied", {}))
    with shown(window, session) as screen:
        screen.set_speed(0.0 if how == "off" else 4.0)
        told, lost = len(session.journal), dict(session.view.position.hp_lost)
        session.play(order)
        screen._after_order()
        window.step(0.01)
        if how != "off":
            desk = screen._desk
            assert desk.showing and len(desk.journal) < len(session.journal)
            assert dict(desk.view.position.hp_lost) == lost
            assert len(desk.journal) <= told + 3
        if how == "skipped":
            screen.skip()
        for _frame in range(400):
            if not screen._replay.active:
                break
            window.step(0.1)
        window.step(0.0)
        assert not screen._replay.active
        assert screen._desk.held is None and len(screen._desk.journal) == len(session.journal)
    assert game.digest() == plain.digest()
