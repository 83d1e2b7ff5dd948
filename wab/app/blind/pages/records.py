"""The records of a side: points, stocks, means of the turn, what both sides know; and the key to the counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wab.app.blind.looks.looks import SIGNS, army_of, nations
from wab.app.blind.looks.overlays import accounts
from wab.app.wargame.adapter.pictures import KeyLine, KeyPart, Record
from wab.app.wargame.adapter.typography import typographic, words
from wab.content.blind.tables import VictoryRow
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.blind.sequence.victory import points
from wab.systems.blind.state.board import Board
from wab.systems.blind.state.names import ACCOUNT_NAMES, EDGE_NAMES, LEVEL_NAMES
from wab.systems.blind.state.state import State
from wab.systems.blind.telling.account import accounts as sources

ARMIES: Mapping[str, str] = {
    "us": N_("US Army"),
    "uk": N_("British Army"),
    "ca": N_("Canadians"),
    "pl": N_("Poles"),
    "fr": N_("Free French"),
    "heer": N_("German army (Heer)"),
    "ss": N_("SS"),
    "luftwaffe": N_("Luftwaffe"),
}
SIGN_WORDS: Mapping[str, tuple[str, str]] = {
    "isolated": (N_("isolated"), "BLD-9-6"),
    "partial": (N_("partial supply"), "BLD-9-4"),
    "attacks": (N_("will attack"), "BLD-4-12"),
    "bound": (N_("bound to a called hex"), "BLD-4-29"),
    "turned": (N_("has moved: fights at half"), "BLD-4-18"),
    "silent": (N_("came back or was in reserve: does not fire"), "BLD-7-23"),
    "reserve": (N_("in reserve"), "BLD-4-31"),
    "rebuilt": (N_("rebuilt this turn: stands still"), "BLD-14-11"),
    "cutters": (N_("hedge cutters"), "BLD-15-5"),
}
"""The signs on counters in words, by the names of `looks.SIGNS`."""
PARTS: tuple[tuple[str, str, str], ...] = (
    (N_("figure at the left"), N_("fire power, halved after a march"), "BLD-4-18"),
    (N_("figure at the right"), N_("movement points"), "BLD-4-2"),
    (N_("XX, III"), N_("2 RE or 1 RE for stacking and supply"), "BLD-5-1"),
    (N_("bars at the foot"), N_("steps that are left"), "BLD-8-1"),
    (N_("question mark"), N_("called occupied by unknown units"), "BLD-4-17"),
    (N_("half transparent"), N_("as last seen; it may have gone"), "BLD-7-9"),
    (N_("ring"), N_("found empty; it may have filled"), "BLD-4-9"),
)
"""The parts of a counter and of a report: what it looks like, what it means, the clause."""
SHORT: tuple[tuple[str, str, str], ...] = (
    (N_("RE"), N_("regimental equivalent"), "BLD-5-1"),
    (N_("RP"), N_("replacement point"), "BLD-14-4"),
    (N_("VP"), N_("victory point"), "BLD-19-1"),
)


def level_words(state: State) -> tuple[str, int | None]:
    """The level of victory that the points mean now, and the fewest points of the next one; None at the top."""
    row: VictoryRow = state.board.victory
    total = points(state)
    more = [band.least for band in row.bands if band.least > total]
    return _(LEVEL_NAMES[row.level(total)]), min(more, default=None)


def records(state: State, side: str) -> Iterator[Record]:
    """All of them, section by section."""
    yield from _victory(state)
    yield from _stocks(state, side)
    if side == "allied":
        yield from _support(state)
    yield from _open(state)


def _victory(state: State) -> Iterator[Record]:
    level, more = level_words(state)
    yield Record(_("Victory points of the Allies"))
    for source in sources(state):
        yield Record(str(source.words), f"{source.points['allied']:.0f}", "BLD-19-1")
    yield Record(_("In all"), str(points(state)), "BLD-19-1")
    yield Record(_("That means"), level, "BLD-20-7")
    if more is not None:
        yield Record(_("Next level from"), str(more), "BLD-20-7")


def _stocks(state: State, side: str) -> Iterator[Record]:
    yield Record(_("Attack supply and replacements"))
    for account in accounts(side):
        told = _("{supply} of supply, {rp} RP").format(
            supply=state.now.stocks.get(account, 0), rp=state.now.rp.get(account, 0)
        )
        yield Record(_(ACCOUNT_NAMES[account]), told, "BLD-9-15")
    for key, count in sorted(state.now.rp.items()):
        if key in state.board.ids and count and state.side_of(state.board.ids[key]) == side:
            name = typographic(words(state.profile(state.board.ids[key]).name))
            yield Record(name, _("{rp} RP of its own").format(rp=count), "BLD-14-14")


def _support(state: State) -> Iterator[Record]:
    now, ships = state.now, state.board.tables.support.ships
    yield Record(_("Aircraft and ships of the turn"))
    yield Record(_("Air units left"), str(now.air), "BLD-12-10", now.air, state.board.tables.support.air.count)
    for ship in now.ships:
        told = _("fire {fire}, range {range}").format(fire=ships[ship].fire, range=ships[ship].range)
        yield Record(typographic(words(ships[ship].name)), told, "BLD-13-7")
    for power in state.board.row(max(1, now.turn)).carpet[len(now.bombed) :]:
        yield Record(_("Bombers"), _("fire {fire}").format(fire=power), "BLD-12-16")


def _open(state: State) -> Iterator[Record]:
    """Facts open to both sides: port, interdiction, forts, units off the map."""
    now, limits = state.now, state.board.tables.limits
    yield Record(_("Known to both sides"))
    yield Record(_("Port of Cherbourg, demolition"), f"{now.port} / {limits.demolition}", "BLD-10-2",
                 now.port, limits.demolition)  # fmt: skip
    yield Record(_("Interdicted hexes"), str(len(now.interdicted)), "BLD-12-1")
    yield Record(_("Forts destroyed"), f"{len(now.forts)} / {len(state.board.forts)}", "BLD-11-7")
    for edge, name in EDGE_NAMES.items():
        re = sum(gone.re for gone in now.exits if gone.edge == edge)
        if re:
            told = _("{re} RE, {diverted} met").format(re=re, diverted=now.diverted.get(edge, 0))
            yield Record(_("Allied units beyond {edge}").format(edge=_(name)), told, "BLD-18-7")


def counter_key(board: Board) -> tuple[KeyPart, ...]:
    """The armies of the battle, the parts of a counter, its signs from the worst, the short words."""
    there = {army_of(profile) for profile in board.roster.values()}
    armies = tuple(KeyLine(_(told), army=nations()[army]) for army, told in ARMIES.items() if army in there)
    signs = tuple(KeyLine(_(SIGN_WORDS[name][0]), SIGN_WORDS[name][1], sign=sign) for name, sign in SIGNS.items())
    return (
        KeyPart(_("Armies"), armies),
        KeyPart(_("On a counter"), tuple(KeyLine(_(told), clause, _(short)) for short, told, clause in PARTS)),
        KeyPart(_("Signs"), signs),
        KeyPart(_("Short words"), tuple(KeyLine(_(told), clause, _(short)) for short, told, clause in SHORT)),
    )
