"""The end page: points with their sources, the places that count, losses next to 1944, dice."""

import pytest
from msgspec import structs

from tests.app.zocbonds.battles import SCENARIO, ended, finished
from tests.rules.zocbonds.field import ids, position
from wab import new_game
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.pages import outcome_page
from wab.content.normandy.history import men_lost
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.steps import Fight
from wab.systems.zocbonds.telling.ending import dice, ending, steps_lost

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def game():
    return finished()


def test_the_shares_of_a_side_are_its_points(game):
    page = FRONT.outcome_page(game, "allied")
    for score in page.scores:
        assert sum(share.points for share in score.shares) == score.total == game.outcome.points[score.side]
        shares = [share.points for share in score.shares]
        assert shares == sorted(shares, key=lambda points: points < 0), "what is taken off stands last"


def test_every_place_that_counts_is_listed_and_the_sum_is_the_net(game):
    end = ending(game)
    table = outcome_page.places(end)
    *rows, total = table.rows
    values = [int(row.cells[2].replace("−", "-").replace("+", "")) for row in rows]
    assert sum(values) == victory.net(game.state) == int(total.cells[2].replace("−", "-"))
    assert any(row.cells[0] == "Bayeux" for row in rows) == any(
        score.hex == game.state.board.hex("2322") for score in victory.points(game.state)
    )
    assert table.notes == (f"The Allies win with {victory.to_win(end.board)} net points.",)


def test_losses_stand_beside_those_of_1944(game):
    end = ending(game)
    table = outcome_page.losses(end)
    us, british, german = table.rows[:3]
    roster, men = end.board.roster, end.board.tables.cadres.men_a_step
    own = sum(lost for unit, lost in end.lost.items() if roster[unit].army == "us")
    assert us.cells[:2] == ("US First Army", str(own))
    then = men_lost("1944-06-12")
    assert [row.cells[3] for row in (us, british, german)] == [
        f"{then[army] / men:.0f}" for army in ("us", "commonwealth", "german")
    ]
    worst = [int(row.cells[1]) for row in table.rows[3:]]
    assert worst == sorted(worst, reverse=True) and worst[0] == max(end.lost.values())


def test_a_battle_on_a_part_of_the_map_has_no_losses_of_history():
    end = ending(ended(new_game("zocbonds/cherbourg", seed=1)))
    assert outcome_page.losses(end).heads == ("", "steps", "units lost") and not outcome_page.losses(end).notes


def test_the_dice_of_attacks_and_stands_are_told_by_side(game):
    end, told = ending(game), list(outcome_page.luck(ending(game)))
    for side, name in (("allied", "Allies"), ("axis", "Germans")):
        assert any(line.startswith(f"{name}: {len(end.attacks[side])} dice of attack") for line in told)


def test_a_battle_that_goes_on_has_no_end_page():
    with pytest.raises(ValueError, match="not over"):
        outcome_page.outcome_page(new_game(SCENARIO, seed=1), "allied")


def test_steps_are_counted_down_to_what_is_left_and_again_after_a_replacement():
    state = position({})
    one, other = ids(state, "us_4id_8", "us_4id_12")
    events = [
        ev.StepLost(one, 2), ev.StepLost(one, 1), ev.Rebuilt(one, "us_infantry", 2), ev.Eliminated(one),
        ev.LandingFailed("omaha_1", {other: 1}),
    ]  # fmt: skip
    assert dict(steps_lost(state.board, events)) == {one: 4, other: 2}


def test_dice_belong_to_the_attacker_and_stands_to_the_other_side():
    def fight(side):
        return ev.AttackDeclared(Fight(side, 5, (), (), (), ()), 4, 2, "2-1", (), "2-1")

    def rolled(stream, result):
        return Rolled(stream, Text("Combat"), 6, 0, (result,))

    attacks, stands = dice([
        rolled("combat", 6), fight("allied"), rolled("jabos", 1), rolled("combat", 3), rolled("defence", 5),
        fight("axis"), rolled("combat", 2),
    ])  # fmt: skip
    assert attacks == {"allied": (3,), "axis": (2,)} and stands == {"allied": (), "axis": (5,)}


def test_the_hexes_of_a_city_stand_together_under_its_name(game):
    state = position({"us_1id_16": "2620"}, scenario=SCENARIO)
    for hex_ in state.board.lines.cities["caen"]:
        state.control[hex_] = 1
    end = ending(game)
    table = outcome_page.places(structs.replace(end, scores=victory.points(state)))
    caen = [row.cells for row in table.rows if "Caen" in row.cells[0]]
    assert caen == [("Caen", "city", f"+{4 * state.board.tables.points.first_week.city_beyond_ships}")]
