"""Lists next to the tools that a system fills: their tools, their keys, and the texts that they show."""

from tests.app.wargame import test_hex_front as bocage
from tests.toys.bocage.front import Adapter as BocageAdapter
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.screen.commands import list_commands

battle = bocage.battle


def test_a_system_has_the_tools_of_the_lists_that_it_fills(battle):
    _window, screen, _session = battle
    assert {records.NAME, counter_key.NAME} <= {name for name, _action in screen.tools()}
    assert [command.id for command in list_commands(BocageAdapter)] == ["bocage.records", "bocage.legend"]
    assert list_commands(OperationsAdapter) == []


def test_a_key_opens_the_records_and_puts_them_away(battle, words):
    window, screen, _session = battle
    bocage.press(battle, "k")
    words.clear()
    window.step(0.05)
    assert screen.ui.panel == records.NAME and [*words].count("Axis") == 1
    bocage.press(battle, "k")
    assert screen.ui.panel == ""


def test_a_key_opens_the_key_to_the_counters(battle, words):
    window, screen, _session = battle
    bocage.press(battle, "q")
    words.clear()
    window.step(0.05)
    assert screen.ui.panel == counter_key.NAME and words[-4:] == ["6 – 5", "Allies", "6 – 5", "Axis"]
