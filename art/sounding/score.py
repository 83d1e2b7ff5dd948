"""The list of all sounds: what makes each, how many variants there are, and how loud it is to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from art.sounding import ambience, movement, music, table, weapons
from art.sounding.dsp import RATE, Samples, band, faded, levelled, trimmed

Maker = Callable[[int], Samples]


class Voice(NamedTuple):
    """A sound: its maker, what is heard, its loudness in LUFS, the number of variants, its group and its quality.

    The loudness of an ambience and of a piece is measured over the whole, of an effect over its loudest 400 ms.
    `quality` 0 to 1 is the Vorbis encoder's.
    """

    make: Maker
    what: str
    loudness: float
    variants: int = 1
    group: str = "effect"
    quality: float = 0.35


SCORE: dict[str, Voice] = {
    # the table
    "click": Voice(table.click, "a button is pressed", -38.0, 3),
    "refused": Voice(table.refused, "an order is refused", -29.0),
    "asked": Voice(table.asked, "a decision is wanted", -27.0),
    "telegraph": Voice(table.telegraph, "a report comes in", -33.0, 3),
    "muster": Voice(table.muster, "a unit is brought up to strength", -25.0),
    "dice-shaken": Voice(table.dice_shaken, "dice in a cup", -25.0, 2),
    "dice-thrown": Voice(table.dice_thrown, "dice fall on the table", -23.0, 3),
    "card-drawn": Voice(table.card_drawn, "a card is drawn", -28.0, 3),
    "card-played": Voice(table.card_played, "a card is laid on the table", -24.0, 2),
    "shuffled": Voice(table.shuffled, "the discards are shuffled", -26.0),
    # on the move
    "march": Voice(movement.march, "infantry on the march", -25.0, 3),
    "lorry": Voice(movement.lorry, "lorries and half-tracks", -23.0, 2),
    "tracks": Voice(movement.tracks, "tanks on the move", -21.0, 2),
    "ship": Voice(movement.ship, "a ship under way", -23.0),
    "horn": Voice(movement.horn, "the horn of a ship", -23.0),
    # fire
    "rifles": Voice(weapons.rifles, "rifles", -20.0, 3),
    "machine-gun": Voice(weapons.machine_gun, "a machine gun", -20.0, 2),
    "gun": Voice(weapons.gun, "a tank gun or an anti-tank gun", -17.5, 3),
    "battery": Voice(weapons.battery, "a battery fires", -19.0, 2),
    "naval": Voice(weapons.naval, "a broadside from the sea", -18.0, 2),
    "whistle": Voice(weapons.whistle, "a shell comes in and strikes", -18.5, 2),
    "impact": Voice(weapons.impact, "a shell strikes", -18.5, 3),
    "bombs": Voice(weapons.bombs, "a stick of bombs", -18.0, 2),
    "aircraft": Voice(weapons.aircraft, "a fighter-bomber passes", -20.0, 2),
    "flak": Voice(weapons.flak, "guns fire at aircraft", -20.0),
    "hit": Voice(weapons.hit, "a unit loses strength", -24.0, 3),
    "destroyed": Voice(weapons.destroyed, "a unit is destroyed", -18.5, 2),
    # drum and bugle
    "turn": Voice(music.turn, "our turn begins", -22.0, 1, "music", 0.3),
    "turn-of-others": Voice(music.turn_of_others, "the turn of the others begins", -25.0, 1, "music", 0.3),
    "medal": Voice(music.medal, "an objective is won", -22.5, 1, "music", 0.3),
    "lost": Voice(music.lost, "an objective is lost", -25.0, 1, "music", 0.3),
    "victory": Voice(music.victory, "the battle is won", -20.0, 1, "music", 0.3),
    "defeat": Voice(music.defeat, "the battle is lost", -22.0, 1, "music", 0.3),
    "draw": Voice(music.draw, "nobody has won", -22.0, 1, "music", 0.3),
    # the country
    "clear": Voice(ambience.clear, "a fine day, the front far away", -36.0, 1, "ambience", 0.1),
    "overcast": Voice(ambience.overcast, "wind under low cloud", -35.0, 1, "ambience", 0.1),
    "rain": Voice(ambience.rain, "rain", -34.0, 1, "ambience", 0.1),
    "storm": Voice(ambience.storm, "a storm from the sea", -32.0, 1, "ambience", 0.1),
    "dusk": Voice(ambience.dusk, "evening", -37.0, 1, "ambience", 0.1),
    "sea": Voice(ambience.sea, "waves on a beach", -36.0, 1, "ambience", 0.1),
}


def made(name: str, variant: int) -> Samples:
    """One variant of a sound, ready to be written: at its loudness, with soft ends where it does not go round."""
    voice = SCORE[name]
    samples = voice.make(variant)
    if voice.group != "ambience":
        samples = trimmed(band(samples, 42.0, None))
        samples = faded(samples, 0.0005, min(0.3, 0.25 * len(samples) / RATE))
    return levelled(samples, voice.loudness, lasting=voice.group != "effect")


def file_name(name: str, variant: int) -> str:
    """The file of a variant."""
    return f"{name}-{variant + 1}.ogg" if SCORE[name].variants > 1 else f"{name}.ogg"
