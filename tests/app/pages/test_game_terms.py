"""The terms of a game that is about to begin on a server: one person leads one side, the options change the seats."""

from __future__ import annotations

from wab.app.pages.online.game_terms import COMPUTER, ME, PERSON, GameTerms
from wab.app.requests import scenario_info


def test_a_person_changes_sides_and_keeps_a_seat() -> None:
    terms = GameTerms(scenario_info("operations/to-the-sea"))
    assert terms.kinds == {"allied": ME, "axis": PERSON} and terms.may_be_rated
    terms.seat("axis", ME)
    assert terms.kinds == {"allied": PERSON, "axis": ME}
    assert terms.why_not("axis", COMPUTER) and not terms.why_not("allied", COMPUTER)
    terms.seat("allied", COMPUTER)
    assert terms.wanted(is_open=True) == {"allied": terms.level, "axis": "me"}
    assert not terms.people and not terms.may_be_rated


def test_an_option_that_changes_the_seats_seats_all_again() -> None:
    terms = GameTerms(scenario_info("cards/omaha-beach-double-board"))
    assert "undo" not in terms.offered
    assert terms.choose("allies_players", "2") == ""
    assert terms.kinds == {"allies/commander": ME, "allies/flanks": ME, "axis": PERSON}
    terms.seat("allies/flanks", PERSON)
    terms.seat("axis", ME)
    assert terms.kinds == {"allies/commander": PERSON, "allies/flanks": PERSON, "axis": ME}
    assert terms.options == {"allies_players": "2"}
