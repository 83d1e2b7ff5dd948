"""Answers at the table: forces, conduct, standing or giving ground, the way back, the advance."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ai.blind.odds import fire, mean, together
from ai.blind.picture import Picture
from ai.blind.posts import Posts
from ai.blind.weights import STEP
from wab.engine.kernel.orders import Order
from wab.systems.blind.combat.answer import hits_on, offered_advances, offered_answers, offered_retreats
from wab.systems.blind.combat.attack import offered_forces
from wab.systems.blind.combat.conduct import offered_conduct, spread_of
from wab.systems.blind.combat.lines import attacking_force, origins
from wab.systems.blind.combat.losses import total
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

Found = tuple[Order, float]


def answer(seen: Picture, posts: Posts) -> Found:
    """The answer to the question that is asked at the table, with its value."""
    return _ANSWERS[seen.now.stage](seen, posts)


def _orders(groups: Callable[..., object], state: State) -> list[Order]:
    return [order for group in groups(state, None) for order in group]  # type: ignore[attr-defined]


def _best(orders: list[Order], value: Callable[[Order], float]) -> Found:
    values = [round(value(order), 6) for order in orders]
    place = max(range(len(values)), key=lambda number: (values[number], -number))
    return orders[place], values[place]


def _form(seen: Picture, posts: Posts) -> Found:
    """The forces that hit hardest; support is given where the hex is worth it."""
    state, combat = seen.state, seen.board.tables.combat
    target = state.table.target
    line = seen.board.tables.terrain.terrain[seen.board.terrain(target)].defence

    def value(order: Order) -> float:
        assert isinstance(order, od.Form)
        hits = 0.0
        for number, force in enumerate(order.forces):
            power = sum(seen.fire_of(state.units[unit]) // (2 if state.units[unit].turned else 1) for unit in force)
            power += (number < order.air) + (number == 0 and bool(order.ship))
            hits += mean(fire(combat, line, power))
        return hits

    return _best(_orders(offered_forces, state), value)


def _press(seen: Picture, posts: Posts) -> Found:
    """Restrain where the losses saved are worth more than the fire lost."""
    state, table = seen.state, seen.state.table
    worth = float(posts.take[table.target]) + 0.2
    steps = total(table.defenders)

    def value(order: Order) -> float:
        assert isinstance(order, od.Press)
        lost = sum(count for _, count in spread_of(state, order.restrained).losses(order.losses))
        trial = replace(table, restrained=order.restrained, cancelled=order.called_off)
        fires = []
        for origin in origins(trial):
            force = attacking_force(state, trial, origin)
            fires.append(fire(seen.board.tables.combat, force.line, force.power))
        hits = together(tuple(fires))
        taken = sum(chance for number, chance in enumerate(hits) if number > steps)
        emptied = hits[steps] if 0 < steps < len(hits) else 0.0
        theirs = sum(min(number, steps) * chance for number, chance in enumerate(hits))
        killed = sum(1 for unit, _ in spread_of(state, order.restrained).losses(order.losses))
        return worth * (taken + 0.6 * emptied) + STEP * theirs - posts.manner.price * STEP * lost - 0.001 * killed

    return _best(_orders(offered_conduct, state), value)


def _yield(seen: Picture, posts: Posts) -> Found:
    """Stand where the hex can be kept or is worth more than the steps that a retreat saves."""
    state, table = seen.state, seen.state.table
    hits, steps = hits_on(state), total(table.defenders)
    hold = float(posts.need[table.target]) + float(seen.ground.places[table.target])

    def value(order: Order) -> float:
        assert isinstance(order, od.Yield)
        lost = min(steps, hits // 2 if order.gives_ground else hits)
        gone = order.gives_ground or hits > steps
        emptied = not gone and hits == steps
        order_of = 0.0 if not order.losses else -0.001
        return -STEP * posts.manner.price * lost - hold * (1.0 if gone else 0.6 if emptied else 0.0) + order_of

    return _best(_orders(offered_answers, state), value)


def _retreat(seen: Picture, posts: Posts) -> Found:
    """Back to own ground, where the units are worth most."""

    def value(order: Order) -> float:
        assert isinstance(order, od.Retreat)
        worth = 0.0
        for one, hex_ in zip(seen.state.table.defenders, order.to, strict=True):
            unit = seen.state.units[one.unit]
            own = bool(seen.own[hex_])
            worth += float(posts.values(unit, moves=False)[hex_]) if own else -2.0 * float(seen.guess.occupied[hex_])
        return worth

    return _best(_orders(offered_retreats, seen.state), value)


def _advance(seen: Picture, posts: Posts) -> Found:
    """Enter with as many as can be spared: no hex of the front is left empty that is worth holding."""
    state, table = seen.state, seen.state.table

    def value(order: Order) -> float:
        assert isinstance(order, od.Advance)
        if not order.units:
            return 0.0
        worth = float(posts.take[table.target]) + 0.5
        for hex_ in {state.units[unit].hex for unit in order.units}:
            if not set(state.stacks[hex_]) - set(order.units):
                worth -= float(posts.need[hex_]) * 0.7
        return worth + 0.02 * len(order.units)

    return _best(_orders(offered_advances, state), value)


_ANSWERS: dict[str, Callable[[Picture, Posts], Found]] = {
    "forces": _form,
    "conduct": _press,
    "answer": _yield,
    "retreat": _retreat,
    "advance": _advance,
}
