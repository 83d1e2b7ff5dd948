"""The sounds are what the tool makes today."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from art.sounding import levels
from art.sounding.dsp import RATE, fall, loudness, noise, peak, trimmed
from art.sounding.dsp import dice_of as chance
from art.sounding.files import read, write_wave
from art.sounding.pictures import sheet, spectrogram
from art.sounding.score import SCORE, file_name, made
from wab.app.sound.music import DUCKED
from wab.app.sound.recordings import FOLDER, recordings

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.art

ALIKE = 0.7
"""Correlation of a file with what is made again: the encoder rounds noise off, another sound has about 0."""


def test_the_catalogue_is_that_of_the_score():
    assert list(recordings()) == list(SCORE)
    for name, recording in recordings().items():
        voice = SCORE[name]
        assert (recording.what, recording.group) == (voice.what, voice.group)
        assert [take.file for take in recording.files] == [file_name(name, n) for n in range(voice.variants)]


LONG = ("victory", "defeat", "draw", "clear", "overcast", "rain")
"""Music and weather: minutes of sound."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.trial) if name in LONG else name for name in SCORE]
)
def test_a_file_is_what_is_made_anew(name):
    for variant, take in enumerate(recordings()[name].files):
        new, kept = made(name, variant), read(FOLDER / take.file)
        assert new.shape == kept.shape
        x, y = new.ravel(), kept.ravel()
        assert x @ y / np.sqrt((x @ x) * (y @ y)) > ALIKE, take.file
        assert take.loudness == pytest.approx(loudness(new, lasting=SCORE[name].group != "effect"), abs=0.2)
        assert take.peak == pytest.approx(peak(new), abs=0.02) and take.peak < 0.9


@pytest.fixture(scope="module")
def measured():
    return list(levels.levels())


def test_each_sound_lies_where_its_group_is_wanted(measured):
    """Ambience lies below guns but can be heard; music is quiet in play, and lower still under guns."""
    bounds = {"guns": (-27.5, -16.5), "moves": (-27.0, -20.5), "interface": (-40.0, -22.5)}
    for level in measured:
        if level.group in bounds:
            low, high = bounds[level.group]
            assert low <= level.least <= level.most <= high, level
        assert level.true_peak <= levels.TRUE_PEAK + 0.05, level
    ambience = [level.integrated for level in measured if level.group == "ambience"]
    assert ambience == pytest.approx([levels.AMBIENCE_LEVEL] * 6, abs=0.6)
    near = [level.most for level in measured if level.group == "guns" and not level.name.endswith("-far")]
    assert min(near) - max(ambience) > 5.0 and np.mean(near) - np.mean(ambience) < 14
    music = {level.name.removesuffix(", a piece"): level for level in measured if level.name.endswith(", a piece")}
    play = [level.integrated for name, level in music.items() if name not in levels.IN_MENU]
    assert play == pytest.approx([levels.PLAY_LEVEL] * len(play), abs=0.6)
    assert levels.decibels(DUCKED) == pytest.approx(-6, abs=0.1)
    loudest = max(level.short_term for name, level in music.items() if name not in levels.IN_MENU)
    assert loudest + levels.decibels(DUCKED) < min(near)


def test_the_page_tells_the_loudness_of_today(measured):
    page = (ROOT / "docs" / "lab" / "loudness.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.count("|") == 7 and "---" not in line]
    told = {cells[0].strip(): [float(cell) for cell in cells[1:]] for cells in rows if cells[0].strip() != "sound"}
    assert list(told) == [level.name for group in levels.GROUPS for level in measured if level.group == group]
    for level in measured:
        numbers = (level.files, level.wanted, level.integrated, level.short_term, level.true_peak)
        assert told[level.name] == pytest.approx(numbers, abs=0.15), level.name


FAR_OFF = [name for name in SCORE if name.endswith("-far")]
FREQUENT = [
    "click", "telegraph", "dice-shaken", "dice-thrown", "card-drawn", "card-played", "march", "lorry", "tracks",
    "rifles", "machine-gun", "gun", "battery", "whistle", "impact", "hit", "destroyed", *FAR_OFF,
]  # fmt: skip


def test_a_frequent_sound_has_five_variants():
    assert {name: SCORE[name].variants for name in FREQUENT if SCORE[name].variants < 5} == {}


def test_a_sound_is_the_same_each_time_and_its_variants_are_not():
    assert np.array_equal(made("hit", 0), made("hit", 0))
    first, second = made("rifles", 0), made("rifles", 1)
    assert first.shape != second.shape or not np.allclose(first, second)


def test_loudness_is_that_of_the_standard():
    """A sine of 1 kHz at full scale in one channel has -3.01 LUFS (ITU-R BS.1770)."""
    sine = np.sin(2 * np.pi * 1000 * np.arange(4 * RATE) / RATE)
    assert loudness(sine, lasting=True) == pytest.approx(-3.01, abs=0.1)
    assert loudness(sine / 10) == pytest.approx(-23.01, abs=0.1)
    low = np.sin(2 * np.pi * 40 * np.arange(4 * RATE) / RATE)
    assert loudness(low) < loudness(sine) - 3  # the lowest tones count for less


def test_trimmed_takes_the_silence_off_the_end():
    sound = np.concatenate([noise(chance("a test"), 0.5) * fall(0.5, 0.4), np.zeros(RATE)])
    assert 0.2 * RATE < len(trimmed(sound)) < 0.6 * RATE


def test_a_wave_is_read_as_it_was_written(tmp_path):
    sound = noise(chance("a test"), 0.3) * 0.5
    write_wave(tmp_path / "sound.wav", sound)
    assert np.abs(read(tmp_path / "sound.wav") - sound).max() < 1e-3


def test_a_spectrogram_shows_where_a_tone_lies(tmp_path):
    tone = np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)
    picture = np.asarray(spectrogram(tone, "a tone"))[20:240, 100:400].sum(axis=(1, 2))
    expected = 219 * np.log(18_000 / 1000) / np.log(18_000 / 30)
    assert abs(int(picture.argmax()) - expected) < 4
    sheet([spectrogram(tone, "a tone")] * 5, tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").stat().st_size > 1000
