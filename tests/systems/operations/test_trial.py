"""Trials: the same rules and the same dice give the same state as the game, and the position is left as it was."""

import pytest

import wab
from wab.engine import Chance, Dice, Game, GivenDice, Rolled, Setup, Text
from wab.engine.kernel.trial import Trial
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.combat import STREAM
from wab.systems.operations.combat.odds import preview
from wab.systems.operations.movement.movement import reach
from wab.systems.operations.seen.codec import encode
from wab.systems.operations.state.orders import Attack, Move, Pass
from wab.systems.operations.state.state import State
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.testing.positions import POSITIONS, PREFIX, known_boards
from wab.testing.walks import choose


@pytest.mark.parametrize("number", range(1, 9))
def test_a_trial_with_the_same_dice_gives_the_same_state_as_the_game(number):
    name = PREFIX + str(number)
    with known_boards():
        game = Game.start(POSITIONS, Setup("operations", name, number))
        chance, trial = Chance(number, "trial"), Trial(SYSTEM, game.state, seed=number)
        for _ in range(25):
            if game.to_act is None:
                break
            order = choose(game.legal_orders(), chance)
            assert trial.play(order) == game.play(order)
            assert encode(trial.position) == encode(game.state)
        assert (trial.to_act, trial.outcome) == (game.to_act, game.outcome)


def test_a_view_is_tried_on_without_a_trace():
    game = wab.new_game(wab.scenarios()[0].id, seed=3)
    view = game.view(str(game.to_act))
    before, digest = view.encode(), game.digest()
    orders = list(view.legal_orders())
    for order in (orders[0], orders[len(orders) // 2], Pass()):
        trial = Trial(SYSTEM, view.position)
        trial.play(order)
        trial.copy().play(Pass()) if trial.to_act else None
    assert (view.encode(), game.digest()) == (before, digest)


def board_with_a_fight():
    b = make_board([". . . .", ". . . ."], switches={"fog": False})
    attacker = b.place("infantry", hex=1)
    second = b.place("infantry", hex=1)
    b.place("infantry", hex=2, side="axis")
    return b, Attack((attacker, second), 2, 1)


def test_every_branch_of_an_attack_can_be_tried():
    b, attack = board_with_a_fight()
    trial = Trial(SYSTEM, b.state)
    assert trial.why_not(attack) is None
    branches = preview(trial.position, attack).branches
    assert sum(branch.probability for branch in branches) == pytest.approx(1)
    for branch in branches:
        tried = trial.copy()
        tried.play(attack, {STREAM: branch.total})
        after = tried.position
        lost = {side: after.hp_lost.get(side, 0) for side in ("allied", "axis")}
        assert lost["allied"] == branch.attacker_hp
        assert lost["axis"] >= branch.defender_hp
        if not branch.retreat:
            assert lost["axis"] == branch.defender_hp
    assert trial.position.hp_lost == b.state.hp_lost


def test_totals_that_are_given_come_up_once():
    b, attack = board_with_a_fight()
    trial = Trial(SYSTEM, b.state)
    rolled = [event for event in trial.play(attack, {"combat": 12}) if isinstance(event, Rolled)]
    assert rolled[0].stream == "combat" and rolled[0].results == (6, 6)
    assert type(trial.position.dice) is Dice and trial.position.dice.drawn["combat"] == 2
    with pytest.raises(ValueError, match="do not come to 13"):
        Trial(SYSTEM, b.state).play(attack, {"combat": 13})


def test_moves_go_the_cheapest_way_and_no_farther_than_units_get():
    b, _ = board_with_a_fight()
    lone = b.place("armour", hex=4)
    trial = Trial(SYSTEM, b.state)
    trial.play(Move((lone,), reach(trial.position, (lone,)).path_to(5)))
    assert trial.position.units[lone].hex == 5 and b.state.units[lone].hex == 4
    with pytest.raises(ValueError, match="not within reach"):
        reach(b.state, (lone,)).path_to(3)


def test_copies_of_a_trial_part():
    b, _ = board_with_a_fight()
    lone = b.place("armour", hex=4)
    trial = Trial(SYSTEM, b.state)
    other = trial.copy()
    other.play(Move((lone,), (4, 5)))
    assert other.position.units[lone].hex == 5
    assert trial.position.units[lone].hex == 4
    assert isinstance(trial.position, State) and trial.why_not(Move((lone,), (4, 5))) is None


@pytest.mark.parametrize("count", [1, 2, 3])
def test_given_dice_show_every_total_that_they_can(count):
    for total in range(count, 6 * count + 1):
        dice = GivenDice(1, totals={"stream": total})
        rolled = dice.roll("stream", Text("Test"), 6, count)
        assert rolled.total == total and len(rolled.results) == count
        assert all(1 <= face <= 6 for face in rolled.results)
        after = dice.after(rolled)
        assert after.totals == {} and after.drawn == {"stream": count}
        assert after.roll("stream", Text("Test"), 6, 1) == Dice(1, {"stream": count}).roll("stream", Text("Test"), 6, 1)
