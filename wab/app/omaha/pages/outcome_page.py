"""The end of a game: points by source, and the units that were lost."""

from __future__ import annotations

from typing import Any

from wab.app.pages.fronts import OutcomePage, Row, Score, Share, Table, level_in, verdict_of
from wab.app.wargame.adapter.typography import joined, typographic, words
from wab.engine.kernel.game import Game
from wab.locale import _
from wab.systems.omaha.sequence.victory import points
from wab.systems.omaha.state.names import LEVEL_NAMES, SIDE_NAMES
from wab.systems.omaha.state.state import DEAD, US, State
from wab.systems.omaha.telling.account import accounts


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page of a game. ValueError when it is not over."""
    result = game.outcome
    if result is None:
        raise ValueError("the game is not over")
    view: Any = game.view(side)
    state: State = view.position
    verdict, good = verdict_of(result, side)
    shares = tuple(Share(str(source.words), source.points[US]) for source in accounts(state))
    return OutcomePage(
        title=typographic(words(state.board.title)),
        verdict=verdict,
        good=good,
        reason=joined(level_in(LEVEL_NAMES, result.level), result.reason),
        scores=(Score(US, _(SIDE_NAMES[US]), result.points.get(US, float(points(state))), shares),),
        tables=(_lost(state),),
    )


def _lost(state: State) -> Table:
    rows = tuple(Row((state.profile(unit.id).key,), US) for unit in state.boxed(DEAD))
    return Table(_("Units lost"), ("",), rows)
