"""The settings in a real window: keys laid elsewhere by pointer and by keyboard, and used in a battle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.driver import Driver, playing
from wab.app.pages.fronts import key_groups

pytestmark = pytest.mark.window


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with playing(
        tmp_path, "operations/cliffs-and-shingle", "--side", "allied", "--seed", "4", size="800x500"
    ) as driver:
        yield driver


def kept(tmp_path: Path) -> dict[str, Any]:
    files = list(tmp_path.rglob("settings.json"))
    found: dict[str, Any] = json.loads(files[0].read_text())["keys"] if files else {}
    return found


def test_keys_are_laid_elsewhere_by_pointer_and_keyboard_and_used(driver: Driver, tmp_path: Path) -> None:
    driver.wait("ready")
    driver.wait("battle")
    driver.key("F10")
    driver.screen("SettingsPage")
    driver.press("tab keys")
    driver.press("operations.attack 0")
    assert driver.wait("key_asked")["action"] == "operations.attack"
    driver.do("key", "bracketleft")
    driver.until(lambda: kept(tmp_path) == {"operations.attack": ["["]})

    rows = [action.id for group in key_groups() if not group.fixed for action in group.actions]
    for key, there in (("Prior", False), ("Next", True)):  # to the tab before and back: now the keyboard is at the tab
        driver.key(key)
        driver.until(lambda: ("hex.end 0" in driver.places) == there, key)  # noqa: B023 - waited for at once
    for _row in range(rows.index("hex.end") + 1):
        driver.key("Down")
    driver.do("key", "Return")
    assert driver.wait("key_asked", 2)["action"] == "hex.end"
    driver.do("key", "ctrl+e")
    driver.until(lambda: kept(tmp_path) == {"operations.attack": ["["], "hex.end": ["ctrl+e"]})

    driver.key("Escape")
    driver.until(lambda: "end-turn" in driver.places, "the battle")
    before = len(driver.told("played"))
    for key in (
        "F5",
        "Return",
        "Left",
    ):  # the last is heard after F5, which means nothing any more
        driver.key(key)
    assert len(driver.told("played")) == before and "question-yes" not in driver.places
    driver.key("ctrl+e")
    driver.until(lambda: "question-yes" in driver.places or len(driver.told("played")) > before, "an end of the turn")
    if "question-yes" in driver.places:  # where units have not acted, the game asks first
        driver.key("Return")
    driver.wait("played", before + 1)
