"""In a real window: two people at one screen, and the language switched while a game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from wab.locale import language

pytestmark = pytest.mark.window

QUIET = {**STILL, "sound": False}
HERE = "I am here"
CURTAIN = {
    "Turn 1",
    "HAND OVER TO",
    HERE,
    "Back to the menu",
    "Enter",
    "The others look away. What you are about to see is for your eyes only.",
}


@pytest.mark.clause("OPS-5.1-3")
def test_a_curtain_hangs_between_two_people_and_shows_nothing_of_either(tmp_path: Path) -> None:
    with playing(tmp_path, "operations/causeway-to-carentan", settings=QUIET) as driver:
        driver.screen("Briefing")
        driver.press("opponent person")
        driver.until(lambda: "option undo lenient" not in driver.places, "two people")
        driver.press("start")
        under_curtain(driver, tmp_path, "Allies")
        driver.press(HERE)
        driver.screen("BattleScreen")
        field = Field(driver, tmp_path / "data", "allied")
        hidden = names_of(field, "axis") - names_of(field, "allied")
        assert hidden
        driver.until(lambda: "ALLIES" in driver.words, "side at the screen")
        driver.key("n")
        driver.until(lambda: bool(names_of(field, "allied") & set(driver.words)), "the unit that is selected")
        for key in ("F5", "Return"):
            driver.key(key)
        under_curtain(driver, tmp_path, "Axis")
        seen = {word for line in driver.told("words") for word in line["words"]}
        assert not [name for name in hidden if any(name in word for word in seen)]
        driver.press(HERE)
        driver.until(lambda: "AXIS" in driver.words, "the other side at the screen")
        for _unit in range(3):
            driver.key("n")
        driver.until(lambda: bool(names_of(field, "axis") & set(driver.words)), "a unit of the other side")
        assert not names_of(field, "allied") & set(driver.words)


def names_of(field: Field, side: str) -> set[str]:
    """The names of the units that a side knows to be there, as panels write them."""
    view: Any = field.twin.view(side)
    with language("en"):
        return {str(view.profile(unit.id).name) for unit in view.own_units()}


def under_curtain(driver: Driver, folder: Path, person: str) -> None:
    """Wait for the curtain: no text but its own, and nothing else in the picture than its sheet and its two edges."""
    driver.screen("CurtainPage")
    driver.until(lambda: HERE in driver.places and set(driver.words) <= CURTAIN | {person}, "curtain")
    driver.until(lambda: is_plain(driver, folder), "plain curtain")


def is_plain(driver: Driver, folder: Path) -> bool:
    picture = np.asarray(driver.picture(folder / "curtain.png"))
    high, wide = picture.shape[:2]
    aside = picture[10 : high - 10, : wide // 2 - 340]
    return bool((aside == aside[0, 0]).all())


def test_the_language_is_switched_while_a_game_goes_on(tmp_path: Path) -> None:
    words = ("operations/cliffs-and-shingle", "--side", "allied")
    with playing(tmp_path, *words, size="960x540", settings={**QUIET, "opponent": "random"}) as driver:
        field = Field(driver, tmp_path / "data", "allied")
        driver.until(lambda: {"ALLIES", "End turn", "Next unit"} <= set(driver.words), "English")
        driver.press("bar-gear")
        driver.press("tab language")
        driver.press("language fr")
        driver.until(lambda: "Langue" in driver.words, "French settings")
        driver.press("done")
        driver.screen("BattleScreen")
        french = {"ALLIÉS", "Fin de tour", "Unité suivante"}
        driver.until(lambda: french <= set(driver.words), "French")
        assert not {"ALLIES", "End turn", "Next unit"} & set(driver.words)
        driver.key("F5")
        driver.until(lambda: "question-yes" in driver.places, "question")
        assert field.next_order(lambda: driver.key("Return"))["order"]["order"] == "pass"
        assert field.until_my_turn() and field.twin.turn == 2
