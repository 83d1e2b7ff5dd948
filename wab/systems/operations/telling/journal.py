"""The journal in words: one sentence an event, for the window, the command line and after-action reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import MONTHS, N_, Argument, Text, counted, listed
from wab.systems.operations.combat.air import STREAM as AIR
from wab.systems.operations.combat.naval import STREAM as NAVAL
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.names import UNIDENTIFIED, full_place_noun, side_noun, unit_noun
from wab.systems.operations.state.state import State
from wab.systems.operations.units.losses import STREAM as LOSSES

SIDE_NAMES = {"allied": N_("The Allies"), "axis": N_("The Axis")}
WEATHER_NAMES = {"sunny": N_("sunny"), "overcast": N_("overcast"), "rain": N_("rain"), "storm": N_("storm")}
LEVEL_NAMES = {
    "draw": N_("draw"),
    "marginal": N_("marginal victory"),
    "tactical": N_("tactical victory"),
    "decisive": N_("decisive victory"),
}
_GRADES = {
    "elite": N_("{units:The} {units:|is|are} elite from now on."),
    "veteran": N_("{units:The} {units:|is|are} veteran from now on."),
    "experienced": N_("{units:The} {units:|is|are} experienced from now on."),
    "conscript": N_("{units:The} {units:|is|are} down to conscript quality from now on."),
}
_CAUSES = {
    "combat": N_("{unit:The} {unit:|loses|lose} {hp} in combat."),
    "bombardment": N_("{unit:The} {unit:|loses|lose} {hp} to bombardment."),
    "retreat": N_("{unit:The} {unit:|loses|lose} {hp} in the retreat."),
    "attrition": N_("{unit:The} {unit:|loses|lose} {hp} to attrition."),
}
_FATES = {
    "destroyed": N_("{unit:The} {unit:|is|are} destroyed."),
    "surrendered": N_("{unit:The} cannot retreat and {unit:|surrenders|surrender}."),
    "exhausted": N_("{unit:The} {unit:|is|are} exhausted and {unit:|surrenders|surrender}."),
    "captured": N_("{unit:The} {unit:|is|are} captured."),
    "withdrawn": N_("{unit:The} {unit:|leaves|leave} the battle."),
}
_ENDS = {
    "points": N_("The battle is decided on points."),
    "immediate": N_("The places that decide the battle are occupied."),
    "destruction": N_("One side has no unit left."),
}
_VICTORIES = {
    "marginal": N_("Marginal victory for {winner:the}, {most} points to {least}."),
    "tactical": N_("Tactical victory for {winner:the}, {most} points to {least}."),
    "decisive": N_("Decisive victory for {winner:the}, {most} points to {least}."),
}


def describe(state: State, event: Event) -> Text | None:
    """An event as a sentence, with names as far as `state` holds them; None for what is not worth a line.

    `state` is the battle, or one side's knowledge of it, at or after the event.
    """
    tell = _TELLERS.get(type(event))
    return tell(state, event) if tell is not None else None


# ------------------------------------------------------------------------------------------------- names


def place(state: State, hex_: int) -> Text:
    """A hex as people call it: the place in it with its label, or its label alone."""
    return full_place_noun(state.board, hex_)


def unit_name(state: State, unit: int) -> Text:
    """The name of a unit; contacts, and units that have passed out of knowledge, have none."""
    return unit_noun(state, unit)


def _units(state: State, units: Iterable[int]) -> str | Text:
    return listed(_together([unit_noun(state, unit) for unit in units]), whole=True)


def _together(names: list[Text]) -> list[Text]:
    """Names; units that no side has identified are given once, as a number."""
    unknown = sum(name == UNIDENTIFIED for name in names)
    if unknown < 2:
        return names
    some = counted("{n} unidentified unit", "{n} unidentified units", unknown)
    return [name for name in names if name != UNIDENTIFIED] + [some]


def side_name(side: str) -> Text:
    """A side with its article, as it stands alone: "The Axis"."""
    return Text(SIDE_NAMES.get(side, side))


def date_in_words(iso: str) -> Text:
    """A date as people write it: "10 June 1944", "1er juillet 1944". ValueError for what is no date."""
    when = date.fromisoformat(iso)
    # Translators: the first day of a month, in a date such as "1 July 1944"
    day: str | Text = Text("1") if when.day == 1 else str(when.day)
    month = Text(MONTHS[when.month - 1])
    return Text("{day} {month} {year}", {"day": day, "month": month, "year": str(when.year)})


def _hp(count: int) -> Text:
    return counted("{n} HP", "{n} HP", count)


def _points(count: int) -> Text:
    return counted("{n} point", "{n} points", count)


# ------------------------------------------------------------------------------------------------- the turn


def _turn_began(state: State, event: ev.TurnBegan) -> Text:
    dates = state.board.dates
    weather = Text(WEATHER_NAMES.get(event.weather, event.weather))
    if event.turn > len(dates):
        return Text("Turn {turn}. Weather: {weather}.", {"turn": event.turn, "weather": weather})
    day = date_in_words(dates[event.turn - 1])
    return Text("Turn {turn}, {date}. Weather: {weather}.", {"turn": event.turn, "date": day, "weather": weather})


def _quality_changed(state: State, event: ev.QualityChanged) -> Text | None:
    """Tell a change of quality of the units that are left (OPS-3.2-2)."""
    left = [unit for unit in event.units if unit not in state.removed]
    if not left:
        return None
    return Text(_GRADES[event.quality], {"units": _units(state, left)})


def _impulse_began(state: State, event: ev.ImpulseBegan) -> Text:
    points = counted("{n} activation point", "{n} activation points", event.activation_points)
    args: dict[str, Argument] = {"side": side_noun(event.side), "points": points}
    if event.unsupplied:
        args["units"] = counted("{n} unit", "{n} units", len(event.unsupplied))
        return Text("{side:The} {side:|moves|move}: {points}, {units} out of supply.", args)
    return Text("{side:The} {side:|moves|move}: {points}.", args)


def _impulse_ended(state: State, event: ev.ImpulseEnded) -> Text | None:
    if not event.control:
        return None
    hexes = counted("{n} hex", "{n} hexes", len(event.control))
    args: dict[str, Argument] = {"side": side_noun(event.side), "hexes": hexes}
    return Text("{side:The} {side:|ends|end} the impulse and {side:|wins|win} {hexes} by zones of control.", args)


def _arrived(state: State, event: ev.Arrived) -> Text:
    args: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "place": place(state, event.hex)}
    return Text("{unit:The} {unit:|arrives|arrive} at {place:the}.", args)


def _supply_judged(state: State, event: ev.SupplyJudged) -> Text | None:
    if not event.unsupplied:
        return None
    return Text("Out of supply at the end of the turn: {units}.", {"units": _units(state, event.unsupplied)})


def _scored(state: State, event: ev.Scored) -> Text:
    args: dict[str, Argument] = {"side": side_noun(event.side), "points": _points(event.points)}
    if event.objective >= 0:
        args["objective"] = state.board.objectives[event.objective].noun
        if event.source == "end":
            return Text("{side:The} {side:|scores|score} {points} for holding {objective:the} at the end.", args)
        return Text("{side:The} {side:|scores|score} {points} for {objective:the}.", args)
    if event.source == "handicap":
        return Text("{side:The} {side:|scores|score} {points} of handicap.", args)
    return Text("{side:The} {side:|scores|score} {points}.", args)


def _game_ended(state: State, event: ev.GameEnded) -> Text:
    """Return why the battle is over, and which side won by how much; if points do not decide, the points of
    both sides.
    """
    totals = {side: event.points.get(side, 0) for side in ("allied", "axis")}
    reason = Text(_ENDS.get(event.reason, event.reason))
    if event.winner is None:
        draw = Text("It is a draw, {allied} points to {axis}.", dict(totals))
        return Text("{reason} {result}", {"reason": reason, "result": draw})
    mine, theirs = totals[event.winner], sum(totals.values()) - totals[event.winner]
    args: dict[str, Argument] = {"winner": side_noun(event.winner), "most": mine, "least": theirs}
    result = Text(_VICTORIES.get(event.level, _VICTORIES["marginal"]), args)
    return Text("{reason} {result}", {"reason": reason, "result": result})


# ------------------------------------------------------------------------------------------------- moves and sight


def _moved(state: State, event: ev.Moved) -> Text:
    args: dict[str, Argument] = {
        "units": _units(state, event.units),
        "origin": place(state, event.path[0]),
        "goal": place(state, event.path[-1]),
    }
    if len(event.path) == 1:  # of its way no other hex was in sight
        return Text("{units:The} {units:|passes|pass} {goal:the}.", args)
    if event.stopped is not None:
        args["why"] = event.stopped
        return Text("{units:The} {units:|goes|go} from {origin:the} to {goal:the} and {units:|stops|stop}. {why}", args)
    if event.strategic:
        return Text("{units:The} {units:|moves|move} by strategic movement from {origin:the} to {goal:the}.", args)
    return Text("{units:The} {units:|moves|move} from {origin:the} to {goal:the}.", args)


def _sighted(state: State, event: ev.Sighted) -> Text:
    args: dict[str, Argument] = {"side": side_noun(event.side), "units": _units(state, event.units)}
    if not event.units:  # glimpsed on the way and out of sight again: a view has no counter for them
        return Text("{side:The} {side:|catches|catch} sight of enemies on the way.", args)
    return Text("{side:The} {side:|sights|sight} {units:the}.", args)


# ------------------------------------------------------------------------------------------------- combat


def _rolled(state: State, event: Rolled) -> Text | None:
    """The dice, except dice whose result follows in words: which unit of a stack loses an HP, which are available."""
    if event.stream == LOSSES or event.stream.startswith((AIR, NAVAL)):
        return None
    results = ", ".join(str(result) for result in event.results)
    return Text("Dice ({purpose}): {results}.", {"purpose": event.purpose, "results": results})


def _air_readied(state: State, event: ev.AirReadied) -> Text:
    """The air units that come and leave this turn (OPS-8.3.1-2), then the units that can fly."""
    told = _who_can_fly(state, event)
    profiles = [(squadron.id, state.board.squadrons[squadron.id]) for squadron in event.squadrons]
    if left := [id_ for id_, air in profiles if air.to_turn == state.turn - 1]:
        args: dict[str, Argument] = {"units": _units(state, left), "more": told}
        told = Text("{units:The} {units:|leaves|leave} the battle. {more}", args)
    if come := [id_ for id_, air in profiles if air.from_turn == state.turn > 1]:
        args = {"units": _units(state, come), "more": told}
        told = Text("{units:The} {units:|joins|join} the battle. {more}", args)
    return told


def _who_can_fly(state: State, event: ev.AirReadied) -> Text:
    ready = [squadron.id for squadron in event.squadrons if squadron.status == "ready"]
    if not ready:
        return Text("No aircraft can fly this turn.")
    return Text("Aircraft that can fly this turn: {units}.", {"units": _units(state, ready)})


def _fleet_readied(state: State, event: ev.FleetReadied) -> Text | None:
    if not event.missing:
        return None
    return Text("Ships not available this turn: {units}.", {"units": _units(state, event.missing)})


def _squadron_flew(state: State, event: ev.SquadronFlew) -> Text:
    args: dict[str, Argument] = {
        "unit": unit_noun(state, event.squadron),
        "target": place(state, event.target),
        "total": event.total,
        "points": _points(event.points),
        "hp": _hp(event.hp),
    }
    if not event.roll:
        return Text("{unit:The} {unit:|flies|fly} against {target:the}: {points}.", args)
    if not event.aborted:
        return Text(
            "{unit:The} {unit:|flies|fly} against {target:the} through anti-aircraft fire (total {total}): {points}.",
            args,
        )
    if not event.hp:
        return Text("Anti-aircraft fire over {target:the} drives {unit:the} off (total {total}).", args)
    return Text("Anti-aircraft fire over {target:the} drives {unit:the} off (total {total}): {hp} lost.", args)


def _combat_joined(state: State, event: ev.CombatJoined) -> Text:
    args: dict[str, Argument] = {
        "units": listed(_together([unit_noun(state, unit) for unit in event.attackers])),
        "target": place(state, event.target),
        "supports": listed(_together([unit_noun(state, unit) for unit in event.supports])),
        "odds": _odds(event),
    }
    if event.supports:
        return Text("{units:The} {units:|attacks|attack} {target:the}, supported by {supports:the}: {odds}.", args)
    return Text("{units:The} {units:|attacks|attack} {target:the}: {odds}.", args)


def _odds(event: ev.CombatJoined) -> Text:
    if event.ratio == event.final_ratio:
        return Text("odds {odds}", {"odds": event.ratio})
    return Text("odds {odds}, {final} after shifts", {"odds": event.ratio, "final": event.final_ratio})


def _combat_resolved(state: State, event: ev.CombatResolved) -> Text:
    """Return what the table says; the losses themselves follow, unit by unit."""
    args: dict[str, Argument] = {
        "roll": event.roll,
        "odds": event.ratio,
        "attacker": _table_value(event.attacker_hp),
        "defender": _table_value(event.defender_hp),
    }
    if event.retreat:
        return Text(
            "Dice total {roll} at {odds}. Table result: attacker {attacker}, defender {defender} and retreat.", args
        )
    return Text("Dice total {roll} at {odds}. Table result: attacker {attacker}, defender {defender}.", args)


def _table_value(hp: int) -> Text:
    """Return what a cell of a table asks of a party: "−2 HP", "no loss"."""
    return Text("{hp} HP", {"hp": -hp}) if hp else Text("no loss")


def _bombarded(state: State, event: ev.Bombarded) -> Text:
    args: dict[str, Argument] = {
        "units": _units(state, event.units),
        "target": place(state, event.target),
        "points": _points(event.points),
        "roll": event.roll,
        "result": _table_value(event.hp),
    }
    if not event.units:
        return Text("Unseen guns bombard {target:the} with {points}. Dice total {roll}: {result}.", args)
    return Text("{units:The} {units:|bombards|bombard} {target:the} with {points}. Dice total {roll}: {result}.", args)


def _lost_hp(state: State, event: ev.LostHp) -> Text:
    args: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "hp": _hp(event.hp)}
    return Text(_CAUSES.get(event.cause, _CAUSES["combat"]), args)


def _retreated(state: State, event: ev.Retreated) -> Text:
    args: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "place": place(state, event.hex)}
    return Text("{unit:The} {unit:|retreats|retreat} to {place:the}.", args)


def _removed(state: State, event: ev.Removed) -> Text:
    return Text(_FATES.get(event.cause, _FATES["destroyed"]), {"unit": unit_noun(state, event.unit)})


def _advanced(state: State, event: ev.Advanced) -> Text:
    args: dict[str, Argument] = {"units": _units(state, event.units), "target": place(state, event.target)}
    if not event.units:
        return Text("No unit advances to {target:the}.", args)
    return Text("{units:The} {units:|advances|advance} to {target:the}.", args)


def _reconstituted(state: State, event: ev.Reconstituted) -> Text:
    args: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "hp": _hp(event.hp)}
    return Text("{unit:The} {unit:|regains|regain} {hp}.", args)


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
"""The teller of each event. Events without one (activation, fatigue, intrusion, an advance on offer) show in the units
and in what follows.
"""
