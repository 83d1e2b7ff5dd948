"""The dice of games as a server has promised them to this player: its commitments, and the salts that were given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import platformdirs

from wab.engine.files.writing import write_beside
from wab.engine.kernel.proof import Proof
from wab.engine.words.text import Text
from wab.online.keyring import kept_words


class Promise(msgspec.Struct, frozen=True):
    """The commitment of a server before the player sat down, and the player's own salts by seat."""

    commitment: str
    salts: dict[str, str]

    def broken_by(self, proof: Proof | None, seed: int) -> Text | None:
        """Return how the proof in a save breaks the promise; None if it holds."""
        if proof is None:
            return Text("The save holds no proof of its dice.")
        if proof.commitment != self.commitment:
            return Text("The commitment is not the one that the server gave before the game.")
        for seat, salt in self.salts.items():
            if proof.salts.get(seat) != salt:
                return Text("The salt of the seat {seat} is not the one that was given.", {"seat": seat})
        return proof.problem(seed)


_decoder = msgspec.json.Decoder(dict[str, Promise])


def promises_path() -> Path:
    """Return where promises are kept."""
    return platformdirs.user_data_path("wab", appauthor=False) / "promises.json"


def keep_promise(address: str, game: str, commitment: str, salts: Mapping[str, str]) -> None:
    """Keep what a server has promised for a game; the first commitment counts. SaveError if it cannot be written."""
    promises = kept_words(_decoder, promises_path())
    known = promises.get(f"{address} {game}")
    first = known.commitment if known is not None else commitment
    before = known.salts if known is not None else {}
    promises[f"{address} {game}"] = Promise(first, before | dict(salts))
    write_beside(promises_path(), msgspec.json.encode(promises, order="sorted"))


def promise_of(address: str, game: str) -> Promise | None:
    """Return what a server has promised for a game; None for a game whose beginning this device does not know."""
    return kept_words(_decoder, promises_path()).get(f"{address} {game}")
