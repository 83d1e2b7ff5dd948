"""Rain before the picture: slanted strokes on one rectangle that covers the window, below counters and words.

It is seen over the area of the game only, which the ground lends it (`Ground.lend_veil`)."""

from __future__ import annotations

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from wab.app.gfx.meshes import Layout, mesh, program, uniform

_LAYOUT = Layout(("vertex", 3))
_CORNERS = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0))


class Rain:
    """Under `parent`, hidden until it falls. It moves with the clock of the ground (`set_time`)."""

    def __init__(self, parent: NodePath) -> None:
        corners = _LAYOUT.empty(4)
        corners["vertex"] = _CORNERS
        made = mesh(_LAYOUT, corners, np.array([0, 1, 2, 0, 2, 3], np.uint32), "rain", dynamic=True)
        self.root = parent.attachNewNode(made)
        self.root.setShader(program("rain"))
        self.root.setTransparency(TransparencyAttrib.M_alpha)
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        self.root.setTwoSided(True)
        self.set_time(0.0)
        self.fall(0.0)

    def fall(self, amount: float) -> None:
        """Set how much rain falls: 0 none, 1 as much as can."""
        uniform(self.root, "amount", amount)
        if amount > 0:
            self.root.show()
        else:
            self.root.hide()

    def set_time(self, seconds: float) -> None:
        """The clock by which it falls."""
        uniform(self.root, "seconds", seconds % 4096.0)
