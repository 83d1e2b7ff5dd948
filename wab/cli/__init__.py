"""The command line: one client of the platform among others. The window is imported only when one is asked for.

Exit codes: 0 done, 1 the thing checked is wrong, 2 bad usage or input, or output that cannot be written, with one
sentence on standard error. As in other programs: 130 after Ctrl-C, 143 or 129 when the system or a closed terminal has
ended it, 141 for a pipe that has no reader any more.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence

from wab.cli.breaking import BrokenOff, breaks_raised


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; `arguments` without the program's name, those given if None."""
    code = 128 + signal.SIGINT
    broken_off: list[BrokenOff] = []
    try:
        with breaks_raised(for_good=arguments is None) as broken_off:
            from wab.cli.application import run  # all the rest of the program: it listens for breaks first

            code = run(arguments)
    except KeyboardInterrupt:
        pass
    return broken_off[0].code if broken_off else code
