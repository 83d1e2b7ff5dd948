"""A telling that only counts old entries ends where a telling ends that made all of them."""

from __future__ import annotations

from typing import Any

import pytest

from ai.agents import make_agent
from tests.online.play import TABLES, played
from wab.engine.history.telling import Telling


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_told_after_catching_up_is_what_is_told_without_it(table: Any) -> None:
    whole: Telling | None = None
    passed, last, state = 0, None, None
    for game, _seat in played(table, 24):
        whole = whole or Telling(game, game.seats)
        whole.follow()
        if game.to_act != last:
            passed, state = len(game.journal), game.state.copy()
        last = game.to_act
    assert whole is not None
    late = Telling(game, game.seats, state=state, records=passed, told=whole.told)
    late.catch_up()
    assert (late.told, late.views, late.holds_back) == (whole.told, whole.views, whole.holds_back)
    for _each in range(40):  # on to the next passing, if it comes: what was held back is told then
        if (seat := game.to_act) is None or seat != last:
            break
        game.play(make_agent("greedy", game.system.id, 1).decide(game.view(seat)))
        assert late.follow() == whole.follow()
    assert (late.told, late.views) == (whole.told, whole.views)
