"""The briefing on victory, and the lists of air units that come and go."""

from __future__ import annotations

import msgspec
import pytest

from wab.app.operations.hand.assets import asset
from wab.app.operations.pages.briefing_page import notes
from wab.content.operations.shapes import ImmediateVictory
from wab.locale import language
from wab.systems.operations.combat.air import ready_squadrons
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.testing.boards import make_board, plain_scenario

AT_ONCE = "Axis win at once: 0001 occupied"


@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.parametrize(
    ("traits", "told"),
    [
        ({}, f"{AT_ONCE}."),
        ({"end_of_turn": True, "supplied": True}, f"{AT_ONCE} at the end of a turn. Only by units in supply."),
        ({"first_turn": 4}, f"{AT_ONCE}. Only from turn 4 on."),
        ({"last_turn": 6, "supplied": True}, f"{AT_ONCE}. Only by units in supply, up to turn 6."),
    ],
)
def test_an_immediate_victory_is_told_with_its_conditions(traits, told):
    b = make_board([". . ."])
    victory = msgspec.structs.replace(b.board.victory, immediate=(ImmediateVictory("axis", (1,), **traits),))
    with language("en"):
        assert notes(msgspec.structs.replace(plain_scenario({}, 1, 1, 1), victory=victory), b.board.map)[0] == told


@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.clause("OPS-10.3.2-2")
def test_the_list_tells_when_an_air_unit_comes_and_that_one_has_left():
    b = make_board([". . ."])
    late, gone = b.squadron(from_turn=5), b.squadron(to_turn=1)
    b.set(turn=2, weather="storm")
    b.happen(ready_squadrons(b.state))
    view = OperationsView("allied", known_state(b.state, "allied"))
    with language("en"):
        assert asset(view, late).status == "not arrived yet · comes on turn 5"
        assert asset(view, gone).status == "withdrawn"
    assert not asset(view, late).ready and not asset(view, gone).ready
