"""Prices and thresholds of the players, in medals unless a comment says otherwise; an appraisal counts in log-odds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """The weights by which a player judges what it sees.

    Shares: `caution` of the damage that the enemy could do next turn, `menace` of the damage that an own unit could do.
    `pull` of a medal some way off, which keeps the share `fade` with each hex. `thrift` of a card's usual worth, which
    is given up when it is played. Medals: `near` for each hex nearer to the enemy, `drive` for a unit driven back,
    `ground` for the hex taken after it. `overrun` for armour that may attack again, `win` for the end of the game
    beyond its last medal. `combines`: a move is priced together with the attack that it makes possible; else every
    order is judged by itself.
    """

    caution: float = 0.35
    menace: float = 0.3
    pull: float = 0.5
    fade: float = 0.8
    near: float = 0.012
    drive: float = 0.06
    ground: float = 0.03
    overrun: float = 0.25
    win: float = 2.0
    thrift: float = 0.35
    combines: bool = True


WHOLE_TURN = Weights()
"""A turn as a whole: what units could do together, what the enemy could do to them, what a card is worth later."""
SHORT_SIGHTED = Weights(caution=0.0, menace=0.0)
"""A turn as a whole, without the turns that follow."""
GREEDY = Weights(caution=0.0, menace=0.0, thrift=0.0, combines=False)
"""One order by itself, by what it does at once."""

THREATS = (0.55, 0.4, 0.25, 0.15, 0.1, 0.05)
"""The chance that the strongest threat to a unit, the second and so on are carried out: few units act in a turn."""

CARD_WORTH = {
    "recon": 0.2,
    "probe": 0.35,
    "attack": 0.5,
    "assault": 0.6,
    "recon_in_force": 0.5,
    "general_advance": 0.7,
    "pincer_move": 0.6,
    "air_power": 0.6,
    "ambush": 0.45,
    "armor_assault": 0.65,
    "artillery_bombard": 0.5,
    "barrage": 0.5,
    "behind_enemy_lines": 0.5,
    "close_assault": 0.6,
    "counter_attack": 0.45,
    "dig_in": 0.2,
    "direct_from_hq": 0.7,
    "firefight": 0.6,
    "infantry_assault": 0.6,
    "medics_mechanics": 0.3,
    "move_out": 0.4,
    "their_finest_hour": 0.6,
}
"""The usual worth of a card, by its name."""
OTHER_CARD = 0.4
"""The usual worth of a card that is not named there, or not known."""
RECON_DRAW = 0.08
"""The worth of choosing between two cards at the end of a turn."""

PRICE, BEND = 0.55, 1.2
"""Medals that damage to the last figure costs, and the power by which damage weighs more near the end of a unit."""
GONE = 1.12
"""Medals for which a unit eliminated stands: the medal, and a unit less to fight with."""

UNIT, NEED, LAST, BUT_ONE = 0.8, 1.9, 1.3, 0.5
"""Log-odds of a unit on the field, of all medals still to be won, of only one or only two left to win."""
WEAR, DANGER, HAND, TEMPO = 1.1, 0.45, 0.15, 0.5
"""Log-odds of losses worth a medal, of such losses feared, of cards worth a medal, of having the turn."""
PLACE = 0.6
"""Log-odds of being near what is wanted, for each medal that this is worth."""
MEDAL = 1.2
"""Log-odds of a unit eliminated, to compare with numbers in medals."""

# ---- medals

HELD, BLOCKED, SHARE = 0.85, 0.25, 0.5
"""The worth of a medal that can be lost again; the shares of a medal for standing on an enemy one, and on one of
several hexes of a majority.
"""
SUDDEN = 3.0
"""The worth of a hex that wins the battle at once."""

# ---- orders

ENOUGH = 0.01
"""The gain up to which no order is worth giving."""
GIVE_FROM = 0.1
"""The gain from which on a second and a third card are given out on the double board."""
WIRE = 0.05
"""The worth of removing wire when there is no enemy to attack."""
SECOND_ATTACK = 0.7
"""The share that a second attack is worth of the first."""
SECOND_TARGET = 0.4
"""The chance that armour which takes ground has another target next to it."""
DUG_IN, HEALED = 0.5, 0.35
"""The shares of danger that sandbags take away, and of lost figures that dice bring back."""
SECTION_EMPTY, SECTION_UNIT = 0.3, 0.25
"""The share of its worth that a section card keeps without units in its section, and that each unit there adds."""

# ---- ground

STOP = 0.5
"""Hexes that a step which ends a move costs next to its own."""
OPEN_ROOM = 3
"""Hexes that a unit with room behind it is taken to be able to go back."""

# ---- search

TRUST = 8.0
"""Sampled games that the opinion of the quick player counts for."""
STEEPNESS = MEDAL / 4.0
"""Chance to win that a medal adds where things are even."""
