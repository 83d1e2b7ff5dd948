"""Orders in words: in lists, next to the pointer, on the switches of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wab.app.blind.hand import forecast
from wab.app.blind.looks.looks import place_title, unit_name
from wab.app.wargame.adapter.typography import joined, signed, typographic, words
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.field.moves import step_cost
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.combat.lines import attacking_force
from wab.systems.blind.ground.costs import interdicted_area, ways
from wab.systems.blind.movement.calls import free_re
from wab.systems.blind.movement.marching import points_left
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import FIRST, State
from wab.systems.blind.units.support import attacking_forces

REFITS: Mapping[str, str] = {
    "step": N_("Rebuild by a step"),
    "cutters": N_("Fit hedge cutters"),
    "disband": N_("Break up"),
}


def name(state: State, unit: int) -> str:
    """A unit by its full name."""
    return unit_name(state.profile(unit))


def names(state: State, units: Iterable[int]) -> str:
    """Units in a row, by what stands on their counters."""
    return ", ".join(state.profile(unit).label for unit in units)


def ship_name(state: State, ship: str) -> str:
    """A naval unit."""
    return typographic(words(state.board.tables.support.ships[ship].name))


def of(state: State, order: Order) -> str:
    """An order in a few words; "" for one whose type says it all."""
    board = state.board
    match order:
        case od.Call(attack=True):
            return _("Call; attack if it is occupied")
        case od.Call():
            return _("Call; only look") if state.now.phase in FIRST else _("Call")
        case od.Enter(unit=unit, hex=hex_):
            return joined(name(state, unit), place_title(board, hex_))
        case od.Place(unit=unit, hex=hex_):
            return joined(name(state, unit), place_title(board, hex_))
        case od.Standing(demolish=True):
            return _("Go on with the demolition of the port")
        case od.Standing():
            return _("Stop the demolition of the port")
        case od.PickShips(ships=ships):
            return "; ".join(ship_name(state, ship) for ship in ships)
        case od.Refit(how=how):
            return _(REFITS[how])
        case od.OfferAir(target=target, origin=origin):
            message = _("Take the air unit back: {place}")
            if (target, origin) not in state.now.offered:
                message = _("Promise an air unit: {place}")
            return message.format(place=place_title(board, origin))
        case od.Fight(ship=ship, origin=origin) if ship:
            return joined(_("Open the hex"), ship_name(state, ship), place_title(board, origin))
        case od.Bomb(power=power):
            return _("Bomb with {power}").format(power=power)
        case od.Form(forces=forces):
            fires = "; ".join(names(state, force) for force in forces)
            told = _("Fire with {forces}").format(forces=fires) if fires else _("No unit fires")
            air = _("with air: {count}").format(count=order.air) if order.air else ""
            return joined(told, air, ship_name(state, order.ship) if order.ship else "")
        case od.Retreat(to=to):
            units = [one.unit for one in state.table.defenders]
            return "; ".join(
                f"{names(state, [unit for unit, there in zip(units, to, strict=True) if there == hex_])}"
                f": {place_title(board, hex_)}" for hex_ in dict.fromkeys(to)
            )  # fmt: skip
    return ""


def cost(state: State, order: Order) -> tuple[int, int] | None:
    """Movement points that an order takes, and how many its unit has; None for orders that take none."""
    unit = state.units.get(getattr(order, "unit", 0))
    if unit is None:
        return None
    table, left = ways(state, unit.id), points_left(state, unit.id)
    if isinstance(order, od.March):
        steps = zip(order.path, order.path[1:], strict=False)
        return sum(step_cost(state.board.grid, table.march, here, there) for here, there in steps), left
    if isinstance(order, od.Call | od.Declare):
        fights = isinstance(order, od.Declare) or order.attack
        costs = table.across if fights else table.march
        return step_cost(state.board.grid, costs, unit.hex, order.hex), left
    return None


def notes(state: State, order: Order) -> tuple[str, ...]:
    """The meaning of an order, sentence by sentence."""
    match order:
        case od.Call(unit=unit, hex=hex_) | od.Declare(unit=unit, hex=hex_):
            return _of_call(state, order, unit, hex_)
        case od.Fight():
            return forecast.told(forecast.attackers(state, forecast.laid_out(state, order)))
        case od.OfferAir(target=target, origin=origin):
            units = attacking_forces(state)[target, origin]
            table = forecast.laid_out(state, od.Fight(target))
            force = attacking_force(state, table, origin)
            power = _("{power} on {line}").format(power=force.power, line=signed(force.line))
            return (joined(names(state, units), power),)
        case od.Interdict(hex=hex_):
            around = int(interdicted_area(state.board, (hex_,)).sum())
            cost_ = state.board.tables.terrain.interdicted
            return (_("Germans pay {cost} more in each of {count} hexes. They learn of it.").format(
                cost=cost_, count=around),)  # fmt: skip
        case od.Bomb():
            return (_("All units there are shown, whoever they are; the attack on the hex comes next."),)
        case od.Retreat(to=to):
            called = [place_title(state.board, hex_) for hex_ in dict.fromkeys(to) if state.holds(_enemy(state), hex_)]
            return tuple(_("{hex} has to be called first.").format(hex=hex_) for hex_ in called)
    return ()


def _enemy(state: State) -> str:
    """The side that attacks: the units that go back are the other one's."""
    return state.now.side


def _of_call(state: State, order: Order, unit: int, hex_: HexId) -> tuple[str, ...]:
    """The RE that may still go through the side, what is paid, what is bound afterwards."""
    here = state.units[unit].hex
    left = free_re(state, here, hex_)
    told = [_("Through this side: {re} RE of this unit; room for {left}.").format(re=state.re(unit), left=left)]
    if isinstance(order, od.Declare) or (isinstance(order, od.Call) and order.attack):
        stock = state.now.stocks.get(state.profile(unit).account, 0)
        told.append(_("An attack takes {re} of {stock} supply points.").format(re=state.re(unit), stock=stock))
    if state.now.phase in FIRST:
        told.append(_("If it is occupied the unit stops; its second movement can only lead into that hex."))
    return tuple(told)
