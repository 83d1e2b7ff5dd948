"""Commands of the player on the battle screen of the card game, and the meaning of each key there."""

from __future__ import annotations

from typing import Protocol

from wab.app.cards.hand.interaction import Interaction
from wab.app.cards.hand.ui import Commands, UiState
from wab.app.cards.pages.rule_tables import SHEETS
from wab.app.cards.panels.rules import found_rules
from wab.app.play.desk import SPEEDS
from wab.app.wargame.hand.cursor import DIRECTIONS
from wab.app.wargame.rules.rule_browser import deed_of as reading_deed
from wab.app.wargame.ui.commands import Command, Deed, deed_in, key_rows
from wab.app.wargame.ui.key_groups import POINTER
from wab.app.window.key_actions import CAMERA, WINDOW, Chord, KeyGroup
from wab.engine.words.text import N_


class Keyed(Commands, Protocol):
    """The battle screen as the keys know it: the commands of its buttons, and what only keys do."""

    @property
    def interaction(self) -> Interaction:
        """The hand of the player."""

    @property
    def ui(self) -> UiState:
        """The panels that the player has opened."""

    def open_rules(self) -> None:
        """Open the rule book, if possible at the clause that the screen shows now, or close it."""

    def escape(self) -> None:
        """Put away what is open."""

    def confirm(self) -> None:
        """Do what is prepared."""

    def press(self, number: int) -> None:
        """A digit: a choice of the decision at hand, or a card of the hand."""

    def point(self, key: str) -> None:
        """Move the pointer of the keys."""

    def next_thing(self, *, back: bool = False) -> None:
        """Go to the next unit, or target, with something to do."""


COMMANDS: tuple[Command[Keyed], ...] = (
    Command("cards.next", N_("Next unit that can do something, next target"), ("tab", "n"), lambda s: s.next_thing()),
    Command(
        "cards.confirm", N_("Play the card, roll the dice, go on; end the step"), ("enter",), lambda s: s.confirm()
    ),
    Command("cards.end", N_("End the step of the turn"), ("f5",), lambda s: s.done()),
    Command("cards.order_all", N_("Order every unit that may be ordered"), ("a",), lambda s: s.interaction.order_all()),
    Command("cards.undo", N_("Take back the last order"), ("ctrl+z",), lambda s: s.undo()),
    Command("cards.skip", N_("Go on at once with what is shown"), ("space",), lambda s: s.skip()),
    Command("cards.journal", N_("Journal"), ("j",), lambda s: s.toggle_panel("journal")),
    Command("cards.summary", N_("On this board"), ("t",), lambda s: s.toggle_panel("summary")),
    Command("cards.discards", N_("Discards"), ("d",), lambda s: s.toggle_panel("discards")),
    Command("cards.staff", N_("Staff plan"), ("p",), lambda s: s.toggle_panel("advice")),
    Command("cards.rules", N_("Rules"), ("r",), lambda s: s.open_rules()),
    Command("cards.labels", N_("Labels of the hexes"), ("h",), lambda s: s.switch("labels")),
    Command("cards.whole", N_("The whole board"), ("w",), lambda s: s.switch("whole")),
    Command("cards.keys", N_("All keys"), ("f1",), lambda s: s.toggle_panel("keys")),
    Command("cards.menu", N_("Menu"), ("f9",), lambda s: s.menu()),
    Command("cards.settings", N_("Settings"), ("f10",), lambda s: s.settings()),
)
UNLISTED: tuple[Command[Keyed], ...] = (
    Command("camera.3d", "", ("f3",), lambda s: s.switch("3d")),
    Command("cards.book", "", ("f2",), lambda s: s.open_rules()),
)
"""Keys that the list tells of elsewhere, or not at all."""
CARDS = KeyGroup("cards", N_("Card game"), key_rows(COMMANDS), beside=frozenset({CAMERA.room}))
ROOMS = (CARDS.room, CAMERA.room)
LISTED = (CARDS.room, CAMERA.room, POINTER.room, WINDOW.room)
FIXED_ROWS = (
    ("escape", N_("Close what is open; then the menu")),
    ("1 \u2013 9", N_("Take up a card, or choose among the buttons of a decision")),
    ("ctrl 1 \u2013 5", N_("How fast things are shown")),
)
"""Keys of a battle that cannot be changed: the key and, as a message, what it does."""


def deed_of(screen: Keyed, key: str, *, control: bool, shift: bool) -> Deed | None:
    """Return the action of a key now, or None if the key means nothing here."""
    if control and len(key) == 1 and key in "12345":
        return lambda: screen.set_speed(SPEEDS[int(key) - 1])
    if not control and (deed := _for_a_while(screen, key, shift=shift)):
        return deed
    return deed_in((*COMMANDS, *UNLISTED), screen, Chord(key, control, shift))


def _for_a_while(screen: Keyed, key: str, *, shift: bool) -> Deed | None:
    """Return the action of a key in the open rule book or with Shift, or of a key with a fixed meaning."""
    if screen.ui.panel == "rules" and (deed := reading_deed(screen.ui, found_rules, key, SHEETS)) is not None:
        return deed
    if shift and key in DIRECTIONS:
        return lambda: screen.point(key)
    if len(key) == 1 and key in "123456789":
        return lambda: screen.press(int(key))
    if shift and key == "tab":
        return lambda: screen.next_thing(back=True)
    return screen.escape if key == "escape" else None
