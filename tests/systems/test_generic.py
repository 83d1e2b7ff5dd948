"""Every rule system of the house and every toy passes the general suite."""

import pytest

import wab
from tests.toys.bocage import SYSTEM as BOCAGE
from tests.toys.calls import SYSTEM as CALLS
from tests.toys.solitaire import SYSTEM as SOLITAIRE
from wab.systems import NAMES
from wab.testing.suite import Suite
from wab.testing.walks import HOUSE, SCENARIOS, whole_game


def test_every_system_has_scenarios():
    assert {info.system for info in wab.scenarios()} == set(NAMES)
    assert len(set(SCENARIOS)) == len(SCENARIOS)


class TestEverySystem(Suite):
    systems = (*HOUSE, SOLITAIRE, BOCAGE, CALLS)

    @pytest.mark.trial
    def test_a_long_game_of_random_orders_ends(self, long):
        assert whole_game(long, 5)[1] == [], long
