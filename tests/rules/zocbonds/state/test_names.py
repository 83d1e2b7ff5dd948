"""Nouns of the sentences of the rules: sides, formations, units one after the other."""

from __future__ import annotations

from tests.rules.zocbonds.field import ids, position
from wab.locale import language
from wab.systems.zocbonds.state.names import formation_noun, side_noun, units_nouns


def test_sides_formations_and_units_have_names():
    state = position({})
    with language("en"):
        assert str(side_noun("axis")) == str(side_noun("axis/seventh_army")) == "Germans"
        assert str(side_noun("nobody")) == "nobody"
        assert str(formation_noun(state.board, "us_4id")) == "4th Infantry Division"
        assert str(formation_noun(state.board, "us_nobody")) == "us_nobody"
        told = str(units_nouns(state, ids(state, "us_4id_8", "us_4id_12")))
        assert told == "12th Infantry and 8th Infantry"
