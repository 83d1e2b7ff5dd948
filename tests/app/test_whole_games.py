"""Whole games in a real window, from the title page to the outcome: one by mouse, one by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from wab.app.wargame.hand.cursor import DIRECTIONS
from wab.content.career import load_ranks

pytestmark = [pytest.mark.window, pytest.mark.trial]

QUICK = {**STILL, "opponent": "random", "sound": False, "ask_twice": False}
"""Against the computer that thinks least."""


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-11.2.1-1")
def test_a_campaign_scenario_is_played_by_mouse_from_the_title_to_its_outcome(tmp_path: Path) -> None:
    with playing(tmp_path, settings=QUICK) as driver:
        driver.screen("TitlePage")
        driver.press("scenarios")
        driver.screen("ChoicePage")
        driver.press("brief")
        driver.screen("Briefing")
        driver.press("start")
        field = Field(driver, tmp_path / "data", "allied")
        assert field.twin.setup.scenario == "operations/cliffs-and-shingle"
        driver.press("hint-off")
        driver.until(lambda: "hint-off" not in driver.places, "a map without hints")
        done: set[str] = set()
        while field.until_my_turn(by_mouse=True):
            if field.twin.phase == "advance":
                field.next_order(partial(driver.press, "stay"))
            elif "attack" not in done and (found := field.an_attack()):
                field.select(found[0])
                field.click(found[1])
                done.add(field.next_order(partial(driver.press, "attack-yes"))["order"]["order"])
                driver.press("result-on")
            elif "move" not in done and (found := field.a_move()):
                field.select(found[0])
                done |= {"move"} if field.move_to(found[1]) else set()
            else:
                end_turn(field, by_mouse=True)
        assert {"attack", "move"} <= done
        driver.until(lambda: "Outcome" in driver.words, "the way to the outcome")
        driver.press("end-turn")
        counts(driver)


@pytest.mark.trial
def test_a_scenario_is_played_by_keyboard_alone_from_the_title_to_its_outcome(tmp_path: Path) -> None:
    with playing(tmp_path, settings=QUICK) as driver:
        driver.screen("TitlePage")
        driver.wait("places")
        driver.key("Return")
        driver.screen("ChoicePage")
        for key in ("Up", "Up", "Up", "Return", "Down", "Down", "Down", "Return"):  # the campaign of the other side
            driver.key(key)
        driver.screen("Briefing")
        driver.key("Return")
        field = Field(driver, tmp_path / "data", "axis")
        assert field.twin.setup.scenario == "operations/to-the-sea"
        moved = False
        while field.until_my_turn():
            if field.twin.phase == "advance":
                field.next_order(partial(driver.key, "Escape"))
            elif not moved:
                moved = move_by_keys(field)
            else:
                end_turn(field, by_mouse=False)
        driver.until(lambda: "Outcome" in driver.words, "the way to the outcome")
        driver.key("Return")
        counts(driver)
        driver.key("Return")
        driver.screen("TitlePage")


def move_by_keys(field: Field) -> bool:
    """The next unit, one hex to whichever side the rules let it go."""
    driver, before = field.driver, len(field.driver.told("played"))
    for direction in DIRECTIONS:
        for key in ("n", "m", direction, "Return", "Escape"):  # the last is heard after the others have been followed
            driver.key(key)
        if len(driver.told("played")) > before:
            return bool(driver.told("played")[before]["order"]["order"] == "move")
    return False


def end_turn(field: Field, *, by_mouse: bool) -> None:
    """The button or its key, and the answer where units could still act."""
    driver, before = field.driver, len(field.driver.told("played"))
    press: Callable[[str], None] = driver.press if by_mouse else driver.key
    end, yes = ("end-turn", "question-yes") if by_mouse else ("F5", "Return")

    def ask() -> None:
        press(end)
        driver.until(lambda: "question-yes" in driver.places or len(driver.told("played")) > before, "question")
        if "question-yes" in driver.places:
            press(yes)

    field.next_order(ask)


def counts(driver: Driver) -> None:
    """The outcome page tells the experience that was won, and the rank."""
    driver.screen("OutcomeScreen")
    counted = driver.wait("counted")
    assert counted["added"] == counted["experience"] > 0
    rank = load_ranks()[counted["rank"] - 1].name["en"]
    for told in (f"+{counted['added']}", "experience", rank):
        driver.until(lambda: told in driver.words, told)  # noqa: B023 - waited for at once
