"""The words of planning players: why units march, and the attacks that they would make in a person's place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.shell.reasons import Advice
from ai.zocbonds.march import MarchPlan
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_, Text
from wab.systems.zocbonds.state.names import place_noun, units_nouns
from wab.systems.zocbonds.state.orders import Enter, Move
from wab.systems.zocbonds.state.state import State


def words_for_march(state: State, order: Order, plan: MarchPlan) -> Text:
    """Return why units march: to attack a hex, or to stand where they go."""
    if not isinstance(order, Move | Enter):
        return Text(N_("Nothing else is worth an order."))
    units = units_nouns(state, order.units)
    for target, party in plan.targets.items():
        if order.units[0] in party:
            words = N_("{units:The} {units:|closes|close} up to attack {hex:the}.")
            return Text(words, {"units": units, "hex": place_noun(state.board, target)})
    return Text(
        N_("{units:The} {units:|goes|go} to {hex}."),
        {"units": units, "hex": place_noun(state.board, order.path[-1])},
    )


def words_for_missions(state: State, hexes: Sequence[int]) -> Text:
    """Return where aircraft strafe."""
    words = N_("Aircraft strafe {hex:the}.") if len(hexes) == 1 else N_("Aircraft strafe {n} hexes, {hex:the} first.")
    return Text(words, {"n": len(hexes), "hex": place_noun(state.board, hexes[0])})


def advice_on_attacks(state: State, plan: MarchPlan) -> tuple[Advice, ...]:
    """The attacks that are meant, the most important first, with the units that close up for them."""
    return tuple(
        Advice(
            Text(
                N_("Attack {hex:the} with {units:the}"),
                {"hex": place_noun(state.board, target), "units": units_nouns(state, party)},
            ),
            party,
            _start(state, party),
            target,
            main=not number,
        )
        for number, (target, party) in enumerate(plan.targets.items())
    )


def _start(state: State, party: Iterable[int]) -> int:
    """The hex where the strongest of a party stands now."""
    units = [state.units[unit] for unit in party]
    return max(units, key=lambda unit: (state.strength(unit), -unit.id)).hex
