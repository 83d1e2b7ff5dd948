"""Every field of the data files of a system, deleted, emptied, doubled and given other values, one change at a time.

python -m trials.fuzzing.fields                          all systems, two fields of each kind; exit 1 when one escapes
python -m trials.fuzzing.fields --systems zocbonds --files tables/ lines --each 100
python -m trials.fuzzing.fields --one-in 50              a sample

After each change the files are refused by a DataError with file, line and field, or a battle can be set up, and played
for some orders with all invariants. Fields are of one kind where their paths differ in places of lists and names of
entries alone.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from trials.fuzzing.readers import content_of
from wab.content.career import load_scale
from wab.content.data import data_root
from wab.engine import Chance, Setup
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.words.errors import DataError
from wab.locale import LANGUAGES, language
from wab.systems import NAMES, get_system

Steps = tuple[int, ...]
"""The way to a node: places in the lists and groups of fields around it."""
SCALARS = ("", "nobody", "7", "0", "1", "-1", "99", "100000", "0101", "9999", "true")
"""Values for any field: nothing, an unknown name, numbers within and out of range, hexes."""
ORDERS = 24
LENDER = re.compile(r"\blike: ([a-z0-9-]+)")
SHORT = {
    "blind": ("the-blind-man-and-the-wall", "the-corridor"),
    "cards": ("pegasus-bridge", "omaha-beach-double-board", "vassieux-en-vercors"),
    "omaha": ("easy-fox", "beyond-the-beach"),
    "operations": ("causeway-to-carentan", "across-the-peninsula"),
    "zocbonds": ("three-weeks-in-june", "cherbourg", "the-first-week"),
}
"""The scenarios that are played when a file changes that belongs to all of them."""
_MANY = 12


class Change(NamedTuple):
    """One change to a field: where, its path as people write it, and what is done to it."""

    steps: Steps
    field: str
    deed: str


@dataclass(frozen=True)
class Field:
    """A field of a file: the way to it, its path, and the path of its kind."""

    steps: Steps
    path: str
    kind: str
    node: yaml.Node
    in_group: bool


# ------------------------------------------------------------------------------------------------- changing


def fields(
    node: yaml.Node, steps: Steps = (), path: str = "", kind: str = "", in_group: bool = False
) -> Iterator[Field]:
    """Every field of a file, the file itself first."""
    yield Field(steps, path, kind, node, in_group)
    if isinstance(node, yaml.MappingNode):
        alike = _are_alike([value for _, value in node.value])
        for number, (key, value) in enumerate(node.value):
            name = f"{path}.{key.value}".lstrip(".")
            yield from fields(value, (*steps, number), name, f"{kind}.*" if alike else f"{kind}.{key.value}", True)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield from fields(item, (*steps, number), f"{path}[{number}]", f"{kind}[]")


def _are_alike(values: Sequence[yaml.Node]) -> bool:
    """Return whether the names of a group of fields belong to its entries, and not to its fields."""
    return len(values) > _MANY or (len(values) > 2 and all(isinstance(value, yaml.MappingNode) for value in values))


def changes(root: yaml.Node, each: int) -> Iterator[Change]:
    """The changes to the first and the last `each` fields of every kind, kind by kind."""
    kinds: dict[str, list[Field]] = defaultdict(list)
    for field in islice(fields(root), 1, None):
        kinds[field.kind].append(field)
    for found in kinds.values():
        chosen = found if len(found) <= 2 * each else [*found[:each], *found[-each:]]
        for field in chosen:
            yield from (Change(field.steps, field.path, deed) for deed in _deeds(field, found))


def _deeds(field: Field, like: Sequence[Field]) -> Iterator[str]:
    if field.in_group:
        yield from ("deleted", "renamed", "doubled")
    elif field.steps:
        yield from ("deleted", "doubled")
    yield from ("[]", "{}", "[7]", "{nobody: 7}")
    if isinstance(field.node, yaml.ScalarNode):
        yield from (f"'{value}'" if value == "0101" else value for value in SCALARS if value != field.node.value)
        values = sorted({str(other.node.value) for other in like if isinstance(other.node, yaml.ScalarNode)})
        if len(values) > 1:
            place = values.index(field.node.value)
            yield f"={values[place - 1]}"


def _root(text: bytes) -> yaml.Node:
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert root is not None, "our own files are not empty"
    return root


def changed(text: bytes, change: Change) -> bytes:
    """A file with one change."""
    root = _root(text)
    holder = root
    for step in change.steps[:-1]:
        holder = holder.value[step][1] if isinstance(holder, yaml.MappingNode) else holder.value[step]
    _do(holder, change.steps[-1], change.deed)
    return _serialized(root)


def _do(holder: yaml.Node, place: int, deed: str) -> None:
    entry = holder.value[place]
    in_group = isinstance(holder, yaml.MappingNode)
    if deed == "deleted":
        del holder.value[place]
    elif deed == "doubled":
        holder.value.insert(place, entry)
    elif deed == "renamed":
        holder.value[place] = (yaml.ScalarNode("tag:yaml.org,2002:str", "nobody"), entry[1])
    else:
        new = _scalar(deed[1:]) if deed.startswith("=") else yaml.compose(deed or "~", Loader=yaml.CSafeLoader)
        holder.value[place] = (entry[0], new) if in_group else new


def _scalar(text: str) -> yaml.Node:
    found = yaml.compose(text, Loader=yaml.CSafeLoader) if text.isalnum() else None
    return found if isinstance(found, yaml.ScalarNode) else yaml.ScalarNode("tag:yaml.org,2002:str", text)


def _serialized(root: yaml.Node) -> bytes:
    found: bytes = yaml.serialize(root, Dumper=yaml.CSafeDumper, encoding="utf-8", allow_unicode=True)
    return found


# ------------------------------------------------------------------------------------------------- looking


class Workshop:
    """A copy of the data of a system with one scenario, and no pictures, to damage one file at a time.

    Scenarios from which the one borrows fields come along.
    """

    def __init__(self, system: System[Any], folder: Path, scenario: str) -> None:
        self.system, self.folder, self.scenario = system, folder, f"{system.id}/{scenario}"
        self.root = folder / "campaigns" / system.id
        source = data_root() / "campaigns" / system.id
        shutil.copytree(source, self.root, ignore=shutil.ignore_patterns("art", "scenarios"))
        (self.root / "scenarios").mkdir()
        text = (source / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8")
        for name in {scenario, *LENDER.findall(text)}:
            shutil.copy(source / "scenarios" / f"{name}.yaml", self.root / "scenarios")

    def problem(self, path: Path, text: bytes, seed: int, orders: int = ORDERS) -> str:
        """Return what escapes when a file holds some text and the scenario is played, "" for nothing."""
        sound = path.read_bytes()
        path.write_bytes(text)
        try:
            self.play(seed, orders)
        except DataError as error:
            placed = (error.line is not None or error.path.endswith(".json")) and error.field
            return "" if placed else f"without line or field: {error}"
        except Exception as error:  # any error that escapes is what we are looking for
            place = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"[:300]
        finally:
            path.write_bytes(sound)
        return ""

    def play(self, seed: int, orders: int) -> None:
        """Read everything, set the scenario up and play on; DataError if a file is wrong."""
        with content_of(self.folder), language(LANGUAGES[seed % len(LANGUAGES)]):
            self.system.scenarios()
            for damage in self.system.damaged():
                raise damage.problem
            load_scale(self.system.id)
            game = Game.start(self.system, Setup(self.system.id, self.scenario, seed, {}))
            self._orders(game, Chance(seed, "fields"), orders)

    def _orders(self, game: Game[Any], chance: Chance, orders: int) -> None:
        """Play on by chance; every second order is the last on offer, which as a rule ends a phase."""
        for number in range(orders):
            if wrong := self.system.invariants(game.state):
                raise AssertionError(wrong[0])
            if game.to_act is None:
                return
            offered = game.legal_orders()
            if not len(offered):
                raise AssertionError(f"nothing is on offer to {game.to_act}")
            for event in game.play(offered[len(offered) - 1 if number % 2 else chance.below(len(offered))]):
                str(self.system.describe(game.state, event))


def report(
    system: System[Any], wanted: Sequence[str], each: int, one_in: int, seed: int
) -> Iterator[tuple[Change, str]]:
    """Every change whose outcome is neither a refusal nor a battle that goes on, with what escaped."""
    source, number = data_root() / "campaigns" / system.id, seed
    for path in sorted(source.rglob("*.yaml")):
        name = path.relative_to(source).as_posix()
        if "art" in name.split("/") or (wanted and not any(word in name for word in wanted)):
            continue
        text = path.read_bytes()
        own = (path.stem,) if path.parent.name == "scenarios" else SHORT[system.id]
        scenario = own[seed % len(own)]
        with TemporaryDirectory() as folder:
            workshop = Workshop(system, Path(folder), scenario)
            for change in changes(_root(text), each):
                number += 1
                if number % one_in:
                    continue
                if problem := workshop.problem(workshop.root / name, changed(text, change), number):
                    yield Change(change.steps, f"{name}: {change.field}", change.deed), f"{problem} ({scenario})"


def main(words: Sequence[str] | None = None) -> int:
    """Try the fields of all files. 0 when nothing escaped, else 1."""
    parser = argparse.ArgumentParser(prog="python -m trials.fuzzing.fields", description="Every field of every file.")
    parser.add_argument("--systems", nargs="+", default=list(NAMES), choices=list(NAMES), help="only these")
    parser.add_argument("--files", nargs="+", default=[], help="only files with one of these words in their path")
    parser.add_argument("--each", type=int, default=1, help="fields of each kind, from both ends of the file (1)")
    parser.add_argument("--one-in", type=int, default=1, help="try one change in so many")
    parser.add_argument("--seed", type=int, default=0, help="other changes for another seed, with --one-in")
    chosen = parser.parse_args(words)
    failed = 0
    for name in chosen.systems:
        for change, problem in report(get_system(name), chosen.files, chosen.each, chosen.one_in, chosen.seed):
            print(f"{name}: {change.field}: {change.deed!r}: {problem}", flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
