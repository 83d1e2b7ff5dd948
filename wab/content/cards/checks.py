"""Checks that the shapes of the card game's tables cannot express: names that must be there, sums, what belongs
together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from wab.content.cards.shapes import (
    AirTable,
    BoardTable,
    Card,
    DeckFile,
    Obstacle,
    OverlordTable,
    Superiority,
    TeamTable,
    TerrainKind,
    Type,
    UnitTable,
)
from wab.content.reader import not_in_file
from wab.content.shelf import words_problems
from wab.engine.words.text import Text

Problem = tuple[str, str | Text]
PLAIN = "plain"


def all_there(where: str, names: Iterable[Any], expected: Iterable[str]) -> Iterator[Problem]:
    """Every expected name is among the names that there are."""
    known = set(names)
    for name in expected:
        if name not in known:
            yield f"{where}.{name}" if where else name, Text("is missing")


def unit_problems(table: UnitTable) -> Iterator[Problem]:
    """The standard kind of each type, which has its name (CRD-A1.1-1), is there.

    Fire does not grow with distance; no unit moves further with an attack than without one.
    """
    yield from all_there("kinds", table.kinds, get_args(Type))
    for name, kind in table.kinds.items():
        where = f"kinds.{name}"
        yield from words_problems(f"{where}.title", kind.title)
        if not kind.dice or list(kind.dice) != sorted(kind.dice, reverse=True):
            yield (
                f"{where}.dice",
                Text(
                    "is {value} (expected a number for each distance, in falling order)",
                    {"value": str(list(kind.dice))},
                ),
            )
        if kind.move_and_attack > kind.move:
            yield (
                f"{where}.move_and_attack",
                Text(
                    "is {move_and_attack}, but it moves {move} at most",
                    {"move_and_attack": kind.move_and_attack, "move": kind.move},
                ),
            )
        if kind.retreat_per_flag[0] > kind.retreat_per_flag[1]:
            yield f"{where}.retreat_per_flag", Text("ends below where it begins (expected fewest and most hexes)")
        if kind.figures > getattr(table.box, kind.type):
            yield (
                f"{where}.figures",
                Text(
                    "is {figures}, the box has {most}",
                    {"figures": kind.figures, "most": getattr(table.box, kind.type)},
                ),
            )


def terrain_problems(table: Mapping[str, TerrainKind]) -> Iterator[Problem]:
    """There is plain ground, without any effect (CRD-A2.1-7); protection from below needs height."""
    yield from all_there("", table, (PLAIN,))
    for name, terrain in table.items():
        yield from words_problems(f"{name}.title", terrain.title)
        if name == PLAIN and terrain != TerrainKind(title=terrain.title):
            yield name, Text("has an effect (expected nothing but a title)")
        if not terrain.height and (terrain.from_below or terrain.sight == "unless_both_high"):
            yield f"{name}.height", Text("is 0, but its protection or its sight goes by height")


def obstacle_problems(table: Mapping[str, Obstacle]) -> Iterator[Problem]:
    """Texts are there; an obstacle that cannot be entered is not removed by entering it."""
    yield from all_there("", table, ("sandbags", "bridge"))
    for name, obstacle in table.items():
        yield from words_problems(f"{name}.title", obstacle.title)
        for type_, how in obstacle.removed_by.items():
            if how == "enter" and type_ in obstacle.closed_to:
                yield f"{name}.removed_by.{type_}", Text("cannot be, since the type may not enter (see closed_to)")


def air_problems(table: AirTable) -> Iterator[Problem]:
    """Every theatre has a cell for each year, and each kind of superiority its dice."""
    for name, row in table.theatres.items():
        if len(row) != len(table.years):
            yield (
                f"theatres.{name}",
                Text(
                    "has {count} items (expected {years}, one a year)", {"count": len(row), "years": len(table.years)}
                ),
            )
    yield from all_there("dice", table.dice, get_args(Superiority))


def team_problems(table: TeamTable) -> Iterator[Problem]:
    """The hands follow one another without a gap, so that there is one for every hand of a scenario."""
    hands = sorted(table.hands)
    if hands != list(range(hands[0], hands[0] + len(hands)) if hands else ()):
        yield "hands", Text("are {hands} (expected whole numbers without a gap)", {"hands": str(hands)})


def deck_problems(deck: DeckFile) -> Iterator[Problem]:
    """As many section and tactic cards as there must be (CRD-C-1), each kind once, each with something to do."""
    for family, expected in (("section", deck.section_cards), ("tactic", deck.tactic_cards)):
        number = sum(card.count for card in deck.cards if card.family == family)
        if number != expected:
            yield (
                f"{family}_cards",
                Text("is {expected}, but the cards listed come to {number}", {"expected": expected, "number": number}),
            )
    keys = Counter(card.key for card in deck.cards)
    cards = {card.key: card for card in deck.cards}
    for i, card in enumerate(deck.cards):
        where = f"cards[{i}]"
        if keys[card.key] > 1:
            yield (
                f"{where}.key",
                Text('"{key}" is the key of {count} cards', {"key": card.key, "count": keys[card.key]}),
            )
        yield from words_problems(f"{where}.title", card.title)
        yield from words_problems(f"{where}.text", card.text)
        yield from _use_problems(card, where)
        if card.mirror and (card.mirror not in cards or cards[card.mirror].mirror != card.key):
            yield (
                f"{where}.mirror",
                Text('"{mirror}" is not a card whose mirror is "{key}"', {"mirror": card.mirror, "key": card.key}),
            )


def _use_problems(card: Card, where: str) -> Iterator[Problem]:
    """A card does one thing: it orders units, strikes, rolls for orders, interrupts or copies."""
    ways = (card.orders is not None, card.strike is not None, bool(card.orders_by_face), card.interrupts, card.copies)
    if sum(ways) != 1:
        yield where, Text("does not do one thing (expected one of: orders, strike, orders_by_face, interrupts, copies)")
    if card.orders is None:
        if card.fall_back:
            yield f"{where}.fall_back", Text("is true, but the card orders no kind of unit")
        return
    if bool(card.orders.by_section) == (card.orders.units is not None):
        yield f"{where}.orders", Text("is unclear (expected either by_section or units)")
    if card.fall_back and not card.orders.types:
        yield f"{where}.fall_back", Text("is true, but the card is for every type of unit")
    if card.family == "section" and card.level > 1:
        yield f"{where}.level", Text("is {level} (expected 1: a section card is in every deck)", {"level": card.level})


def overlord_problems(table: OverlordTable, deck: DeckFile) -> Iterator[Problem]:
    """Some player uses every kind of card, and all cards exist."""
    names = {card.name for card in deck.cards}
    yield from all_there("uses", table.uses, sorted(names))
    named = {"only_card": table.only_card, "first_cards": table.first_cards, "alone": table.alone}
    for where, cards in ({"uses": tuple(table.uses)} | named).items():
        for name in cards:
            if name not in names:
                yield where, not_in_file(name, "deck.yaml", names)
    if table.most_cards_for_general > table.most_cards:
        yield (
            "most_cards_for_general",
            Text(
                "is {most_cards_for_general}, a side plays {most_cards} at most",
                {"most_cards_for_general": table.most_cards_for_general, "most_cards": table.most_cards},
            ),
        )


def board_problems(table: BoardTable) -> Iterator[Problem]:
    """One board and two; section lines from west to east; commands end where sections end; rows that there are."""
    for boards in (1, 2):
        if boards not in table.sizes:
            yield "sizes", Text("has none for this number of boards: {boards}", {"boards": boards})
    for boards, size in table.sizes.items():
        lines = list(size.section_lines)
        if lines != sorted(set(lines)) or any(not 0 < x < 2 * size.columns - 2 for x in lines):
            yield (
                f"sizes.{boards}.section_lines",
                Text(
                    "is {lines} (expected ascending x from 1 to {last})",
                    {"lines": str(lines), "last": 2 * size.columns - 3},
                ),
            )
        if not set(size.command_lines) <= set(lines):
            yield f"sizes.{boards}.command_lines", Text("must be some of the section lines")
    for face, rows in table.faces.items():
        for row in rows:
            if row > table.rows:
                yield (
                    f"faces.{face}.{row}",
                    Text("is not a row of the board (expected 1 to {rows})", {"rows": table.rows}),
                )


def ground_problems(board: BoardTable, terrain: Iterable[str]) -> Iterator[Problem]:
    """The ground that is printed on the board is terrain of the table (CRD-B-8)."""
    for face, rows in board.faces.items():
        for row, name in rows.items():
            if name not in terrain:
                yield f"faces.{face}.{row}", not_in_file(name, "terrain.yaml", terrain)
