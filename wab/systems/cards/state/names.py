"""Names in sentences of sides and seats, with their grammar (`wab.engine.words.text`)."""

from __future__ import annotations

from wab.engine.words.text import Noun, Text

ALLIES = Noun("Allies", en="p le", fr="mp le")
AXIS = Noun("Axis", en="s le", fr="ms le")
_SIDES = {"allies": ALLIES, "axis": AXIS}
_SEATS = {
    "allies/1": Noun("first Allied player", en="s le", fr="ms le"),
    "allies/2": Noun("second Allied player", en="s le", fr="ms le"),
    "allies/commander": Noun("Allied commander-in-chief", en="s le", fr="ms le"),
    "allies/left": Noun("Allied general on the left", en="s le", fr="ms le"),
    "allies/center": Noun("Allied general in the centre", en="s le", fr="ms le"),
    "allies/right": Noun("Allied general on the right", en="s le", fr="ms le"),
    "allies/flanks": Noun("Allied general on both flanks", en="s le", fr="ms le"),
    "axis/1": Noun("first Axis player", en="s le", fr="ms le"),
    "axis/2": Noun("second Axis player", en="s le", fr="ms le"),
    "axis/commander": Noun("Axis commander-in-chief", en="s le", fr="ms le"),
    "axis/left": Noun("Axis general on the left", en="s le", fr="ms le"),
    "axis/center": Noun("Axis general in the centre", en="s le", fr="ms le"),
    "axis/right": Noun("Axis general on the right", en="s le", fr="ms le"),
    "axis/flanks": Noun("Axis general on both flanks", en="s le", fr="ms le"),
}


def side_noun(side: str) -> Text:
    """A side, for a sentence with its article: `{side:The} {side:|wins|win}`."""
    return _SIDES.get(side) or Text(side)


def seat_noun(seat: str) -> Text:
    """A seat: its side, or its member where there are several."""
    return _SEATS.get(seat) or side_noun(seat)
