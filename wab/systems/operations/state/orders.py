"""All orders of a player of the flagship."""

from __future__ import annotations

from wab.engine.kernel.orders import Order

UnitId = int
HexId = int


class Move(Order, frozen=True, tag="move"):
    """Move units that stand in one hex along a path, their own hex first (OPS-6.2-1, OPS-6.2-7).

    `strategic` asks for strategic movement: twice the distance, along roads and easy ground, and no attack this turn.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    strategic: bool = False


class Attack(Order, frozen=True, tag="attack"):
    """Attack the whole enemy stack in an adjacent hex (OPS-7.2-1, OPS-7.2-5). All ids in ascending order.

    `main` is the hex of the main attackers, the strongest of the attackers (`combat.main_attacker`, OPS-7.3.5-3);
    `supports` at most three guns, ships and air units (OPS-7.2-10).
    """

    units: tuple[UnitId, ...]
    target: HexId
    main: HexId
    supports: tuple[UnitId, ...] = ()


class Bombard(Order, frozen=True, tag="bombard"):
    """Bombard a hex that holds a detected enemy with guns in range and heavy bombers (OPS-7.5.1-2). Ids ascend."""

    units: tuple[UnitId, ...]
    target: HexId


class Advance(Order, frozen=True, tag="advance"):
    """Advance after combat into the hex that the defenders left (OPS-7.3.5-8); no units: stay where they are."""

    units: tuple[UnitId, ...]


class Reconstitute(Order, frozen=True, tag="reconstitute"):
    """Give reconstitution points to a unit, one HP each (OPS-8.3.3-2)."""

    unit: UnitId
    points: int


class Pass(Order, frozen=True, tag="pass"):
    """End the impulse (OPS-5.1-10)."""


OperationsOrder = Move | Attack | Bombard | Advance | Reconstitute | Pass
