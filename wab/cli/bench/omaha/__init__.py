"""The goals of omaha for the questions that every system is asked."""

from __future__ import annotations

from wab.cli.bench.systems import Goal, Questions

GOALS: dict[str, Goal] = {}
ASKED: Questions = {"P20": 0.006, "P21": 0.08, "P22": 0.05, "P23": 2.0, "P24": 1.0}
