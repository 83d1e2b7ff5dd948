"""Measurements of the flagship beyond the questions that every system is asked, and its goals."""

from __future__ import annotations

from wab.cli.bench.operations import games, plain, staffs, turns, window
from wab.cli.bench.systems import Goal, Questions

GOALS: dict[str, Goal] = {
    "P9": staffs.side_turns_by_level,
    "P10": staffs.against_wesnoth,
    "P11": staffs.whole_battle,
    "P12": staffs.memory,
    "P13": games.snapshot,
    "P14": games.random_plies,
    "P15": games.state_as_bytes,
    "P16": games.start_up,
    "P17": plain.without_numba,
    "P18": plain.mouse_over,
    "P19": turns.side_turns,
    "P25": window.start,
    "P26": window.drawn,
    "P27": window.dimensions,
    "P28": window.memory,
}
ASKED: Questions = {"P20": 0.01, "P21": 0.2, "P22": 0.06, "P23": 1.4, "P24": 0.7}
