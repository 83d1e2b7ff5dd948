"""A HUD at 175 % in a real window of 1280 by 720: by keyboard from the first screen of a battle to an attack."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.app.driver import STILL, playing

pytestmark = pytest.mark.window

WORDS = ("operations/a-bridge-on-the-canal", "--side", "allied", "--seed", "3")


def test_at_175_per_cent_in_1280_by_720_an_attack_is_reached(tmp_path: Path) -> None:
    with playing(tmp_path, *WORDS, settings={**STILL, "hud_scale": 1.75}) as driver:
        driver.wait("ready")
        for _unit in range(12):  # from unit to unit, until one can attack
            for key in ("n", "a", "Return", "Return"):
                driver.key(key)
                time.sleep(0.6)
            if any("attack" in str(line["order"]) for line in driver.told("played")):
                break
        orders = [line["order"] for line in driver.told("played")]
    assert any("attack" in str(order) for order in orders), orders
