"""Answers as they are listed: the prospects of a stand, the cost of giving ground and of ways back, the effect of a
step.
"""

from types import SimpleNamespace

import pytest
from msgspec import structs

from tests.rules.zocbonds.field import ids
from tests.rules.zocbonds.fighting import asked, fight, find, offered, scene
from wab.app.zocbonds.hand import answers
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat.defence import preview_stand
from wab.systems.zocbonds.combat.retreat import step_losses
from wab.systems.zocbonds.state.events import Asked, FightChanged
from wab.systems.zocbonds.state.orders import Advance, Done, GiveGround, LoseStep, RetreatTo, Stand
from wab.systems.zocbonds.state.steps import (
    Assault,
    DeterminedDefence,
    LoseSteps,
    MayAdvance,
    MustRetreat,
    Strafes,
    Suppresses,
)

pytestmark = pytest.mark.usefixtures("english")

PLAIN = "1432"
WEST = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {})}
RING = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_1id_16": ("1331", {})}


def end_label(state):
    """The words of the button at the right end of the top bar."""
    return ZocBondsAdapter(SimpleNamespace(view=SYSTEM.view(state, "allied"))).end_action().label


def beaten(defenders, attackers=None, target=PLAIN):
    party = attackers or WEST
    state = scene(target, defenders, party)
    fight(state, target, party, ("us_4id_8",), advance=2, result="DR")
    asked(state, DeterminedDefence("axis"))
    return state


def test_a_stand_says_how_surely_it_holds_and_what_it_costs():
    state = beaten({"de_352id_914": {}, "de_lxxxiv": {}}, target=find("bocage", ())[0], attackers=None)
    lead = state.board.ids["de_352id_914"]
    seen = preview_stand(state, lead)
    told = answers.detail(state, Stand(lead))
    assert f"holds {round(seen.holds * 100)}%" in told
    costs = sum(share for cell, share in seen.cells.items() if {"costs", "exchange"} & set(cell.split()))
    assert (f"costs a step {round(costs * 100)}%" in told) == (costs > 0)
    assert answers.words(state, Stand(lead)) == f"Stand: {state.board.roster[lead].name['en']}"
    assert "(12.4.1-8)" in answers.notes(state, Stand(lead))[0]
    gun = str(state.board.ids["de_lxxxiv"])
    assert answers.words(state, Stand(lead, gun)).endswith("with LXXXIV")


def test_the_board_of_a_stand_holds_every_cell_and_every_modifier():
    state = beaten({"de_352id_914": {}, "de_lxxxiv": {}})
    order = Stand(state.board.ids["de_352id_914"], str(state.board.ids["de_lxxxiv"]))
    seen, odds = preview_stand(state, order.lead, order.support), answers.stand_odds(state, order)
    assert sum(result.chance for result in odds.results) == pytest.approx(1)
    assert sum(result.chance for result in odds.results if result.good) == pytest.approx(seen.holds)
    assert (odds.lines, odds.modifier) == (seen.modifiers, seen.modifier)
    assert [line.clause for line in odds.lines][-1] == "ZOC-12.4.3-1"


def test_giving_ground_says_the_fewest_losses():
    assert answers.detail(beaten({"de_352id_914": {}}), GiveGround()) == "no losses"
    pressed = beaten({"de_352id_914": {}, "de_352id_915": {}}, RING)
    assert answers.detail(pressed, GiveGround()) == "1 step lost"
    fixed = beaten({"de_352id_914": {}, "de_yorck": {}})
    steps = fixed.units[fixed.board.ids["de_yorck"]].steps
    assert answers.ground_given(fixed) == steps, "a strongpoint cannot go back"


def test_a_way_back_says_its_hexes_and_its_losses():
    state = scene(PLAIN, {"de_352id_914": {}, "de_352id_915": {}}, RING)
    fight(state, PLAIN, RING, ("us_4id_8",), advance=2, result="DR")
    asked(state, MustRetreat("axis", ids(state, "de_352id_914", "de_352id_915"), state.board.hex(PLAIN), 2))
    ways = [order for order in offered(state) if isinstance(order, RetreatTo) and len(order.units) == 2]
    assert ways
    for order in ways:
        lost = step_losses(state, order.units, order.path, state.fight)
        assert answers.way_losses(state, order) == lost == 1
        told = answers.detail(state, order)
        way = " – ".join(map(state.board.grid.label, order.path))
        assert told == f"{looks.place_title(state.board, order.path[-1])} · {way} · 1 step lost"
        assert any("13.2-1" in note for note in answers.notes(state, order))


@pytest.mark.clause("ZOC-UI-4")
@pytest.mark.parametrize(("seat", "moment", "who"), [
    ("allied", "Which of your units loses a step?", "Its owner chooses"),
    ("axis", "You choose: which enemy unit loses a step?", "The opponent chooses"),
])  # fmt: skip
def test_who_may_take_a_loss_is_named_and_who_chooses(seat, moment, who):
    state = scene(PLAIN, {"de_352id_914": {}}, WEST)
    fight(state, PLAIN, WEST, ("us_4id_8",), result="A1")
    step = LoseSteps(seat, ids(state, "us_4id_8", "us_4id_12"), 1)
    asked(state, step)
    assert answers.whose_step(state, step) == moment
    orders = [order for order in offered(state) if isinstance(order, LoseStep)]
    named = {answers.words(state, order) for order in orders}
    assert named == {state.board.roster[unit].name["en"] for unit in step.units}
    assert all(answers.notes(state, order)[0].startswith(who) for order in orders)


@pytest.mark.clause("ZOC-UI-4")
def test_only_ways_back_with_the_fewest_losses_are_offered():
    state = scene(PLAIN, {"de_352id_914": {}, "de_352id_915": {}}, RING)
    fight(state, PLAIN, RING, ("us_4id_8",), advance=2, result="DR")
    asked(state, MustRetreat("axis", ids(state, "de_352id_914", "de_352id_915"), state.board.hex(PLAIN), 2))
    ways = [order for order in offered(state) if isinstance(order, RetreatTo) and len(order.units) == 2]
    assert {answers.way_losses(state, order) for order in ways} == {answers.ground_given(state)}


def test_ways_of_an_advance_to_one_hex_are_told_apart():
    state = scene(PLAIN, {}, WEST)
    fight(state, PLAIN, WEST, ("us_4id_8",), advance=2, result="DR")
    asked(state, MayAdvance("allied", state.fight.units))
    ways = [order for order in offered(state) if isinstance(order, Advance)]
    goals = [(order.unit, order.path[-1]) for order in ways]
    assert len(set(goals)) < len(goals), "a hex is reached in more ways than one"
    assert len({(order.unit, answers.detail(state, order)) for order in ways}) == len(ways)


def test_the_end_of_an_advance_is_not_called_the_end_of_the_phase():
    state = scene(PLAIN, {}, WEST)
    assert end_label(state) == "End phase"
    fight(state, PLAIN, WEST, ("us_4id_8",), advance=2, result="DR")
    asked(state, MayAdvance("allied", state.fight.units))
    assert end_label(state) == "No advance"
    assert ZocBondsAdapter(SimpleNamespace(view=SYSTEM.view(state, "allied"))).words_of(Done()) == "No advance"
    SYSTEM.apply(state, FightChanged(structs.replace(state.fight, moved=(state.fight.units[0],))))
    assert end_label(state) == "No further advance"


def test_where_attackers_may_only_go_into_reserve_the_button_says_so():
    state = scene(PLAIN, {}, WEST)
    fight(state, PLAIN, WEST, ("us_4id_8",), advance=0, result="DR", may_reserve=True)
    asked(state, MayAdvance("allied", state.fight.units))
    assert end_label(state) == "No reserve"


@pytest.mark.parametrize(
    ("step", "label"),
    [
        (Assault("allied", "omaha_west", 1), "End the assault"),
        (Strafes("allied"), "No more strafing"),
        (Suppresses("allied"), "Answer first"),
    ],
)
def test_what_ends_a_question_says_what_it_does(step, label):
    state = scene(PLAIN, {}, WEST)
    SYSTEM.apply(state, Asked((step,)))
    assert end_label(state) == label


def test_a_lost_step_says_what_is_left_of_the_unit():
    state = beaten({"de_352id_914": {}, "de_352id_915": {"steps": 1}})
    of_ = state.board.ids
    unit = state.units[of_["de_352id_914"]]
    after = state.profile(unit.id).values[1][0]
    told = answers.detail(state, LoseStep(unit.id))
    strength = state.strength(unit)
    assert told.startswith(f"steps from {unit.steps} to {unit.steps - 1}, strength from {strength} to {after}")
    assert answers.detail(state, LoseStep(of_["de_352id_915"])) == "its last step: eliminated"
