"""The settings in a real window: keys laid elsewhere by pointer and by keyboard, and used in a battle."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.driver import Driver, playing
from wab.app.pages.fronts import key_groups

pytestmark = pytest.mark.window
KEYS_TAB, FIRST_CELL = (408, 93), (837, 211)
"""Where the tab stands in a window of 1280 x 720, and the key of the first action."""


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with playing(tmp_path, "operations/cliffs-and-shingle", "--side", "allied", "--seed", "4") as driver:
        yield driver


def kept(tmp_path: Path) -> dict[str, Any]:
    files = list(tmp_path.rglob("settings.json"))
    found: dict[str, Any] = json.loads(files[0].read_text())["keys"] if files else {}
    return found


def test_keys_are_laid_elsewhere_by_pointer_and_keyboard_and_used(driver: Driver, tmp_path: Path) -> None:
    driver.wait("ready")
    driver.wait("battle")
    driver.do("key", "F10")
    driver.until(lambda: any(line.get("name") == "SettingsPage" for line in driver.lines()))
    time.sleep(1.0)
    driver.click(*KEYS_TAB)
    time.sleep(2.0)  # frames are slow here, and the list is drawn by one that follows the click
    driver.click(*FIRST_CELL)
    assert driver.wait("key_asked")["action"] == "operations.attack"
    driver.do("key", "bracketleft")
    driver.until(lambda: kept(tmp_path) == {"operations.attack": ["["]})

    rows = [action.id for group in key_groups() if not group.fixed for action in group.actions]
    for key in ("Prior", "Next"):  # to the tab before and back: now the keyboard is at the tab
        driver.do("key", key)
        time.sleep(1.5)
    pressed = sum(line["event"] == "key" for line in driver.lines())
    for row in range(rows.index("hex.end") + 1):
        driver.do("key", "Down")
        driver.wait("key", pressed + row + 1)
        time.sleep(0.1)
    driver.do("key", "Return")
    assert driver.wait("key_asked", 2)["action"] == "hex.end"
    driver.do("key", "ctrl+e")
    driver.until(lambda: kept(tmp_path) == {"operations.attack": ["["], "hex.end": ["ctrl+e"]})

    driver.do("key", "Escape")
    time.sleep(1.0)
    before = sum(line["event"] == "played" for line in driver.lines())
    driver.do("key", "F5")  # means nothing any more
    time.sleep(0.7)
    driver.do("key", "Return")
    time.sleep(1.0)
    assert sum(line["event"] == "played" for line in driver.lines()) == before
    driver.do("key", "ctrl+e")
    time.sleep(0.7)
    driver.do("key", "Return")  # where units have not acted, the game asks first
    driver.wait("played", before + 1)
