"""The players of omaha: legal orders by a view alone, the same for the same views, with reasons and advice."""

import pytest

import wab
from ai.agents import make_agent
from ai.omaha import PLAYERS
from ai.omaha.data_files import CHECKS
from ai.omaha.levels import levels
from ai.omaha.picture import Picture
from ai.omaha.plan import objectives
from ai.omaha.risk import step_risk
from ai.omaha.weights import outlines, weights
from tests.rules.omaha.playing import acting, at
from tests.rules.omaha.printed import of
from wab.engine.words.errors import UsageError
from wab.locale import language
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Force

LEVELS = ("greedy", "easy", "normal", "hard")
WAVES = "omaha/the-first-waves"


def played(name, scenario=WAVES, seed=3, until=99):
    """A game that a player plays to its end, or to a turn; every order is legal. Returns the game and the reasons."""
    game, agent, told = wab.new_game(scenario, seed=seed), make_agent(name, "omaha", 5), set()
    while game.outcome is None and game.turn < until:
        view = game.view("us")
        order = agent.decide(view)
        assert view.why_not(order) is None and agent.incidents == []
        told.add(str(agent.reason.text))
        game.play(order)
    return game, told


def test_all_levels_are_there_and_their_files_are_sound():
    assert (*PLAYERS,) == LEVELS
    assert [*levels()] == ["easy", "normal", "hard"]
    assert [problem for path, check in CHECKS.items() for problem in check(path)] == []


@pytest.mark.parametrize("name", ["greedy", "easy", "normal"])
def test_a_player_plays_a_whole_game_and_says_why(name):
    game, told = played(name, "omaha/easy-fox")
    assert game.outcome is not None and len(told) > 30


def test_the_players_go_on_into_the_afternoon():
    game, _ = played("normal", "omaha/beyond-the-beach", until=18)
    assert game.turn == 18 or game.outcome is not None


def test_the_same_views_are_the_same_orders():
    game = wab.new_game(WAVES, seed=4)
    one, other = (make_agent("normal", "omaha", 8) for _ in range(2))
    for _ in range(40):
        view = game.view("us")
        order = one.decide(view)
        assert other.decide(SYSTEM.decode_view(view.encode())) == order
        game.play(order)


def test_a_view_of_another_game_is_refused():
    with pytest.raises(UsageError):
        make_agent("normal", "omaha", 1).decide(wab.new_game("cards/pegasus-bridge", seed=1).view("allies"))


def test_a_search_keeps_the_manner_that_does_best():
    manners = outlines(weights().normal)
    assert manners["usual"] == weights().normal and len(set(manners)) == len(manners) > 2
    state = acting(turn=16, E_2_16="1015", F_2_16="1015", G_2_16="1117")
    agent = make_agent("hard", "omaha", 3)
    view = SYSTEM.view(state, "us")
    assert view.why_not(agent.decide(view)) is None and agent.incidents == []
    assert agent.course in manners


def test_a_player_without_time_gives_a_legal_order():
    state = acting(turn=16, E_2_16="1015", F_2_16="1015")
    view, hasty = SYSTEM.view(state, "us"), make_agent("hard", "omaha", 3)
    hasty.cancelled = lambda: True
    assert view.why_not(hasty.decide(view)) is None and hasty.incidents == []


# ---------------------------------------------------------------- the plan


def test_a_breach_names_all_germans_that_bar_a_draw():
    forces = {"0816": Force("squad-1"), "0818": Force("squad-2"), "0918": Force("wn75-1")}
    state = acting(turn=8, forces=forces, E_2_16="0715")
    found = {one.name: one for one in objectives(Picture(SYSTEM.view(state, "us").position))}
    assert found["E-1"].targets == {at("0816"), at("0818"), at("0918")}
    assert found["E-1"].value >= 5 + 3


# ---------------------------------------------------------------- the staff


def lone_nest():
    forces = {"0816": Force("squad-1", seen=True), "0818": Force("squad-2", "wn_marker-1")}
    return acting(turn=8, forces=forces, E_2_16="0815", F_2_16="0817", G_2_16="0615")


def test_the_paper_names_attacks_with_their_chances_in_both_languages():
    state = lone_nest()
    first, *others = make_agent("normal", "omaha", 6).advise(SYSTEM.view(state, "us"))
    assert first.main and first.goal == at("0816") and not any(line.main for line in others)
    assert {of("E_2_16"), of("F_2_16")} & set(first.units)
    assert "WN64" in str(first.text) and "%" in str(first.text)
    with language("fr"):
        assert str(first.text) != "" and "WN64" in str(first.text)


def test_the_paper_says_the_exact_risk_of_a_move():
    state = lone_nest()
    view = SYSTEM.view(state, "us")
    lines = make_agent("normal", "omaha", 6).advise(view)
    moves = [line for line in lines if line.goal >= 0 and line.goal not in state.now.forces]
    assert moves
    for line in moves:
        risk = float(step_risk(view.position, line.units[0], line.goal))
        assert f"{round(risk * 100)}%" in str(line.text) or risk < 0.005


def test_asking_for_advice_changes_no_order():
    def orders(asked):
        game, agent, given = wab.new_game(WAVES, seed=6), make_agent("normal", "omaha", 4), []
        for _ in range(25):
            view = game.view("us")
            if asked:
                agent.advise(view)
            given.append(agent.decide(view))
            game.play(given[-1])
        return given

    assert orders(asked=True) == orders(asked=False)


def test_a_question_is_answered_with_the_unit_that_is_worth_least():
    game, agent = wab.new_game(WAVES, seed=2), make_agent("greedy", "omaha", 1)
    for _ in range(200):
        view = game.view("us")
        order = agent.decide(view)
        if view.phase == "victim":
            assert isinstance(order, od.Choose)
            worth = {
                one: Picture(view.position).price_of_step(view.position.unit(one), weights().greedy)
                for one in _among(view)
            }
            assert worth[order.answer] == min(worth.values())
            return
        game.play(order)
    raise AssertionError("no question came up")


def _among(view):
    tie = view.position.now.agenda[0]
    return [one for one in tie.among if not view.position.unit(one).hero]
