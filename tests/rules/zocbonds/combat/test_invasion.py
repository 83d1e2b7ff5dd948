"""The invasion phase (ZOC-20.1, ZOC-20.3): assaults, tanks, Rangers, the second hex."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import board, carried_out, load
from wab.systems.zocbonds.combat import invasion, results
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.events import Asked, AssaultRolled, LandingFailed, TanksRolled
from wab.systems.zocbonds.state.orders import Advance, Done, LoseStep
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.steps import Assault, LoseSteps

LANDINGS = {
    "Utah": "utah", "PointeDuHoc": "pointe_du_hoc", "Omaha29": "omaha_29", "Omaha1": "omaha_1", "GoldJig": "gold_jig",
    "GoldKing": "gold_king", "JunoMike": "juno_mike", "JunoNan": "juno_nan", "SwordQueen": "sword_queen",
}  # fmt: skip
SCENARIO = "zocbonds/three-weeks-in-june"


def morning(scenario=SCENARIO, **options):
    state = starting_state(board(scenario), 1, options)
    state.changed(turn=1, phase="invasion")
    return state


def assaulted(landing, *, assault, tanks=(), rangers=(), state=None):
    """One assault with its dice, up to the first choice of a seat."""
    state = state or morning()
    state = load(state, assault=tuple(assault), tanks=tuple(tanks), rangers=tuple(rangers))
    apply(state, Asked((Assault("allied", landing),)))
    return state, carried_out(state, invasion.assault_by_itself(state))


def losses_taken(state):
    """Let every choice of losses fall on the first unit that may take it; returns who chose and how many steps."""
    chosen = []
    while state.agenda and isinstance(state.agenda[0], LoseSteps):
        step = state.agenda[0]
        (orders,) = results.offered_losses(state)
        assert orders
        order = orders[len(chosen) % len(orders)]
        chosen.append((step.seat, order.unit))
        carried_out(state, results.execute_lose_step(state, order))
    return chosen


def steps_lost(state, landing, *, infantry):
    units = [unit for unit in invasion.attackers(state.board, landing) if state.profile(unit).infantry is infantry]
    return sum(state.profile(unit).steps - (state.units[unit].steps if unit in state.units else 0) for unit in units)


@pytest.mark.clause("ZOC-20.3.1-1")
@pytest.mark.clause("ZOC-20.3.1-2")
@pytest.mark.clause("ZOC-20.3.2-1")
@pytest.mark.clause("ZOC-20.3.2-2")
@pytest.mark.clause("ZOC-20.3.2-3")
@pytest.mark.clause("ZOC-20.3.2-4")
@pytest.mark.clause("ZOC-20.3.2-5")
@pytest.mark.clause("ZOC-20.3.2-6")
@pytest.mark.clause("ZOC-20.3.3-1")
@pytest.mark.clause("ZOC-20.3.4-2")
@pytest.mark.clause("ZOC-20.3.5-1")
@pytest.mark.clause("ZOC-20.3.6-1")
@pytest.mark.clause("ZOC-20.3.6-2")
@pytest.mark.clause("ZOC-X-INV-Utah")
@pytest.mark.clause("ZOC-X-INV-PointeDuHoc")
@pytest.mark.clause("ZOC-X-INV-Omaha29")
@pytest.mark.clause("ZOC-X-INV-Omaha1")
@pytest.mark.clause("ZOC-X-INV-GoldJig")
@pytest.mark.clause("ZOC-X-INV-GoldKing")
@pytest.mark.clause("ZOC-X-INV-JunoMike")
@pytest.mark.clause("ZOC-X-INV-JunoNan")
@pytest.mark.clause("ZOC-X-INV-SwordQueen")
@pytest.mark.parametrize("beach", LANDINGS)
def test_the_assaults_of_the_play_example(beach):
    """ZOC-20.3.1-1 to ZOC-20.3.6-2: ZOC-X-INV-Utah, ZOC-X-INV-PointeDuHoc, ZOC-X-INV-Omaha29, ZOC-X-INV-Omaha1,
    ZOC-X-INV-GoldJig, ZOC-X-INV-GoldKing, ZOC-X-INV-JunoMike, ZOC-X-INV-JunoNan, ZOC-X-INV-SwordQueen."""
    given, expect = example(f"ZOC-X-INV-{beach}")
    landing, tank_die = LANDINGS[beach], given["dd_tank_die"]
    assert invasion.column_of(board(), landing) == given["column"].lower()
    state, events = assaulted(
        landing,
        assault=given["assault_dice"],
        tanks=() if tank_die is None else (tank_die,),
        rangers=(expect.get("fifth_rangers_die", 6),),
    )
    hex_ = state.board.landings[landing]
    rolled = [event for event in events if isinstance(event, AssaultRolled)]
    assert [event.result for event in rolled] == expect["results"]
    assert rolled[-1].advance == expect["advance"]
    assert sum(event.lost for event in events if isinstance(event, TanksRolled)) == expect["tank_steps_lost"]
    chosen = losses_taken(state)
    assert {seat for seat, _ in chosen} <= ({"axis"} if expect.get("german_chooses_infantry") else {"allied"})
    assert steps_lost(state, landing, infantry=True) == expect["infantry_steps_lost"]
    assert steps_lost(state, landing, infantry=False) == expect["tank_steps_lost"]
    assert state.side_in(hex_) == "allied" and state.holds("allied", hex_)
    assert isinstance(state.agenda[0], Assault) and state.agenda[0].advance == expect["advance"]
    fifth = state.board.ids["us_5_ranger"]
    assert (fifth in state.box("wave/omaha_29")) is not (fifth in state.units)
    if "fifth_rangers" in expect:
        assert expect["fifth_rangers"] == "Omaha 29th secondary wave" and fifth in state.box("wave/omaha_29")


@pytest.mark.clause("ZOC-X-INV-totals")
def test_all_assaults_together():
    """ZOC-X-INV-totals: both Omaha hexes, both Gold, both Juno."""
    given, expect = example("ZOC-X-INV-totals")
    assert given["all_beaches"]
    lost = {}
    for beach, landing in LANDINGS.items():
        one, expected = example(f"ZOC-X-INV-{beach}")
        state, _ = assaulted(landing, assault=one["assault_dice"], tanks=(one["dd_tank_die"] or 6,), rangers=(6,))
        losses_taken(state)
        total = steps_lost(state, landing, infantry=True) + steps_lost(state, landing, infantry=False)
        assert total == expected["infantry_steps_lost"] + expected["tank_steps_lost"]
        name = landing.split("_")[0]
        lost[name] = lost.get(name, 0) + total
    assert (lost["omaha"], lost["gold"], lost["juno"]) == (
        expect["omaha_steps"],
        expect["gold_steps"],
        expect["juno_steps"],
    )


@pytest.mark.clause("ZOC-20.1-1")
@pytest.mark.clause("ZOC-20.2-1")
@pytest.mark.clause("ZOC-20.3.1-2")
@pytest.mark.clause("ZOC-24.2-2")
def test_the_phase_is_nine_drops_and_nine_assaults():
    """ZOC-20.1-1, ZOC-20.2-1, ZOC-20.3.1-2, ZOC-24.2-2."""
    state = morning()
    events = carried_out(state, invasion.begin(state))
    assert [type(event).__name__ for event in events].count("Scattered") == 9 and not state.box("drops")
    assert [step.landing for step in state.agenda] == list(state.board.assault)
    assert len(state.agenda) == 9


@pytest.mark.clause("ZOC-26.1-1")
def test_cherbourg_has_the_us_drops_and_utah():
    """ZOC-26.1-1."""
    state = morning("zocbonds/cherbourg")
    events = carried_out(state, invasion.begin(state))
    assert [type(event).__name__ for event in events].count("Scattered") == 6
    assert state.agenda == (Assault("allied", "utah"),)


@pytest.mark.clause("ZOC-27.1-1")
def test_with_three_players_each_army_leads_its_assaults():
    """ZOC-27.1-1."""
    state = morning(players="3")
    carried_out(state, invasion.begin(state))
    seats = {step.landing: step.seat for step in state.agenda}
    assert (seats["utah"], seats["gold_jig"]) == ("allied/us", "allied/commonwealth")


@pytest.mark.clause("ZOC-20.3.2-5")
def test_the_german_picks_the_loss_of_an_exchange():
    """ZOC-20.3.2-5: the Allies pick the loss of all other results."""
    state, _ = assaulted("juno_mike", assault=(2,), tanks=(6,))
    assert state.agenda[0] == LoseSteps("axis", state.agenda[0].units, 1, "assault")
    state, _ = assaulted("juno_mike", assault=(1,), tanks=(6,))
    assert state.agenda[0] == LoseSteps("allied", state.agenda[0].units, 2, "assault")


@pytest.mark.clause("ZOC-20.3.2-3")
def test_tanks_never_take_the_losses_of_an_assault():
    """ZOC-20.3.2-3."""
    state, _ = assaulted("utah", assault=(2,), tanks=(6,))
    tank = state.board.ids["us_70_dd"]
    assert tank not in state.agenda[0].units
    assert results.why_not_lose_step(state, LoseStep(tank)) is not None


@pytest.mark.clause("ZOC-20.3.5-1")
@pytest.mark.clause("ZOC-T-DDTANKS")
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0), (6, 0)])
def test_tanks_founder_on_1_to_3(die, lost):
    """ZOC-20.3.5-1, ZOC-T-DDTANKS."""
    state, events = assaulted("sword_queen", assault=(6,), tanks=(die,))
    assert [event.lost for event in events if isinstance(event, TanksRolled)] == [lost]
    assert steps_lost(state, "sword_queen", infantry=False) == lost


@pytest.mark.clause("ZOC-20.3.3-1")
@pytest.mark.clause("ZOC-20.3.3-2")
def test_four_times_a_1_at_omaha_closes_the_hex():
    """ZOC-20.3.3-1, ZOC-20.3.3-2: the cadres go back to the boats, the strongpoint stands."""
    state, events = assaulted("omaha_29", assault=(1, 1, 1, 1))
    failed = events[-2]
    regiments = [state.board.ids[key] for key in ("us_29id_115", "us_29id_116")]
    assert isinstance(failed, LandingFailed) and [failed.units[unit] for unit in regiments] == [1, 1]
    assert set(regiments) <= set(state.box("wave/omaha_1")) and not state.agenda
    assert state.side_in(state.board.landings["omaha_29"]) == "axis"
    assert "failed/omaha_29" in state.now.once


@pytest.mark.clause("ZOC-20.3.5-1")
@pytest.mark.clause("ZOC-20.3.3-2")
@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 2)])
def test_the_tanks_of_a_landing_that_fails_roll_as_well(die, left):
    """ZOC-20.3.5-1, ZOC-20.3.3-2: they wait in the boats with what they have left."""
    state, events = assaulted("omaha_29", assault=(1, 1, 1, 1), tanks=(die,))
    tanks = state.board.ids["us_743_dd"]
    assert [(one.unit, one.lost) for one in events if isinstance(one, TanksRolled)] == [(tanks, 2 - left)]
    assert state.now.evacuated[tanks] == left and tanks in state.box("wave/omaha_1")


@pytest.mark.clause("ZOC-20.3.3-1")
@pytest.mark.clause("ZOC-20.3.6-2")
def test_three_times_a_1_is_bloody_and_no_failure():
    """ZOC-20.3.3-1, ZOC-20.3.6-2."""
    state, events = assaulted("omaha_1", assault=(1, 1, 1, 6), tanks=(6,))
    assert state.agenda[0].steps == 4
    assert [event.advance for event in events if isinstance(event, AssaultRolled)][-1] == 1


@pytest.mark.clause("ZOC-20.3.4-1")
@pytest.mark.clause("ZOC-20.3.4-3")
@pytest.mark.clause("ZOC-20.3.2-4")
def test_a_1_at_pointe_du_hoc_fails_and_spares_the_strongpoint():
    """ZOC-20.3.4-1, ZOC-20.3.4-3, ZOC-20.3.2-4."""
    state, events = assaulted("pointe_du_hoc", assault=(1,))
    assert LandingFailed("pointe_du_hoc") in events and not state.agenda
    assert state.board.ids["us_2_ranger"] in state.box("eliminated")
    assert state.board.ids["us_5_ranger"] in state.box("wave/omaha_29")
    assert state.side_in(state.board.landings["pointe_du_hoc"]) == "axis"


@pytest.mark.clause("ZOC-20.3.4-2")
@pytest.mark.parametrize(("die", "joins"), [(1, True), (3, True), (4, False), (6, False)])
def test_the_5th_rangers_follow_on_1_to_3(die, joins):
    """ZOC-20.3.4-2."""
    state, _ = assaulted("pointe_du_hoc", assault=(6,), rangers=(die,))
    fifth = state.board.ids["us_5_ranger"]
    assert (fifth in state.units) is joins
    if joins:
        assert state.units[fifth].hex == state.board.landings["pointe_du_hoc"]


@pytest.mark.clause("ZOC-20.3.6-1")
@pytest.mark.clause("ZOC-20.3.6-3")
def test_the_second_hex_is_optional_and_follows_the_rules_of_advance():
    """ZOC-20.3.6-1, ZOC-20.3.6-3."""
    state, _ = assaulted("sword_queen", assault=(6,), tanks=(6,))
    brigade, hex_ = state.board.ids["uk_3id_8"], state.board.landings["sword_queen"]
    groups = list(invasion.offered_advances(state))
    assert groups[-1] == (Done(),) and any(order.unit == brigade for group in groups[:-1] for order in group)
    assert invasion.assault_by_itself(state) is None
    order = next(order for group in groups for order in group if isinstance(order, Advance) and order.unit == brigade)
    assert invasion.why_not_advance(state, order) is None
    carried_out(state, invasion.execute_advance(state, order))
    assert state.units[brigade].hex == order.path[1] and state.holds("allied", order.path[1])
    assert invasion.why_not_advance(state, order).code == "not-on"
    carried_out(state, invasion.execute_done(state, Done()))
    assert not state.agenda and state.side_in(hex_) == "allied"


@pytest.mark.clause("ZOC-20.3.6-1")
def test_one_hex_printed_is_one_hex():
    """ZOC-20.3.6-1: the assault is over by itself."""
    state, _ = assaulted("gold_jig", assault=(4,), tanks=(6,))
    losses_taken(state)
    carried_out(state, invasion.assault_by_itself(state))
    assert not state.agenda


@pytest.mark.clause("ZOC-20.3.6-1")
@pytest.mark.parametrize("path", [(), (1,), (1, 2), (1, 2, 3), (10**9, 5)])
def test_strange_paths_are_refused(path):
    """ZOC-20.3.6-1."""
    state, _ = assaulted("sword_queen", assault=(6,), tanks=(6,))
    assert invasion.why_not_advance(state, Advance(state.board.ids["uk_3id_8"], path)) is not None
