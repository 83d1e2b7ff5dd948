"""Events as sentences for people, by what a position knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Argument, Text, counted, listed
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.names import (
    COLOUR_NAMES,
    LEVEL_NAMES,
    SECTOR_NAMES,
    SYMBOL_NAMES,
    hex_noun,
    unit_noun,
    units_nouns,
)
from wab.systems.omaha.state.state import DEAD, State

_DEEDS: Mapping[str, str] = {
    "move": N_("{units} {n:|moves|move} to {hex:the}."),
    "climb": N_("{units} {n:|begins|begin} to climb a cliff."),
    "recover": N_("{units} {n:|recovers|recover}."),
    "attack": N_("{units} {n:|attacks|attack} {hex:the}."),
    "barrage": N_("{units} {n:|fires|fire} at {hex:the}."),
    "leave": N_("{units} {n:|leaves|leave} the map by {hex:the}."),
}
_ENDS: Mapping[str, str] = {
    "sea": N_("{unit} is lost at sea."), "mine": N_("{unit} is lost on a mine."), "fire": N_("{unit} is destroyed."),
    "guns": N_("{unit} is destroyed by the German guns."), "infiltration": N_("{unit} is destroyed on its way."),
    "attack": N_("{unit} is destroyed in the attack."), "drowned": N_("The tide takes {unit}."),
    "overstack": N_("{unit} is given up: there is no room."), "rockets": N_("{unit} is destroyed by rockets."),
    "star": N_("{unit} is killed."), "captured": N_("The Germans capture {unit}."),
}  # fmt: skip
_CHANGES: Mapping[str, str] = {
    "drift": N_("{unit} drifts in front of {box}."), "delay": N_("{unit} is delayed."),
    "sea": N_("{unit} loses a step at sea."), "mine": N_("{unit} loses a step to a mine."),
    "infiltration": N_("{unit} loses a step on its way."), "attack": N_("{unit} suffers in the attack."),
    "rockets": N_("{unit} loses a step to the rockets."), "guns": N_("{unit} loses a step to the German guns."),
    "star": N_("A leader is hit: {unit}."), "hero": N_("A hero leads {unit}."),
}  # fmt: skip
_HAPPENED: Mapping[str, str] = {
    "naval": N_("Event: a destroyer offers its fire."), "rockets": N_("Event: “Screaming Meemies!”"),
    "meyer": N_("Event: Kampfgruppe Meyer is released."), "rally": N_("Event: units near their leaders rally."),
    "armour": N_("German armour drives onto the map."),
}  # fmt: skip
_CARDS: Mapping[str, str] = {
    "landing": N_("The boats head for {sector}: {mines}."),
    "fire": N_("German fire in {sector}: {colours}, at the {symbol}."),
}
_LIMITS: Mapping[str, str] = {
    "confusion": N_("Event: confusion. A sector has one paid action less."),
    "radio_out": N_("Event: no radio works but those of headquarters."),
    "low_ammo": N_("Event: the Germans are short of ammunition."),
    "snipers": N_("Event: snipers keep a headquarters to the hexes around it."),
    "traffic_jam": N_("Event: a traffic jam stops all traffic control."),
}


def told(state: State, event: Event) -> Text | None:
    """Return an event as a sentence, None if the journal leaves it out."""
    tell = _SENTENCES.get(type(event))
    return tell(state, event) if tell else None


def _turn(state: State, event: ev.TurnBegan) -> Text:
    clock, tide = state.board.tables.turns.clock(event.turn), state.board.tables.turns.tide(event.turn)
    words = {"low": N_("low tide"), "mid": N_("mid tide"), "high": N_("high tide")}
    return Text(N_("Turn {turn}, {clock}: {tide}."), {"turn": event.turn, "clock": clock, "tide": Text(words[tide])})


def _over(state: State, event: ev.GameOver) -> Text:
    level = Text(LEVEL_NAMES[event.outcome.level])
    points = counted("{n} point", "{n} points", int(event.outcome.points["us"]))
    return Text(N_("The game is over: {level}, with {points}."), {"level": level, "points": points})


def _card(state: State, event: ev.CardDrawn) -> Text | None:
    card = state.board.card(event.card)
    if event.purpose not in _CARDS:
        return None
    words: dict[str, Argument] = {
        "sector": Text(SECTOR_NAMES[event.sector]),
        "colours": listed([Text(COLOUR_NAMES[sign[0]]) for sign in card.fire]),
        "symbol": Text(SYMBOL_NAMES[card.target]),
        "mines": Text(N_("mines lie in the water") if card.mine else N_("no mines")),
    }
    return Text(_CARDS[event.purpose], words)


def _acted(state: State, event: ev.Acted) -> Text:
    words: dict[str, Argument] = {"units": units_nouns(state, event.units), "n": len(event.units)}
    if event.hex >= 0:
        words["hex"] = hex_noun(state, event.hex)
    return Text(_DEEDS[event.deed], words)


def _changed(state: State, event: ev.UnitChanged) -> Text | None:
    unit, noun = event.unit, unit_noun(state, event.unit.id)
    if unit.box == DEAD:
        message = _ENDS.get(event.why)
        return Text(message, {"unit": noun}) if message else None
    if event.why == "landing":
        return Text(N_("{unit} lands on {hex:the}."), {"unit": noun, "hex": hex_noun(state, unit.hex)})
    if event.why == "drift" and unit.box not in state.board.boxes:
        return Text(_CHANGES["delay"], {"unit": noun})
    message = _CHANGES.get(event.why)
    return Text(message, {"unit": noun, "box": unit.box}) if message else None


def _fired(state: State, event: ev.Fired) -> Text:
    words: dict[str, Argument] = {"unit": unit_noun(state, event.unit), "position": event.position}
    return Text(N_("{position} hits {unit}.") if event.position else N_("The German guns hit {unit}."), words)


def _resolved(state: State, event: ev.Resolved) -> Text:
    words: dict[str, Argument] = {"hex": hex_noun(state, event.hex), "us": event.us, "german": event.german}
    if event.lacking:
        words["weapons"] = ", ".join(event.lacking)
        return Text(N_("The attack on {hex:the} has {us} against {german}, and lacks {weapons}."), words)
    return Text(N_("The attack on {hex:the} has {us} against {german}, and every weapon."), words)


def _force(state: State, event: ev.ForceChanged) -> Text | None:
    words: dict[str, Argument] = {"hex": hex_noun(state, event.hex)}
    messages = {
        "reinforcement": N_("German reinforcements appear in {hex:the}."),
        "marker": N_("The Germans in {hex:the} get a reserve."),
        "disrupted": N_("The Germans in {hex:the} are disrupted."),
    }
    if event.force is None:
        return Text(N_("The Germans in {hex:the} are gone."), words)
    message = messages.get(event.why)
    return Text(message, words) if message else None


def _happened(state: State, event: ev.Happened) -> Text | None:
    if event.verb == "limit":
        return Text(_LIMITS[event.at.split()[0]])
    if event.verb == "variants":
        words: dict[str, Argument] = {"points": counted("{n} point", "{n} points", int(event.at))}
        return Text(N_("The variants chosen add {points} at the end of the game."), words)
    if event.verb == "smoke":
        return Text(N_("Event: smoke of burning grass covers {hex:the}."), {"hex": hex_noun(state, event.hex)})
    message = _HAPPENED.get(event.verb)
    return Text(message) if message else None


def _cleared(state: State, event: ev.Cleared) -> Text:
    return Text(N_("Engineers clear {hex:the}."), {"hex": hex_noun(state, event.hex)})


_SENTENCES: dict[type[Event], Callable[[State, Any], Text | None]] = {
    ev.TurnBegan: _turn,
    ev.GameOver: _over,
    ev.CardDrawn: _card,
    ev.Acted: _acted,
    ev.UnitChanged: _changed,
    ev.Fired: _fired,
    ev.Resolved: _resolved,
    ev.ForceChanged: _force,
    ev.Happened: _happened,
    ev.Cleared: _cleared,
}
