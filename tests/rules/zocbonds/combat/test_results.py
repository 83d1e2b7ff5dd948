"""The costs of results, their bearers, and the side that chooses (ZOC-12.1 to 12.3, ZOC-12.6)."""

from dataclasses import replace
from typing import get_args

import msgspec
import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, ids, load, unit
from tests.rules.zocbonds.fighting import DECISIONS, asked, attack, fight, fought, of, offered, refused, scene
from wab.content.zocbonds.tables import Result
from wab.systems.zocbonds.combat.results import effect_of, follow, held, offered_ignoring, why_not_ignore, with_result
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.orders import Advance, GiveGround, IgnoreRetreat, IntoReserve, LoseStep
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import DeterminedDefence, LoseSteps, MayAdvance, MayIgnore, MustRetreat
from wab.systems.zocbonds.units.losses import steps_of

PLAIN = "1432"
GERMANS = {"de_352id_914": {}, "de_352id_fus": {}}


def against(defenders, die, result, attackers=None, main="us_4id", attached=None, **now):
    """A combat on clear ground that comes to a result; the state and the events of the attack."""
    party = attackers or {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {})}
    state = load(scene(PLAIN, defenders, party, **now), combat=(die,))
    done = fought(state, attack(state, PLAIN, main, attached))
    assert of(done, ev.CombatRolled)[0].result == result
    return state, done


def lost(done):
    """Return the units that lost steps in some events, with the steps left."""
    left = {event.unit: event.steps for event in of(done, ev.StepLost)}
    return left | dict.fromkeys((event.unit for event in of(done, ev.Eliminated)), 0)


def waiting(state: State) -> list[str]:
    """The questions of the agenda, in order."""
    return [step.question for step in state.agenda]


@pytest.mark.clause("ZOC-12.1-8")
@pytest.mark.clause("ZOC-12.2-3")
def test_a1_costs_the_attacker_a_step_of_the_main_force():
    two = {"steps": 2}
    party = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", two), "us_1id_16": ("1532", two)}
    state, _ = against(GERMANS, 1, "A1", party)
    step = state.agenda[0]
    assert isinstance(step, LoseSteps) and step.seat == "allied" and step.units == ids(state, "us_4id_8", "us_4id_12")
    assert refused(state, LoseStep(state.board.ids["us_1id_16"])) == "not-a-loser"
    fought(state, LoseStep(state.board.ids["us_4id_12"]))
    assert unit(state, "us_4id_12").steps == 1 and not state.agenda and state.now.fight is None


@pytest.mark.clause("ZOC-12.1-8")
def test_nothing_happens_on_a_dash():
    state, done = against(GERMANS, 2, "NE", {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {"steps": 2})})
    assert lost(done) == {} and not state.agenda and state.now.fight is None


@pytest.mark.clause("ZOC-12.2-2")
@pytest.mark.clause("ZOC-10.3-3")
def test_who_gave_a_shift_takes_the_loss():
    state, done = against(
        GERMANS, 1, "A1/DR", {"us_4id_8": ("1433", {}), "us_70_dd": ("1433", {"steps": 2}), "us_4id_12": ("1532", {})},
        attached="us_70_dd",
    )  # fmt: skip
    assert "ZOC-11.4.1-1" in {shift.clause for shift in of(done, ev.AttackDeclared)[0].shifts}
    assert lost(done) == {state.board.ids["us_70_dd"]: 1}
    assert state.agenda[0].question == "defence"


@pytest.mark.clause("ZOC-12.2-2")
def test_of_several_that_gave_shifts_the_attacker_chooses():
    party = {
        "us_101ab_506": ("1433", {}),
        "us_101ab_502": ("1532", {}),
        "us_70_dd": ("1433", {}),
        "us_9id_39": ("1431", {}),
    }
    state, _ = against({"de_352id_914": {}, "de_352id_915": {}}, 1, "A1/DR", party, "us_101ab", "us_70_dd")
    assert state.agenda[0] == LoseSteps("allied", ids(state, "us_101ab_506", "us_101ab_502", "us_70_dd"), 1)


@pytest.mark.clause("ZOC-12.1-7")
@pytest.mark.clause("ZOC-12.2-1")
@pytest.mark.clause("ZOC-14.1-4")
def test_an_exchange_is_chosen_by_the_other_side_and_within_the_main_force():
    state, _ = against(GERMANS, 4, "EX", {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {"steps": 2})})
    assert state.agenda[0] == LoseSteps("axis", ids(state, "us_4id_8", "us_4id_12"), 1)
    fought(state, LoseStep(state.board.ids["us_4id_8"]))
    assert state.agenda[0] == LoseSteps("allied", ids(state, *GERMANS), 1)
    fought(state, LoseStep(state.board.ids["de_352id_fus"]))
    assert unit(state, "de_352id_fus").steps == 1 and not state.agenda, "no retreat, no advance"


@pytest.mark.clause("ZOC-12.1-7")
@pytest.mark.clause("ZOC-13.4-2")
@pytest.mark.clause("ZOC-14.1-4")
def test_an_exchange_that_kills_the_only_defender_opens_his_hex_alone():
    state, _ = against({"de_716id_1_726": {}}, 2, "EX", {"us_4id_8": ("1433", {"steps": 2})})
    target = state.board.hex(PLAIN)
    paths = [order.path for order in offered(state) if isinstance(order, Advance)]
    assert paths == [(state.board.hex("1433"), target)]
    far = (state.board.hex("1433"), target, state.board.hex("1431"))
    assert refused(state, Advance(state.board.ids["us_4id_8"], far)) == "too-far"
    assert refused(state, Advance(state.board.ids["us_4id_8"], (far[0], state.board.hex("1532")))) == "limited"


@pytest.mark.clause("ZOC-12.1-5")
@pytest.mark.clause("ZOC-12.4.1-1")
def test_the_beaten_retreat_or_stand():
    state, done = against(GERMANS, 5, "DR", {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {"steps": 2})})
    assert lost(done) == {} and waiting(state) == ["defence", "advance"] and state.agenda[0].seat == "axis"


@pytest.mark.clause("ZOC-12.1-6")
@pytest.mark.clause("ZOC-12.4.1-1")
def test_a1_dr_costs_the_attacker_first():
    state, _ = against(GERMANS, 3, "A1/DR", {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {"steps": 2})})
    assert waiting(state) == ["losses", "ignore_retreat", "defence", "advance"]
    fought(state, LoseStep(state.board.ids["us_4id_8"]))
    assert waiting(state) == ["defence", "advance"]


@pytest.mark.clause("ZOC-12.1-3")
@pytest.mark.clause("ZOC-12.2-5")
def test_d1_is_the_defenders_choice():
    two = {"de_352id_fus": {}, "de_275id_fus": {"steps": 1}}
    party = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_4id_22": ("1431", {})}
    state, _ = against(two, 3, "D1", party)
    assert state.agenda[0] == LoseSteps("axis", ids(state, *two), 1)
    fought(state, LoseStep(state.board.ids["de_275id_fus"]))
    assert waiting(state) == ["defence", "advance"]


@pytest.mark.clause("ZOC-12.1-4")
def test_a1_d1_costs_both():
    party = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_4id_22": ("1431", {})}
    state, _ = against({"de_352id_fus": {}, "de_275id_fus": {}}, 4, "A1/D1", party)
    assert waiting(state) == ["losses", "losses", "ignore_retreat", "defence", "advance"]
    assert [step.seat for step in state.agenda[:2]] == ["allied", "axis"]


def strong(die, result, defenders):
    party = {"us_1id_16": ("1433", {}), "us_1id_18": ("1433", {}), "us_1id_26": ("1532", {})}
    return against(defenders, die, result, party, "us_1id")


@pytest.mark.clause("ZOC-12.1-2")
@pytest.mark.clause("ZOC-12.2-1")
@pytest.mark.clause("ZOC-12.4.1-2")
@pytest.mark.clause("ZOC-13.1-1")
def test_a1_d2_costs_two_steps_of_the_attackers_choice_and_no_stand_is_made():
    state, _ = strong(4, "A1/D2", {"de_352id_fus": {}})
    assert state.agenda[0] == LoseSteps("axis", ids(state, "us_1id_16", "us_1id_18", "us_1id_26"), 1)
    fought(state, LoseStep(state.board.ids["us_1id_18"]))
    assert state.box("eliminated") == ids(state, "de_352id_fus"), "both its steps"
    state, _ = strong(4, "A1/D2", {"de_91id_fus": {}})
    assert not any(isinstance(step, DeterminedDefence) for step in state.agenda)
    retreat = next(step for step in state.agenda if isinstance(step, MustRetreat))
    assert retreat.length == 4


@pytest.mark.clause("ZOC-12.1-2")
def test_against_a_single_step_a1_d2_costs_the_attacker_nothing():
    state, done = strong(4, "A1/D2", {"de_716id_1_726": {}})
    assert lost(done) == {state.board.ids["de_716id_1_726"]: 0}
    assert any(isinstance(order, IntoReserve) for order in offered(state))


@pytest.mark.clause("ZOC-12.1-1")
@pytest.mark.clause("ZOC-12.4.1-2")
@pytest.mark.clause("ZOC-15.1-6")
def test_the_shattered_lose_a_step_each_and_two_at_least():
    state, done = strong(6, "DH", {"de_352id_fus": {}})
    assert lost(done) == {state.board.ids["de_352id_fus"]: 0}, "two steps, of one unit"
    one_each = {"de_716id_1_726": {}, "de_periers_ridge": {}}
    party = {"us_1id_16": ("1433", {}), "us_1id_18": ("1433", {}), "us_1id_26": ("1532", {}), "us_70_dd": ("1433", {}),
             "us_vii": ("1532", {})}  # fmt: skip
    state = load(scene(PLAIN, one_each, party, supply={"us": 4}), combat=(6,))
    units = [key for key in party if key != "us_vii"]
    done = fought(state, attack(state, PLAIN, "us_1id", "us_70_dd", units, guns=["us_vii", "us_vii"]))
    assert of(done, ev.CombatRolled)[0].result == "DH"
    assert lost(done) == dict.fromkeys(ids(state, *one_each), 0), "the strongpoint as well"


@pytest.mark.clause("ZOC-12.1-1")
@pytest.mark.clause("ZOC-13.1-1")
def test_survivors_of_a_shattering_go_back_four_hexes_without_a_stand():
    state = scene(PLAIN, {"de_352id_914": {}, "de_2pz_2": {}}, {"us_4id_8": ("1433", {})})
    _declare(state, "DH")
    events = list(_applied(state, follow(state, ())))
    assert lost(events) == {state.board.ids["de_352id_914"]: 1, state.board.ids["de_2pz_2"]: 2}
    assert [type(step) for step in state.agenda] == [MustRetreat, MayAdvance] and state.agenda[0].length == 4


@pytest.mark.clause("ZOC-12.1-1")
def test_the_switch_takes_half_the_steps_instead():
    """The other reading of DH."""
    state = scene(PLAIN, {"de_352id_914": {}, "de_2pz_2": {}}, {"us_4id_8": ("1433", {})})
    conduct = msgspec.structs.replace(state.board.tables.conduct, shattered="half")
    tables = msgspec.structs.replace(state.board.tables, conduct=conduct)
    state.board = replace(state.board, tables=tables)
    _declare(state, "DH")
    events = list(_applied(state, follow(state, ())))
    assert lost(events) == {} and state.agenda[0] == LoseSteps("axis", ids(state, "de_352id_914", "de_2pz_2"), 3)


def _declare(state, result):
    fight(state, PLAIN, ["us_4id_8"], ["us_4id_8"])
    state.changed(fight=with_result(state, "7-1", result))


def _applied(state, events):
    for event in events:
        apply(state, event)
        yield event


@pytest.mark.clause("ZOC-12.3-1")
@pytest.mark.clause("ZOC-12.2-1")
def test_steps_are_lost_one_after_the_other_by_choice():
    state = scene(PLAIN, {"de_352id_914": {}, "de_352id_915": {}}, {"us_4id_8": ("1433", {})})
    fight(state, PLAIN, ["us_4id_8"], ["us_4id_8"])
    both = ids(state, "de_352id_914", "de_352id_915")
    asked(state, LoseSteps("allied", both, 2))
    fought(state, LoseStep(both[0]))
    assert state.agenda[0] == LoseSteps("allied", both, 1)
    fought(state, LoseStep(both[0]))
    assert both[0] not in state.units and not state.agenda
    assert steps_of(state.stack(state.board.hex(PLAIN))) == 2
    asked(state, LoseSteps("allied", both, 9))
    assert not state.stacks.get(state.board.hex(PLAIN)), "all that there is goes at once"


@pytest.mark.clause("ZOC-12.6-1")
@pytest.mark.clause("ZOC-X-12.6")
def test_a_main_force_of_one_step_that_is_gone_lets_the_defender_stay():
    example = named("12.6")
    assert example.given == {"MAF_steps": 1, "result": "A1/DR"}
    party = {"us_741_dd": ("1433", {"steps": 1}), "us_4id_8": ("1532", {}), "us_4id_12": ("1431", {})}
    state = scene(PLAIN, {"de_352id_914": {}}, party)
    order = attack(state, PLAIN, "us_741_dd")
    assert refused(state, order) == ""
    for yes in (True, False):
        copy = state.copy()
        done = fought(load(copy, combat=(2,)), order)
        assert of(done, ev.CombatRolled)[0].result == example.given["result"]
        assert lost(done) == {copy.board.ids["us_741_dd"]: 0} and example.expect["MAF_eliminated"]
        assert isinstance(copy.agenda[0], MayIgnore) and copy.agenda[0].seat == "axis"
        fought(copy, IgnoreRetreat(yes))
        if yes:
            assert not copy.agenda and copy.now.fight is None, "and nobody advances"
        else:
            assert copy.agenda[0].question == "defence"
            fought(copy, GiveGround())


@pytest.mark.clause("ZOC-12.6-1")
def test_with_a_unit_of_the_main_force_left_the_retreat_stands():
    state, _ = against(
        {"de_352id_914": {}}, 1, "A1/DR",
        {"us_741_dd": ("1433", {"steps": 1}), "us_4id_8": ("1433", {}), "us_1id_16": ("1532", {})},
        attached="us_741_dd",
    )  # fmt: skip
    assert state.agenda[0].question == "defence" and unit(state, "us_4id_8").steps == 3


@pytest.mark.clause("ZOC-12.6-1")
@pytest.mark.clause("ZOC-17.9-2")
@pytest.mark.clause("ZOC-A-17")
def test_a_main_force_of_two_steps_that_finds_no_cadre_lets_nobody_stay():
    """ZOC-12.6-1, ZOC-17.9-2: all nine US infantry cadres lie on their parents; it had two steps, and is gone."""
    cadres = ("us_9id_39", "us_9id_47", "us_9id_60", "us_2id_9", "us_2id_23", "us_2id_38",
              "us_90id_357", "us_90id_358", "us_90id_359")  # fmt: skip
    party = {"us_4id_8": ("1433", {"steps": 2}), "us_1id_16": ("1532", {}), "us_1id_18": ("1431", {})}
    state = scene(PLAIN, {"de_352id_914": {}}, party)
    assert len(ids(state, *cadres)) == 9
    state.changed(boxes={"cadres": ids(state, *cadres)})
    done = fought(load(state, combat=(2,)), attack(state, PLAIN, "us_4id"))
    assert of(done, ev.CombatRolled)[0].result == "A1/DR"
    assert state.box("lost") == ids(state, "us_4id_8") and state.agenda[0].question == "defence"


@pytest.mark.parametrize("order", [LoseStep(-3), LoseStep(10**8), IgnoreRetreat(True), GiveGround(), Advance(1, ())])
def test_answers_that_nobody_asked_for_are_refused(order):
    state = scene(PLAIN, GERMANS, {"us_4id_8": ("1433", {})})
    assert DECISIONS.why_not(state, order) is not None


@pytest.mark.clause("ZOC-12.1-1")
def test_who_weighs_an_attack_counts_the_steps_that_its_name_says():
    """A is the attacker, D the defender; R, and every loss of the defender but in an exchange, sends the
    defender back.
    """
    table = board().tables.combat
    for name in get_args(Result):
        effect = effect_of(table, name)
        if name not in ("EX", "NE", "DH"):
            assert effect.attacker == name.count("A1")
            assert effect.defender == sum(number * name.count(f"D{number}") for number in (1, 2))
            assert effect.retreat == ("D" in name)
    assert effect_of(msgspec.structs.replace(table, least_shattered=3), "DH") == (0, 3, True)


@pytest.mark.clause("ZOC-12.6-1")
@pytest.mark.clause("ZOC-14.1-4")
def test_a_defence_that_holds_leaves_the_hex_alone_to_the_attacker():
    """ZOC-12.6-1, ZOC-14.1-4: limited to the vacated hex after a stand, not where a retreat is ignored; both answers
    are offered, and only while it is asked."""
    state = scene(PLAIN, GERMANS, {"us_4id_8": ("1433", {})})
    fight(state, PLAIN, ["us_4id_8"], ["us_4id_8"], advance=2)
    list(_applied(state, held(state)))
    assert (state.fight.stood, state.fight.advance, state.fight.limited) == (True, 2, False)
    list(_applied(state, held(state, limited=True)))
    assert (state.fight.advance, state.fight.limited) == (1, True)
    (orders,) = offered_ignoring(state)
    assert orders == (IgnoreRetreat(True), IgnoreRetreat(False)) and not list(offered_ignoring(state, 1))
    state.changed(agenda=(MayAdvance("allied", state.fight.units),))
    assert why_not_ignore(state, IgnoreRetreat(True)).code == "no-retreat"
