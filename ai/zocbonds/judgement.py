"""The judgement of the planning players: what things are worth to them, in steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Temper(NamedTuple):
    """A plan's attitude to risk. `exposed`: the factor on the losses by an attack, which counts against standing where
    it can be made; `enough`: the gain that an attack must promise.
    """

    exposed: float
    enough: float


TEMPERS = {"usual": Temper(0.35, 0.25), "bold": Temper(0.1, 0.1), "careful": Temper(0.8, 0.6)}
"""The tempers by name; plans are made in the usual one unless others are rehearsed."""
Since = tuple[int, Temper]
"""A first turn, and what tempers are multiplied with from then on."""
GERMANS: tuple[Since, ...] = ((1, Temper(5.7, 4.8)),)
LONG_HAUL: Mapping[tuple[str, str], tuple[Since, ...]] = {
    ("line", "axis"): GERMANS,
    ("first_week", "axis"): GERMANS,
    ("line", "allied"): ((1, Temper(1.0, 1.9)), (6, Temper(2.0, 3.5))),
    ("first_week", "allied"): ((1, Temper(1.0, 1.9)),),
}
"""By the victory of a scenario and by side, where a whole front has to last. The Germans cannot close the hole that a
lost stack leaves, so they go back before they are struck. The Allies of the campaign strike at once until they are
ashore for good, and husband their regiments from then on."""


def temper(name: str, victory: str, side: str, turn: int) -> Temper:
    """The temper of that name as a side has it on a turn of scenarios that are won in that way."""
    base, more = TEMPERS[name], Temper(1.0, 1.0)
    for first, found in LONG_HAUL.get((victory, side), ()):
        if turn >= first:
            more = found
    return Temper(base.exposed * more.exposed, base.enough * more.enough)


HUNTED = Temper(1.0, 0.25)
"""The judgement of places for units whose loss would all but end the game: the enemy comes for them before others."""
STEP = 1.0
"""Worth of a step of two points of strength."""
GROUND, DISRUPTED = 0.35, 0.25
"""Worth of driving an enemy out of a hex, and of the enemy's disorder afterwards."""
HELD_COST = 0.15
"""The cost of a stand that holds to the defender, more than to the attacker, on the average."""
TRAPPED, PURSUED = 0.8, 0.6
"""Shares of the steps that a retreat without a way back takes, and of the step that an enemy zone takes on the way."""
PRICE_OF_POINT, PRICE_OF_AIR, PRICE_OF_SHIP = 0.18, 0.05, 0.03
"""The least gain in an attack from a supply point, an aircraft and a ship each."""
PRICE_OF_MISSION, KEPT_DOWN = 0.1, 0.08
"""The least gain from an aircraft that strafes, and the worth of each point of strength that cannot attack next
turn.
"""
PRICE_OF_UNIT = 0.03
"""The least gain from one more unit in an attack."""
HOPELESS = -0.6
"""Below this an attack is not looked at again for what closing the way back would add to it."""
AFTER_ENOUGH = 0.05
"""The least gain from an action after the marches."""
ASSAULT, BLOWS, ANY_ONE = 12, 2, 0.3
"""The strength of the attacks that such a goal must stand in any case, their number, and the share of its worth that
any unit keeps.
"""
GIVEN_UP = 0.7
"""The share of the worth of the ground that counts against standing where one could be driven off it."""
EAGER = 0.7
"""The gain from which the enemy is sure to attack; below it the chance is in proportion."""
BOND = 0.45
"""Worth of a bond between two stacks near the enemy."""
LOST_GOAL, LOST_BEACH, LOST_CITY = 1.0, 2.0, 2.5
"""Share of the worth of a goal that goes with leaving it where the enemy can march in; the same of a landing beach, and
of a German city with which the Allies win outright.
"""
ASTRAY = 0.3
"""The cost to a headquarters of not being ready to fire."""
IN_RANGE, NEXT = 0.12, 0.05
"""Worth to a headquarters of each enemy stack at the front within range, and of each hex nearer to the nearest."""
DIG, RESERVE = 0.6, 0.5
"""Worth of an improved position begun next to the enemy, and of a stack put in reserve."""
ENGINEERS, HEADQUARTERS, STRONGPOINT = 5.0, 3.0, 0.8
"""Worth of beach engineers, of a headquarters, of a strongpoint."""
BY_STRENGTH, LEAST_STEP = 0.12, 0.6
"""The addition to the worth of a step by each point of strength beyond two, and the least worth of a step."""
DOWN = (12.0, 4.0, 2.0, 0.8, 0.5, 0.3)
"""The cost of a big Allied unit that becomes a cadre besides its step, by how many more end the game: one, two..."""
NEAR_DEFEAT = 2
"""So many big units more end the game: from here on the units next to go are kept out of the enemy's reach."""
SCREEN, SCREENS = 3, 3
"""Hexes from them within which others may stand before units that are kept out of reach, and how many should."""
REBUILD = 0.5
"""Worth of a replacement for a cadre that counts, as a share of what its going down would cost."""
BESIDE_FRIENDS = 0.1
"""Worth of attacking out of a hex where others of the party stand, who may be attached."""
RUIN, PULL_BACK, IN_THE_OPEN = 5.0, 0.3, 1.0
"""Weight of the loss of all in a retreat; weight of the pull of goals there; loss in worth of a headquarters alone in
the enemy's reach.
"""
BEHIND, LATER, OPEN_QUESTION = 5, 0.15, 0.15
"""Hexes from the enemy within which a stack may wait for a second blow; the least gain of the blow over doing without
it; and the chance of a failed attack from which its repetition is looked at.
"""
SECOND_MARCH = 0.15
"""Worth of going into reserve after a fight, for the march alone that it allows; the blow comes on top."""
MAIN_ATTACKS = 2
"""So many attacks, the best of them, are planned again without stacks that could follow them up."""
RESERVE_STRENGTH = 4
"""The strength from which a stack is worth a reserve marker."""
MOST_IN_RANGE = 6
"""Enemy stacks within range of a headquarters, beyond which more of them count no more."""
BALANCE, DECIDED = 0.7, 50.0
"""The weight of a step of the difference in losses in a rehearsal, and of a game that is over."""
THRUST_STEP, THRUST_ROAD = 3, 2
"""The cost of a step to an enemy on the way to a goal, across country and along a road."""
THRUST_ZONE, THRUST_STACK, THRUST_BOND = 4, 20, 16
"""The further cost of a step into a zone, a stack and a bond of ours."""
THRUST_FADES = 60.0
"""Cost of a way from which a goal draws no enemy; up to it in proportion."""
THRUST_HELD = 0.3
"""The share of the worth of a goal that still draws the enemy where units of ours stand in it."""
ROAD, RING_LATER, FOR_THE_RING = 8.0, 4.5, 2
"""For the Cherbourg scenario: worth of a hex of the road that leads out of Cherbourg; the loss in worth of the ring
while it is open; the days at the end that are kept for the ring if it is open then.
"""
ROAD_TO_CHERBOURG, BREAKOUT = 6.0, 40.0
"""Worth to the Germans of the road to Cherbourg, and of the edges of the map."""
IN_THE_WAY, BESIDE_THE_WAY, MOST_TRAFFIC = 0.6, 0.6, 20.0
"""Worth of standing in the way for each step of traffic, the share of it that a zone stops, and the most that
counts."""
TO_A_HOLE, HOLES = 0.05, 40
"""The loss in pull of a hole in the line with each hex of distance, and how many holes are looked at."""
