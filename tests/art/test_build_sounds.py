"""The sounds are what the tool makes today."""

from __future__ import annotations

import numpy as np
import pytest

from art.sounding.dsp import RATE, fall, loudness, noise, peak, trimmed
from art.sounding.dsp import dice_of as chance
from art.sounding.files import read, write_wave
from art.sounding.pictures import sheet, spectrogram
from art.sounding.score import SCORE, file_name, made
from wab.app.sound.recordings import FOLDER, recordings

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
