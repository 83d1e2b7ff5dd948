"""The map is what its sources give: the same bytes on every run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from art.build_map import main
from art.mapping.frame import Frame, distance_to_line, walk
from art.mapping.output import frame_entry, hex_labels
from art.mapping.places import Pull
from art.mapping.shares import Net
from art.mapping.sources import Feature
from wab.hexes import Axis, Numbering

pytestmark = pytest.mark.art

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "campaigns/operations/map.json"


@pytest.fixture(scope="module")
def frame() -> Frame:
    return Frame()


@pytest.mark.parametrize("hash_seed", ["1", pytest.param("77", marks=pytest.mark.trial)])
def test_a_rebuild_gives_the_committed_bytes(tmp_path, hash_seed):
    out = tmp_path / "map.json"
    command = [sys.executable, "-m", "art.build_map", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": hash_seed}, check=True, timeout=30)
    assert out.read_bytes() == COMMITTED.read_bytes()


@pytest.mark.slow("the map is built twice")
def test_check_passes_on_the_committed_map_and_fails_on_another(tmp_path, capsys):
    assert main(["--check"]) == 0
    other = tmp_path / "map.json"
    other.write_text("{}\n", encoding="utf-8")
    assert main(["--check", "--out", str(other)]) == 1
    assert "differs" in capsys.readouterr().out


def test_the_file_has_one_row_of_letters_a_line():
    lines = COMMITTED.read_text(encoding="utf-8").splitlines()
    start = lines.index('"terrain": [') + 1
    rows = [json.loads(line.rstrip(",")) for line in lines[start : start + 68]]
    assert [len(row) for row in rows] == [71] * 68


def test_every_point_belongs_to_the_hex_whose_centre_is_nearest(frame):
    points = np.random.default_rng(5).uniform([10, 10], [180, 140], size=(300, 2))
    gaps = np.hypot(*(points[:, None, :] - frame.centres[None]).transpose(2, 0, 1))
    assert (frame.hexes_at(points) == np.argmin(gaps, axis=1)).all()


def test_points_beyond_the_edge_belong_to_no_hex(frame):
    assert frame.hexes_at(np.array([[-4.0, 50.0], [50.0, -4.0], [400.0, 50.0], [50.0, 200.0]])).tolist() == [-1] * 4


def test_degrees_and_kilometres_are_there_and_back(frame):
    lonlat = np.array([[-1.2481, 49.3031], [0.1, 48.5]])
    assert np.allclose(frame.degrees(frame.km(lonlat)), lonlat)


def test_three_hexes_meet_at_a_corner_and_two_at_a_side(frame):
    middle = frame.grid.hex_of(30, 30)
    corners = frame.corners_of(middle)
    for direction in range(6):
        other = frame.grid.neighbour(middle, direction)
        shared = {corners[direction], corners[(direction + 1) % 6]}
        assert shared == set(corners) & set(frame.corners_of(other))
        hex_id, side = frame.sides[corners[direction], corners[(direction + 1) % 6]]
        assert {hex_id, frame.grid.neighbour(hex_id, side)} == {middle, other}


def test_a_square_covers_the_share_of_a_hex_that_it_should(frame):
    net = Net(frame)
    x, y = frame.centres[frame.grid.hex_of(20, 20)]
    half = np.array([[x, y - 9], [x + 9, y - 9], [x + 9, y + 9], [x, y + 9], [x, y - 9]])
    hole = np.array([[x + 0.5, y - 0.5], [x + 1, y - 0.5], [x + 1, y + 0.5], [x + 0.5, y + 0.5], [x + 0.5, y - 0.5]])
    whole = net.count(np.ones((len(net.ys), len(net.xs)), dtype=bool))[frame.grid.hex_of(20, 20)]
    plain = net.count(net.covered_by((Feature({}, (half,)),)))[frame.grid.hex_of(20, 20)]
    holed = net.count(net.covered_by((Feature({}, (half, hole)),)))[frame.grid.hex_of(20, 20)]
    assert plain / whole == pytest.approx(0.5, abs=0.03)
    assert plain - holed == pytest.approx(0.5 / 0.25**2, abs=2)


def test_a_town_pulls_what_is_near_and_leaves_what_is_far():
    pull = Pull(np.array([[10.0, 10.0]]), np.array([[1.0, 0.0]]))
    moved = pull.moved(np.array([[10.0, 10.0], [40.0, 10.0]]))
    assert moved[0].tolist() == [11.0, 10.0]
    assert np.allclose(moved[1], [40.0, 10.0])


def test_a_line_is_walked_in_short_steps_through_all_its_points():
    line = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.12]])
    walked = walk(line, 0.05)
    assert max(np.hypot(*np.diff(walked, axis=0).T)) <= 0.05 + 1e-9
    assert [1.0, 0.0] in walked.tolist()
    assert np.allclose(distance_to_line(walked, line), 0.0)
    assert distance_to_line(np.array([[0.5, -2.0]]), line)[0] == pytest.approx(2.0)


def test_a_map_with_labels_of_its_own_says_so_in_its_frame():
    scheme = Numbering("col-row", Axis(1), Axis(1))
    other = Frame(rows=3, cols=4, numbering=scheme)
    assert msgspec.convert(frame_entry(other)["labels"], Numbering) == scheme
    assert hex_labels(other, np.arange(12) == 5) == "0202"
    assert "labels" not in frame_entry(Frame())
