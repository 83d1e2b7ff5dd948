"""The map scene as the replay of a hex war uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wab.app.gfx.specs import CounterSpec
from wab.app.map.scene import MapScene
from wab.app.wargame.adapter.pictures import Overfly
from wab.hexes import HexId


class SceneStage:
    """The map scene as the replay uses it."""

    def __init__(self, scene: MapScene) -> None:
        self.scene = scene

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters."""
        self.scene.set_counters(specs)

    def animate_move(
        self, keys: Iterable[int], path: Sequence[HexId], done: Callable[[], None] | None = None, step: float = 0.0
    ) -> None:
        """Let counters glide along a path, at `step` seconds a hex where it is not 0."""
        self.scene.animate_move(keys, path, done, step)

    def volley(self, shooters: Sequence[tuple[HexId, str]], target: HexId) -> None:
        """Let units fire from hexes, each with the word of its arm, at a hex."""
        self.scene.fire.volley(shooters, target)

    def throw(self, faces: Sequence[int], target: HexId, origin: HexId | None) -> None:
        """Roll dice next to a hex."""
        self.scene.throw(faces, target, origin)

    def overfly(self, act: Overfly) -> None:
        """Let an aircraft pass over a hex."""
        self.scene.fire.overfly(act.figure, act.body, act.target, strikes=act.strikes)

    def shake(self, hex_id: HexId) -> None:
        """Let the counters of a hex tremble."""
        self.scene.shake(hex_id)

    def quiet(self, *, dice_only: bool = False) -> None:
        """Take the dice away, and smoke as well unless told otherwise."""
        self.scene.dice.clear()
        if not dice_only:
            self.scene.fire.clear()

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex."""
        self.scene.flash(hex_id)

    def set_path(self, hexes: Sequence[HexId], badge: str = "", *, firm: bool = True) -> None:
        """Draw a path."""
        self.scene.set_path(hexes, badge, firm=firm)

    def label(self, hex_id: HexId | None, text: str) -> None:
        """Put a label above a hex."""
        self.scene.marks.show_badge(hex_id, text)

    def skip(self) -> None:
        """Go to the end of everything that moves."""
        self.scene.tweens.finish()

    @property
    def busy(self) -> bool:
        """Something still moves."""
        return self.scene.busy
