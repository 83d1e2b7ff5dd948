"""Words of the card game as the window writes them: sides, seats, sections, steps of a turn, options."""

from __future__ import annotations

from wab.content.cards.shapes import in_language
from wab.engine.kernel.values import side_of
from wab.engine.words.text import N_
from wab.locale import _, ngettext
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.state import Fight, Play

SIDES = {"allies": N_("Allies"), "axis": N_("Axis")}
SIDE_CODE = {"allies": 1, "axis": 2}
PLACES = {
    "1": N_("first player"),
    "2": N_("second player"),
    "commander": N_("commander"),
    "left": N_("left"),
    "center": N_("centre"),
    "right": N_("right"),
    "flanks": N_("both flanks"),
}
SECTIONS = {"left": N_("Left flank"), "center": N_("Centre"), "right": N_("Right flank")}
GENERALS = {
    "": N_("The commander himself"),
    "left": N_("General on the left"),
    "center": N_("General in the centre"),
    "right": N_("General on the right"),
}
LEVELS = {
    "medals": N_("Victory by medals"),
    "sudden_death": N_("Sudden death"),
    "destruction": N_("Destruction"),
    "victory": N_("Victory"),
    "draw": N_("Draw"),
}
OPPONENTS = {
    "easy": N_("Thinks each card through to the end of its turn, but overlooks some."),
    "normal": N_("Overlooks none, and tries its best cards in several courses that the battle may take."),
}
PHASES = {
    "opening": N_("Opening bombardment"),
    "card": N_("Choose a card"),
    "give": N_("Give out cards"),
    "strike": N_("Choose the targets"),
    "order": N_("Order units"),
    "move": N_("Move"),
    "rising": N_("Rising"),
    "attack": N_("Attack"),
    "overrun": N_("Armour overrun"),
    "second_move": N_("Second move"),
    "retreat": N_("Retreat"),
    "ground": N_("Take ground"),
    "ambush": N_("Close combat"),
    "keep": N_("Keep a card"),
    "over": N_("The battle is over"),
}
STEPS = ("card", "order", "move", "attack", "draw")
STEP_NAMES = {
    "card": N_("Card"),
    "order": N_("Orders"),
    "move": N_("Moves"),
    "attack": N_("Attacks"),
    "draw": N_("Drawing"),
}
STEP_OF = {
    "opening": "card",
    "card": "card",
    "give": "card",
    "strike": "card",
    "order": "order",
    "move": "move",
    "rising": "move",
    "attack": "attack",
    "overrun": "attack",
    "retreat": "attack",
    "ground": "attack",
    "ambush": "attack",
    "second_move": "attack",
    "keep": "draw",
}
"""To which of the five steps of a turn (CRD-4.0-6) a phase belongs."""
OPTIONS = {
    "deck": N_("Command cards"),
    "full": N_("All cards"),
    "simple": N_("Simple tactics"),
    "sections": N_("Sections only"),
    "variant": N_("Rules"),
    "standard": N_("As in the book"),
    "younger": N_("Younger players"),
    "younger-plain": N_("Younger, no overrun"),
    "allies_players": N_("Players on the Allied side"),
    "axis_players": N_("Players on the Axis side"),
}
FACES = {
    "infantry": N_("infantry"),
    "armour": N_("armour"),
    "grenade": N_("grenade"),
    "star": N_("star"),
    "flag": N_("flag"),
}


def side_name(side: str) -> str:
    """A side in the reader's language."""
    return _(SIDES[side_of(side)]) if side_of(side) in SIDES else side


def seat_name(seat: str) -> str:
    """A seat: its side, and who of it where several lead it."""
    side, place = side_of(seat), seat.partition("/")[2]
    if not place:
        return side_name(side)
    return _("{side}, {place}").format(side=side_name(side), place=_(PLACES.get(place, place)))


def section_name(section: str) -> str:
    """A section as its player calls it; on a double board the number that the south gives it."""
    if section in SECTIONS:
        return _(SECTIONS[section])
    return _("Section {number}").format(number=section) if section else ""


def where(play: Play) -> str:
    """For whom a card was played: the general who got it, and the section in which it works."""
    general = _(GENERALS[play.general]) if play.general else ""
    return " · ".join(part for part in (general, section_name(play.section)) if part)


def phase_name(phase: str) -> str:
    """A step of the turn in words."""
    return _(PHASES.get(phase, phase))


def card_title(board: Board, key: str) -> str:
    """The name printed on a card."""
    card = board.cards.get(key)
    return in_language(card.title) if card is not None else key


def card_text(board: Board, key: str) -> str:
    """Return what is printed on a card."""
    card = board.cards.get(key)
    return in_language(card.text) if card is not None else ""


def unit_name(board: Board, unit: int) -> str:
    """The name of a unit, or the name of its kind."""
    profile = board.roster[unit]
    return str(profile.name) or kind_name(board, profile.kind)


def attack_words(board: Board, fight: Fight) -> str:
    """An attack in a sentence: attacker, target, and how many dice."""
    one, several = _("{unit} attacks {target} with a single die."), _("{unit} attacks {target} with {dice} dice.")
    who, whom = (unit_name(board, unit) for unit in (fight.attacker, fight.target))
    return (one if fight.dice == 1 else several).format(unit=who, target=whom, dice=fight.dice)


def result_words(hits: int, flags: int) -> str:
    """The result of dice: hits and flags."""
    told = [ngettext("{count} hit", "{count} hits", hits).format(count=hits)] if hits else []
    told += [ngettext("{count} flag", "{count} flags", flags).format(count=flags)] if flags else []
    return " · ".join(told) or _("No effect")


def hex_name(board: Board, hex_: int) -> str:
    """The name printed on a hex, else its label."""
    return place_name(board, hex_) or board.label(hex_)


def kind_name(board: Board, kind: str) -> str:
    """A kind of unit in words."""
    return in_language(board.kind(kind).title)


def terrain_name(board: Board, hex_: int) -> str:
    """The terrain of a hex in words."""
    ground = board.ground[hex_]
    return in_language(ground.title) if ground is not None else ""


def place_name(board: Board, hex_: int) -> str:
    """The name printed on a hex, "" for most."""
    words = board.places.get(hex_)
    return in_language(words) if words is not None else ""


def dice(count: int) -> str:
    """A number of dice in words."""
    return ngettext("{count} die", "{count} dice", count).format(count=count)


def units(count: int) -> str:
    """A number of units in words."""
    return ngettext("{count} unit", "{count} units", count).format(count=count)
