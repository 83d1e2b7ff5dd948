"""The screens of the game (title, battle, outcome...): the window hands it input and asks it to draw its HUD."""

from __future__ import annotations

from typing import Any, ClassVar

from wab.app.window.key_actions import CAMERA


class Screen:
    """One screen. Every method may be left as it is. Pixels count from the upper left corner of the window.

    Input reaches a screen only where the HUD does not take it. The handlers `on_key` and `on_wheel` return True
    when they have used the input; otherwise the window moves the map with it.

    `least` is the room that it needs, in logical pixels: a HUD chosen larger than the window allows is drawn smaller.
    """

    least: ClassVar[tuple[float, float]] = (1.0, 1.0)

    @property
    def key_rooms(self) -> tuple[str, ...]:
        """The rooms of keys that hold here now (`key_actions`); where two of them have one key, the first counts."""
        return (CAMERA.room,)

    @property
    def takes_raw_keys(self) -> bool:
        """Every key comes as it is on the keyboard, with no action laid on it, and nothing else in the window
        hears it.
        """
        return False

    def enter(self, window: Any) -> None:
        """The screen is shown from now on, for the first time or again; `window` is the `GameWindow` where it can do
        things.

        Subclasses say so in their signature; here it would close a circle, for the window knows what a screen is.
        """

    def leave(self) -> None:
        """Another screen takes over."""

    def update(self, dt: float) -> None:
        """A frame begins, `dt` seconds after the last."""

    def draw_hud(self) -> None:
        """Draw the widgets of this frame with imgui."""

    def on_hover(self, x: float, y: float) -> None:
        """The pointer moved over the map."""

    def on_left(self) -> None:
        """The pointer has left the map, for a panel or for another window."""

    def on_map_moved(self, x: float, y: float) -> None:
        """The map moved under a pointer that rests, or lies bare there now."""

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        """The left button was pressed and let go at one place of the map."""

    def on_double_click(self, x: float, y: float) -> None:
        """Two clicks at one place within a third of a second; the second is not reported as `on_click`."""

    def on_right_click(self, x: float, y: float) -> None:
        """The right button was pressed and let go at one place of the map."""

    def on_wheel(self, x: float, y: float, steps: float) -> bool:
        """The wheel turned over the map."""
        return False

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """A key went down: "a", "escape", "enter", "f5", "space", "arrow_left" ... (also while it repeats).

        It is the default key of what the player means, wherever that has been laid.
        """
        return False

    def reset_view(self) -> None:
        """The player wants to see the map as it was at the beginning."""

    def on_resize(self, width: int, height: int) -> None:
        """The window has a new size."""

    def may_close(self) -> bool:
        """The player wants to close the window. False to ask the player first."""
        return True
