"""The newcomer's path in a real window: from the title to the first attack, by what the screen itself offers.

Its measurements are in docs/newcomer.md; `pytest -s` prints it.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.app.driver import Driver, playing
from tests.app.field import Field

pytestmark = pytest.mark.window

LOOKS, FINDS = 15.0, 5.0
"""Seconds in which a newcomer looks at a new screen, and finds the next thing to click."""
AT_MOST = 5 * 60.0


class Walk:
    """The steps that were taken, and how long the game took to answer each of them."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, float]] = []
        self._began = time.monotonic()

    def step(self, words: str) -> None:
        self.steps.append((words, time.monotonic() - self._began))
        print(f"{words}: {self.steps[-1][1]:.1f} s")
        self._began = time.monotonic()

    def as_newcomer(self, screens: int) -> float:
        """Seconds for a newcomer, who looks at each screen and looks for each thing before a click."""
        return sum(seconds for _words, seconds in self.steps) + screens * LOOKS + len(self.steps) * FINDS


def test_a_newcomer_attacks_within_five_minutes_of_the_title(tmp_path: Path) -> None:
    with playing(tmp_path, size="1600x900") as driver:
        driver.place("scenarios")
        walk = Walk()
        click(driver, "scenarios", "brief")
        walk.step("Scenarios: the list, with the first lesson chosen")
        click(driver, "brief", "start")
        walk.step("Read the briefing: the briefing")
        click(driver, "start", "hint-read")
        walk.step("Begin: the battle, with its first hint")
        field = Field(driver, tmp_path / "data", "allied")
        own, enemy = field.an_attack() or (-1, -1)
        assert own == hinted(field) and field.is_free(own), "the first hint shows a unit that can attack"
        field.select(own)
        driver.until(lambda: any("click the enemy" in words for words in [" ".join(driver.words)]), "the second hint")
        walk.step("The unit that the hint speaks of: its card, and the second hint")
        assert field.is_free(enemy)
        field.click(enemy)
        driver.place("attack-yes")
        walk.step("The enemy that the hint speaks of: the combat board with the odds")
        driver.press("attack-join")
        driver.until(lambda: "attack-join" not in driver.places, "better odds")
        walk.step("The unit that could join: even odds")
        assert field.next_order(lambda: driver.press("attack-yes"))["order"]["order"] == "attack"
        walk.step("Attack: the dice")
        assert len(walk.steps) == 7
        assert walk.as_newcomer(screens=4) < AT_MOST


def click(driver: Driver, name: str, follows: str) -> None:
    """Click something, and wait until what comes of it can be clicked."""
    driver.press(name)
    driver.place(follows)


def hinted(field: Field) -> int:
    """The hex in the first hint of the scenario."""
    board = field.view.board
    return int(board.grid.parse(board.hints[0].hex))
