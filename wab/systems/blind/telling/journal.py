"""Events as sentences for people, by what a position knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Argument, Text, counted
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.names import (
    ACCOUNT_NAMES,
    EDGE_NAMES,
    LEVEL_NAMES,
    PHASE_NAMES,
    hex_noun,
    side_noun,
    unit_noun,
    units_nouns,
)
from wab.systems.blind.state.state import State


def told(state: State, event: Event) -> Text | None:
    """An event as a sentence; None for one that is not worth a line."""
    tell = _SENTENCES.get(type(event))
    return tell(state, event) if tell else None


def _turn(state: State, event: ev.TurnBegan) -> Text:
    row = state.board.row(event.turn)
    return Text(N_("Turn {turn}: {first} to {last}."), {"turn": event.turn, "first": row.first, "last": row.last})


def _phase(state: State, event: ev.PhaseBegan) -> Text:
    return Text(N_("{phase}."), {"phase": Text(PHASE_NAMES[event.phase])})


def _over(state: State, event: ev.GameOver) -> Text:
    words: dict[str, Argument] = {
        "level": Text(LEVEL_NAMES[event.outcome.level]),
        "points": int(event.outcome.points["allied"]),
    }
    return Text(N_("The game is over: {level}, with {points} victory points."), words)


def _unit_at(message: str) -> Callable[[State, Any], Text]:
    """A sentence with a unit and a hex."""

    def tell(state: State, event: Any) -> Text:
        return Text(message, {"unit": unit_noun(state, event.unit), "hex": hex_noun(state, event.hex)})

    return tell


def _of_unit(message: str) -> Callable[[State, Any], Text]:
    """A sentence with a unit."""

    def tell(state: State, event: Any) -> Text:
        return Text(message, {"unit": unit_noun(state, event.unit)})

    return tell


def _port(state: State, event: ev.PortWorked) -> Text:
    message = N_("The port of Cherbourg is demolished further: {n} of {most}.")
    if event.points < 0:
        message = N_("The port of Cherbourg is repaired by a step: {n} of {most} are left.")
    return Text(message, {"n": state.now.port, "most": state.board.tables.limits.demolition})


def _standing(state: State, event: ev.StandingGiven) -> Text:
    if event.demolish:
        return Text(N_("The demolition of the port goes on."))
    return Text(N_("The demolition of the port stops."))


def _interdicted(state: State, event: ev.Interdicted) -> Text:
    return Text(N_("An air unit interdicts {hex:the}."), {"hex": hex_noun(state, event.hex)})


def _ships(state: State, event: ev.ShipsPicked) -> Text:
    return counted("{n} naval unit serves this turn.", "{n} naval units serve this turn.", len(event.ships))


def _received(state: State, event: ev.Received) -> Text:
    words: dict[str, Argument] = {"account": Text(ACCOUNT_NAMES[event.account]), "supply": event.supply, "rp": event.rp}
    return Text(N_("{account}: {supply} of attack supply and {rp} of replacements arrive."), words)


def _upkeep(state: State, event: ev.Upkeep) -> Text:
    paid = sum(event.paid.values())
    return counted(
        "{n} point of supply goes to units off the map.", "{n} points of supply go to units off the map.", paid
    )


def _air_bound(state: State, event: ev.AirBound) -> Text:
    return counted("{n} air unit covers units off the map.", "{n} air units cover units off the map.", event.units)


def _boundary(state: State, event: ev.BoundaryDrawn) -> Text:
    return Text(N_("A boundary is drawn between the army groups."))


def _marched(state: State, event: ev.Marched) -> Text:
    words: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "hex": hex_noun(state, event.path[-1])}
    return Text(N_("{unit:The} {unit:|marches|march} to {hex:the}."), words)


def _called(state: State, event: ev.Called) -> Text:
    message = N_("{hex:The} is called: vacant.")
    if event.occupied:
        message = N_("{hex:The} is called: occupied. It was only a look.")
    if event.attack:
        message = N_("{hex:The} is called: occupied. An attack is announced.")
    return Text(message, {"hex": hex_noun(state, event.hex)})


def _declared(state: State, event: ev.Declared) -> Text:
    return Text(N_("Another unit joins the attack on {hex:the}."), {"hex": hex_noun(state, event.hex)})


def _left(state: State, event: ev.Left) -> Text:
    words: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "edge": Text(EDGE_NAMES[event.edge])}
    return Text(N_("{unit:The} {unit:|leaves|leave} the map by {edge}."), words)


def _diverted(state: State, event: ev.Diverted) -> Text:
    words: dict[str, Argument] = {"units": units_nouns(state, event.units), "edge": Text(EDGE_NAMES[event.edge])}
    return Text(N_("{units:The} {units:|is|are} diverted to {edge}."), words)


def _refitted(state: State, event: ev.Refitted) -> Text:
    message = {
        "step": N_("{unit:The} {unit:|is|are} rebuilt by a step."),
        "cutters": N_("{unit:The} {unit:|is|are} fitted with hedge cutters."),
        "disband": N_("{unit:The} {unit:|is|are} broken up."),
    }[event.how]
    return Text(message, {"unit": unit_noun(state, event.unit)})


def _air(state: State, event: ev.AirOffered) -> Text:
    message = N_("An air unit will support the attack on {hex:the}.")
    if not event.promised:
        message = N_("No air unit will support the attack on {hex:the}.")
    return Text(message, {"hex": hex_noun(state, event.target)})


def _table(state: State, event: ev.TableOpened) -> Text:
    words: dict[str, Argument] = {
        "hex": hex_noun(state, event.target),
        "attackers": units_nouns(state, (one.unit for one in event.attackers)),
        "defenders": units_nouns(state, (one.unit for one in event.defenders)),
    }
    if event.bombs:
        message = N_("Bombs fall on {hex:the}, where {defenders:the} {defenders:|stands|stand}.")
        return Text(message if event.defenders else N_("Bombs fall on {hex:the}, which is empty."), words)
    message = N_(
        "{attackers:The} {attackers:|attacks|attack} {hex:the}, where {defenders:the} {defenders:|stands|stand}."
    )
    return Text(
        message if event.defenders else N_("{attackers:The} {attackers:|attacks|attack} {hex:the}, which is empty."),
        words,
    )


def _forces(state: State, event: ev.ForcesFormed) -> Text | None:
    return None if event.forces else Text(N_("No unit fires in defence."))


def _fired(state: State, event: ev.Fired) -> Text:
    fire = event.fire
    words: dict[str, Argument] = {
        "side": side_noun(fire.side),
        "power": fire.power,
        "line": f"{fire.line:+d}",
        "die": fire.die,
    }
    steps = counted("{n} step", "{n} steps", fire.steps)
    message = N_("{side:The} {side:|fires|fire} with {power} on line {line}, die {die}: {steps}.")
    return Text(message, {**words, "steps": steps})


def _pressed(state: State, event: ev.Pressed) -> Text | None:
    off = units_nouns(state, event.called_off)
    if event.restrained and event.called_off:
        return Text(N_("The attack is restrained; {units:the} {units:|is|are} called off."), {"units": off})
    if event.called_off:
        return Text(N_("{units:The} {units:|is|are} called off."), {"units": off})
    return Text(N_("The attack is restrained.")) if event.restrained else None


def _lost(state: State, event: ev.StepsLost) -> Text:
    steps = counted("{n} step", "{n} steps", sum(steps for _, steps in event.losses))
    units = units_nouns(state, (unit for unit, _ in event.losses))
    return Text(N_("{units:The} {units:|loses|lose} {steps}."), {"units": units, "steps": steps})


def _yielded(state: State, event: ev.Yielded) -> Text:
    return Text(N_("The defender gives ground.")) if event.gives_ground else Text(N_("The defender stands."))


def _retreated(state: State, event: ev.Retreated) -> Text | None:
    if not event.to:
        return None
    return Text(N_("{units:The} {units:|goes|go} back."), {"units": units_nouns(state, (unit for unit, _ in event.to))})


def _advanced(state: State, event: ev.Advanced) -> Text:
    return Text(N_("{hex:The} is entered."), {"hex": hex_noun(state, event.hex)})


def _scored(state: State, event: ev.Scored) -> Text:
    words: dict[str, Argument] = {
        "edge": Text(EDGE_NAMES[event.source]),
        "points": counted("{n} point", "{n} points", event.points),
    }
    return Text(N_("Units beyond {edge}: {points}."), words)


_SENTENCES: dict[type[Event], Callable[[State, Any], Text | None]] = {
    ev.TurnBegan: _turn,
    ev.PhaseBegan: _phase,
    ev.Placed: _unit_at(N_("{unit:The} {unit:|begins|begin} in {hex:the}.")),
    ev.GameOver: _over,
    ev.PortWorked: _port,
    ev.StandingGiven: _standing,
    ev.Interdicted: _interdicted,
    ev.ShipsPicked: _ships,
    ev.Received: _received,
    ev.Upkeep: _upkeep,
    ev.AirBound: _air_bound,
    ev.BoundaryDrawn: _boundary,
    ev.Arrived: _unit_at(N_("{unit:The} {unit:|comes|come} in at {hex:the}.")),
    ev.Marched: _marched,
    ev.Called: _called,
    ev.Declared: _declared,
    ev.Left: _left,
    ev.Diverted: _diverted,
    ev.Withdrawn: _of_unit(N_("{unit:The} {unit:|goes|go} back to England.")),
    ev.Refitted: _refitted,
    ev.Reserved: _of_unit(N_("{unit:The} {unit:|goes|go} into reserve.")),
    ev.AirOffered: _air,
    ev.TableOpened: _table,
    ev.ForcesFormed: _forces,
    ev.Fired: _fired,
    ev.Pressed: _pressed,
    ev.StepsLost: _lost,
    ev.Yielded: _yielded,
    ev.Retreated: _retreated,
    ev.Advanced: _advanced,
    ev.Scored: _scored,
}
