"""The turn of a map: the plane of the grid against the earth, the printed sheet and the screen."""

from __future__ import annotations

from math import cos, radians, remainder, sin

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), -180.0: (-1.0, 0.0), -90.0: (0.0, -1.0)}


def rotation(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle counter-clockwise; exact for quarter turns."""
    angle = remainder(degrees, 360.0)
    return _QUARTERS.get(angle) or (cos(radians(angle)), sin(radians(angle)))


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A vector turned counter-clockwise."""
    c, s = rotation(degrees)
    return x * c - y * s, x * s + y * c


def turned_points(points: npt.ArrayLike, degrees: float) -> Points:
    """float64[n, 2]: vectors turned counter-clockwise."""
    given = np.asarray(points, np.float64).reshape(-1, 2)
    c, s = rotation(degrees)
    return np.column_stack([given[:, 0] * c - given[:, 1] * s, given[:, 0] * s + given[:, 1] * c])


def shown_as(direction: int, degrees: float) -> int:
    """The direction (0..5) of the grid that is seen as ``direction`` where the map is shown turned by ``degrees``.

    Where the turn is no multiple of 60 degrees, the nearest; six directions stay six.
    """
    return (direction - round(degrees / 60.0)) % 6
