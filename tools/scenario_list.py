"""Write campaigns/NAME/scenarios.json for each rule system from the files of its scenarios.

python -m tools.scenario_list

The program reads these lists when it starts, if they were made from the data next to them.
"""

from __future__ import annotations

from wab.content.shelf import Shelf
from wab.systems import NAMES, get_system


def write_list(system: str) -> None:
    """Write the list of a system's scenarios. DataError if a file is damaged."""
    shelf = Shelf(system)
    shelf.list_path.unlink(missing_ok=True)
    rules = get_system(system)
    for broken in rules.damaged():
        raise broken.problem
    shelf.write_list(rules.data_digest(), rules.scenarios())


def main() -> None:
    """Write the lists of all systems."""
    for system in NAMES:
        write_list(system)


if __name__ == "__main__":
    main()
