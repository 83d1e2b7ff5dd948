"""Makes the miniatures of `models/` again: sculpts, meshes, paints and writes them, with their catalogue.

python art/build_models.py              all of them (about ten minutes on two cores), and models/catalogue.yaml
python art/build_models.py tiger jeep   some of them
python art/build_models.py --check      exit 1 when the catalogue and the files do not belong to the recipes
python art/build_models.py --out DIR    somewhere else
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from art.modelling.glb import Mesh, glb  # noqa: E402
from art.modelling.meshing import meshed  # noqa: E402
from art.modelling.painting import joined, paint_box  # noqa: E402
from art.modelling.recipes import RECIPES, Recipe  # noqa: E402
from art.modelling.sculpture import Groups  # noqa: E402
from wab.engine.outside.processes import process_pool  # noqa: E402

MODELS = ROOT / "models"
HEADING = """# The miniatures of the sand table, made by art/build_models.py.
#   base       radius of the base in metres, 0 for what flies
#   corners    of the levels near, mid and far
#   made_from  digest of the shapes and paints of the recipe
"""


class Level(NamedTuple):
    """A level of detail: how much coarser than the recipe's finest detail, corners kept, degrees of a hard edge."""

    name: str
    coarser: float
    corners: int
    sharp: float


LEVELS = (Level("near", 1.0, 3000, 26.0), Level("mid", 2.0, 640, 62.0), Level("far", 3.4, 170, 181.0))


def built(name: str) -> tuple[bytes, list[int], str]:
    """A miniature as a file, the corners of its levels, and the digest of what it is made from."""
    recipe = RECIPES[name]
    groups = recipe.sculpted(_seed(name)).finished()
    levels = {level.name: _mesh(groups, recipe, level) for level in LEVELS}
    scale = recipe.radius or float(np.abs(levels["near"].corners[:, :2]).max())
    shrunk = {level: mesh._replace(corners=mesh.corners / scale) for level, mesh in levels.items()}
    return glb(name, shrunk), [len(mesh.corners) for mesh in levels.values()], made_from(groups, recipe)


TENTHS, OFF_THE_BORDER = 10_000, 0.3819
"""Tenths of a millimetre in a metre, and how far what is rounded is moved first."""


def _seed(name: str) -> int:
    return crc32(name.encode())


def _mesh(groups: Groups, recipe: Recipe, level: Level) -> Mesh:
    parts = meshed(groups, recipe.voxel * level.coarser, level.corners, recipe.size, level.sharp)
    box = paint_box()
    return Mesh(*joined(parts, [box.painted(part, recipe.army, recipe.camouflage) for part in parts]))


def made_from(groups: Groups, recipe: Recipe) -> str:
    """A digest of shapes, paints and levels: another one means another model.

    Numbers are rounded to tenths of a millimetre, so that machines agree. No round number lies on a border between two
    of them, where the last bit would decide, and whole numbers know no zero below zero.
    """
    digest = hashlib.blake2b(digest_size=8)
    for part in (groups.packed.sizes, groups.packed.inverse, groups.packed.points, groups.packed.blend, groups.folds):
        digest.update(np.floor(np.asarray(part) * TENTHS + OFF_THE_BORDER).astype(np.int64).tobytes())
    box = paint_box()
    for paint in groups.paints:
        colour = np.round(box.colour(recipe.army, paint.split(".")[0]) * 255).astype(np.uint8)
        digest.update(paint.encode() + colour.tobytes())
    digest.update(repr((recipe.voxel, recipe.size, recipe.camouflage, recipe.army, LEVELS)).encode())
    return digest.hexdigest()


def catalogue(rows: Mapping[str, tuple[Sequence[int], str]]) -> str:
    """The text of models/catalogue.yaml."""
    lines = [HEADING]
    for name, (corners, digest) in sorted(rows.items()):
        recipe = RECIPES[name]
        lines.append(
            f"{name}: {{army: {recipe.army}, base: {recipe.radius:g}, corners: [{', '.join(map(str, corners))}], "
            f"source: art/modelling, licence: MIT, made_from: {digest}}}\n"
        )
    return "".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", help="miniatures (all)")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in RECIPES]
    if unknown:
        parser.error(f"no recipe for {', '.join(unknown)} (there are {', '.join(sorted(RECIPES))})")
    if given.check:
        stale = out_of_date(given.out)
        print("\n".join(stale) if stale else "models are current")
        return int(bool(stale))
    names = given.names or sorted(RECIPES)
    given.out.mkdir(parents=True, exist_ok=True)
    rows = kept_rows(given.out) if given.names else {}
    with process_pool(given.workers) as pool:
        for name, (data, corners, digest) in zip(names, pool.map(built, names), strict=True):
            (given.out / f"{name}.glb").write_bytes(data)
            rows[name] = (corners, digest)
            print(f"{name}: {len(data) / 1024:.0f} kB, corners {corners}", flush=True)
    (given.out / "catalogue.yaml").write_text(catalogue(rows), "utf-8")
    return 0


def kept_rows(folder: Path) -> dict[str, tuple[Sequence[int], str]]:
    """Return what the catalogue of a folder says of each miniature; nothing if there is none."""
    path = folder / "catalogue.yaml"
    if not path.is_file():
        return {}
    import yaml

    rows = yaml.safe_load(path.read_text("utf-8")) or {}
    return {name: (row["corners"], row["made_from"]) for name, row in rows.items() if name in RECIPES}


def out_of_date(folder: Path) -> list[str]:
    """A line for every miniature that is missing or was made from something else, and for every file without recipe."""
    rows, found = kept_rows(folder), []
    for name, recipe in sorted(RECIPES.items()):
        if name not in rows or not (folder / f"{name}.glb").is_file():
            found.append(f"{name} is missing (python art/build_models.py {name})")
        elif rows[name][1] != made_from(recipe.sculpted(_seed(name)).finished(), recipe):
            found.append(f"{name} was made from another recipe (python art/build_models.py {name})")
    found += [f"{path.name} has no recipe" for path in sorted(folder.glob("*.glb")) if path.stem not in RECIPES]
    return found


if __name__ == "__main__":
    sys.exit(main())
