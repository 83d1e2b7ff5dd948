"""The reason for an order, in a sentence with its numbers. Chances leave out events that may come before."""

from __future__ import annotations

from ai.omaha.assault import Blow
from ai.omaha.moves import Step
from ai.omaha.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_, Argument, Text, chance
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.names import hex_noun, sector_noun, unit_noun, units_nouns

Option = Blow | Step


def reason_for(seen: Picture, order: Order, option: Option | None) -> Reason:
    """The reason for an order; `option` holds the numbers behind it."""
    return Reason(sentence(seen, order, option), round(option.gain, 2) if option else 0.0)


def sentence(seen: Picture, order: Order, option: Option | None) -> Text:
    """The words of a reason."""
    match order:
        case od.Attack() if isinstance(option, Blow):
            return _attack(seen, order, option)
        case od.Barrage() | od.NavalBarrage() if isinstance(option, Blow):
            return _barrage(seen, order, option)
        case od.Move():
            return _move(seen, order, option.risk if isinstance(option, Step) else 0.0)
        case od.Climb() | od.Recover() | od.LeaveMap() | od.MakePost() | od.ExtendPost() | od.Delay():
            return Text(_OF_UNIT[type(order)], {"unit": unit_noun(seen.state, order.unit)})
        case od.PlaceInBox():
            words = N_("Place {unit:the} in box {box}: least is to be feared there")
            return Text(words, {"unit": unit_noun(seen.state, order.unit), "box": order.box})
        case od.Clear() | od.PlaceBase() | od.ExtendBase() | od.Garrison():
            return Text(_OF_HEX[type(order)], {"hex": hex_noun(seen.state, order.hex)})
        case od.BeginSector():
            return Text("Begin with {sector:the}", {"sector": sector_noun(order.sector)})
        case od.Choose():
            return Text("Give the answer that costs least")
    return Text("Stop: nothing more to gain")


_OF_UNIT: dict[type[Order], str] = {
    od.Climb: N_("{unit:The} begins to climb: a cliff costs no action"),
    od.Recover: N_("Take the marker off {unit:the}"),
    od.LeaveMap: N_("Leave the map with {unit:the}: its steps score"),
    od.MakePost: N_("Turn {unit:the} into a command post: its range can grow"),
    od.ExtendPost: N_("Extend the range of {unit:the}"),
    od.Delay: N_("Put {unit:the} off: the beach costs more than it brings"),
}
"""Reasons that name a unit."""
_OF_HEX: dict[type[Order], str] = {
    od.Clear: N_("Clear the obstacles in {hex:the}: most land there"),
    od.PlaceBase: N_("Place an engineer base in {hex:the}: a draw is near"),
    od.ExtendBase: N_("Extend the range of the engineer base in {hex:the}"),
    od.Garrison: N_("Put a garrison on {hex:the}: it counts without a company"),
}
"""Reasons that name a hex."""


def _attack(seen: Picture, order: od.Attack, blow: Blow) -> Text:
    values: dict[str, Argument] = {
        "hex": hex_noun(seen.state, order.target),
        "units": units_nouns(seen.state, order.units),
        "falls": chance(blow.falls),
        "fails": chance(blow.fails),
    }
    if order.naval:
        words = N_("Attack {hex:the} with {units:the} and naval fire: {falls} to take it, {fails} to be thrown back")
        return Text(words, values)
    return Text(N_("Attack {hex:the} with {units:the}: {falls} to take it, {fails} to be thrown back"), values)


def _barrage(seen: Picture, order: od.Barrage | od.NavalBarrage, blow: Blow) -> Text:
    values: dict[str, Argument] = {"hex": hex_noun(seen.state, order.target), "shakes": chance(blow.shakes)}
    if isinstance(order, od.NavalBarrage):
        return Text(N_("The ships shell {hex:the}: it fires no more for now"), values)
    values["unit"] = unit_noun(seen.state, order.unit)
    return Text(N_("{unit:The} shells {hex:the}: {shakes} to silence it"), values)


def _move(seen: Picture, order: od.Move, risk: float) -> Text:
    values: dict[str, Argument] = {
        "units": units_nouns(seen.state, order.units),
        "hex": hex_noun(seen.state, order.path[-1]),
    }
    if seen.profile(order.units[0]).leader:
        return Text(N_("{units:The} {units:|goes|go} to {hex}: most troops are led from there"), values)
    values["risk"] = chance(risk)
    return Text(N_("{units:The} {units:|goes|go} to {hex}: {risk} to lose a step there in the next fire"), values)
