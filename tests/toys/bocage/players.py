"""A simple player: marches to the nearest objective that its side lacks, and attacks where it may expect to gain."""

from __future__ import annotations

from ai.shell.choice import Choice
from ai.shell.reasons import Advice, Reason
from tests.toys.bocage import rules
from tests.toys.bocage.state import CODES, Advance, Attack, Move, State
from wab.engine import Order, Text, View
from wab.field import chances

GAINS = {name: 2 * (theirs - ours) + back for name, (ours, theirs, back) in rules.RESULTS.items()}
STOP = 0.25  # what it is worth to give no more orders in a phase


class Greedy:
    def __init__(self, seed: int = 0) -> None:
        self.seed, self.reason = seed, Reason(Text(""))

    def decide(self, view: View) -> Order:
        best = ranked(view)[0]
        self.reason = best.reason
        return best.order

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what it would do, the best first, each unit named once."""
        lines, busy = list[Advice](), set[int]()
        for one in ranked(view):
            if one.value > STOP and not busy & {*(units := units_of(one.order))}:
                start = view.position.units[units[0]].hex
                lines.append(Advice(one.reason.text, units, start, one.target, main=not lines))
                busy.update(units)
        return tuple(lines)


def ranked(view: View) -> list[Choice]:
    return sorted((weighed(view.position, order) for order in view.legal_orders()), key=lambda one: -one.value)


def units_of(order: Order) -> tuple[int, ...]:
    return order.units if isinstance(order, Attack) else (order.unit,)


def weighed(state: State, order: Order) -> Choice:
    match order:
        case Attack(target=target):
            ways = state.board.table.results(rules.columns(state, order)[1])
            value, words = chances.mean(chances.results(ways, GAINS.__getitem__)), "{units}: attack {hex}."
        case Advance():
            value, target, words = 1.0, state.now.offer.target, "{units}: advance to {hex}."
        case Move(path=path):
            value, target, words = away(state, path[0]) - away(state, path[-1]), path[-1], "{units}: go to {hex}."
        case _:
            return Choice(order, Reason(Text("Nothing else is worth an order."), STOP), STOP)
    names = ", ".join(state.board.roster[unit].name for unit in units_of(order))
    said = Text(words, {"units": names, "hex": state.board.grid.label(target)})
    return Choice(order, Reason(said, value), value, target)


def away(state: State, hex_: int) -> float:
    """Hexes to the nearest objective that the side to act does not hold."""
    grid, own = state.board.grid, CODES[state.now.side]
    lacking = [there for there in state.board.objectives if state.control[there] != own]
    return float(min((grid.distance(hex_, there) for there in lacking), default=0))


PLAYERS = {"greedy": Greedy}
