"""Weather (ZOC-4, ZOC-28.1)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import board, carried_out, ids, load, path, position, unit
from wab.systems.zocbonds.ground import weather
from wab.systems.zocbonds.ground.allowance import allowance
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.events import WeatherSet
from wab.systems.zocbonds.state.orders import Move

NAMES = {"storm": "Storm", "overcast": "Overcast", "clear": "Clear"}


def rolled(die, *, turn=3, row=2, **options):
    state = load(position({}, turn=turn, row=row, options=options), weather=(die,))
    events = carried_out(state, weather.weather_of_the_day(state))
    assert isinstance(events[-1], WeatherSet)
    return state, events[-1]


def name_of(event):
    number = "" if event.sky == "storm" else f"-{event.row}"
    return f"{NAMES[event.sky]}{number}"


def row_named(name):
    return int(name[-1]) if name[-1].isdigit() else 1


@pytest.mark.clause("ZOC-4.2-1")
@pytest.mark.clause("ZOC-4.2-2")
@pytest.mark.clause("ZOC-X-4.2")
@pytest.mark.clause("ZOC-X-4.2b")
@pytest.mark.parametrize("id_", ["ZOC-X-4.2", "ZOC-X-4.2b"])
def test_turn_2_follows_its_row_and_not_the_die(id_):
    """ZOC-4.2-1, ZOC-4.2-2: the worked examples ZOC-X-4.2, ZOC-X-4.2b."""
    given, expect = example(id_)
    state, event = rolled(given["die"], turn=given["turn"])
    assert (name_of(event), event.row) == (expect["weather"], expect["row_used"])
    assert weather.receipts(state).die == expect["row_used"] != expect.get("not_row")


@pytest.mark.clause("ZOC-4.1-2")
@pytest.mark.clause("ZOC-4.1-4")
@pytest.mark.clause("ZOC-4.3-3")
@pytest.mark.clause("ZOC-4.3-4")
@pytest.mark.clause("ZOC-X-4.1a")
@pytest.mark.clause("ZOC-X-4.1b")
@pytest.mark.clause("ZOC-X-4.1c")
@pytest.mark.parametrize("id_", ["ZOC-X-4.1a", "ZOC-X-4.1b", "ZOC-X-4.1c"])
def test_the_last_weather_modifies_the_die(id_):
    """ZOC-4.1-2, ZOC-4.1-4, ZOC-4.3-3, ZOC-4.3-4: the worked examples ZOC-X-4.1a, ZOC-X-4.1b, ZOC-X-4.1c."""
    given, expect = example(id_)
    state, event = rolled(given["die"], row=row_named(given["previous_weather"]))
    assert (event.row, name_of(event)) == (expect["modified"], expect["weather"])
    assert weather.receipts(state).die == expect.get("replacement_row", event.row)


@pytest.mark.clause("ZOC-4.1-1")
@pytest.mark.clause("ZOC-20.1-2")
def test_turn_1_is_overcast_2_without_a_die():
    """ZOC-4.1-1, ZOC-20.1-2."""
    state = position({}, turn=1)
    assert carried_out(state, weather.first_weather(state)) == [WeatherSet(2, "overcast")]


@pytest.mark.clause("ZOC-4.1-2")
@pytest.mark.clause("ZOC-4.1-3")
def test_only_storm_and_clear_6_modify_the_next_die():
    """ZOC-4.1-2, ZOC-4.1-3."""
    assert [weather.row(position({}), die).next_roll for die in range(1, 7)] == [-1, 0, 0, 0, 0, 1]


@pytest.mark.clause("ZOC-4.1-2")
@pytest.mark.parametrize(("before", "die", "row"), [(6, 3, 4), (6, 6, 6), (1, 3, 2), (1, 1, 1), (5, 3, 3)])
def test_a_die_after_a_storm_or_clear_6(before, die, row):
    state, event = rolled(die, row=before)
    assert event.row == weather.receipts(state).die == row


@pytest.mark.clause("ZOC-28.4-1")
def test_storms_are_counted():
    """ZOC-28.4-1 needs the number of storms."""
    state, _ = rolled(1)
    assert (state.now.storms, state.sky) == (1, "storm")


@pytest.mark.clause("ZOC-28.1-1")
def test_historical_weather_follows_the_calendar_and_the_die_what_is_received():
    """ZOC-28.1-1: on 19 June, turn 14, it storms at any roll; a 1 still brings what a 1 brings."""
    state, event = rolled(6, turn=14, row=4, weather="historical")
    assert (event.sky, event.row, weather.receipts(state).die) == ("storm", 1, 6)
    state, event = rolled(1, turn=5, row=4, weather="historical")
    assert event.sky == "clear" and weather.receipts(state).german.armour == 1


@pytest.mark.clause("ZOC-28.1-1")
@pytest.mark.clause("ZOC-T-WEATHER-HIST")
def test_the_calendar_has_a_row_for_every_turn():
    """ZOC-28.1-1, ZOC-T-WEATHER-HIST."""
    tables = board().tables
    assert len(tables.weather_1944.rows) == tables.turns.turns


@pytest.mark.clause("ZOC-9.7-1")
@pytest.mark.clause("ZOC-4.3-2")
@pytest.mark.clause("ZOC-4.3-3")
@pytest.mark.parametrize(("row", "german_sixths"), [(1, 2), (2, 3), (6, 3)])
def test_aircraft_slow_german_wheels_on_main_roads_but_in_a_storm(row, german_sixths):
    """ZOC-9.7-1: half a point a hex, a third in a storm; the Allies always pay a third."""
    for key, side, sixths in (("de_12ss_25", "axis", german_sixths), ("us_3ad_cca", "allied", 2)):
        state = position({key: "1018"}, side=side, row=row)
        order = Move(ids(state, key), path(state, "1018", "1118", "1119"))
        assert movement.why_not_move(state, order) is None
        carried_out(state, movement.execute_move(state, order))
        assert unit(state, key).spent == 2 * sixths


@pytest.mark.clause("ZOC-9.7-1")
@pytest.mark.clause("ZOC-15.2-1")
def test_clear_weather_takes_nothing_from_the_wheels_of_the_allies():
    """ZOC-9.7-1."""
    for phase, points in (("movement", 1), ("reserve_movement", 2)):
        clear, overcast = (position({"us_3ad_cca": "1018"}, row=row, phase=phase) for row in (6, 2))
        whole = clear.values(unit(clear, "us_3ad_cca"))[1]
        found = [allowance(state, *ids(state, "us_3ad_cca")) for state in (clear, overcast)]
        assert found == [6 * -(-whole // points)] * 2
