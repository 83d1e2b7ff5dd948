"""Make the music of the game again, or some pieces, and look at it.

    python -m art.build_music [NAME ...]            play the pieces into wab/app/assets/sounds/music/ and its catalogue
    python -m art.build_music --look PNG [NAME ...] draw the committed pieces: spectrogram and loudness over time
    python -m art.build_music --midi FOLDER         write MIDI, for a program that shows notes

The pieces are notes as text in art/scoring/. Playing needs the program fluidsynth and the soundfont MuseScore General
(on Debian: fluidsynth, musescore-general-soundfont-small), and the package soundfile (extra `dev`).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from art.scoring.pieces import midi_of, pieces
from art.scoring.render import QUALITY, NotInstalledError, digest_of, rendered
from art.sounding.dsp import RATE, Samples, loudness, peak
from art.sounding.files import read, write_ogg
from art.sounding.pictures import sheet, spectrogram
from wab.app.sound.recordings import MUSIC

CATALOGUE = MUSIC / "catalogue.json"
HIGHEST = 10 ** (-1.0 / 20)
"""The true peak of a file: one decibel is left."""


def main() -> int:
    """Play, or draw, or write notes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="the pieces; all of them where none is named")
    parser.add_argument("--look", type=Path, metavar="PNG", help="draw the committed pieces, play nothing")
    parser.add_argument("--midi", type=Path, metavar="FOLDER", help="write the notes as MIDI, play nothing")
    asked = parser.parse_args()
    names = asked.names or list(pieces())
    if strange := [name for name in names if name not in pieces()]:
        print(f"no such piece: {', '.join(strange)}", file=sys.stderr)
        return 2
    if asked.look is not None:
        sheet([spectrogram(read(MUSIC / f"{name}.ogg"), name, 900) for name in names], asked.look, 2)
    elif asked.midi is not None:
        asked.midi.mkdir(parents=True, exist_ok=True)
        for name in names:
            (asked.midi / f"{name}.mid").write_bytes(midi_of(pieces()[name]))
    else:
        try:
            _play(names)
        except NotInstalledError as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


def _play(names: list[str]) -> None:
    MUSIC.mkdir(exist_ok=True)
    found: dict[str, Any] = json.loads(CATALOGUE.read_text(encoding="utf-8")) if CATALOGUE.exists() else {}
    for name in names:
        piece = pieces()[name]
        samples = _written(MUSIC / f"{name}.ogg", rendered(piece))
        found[name] = {
            "seconds": round(len(samples) / RATE, 3),
            "loudness": round(loudness(samples, lasting=True), 1),
            "peak": round(peak(samples), 3),
            "ends": piece.ends,
            "made_of": digest_of(piece),
        }
        size = (MUSIC / f"{name}.ogg").stat().st_size
        print(f"{name} {found[name]['seconds']:.1f} s {found[name]['loudness']:.1f} LUFS {size / 1e6:.2f} MB")
        text = json.dumps({name: found[name] for name in pieces() if name in found}, indent=1)
        CATALOGUE.write_text(text + "\n", encoding="utf-8")
    for path in MUSIC.glob("*.ogg"):
        if path.stem not in pieces():
            path.unlink()


def _written(path: Path, samples: Samples) -> Samples:
    """Write a file and return what it holds: the encoder adds to the peaks, so a high one lowers the whole piece."""
    write_ogg(path, samples, QUALITY)
    while (over := peak(read(path)) / HIGHEST) > 1:
        samples = samples / (over * 1.005)
        write_ogg(path, samples, QUALITY)
    return samples


if __name__ == "__main__":
    raise SystemExit(main())
