"""Paints a map: the pictures of the ground and the line work that the window draws over them.

    python -m art.paint_map [campaigns/operations/map.json] [--geodata geodata | --from-hexes] [--legend FILE]
                              [--scale 3] [--steeper 1] [--out FOLDER] [--force] [--growth]

Reads a map file (or `map.json` of a folder) and writes into `art/` next to it. The results are committed. A bake whose
inputs and painter have not changed since is skipped. It takes about a minute.

Coast and heights come from the geography in `geodata`; with `--from-hexes` the hexes give them, for maps that the
sources do not cover. Rivers follow the hexsides of the map, roads lead from hex to hex. `--legend` is a YAML file with
a line for each terrain that is not one of the usual ("forest: woods"): sea, plain, bocage, mixed, woods, hill, marsh,
open_hill, flats, sand, mid_sand, low_sand, or over the ground below city, town, beach. `--scale` says for how many
kilometres the painter takes a hex: fields, woods and towns keep their own size, so 6 has twice as many of them in a hex
as 3, the usual. `--steeper` shades the ground as if it were so many times higher. A map that is printed turned
(`printed` in its frame) is painted as it is printed and laid on the grid.

**ground.json** places the pictures. All rectangles are [left, bottom, right, top] in hex widths (x = column + half on
odd rows, y = row * sqrt(3) / 2 of the grid, however the map is printed)::

    {"made_from": "<hash of inputs and painter>", "km_per_hex": 3.0,
     "levels": {"far": {"px_per_hex": 18, "texture": "rgb8", "mipmaps": true, "stream": false, "gutter": 0,
                        "size": [columns, rows], "rect": [...],
                        "tiles": [{"file": "far.jpg", "size": [columns, rows], "rect": [...],
                                   "uv": [left, bottom, right, top]}]},
                "mid": ..., "near": ...}}

`texture` is the format the picture is meant to be loaded as (its grain hides the banding of rgb5). Where `stream` is
true, the level is too large to be loaded whole: only the tiles in sight (a few of 1024 pixels). `rect` of a tile is the
part to be drawn, `uv` the texture coordinates of that part (v upwards); the gutter around it repeats the neighbours for
smooth filtering.

**lines.json** holds what is drawn as geometry, in hex widths::

    {"coast":   [{"outer": [[x, y], ...], "holes": [[[x, y], ...], ...]}],      land, closed rings, largest first
     "rivers":  [{"name", "rank": "minor"|"major", "width": [at start, at end], "points": [[x, y], ...]}],    downstream
     "roads":   [{"class": "lane"|"secondary"|"main", "hexes": [ids along it], "points": [[x, y], ...]}],
     "bridges": [{"at": [x, y], "direction": radians counter-clockwise from east, "road": class, "river": rank}],
     "towns":   [{"name", "size": "city"|"town"|"village", "hex", "at": [x, y], "population"}],   where it is painted
     "cliffs":  [{"points": [[x, y], ...]}],
     "cliff_ticks": [[[x, y] on the edge, [x, y] to seaward], ...]}

**growth.png** and **growth.json** say what stands on the ground in three dimensions. The picture has a byte a pixel,
the numbers of `wab.content.growth.Kind`; the index places it and lists the roofs. When only they are out of date they
are written again, and nothing is painted; with `--growth` nothing is painted in any case::

    {"made_from": "<hash>", "size": [columns, rows], "rect": [...],
     "relief": {"size", "rect", "highest": metres at 255 of relief.png, the heights that are shaded},
     "roofs": [[x, y, direction of the ridge, half length, half width, kind (`Roof`)], ...]}

`width` is the part of the full width of its rank that a river has at the two ends of a stretch (0.5 at the source, 1 at
the mouth).
"""

import argparse
from pathlib import Path

from art.painting.bake import bake, fingerprint
from art.painting.country import SCALE, load_country
from art.painting.legend import LEGEND, load_legend
from art.painting.lines import draw_lines
from art.planting.growth import plant
from wab.content.growth import INDEX

ROOT = Path(__file__).parents[1]
SOURCES = ("coastline.geojson", "elevation.npz", "rivers.geojson", "towns.geojson")


def made_from(
    map_file: Path, geodata: Path | None, legend: Path | None = None, scale: float = SCALE, steeper: float = 1.0
) -> str:
    """Return what a bake depends on: the map, the geography, the painter, its options."""
    painter = sorted((Path(__file__).parent / "painting").glob("*.py"))
    sources = [geodata / name for name in SOURCES] if geodata else []
    told = ("" if scale == SCALE else f"{scale:g}") + ("" if steeper == 1.0 else f" {steeper:g}")
    return fingerprint([map_file, *sources, *([legend] if legend else []), *painter], told)


def planted_from(painted: str) -> str:
    """Return what the growth depends on: what the pictures were made from, and how it is found in them."""
    return fingerprint(sorted((Path(__file__).parent / "planting").glob("*.py")), painted)


def is_made_from(index: Path, digest: str) -> bool:
    """Return whether an index tells that what it lists was made from these inputs."""
    return index.exists() and f'"{digest}"' in index.read_text(encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "map", type=Path, nargs="?", default=ROOT / "campaigns" / "operations", help="map file or folder"
    )
    parser.add_argument("--geodata", type=Path, default=ROOT / "geodata", help="folder with the coast and the heights")
    parser.add_argument("--from-hexes", action="store_true", help="take coast and heights from the hexes instead")
    parser.add_argument("--legend", type=Path, help="YAML file that says what terrains are painted as")
    parser.add_argument("--scale", type=float, default=SCALE, help="kilometres of the painter a hex (default 3)")
    parser.add_argument("--steeper", type=float, default=1.0, help="times its height the ground is shaded (default 1)")
    parser.add_argument("--out", type=Path, help="folder to write (default: art beside the map)")
    parser.add_argument("--force", action="store_true", help="paint even if nothing has changed")
    parser.add_argument("--growth", action="store_true", help="write only what grows and stands, paint nothing")
    options = parser.parse_args(arguments)
    if not 0.5 <= options.scale <= 50:
        parser.error("--scale is from 0.5 to 50")
    if not 0.1 <= options.steeper <= 10:
        parser.error("--steeper is from 0.1 to 10")
    map_file = options.map / "map.json" if options.map.is_dir() else options.map
    art, geodata = options.out or map_file.parent / "art", None if options.from_hexes else options.geodata
    wanted = made_from(map_file, geodata, options.legend, options.scale, options.steeper)
    planted = planted_from(wanted)
    stale = [
        options.force or not is_made_from(art / name, digest)
        for name, digest in (("ground.json", wanted), (INDEX, planted))
    ]
    if not any(stale):
        print(f"{art} is up to date")
        return
    legend = load_legend(options.legend) if options.legend else LEGEND
    country = load_country(map_file, geodata, legend, options.scale, options.steeper)
    lines = draw_lines(country)
    if stale[0] and not options.growth:
        bake(country, art, wanted, lines)
    plant(country, lines, art, planted)
    for path in sorted(art.iterdir()):
        print(f"{path.name} {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
