"""The loudness of all committed sounds and pieces, measured from their files and compared with what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log10
from typing import NamedTuple

from art.sounding import ambience, movement, music, table
from art.sounding.dsp import Samples, loudness, momentary, peak
from art.sounding.files import read
from art.sounding.score import SCORE, Voice
from wab.app.sound.music import DUCKED, IN_MENUS, IN_PLAY
from wab.app.sound.recordings import FOLDER, MUSIC, pieces, recordings
from wab.app.window.settings import DEFAULTS

IN_MENU = ("title", "victory", "defeat")
"""Pieces of pages; all others are heard in play."""
MENU_LEVEL, PLAY_LEVEL, AMBIENCE_LEVEL, TRUE_PEAK = -20.0, -26.0, -30.0, -1.0
"""LUFS of music and of an ambience as they are heard at the volumes of a new player; decibels of the highest peak."""
SHORT_TERM = 3.0
"""Seconds over which loudness is called short-term (ITU-R BS.1770)."""
GUNS, MOVES, INTERFACE, AMBIENCE, MUSIC_GROUP = GROUPS = ("guns", "moves", "interface", "ambience", "music")
OF_MODULE = {
    table.__name__: INTERFACE,
    movement.__name__: MOVES,
    ambience.__name__: AMBIENCE,
    music.__name__: MUSIC_GROUP,
}
"""The groups of sounds by the modules that make them; all others are guns."""


class Level(NamedTuple):
    """The measure of one sound: its group, its files, LUFS as they are wanted, least and most as measured by that
    measure, then the highest integrated and short-term loudness, and the highest peak."""

    name: str
    group: str
    files: int
    wanted: float
    least: float
    most: float
    integrated: float
    short_term: float
    true_peak: float

    def __str__(self) -> str:
        measured = f"{self.least:6.1f} to {self.most:6.1f}" if self.files > 1 else f"{self.least:6.1f}          "
        numbers = f"{self.integrated:7.1f}{self.short_term:7.1f}{self.true_peak:7.1f}"
        return f"{self.name:18}{self.files:3}{self.wanted:8.1f}   {measured}{numbers}"


HEAD = f"{'':18}  n  wanted   LUFS measured   whole    3 s   peak"


def levels() -> Iterator[Level]:
    """Measure everything: effects as they are in their files, ambience and music as a new player hears them."""
    for name, recording in recordings().items():
        voice = SCORE[name]
        taken = [read(FOLDER / take.file) for take in recording.files]
        turned = decibels(DEFAULTS.ambience) if recording.group == "ambience" else 0.0
        yield _level(name, group_of(voice), taken, voice.loudness, turned, lasting=recording.group != "effect")
    for name in pieces():
        share = IN_MENUS if name in IN_MENU else IN_PLAY
        wanted = MENU_LEVEL if name in IN_MENU else PLAY_LEVEL
        turned = decibels(DEFAULTS.music * share)
        yield _level(
            f"{name}, a piece", MUSIC_GROUP, [read(MUSIC / f"{name}.ogg")], wanted - turned, turned, lasting=True
        )


def group_of(voice: Voice) -> str:
    """Return the group of a sound."""
    return OF_MODULE.get(voice.make.__module__, GUNS)


def decibels(share: float) -> float:
    """Return a volume in decibels."""
    return 20 * log10(share)


def _level(name: str, group: str, taken: list[Samples], wanted: float, turned: float, *, lasting: bool) -> Level:
    measured = [loudness(samples, lasting=lasting) + turned for samples in taken]
    whole = max(loudness(samples, lasting=True) for samples in taken) + turned
    short = max(float(max(momentary(samples, SHORT_TERM))) for samples in taken) + turned
    highest = max(decibels(peak(samples)) for samples in taken)
    return Level(name, group, len(taken), wanted + turned, min(measured), max(measured), whole, short, highest)


PAGE = """# Loudness

All sounds and pieces of music, measured from the committed files: ambience and music at the volumes of a new player.
`python -m art.build_sounds --levels docs/lab/loudness.md` writes this page; a test holds its numbers to the bounds.

Integrated loudness is that of the whole sound (ITU-R BS.1770), short-term loudness that of its loudest {short:g} s;
silence follows a shorter sound. Both are the highest of all variants, in LUFS. "Wanted" is the loudness that a sound is
brought to: of an effect over its loudest 400 ms, of ambience and music over the whole. Peaks are true peaks in dBFS.
While guns fire, music lies {duck:.0f} dB lower.
"""
TABLE = """
## {title}

| sound | variants | wanted | integrated | short-term | peak |
| --- | ---: | ---: | ---: | ---: | ---: |
"""


def page(found: Iterable[Level]) -> str:
    """Return the table of all levels as a page of the documentation, by group."""
    by_name, parts = list(found), [PAGE.format(short=SHORT_TERM, duck=-decibels(DUCKED))]
    for group in GROUPS:
        rows = [level for level in by_name if level.group == group]
        parts.append(TABLE.format(title=group.capitalize()))
        parts += [f"{row(level)}\n" for level in rows]
    return "".join(parts)


def row(level: Level) -> str:
    """Return the row of one sound."""
    numbers = (level.wanted, level.integrated, level.short_term, level.true_peak)
    return f"| {level.name} | {level.files} | {' | '.join(f'{number:.1f}' for number in numbers)} |"
