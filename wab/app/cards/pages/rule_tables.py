"""The tables of the rule book, as they ship: dice, units, terrain, obstacles, air superiority, hands, the deck."""

from __future__ import annotations

from wab.app.cards.looks.texts import FACES, SIDES, section_name
from wab.app.cards.pages.summary import obstacle_lines, terrain_lines, unit_lines
from wab.content.cards.loader import load_tables
from wab.content.cards.shapes import in_language
from wab.content.rulebook import Sheet, Sheets
from wab.engine.words.text import N_
from wab.locale import _

_THEATRES = {
    "western": N_("Western Front"),
    "eastern": N_("Eastern Front"),
    "pacific": N_("Pacific"),
    "mediterranean": N_("Mediterranean"),
}
_EVEN = N_("even")


def dice() -> Sheet:
    """Return how many faces of a die carry each sign (CRD-T-DICE)."""
    faces = load_tables().dice.faces
    rows = tuple((_(words), str(faces.count(face))) for face, words in FACES.items() if face in faces)
    return Sheet(_("Faces of a die"), (_("Sign"), _("Faces of six")), rows)


def units() -> Sheet:
    """Return what each kind of unit can do (CRD-T-UNITS, CRD-T-ATTACK)."""
    rows = tuple((in_language(kind.title), " ".join(unit_lines(kind))) for kind in load_tables().units.kinds.values())
    return Sheet(_("Kinds of unit"), (_("Unit"), _("What it can do")), rows)


def terrain() -> Sheet:
    """Return what each terrain does (CRD-T-TERRAIN)."""
    rows = tuple(
        (in_language(kind.title), " ".join(terrain_lines(kind)) or _("No effect."))
        for kind in load_tables().terrain.values()
    )
    return Sheet(_("Terrain effects"), (_("Terrain"), _("What it does")), rows)


def obstacles() -> Sheet:
    """Return what each obstacle does (CRD-T-OBSTACLES)."""
    rows = tuple(
        (in_language(kind.title), " ".join(obstacle_lines(kind)) or _("No effect."))
        for kind in load_tables().obstacles.values()
    )
    return Sheet(_("Obstacle effects"), (_("Obstacle"), _("What it does")), rows)


def board() -> Sheet:
    """The terrain that the faces of the board print (CRD-T-BOARD)."""
    tables = load_tables()
    rows = tuple(
        (str(row), in_language(tables.terrain[name].title)) for row, name in sorted(tables.board.faces["beach"].items())
    )
    note = _("Rows are counted from the northern edge. All others, and the country side, are open ground.")
    return Sheet(_("The beach side of the board"), (_("Row"), _("Terrain")), rows, note)


def air() -> Sheet:
    """Return the sheet of air superiority, by theatre and year (CRD-T-AIR)."""
    table = load_tables().air
    rows = tuple(
        (_(_THEATRES.get(name, name)), *(_(SIDES.get(one, _EVEN)) for one in years))
        for name, years in table.theatres.items()
    )
    note = _("The side with air superiority rolls two dice, the other one; where it is even, each rolls one.")
    return Sheet(_("Air superiority"), (_("Theatre"), *map(str, table.years)), rows, note)


def hands() -> Sheet:
    """The cards of a hand that several players share (CRD-T-TEAM)."""
    rows = tuple(tuple(map(str, (size, hand.each, hand.shared))) for size, hand in load_tables().teams.hands.items())
    return Sheet(_("Hands in team play"), (_("Hand"), _("Each player"), _("Shared")), rows)


def deck() -> Sheet:
    """The command cards (CRD-T-DECK)."""
    rows = tuple(
        (in_language(card.title), section_name(card.section), str(card.count), in_language(card.text))
        for card in load_tables().deck.cards
    )
    return Sheet(_("Command cards"), (_("Card"), _("Section"), _("Count"), _("What it does")), rows)


SHEETS: Sheets = {
    "CRD-T-DICE": dice,
    "CRD-T-UNITS": units,
    "CRD-T-TERRAIN": terrain,
    "CRD-T-OBSTACLES": obstacles,
    "CRD-T-BOARD": board,
    "CRD-T-AIR": air,
    "CRD-T-TEAM": hands,
    "CRD-T-DECK": deck,
}
"""By id of the ledger."""
