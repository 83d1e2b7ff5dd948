"""`wab replay` of a game that goes on tells what its players know; of a game that is over, everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from wab.app.play.archive import Note, Seats, write_note
from wab.engine.history.journal import Narrator, tell_to
from wab.engine.kernel.game import Game
from wab.testing.walks import walk

SCENARIO = "operations/causeway-to-carentan"
OWN, ENEMY = "allied", "axis"


def play(orders: int) -> Game:
    return walk(SCENARIO, seed=3, length=orders)[0]


def sentences(game: Game) -> tuple[set[str], set[str]]:
    """Return what only the enemy knows, in words that are the truth's as well; and what this side reads."""
    hidden, told = set(), set()
    state = game.system.new_state(SCENARIO, game.setup.seed, game.setup.options)
    for event in (event for record in game.journal for event in record.events):
        before = state.copy()
        game.system.apply(state, event)
        mine, theirs = (tell_to(game.system, side, before, event, state) for side in (OWN, ENEMY))
        if mine is not None:
            told.add(str(mine[1]))
        elif theirs is not None and theirs[1] == game.system.describe(state, event):
            hidden.add(str(theirs[1]))
    return hidden - told, told


@pytest.fixture(scope="module")
def running():
    game = play(24)
    assert game.outcome is None
    return game


@pytest.fixture
def kept(running, tmp_path) -> Path:
    """The save of a game that goes on."""
    running.save(tmp_path / "running.wab")
    return tmp_path / "running.wab"


def lines(text: str) -> set[str]:
    return {line.strip().removeprefix("- ") for line in text.splitlines()}


def note(save: Path, *people: str, side: str = OWN, **agents: str) -> None:
    write_note(save, Note(SCENARIO, Seats(side, agents, people)))


def test_what_the_enemy_does_unseen_is_not_told_while_the_game_goes_on(run, running, kept):
    hidden, told = sentences(running)
    assert any("from" in sentence for sentence in hidden), "somebody moved out of sight"
    note(kept, axis="normal")
    shown = lines(run("replay", kept).out)
    assert not shown & hidden
    assert told <= shown
    assert lines(run("replay", kept, "--spoil").out) >= hidden


def test_a_report_keeps_the_same_silence(run, running, kept, tmp_path):
    hidden, told = sentences(running)
    note(kept, axis="normal")
    report = tmp_path / "report.md"
    run("replay", kept, "--no-maps", "--report", report)
    assert not lines(report.read_text(encoding="utf-8")) & hidden
    assert told <= lines(report.read_text(encoding="utf-8"))
    assert "seed" not in report.read_text(encoding="utf-8")
    run("replay", kept, "--no-maps", "--report", report, "--spoil")
    assert "seed 3" in report.read_text(encoding="utf-8")
    assert hidden <= lines(report.read_text(encoding="utf-8"))


def test_programs_are_told_whether_anything_is_left_out(run, kept):
    told, spoiled = (run("replay", kept, "--json", *more).json for more in ((), ("--spoil",)))
    assert (told["whole"], told["seed"], told["records"]) == (False, None, None)
    assert (spoiled["whole"], spoiled["seed"], spoiled["records"]) == (True, 3, 25)


def test_a_game_that_is_over_is_told_whole(run, tmp_path):
    game = play(200)
    assert game.outcome is not None
    game.save(tmp_path / "over.wab")
    note(tmp_path / "over.wab", axis="normal")
    ran = run("replay", tmp_path / "over.wab")
    hidden, _told = sentences(game)
    assert hidden and hidden <= lines(ran.out)
    assert "--spoil" not in ran.out


def test_the_side_of_the_computer_is_told_to_nobody_without_spoiling(refuse, run, running, kept):
    note(kept, axis="normal")
    assert "--spoil" in refuse("replay", kept, "--side", ENEMY)
    assert sentences(running)[0] <= lines(run("replay", kept, "--side", ENEMY, "--spoil").out)
    assert run("replay", kept, "--side", OWN).out == run("replay", kept).out


@pytest.mark.parametrize("people", [(), (OWN, ENEMY)], ids=["no note", "two at one screen"])
def test_two_sides_are_told_what_both_know_and_each_its_own(run, running, kept, people):
    if people:
        note(kept, *people)
    hidden, told = sentences(running)
    common = lines(run("replay", kept).out)
    assert not common & hidden
    assert len(common & told) > 10
    assert told - common, "what the first side hides from the second is not common either"
    assert told <= lines(run("replay", kept, "--side", OWN).out)
    assert hidden <= lines(run("replay", kept, "--side", ENEMY).out)


def test_a_side_that_nobody_plays_is_told(refuse, kept):
    assert "allied" in refuse("replay", kept, "--side", "swiss")


def test_cards_in_the_hand_of_the_enemy_are_not_told(run, tmp_path):
    game, _ = walk("cards/pegasus-bridge", seed=3, length=60)
    assert game.outcome is None
    game.save(tmp_path / "cards.wab")
    narrator = Narrator(game.system, game.setup)
    drawn = [str(line.text) for record in game.journal for line in narrator.tell(record) if "draw" in str(line.text)]
    write_note(tmp_path / "cards.wab", Note("cards/pegasus-bridge", Seats("allies", {"axis": "normal"})))
    told = [line.strip() for line in run("replay", tmp_path / "cards.wab").out.splitlines()]
    assert [line for line in drawn if line.startswith("The Allies")] == [
        line for line in told if line.startswith("The Allies draw")
    ]
    assert not {line for line in drawn if line.startswith("The Axis draw")} & set(told)
    assert sum(line.startswith("The Axis draw") for line in told) == sum(
        line.startswith("The Axis draw") for line in drawn
    )
