"""Several players of a side in one phase (ZOC-27.1): what is done once a phase is done once, whoever leads."""

import pytest
from msgspec.structs import replace

from tests.rules.zocbonds.field import board, carried_out, ids, load, position, unit
from tests.rules.zocbonds.fighting import asked, fight, of
from tests.rules.zocbonds.test_consent import at_the_boundary
from wab.systems.zocbonds import SYSTEM, air, armies
from wab.systems.zocbonds import events as ev
from wab.systems.zocbonds import orders as od
from wab.systems.zocbonds.armies import SEVENTH, WEST
from wab.systems.zocbonds.decisions import DECISIONS
from wab.systems.zocbonds.excess import removable
from wab.systems.zocbonds.flow import next_phase
from wab.systems.zocbonds.steps import DeterminedDefence, Excess, MayAdvance, Strafes

US, COMMONWEALTH = "allied/us", "allied/commonwealth"
THREE, FOUR = {"players": "3"}, {"players": "4"}
OPEN = "1433"


def does(state, order):
    """What an order of the seat to act brings, up to the next decision; it must be legal."""
    refusal = DECISIONS.why_not(state, order)
    assert refusal is None, refusal
    return carried_out(state, DECISIONS.execute(state, order))


def refused(state, order):
    refusal = DECISIONS.why_not(state, order)
    return refusal.code if refusal else ""


def on_offer(state, kind):
    return [order for group in DECISIONS.offered(state, None) for order in group if isinstance(order, kind)]


def both_beside(**now):
    """A German hex with an American and a British unit beside it, both armies with players of their own."""
    target, west, east = at_the_boundary()
    state = position(
        {"de_352id_914": target, "us_4id_8": west, "uk_3id_8": east},
        phase="movement", player=COMMONWEALTH, options=THREE, row=4, **now,
    )  # fmt: skip
    return state, board().hex(target)


# ------------------------------------------------------------------------------------------------- once a phase


@pytest.mark.clause("ZOC-10.1-2")
@pytest.mark.clause("ZOC-27.1-1")
def test_a_hex_is_attacked_once_a_phase_by_whichever_player():
    state, target = both_beside()
    does(state, od.Done())
    assert (state.now.phase, state.now.player) == ("combat", US)
    state = load(state, combat=(2,), defence=(1,))
    does(state, on_offer(state, od.Attack)[0])
    while DECISIONS.to_act(state) != US or state.agenda:
        does(state, next(order for group in DECISIONS.offered(state, None) for order in group))
    does(state, od.Done())
    assert state.now.player == COMMONWEALTH and target in state.now.attacked
    assert unit(state, "us_4id_8").fought
    assert on_offer(state, od.Attack) == []


@pytest.mark.clause("ZOC-10.1-2")
@pytest.mark.clause("ZOC-9.1-3")
def test_the_next_phase_and_the_next_side_begin_anew():
    state, target = both_beside()
    state.changed(attacked=(target,), player=US, phase="combat")
    state.change(*ids(state, "us_4id_8"), fought=True, spent=6, mode="ordinary")
    carried_out(state, (ev.PhaseBegan("allied", "combat", COMMONWEALTH),))
    assert state.now.attacked == (target,) and unit(state, "us_4id_8").fought
    carried_out(state, (ev.PhaseBegan("allied", "reserve_movement", US),))
    assert state.now.attacked == () and unit(state, "us_4id_8").mode == ""
    state.change(*ids(state, "us_4id_8"), fought=True, spent=6, mode="ordinary")
    carried_out(state, (ev.PhaseBegan("allied", "reserve_movement", COMMONWEALTH),))
    assert unit(state, "us_4id_8").mode == "ordinary"
    carried_out(state, (ev.PhaseBegan("allied", "reserve_combat", US),))
    assert not unit(state, "us_4id_8").fought


# ------------------------------------------------------------------------------------------------- strafing


@pytest.mark.clause("ZOC-19.1.4-1")
@pytest.mark.clause("ZOC-27.1-1")
def test_both_players_name_their_missions_before_any_is_flown_and_before_the_first_attack():
    state, target = both_beside(air={"us": 1, "commonwealth": 1}, turn=17)
    does(state, od.Done())
    assert [step.seat for step in state.agenda] == [US, COMMONWEALTH] and DECISIONS.to_act(state) == US
    assert {order.army for order in on_offer(state, od.Strafe)} == {"us"} and on_offer(state, od.Attack) == []
    assert refused(state, od.Strafe("commonwealth", (target,))) == "other-seat"
    assert refused(state, od.Strafe("us", (target, target))) == "no-air"
    state = load(state, strafing=(5, 1))
    assert len(does(state, od.Strafe("us", (target,)))) == 2 and not unit(state, "de_352id_914").disrupted
    assert DECISIONS.to_act(state) == COMMONWEALTH
    done = does(state, od.Strafe("commonwealth", (target,)))
    assert [rolled.total for rolled in of(done, type(done[2]))] == [5, 1]
    assert unit(state, "de_352id_914").disrupted and all(mission.done for mission in state.now.strafings)
    assert not state.agenda and DECISIONS.to_act(state) == US and state.now.air == {"us": 0, "commonwealth": 0}
    assert on_offer(state, od.Strafe) == [] and refused(state, od.Strafe("us", (target,))) != ""


@pytest.mark.clause("ZOC-19.1.4-1")
def test_missions_of_the_one_are_flown_when_the_other_has_none():
    state, target = both_beside(air={"us": 1, "commonwealth": 1}, turn=17)
    does(state, od.Done())
    does(state, od.Strafe("us", (target,)))
    done = does(load(state, strafing=(6,)), od.Done())
    assert of(done, ev.Strafed) and unit(state, "de_352id_914").disrupted
    assert (state.now.phase, DECISIONS.to_act(state)) == ("combat", US)


@pytest.mark.clause("ZOC-19.1.4-1")
def test_nobody_is_asked_without_aircraft_nor_one_player_of_both_armies():
    state, _ = both_beside(air={"us": 0, "commonwealth": 1})
    does(state, od.Done())
    assert [step.seat for step in state.agenda] == [COMMONWEALTH]
    state.changed(options={}, player="allied", agenda=())
    assert list(air.ask_strafing(state)) == []


# ------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.clause("ZOC-27.1-1")
def test_aircraft_of_the_other_player_come_if_he_agrees():
    state, _ = both_beside(air={"us": 0, "commonwealth": 1})
    does(state, od.Done())
    does(state, od.Done())
    assert DECISIONS.to_act(state) == US
    order = next(order for order in on_offer(state, od.Attack) if order.air == 1)
    does(state, order)
    assert DECISIONS.to_act(state) == COMMONWEALTH and on_offer(state, od.Consent)
    used = of(does(load(state, combat=(2,)), od.Consent(True)), ev.MeansUsed)
    assert [(one.army, one.air) for one in used] == [("commonwealth", 1)]


@pytest.mark.clause("ZOC-27.1-1")
def test_own_aircraft_need_no_consent():
    state, _ = both_beside(air={"us": 1, "commonwealth": 1})
    does(state, od.Done())
    does(state, od.Done())
    does(state, od.Done())
    order = next(order for order in on_offer(state, od.Attack) if order.air == 1)
    assert of(does(load(state, combat=(2,)), order), ev.AttackDeclared)


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-19.1.2-3")
def test_aircraft_of_the_other_player_support_a_stand_if_he_agrees():
    """ZOC-27.1-1: in a combat without his army; what he declines is not asked for again in it."""
    state, stand = asks_for_a_stand({"us_101ab_506": "1432"})
    assert stand in on_offer(state, od.Stand)
    assert of(does(state, stand), ev.DefenceRolled) == []
    assert DECISIONS.to_act(state) == COMMONWEALTH and on_offer(state, od.Consent)
    agreed = state.copy()
    done = does(load(agreed, defence=(6,)), od.Consent(True))
    assert [(one.army, one.air) for one in of(done, ev.MeansUsed)] == [("commonwealth", 1)]
    assert of(done, ev.DefenceRolled)[0].support == "air" and agreed.now.air == {"us": 0, "commonwealth": 0}
    does(state, od.Consent(False))
    assert DECISIONS.to_act(state) == US and stand not in on_offer(state, od.Stand)
    refusal = DECISIONS.why_not(state, stand)
    assert refusal is not None and refusal.code == "declined"
    assert on_offer(state, od.Stand) and state.now.air == {"us": 0, "commonwealth": 1}


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-22.1-2")
def test_where_his_own_units_defend_too_the_other_player_is_not_asked():
    """ZOC-27.1-1, ZOC-22.1-2: consent is for combats without his army; one player of both armies asks nobody."""
    state, stand = asks_for_a_stand({"us_101ab_506": "1432", "uk_6ab_5": "1432"})
    assert of(does(load(state, defence=(6,)), stand), ev.DefenceRolled)
    state, stand = asks_for_a_stand({"us_101ab_506": "1432"}, options={})
    assert of(does(load(state, defence=(6,)), stand), ev.DefenceRolled)


def asks_for_a_stand(defenders, **now):
    """An American unit, beaten by Germans, that can call on an air unit of the Commonwealth, and its stand with it."""
    seats = {"options": {"players": "3"}, **now}
    state = position(
        {**defenders, "de_12ss_25": "1433"}, side="axis", phase="combat", air={"us": 0, "commonwealth": 1}, **seats
    )
    against = US if seats["options"] else "allied"
    fight(state, "1432", ["de_12ss_25"], ["de_12ss_25"], result="DR", advance=2)
    state.changed(fight=replace(state.fight, seat="axis", against=against))
    asked(state, DeterminedDefence(against), MayAdvance("axis", state.fight.units))
    return state, od.Stand(state.board.ids["us_101ab_506"], "air")


# ------------------------------------------------------------------------------------------------- overfull hexes


def crowded(player, **others):
    """An overfull hex with two American regiments and a British brigade, the movement phase of a player."""
    units = {"us_4id_8": OPEN, "us_4id_12": OPEN, "uk_3id_8": OPEN, **others}
    return position(units, phase="movement", player=player, options=THREE)


@pytest.mark.clause("ZOC-7.2-1")
@pytest.mark.clause("ZOC-7.2-2")
def test_a_hex_of_two_players_is_settled_after_the_last_of_them_has_moved():
    state = crowded(US)
    does(state, od.Done())
    assert not state.agenda and (state.now.phase, state.now.player) == ("movement", COMMONWEALTH)
    does(state, od.Done())
    (step,) = state.agenda
    assert isinstance(step, Excess) and step.seat == US == DECISIONS.to_act(state)
    assert removable(state, step) == ids(state, "us_4id_8", "us_4id_12")
    does(state, od.Remove(ids(state, "us_4id_8")[0]))
    assert not state.agenda and DECISIONS.to_act(state) == COMMONWEALTH
    does(state, od.Done())
    assert state.now.phase == "combat"


@pytest.mark.clause("ZOC-7.2-2")
def test_a_hex_of_one_player_is_settled_when_he_has_moved():
    state = position(
        {"us_4id_8": OPEN, "us_4id_12": OPEN, "us_4id_22": OPEN}, phase="movement", player=US, options=THREE
    )
    does(state, od.Done())
    assert [step.seat for step in state.agenda] == [US] and state.now.player == US


# ------------------------------------------------------------------------------------------------- two German players


@pytest.mark.clause("ZOC-27.1-2")
def test_a_german_keeps_his_player_over_the_boundary_until_the_player_turn_is_over():
    _, west, east = at_the_boundary()
    state = position({"de_352id_914": west}, side="axis", phase="end", options=FOUR)
    (number,) = ids(state, "de_352id_914")
    carried_out(state, (ev.PlayerTurnBegan("axis"),))
    state.change(number, hex=board().hex(east))
    assert armies.seat_of(state, number) == SEVENTH
    carried_out(state, (ev.PlayerTurnBegan("allied"),))
    assert armies.seat_of(state, number) == WEST


@pytest.mark.clause("ZOC-27.1-3")
def test_an_entrant_keeps_the_player_of_his_entry():
    state = position({}, side="axis", phase="end", options=FOUR)
    arrivals = board().scenario.arrivals
    keys = {one.entry: one.units[0] for one in arrivals}
    carried_out(state, (ev.PlayerTurnBegan("axis"),))
    for entry, key in keys.items():
        assert armies.seat_of(state, state.board.ids[key]) == (SEVENTH if entry == "green" else WEST), entry
    assert armies.faced(position({}, options=THREE)) == {}


@pytest.mark.clause("ZOC-19.1.4-1")
def test_the_question_about_missions_survives_a_save():
    state, _ = both_beside(air={"us": 1, "commonwealth": 1})
    carried_out(state, next_phase(state))
    again = SYSTEM.decode(SYSTEM.encode(state))
    assert again.agenda == (Strafes(US), Strafes(COMMONWEALTH)) and SYSTEM.phase(again) == "strafing"
