"""The text that a player reads before a battle of the card game, and its entry in the list of scenarios."""

from __future__ import annotations

from collections import Counter

from wab.app.cards.looks.texts import kind_name, side_name
from wab.app.pages.fronts import BriefingPage, Card, Row, Rule, SideCard, Table
from wab.content.cards.shapes import in_language
from wab.locale import _, ngettext
from wab.systems.cards.state.board import SIDES, Board


def card(board: Board, minutes: int) -> Card:
    """A scenario in the list: its day, how many units each side has, how long it takes."""
    counts = [sum(profile.side == side for profile in board.roster.values()) for side in SIDES]
    size = _("{allies} : {axis} units").format(allies=counts[0], axis=counts[1])
    return Card(in_language(board.date), size, minutes)


def briefing_page(board: Board) -> BriefingPage:
    """Everything about a battle before it begins."""
    text = [part for part in in_language(board.briefing).splitlines() if part.strip()]  # a line is a paragraph
    text += [f"– {in_language(words)}" for words in board.rules]
    return BriefingPage(
        title=in_language(board.title),
        dates=in_language(board.date),
        kind=_("Double board, up to eight players") if board.overlord else _("Battle"),
        paragraphs=tuple(" ".join(part.split()) for part in text),
        teaches="",
        objectives=objectives(board),
        rules=rules(board),
        sides=tuple(side_card(board, side) for side in SIDES),
    )


def objectives(board: Board) -> Table:
    """The medals on the board and how many win (CRD-3-1, CRD-A3-1)."""
    types = {
        "temporary": _("while held"),
        "permanent": _("for good"),
        "majority_temporary": _("most hexes"),
        "sudden_death": _("wins at once"),
        "exit": _("each that leaves"),
        "clear": _("for good"),
    }
    rows = []
    for medal in board.objectives:
        cells = (in_language(medal.name), " ".join(map(board.label, medal.hexes[:4])), types[medal.type])
        rows.append(Row(cells, "" if medal.side == "both" else medal.side))
    for side in SIDES:
        goal = board.goal(side)
        words = ngettext("{count} medal", "{count} medals", goal).format(count=goal)
        rows.append(Row((_("{side} win with").format(side=side_name(side)), "", words), side, main=True))
    notes = (_("Each enemy unit destroyed is a medal as well."),)
    return Table(_("Victory medals"), (_("Objective"), _("Hex"), _("Counts")), tuple(rows), notes)


def rules(board: Board) -> tuple[Rule, ...]:
    """Return the rules on who begins and who holds the air; special rules stand in the text."""
    air = board.air
    told = _("Allies {allies}, Axis {axis}").format(allies=air.allies, axis=air.axis)
    first = Rule(_("Plays first"), True, side_name(board.first))
    return first, Rule(_("Dice of Air Power"), True, told)


def side_card(board: Board, side: str) -> SideCard:
    """A side to choose: where it sits, its hand, its units."""
    kinds = Counter(profile.kind for profile in board.roster.values() if profile.side == side)
    units = ", ".join(f"{count} × {kind_name(board, kind)}" for kind, count in kinds.items())
    hand = board.hands.of(side)
    cards = ngettext("{count} command card", "{count} command cards", hand).format(count=hand)
    goal = board.goal(side)
    wins = ngettext("wins with {count} medal", "wins with {count} medals", goal).format(count=goal)
    return SideCard(side, side_name(side), (cards, wins, units))
