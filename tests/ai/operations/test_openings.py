"""Opening plans: sound data, chosen among the best, followed by `hard` alone; and the race by which they are found."""

import msgspec
import pytest

import wab
from ai.operations import openings
from ai.operations.judgement.levels import level_named
from ai.operations.judgement.lookahead import OPENING_NEAR_BEST
from ai.operations.lookahead.rehearsal import Course
from ai.operations.openings import Opening, Study, chosen, studies
from ai.operations.outlines.goals import Goal, stressed
from ai.operations.staff import Staff
from lab import openings as race
from lab.openings import FIRST_SEED, ROUNDS, Trial
from wab.engine import DataError
from wab.engine.kernel.dice import Chance

SCENARIO = "operations/tigers-in-the-lane"
LED = Opening("bold for it", staff=False, spirit="bold", stress={"4038": 2.5})


def studied(monkeypatch, side="allied", *known):
    found = {(SCENARIO, side): Study(SCENARIO, side, known or (LED,))}
    monkeypatch.setattr(openings, "studies", lambda: found)


def objective():
    game = wab.new_game(SCENARIO, seed=1)
    return game.view("allied").board.objectives[0].hex


# ------------------------------------------------------------------------------------------------- the data


def test_every_opening_names_a_side_of_a_scenario_and_hexes_of_its_map():
    infos = {info.id: info for info in wab.scenarios()}
    for (scenario, side), study in studies().items():
        assert side in infos[scenario].sides
        grid = wab.new_game(scenario, seed=1).view(side).board.grid
        assert study.openings
        assert [one.share for one in study.openings] == sorted((one.share for one in study.openings), reverse=True)
        for opening in study.openings:
            assert opening.led(Course("usual"), grid).name == opening.name


def test_a_broken_file_is_refused_with_its_place(tmp_path):
    file = tmp_path / "openings.yaml"
    file.write_text("studies:\n  - scenario: a\n    side: b\n    openings:\n      - {name: x, spirit: wild}\n")
    with pytest.raises(DataError, match=r"openings\.yaml"):
        studies(file)


# ------------------------------------------------------------------------------------------------- the choice


def test_one_of_the_best_is_chosen_and_never_one_that_is_worse():
    known = [Opening("a", share=0.7), Opening("b", share=0.7 - 0.9 * OPENING_NEAR_BEST), Opening("c", share=0.6)]
    picked = {chosen(known, Chance(seed, "test")).name for seed in range(40)}
    assert picked == {"a", "b"}
    assert chosen([], Chance(1, "test")) is None


def test_goals_that_are_stressed_are_worth_more_and_draw_more():
    goals = (Goal(5, 10.0, True, "Caen", 4.0), Goal(6, 8.0, False, "Troarn", 8.0))
    assert stressed(goals, {5: 2.5}) == (Goal(5, 25.0, True, "Caen", 10.0), goals[1])


# ------------------------------------------------------------------------------------------------- hard follows it


def courses_followed(level):
    """By turn the course that a staff of a level follows as the Allies, up to the end of turn 2."""
    game, found = wab.new_game(SCENARIO, seed=3), {}
    agents = {"allied": Staff(1, level), "axis": Staff(2, level_named("normal"))}
    while game.outcome is None and game.turn < 3:
        side = game.to_act
        game.play(agents[side].decide(game.view(side)))
        if side == "allied":
            found[game.turn] = agents[side]._course
    assert agents["allied"].incidents == []
    return found


def test_hard_leads_in_the_way_of_the_opening_in_every_impulse_and_normal_does_not(monkeypatch):
    label = wab.new_game(SCENARIO, seed=3).view("allied").board.grid.label(objective())
    studied(monkeypatch, "allied", msgspec.structs.replace(LED, stress={label: 2.5}))
    unhurried = msgspec.structs.replace(level_named("hard"), evaluations=0)
    led, usual = courses_followed(unhurried), courses_followed(level_named("normal"))
    assert set(led) >= {1, 2}
    assert {(course.name, course.plan) for course in led.values()} == {("bold for it", None)}
    assert all(course.emphasis == {objective(): 2.5} for course in led.values())
    assert {course.name for course in usual.values()} == {"usual"}


def test_an_opening_for_ground_that_is_not_there_is_noted_and_the_battle_led_as_usual(monkeypatch):
    studied(monkeypatch, "allied", Opening("nowhere", stress={"9999": 2.5}))
    agent, game = Staff(1, msgspec.structs.replace(level_named("hard"), evaluations=0)), wab.new_game(SCENARIO, seed=3)
    agent.decide(game.view("allied"))
    assert [incident.layer for incident in agent.incidents] == ["search"]
    assert agent._course.name == "usual"


def test_an_opening_with_a_plan_of_the_planner_stresses_the_goal_in_it(monkeypatch):
    label = wab.new_game(SCENARIO, seed=3).view("allied").board.grid.label(objective())

    def worth(factor):
        studied(monkeypatch, "allied", Opening("one", stress={label: factor}))
        agent = Staff(1, msgspec.structs.replace(level_named("hard"), evaluations=0))
        agent.decide(wab.new_game(SCENARIO, seed=3).view("allied"))
        return next(goal.worth for goal in agent.plan.goals if goal.hex == objective())

    assert worth(2.0) == pytest.approx(2.0 * worth(1.0))


def test_who_has_not_studied_a_battle_leads_it_as_usual(monkeypatch):
    monkeypatch.setattr(openings, "studies", dict)
    followed = courses_followed(msgspec.structs.replace(level_named("hard"), evaluations=0))
    assert {course.name for course in followed.values()} == {"usual"}


# ------------------------------------------------------------------------------------------------- the race


def trials(first=FIRST_SEED, **margins):
    """Trials of ways by name: their margins, on seeds from the first."""
    return [
        Trial(SCENARIO, "allied", name.replace("_", " "), first + place, margin)
        for name, values in margins.items()
        for place, margin in enumerate(values)
    ]


def ways():
    return race.ways(SCENARIO, "allied")


def test_a_race_begins_with_all_ways_on_the_same_seeds():
    todo = race.next_games(ways(), [], ROUNDS)
    names = {opening.name for opening, _ in todo}
    assert {"usual", "direct", "careful staff", "bold direct"} < names
    assert len(todo) == len(names) * ROUNDS[0][1]
    assert todo[0] not in race.next_games(ways(), trials(usual=[1.0] * 3), ROUNDS)


def test_the_better_ways_go_on_and_the_usual_one_always_does():
    first = {opening.name.replace(" ", "_"): [0.0] * 3 for opening in ways()}
    played = trials(**first | {"direct": [20.0, 30.0, 10.0], "bold_direct": [9.0] * 3, "usual": [-50.0] * 3})
    racing = [one.name for one in race.still_racing(ways(), played, ROUNDS[:2])]
    assert racing[:2] == ["direct", "bold direct"]
    assert "usual" in racing
    assert len(racing) == ROUNDS[1][0] + 1


def test_the_best_way_is_kept_only_if_fresh_games_prove_it():
    games, fresh = ROUNDS[-1][1], race.FRESH
    assert race.study(SCENARIO, "allied", trials(usual=[1.0] * (games - 1)), ROUNDS) is None
    raced = trials(usual=[-10.0] * games, direct=[10.0] * games, bold_direct=[5.0])
    assert race.study(SCENARIO, "allied", raced, ROUNDS) is None
    assert {one.name for one, _ in race.unproven(Opening("direct"), raced)} == {"direct", "usual"}
    for direct, usual, kept in ((8.0, 2.0, "direct"), (2.0, 8.0, "usual"), (2.1, 2.0, "usual")):
        proof = trials(first=race.FRESH_SEED, direct=[direct] * fresh, usual=[usual] * fresh)
        (found,) = race.study(SCENARIO, "allied", [*raced, *proof], ROUNDS).openings
        assert (found.name, found.games) == (kept, fresh)
        assert found.share > 0.5
    unbeaten = race.study(SCENARIO, "allied", trials(usual=[10.0] * games, direct=[-10.0] * games), ROUNDS)
    assert [one.name for one in unbeaten.openings] == ["usual"]


def test_the_fresh_games_are_led_by_hard_and_the_race_by_its_opponent():
    leaders = [race.leading(LED, seed) for seed in (FIRST_SEED, race.FRESH_SEED)]
    assert [leader.level.name for leader in leaders] == [race.OPPONENT, "hard"]
    assert all(leader._opening(None) is LED for leader in leaders)


def test_the_best_ways_are_crossed_and_the_best_of_that_goes_on_too():
    games = ROUNDS[-1][1]
    others = {opening.name.replace(" ", "_"): [-90.0] * ROUNDS[0][1] for opening in ways()}
    middling = {name: [-20.0] * ROUNDS[1][1] for name in ("direct", "careful_staff", "bold_direct")}
    goal = next(opening for opening in ways() if opening.name.startswith("staff for")).name.replace(" ", "_")
    played = {**others, **middling, "usual": [-30.0] * games, goal: [40.0] * games, "bold_staff": [30.0] * games}
    todo = race.next_games(ways(), trials(**played), ROUNDS)
    child = f"bold {goal.replace('_', ' ')}"
    assert child in {opening.name for opening, _ in todo}
    assert {opening.name for opening, _ in todo}.isdisjoint(opening.name for opening in ways())
    young = {opening.name.replace(" ", "_"): [0.0] * race.CROSSED[0][1] for opening, _ in todo}
    played |= young | {child.replace(" ", "_"): [50.0] * race.CROSSED[0][1]}
    assert {opening.name for opening, _ in race.next_games(ways(), trials(**played), ROUNDS)} == {child}
    played[child.replace(" ", "_")] = [50.0] * games
    todo = race.next_games(ways(), trials(**played), ROUNDS)
    assert {(opening.name, seed >= race.FRESH_SEED) for opening, seed in todo} == {(child, True), ("usual", True)}


def test_the_file_that_is_written_is_read_again_as_it_was(tmp_path):
    file, one = tmp_path / "openings.yaml", Study(SCENARIO, "axis", (LED, Opening("usual", share=0.48, games=16)))
    file.write_text(race.written([one]), encoding="utf-8")
    assert studies(file) == {(SCENARIO, "axis"): one}


def test_what_somebody_wrote_at_the_head_of_the_file_stays(tmp_path):
    file = tmp_path / "openings.yaml"
    assert race.head_of(file) == race.HEAD
    file.write_text("# Of the first ones we know\n# more.\nstudies: []\n# and this goes\n", encoding="utf-8")
    assert race.head_of(file) == "# Of the first ones we know\n# more.\n"
    assert race.written([], race.head_of(file)) == "# Of the first ones we know\n# more.\nstudies:\n"
