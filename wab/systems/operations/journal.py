"""The journal in words: one sentence an event, for the window, the command line and after-action reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from wab.engine.events import Event, Rolled
from wab.engine.text import MONTHS, N_, Text
from wab.systems.operations import events as ev
from wab.systems.operations.air import STREAM as AIR
from wab.systems.operations.losses import STREAM as LOSSES
from wab.systems.operations.naval import STREAM as NAVAL
from wab.systems.operations.state import State

SIDE_NAMES = {"allied": N_("The Allies"), "axis": N_("The Axis")}
WEATHER_NAMES = {"sunny": N_("sunny"), "overcast": N_("overcast"), "rain": N_("rain"), "storm": N_("storm")}
LEVEL_NAMES = {
    "draw": N_("draw"),
    "marginal": N_("marginal victory"),
    "tactical": N_("tactical victory"),
    "decisive": N_("decisive victory"),
}
_GRADES = {
    "elite": N_("{units}: elite from now on."),
    "veteran": N_("{units}: veterans from now on."),
    "experienced": N_("{units}: experienced from now on."),
    "conscript": N_("{units}: no better than conscripts from now on."),
}
_CAUSES = {
    "combat": N_("combat"),
    "bombardment": N_("bombardment"),
    "retreat": N_("retreat"),
    "attrition": N_("attrition"),
}
_FATES = {
    "destroyed": N_("{unit} is destroyed."),
    "surrendered": N_("{unit} cannot retreat and surrenders."),
    "exhausted": N_("{unit} is exhausted and surrenders."),
    "captured": N_("{unit} is captured."),
    "withdrawn": N_("{unit} is withdrawn."),
}
_ENDS = {
    "points": N_("The battle is decided on points."),
    "immediate": N_("The places that decide the battle are occupied."),
    "destruction": N_("One side has no unit left."),
}


def describe(state: State, event: Event) -> Text | None:
    """An event as a sentence, with names as far as `state` holds them; None for what is not worth a line.

    `state` is the battle, or one side's knowledge of it, at or after the event.
    """
    tell = _TELLERS.get(type(event))
    return tell(state, event) if tell is not None else None


# ------------------------------------------------------------------------------------------------- names


def place(state: State, hex_: int) -> str:
    """A hex as people call it: its label, with the name of the place in it where there is one."""
    name = state.board.map.name(hex_)
    label = state.board.grid.label(hex_)
    return f"{name} ({label})" if name else label


def unit_name(state: State, unit: int) -> str | Text:
    """The name of a unit; contacts, and units that have passed out of knowledge, have none."""
    profile = state.roster.get(unit) or state.board.squadrons.get(unit)
    return profile.name if profile is not None and profile.name else Text("unidentified unit")


def _units(state: State, units: Iterable[int]) -> str | Text:
    return listed([unit_name(state, unit) for unit in units])


def listed(names: list[str | Text]) -> str | Text:
    """Names in a row."""
    if not names:
        return Text("nobody")
    first, *rest = names
    for name in rest:
        first = Text("{first}, {next}", {"first": first, "next": name})
    return first


def side_name(side: str) -> Text:
    """A side as the journal calls it."""
    return Text(SIDE_NAMES.get(side, side))


def date_in_words(iso: str) -> Text:
    """A date as people write it: "10 June 1944", "1er juillet 1944". ValueError for what is no date."""
    when = date.fromisoformat(iso)
    # Translators: the first day of a month, in a date such as "1 July 1944"
    day: str | Text = Text("1") if when.day == 1 else str(when.day)
    month = Text(MONTHS[when.month - 1])
    return Text("{day} {month} {year}", {"day": day, "month": month, "year": str(when.year)})


# ------------------------------------------------------------------------------------------------- the turn


def _turn_began(state: State, event: ev.TurnBegan) -> Text:
    dates = state.board.scenario.dates
    day = date_in_words(dates[event.turn - 1]) if event.turn <= len(dates) else ""
    weather = Text(WEATHER_NAMES.get(event.weather, event.weather))
    return Text("Turn {turn}, {date}. Weather: {weather}.", {"turn": event.turn, "date": day, "weather": weather})


def _quality_changed(state: State, event: ev.QualityChanged) -> Text | None:
    """Of those who are left (OPS-3.2-2)."""
    left = [unit for unit in event.units if unit not in state.removed]
    if not left:
        return None
    return Text(_GRADES[event.quality], {"units": _units(state, left)})


def _impulse_began(state: State, event: ev.ImpulseBegan) -> Text:
    args: dict[str, Any] = {
        "side": side_name(event.side),
        "points": event.activation_points,
        "cut": len(event.unsupplied),
    }
    if event.unsupplied:
        return Text("{side} to act with {points} activation points; units without supply: {cut}.", args)
    return Text("{side} to act with {points} activation points.", args)


def _impulse_ended(state: State, event: ev.ImpulseEnded) -> Text | None:
    if not event.control:
        return None
    args: dict[str, Any] = {"side": side_name(event.side), "hexes": len(event.control)}
    return Text("{side} end the impulse; hexes won by zones of control: {hexes}.", args)


def _arrived(state: State, event: ev.Arrived) -> Text:
    return Text("{unit} arrives at {place}.", {"unit": unit_name(state, event.unit), "place": place(state, event.hex)})


def _supply_judged(state: State, event: ev.SupplyJudged) -> Text | None:
    if not event.unsupplied:
        return None
    return Text("Without supply at the end of the turn: {units}.", {"units": _units(state, event.unsupplied)})


def _scored(state: State, event: ev.Scored) -> Text:
    args: dict[str, Any] = {"side": side_name(event.side), "points": event.points}
    if event.objective >= 0:
        args["objective"] = Text.of_data(state.board.objectives[event.objective].names)
        if event.source == "end":
            return Text("{side} score {points} points for holding {objective} at the end.", args)
        return Text("{side} score {points} points for {objective}.", args)
    if event.source == "handicap":
        return Text("{side} score {points} points of handicap.", args)
    return Text("{side} score {points} points.", args)


def _game_ended(state: State, event: ev.GameEnded) -> Text:
    args: dict[str, Any] = {
        "reason": Text(_ENDS.get(event.reason, event.reason)),
        "allied": event.points.get("allied", 0),
        "axis": event.points.get("axis", 0),
    }
    if event.winner is None:
        return Text("{reason} It is a draw: Allies {allied} points, Axis {axis} points.", args)
    args |= {"winner": side_name(event.winner), "level": Text(LEVEL_NAMES.get(event.level, event.level))}
    return Text("{reason} {winner} win, {level}: Allies {allied} points, Axis {axis} points.", args)


# ------------------------------------------------------------------------------------------------- moves and sight


def _moved(state: State, event: ev.Moved) -> Text:
    args: dict[str, Any] = {
        "units": _units(state, event.units),
        "origin": place(state, event.path[0]),
        "goal": place(state, event.path[-1]),
    }
    if event.stopped is not None:
        args["why"] = event.stopped
        return Text("{units}: from {origin} to {goal}, stopped there. {why}", args)
    if event.strategic:
        return Text("{units}: strategic movement from {origin} to {goal}.", args)
    return Text("{units}: from {origin} to {goal}.", args)


def _sighted(state: State, event: ev.Sighted) -> Text:
    if not event.units:  # glimpsed on the way and out of sight again: a view has no counter for them
        return Text("{side} catch sight of enemies on the way.", {"side": side_name(event.side)})
    return Text("{side} sight {units}.", {"side": side_name(event.side), "units": _units(state, event.units)})


# ------------------------------------------------------------------------------------------------- combat


def _rolled(state: State, event: Rolled) -> Text | None:
    """The dice, apart from those whose result follows in words: who of a stack loses an HP, who is at hand."""
    if event.stream == LOSSES or event.stream.startswith((AIR, NAVAL)):
        return None
    results = ", ".join(str(result) for result in event.results)
    return Text("Dice ({purpose}): {results}.", {"purpose": event.purpose, "results": results})


def _air_readied(state: State, event: ev.AirReadied) -> Text:
    """Who comes and who leaves this turn (OPS-8.3.1-2), then who can fly."""
    told = _who_can_fly(state, event)
    profiles = [(squadron.id, state.board.squadrons[squadron.id]) for squadron in event.squadrons]
    if left := [id_ for id_, air in profiles if air.to_turn == state.turn - 1]:
        told = Text("Air units withdrawn: {units}. {more}", {"units": _units(state, left), "more": told})
    if come := [id_ for id_, air in profiles if air.from_turn == state.turn > 1]:
        told = Text("Air units arrive: {units}. {more}", {"units": _units(state, come), "more": told})
    return told


def _who_can_fly(state: State, event: ev.AirReadied) -> Text:
    ready = [squadron.id for squadron in event.squadrons if squadron.status == "ready"]
    if not ready:
        return Text("No aircraft can fly this turn.")
    return Text("Aircraft that can fly this turn: {units}.", {"units": _units(state, ready)})


def _fleet_readied(state: State, event: ev.FleetReadied) -> Text | None:
    if not event.missing:
        return None
    return Text("Ships not at hand this turn: {units}.", {"units": _units(state, event.missing)})


def _squadron_flew(state: State, event: ev.SquadronFlew) -> Text:
    args: dict[str, Any] = {
        "unit": unit_name(state, event.squadron),
        "target": place(state, event.target),
        "total": event.total,
        "points": event.points,
        "hp": event.hp,
    }
    if not event.roll:
        return Text("{unit} flies against {target}: {points} points.", args)
    if not event.aborted:
        return Text("{unit} flies against {target} through anti-aircraft fire (total {total}): {points} points.", args)
    if not event.hp:
        return Text("{unit} is driven off over {target} by anti-aircraft fire (total {total}).", args)
    return Text("{unit} is driven off over {target} by anti-aircraft fire (total {total}) and loses {hp} HP.", args)


def _combat_joined(state: State, event: ev.CombatJoined) -> Text:
    args: dict[str, Any] = {
        "attackers": _units(state, event.attackers),
        "target": place(state, event.target),
        "ratio": event.ratio,
        "final": event.final_ratio,
    }
    if event.supports:
        args["supports"] = _units(state, event.supports)
        return Text(
            "{attackers}: attack on {target}, supported by {supports}; ratio {ratio}, shifted to {final}.", args
        )
    return Text("{attackers}: attack on {target}; ratio {ratio}, shifted to {final}.", args)


def _combat_resolved(state: State, event: ev.CombatResolved) -> Text:
    args: dict[str, Any] = {
        "roll": event.roll,
        "ratio": event.ratio,
        "attacker": event.attacker_hp,
        "defender": event.defender_hp,
    }
    if event.retreat:
        return Text(
            "Total {roll} at {ratio}: the attacker loses {attacker} HP, the defender {defender} HP and retreats.", args
        )
    return Text("Total {roll} at {ratio}: the attacker loses {attacker} HP, the defender {defender} HP.", args)


def _bombarded(state: State, event: ev.Bombarded) -> Text:
    args: dict[str, Any] = {
        "units": _units(state, event.units),
        "target": place(state, event.target),
        "points": event.points,
        "roll": event.roll,
        "hp": event.hp,
    }
    return Text("{units}: bombardment of {target} with {points} points; total {roll}, {hp} HP lost.", args)


def _lost_hp(state: State, event: ev.LostHp) -> Text:
    cause = Text(_CAUSES.get(event.cause, event.cause))
    args: dict[str, Any] = {"unit": unit_name(state, event.unit), "hp": event.hp, "cause": cause}
    return Text("{unit} loses {hp} HP ({cause}).", args)


def _retreated(state: State, event: ev.Retreated) -> Text:
    return Text("{unit} retreats to {place}.", {"unit": unit_name(state, event.unit), "place": place(state, event.hex)})


def _removed(state: State, event: ev.Removed) -> Text:
    return Text(_FATES.get(event.cause, _FATES["destroyed"]), {"unit": unit_name(state, event.unit)})


def _advanced(state: State, event: ev.Advanced) -> Text:
    target = place(state, event.target)
    if not event.units:
        return Text("Nobody advances into {target}.", {"target": target})
    return Text("{units}: advance into {target}.", {"units": _units(state, event.units), "target": target})


def _reconstituted(state: State, event: ev.Reconstituted) -> Text:
    return Text("{unit} regains {hp} HP.", {"unit": unit_name(state, event.unit), "hp": event.hp})


_TELLERS: dict[type[Event], Callable[[State, Any], Text | None]] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.QualityChanged: _quality_changed,
    ev.ImpulseBegan: _impulse_began,
    ev.ImpulseEnded: _impulse_ended,
    ev.Arrived: _arrived,
    ev.Moved: _moved,
    ev.Sighted: _sighted,
    ev.AirReadied: _air_readied,
    ev.FleetReadied: _fleet_readied,
    ev.SquadronFlew: _squadron_flew,
    ev.CombatJoined: _combat_joined,
    ev.CombatResolved: _combat_resolved,
    ev.Bombarded: _bombarded,
    ev.LostHp: _lost_hp,
    ev.Retreated: _retreated,
    ev.Removed: _removed,
    ev.Advanced: _advanced,
    ev.Reconstituted: _reconstituted,
    ev.Scored: _scored,
    ev.SupplyJudged: _supply_judged,
    ev.GameEnded: _game_ended,
}
"""What is left out (activation, fatigue, intrusion, an advance on offer) shows in the units and in what follows."""
