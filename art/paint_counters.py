"""Paints the counter atlas and the paper of the window.

    python -m art.paint_counters [--into wab/app/assets]

Writes `counters/atlas.png`, `counters/atlas.json` and `paper.png`. The results are committed. **atlas.json**::

    {"size": [width, height],
     "symbols": {name: {"24": [x, y, w, h], "34": [...], "50": [...]}},
     "sprites": {name: {"x", "y", "w", "h", "nine": [left, top, right, bottom], "anchor": [x, y]}}}

Pixels count from the upper left corner of the picture; opacity is not premultiplied. `symbols` are line masks of unit
symbols (white, for the nation's symbol ink) by the width of their frames; the rectangle is the frame itself, to be laid
over a field of the same size. Ships and aircraft have no frame and need no field. Of the sprites, `nine` (where given)
are the margins that keep their size when one is stretched, `anchor` is the pixel that stands on the place it marks:

- `card/48|96` the body, `card_inner` the body within its dark edge, `card_relief` light and bevel to be laid over
  both, `card_band` the head, `card_side` the cardboard below, `card_ring`, `card_shadow`, `card_glow`;
  `echelon_NAME`, `quality_1..3`, `pip`, `lock`, `star`, `hatch`, `contact`, `contact_seen`, `contact_edge` for both
  sizes.
- `flag_pole`, `flag_cloth` (to be tinted), `flag_relief`, `flag_line`, `crate`, each also `_large`; `arrow_head`
  (points east), `way_point`, `stop_cross`, `tooth` (points down), `chip`, `chip_inner`, `chip_shadow`, `pill`, `dot`,
  `square`, `soft_dot`, `white`.
- `icon/NAME`: pictograms of 64 x 64.

**paper.png** is one channel, 512 x 512, tiling: 128 is plain paper, the rest its grain, to be added around the middle.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from art.painting.atlas import Atlas, pack
from art.painting.bake import write_json
from art.painting.cards import Sprite, card_sprites
from art.painting.icons import ICONS, icon
from art.painting.pen import tinted
from art.painting.symbols import FRAMED, HEIGHTS, MARGIN, SILHOUETTES, WIDTHS, framed, silhouette

ASSETS = Path(__file__).parents[1] / "wab" / "app" / "assets"
WIDTH, LARGEST = 1024, 2048
PAPER_SIZE = 512


def counter_atlas() -> Atlas:
    """All sprites, packed."""
    sprites = card_sprites()
    for width in WIDTHS:
        sprites |= {f"symbol/{name}/{width}": Sprite(tinted(framed(name, width))) for name in FRAMED}
        sprites |= {f"symbol/{name}/{width}": Sprite(tinted(silhouette(name, width))) for name in SILHOUETTES}
    sprites |= {f"icon/{name}": Sprite(tinted(icon(name))) for name in ICONS}
    return pack(sprites, WIDTH, LARGEST)


def index_of(atlas: Atlas) -> dict[str, object]:
    """The contents of atlas.json."""
    height, width = atlas.picture.shape[:2]
    symbols: dict[str, dict[str, list[int]]] = {}
    for name in sorted([*FRAMED, *SILHOUETTES]):
        places = {size: atlas.places[f"symbol/{name}/{size}"] for size in WIDTHS}
        symbols[name] = {
            str(size): [place["x"] + MARGIN, place["y"] + MARGIN, size, HEIGHTS[size]] for size, place in places.items()
        }
    sprites = {name: place for name, place in atlas.places.items() if not name.startswith("symbol/")}
    return {"size": [width, height], "symbols": symbols, "sprites": sprites}


def paper() -> NDArray[np.uint8]:
    """Grain and fibres that repeat without a seam, uint8[512, 512] around 128."""
    rng = np.random.default_rng(1944)
    grain = ndimage.gaussian_filter(rng.normal(size=(PAPER_SIZE, PAPER_SIZE)), 0.8, mode="wrap")
    long = ndimage.gaussian_filter(rng.normal(size=(PAPER_SIZE, PAPER_SIZE)), (0.6, 6), mode="wrap")
    steep = ndimage.gaussian_filter(rng.normal(size=(PAPER_SIZE, PAPER_SIZE)), (5, 0.6), mode="wrap")
    stain = ndimage.gaussian_filter(rng.normal(size=(PAPER_SIZE, PAPER_SIZE)), 24, mode="wrap")
    mixed = sum(weight * layer / layer.std() for weight, layer in ((14, grain), (7, long), (5, steep), (6, stain)))
    grey: NDArray[np.uint8] = np.clip(128.5 + mixed - mixed.mean(), 0, 255).astype(np.uint8)
    return grey


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=ASSETS)
    into = parser.parse_args().into
    (into / "counters").mkdir(parents=True, exist_ok=True)
    atlas = counter_atlas()
    Image.fromarray(atlas.picture).save(into / "counters" / "atlas.png", optimize=True)
    write_json(into / "counters" / "atlas.json", index_of(atlas))
    Image.fromarray(paper()).save(into / "paper.png", optimize=True)
    print(f"atlas {atlas.picture.shape[1]} x {atlas.picture.shape[0]}, {len(atlas.places)} sprites")


if __name__ == "__main__":
    main()
