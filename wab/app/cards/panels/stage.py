"""The task of the moment: the step of the turn, a sentence, the choices there are, and the buttons that end it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from imgui_bundle import imgui

from wab.app.cards.hand.interaction import STRIKES
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.texts import (
    GENERALS,
    STEP_NAMES,
    STEP_OF,
    STEPS,
    card_title,
    dice,
    phase_name,
    seat_name,
    section_name,
    units,
)
from wab.app.cards.panels.frame import stage_panel, stage_width, strip
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, bar, button, key_name
from wab.locale import _, ngettext
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.orders import (
    Ambush,
    Attack,
    Done,
    GiveCard,
    Keep,
    OrderUnit,
    RemoveWire,
    Retreat,
    Strike,
    TakeGround,
)

_BUTTON, _GAP, _PAD = 36.0, 6.0, 14.0


@dataclass(frozen=True)
class Choice:
    """A button of a decision: its words, its action, whether Enter presses it."""

    label: str
    do: Callable[[], object]
    primary: bool = False
    tip: str = ""
    clause: str = ""
    down: bool = False


def sentence(desk: Desk) -> str:
    """Return the task of the person at the screen, or the seat that the game waits for."""
    hand, view = desk.interaction, desk.view
    if view.phase == "over" and not desk.battle.awaited:
        return _("The battle is over.")
    if desk.show is not None and desk.show.scene is not None and desk.show.scene.sentence is not None:
        return str(desk.show.scene.sentence)
    if desk.replaying:
        return _("Watch what happens. Space goes on at once.")
    if awaited := desk.battle.awaited:
        return awaited
    if desk.battle.in_flight:
        return _("Your order is on its way.")
    if not hand.active:
        who = seat_name(view.to_act) if view.to_act else ""
        return _("{who} is deciding.").format(who=who)
    asks = _ASKS.get(hand.phase)
    return asks(desk) if asks is not None else ""


def _ask_card(desk: Desk) -> str:
    held = desk.interaction.held
    if held is None:
        return _("Choose a command card of your hand.")
    if len(desk.interaction.plays(held)) > 1:
        return _("In which section is {card} played?").format(card=card_title(desk.view.board, held.key))
    words = _("Play {card}?").format(card=card_title(desk.view.board, held.key))
    count = len(desk.interaction.liftable())
    lit = ngettext("The {count} unit it could order is lit.", "The {count} units it could order are lit.", count)
    return f"{words} {lit.format(count=count)}" if count else words


def _ask_give(desk: Desk) -> str:
    held = desk.interaction.held
    if held is None:
        return _("Give one to three cards to your generals, and keep at least one.")
    return _("Who gets {card}?").format(card=card_title(desk.view.board, held.key))


def _ask_order(desk: Desk) -> str:
    hand, ordered = desk.interaction, len(desk.view.position.tokens)
    if hand.asking is not None:
        return _("This unit stands on a section line: through which section is it ordered?")
    most = hand.tokens()
    told = ngettext("{count} of {most} unit ordered.", "{count} of {most} units ordered.", most)
    told = told.format(count=ordered, most=most)
    left = {section: count for section, count in desk.view.orders_by_section.items() if count}
    if len(left) > 1:
        places = ", ".join(f"{section_name(section)} {count}" for section, count in left.items())
        told += " " + _("Still to order: {places}.").format(places=places)
    notes = [f"« {play.note} »" for play in desk.view.play if play.note]
    told = " ".join([told, *notes])
    more = _("Click the units that act this turn.") if hand.of(OrderUnit) else _("No more may be ordered.")
    return f"{told} {more}"


def _ask_move(desk: Desk) -> str:
    left = desk.interaction.left_over()
    words = ngettext("{count} unit can still move.", "{count} units can still move.", left).format(count=left)
    if desk.interaction.unit is None:
        return words + " " + (_("Click a unit, then where it goes.") if left else "")
    if desk.interaction.exit is not None:
        return _("This is an exit: a unit that leaves the board is a medal, and is out of the battle.")
    return words + " " + _("Plain hexes: it can still attack from there. Dotted: it cannot.")


def _ask_attack(desk: Desk) -> str:
    hand = desk.interaction
    left = hand.left_over()
    words = ngettext("{count} unit can still attack.", "{count} units can still attack.", left).format(count=left)
    if hand.unit is None:
        return words + " " + (_("Click a unit, then its target.") if left else "")
    if hand.aim is None:
        return words + " " + _("Click a target to see the dice, once more to roll them.")
    return _("Click the target once more, or press Enter, to roll the dice.")


def _ask_overrun(desk: Desk) -> str:
    return _("The armour has taken ground: it may attack once more.")


def _ask_second(desk: Desk) -> str:
    return _("The unit may move once more.")


def _ask_strike(desk: Desk) -> str:
    chosen, bombardment = len(desk.interaction.salvo), desk.view.strike
    if chosen:
        return _("{units} chosen, in the order in which they are rolled for.").format(units=units(chosen))
    if bombardment is None:
        return ""
    most, title = bombardment.strike.most_targets, card_title(desk.view.board, bombardment.card.key)
    one = _("{card}: click an enemy unit. {dice} against it.")
    several = _("{card}: click up to {units} of the enemy, each next to another. {dice} against each.")
    words = one if most == 1 else several
    return words.format(card=title, units=units(most), dice=dice(bombardment.dice))


def _ask_retreat(desk: Desk) -> str:
    due = desk.view.position.retreat
    if due is None:
        return ""
    who = str(desk.view.board.roster[due.unit].name)
    words = ngettext("{who} has {count} flag against it.", "{who} has {count} flags against it.", due.flags)
    return words.format(who=who, count=due.flags) + " " + _("Click where it goes back.")


def _ask_ground(desk: Desk) -> str:
    return _("The hex is empty: does your unit take the ground?")


def _ask_ambush(desk: Desk) -> str:
    fight = desk.view.position.fight
    if fight is None:
        return ""
    roster = desk.view.board.roster
    words = _("{attacker} attacks {target} in close combat. Do you play Ambush?")
    return words.format(attacker=roster[fight.attacker].name, target=roster[fight.target].name)


def _ask_keep(desk: Desk) -> str:
    return _("Which of the cards drawn do you keep? The other is discarded, face up.")


def _ask_rising(desk: Desk) -> str:
    return _("Choose a town in which the Resistance rises, or none.")


_ASKS: dict[str, Callable[[Desk], str]] = {
    "opening": _ask_strike,
    "strike": _ask_strike,
    "card": _ask_card,
    "give": _ask_give,
    "order": _ask_order,
    "move": _ask_move,
    "second_move": _ask_second,
    "attack": _ask_attack,
    "overrun": _ask_overrun,
    "retreat": _ask_retreat,
    "ground": _ask_ground,
    "ambush": _ask_ambush,
    "keep": _ask_keep,
    "rising": _ask_rising,
}


# ------------------------------------------------------------------------------------------------- choices


def choices(desk: Desk) -> list[Choice]:
    """The buttons of the decision at hand; digits press them in this order."""
    hand = desk.interaction
    if not hand.active:
        return []
    make = _CHOICES.get(hand.phase)
    return make(desk) if make is not None else []


def _card_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    if hand.held is None:
        return []
    ways = hand.plays(hand.held)
    if len(ways) == 1:
        return [Choice(_("Play the card"), hand.play_held, True)]
    return [Choice(section_name(way.section), partial(hand.play_held, way.section)) for way in ways]


def _give_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    if hand.held is None:
        return []
    gifts = hand.gifts(hand.held)
    generals = list(dict.fromkeys(gift.general for gift in gifts))
    if hand.general not in generals or (not hand.general and len(generals) > 1):
        return [Choice(_(GENERALS[name]), partial(_to, desk, name)) for name in generals]
    return _sections_of_gift(desk, [gift for gift in gifts if gift.general == hand.general])


def _to(desk: Desk, general: str) -> None:
    """Choose a general: the card goes to that general at once unless a section must be named."""
    hand = desk.interaction
    if hand.held is None:
        return
    own = [gift for gift in hand.gifts(hand.held) if gift.general == general]
    hand.general = general
    if len(own) == 1:
        hand.give_card(own[0])


def _sections_of_gift(desk: Desk, gifts: list[GiveCard]) -> list[Choice]:
    hand = desk.interaction
    return [
        Choice(section_name(str(gift.section)) or _("Give the card"), partial(hand.give_card, gift)) for gift in gifts
    ]


def _order_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    ways = [order for order in hand.of(OrderUnit) if order.unit == hand.asking]
    if not ways and hand.may_order_all():
        count = len(hand.selectable())
        return [Choice(_("Order all {units}").format(units=units(count)), hand.order_all, tip=_("Key: A"))]
    return [Choice(section_name(way.section), partial(hand.give, way), clause="CRD-4.2-3") for way in ways]


def _move_choices(desk: Desk) -> list[Choice]:
    """Off the board, by the exit that was clicked or the next one; there a unit can stay as well."""
    hand, leaves = desk.interaction, desk.interaction.leaves()
    if not leaves:
        return []
    if hand.exit is None:
        shortest = next(iter(leaves.values()))
        return [Choice(_("Leave the board"), lambda: hand.give(shortest), clause="CRD-S-4")]
    leave, stay = leaves[hand.exit], hand.moves()[hand.exit]
    return [
        Choice(_("Leave the board"), lambda: hand.give(leave), True, clause="CRD-S-4"),
        Choice(_("Go there and stay"), lambda: hand.give(stay)),
    ]


def _attack_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    attack = hand.aimed() if hand.aim is not None else None
    if attack is not None:
        count = desk.view.preview(attack).dice
        return [Choice(_("Roll {dice}").format(dice=dice(count)), lambda: hand.give(attack), True)]
    wires = [order for order in hand.of(RemoveWire) if order.unit == hand.unit]
    return [Choice(_("Remove the wire instead"), lambda: hand.give(wires[0]), clause="CRD-A2.19-3")] if wires else []


def _strike_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    if not hand.salvo or hand.why_not(Strike(hand.salvo)) is not None:
        return []
    return [Choice(_("Bombard {units}").format(units=units(len(hand.salvo))), hand.strike, True, clause="CRD-C-5")]


def _retreat_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    found = []
    if hand.both_flags():
        obey, ignore = _("Obey every flag"), _("Ignore one flag")
        found += [
            Choice(obey, lambda: setattr(hand, "ignore", False), down=not hand.ignore, clause="CRD-4.4.9-10"),
            Choice(ignore, lambda: setattr(hand, "ignore", True), down=hand.ignore, clause="CRD-4.4.9-10"),
        ]
    here = desk.view.position.retreat
    standing = hand.retreats().get(desk.view.unit(here.unit).hex) if here is not None else None
    if standing is not None:
        found.append(Choice(_("Stay where it is"), lambda: hand.give(standing), True))
    return found


def _ground_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    return [
        Choice(_("Take the ground"), lambda: hand.give(TakeGround(True)), True, clause="CRD-4.4.10-1"),
        Choice(_("Stay"), lambda: hand.give(TakeGround(False)), clause="CRD-4.4.10-2"),
    ]


def _ambush_choices(desk: Desk) -> list[Choice]:
    hand = desk.interaction
    labels = {True: _("Play Ambush"), False: _("Let the attack come")}
    calm = partial(hand.give, Ambush(play=False), throughout=True)
    found = [
        Choice(labels[order.play], partial(hand.give, order), order.play, clause="CRD-C.ambush-7")
        for order in sorted(hand.of(Ambush), key=lambda order: not order.play)
    ]
    tip = _("You will not be asked again before this turn is over, and the screen stays where it is.")
    return [*found, Choice(_("Let every attack of this turn come"), calm, tip=tip, clause="CRD-C.ambush-7")]


def _keep_choices(desk: Desk) -> list[Choice]:
    hand, board = desk.interaction, desk.view.board
    words = _("Keep {card}")
    return [
        Choice(words.format(card=_with_section(board, order.card)), partial(hand.give, order))
        for order in hand.of(Keep)
    ]


def _with_section(board: Board, key: str) -> str:
    section = section_name(board.cards[key].section)
    return card_title(board, key) + (f", {section}" if section else "")


_CHOICES: dict[str, Callable[[Desk], list[Choice]]] = {
    "card": _card_choices,
    "give": _give_choices,
    "order": _order_choices,
    "move": _move_choices,
    "second_move": _move_choices,
    "attack": _attack_choices,
    "overrun": _attack_choices,
    "opening": _strike_choices,
    "strike": _strike_choices,
    "retreat": _retreat_choices,
    "ground": _ground_choices,
    "ambush": _ambush_choices,
    "keep": _keep_choices,
}


# ------------------------------------------------------------------------------------------------- drawing


def draw(desk: Desk) -> Box:
    """Draw the panel; returns its place."""
    kit = desk.kit
    words = kit.lines(sentence(desk), stage_width(kit.screen) - 2 * _PAD, "body", 14.5)
    found = choices(desk)
    high = 34 + len(words) * 19 + 12 + len(found) * (_BUTTON + _GAP) + _BUTTON + _PAD + 4
    high += 44 if desk.interaction.phase == "give" and desk.interaction.held is not None else 0
    box = stage_panel(kit.screen, max(strip(kit.screen) - 20, high))
    with kit.panel("stage", box):
        _steps(desk, Box(box.x + _PAD, box.y + 9, box.w - 2 * _PAD, 22))
        y = box.y + 38
        for line in words:
            kit.text(line, box.x + _PAD, y, size=14.5)
            y += 19
        _thinking(desk, Box(box.x + _PAD, y + 4, box.w - 2 * _PAD, 6))
        _buttons(desk, box, found)
    return box


def _steps(desk: Desk, box: Box) -> None:
    """The five steps of a turn, the present one marked (CRD-4.0-6)."""
    kit, c = desk.kit, desk.kit.colours
    now, each = STEP_OF.get(desk.seen.phase, ""), box.w / len(STEPS)
    for number, step in enumerate(STEPS):
        part = Box(box.x + number * each, box.y, each - 3, box.h)
        on = step == now
        kit.plate(part, c.action if on else c.ground.fade(0.6), 3)
        ink = c.primary_text if on else c.second
        label = kit.fitted(_(STEP_NAMES[step]), part.w - 4, "heading", 13)
        kit.text(label, part.x + part.w / 2, part.y + 2, ink, size=13, font="heading", align=0.5)
    told = _("A turn: card, orders, moves, attacks, draw.")
    kit.explain("steps", box, phase_name(desk.view.phase), told, clause="CRD-4.0-6")


def _thinking(desk: Desk, box: Box) -> None:
    share = desk.battle.progress
    if desk.battle.busy and share is not None:
        bar(desk.kit, box, share, desk.kit.colours.brass)


def _buttons(desk: Desk, box: Box, found: list[Choice]) -> None:
    kit, x, wide = desk.kit, box.x + _PAD, box.w - 2 * _PAD
    low = box.bottom - _PAD - _BUTTON
    y = low - len(found) * (_BUTTON + _GAP)
    for number, choice in enumerate(found):
        place = Box(x, y + number * (_BUTTON + _GAP), wide, _BUTTON)
        digit = "" if desk.interaction.phase == "card" else str(number + 1)  # there digits are cards
        key = key_name("enter") if choice.primary else digit
        kind = "primary" if choice.primary else "normal"
        action = Action(choice.label, "", key, kind, tip=choice.tip, clause=choice.clause, down=choice.down)
        if button(kit, f"choice {number}", place, action):
            choice.do()
    if desk.interaction.phase == "give" and desk.interaction.held is not None:
        _note(desk, Box(x, y - 42, wide, 26))
    _foot(desk, Box(x, low, wide, _BUTTON), any(choice.primary for choice in found))


def _note(desk: Desk, box: Box) -> None:
    """An order in words that goes with the card (CRD-O-22)."""
    kit, hand = desk.kit, desk.interaction
    imgui.set_cursor_screen_pos(kit.at(box.x, box.y))
    imgui.push_item_width(box.w * kit.scale)
    _same, hand.note = imgui.input_text_with_hint("##note", _("An order in words for the general"), hand.note)
    imgui.pop_item_width()


def _foot(desk: Desk, box: Box, taken: bool) -> None:
    """Undo on the left, and on the right what ends the step."""
    hand, kit = desk.interaction, desk.kit
    refusal = desk.battle.why_not_undo()
    undo = Action("", "undo", off=str(refusal.text) if refusal is not None else "", tip=_("Take back"), key="Ctrl Z")
    if button(kit, "undo", Box(box.x, box.y, 44, box.h), undo):
        desk.commands.undo()
    rest = Box(box.x + 50, box.y, box.w - 50, box.h)
    if desk.view.phase == "over" and not desk.replaying:
        if button(kit, "outcome", rest, Action(_("How it ended"), "flag", key_name("enter"), "primary")):
            desk.commands.outcome()
    elif desk.replaying:
        if button(kit, "skip", rest, Action(_("Go on"), "next", key_name("space"))):
            desk.commands.skip()
    elif hand.active and any(isinstance(order, Done) for order in hand.orders):
        some = hand.phase == "order" and bool(desk.view.position.tokens)
        primary = not taken and (some or not hand.left_over())
        action = Action(_done_words(desk), "check", "F5", "primary" if primary else "normal", tip=hand.warning())
        if button(kit, "done", rest, action):
            desk.commands.done()


def _done_words(desk: Desk) -> str:
    phase = desk.interaction.phase
    words = {
        "order": _("Orders are given"),
        "move": _("End of moves"),
        "second_move": _("No second move"),
        "attack": _("End of the turn"),
        "overrun": _("No overrun"),
        "rising": _("No uprising"),
        "give": _("Cards are given"),
    }
    return words.get(phase, _("Done"))


__all__ = ["STRIKES", "Attack", "Choice", "Retreat", "choices", "draw", "sentence"]
