"""Marches as the map shows them: what they cost, columns apart, enemy zones as a warning, bonds in a picture."""

import pytest

from tests.app.zocbonds.battles import phase, played_until
from wab.app.wargame.adapter.adapter import Still
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.looks import marches, overlays
from wab.app.zocbonds.screen import poses
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.content.zocbonds.tables import SIXTHS
from wab.engine.kernel.trial import Trial
from wab.systems.zocbonds.ground.marching import leaving
from wab.systems.zocbonds.state.orders import Attack, Move


@pytest.fixture(scope="module")
def game():
    """Germans to move on the third day."""
    return played_until(phase("axis", "movement", 3))


@pytest.fixture(scope="module")
def view(game):
    return game.view("axis")


@pytest.fixture(scope="module")
def moves(view):
    """Every march on offer of every third unit."""
    return [order for unit in sorted(view.position.units)[::3] for order in view.legal_orders(unit)
            if isinstance(order, Move)]  # fmt: skip


def test_a_march_is_priced_at_what_is_then_spent(view, moves):
    priced = [order for order in moves if marches.price(view.position, order) is not None]
    assert {order.mode for order in priced} >= {"ordinary", "strategic"} and any(order.truck for order in priced)
    assert any(leaving(view.position, order.units[0]) for order in priced)
    for order in priced[::7]:
        trial = Trial(view.rules, view.position)
        trial.play(order)
        before = view.position.units[order.units[0]].spent
        assert marches.price(view.position, order) == trial.position.units[order.units[0]].spent - before


def test_tactical_movement_and_attacks_have_no_price(view, moves):
    order = next(order for order in moves if order.mode == "tactical")
    assert marches.price(view.position, order) is None and marches.figure(view.position, order) == ""
    assert marches.cost_words(view.position, order) == ""
    assert marches.price(view.position, Attack(0, (order.units[0],), "")) is None


@pytest.mark.usefixtures("english")
def test_a_price_stands_in_points_beside_what_there_is(view, moves):
    order = next(
        order for order in moves
        if order.mode == "ordinary" and not order.truck and marches.price(view.position, order) == SIXTHS // 2
        and not view.position.units[order.units[0]].spent
    )  # fmt: skip
    points = view.position.values(view.position.units[order.units[0]])[1]
    assert marches.figure(view.position, order) == "0.5"
    assert marches.cost_words(view.position, order) == f"0.5 of {points} points"


@pytest.mark.usefixtures("english")
def test_a_march_on_trucks_is_called_so(view, moves):
    adapter = ZocBondsAdapter(Still(view))
    assert adapter.words_of(next(order for order in moves if order.truck and order.mode == "ordinary")) == (
        "March · on trucks"
    )


def rider(view):
    """A unit that can march, go by road as a column, and enter an enemy zone."""
    for unit in sorted(view.position.units):
        orders = [order for order in view.legal_orders(unit) if isinstance(order, Move)]
        zones = any(marches.is_stopped(view.position, order) for order in orders)
        if zones and len({marches.is_column(order) for order in orders}) == 2:
            return unit
    raise LookupError("nobody")


def test_the_map_tells_marches_from_columns_and_warns_of_enemy_zones(window, shown, game, view):
    screen, unit = shown(game, "axis"), rider(view)
    hand = screen.interaction
    hand.select(unit)
    reach = hand.reach
    first = {goal: orders[0] for goal, orders in hand.goals.items()}
    assert reach.near and reach.far and not reach.near & reach.far
    assert all(marches.is_column(first[hex_]) == (hex_ in reach.far) for hex_ in first)
    assert all(reach.goes_to(hex_) for hex_ in first)
    assert reach.rose == {hex_ for hex_, order in first.items() if marches.is_stopped(view.position, order)} != set()
    assert all(reach.figures[hex_] == marches.figure(view.position, first[hex_]) for hex_ in reach.figures)
    shortest = min(reach.near, key=lambda hex_: marches.price(view.position, first[hex_]) or 99)
    hand.hover(shortest)
    assert " of " in hand.badge().rows[0][0].words


def test_figures_are_left_out_beyond_ordinary_marches_where_they_are_too_many(shown, game, view, monkeypatch):
    screen, unit = shown(game, "axis"), rider(view)
    screen.interaction.select(unit)
    monkeypatch.setattr("wab.app.zocbonds.hand.hand.MOST_FIGURES", 1)
    few = set(screen.interaction.reach.figures)
    monkeypatch.setattr("wab.app.zocbonds.hand.hand.MOST_FIGURES", 9999)
    reach = screen.interaction.reach
    assert few == set(reach.figures) & reach.near and set(reach.figures) & reach.far


def closed_by(view, order):
    own, after = view.side, overlays.position_after(view, order)
    before, later = (set(state.bonds_of(own).each) for state in (view.position, after))
    return len(later - before) - len(before - later)


def test_the_picture_of_bonds_takes_the_march_that_closes_most(window, shown, game, view):
    screen = shown(game, "axis")
    FRONT.pose(window, screen.session, "move", "bonds")
    window.step(0.05)
    order = screen.interaction.considered
    assert screen.ui.overlay == "bonds" and isinstance(order, Move)
    assert (order.units[0], order.path[-1]) == poses.closing(screen.adapter)
    others = [other for other in view.legal_orders(order.units[0]) if isinstance(other, Move)]
    assert closed_by(view, order) == max(closed_by(view, other) for other in others) > 0


def test_a_hex_that_is_refused_is_told_with_the_reason_of_the_rules(shown, game, view):
    hand = shown(game, "axis").interaction
    grid, state, unit = view.position.board.grid, view.position, rider(view)
    hand.select(unit)
    reached = set(hand.goals)
    enemy = next(hex_ for hex_ in sorted(state.stacks) if state.side_in(hex_) == "allied"
                 and any(one in reached for one in grid.adjacent(hex_)))  # fmt: skip
    hand.click(enemy)
    assert hand.toast is not None and "ZOC-9.1-3" in hand.toast.clauses, "where enemies stand nobody marches"
    hand.select(unit)
    beyond = marches.reach(state, (unit,))
    far = next(hex_ for hex_ in range(grid.size) if state.board.dry[hex_] and hex_ not in reached
               and hex_ not in beyond and hex_ not in state.stacks
               and any(one in beyond for one in grid.adjacent(hex_)))  # fmt: skip
    hand.click(far)
    assert hand.toast is not None and hand.toast.clauses
    hand.select(unit)
    nowhere = next(hex_ for hex_ in range(grid.size) if hex_ not in reached and grid.distance(hex_, hand.hex) > 30)
    refusal = marches.why_not_there(view, (unit,), nowhere)
    assert refusal is not None and refusal.clauses, "also of what lies across the map there is a reason"


def test_an_attack_that_is_refused_is_told_with_the_reason_of_the_rules(shown):
    game = played_until(phase("axis", "combat"))
    view = game.view("axis")
    hand, state, grid = shown(game, "axis").interaction, view.position, view.position.board.grid
    unit, target = next(
        (unit, hex_)
        for unit in sorted(state.units)
        if state.side_of(unit) == "axis"
        for hex_ in grid.adjacent(state.units[unit].hex)
        if state.side_in(hex_) == "allied"
        and (refusal := view.why_not(Attack(hex_, (unit,), state.profile(unit).force)))
        and refusal.code == "odds"
        and not any(isinstance(order, Attack) and order.target == hex_ for order in view.legal_orders(unit))
    )
    hand.select(unit)
    assert target not in hand.goals, "nobody there can attack"
    hand.click(target)
    assert hand.toast is not None and hand.toast.clauses == ("ZOC-10.5-3",)
    assert marches.why_not_there(view, (), target) is None


def test_who_ends_movement_before_anybody_has_moved_is_asked(shown, game, view):
    hand = shown(game, "axis").interaction
    assert not any(unit.mode for unit in view.position.units_of("axis"))
    hand.end_turn()
    assert hand.question is not None and "No unit has moved yet." in hand.question.words
    hand.question = None
    order = next(order for unit in sorted(view.position.units) for order in view.legal_orders(unit)
                 if isinstance(order, Move))  # fmt: skip
    assert hand.give(order)
    question = hand.end_question()
    assert question is None or "No unit has moved yet." not in question.words
