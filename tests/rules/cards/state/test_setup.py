"""Setting up (ledger 2.4, 2.5, 2.10, A2.17): sizes, cards dealt, who stays in a work."""

import pytest
from msgspec.structs import replace

from tests.cards_field import Field
from wab.engine.kernel.events import Rolled
from wab.systems.cards import SYSTEM
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.setup import make_board


@pytest.mark.clause("CRD-A2.17-2")
@pytest.mark.parametrize("obstacle, fixed", [("bunker", True), ("hedgehog", False), ("sandbags", False)])
def test_only_a_bunker_holds_the_tank_that_is_set_up_in_it(obstacle, fixed):
    f = Field({"a": ("allies", "armour", "E5"), "i": ("allies", "infantry", "G5")},
              obstacles={"E5": obstacle, "G5": obstacle})  # fmt: skip
    assert [f.state.profile(f.ids[name]).fixed for name in ("a", "i")] == [fixed, False]


@pytest.mark.clause("CRD-A2.17-2")
@pytest.mark.clause("CRD-A2.16-1")
def test_a_bunker_with_sandbags_holds_it_too():
    f = Field({"a": ("allies", "armour", "E5")})
    board, content = f.board, replace(f.content, obstacles={"bunker": ("E5",), "sandbags": ("E5",)})
    assert make_board("cards/test", content, board.tables, board.options).roster[1].fixed


@pytest.mark.clause("CRD-2.5-2")
def test_a_unit_is_as_strong_as_the_scenario_says():
    f = Field({"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "G5")})
    first, second = f.content.allies
    board, content = f.board, replace(f.content, allies=(replace(first, figures=2), second))
    roster = make_board("cards/test", content, board.tables, board.options).roster
    assert [roster[number].figures for number in (1, 2)] == [2, board.kind("infantry").figures]


@pytest.mark.clause("CRD-2.10-1")
def test_every_card_that_is_dealt_is_drawn_by_a_roll_of_its_own():
    state = SYSTEM.new_state("cards/pegasus-bridge", 1, {})
    events = []
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
        events.append(event)
    dealt = [number for number, event in enumerate(events) if isinstance(event, ev.CardsDrawn)]
    assert dealt
    assert all(isinstance(events[number - 1], Rolled) for number in dealt)
