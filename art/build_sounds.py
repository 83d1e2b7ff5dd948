"""Make the sounds of the game again, or some of them, and look at them.

    python -m art.build_sounds [NAME ...]            write wab/app/assets/sounds/ and its catalogue
    python -m art.build_sounds --look PNG [NAME ...] draw spectrograms instead
    python -m art.build_sounds --levels [MD]         print the loudness of all sounds and pieces, or write the page

Every sound is worked out here from noise, tones and echoes, the same on every run. Writing Ogg Vorbis needs the package
`soundfile` (extra `dev`); making and looking does not. The encoder is not the same everywhere: a test compares what the
committed files sound like with what is made here, not their bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from art.sounding.dsp import RATE, loudness, peak
from art.sounding.files import write_ogg
from art.sounding.levels import HEAD, levels, page
from art.sounding.pictures import sheet, spectrogram
from art.sounding.score import SCORE, file_name, made
from wab.app.gfx.theme import ASSETS

FOLDER = ASSETS / "sounds"
LICENCE, SOURCE = "MIT", "made by art/build_sounds.py"


def main() -> int:
    """Make, or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="the sounds; all of them where none is named")
    parser.add_argument("--look", type=Path, metavar="PNG", help="draw spectrograms, write no sounds")
    parser.add_argument("--levels", nargs="?", const="", metavar="MD", help="print or write how loud all files are")
    asked = parser.parse_args()
    if asked.levels is not None:
        if asked.levels:
            Path(asked.levels).write_text(page(levels()), encoding="utf-8")
        else:
            print(HEAD, *levels(), sep="\n")
        return 0
    names = asked.names or list(SCORE)
    if strange := [name for name in names if name not in SCORE]:
        print(f"no such sound: {', '.join(strange)}", file=sys.stderr)
        return 2
    if asked.look is not None:
        sheet([spectrogram(made(name, n), file_name(name, n)) for name in names for n in _variants(name)], asked.look)
        return 0
    catalogue = _catalogue()
    for name in names:
        catalogue[name] = _written(name)
        print(name, *(f"{one['seconds']:.2f} s {one['loudness']:.1f} LUFS" for one in catalogue[name]["files"]))
    text = json.dumps({name: catalogue[name] for name in SCORE}, indent=1, ensure_ascii=False)
    (FOLDER / "catalogue.json").write_text(text + "\n", encoding="utf-8")
    kept = {one["file"] for entry in catalogue.values() for one in entry["files"]}
    for path in FOLDER.glob("*.ogg"):
        if path.name not in kept:
            path.unlink()
    return 0


def _variants(name: str) -> range:
    return range(SCORE[name].variants)


def _catalogue() -> dict[str, Any]:
    path = FOLDER / "catalogue.json"
    FOLDER.mkdir(exist_ok=True)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: entry for name, entry in found.items() if name in SCORE}


def _written(name: str) -> dict[str, Any]:
    voice = SCORE[name]
    files = []
    for variant in _variants(name):
        samples = made(name, variant)
        path = FOLDER / file_name(name, variant)
        write_ogg(path, samples, voice.quality)
        files.append(
            {
                "file": path.name,
                "seconds": round(len(samples) / RATE, 3),
                "loudness": round(loudness(samples, lasting=voice.group != "effect"), 1),
                "peak": round(peak(samples), 3),
            }
        )
    return {"what": voice.what, "group": voice.group, "source": SOURCE, "licence": LICENCE, "files": files}


if __name__ == "__main__":
    raise SystemExit(main())
