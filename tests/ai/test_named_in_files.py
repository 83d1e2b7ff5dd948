"""No code out of files: a class that a file names is never imported, one that the owner of the program names is."""

import importlib.util
import sys

import msgspec
import pytest

import wab
from ai.agents import DEPUTY, NAMES, built_in, make_agent, make_agents
from ai.worker import Worker
from lab.measuring.store import Entry, Store, stamp_of
from wab.app.play.archive import Seats
from wab.app.play.seating import with_known_players
from wab.cli.simulating import Job, Played, play_job
from wab.engine.words.errors import UsageError

SCENARIO = "operations/to-the-sea"
NAME = "of_a_stranger.bot:Bot"
BOT = """
class Bot:
    def __init__(self, seed):
        pass
    def decide(self, view):
        return next(iter(view.legal_orders()))
"""


@pytest.fixture(autouse=True)
def imported(tmp_path, monkeypatch):
    """Tell whether the stranger's class, which lies on the path, was imported, or the package that holds it."""
    folder = tmp_path / "of_a_stranger"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "bot.py").write_text(BOT)
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda: "of_a_stranger" in sys.modules
    for module in [name for name in sys.modules if name.startswith("of_a_stranger")]:
        del sys.modules[module]


@pytest.mark.parametrize("own", [(), {"another.bot:Bot"}, {"of_a_stranger.bot:Other"}])
def test_a_class_that_nobody_has_named_is_refused(imported, own):
    with pytest.raises(UsageError, match="name it yourself"):
        make_agent(NAME, "operations", 1, own)
    with pytest.raises(UsageError, match="name it yourself"):
        make_agents({"allied": NAME, "axis": "random"}, "operations", 1, own=own)
    assert not imported()


def test_one_that_the_owner_names_plays(imported):
    game = wab.new_game(SCENARIO, seed=1)
    agents = make_agents({"allied": NAME, "axis": "random"}, "operations", 1, own={NAME})
    assert imported()
    assert game.view(game.to_act).why_not(agents["allied"].decide(game.view("allied"))) is None


@pytest.mark.parametrize("system", ["of_a_stranger", "..", "operations.greedy", ""])
def test_the_name_of_a_rule_system_leads_nowhere_either(imported, system):
    for name in (*NAMES[1:], DEPUTY):
        with pytest.raises(UsageError):
            make_agent(name, system, 1)
    assert built_in(system) == ("random",)
    assert not imported()


def job(agent):
    game = wab.new_game(SCENARIO, seed=1)
    view = game.view(game.to_act).encode().decode()
    return msgspec.json.encode({"job": 1, "agent": agent, "seed": 1, "system": "operations", "view": view})


def test_a_worker_imports_what_it_was_started_with_and_no_more(imported):
    answer = Worker().answer(job(NAME))
    assert "name it yourself" in answer.error and answer.order is None
    assert not imported()
    assert Worker(own=[NAME]).answer(job(NAME)).order


def test_a_game_out_of_a_file_of_games_gives_no_permission(imported):
    names = {"allied": NAME, "axis": "random"}
    assert "name it yourself" in play_job(Job(SCENARIO, names, 1))
    assert not imported()
    assert isinstance(play_job(Job(SCENARIO, names, 1), {NAME}), Played)


def test_reading_a_file_of_games_imports_no_player(imported, tmp_path):
    played = Played(1, None, "", {"allied": 0.0, "axis": 0.0}, 1, "", 0.0)
    entries = [Entry(Job(SCENARIO, {"allied": NAME, "axis": name}, 1), played, "") for name in (NAME, "../x", "a/b:C")]
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(map(msgspec.json.encode, entries)))
    assert Store(path).entries() == []
    assert not imported()
    before = stamp_of(entries[0].job)
    assert before == stamp_of(entries[0].job)
    assert not imported()
    assert importlib.util.find_spec("of_a_stranger.bot") is not None  # it is there to be found


# ------------------------------------------------------------------------------------------------- notes


@pytest.mark.parametrize(
    "name, shown",
    [(NAME, NAME), ("nobody", ""), ("x:y; rm -rf ~", ""), ("a" * 90 + ":B", ""), ("a:b\u202e", ""), (DEPUTY, "")],
)
def test_a_player_out_of_a_note_gives_way_to_a_level(imported, name, shown):
    game = wab.new_game(SCENARIO, seed=1)
    seats, (instead,) = with_known_players(Seats("allied", {"axis": name, "swiss": "normal"}, ("allied", "x")), game)
    assert seats == Seats("allied", {"axis": "normal"}, ("allied",))
    assert (instead.seat, instead.level, instead.name) == ("axis", "normal", shown)
    assert not imported()


def test_a_level_that_a_system_has_no_longer_is_the_best_that_it_has():
    """Saves of the card game may name `hard`."""
    game = wab.new_game("cards/pegasus-bridge", seed=1)
    assert with_known_players(Seats("allies", {"axis": "hard"}), game) == (Seats("allies", {"axis": "normal"}), ())


def test_who_names_his_class_plays_on_with_it():
    game = wab.new_game(SCENARIO, seed=1)
    seats = Seats("allied", {"axis": "hard"}).given({"axis": NAME})
    assert with_known_players(seats, game, {NAME}) == (Seats("allied", {"axis": NAME}), ())


def test_one_named_for_a_side_plays_at_all_its_seats():
    seats = Seats("allies/1", {"axis/1": "hard", "axis/2": "easy", "allies/2": "easy"}, ("allies/1", "axis/3"))
    given = seats.given({"axis": NAME})
    assert given == Seats("allies/1", {"allies/2": "easy", "axis": NAME}, ("allies/1",))
    assert {given.agent_of(seat) for seat in ("axis/1", "axis/2", "axis/3")} == {NAME}


def test_the_player_is_told_how_to_go_on(tmp_path):
    game = wab.new_game("cards/pegasus-bridge", seed=1)
    _, (instead,) = with_known_players(Seats("allies", {"axis": NAME}), game)
    told = instead.told("Axis", tmp_path / "a game.wab")
    assert told.endswith(f"wab play '{tmp_path / 'a game.wab'}' --player axis={NAME}")
    assert "Seasoned" in told and told.startswith("Axis")
