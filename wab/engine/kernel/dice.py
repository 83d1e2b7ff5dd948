"""Chance, explicit: named streams of draws that are a pure function of seed, stream and number.

Nothing else in the platform is random. A draw is recorded as a `Rolled` event with its purpose; applying that event
moves the stream on, so a replay ends with the same counters as the game that it repeats.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text

_SPAN = 1 << 64
_PERSON = b"wab derived seed"


def _word(seed: int, stream: str, index: int, attempt: int) -> int:
    key = f"{seed}/{stream}/{index}/{attempt}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big")


def draw(seed: int, stream: str, index: int, bound: int) -> int:
    """Draw number `index` of a stream: a whole number from 0 to `bound` - 1, every one exactly as likely."""
    limit = _SPAN - _SPAN % bound
    attempt = 0
    while (word := _word(seed, stream, index, attempt)) >= limit:  # rejection keeps the draw exactly uniform
        attempt += 1
    return word % bound


def derived_seed(seed: int, purpose: str) -> int:
    """A seed of 64 bits for a program that must not know this one: the only way back is to try seed after seed."""
    word = blake2b(f"{seed}/{purpose}".encode(), digest_size=8, person=_PERSON)
    return int.from_bytes(word.digest(), "big")


class Dice(msgspec.Struct, frozen=True):
    """The chance of one game: its seed, and how many draws each named stream has given. Part of the state."""

    seed: int
    drawn: dict[str, int] = {}

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        """Roll `count` dice. The rule that rolls must hand the record on before it rolls again."""
        first = self.drawn.get(stream, 0)
        results = tuple(draw(self.seed, stream, first + i, faces) + 1 for i in range(count))
        return Rolled(stream, purpose, faces, first, results)

    def after(self, rolled: Rolled) -> Dice:
        """The dice after a record of this stream; ValueError when the record is not the next one."""
        if rolled.first != self.drawn.get(rolled.stream, 0):
            raise ValueError(
                f"stream {rolled.stream!r} stands at {self.drawn.get(rolled.stream, 0)}, not {rolled.first}"
            )
        drawn = dict(self.drawn)
        drawn[rolled.stream] = rolled.first + len(rolled.results)
        return Dice(self.seed, drawn)


class GivenDice(Dice, frozen=True):
    """Dice for trying out: in `totals`, by stream, the total of the next roll. Other rolls go by the seed."""

    totals: dict[str, int] = {}

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        """Roll `count` dice, or show the total that is given. ValueError for one that these dice cannot show."""
        if stream not in self.totals:
            return super().roll(stream, purpose, faces, count)
        rest = self.totals[stream] - count
        if not 0 <= rest <= count * (faces - 1):
            raise ValueError(f"{count} dice with {faces} faces do not come to {self.totals[stream]}")
        shown = tuple(1 + max(0, min(faces - 1, rest - number * (faces - 1))) for number in range(count))
        return Rolled(stream, purpose, faces, self.drawn.get(stream, 0), shown)

    def after(self, rolled: Rolled) -> GivenDice:
        """The dice after a record of this stream, whose total has been used; ValueError when it is not the next one."""
        left = {stream: total for stream, total in self.totals.items() if stream != rolled.stream}
        return GivenDice(self.seed, super().after(rolled).drawn, totals=left)


class Chance:
    """A private source of chance for players that are not part of a game's state: same seed, same choices."""

    def __init__(self, seed: int, stream: str) -> None:
        self._seed, self._stream, self._index = seed, stream, 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        value = draw(self._seed, self._stream, self._index, bound)
        self._index += 1
        return value

    def unit(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self.below(1 << 53) / (1 << 53)
