"""The German fire of a sector from card to recovery (OMA-4-4, OMA-6, OMA-11.4)."""

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import ALONE, BOARD, MARKED, at, card_like, game, hexes_with, label, of, play
from wab.systems.omaha.combat.fire_phase import EVENT, TASKS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import DEAD, HERO, INSPIRED
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units import losses

ALL = {**TASKS, "sacrifice": losses.sacrifice}
WN60 = "0807"
INTENSE = [label(hex_) for hex_ in hexes_with("WN60", "intense")]


def shows(colour, symbol, target, icon=None):
    return card_like(
        lambda card: (
            card.target == target
            and (sign := card.sign(colour)) is not None
            and sign[1] == symbol
            and (icon is None or sign[2] == icon)
        )
    )


PURPLE = shows("purple", "single", "circle")
"""A card on which WN60 fires at circles: I/3/16, F/2/16, C/1/16."""


def fire(state, card, sector="east", answers=(), task="fire"):
    state.changed(pile=(card,))
    return play(state, ALL, Task(task, sector=sector), answers=answers)


def steps(state, name):
    return state.unit(of(name)).steps


@pytest.mark.clause("OMA-6-1", "OMA-6.3-3", "OMA-6.32-1", "OMA-6.33-1", "OMA-6-2")
def test_a_card_is_drawn_and_a_company_on_an_intense_dot_is_shaken_and_loses_a_step():
    state = game(turn=3, forces={WN60: ALONE}, I_3_16=INTENSE[0])
    told, ties = fire(state, PURPLE)
    assert state.now.track == (("fireeast", PURPLE),)
    unit = state.units[of("I_3_16")]
    assert (unit.steps, unit.disrupted, unit.hit) == (2, True, True)
    assert ev.Fired(of("I_3_16"), "WN60", "intense") in told
    assert not ties and not state.now.forces[at(WN60)].seen


@pytest.mark.clause("OMA-6.34-1", "OMA-6.34-4")
def test_a_unit_that_lost_a_step_to_the_east_is_spared_by_the_west():
    hex_, east, west = next(
        (hex_, east, west)
        for hex_ in range(BOARD.grid.size)
        for east in BOARD.positions.values()
        for west in BOARD.positions.values()
        if (east.sector, west.sector) == ("east", "west")
        and "sporadic" not in {east.dots.get(hex_), west.dots.get(hex_), None if hex_ in east.dots else "sporadic"}
        and hex_ in west.dots
        and hex_ not in BOARD.position_at
    )
    forces = {label(east.hexes[0]): replace(ALONE, seen=True), label(west.hexes[0]): replace(ALONE, seen=True)}
    state = game(turn=3, forces=forces, I_3_16=label(hex_))
    fire(state, shows(east.colour, "single", "circle"))
    assert steps(state, "I_3_16") == 2
    fire(state, shows(west.colour, "single", "circle"), "west")
    assert steps(state, "I_3_16") == 2
    late = game(turn=18, forces=forces, I_3_16=label(hex_))
    fire(late, shows(east.colour, "single", "circle"))
    fire(late, shows(west.colour, "single", "circle"), "west")
    assert steps(late, "I_3_16") == 1


@pytest.mark.clause("OMA-6.31-3")
def test_the_player_names_the_unit_where_all_is_equal():
    state = game(turn=3, forces={WN60: ALONE}, I_3_16=INTENSE[0], F_2_16=INTENSE[0])
    _, ties = fire(state, PURPLE, answers=[of("F_2_16")])
    assert [(tie.kind, set(tie.among)) for tie in ties] == [("victim", {of("I_3_16"), of("F_2_16")})]
    assert (steps(state, "F_2_16"), steps(state, "I_3_16")) == (2, 3)
    both = game(turn=3, forces={WN60: MARKED}, I_3_16=INTENSE[0], F_2_16=INTENSE[0])
    assert fire(both, PURPLE)[1] == []
    assert (steps(both, "F_2_16"), steps(both, "I_3_16")) == (2, 2)


@pytest.mark.parametrize(("answer", "left"), [(losses.STANDS_IN, INSPIRED), (losses.UNIT, "")])
@pytest.mark.clause("OMA-11.14-1", "OMA-11.15-1")
def test_a_hero_may_die_for_the_last_step_of_his_unit(answer, left):
    state = game(turn=3, forces={WN60: ALONE}, I_3_16=(INTENSE[0], {"steps": 1, "hero": HERO}))
    _, ties = fire(state, PURPLE, answers=[answer])
    assert [tie.kind for tie in ties] == ["sacrifice"]
    unit = state.unit(of("I_3_16"))
    assert (unit.hero, unit.box) == (left, "" if left else DEAD)


@pytest.mark.clause("OMA-11.4-1", "OMA-11.4-2", "OMA-11.4-3", "OMA-11.4-4", "OMA-11.41-1", "OMA-11.42-1")
def test_a_star_hits_leaders_after_all_others():
    position = BOARD.positions["WN62"]
    hex_ = label(hexes_with("WN62", "intense")[0])
    star = shows("orange", "single", "circle", "star")
    nest = {label(position.hexes[0]): ALONE}

    def after_fire(forces=nest, **units):
        state = game(turn=3, forces=forces, **units)
        fire(state, star)
        return state

    state = after_fire(Cota=hex_)
    assert state.units[of("Cota")].wounded and not state.units[of("Cota")].disrupted
    fire(state, star)
    assert state.unit(of("Cota")).box == DEAD
    led = after_fire(I_3_16=(hex_, {"hero": HERO}))
    assert (steps(led, "I_3_16"), led.unit(of("I_3_16")).hero) == (2, HERO)  # the company takes the only hit
    both = after_fire({label(position.hexes[0]): MARKED}, I_3_16=(hex_, {"hero": HERO}))
    assert (steps(both, "I_3_16"), both.unit(of("I_3_16")).hero) == (2, INSPIRED)
    assert after_fire(**{"16 HQ": hex_}).unit(of("16 HQ")).box == "turn/5"


@pytest.mark.clause("OMA-6.5-1", "OMA-6.5-2", "OMA-6.5-3", "OMA-6.1-8")
def test_guns_hit_a_unit_on_the_beach_or_in_a_box_from_turn_4():
    guns = {"0809": Force("wn88-1"), WN60: Force("wn75-1"), "0912": Force("wn75-2")}
    card = card_like(lambda one: one.guns is not None and one.guns.least == 3 and one.target == "circle")

    def hit(turn, **units):
        state = game(turn=turn, forces=guns, **units)
        told, _ = fire(state, card)
        return state, [one.unit for one in told if isinstance(one, ev.Fired) and not one.position]

    assert hit(4, F_2_16="0718")[1] == [of("F_2_16")]
    assert hit(3, F_2_16="0718")[1] == []
    assert hit(4, F_2_16="0718", I_3_16="ER3")[1] == [of("I_3_16")]
    assert hit(4, F_2_16="0915")[1] == []
    state, _ = hit(4, I_3_16="ER3")
    assert steps(state, "I_3_16") == 2
    assert hit(4, E_2_16="0718")[1] == []  # a triangle


@pytest.mark.clause("OMA-6.5-5")
def test_guns_pass_over_a_unit_that_has_lost_its_step():
    guns = {"0809": Force("wn88-1"), WN60: Force("wn75-1"), "0912": Force("wn75-2")}
    card = card_like(lambda one: one.guns is not None and one.guns.least == 3 and one.target == "circle")
    state = game(turn=4, forces=guns, F_2_16=("0718", {"hit": True, "steps": 2}))
    fire(state, card)
    assert steps(state, "F_2_16") == 2


@pytest.mark.clause("OMA-24-1")
def test_an_event_lets_guns_hit_any_symbol_if_one_can_fire():
    def called(turn, **forces):
        state = game(turn=turn, forces={label[1:]: force for label, force in forces.items()}, E_2_16="0718")
        state.changed(phase="event")
        play(state, ALL, Task("guns", sector="east", at=(EVENT,)))
        return steps(state, "E_2_16")

    assert called(4, _0807=Force("wn75-1")) == 2
    assert called(3, _0807=Force("wn75-1")) == 3


@pytest.mark.clause("OMA-6.4-1", "OMA-6.4-2")
def test_a_disrupted_position_does_not_fire_and_recovers_on_its_colour():
    shaken = replace(ALONE, disrupted=True)
    state = game(turn=3, forces={WN60: shaken, "0809": shaken}, I_3_16=INTENSE[0])
    fire(state, PURPLE)
    assert steps(state, "I_3_16") == 3
    blue = BOARD.card(PURPLE).sign(BOARD.positions["WN61"].colour) is not None
    assert [state.now.forces[at(hex_)].disrupted for hex_ in (WN60, "0809")] == [False, not blue]
    double = game(turn=3, forces={WN60: shaken})
    fire(double, shows("purple", "double", "circle"))
    assert not double.now.forces[at(WN60)].disrupted
    west = game(turn=3, forces={WN60: shaken})
    fire(west, PURPLE, "west")
    assert west.now.forces[at(WN60)].disrupted


@pytest.mark.clause("OMA-24-1")
def test_smoke_and_low_ammunition_of_this_turn():
    state = game(turn=3, forces={WN60: ALONE}, I_3_16=INTENSE[0])
    state.changed(smoke=(at(INTENSE[0]),))
    fire(state, PURPLE)
    assert steps(state, "I_3_16") == 3
    low = game(turn=3, forces={WN60: MARKED}, I_3_16=INTENSE[0], F_2_16=INTENSE[1])
    low.changed(limits=("low_ammo",))
    _, ties = fire(low, PURPLE, answers=[of("I_3_16")])
    assert len(ties) == 1 and (steps(low, "I_3_16"), steps(low, "F_2_16")) == (2, 3)


@pytest.mark.clause("OMA-6.5-3", "OMA-19.33-1")
def test_guns_hit_the_unit_that_the_player_names_and_shell_a_sector_only_if_they_fire():
    guns = {"0809": Force("wn88-1"), WN60: Force("wn75-1"), "0912": Force("wn75-2")}
    card = card_like(lambda one: one.guns is not None and one.guns.least == 3 and one.target == "circle")
    state = game(turn=4, forces=guns, F_2_16="0718", I_3_16="0718")
    _, ties = play(state, ALL, Task("guns", sector="east", card=card), answers=[of("F_2_16")], events=batteries(state))
    assert [(tie.kind, set(tie.among)) for tie in ties] == [("victim", {of("F_2_16"), of("I_3_16")})]
    assert (steps(state, "F_2_16"), steps(state, "I_3_16"), state.now.shelled) == (2, 3, ())
    for forces, shelled in ((guns, ("east",)), ({}, ())):
        late = game(turn=18, forces=forces)
        play(late, ALL, Task("guns", sector="east", card=card), events=batteries(late))
        assert late.now.shelled == shelled


def batteries(state):
    return [ev.PhaseBegan("fire", (), ())]


@pytest.mark.clause("OMA-11.4-1", "OMA-11.41-1")
def test_the_player_names_the_leader_that_a_star_hits():
    position = BOARD.positions["WN62"]
    hex_ = label(hexes_with("WN62", "intense")[0])
    state = game(turn=3, forces={label(position.hexes[0]): ALONE}, Cota=hex_, Wyman=hex_)
    _, ties = fire(state, shows("orange", "single", "circle", "star"), answers=[of("Wyman")])
    assert [(tie.kind, set(tie.among)) for tie in ties] == [("leader", {of("Cota"), of("Wyman")})]
    assert [state.units[of(name)].wounded for name in ("Cota", "Wyman")] == [False, True]
