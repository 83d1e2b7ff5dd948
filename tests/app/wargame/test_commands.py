"""Commands of the player, in one list: keys, their list and tools come from it."""

import pytest

from wab.app.cards.panels import commands as cards
from wab.app.operations.hand import commands as operations
from wab.app.wargame.screen import commands as shared
from wab.app.wargame.ui.commands import Command, deed_in, key_rows
from wab.app.window.key_actions import chord_of
from wab.app.zocbonds.screen import commands as zocbonds


class Screen:
    """Remembers what was done at it."""

    def __init__(self):
        self.done = []


PLAIN = Command("some.plain", "Plain", ("p", "tab"), lambda screen: screen.done.append("plain"))
SHIFTED = Command("some.shifted", "Shifted", ("shift+p",), lambda screen: screen.done.append("shifted"), icon="star")
MUTE = Command("some.mute", "", (), lambda screen: screen.done.append("mute"), icon="fire", key="b")


@pytest.mark.parametrize(
    ("keys", "done"), [("p", "plain"), ("shift+p", "shifted"), ("tab", "plain"), ("shift+tab", "plain")]
)
def test_a_chord_does_its_own_command_and_with_shift_else_that_of_its_key(keys, done):
    screen = Screen()
    deed_in((PLAIN, SHIFTED), screen, chord_of(keys))()
    assert screen.done == [done]


def test_a_chord_without_a_command_does_nothing():
    assert deed_in((PLAIN, SHIFTED), Screen(), chord_of("ctrl+p")) is None


def test_commands_without_keys_are_not_listed_among_the_keys():
    assert [row.id for row in key_rows((PLAIN, SHIFTED, MUTE))] == ["some.plain", "some.shifted"]


def test_the_button_of_a_tool_names_its_key_and_why_it_is_off():
    off = Command("some.off", "Off", ("o",), lambda screen: None, "star", why_not=lambda screen: "Not now.")
    action = off.action(Screen())
    assert (action.tip, action.key, action.off, action.down) == ("Off", "O", "Not now.", False)
    assert MUTE.action(Screen()).key == "B"


@pytest.mark.parametrize(
    "own", [(), operations.OWN, zocbonds.OWN, cards.COMMANDS], ids=["shared", "ops", "zoc", "cards"]
)
def test_every_icon_has_words_and_no_two_commands_one_name(own):
    commands = own if own is cards.COMMANDS else (*shared.COMMANDS, *own)
    assert not [one.id for one in commands if one.icon and not (one.words or one.tip)]
    assert not [one.id for one in commands if one.keys and not one.words]
    names = [one.name for one in commands]
    assert len(names) == len(set(names))
