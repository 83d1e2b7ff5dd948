"""The files of sound: all there, all listed, as long and as loud as they are to be, and ours."""

from __future__ import annotations

import numpy as np
import pytest

from art.sounding.dsp import RATE, loudness, peak
from art.sounding.files import read
from wab.app.sound.recordings import FOLDER, recordings

TAKES = {take.file: (name, take) for name, recording in recordings().items() for take in recording.files}
LOUDNESS = {"effect": (-40, -16), "music": (-27, -18), "ambience": (-25, -23)}
"""LUFS, the least and the most. An ambience is heard at half its volume, far below everything else."""
FREQUENT = {
    "rifles", "machine-gun", "gun", "battery", "impact", "hit", "march", "tracks", "lorry", "dice-thrown",
    "dice-shaken", "click", "whistle",
}  # fmt: skip
SECONDS = {"effect": (0.03, 4.5), "music": (1, 14), "ambience": (15, 30)}


def test_the_folder_holds_what_the_catalogue_lists():
    assert {path.name for path in FOLDER.glob("*.ogg")} == set(TAKES)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.*")) < 6_000_000


def test_a_frequent_sound_has_five_takes_at_least():
    assert all(len(recordings()[name].files) >= 5 for name in FREQUENT)


def test_every_sound_is_made_by_us_and_says_what_is_heard():
    for name, recording in recordings().items():
        assert (recording.source, recording.licence) == ("made by art/build_sounds.py", "MIT"), name
        assert recording.what


@pytest.mark.parametrize("file", sorted(TAKES))
def test_a_file_is_as_long_and_as_loud_as_the_catalogue_says(file):
    name, take = TAKES[file]
    group = recordings()[name].group
    samples = read(FOLDER / file)
    assert len(samples) / RATE == pytest.approx(take.seconds, abs=0.01)
    assert SECONDS[group][0] <= take.seconds <= SECONDS[group][1]
    assert samples.ndim == (1 if group == "effect" else 2)  # what is placed left or right has one channel
    heard = loudness(samples, lasting=group != "effect")
    assert heard == pytest.approx(take.loudness, abs=1.6)
    assert LOUDNESS[group][0] <= heard <= LOUDNESS[group][1]
    assert peak(samples) < 0.9  # a decibel is left


@pytest.mark.parametrize("name", [name for name, one in recordings().items() if one.group == "ambience"])
def test_an_ambience_goes_round_without_a_click(name):
    samples = read(recordings()[name].files[0].path).mean(axis=1)
    seam = np.abs(samples[0] - samples[-1])
    assert seam < 3 * np.percentile(np.abs(np.diff(samples)), 99)


@pytest.mark.parametrize("name", [name for name, one in recordings().items() if one.group != "ambience"])
def test_an_effect_begins_and_ends_softly(name):
    for take in recordings()[name].files:
        samples = read(take.path)
        assert np.abs(samples[-RATE // 200 :]).max() < 0.03 * np.abs(samples).max() + 0.002, take.file
        assert np.abs(samples[0]).max() < 0.1, take.file
