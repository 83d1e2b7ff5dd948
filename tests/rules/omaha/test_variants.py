"""Options (OMA-14.2, OMA-22): earlier German actions, bombardment, tanks in landing craft, rangers, reaction."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, give, tasks, why
from tests.rules.omaha.printed import of, run
from wab.engine.kernel.events import Event
from wab.engine.words.errors import UsageError
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.combat.fire import terms
from wab.systems.omaha.movement import arrivals, landing
from wab.systems.omaha.movement.actions import is_save_move
from wab.systems.omaha.sequence import engineers, flow, victory
from wab.systems.omaha.sequence.decisions import TASKS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.setup import build_board, set_up, starting_state
from wab.systems.omaha.state.state import ASIDE, GONE, POINTE, State, Unit, turn_box
from wab.systems.omaha.state.steps import Force, Task

WAVES, EASY_FOX, D_DAY, BEYOND = (
    f"omaha/{name}" for name in ("the-first-waves", "easy-fox", "d-day-at-omaha-beach", "beyond-the-beach")
)


def begun(scenario: str = D_DAY, turn: int = 1, **options: str) -> State:
    """A state with options as it is set up, moved to a turn."""
    state = starting_state(build_board(scenario), 3, options)
    run(state, set_up(state))
    state.changed(turn=turn)
    return state


def opened(scenario: str = D_DAY, **options: str) -> tuple[State, list[Event]]:
    """A state with options at its first decision, with the events that led there."""
    state = starting_state(build_board(scenario), 3, options)
    return state, run(state, SYSTEM.open(state))


def unit(state: State, name: str) -> Unit:
    return state.unit(of(name, state.board))


# ---------------------------------------------------------------- what may be chosen


@pytest.mark.clause("OMA-22-1")
@pytest.mark.parametrize("option", ["bombardment", "tanks", "early_actions"])
def test_beyond_the_beach_refuses_what_lies_before_it_in_one_sentence(option: str):
    value = SYSTEM.options[option][1]
    with pytest.raises(UsageError) as refused:
        SYSTEM.new_state(BEYOND, 1, {option: value})
    assert str(refused.value).count(".") == 1 and option in str(refused.value)


@pytest.mark.clause("OMA-22-1", "OMA-22.3-1", "OMA-22.4-1", "OMA-23-1")
def test_each_scenario_knows_the_options_that_concern_it():
    known = {name: set(SYSTEM.fitting(name, {})) for name in (WAVES, EASY_FOX, D_DAY, BEYOND)}
    assert known[D_DAY] == set(SYSTEM.options)
    assert known[EASY_FOX] == {"bombardment", "tanks"}
    assert {"reaction", "armour"} <= known[BEYOND] and not {"reaction", "armour"} & known[WAVES]
    with pytest.raises(UsageError, match="cannot be"):
        SYSTEM.new_state(WAVES, 1, {"tanks": "fly"})


@pytest.mark.clause("OMA-22-1", "OMA-22.1-10")
def test_points_of_the_variants_are_shown_before_the_game_and_count_at_its_end():
    state, told = opened(WAVES, bombardment="effective", tanks="carried", pointe_du_hoc="yes")
    assert victory.adjustment(state) == -10 - 5 + 5
    state, told = opened(WAVES, bombardment="effective")
    assert ev.Happened("variants", "-10") in told
    assert [account.points["us"] for account in SYSTEM.accounts(state)][-1] == -10
    before = victory.points(state)
    run(state, victory.end_of_game(state))
    assert state.now.result is not None and state.now.result.points["us"] == before - 10


# ---------------------------------------------------------------- earlier actions


@pytest.mark.clause("OMA-14.2-1")
def test_germans_act_from_turn_12_if_the_player_wants_it():
    early, usual = begun(early_actions="yes"), begun()
    assert next(turn for turn in range(10, 19) if not early.changed(turn=turn) and early.acts) == 12
    assert next(turn for turn in range(10, 19) if not usual.changed(turn=turn) and usual.acts) == 17
    early.changed(turn=12)
    assert early.paid_actions("east") == 2  # all else of the extended game begins on turn 17
    told = run(early, flow.next_phase(early, "event"))
    assert isinstance(told[0], ev.PhaseBegan) and told[0].linked
    run(early, [ev.Settled()])
    found = {task.name for task in run_task(early, Task("fire", sector="east"))}
    assert {"act", "advances"} <= found


def run_task(state: State, task: Task) -> list[Task]:
    """The tasks that a task leaves."""
    state.changed(agenda=(task,))
    run(state, TASKS[task.name](state, task))
    return [step for step in state.agenda if isinstance(step, Task)]


# ---------------------------------------------------------------- effective bombardment


@pytest.mark.clause("OMA-22.1-1", "OMA-22.1-8")
def test_after_a_bombardment_play_begins_on_turn_4_and_units_come_later():
    state, _ = opened(D_DAY, bombardment="effective")
    assert state.turn == 4 and state.board.last == 32
    roster = state.board.roster
    assert any(unit.box == turn_box(5 + 3) for unit in state.everyone() if roster[unit.id].turn == 5)
    for one in begun(bombardment="effective").everyone():
        due = roster[one.id].turn
        wanted = due + (3 if due < 16 else 1)
        assert one.box == (turn_box(wanted) if due else roster[one.id].at)


@pytest.mark.clause("OMA-22.1-2")
def test_two_cards_shake_the_strongpoints():
    state = begun(bombardment="effective")
    before = dict(state.now.forces)
    run(state, flow.bombard(state))
    cards = [state.board.card(name) for purpose, name in state.now.track if purpose == "bombardment"]
    assert len(cards) == 2
    for hex_, force in before.items():
        shown = sum(card.sign(state.board.position_at[hex_].colour) is not None for card in cards)
        after = state.now.forces.get(hex_)
        if shown == 2:
            assert after is None and force.unit in state.now.pools[ASIDE]
            assert force.unit not in state.now.pools.get(GONE, ()), "no squad of it may come back (OMA-16.1-1)"
        elif shown == 1:
            assert after == Force(force.unit, disrupted=True)
        else:
            assert after == force


@pytest.mark.clause("OMA-22.1-3", "OMA-22.1-4", "OMA-22.1-5", "OMA-22.1-6", "OMA-22.1-7")
def test_the_first_turn_after_a_bombardment():
    state = begun(bombardment="effective", turn=4)
    usual = begun(turn=2)
    tank = of("1_B_741", state.board)
    assert landing.effect_codes(state, tank) == landing.effect_codes(usual, tank)  # the row of turn 2
    told = run(state, flow.next_phase(state, "arrivals"))
    assert isinstance(told[0], ev.PhaseBegan) and told[0].phase == "event"
    state.changed(agenda=())
    assert not engineers.can_clear(state)
    hex_ = next(iter(state.now.forces))
    run(state, [ev.ForceChanged(hex_, Force(state.now.forces[hex_].unit, disrupted=True))])
    colour, sector = state.board.position_at[hex_].colour, state.board.position_at[hex_].sector
    card = next(name for name in state.board.cards if state.board.card(name).sign(colour))
    tasks(state, Task("recover", sector=sector, card=card))
    assert state.now.forces[hex_].disrupted
    assert not terms(state).guns
    state.changed(turn=5)
    tasks(state, Task("recover", sector=sector, card=card))
    assert not state.now.forces[hex_].disrupted and terms(state).guns
    assert engineers.can_clear(state)


@pytest.mark.clause("OMA-22.1-9")
def test_after_a_bombardment_infantry_saves_itself_out_of_all_fields():
    state = acting(turn=6, E_2_16="0513")
    there = next(iter(state.board.grid.adjacent(at("0412"))))
    run(state, [ev.UnitChanged(Unit(of("E_2_16"), hex=there, steps=3))])
    seaward = next(
        one
        for one in state.board.grid.adjacent(there)
        if state.board.beach[one] and state.board.to_shelter.get(one, 99) >= state.board.to_shelter.get(there, 0)
    )
    assert not is_save_move(state, of("E_2_16"), seaward)
    state.changed(options={"bombardment": "effective"}, turn=5)
    assert is_save_move(state, of("E_2_16"), seaward)  # no German stands anywhere
    place = next(one for one in state.board.positions.values() if seaward in one.dots)
    state.changed(forces={place.hexes[0]: Force("squad-1", disrupted=True)})
    assert not is_save_move(state, of("E_2_16"), seaward)  # a disrupted unit has a field


# ---------------------------------------------------------------- tanks, rangers, reaction


@pytest.mark.clause("OMA-22.2-1")
def test_landing_craft_carry_the_first_tanks():
    for turn, checked in ((1, False), (2, False), (3, True)):
        state = begun(tanks="carried", turn=turn)
        first = next(one.id for one in state.board.roster.values() if one.type == "tank" and one.turn <= 1)
        assert (landing.effect_codes(state, first) is not None) is checked
    assert landing.effect_codes(begun(turn=1), first) is not None


@pytest.mark.clause("OMA-22.3-1")
def test_rangers_come_from_pointe_du_hoc_by_land():
    state = begun(pointe_du_hoc="yes", turn=16)
    assert unit(state, "AB_2R").box == POINTE and unit(state, "C_2R").box == turn_box(1)
    names = ("AB_5R", "CD_5R", "EF_5R")
    assert [(unit(state, name).box, unit(state, name).steps) for name in names] == [(turn_box(16), 2)] * 3
    state.changed(phase="arrivals")
    others = [one for one in arrivals.due_now(state) if one.id not in {of(name, state.board) for name in names}]
    for one in others:
        run(state, [ev.Placed(one.id, "")])
    first, second, _ = (of(name, state.board) for name in names)
    assert why(state, od.PlaceInBox(first, "DG1")) == "no-box"
    give(state, od.PlaceInBox(first, "G"))
    assert state.units[first].hex == state.board.exits["G"]
    assert why(state, od.PlaceInBox(second, "G")) == "full"  # one a turn
    give(state, od.Delay(second))
    assert unit(state, "CD_5R").box == turn_box(17)
    state.changed(turn=32)
    assert victory.late_points_by_source(state)["variants"] == 2 * 3


@pytest.mark.clause("OMA-22.4-1")
def test_better_reaction_releases_meyer_and_brings_markers():
    state = begun(reaction="better", turn=16)
    held = len(state.now.pools["meyer"])
    run(state, flow._react(state))
    assert len(state.now.pools["meyer"]) == held - 4
    state.changed(turn=17)
    assert not [*flow._react(state)]
    for turn, marked in ((11, False), (12, True)):
        state = begun(reaction="better", turn=turn)
        state.changed(forces={})
        tasks(state, Task("reinforce", at=("A",)))
        (force,) = state.now.forces.values()
        assert (force.marker is not None) is marked
    _, told = opened(BEYOND, reaction="better")
    assert ev.Happened("meyer") in told
