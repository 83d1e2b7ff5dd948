"""What the greedy player holds dear: every number of its judgement, in victory points unless it says so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices and thresholds of one player; another character is another set of them."""

    hp_power: float = 0.35
    """What a hit point is worth beyond its points: it fights on, for a while at least."""
    ahead: float = 2.0
    """So many turns before the end that worth begins to fade, to nothing in the last turn."""
    decisive: float = 60.0
    """What the hexes of an immediate victory are worth together."""
    delay: float = 0.8
    """What is left of a goal's worth for each turn of march to it."""
    ground: float = 0.5
    """What an enemy pushed back from a hex of no importance is worth."""
    push: float = 0.5
    """Share of the gain in nearness to goals that counts when an enemy hex is won."""
    shield: float = 0.25
    """Share of a held goal's worth that pushing an enemy off its approaches is worth."""
    attack_from: float = 0.4
    """The least value for which an attack is made."""
    carry_on: float = 0.0
    """The least value for which an attack already prepared is still made."""
    move_from: float = 0.2
    """The least gain for which a unit moves."""
    march: float = 0.12
    """The price of using a unit that has to move for an attack."""
    detour: float = 0.25
    """The share of a goal's draw that a unit forgoes for an attack that takes it away from there."""
    activation: float = 0.15
    """The price of an activation point when points are scarce."""
    rest: float = 0.012
    """The price of an activation for each percent of fatigue of the unit."""
    risk: float = 0.6
    """The share of the loss by the worst enemy attack on a hex that is expected there."""
    rush: float = 0.5
    """The share of the enemies within a march of a held goal that is reckoned with, whoever stands in their way."""
    fear: float = 0.7
    """The share of the enemies who could strike a held goal that is expected to."""
    too_late: float = 0.5
    """The share of the draw of a goal in danger that is left for who cannot get there this impulse."""
    first: float = 0.6
    """The share of a held goal's worth that its first defender saves, however few he is against."""
    zone_delay: int = 4
    """Half movement points by which an enemy zone of control makes a way longer."""
    wet_delay: int = 6
    """Half movement points by which an attack over a river or a cliff is farther than one over dry ground."""
    trapped: tuple[float, ...] = (0.6, 0.3, 0.12, 0.06)
    """The share of a stack that a retreat would cost with no, one, two, or more ways out that the enemy leaves."""
    zone: float = 0.25
    """The price of standing in an enemy zone of control without need."""
    cut_off: float = 3.0
    """The price of standing where no supply comes."""
    interdiction: float = 0.0
    """What a hit point is worth that is without supply for an impulse: who keeps no plan does not look at it."""
    fire_from: float = 0.12
    """The least value for which guns bombard."""
    tiring: float = 0.01
    """What a percent of fatigue of an enemy unit is worth."""
    loyalty: float = 1.25
    """How much more a unit cares for the goal that it already has."""
    near_equal: float = 0.05
    """Options that are worth so little less than the best are as good, and the seed may choose among them."""


GREEDY = Weights()
