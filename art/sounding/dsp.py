"""The material of the sounds: noise, tones, envelopes, filters, echoes, and the measure of loudness.

Samples are float64 between -1 and 1 at `RATE` a second; one channel is an array of one axis, two are [samples, 2].
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import signal

RATE = 44_100
SILENCE = -120.0
Samples = NDArray[np.float64]


def dice_of(name: str, number: int = 0) -> np.random.Generator:
    """The chance of one sound: the same for the same name and number."""
    return np.random.default_rng([zlib.crc32(name.encode()), number])


def count(seconds: float) -> int:
    """Samples in so many seconds."""
    return max(1, round(seconds * RATE))


def clock(seconds: float) -> Samples:
    """The time of every sample."""
    return np.arange(count(seconds)) / RATE


# ------------------------------------------------------------------------------------------------- sources


def noise(dice: np.random.Generator, seconds: float) -> Samples:
    """White noise."""
    return np.asarray(dice.standard_normal(count(seconds)) * 0.3, np.float64)


def coloured(dice: np.random.Generator, seconds: float, slope: float) -> Samples:
    """Noise whose power falls by `slope` times 3 dB an octave: 1 pink, 2 brown. Its end fits its beginning."""
    size = count(seconds)
    spectrum = np.fft.rfft(dice.standard_normal(size))
    tones = np.maximum(np.fft.rfftfreq(size, 1 / RATE), 20.0)
    made = np.fft.irfft(spectrum * tones ** (-slope / 2), size)
    return made / (np.std(made) + 1e-12) * 0.3


def wander(dice: np.random.Generator, seconds: float, rate: float, low: float, high: float) -> Samples:
    """A value that changes smoothly, about `rate` times a second, between two bounds. Its end fits its beginning."""
    points = max(3, round(seconds * rate))
    values = dice.uniform(low, high, points)
    phase = np.arange(count(seconds)) / count(seconds) * points
    at = phase.astype(int)
    part = 0.5 - 0.5 * np.cos(np.pi * (phase - at))
    made: Samples = values[at % points] * (1 - part) + values[(at + 1) % points] * part
    return made


def sweep(tones: Samples) -> Samples:
    """A sine of a frequency that is given for every sample."""
    return np.sin(2 * np.pi * np.cumsum(tones) / RATE)


def saw(tones: Samples, partials: int = 24) -> Samples:
    """A sawtooth of so many partials, those above hearing left out."""
    phase = 2 * np.pi * np.cumsum(tones) / RATE
    made = np.zeros_like(phase)
    for number in range(1, partials + 1):
        made += np.where(tones * number < 0.45 * RATE, np.sin(phase * number) / number, 0.0)
    return made * 0.5


# ------------------------------------------------------------------------------------------------- shapes


def fall(seconds: float, half: float, attack: float = 0.001) -> Samples:
    """Rises in `attack` seconds, then falls by 60 dB in `half` seconds."""
    time = clock(seconds)
    return np.minimum(1.0, time / max(attack, 1e-5)) * np.exp(-6.9 * np.maximum(0.0, time - attack) / half)


def swell(seconds: float, top: float, width: float) -> Samples:
    """A bell that is highest at the second `top`."""
    return np.exp(-0.5 * ((clock(seconds) - top) / width) ** 2)


def faded(samples: Samples, start: float = 0.002, end: float = 0.02) -> Samples:
    """The same with soft ends."""
    made = samples.copy()
    for seconds, part in ((start, slice(None)), (end, slice(None, None, -1))):
        size = min(count(seconds), len(made) // 2)
        ramp = 0.5 - 0.5 * np.cos(np.pi * np.arange(size) / size)
        view = made[part]
        view[:size] *= ramp if made.ndim == 1 else ramp[:, None]
    return made


def trimmed(samples: Samples, below: float = 46.0) -> Samples:
    """Without its end from where it stays so many decibels below its loudest 20 ms."""
    flat = samples if samples.ndim == 1 else np.sqrt(np.mean(samples**2, axis=1))
    size = count(0.02)
    power = np.convolve(weighted(flat) ** 2, np.ones(size) / size, mode="same")
    heard = np.flatnonzero(power > power.max() * 10 ** (-below / 10))
    return samples[: min(len(samples), int(heard[-1]) + size)]


# ------------------------------------------------------------------------------------------------- filters


def band(samples: Samples, low: float | None, high: float | None, order: int = 2) -> Samples:
    """Return what lies between two frequencies; None is no bound."""
    if low is not None and high is not None:
        filter_ = signal.butter(order, (low, high), "bandpass", fs=RATE, output="sos")
    elif low is not None:
        filter_ = signal.butter(order, low, "highpass", fs=RATE, output="sos")
    else:
        filter_ = signal.butter(order, high or RATE / 2.1, "lowpass", fs=RATE, output="sos")
    return np.asarray(signal.sosfilt(filter_, samples, axis=0))


def ring(samples: Samples, modes: Iterable[tuple[float, float, float]]) -> Samples:
    """Return what a body answers that is struck like this: modes as frequency, seconds of ringing, strength."""
    made = np.zeros_like(samples)
    for tone, seconds, strength in modes:
        radius = np.exp(-6.9 / (seconds * RATE))
        angle = 2 * np.pi * tone / RATE
        made += strength * signal.lfilter([np.sin(angle)], [1, -2 * radius * np.cos(angle), radius**2], samples)
    return made


def driven(samples: Samples, drive: float) -> Samples:
    """Pressed against the bounds, as a loud thing sounds."""
    return np.asarray(np.tanh(samples * drive) / np.tanh(drive))


# ------------------------------------------------------------------------------------------------- room


def echo(
    dice: np.random.Generator, seconds: float, *, dark: float = 2500.0, first: Sequence[float] = (), wide: bool = False
) -> Samples:
    """The answer of a place to a clap: `seconds` to fall by 60 dB, high tones sooner; `first` are single echoes."""
    channels = []
    for _ in range(2 if wide else 1):
        white = dice.standard_normal(count(seconds * 1.1))
        low = band(white, None, 400) * fall(seconds * 1.1, seconds)
        middle = band(white, 400, dark) * fall(seconds * 1.1, seconds * 0.7)
        high = band(white, dark, None) * fall(seconds * 1.1, seconds * 0.3)
        made = 0.4 * low + middle + 0.6 * high
        made *= np.minimum(1.0, clock(seconds * 1.1) / 0.02) ** 0.5
        made /= np.sqrt(np.sum(made**2))
        for delay in first:
            at = count(delay * (1 + 0.07 * dice.standard_normal()))
            if at < len(made):
                tap = band(np.eye(1, 900)[0], None, dark)
                tap = tap[: len(made) - at]
                made[at : at + len(tap)] += 0.5 * tap
        channels.append(made)
    return np.stack(channels, axis=1) if wide else channels[0]


def in_place(samples: Samples, room: Samples, wet: float) -> Samples:
    """A sound with the answer of its place, `wet` as loud as itself; it rings on after its end."""
    if room.ndim == 2 and samples.ndim == 1:
        samples = np.stack([samples, samples], axis=1)
    tail = signal.fftconvolve(samples, room, axes=0)
    made = np.zeros_like(tail)
    made[: len(samples)] = samples
    return made + wet * tail


def far(samples: Samples, metres: float) -> Samples:
    """As heard from far away: the air takes the high tones first."""
    return band(band(samples, None, max(180.0, 9000.0 / (1 + metres / 120.0))), 30, None, 1)


# ------------------------------------------------------------------------------------------------- laying together


def mixed(seconds: float, parts: Iterable[tuple[float, Samples, float]], *, wide: bool = False) -> Samples:
    """Sounds laid over each other: each with its second and its strength. Sound beyond the end is cut off."""
    made = np.zeros((count(seconds), 2) if wide else count(seconds))
    for start, samples, strength in parts:
        at = max(0, round(start * RATE))
        if wide and samples.ndim == 1:
            samples = np.stack([samples, samples], axis=1)
        piece = samples[: max(0, len(made) - at)]
        made[at : at + len(piece)] += strength * piece
    return made


def placed(samples: Samples, pan: float) -> Samples:
    """One channel put between two: -1 left, 1 right."""
    angle = (pan + 1) * np.pi / 4
    return np.stack([samples * np.cos(angle), samples * np.sin(angle)], axis=1)


def circular(seconds: float, parts: Iterable[tuple[float, Samples, float]]) -> Samples:
    """A loop of two channels: what lies beyond the end goes on at the beginning."""
    size = count(seconds)
    made = np.zeros((size, 2))
    for start, samples, strength in parts:
        if samples.ndim == 1:
            samples = np.stack([samples, samples], axis=1)
        at = (round(start * RATE) + np.arange(len(samples))) % size
        np.add.at(made, at, strength * samples)
    return made


def looped(samples: Samples, seconds: float) -> Samples:
    """A loop out of a longer piece: its end is blended into its beginning."""
    size, over = count(seconds), len(samples) - count(seconds)
    part = np.sqrt(np.linspace(0, 1, over))
    part = part if samples.ndim == 1 else part[:, None]
    made = samples[:size].copy()
    made[:over] = made[:over] * part + samples[size:] * np.sqrt(np.maximum(0.0, 1 - part**2))
    return made


# ------------------------------------------------------------------------------------------------- loudness


def weighted(samples: Samples) -> Samples:
    """As the ear weighs it (ITU-R BS.1770): high tones count for more, the lowest for little."""
    shelf = signal.sosfilt(_shelf(), samples, axis=0)
    return np.asarray(signal.sosfilt(signal.butter(2, 38.1, "highpass", fs=RATE, output="sos"), shelf, axis=0))


def _shelf() -> NDArray[np.float64]:
    """The high shelf of BS.1770: 4 dB above 1.7 kHz."""
    gain, tone, quality = 10 ** (3.999843853973347 / 20), 1681.974450955533, 0.7071752369554196
    k = np.tan(np.pi * tone / RATE)
    vb, vh = gain**0.4996667741545416, gain
    a0 = 1 + k / quality + k * k
    b = [(vh + vb * k / quality + k * k) / a0, 2 * (k * k - vh) / a0, (vh - vb * k / quality + k * k) / a0]
    return np.array([[*b, 1.0, 2 * (k * k - 1) / a0, (1 - k / quality + k * k) / a0]])


def momentary(samples: Samples, seconds: float = 0.4) -> Samples:
    """Loudness in LUFS of every 400 ms, or so many seconds, 100 ms apart; silence follows a shorter sound."""
    heard = weighted(samples)
    if heard.ndim == 1:
        heard = heard[:, None]
    size, hop = count(seconds), count(0.1)
    power = np.sum(heard**2, axis=1)
    power = np.concatenate([power, np.zeros(max(0, size - len(power)))])
    sums = np.concatenate([[0.0], np.cumsum(power)])
    starts = np.arange(0, len(power) - size + 1, hop)
    means = (sums[starts + size] - sums[starts]) / size
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(means, 1e-12)))


def loudness(samples: Samples, *, lasting: bool = False) -> float:
    """Loudness in LUFS: of the loudest 400 ms, or of a `lasting` sound as a whole (blocks 10 dB below are left out)."""
    blocks = momentary(samples)
    if not lasting:
        return float(np.max(blocks))
    level = blocks[blocks > -70]
    if not len(level):
        return SILENCE
    gate = 10 * np.log10(np.mean(10 ** (level / 10))) - 10
    return float(10 * np.log10(np.mean(10 ** (level[level > gate] / 10))))


def peak(samples: Samples) -> float:
    """The highest amplitude, between samples as well (four times the rate)."""
    edge, block = 64, 2 * RATE
    found = 0.0
    for start in range(0, len(samples), block):
        piece = samples[max(0, start - edge) : start + block + edge]
        found = max(found, float(np.max(np.abs(signal.resample_poly(piece, 4, 1, axis=0)))))
    return found


def levelled(samples: Samples, wanted: float, *, lasting: bool = False, ceiling: float = 0.89) -> Samples:
    """Brought to a loudness in LUFS; peaks that would pass the ceiling are pressed below it, not cut."""
    made = samples
    for _ in range(6):
        made = made * 10 ** ((wanted - loudness(made, lasting=lasting)) / 20)
        top = peak(made)
        if top <= ceiling:
            break
        made = _limited(made, ceiling * 0.98)
    return made * min(1.0, ceiling / peak(made))


def _limited(samples: Samples, ceiling: float) -> Samples:
    """Turned down around each peak, within some milliseconds."""
    height = np.abs(samples) if samples.ndim == 1 else np.max(np.abs(samples), axis=1)
    gain = np.minimum(1.0, ceiling / np.maximum(height, 1e-9))
    size = count(0.004)
    lowest = -_highest(-gain, size)
    window = np.hanning(size)
    smooth = np.convolve(np.pad(lowest, size, mode="edge"), window / window.sum(), mode="same")[size:-size]
    gain = np.minimum(gain, smooth)
    return samples * (gain if samples.ndim == 1 else gain[:, None])


def _highest(values: Samples, size: int) -> Samples:
    from scipy.ndimage import maximum_filter1d

    return np.asarray(maximum_filter1d(values, size * 2 + 1))
