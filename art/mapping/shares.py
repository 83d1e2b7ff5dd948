"""The share of every hex that a polygon covers, counted on a fine net of points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from art.mapping.frame import Flags, Floats, Frame, Ints
from art.mapping.sources import Feature

STEP_KM = 0.25
SOURCES_BOX = (-2.15, 48.20, 0.75, 49.80)
"""The extent of the sources: longitude and latitude of the south-west and of the north-east corner."""


@dataclass(frozen=True)
class Net:
    """Points every 250 m over the whole map, each known to lie in one hex."""

    frame: Frame

    @cached_property
    def xs(self) -> Floats:
        """Eastings of the columns of points, km."""
        anchor = self.frame.anchor_col * self.frame.hex_km
        return _spaced(anchor, -self.frame.hex_km, (self.frame.cols + 1) * self.frame.hex_km)

    @cached_property
    def ys(self) -> Floats:
        """Northings of the rows of points, km."""
        anchor = self.frame.anchor_row * self.frame.row_km
        return _spaced(anchor, -self.frame.hex_km, self.frame.rows * self.frame.row_km + self.frame.hex_km)

    @cached_property
    def points(self) -> Floats:
        """float64[n, 2]: all points, row by row."""
        east, north = np.meshgrid(self.xs, self.ys)
        return np.stack([east.ravel(), north.ravel()], axis=1)

    @cached_property
    def hexes(self) -> Ints:
        """The hex of each point; -1 off the map."""
        return self.frame.hexes_at(self.points)

    @cached_property
    def known(self) -> Flags:
        """bool[rows, columns]: which points the sources cover; a hex on the edge is judged by what they show of it."""
        west, south, east, north = SOURCES_BOX
        lon, lat = self.frame.degrees(self.points).T
        inside = (lon >= west) & (lon <= east) & (lat >= south) & (lat <= north)
        return np.asarray(inside.reshape(len(self.ys), len(self.xs)))

    def count(self, points: Flags) -> Floats:
        """Return how many of the chosen points each hex holds."""
        chosen = self.hexes[points.ravel() & (self.hexes >= 0)]
        return np.bincount(chosen, minlength=self.frame.grid.size).astype(np.float64)

    def mean(self, values: Floats, points: Flags) -> Floats:
        """The mean of a value over the chosen points of each hex; 0 if a hex holds none."""
        mask = points.ravel() & (self.hexes >= 0)
        totals = np.bincount(self.hexes[mask], weights=values.ravel()[mask], minlength=self.frame.grid.size)
        return totals / np.maximum(self.count(points), 1.0)

    def covered_by(self, features: tuple[Feature, ...]) -> Flags:
        """bool[rows, columns]: which points lie in at least one of the features."""
        covered = np.zeros((len(self.ys), len(self.xs)), dtype=np.bool_)
        for feature in features:
            covered |= self._inside(feature.parts)
        return covered

    def _inside(self, rings: tuple[Floats, ...]) -> Flags:
        """Even-odd rule, one row of points at a time."""
        starts = np.concatenate([ring[:-1] for ring in rings])
        ends = np.concatenate([ring[1:] for ring in rings])
        inside = np.zeros((len(self.ys), len(self.xs)), dtype=np.bool_)
        first, last = np.searchsorted(self.ys, [starts[:, 1].min(), starts[:, 1].max()])
        for row in range(int(first), int(last)):
            y = self.ys[row]
            cut = (starts[:, 1] <= y) != (ends[:, 1] <= y)
            low, high = starts[cut], ends[cut]
            crossings = np.sort(low[:, 0] + (y - low[:, 1]) / (high[:, 1] - low[:, 1]) * (high[:, 0] - low[:, 0]))
            inside[row] = np.searchsorted(crossings, self.xs) % 2 == 1
        return inside


def _spaced(anchor: float, first: float, last: float) -> Floats:
    """Points from first to last, half a step off the anchor and whole steps off each other."""
    start = anchor + STEP_KM * np.floor((first - anchor) / STEP_KM)
    return np.asarray(np.arange(start, last, STEP_KM) + STEP_KM / 2)
