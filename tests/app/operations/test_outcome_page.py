"""The table that sums a finished battle up. No window."""

import pytest

import wab
from ai.agents import make_agents
from ai.match import play_out
from wab.app.operations.pages.outcome_page import outcome_page

pytestmark = pytest.mark.usefixtures("english")

SCENARIOS = ("operations/cliffs-and-shingle", "operations/causeway-to-carentan", "operations/the-mace")


def finished(scenario, seed=4):
    game = wab.new_game(scenario, seed=seed)
    play_out(game, make_agents({"allied": "random", "axis": "random"}, "operations", seed))
    return game


@pytest.mark.clause("OPS-9.2.1-3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sources_of_the_points_add_up_to_the_score(scenario):
    game = finished(scenario)
    page = outcome_page(game, "allied")
    assert {score.side: score.total for score in page.scores} == game.outcome.points
    for score in page.scores:
        assert sum(share.points for share in score.shares) == score.total
        assert all(share.points for share in score.shares)


@pytest.mark.clause("OPS-9.2.1-3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_objective_is_in_the_table_with_its_holder_main_ones_first(scenario):
    game = finished(scenario)
    table = outcome_page(game, "axis").tables[0]
    objectives = game.state.board.objectives
    assert len(table.rows) == len(objectives)
    assert [row.main for row in table.rows] == sorted((row.main for row in table.rows), reverse=True)
    assert {row.side for row in table.rows} <= {"allied", "axis"}


def test_victory_and_defeat_depend_on_the_side():
    games = (finished(SCENARIOS[0], seed) for seed in range(100))
    game = next(game for game in games if game.outcome.winner)
    good = {side: outcome_page(game, side).good for side in ("allied", "axis")}
    assert good == {side: side == game.outcome.winner for side in good}


def test_there_is_no_summary_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        outcome_page(wab.new_game(SCENARIOS[0], seed=1), "allied")
