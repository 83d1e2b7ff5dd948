"""The reason for an order, in a sentence with its numbers. Chances are guesses, and the words say so."""

from __future__ import annotations

from typing import NamedTuple

from ai.blind.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_, Argument, Text, chance
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.names import hex_noun, unit_noun
from wab.systems.blind.units.refitting import STEP


class Thought(NamedTuple):
    """An order with its worth in victory points. `chance`: that an attack opens the hex. `post`: the hex of the line
    for which a unit marches.
    """

    order: Order
    value: float = 0.0
    chance: float = 0.0
    post: int = -1


def reason_for(seen: Picture, thought: Thought) -> Reason:
    """The reason for an order."""
    return Reason(_sentence(seen, thought), round(thought.value, 2))


def _sentence(seen: Picture, thought: Thought) -> Text:
    order = thought.order
    match order:
        case od.Call() | od.Declare():
            return _challenge(seen, order, thought.chance)
        case od.March() if thought.post >= 0:
            return _of_unit(seen, N_("March with {unit:the} to hold the line at {hex:the}"), order.unit, thought.post)
        case od.March():
            words = N_("March to {hex:the} with {unit:the}: more is to be held or won there")
            return _of_unit(seen, words, order.unit, order.path[-1])
        case od.Enter():
            return _of_unit(seen, N_("Bring in {unit:the} at {hex:the}"), order.unit, order.hex)
        case od.Leave():
            return _of_unit(seen, N_("Leave the map with {unit:the}: it scores in every phase from now on"), order.unit)
        case od.Reserve():
            return _of_unit(
                seen, N_("Keep {unit:the} in reserve: it may be needed after the enemy's attacks"), order.unit
            )
        case od.Refit():
            words = N_("Rebuild {unit:the} by a step") if order.how == STEP else N_("Fit {unit:the} with hedge cutters")
            return _of_unit(seen, words, order.unit)
        case od.OfferAir():
            return _of_hex(seen, N_("Support the attack on {hex:the} from the air"), order.target)
        case od.Fight():
            return _of_hex(seen, N_("Open {hex:the} and attack"), order.target)
        case od.Bomb():
            return _of_hex(seen, N_("Bomb {hex:the}: most is expected there"), order.hex)
    return _at_the_table(seen, order)


def _challenge(seen: Picture, order: od.Call | od.Declare, opened: float) -> Text:
    values: dict[str, Argument] = {
        "hex": hex_noun(seen.state, order.hex),
        "unit": unit_noun(seen.state, order.unit),
        "vacant": chance(1.0 - float(seen.guess.occupied[order.hex])),
        "opened": chance(opened),
    }
    if isinstance(order, od.Declare):
        return Text("Join the attack on {hex:the} with {unit:the}: {opened} chance of opening it", values)
    if order.attack:
        words = N_("Call {hex:the} and attack: {vacant} chance that it is vacant, else {opened} chance of opening it")
        return Text(words, values)
    return Text("Call {hex:the}: {vacant} chance that it is vacant", values)


def _of_unit(seen: Picture, words: str, unit: int, hex_: int = -1) -> Text:
    values: dict[str, Argument] = {"unit": unit_noun(seen.state, unit)}
    return Text(words, values | ({"hex": hex_noun(seen.state, hex_)} if hex_ >= 0 else {}))


def _of_hex(seen: Picture, words: str, hex_: int) -> Text:
    return Text(words, {"hex": hex_noun(seen.state, hex_)})


def _at_the_table(seen: Picture, order: Order) -> Text:
    match order:
        case od.Form():
            return Text("Form the forces that hit hardest")
        case od.Press():
            if order.called_off:
                return Text("Call units off: the attack costs more than it can bring")
            return Text("Restrain the attack: its losses weigh more") if order.restrained else Text("Press the attack")
        case od.Yield():
            if order.gives_ground:
                return Text("Give ground: the steps are worth more than the hex")
            return Text("Stand: the hex is worth more than the steps")
        case od.Retreat():
            return Text("Go back to where the units are of most use")
        case od.Advance():
            return Text("Enter the hex") if order.units else Text("Stay: the ground behind would be left empty")
        case od.Repair():
            return Text("Repair the port: supply comes through it")
    return Text("Stop: nothing more to gain")
