"""The player of each seat of a game that is about to begin, and its options."""

from __future__ import annotations

import pytest

import wab
from wab.app.play.archive import Seats
from wab.app.play.seating import PERSON, Seating, levels
from wab.app.play.sitting import Privacy, Sitting
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.words.errors import UsageError
from wab.systems import get_system


def info(scenario: str) -> ScenarioInfo:
    return next(one for one in get_system(scenario.partition("/")[0]).scenarios() if one.id == scenario)


@pytest.fixture
def pegasus() -> Seating:
    return Seating(info("cards/pegasus-bridge"), opponent="greedy")


def test_one_person_against_the_computer_is_what_a_game_begins_with(pegasus: Seating) -> None:
    assert pegasus.seating() == Seats("allies", {"axis": "greedy"})
    pegasus.take_side("axis")
    pegasus.oppose("random")
    assert pegasus.seating() == Seats("axis", {"allies": "random"})


def test_two_persons_at_one_screen_have_no_computer_between_them(pegasus: Seating) -> None:
    pegasus.oppose(PERSON)
    assert pegasus.seating() == Seats("allies", {}, ("allies", "axis"))
    pegasus.oppose("easy")
    assert pegasus.seating() == Seats("allies", {"axis": "easy"})


def test_players_of_a_team_are_persons_or_computers_one_by_one(pegasus: Seating) -> None:
    pegasus.choose("allies_players", "2")
    assert pegasus.seats == ("allies/1", "allies/2", "axis")
    assert pegasus.seating() == Seats("allies/1", {"allies/2": "greedy", "axis": "greedy"})
    pegasus.change("axis")
    assert pegasus.seating() == Seats("allies/1", {"allies/2": "greedy"}, ("allies/1", "axis"))
    pegasus.change("allies/1")
    assert pegasus.seating().side == "axis"
    pegasus.change("axis")  # the last person stays
    assert pegasus.people == {"axis"}


def test_one_person_who_leads_a_whole_side_needs_no_curtain() -> None:
    options = {"allies_players": "2"}
    game = wab.new_game("cards/pegasus-bridge", options=options)
    alone = Sitting(game, Seats("allies", {"axis": "random"}), Privacy())
    assert alone.persons == ("allies/1", "allies/2") and alone.waiting is None
    two = Sitting(game, Seats("allies/1", {"axis": "random"}, ("allies/1", "allies/2")), Privacy())
    assert two.waiting == "allies/1" and not two.trusts("allies/1", "allies/2")


def test_what_a_scenario_does_not_allow_is_refused_with_a_reason(pegasus: Seating) -> None:
    pegasus.choose("axis_players", "4")
    assert pegasus.chosen("axis_players") == "1"
    assert "players" in pegasus.refused["axis_players", "4"]
    pegasus.choose("variant", "younger")
    assert not pegasus.refused
    assert pegasus.options == {"variant": "younger"}


def test_no_seats_are_offered_that_the_rules_refuse(pegasus: Seating) -> None:
    assert pegasus.offered["allies_players"] == pegasus.offered["axis_players"] == ("1", "2")
    pegasus.choose("variant", "younger")
    assert pegasus.offered["axis_players"] == ("1", "2", "3")
    double = Seating(info("cards/omaha-beach-double-board"), opponent="greedy")
    assert double.offered["axis_players"] == ("1", "2", "3", "4")
    assert "variant" not in double.offered  # younger players have one board


@pytest.mark.parametrize("scenario", ["cards/pegasus-bridge", "cards/omaha-beach-double-board"])
def test_what_is_offered_is_what_a_scenario_allows(scenario: str) -> None:
    seating = Seating(info(scenario), opponent="greedy")
    for option, values in seating.system.choices.items():
        for value in values:
            fresh = Seating(info(scenario), opponent="greedy")
            fresh.choose(option, value)
            assert (fresh.chosen(option) == value) == (value in seating.offered.get(option, values[:1]))


def test_lenient_undo_is_offered_to_a_person_who_plays_alone() -> None:
    perch = Seating(info("operations/perch"), opponent="easy")
    assert perch.offered["undo"] == ("strict", "lenient") and perch.chosen("undo") == "strict"
    perch.choose("undo", "lenient")
    assert perch.chosen("undo") == "lenient" and perch.game.setup.lenient_undo
    perch.oppose(PERSON)
    assert "undo" not in perch.offered and "weather" in perch.offered


def test_a_game_in_which_nothing_scouts_asks_nothing_about_undo(pegasus: Seating) -> None:
    assert "undo" not in pegasus.offered


def test_an_option_of_the_flagship_is_chosen_in_the_same_way() -> None:
    found = Seating(info("operations/a-bridge-on-the-canal"), opponent="easy")
    assert found.chosen("weather") == "historical"
    found.choose("weather", "random")
    assert found.game.setup.options == {"weather": "random"}


def test_every_system_has_levels_and_an_unknown_option_is_an_error() -> None:
    assert levels("cards")[0] == "random" and "greedy" in levels("cards")
    assert levels("nowhere") == ("random",)
    with pytest.raises(UsageError):
        Seating(info("cards/pegasus-bridge"), {"weather": "random"})


def test_a_game_that_is_taken_up_again_in_the_open_begins_with_whoever_has_to_decide() -> None:
    game = wab.new_game("zocbonds/the-first-week", seed=7, options={"players": "3"})
    later = next(seat for seat in game.seats if seat != game.to_act)
    sitting = Sitting(game, Seats(later, {}, game.seats), Privacy())
    assert sitting.seat == game.to_act and sitting.decides and sitting.waiting is None
