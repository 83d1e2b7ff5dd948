"""The card game in a real window on a virtual X server: a card, two units, a move and an attack by a real pointer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from tests.app.driver import Driver, playing
from wab.app.cards.panels.frame import hand_boxes
from wab.app.hud.kit import Box
from wab.app.hud.scale import scale_of

pytestmark = pytest.mark.window
WIDTH, HEIGHT = 800, 450
SCENARIO, SEED = "cards/pegasus-bridge", 7


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    words = ["--side", "allies", "--axis", "random", "--seed", str(SEED), "--language", "en"]
    with playing(tmp_path, SCENARIO, *words, size=f"{WIDTH}x{HEIGHT}") as driver:
        yield driver


def test_a_card_is_played_and_units_are_ordered_moved_and_attack_with_a_real_pointer(driver: Driver) -> None:
    driver.wait("ready")
    camera = driver.wait("battle")
    view = wab.new_game(SCENARIO, seed=SEED).view("allies")
    field, hand = view.board.field, view.hand  # type: ignore[attr-defined]
    scale = scale_of(0.0, WIDTH, HEIGHT)
    box = hand_boxes(Box(0, 0, WIDTH / scale, HEIGHT / scale), len(hand))[hand.index("attack_center")]

    def click(label: str) -> None:
        x, y = field.grid.centres[field.hex(label)]
        px = camera["px_per_hex"]
        driver.click(WIDTH / 2 + (x - camera["x"]) * px, HEIGHT / 2 - (y - camera["y"]) * px)

    def card() -> None:
        driver.click((box.x + 40) * scale, (box.y + 70) * scale)
        time.sleep(0.6)

    card()
    card()
    assert driver.wait("played", 1)["order"]["card"] == "attack_center"
    for number, label in enumerate(("E6", "H3"), start=2):
        click(label)
        assert driver.wait("played", number)["order"]["order"] == "order_unit"
    driver.do("key", "F5")
    assert driver.wait("played", 4)["order"] == {"order": "done"}
    click("E6")
    time.sleep(0.6)
    click("E5")
    assert driver.wait("played", 5)["order"]["path"] == [field.hex("E6"), field.hex("E5")]
    time.sleep(2.0)  # the move is shown first
    for _ in range(2):  # another could still move: asked once
        driver.do("key", "F5")
        time.sleep(0.6)
    assert driver.wait("played", 6)["order"] == {"order": "done"}
    click("H3")
    time.sleep(0.6)
    for _ in range(2):  # aimed at, then rolled for
        click("F2")
        time.sleep(0.6)
    shot = driver.wait("played", 7)["order"]
    assert shot["order"] == "attack"
