"""The list of records: every track of both sides, with a clause that is in the book; orders of answers in words."""

from types import SimpleNamespace

import pytest

from tests.rules.zocbonds.field import position
from wab import new_game
from wab.app.wargame.adapter.adapter import Still
from wab.app.zocbonds.pages.records import KINDS, kind_name, records
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.content.ledger import ledgers
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.orders import AssignSupply, ChooseReplacement, Replace, Strafe
from wab.systems.zocbonds.state.state import Mulberry

pytestmark = pytest.mark.usefixtures("english")


def test_records_hold_every_track_and_what_wins():
    state = position(
        {}, supply={"us": 3, "seventh_army": 2}, replacements={"german_tiger": 1, "us_armour": 0}, storms=2
    )
    told = [(line.label, line.value) for line in records(state)]
    assert ("US First Army", "3") in told and ("Seventh Army", "2") in told
    found = dict(told)
    assert found["German armour, Tigers too"] == "1" and "US armour" not in found, "what is not there is not listed"
    assert found["Storms so far"] == "2"
    assert found["Net points, and to win"] == f"{victory.net(state)} / 10"
    assert found["Beaches and harbours closed"] == f"{victory.closed(state)} / 3"


@pytest.mark.clause("ZOC-UI-1")
def test_supply_and_replacements_stand_on_tracks_by_army_and_by_kind():
    state = position(
        {}, supply={"us": 19, "commonwealth": 4, "fortress": 0},
        replacements={"us_airborne": 2, "british_airborne": 1, "german_infantry": 9},
    )  # fmt: skip
    found = {line.label: (line.held, line.most) for line in records(state) if line.most}
    assert found["US First Army"] == (19, 19) and found["British Second Army"] == (4, 19)
    assert found["Fortress Cherbourg"] == (0, 19)
    assert (found["US airborne"], found["British airborne"]) == ((2, 9), (1, 9)), "airborne ones by nation"
    assert found["German infantry"] == (9, 9)


@pytest.mark.clause("ZOC-4.1-3")
@pytest.mark.parametrize(("row", "of"), [(1, "−1"), (2, ""), (5, ""), (6, "+1")])
def test_the_weather_shows_what_it_adds_to_the_next_die(row, of):
    state = position({}, row=row)
    adapter = ZocBondsAdapter(Still(SimpleNamespace(position=state, side="allied", seat="allied")))
    weather = adapter.status()[0]
    assert (weather.heading, weather.of) == ("Weather", of)
    assert ("next weather die" in weather.tip) == bool(of)


@pytest.mark.parametrize("scenario", ["zocbonds/the-first-week", "zocbonds/cherbourg", "zocbonds/three-weeks-in-june"])
def test_every_record_names_a_clause_of_the_book(scenario):
    book = {clause.id for clause in ledgers()["zocbonds"].clauses}
    for line in records(new_game(scenario, seed=1).view("axis").position):
        assert (line.clause in book) == bool(line.value), line


def test_beaches_harbours_and_positions_are_listed_by_name():
    state = position({}, beached={"gold": 2}, mulberries={"us": Mulberry(9), "commonwealth": Mulberry(done=True)},
                     works_left={"axis": 1, "us": 2})  # fmt: skip
    found = {line.label: line.value for line in records(state)}
    assert found["Landed: Gold"] == "2"
    assert found["Mulberry, US First Army"] == "finished on turn 9"
    assert found["Mulberry, British Second Army"] == "finished"
    assert (found["Positions to begin: Germans"], found["Positions to begin: US First Army"]) == ("1", "2")


def test_every_kind_of_replacement_has_words():
    assert kind_name("german_low/-1") == "German infantry, quality -1 at most"
    assert len({kind_name(track) for track in KINDS}) == len(KINDS)


def test_answers_of_the_day_are_told_apart():
    view = new_game("zocbonds/the-first-week", seed=1).view("axis")
    adapter, board = ZocBondsAdapter(Still(view)), view.position.board
    words = adapter.words_of
    assert words(AssignSupply(2, 1)) == "Seventh Army +2, Fortress Cherbourg +1"
    assert words(ChooseReplacement("canadian")) == "Canadian infantry"
    assert words(Strafe("us", ())) == "No strafing" and "Bretteville" in words(Strafe("us", (board.hex("2029"),)))
    order = Replace(board.ids["de_352id_914"], "german_infantry")
    assert words(order).startswith("Replacement: ") and words(order).endswith("German infantry")
