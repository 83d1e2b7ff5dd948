"""The shapes of the orders of battle of zocbonds, of the types of units, and the words that all its data share."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from wab.content.reader import Title
from wab.content.references import written_as
from wab.hexes import HexId

Side = Literal["allied", "axis"]
Army = Literal["us", "commonwealth"]
Nation = Literal["us", "british", "canadian", "german"]
Size = Literal["II", "III", "X", "XXX"]
UnitType = Literal[
    "infantry",
    "fortress",
    "security",
    "ost",
    "bicycle",
    "commando",
    "parachute",
    "glider",
    "motorised_infantry",
    "panzer_engineer",
    "panzergrenadier",
    "tank",
    "anti_tank",
    "flak",
    "recon",
    "armoured_brigade",
    "combat_command",
    "hq",
    "werfer",
    "beach_engineer",
    "strongpoint",
]
Vehicle = Literal["panther", "tiger", "jagdpanther", "assault_gun"]
Branch = Literal["heer", "luftwaffe", "ss"]
"""The branches of the Wehrmacht, whose colours German units wear."""
Replacement = Literal["infantry", "armour", "airborne", "none"]
CadreKind = Literal["infantry", "airborne", "parachute", "armour", "panzergrenadier"]
Entry = Literal["green", "blue", "red", "orange"]
Beach = Literal["utah", "omaha_29", "omaha_1", "gold_jig", "gold_king", "juno_mike", "juno_nan", "sword_queen"]
Landing = Literal[
    "utah", "omaha_29", "omaha_1", "pointe_du_hoc", "gold_jig", "gold_king", "juno_mike", "juno_nan", "sword_queen"
]
"""A hex of the initial assault: the beaches, and Pointe du Hoc, which is none (ZOC-20.3.1-2, ZOC-21.1-10)."""

FORCES = ("german", "us", "commonwealth")
"""The files of campaigns/zocbonds/forces."""

Hex = Annotated[HexId, written_as(r"^[1-4][0-9]{3}$", "the number of a hex (expected as 2814)")]
UnitId = Annotated[
    str, Meta(pattern=r"^(us|uk|ca|de)_[a-z0-9_]{1,40}$", description="the id of a unit (expected as us_4id_8)")
]
FormationId = Annotated[
    str, Meta(pattern=r"^(us|uk|ca|de)_[a-z0-9]{1,20}$", description="the id of a formation (expected as us_4id)")
]
Day = Annotated[str, Meta(pattern=r"^1944-06-[0-3][0-9]$", description="a day of June 1944 (expected as 1944-06-07)")]
Count = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Quality = Annotated[int, Meta(ge=-2, le=2)]
Strengths = Annotated[tuple[Positive, ...], Meta(min_length=1, max_length=2)]
Short = Annotated[str, Meta(pattern=r"^.{1,12}$", description="what a counter shows (expected 12 characters at most)")]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


class TypeRow(Data, frozen=True):
    """The consequences of the type of a unit (ZOC-2.3.3): a row of tables/types.yaml."""

    name: Title
    foot: bool
    """Non-mechanised (ZOC-2.3.3-1)."""
    replacement: Replacement
    """The replacement that rebuilds it (ZOC-6.2-12 to ZOC-6.2-14); `german_replacement` if it is another for Germans.
    """
    infantry: bool = False
    """Infantry-type (ZOC-2.3.3-2)."""
    armoured: bool = False
    """Tanks, reconnaissance, self-propelled guns (ZOC-2.3.3-4)."""
    silhouette: bool = False
    """One a hex stacks free (ZOC-7.1-1)."""
    zone: bool = True
    """Has a zone of control while its strength is above 1 (ZOC-8.1-2)."""
    free: bool = False
    """No stacking value, one of the kind a hex (ZOC-7.1-3)."""
    cadre: CadreKind | None = None
    """The cadre that its third step becomes (ZOC-17.9-1)."""
    german_replacement: Replacement | None = None
    german_cadre: CadreKind | None = None
    defends_only: bool = False
    """Its strength is in parentheses: it never attacks (ZOC-2.3.1-1)."""
    strength: int = 0
    """Of all units of the type, where they have no card of their own: strongpoints."""


class UnitCard(Data, frozen=True):
    """A unit as printed (ZOC-2.3.1): strengths full and reduced, steps, MA, TQ and AV."""

    label: Short
    name: Title
    nation: Nation
    type: UnitType
    size: Size
    strengths: Strengths
    steps: Annotated[int, Meta(ge=1, le=3)]
    """Losses to eliminate; one more than strengths means that the last step is a cadre."""
    movement: Count
    quality: Quality
    formation: FormationId | None = None
    armour: Annotated[int, Meta(ge=0, le=5)] = 0
    guns: bool = False
    """The armour value is printed red: anti-tank (ZOC-11.4)."""
    vehicle: Vehicle | None = None
    branch: Branch | None = None
    """Of a German unit, where its formation does not say: the army unless another is named."""
    restricted: bool = False
    """May not move until released (ZOC-17.6-1)."""
    landing: Annotated[int, Meta(ge=1, le=4)] | None = None
    """Reinforcement points; None for what does not wait in Britain (ZOC-6.5.1-7)."""
    landed: Day | None = None
    """When it landed in history; advisory."""

    @property
    def has_cadre(self) -> bool:
        """Its last step is a cadre (ZOC-17.9-1)."""
        return self.steps > len(self.strengths)

    @property
    def army(self) -> Army | None:
        """The Allied army that it belongs to; None for Germans (ZOC-22.1)."""
        if self.nation == "german":
            return None
        return "us" if self.nation == "us" else "commonwealth"


class Formation(Data, frozen=True):
    """A formation: its name, what counters show of it, whether it is a division (ZOC-6.2-4), and the German branch of
    its units.
    """

    name: Title
    label: Short
    division: bool
    branch: Branch | None = None


class ForcesFile(Data, frozen=True):
    """A file of forces/: formations and units by id; strongpoints by id with their names."""

    side: Side
    formations: dict[FormationId, Formation]
    units: dict[UnitId, UnitCard]
    strongpoints: dict[UnitId, Title] = {}


class Forces(Data, frozen=True):
    """All orders of battle together."""

    formations: dict[str, Formation]
    units: dict[str, UnitCard]
    strongpoints: dict[str, Title]

    def of(self, side: Side) -> dict[str, UnitCard]:
        """The units of a side."""
        return {id_: unit for id_, unit in self.units.items() if (unit.nation == "german") == (side == "axis")}


def cadre_kind(unit: UnitCard, row: TypeRow) -> CadreKind | None:
    """The counter that the third step of a unit becomes (ZOC-17.9-1); None for types without cadres."""
    return row.german_cadre if unit.nation == "german" and row.german_cadre else row.cadre


def replacement_kind(unit: UnitCard, row: TypeRow) -> Replacement:
    """Return what rebuilds a unit (ZOC-6.2-12 to ZOC-6.2-14)."""
    return row.german_replacement if unit.nation == "german" and row.german_replacement else row.replacement


class Priced(Protocol):
    """The facts on which the price of a landing depends, of a card or of a unit in play."""

    @property
    def type(self) -> UnitType:
        """Its type."""
        ...

    @property
    def steps(self) -> int:
        """Losses to eliminate it."""
        ...

    @property
    def nation(self) -> Nation:
        """Its nation."""
        ...

    @property
    def size(self) -> str:
        """Battalion, regiment, brigade, corps."""
        ...


LandingKind = Literal[
    "armoured_brigade", "combat_command", "hq", "us_regiment", "cw_brigade", "one_step", "cavalry_group",
    "two_step_armour", "two_step_other",
]  # fmt: skip
"""The facts on which the price of an Allied landing depends (ZOC-6.5.1-3 to ZOC-6.5.1-5)."""


def landing_kind(unit: Priced) -> LandingKind:
    """The kind by which an Allied unit is priced in landing.yaml (ZOC-6.5.1-3 to ZOC-6.5.1-5)."""
    if unit.type in ("armoured_brigade", "combat_command", "hq"):
        return unit.type
    if unit.steps == 3:
        return "us_regiment" if unit.nation == "us" else "cw_brigade"
    if unit.steps == 1:
        return "one_step"
    if unit.type == "recon" and unit.size == "III":
        return "cavalry_group"
    return "two_step_armour" if unit.type in ("tank", "anti_tank") else "two_step_other"
