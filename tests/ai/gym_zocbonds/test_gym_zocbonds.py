"""The quick part of the gym of zocbonds: every position is sound, and what `normal` solves it goes on solving.

The whole is `make ai-gym`; see docs/lab/ai_zocbonds.md."""

from pathlib import Path

import pytest

from tests.ai.gym import report
from tests.ai.gym_zocbonds.harness import GYM
from tests.ai.gym_zocbonds.position import position_of, start
from tests.ai.gym_zocbonds.properties import PROPERTIES
from tests.ai.gym_zocbonds.story import Still, play_position
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.state.board import SIDES

LONG = ("peninsula", "variety")
"""Positions whose games last too long for a test of every day."""
QUICK = ("gap", "lead")
"""Positions that are played in every run of the tests."""
PLAYER = "normal"

pytestmark = pytest.mark.gym


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.trial) for name in GYM.names if name not in LONG],
)
def test_a_player_does_what_is_asked_of_him(name):
    trials = [GYM.attempt(name, PLAYER, seed) for seed in range(3)]
    for result in GYM.results(name, PLAYER, trials):
        if result.expected.missed.get(PLAYER, 1.0) == 1.0:
            assert result.share == 1.0, result.expected.says


def test_every_test_of_the_brief_has_a_position():
    assert {GYM.sheet(name).test for name in GYM.names} == {f"Z{number:02d}" for number in range(1, 20)}


@pytest.mark.parametrize("name", GYM.names)
def test_a_position_is_sound(name):
    file = GYM.sheet(name)
    for seed in range(len(file.variants) * len(file.shifts)):
        game = start(position_of(name, seed), seed)
        assert game.state.units and SYSTEM.invariants(game.state) == []
        assert game.to_act in SIDES
        board = game.state.board
        assert all(board.in_play[hex_] and board.dry[hex_] for hex_ in game.state.stacks), seed
        assert next(iter(game.legal_orders()))


@pytest.mark.parametrize("name", GYM.names)
def test_what_is_asked_can_be_asked_and_targets_are_not_hidden(name):
    for expected in GYM.sheet(name).expected:
        assert expected.property in PROPERTIES and expected.says
        assert 0.5 <= expected.wanted <= 1
        assert all(share < expected.wanted for share in expected.missed.values())


class Idle(Still):
    """Does nothing, under the name of a player."""


def test_a_player_who_does_nothing_fails_most_of_it():
    names = ("ashore", "cadres", "column", "gap", "guns", "lead", "surround", "works")
    name = f"{__name__}:Idle"
    first = [GYM.attempt(position, name, 0).values[0] for position in names]
    assert first == [0.0] * len(names)


def test_the_same_seed_is_the_same_game():
    games = [play_position(position_of("beach", seed), "greedy", seed).game.digest() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_shift_moves_units_and_the_hexes_that_are_asked_for():
    plain, moved = position_of("gap", 0), position_of("gap", 4)
    assert moved.shift == (0, 4)
    grid = plain.state.board.grid
    assert grid.label(moved.hex("1210")) == "1214" and grid.label(plain.hex("1210")) == "1210"


def test_the_report_fills_the_page_of_the_players(tmp_path: Path):
    page, store = tmp_path / "ai.md", tmp_path / "gym.jsonl"
    page.write_text("<!-- gym: begin -->\n<!-- gym: end -->\n", encoding="utf-8")
    words = ["--system", "zocbonds", "--players", "greedy", "--positions", "stand", "yield", "--games", "2"]
    words += ["--workers", "1", "--store", str(store), "--page", str(page)]
    assert report.main(words) == 0
    before = store.read_bytes()
    assert report.main(words) == 0
    assert store.read_bytes() == before
    assert "| Z06 | Standing where retreat is death |" in page.read_text(encoding="utf-8")
