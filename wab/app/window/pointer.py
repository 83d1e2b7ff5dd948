"""The pointer: what a press, a drag or a click means, for the HUD first and the map after it."""

from __future__ import annotations

import time
from typing import Any, Protocol

from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen

CLICK_RADIUS = 5.0  # pixels that a hand may shake
DOUBLE_SECONDS = 0.35
LEFT, RIGHT, MIDDLE = 0, 1, 2


class Host(Protocol):
    """The window to which a pointer belongs, as the pointer knows it."""

    hud: ImguiBackend
    scene: Scene | None
    screen: Screen

    @property
    def real_pointer(self) -> tuple[float, float] | None:
        """Return where the real pointer is, in pixels from the upper left; None while it is elsewhere."""
        ...

    @property
    def shift_held(self) -> bool:
        """A shift key is down."""
        ...

    def log(self, event: str, **facts: Any) -> None:
        """Write an event line, if they are asked for."""
        ...


class Pointer:
    """Follows the pointer of a window. The map is dragged with the left, right or middle button."""

    def __init__(self, window: Host) -> None:
        self.window = window
        self.x, self.y = -1.0, -1.0
        self._waiting: list[tuple[int, bool, float, float]] = []
        self._pressed: dict[int, tuple[float, float]] = {}
        self._grabbed: tuple[float, float] | None = None
        self._dragging = False
        self._hovers = False  # the screen was shown a place of the map, and has not heard that the pointer left it
        self._last_click = (-9.0, 0.0, 0.0)
        self._lay: tuple[object, ...] | None = None  # how map and pointer lay in the last frame; None off the map

    def poll(self) -> None:
        """Read the real pointer, once a frame."""
        place = self.window.real_pointer
        if place is None:
            if self.x >= 0:
                self.x = self.y = -1.0
                self.window.hud.mouse_leave()
        elif place != (self.x, self.y):
            self.move(*place)

    @property
    def over_map(self) -> bool:
        """The pointer is over the map, not over the HUD."""
        return self.x >= 0 and not self.window.hud.wants_mouse

    def at_edge(self, share: float) -> tuple[int, int] | None:
        """The direction (east, north) of the edge that the pointer touches, None when it touches none."""
        if self.x < 0 or not self.over_map:
            return None
        across, up = self.x / self.window.hud.width * 2 - 1, 1 - self.y / self.window.hud.height * 2
        edge = (int(across > share) - int(across < -share), int(up > share) - int(up < -share))
        return edge if edge != (0, 0) else None

    def at(self, x: float, y: float) -> None:
        """The pointer was at this pixel when a button was used."""
        if (x, y) != (self.x, self.y):
            self.move(x, y)

    def move(self, x: float, y: float) -> None:
        """The pointer is at this pixel."""
        self.x, self.y = x, y
        self.window.hud.mouse_move(x, y)
        if self._pressed:
            self._drag()
        elif self.over_map:
            self._hovers = True
            self.window.screen.on_hover(x, y)

    def follow(self) -> None:
        """Follow the map that has moved under a resting pointer, or that a panel has uncovered: the pointer is now at
        another place of it. A pointer that is no longer over the map points at nothing there.
        """
        scene = self.window.scene
        lies = (scene.camera.stance, self.x, self.y) if scene is not None and self.over_map else None
        before, self._lay = self._lay, lies
        if self._pressed:
            return
        if lies not in (None, before):
            self._hovers = True
            self.window.screen.on_map_moved(self.x, self.y)
        elif self._hovers and not self.over_map:
            self._hovers = False
            self.window.screen.on_left()

    def _drag(self) -> None:
        start = next(iter(self._pressed.values()))
        if not self._dragging and max(abs(self.x - start[0]), abs(self.y - start[1])) > CLICK_RADIUS:
            self._dragging = True
        scene = self.window.scene
        if self._dragging and self._grabbed and scene is not None:
            scene.camera.drag(self._grabbed, self.x, self.y)

    def button(self, button: int, down: bool) -> None:
        """A button went down or up where the pointer is; the map hears of it when the next frame begins."""
        self.window.hud.mouse_button(button, down)
        self._waiting.append((button, down, self.x, self.y))

    def settle(self) -> None:
        """Hand buttons to the map, where the HUD does not want them: as many as the HUD hears of in one frame.

        That is each button once, and at one place. Only after it has begun its frame does the HUD know what lies under
        the pointer: else a panel that closed with the last frame would still swallow a click that came right after.
        """
        heard: set[int] = set()
        place: tuple[float, float] | None = None
        while self._waiting:
            button, down, x, y = self._waiting[0]
            if button in heard or place not in (None, (x, y)):
                return
            heard.add(button)
            place = x, y
            del self._waiting[0]
            if down:
                self._press(button, x, y)
            else:
                self._release(button, x, y)

    @property
    def is_behind(self) -> bool:
        """Return whether buttons went down or up unseen: a frame of the HUD hears only one half of a click."""
        return bool(self._waiting)

    def _press(self, button: int, x: float, y: float) -> None:
        if self.window.hud.wants_mouse:
            return
        self._pressed[button] = (x, y)
        self._dragging = False
        scene = self.window.scene
        self._grabbed = scene.camera.ground(x, y) if scene is not None else None

    def _release(self, button: int, x: float, y: float) -> None:
        start = self._pressed.pop(button, None)
        if start is None:
            return
        if not self._dragging and max(abs(x - start[0]), abs(y - start[1])) > CLICK_RADIUS:
            self._dragging = True  # all of it in one frame
            if self._grabbed and self.window.scene is not None:
                self.window.scene.camera.drag(self._grabbed, x, y)
        if self._dragging:
            self._dragging = bool(self._pressed)
            return
        self._clicked(button, x, y)

    def _clicked(self, button: int, x: float, y: float) -> None:
        screen, scene = self.window.screen, self.window.scene
        hex_id = scene.pick(x, y) if scene is not None else None
        self.window.log("click", button=button, x=x, y=y, hex=hex_id)
        if button == RIGHT:
            screen.on_right_click(x, y)
        elif button == LEFT:
            then, *there = self._last_click
            now = time.perf_counter()
            self._last_click = (now, x, y)
            if now - then < DOUBLE_SECONDS and max(abs(there[0] - x), abs(there[1] - y)) <= CLICK_RADIUS:
                self._last_click = (-9.0, 0.0, 0.0)
                screen.on_double_click(x, y)
            else:
                screen.on_click(x, y, self.window.shift_held)

    def wheel(self, steps: float) -> None:
        """The wheel turned."""
        self.window.hud.mouse_wheel(steps)
        if self.window.hud.wants_mouse or self.window.screen.on_wheel(self.x, self.y, steps):
            return
        if self.window.scene is not None:
            self.window.scene.camera.zoom(steps, self.x, self.y)
            self.window.log("zoom", px_per_hex=round(self.window.scene.camera.px_per_hex, 2))
