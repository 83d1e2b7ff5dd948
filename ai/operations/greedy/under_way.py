"""An attack under way: the moves up that it needs, then the attack itself if it is still worth making."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ai.operations import reasons
from ai.operations.greedy.packages import Package
from ai.operations.picture.picture import Picture
from ai.shell.choice import Choice
from wab.systems.operations.state.orders import Move


class UnderWay:
    """The rest of an attack; `package` is None when there is none under way."""

    def __init__(self) -> None:
        self.package: Package | None = None

    def carried_on(self, picture: Picture, as_things_stand: Callable[[Package], Package | None]) -> Iterator[Choice]:
        """The next order of the attack: a move up, or the attack itself if it is still worth making.

        `as_things_stand` gives the attack as it is now, None when it is impossible.
        """
        package = self.package
        if package is None:
            return
        for unit, hex_ in sorted(package.places.items()):
            there = picture.position.units.get(unit)
            if there is None:
                self.package = None
                return
            if there.hex != hex_:
                yield from _moves_up(picture, package, there.hex, hex_)
                self.package = None
                return
        self.package = None
        now = as_things_stand(package)
        if now is not None and now.value >= picture.weights.carry_on:
            yield Choice(now.order, reasons.attack(picture, now), now.value)


def _moves_up(picture: Picture, package: Package, origin: int, hex_: int) -> Iterator[Choice]:
    """Units with the same way go together if they can, otherwise one by one."""
    units = picture.position.units
    group = [id_ for id_, goal in sorted(package.places.items()) if goal == hex_ and units[id_].hex == origin]
    for movers in dict.fromkeys((tuple(group), tuple(group[:1]))):
        reached = picture.view.reach(movers)
        if hex_ in reached:
            order = Move(movers, reached.path_to(hex_))
            yield Choice(order, reasons.move_up(picture, package), package.value, package.order.target)
