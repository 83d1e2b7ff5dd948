"""Main roads found in a net of roads: the way from place to place that keeps to the greater roads of the source."""

from __future__ import annotations

import heapq
from itertools import pairwise

from art.mapping.roads import Road
from wab.hexes import HexId

STEP = 10
MAIN_STEP = 7
"""A step on a road that is main in the source: up to three hexes in ten longer, it is preferred."""


class RoadNet:
    """Hexes joined by roads, and the cost of a step."""

    def __init__(self, roads: tuple[Road, ...]) -> None:
        self.steps: dict[HexId, dict[HexId, int]] = {}
        for road in roads:
            for pair in pairwise(road.hexes):
                for here, there in (pair, pair[::-1]):
                    cost = MAIN_STEP if road.rank == "main" else STEP
                    known = self.steps.setdefault(here, {})
                    known[there] = min(cost, known.get(there, cost))

    def way(self, start: HexId, goal: HexId) -> list[HexId]:
        """The cheapest way along roads, both ends included. Raises ValueError when there is none."""
        best, came_from = {start: 0}, dict[HexId, HexId]()
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here == goal:
                way = [goal]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            for there, cost in sorted(self.steps.get(here, {}).items()):
                if spent + cost < best.get(there, spent + cost + 1):
                    best[there], came_from[there] = spent + cost, here
                    heapq.heappush(queue, (spent + cost, there))
        raise ValueError(f"no road joins the hexes {start} and {goal}")


def main_road(net: RoadNet, stations: list[tuple[str, HexId]]) -> Road:
    """A main road through stations, by name and hex, along the net."""
    hexes = [stations[0][1]]
    for (_, here), (_, there) in pairwise(stations):
        hexes += net.way(here, there)[1:]
    return Road(f"{stations[0][0]} - {stations[-1][0]}", "", "main", tuple(hexes))
