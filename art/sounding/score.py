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
    quality: float = 0.5


INTERFACE, WEAPON, NEAR, FAR = -30.0, -20.0, -17.0, -27.0
SHORT = -9.0
"""A click lasts an eighth of the 400 ms over which loudness is measured: while it lasts, it is that much louder."""
AMBIENCE = -24.0
"""It is heard at half its volume (`Settings.ambience`), so 6 dB below this."""
CEILING = 0.8
"""The highest amplitude that is written: the encoder may add a decibel, and -1 dB is the most."""

SCORE: dict[str, Voice] = {
    # the table
    "click": Voice(table.click, "a button is pressed", INTERFACE + SHORT, 5),
    "refused": Voice(table.refused, "an order is refused", INTERFACE),
    "asked": Voice(table.asked, "a decision is wanted", INTERFACE),
    "telegraph": Voice(table.telegraph, "a report comes in", INTERFACE, 5),
    "muster": Voice(table.muster, "a unit is brought up to strength", -25.0, 3),
    "dice-shaken": Voice(table.dice_shaken, "dice in a cup", -25.0, 5),
    "dice-thrown": Voice(table.dice_thrown, "dice fall on the table", -23.0, 6),
    "card-drawn": Voice(table.card_drawn, "a card is drawn", -28.0, 5),
    "card-played": Voice(table.card_played, "a card is laid on the table", -24.0, 5),
    "shuffled": Voice(table.shuffled, "the discards are shuffled", -26.0),
    # on the move
    "march": Voice(movement.march, "infantry on the march", -25.0, 5),
    "lorry": Voice(movement.lorry, "lorries and half-tracks", -23.0, 5),
    "tracks": Voice(movement.tracks, "tanks on the move", -21.0, 5),
    "ship": Voice(movement.ship, "a ship under way", -23.0, 2),
    "horn": Voice(movement.horn, "the horn of a ship", -23.0),
    # fire
    "rifles": Voice(weapons.rifles, "rifles", WEAPON, 6),
    "machine-gun": Voice(weapons.machine_gun, "a machine gun", WEAPON, 6),
    "gun": Voice(weapons.gun, "a tank gun or an anti-tank gun", NEAR, 6),
    "battery": Voice(weapons.battery, "a battery fires", WEAPON, 5),
    "naval": Voice(weapons.naval, "a broadside from the sea", NEAR, 3),
    "whistle": Voice(weapons.whistle, "a shell comes in and strikes", NEAR, 5),
    "impact": Voice(weapons.impact, "a shell strikes", NEAR, 6),
    "bombs": Voice(weapons.bombs, "a stick of bombs", NEAR, 3),
    "aircraft": Voice(weapons.aircraft, "a fighter-bomber passes", WEAPON, 3),
    "flak": Voice(weapons.flak, "guns fire at aircraft", WEAPON, 3),
    "hit": Voice(weapons.hit, "a unit loses strength", -24.0, 6),
    "destroyed": Voice(weapons.destroyed, "a unit is destroyed", NEAR, 5),
    # the same from far away
    **{
        f"{name}-far": Voice(weapons.far_off(make), f"{what}, far away", FAR, 5, quality=0.25)
        for name, make, what in (
            ("rifles", weapons.rifles, "rifles"),
            ("machine-gun", weapons.machine_gun, "a machine gun"),
            ("gun", weapons.gun, "a gun"),
            ("battery", weapons.battery, "a battery"),
            ("impact", weapons.impact, "a shell"),
        )
    },
    # drum and bugle
    "turn": Voice(music.turn, "our turn begins", -22.0, 1, "music", 0.3),
    "turn-of-others": Voice(music.turn_of_others, "the turn of the others begins", -25.0, 1, "music", 0.3),
    "medal": Voice(music.medal, "an objective is won", -22.5, 1, "music", 0.3),
    "lost": Voice(music.lost, "an objective is lost", -25.0, 1, "music", 0.3),
    "victory": Voice(music.victory, "the battle is won", -20.0, 1, "music", 0.3),
    "defeat": Voice(music.defeat, "the battle is lost", -22.0, 1, "music", 0.3),
    "draw": Voice(music.draw, "nobody has won", -22.0, 1, "music", 0.3),
    # the country
    "clear": Voice(ambience.clear, "a fine day, the front far away", AMBIENCE, 1, "ambience", 0.1),
    "overcast": Voice(ambience.overcast, "wind under low cloud", AMBIENCE, 1, "ambience", 0.1),
    "rain": Voice(ambience.rain, "rain", AMBIENCE, 1, "ambience", 0.1),
    "storm": Voice(ambience.storm, "a storm from the sea", AMBIENCE, 1, "ambience", 0.1),
    "dusk": Voice(ambience.dusk, "evening", AMBIENCE, 1, "ambience", 0.1),
    "sea": Voice(ambience.sea, "waves on a beach", AMBIENCE, 1, "ambience", 0.1),
}


def made(name: str, variant: int) -> Samples:
    """One variant of a sound, ready to be written: at its loudness, with soft ends where it does not go round."""
    voice = SCORE[name]
    samples = voice.make(variant)
    if voice.group != "ambience":
        samples = trimmed(band(samples, 42.0, None))
        samples = faded(samples, 0.0005, min(0.3, 0.25 * len(samples) / RATE))
    return levelled(samples, voice.loudness, lasting=voice.group != "effect", ceiling=CEILING)


def file_name(name: str, variant: int) -> str:
    """The file of a variant."""
    return f"{name}-{variant + 1}.ogg" if SCORE[name].variants > 1 else f"{name}.ogg"
