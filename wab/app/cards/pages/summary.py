"""The summary cards of what is on this board: terrain, obstacles and kinds of unit, in lines made from the tables.

Only what the map and the forces of a battle have is listed (CRD-2.7-1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wab.app.cards.looks.texts import kind_name
from wab.content.cards.shapes import Obstacle, PerType, TerrainKind, UnitKind, in_language
from wab.locale import _, ngettext
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.board import Board

MINUS = "\u2212"


@dataclass(frozen=True)
class Entry:
    """A summary card: its name and what it does, line by line."""

    key: str
    name: str
    lines: tuple[str, ...]


def terrain_present(board: Board) -> tuple[str, ...]:
    """The terrain of this board, plain ground left out, in the order of the tables."""
    there = {name for name in board.terrain if name}
    return tuple(name for name, kind in board.tables.terrain.items() if name in there and terrain_lines(kind))


def obstacles_present(view: CardsView) -> tuple[str, ...]:
    """The obstacles on the board now or from the start."""
    there = {name for kinds in view.position.obstacles.values() for name in kinds}
    there |= {name for kinds in view.board.obstacles.values() for name in kinds}
    return tuple(name for name in view.board.tables.obstacles if name in there)


def kinds_present(board: Board) -> tuple[str, ...]:
    """The kinds of unit of both sides, with the units that come later."""
    there = {profile.kind for profile in board.roster.values()}
    return tuple(kind for kind in board.tables.units.kinds if kind in there)


def summary(view: CardsView) -> dict[str, tuple[Entry, ...]]:
    """The summary cards of this battle, under "terrain", "obstacles" and "units"."""
    board, tables = view.board, view.board.tables
    return {
        "terrain": tuple(
            Entry(name, in_language(tables.terrain[name].title), tuple(terrain_lines(tables.terrain[name])))
            for name in terrain_present(board)
        ),
        "obstacles": tuple(
            Entry(name, in_language(tables.obstacles[name].title), tuple(obstacle_lines(tables.obstacles[name])))
            for name in obstacles_present(view)
        ),
        "units": tuple(
            Entry(kind, kind_name(board, kind), tuple(unit_lines(board.kind(kind)))) for kind in kinds_present(board)
        ),
    }


# ------------------------------------------------------------------------------------------------- lines


def terrain_lines(kind: TerrainKind) -> list[str]:
    """Return the effects of a terrain."""
    return list(_terrain(kind))


def _terrain(kind: TerrainKind) -> Iterator[str]:
    if kind.impassable:
        yield _("No unit can enter.")
    if kind.height:
        yield _("Height {height}.").format(height=kind.height)
    if kind.from_next_hex:
        yield _("Entered only from the hex next to it where the turn began.")
    if kind.stops:
        yield _("A unit that enters stops.")
    if kind.leaving_stops:
        yield _("A unit that leaves it stops in the next hex.")
    if kind.most_hexes:
        count = kind.most_hexes
        words = ngettext("At most {count} hex in a move onto it.", "At most {count} hexes in a move onto it.", count)
        yield words.format(count=count)
    if kind.climb > 1:
        yield _("Climbing onto it costs {count} hexes.").format(count=kind.climb)
    if kind.beach_step is not None:
        yield _("Between beach and here only infantry goes, for {count} hexes.").format(
            count=kind.beach_step.cost.infantry
        )
    if kind.no_attack_on_entry:
        yield _("No attack in the turn of entering.")
    if kind.no_attack_from:
        yield _("No attack from it.")
    yield from _protection(kind.protection, from_below=kind.from_below)
    yield from _handicap(kind.handicap)
    yield from _sight(kind)
    if kind.flags:
        yield _("One flag may be ignored.")
    if kind.no_retreat_into:
        yield _("No retreat into it.")


def _sight(kind: TerrainKind) -> Iterator[str]:
    words = {
        "blocks": _("Blocks sight."),
        "unless_both_high": _("Blocks sight, but not between two units that are both as high."),
        "two_adjacent": _("Two of them side by side block sight."),
    }
    if kind.sight in words:
        yield words[kind.sight]


def _protection(dice: PerType, *, from_below: bool = False) -> Iterator[str]:
    """Return the dice that an attacker loses, by its type."""
    if not (dice.infantry or dice.armour or dice.artillery):
        return
    told = _("Attackers roll fewer dice: infantry {infantry}, armour {armour}, artillery {artillery}.")
    less = {name: f"{MINUS}{dice.of(name)}" if dice.of(name) else "0" for name in ("infantry", "armour", "artillery")}
    yield told.format(**less)
    if from_below:
        yield _("Only attackers that stand lower.")


def _handicap(dice: PerType) -> Iterator[str]:
    """Dice that a unit in it loses."""
    names = {"infantry": _("Infantry"), "armour": _("Armour"), "artillery": _("Artillery")}
    for type_, name in names.items():
        if dice.of(type_):
            told = _("{type} in it attacks with {dice} dice fewer.")
            yield told.format(type=name, dice=dice.of(type_))


def obstacle_lines(kind: Obstacle) -> list[str]:
    """Return the effects of an obstacle."""
    return list(_obstacle(kind))


def _obstacle(kind: Obstacle) -> Iterator[str]:
    names = {"infantry": _("infantry"), "armour": _("armour"), "artillery": _("artillery")}
    if kind.spans:
        yield _("Makes the water below passable, from dry land.")
    if kind.closed_to:
        yield _("Closed to {types}.").format(types=", ".join(names[type_] for type_ in kind.closed_to))
    if kind.stops:
        yield _("A unit that enters stops.")
    yield from _protection(kind.protection)
    yield from _handicap(kind.handicap)
    if kind.blocks_sight:
        yield _("Blocks sight.")
    flags = [names[type_] for type_ in names if kind.flags.of(type_)]
    if len(flags) == len(names):
        yield _("One flag may be ignored.")
    elif flags:
        yield _("One flag may be ignored by {types}.").format(types=", ".join(flags))
    entering = [names[type_] for type_, how in kind.removed_by.items() if how == "enter"]
    instead = [names[type_] for type_, how in kind.removed_by.items() if how == "attack"]
    if entering:
        yield _("Removed by {types} that moves in.").format(types=", ".join(entering))
    if instead:
        yield _("Removed by {types} in it, in place of an attack.").format(types=", ".join(instead))
    if kind.removed_when_left:
        yield _("Removed when its unit leaves.")


def unit_lines(kind: UnitKind) -> list[str]:
    """Return what a kind of unit can do."""
    return list(_unit(kind))


def _unit(kind: UnitKind) -> Iterator[str]:
    yield ngettext("{count} figure.", "{count} figures.", kind.figures).format(count=kind.figures)
    if not kind.move_and_attack:
        words = ngettext("Moves {count} hex, or attacks.", "Moves {count} hexes, or attacks.", kind.move)
        yield words.format(count=kind.move)
    elif kind.move == kind.move_and_attack:
        words = ngettext("Moves {count} hex and attacks.", "Moves {count} hexes and attacks.", kind.move)
        yield words.format(count=kind.move)
    else:
        told = _("Moves {near} and attacks, or {far} without attack.")
        yield told.format(near=kind.move_and_attack, far=kind.move)
    yield _("Dice by distance: {dice}.").format(dice=" / ".join(map(str, kind.dice)))
    if not kind.needs_sight:
        yield _("Needs no line of sight.")
    if kind.ignores_protection:
        yield _("Protection of its target takes away no dice.")
    if not kind.takes_ground:
        yield _("Takes no ground.")
    if kind.overruns:
        yield _("After taking ground it may attack once more.")
    if kind.attacks_after_entering:
        yield _("Attacks also after entering terrain that forbids it.")
    if kind.retreat_per_flag[1] > 1:
        told = _("Goes back {fewest} to {most} hexes for a flag.")
        yield told.format(fewest=kind.retreat_per_flag[0], most=kind.retreat_per_flag[1])
