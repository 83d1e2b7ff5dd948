"""The proof that the dice of a server were not chosen: commitment, secret, and the salts of the players.

Before the first player sits down the server says the hash of its secret. Every player adds a salt. The seed is the
hash of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from wab.engine.words.text import Text


class Proof(msgspec.Struct, frozen=True):
    """`seals` are hashes of each salt with the secret: they say which salt was changed."""

    commitment: str
    secret: str
    salts: dict[str, str]
    seals: dict[str, str]

    @classmethod
    def of(cls, secret: str, salts: Mapping[str, str]) -> Proof:
        """Return the proof of a secret and the salts by seat."""
        seals = {seat: _seal(secret, seat, salt) for seat, salt in salts.items()}
        return cls(commitment_to(secret), secret, dict(salts), seals)

    @property
    def seed(self) -> int:
        """The seed that follows, 256 bits."""
        parts = [self.secret, *(f"{seat} {salt}" for seat, salt in sorted(self.salts.items()))]
        return int.from_bytes(_hash("\n".join(parts)), "big")

    def problem(self, seed: int) -> Text | None:
        """Return what does not fit in the proof of a seed; None if all of it does."""
        if commitment_to(self.secret) != self.commitment:
            return Text("The secret of the server is not the one to which it had committed itself.")
        if self.salts.keys() != self.seals.keys():
            return Text("The proof of the dice does not name the same seats throughout.")
        for seat, salt in self.salts.items():
            if _seal(self.secret, seat, salt) != self.seals[seat]:
                return Text("The salt of the seat {seat} was changed.", {"seat": seat})
        return None if self.seed == seed else Text("The seed does not follow from the secret and the salts.")


def commitment_to(secret: str) -> str:
    """Return what a server says before the first player sits down."""
    return _hash(f"wab dice {secret}").hex()


def _seal(secret: str, seat: str, salt: str) -> str:
    return _hash(f"{secret}\n{seat}\n{salt}").hex()


def _hash(words: str) -> bytes:
    return sha256(words.encode()).digest()
