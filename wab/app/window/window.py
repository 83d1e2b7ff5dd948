"""The window: engine, scene, HUD and input in one place, and the loop that draws them."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from panda3d.core import ModifierButtons, WindowProperties

from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.png import write_picture
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.hud.kit import Kit
from wab.app.hud.scale import scale_of
from wab.app.hud.style import apply_style
from wab.app.sound.device import open_device
from wab.app.sound.player import Player
from wab.app.window.aside import Aside, pixels_of
from wab.app.window.bindings import Bindings
from wab.app.window.engine import Engine
from wab.app.window.engine_config import fitted
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.app.window.key_strokes import KeyStrokes, Kind
from wab.app.window.keyboard import Keyboard, read_keyboard
from wab.app.window.pointer import Pointer
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.app.window.trail import Trail
from wab.engine.files.file_names import require_name_of_any_system
from wab.engine.outside.signals import breaks_wait

PAN_SPEED = 0.9  # heights of the view a second
EDGE = 0.985
# By the default keys of `key_actions.CAMERA`; `bindings` leads to them from the keys that the player has chosen.
ZOOM_KEYS = {"+": 1.0, "-": -1.0}
PAN_KEYS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, 1), "arrow_down": (0, -1)}
PITCH_KEYS = {"home": 4.0, "end": -4.0}
FUNCTION_KEYS = frozenset(f"f{number}" for number in range(1, 13))
TURN_KEYS = {",": 30.0, ".": -30.0}  # degrees counter-clockwise
RESET_KEY = "0"
LONGEST_STEP = 0.1
RECENT = 1000
"""Event lines that are remembered."""
SceneKind = TypeVar("SceneKind", bound=Scene)


class GameWindow:
    """A window or an offscreen buffer with a HUD, a screen, and at most one scene.

    Offscreen, input comes by the `inject_...` methods, which the window uses for real input as well. Time passes by
    `step(dt)`.

    `sound` is heard from a real window only.

    `recent` are the last event lines; `always_keys` what a key does on any screen, in place of that screen. `when_lost`
    is called when the connection to the screen is lost, right before the program ends. `bindings` are the keys that the
    player has chosen, on the `keyboard` as its layout is now.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.settings = engine, engine.settings
        self.render, self.camera, self.cam = engine.render, engine.camera, engine.cam
        self.render2d, self.graphicsEngine, self.taskMgr = engine.render2d, engine.graphicsEngine, engine.taskMgr
        settings = engine.settings
        self.scene: Scene | None = None
        self.screen = Screen()
        self.hud_scale = settings.hud_scale
        size = self.win.getXSize(), self.win.getYSize()
        self.hud = ImguiBackend(self.render2d, *size, scale_of(self.hud_scale, *size))
        apply_style(self.hud.scale)
        self.symbols = SymbolAtlas()
        self.kit = Kit(self.hud, self.symbols, caption=self.caption)
        self.pointer = Pointer(self)
        self.sound = Player() if settings.offscreen else Player(open_device)
        self.edge_scrolling = True
        self.palette, self.patterns = STANDARD, False
        self.running = False
        self.frames = 0
        self.recent: deque[str] = deque(maxlen=RECENT)
        self.tool_words = False
        """Tools have words next to their icons."""
        self.tool_uses: dict[str, int] | None = None
        """The uses of each tool of a battle, by its name; None if the player knows all tools."""
        self.follow, self.follow_chosen, self.reduced_motion = True, True, False
        """The view goes where others act; the player has said so, else the first turn asks; nothing glides."""
        self.asks_twice = True
        """An attack at poor odds waits for a second Enter."""
        self.remember: Callable[[str, object], None] = lambda _setting, _on: None
        """Keep a choice that the player has made on a screen, by the name of its setting."""
        self.always_keys: dict[str, Callable[[], None]] = {}
        self.when_lost: Callable[[], None] = self.stop_logging
        self._covered: list[Screen] = []
        self._trail: Trail | None = None
        self._aside: Aside | None = None
        self._strokes = KeyStrokes()
        self._buttons: list[tuple[str, bool]] = []  # of the pointer, that went down or up in this frame
        self._place: tuple[int, int] | None = None  # of the window before full screen
        self.keyboard = Keyboard()
        self.bindings = Bindings((WINDOW, CAMERA))
        self._events: Any = None
        self._places: Any = None
        self._words: list[str] | None = None
        self._pressed: list[str] = []  # in the last frame
        self._view: tuple[Any, Any] = (None, None)  # how the flat map lay in the last frame, and what was written
        self._held: set[str] = set()
        self._taken: set[str] = set()  # the ones among these that mean something to the screen
        if not settings.offscreen:
            self._listen()

    @property
    def win(self) -> Any:
        """Return what the engine draws into; None once it has been taken away."""
        return self.engine.win

    # --- scene and screens ---

    def show_scene(self, make: Callable[[], SceneKind]) -> SceneKind:
        """Take the scene away that there is, make another one, and show it."""
        self.close_scene()
        self.scene = made = make()
        made.set_palette(self.palette, patterns=self.patterns)
        return made

    def close_scene(self) -> None:
        """Take the scene away."""
        if self.scene is not None:
            self.scene.close()
            self.scene = None

    def show_screen(self, screen: Screen) -> None:
        """Let another screen take over, from all that are shown or covered."""
        self.screen.leave()
        while self._covered:
            self._covered.pop().leave()
        self._put(screen)

    def cover(self, screen: Screen) -> None:
        """Lay another screen over the present one; the present one waits until `uncover`, and is not left."""
        self._covered.append(self.screen)
        self._put(screen)

    def uncover(self) -> None:
        """Go back to the screen that was covered last. Nothing if none is."""
        if self._covered:
            self.screen.leave()
            self._put(self._covered.pop())

    def _put(self, screen: Screen) -> None:
        self.hud.forget()
        self.screen = screen
        self.fit_hud()
        self.log("screen", name=type(screen).__name__)
        screen.enter(self)

    @property
    def real_pointer(self) -> tuple[float, float] | None:
        """Return where the real pointer is, in pixels from the upper left; None while it is elsewhere."""
        watcher = self.engine.mouseWatcherNode
        if watcher is None or not watcher.hasMouse():
            return None
        mouse = watcher.getMouse()
        return (mouse.x + 1) / 2 * self.hud.width, (1 - mouse.y) / 2 * self.hud.height

    @property
    def shift_held(self) -> bool:
        """A shift key is down."""
        return bool(self._held & _SHIFT)

    # --- loop ---

    def run_until_closed(self) -> None:
        """Draw frames until the window is closed or `quit` is called."""
        self.running = True
        last = time.perf_counter()
        self.log("ready", width=self.win.getXSize(), height=self.win.getYSize())
        while self.running:
            now = time.perf_counter()
            self.step(min(now - last, LONGEST_STEP))
            last = now

    def quit(self) -> None:
        """End the loop after this frame."""
        self.running = False

    def step(self, dt: float) -> None:
        """One frame: input, screen, map, HUD, picture."""
        if self.engine.gone:
            self.log("destroyed")
            self.quit()
            return
        if not self.settings.offscreen:
            self.pointer.poll()
            self._scroll(dt)
        self.screen.update(dt)
        if self.scene is not None:
            self.scene.update(dt)
        self.pointer.follow()
        self._draw_hud(dt)
        self._log_shown()
        self._log_presses()
        self.sound.update(dt)
        if self.scene is not None:
            self.scene.follow_camera()
        with breaks_wait():  # the engine would print it as an error of its own
            self.taskMgr.step()
        if self._aside is not None and self._aside.is_drawn():
            self._aside = None
        self._hear_keys()
        self._hear_buttons()
        self.frames += 1

    def _draw_hud(self, dt: float) -> None:
        """Draw the HUD, again as long as it has not heard of every button that went down or up since the last frame.

        Where frames are slow, one holds a whole click. Were it to end with a later frame, what it began on might lie
        elsewhere by then.
        """
        self.hud.begin(dt)
        self.pointer.settle()
        self.screen.draw_hud()
        while self.pointer.is_behind:
            self.hud.end()
            self.hud.begin(0.0)
            self.pointer.settle()
            self.screen.draw_hud()
        self.hud.end()

    def screenshot(self, path: Path | None = None) -> npt.NDArray[np.uint8]:
        """Draw two frames and return the picture with the HUD, uint8[height, width, 4] RGBA; also written to `path`.

        SaveError when it cannot be written.
        """
        self.step(0.0)
        self.step(0.0)
        if path is not None:
            write_picture(self.win, path)
        return self.pixels()

    def scene_picture(self) -> npt.NDArray[np.uint8] | None:
        """Return what the scene shows now without the HUD, as `screenshot` does; None without a scene or a window."""
        if self.scene is None or not self.is_there:
            return None
        self.hud.root.hide()
        self.graphicsEngine.renderFrame()
        self.graphicsEngine.renderFrame()
        self.hud.root.show()
        return self.pixels()

    def draw_aside(self, take: Callable[[npt.NDArray[np.uint8]], None]) -> None:
        """Hand over a small picture of the scene without the HUD, drawn along with the next frame: the window shows
        nothing of it. None is drawn without a scene, a window, or a buffer for it.
        """
        if self.scene is not None and self.is_there and self._aside is None:
            self._aside = Aside.of(self.win, self.cam, take)

    @property
    def is_there(self) -> bool:
        """The window can still be drawn in."""
        return not self.engine.gone and self.win is not None and self.win.isValid()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return what was drawn last, uint8[height, width, 4] RGBA; it may be a frame behind."""
        return pixels_of(self.win.getScreenshot())

    # --- event lines ---

    def log_events(self, path: Path) -> None:
        """Write one JSON line for every event (ready, click, key, zoom, screen...) to a file, for tests; and whenever
        it has changed, what can be clicked where, how the map lies, and every text of the HUD."""
        require_name_of_any_system(path)
        self._events = path.open("w", encoding="utf-8")
        self.hud.written = []

    def stop_logging(self) -> None:
        """Write no more event lines."""
        if self._events is not None:
            self._events.close()
            self._events = None

    def log(self, event: str, **facts: Any) -> None:
        """Remember an event line among the recent ones, and write it, if they are asked for."""
        self.recent.append(json.dumps({"event": event, "frame": self.frames, **facts}))
        self._write(event, **facts)

    def _write(self, event: str, **facts: Any) -> None:
        """Write an event line, if they are asked for."""
        if self._events is not None:
            self._events.write(json.dumps({"event": event, "frame": self.frames, **facts}) + "\n")
            self._events.flush()

    def _log_shown(self) -> None:
        """Write changes of what can be clicked, of the windows of the HUD, and of all texts.

        Places have names. Windows have left, top, width and height. Both are in pixels.
        """
        if self._events is None:
            return
        self._log_view()
        if self.hud.written != self._words:
            self._words = self.hud.written
            self._write("words", words=self._words)
        scale = self.kit.scale
        names = self.kit.places.items()
        places = {name: (round((box.x + box.w / 2) * scale), round((box.y + box.h / 2) * scale)) for name, box in names}
        covered = [[round(part * scale) for part in box] for box in self.kit.covered.values()]
        if (places, covered) != self._places:
            self._places = places, covered
            self._write("places", places=places, covered=covered)

    def _log_presses(self) -> None:
        """Let presses be heard, and write what was pressed once its effects have been drawn as well: the places before
        such a line are the present ones.
        """
        for name in self._pressed:
            self._write("pressed", name=name)
        self._pressed = self.hud.take_presses()
        if self._pressed:
            self.sound.play("click")

    def _log_view(self) -> None:
        """Write how the flat map lies in the window when it begins to move and when it has come to rest: the pixel of
        the origin of the world, and the size of a hex."""
        camera = self.scene.camera if self.scene is not None else None
        origin = camera.project_point(0.0, 0.0) if camera is not None and camera.flat else None
        if camera is None or origin is None:
            return
        view = tuple(round(part, 2) for part in (*origin, camera.px_per_hex))
        rests = view == self._view[0] and not camera.flying
        self._view = view, self._view[1]
        if self._view[1] != (told := (rests, view if rests else ())):
            self._view = view, told
            self._write("view", rests=rests, **dict(zip(("x", "y", "px"), view, strict=True)))

    # --- input, real or injected ---

    def inject_move(self, x: float, y: float) -> None:
        """The pointer is at this pixel."""
        self.pointer.move(x, y)

    def inject_button(self, button: int, down: bool) -> None:
        """A button went down or up where the pointer is: 0 left, 1 right, 2 middle."""
        self.pointer.button(button, down)

    def inject_click(self, x: float, y: float, button: int = 0) -> None:
        """Move, press, let go: with a frame between each, as a person would."""
        self.pointer.move(x, y)
        self.step(0.02)
        self.pointer.button(button, True)
        self.step(0.02)
        self.pointer.button(button, False)
        self.step(0.02)

    def inject_wheel(self, steps: float) -> None:
        """The wheel turned, forward as positive."""
        self.pointer.wheel(steps)

    def inject_key(self, key: str, *, control: bool = False, shift: bool = False) -> None:
        """A key was pressed and let go."""
        self._key_down(key, control, shift)
        self._key_up(key)

    def inject_text(self, text: str) -> None:
        """Characters were typed."""
        for character in text:
            self.hud.text(character)

    # --- real input ---

    def _listen(self) -> None:
        self.engine.mouseWatcherNode.setModifierButtons(ModifierButtons())
        thrower = self.engine.buttonThrowers[0].node()
        thrower.setModifierButtons(ModifierButtons())
        thrower.setButtonDownEvent("wab-down")
        thrower.setButtonRepeatEvent("wab-repeat")
        thrower.setButtonUpEvent("wab-up")
        thrower.setRawButtonDownEvent("wab-place-down")
        thrower.setRawButtonUpEvent("wab-place-up")
        thrower.setKeystrokeEvent("wab-typed")
        self.engine.accept("wab-down", self._button_told, [Kind.DOWN])
        self.engine.accept("wab-repeat", self._button_told, [Kind.REPEAT])
        self.engine.accept("wab-up", self._button_told, [Kind.UP])
        self.engine.accept("wab-place-down", lambda place: self._strokes.tell(Kind.DOWN, place=place))
        self.engine.accept("wab-place-up", lambda place: self._strokes.tell(Kind.UP, place=place))
        self.engine.accept("wab-typed", lambda character: self._strokes.tell(Kind.TYPED, character))
        self.engine.accept("window-event", self._window_event)
        self.win.setCloseRequestEvent("wab-close")
        self.engine.accept("wab-close", self._close_requested)
        self.engine.when_lost = lambda: self.when_lost()
        self._trail = Trail(self.win, self.engine.mouseWatcherNode)
        self._look_at_keyboard()

    def _button_told(self, kind: Kind, name: str) -> None:
        if name in _WHEEL or name in _MOUSE:
            self._buttons.append((name, kind is not Kind.UP))
        else:
            self._strokes.tell(kind, name)

    def _hear_keys(self) -> None:
        """The keys and the characters of this frame. A key may also change the layout of the keyboard."""
        if self._strokes.is_quiet:
            return
        self._look_at_keyboard()
        for kind, name in self._strokes.take(self.keyboard):
            if kind is Kind.TYPED:
                self.hud.text(name)
            elif kind is Kind.UP:
                self._key_up(name)
            else:
                self._held.add(name)
                self._key_down(name, bool(self._held & _CONTROL), bool(self._held & _SHIFT))

    def _look_at_keyboard(self) -> None:
        """The player may have changed to another layout, or another program may have laid one."""
        if not self.is_there:
            return
        keyboard = read_keyboard(self.win, self.engine.watch.signs() if self.engine.watch is not None else {})
        if keyboard != self.keyboard:
            self.keyboard, self.bindings = keyboard, self.bindings.on_keyboard(keyboard)

    def _hear_buttons(self) -> None:
        """The buttons and the wheel of this frame, each where the pointer was then; where that is not known, where it
        is now."""
        heard, self._buttons = self._buttons, []
        places = self._trail.take(len(heard)) if self._trail is not None else []
        for number, (name, down) in enumerate(heard):
            if places:
                self.pointer.at(*places[number])
            else:
                self.pointer.poll()
            if name in _MOUSE:
                self.pointer.button(_MOUSE[name], down)
            elif down:
                self.pointer.wheel(_WHEEL[name])

    def _key_down(self, name: str, control: bool, shift: bool) -> None:
        self.hud.key(name, True)
        if self.hud.wants_keyboard and name not in FUNCTION_KEYS:  # which write nothing
            return
        self.log("key", key=name)
        if self.screen.takes_raw_keys:
            self.screen.on_key(name, control, shift)
            return
        meant = self.bindings.meant(self._rooms, name, control, shift)
        if meant is None:
            return
        if meant.key in self.always_keys:
            self.always_keys[meant.key]()
        elif self.screen.on_key(*meant):
            self._taken.add(name)
        else:
            self._map_key(meant.key)

    @property
    def _rooms(self) -> tuple[str, ...]:
        """The rooms of keys that hold now, what comes first before the others."""
        return (*self.screen.key_rooms, WINDOW.room)

    def caption(self, key: str) -> str:
        """Return what a button shows whose default key is written so."""
        return self.bindings.caption(self._rooms, key)

    def _key_up(self, name: str) -> None:
        self._held.discard(name)
        self._taken.discard(name)
        self.hud.key(name, False)

    def _map_key(self, name: str) -> None:
        if self.scene is None:
            return
        camera = self.scene.camera
        if name in ZOOM_KEYS:
            camera.zoom(ZOOM_KEYS[name])
        elif name in PITCH_KEYS:
            camera.change_pitch(PITCH_KEYS[name])
        elif name in TURN_KEYS:
            self.scene.turn_by(TURN_KEYS[name])
        elif name == RESET_KEY:
            self.scene.face_home()
            self.screen.reset_view()
        elif name in PAN_KEYS and self.settings.offscreen:  # in a real window held keys scroll smoothly
            camera.pan(PAN_KEYS[name][0] * 0.1, PAN_KEYS[name][1] * 0.1)

    def _scroll(self, dt: float) -> None:
        """Held arrow keys, and the pointer at the edge of the window, move the map."""
        if self.scene is None or self.hud.wants_keyboard or self._held & _CONTROL:
            return
        held = [self.bindings.meant(self._rooms, key, False, False) for key in self._held - self._taken]
        directions = [PAN_KEYS[chord.key] for chord in held if chord is not None and chord.key in PAN_KEYS]
        if self.edge_scrolling and (edge := self.pointer.at_edge(EDGE)):
            directions.append(edge)
        if directions:
            east, north = (sum(direction[axis] for direction in directions) for axis in (0, 1))
            self.scene.camera.pan(east * PAN_SPEED * dt, north * PAN_SPEED * dt)

    def _window_event(self, window: Any) -> None:
        if window != self.win:  # the engine wraps it again for each event
            return
        properties = window.getProperties()
        if not properties.getOpen():
            self.quit()
            return
        if properties.getForeground():
            self._look_at_keyboard()
        else:
            for _kind, name in self._strokes.let_go():
                self._key_up(name)
            self._held.clear()
            self._taken.clear()
        size = properties.getXSize(), properties.getYSize()
        if size != (self.hud.width, self.hud.height) and min(size) > 0:
            self.resized(*size)

    def resized(self, width: int, height: int) -> None:
        """The window has a new size in pixels."""
        self.hud.resize(width, height)
        self.set_hud_scale(self.hud_scale)
        if self.scene is not None:
            self.scene.camera.apply()
        self.screen.on_resize(width, height)
        self.log("resize", width=width, height=height)

    def set_title(self, words: str) -> None:
        """Set the title of the window; "" for its usual title. Nothing offscreen."""
        if not self.settings.offscreen:
            properties = WindowProperties()
            properties.setTitle(words or self.settings.title)
            self.win.requestProperties(properties)

    def set_fullscreen(self, wanted: bool) -> None:
        """Cover the whole screen without a border, or go back to a window. Nothing offscreen."""
        if self.settings.offscreen:
            return
        properties, now = WindowProperties(), self.win.getProperties()
        properties.setUndecorated(wanted)
        if wanted:
            if now.hasOrigin() and not now.getUndecorated():
                self._place = now.getXOrigin(), now.getYOrigin()
            properties.setOrigin(0, 0)
        elif self._place is not None:
            properties.setOrigin(*self._place)
        screen = self.engine.pipe.getDisplayWidth(), self.engine.pipe.getDisplayHeight()
        properties.setSize(*fitted(replace(self.settings, fullscreen=wanted), screen))
        self.win.requestProperties(properties)

    def set_hud_scale(self, scale: float) -> None:
        """Size of the HUD, 0.75 to 2.5; 0 for what fits into the window."""
        self.hud_scale = scale
        self.fit_hud()

    def fit_hud(self) -> None:
        """The scale of the HUD: the one chosen, but never so large that the screen has less room than it needs."""
        width, height = self.hud.width, self.hud.height
        least = min(width / self.screen.least[0], height / self.screen.least[1])
        chosen = scale_of(self.hud_scale, width, height)
        self.hud.scale = chosen if chosen <= 1.0 else max(1.0, min(chosen, least))
        apply_style(self.hud.scale, self.palette.hud)

    def set_palette(self, palette: Palette, *, patterns: bool = False) -> None:
        """The colours of sides, overlays and states, now and in scenes to come, with patterns next to them if
        wanted.
        """
        patterns = patterns or palette.patterns
        if (palette, patterns) != (self.palette, self.patterns):
            self.palette, self.patterns = palette, patterns
            self.kit.dress(palette)
            apply_style(self.hud.scale, palette.hud)
            if self.scene is not None:
                self.scene.set_palette(palette, patterns=patterns)

    def set_text_size(self, share: float) -> None:
        """Set the size of texts of panels, next to the size of the HUD; counters and the map keep theirs."""
        self.hud.text_size = share
        self.kit.rescale()

    def _close_requested(self) -> None:
        if self.screen.may_close():
            self.quit()

    def close(self) -> None:
        """Give everything back."""
        self.close_scene()
        self.sound.close()
        self.hud.close()
        self.stop_logging()
        self.engine.close()


_MOUSE = {"mouse1": 0, "mouse2": 2, "mouse3": 1}
_WHEEL = {"wheel_up": 1.0, "wheel_down": -1.0}
_CONTROL = frozenset({"control", "lcontrol", "rcontrol", "meta", "lmeta", "rmeta"})
_SHIFT = frozenset({"shift", "lshift", "rshift"})
