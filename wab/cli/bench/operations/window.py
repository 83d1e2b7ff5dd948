"""The window: how soon it shows the title and a battle, what its frames take in two and three dimensions, its memory.

Measured offscreen (`wab.app.measured`), in a process for each battle: the first one as it begins, and the grand battle
in its last turn.
"""

from __future__ import annotations

import subprocess
from functools import cache

import msgspec

import wab
from wab.app.requests import Measured
from wab.cli.bench.reference import reference_seconds
from wab.cli.bench.rounds import BenchError, Result
from wab.engine.outside.processes import python_command

GRAND_BATTLE = "operations/the-battle-of-normandy"
DRAWS, VERTICES, TEXTURES = (60, 200), (100_000, 500_000), 80
"""The most Geoms in view and the most vertices of a map, in two and in three dimensions; MB of textures."""
TITLE, BATTLE = 300, 50
"""The most T_ref to the title, and from there to the first battle."""
DEEPER = 2.0
"""The number of times as long that a frame in three dimensions may take."""
MEMORY = 1.0
"""GB of the process in the last turn of the grand battle."""

_PROGRAM = """
import sys
from wab.app.launch import measure_window
sys.stdout.write(measure_window({scenario!r}, {to_the_end}))
"""


def begun() -> Measured:
    """The first battle, as it begins."""
    return _measured(wab.scenarios()[0].id, to_the_end=False)


def ended() -> Measured:
    """The grand battle in its last turn."""
    return _measured(GRAND_BATTLE, to_the_end=True)


@cache
def _measured(scenario: str, *, to_the_end: bool) -> Measured:
    program = python_command(_PROGRAM.format(scenario=scenario, to_the_end=to_the_end))
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    try:
        return msgspec.json.decode(done.stdout[done.stdout.find("{") :], type=Measured)
    except msgspec.DecodeError as error:
        raise BenchError(f"The window cannot be measured: {done.stderr.strip()[-200:]}") from error


def start() -> Result:
    """P25: to the title, and to the first battle."""
    found, unit = begun(), reference_seconds()
    title, battle = found.title / unit, found.battle / unit
    return Result(
        "P25",
        f"the window from its start to the title <= {TITLE} T_ref, from there to the first battle <= {BATTLE} T_ref",
        f"{title:.0f}, {battle:.0f}; {found.title:.1f} s, {found.battle:.1f} s",
        title <= TITLE and battle <= BATTLE,
    )


def drawn() -> Result:
    """P26: what is drawn of a map at most, near by and far away."""
    both = begun(), ended()
    draws = [max(frames) for frames in zip(*((one.flat.draws, one.deep.draws) for one in both), strict=True)]
    corners = [max(frames) for frames in zip(*((one.flat.vertices, one.deep.vertices) for one in both), strict=True)]
    textures = max(frames.texture_bytes for one in both for frames in (one.flat, one.deep)) / 1e6
    return Result(
        "P26",
        f"the map in 2D and in 3D: <= {DRAWS[0]} and {DRAWS[1]} draws, "
        f"<= {VERTICES[0]:,} and {VERTICES[1]:,} vertices, <= {TEXTURES} MB of textures",
        f"{draws[0]} and {draws[1]}, {corners[0]:,} and {corners[1]:,}, {textures:.0f} MB",
        _within(draws, DRAWS) and _within(corners, VERTICES) and textures <= TEXTURES,
    )


def _within(found: list[int], most: tuple[int, int]) -> bool:
    return all(one <= limit for one, limit in zip(found, most, strict=True))


def dimensions() -> Result:
    """P27: a frame in three dimensions next to one in two."""
    both = begun(), ended()
    ratios = [one.deep.seconds / one.flat.seconds for one in both]
    times = "; ".join(f"{one.flat.seconds * 1e3:.0f} and {one.deep.seconds * 1e3:.0f} ms" for one in both)
    return Result(
        "P27",
        f"a frame in 3D, first battle and grand battle: <= {DEEPER:g}x one in 2D",
        f"{ratios[0]:.1f}x, {ratios[1]:.1f}x; {times}, drawn by {both[1].driver}",
        max(ratios) <= DEEPER,
    )


def memory() -> Result:
    """P28: memory of the window in the last turn of the grand battle."""
    used = ended().memory
    return Result(
        "P28",
        f"memory of the window in the last turn of the grand battle <= {MEMORY:g} GB",
        f"{used:.2f} GB",
        used <= MEMORY,
    )
