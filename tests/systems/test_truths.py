"""The comparison of two truths notices each way in which a hidden fact could show."""

import pytest

from tests.toys.bocage import SYSTEM as BOCAGE
from tests.toys.solitaire import SYSTEM, Solitaire
from tests.toys.solitaire.rules import ReserveLaid
from wab.engine import Chance, Refusal, Text
from wab.systems import get_system
from wab.systems.operations.testing.positions import POSITIONS
from wab.testing.aids import aids_of, other_dice
from wab.testing.truths import Truth, difference, others
from wab.testing.walks import Table, walk

SEAT = "patrol"


def moments():
    """The moments of a walk at which the reserve lies face down and the patrol decides."""
    _, found = walk(Table(SYSTEM.scenarios()[0].id, given=SYSTEM), seed=3)
    return [one for one in found if one.seat == SEAT and not one.state.shown]


def told(moment):
    """Return how the patrol could tell another reserve from the true one, or "" if it could not."""
    other = next(iter(others(moment.game, moment.state, SEAT)))
    assert other.reserve != moment.state.reserve
    return difference(Truth(moment.game, SEAT, moment.state), other, (moment.order,), Chance(1, "test"))


def test_nothing_shows_as_the_toy_is():
    assert {told(moment) for moment in moments()} == {""}


LEAKS = {
    "phase": lambda state: str(state.reserve),
    "turn": lambda state: sum(map(ord, str(state.reserve))),
    "outcome": lambda state: str(state.reserve),
}


@pytest.mark.parametrize("name", LEAKS)
def test_an_answer_that_follows_what_is_hidden_is_noticed(monkeypatch, name):
    first = moments()[0]
    monkeypatch.setattr(Solitaire, name, lambda self, state: LEAKS[name](state))
    assert told(first) == f"{SEAT} can tell two truths apart by the {name}"


def test_a_limit_of_taking_back_that_follows_what_is_hidden_is_noticed(monkeypatch):
    found = moments()

    def reveals(self, before, events, after, seat):
        return Refusal(Text("The card {card} was close.", {"card": str(before.reserve)}))

    monkeypatch.setattr(Solitaire, "reveals", reveals)
    assert any(told(moment).endswith("by the limit of taking back") for moment in found)


def test_an_event_that_is_seen_as_what_is_hidden_is_noticed(monkeypatch):
    found = moments()

    def witnessed(self, before, event, after, seat):
        return ReserveLaid(before.reserve)

    monkeypatch.setattr(Solitaire, "witnessed", witnessed)
    assert any(told(moment).endswith("by the events seen") for moment in found)


def test_a_package_without_a_module_of_aids_hides_only_the_dice_to_come():
    assert (aids_of(BOCAGE).unnoticed, aids_of(BOCAGE).invented) == (other_dice, None)


def test_a_system_that_derives_from_another_one_has_its_aids():
    assert aids_of(POSITIONS) == aids_of(get_system("operations")) != aids_of(BOCAGE)
