"""The music: notes that can be played, that do not grate, and files that are what the notes say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from art import build_music
from art.scoring import render
from art.scoring.harmonics import clashes, out_of_range, share_in_chord
from art.scoring.notes import BAR, ScoreError, harmony, line, pitch_of, strokes
from art.scoring.pieces import midi_of, pieces, placed, seconds_of, themes
from art.scoring.textures import Ground, bass, figure, pad
from art.sounding.dsp import RATE, loudness, momentary, peak
from art.sounding.files import read
from art.sounding.levels import IN_MENU, MENU_LEVEL, PLAY_LEVEL, decibels
from wab.app.sound import recordings
from wab.app.sound.music import IN_MENUS, IN_PLAY
from wab.app.window.settings import DEFAULTS

pytestmark = pytest.mark.art

MUSIC = recordings.MUSIC
STRONG = (0.0, 2.0)
"""Beats of a bar on which a tone that grates is heard as wrong; between them it passes by."""
TENTH = 16
SUSPENSIONS = {"landing": 3}
"""Long tones of the slow theme over the chord on purpose."""


def test_every_piece_is_there_and_nothing_else():
    assert list(recordings.pieces()) == list(pieces())
    assert {path.stem for path in MUSIC.glob("*.ogg")} == set(pieces())
    assert sum(path.stat().st_size for path in MUSIC.iterdir()) < 13_000_000


@pytest.mark.parametrize("name", pieces())
def test_a_file_is_played_from_the_notes_of_today(name):
    """A change of the notes asks for `python -m art.build_music`."""
    assert recordings.pieces()[name].made_of == render.digest_of(pieces()[name])
    tail = render.TAIL if pieces()[name].ends else 0.0
    assert recordings.pieces()[name].seconds == pytest.approx(seconds_of(pieces()[name]) + tail, abs=0.01)


@pytest.mark.parametrize("name", pieces())
def test_a_piece_can_be_played_and_does_not_grate(name):
    piece = pieces()[name]
    assert not out_of_range(piece)
    assert share_in_chord(piece) > 0.95
    wrong = [found for found in clashes(piece) if found.at % BAR in STRONG]
    assert len(wrong) <= SUSPENSIONS.get(name, 0), wrong
    assert 80 < seconds_of(piece) < 100


@pytest.mark.parametrize("name", pieces())
def test_a_figure_lies_in_the_hand(name):
    """Harps leap; within a bar a section of strings does not leap by more than a tenth."""
    for part in (part for passage in placed(pieces()[name]) for part in passage.parts):
        if "figure:" in part.row and part.instrument != "harp":
            leaps = [
                abs(new.pitch - old.pitch) for old, new in pairwise(part.sung.notes) if old.at // BAR == new.at // BAR
            ]
            assert max(leaps) <= TENTH, part.row


@pytest.mark.parametrize("name", themes())
def test_a_counter_voice_leaves_the_tune_its_room(name):
    """A theme has two phrases of four bars; its voices do not run side by side in octaves."""
    theme = themes()[name]
    tune, counter = line(theme.tune), line(theme.counter)
    assert harmony(theme.harmony)[-1].at == 7 * BAR
    assert 7 * BAR <= counter[-1].at < 8 * BAR
    moves = []
    for at in np.arange(0, 8 * BAR):
        sounding = [next((n.pitch for n in voice if n.at <= at < n.at + n.beats), None) for voice in (tune, counter)]
        moves.append(sounding)
    pairs = [(old, new) for old, new in pairwise(moves) if None not in (*old, *new)]
    octaves = [
        (old, new) for old, new in pairs
        if (old[0] - old[1]) % 12 == 0 and (new[0] - new[1]) % 12 == 0 and old[0] != new[0]
    ]  # fmt: skip
    assert not octaves


@pytest.mark.parametrize("name", pieces())
def test_a_file_is_as_loud_as_it_should_be_and_is_never_silent(name):
    samples = read(MUSIC / f"{name}.ogg")
    share = IN_MENUS if name in IN_MENU else IN_PLAY
    heard = loudness(samples, lasting=True) + decibels(DEFAULTS.music * share)
    assert heard == pytest.approx(MENU_LEVEL if name in IN_MENU else PLAY_LEVEL, abs=0.7)
    assert decibels(peak(samples)) < -1.0 + 0.1
    assert len(samples) / RATE == pytest.approx(recordings.pieces()[name].seconds, abs=0.01)
    course = momentary(samples)[: -round(10 * render.TAIL) if pieces()[name].ends else None]
    assert course.min() > -45
    assert np.percentile(course, 95) - np.percentile(course, 10) > 3  # it has soft passages and loud ones


@pytest.mark.parametrize("name", [name for name, piece in pieces().items() if not piece.ends])
def test_a_piece_goes_round_without_a_click(name):
    samples = read(MUSIC / f"{name}.ogg").mean(axis=1)
    seam = abs(samples[0] - samples[-1])
    assert seam < 3 * np.percentile(np.abs(np.diff(samples)), 99)


def test_the_same_notes_give_the_same_file_and_other_notes_another_digest():
    title = pieces()["title"]
    assert midi_of(title) == midi_of(title) and midi_of(title)[:4] == b"MThd"
    other = build_music.pieces()["night"]
    assert render.digest_of(title) != render.digest_of(other)


def test_without_fluidsynth_one_sentence_says_so(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(render, "font", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["build_music", "night"])
    assert build_music.main() == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "fluidsynth is missing" in said


def test_a_soundfont_of_another_digest_is_refused(monkeypatch, tmp_path):
    (tmp_path / "font.sf3").write_bytes(b"another")
    monkeypatch.setattr(render, "FONT", tmp_path / "font.sf3")
    with pytest.raises(render.NotInstalledError, match="is not the soundfont"):
        render.font.__wrapped__()


def test_lines_and_chords_are_read():
    assert pitch_of("C4") == 60 and pitch_of("Bb3") == 58 and pitch_of("F#5") == 78
    assert [(note.at, note.beats, note.pitch) for note in line("D4:3 r:1 | A3:4")] == [(0, 3, 62), (4, 4, 57)]
    minor, slash = harmony("Gm F7/A")
    assert (minor.tones, minor.beats) == ((7, 10, 2), 2.0) and (slash.tones, slash.bass) == ((5, 9, 0, 3), 9)
    assert [at for at, _, _ in strokes("X..x", 2)] == [0, 3, 4, 7]
    with pytest.raises(ScoreError, match="bar 1"):
        line("D4:3")
    with pytest.raises(ScoreError, match="no chord"):
        harmony("H")


def test_chords_lead_to_each_other_and_keep_their_common_tones():
    ground = Ground(harmony("C | Am | F | G7"), 4, 48, 64)
    held = pad(ground, "3")
    assert any(note.beats > BAR for note in held)  # a tone that both chords have is not struck again
    for chord in ground.chords:
        sounding = {note.pitch % 12 for note in held if note.at <= chord.at < note.at + note.beats}
        assert sounding <= set(chord.tones) and chord.tones[1] in sounding
    assert [note.pitch for note in figure(Ground(harmony("C"), 1, 48, 84), "1235")] == [48, 52, 55, 64]
    assert [note.pitch % 12 for note in bass(Ground(harmony("C"), 1, 36, 60), "R.5.")] == [0, 7]
