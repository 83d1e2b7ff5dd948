"""A PostgreSQL server of the tests' own, if there is one on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from time import sleep
from typing import Any, NamedTuple

_MISSING = [name for name in ("initdb", "postgres", "pg_ctl") if shutil.which(name) is None]
WHY_NOT = f"there is no {', '.join(_MISSING)} here" if _MISSING else "" if os.name == "posix" else "needs POSIX"
"""Return the reason why no PostgreSQL can be started, "" if it can."""


class Cluster(NamedTuple):
    """The address of a data base, and a way to let it break down and be away for some seconds."""

    address: str
    go_away: Callable[[float], None]


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a cluster that listens on a socket in its folder alone.

    It runs as a user without rights if the tests run as root, as it demands.
    """
    folder = Path(mkdtemp(prefix="wab-pg-"))
    owner: dict[str, Any] = {}
    if os.geteuid() == 0:
        owner = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        shutil.chown(folder, "nobody", "nogroup")

    def run(*words: str) -> None:
        subprocess.run(words, check=True, cwd=folder, capture_output=True, timeout=60, **owner)

    data = str(folder / "data")
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"

    def start() -> None:
        run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", settings, "start")

    def stop() -> None:
        run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")

    def go_away(seconds: float) -> None:
        stop()
        sleep(seconds)
        start()

    try:
        run("initdb", "-D", data, "-U", "wab", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
        start()
        try:
            yield Cluster(f"postgresql+psycopg://wab@/postgres?host={folder}", go_away)
        finally:
            stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
