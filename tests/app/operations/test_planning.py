"""Ghost orders in the flagship: what they would cost, what is expected of them, and how they are given."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from wab.app.operations.hand.modes import Mode
from wab.app.operations.hand.plans import AttackPlan
from wab.app.play.archive import Seats
from wab.systems.operations.state.orders import Attack, Move

SCENARIO = "operations/hedgerow-by-hedgerow"


@pytest.fixture
def battle(window, scene):
    session = Hotseat(wab.new_game(SCENARIO, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        yield window, screen, session


def attacks(view):
    """The attacks of single stacks that are possible now."""
    grid = view.board.grid
    for hex_ in sorted({unit.hex for unit in view.own_units()}):
        for goal in grid.adjacent(hex_):
            if view.position.side_in(goal) == "axis":
                plan = AttackPlan.open(view, goal, [unit.id for unit in view.position.stack(hex_)])
                if plan.preview is not None:
                    yield hex_, goal


def a_move(screen):
    """A stack selected by hand, and a hex in its reach."""
    while not screen.interaction.reach.near:
        screen.next_unit()
    return screen.interaction.hex, max(screen.interaction.reach.near)


def start(screen):
    assert screen.on_key("p", False, True) and screen.planning.on
    return screen.planning


def test_an_attack_is_planned_on_the_combat_board_and_nothing_happens(battle):
    window, screen, session = battle
    digest = session.game.digest()
    planning = start(screen)
    hex_, goal = next(attacks(screen.view))
    screen.interaction.click(hex_)
    screen.interaction.click(goal)
    assert screen.interaction.mode is Mode.ATTACK
    window.step(0.05)
    screen.on_key("enter", False, False)
    (draft,) = planning.drafts.drafts
    assert isinstance(draft.order, Attack) and draft.order.target == goal
    assert session.game.digest() == digest
    before, after = draft.before.position, draft.after.position
    assert {id_: (unit.hex, unit.hp) for id_, unit in after.units.items()} == {
        id_: (unit.hex, unit.hp) for id_, unit in before.units.items()
    }
    assert all(after.units[id_].attacked and after.units[id_].activated for id_ in draft.order.units)
    assert after.activation_points == before.activation_points - len(draft.order.units)
    assert draft.after.phase == "action"  # whether a unit may advance is for the dice to say
    tones = {part.icon: part.words for part in screen.adapter.at(draft.before).plan_facts(draft.order, draft.after)}
    preview = draft.before.preview(draft.order)
    assert tones["attack"] == preview.odds.final_ratio and tones["bolt"] == f"{len(draft.order.units)} AP"
    tired = session.view.board.tables.fatigue.combat
    assert f"fatigue +{tired}%" in tones.values()
    assert screen.view.position.activation_points == after.activation_points  # the bar shows what is left
    assert session.view.position.activation_points == before.activation_points
    total = screen.adapter.at(session.view).plan_total(draft.after)
    assert total.startswith(f"{len(draft.order.units)} of {before.activation_points} activation points")
    window.step(0.05)


def test_moves_are_planned_on_from_where_earlier_ones_lead(battle):
    window, screen, session = battle
    planning = start(screen)
    start_hex, goal = a_move(screen)
    units = screen.interaction.units
    screen.interaction.click(goal)
    window.step(0.05)
    assert [type(draft.order) for draft in planning.drafts.drafts] == [Move]
    assert screen.interaction.hex == goal and screen.interaction.units == units  # its ghost is selected
    assert all(session.view.unit(unit).hex == start_hex for unit in units)
    keys = [(spec.key, spec.hex) for spec in window.scene.counters.specs if spec.ghost]
    assert sorted(keys) == sorted((unit, goal) for unit in units)
    screen.interaction.deselect()
    screen.interaction.click(goal)
    assert screen.interaction.units == units
    screen.on_key("n", True, False)
    window.step(0.05)
    assert all(session.view.unit(unit).hex == goal for unit in units) and len(planning.drafts) == 0


def test_the_staff_reads_what_is_and_not_what_is_planned(battle):
    _window, screen, session = battle
    start(screen)
    _hex, goal = a_move(screen)
    screen.interaction.click(goal)
    assert screen.delegates.view is session.view and screen.view is not session.view


def test_the_impulse_ends_without_the_plan(battle):
    window, screen, session = battle
    planning = start(screen)
    _hex, goal = a_move(screen)
    screen.interaction.click(goal)
    screen.end_turn()
    assert not planning.on and len(planning.drafts) == 1
    screen.confirm()
    window.step(0.05)
    assert session.view.to_act != "allied" and len(planning.drafts) == 0
    assert "1 planned order was dropped" in screen.messages.now
