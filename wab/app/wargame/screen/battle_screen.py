"""The shared parts of the battle screens of all rule systems: the pointer, the keys, and the commands of every HUD."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from wab.app.pages.fronts import Exits
from wab.app.play.messages import Messages
from wab.app.play.table import Table
from wab.app.window.camera import MapCamera
from wab.app.window.screens import Screen
from wab.hexes import HexId

JUMP_SECONDS = 0.35
NEAR_PX = 70.0
"""Pixels a hex from which on everything is as loud as it can be."""
FARTHEST = 0.45
"""The share of its loudness that is left of what happens far away, or beyond the edge of the picture."""
NOWHERE = 0.8
"""The share of what has no place."""


class Hand(Protocol):
    """The hand of the player, as far as every battle screen knows it. `hovered` is the hex that is pointed at."""

    hovered: HexId | None

    def hover(self, hex_: HexId | None) -> None:
        """The pointer is on a hex; None: on none."""

    def right_click(self) -> None:
        """Put away what is open."""

    def undo(self) -> object:
        """Take back the last order."""


class Switches(Protocol):
    """The panel that the player has opened, and the settings of the view."""

    panel: str
    speed: float
    three_d: bool


class Ground(Protocol):
    """The map or table on which the battle lies."""

    camera: MapCamera

    def pick(self, px: float, py: float) -> HexId | None:
        """The hex under a pixel."""

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex."""

    def set_speed(self, speed: float) -> None:
        """Set the speed of movements."""


HandT = TypeVar("HandT", bound=Hand)
SwitchesT = TypeVar("SwitchesT", bound=Switches)
GroundT = TypeVar("GroundT", bound=Ground)


def place_of(camera: MapCamera, hex_: HexId | None) -> tuple[float, float]:
    """Return the place of a hex's sound, -1 left to 1 right, and its loudness.

    It is less loud beyond the edge of the picture, and from afar.
    """
    pixel = camera.project(hex_) if hex_ is not None else None
    if pixel is None:
        return 0.0, NOWHERE
    x, y = pixel[0] / max(1, camera.width) * 2 - 1, pixel[1] / max(1, camera.height) * 2 - 1
    beyond = max(0.0, abs(x) - 1, abs(y) - 1)
    near = min(1.0, max(FARTHEST, camera.px_per_hex / NEAR_PX))
    return max(-1.0, min(1.0, x)), near * max(FARTHEST, 1 - beyond)


class BoardScreen(Screen, Generic[HandT, SwitchesT, GroundT]):
    """A battle being played on a board. `exits` are the ways to other screens.

    A screen gives each key its deed (`_deed`) and shows the effect of the player's own order (`_after_order`). The
    player reads `messages`; a click on the board or a key says that the first has been read.
    """

    def __init__(self, exits: Exits, interaction: HandT, ui: SwitchesT) -> None:
        self.exits = exits
        self.interaction = interaction
        self.ui = ui
        self.messages = Messages()
        self._scene: GroundT | None = None
        self._pointed: HexId | None = None  # by the pointer; keys may have pointed elsewhere since
        self._has_left = False  # the pointer, and it has not come back
        self._shown: dict[str, object] = {}

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """Return the deed of a key here, None for nothing."""
        raise NotImplementedError

    def _after_order(self) -> None:
        """Show at once what the player's own order did."""
        raise NotImplementedError

    def _switch(self, scene: GroundT, what: str) -> None:
        """Switch on or off something that this board has, the third dimension apart."""
        raise NotImplementedError

    def _hear(self, session: Table) -> None:
        """Queue what the game at the screen has to tell the player."""
        for words in session.take_messages():
            self.messages.say(words)

    # ---- the pointer and the keys

    def on_hover(self, x: float, y: float) -> None:
        """The hand follows the pointer from hex to hex."""
        if self._scene is not None:
            self._has_left = False
            self._pointed = self._scene.pick(x, y)
            self.interaction.hover(self._pointed)

    def on_map_moved(self, x: float, y: float) -> None:
        """The hand follows the pointer to what lies under it now, unless keys have pointed elsewhere since."""
        hovered = self.interaction.hovered
        if hovered == self._pointed if hovered is not None else self._has_left:
            self.on_hover(x, y)

    def on_left(self) -> None:
        """Nothing is pointed at any more, unless keys have pointed elsewhere since."""
        if self.interaction.hovered == self._pointed:
            self._has_left = True
            self.interaction.hover(None)

    def on_double_click(self, x: float, y: float) -> None:
        """The second of two quick clicks counts as one more."""
        self.on_click(x, y)

    def on_right_click(self, x: float, y: float) -> None:
        """Put away what is open."""
        self.interaction.right_click()

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """A key of the battle; True when it means something here."""
        self.messages.read()
        deed = self._deed(key, control=control, shift=shift)
        if deed is None:
            return False
        deed()
        self._after_order()
        return True

    # ---- commands of the HUD

    def undo(self) -> None:
        """Take back the last order."""
        self.interaction.undo()
        self._shown.clear()

    def switch(self, what: str) -> None:
        """Switch the third dimension, or something else that the board shows."""
        if self._scene is None:
            return
        if what == "3d":
            self.toggle_dimension()
        else:
            self._switch(self._scene, what)

    def jump(self, hex_: HexId) -> None:
        """Bring a hex to the middle of the board."""
        if self._scene is not None:
            self._scene.camera.look_at(hex_, seconds=JUMP_SECONDS)
            self._scene.flash(hex_)

    def toggle_panel(self, name: str) -> None:
        """Open a panel, or put it away."""
        self.ui.panel = "" if self.ui.panel == name else name

    def toggle_dimension(self) -> None:
        """Switch the third dimension."""
        if self._scene is not None:
            self._scene.camera.toggle_mode()
            self.ui.three_d = self._scene.camera.three_dimensional

    def set_speed(self, speed: float) -> None:
        """Set the speed at which things are shown."""
        self.ui.speed = speed
        if self._scene is not None:
            self._scene.set_speed(speed)

    def settings(self) -> None:
        """Go to the settings."""
        self.exits.to_settings()

    def menu(self) -> None:
        """Open the menu over the battle."""
        self.exits.open_menu(self.show_rules)

    def show_rules(self) -> None:
        """Open the rules."""
        self.ui.panel = "rules"

    def outcome(self) -> None:
        """Read how the battle ended."""
        self.exits.battle_over()

    def answer_draw(self, *, agrees: bool) -> None:
        """Agree to the draw that a player elsewhere offers, or decline it."""
        self.exits.answer_draw(agrees=agrees)

    # ---- state

    def _changed(self, name: str, *facts: object) -> bool:
        """Tell whether a part of the board has to be laid again, and remember the facts that it is laid from."""
        if self._shown.get(name) == facts:
            return False
        self._shown[name] = facts
        return True
