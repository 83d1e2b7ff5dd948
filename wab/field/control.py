"""Control of the hexes: a byte a hex, codes as the system gives them (0 for no side), and its text in saves and
views.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from wab.hexes import HexId

Holders = bytes | bytearray

_RUN = re.compile(r"([0-9]{1,9})x(0|[1-9][0-9]{0,2})")


def codes(control: Holders) -> NDArray[np.uint8]:
    """uint8[N]: the holder of each hex, as things stand now. Read-only; later changes of `control` do not show."""
    return np.frombuffer(bytes(control), np.uint8)


def held(control: Holders, code: int) -> NDArray[np.bool_]:
    """bool[N]: the hexes of one holder."""
    found: NDArray[np.bool_] = codes(control) == code
    return found


def newly_held(control: Holders, code: int, entered: Iterable[HexId], ground: NDArray[np.bool_]) -> tuple[HexId, ...]:
    """Return which of the hexes entered would pass to a holder, each once, in their order.

    `ground`: bool[N], the hexes that can be held at all.
    """
    return tuple(dict.fromkeys(hex_ for hex_ in entered if ground[hex_] and control[hex_] != code))


def to_runs(control: Holders) -> str:
    """Control as run lengths: "12x1 3x0" for twelve hexes of holder 1 and three without a holder. Empty for no
    hexes.
    """
    holders = codes(control)
    if not holders.size:
        return ""
    starts = np.concatenate(([0], np.flatnonzero(np.diff(holders)) + 1))
    lengths = np.diff(starts, append=holders.size)
    runs = zip(lengths.tolist(), holders[starts].tolist(), strict=True)
    return " ".join([f"{length}x{code}" for length, code in runs])


def from_runs(text: str, size: int, known: Collection[int]) -> bytearray:
    """The control that `to_runs` wrote. ValueError if it is not of `size` hexes or names a holder not `known`.

    The text may come from a stranger: nothing is made of it before its lengths add up.
    """
    runs = [_RUN.fullmatch(run) for run in text.split()]
    if sum(int(run[1]) if run else 0 for run in runs) != size or not all(runs):
        raise ValueError(f"control does not say who holds each of the {size} hexes of the map")
    found = [(int(run[1]), int(run[2])) for run in runs if run]
    if strangers := {code for _, code in found} - set(known):
        raise ValueError(f"control names a holder {min(strangers)} that this game does not have")
    return bytearray().join(bytes([code]) * length for length, code in found)
