"""Rule systems, fronts and players that lie outside this house: found by entry points, checked, named by no file."""

import sys

import pytest

import wab
from ai.agents import built_in, make_agent
from ai.environment import env
from tests.toys.packages import read_anew
from tests.toys.solitaire import SYSTEM
from tests.toys.solitaire.players import Greedy
from tests.toys.solitaire.state import WANTED
from wab.app.pages import fronts
from wab.app.play.archive import Seats, read_note
from wab.app.play.seating import Seating, with_known_players
from wab.app.play.session import Session
from wab.engine import SaveError, Setup, UsageError
from wab.engine.kernel.game import Game
from wab.engine.outside import plugins
from wab.locale import language
from wab.systems import NAMES, all_damaged, all_scenarios, get_system, sound_systems, system_names


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a package: its entry points as text, and its modules by name."""

    def install(points, name="others", **modules):
        folder = tmp_path / name
        (folder / f"{name}-1.0.dist-info").mkdir(parents=True)
        (folder / f"{name}-1.0.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (folder / f"{name}-1.0.dist-info" / "entry_points.txt").write_text(points)
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(text)
        monkeypatch.syspath_prepend(folder)
        read_anew()
        return folder

    yield install
    for name in [name for name in sys.modules if name.startswith("of_others")]:
        del sys.modules[name]
    monkeypatch.undo()
    read_anew()


TOY = """
[wab.systems]
solitaire = tests.toys.solitaire:SYSTEM
[wab.players]
solitaire = tests.toys.solitaire.players:PLAYERS
"""


def test_an_installed_system_is_one_of_all(install):
    assert "solitaire" not in system_names()
    install(TOY)
    assert system_names()[-1] == "solitaire"
    assert get_system("solitaire") is SYSTEM
    assert {info.id for info in all_scenarios()} >= {info.id for info in SYSTEM.scenarios()}
    assert wab.new_game("solitaire/the-causeway", seed=3).seats == ("patrol",)


def test_its_players_sit_where_built_in_ones_do(install):
    install(TOY)
    assert built_in("solitaire") == ("random", "greedy")
    assert isinstance(make_agent("greedy", "solitaire", 1), Greedy)
    with pytest.raises(UsageError, match="There is no player 'hard'"):
        make_agent("hard", "solitaire", 1)


BROKEN = {
    "raise ValueError('not today')\n": "ValueError: not today",
    "SYSTEM = 3\n": "must be an object of wab.engine.System",
    "from tests.toys.solitaire import SYSTEM\n": "with the id 'broken'",
    "": "no attribute 'SYSTEM'",
    (
        "from tests.toys.solitaire import Solitaire\nclass Bad(Solitaire):\n    id = 'broken'\n"
        "    def scenarios(self):\n        raise KeyError('lost')\nSYSTEM = Bad()\n"
    ): "KeyError: 'lost'",
    (
        "from tests.toys.solitaire import Solitaire\nclass Bad(Solitaire):\n    id = 'broken'\n"
        "    sides = ('patrol', 'draw')\nSYSTEM = Bad()\n"
    ): "no side may have the name 'draw'",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_one_is_told_in_a_sentence_and_costs_only_itself(install, text):
    before = {info.id for info in all_scenarios()}
    install("[wab.systems]\nbroken = of_others:SYSTEM\n" + TOY.replace("[wab.systems]", ""), of_others=text)
    assert {info.id for info in all_scenarios()} == before | {info.id for info in SYSTEM.scenarios()}
    assert [system.id for system in sound_systems()] == [*NAMES, "solitaire"]
    damage = all_damaged()[-1]
    assert damage.id == "broken"
    assert BROKEN[text] in str(damage.problem)
    assert "of_others:SYSTEM" in str(damage.problem)


def test_a_name_that_two_packages_claim_is_neither_s(install):
    install(TOY, "first")
    install(TOY, "second")
    with pytest.raises(UsageError, match=r"of the package first, second.*uninstall all but one"):
        get_system("solitaire")


@pytest.mark.parametrize("name", ["Operations", "a-b", "../x", "9"])
def test_a_name_that_is_none_is_refused(install, name):
    install(f"[wab.systems]\n{name} = of_others:SYSTEM\n", of_others="raise SystemExit('it was run')\n")
    with pytest.raises(UsageError, match="a name has small letters"):
        get_system(name)


def test_nobody_takes_the_place_of_a_system_of_this_house(install):
    points = "[wab.{}]\noperations = of_others:SYSTEM\n"
    install("".join(map(points.format, ("systems", "fronts", "players"))), of_others="raise SystemExit('it was run')\n")
    assert get_system("operations").id == "operations"
    assert type(get_system("operations")).__module__ == "wab.systems.operations"
    assert fronts.get_front("operations") is not None
    assert make_agent("greedy", "operations", 1) is not None
    assert system_names().count("operations") == 1


def test_the_current_folder_is_not_looked_into(install, monkeypatch):
    monkeypatch.chdir(install(TOY))
    plugins.installed.cache_clear()
    assert "solitaire" not in system_names()


@pytest.mark.parametrize("table", ["3", "{'napoleon': print}", "{'greedy': 1}"])
def test_a_table_of_players_that_is_none_is_told(install, table):
    install(TOY.replace("tests.toys.solitaire.players", "of_others"), of_others=f"PLAYERS = {table}\n")
    with pytest.raises(UsageError, match=r"table of players for 'solitaire' \(of_others:PLAYERS.*must map"):
        make_agent("greedy", "solitaire", 1)


def test_a_front_is_found_and_one_that_lacks_something_is_told(install):
    install(TOY + "[wab.fronts]\nsolitaire = of_others:FRONT\n", of_others=FRONT)
    assert fronts.has_front("solitaire") and not fronts.has_front("nobody")
    assert fronts.get_front("solitaire").side_name("patrol") == "PATROL"
    fronts.get_front.cache_clear()
    del sys.modules["of_others"].Front.cover
    with language("fr"), pytest.raises(UsageError, match="défectueux, façade du système de règles 'solitaire'"):
        fronts.get_front("solitaire")
    with pytest.raises(UsageError, match="is broken: it has no cover"):
        fronts.get_front("solitaire")


FRONT = """
from wab.app.pages import fronts
from wab.app.play.archive import Seats, read_note
from wab.app.play.seating import Seating, with_known_players
from wab.app.play.session import Session
class Front:
    def side_name(self, side):
        return side.upper()
for name in vars(fronts.Front):
    if not name.startswith("_") and name != "side_name":
        setattr(Front, name, lambda self, *given: None)
FRONT = Front()
"""


def test_a_system_without_a_front_is_told_and_its_scenarios_are_not_in_the_window_s_list(install):
    install(TOY)
    assert not fronts.has_front("solitaire")
    with pytest.raises(UsageError, match="'solitaire' has no front"):
        fronts.get_front("solitaire")


def test_nobody_sits_on_the_side_that_the_rules_play(install):
    install(TOY)
    seating = Seating(SYSTEM.scenarios()[0], {"squads": "4"}, "greedy")
    assert (seating.seats, seating.seat, seating.opponents) == (("patrol",), "patrol", ())
    with pytest.raises(UsageError, match="of solitaire/the-causeway has no player"):
        seating.take_side("garrison")
    seating.change("patrol")  # the one person stays
    assert seating.seating() == Seats("patrol", {}, ())
    known, instead = with_known_players(Seats("patrol", {"patrol": "greedy", "garrison": "hard"}), seating.game)
    assert (known.agents, instead) == ({"patrol": "greedy"}, ())


def test_a_person_plays_against_the_rules_in_a_session(install, tmp_path):
    """As the window does: orders, answers out of turn, undo, the journal, the note of a game that is over."""
    install(TOY)
    game = wab.new_game("solitaire/the-causeway", seed=4)
    session = Session(game, Seats("patrol", {}), save=tmp_path / "x.wab")
    phases = set()
    while session.outcome is None:
        assert session.my_turn
        phases.add(session.view.phase)
        session.play(next(iter(session.view.legal_orders())))
        if session.view.phase == "move" and session.why_not_undo() is None:
            session.play(session.undo())
    session.close()
    assert phases == {"move", "hit"}
    assert any("loses a step" in str(line.text) for line in session.journal)
    note = read_note(tmp_path / "x.wab")
    assert note.is_over and note.winner in ("patrol", "garrison") and note.won == (note.winner == "patrol")


def test_one_seat_is_an_environment_for_research(install):
    install(TOY)
    battle = env("solitaire/the-causeway")
    battle.reset(seed=4)
    for _ in battle.agent_iter():
        observation, reward, ended, cut, info = battle.last()
        battle.step(None if ended or cut else int(observation["action_mask"].argmax()))
    assert battle.possible_agents == ["patrol"]
    assert ended and not cut
    assert reward == (1.0 if info["points"]["patrol"] >= WANTED else -1.0)


def test_a_save_of_a_system_that_is_not_installed_is_refused_in_a_sentence(install, tmp_path):
    game = Game.start(SYSTEM, Setup("solitaire", "solitaire/the-causeway", 1))
    game.save(tmp_path / "x.wab")
    with pytest.raises(SaveError) as refused:
        wab.load(tmp_path / "x.wab")
    sentence = str(refused.value)
    assert "its first line names what is not there: There is no rule system 'solitaire'" in sentence
    install(TOY)
    assert wab.load(tmp_path / "x.wab").digest() == game.digest()


def test_a_save_names_no_code(install, tmp_path):
    """The name of a system in a file is looked up among the installed systems, and nowhere else."""
    game = Game.start(SYSTEM, Setup("tests.toys.solitaire:SYSTEM", "solitaire/the-causeway", 1))
    game.save(tmp_path / "x.wab")
    install(TOY)
    with pytest.raises(SaveError, match="There is no rule system"):
        wab.load(tmp_path / "x.wab")
