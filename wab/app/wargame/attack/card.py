"""The card of a fight: its result in a word, the chain from dice to result, losses unit by unit, ground, and luck.

It lies at the edge of the window that is farther from the fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil
from typing import Any, NamedTuple

from wab.app.gfx.theme import METRICS, Rgba, colour
from wab.app.hud.kit import BLACK, WHITE, Box, Kit
from wab.app.hud.widgets import Action, button, key_name
from wab.app.wargame.adapter.outcome import Chain, Link, Outcome, Toll
from wab.app.wargame.adapter.pictures import Tone
from wab.app.wargame.attack.odds import THEM, US
from wab.app.wargame.attack.results import Results
from wab.app.wargame.ui.badge import hex_box
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import BAR, strip_high
from wab.field.forecast import Headline
from wab.locale import _

WIDE, EDGE, HEAD, LINE, GAP = 424.0, 16.0, 26.0, 20.0, 10.0
LINK, TOLL, LOW, FOOT, COUNTER = 80.0, 54.0, 34.0, 58.0, 44.0
MANY = 4
"""Up to so many units, each has a row with its pips."""
PIP, PIP_STEP, MOST_PIPS = 11.0, 14.0, 12
GONE, KEPT, EMPTY = colour("E0634C"), colour("8FCB6B"), colour("3A3F36")
DrawDie = Callable[[Box, str], None]
GOOD: dict[Headline, Tone] = {
    "through": "good", "won": "good", "costly": "warn", "held": "warn", "repulsed": "bad", "disaster": "bad",
}  # fmt: skip
MIRRORED: dict[Headline, Tone] = {
    "through": "bad", "won": "bad", "costly": "warn", "held": "good", "repulsed": "good", "disaster": "good",
}  # fmt: skip


def headline_of(card: Outcome) -> tuple[str, Tone]:
    """The result in a word and its tone, for the attacker or mirrored for the defender."""
    ours: dict[Headline, str] = {
        "through": _("Broken through"),
        "won": _("Won"),
        "costly": _("Costly gain"),
        "held": _("Held"),
        "repulsed": _("Repulsed"),
        "disaster": _("A disaster"),
    }
    theirs: dict[Headline, str] = {
        "through": _("Overrun"),
        "won": _("Ground lost"),
        "costly": _("Dearly sold"),
        "held": _("We hold"),
        "repulsed": _("Beaten off"),
        "disaster": _("Their attack is broken"),
    }
    if card.attacked:
        return ours[card.headline], GOOD[card.headline]
    lost_both = card.unit_lost and MIRRORED[card.headline] == "bad"
    return _("A disaster") if lost_both else theirs[card.headline], MIRRORED[card.headline]


class Again(NamedTuple):
    """The button that shows the fight once more: its deed, and if there is something to show."""

    do: Callable[[], None]
    can: bool


def draw(desk: Desk, scene: Any, results: Results) -> None:
    """Draw the card of the last fight next to the map."""
    if (card := results.card) is not None:
        first, commands = card.first, desk.commands
        can = first is not None and commands.can_show(first)
        again = Again(lambda: commands.show_again(first) if first is not None else None, can)
        draw_in(desk.kit, results, frame(desk, scene, card, waits=results.waits), again)


def draw_in(kit: Kit, results: Results, box: Box, again: Again | None = None, die: DrawDie | None = None) -> None:
    """Draw the card of the last fight in its box; buttons only where it waits for the player.

    `die` draws a die that shows a symbol.
    """
    card = results.card
    if card is None:
        return
    with kit.panel("result", box, title=card.place, icon="attack", opacity=0.97, front=True, closes=True) as panel:
        inside = Box(box.x + EDGE, panel.box.y + 10, box.w - 2 * EDGE, panel.box.h)
        foot = FOOT if results.waits else 8.0
        with kit.scroll("result-parts", Box(inside.x, inside.y, inside.w + 8, box.bottom - foot - inside.y),
                        _high(kit, card)) as shown:  # fmt: skip
            _parts(kit, card, Box(inside.x, shown.top, inside.w, 0), die)
        if panel.closed or (results.waits and _foot(kit, Box(box.x, box.bottom - FOOT, box.w, FOOT), again)):
            results.close()


def frame(desk: Desk, scene: Any, card: Outcome, *, waits: bool) -> Box:
    """Return the box of the card on a map: between the tools and the right edge, below the bars, above the strip."""
    screen, show, left = desk.kit.screen, desk.show, METRICS.tool + 28.0
    top = METRICS.top_bar + (16.0 if show is None else BAR + 28.0)
    low = screen.h - 12 - (strip_high(show) + 12 if show is not None else 0.0)
    places = [hex_box(desk.kit, scene, hex_) for hex_ in card.hexes]
    return fitted(desk.kit, card, Box(left, top, screen.w - 12 - left, low - top), places, waits=waits)


def fitted(kit: Kit, card: Outcome, room: Box, places: Iterable[Box], *, waits: bool) -> Box:
    """Return the box of the card in a room: at the right edge, or at the left one if it would hide the fight there."""
    high = min(METRICS.title_strip + 20 + _high(kit, card) + (FOOT if waits else 8.0), room.h)
    right = Box(room.right - WIDE, room.y, WIDE, high)
    covered = any(
        place.right > right.x and place.x < right.right and place.y < right.bottom and place.bottom > right.y
        for place in places
    )
    return right._replace(x=room.x) if covered else right


def _high(kit: Kit, card: Outcome) -> float:
    wide = WIDE - 2 * EDGE
    lines = len(kit.lines(card.sentence, wide, "medium", 14.5))
    high = 38 + lines * LINE + GAP + len(card.chains) * (HEAD + LINK + GAP)
    high += HEAD + sum(_toll_high(card, toll) + 5 for toll in card.tolls) + GAP
    return high + HEAD + sum(len(kit.lines(words, wide - 28, "body", 14)) * LINE + 4 for words in _ground(card))


def _toll_high(card: Outcome, toll: Toll) -> float:
    """Return the height of the row of a unit: low for a unit without a loss if there are many."""
    return LOW if len(card.tolls) > MANY and toll.before == toll.after else TOLL


def _has_counters(card: Outcome) -> bool:
    return any(toll.counter is not None for toll in card.tolls)


def _ground(card: Outcome) -> tuple[str, ...]:
    return tuple(words for words in (*card.ground, card.luck) if words)


def _parts(kit: Kit, card: Outcome, box: Box, die: DrawDie | None) -> None:
    words, tone = headline_of(card)
    kit.text(words, box.x, box.y, getattr(kit.colours, tone), size=25, font="title")
    y = kit.paragraph(card.sentence, box.x, box.y + 38, box.w, size=14.5, font="medium") + GAP
    for chain in card.chains:
        kit.heading(chain.heading, Box(box.x, y, box.w, 18))
        _chain(kit, chain, Box(box.x, y + HEAD, box.w, LINK), die)
        y += HEAD + LINK + GAP
    kit.heading(_("Losses"), Box(box.x, y, box.w, 18))
    y += HEAD
    for toll in card.tolls:
        high = _toll_high(card, toll)
        _toll(kit, toll, Box(box.x, y, box.w, high), counters=_has_counters(card))
        y += high + 5
    kit.heading(_("Ground"), Box(box.x, y + GAP, box.w, 18))
    y += GAP + HEAD
    for place, told in enumerate(_ground(card)):
        luck = bool(card.luck) and place == len(_ground(card)) - 1
        ink = kit.colours.second if luck else kit.colours.text
        kit.icon("die_6" if luck else "flag", box.x, y + 2, 16, ink if luck else kit.colours.action)
        y = kit.paragraph(told, box.x + 28, y, box.w - 28, ink, size=14) + 4


def summary_height(kit: Kit, card: Outcome, wide: float) -> float:
    """Return the height of `draw_summary`."""
    told = " ".join(_ground(card))
    lines = len(kit.lines(card.sentence, wide, "medium", 14.5)) + len(kit.lines(told, wide, "body", 14))
    return 40 + lines * LINE + GAP + ceil(len(card.tolls) / 2) * (TOLL + 5)


def draw_summary(kit: Kit, card: Outcome, box: Box) -> None:
    """Draw the result next to dice that stand there already: the word, the sentence, losses in two columns, luck."""
    words, tone = headline_of(card)
    kit.text(words, box.x, box.y, getattr(kit.colours, tone), size=25, font="title")
    y = kit.paragraph(card.sentence, box.x, box.y + 38, box.w, size=14.5, font="medium")
    y = kit.paragraph(" ".join(_ground(card)), box.x, y, box.w, kit.colours.second, size=14) + GAP / 2
    half = (box.w - GAP) / 2
    for place, toll in enumerate(card.tolls):
        column, row = place % 2, place // 2
        _toll(kit, toll, Box(box.x + column * (half + GAP), y + row * (TOLL + 5), half, TOLL),
              counters=_has_counters(card))  # fmt: skip


def _chain(kit: Kit, chain: Chain, box: Box, die: DrawDie | None) -> None:
    arrow = 20.0
    wide = (box.w - arrow * (len(chain.links) - 1)) / len(chain.links)
    for place, link in enumerate(chain.links):
        part = Box(box.x + place * (wide + arrow), box.y, wide, box.h)
        if place:
            kit.icon("arrow_right", part.x - arrow + 3, part.y + part.h / 2 - 7, 14, kit.colours.action)
        _link(kit, link, part, die)


def _link(kit: Kit, link: Link, box: Box, die: DrawDie | None) -> None:
    kit.plate(box, kit.colours.ground.fade(0.75), 4)
    kit.outline(box, kit.colours.brass.fade(0.3), 4)
    middle = box.x + box.w / 2
    kit.text(link.heading.upper(), middle, box.y + 6, kit.colours.second, size=13, font="heading", align=0.5)
    if link.dice:
        side = min(28.0, (box.w - 10) / len(link.dice) - 6)
        x = middle - (len(link.dice) * (side + 6) - 6) / 2
        for number, face in enumerate(link.dice):
            place = Box(x + number * (side + 6), box.y + 39 - side / 2, side, side)
            if isinstance(face, int):
                _die(kit, place, face)
            elif die is not None:
                die(place, face)
    else:
        size = 21.0 if kit.width(link.value, "figures", 21) <= box.w - 10 else 16.0
        kit.text(link.value, middle, box.y + 39 - size / 2, getattr(kit.colours, link.tone), size=size, font="figures",
                 align=0.5, room=box.w - 8)  # fmt: skip
    kit.text(link.note, middle, box.bottom - 21, kit.colours.second, size=12.5, align=0.5, room=box.w - 8)


def _die(kit: Kit, box: Box, face: int) -> None:
    """A white die with its points."""
    kit.plate(Box(box.x + 1, box.y + 2, box.w, box.h), BLACK.fade(0.4), 5)
    kit.graded(box, colour("FFFFFF"), colour("DDD8C8"), 5)
    for row, line in enumerate(_POINTS.get(face, ())):
        for column, sign in enumerate(line):
            if sign == "o":
                kit.disc(box.x + box.w * (0.25 + 0.25 * column), box.y + box.h * (0.25 + 0.25 * row), 2.8, BLACK)


_POINTS = {
    1: ("   ", " o ", "   "), 2: ("o  ", "   ", "  o"), 3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"), 5: ("o o", " o ", "o o"), 6: ("o o", "o o", "o o"),
}  # fmt: skip


def _toll(kit: Kit, toll: Toll, box: Box, *, counters: bool) -> None:
    """A unit with its strength before and after; `counters`: rows have room for a counter."""
    kit.plate(box, kit.colours.raised.shade(0.94), 4)
    kit.outline(box, kit.colours.brass.fade(0.25), 4)
    kit.plate(Box(box.x, box.y, 4, box.h), kit.palette.shown(US if toll.ours else THEM), 2)
    side = min(COUNTER, box.h - 6)
    if toll.counter is not None:
        kit.counter(toll.counter, box.x + 12 + (COUNTER - side) / 2, box.y + (box.h - side) / 2, side)
    x = box.x + 12 + (COUNTER + 12 if counters else 4)
    lost = toll.before > toll.after or (not toll.full and toll.words != _("no loss"))
    ink = kit.colours.bad if lost else kit.colours.second
    end = box.right - 12 - kit.text(toll.words, box.right - 12, box.y + box.h / 2 - 10, ink, size=15, font="strong",
                                    align=1.0)  # fmt: skip
    kit.text(toll.name, x, box.y + (8 if box.h == TOLL else 6), size=15, font="strong", room=end - x - 8)
    if box.h < TOLL:
        return
    pips = toll.full if 0 < toll.full <= MOST_PIPS else 0
    for number in range(pips):
        _pip(kit, Box(x + number * PIP_STEP, box.y + 34, PIP, 8), number < toll.after, number < toll.before)
    if toll.note:
        left = x + (pips * PIP_STEP + 6 if pips else 0)
        kit.text(toll.note, left, box.y + 29, kit.colours.second, size=12.5, room=end - left - 8)


def _pip(kit: Kit, box: Box, kept: bool, had: bool) -> None:
    """Green for strength that is left, red and struck through for losses, dark for losses of before."""
    ink: Rgba = kit.palette.shown(KEPT if kept else GONE if had else EMPTY)
    kit.plate(box, ink, 2)
    if had and not kept:
        kit.line(box.x + 2, box.bottom - 1, box.right - 2, box.y + 1, WHITE.fade(0.7), 1.5)


def _foot(kit: Kit, box: Box, again: Again | None) -> bool:
    """Draw the buttons. Return True when the card goes."""
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    half = (box.w - 2 * EDGE - 10) / 2
    if again is not None:
        off = "" if again.can else _("That can no longer be shown.")
        once_more = Action(_("Show again"), "undo", "R", off=off)
        if button(kit, "result-again", Box(box.x + EDGE, box.y + 9, half, 40), once_more):
            again.do()
            return True
    go = Action(_("Continue"), "check", key_name("enter"), "primary")
    return button(kit, "result-on", Box(box.right - EDGE - half, box.y + 9, half, 40), go)
