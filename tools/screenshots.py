"""The pictures of docs/screenshots: each drawn by a command of its own, packed small, and all of them together no
larger than a reader of the repository should have to load.

    python -m tools.screenshots [NAME ...]        all of them, or these

docs/screenshots/pictures.yaml lists them: the name of a file, and the words of `wab screenshot` that draw it; `film`
before them means `python -m tools.film_battle`. A picture that cannot be drawn is named, and the old one stays.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image

from wab.career.career import Career
from wab.career.games import Finished
from wab.engine.files.outputs import write_named

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "screenshots"
LIST = "pictures.yaml"
MOST = 12_000_000
"""Bytes of all pictures together."""
LONGEST = 600.0
"""Seconds after which a picture is given up."""
QUALITY = 70
"""Of a JPEG, up to 100."""
USUAL = {"--size": "1600x900", "--language": "en"}


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of pictures.yaml: the words for each picture, and the games that its player has played."""

    pictures: dict[str, str]
    career: tuple[Finished, ...] = ()


def listed(folder: Path = FOLDER) -> Listed:
    """The list of a folder of pictures."""
    return msgspec.yaml.decode((folder / LIST).read_bytes(), type=Listed)


def command(words: str, out: Path) -> list[str]:
    """The command that draws a picture into a file."""
    given = words.split()
    film = given[0] == "film"
    usual = [] if film else [part for pair in USUAL.items() if pair[0] not in given for part in pair]
    start = ["tools.film_battle", *given[1:]] if film else ["wab", "screenshot", *given]
    return [sys.executable, "-m", *start, *usual, "--out", str(out)]


def pack(picture: Image.Image) -> bytes:
    """A picture as a small JPEG file, its colours as sharp as its light and shade: small letters are red as well."""
    data = BytesIO()
    picture.convert("RGB").save(data, "JPEG", quality=QUALITY, subsampling=0, optimize=True, progressive=True)
    return data.getvalue()


def shoot(name: str, words: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Draw one picture into a folder; return the failure, "" for none."""
    film = Path(name).suffix == ".webp"
    with tempfile.TemporaryDirectory() as made:
        out = Path(made) / (name if film else "picture.png")
        try:
            done = subprocess.run(
                command(words, out), capture_output=True, text=True, check=False, timeout=LONGEST, env=environment
            )
        except subprocess.TimeoutExpired:
            return f"not drawn in {LONGEST:.0f} seconds"
        if done.returncode or not out.is_file():
            return (done.stderr.strip().splitlines() or ["no picture"])[-1]
        if film:
            write_named(folder / name, out.read_bytes())
        else:
            with Image.open(out) as picture:
                write_named(folder / name, pack(picture))
    return ""


def shoot_all(names: Sequence[str], folder: Path = FOLDER) -> Iterator[tuple[str, str]]:
    """Draw pictures of a folder's list, and give each name with what went wrong, "" for nothing."""
    found = listed(folder)
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        Career(Path(home) / "wab" / "career.db").mark(*found.career)
        for name in names:
            yield name, shoot(name, found.pictures[name], folder, environment)


def size_of(folder: Path = FOLDER) -> int:
    """Bytes of all pictures of a folder."""
    return sum(path.stat().st_size for path in folder.iterdir() if path.name != LIST)


def main(words: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """Draw what is asked for, tell how it went; 1 if anything is missing or all is too large."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="files of the list; all of them where none is named")
    known = listed(folder).pictures
    names = parser.parse_args(words).names or list(known)
    if unknown := [name for name in names if name not in known]:
        parser.error(f"not in {LIST}: {', '.join(unknown)}")
    failed, start = 0, time.monotonic()
    for name, problem in shoot_all(names, folder):
        failed += bool(problem)
        print(f"{time.monotonic() - start:6.0f} s  {name:28} {problem or (folder / name).stat().st_size}", flush=True)
    size = size_of(folder)
    print(f"{len(names) - failed} of {len(names)} drawn; {size / 1e6:.1f} MB in all")
    if size > MOST:
        print(f"That is more than {MOST / 1e6:.0f} MB.", file=sys.stderr)
    return int(failed > 0 or size > MOST)


if __name__ == "__main__":
    sys.exit(main())
