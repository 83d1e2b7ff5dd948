"""Spectrograms: what a sound looks like, for people who judge it without hearing it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy import signal

from art.sounding.dsp import RATE, Samples

DEPTH = 80.0
"""Decibels between the brightest and the darkest."""
ROWS, TONES = 220, (50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0)
_LOWEST, _HIGHEST = 30.0, 18_000.0


def spectrogram(samples: Samples, title: str, width: int = 420) -> Image.Image:
    """Time from left to right, pitch upwards in octaves, loudness as brightness; the wave below."""
    flat = samples if samples.ndim == 1 else samples.mean(axis=1)
    size = 2048 if len(flat) > RATE // 2 else 512
    hop = max(1, len(flat) // width)
    tones, _, power = signal.stft(flat, RATE, nperseg=size, noverlap=max(0, size - hop), boundary="zeros")
    level = 20 * np.log10(np.abs(power) + 1e-9)
    wanted = np.geomspace(_HIGHEST, _LOWEST, ROWS)
    rows = np.stack([level[np.argmin(np.abs(tones - tone))] for tone in wanted])
    columns = np.linspace(0, rows.shape[1] - 1, width).astype(int)
    share = np.clip((rows[:, columns] - rows.max() + DEPTH) / DEPTH, 0, 1)
    colours = np.stack([share**0.8, share**1.6, np.clip(0.25 * share + share**4, 0, 1)], axis=2)
    picture = Image.new("RGB", (width + 40, ROWS + 80), "black")
    picture.paste(Image.fromarray((colours * 255).astype(np.uint8)), (40, 20))
    pen = ImageDraw.Draw(picture)
    pen.text((4, 4), f"{title}  {len(flat) / RATE:.2f} s", fill="white")
    for tone in TONES:
        row = 20 + int(np.argmin(np.abs(wanted - tone)))
        pen.text((2, row - 5), f"{tone:g}", fill="grey")
    edges = np.linspace(0, len(flat), width + 1).astype(int)
    for column, (start, end) in enumerate(pairwise(edges)):
        piece = flat[start : max(end, start + 1)]
        if len(piece):
            pen.line(
                (40 + column, 50 + ROWS - 28 * piece.max(), 40 + column, 50 + ROWS - 28 * piece.min()), fill="#8fc"
            )
    return picture


def sheet(pictures: list[Image.Image], path: Path, across: int = 4) -> None:
    """Pictures next to and below each other in one file."""
    wide, high = max(one.width for one in pictures), max(one.height for one in pictures)
    made = Image.new("RGB", (wide * across, high * -(-len(pictures) // across)), "#222")
    for number, one in enumerate(pictures):
        made.paste(one, (number % across * wide, number // across * high))
    made.save(path)
