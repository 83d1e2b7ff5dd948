"""The journal in words: one sentence an event, for the window, the command line and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Argument, Text, counted, listed
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.names import ARMY_NOUNS, place_noun, side_noun, unit_noun, units_nouns
from wab.systems.zocbonds.state.state import State

Said = dict[str, Argument]
SKIES = {"storm": N_("storm"), "overcast": N_("overcast"), "clear": N_("clear weather")}
TRACKS = {
    "seventh_army": N_("Seventh Army"),
    "fortress": N_("Fortress Cherbourg"),
    "panzergruppe_west": N_("Panzergruppe West"),
    "us": N_("US First Army"),
    "commonwealth": N_("British Second Army"),
}
LEVEL_NAMES = {"draw": N_("draw"), "automatic": N_("automatic victory"), "victory": N_("victory")}
_PHASES = {
    "replacement": N_("{side:The} {side:|rebuilds|rebuild} units."),
    "movement": N_("{side:The} {side:|moves|move}."),
    "combat": N_("{side:The} {side:|attacks|attack}."),
    "reserve_movement": N_("The reserves of {side:the} move."),
    "reserve_combat": N_("The reserves of {side:the} attack."),
}
RESULTS = {
    "A1": N_("the attacker loses a step"),
    "NE": N_("no effect"),
    "A1/DR": N_("the attacker loses a step, the defender retreats"),
    "EX": N_("both lose a step"),
    "DR": N_("the defender retreats"),
    "A1/D1": N_("both lose a step, the defender retreats"),
    "D1": N_("the defender loses a step and retreats"),
    "A1/D2": N_("the attacker loses one step, the defender two, and retreats four hexes"),
    "DH": N_("the defender is shattered and retreats four hexes"),
}
_WITHDRAWN = {
    "evacuated": N_("{units:The} {units:|goes|go} back to Britain."),
    "commandos": N_("{units:The} {units:|is|are} withdrawn: no German is near any more."),
    "airborne": N_("{units:The} {units:|is|are} withdrawn from Normandy."),
}


def told(state: State, event: Event) -> Text | None:
    """An event as a sentence for people; None for what is not worth a line."""
    tell = _TELLERS.get(type(event))
    return tell(state, event) if tell is not None else None


def _steps(count: int) -> Text:
    return counted("{n} step", "{n} steps", count)


def _points(count: int) -> Text:
    return counted("{n} supply point", "{n} supply points", count)


def _hex(state: State, hex_: int) -> Text:
    return place_noun(state.board, hex_)


def _turn_began(state: State, event: ev.TurnBegan) -> Text:
    return Text("Day {turn} begins.", {"turn": event.turn})


def _phase_began(state: State, event: ev.PhaseBegan) -> Text | None:
    words = _PHASES.get(event.phase)
    return Text(words, {"side": side_noun(event.side)}) if words else None


def _weather_set(state: State, event: ev.WeatherSet) -> Text:
    if not event.rolled:
        return Text("Weather: {sky}.", {"sky": Text(SKIES[event.sky])})
    values: Said = {"sky": Text(SKIES[event.sky]), "rolled": event.rolled, "modifier": f"{event.modifier:+d}"}
    if event.modifier:
        return Text("Weather: {sky} (die {rolled}, {modifier}).", values)
    return Text("Weather: {sky} (die {rolled}).", values)


def _supply_received(state: State, event: ev.SupplyReceived) -> Text | None:
    received = [(track, points) for track, points in event.points.items() if points]
    if not received:
        return None
    track, points = received[0]
    if len(received) == 1:
        return Text("{track} receives {points}.", {"track": Text(TRACKS[track]), "points": _points(points)})
    second, more = received[1]
    return Text(
        "{track} receives {points}, {second} {more}.",
        {"track": Text(TRACKS[track]), "points": _points(points), "second": Text(TRACKS[second]), "more": more},
    )


def _supply_spent(state: State, event: ev.SupplySpent) -> Text:
    values: Said = {
        "unit": unit_noun(state, event.unit),
        "points": _points(event.points),
        "track": Text(TRACKS[event.track]),
    }
    return Text("{unit:The} {unit:|fires|fire}: {track} spends {points}.", values)


def _mulberry_begun(state: State, event: ev.MulberryBegun) -> Text:
    values: Said = {"army": ARMY_NOUNS[event.army], "turn": event.ready}
    return Text("{army:The} {army:|begins|begin} a Mulberry, to be ready on day {turn}.", values)


def _mulberry_done(state: State, event: ev.MulberryDone) -> Text:
    return Text("The Mulberry of {army:the} is ready.", {"army": ARMY_NOUNS[event.army]})


def _mulberry_stopped(state: State, event: ev.MulberryStopped) -> Text:
    values: Said = {"army": ARMY_NOUNS[event.army]}
    if event.destroyed:
        return Text("The Mulberry of {army:the} is destroyed.", values)
    return Text("Germans stand on the site: the Mulberry of {army:the} must wait.", values)


def _rebuilt(state: State, event: ev.Rebuilt) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "steps": _steps(event.steps)}
    if event.hex is None:
        return Text("{unit:The} {unit:|takes|take} a replacement: {steps}.", values)
    return Text("{unit:The} {unit:|returns|return} in {hex}: {steps}.", values | {"hex": _hex(state, event.hex)})


def _supply_bought(state: State, event: ev.SupplyBought) -> Text:
    values: Said = {"army": ARMY_NOUNS[event.army], "points": _points(event.supply)}
    return Text("{army:The} {army:|lands|land} {points}.", values)


def _moved(state: State, event: ev.Moved) -> Text:
    values: Said = {"units": units_nouns(state, event.units), "hex": _hex(state, event.path[-1])}
    return Text("{units:The} {units:|goes|go} to {hex}.", values)


def _entered(state: State, event: ev.Entered) -> Text:
    values: Said = {"units": units_nouns(state, event.units), "hex": _hex(state, event.path[-1])}
    if event.mobilised:
        return Text("{units:The} {units:|is|are} mobilised in {hex}.", values)
    return Text("{units:The} {units:|comes|come} in as far as {hex}.", values)


def _landed(state: State, event: ev.Landed) -> Text:
    values: Said = {"units": units_nouns(state, event.units), "hex": _hex(state, event.path[-1])}
    return Text("{units:The} {units:|lands|land} and {units:|goes|go} to {hex}.", values)


def _placed(state: State, event: ev.Placed) -> Text:
    values: Said = {"units": units_nouns(state, event.units), "hex": _hex(state, event.hex)}
    return Text("{units:The} {units:|stands|stand} in {hex}.", values)


def _withdrawn(state: State, event: ev.Withdrawn) -> Text:
    words = _WITHDRAWN.get(event.cause, _WITHDRAWN["airborne"])
    return Text(words, {"units": units_nouns(state, event.units)})


def _marker_set(state: State, event: ev.MarkerSet) -> Text | None:
    words = {
        "disrupted": N_("{units:The} {units:|is|are} disrupted."),
        "reserve": N_("{units:The} {units:|goes|go} into reserve."),
        "released": N_("{units:The} {units:|is|are} free to move."),
    }.get(event.marker)
    return Text(words, {"units": units_nouns(state, event.units)}) if words else None


def _works_begun(state: State, event: ev.WorksBegun) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "hex": _hex(state, event.hex)}
    return Text("{unit:The} {unit:|digs|dig} in at {hex}.", values)


def _works_done(state: State, event: ev.WorksDone) -> Text | None:
    if not event.hexes:
        return None
    return counted("{n} improved position is finished.", "{n} improved positions are finished.", len(event.hexes))


_WORKS_GONE = {
    "abandoned": N_("Improved positions are abandoned {hexes:at}."),
    "given up": N_("Improved positions are given up {hexes:at}."),
    "entered": N_("Improved positions fall to the enemy {hexes:at}."),
}


def _works_gone(state: State, event: ev.WorksGone) -> Text | None:
    words = _WORKS_GONE.get(event.cause, N_("Improved positions are lost {hexes:at}."))
    places = listed([_hex(state, hex_) for hex_ in event.hexes], whole=True)
    return Text(words, {"hexes": places}) if event.hexes else None


def _held_back(state: State, event: ev.HeldBack) -> Text:
    return Text("{units:The} {units:|waits|wait} for another day.", {"units": units_nouns(state, event.units)})


def _consented(state: State, event: ev.Consented) -> Text:
    if event.yes:
        return Text("The other player agrees.")
    return Text("The other player declines.")


def _beach_name(state: State, beach: str) -> Text:
    """A landing by its name, Pointe du Hoc among them."""
    place = state.board.lines.beaches.get(beach)  # type: ignore[call-overload]  # a landing, or no beach
    return Text.of_data(place.name) if place is not None else Text("Pointe du Hoc")


def _beach_closed(state: State, event: ev.BeachClosed) -> Text:
    return Text("{beach} is closed: no engineers are left there.", {"beach": _beach_name(state, event.beach)})


def _beach_opened(state: State, event: ev.BeachOpened) -> Text:
    return Text("{beach} is open.", {"beach": _beach_name(state, event.beach)})


def _landing_failed(state: State, event: ev.LandingFailed) -> Text:
    return Text("{beach}: the landing fails.", {"beach": _beach_name(state, event.landing)})


def _store_lost(state: State, event: ev.StoreLost) -> Text:
    values: Said = {"track": Text(TRACKS[event.track]), "points": _points(event.points)}
    return Text("{track} is gone, and {points} with it.", values)


def _attack_declared(state: State, event: ev.AttackDeclared) -> Text:
    values: Said = {
        "units": units_nouns(state, event.fight.units), "hex": _hex(state, event.fight.target),
        "attack": event.attack, "defence": event.defence, "odds": event.odds, "column": event.column,
    }  # fmt: skip
    return Text(
        "{units:The} {units:|attacks|attack} {hex}: {attack} against {defence}, {odds}, in column {column}.", values
    )


def _jabos_rolled(state: State, event: ev.JabosRolled) -> Text:
    if not event.left:
        return Text("The fighter-bombers find nothing.")
    columns = counted("{n} column", "{n} columns", event.left)
    return Text("The fighter-bombers move the odds {columns} to the left.", {"columns": columns})


def _combat_rolled(state: State, event: ev.CombatRolled) -> Text:
    values: Said = {
        "result": Text(RESULTS.get(event.result, event.result)),
        "rolled": event.rolled,
        "name": event.result,
    }
    if not event.rolled:
        return Text("Below 1-3 no die is needed: {result} ({name}).", values)
    return Text("Die {rolled}: {result} ({name}).", values)


def _defence_rolled(state: State, event: ev.DefenceRolled) -> Text:
    values: Said = {"unit": unit_noun(state, event.lead), "rolled": event.rolled}
    if event.cell.startswith("holds"):
        return Text("{unit:The} {unit:|stands|stand} (die {rolled}): the retreat is off.", values)
    return Text("{unit:The} {unit:|tries|try} to stand and {unit:|fails|fail} (die {rolled}).", values)


def _step_lost(state: State, event: ev.StepLost) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "steps": _steps(event.steps)}
    if state.board.roster[event.unit].has_cadre and event.steps == 1:
        return Text("{unit:The} {unit:|loses|lose} a step: a cadre is left.", values)
    return Text("{unit:The} {unit:|loses|lose} a step: {steps} left.", values)


def _eliminated(state: State, event: ev.Eliminated) -> Text:
    return Text("{unit:The} {unit:|is|are} lost.", {"unit": unit_noun(state, event.unit)})


def _retreated(state: State, event: ev.Retreated) -> Text:
    values: Said = {"units": units_nouns(state, event.units), "hex": _hex(state, event.path[-1])}
    return Text("{units:The} {units:|falls|fall} back to {hex}.", values)


def _advanced(state: State, event: ev.Advanced) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "hex": _hex(state, event.path[-1])}
    return Text("{unit:The} {unit:|advances|advance} to {hex}.", values)


def _scattered(state: State, event: ev.Scattered) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "rolled": event.rolled}
    words = {
        "-": N_("{unit:The} {unit:|comes|come} down together (die {rolled})."),
        "S": N_("{unit:The} {unit:|is|are} scattered (die {rolled})."),
        "S1": N_("{unit:The} {unit:|is|are} scattered and {unit:|loses|lose} a step (die {rolled})."),
        "S2": N_("{unit:The} {unit:|is|are} scattered and {unit:|loses|lose} two steps (die {rolled})."),
    }
    return Text(words[event.result], values)


def _assault_rolled(state: State, event: ev.AssaultRolled) -> Text:
    name = _beach_name(state, event.landing)
    return Text("{place}: die {rolled}, {result}.", {"place": name, "rolled": event.rolled, "result": event.result})


def _tanks_rolled(state: State, event: ev.TanksRolled) -> Text:
    values: Said = {"unit": unit_noun(state, event.unit), "rolled": event.rolled}
    if event.lost:
        return Text("Tanks of {unit:the} founder (die {rolled}).", values)
    return Text("{unit:The} {unit:|comes|come} through the surf whole (die {rolled}).", values)


def _supply_checked(state: State, event: ev.SupplyChecked) -> Text | None:
    cut = len(event.out) + len(event.isolated)
    if not cut:
        return None
    values: Said = {"side": side_noun(event.side), "units": counted("{n} unit", "{n} units", cut)}
    return Text("{side:The} {side:|has|have} {units} out of supply.", values)


def _attrition_rolled(state: State, event: ev.AttritionRolled) -> Text | None:
    values: Said = {"unit": unit_noun(state, event.unit), "rolled": event.rolled}
    return (
        Text("{unit:The} {unit:|is|are} cut off and {unit:|wastes|waste} away (die {rolled}).", values)
        if event.lost
        else None
    )


def _game_over(state: State, event: ev.GameOver) -> Text:
    winner = side_noun(event.outcome.winner or "")
    if event.outcome.level == "automatic":
        return Text("{winner:The} {winner:|wins|win} outright.", {"winner": winner})
    return Text("{winner:The} {winner:|wins|win}.", {"winner": winner})


_TELLERS: dict[type[Event], Callable[[State, Any], Text | None]] = {
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.WeatherSet: _weather_set,
    ev.SupplyReceived: _supply_received,
    ev.SupplySpent: _supply_spent,
    ev.MulberryBegun: _mulberry_begun,
    ev.MulberryDone: _mulberry_done,
    ev.MulberryStopped: _mulberry_stopped,
    ev.Rebuilt: _rebuilt,
    ev.SupplyBought: _supply_bought,
    ev.Moved: _moved,
    ev.Entered: _entered,
    ev.Landed: _landed,
    ev.Placed: _placed,
    ev.Withdrawn: _withdrawn,
    ev.MarkerSet: _marker_set,
    ev.WorksBegun: _works_begun,
    ev.WorksDone: _works_done,
    ev.WorksGone: _works_gone,
    ev.HeldBack: _held_back,
    ev.Consented: _consented,
    ev.StoreLost: _store_lost,
    ev.AttackDeclared: _attack_declared,
    ev.JabosRolled: _jabos_rolled,
    ev.CombatRolled: _combat_rolled,
    ev.DefenceRolled: _defence_rolled,
    ev.StepLost: _step_lost,
    ev.Eliminated: _eliminated,
    ev.Retreated: _retreated,
    ev.Advanced: _advanced,
    ev.Scattered: _scattered,
    ev.AssaultRolled: _assault_rolled,
    ev.LandingFailed: _landing_failed,
    ev.TanksRolled: _tanks_rolled,
    ev.BeachClosed: _beach_closed,
    ev.BeachOpened: _beach_opened,
    ev.SupplyChecked: _supply_checked,
    ev.AttritionRolled: _attrition_rolled,
    ev.GameOver: _game_over,
}
