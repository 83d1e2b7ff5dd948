"""Draws a window of the map, or a whole scenario, in letters, with lists to write scenarios from.

Run it from the root of the checkout: ``python -m art.scenario_sketch WEST EAST SOUTH NORTH [--date YYYY-MM-DD]``,
``python -m art.scenario_sketch --scenario NAME`` or ``python -m art.scenario_sketch --at LAT,LON``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from art.sketching import battle, drawing
from art.sketching.front import ranges
from wab.content.hexmap import HexMap
from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.content.normandy.history import Snapshot
from wab.content.operations.loader import load_battle_map, load_tables, operations_root, scenario_id
from wab.content.operations.loader import read_scenario as read_unchecked
from wab.content.operations.shapes import Box
from wab.engine.words.errors import WabError
from wab.hexes import OFF_MAP
from wab.systems.operations.sequence.soundness import check_file
from wab.systems.operations.state.setup import hexes_in, make_board

BAD_INPUT = 2


def main(arguments: list[str] | None = None) -> int:
    """Print what is asked for; 2 and a sentence on standard error when it cannot be."""
    options = _options(arguments)
    try:
        for line in _lines(options, load_battle_map()):
            sys.stdout.write(line + "\n")
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (WabError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Draw a piece of the map or a scenario in letters.")
    parser.add_argument("window", nargs="*", type=float, help="west east south north, in degrees")
    parser.add_argument("--date", default="", help="show the front of this day (YYYY-MM-DD)")
    parser.add_argument("--sides", nargs="+", default=[], metavar="RRCC", help="what crosses the sides of these hexes")
    parser.add_argument("--at", action="append", default=[], metavar="LAT,LON", help="the hex at a place")
    parser.add_argument("--find", action="append", default=[], metavar="NAME", help="the hexes of places of that name")
    parser.add_argument("--scenario", default="", metavar="NAME|FILE", help="draw a scenario as it is set up")
    return parser.parse_intermixed_args(_with_negatives(arguments))


def _with_negatives(arguments: list[str] | None) -> list[str]:
    """Western longitudes look like options: a leading minus before a digit is protected by a space."""
    given = sys.argv[1:] if arguments is None else arguments
    return [f" {word}" if word[:1] == "-" and word[1:2].isdigit() else word for word in given]


def _lines(options: argparse.Namespace, hexmap: HexMap) -> Iterator[str]:
    for text in options.at:
        lat, lon = (float(part) for part in text.split(","))
        yield _hex_at(hexmap, lat, lon)
    for name in options.find:
        yield from _found(hexmap, name)
    for label in options.sides:
        yield drawing.described(hexmap, hexmap.grid.parse(label))
    if options.scenario:
        yield from _scenario(options.scenario)
    if options.window:
        if len(options.window) != 4:
            raise ValueError("a window needs four numbers: west east south north")
        yield from _window(Box(*options.window), options, hexmap)


def _hex_at(hexmap: HexMap, lat: float, lon: float) -> str:
    hex_ = hexmap.hex_of(lon, lat)
    if hex_ == OFF_MAP:
        return f"{lat},{lon}: beyond the edge of the map"
    name = hexmap.name(hex_) or "-"
    return f"{lat},{lon}: {hexmap.grid.label(hex_)} {hexmap.terrain_name(hex_)} {name}"


def _found(hexmap: HexMap, name: str) -> Iterator[str]:
    found = [place for place in hexmap.places if name.casefold() in place.name.casefold()]
    for place in found:
        yield f"{hexmap.grid.label(place.hex)} {hexmap.terrain_name(place.hex)} {place.name} ({place.kind})"
    if not found:
        yield f"no place of the map is called {name}"


def _window(box: Box, options: argparse.Namespace, hexmap: HexMap) -> Iterator[str]:
    area = hexes_in(box, hexmap)
    if not area.any():
        raise ValueError("no hex of the map lies in this window")
    snapshot = _snapshot(options)
    held = behind_the_front(snapshot, hexmap) if snapshot else np.zeros(hexmap.grid.size, np.bool_)

    def cell(hex_: int) -> str:
        return drawing.letter(hexmap, hex_) + drawing.road(hexmap, hex_) + ("+" if held[hex_] else " ")

    yield drawing.LEGEND
    yield from drawing.rows(hexmap, area, cell, 4)
    yield ""
    yield from drawing.places(hexmap, area)
    if snapshot:
        allied = [int(hex_) for hex_ in np.flatnonzero(held & area)]
        yield f"\nFront of {snapshot.day}:\ncontrol:\n  default: axis"
        yield drawing.yaml_list("allied", ranges(allied, hexmap))


def _snapshot(options: argparse.Namespace) -> Snapshot | None:
    if not options.date:
        return None
    snapshot = snapshot_of(options.date)
    if snapshot is None:
        raise ValueError(f"there is no front of {options.date} or before in history/front.yaml")
    return snapshot


def _scenario(name: str) -> Iterator[str]:
    path = Path(name) if name.endswith(".yaml") else operations_root() / "scenarios" / f"{name.split('/')[-1]}.yaml"
    problems = check_file(path)
    yield from (f"! {problem}" for problem in problems)
    scenario = read_unchecked(path)
    sketch = battle.Sketch(make_board(scenario_id(path), scenario, load_tables(), load_battle_map()), scenario)
    yield battle.LEGEND
    yield from drawing.rows(sketch.board.map, sketch.board.in_play, sketch.cell, battle.CELL)
    yield ""
    yield from sketch.lines()


if __name__ == "__main__":
    raise SystemExit(main())
