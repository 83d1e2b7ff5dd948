"""An attack under way: the moves up that it needs, then the attack itself if it is still worth making."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ai.operations import reasons
from ai.operations.choice import Choice
from ai.operations.packages import Package
from ai.operations.picture import Picture
from wab.systems.operations.orders import Move


class UnderWay:
    """The rest of an attack that a player has begun; `package` is None when there is none."""

    def __init__(self) -> None:
        self.package: Package | None = None

    def carried_on(self, picture: Picture, as_things_stand: Callable[[Package], Package | None]) -> Iterator[Choice]:
        """The next order of the attack begun: a move up, or the attack itself if it is still worth making.

        `as_things_stand` says what the attack is now, None when it cannot be made any more.
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
    """Those who go from one hex to the same other go together, if they can; else one by one."""
    units = picture.position.units
    group = [id_ for id_, goal in sorted(package.places.items()) if goal == hex_ and units[id_].hex == origin]
    for movers in dict.fromkeys((tuple(group), tuple(group[:1]))):
        reached = picture.view.reach(movers)
        if hex_ in reached:
            order = Move(movers, reached.path_to(hex_))
            yield Choice(order, reasons.move_up(picture, package), package.value, package.order.target)
