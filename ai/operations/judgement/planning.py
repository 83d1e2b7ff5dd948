"""Numbers by which the planner weighs goals, tasks and units: numbers read from data, and numbers of single tasks."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.operations.judgement.levels import FOLDER
from ai.operations.outlines.chance import Curve
from wab.content.reader import read_yaml

FILE = FOLDER / "planning.yaml"


class Planning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planner's numbers; the comments in `data/planning.yaml` say what each means."""

    chance: Curve
    main_effort: float
    cohesion: float
    loyalty: float
    margin: float
    near_best: float
    active: float
    distant_draw: float
    in_the_way: float
    detour: int
    cheap: float
    economy: float
    garrison: float
    horizon: int
    lifelines: int
    expected_share: float
    hidden_share: float
    supply_worth: float
    pocket_worth: float
    counter_worth: float
    counter_most: float
    fear: float
    rush: float
    rush_turns: float
    safety: float
    guard_from: float
    relief_draw: float
    outmatched: float
    closing: float
    raid_least: int
    raids_weighed: int
    line_from: int
    line_turns: int
    line_until: int
    line_share: float
    line_least: float
    line_most: float
    line_worth: float
    line_draw: float
    bearable_odds: float
    line_spare: float
    suspected: float
    posted: int
    leash: int
    short_leash: int
    patience: float
    beaten: float
    beaten_soon: int
    broken: float
    occupied: float
    occupied_draw: float
    occupied_from: float
    reserve: float
    reserve_from: int
    reserve_least: float
    reserve_most: float
    rest_margin: int
    rebuild_below: float
    stop_after: int
    stop_draw: float


@cache
def planning(file: Path = FILE) -> Planning:
    """The numbers as shipped, or the numbers of another file; DataError when it is wrong."""
    return read_yaml(file, Planning)


# ---- the estimate

ANNOUNCED = 2
"""Turns ahead for which announced reinforcements of the enemy count."""
ARRIVES_WITHIN = ANNOUNCED + 0.5
"""Turns within which one of them must be at a goal to count against it."""
WAY_FROM, WAY_TO = 2.5, 5.0
"""Turns of march to a goal from which enemies on the way begin to count for its need, and from which all of them do."""
UNSEEN_WITHIN = 3
"""Hexes from a held goal within which unseen enemies count."""
HIDDEN_WITHIN = 2
"""Hexes about an enemy goal within which unseen enemies may be its garrison."""
HIDDEN_PART = 0.25
"""Share of all unseen enemies that is believed in one unseen goal, at most."""

# ---- assignment and missions

IN_REACH = 1.5
"""Turns of march beyond which no unit gets to a goal in danger before it falls."""
A_MARCH = 1.0
"""Turns of march to a goal beyond which a unit is not there yet: on the way to hold it, in the rear of an attack."""
FAINT = 0.1
"""The chance below which an assault with the units that have it is not called one."""
SIDE_BY_SIDE = 4
"""Hexes between the ends of two ways out that are one breakout, at most."""

# ---- garrisons

FEARED_WITHIN = 2.0
"""Turns of march within which an enemy counts for the units that stand in a goal,"""
FEARED_BY_OTHERS = 1.0
"""and for units that could join them: these would have to leave other work, so that less is feared."""
SPARED_WITHIN = 3.0
"""Turns of march within which an enemy counts for units that another goal can spare, and that these march at most."""
STANDS_FOR = 3
"""Turns for which a garrison is to stand, at most."""

# ---- supply, pockets, counter-attacks

GUARD_WITHIN = 2.0
"""Turns of march of an enemy to a source of supply up to which the source is in danger."""
WORTH_A_GUARD = 0.8
"""Points from which on a source is guarded: where there are many, the loss of one is borne."""
CORRIDOR_CUT = 2
"""Hexes that have to be closed to cut a group off, up to which its corridor is kept open."""
CORRIDOR_WITHIN = 1.0
"""Turns of march of an enemy to a hex of the corridor up to which the hex is in danger."""
MISSED_FOR = 3
"""Turns to come below which the supply that a corridor brings is worth less and less."""
POCKET_LEAST, POCKET_STANDS, POCKET_FIRST = 0.5, 0.6, 0.5
"""The demands of a post that closes a pocket: points at least, the share of the enemy's attack there that it must
stand, and the share of the need that the first unit meets at least.
"""
POCKET_UNTIL = 3
"""Turns left below which no pocket is closed any more."""
COUNTERED = 2
"""Enemy stacks that are counter-attacked for each goal in danger, at most."""
PROMISING = 0.6
"""The share of its need that must be near for a counter-attack."""
STRIKES_WITHIN = 1.3
"""Turns of march up to which an enemy stack endangers a goal."""

# ---- withdrawal

FIRM_STACK = 0.5
"""The chance of holding its hex from which on a stack keeps a supply line open."""
UNTOUCHED, SHAKY = 6, 2
"""Prices in a cut: of a hex that the enemy cannot get to next turn, of one held by a stack that would be thrown out."""
WITHDRAWAL_CUT = 3
"""The price of the cut up to which a corridor is not to be trusted."""
CLOSE_BEHIND = 4
"""Hexes from safe ground to a source of supply up to which a group goes on to the source."""
FIRM_GROUND_DRAW = 1.5
"""Points by which firm ground draws a group, for each point that its HP are worth."""
STAYS_FOR = 2.0
"""Points for each HP of a group from which on the goals that it holds keep it there."""
MOST_WITHDRAWN = 0.7
"""The share of the army that withdraws, at most, all groups together: beyond that it is no salient but a battle."""
BESIDE_THE_WAY = 2
"""Hexes by which a way is longer that leads through a place next to the way back."""
SCREEN_DRAW = 8.0
"""Points by which its place draws a unit that screens a withdrawal."""
WITHDRAWAL_UNTIL = 2
"""Turns left below which no group withdraws."""

# ---- the line

BROKEN_IN = 2
"""Steps from enemy ground beyond which an enemy stack has broken in, and has not only bent the line."""
COVERED = 4
"""Steps from the enemy's ground, and from any enemy, beyond which a place behind the line needs no garrison."""
SECTOR = 4
"""Posts of the line that are one sector, and one mission."""
INTRUDERS = 6
"""Enemy stacks behind the line that are counter-attacked, at most."""
RALLIES = 6
"""Posts for each place where reserves wait."""
RALLY_DRAW = 8.0
"""Points by which such a place draws the units that wait there."""
RESERVE_BEHIND = 3
"""Hexes from any enemy that a reserve keeps."""
ROAD_NEARER = 0.5
"""Hexes by which a road makes a place to wait in count as nearer."""
PATIENT_FROM, PATIENT_TO = 6, 20
"""Turns left up to which no attack waits for better chances, and from which on all do."""
LOOSE = 1.5
"""Columns of shelter that a hex off firm ground must have more for the line to run there."""
OUTSIDE = 6
"""Steps beyond the leash from which units outside are led back."""
EMPTY_FROM = 8
"""Steps from an enemy stack or source of supply beyond which ground of the enemy's colour counts as empty."""
SOURCE_FIRM = 2
"""Hexes about a source of supply within which all own ground counts as firm."""
SUSPECTED_WITHIN = 3
"""Hexes about a place of the line within which unseen enemies count."""

# ---- rest and reserve

RESERVE_UNTIL = 3
"""Turns left up to which there is no reserve any more."""
BOLD_RESERVE = 0.5
"""The share by which a commander of the boldness 1 keeps a smaller reserve."""
REST_UNTIL = 3
"""Turns left below which no unit is sent to rest."""
PATIENT_REST = 10
"""Percent of fatigue by which a commander of the patience 1 rests units earlier."""
