"""Sentences that players said in the version before: diaries in files hold them and are read in both languages."""

from wab.engine.words.text import N_

FORMER = (
    N_("Ambush: the attack is dangerous"),
    N_("Attack {hex} at {ratio} with an air unit: {percent} % to clear it"),
    N_("Attack {hex} at {ratio} with {flying} air units: {percent} % to clear it"),
    N_("Attack {hex} at {ratio}: {percent} % to clear it"),
    N_("Back to {hex}"),
    N_("Bar the way to {goal}, which would be worth {points} points to the enemy"),
    N_("Bombard {hex}: {hp} HP expected"),
    N_("Bring the guns to {hex}"),
    N_("Bring the ships into range"),
    N_("Cover {goal}"),
    N_("Cut the enemy's supply at {hex}: {hp} HP without it"),
    N_("Follow the enemy"),
    N_("Follow up"),
    N_("Forestall an attack on {hex} that would be worth {points} points to the enemy"),
    N_("Hold {goal}"),
    N_(
        "Main effort: {group} on {goal}; units: {count}, attack {force} of {need} needed, {percent} % with "
        "these alone, until turn {turn}"
    ),
    N_(
        "Main effort: {group} on {goal}; units: {count}, attack {force} of {need} needed, {way} of that for "
        "those on the way, {percent} % with these alone, until turn {turn}"
    ),
    N_("Move on {goal}"),
    N_("Move to better ground"),
    N_("Move up for an attack on {hex}"),
    N_("Nothing left that is worth doing"),
    N_("Nothing left that is worth doing: a move of {units} would give the enemy more than it brings"),
    N_(
        "Nothing left that is worth doing: an attack on {hexes} or a move of {units} would give the enemy "
        "more than it brings"
    ),
    N_("Nothing left that is worth doing: an attack on {hexes} would give the enemy more than it brings"),
    N_("Order {unit}: it can do most"),
    N_("Remove the wire: there is nobody to attack"),
    N_("Stay on the old ground"),
    N_("Stay: the ground is not worth it"),
    N_("Take {goal}"),
    N_("The commander goes to {hex}"),
    N_("The only order"),
    N_("{card} for {units}: attacks in reach {count}, gain expected {gain}"),
    N_("{card} to bring up {units}"),
    N_("{card}: better than the other cards now"),
    N_("{group}: at hand near {goal}; units: {count}"),
    N_("{group}: break out towards {goal}"),
    N_("{group}: close the ring at {goal}; inside it are {hp} enemy HP"),
    N_("{group}: fall back to {goal} before {hp} HP are cut off"),
    N_("{group}: guard the supply source at {goal}; the supply of {hp} HP hangs on it"),
    N_(
        "{group}: hold the line about {goal}; units: {count}, defence {force} of {need} needed against an "
        "attack of {threat}"
    ),
    N_("{group}: hold {goal}; units: {count}, defence {force} of {need} needed against an attack of {threat}"),
    N_("{group}: in reserve behind {goal}; units: {count}"),
    N_("{group}: in reserve for the attack on {goal}; units: {count}"),
    N_("{group}: keep the road open at {goal}; behind it {hp} HP would be cut off"),
    N_("{group}: occupy the country about {goal}"),
    N_("{group}: on the way to hold {goal}; units: {count}"),
    N_("{group}: press on {goal}, too strong to be taken so; units: {count}, attack {force} of {need} needed"),
    N_("{group}: stand at {goal} until those behind have got out"),
    N_("{group}: support with their fire towards {goal}; units: {count}"),
    N_("{group}: take {goal}; units: {count}, attack {force} of {need} needed, {percent} % with these alone"),
    N_(
        "{group}: take {goal}; units: {count}, attack {force} of {need} needed, {way} of that for those on "
        "the way, {percent} % with these alone"
    ),
    N_("{group}: throw the enemy back at {place} before he takes {goal}; attack {force} of {need} needed"),
    N_("{group}: walk into {goal}, where no enemy is known; units: {count}"),
    N_("{one}, {other}"),
    N_("{points} HP for {unit}"),
    N_("{unit} against {target}"),
    N_("{unit} attacks {target} with {dice} dice: {percent} % to eliminate it"),
    N_("{unit} by {hex} against {target}"),
    N_("{unit} leaves the board at {hex} for a medal"),
    N_("{unit} to the objective in {hex}"),
    N_("{unit} to {hex}"),
)
"""Messages that the catalogue keeps for one version more."""
