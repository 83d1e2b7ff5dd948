"""Fetches the typefaces of the window and writes them as TTF next to their licences.

python -m art.fetch_fonts [--into wab/app/assets/fonts]

The faces come from the @fontsource packages on npm (all SIL Open Font License 1.1). Each package holds a face as
several WOFF2 subsets; the window needs one TTF, so some of the subsets are merged. The results are
committed: playing, testing and building the wheel never run this tool. Needs npm, fontTools and brotli.
"""

import argparse
import io
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont

FONT_FOLDER = Path(__file__).parents[1] / "wab" / "app" / "assets" / "fonts"
SUBSETS = ("latin", "latin-ext")
OTHER_LETTERS = (*SUBSETS, "cyrillic", "cyrillic-ext", "greek")


@dataclass(frozen=True)
class Face:
    """One face of one family: `family` is the npm name, `style` is normal or italic."""

    family: str
    weight: int
    style: str = "normal"
    subsets: tuple[str, ...] = SUBSETS

    @property
    def file_name(self) -> str:
        """The name under which the window loads it, for example spectral-500-italic.ttf."""
        return f"{self.family}-{self.weight}{'-italic' if self.style == 'italic' else ''}.ttf"


FACES = (
    Face("barlow", 400),
    Face("barlow", 500),
    Face("barlow", 600),
    Face("barlow", 700),
    Face("barlow-condensed", 600),
    Face("spectral", 500),
    Face("spectral", 500, "italic"),
    Face("spectral", 600),
    Face("cormorant", 600, "italic"),
    Face("courier-prime", 400),
    Face("roboto", 400, subsets=OTHER_LETTERS),
)


def pack(family: str, folder: Path) -> Path:
    """Downloads the package of a family with npm and returns the archive."""
    done = subprocess.run(
        ["npm", "pack", f"@fontsource/{family}", "--silent"], cwd=folder, check=True, capture_output=True, text=True
    )
    return folder / done.stdout.strip().splitlines()[-1]


def merged(archive: tarfile.TarFile, face: Face, folder: Path) -> TTFont:
    """The face as one font, its subsets joined."""
    parts = []
    members = set(archive.getnames())
    for subset in face.subsets:
        name = f"package/files/{face.family}-{subset}-{face.weight}-{face.style}.woff2"
        if name in members:
            parts.append(folder / f"{subset}.ttf")
            font = TTFont(io.BytesIO(_read(archive, name)))
            font.flavor = None
            font.save(parts[-1])
    return Merger().merge([str(part) for part in parts]) if len(parts) > 1 else TTFont(parts[0])


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(name)
    if member is None:
        raise FileNotFoundError(f"{name} is not a file of the package")
    return member.read()


def fetch(into: Path) -> list[Path]:
    """Writes every face and one licence for each family into a folder; returns the font files."""
    into.mkdir(parents=True, exist_ok=True)
    written = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for family in sorted({face.family for face in FACES}):
            with tarfile.open(pack(family, folder)) as archive:
                (into / f"{family}-OFL.txt").write_bytes(_read(archive, "package/LICENSE"))
                for face in (face for face in FACES if face.family == family):
                    written.append(into / face.file_name)
                    merged(archive, face, folder).save(written[-1])
    return written


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=FONT_FOLDER)
    for path in fetch(parser.parse_args().into):
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
