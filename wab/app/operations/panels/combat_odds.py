"""The middle of the combat dialog: the ratio with its shifts and the eleven outcomes, on the board of odds."""

from __future__ import annotations

from wab.app.hud.kit import Box
from wab.app.operations.outcomes import results
from wab.app.operations.panels.fight_rows import why_no_attack_yet
from wab.app.operations.plans import AttackPlan
from wab.app.operations.texts import points
from wab.app.operations.ui import Desk
from wab.app.wargame.adapter.pictures import Odds
from wab.app.wargame.adapter.typography import chance
from wab.app.wargame.attack import odds as board
from wab.locale import _
from wab.locale.numbers import fixed
from wab.systems.operations.odds import Preview, column_of


def draw(desk: Desk, plan: AttackPlan, box: Box) -> None:
    """Draw it; while the attack cannot be made, why."""
    kit, preview = desk.kit, plan.preview
    if preview is None:
        kit.heading(_("Ratio"), box)
        words = why_no_attack_yet(plan)
        kit.paragraph(words, box.x, box.y + 40, box.w, kit.colours.warn, size=16)
        return
    columns = desk.view.board.tables.combat.columns
    board.draw(desk, desk.kept("odds", lambda: combat_odds(preview, columns), plan), box)


def combat_odds(preview: Preview, columns: tuple[str, ...]) -> Odds:
    """The odds of an attack in the columns of the table of combat, with the eleven totals of the dice (OPS-7.2-7)."""
    odds = preview.odds
    first = column_of(columns[0])
    return Odds(
        ratio=_("{attack} to {defence} = {ratio}").format(
            attack=points(odds.attack), defence=points(odds.defence), ratio=odds.ratio
        ),
        columns=tuple(columns),
        initial=odds.initial - first,
        final=odds.final - first,
        final_words=odds.final_ratio,
        shifts=odds.columns,
        lines=odds.lines,
        modifier=odds.modifier,
        results=results(preview),
        heading=_("The eleven outcomes"),
        note=_("hex won {chance}").format(chance=chance(preview.gain_chance)),
        good_words=_("the enemy retreats"),
        measure=_("HP of the defender"),
        averages=(
            (0, _("{hp} HP for us").format(hp=fixed(-preview.expected_attacker_hp))),
            (1, _("{hp} HP for the enemy").format(hp=fixed(-preview.expected_defender_hp))),
        ),
        praise=_("destroyed {chance}").format(chance=chance(preview.destroy_chance)) if preview.destroy_chance else "",
        clause="OPS-7.3.3-1",
        dice_clause="OPS-7.3.2-4",
    )
