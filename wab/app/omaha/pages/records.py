"""The records: points by source, loss boxes, the pile by colour and symbol, guns, reserves; and the key to counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.app.omaha.looks import looks
from wab.app.omaha.looks.shapes import SHAPE_NAMES, SHAPES
from wab.app.wargame.adapter.pictures import KeyLine, KeyPart, Record
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.omaha.sequence.victory import points
from wab.systems.omaha.state.board import DIVISIONS, OF_SECTOR
from wab.systems.omaha.state.names import COLOUR_NAMES, SYMBOL_NAMES
from wab.systems.omaha.state.state import US, State
from wab.systems.omaha.telling.account import accounts

SIGNS = (
    (looks.DISRUPTED, N_("disrupted"), "OMA-6.32-1"),
    (looks.CLIMBS, N_("climbs"), "OMA-7.5-1"),
    (looks.HAS_HERO, N_("has a hero, or is inspired"), "OMA-11.12-1"),
    (looks.RESERVE, N_("a German reserve lies on the position"), "OMA-2.24-1"),
    (looks.BEATEN, N_("disrupted Germans: they do not fire"), "OMA-6.4-1"),
)
PARTS = (
    (N_("figure at the left"), N_("attack strength"), "OMA-2.21-6"),
    (N_("circle, diamond, triangle"), N_("the symbol by which German fire finds the unit"), "OMA-2.21-2"),
    (N_("bars at the foot"), N_("steps that are left"), "OMA-2.21-3"),
    (N_("question marks"), N_("Germans face down"), "OMA-2.22-1"),
)
SHORT = (
    ("AR", N_("artillery")), ("BR", N_("automatic rifle")), ("BZ", N_("bazooka")), ("DE", N_("demolition charge")),
    ("FT", N_("flamethrower")), ("MG", N_("machine gun")), ("MT", N_("mortar")), ("NV", N_("naval fire")),
    ("RD", N_("radio")), ("FL", N_("flank: attack from two sides")),
)  # fmt: skip


def records(state: State) -> Iterator[Record]:
    """All of them, section by section."""
    yield Record(_("Victory points"))
    for source in accounts(state):
        yield Record(str(source.words), f"{source.points[US]:.0f}", "OMA-13.2-1")
    yield Record(_("In all"), str(points(state)), "OMA-13.2-1")
    yield Record(_("Loss boxes"))
    most = state.board.tables.limits.catastrophe[state.late]
    for division in DIVISIONS:
        if any(OF_SECTOR[sector] == division for sector in state.board.sectors):
            lost = state.losses(division)
            yield Record(_(looks.DIVISION_HEADS[division]), f"{lost} / {most}", "OMA-13.1-1", min(lost, most), most)
    yield from _pile(state)


def _pile(state: State) -> Iterator[Record]:
    """The cards that can still be drawn: how many show each colour, and each symbol."""
    cards = [state.board.card(name) for name in state.now.pile]
    yield Record(_("Cards left: {count}").format(count=len(cards)))
    colours = Counter(sign[0] for card in cards for sign in card.fire)
    for name in SHAPES:
        label = f"{_(COLOUR_NAMES[name])}, {_(SHAPE_NAMES[SHAPES[name]])}"
        yield Record(label, str(colours[name]), "OMA-6.1-1", colours[name], max(1, len(cards)))  # type: ignore[index]
    symbols = Counter(card.target for card in cards)
    for symbol, told in SYMBOL_NAMES.items():
        yield Record(_("aimed at the {symbol}").format(symbol=_(told)), str(symbols[symbol]), "OMA-6.1-7")  # type: ignore[index]


def counter_key(state: State) -> tuple[KeyPart, ...]:
    """Armies, the parts of a counter, its signs, the short words for weapons."""
    armies = ((N_("US Army"), "us"), (N_("German army (Heer)"), "heer"))
    return (
        KeyPart(_("Armies"), tuple(KeyLine(_(told), army=looks.nations()[army]) for told, army in armies)),
        KeyPart(_("On a counter"), tuple(KeyLine(_(told), clause, _(short)) for short, told, clause in PARTS)),
        KeyPart(_("Signs"), tuple(KeyLine(_(told), clause, sign=sign) for sign, told, clause in SIGNS)),
        KeyPart(_("Short words"), tuple(KeyLine(_(told), "OMA-2.21-7", short) for short, told in SHORT)),
    )
