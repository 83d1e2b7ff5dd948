"""The rows of the bench about the window: what is measured in another process becomes met or missed."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from wab.app.requests import Frames, Measured
from wab.cli.bench.operations import window
from wab.cli.bench.rounds import BenchError

GOOD = Measured(1.0, 0.5, Frames(40, 90_000, 60_000_000, 0.010), Frames(120, 400_000, 70_000_000, 0.018), 0.8, "a card")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> dict[str, Measured]:
    both = {"begun": GOOD, "ended": GOOD}
    monkeypatch.setattr(window, "begun", lambda: both["begun"])
    monkeypatch.setattr(window, "ended", lambda: both["ended"])
    monkeypatch.setattr(window, "reference_seconds", lambda: 0.05)
    return both


def test_what_keeps_to_the_goals_is_met_and_says_what_draws(found: dict[str, Measured]) -> None:
    rows = [window.start(), window.drawn(), window.dimensions(), window.memory()]
    assert [row.id for row in rows] == ["P25", "P26", "P27", "P28"]
    assert all(row.ok for row in rows)
    assert "a card" in rows[2].measured and "1.8x" in rows[2].measured


@pytest.mark.parametrize(
    ("change", "missed"),
    [
        ({"title": 16.0}, "P25"),
        ({"flat": Frames(40, 100_001, 60_000_000, 0.010)}, "P26"),
        ({"deep": Frames(201, 400_000, 70_000_000, 0.018)}, "P26"),
        ({"deep": Frames(120, 400_000, 70_000_000, 0.021)}, "P27"),
        ({"memory": 1.01}, "P28"),
    ],
)
def test_what_does_not_is_missed(found: dict[str, Measured], change: dict[str, Any], missed: str) -> None:
    found["begun"] = found["ended"] = msgspec.structs.replace(GOOD, **change)
    rows = [window.start(), window.drawn(), window.dimensions(), window.memory()]
    assert [row.id for row in rows if not row.ok] == [missed]


def test_a_window_that_cannot_be_measured_ends_the_bench_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass
    class Done:
        stdout: str = "(all display modules loaded.)"
        stderr: str = "no graphics driver"

    monkeypatch.setattr(subprocess, "run", lambda *given, **how: Done())
    with pytest.raises(BenchError, match="no graphics driver"):
        window._measured.__wrapped__("operations/none", to_the_end=False)
