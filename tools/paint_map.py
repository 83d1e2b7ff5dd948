"""Paints the map of a campaign: the pictures of the ground and the line work that the window draws over them.

    python -m tools.paint_map [campaigns/operations] [--geodata geodata] [--force]

Reads `map.json` of the campaign and the geography in `geodata`, and writes into `art/` of the campaign. The results
are committed. A bake whose inputs and painter have not changed since is skipped. It takes about a minute.

**ground.json** places the pictures. All rectangles are [left, bottom, right, top] in hex widths (x = column + half on
odd rows, y = row * sqrt(3) / 2; y grows to the north)::

    {"made_from": "<hash of inputs and painter>", "km_per_hex": 3.0,
     "levels": {"far": {"px_per_hex": 18, "texture": "rgb8", "mipmaps": true, "stream": false, "gutter": 0,
                        "size": [columns, rows], "rect": [...],
                        "tiles": [{"file": "far.jpg", "size": [columns, rows], "rect": [...],
                                   "uv": [left, bottom, right, top]}]},
                "mid": ..., "near": ...}}

`texture` is the format the picture is meant to be loaded as (its grain hides the banding of rgb5). Where `stream` is
true, the level is too large to be loaded whole: only the tiles in sight (a few of 1024 pixels). `rect` of a tile
is the part to be drawn, `uv` the texture coordinates of that part (v upwards); the gutter around it repeats the
neighbours for smooth filtering.

**lines.json** holds what is drawn as geometry, in hex widths::

    {"coast":   [{"outer": [[x, y], ...], "holes": [[[x, y], ...], ...]}],      land, closed rings, largest first
     "rivers":  [{"name", "rank": "minor"|"major", "width": [at start, at end], "points": [[x, y], ...]}],    downstream
     "roads":   [{"class": "lane"|"secondary"|"main", "hexes": [ids along it], "points": [[x, y], ...]}],
     "bridges": [{"at": [x, y], "direction": radians counter-clockwise from east, "road": class, "river": rank}],
     "towns":   [{"name", "size": "city"|"town"|"village", "hex", "at": [x, y], "population"}],   where it is painted
     "cliffs":  [{"points": [[x, y], ...]}],
     "cliff_ticks": [[[x, y] on the edge, [x, y] to seaward], ...]}

`width` is the part of the full width of its rank that a river has at the two ends of a stretch (0.5 at the source, 1
at the mouth).
"""

import argparse
from pathlib import Path

from tools.painting.bake import bake, fingerprint
from tools.painting.country import load_country
from tools.painting.lines import draw_lines

ROOT = Path(__file__).parents[1]
SOURCES = ("coastline.geojson", "elevation.npz", "rivers.geojson", "towns.geojson")


def made_from(map_file: Path, geodata: Path) -> str:
    """What a bake depends on: the map, the geography, the painter."""
    painter = sorted((Path(__file__).parent / "painting").glob("*.py"))
    return fingerprint([map_file, *(geodata / name for name in SOURCES), *painter])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("campaign", type=Path, nargs="?", default=ROOT / "campaigns" / "operations")
    parser.add_argument("--geodata", type=Path, default=ROOT / "geodata")
    parser.add_argument("--force", action="store_true", help="paint even if nothing has changed")
    options = parser.parse_args()
    map_file, art = options.campaign / "map.json", options.campaign / "art"
    wanted = made_from(map_file, options.geodata)
    index = art / "ground.json"
    if not options.force and index.exists() and f'"{wanted}"' in index.read_text(encoding="utf-8"):
        print(f"{art} is up to date")
        return
    country = load_country(map_file, options.geodata)
    bake(country, art, wanted, draw_lines(country))
    for path in sorted(art.iterdir()):
        print(f"{path.name} {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
