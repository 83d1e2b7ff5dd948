"""The place of a command's games: processes of this machine, or a cluster that the user names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from hashlib import blake2b
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from wab.engine.outside import plugins
from wab.engine.outside.cluster import Digests, Part, cluster_at
from wab.engine.outside.places import Place, on_this_machine
from wab.home import home
from wab.systems import sound_systems

_OURS = ("ai", "wab")
_KINDS = (".py", ".yaml")
"""Files of a package on which the course of a game may depend."""


def place_for(workers: int, cluster: str = "", own: Iterable[str] = ()) -> AbstractContextManager[Place]:
    """The place for games: a cluster if the user has named its scheduler, else so many processes of this machine.

    `own`: the classes of players that the user has named; a worker must have them as they are here.
    """
    if not cluster:
        return on_this_machine(workers)
    return cluster_at(cluster, workers, digests, (*_OURS, *map(_package, (*own, *_plugged()))))


def _plugged() -> Iterator[str]:
    """The places of the code of rule systems and players from outside."""
    for group in (plugins.SYSTEMS, plugins.PLAYERS):
        for points in plugins.installed(group).values():
            yield from (point.value for point in points)


def _package(place: str) -> str:
    return place.partition(":")[0].partition(".")[0]


@cache
def digests(code: tuple[str, ...]) -> Digests:
    """Return the digests that two machines with equal games share: of this code, and of the data of all systems."""
    found = {Part(name, False): _digest_of(name) for name in code}
    return found | {Part(system.id, True): system.data_digest() for system in sound_systems()}


def _digest_of(name: str) -> str:
    """The digest of a package or a module by its files; nothing is imported. "" if it has none."""
    spec = find_spec(name)
    if spec is None:
        return ""
    digest = blake2b(digest_size=16)
    for place, file in sorted(_files_of(spec)):
        content = file.read_bytes().replace(b"\r\n", b"\n")  # a checkout may change line ends
        digest.update(f"{place}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _files_of(spec: ModuleSpec) -> Iterator[tuple[str, Path]]:
    if spec.submodule_search_locations is None and spec.has_location:
        yield spec.name, Path(str(spec.origin))
    installed = home() / "wab" / "data"  # the systems have digests of it
    for folder in map(Path, spec.submodule_search_locations or ()):
        for file in folder.rglob("*"):
            if file.suffix in _KINDS and not file.is_relative_to(installed):
                yield file.relative_to(folder).as_posix(), file
