"""How a battle of the card game ended: medals by source, losses, dice; and the match, where there are two games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from wab.app.cards.texts import FACES, LEVELS, kind_name, side_name
from wab.app.fronts import OutcomePage, Row, Score, Share, Table
from wab.content.cards import in_language
from wab.engine.events import Rolled
from wab.engine.game import Game, Record
from wab.engine.journal import lasting
from wab.engine.system import Outcome
from wab.locale import _, ngettext
from wab.systems.cards.board import SIDES
from wab.systems.cards.match import Match
from wab.systems.cards.state import State
from wab.systems.cards.victory import medals


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page for one side. ValueError when the game is not over."""
    result, state = game.outcome, game.state
    if result is None:
        raise ValueError("the battle is not over")
    good = None if result.winner is None else result.winner == side
    verdict = {None: _("Draw"), True: _("Victory"), False: _("Defeat")}[good]
    reason = _(LEVELS.get(result.reason, LEVELS.get(result.level, "")) or result.reason)
    if result.winner is not None:
        reason = f"{side_name(result.winner)} · {reason}"
    return OutcomePage(
        title=in_language(state.board.scenario.title),
        verdict=verdict,
        good=good,
        reason=reason,
        scores=tuple(_score(state, one) for one in SIDES),
        tables=(losses(state), objectives(state)),
        luck=tuple(luck(state, lasting(game.journal))),
    )


def _score(state: State, side: str) -> Score:
    """The medals of a side and where they come from."""
    track = medals(state, side)
    parts = (
        (_("units destroyed"), track.kills),
        (_("objectives held"), len(track.objectives)),
        (_("units that left the board"), track.exits),
    )
    shares = tuple(Share(words, count) for words, count in parts if count)
    return Score(side, side_name(side), track.total, shares)


def losses(state: State) -> Table:
    """Units and figures lost by kind."""
    rows = []
    for side in SIDES:
        for kind in dict.fromkeys(profile.kind for profile in state.board.roster.values() if profile.side == side):
            own = [unit for unit, profile in state.board.roster.items() if (profile.side, profile.kind) == (side, kind)]
            gone = sum(unit in state.removed for unit in own)
            full = sum(state.board.roster[unit].figures for unit in own)
            left = sum(state.units[unit].figures for unit in own if unit in state.units)
            absent = sum(state.board.roster[u].figures for u in own if u not in state.units and u not in state.removed)
            cells = (kind_name(state.board, kind), f"{gone} / {len(own)}", f"{full - left - absent} / {full}")
            rows.append(Row(cells, side))
    return Table(_("Losses"), ("", _("Units"), _("Figures")), tuple(rows))


def objectives(state: State) -> Table:
    """Who had each medal of the board at the end."""
    rows = []
    for objective, medal in zip(state.board.objectives, state.board.scenario.medals, strict=True):
        holder = state.held.get(objective.number, "")
        rows.append(Row((in_language(medal.name), side_name(holder) if holder else "–"), holder))
    for side in SIDES:  # the goals differ: as many medals may be victory for one and not for the other
        goal = state.board.goal(side)
        words = ngettext("{count} medal", "{count} medals", goal).format(count=goal)
        rows.append(Row((_("{side} win with").format(side=side_name(side)), words), side, main=True))
    return Table(_("Objectives"), ("", _("At the end")), tuple(rows))


def luck(state: State, records: list[Record]) -> Iterator[str]:
    """The faces that came up, against those that were to be expected."""
    table = state.board.tables.dice.faces
    faces: Counter[str] = Counter()
    for record in records:
        for event in record.events:
            if isinstance(event, Rolled) and event.stream == "attack":
                faces.update(table[result - 1] for result in event.results)
    total = sum(faces.values())
    if not total:
        return
    told = ", ".join(
        _("{face} {count} (expected {expected})").format(
            face=_(FACES[face]), count=faces[face], expected=f"{total * table.count(face) / len(table):.0f}"
        )
        for face in dict.fromkeys(table)
    )
    yield _("{total} dice were rolled: {faces}.").format(total=total, faces=told)


def match_words(first: Mapping[str, float], second: Outcome) -> str:
    """How a match of two games with sides exchanged ended: more medals over both games win (CRD-2.9-2).

    `first` are the medals that the players brought along from the first game, by the side that they lead now.
    """
    leads, other = SIDES
    before = Outcome(None, "", {other: first.get(leads, 0.0), leads: first.get(other, 0.0)})
    match = Match(other, (before, second))  # whoever leads the first side now led the other one before
    own, enemy = match.medals
    told = _("Match of two games, both taken together: {one} {count}, {other} {more} medals.")
    words = told.format(one=side_name(leads), count=own, other=side_name(other), more=enemy)
    if match.winner is None:
        return f"{words} " + _("It is a draw.")
    winner = side_name(SIDES[match.winner])
    return f"{words} " + _("The match goes to the player who led {side} in this game.").format(side=winner)
