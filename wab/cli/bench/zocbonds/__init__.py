"""The goals of zocbonds for the questions that every system is asked."""

from __future__ import annotations

from wab.cli.bench.systems import Goal, Questions

GOALS: dict[str, Goal] = {}
ASKED: Questions = {"P20": 0.004, "P21": 0.4, "P22": 0.1, "P23": 4.0, "P24": 1.5}
