"""The sources with which the tests of art last passed. `make test` leaves these tests out if the sources are the same.

python -m tests.art.passed     run them, and write down the sources if they pass
"""

import ast
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = Path(__file__).with_name("passed.txt")
SOURCES = (
    "art/**/*.py", "art/**/*.yaml", "tests/art/*.py", "wab/hexes/**/*.py", "wab/content/**/*.py", "geodata/**/*",
    "campaigns/*/map.json", "campaigns/*/legend.yaml", "campaigns/*/art/*", "campaigns/normandy/*.yaml", "models/*",
    "wab/app/assets/sounds/**/*", "wab/app/assets/counters/*",
)  # fmt: skip
"""The sources of art, the programs that make it, and the art that was made."""
MARK = "art"


def digest():
    """The digest of all sources, by their names and contents; of Python without its words."""
    found = blake2b(digest_size=16)
    for path in sorted({path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()}):
        content = path.read_bytes()
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        found.update(blake2b(code_of(content) if path.suffix == ".py" else content).digest())
    return found.hexdigest()


def code_of(source):
    """A module without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.dump(tree).encode()


def is_as_it_passed():
    """Check if the tests passed with exactly these sources."""
    return RECORD.is_file() and RECORD.read_text(encoding="ascii").strip() == digest()


def main():
    before = digest()
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-m", MARK, "tests"], cwd=ROOT, check=False)
    if ran.returncode == 0:
        RECORD.write_text(before + "\n", encoding="ascii")
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
