"""The faces of the German cards: fire with its colours, shapes and symbol, landings with their letters, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wab.app.cardkit.face import INK, Face
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Box, Kit
from wab.app.omaha.looks.shapes import draw_colour, draw_shape
from wab.app.wargame.adapter.typography import typographic
from wab.content.omaha.shapes import SYMBOLS, CardRow, EventBand, FireSign
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.names import COLOUR_NAMES, SYMBOL_NAMES

BANDS: Mapping[str, Rgba] = {"fire": colour("7C241A"), "landing": colour("24506A"), "event": colour("4C4A2C")}
PICTURE = 0.46
"""The part of a card that its picture takes."""
TITLES: Mapping[str, str] = {"east": N_("Fire, east"), "west": N_("Fire, west")}
EVENTS: Mapping[str, tuple[str, str]] = {
    "naval": (N_("Naval fire"), N_("A destroyer closes in: one naval fire more.")),
    "naval_reinf": (N_("Ships and reserves"), N_("One naval fire more. German reinforcements come to {at}.")),
    "reinf": (N_("Reinforcements"), N_("German reinforcements come to {at}.")),
    "reserve": (N_("Reserves"), N_("German positions get a reserve: {at}.")),
    "hero": (N_("A hero"), N_("A unit of the division has a hero: {at}.")),
    "hero_reserve": (N_("A hero and a reserve"), N_("A hero in {at}, and a reserve for the Germans nearby.")),
    "meemies": (N_("Screaming Meemies"), N_("Rockets fall on American units.")),
    "meyer": (N_("Kampfgruppe Meyer"), N_("The reserve of the German division marches to the coast.")),
    "smoke": (N_("Burning grass"), N_("Smoke covers hexes: {at}. The Germans do not see them in this turn.")),
    "artillery": (N_("Artillery"), N_("German guns fire: {at}.")),
    "confusion": (N_("Confusion"), N_("One paid action less: {at}.")),
    "radio_out": (N_("Radios fail"), N_("Only the radios of headquarters work in this turn.")),
    "low_ammo": (N_("Short of ammunition"), N_("Each German position hits one unit less.")),
    "snipers": (N_("Snipers"), N_("{at} commands the hexes around it and no more.")),
    "traffic_jam": (N_("Traffic jam"), N_("No engineers or posts direct the traffic in this turn.")),
    "rally": (N_("Rally"), N_("Units near their leaders take heart.")),
    "reorganize": (N_("Reorganisation"), N_("Up to two companies leave the loss box: {at}.")),
    "stragglers": (N_("Stragglers"), N_("Germans take an empty strongpoint again.")),
}
"""Title and meaning of each event, as messages; `at` names zones, sectors, divisions or a headquarters."""
PLACES: Mapping[str, str] = {"east": N_("east"), "west": N_("west")}


def face_of(board: Board, key: str, purpose: str, sector: str, turn: int) -> Face | None:
    """Return the face of a card as it is drawn for a purpose, None for one without."""
    card = board.card(key)
    if purpose == "fire":
        return _fire(card, sector)
    if purpose == "landing":
        return _landing(card)
    return _event(card.event(turn)) if purpose == "event" else None


def _fire(card: CardRow, sector: str) -> Face:
    words = [_("Aims at the {symbol}.").format(symbol=_(SYMBOL_NAMES[card.target]))]
    double = [_(COLOUR_NAMES[sign[0]]) for sign in card.fire if sign[1] == "double"]
    if double:
        words.append(_("With a reserve only: {colours}.").format(colours=", ".join(double)))
    if card.guns is not None:
        calibres = ", ".join(map(str, card.guns.calibres))
        words.append(_("Guns of {calibres} mm, from {least} on.").format(calibres=calibres, least=card.guns.least))
    return Face(_(TITLES[sector]), BANDS["fire"], _fire_picture(card.fire, card.target), " ".join(words), PICTURE)


def _fire_picture(fire: Sequence[FireSign], target: str) -> Callable[[Kit, Box], None]:
    """Draw the three colours in a row, a double one twice, and the symbol aimed at below a line."""

    def draw(kit: Kit, box: Box) -> None:
        step, low = box.w / len(fire), box.y + box.h * 0.6
        radius = step * 0.3
        for place, (name, kind, _icon) in enumerate(fire):
            x, y = box.x + step * (place + 0.5), box.y + box.h * 0.28
            if kind == "double":
                draw_colour(kit, name, x + 7, y + 8, radius * 0.85)
                draw_colour(kit, name, x - 5, y - 6, radius * 0.85)
            else:
                draw_colour(kit, name, x, y, radius)
        kit.line(box.x, low, box.right, low, INK.fade(0.4), 1.5)
        draw_shape(kit, target, box.x + box.w / 2, low + box.h * 0.22, box.h * 0.15, INK)

    return draw


def _landing(card: CardRow) -> Face:
    mine = _("Mines lie in the water.") if card.mine else _("No mine.")
    told = _("The symbol of a unit gives the letter by which it lands.")
    return Face(_("Landing"), BANDS["landing"], _landing_picture(card.landing), f"{told} {mine}", PICTURE)


def _landing_picture(letters: str) -> Callable[[Kit, Box], None]:
    def draw(kit: Kit, box: Box) -> None:
        step = box.w / 3
        for place, (symbol, letter) in enumerate(zip(SYMBOLS, letters, strict=True)):
            x = box.x + step * (place + 0.5)
            draw_shape(kit, symbol, x, box.y + box.h * 0.3, step * 0.22, INK)
            kit.text(letter, x, box.y + box.h * 0.55, INK, size=22, font="figures", align=0.5)

    return draw


def _event(band: EventBand | None) -> Face:
    if band is None:
        return Face(_("No event"), BANDS["event"], _nothing, _("Nothing happens in this turn."))
    title, told = EVENTS[band.event]
    places = ", ".join(_(PLACES[at]) if at in PLACES else at for at in band.at)
    return Face(_(title), BANDS["event"], _event_picture, typographic(_(told).format(at=places)), PICTURE)


def _event_picture(kit: Kit, box: Box) -> None:
    size = min(box.w, box.h) * 0.8
    kit.icon("radio", box.x + (box.w - size) / 2, box.y + (box.h - size) / 2, size, INK)


def _nothing(kit: Kit, box: Box) -> None:
    """A face without a picture."""
