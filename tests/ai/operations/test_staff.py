"""The staff as a player: it always completes its impulse, is deterministic, stops when told, explains itself."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import wab
from ai.agents import Reason, make_agent
from ai.match import play_out
from ai.operations import staff as staff_module
from ai.operations.judgement.levels import Level, level_named, levels, personalities, personality_named
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.plan import Mission, Plan
from ai.operations.staff import Staff, weights_of
from ai.operations.tactics import advance, tactician
from ai.shell.choice import Choice
from tests.ai.operations.scenes import game_of, scene
from wab.engine import UsageError
from wab.engine.words.text import Text
from wab.systems import get_system
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass

ROOT = Path(__file__).resolve().parents[3]
SCENARIO = "operations/to-the-sea"
THINKER = Level("thinker", evaluations=16, effort=10_000, worlds=2, horizon=2, plans=True)


def battle():
    board = scene(goals=[(20, "axis", 1, 6)], turns=2)
    for hex_ in (18, 18, 19):
        board.place("armour", hex=hex_)
    board.place("infantry", hex=20, side="axis")
    board.place("infantry", hex=22, side="axis")
    return board


def play_impulse(agent, game):
    side, turn, orders = game.to_act, game.turn, []
    while game.to_act == side and game.turn == turn:
        orders.append(agent.decide(game.view(side)))
        game.play(orders[-1])
        assert len(orders) < 100
    return orders


# ------------------------------------------------------------------------------------------------- levels


def test_the_named_levels_are_there_and_think_more_and_more():
    assert list(levels()) == ["easy", "normal", "hard"]
    budgets = [level.effort for level in levels().values()]
    assert budgets == sorted(budgets)


def test_unknown_levels_and_characters_are_errors_in_words():
    with pytest.raises(UsageError, match="easy"):
        level_named("impossible")
    with pytest.raises(UsageError, match="balanced"):
        personality_named("nobody")


def test_characters_change_what_a_commander_holds_dear():
    driver, cautious = (weights_of(personalities()[name]) for name in ("driver", "cautious"))
    assert driver.risk < STAFF.risk < cautious.risk
    assert driver.attack_from < STAFF.attack_from < cautious.attack_from
    assert weights_of(personalities()["balanced"]) == STAFF


def test_it_refuses_the_view_of_another_system():
    with pytest.raises(UsageError):
        Staff(1, level_named("easy")).decide(object())


# ------------------------------------------------------------------------------------------------- it plays


def test_it_takes_the_objective_that_it_can_beat():
    game, agent = game_of(battle()), Staff(1, THINKER)
    orders = play_impulse(agent, game)
    assert agent.incidents == []
    assert any(isinstance(order, Attack) and order.target == 20 for order in orders)


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_the_levels_play_a_scenario_to_its_end_without_incidents(name):
    game = wab.new_game(SCENARIO, seed=4)
    agents = {side: make_agent(name, "operations", 7) for side in game.system.sides}
    play_out(game, agents)
    assert game.outcome is not None
    assert [agent.incidents for agent in agents.values()] == [[], []]


def test_every_order_has_a_reason_and_says_what_was_rejected():
    game, agent = game_of(battle()), Staff(1, THINKER)
    while game.to_act == "allied" and game.turn == 1:
        game.play(agent.decide(game.view("allied")))
        assert isinstance(agent.reason, Reason)
        assert msgspec.json.encode(msgspec.to_builtins(agent.reason))
        if agent.reason.course:
            assert agent.reason.rejected
            assert agent.reason.course not in dict(agent.reason.rejected)
    assert agent.verdict is not None


def test_an_order_tells_of_the_mission_whose_goal_it_strikes_else_of_that_of_its_units():
    far, near, held = Goal(30, 1.0, held=False), Goal(20, 1.0, held=False), Goal(18, 1.0, held=True)
    told = [
        Mission(number, "seize", goal, units, 1.0, Text(f"mission {number}"))
        for number, (goal, units) in enumerate([(far, (1, 2)), (near, (3,)), (held, (2,))])
    ]
    agent = Staff(1, THINKER)

    def of(order, target=None):
        return agent._mission_of(Choice(order, Reason(Text("so")), target=target))

    assert of(Pass()) is None, "before the first plan there are no missions"
    agent.plan = Plan((), {}, missions=tuple(told))
    assert of(Attack((1, 2), 20, 19)) is told[1], "whoever attacks there"
    assert of(Attack((1, 2), 21, 19)) is told[0]
    assert of(Attack((3,), 18, 19)) is told[1], "nobody strikes what he holds"
    assert of(Move((2,), (18, 19))) is told[0]
    assert of(Move((2,), (18, 19)), target=20) is told[1], "who moves up for an attack tells of the attack's"
    assert of(Move((9, 3), (18, 19))) is told[1]
    assert of(Move((9,), (18, 19))) is None


@pytest.mark.parametrize("units, helps", [((1, 2), True), ((1, 3), False)])
def test_an_order_says_when_it_serves_a_mission_that_others_were_given(units, helps):
    agent = Staff(1, THINKER)
    missions = tuple(
        Mission(number, "seize", Goal(hex_, 1.0, held=False), own, 1.0, Text("take it"))
        for number, (hex_, own) in enumerate([(20, (3,)), (30, (1, 2))])
    )
    agent.plan = Plan((), {}, missions=missions)
    assert agent._explained(Choice(Attack(units, 20, 19), Reason(Text("so")))).helps == helps
    assert not agent._explained(Choice(Pass(), Reason(Text("so")))).helps, "it serves no mission at all"


@pytest.mark.parametrize(
    "held, goal, order, target, spared",
    [
        (True, "2020", Attack((1,), "2023", "2022"), None, True),
        (True, "2020", Attack((1,), "2022", "2021"), None, False),  # in front of the enemy's ground
        (True, "2020", Move((1,), ("2020", "2022")), "2023", True),
        (True, "2020", Move((1,), ("2020", "2022")), None, False),  # no attack
        (False, "2020", Move((1,), ("2024", "2023")), "2022", False),  # on the way there
        (False, "2020", Move((1,), ("2024", "2025")), "2026", True),
        (False, "2020", Attack((1,), "2020", "2021"), None, False),
        (True, "2020", Move((2,), ("2020", "2022")), "2023", False),  # serves another unit's
        (
            True,
            "2020",
            Attack((3,), "2028", "2027"),
            None,
            False,
        ),  # next to its post, far from what the sector is named for
    ],
)
def test_an_order_says_when_it_takes_units_off_their_mission(held, goal, order, target, spared):
    game = wab.new_game("operations/perch", seed=1)
    agent = Staff(1, THINKER)
    agent._picture(game.view("allied"))
    parse = game.state.board.grid.parse
    mission = Mission(0, "hold" if held else "seize", Goal(parse(goal), 1.0, held=held), (1, 3), 1.0, Text("so"))
    other = Mission(1, "seize", Goal(parse("2023"), 1.0, held=False), (4,), 1.0, Text("so"))
    missions = (mission, other) if order.units == (2,) else (mission,)
    agent.plan = Plan((), {}, missions=missions, posts={3: parse("2027")})
    if isinstance(order, Attack):
        order = Attack(order.units, parse(order.target), parse(order.main))
    else:
        order = Move(order.units, tuple(map(parse, order.path)))
    choice = Choice(order, Reason(Text("so")), target=parse(target) if target else None)
    assert agent._explained(choice).spared == spared


def test_moves_up_tell_of_the_same_mission_as_the_attack_for_which_they_are_made():
    game = wab.new_game("operations/cliffs-and-shingle", seed=1)
    agent = make_agent("normal", "operations", 1)
    led_up, pairs = None, 0
    while game.to_act == "allied" and game.outcome is None and game.turn == 1:
        order = agent.decide(game.view("allied"))
        reason = agent.reason
        assert reason is not None
        if isinstance(order, Attack) and led_up is not None:
            struck = any(m.goal.hex == order.target and not m.goal.held for m in agent.plan.missions)
            if struck:
                pairs += 1
                assert str(reason.mission) == led_up
        moving_up = isinstance(order, Move) and reason.text.msgid.startswith("Move up")
        led_up = str(reason.mission) if moving_up else None
        game.play(order)
    assert pairs


def test_what_it_wants_to_do_the_rules_allow():
    """An attack that they refuse is silently not made, so this test looks for it."""
    game = wab.new_game("operations/steel-on-the-odon", seed=1)
    agents = {side: make_agent("normal", "operations", seed) for seed, side in enumerate(sorted(game.seats))}
    asked = []
    for agent in agents.values():
        legal = agent._first_legal

        def noting(view, choices, legal=legal):
            def noted():
                for choice in choices:
                    asked.append((type(choice.order), view.why_not(choice.order)))
                    yield choice

            return legal(view, noted())

        agent._first_legal = noting
    while game.to_act is not None and game.turn <= 3:
        game.play(agents[game.to_act].decide(game.view(game.to_act)))
    attacks = [refusal for kind, refusal in asked if kind is Attack]
    assert len(attacks) >= 4 and not any(attacks)
    assert sum(refusal is not None for _, refusal in asked) <= len(asked) // 20


# ------------------------------------------------------------------------------------------------- it never stalls


def boom(*_, **__):
    raise ZeroDivisionError("injected")


@pytest.mark.parametrize(
    "module, name, layer",
    [
        (staff_module, "current_plan", "plan"),
        (staff_module, "goals_of", "search"),
        (tactician, "best_move", "tactics"),
        (tactician, "assaults", "tactics"),
        (advance, "best_pursuit", "tactics"),
    ],
)
def test_whatever_fails_the_impulse_is_completed_and_the_incident_noted(monkeypatch, module, name, layer):
    monkeypatch.setattr(module, name, boom)
    game, agent = game_of(battle()), Staff(1, THINKER)
    orders = play_impulse(agent, game)
    assert orders[-1] == Pass()
    assert game.to_act == "axis"
    assert layer in {incident.layer for incident in agent.incidents}
    assert all("injected" in incident.error for incident in agent.incidents)


def test_even_when_the_greedy_player_fails_too_it_passes(monkeypatch):
    game, agent = game_of(battle()), Staff(1, THINKER)
    monkeypatch.setattr(agent, "_picture", boom)
    monkeypatch.setattr(agent._greedy, "decide", boom)
    assert agent.decide(game.view("allied")) == Pass()
    assert [incident.layer for incident in agent.incidents] == ["search", "tactics", "greedy"]


def test_it_stays_on_the_old_ground_when_nothing_works_after_a_combat(monkeypatch):
    game, agent = game_of(battle()), Staff(1, Level("plain"))
    while game.phase != "advance":
        game.play(agent.decide(game.view("allied")))
    monkeypatch.setattr(agent, "_picture", boom)
    monkeypatch.setattr(agent._greedy, "decide", boom)
    assert agent.decide(game.view("allied")) == Advance(())


def asking(agent, times):
    """Stop an agent after it has asked so many times; the list grows with every question."""
    asked = []

    def enough():
        asked.append(1)
        return len(asked) > times

    agent.cancelled = enough
    return asked


def test_it_tells_how_far_its_search_is():
    game, agent = game_of(battle()), Staff(1, THINKER)
    told = []
    agent.progress = told.append
    agent.decide(game.view("allied"))
    assert told and told == sorted(told) and all(0 < share <= 1 for share in told)


def test_told_to_stop_at_once_it_rehearses_nothing_and_passes():
    game, agent = game_of(battle()), Staff(1, THINKER)
    asked = asking(agent, 0)
    assert agent.decide(game.view("allied")) == Pass()
    assert agent.incidents == [] and agent.verdict.others == ()
    assert len(asked) < 40, "it goes on asking only for what it would have to think about anew"


def test_told_to_stop_during_the_search_it_plays_the_best_course_so_far():
    game, agent = game_of(battle()), Staff(1, THINKER)
    asked = asking(agent, 10**9)
    agent.decide(game.view("allied"))
    whole, rehearsed = len(asked), len(agent.verdict.others)
    agent = Staff(1, THINKER)
    told = []
    agent.progress = told.append
    asking(agent, whole // 2)
    order = agent.decide(game.view("allied"))
    assert game.view("allied").why_not(order) is None
    assert 0 < len(agent.verdict.others) <= rehearsed and agent.incidents == []
    assert told and told[-1] < 1.0, "it was in the middle of it"


def test_told_to_stop_while_it_weighs_orders_it_gives_the_best_of_them():
    game, agent = game_of(battle()), Staff(1, Level("plain", plans=True))
    asked = asking(agent, 10**9)
    agent.decide(game.view("allied"))
    for times in range(len(asked)):
        agent = Staff(1, Level("plain", plans=True))
        asking(agent, times)
        assert game.view("allied").why_not(agent.decide(game.view("allied"))) is None
        if agent.decide(game.view("allied")) != Pass():
            return
    pytest.fail("only a whole decision brings an order")


def test_in_a_hurry_it_does_without_a_search():
    game, agent = game_of(battle()), Staff(1, THINKER)
    agent.hurried = True
    assert isinstance(agent.decide(game.view("allied")), Move | Attack)
    assert agent.verdict is None


def test_where_enemies_are_hidden_it_rehearses_nothing():
    seen = wab.new_game("operations/to-the-sea", seed=3)
    hidden = wab.new_game("operations/tigers-in-the-lane", seed=3)
    for game, rehearses in ((seen, True), (hidden, False)):
        agent = Staff(1, THINKER)
        view = game.view(game.to_act)
        agent.decide(view)
        assert view.board.rules.fog is not rehearses
        assert (agent.verdict is not None) is rehearses
        assert agent.incidents == []


# ------------------------------------------------------------------------------------------------- what it goes by


def test_equal_views_bring_equal_orders():
    """The order follows from seed and view alone: a view that went through its bytes brings the same one."""
    game = wab.new_game("operations/causeway-to-carentan", seed=2)
    system = get_system("operations")
    side = game.to_act
    first, second = Staff(3, THINKER), Staff(3, THINKER)
    for _ in range(6):
        if game.to_act != side:
            break
        view = game.view(side)
        order = first.decide(view)
        assert second.decide(system.decode_view(view.encode())) == order
        game.play(order)


def digest_of_a_game():
    """Return how a game ends that two thinkers play."""
    game = wab.new_game(SCENARIO, seed=3)
    play_out(game, {side: Staff(5 + number, THINKER) for number, side in enumerate(sorted(game.system.sides))})
    return game.digest()


def test_a_process_with_another_hash_seed_plays_the_same_game():
    """This process has a hash seed of its own: one that was drawn, or what the environment says."""
    other = "271828" if os.environ.get("PYTHONHASHSEED") != "271828" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": str(ROOT)}
    program = f"from {__name__} import digest_of_a_game; print(digest_of_a_game())"
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as elsewhere:
        here = digest_of_a_game()
        printed, _ = elsewhere.communicate()
    assert elsewhere.returncode == 0
    assert printed.strip() == here
