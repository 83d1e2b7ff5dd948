"""T18: what a player is ahead by in a seat, against what `greedy` is ahead by in its place."""

import math

import pytest

import wab
from lab import objectives
from lab.measuring.store import Entry
from wab.cli.simulating import Job, Played

SCENARIO = "operations/causeway-to-carentan"
WORTH = {"allied": 10.0, "axis": 20.0}
SCALES = dict.fromkeys(
    ("a", "b"), objectives.Scale(tactical=20.0, per_turn=WORTH, at_end={"allied": 50.0, "axis": 70.0}, turns=6)
)


def entry(scenario, allied, axis, margin, *, seed=1, level="tactical", reason="points"):
    winner = None if margin == 0 else "allied" if margin > 0 else "axis"
    points = {"allied": 100.0 + margin, "axis": 100.0}
    played = Played(seed, winner, level, points, 5, "", 1.0, reason)
    return Entry(Job(scenario, {"allied": allied, "axis": axis}, seed), played, "")


def by_seat(entries, player="easy"):
    return {(seat.scenario, seat.side): seat for seat in objectives.seats_of(player, entries, SCALES)}


def test_both_seats_are_played_and_greedy_meets_itself_once_a_seed():
    info = next(info for info in wab.scenarios() if info.id == SCENARIO)
    jobs = objectives.jobs_for(["easy", "hard"], [info], 2)
    assert len(jobs) == len({(job.seed, *sorted(job.players.items())) for job in jobs}) == 2 * (1 + 2 * 2)
    assert {tuple(sorted(job.players.items())) for job in jobs} == {
        (("allied", "greedy"), ("axis", "greedy")),
        *((("allied", player), ("axis", "greedy")) for player in ("easy", "hard")),
        *((("allied", "greedy"), ("axis", player)) for player in ("easy", "hard")),
    }


def test_a_player_is_compared_with_greedy_in_its_place():
    mirror = [entry("a", "greedy", "greedy", 4), entry("b", "greedy", "greedy", -2)]
    games = [entry("a", "easy", "greedy", 9), entry("b", "easy", "greedy", -3)]
    games += [entry("a", "greedy", "easy", 3), entry("b", "greedy", "easy", -5), entry("b", "greedy", "hard", 70)]
    seats = by_seat([*mirror, *games])
    assert {seat: found.lead for seat, found in seats.items()} == {
        ("a", "allied"): 5.0,
        ("b", "allied"): -1.0,
        ("a", "axis"): 1.0,
        ("b", "axis"): 3.0,
    }
    assert {(found.won, found.usually_won) for seat, found in seats.items() if seat[0] == "a"} == {(1, 1), (0, 0)}
    assert by_seat(games) == {} and by_seat(mirror) == {}


def test_a_difference_is_sure_beyond_its_error():
    def seats(*margins):
        mirror = [entry("a", "greedy", "greedy", margin, seed=seed) for seed, margin in enumerate((-1, 1))]
        return by_seat([*mirror, *(entry("a", "easy", "greedy", m, seed=seed) for seed, m in enumerate(margins))])

    found = seats(9, 11)["a", "allied"]
    assert found.error == pytest.approx(1.96 * math.sqrt(1 + 1), rel=1e-3) and found.surely
    assert not seats(-9, 29)["a", "allied"].surely
    assert seats(-9, -11)["a", "allied"].surely, "surely worse"
    assert not seats(50)["a", "allied"].surely, "of one game nobody knows"
    assert (found.text, seats(50)["a", "allied"].text) == ("+10.0 ± 2.8", "+50.0, one game")


@pytest.mark.parametrize(
    "margin, level, reason, lead",
    [
        (5, "decisive", "points", 21),
        (60, "decisive", "points", 60),
        (5, "tactical", "points", 5),
        (60, "decisive", "destruction", 120),
        (1, "decisive", "immediate", 61),
        (-60, "decisive", "destruction", -150),
    ],
)
def test_a_victory_at_once_counts_like_one_with_all_objectives_in_hand(margin, level, reason, lead):
    game = entry("a", "easy", "greedy", margin, level=level, reason=reason)
    assert objectives.lead_of(game, "allied", SCALES) == lead
    assert objectives.lead_of(game, "axis", SCALES) == -lead


def test_who_wins_at_once_is_ahead_though_he_was_behind_on_points():
    played = Played(1, "allied", "decisive", {"allied": 0.0, "axis": 95.0}, 2, "", 1.0, "immediate")
    game = Entry(Job("a", {"allied": "easy", "axis": "greedy"}, 1), played, "")
    assert objectives.lead_of(game, "allied", SCALES) == 21


def test_scales_are_those_of_the_scenarios():
    infos = [info for info in wab.scenarios() if info.id == SCENARIO]
    board = wab.new_game(SCENARIO, seed=1).state.board
    (scale,) = objectives.scales_of(infos).values()
    assert (scale.tactical, scale.turns) == (board.victory.margins.tactical, board.turns)
    for side in ("allied", "axis"):
        mine = [goal for goal in board.objectives if goal.scores_for in (side, "both")]
        assert scale.rest(side, board.turns) == sum(goal.at_end for goal in mine)
        assert scale.rest(side, board.turns - 1) - scale.rest(side, board.turns) == sum(goal.per_turn for goal in mine)
    assert scale.rest("axis", 1) > scale.rest("allied", 1), "the bridge at Isigny scores for the Axis alone"


def test_the_section_names_the_seats_that_are_not_better():
    infos = [info for info in wab.scenarios() if info.id == SCENARIO]
    games = [entry(SCENARIO, "greedy", "greedy", 0, seed=seed) for seed in (1, 2)]
    games += [entry(SCENARIO, "easy", "greedy", 9, seed=seed) for seed in (1, 2)]
    games += [entry(SCENARIO, "greedy", "easy", 5, seed=seed) for seed in (1, 2)]
    text = objectives.section(games, infos, ["easy", "hard"])
    assert "| `easy` | 1 of 1 (1) | +9.0 | 0 of 1 (0) | -5.0 |" in text
    assert "| `easy`, Causeway to Carentan, Axis | -5.0 ± 0.0 | 0 of 2 | 1 of 2 |" in text
    assert "hard" not in text and "Allied |" not in text


def test_games_are_played_kept_and_written_into_the_page(tmp_path):
    page, store = tmp_path / "ai.md", tmp_path / "games.jsonl"
    page.write_text("<!-- objectives: begin -->\n<!-- objectives: end -->\n", encoding="utf-8")
    words = ["--players", "random", "--scenarios", SCENARIO, "--games", "1", "--workers", "1"]
    assert objectives.main([*words, "--store", str(store), "--page", str(page)]) == 0
    assert "| `random` | 0 of 1 (0) |" in page.read_text(encoding="utf-8")
    assert len(store.read_text(encoding="utf-8").splitlines()) == 3
