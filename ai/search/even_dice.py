"""Dice for imagined battles: totals come as often as with real dice, but evenly spread: few rehearsals suffice."""

from __future__ import annotations

from itertools import product

from wab.engine.kernel.dice import Dice, draw
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text

GOLDEN = 0.6180339887498949
"""Steps of this size spread over the unit interval more evenly than chance does."""
PAIRS = tuple(sorted(product(range(1, 7), repeat=2), key=lambda pair: (sum(pair), pair)))
"""All throws of two dice, the lowest total first."""
FINE = 1 << 20


class EvenDice(Dice, frozen=True):
    """Two dice go through their totals evenly, from the `start` (0 to 1) of a world; other dice are drawn.

    The n-th throw of a stream is the same in every course that is rehearsed in a world.
    """

    start: float = 0.0

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        """Roll `count` dice."""
        if (faces, count) != (6, 2):
            return super().roll(stream, purpose, faces, count)
        first = self.drawn.get(stream, 0)
        place = (self.start + _shift(self.seed, stream) + first // count * GOLDEN) % 1.0
        return Rolled(stream, purpose, faces, first, PAIRS[int(place * len(PAIRS))])

    def after(self, rolled: Rolled) -> EvenDice:
        """The dice after a record of this stream."""
        return EvenDice(self.seed, super().after(rolled).drawn, self.start)


def beginning_with(luck: float, stream: str) -> EvenDice:
    """Even dice whose first throw of two on a stream has this place among all throws: 0 the worst, below 1."""
    return EvenDice(0, {}, (luck - _shift(0, stream)) % 1.0)


def _shift(seed: int, stream: str) -> float:
    return draw(seed, f"start of {stream}", 0, FINE) / FINE
