"""The end of a game: points by source, places that count, units lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wab.app.blind.looks.looks import unit_name
from wab.app.pages.fronts import OutcomePage, Row, Score, Share, Table, verdict_of
from wab.app.wargame.adapter.typography import joined, typographic, words
from wab.engine.kernel.game import Game
from wab.locale import _
from wab.systems.blind.sequence.victory import REASON
from wab.systems.blind.state.board import SIDES
from wab.systems.blind.state.names import LEVEL_NAMES, SIDE_NAMES
from wab.systems.blind.state.state import DEAD, State
from wab.systems.blind.telling.account import accounts


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page for one side. ValueError when the game is not over."""
    result = game.outcome
    if result is None:
        raise ValueError("the game is not over")
    view: Any = game.view(side)
    state: State = view.position
    verdict, good = verdict_of(result, side)
    shares = tuple(Share(str(source.words), source.points["allied"]) for source in accounts(state))
    reason = _(REASON).format(points=round(result.points["allied"]))
    return OutcomePage(
        title=typographic(words(state.board.title)),
        verdict=verdict,
        good=good,
        reason=joined(_(LEVEL_NAMES[result.level]), reason),
        scores=(Score("allied", _(SIDE_NAMES["allied"]), result.points["allied"], shares),),
        tables=(_places(state), _lost(state)),
    )


def _places(state: State) -> Table:
    """Every place that counts, the Allied ones first, the most points first."""
    order = sorted(state.board.places.items(), key=lambda one: (state.holds("axis", one[0]), -one[1].vp, one[0]))
    rows = []
    for hex_, place in order:
        side = "allied" if state.holds("allied", hex_) else "axis"
        worth = _("spoilt") if hex_ in state.now.spoilt else str(place.vp)
        rows.append(Row((typographic(place.name), _(SIDE_NAMES[side]), worth), side))
    return Table(_("What counts"), ("", _("held by"), _("points")), tuple(rows))


def _lost(state: State) -> Table:
    return Table(_("Units lost"), ("", ""), tuple(_lost_rows(state)))


def _lost_rows(state: State) -> Iterator[Row]:
    for side in SIDES:
        gone = [unit for unit in state.box(DEAD) if state.side_of(unit) == side]
        yield Row((_(SIDE_NAMES[side]), str(len(gone))), side, main=True)
        for unit in gone:
            yield Row((unit_name(state.profile(unit)), ""), side)
