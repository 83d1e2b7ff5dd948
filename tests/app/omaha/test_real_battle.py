"""A person's first quarter of an hour at Omaha in a real window, by mouse: the first turns, a unit moved, the cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.driver import STILL, Driver, playing

pytestmark = pytest.mark.window

QUIET = {**STILL, "sound": False, "ask_twice": False, "speed": 0.0}
SIZE = "1280x720"


def played(driver: Driver) -> list[dict[str, Any]]:
    """The orders that went out."""
    return driver.told("played")


def press_and_wait(driver: Driver, name: str) -> dict[str, Any]:
    """Click something, and the order that comes of it."""
    before = len(played(driver))
    driver.press(name)
    return driver.wait("played", before + 1)


def end_sector(driver: Driver) -> dict[str, Any]:
    """The button, and the answer where paid actions are left."""
    before = len(played(driver))
    driver.press("end-turn")
    driver.until(lambda: "question-yes" in driver.places or len(played(driver)) > before, "the end of the sector")
    if "question-yes" in driver.places:
        driver.press("question-yes")
    return driver.wait("played", before + 1)


def test_the_first_turns_are_played_by_mouse(tmp_path: Path) -> None:
    with playing(tmp_path, "omaha/the-first-waves", "--side", "us", "--seed", "5", size=SIZE, settings=QUIET) as driver:
        driver.wait("battle")
        assert press_and_wait(driver, "order-0")["order"]["order"] == "begin_sector"
        end_sector(driver)
        for _answer in range(40):
            if any(line.get("phase") == "arrivals" for line in played(driver)[-1:]) or _is_due(driver):
                break
            driver.key("space")
            driver.press("order-0" if "order-0" in driver.places else "end-turn")
        assert any("card_drawn" in line["events"] for line in played(driver))


def _is_due(driver: Driver) -> bool:
    return any("Due now" in line for line in driver.words)
