"""What a player holds dear, as numbers in medals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """How a player weighs what it sees.

    `caution`: share of the damage that the enemy might do which counts. `menace`: the same of the damage that one
    might do oneself next turn. `pull`: of a medal that lies some way off, which fades by `fade` with each hex. `near`:
    what it is worth to be a hex nearer to the enemy. `drive`: to drive a unit back. `ground`: to follow it. `overrun`:
    of armour that may attack again. `win`: to end the game, beyond its last medal. `thrift`: share of what a card is
    usually worth that is given up by playing it. `combines`: a move is priced together with the attack that it makes
    possible, so that a turn is thought through as a whole; else every order is judged by itself.
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
"""Thinks its turn through: what its units could do together, what may come back at them, what a card will be worth."""
GREEDY = Weights(caution=0.0, menace=0.0, thrift=0.0, combines=False)
"""Judges one order by itself, by what it does at once."""

THREATS = (0.55, 0.4, 0.25, 0.15, 0.1, 0.05)
"""How likely the strongest threat to a unit, the second and so on are carried out: few units are ordered in a turn."""

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
"""What a card is usually worth, in medals; OTHER_CARD for one that is not named here."""
OTHER_CARD = 0.4
RECON_DRAW = 0.08
"""What it is worth to choose between two cards at the end of a turn."""
