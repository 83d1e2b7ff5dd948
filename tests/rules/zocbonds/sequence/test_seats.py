"""Several players of a side in one phase (ZOC-27.1): what is done once a phase is done once, under any leader."""

import pytest
from msgspec.structs import replace

from tests.rules.zocbonds.combat.test_consent import at_the_boundary
from tests.rules.zocbonds.field import board, carried_out, ids, load, position, unit
from tests.rules.zocbonds.fighting import asked, fight, of
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat import air
from wab.systems.zocbonds.sequence import initial
from wab.systems.zocbonds.sequence.decisions import DECISIONS
from wab.systems.zocbonds.sequence.flow import next_phase
from wab.systems.zocbonds.state import armies
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.armies import SEVENTH, WEST
from wab.systems.zocbonds.state.steps import DeterminedDefence, Excess, MayAdvance, Strafes
from wab.systems.zocbonds.units.excess import removable

US, COMMONWEALTH = "allied/us", "allied/commonwealth"
THREE, FOUR = {"players": "3"}, {"players": "4"}
OPEN = "1433"


def does(state, order):
    """Return what an order of the seat to act brings, up to the next decision; it must be legal."""
    refusal = DECISIONS.why_not(state, order)
    assert refusal is None, refusal
    return carried_out(state, DECISIONS.execute(state, order))


def refused(state, order):
    refusal = DECISIONS.why_not(state, order)
    return refusal.code if refusal else ""


def on_offer(state, kind):
    return [order for group in DECISIONS.offered(state, None) for order in group if isinstance(order, kind)]


def both_beside(**now):
    """A German hex with an American and a British unit next to it, both armies with players of their own."""
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
    for options, player in ((THREE, COMMONWEALTH), ({}, "allied")):
        state.changed(options=options, player=player, agenda=(), air={"us": 1, "commonwealth": 1})
        assert list(air.ask_strafing(state)) == [], "nor does the second of them name missions after the first fought"


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
    """ZOC-27.1-1: in a combat without the other army; a declined request is not repeated in it."""
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
    """ZOC-27.1-1, ZOC-22.1-2: consent is for combats without the other army; one player of both armies needs none."""
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
    arrivals = board().arrivals
    keys = {one.entry: one.units[0] for one in arrivals}
    carried_out(state, (ev.PlayerTurnBegan("axis"),))
    for entry, key in keys.items():
        assert armies.seat_of(state, state.board.ids[key]) == (SEVENTH if entry == "green" else WEST), entry
    assert armies.faced(position({}, options=THREE)) == {}


@pytest.mark.clause("ZOC-27.1-2")
@pytest.mark.clause("ZOC-6.2-4")
def test_a_lost_german_is_rebuilt_by_the_player_of_the_front_where_he_began():
    """ZOC-27.1-2: so the 91st comes back next to its own division, under any leader of the panzers before Caen."""
    for key, seat in (("de_91id_1057", SEVENTH), ("de_352id_914", SEVENTH), ("de_21pz_125", WEST)):
        state = position({}, side="axis", phase="end", options=FOUR)
        number = state.board.ids[key]
        state.changed(boxes={"eliminated": (number,)})
        carried_out(state, (ev.PlayerTurnBegan("axis"),))
        assert armies.seat_of(state, number) == seat, key


@pytest.mark.clause("ZOC-19.1.4-1")
def test_the_question_about_missions_survives_a_save():
    state, _ = both_beside(air={"us": 1, "commonwealth": 1})
    carried_out(state, next_phase(state))
    again = SYSTEM.decode(SYSTEM.encode(state))
    assert again.agenda == (Strafes(US), Strafes(COMMONWEALTH)) and SYSTEM.phase(again) == "strafing"


# ------------------------------------------------------------------------------------------------- who decides


@pytest.mark.clause("ZOC-22.1-2")
@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-A-1")
@pytest.mark.parametrize(
    ("steps", "seat"), [({"us_4id_8": 3, "uk_3id_8": 1}, US), ({"us_4id_8": 1, "uk_3id_8": 3}, COMMONWEALTH),
                        ({"us_4id_8": 1, "uk_3id_8": 1}, US)],
)  # fmt: skip
def test_the_greater_strength_decides_for_a_mixed_stack(steps, seat):
    """ZOC-22.1-2, ZOC-27.1-1: the first of the seats where both have as much, in any order of their names."""
    state = position({key: (OPEN, {"steps": left}) for key, left in steps.items()}, options=THREE)
    both = ids(state, *steps)
    assert armies.seat_of_stack(state, both) == armies.seat_of_stack(state, both[::-1]) == seat


@pytest.mark.clause("ZOC-6.7-1")
def test_a_division_mobilises_again_in_the_next_phase():
    """ZOC-6.7-1: once a turn."""
    state = position({}, mobilised=("de_709id",), side="allied", phase="movement")
    carried_out(state, (ev.PhaseBegan("axis", "movement", "axis"),))
    assert state.now.mobilised == ()


# ------------------------------------------------------------------------------------------------- from day to day


@pytest.mark.clause("ZOC-3-1")
@pytest.mark.clause("ZOC-3-9")
@pytest.mark.clause("ZOC-3-10")
def test_after_the_allied_fights_the_day_ends_and_the_next_one_begins():
    """ZOC-3-1, ZOC-3-9, ZOC-3-10: weather and receipts, then the Germans move."""
    state = position({**BEACHES, "de_91id_1057": "2507"}, phase="combat", turn=4)
    found = carried_out(state, next_phase(state))
    while state.now.phase == "initial":
        found += does(state, on_offer(state, od.Order)[0])
    phases = [event.phase for event in of(found, ev.PhaseBegan)]
    assert phases[:4] == ["recovery", "supply", "end", "initial"] and phases[-1] == "movement"
    assert [event.turn for event in of(found, ev.TurnBegan)] == [5] and of(found, ev.WeatherSet)
    assert [event.side for event in of(found, ev.PlayerTurnBegan)] == ["axis"]
    assert (state.now.turn, state.now.side, state.now.phase) == (5, "axis", "movement")


@pytest.mark.clause("ZOC-24.1-1")
def test_nothing_follows_the_last_day():
    """ZOC-24.1-1."""
    state = position({"us_1_esb_utah": "2814", "de_91id_1057": "2507"}, phase="combat", turn=22)
    carried_out(state, next_phase(state))
    assert (state.now.phase, state.now.side) == ("end", ""), "an airborne division could go"
    found = carried_out(state, next_phase(state))
    assert isinstance(found[-1], ev.GameOver) and not of(found, ev.TurnBegan) and state.now.turn == 22
    assert DECISIONS.to_act(state) is None


@pytest.mark.clause("ZOC-3-2")
@pytest.mark.clause("ZOC-28.3-2")
def test_the_morning_lets_ships_keep_the_batteries_down():
    """ZOC-3-2, ZOC-28.3-2: with the option, in the initial phase."""
    state = position({"de_crisbecq": "3012"}, options={"batteries": "on"}, phase="initial", side="", turn=4)
    state = load(state, weather=(4,))
    carried_out(state, initial.begin(state))
    assert state.now.ships == {"us": 1, "commonwealth": 2}


@pytest.mark.clause("ZOC-4.1-1")
@pytest.mark.clause("ZOC-20.1-2")
def test_the_first_morning_has_its_weather_and_its_ships():
    """ZOC-4.1-1, ZOC-20.1-2."""
    state = position({}, turn=1, row=6, ships={})
    carried_out(state, initial.first_weather(state))
    assert state.sky == "overcast" and state.now.row == 2 and state.now.ships == {"us": 2, "commonwealth": 2}


@pytest.mark.clause("ZOC-3-4")
def test_the_end_of_a_phase_is_no_order_of_a_unit():
    """ZOC-3-4."""
    state = position({"us_4id_8": "1432"}, player="allied")
    number = state.board.ids["us_4id_8"]
    of_one = [order for group in DECISIONS.offered(state, number) for order in group]
    assert of_one and od.Done() not in of_one and od.Done() in on_offer(state, od.Done)


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-27.1-2")
def test_players_of_a_side_play_a_phase_one_after_the_other():
    """ZOC-27.1-1, ZOC-27.1-2: the US first; of the Germans the player who faces the larger half of the landing."""
    for options, german, allied in (
        (THREE, ("axis",), (US, COMMONWEALTH)),
        (FOUR, (WEST, SEVENTH), (US, COMMONWEALTH)),
    ):
        for side, seats in (("axis", german), ("allied", allied)):
            state = position({}, side=side, options=options)
            assert armies.seats_on_turn(state) == seats
