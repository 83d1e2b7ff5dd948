"""The key to the counters: colours of the armies, what stands on a counter, its signs, the short words of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wab.app.wargame.adapter.pictures import KeyLine, KeyPart
from wab.app.zocbonds.looks import looks
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.zocbonds.state.board import Board

ARMIES: Mapping[str, str] = {
    "us": N_("US First Army"),
    "uk": N_("British, of the Second Army"),
    "ca": N_("Canadians, of the Second Army"),
    "heer": N_("German army (Heer)"),
    "ss": N_("SS"),
    "luftwaffe": N_("Luftwaffe"),
}
"""The armies whose colours counters wear (ZOC-2.3.4-1)."""
PARTS: tuple[tuple[str, str, str], ...] = (
    (N_("figure at the left"), N_("strength; in brackets it only defends"), "ZOC-2.3.1-1"),
    (N_("figure at the right"), N_("movement allowance"), "ZOC-2.3.1-2"),
    (N_("chevrons"), N_("quality: none −2, one −1, two 0, three +1"), "ZOC-2.3.1-3"),
    (N_("bars at the foot"), N_("steps that are left"), "ZOC-17.9-1"),
    (N_("star"), N_("headquarters"), "ZOC-17.1-1"),
)
"""The parts of a counter: place, meaning, clause."""
SIGNS: Mapping[str, tuple[str, str]] = {
    "disrupted": (N_("disrupted"), "ZOC-13.6-1"),
    "scattered": (N_("scattered"), "ZOC-20.2-5"),
    "reserve": (N_("in reserve"), "ZOC-15.1-1"),
    "regroup": (N_("regroups after a landing"), "ZOC-6.5.2-4"),
    "replaced": (N_("took a replacement"), "ZOC-6.2-8"),
    "moved_side": (N_("has moved: gives no support"), "ZOC-17.1-1"),
    "truck": (N_("on trucks"), "ZOC-9.9-1"),
    "column": (N_("in column"), "ZOC-9.8.1-1"),
    "out": (N_("out of supply"), "ZOC-18.3-1"),
    "isolated": (N_("isolated"), "ZOC-18.3-3"),
    "begun": (N_("improved position, begun"), "ZOC-16.1-1"),
    "done": (N_("improved position"), "ZOC-16.1-5"),
}
"""The signs on counters in words, each with its clause, by the names of `looks.SIGNS`."""
SHORT: tuple[tuple[str, str, str], ...] = (
    (N_("HQ"), N_("headquarters"), "ZOC-17.1-1"),
    (N_("IP"), N_("improved position"), "ZOC-16.1-1"),
    (N_("MAF"), N_("main assault force"), "ZOC-10.3-1"),
    (N_("TQ"), N_("troop quality"), "ZOC-2.3.1-3"),
    (N_("AV"), N_("armour value"), "ZOC-2.3.1-4"),
    (N_("MA"), N_("movement allowance"), "ZOC-2.3.1-2"),
    (N_("MP"), N_("movement point"), "ZOC-9.1-1"),
    (N_("ZOC"), N_("zone of control"), "ZOC-8.1-1"),
    (N_("EZOC"), N_("enemy zone of control"), "ZOC-8.1-1"),
    (N_("DCB"), N_("defensive combat bonus of the ground"), "ZOC-11.2-1"),
    (N_("DD"), N_("determined defence"), "ZOC-12.4.1-1"),
    (N_("RP"), N_("reinforcement point"), "ZOC-6.5.1-2"),
    (N_("CW"), N_("Commonwealth: British and Canadians"), "ZOC-22.1-1"),
    (N_("CRT"), N_("combat results table"), "ZOC-T-CRT"),
    (N_("TEC"), N_("terrain effects chart"), "ZOC-T-TEC"),
)
"""The abbreviations of the rules with their meanings and the clauses that define them (ZOC-2.4-1)."""


def counter_key(board: Board) -> tuple[KeyPart, ...]:
    """Return the key: the armies of the battle, the parts of a counter, its signs from the worst, the short words."""
    found = (_("Armies"), _armies(board)), (_("On a counter"), _short(PARTS)), (_("Signs"), _signs())
    return tuple(KeyPart(title, tuple(lines)) for title, lines in (*found, (_("Short words"), _short(SHORT))))


def _armies(board: Board) -> Iterator[KeyLine]:
    """Each army in its colours (ZOC-2.3.4-1)."""
    there = {looks.army_of(profile) for profile in board.roster.values()}
    return (KeyLine(_(words), army=looks.nations()[army]) for army, words in ARMIES.items() if army in there)


def _signs() -> Iterator[KeyLine]:
    return (KeyLine(_(SIGNS[name][0]), SIGNS[name][1], sign=sign) for name, sign in looks.SIGNS.items())


def _short(lines: Iterable[tuple[str, str, str]]) -> Iterator[KeyLine]:
    return (KeyLine(_(words), clause, _(short)) for short, words, clause in lines)
