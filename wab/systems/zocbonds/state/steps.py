"""Interruptions of a phase: the facts of the combat that is being resolved, and the questions still to be answered.

A combat follows the order of its steps on the agenda (ZOC-10.2-1); `Fight` holds the facts that all of them use.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from wab.engine.kernel.agenda import Step
from wab.hexes import HexId


class Support(msgspec.Struct, frozen=True, omit_defaults=True):
    """The support of one side of a combat: headquarters and Werfer brigades, each named once a shift; air; ships."""

    guns: tuple[int, ...] = ()
    air: int = 0
    naval: int = 0


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combat, from its declaration on.

    `side` attacks `target` with `units` out of `origins` (a hex a unit, in their order); `main` are the units of the
    main assault force, the attached one among them. `defenders` stood in the target when the attack was declared.
    `seat` leads the attack, `against` the defence. `column` is the final column of the table ("" below it), `result`
    what came out of it. `advance`: how many hexes attackers may advance; `limited`: only into the target (ZOC-14.1-4).
    `stood`: the defence held, or the retreat is ignored. `may_reserve`: attackers may go into reserve (ZOC-15.1-6).
    `moved`: the units that have finished their advance. `passive`: defenders that had fallen back onto others
    (ZOC-13.5-1).
    """

    side: str
    target: HexId
    units: tuple[int, ...]
    origins: tuple[HexId, ...]
    main: tuple[int, ...]
    defenders: tuple[int, ...]
    support: Support = Support()
    attached: int | None = None
    seat: str = ""
    against: str = ""
    column: str = ""
    result: str = ""
    advance: int = 0
    limited: bool = False
    stood: bool = False
    may_reserve: bool = False
    moved: tuple[int, ...] = ()
    passive: tuple[int, ...] = ()


class LoseSteps(Step, frozen=True, tag="lose_steps"):
    """`seat` chooses which of `units` loses a step, `steps` times (ZOC-12.1 to 12.4). `cause` names why."""

    seat: str
    units: tuple[int, ...]
    steps: int
    cause: str = "combat"

    @property
    def question(self) -> str:
        """Ask for the unit that loses a step."""
        return "losses"


class MayIgnore(Step, frozen=True, tag="may_ignore"):
    """The defender may ignore the retreat, since the one-step main assault force is gone (ZOC-12.6-1)."""

    seat: str

    @property
    def question(self) -> str:
        """Ask whether the defender goes back all the same."""
        return "ignore_retreat"


class DeterminedDefence(Step, frozen=True, tag="determined"):
    """The defender may try to stay (ZOC-12.4)."""

    seat: str

    @property
    def question(self) -> str:
        """Stand or give ground."""
        return "defence"


class DesperateDefence(Step, frozen=True, tag="desperate"):
    """After a failed stand that leaves no way back, the defender may hold at the price of two steps (ZOC-12.5)."""

    seat: str

    @property
    def question(self) -> str:
        """Stand desperately or not."""
        return "desperate"


class MustRetreat(Step, frozen=True, tag="must_retreat"):
    """`units` go back `length` hexes from `origin` (ZOC-13.1)."""

    seat: str
    units: tuple[int, ...]
    origin: HexId
    length: int

    @property
    def question(self) -> str:
        """Return which way they go."""
        return "retreat"


class MayAdvance(Step, frozen=True, tag="may_advance"):
    """`units` may advance after combat, or go into reserve (ZOC-14, ZOC-15.1-6)."""

    seat: str
    units: tuple[int, ...]

    @property
    def question(self) -> str:
        """Ask for the units that advance."""
        return "advance"


class Excess(Step, frozen=True, tag="excess"):
    """A hex holds more than it may at the end of a phase or an advance: its owner removes units (ZOC-7.2-2)."""

    seat: str
    hex: HexId

    @property
    def question(self) -> str:
        """Return which unit is removed."""
        return "excess"


class AssignsSupply(Step, frozen=True, tag="assigns_supply"):
    """The German player splits the supply points received (ZOC-5.2-1, ZOC-27.1)."""

    seat: str
    points: int

    @property
    def question(self) -> str:
        """Return which army takes how many."""
        return "assign_supply"


class ChoosesReplacement(Step, frozen=True, tag="chooses_replacement"):
    """A Commonwealth replacement is British or Canadian (ZOC-6.2-16)."""

    seat: str
    army: Literal["us", "commonwealth"] = "commonwealth"

    @property
    def question(self) -> str:
        """British or Canadian."""
        return "choose_replacement"


class PlacesGlider(Step, frozen=True, tag="places_glider"):
    """A glider regiment whose landing zone was blocked lands elsewhere (ZOC-20.2-10)."""

    seat: str
    unit: int

    @property
    def question(self) -> str:
        """Return where it lands."""
        return "glider"


class Assault(Step, frozen=True, tag="assault"):
    """An assault on a beach that is still to be made on turn 1, by the name of its landing (ZOC-20.3)."""

    seat: str
    landing: str
    advance: int = 0

    @property
    def question(self) -> str:
        """Return how the assault advances; losses are asked for by `LoseSteps`."""
        return "assault"


class Suppresses(Step, frozen=True, tag="suppresses"):
    """Ships keep the battery of Mont Canisy down this turn, or do not (ZOC-28.3)."""

    seat: str

    @property
    def question(self) -> str:
        """A ship, or no landings at Sword."""
        return "battery"


class NeedsConsent(Step, frozen=True, tag="needs_consent"):
    """An attack or a stand of one seat needs units or means of another one of its side (ZOC-27.1): `order` waits,
    encoded."""

    seat: str
    order: str

    @property
    def question(self) -> str:
        """Yes or no."""
        return "consent"


class Strafes(Step, frozen=True, tag="strafes"):
    """If both Allied armies have players, each names its strafing missions before any is resolved (ZOC-19.1.4-1)."""

    seat: str

    @property
    def question(self) -> str:
        """Return which hexes are strafed."""
        return "strafing"


AnyStep = (
    LoseSteps
    | MayIgnore
    | DeterminedDefence
    | DesperateDefence
    | MustRetreat
    | MayAdvance
    | Excess
    | AssignsSupply
    | ChoosesReplacement
    | PlacesGlider
    | Assault
    | Suppresses
    | NeedsConsent
    | Strafes
)
