"""The goals of the card game for the questions that every system is asked."""

from __future__ import annotations

from wab.cli.bench.systems import Goal, Questions

GOALS: dict[str, Goal] = {}
ASKED: Questions = {"P20": 0.004, "P21": 0.015, "P22": 0.015, "P23": 0.8, "P24": 3.5}
