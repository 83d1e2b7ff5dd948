"""The eye of the director on the map: it brings scenes into the free part of the window, and gives the view back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wab.app.map.scene import MapScene
from wab.app.window.framing import Free, apart, framed, glide
from wab.hexes import HexId


class MapLens:
    """Looks at hexes of a map; `margins` are what panels cover during a show.

    `follows`: the player wants the view to move; `still`: without glides.

    A player who moves the view keeps it for the rest of the scene, and to the end where the show did not move it since.
    """

    def __init__(self, scene: MapScene, margins: Callable[[], tuple[int, int, int, int]]) -> None:
        self._scene, self._margins = scene, margins
        self.follows, self.still = True, False
        self._home: tuple[float, float, float] | None = None
        self._touched = 0

    def begin(self) -> None:
        """Remember the view of the player."""
        camera = self._scene.camera
        self._home, self._touched = (camera.x, camera.y, camera.span), camera.touched

    def look(self, hexes: Sequence[HexId], seconds: float) -> None:
        """Bring hexes into view, the last one with a ring; nothing moves if all of them can be seen."""
        if not hexes:
            return
        camera, scene = self._scene.camera, self._scene
        if camera.touched != self._touched:
            self._home, self._touched = None, camera.touched
        if self.follows:
            camera.margins = self._margins()
            points = [camera.on_screen(*scene.grid.centre(hex_)) for hex_ in hexes]
            left, top, right, bottom = camera.margins
            free = Free(left, top, camera.width - right, camera.height - bottom)
            frame = framed(points, [scene.project(hex_) for hex_ in hexes], free, camera.px_per_hex)
            if frame is not None:
                x, y = camera.on_ground(frame.x, frame.y)
                far = apart((x, y), (camera.x, camera.y))
                moving = glide(far, camera.width / camera.px_per_hex, seconds, still=self.still)
                if not moving:
                    self._cut(far)
                camera.fly_to(x, y, camera.height / frame.px, seconds=moving)
        scene.flash(hexes[-1])

    def end(self) -> None:
        """Back to the view of the player, unless the player has moved it meanwhile."""
        camera = self._scene.camera
        if self._home is not None and self.follows and camera.touched == self._touched:
            self._cut(apart(self._home[:2], (camera.x, camera.y)))
            camera.return_to(*self._home)
        self._home = None

    def _cut(self, far: float) -> None:
        """Let the view before a cut fade into the next one; with reduced motion, it is a cut."""
        if far > 0 and not self.still:
            self._scene.cross_fade.start()
