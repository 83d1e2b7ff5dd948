"""A game on a server in a real window, from the title page on: by mouse, over a slow line, against another client."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

import wab
from tests.app.driver import STILL, Driver, playing
from tests.app.served import served, wire
from wab.online.bot import play_for
from wab.online.client import Client
from wab.online.joining import begin_game, invited
from wab.online.keyring import Known, remember

pytestmark = pytest.mark.window

SCENARIO = "operations/cliffs-and-shingle"
LATE = 0.3  # seconds that a request takes longer


@pytest.mark.slow("a battle in a real window and a server, drawn without a graphics card")
def test_a_game_is_found_on_its_page_and_a_turn_is_exchanged_over_a_slow_line(address: str, tmp_path: Path) -> None:
    with wire(address, LATE) as line:
        slow = line.address
        anna, bert = Client(address), Client(address)
        token = anna.make_account("Anna")
        bert.make_account("Bert")
        remember(slow, Known("Anna", token.token), tmp_path / "config" / "wab" / "servers.json")
        begun = begin_game(anna, SCENARIO, invited(wab.new_game(SCENARIO).seats, "allied"))
        with playing(tmp_path, size="960x540", settings={**STILL, "sound": False, "ask_twice": False}) as driver:
            driver.screen("TitlePage")
            driver.press("online")
            driver.screen("OnlinePage")
            driver.press(f"server {slow} Anna")
            driver.place(f"game {begun.id}")
            bert.accept(begun.id, begun.codes["axis"])  # a while after Anna has looked
            driver.until(lambda: any("You decide" in words for words in driver.words), "a game that has begun")
            driver.press(f"game {begun.id}")
            driver.screen("BattleScreen")
            other = Thread(target=play_for, args=(bert, bert.info(begun.id), "random"), daemon=True)
            other.start()
            end_turn(driver)
            driver.hear("told", to_act="axis")
            driver.hear("told", to_act="allied")
            skip_replay(driver)
            assert anna.info(begun.id).turn == 2
            driver.press("bar-menu")
            driver.screen("MenuPage")
            driver.press("leave")
            driver.screen("TitlePage")
            assert not [line for line in driver.lines() if line["event"] == "computer_failed"]
        told = bert.told(begun.id, "axis", 0)
        assert sum(b'"seat":"allied"' in bytes(each) for each in told.entries) > 0
        anna.resign(begun.id, "allied")
        other.join(20)
        anna.close()
        bert.close()


@pytest.mark.slow("a battle in a real window and a server, drawn without a graphics card")
def test_a_player_who_is_late_is_replaced_and_a_draw_is_agreed_to_by_mouse(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        anna, bert = Client(address), Client(address)
        token = anna.make_account("Anna")
        bert.make_account("Bert")
        remember(address, Known("Anna", token.token), tmp_path / "config" / "wab" / "servers.json")
        begun = begin_game(anna, SCENARIO, invited(wab.new_game(SCENARIO).seats, "allied"), pace="live")
        bert.accept(begun.id, begun.codes["axis"])
        words = (address, begun.id)
        quiet = {**STILL, "sound": False, "ask_twice": False}
        with playing(tmp_path, *words, command="join", size="1280x720", settings=quiet) as driver:
            driver.screen("BattleScreen")
            end_turn(driver)
            driver.hear("told", to_act="axis")
            spend_all_time(tmp_path)
            is_said = "Bert has to decide, and the time is up"
            driver.until(lambda: any(is_said in words for words in driver.words), "that the time is up")
            driver.press("bar-menu")
            driver.screen("MenuPage")
            assert {"Let the computer decide", "Take the game…"} <= {*driver.words}
            driver.press("late computer")
            driver.screen("BattleScreen")
            driver.hear("told", to_act="allied")
            skip_replay(driver)
            assert bert.info(begun.id).seats[1].away
            bert.draw(begun.id, "axis", agrees=True)
            driver.until(lambda: "Bert offers a draw." in driver.words, "the offer")
            driver.press("draw-agree")
            driver.screen("QuestionPage")
            driver.press("go on")
            driver.screen("OutcomeScreen")
            driver.until(lambda: {"Draw", "by agreement"} <= {*driver.words}, "how it ended")
        anna.close()
        bert.close()


def spend_all_time(folder: Path) -> None:
    """An hour passes at the server."""
    with closing(sqlite3.connect(folder / "games.db")) as base, base:
        base.execute("update games set since = since - 3600")


def end_turn(driver: Driver) -> None:
    """By mouse, over the question whether units that could still act are to rest."""
    driver.press("end-turn")
    driver.press("question-yes")


def skip_replay(driver: Driver) -> None:
    """By mouse, until the own turn can be played: the bar says so while the show of the enemy still goes on."""

    def is_own() -> bool:
        return "Your turn" in driver.words and "replay-skip" not in driver.places

    seen = (0.0, 0.0)
    while not is_own():
        place = driver.places.get("replay-skip", (0.0, 0.0))
        if any(place) and abs(place[0] - seen[0]) < 5:  # the bar is another as the show begins
            driver.click(*place)
        seen = place
        with suppress(AssertionError):
            driver.until(is_own, "own turn", 1.0)
