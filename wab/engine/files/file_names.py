"""Names of files that every system can keep. On Windows some words are devices, with any ending."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

from wab.engine.words.errors import SaveError
from wab.engine.words.text import Text

_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
_MOST_BYTES = 200
"""Systems allow 255, and endings such as ".wab.damaged-2" follow."""


def is_device(name: str) -> bool:
    """Tell the name of a device of Windows: "nul", "Con.txt", "LPT¹"."""
    return _DEVICE.fullmatch(name) is not None


def words_as_name(words: str) -> str:
    """A file name, without ending, from what a person typed; "" for words without a letter or a digit.

    Names that differ in capitals or in how accents are written are one name, as on systems that do not tell them apart.
    """
    folded = normalize("NFC", normalize("NFC", words).casefold())
    name = re.sub(r"[^\w]+", "-", folded).encode()[:_MOST_BYTES].decode(errors="ignore").strip("-_")
    return f"{name}_" if is_device(name) else name


def require_name_of_any_system(path: Path) -> None:
    """SaveError for a file name that Windows gives to a device, or shortens at its end."""
    if is_device(path.name) or path.name.endswith((".", " ")):
        raise SaveError(str(path), Text("no file on Windows can have this name; choose another name"))
