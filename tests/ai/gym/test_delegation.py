"""T21: troops of a person under the staff's command are led as well as its own, and no other unit is moved."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from scipy.stats import binomtest

import wab
from ai.agents import make_agent
from ai.operations import staff
from ai.operations.delegation import Deputy, entrusted, named_in
from ai.worker import Worker
from tests.ai.gym.batch import tally
from tests.ai.gym.harness import attempt, path_of, results
from tests.ai.gym.lent import Everybody
from tests.ai.gym.position import known_positions, load_position, start
from tests.ai.gym.story import Still, play_position, played
from tests.ai.operations.scenes import game_of, scene
from wab.engine.words.errors import UsageError
from wab.systems.operations.combat.air import ready_to_strike
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute

LENT = "tests.ai.gym.lent"
GAMES, DOUBT = 4, 0.01
CORRIDOR = "operations/the-scottish-corridor"

pytestmark = pytest.mark.gym


# ------------------------------------------------------------------------------------------------- as well as its own


@pytest.mark.trial
@pytest.mark.parametrize("name", ["garrison", "salient"])
@pytest.mark.parametrize("seed", range(2))
def test_who_lends_everything_and_approves_all_plays_the_game_of_the_staff_itself(name, seed):
    """T03 and T07, order by order."""
    position = load_position(path_of(name))
    with known_positions():
        own, lent = (play_position(position, player, seed) for player in ("normal", f"{LENT}:Everybody"))
    assert [step.order for step in lent.steps] == [step.order for step in own.steps]
    assert lent.incidents == 0


@pytest.mark.trial
@pytest.mark.parametrize("lent", ["Reserve", "ReserveSector"])
def test_a_reserve_that_is_lent_guards_the_rear_while_a_person_leads_the_front(lent):
    """T03 by sector: the threshold of the position, as for the player itself."""
    (result,) = results("garrison", "normal", [attempt("garrison", f"{LENT}:{lent}", seed) for seed in range(GAMES)])
    good = round((result.share or 0.0) * GAMES)
    assert good == GAMES or binomtest(good, GAMES, result.floor, "less").pvalue >= DOUBT, f"{good} of {GAMES}"


@pytest.mark.trial
def test_a_salient_that_is_lent_is_out_in_time_while_the_person_keeps_its_shoulders():
    """T07 by sector: the threshold of the position, as for the player itself."""
    player = f"{LENT}:SalientBetweenShoulders"
    (result, _) = results("salient", "normal", [attempt("salient", player, seed) for seed in range(GAMES)])
    good = round((result.share or 0.0) * GAMES)
    assert good == GAMES or binomtest(good, GAMES, result.floor, "less").pvalue >= DOUBT, f"{good} of {GAMES}"


def test_a_salient_that_is_lent_begins_to_fall_back_at_once():
    """T07 by sector: where the person takes its shoulders away, it can do no more."""
    position = load_position(path_of("salient"))
    grid, units = position.board.grid, position.names["salient"]
    tip = grid.parse("0308")
    with known_positions():
        story = play_position(position, f"{LENT}:Salient", 1)
    before, after = position.state, story.ends[1]
    assert all(grid.distance(after.units[id_].hex, tip) > grid.distance(before.units[id_].hex, tip) for id_ in units)


@pytest.mark.trial
@pytest.mark.parametrize(
    "scenario, side", [("operations/causeway-to-carentan", "allied"), ("operations/city-of-stones", "axis")]
)
def test_lent_troops_make_no_bad_attacks(scenario, side):
    """T05: none without a chance, and no more at a loss than the staff makes by itself."""
    own, lent = (tally(scenario, player, side, 3) for player in ("normal", f"{LENT}:Everybody"))
    assert lent.counts["hopeless"][0] == 0 < lent.counts["hopeless"][1]
    assert lent.counts["losing"][0] <= max(own.counts["losing"][0], 0.02 * lent.counts["losing"][1])
    assert lent.counts["incidents"][0] == 0


# ------------------------------------------------------------------------------------------------- no other unit


class Some(Everybody):
    """Lends every third unit, beginning with a given one, and no aircraft."""

    first = 0

    def __init__(self, seed):
        super().__init__(seed)
        self.given = []
        self.held = None

    def lends(self, view):
        if self.held is None:
            self.held = frozenset(unit.id for unit in view.own_units()[self.first :: 3])
        return self.held

    def decide(self, view):
        order = super().decide(view)
        assert named_in(order) <= self.held, f"{order} uses units that are not lent"
        assert view.why_not(order) is None
        self.given.append(order)
        return order


@pytest.mark.trial
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("first", range(3))
def test_no_order_ever_uses_a_unit_that_is_not_lent(side, first):
    class Third(Some):
        pass

    Third.first = first
    game = wab.new_game(CORRIDOR, seed=first)
    person = Third(5)
    players = {side: person, enemy_of(side): make_agent("greedy", "operations", 1)}
    moved = []
    while (actor := game.to_act) is not None and game.turn <= 6:
        before = {id_: unit.hex for id_, unit in game.state.units.items() if game.state.side_of(id_) == side}
        game.play(players[actor].decide(game.view(actor)))
        if actor == side and person.given and not isinstance(person.given[-1], Pass):
            now = game.state.units
            others = [id_ for id_ in before if id_ not in person.held]
            moved += [id_ for id_ in others if id_ not in now or now[id_].hex != before[id_]]
    assert moved == [] == person.incidents
    kinds = {type(order) for order in person.given}
    assert Move in kinds and len(person.given) > 8


def test_what_is_not_lent_supports_nothing():
    """T21: guns, ships and aircraft fire only where they are lent too."""
    position = load_position(path_of("supports"))
    with known_positions():
        view = start(position, 1).view("allied")
        guns = frozenset(unit.id for unit in view.own_units() if view.profile(unit.id).is_gun)
        men = frozenset(unit.id for unit in view.own_units()) - guns
        flying = frozenset(view.position.squadrons)
        assert guns and flying and ready_to_strike(view.position)
        alone = Deputy(1).propose(view, men, 8)
        backed = Deputy(1).propose(view, men | guns | flying, 8)
    used = frozenset().union(*(named_in(proposal.order) for proposal in alone))
    assert used and used <= men
    assert not any(isinstance(proposal.order, Bombard) for proposal in alone)
    assert frozenset().union(*(named_in(proposal.order) for proposal in backed)) & (guns | flying)


def test_the_others_stand_where_they_are_and_are_not_at_hand():
    view = wab.new_game(CORRIDOR, seed=1).view("allied")
    own = view.own_units()
    lent, other = own[0], own[1]
    before = view.encode()
    seen = entrusted(view, {lent.id})
    assert view.encode() == before
    assert seen.unit(lent.id) == view.unit(lent.id) and seen.profile(lent.id) == view.profile(lent.id)
    assert seen.unit(other.id).hex == other.hex and not seen.unit(other.id).available
    assert len(seen.reach((other.id,))) == 1 < len(view.reach((other.id,)))
    enemies = [unit.id for unit in view.position.units.values() if view.profile(unit.id).side != "allied"]
    assert all(seen.unit(id_) == view.unit(id_) for id_ in enemies)


@pytest.mark.parametrize("lends_all", [True, False])
def test_who_lends_all_that_is_at_hand_lends_everybody_though_a_ship_is_away(lends_all):
    """Then the staff goes for what is far away as well, which it does not with a part of the troops."""
    builder = scene([". " * 20] * 3, goals=[(19, "axis", 1, 10)], turns=20)
    march, other, ship = (builder.place(kind, hex=0) for kind in ("mechanised", "infantry", "ship"))
    builder.state.put(replace(builder.state.units[ship], available=False))
    lent = {march, other} if lends_all else {march}
    proposals = Deputy(1).propose(game_of(builder).view("allied"), lent, 1)
    assert bool(proposals) is lends_all


@pytest.mark.parametrize("lends_all", [True, False])
def test_who_leads_a_part_plans_as_one_to_whom_nobody_else_comes(monkeypatch, lends_all):
    """T21: what that changes is in tests/ai/operations/test_garrisons.py."""
    asked, plan = set(), staff.current_plan

    def watched(*args, alone, **others):
        asked.add(alone)
        return plan(*args, alone=alone, **others)

    monkeypatch.setattr(staff, "current_plan", watched)
    view = wab.new_game(CORRIDOR, seed=1).view("allied")
    units = [unit.id for unit in view.own_units()]
    assert Deputy(1).propose(view, units if lends_all else units[::2], 1)
    assert asked == {not lends_all}


def test_an_advance_is_left_to_the_person_whose_units_may_take_it():
    position = load_position(path_of("initiative"))
    with known_positions():
        game = start(position, 1)
        story = played(game, {"allied": make_agent("normal", "operations", 3), "axis": Still()}, "allied", position)
        advances = (step for step in story.steps if isinstance(step.order, Advance))
        step = next(step for step in advances if len(step.before.offer.units) > 1)
        able = frozenset(step.before.offer.units)
        again = start(position, 1)
        for earlier in story.steps[: story.steps.index(step)]:
            again.play(earlier.order)
        view = again.view("allied")
        assert view.phase == "advance"
        assert Deputy(3).propose(view, able - {min(able)}, 3) == ()
        (first, *_) = Deputy(3).propose(view, able, 3)
    assert isinstance(first.order, Advance)


# ------------------------------------------------------------------------------------------------- the list


def opening():
    game = wab.new_game(CORRIDOR, seed=3)
    view = game.view(game.to_act)
    return game, view, frozenset(unit.id for unit in view.own_units()[1::2])


def test_the_list_is_what_will_be_done_as_long_as_things_go_as_imagined():
    """Orders in a row, each with a reason; those before the first dice are sure, and stay what they were."""
    game, view, units = opening()
    deputy = Deputy(5)
    listed = deputy.propose(view, units, 8)
    assert len(listed) == 8 and all(str(proposal.reason.text) for proposal in listed)
    sure = [proposal.sure for proposal in listed]
    dice = [proposal.throws for proposal in listed]
    assert sure[0] and True in dice and sure == sorted(sure, reverse=True)
    assert sure.count(True) == dice.index(True) + 1
    while True:
        (first, *later) = deputy.propose(game.view("allied"), units, 8)
        game.play(first.order)
        if first.throws:
            break
        assert [p.order for p in deputy.propose(game.view("allied"), units, 8)][: len(later)] == [
            p.order for p in later
        ]


def test_when_dice_fall_otherwise_the_list_is_made_anew():
    for seed in range(3, 9):
        game = wab.new_game("operations/city-of-stones", seed=seed)
        units = frozenset(unit.id for unit in game.view("allied").own_units()[::2])
        deputy = Deputy(5)
        while listed := deputy.propose(game.view("allied"), units, 8):
            assert game.why_not(listed[0].order) is None
            game.play(listed[0].order)
            if listed[0].throws and len(listed) > 1:
                now = deputy.propose(game.view("allied"), units, 8)
                if [p.order for p in now[: len(listed) - 1]] != [p.order for p in listed[1:]]:
                    assert all(game.why_not(p.order) is None for p in now[:1])
                    return
    pytest.fail("the dice never fell otherwise than imagined")


def test_the_same_question_has_the_same_answer_and_asking_changes_nothing():
    game, view, units = opening()
    digest, known = game.digest(), view.encode()
    one, other = (Deputy(5).propose(view, units, 6) for _ in range(2))
    assert one == other
    deputy = Deputy(5)
    assert deputy.propose(view, units, 6) == deputy.propose(view, units, 6) == one
    assert deputy.propose(view, units, 2) == one[:2]
    assert game.digest() == digest and view.encode() == known


def test_other_troops_get_another_list():
    _game, view, units = opening()
    deputy = Deputy(5)
    first = deputy.propose(view, units, 4)
    others = frozenset(unit.id for unit in view.own_units()) - units
    second = deputy.propose(view, others, 4)
    assert frozenset().union(*(named_in(p.order) for p in second)) <= others
    assert first != second
    assert deputy.propose(view, (), 4) == ()


def test_nothing_is_proposed_when_the_other_side_decides_nor_for_another_game():
    game, _view, units = opening()
    game.play(Pass())
    assert Deputy(5).propose(game.view("allied"), units, 4) == ()
    cards = wab.new_game("cards/omaha-beach", seed=1)
    with pytest.raises(UsageError):
        Deputy(5).propose(cards.view(cards.to_act), units, 4)


def test_a_deputy_who_is_asked_to_stop_gives_what_he_has():
    _game, view, units = opening()
    deputy = Deputy(5)
    whole = Deputy(5).propose(view, units, 8)
    deputy.cancelled = lambda: len(deputy._steps) >= 2
    assert deputy.propose(view, units, 8) == whole[:2]
    deputy.cancelled = lambda: True
    assert deputy.propose(view, units, 8) == whole[:2]
    deputy.cancelled = lambda: False
    assert deputy.propose(view, units, 8) == whole


@pytest.mark.parametrize("moments", [3, 30, 300])
def test_a_list_that_was_cut_short_is_as_good_as_one_that_was_not(moments):
    """With any number of interruptions, it ends with the list that it would have made at leisure."""
    _game, view, units = opening()
    whole = Deputy(5).propose(view, units, 4)
    deputy, asked = Deputy(5), 0

    def in_a_hurry():
        nonlocal asked
        asked += 1
        return asked > moments

    deputy.cancelled = in_a_hurry
    short = deputy.propose(view, units, 4)
    assert short == whole[: len(short)]
    deputy.cancelled = lambda: False
    assert deputy.propose(view, units, 4) == whole


def test_who_leads_no_troops_of_others_says_so():
    _game, view, units = opening()
    job = {"job": 1, "agent": "greedy", "seed": 1, "system": "operations", "view": view.encode().decode()}
    answer = Worker().answer(json.dumps({**job, "ask": "proposals", "units": sorted(units)}).encode())
    assert answer.proposals is None and "'greedy'" in answer.error


def test_units_named_in_orders_are_those_that_they_use():
    assert named_in(Attack((1, 2), 9, 8, (5,))) == {1, 2, 5}
    assert named_in(Reconstitute(0, 2)) == {0}
    assert named_in(Pass()) == frozenset()
