"""Trials on the game of a page: the same rules as the game's, on a copy or upon a position itself."""

from __future__ import annotations

import pytest

from tests.engine.toy import TOY, Hit, Pass, Passed, Step, Throw, new_game, play_some
from wab.engine import Chance, Dice, Rolled
from wab.engine.kernel.trial import Trial


def close(seed=1):
    """A game in which red stands three steps from blue and may throw."""
    game = new_game(seed)
    game.state.places["blue"] = 3
    return game


def test_a_trial_with_the_dice_of_the_game_comes_to_the_same():
    for seed in range(1, 6):
        game, chance = play_some(new_game(seed), 5), Chance(seed, "trial")
        trial = Trial.upon(TOY, game.state.copy())
        for _ in range(25):
            assert (trial.to_act, trial.phase, trial.outcome) == (game.to_act, game.phase, game.outcome)
            if game.to_act is None:
                break
            orders = list(game.legal_orders())
            order = orders[chance.below(len(orders))]
            assert trial.why_not(order) is None
            assert trial.play(order) == game.play(order)
            assert TOY.encode(trial.position) == TOY.encode(game.state)


def test_a_trial_leaves_the_position_as_it_was():
    game = close()
    before = game.digest()
    trial = Trial(TOY, game.state)
    trial.play(Step(1))
    trial.play(Throw())
    assert game.digest() == before


def test_a_trial_upon_a_position_changes_it():
    state = close().state.copy()
    trial = Trial.upon(TOY, state)
    trial.play(Step(1))
    assert trial.position is state and state.places["red"] == 1


def test_chance_goes_by_the_seed_of_the_trial():
    game = close(seed=1)

    def thrown(seed):
        return next(e.results for e in Trial(TOY, game.state, seed).play(Throw()) if isinstance(e, Rolled))

    assert thrown(3) == thrown(3)
    assert len({thrown(seed) for seed in range(12)}) > 1
    assert Trial(TOY, game.state, 3).position.dice == Dice(3)


def test_copies_part_and_have_the_same_chance_before_them():
    trial = Trial(TOY, close().state, 4)
    twin = trial.copy()
    assert twin.play(Throw()) == trial.copy().play(Throw())
    assert trial.position.dice == Dice(4) and trial.to_act == "red"


@pytest.mark.parametrize(("total", "follows"), [(6, Hit("blue")), (1, Passed("red"))])
def test_a_total_that_is_given_comes_up_once(total, follows):
    trial = Trial(TOY, close().state, 4)
    rolled, then = trial.play(Throw(), {"red": total})[:2]
    assert isinstance(rolled, Rolled) and rolled.total == total and then == follows
    assert trial.position.dice == Dice(4, {"red": 1}) and type(trial.position.dice) is Dice


def test_a_total_that_a_die_cannot_show_is_refused():
    with pytest.raises(ValueError, match="do not come to 7"):
        Trial(TOY, close().state).play(Throw(), {"red": 7})


def test_dice_of_another_kind_stay_of_that_kind():
    class Marked(Dice, frozen=True):
        mark: str = ""

        def after(self, rolled):
            return Marked(self.seed, super().after(rolled).drawn, mark=self.mark)

    trial = Trial.upon(TOY, close().state)
    trial.position.dice = Marked(5, mark="even")
    trial.play(Throw(), {"red": 6})
    assert trial.position.dice == Marked(5, {"red": 1}, mark="even")


def test_events_are_handed_out_before_they_happen():
    trial = Trial(TOY, close().state)
    happenings = trial.happenings(Pass())
    assert next(happenings) == Passed("red") and trial.to_act == "red"
    assert next(happenings, None) is None and trial.to_act == "blue"


def test_an_order_that_is_not_legal_has_its_reason():
    assert Trial(TOY, new_game().state).why_not(Throw()).clauses == ("TOY-3-1",)
