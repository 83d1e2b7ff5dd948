"""The planning players of zocbonds: attacks gathered before the march, goals guarded, answers by what is at stake."""

import pytest

from ai.agents import make_agent
from ai.zocbonds import judgement as j
from ai.zocbonds.answers import answer_value, replacement_value
from ai.zocbonds.assault import Assaults
from ai.zocbonds.levels import level_named, levels
from ai.zocbonds.march import Marching, MarchPlan
from ai.zocbonds.peninsula import stakes_of_plans
from ai.zocbonds.picture import Picture
from ai.zocbonds.planner import Planner
from ai.zocbonds.rehearsal import best_temper, worth_of_position
from ai.zocbonds.strafing import best_missions, mission_value
from ai.zocbonds.worths import goes_down, step_worth
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.rules.zocbonds.field import ids, position, unit
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.words.errors import UsageError
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.state import orders as od

WEEK, CHERBOURG = "zocbonds/the-first-week", "zocbonds/cherbourg"
LEVELS = ("easy", "normal", "hard")


def picture_of(state, side="allied", temper="usual"):
    own = j.temper(temper, state.board.victory, side, state.now.turn)
    return Picture(state, side, stakes_of_plans(state, side), own)


def planned(state, side="allied", level="normal", units=None):
    """The plan of a march, and the picture that it rests on."""
    state.changed(player=side)
    _, view = begun(state, side)
    picture = picture_of(view.position, side)
    named = units if units is not None else sorted(state.deployed(side).ids)
    return Marching(view, picture, named, level_named(level)).plan(), picture


# ------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("scenario", "level"),
    [
        *((CHERBOURG, level) for level in LEVELS),
        *((WEEK, level) for level in LEVELS[:2]),
        pytest.param(WEEK, "hard", marks=pytest.mark.trial),
    ],
)
def test_every_level_plays_legal_orders_for_both_sides(scenario, level):
    game = Game.start(SYSTEM, Setup("zocbonds", scenario, 3, {}))
    players = {seat: make_agent(level, "zocbonds", 7) for seat in game.seats}
    while game.to_act is not None and game.turn < 2:
        order = players[game.to_act].decide(game.view(game.to_act))
        assert game.why_not(order) is None, order
        game.play(order)
    assert not any(player.incidents for player in players.values())


def test_players_of_one_seed_play_alike():
    def orders():
        game = Game.start(SYSTEM, Setup("zocbonds", WEEK, 5, {}))
        players = {seat: make_agent("easy", "zocbonds", 11) for seat in game.seats}
        while game.phase != "combat":
            game.play(players[game.to_act].decide(game.view(game.to_act)))
        return [record.order for record in game.journal]

    assert orders() == orders()


def test_a_view_of_another_system_is_refused():
    with pytest.raises(UsageError, match="another system"):
        make_agent("normal", "zocbonds", 1).decide(object())


def test_each_of_three_players_leads_its_own_army():
    game = Game.start(SYSTEM, Setup("zocbonds", WEEK, 5, {"players": "3"}))
    players = {seat: make_agent("normal", "zocbonds", 1) for seat in game.seats}
    led = set()
    while game.turn < 3 and game.to_act is not None and led != set(game.seats):
        seat = game.to_act
        order = players[seat].decide(game.view(seat))
        assert game.why_not(order) is None
        if isinstance(order, od.Move):
            led.add(seat)
        game.play(order)
    assert led == set(game.seats)


# ------------------------------------------------------------------------------------------------- attacks


TOGETHER = {"us_9id_39": "1028", "us_9id_47": "1030", "us_9id_60": "1130", "de_352id_916": "1229"}


def test_an_attack_is_gathered_from_several_hexes_before_anybody_marches():
    """No regiment alone is strong enough; together they are."""
    state = position(TOGETHER)
    plan, _ = planned(state)
    target = state.board.hex("1229")
    party = plan.targets[target]
    assert len(party) >= 2
    for one in party:
        assert state.board.grid.are_adjacent(plan.places[one].hex, target)
    alone, _ = planned(position({"us_9id_39": "1028", "de_352id_916": "1229"}))
    assert not alone.targets


def test_the_march_of_a_plan_is_played_order_by_order():
    game, _ = begun(position(TOGETHER, player="allied"))
    player = make_agent("normal", "zocbonds", 1)
    moved = set()
    while game.phase == "movement" and game.state.now.side == "allied":
        order = player.decide(game.view("allied"))
        moved |= set(getattr(order, "units", ())) if isinstance(order, od.Move) else set()
        game.play(order)
    assert len(moved) >= 2
    order = player.decide(game.view("allied"))
    assert isinstance(order, od.Attack) and order.target == game.state.board.hex("1229")


def test_the_strong_and_sure_attack_is_worth_more_than_the_weak_one():
    strong = {"us_9id_39": "2412", "us_9id_47": "2412", "us_9id_60": "2311", "de_6fj_fj": "2312"}
    state = position(strong, phase="combat")
    assaults = Assaults(picture_of(state), state)
    target = state.board.hex("2312")
    all_of_them, one = ids(state, "us_9id_39", "us_9id_47", "us_9id_60"), ids(state, "us_9id_39")
    best = assaults.best(target, all_of_them)
    weak = assaults.best(target, one)
    assert best[0] > weak[0]
    assert best[1].main == "us_9id"


def test_units_that_add_nothing_are_left_out_of_an_attack():
    units = {"us_9id_39": "2412", "us_9id_47": "2412", "us_9id_60": "2311", "us_4id_8": "2212"}
    state = position(units | {"de_439_ost": "2312"}, phase="combat")
    assaults = Assaults(picture_of(state), state)
    value, order = assaults.best(state.board.hex("2312"), ids(state, *units))
    fewer_value, fewer = assaults.pruned(value, order)
    assert len(fewer.units) < len(order.units) and fewer_value >= value


# ------------------------------------------------------------------------------------------------- standing


def test_the_picture_knows_where_the_enemy_can_attack():
    state = position({"us_9id_39": "1026", "de_352id_916": "1229"})
    picture = picture_of(state)
    assert picture.menace(state.board.hex("1027")).strength == state.strength(unit(state, "de_352id_916"))
    assert picture.menace(state.board.hex("2814")).strength == 0
    assert picture.exposure(state.board.hex("2814"), ids(state, "us_9id_39")) == 0.0


def test_a_weak_stack_is_exposed_where_a_strong_one_is_not():
    enemies = {"de_6fj_fj": "2312", "de_17ss_37": "2411", "de_17ss_38": "2311"}
    state = position({"us_2_ranger": "2412", "us_9id_39": "2512", "us_9id_47": "2512"} | enemies)
    picture = picture_of(state)
    hex_ = state.board.hex("2412")
    assert picture.exposure(hex_, ids(state, "us_2_ranger")) > 0
    bold = picture_of(state, temper="bold")
    assert bold.exposure(hex_, ids(state, "us_2_ranger")) < picture.exposure(hex_, ids(state, "us_2_ranger"))


def test_a_stack_without_a_way_back_is_worth_more_to_the_attacker():
    state = position({"us_9id_39": "2412", "de_6fj_fj": "2312"})
    free = picture_of(state).way_back_costs(state.board.hex("2312"), [unit(state, "de_6fj_fj")])
    ring = dict(zip(("us_9id_39", "us_9id_47", "us_9id_60", "us_4id_8", "us_4id_12", "us_4id_22"), (
        "2311", "2313", "2412", "2411", "2211", "2212"), strict=True))  # fmt: skip
    around = [state.board.grid.label(hex_) for hex_ in state.board.grid.adjacent(state.board.hex("2312"))]
    state = position(dict(zip(ring, around, strict=True)) | {"de_6fj_fj": "2312"})
    closed = picture_of(state).way_back_costs(state.board.hex("2312"), [unit(state, "de_6fj_fj")])
    assert free == 0.0 < closed


def test_a_goal_that_the_enemy_can_reach_keeps_its_garrison():
    """Saint-Lô is worth more than a place next to the enemy."""
    state = position({"us_2ad_cca": "1717", "de_352id_feb": "1815", "de_352id_916": "2416"}, side="axis", player="axis")
    plan, picture = planned(state, "axis")
    assert picture.enemy_reach[state.board.hex("1815")]
    stays = [one for one, place in plan.places.items() if place.hex == state.board.hex("1815")]
    assert stays


# ------------------------------------------------------------------------------------------------- worths


def test_engineers_and_headquarters_are_dearer_than_a_regiment():
    state = position({"us_1_esb_utah": "2814", "us_vii": "2814", "us_4id_8": "2814"})
    worths = [step_worth(state, unit(state, key)) for key in ("us_1_esb_utah", "us_vii", "us_4id_8")]
    assert worths[0] > worths[1] > worths[2] > 0


def test_a_regiment_that_would_become_a_cadre_is_spared():
    state = position({"us_4id_8": ("2814", {"steps": 2}), "us_4id_12": ("2814", {"steps": 3})})
    eighth, twelfth = unit(state, "us_4id_8"), unit(state, "us_4id_12")
    assert goes_down(state, eighth) and not goes_down(state, twelfth)
    assert step_worth(state, eighth) > step_worth(state, twelfth)


def test_cadres_that_count_are_rebuilt_first():
    state = position({"us_4id_8": ("2814", {"steps": 1}), "us_4id_12": ("2813", {"steps": 2})}, phase="replacement")
    kind = "us_infantry"
    cadre, other = (replacement_value(state, od.Replace(one, kind)) for one in (
        unit(state, "us_4id_8").id, unit(state, "us_4id_12").id))  # fmt: skip
    assert cadre > other


def test_orders_that_are_no_answers_have_no_worth_as_such():
    state = position({"us_4id_8": "2814"})
    assert answer_value(state, picture_of(state), od.Done()) is None
    assert answer_value(state, picture_of(state), od.GiveGround()) == 0.0


# ------------------------------------------------------------------------------------------------- levels


def test_levels_differ_in_thought_alone():
    found = levels()
    assert tuple(found) == LEVELS
    assert found["easy"].lapses > found["normal"].lapses == found["hard"].lapses == 0.0
    assert found["hard"].courses and not found["normal"].courses
    with pytest.raises(UsageError, match="no level"):
        level_named("expert")


def test_lapses_leave_units_out_of_the_plan_by_turn():
    state = position(TOGETHER)
    _, view = begun(state)
    player = Planner(3, level_named("easy"))
    lapsed = [player._lapses(view, one) for one in range(1, 301)]
    assert 0.2 < sum(lapsed) / len(lapsed) < 0.5
    assert not any(Planner(3, level_named("normal"))._lapses(view, one) for one in range(1, 301))


def test_a_rehearsal_takes_the_temper_that_ends_best():
    game = Game.start(SYSTEM, Setup("zocbonds", CHERBOURG, 2, {}))
    while game.state.now.side != "allied" or game.phase != "movement":
        game.play(make_agent("greedy", "zocbonds", 1).decide(game.view(game.to_act)))
    view, tried, shares = game.view("allied"), [], []

    def player_of(temper, seed):
        tried.append(temper)
        return Planner(seed, level_named("easy"), temper)

    found = best_temper(view, ("usual", "bold"), player_of, 1, lambda: None, shares.append)
    assert tried == ["usual", "bold"] and found in tried
    assert shares == [0.5, 1.0]


def test_a_position_is_worth_its_goals_and_its_steps():
    units = {"us_4id_8": "2814", "de_6fj_fj": "2312"}
    state = position(units)
    before = worth_of_position(state, "allied")
    state.change(unit(state, "de_6fj_fj").id, steps=1)
    assert worth_of_position(state, "allied") > before
    assert worth_of_position(state, "axis") == pytest.approx(-worth_of_position(state, "allied"))


def test_advice_names_the_attacks_that_are_meant():
    _, view = begun(position(TOGETHER, player="allied"))
    advice = make_agent("normal", "zocbonds", 1).advise(view)
    assert advice[0].main and advice[0].goal == view.position.board.hex("1229") and len(advice[0].units) >= 2


# ------------------------------------------------------------------------------------------------- aircraft, ways back

PANZERS = {"us_9id_39": "1312", "us_9id_47": "1314", "de_12ss_25": "1212", "de_352id_feb": "1010"}


def test_aircraft_that_no_attack_needs_strafe_the_strong_near_our_own():
    state = position(PANZERS, phase="combat", player="allied", air={"us": 2, "commonwealth": 0})
    _, view = begun(state)
    picture = picture_of(state)
    near, far = state.board.hex("1212"), state.board.hex("1010")
    assert mission_value(picture, near, meant=False) > j.PRICE_OF_MISSION > mission_value(picture, far, meant=False)
    player = make_agent("normal", "zocbonds", 1)
    order = player.decide(view)
    assert isinstance(order, od.Strafe) and order.hexes == (near,)
    assert "1212" in str(player.reason.text)


def test_each_attack_that_is_meant_keeps_its_aircraft():
    state = position(PANZERS, phase="combat", player="allied", air={"us": 1, "commonwealth": 0})
    _, view = begun(state)
    picture, near = picture_of(state), state.board.hex("1212")
    assert best_missions(view, picture, frozenset()) is not None
    assert best_missions(view, picture, frozenset({near})) is None
    assert mission_value(picture, near, meant=True) > mission_value(picture, near, meant=False)


def test_an_attack_goes_round_the_enemy_where_that_leaves_him_no_way_back():
    units = {"us_9id_39": "1412", "us_9id_47": "1411", "us_1id_16": "1510", "us_1id_18": "1514", "us_1id_26": "1413"}
    state = position(units | {"de_352id_915": "1312"})
    plan, picture = planned(state)
    target = state.board.hex("1312")
    assert picture.way_back("axis", target) == 2
    for one in plan.targets[target]:
        state.change(one, hex=plan.places[one].hex)
    assert picture_of(state).way_back("axis", target) == 0


@pytest.mark.clause("ZOC-16.1-7")
def test_nobody_digs_in_a_hex_out_of_which_others_attack():
    units = {"us_9id_39": "1030", "us_9id_47": "1030", "de_352id_916": "1130"}
    game, view = begun(position(units, turn=6, row=3, player="allied", works_left={"us": 1}))
    one = unit(game.state, "us_9id_39").id

    def digs(targets):
        player = Planner(1, level_named("normal"))
        player._meant = MarchPlan(targets=targets)
        found = player._afterwards(view)
        return found is not None and isinstance(found.order, od.BuildWorks)

    assert digs({}) and not digs({game.state.board.hex("1130"): (one,)})
