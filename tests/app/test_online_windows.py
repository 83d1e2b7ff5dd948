"""A game between two real windows: `wab serve`, twice `wab join`, by mouse to its end, over a line that is cut."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.app.driver import ROOT, STILL, WAB, Driver, playing
from tests.app.field import Field
from tests.app.served import wire
from tests.app.test_online_window import LATE, skip_replay
from wab.app.requests import scenario_info
from wab.online.client import Client
from wab.online.keyring import known_servers
from wab.systems import get_system

pytestmark = pytest.mark.window

LESSON = "operations/to-the-sea"
QUIET = {**STILL, "sound": False, "ask_twice": False, "weather": False}
CUT = 4.0
"""Seconds for which a line is cut."""


class Chair(Field):
    """A seat of a game on a server, at a driver's window. Its view comes from the server."""

    def __init__(self, driver: Driver, folder: Path, address: str, code: str, seat: str) -> None:
        self.driver, self.side = driver, seat
        driver.wait("battle")
        (known,) = known_servers(folder / "config" / "wab" / "servers.json").values()
        self._client, self._game = Client(address, known.token), code.partition(".")[0]
        self._system = get_system(LESSON.partition("/")[0])
        self.grid = self.view.board.grid

    @property
    def view(self) -> Any:
        """Return what the seat knows."""
        return self._system.decode_view(bytes(self._client.told(self._game, self.side, 0).view))

    def move(self) -> None:
        """A stack goes as far as it can, by two clicks."""
        found = self.a_move()
        assert found is not None
        self.select(found[0])
        self.click(found[1])
        self.driver.hear("sent", order="move")

    def end_turn(self) -> None:
        """The button, and the answer where units could still act."""
        skip_replay(self.driver)
        driver, sent = self.driver, len(self.driver.told("sent"))
        driver.press("end-turn")
        driver.until(lambda: "question-yes" in driver.places or len(driver.told("sent")) > sent, "question")
        if "question-yes" in driver.places:
            driver.press("question-yes")
        driver.until(lambda: len(driver.told("sent")) > sent, "order")

    def read_the_outcome(self) -> None:
        """Wait for the save, and for the end of what is shown."""
        driver = self.driver
        driver.hear("game_over")
        driver.until(lambda: "Skip" not in driver.words and "Outcome" in driver.words, "the way to the outcome")
        while (driver.last("screen") or {})["name"] != "OutcomeScreen":
            driver.press("end-turn")  # a show that begins in that moment is skipped
            with suppress(AssertionError):
                driver.screen("OutcomeScreen", 2.0)

    def says(self, sentence: str) -> None:
        """Wait until a sentence stands in the window."""
        self.driver.until(lambda: any(sentence in words for words in self.driver.words), sentence)

    def sees(self) -> None:
        """Wait for the turn of another seat, and see it in this window."""
        self.driver.hear("told", to_act=self.side)
        self.driver.until(
            lambda: {"The enemy’s turn", "The enemy is moving"} & {*self.driver.words}, "turn of the enemy"
        )

    def close(self) -> None:
        """Ask nothing more."""
        self._client.close()


@contextmanager
def serving(folder: Path, scenario: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of `wab serve`, with a game begun there and the code of each seat."""
    command = [*WAB, "serve", scenario, "--port", "0", "--database", f"sqlite:///{folder / 'games.db'}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            told = "".join(server.stdout.readline() for _line in range(3))
            (address,) = re.findall(r"listens at (\S+)\. ", told)
            yield address, dict(re.findall(r"For (\S+): +wab join \S+ (\S+)", told))
        finally:
            server.terminate()
            server.wait(timeout=20)


@contextmanager
def seated(
    folder: Path, names: dict[str, str], addresses: dict[str, str], codes: dict[str, str]
) -> Iterator[list[Chair]]:
    """A window for each seat: `names` and `addresses` of the server as each reaches it, by seat."""
    with ExitStack() as stack:
        drivers: dict[str, Driver] = {}
        for seat, name in names.items():
            (folder / name).mkdir()
            words = (addresses[seat], codes[seat], "--name", name)
            opened = playing(folder / name, *words, command="join", size="800x450", settings=QUIET)
            drivers[seat] = stack.enter_context(opened)
        chairs = [
            Chair(driver, folder / names[seat], addresses[seat], codes[seat], seat) for seat, driver in drivers.items()
        ]
        yield chairs
        for chair in chairs:
            chair.close()


@pytest.mark.slow("a battle in two real windows and a server, drawn without a graphics card")
def test_two_windows_play_a_battle_to_its_end_over_a_line_that_is_slow_and_cut(tmp_path: Path) -> None:
    with serving(tmp_path, LESSON) as (address, codes), wire(address, LATE) as line:
        names = {"allied": "Anna", "axis": "Bert"}
        with seated(tmp_path, names, {"allied": line.address, "axis": address}, codes) as (anna, bert):
            turns = scenario_info(LESSON).turns
            bert.says("Anna has to decide.")
            anna.move()
            for turn in range(1, turns + 1):
                if turn == 2:
                    line.cut()
                    anna.end_turn()
                    anna.says("does not answer. Your order is kept and sent again.")
                    time.sleep(CUT)
                    assert bert.view.to_act == "allied"
                    line.mend()
                else:
                    anna.end_turn()
                bert.sees()
                if turn < turns:
                    anna.says("Bert has to decide.")
                bert.end_turn()
                anna.sees()
            for chair in (anna, bert):
                chair.read_the_outcome()
