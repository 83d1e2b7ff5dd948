"""Two planning players to measure changes by: one chooses order by order, the other plans whole impulses.

python -m lab.ladder --pairs examples.yardsticks:WholeImpulses/examples.yardsticks:OrderByOrder --games 60
"""

from ai.operations.judgement.levels import Level
from ai.operations.staff import Staff


class OrderByOrder(Staff):
    """The planning player that chooses the best single order each time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, Level("order by order", plans=True))


class WholeImpulses(Staff):
    """The planning player that chooses all orders of an impulse together."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, Level("whole impulses", plans=True, impulses=True))
