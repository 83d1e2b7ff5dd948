"""The searching player: it plays turns out in sampled games, by the same rules, the same way every time."""

from statistics import fmean

import pytest
from msgspec.structs import replace

import wab
from ai.agents import make_agent
from ai.cards import PLAYERS
from ai.cards.appraisal import appraise
from ai.cards.greedy import Greedy
from ai.cards.ground import ground_of
from ai.cards.levels import level_named, levels
from ai.cards.policy import Policy
from ai.cards.search import Budget, Course, Search
from ai.cards.searcher import Searcher
from ai.cards.weights import WHOLE_TURN
from tests.ai.cards.scenes import MORTAIN, PEGASUS, emptied, put
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.trial import Trial
from wab.engine.kernel.values import Outcome
from wab.systems.cards import SYSTEM
from wab.systems.cards.state.orders import PlayCard

LITTLE = Budget(courses=3, worlds=1, rounds=1, turns=1)


def in_play(scenario=PEGASUS, seed=1, turn=3):
    """A game at the start of a turn."""
    game, agent = wab.new_game(scenario, seed=seed), Greedy(1)
    while game.turn < turn:
        game.play(agent.decide(game.view(game.to_act)))
    return game


def search_of(view, budget=LITTLE, seed=5):
    return Search(view, ground_of(view.board), WHOLE_TURN, seed, lambda: None, budget)


def courses_of(view):
    return [Course(order, WHOLE_TURN) for order in view.legal_orders()]


# ------------------------------------------------------------------------------------------------- trials


def test_a_trial_plays_as_the_game_does():
    game, agent = wab.new_game(PEGASUS, seed=6), Greedy(6)
    trial = Trial(SYSTEM, game.state)
    trial.position.dice = Dice(game.state.dice.seed, game.state.dice.drawn)
    for _ in range(60):
        assert (trial.to_act, trial.phase, trial.outcome) == (game.to_act, game.phase, game.outcome)
        order = agent.decide(game.view(game.to_act))
        assert trial.why_not(order) is None
        trial.play(order)
        game.play(order)
        assert game.system.encode(trial.position) == game.system.encode(game.state)


def test_what_is_tried_leaves_the_position_as_it_was():
    game = in_play()
    view, before = game.view(game.to_act), game.digest()
    known = view.encode()
    first = Trial(SYSTEM, view.position)
    second = first.copy()
    first.play(next(iter(view.legal_orders())))
    assert second.phase == "card" != first.phase
    assert (view.encode(), game.digest()) == (known, before)


# ------------------------------------------------------------------------------------------------- the search


def test_the_same_seed_finds_the_same_course():
    game = in_play(MORTAIN)
    view = game.view(game.to_act)
    found = [search_of(view, seed=7).best(courses_of(view), lambda share: None) for _ in range(2)]
    assert found[0].order == found[1].order
    assert found[0].results == found[1].results
    assert isinstance(found[0].order, PlayCard)


def test_progress_rises_to_the_end_and_all_is_counted():
    view = in_play().view("allies")
    told, budget = [], Budget(courses=4, worlds=2, rounds=2, turns=1)
    courses = courses_of(view)
    search_of(view, budget).best(courses, told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
    played = sorted(len(course.results) for course in courses)
    assert sum(played) <= 4 * 2 + 2 * 4
    assert played[-1] == 2 + 4


def test_a_medal_more_is_a_better_chance_and_the_last_one_is_certain():
    game = emptied()
    put(game, "axis", "armour", "E5"), put(game, "allies", "infantry", "D5", 1)
    state, ground = game.state, ground_of(game.state.board)
    chances = []
    for kills in range(state.board.goal("axis")):
        state.kills = {"axis": kills}
        chances.append(appraise(state, "axis", ground, WHOLE_TURN))
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
    state.result = Outcome("axis", "victory", {})
    assert [appraise(state, side, ground, WHOLE_TURN) for side in ("axis", "allies")] == [1.0, 0.0]


def test_both_sides_of_a_position_have_chances_that_add_up_to_one():
    game = in_play(MORTAIN, turn=4)
    ground = ground_of(game.state.board)
    chances = [appraise(game.state, side, ground, WHOLE_TURN) for side in ("allies", "axis")]
    assert sum(chances) == pytest.approx(1.0)


def test_luck_evens_out_and_hides_the_difference_less_when_it_is_taken_out():
    game = in_play(MORTAIN, seed=2, turn=5)
    view = game.view(game.to_act)
    search = search_of(view)
    course = Course(next(iter(view.legal_orders())), WHOLE_TURN)
    luck: list[float] = []
    told = search._luck
    search._luck = lambda *happening: luck.append(told(*happening)) or luck[-1]
    for world in range(40):
        search.play_out(course, world)
    assert len(luck) > 40
    assert abs(fmean(luck)) < 3 * (fmean(value * value for value in luck) / len(luck)) ** 0.5


# ------------------------------------------------------------------------------------------------- the player


def test_one_of_two_levels_searches():
    """More of the same search was no stronger."""
    assert {name: level.budget is not None for name, level in levels().items()} == {"easy": False, "normal": True}
    assert set(levels()) < set(PLAYERS)


def test_the_first_level_overlooks_cards_and_never_all_of_them():
    view = in_play().view("allies")
    whole = Searcher(1, level_named("easy"))._quick(view)
    seen = {Searcher(seed, level_named("easy")).decide(view) for seed in range(12)}
    assert whole.order in seen and 1 < len(seen) <= len(whole.estimates)
    blind = replace(level_named("easy"), lapses=1.0)
    assert Searcher(1, blind).decide(view) == whole.order


def test_who_is_cancelled_answers_without_searching(monkeypatch):
    view = in_play().view("allies")
    player = Searcher(1, level_named("normal"))
    player.cancelled = lambda: True
    orders = []
    choose = Policy.choose
    monkeypatch.setattr(Policy, "choose", lambda *given: orders.append(given) or choose(*given))
    order = player.decide(view)
    assert view.why_not(order) is None
    assert len(orders) == 1  # its own quick opinion, and nothing in a sampled game


def broken(*given):
    raise RuntimeError("injected")


def test_a_search_that_fails_leaves_the_quick_opinion(monkeypatch):
    view = in_play().view("allies")
    quick, player = Searcher(1, level_named("easy")), Searcher(1, level_named("normal"))
    monkeypatch.setattr(Search, "best", broken)
    assert player.decide(view) == quick.decide(view)
    assert [(one.layer, one.error) for one in player.incidents] == [("search", "RuntimeError: injected")]
    assert quick.incidents == []


def test_a_player_that_cannot_think_at_all_gives_a_legal_order(monkeypatch):
    view, player = in_play().view("allies"), Searcher(1, level_named("normal"))
    monkeypatch.setattr(Policy, "choose", broken)
    assert view.why_not(player.decide(view)) is None
    assert [one.layer for one in player.incidents] == ["policy"]


def test_it_tells_how_far_it_has_come():
    view, told = in_play().view("allies"), []
    player = Searcher(1, level_named("normal"))
    player.progress = told.append
    player.decide(view)
    assert told and told[-1] == pytest.approx(1.0)


def test_it_advises_without_giving_orders():
    game = in_play(MORTAIN)
    view, before = game.view(game.to_act), game.digest()
    paper = make_agent("normal", "cards", 1).advise(view)
    assert paper[0].main and len(paper) > 1
    for line in paper:
        assert "{" not in str(line.text)
        assert all(unit in view.position.units for unit in line.units)
    assert game.digest() == before
