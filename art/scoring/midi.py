"""Parts as a standard MIDI file. The same parts give the same bytes."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from art.scoring.notes import BAR, Note
from art.scoring.orchestra import DRUM_KIT, EXPRESSIVE, ORCHESTRA

TICKS = 480
DRUM_CHANNEL, CHANNELS = 9, 16
LOOSE_TICKS, LOOSE_WEIGHT = 5, 3.0
"""Players are not machines: how far a note strays from its moment and from its strength."""
BREATH = 0.5
"""Beats between two settings of the breath controller."""


class Sung(NamedTuple):
    """Notes of one instrument that are played as loud as `loud` says: pairs of a beat and a strength, 0 to 127."""

    notes: Sequence[Note]
    loud: Sequence[tuple[float, float]]
    legato: float


def score(parts: Mapping[str, Sequence[Sung]], tempo: Sequence[tuple[float, float]], beats: float) -> bytes:
    """Write parts by instrument. `tempo`: pairs of a beat and beats a minute."""
    tracks = [_tempi(tempo)]
    melodic = [name for name in parts if ORCHESTRA[name].bank != DRUM_KIT]
    channels = [number for number in range(CHANNELS) if number != DRUM_CHANNEL]
    if len(melodic) > len(channels):
        raise ValueError("more instruments than channels")
    for name, sung in parts.items():
        channel = DRUM_CHANNEL if name not in melodic else channels[melodic.index(name)]
        tracks.append(_track(name, channel, sung, beats))
    head = _chunk(b"MThd", struct.pack(">HHH", 1, len(tracks), TICKS))
    return head + b"".join(_chunk(b"MTrk", track) for track in tracks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack(">I", len(content)) + content


def _tempi(tempo: Sequence[tuple[float, float]]) -> bytes:
    events = [(round(at * TICKS), b"\xff\x51\x03" + round(60e6 / rate).to_bytes(3, "big")) for at, rate in tempo]
    return _events([(tick, 0, event) for tick, event in events], 0)


def _track(name: str, channel: int, sung: Sequence[Sung], beats: float) -> bytes:
    player = ORCHESTRA[name]
    bank = 0 if player.bank == DRUM_KIT else player.bank
    events: list[tuple[int, int, bytes]] = [
        (0, 0, bytes([0xB0 | channel, 0, bank])),
        (0, 1, bytes([0xC0 | channel, player.program])),
        *((0, 2, bytes([0xB0 | channel, control, value])) for control, value in _seat(name)),
    ]
    dice = np.random.default_rng([channel, player.program, player.bank])
    for part in sung:
        for note in part.notes:
            events += _struck(channel, note, part, dice)
        if player.bank == EXPRESSIVE:
            events += _breath(channel, part)
    return _events(events, round((beats + BAR) * TICKS))


def _seat(name: str) -> list[tuple[int, int]]:
    player = ORCHESTRA[name]
    return [(7, player.volume), (10, player.pan), (91, player.hall)]


def _loud(part: Sung, at: float) -> float:
    return float(np.interp(at, [beat for beat, _ in part.loud], [strength for _, strength in part.loud]))


def _struck(channel: int, note: Note, part: Sung, dice: np.random.Generator) -> list[tuple[int, int, bytes]]:
    place = note.at % BAR
    metre = 1.05 if place == 0 else 1.0 if place == 2 else 0.96
    strength = _loud(part, note.at) * note.weight * metre + dice.uniform(-LOOSE_WEIGHT, LOOSE_WEIGHT)
    start = max(0, round(note.at * TICKS + dice.uniform(-LOOSE_TICKS, LOOSE_TICKS)))
    end = max(start + 30, round((note.at + note.beats * part.legato) * TICKS))
    struck = bytes([0x90 | channel, note.pitch, int(np.clip(strength, 8, 124))])
    return [(start, 5, struck), (end, 4, bytes([0x80 | channel, note.pitch, 0]))]


def _breath(channel: int, part: Sung) -> list[tuple[int, int, bytes]]:
    """A long note swells a little and dies away; a phrase rises and falls as its strengths say."""
    first, last = part.loud[0][0], part.loud[-1][0]
    made = []
    for step in range(round((last - first) / BREATH)):
        at = first + step * BREATH
        swell = 1 + 0.06 * np.sin(np.pi * (at % BAR) / BAR)
        made.append((round(at * TICKS), 3, bytes([0xB0 | channel, 2, int(np.clip(_loud(part, at) * swell, 5, 124))])))
    return made


def _events(events: list[tuple[int, int, bytes]], end: int) -> bytes:
    made, last = b"", 0
    for tick, _, event in sorted(events):
        made += _length(tick - last) + event
        last = tick
    return made + _length(max(0, end - last)) + b"\xff\x2f\x00"


def _length(number: int) -> bytes:
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))
