"""Missions in words: an order as a sentence, and below it what it is done with, how likely it is, what is at stake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ai.operations import names
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.tasks import (
    ASSAULT,
    CLOSE,
    CORRIDOR,
    COUNTER,
    DEFEND,
    GUARD,
    LINE,
    OCCUPY,
    RELIEF,
    RESERVE,
    SCREEN,
    WITHDRAW,
)
from ai.operations.picture.picture import Picture
from wab.engine.words.text import N_, Argument, Text, chance, counted
from wab.systems.operations.state.state import Unit

MAIN_EFFORT, OPEN, PRESS, SPARE, SUPPORT = "main effort", "open", "press", "spare", "support"
COMING, SECOND_WAVE = "on the way", "second wave"
_WEAK, _NEAR, _DOUBTFUL = " weak", " near", " doubtful"
"""Added to the name of a mission whose goal is held by guns alone, has an enemy near, is more likely to fail."""
_IN_VIEW = 2
"""Hexes from a goal within which an enemy has to be spoken of."""
_LIKELY = 0.5

_ORDERS: Mapping[str, str] = {
    MAIN_EFFORT: N_("Main effort: {group:the} {group:|takes|take} {goal:the} by turn {turn}."),
    MAIN_EFFORT + _DOUBTFUL: N_(
        "Main effort: {group:the} {group:|attacks|attack} {goal:the}, to be taken by turn {turn}."
    ),
    ASSAULT: N_("{group:The} {group:|takes|take} {goal:the}."),
    ASSAULT + _DOUBTFUL: N_("{group:The} {group:|attacks|attack} {goal:the}."),
    OPEN: N_("{group:The} {group:|occupies|occupy} {goal:the}, where no enemy has been seen."),
    OPEN + _WEAK: N_("{group:The} {group:|takes|take} {goal:the}, which the enemy can hardly defend."),
    OPEN + _NEAR: N_("{group:The} {group:|occupies|occupy} {goal:the}; the enemy is close by."),
    PRESS: N_("{group:The} {group:|keeps|keep} up the pressure on {goal:the}; not strong enough to take it."),
    DEFEND: N_("{group:The} {group:|holds|hold} {goal:the}."),
    GUARD: N_("{group:The} {group:|guards|guard} the supply source at {goal:the}: {hp} HP depend on it."),
    CORRIDOR: N_(
        "{group:The} {group:|keeps|keep} the road open at {goal:the}: otherwise {hp} HP of our troops are cut off."
    ),
    CLOSE: N_("{group:The} {group:|closes|close} the encirclement at {goal:the}: {hp} enemy HP are inside."),
    RELIEF: N_("{group:The} {group:|breaks|break} out towards {goal:the}."),
    COUNTER: N_("{group:The} {group:|throws|throw} the enemy back at {place:the} before they reach {goal:the}."),
    WITHDRAW: N_("{group:The} {group:|falls|fall} back to {goal:the} before {hp} HP are cut off."),
    SCREEN: N_("{group:The} {group:|holds|hold} {goal:the} as rearguard until the troops behind are through."),
    LINE: N_("{group:The} {group:|holds|hold} the line around {goal:the}."),
    OCCUPY: N_("{group:The} {group:|occupies|occupy} the terrain around {goal:the}."),
    RESERVE: N_("{group:The} {group:|stays|stay} in reserve behind {goal:the}."),
    SECOND_WAVE: N_("{group:The} {group:|stays|stay} in reserve for the attack on {goal:the}."),
    SPARE: N_("{group:The} {group:|stands|stand} by near {goal:the}."),
    COMING: N_("{group:The} {group:|is|are} on the way to hold {goal:the}."),
    SUPPORT: N_("{group:The} {group:|gives|give} fire support towards {goal:the}."),
}


class Account(NamedTuple):
    """Of a mission: its points, the points of the enemies on its way, the points that it needs with these, its
    chance.
    """

    strength: float
    way: float
    need: float
    chance: float


class Told(NamedTuple):
    """A mission in words: the order, and the sentences below it."""

    order: Text
    notes: tuple[Text, ...]


def told(
    picture: Picture, kind: str, goal: Goal, members: list[Unit], account: Account, *, hp: int, deadline: int
) -> Told:
    """A mission in words. `kind` is the name of its kind, `hp` what depends on it, `deadline` a turn."""
    args: dict[str, Argument] = {
        "group": names.formation(picture, members),
        "goal": names.of_goal(picture, goal),
        "place": names.place(picture, goal.hex),
        "turn": deadline,
        "hp": hp,
    }
    order = Text(_ORDERS[_in_particular(picture, kind, goal, account)], args)
    return Told(order, tuple(_notes(picture, kind, goal, len(members), account)))


def _in_particular(picture: Picture, kind: str, goal: Goal, account: Account) -> str:
    """The sentence of a mission in a list of missions of its kind."""
    if kind in (MAIN_EFFORT, ASSAULT) and account.chance < _LIKELY:
        return kind + _DOUBTFUL
    if kind != OPEN:
        return kind
    if goal.hex in picture.foes:
        return kind + _WEAK
    near = any(picture.grid.distance(hex_, goal.hex) <= _IN_VIEW for hex_ in picture.foes)
    return kind + _NEAR if near else kind


def _notes(picture: Picture, kind: str, goal: Goal, count: int, account: Account) -> Iterator[Text]:
    if kind in (MAIN_EFFORT, ASSAULT):
        yield _means(count, account, N_("{means}: {chance} chance {count:|on its own|on their own}."))
        yield from at_stake(picture, goal)
    elif kind in (PRESS, COUNTER):
        yield _means(count, account, "{means}.")
    elif kind == OPEN:
        yield from at_stake(picture, goal)
    elif kind in (DEFEND, LINE):
        yield _defence(count, account, float(picture.threat.points[goal.hex]))
        if kind == DEFEND:
            yield from at_stake(picture, goal)


def at_stake(picture: Picture, goal: Goal) -> Iterator[Text]:
    """Yield what is won, or lost, with a goal; nothing if no points hang on it."""
    points = round(goal.worth)
    victories = picture.board.victory.immediate
    if any(goal.hex in victory.hexes for victory in victories):
        yield Text("The battle can be decided here.")
    elif points > 0 and goal.held:
        won = counted("{n} victory point", "{n} victory points", points)
        yield Text("If it falls, {points} {n:|is|are} lost by the end of the battle.", {"points": won, "n": points})
    elif points > 0:
        won = counted("{n} victory point", "{n} victory points", points)
        yield Text("Up to {points} {n:|is|are} at stake until the end of the battle.", {"points": won, "n": points})


def instead(picture: Picture, goal: Goal, probability: float) -> Text:
    """Return what comes next if the main effort fails."""
    place = names.of_goal(picture, goal)
    return Text("If it fails, {goal:the} comes next: {chance} chance.", {"goal": place, "chance": chance(probability)})


def _means(count: int, account: Account, sentence: str) -> Text:
    """With what an attack is made, what it takes, and in the sentence given how likely it is."""
    strength, need, way = round(account.strength), round(account.need), round(account.way)
    args: dict[str, Argument] = {
        "units": counted("{n} unit", "{n} units", count),
        "points": counted("{n} attack point", "{n} attack points", strength),
        "need": need,
        "way": way,
    }
    if way and way >= need:
        means = Text("{units} with {points}; it takes {need}, all to break through on the way", args)
    elif way:
        means = Text("{units} with {points}; it takes {need}, {way} of them to break through on the way", args)
    elif strength == need:
        means = Text("{units} with {points}, just enough", args)
    elif strength > need > 0:
        means = Text("{units} with {points}; {need} would do", args)
    elif strength > need:
        means = Text("{units} with {points}, more than enough", args)
    else:
        means = Text("{units} with {points}; it takes {need}", args)
    return Text(sentence, {"means": means, "count": count, "chance": chance(account.chance)})


def _defence(count: int, account: Account, threat: float) -> Text:
    args: dict[str, Argument] = {
        "units": counted("{n} unit", "{n} units", count),
        "defence": round(account.strength),
        "threat": round(threat),
    }
    if round(threat) < 1:
        return Text("{units}, defence {defence}; no attack expected.", args)
    if account.strength < account.need:
        return Text("{units}, defence {defence}, weak against a possible attack of {threat}.", args)
    return Text("{units}, defence {defence} against a possible attack of {threat}.", args)
