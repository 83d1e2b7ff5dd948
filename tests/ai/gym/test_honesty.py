"""Promises of every computer player: no peeking (T19), fair dice (T20), determinism (T26), no stalling (T27)."""

import ast
import os
import pkgutil
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy.stats import chisquare

import ai.operations
import ai.operations.maps
import ai.operations.outlines
import ai.search
import wab
from ai.agents import NAMES, RandomAgent, make_agent
from ai.operations.judgement.levels import level_named
from ai.operations.staff import Staff
from tests.ai.gym import honesty
from tests.ai.gym.harness import path_of
from tests.ai.gym.honesty import alike
from tests.ai.gym.position import known_positions, load_position, start
from wab.engine.kernel.dice import Dice
from wab.engine.words.text import Text
from wab.systems.operations.testing.positions import known_boards

pytestmark = pytest.mark.gym
ROOT = Path(__file__).resolve().parents[3]
SHORT = min(
    (info for info in wab.scenarios() if info.system == "operations"), key=lambda info: (info.turns, info.id)
).id
QUICK = [name for name in NAMES if name not in ("normal", "hard")]
SIMPLE = ("random", "greedy")

# ------------------------------------------------------------------------------------------------- T19 no peeking


@settings(max_examples=15, deadline=None)
@given(number=st.integers(0, 10_000), seed=st.integers(0, 1 << 30))
@pytest.mark.parametrize(
    "player", [pytest.param(name, marks=() if name in SIMPLE else pytest.mark.trial) for name in QUICK]
)
def test_what_cannot_be_told_apart_gets_the_same_orders(player, number, seed):
    with known_boards():
        pair = alike(player, number, seed)
    assert pair.first == pair.second


@pytest.mark.trial
@settings(max_examples=1, deadline=None)
@given(number=st.integers(0, 10_000), seed=st.integers(0, 1 << 30))
@pytest.mark.parametrize("player", ["normal", "hard"])
def test_nor_do_those_who_think_longer_peek(player, number, seed):
    with known_boards():
        pair = alike(player, number, seed)
    assert pair.first == pair.second


def test_the_worlds_of_such_pairs_are_different_in_truth():
    with known_boards():
        pairs = [alike("random", number, number + 1) for number in range(12)]
    assert sum(pair.differ for pair in pairs) > 5


def test_the_page_tells_of_the_pairs(tmp_path):
    page = tmp_path / "ai.md"
    page.write_text("<!-- pairs: begin -->\n<!-- pairs: end -->\n", encoding="utf-8")
    assert honesty.main(["--player", "random", "--pairs", "4", "--workers", "1", "--page", str(page)]) == 0
    assert "4 pairs for `random`" in page.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------- T20 fair dice


@pytest.mark.parametrize("stream", ["combat", "bombardment", "air_allied", "air_axis"])
def test_a_hundred_thousand_dice_are_fair(stream):
    shown = Counter()
    for seed in range(1000):
        shown.update(Dice(seed).roll(stream, Text("Dice"), faces=6, count=100).results)
    assert sum(shown.values()) == 100_000
    assert chisquare([shown[face] for face in range(1, 7)]).pvalue > 0.001


@pytest.mark.trial
def test_both_sides_roll_the_same_dice_in_play():
    shown = {"allied": Counter(), "axis": Counter()}
    for seed in range(24):
        game = wab.new_game(SHORT, seed=seed)
        agents = {side: RandomAgent(seed * 2 + number) for number, side in enumerate(shown)}
        while (side := game.to_act) is not None:
            for event in game.play(agents[side].decide(game.view(side))):
                if getattr(event, "faces", 0) == 6:
                    shown[side].update(event.results)
    for faces in shown.values():
        assert sum(faces.values()) > 100
        assert chisquare([faces[face] for face in range(1, 7)]).pvalue > 0.001


COUNTS_OF_DICE = {
    *("ambush", "count_dice", "dice", "due", "fight", "ground", "kind", "picture", "seen", "table", "tables"),
}
"""Classes whose `.dice` is how many are rolled, or what their faces show: nothing of the dice to come."""


@pytest.mark.parametrize("scenario", [SHORT, "cards/pegasus-bridge"])
def test_a_view_carries_no_dice(scenario):
    game = wab.new_game(scenario, seed=770077)
    for seat in game.seats:
        view = game.view(seat)
        assert view.position.dice == Dice(0)
        assert b"770077" not in view.encode()


def test_no_player_can_reach_the_dice_of_a_game():
    read = []
    for path in sorted((ROOT / "ai").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "dice" and isinstance(node.ctx, ast.Load):
                held = node.value.func if isinstance(node.value, ast.Call) else node.value
                owner = getattr(held, "attr", getattr(held, "id", ""))
                if owner not in COUNTS_OF_DICE:
                    read.append(path)  # to give a world that one imagines other dice is no reading
    assert read == []


# ------------------------------------------------------------------------------------------------- T26 determinism


PLAY = """
import sys
from tests.ai.gym.position import known_positions, load_position, position_paths
from tests.ai.gym.story import play_position
path = next(path for path in position_paths() if path.stem == sys.argv[1])
with known_positions():
    story = play_position(load_position(path), sys.argv[2], 5)
print(story.game.digest(), [repr(step.order) for step in story.steps])
"""


def told(position, player, **environment):
    """The game that another process plays: its last digest and every order."""
    ran = subprocess.run(
        [sys.executable, "-c", PLAY, position, player],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return ran.stdout


@pytest.mark.parametrize("player", ["easy", pytest.param("normal", marks=pytest.mark.trial)])
def test_two_processes_play_the_same_game(player):
    threads = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    one = told("initiative", player, PYTHONHASHSEED="1", **dict.fromkeys(threads, "1"))
    two = told("initiative", player, PYTHONHASHSEED="2", **dict.fromkeys(threads, "2"))
    assert one == two
    assert "Attack" in one


# ------------------------------------------------------------------------------------------------- T27 crash-proof


def staff():
    return Staff(3, replace(level_named("hard"), evaluations=16, worlds=2, horizon=2))


def impulse(agent):
    """Let the staff play its first impulse of a small position; how many orders that took."""
    position = load_position(path_of("initiative"))
    with known_positions():
        game, orders = start(position, 1), 0
        while game.to_act == "allied":
            game.play(agent.decide(game.view("allied")))
            orders += 1
            assert orders < 200
        assert game.to_act == "axis"
    return orders


def functions_of(module):
    """The functions and methods that a module defines, without Python's own."""
    owners = [module, *(value for value in vars(module).values() if isinstance(value, type))]
    for owner in owners:
        for name, value in sorted(vars(owner).items()):
            function = getattr(value, "fget", value) if isinstance(value, property) else value
            ours = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if ours and not name.startswith("__"):
                yield function


def broken(*arguments, **named):
    raise RuntimeError("injected")


ABOVE = (".staff", ".levels")
"""The staff itself and what makes it: no layers that could fail under it."""


def layers():
    """The modules that take part in an impulse of the staff."""
    rooms = (ai.operations, ai.operations.maps, ai.operations.outlines, ai.search)
    names = [name for room in rooms for _, name, _ in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    modules = [import_module(name) for name in names if not name.endswith(ABOVE)]
    seen = set()
    sys.setprofile(lambda frame, event, argument: seen.add(frame.f_code))
    try:
        impulse(staff())
    finally:
        sys.setprofile(None)
    return [module for module in modules if any(one.__code__ in seen for one in breakable(module))]


def breakable(module):
    """Its functions, except functions that see variables around them: their code cannot be exchanged."""
    return (function for function in functions_of(module) if not function.__code__.co_freevars)


@pytest.mark.trial
def test_whatever_layer_fails_the_turn_is_completed():
    failing = layers()
    known = {
        "ai.operations.tactics.tactician",
        "ai.operations.picture.goals",
        "ai.operations.outlines.assignment",
        "ai.search.halving",
    }
    assert known <= {module.__name__ for module in failing}
    quiet = []
    for module in failing:
        agent = staff()
        with pytest.MonkeyPatch.context() as patch:
            for function in list(breakable(module)):
                patch.setattr(function, "__code__", broken.__code__)
            impulse(agent)
        if not any("injected" in incident.error for incident in agent.incidents):
            quiet.append(module.__name__)
    assert quiet == []


def test_nothing_goes_wrong_where_nothing_is_broken():
    agent = staff()
    assert impulse(agent) > 3
    assert agent.incidents == []


def test_every_named_player_is_there():
    assert all(make_agent(name, "operations", 1) for name in NAMES)
