"""The order in which the player decides (OMA-4, OMA-7.2): sectors, ties, ends of phases, and the end of a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.omaha.playing import DECISIONS, acting, at, give, tasks, why
from tests.rules.omaha.printed import BOARD, game, of, run
from wab.engine.kernel.agenda import Answer
from wab.engine.kernel.events import Rolled
from wab.systems.omaha.sequence import decisions, flow, victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import draw_card
from wab.systems.omaha.state.steps import Task, Tie

COMPANIES = [f"{letter}_{battalion}_16" for battalion, letters in ((1, "ABCD"), (2, "EFGH")) for letter in letters]


def in_actions():
    """A state in which no sector has begun its actions."""
    state = game(A_1_16="0815", A_1_116="0825")
    run(state, [ev.PhaseBegan("actions")])
    run(state, flow.give_orders(state))
    return state


def lost(state):
    """The state after a division has lost eight companies."""
    for name in COMPANIES:
        state.store(replace(state.unit(of(name)), hex=at("0815"), box="", steps=1))
    return state


def offered(state, unit=None):
    return [order for group in DECISIONS.offered(state, unit) for order in group]


# ---------------------------------------------------------------- sectors


@pytest.mark.clause("OMA-7.2-1")
def test_a_sector_begins_once_and_not_while_another_is_played():
    state = in_actions()
    assert offered(state) == [od.BeginSector("east"), od.BeginSector("west")]
    assert not offered(state, of("A_1_16"))
    assert why(state, od.Done()) == "no-sector" == why(state, od.Recover(of("A_1_16")))
    give(state, od.BeginSector("east"))
    assert why(state, od.BeginSector("west")) == "sector"
    assert od.Done() in offered(state) and not [one for one in offered(state) if isinstance(one, od.BeginSector)]
    run(state, [ev.SectorBegan("")])
    assert why(state, od.BeginSector("east")) == "sector"
    assert why(state, od.BeginSector("west")) == ""


@pytest.mark.clause("OMA-7.2-1", "OMA-4-6")
def test_the_last_sector_begins_by_itself_and_the_phase_ends_after_it():
    state = in_actions()
    give(state, od.BeginSector("west"))
    assert why(state, od.Done()) == ""
    give(state, od.Done())
    assert (state.now.acting, state.now.done, state.now.phase) == ("east", ("west",), "actions")
    told = give(state, od.Done())
    assert next(event.phase for event in told if isinstance(event, ev.PhaseBegan)) == "end"


@pytest.mark.clause("OMA-7.2-1")
def test_an_action_needs_a_sector_and_then_has_its_own_reasons():
    told = ev.SectorBegan("east")
    reason = decisions._NOT_AMONG
    answer = decisions._acting(Answer(lambda state, order: reason, lambda state, order: iter([told])))
    assert answer.why_not(in_actions(), od.Done()) == decisions._NO_SECTOR
    state = acting(A_1_16="0815")
    assert answer.why_not(state, od.Done()) is reason
    assert list(answer.carry_out(state, od.Done())) == [told]
    judged = decisions._acting(Answer(lambda state, order: None if state.agenda == () else reason, decisions._done))
    assert judged.why_not(state, od.Done()) is None


# ---------------------------------------------------------------- ends of phases


@pytest.mark.clause("OMA-4-5")
def test_engineers_can_stop_before_they_have_cleared_all():
    state = game(4, A_1_16="0815")
    state.changed(phase="engineers", agenda=())
    assert [one for one in offered(state) if not isinstance(one, od.Clear)] == [od.Done()]
    assert od.Done() not in offered(state, of("A_1_16"))
    give(state, od.Done())
    assert state.now.phase == "actions"


@pytest.mark.clause("OMA-4-1", "OMA-13.1-1")
@pytest.mark.parametrize("is_open", [True, False])
def test_a_phase_goes_on_if_nothing_is_left_to_decide_or_a_catastrophe_ends_the_game(is_open):
    by_itself = decisions._goes_on(lambda state: is_open)
    state = game(4, A_1_16="0815")
    state.changed(phase="engineers")
    events = by_itself(state)
    if is_open:
        assert events is None
    else:
        assert events is not None
        run(state, events)
        assert state.now.phase == "actions"
    end = by_itself(lost(game(4)))
    assert end is not None
    assert [event.outcome.level for event in end if isinstance(event, ev.GameOver)] == [victory.CATASTROPHE]


@pytest.mark.clause("OMA-13.1-1")
def test_a_catastrophe_ends_the_game_in_the_middle_of_a_task():
    state = lost(game())
    run(state, [ev.Due((Task("overstack"),))])
    told = run(state, DECISIONS.run(state))
    assert not [event for event in told if isinstance(event, ev.Settled)]
    assert state.now.result is not None and state.now.result.level == victory.CATASTROPHE
    assert why(state, od.Done()) == "over"


def test_offers_come_in_order_without_empty_groups():
    def first(state, unit):
        yield [od.Done()] if unit is None else []

    def second(state, unit):
        yield [od.Choose(state.turn)]

    state = game(5)
    both = decisions._offers(first, second)
    assert list(both(state, None)) == [[od.Done()], [od.Choose(5)]]
    assert list(both(state, 1)) == [[od.Choose(5)]]


# ---------------------------------------------------------------- ties


@pytest.mark.clause("OMA-1-1", "OMA-7.63-1")
def test_only_an_answer_of_the_tie_is_accepted():
    state = game(A_1_16="0815", B_1_16="0815", C_1_16="0815", D_1_16="0914")
    run(state, [ev.Due((Task("overstack"),))])
    run(state, DECISIONS.run(state))
    among = tuple(of(name) for name in ("A_1_16", "B_1_16", "C_1_16"))
    assert isinstance(tie := state.agenda[0], Tie) and tie.among == among
    assert offered(state) == [od.Choose(answer) for answer in among]
    assert not offered(state, among[0])
    assert why(state, od.Choose(of("D_1_16"))) == "not-among"
    assert why(state, od.Choose(among[1])) == ""
    give(state, od.Choose(among[1]))
    assert of("B_1_16") not in state.units and of("A_1_16") in state.units


@pytest.mark.clause("OMA-8.3-6")
def test_a_single_attacker_loses_its_step_without_a_question():
    state = acting(A_1_16="0815", B_1_16="0815")
    _, ties = tasks(state, Task("repulsed", units=(of("A_1_16"),)))
    assert not ties and state.unit(of("A_1_16")).steps == 2
    _, ties = tasks(state, Task("repulsed", units=(of("A_1_16"), of("B_1_16"))), answers=[of("B_1_16")])
    assert len(ties) == 1
    assert [state.unit(of(name)).steps for name in ("A_1_16", "B_1_16")] == [2, 2]


# ---------------------------------------------------------------- what begins again


@pytest.mark.clause("OMA-4-7", "OMA-6.5-1", "OMA-7.1-8")
def test_a_turn_leaves_no_mark_of_what_was_done_in_it():
    state = acting(turn=6, A_1_16=("0815", {"acted": True, "hit": True}))
    hex_, card = at("0815"), next(iter(BOARD.cards))
    fresh = game(6).now
    state.changed(
        fought={hex_: "attack"}, batteries=("x",), linked=(hex_,), worked=("east",), shelled=("east",),
        clearing={"east": 2}, smoke=(hex_,), limits=("radio_out",), acting="east", done=("west",), spent={"east": 1},
        orders={1: (2,)}, track=(("event", card),), discards=(),
    )  # fmt: skip
    run(state, [ev.TurnEnded()])
    assert state.now.discards == (card,)
    cleaned = ("fought", "batteries", "linked", "worked", "shelled", "clearing", "smoke", "limits", "acting", "done")
    for name in (*cleaned, "spent", "orders", "track"):
        assert getattr(state.now, name) == getattr(fresh, name), name
    unit = state.unit(of("A_1_16"))
    assert (unit.acted, unit.hit) == (False, False)


@pytest.mark.clause("OMA-6-1", "OMA-7.1-8")
def test_hits_are_forgotten_as_fire_begins_and_actions_as_actions_begin():
    state = game(6, A_1_16=("0815", {"acted": True, "hit": True}))
    run(state, [ev.PhaseBegan("fire", ("battery",), (at("0815"),))])
    unit = state.unit(of("A_1_16"))
    assert (unit.acted, unit.hit) == (True, False)
    assert (state.now.batteries, state.now.linked) == (("battery",), (at("0815"),))
    state = game(6, A_1_16=("0815", {"acted": True, "hit": True}))
    state.changed(done=("east",), spent={"east": 1}, orders={1: (2,)}, fought={at("0815"): "attack"})
    run(state, [ev.PhaseBegan("actions")])
    unit = state.unit(of("A_1_16"))
    assert (unit.acted, unit.hit) == (False, False)
    assert (state.now.done, state.now.spent, state.now.orders, state.now.fought) == ((), {}, {}, {})


@pytest.mark.clause("OMA-2.3-5", "OMA-4-8")
def test_a_card_costs_a_draw_of_the_dice():
    state = game()
    names = state.now.pile
    told = run(state, draw_card(state, "fire", "east"))
    assert [type(event) for event in told] == [Rolled, ev.CardDrawn]
    ((purpose, card),) = state.now.track
    assert purpose == "fireeast" and card in names and card not in state.now.pile
    before = state.dice
    run(state, draw_card(state, "fire", "west"))
    assert state.dice != before and len({card for _, card in state.now.track}) == 2
