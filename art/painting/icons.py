"""Pictograms of the window: white on transparent, on a grid of 24 units with strokes of two."""

import math
from collections.abc import Callable
from pathlib import Path

from art.painting.noise import Field
from art.painting.pen import Pair, Pen, arc, bend, star_points, typeface

SIZE = 64
GRID = 24
STROKE = 2.0
FACE = Path(__file__).parents[2] / "wab" / "app" / "assets" / "fonts" / "barlow-700.ttf"


def _hexagon(x: float, y: float, radius: float) -> list[Pair]:
    return [
        (x + radius * math.cos(math.radians(a)), y - radius * math.sin(math.radians(a))) for a in range(30, 390, 60)
    ]


def _attack(p: Pen) -> None:
    p.line([(4, 20), (17, 7)], STROKE)
    p.shape([(14, 3.5), (20.5, 3.5), (20.5, 10)])
    p.line([(4, 14.5), (9.5, 20)], STROKE)
    p.line([(20, 20), (15.5, 15.5)], STROKE)
    p.line([(4, 4), (8.5, 8.5)], STROKE)


def _move(p: Pen) -> None:
    p.line(bend((3, 20), (4, 10), (9, 9), (15, 9)), STROKE)
    p.shape([(14, 3.5), (21.5, 9), (14, 14.5)])


def _bombard(p: Pen) -> None:
    p.line([(6, 15), (21, 6.5)], 3.0)
    p.disc(8.5, 17, 4.4)
    p.disc(8.5, 17, 1.8, 0)
    p.line([(7, 18.5), (2, 21.5)], STROKE)


def _undo(p: Pen) -> None:
    p.line(arc(12.5, 13, 7, 7, -160, 290), STROKE)
    p.shape([(3, 3.5), (11, 7.5), (3.5, 12)])


def _redo(p: Pen) -> None:
    p.line(arc(11.5, 13, 7, 7, 50, 290), STROKE)
    p.shape([(21, 3.5), (13, 7.5), (20.5, 12)])


def _next(p: Pen) -> None:
    p.line([(5, 12), (17, 12)], 2.4)
    p.line([(11.5, 5.5), (18, 12), (11.5, 18.5)], 2.4)


def _end_turn(p: Pen) -> None:
    p.shape([(4, 4), (14, 12), (4, 20)])
    p.line([(18.5, 4.5), (18.5, 19.5)], 3.4, round_ends=False)


def _journal(p: Pen) -> None:
    p.line(
        [
            (12, 6),
            (8, 4),
            (3, 4),
            (3, 18),
            (8, 18.4),
            (12, 21),
            (16, 18.4),
            (21, 18),
            (21, 4),
            (16, 4),
            (12, 6),
            (12, 21),
        ],
        STROKE,
    )


def _search(p: Pen) -> None:
    p.ring(10, 10, 6.6, STROKE)
    p.line([(15, 15), (21, 21)], 3.0)


def _gear(p: Pen) -> None:
    for k in range(8):
        c, s = math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)
        p.line([(12 + 7.0 * c, 12 + 7.0 * s), (12 + 9.6 * c, 12 + 9.6 * s)], 3.2, round_ends=False)
    p.disc(12, 12, 7.4)
    p.disc(12, 12, 3.4, 0)


def _eye(p: Pen) -> None:
    p.line([*bend((2, 12), (12, 2), (22, 12)), *bend((22, 12), (12, 22), (2, 12))], STROKE)
    p.disc(12, 12, 3.3)


def _flag(p: Pen) -> None:
    p.line([(5.5, 3), (5.5, 21.5)], STROKE)
    p.shape([(6.5, 4), (19.5, 4), (16.2, 8.2), (19.5, 12.5), (6.5, 12.5)])


def _crate(p: Pen) -> None:
    p.line([(3.5, 4.5), (20.5, 4.5), (20.5, 19.5), (3.5, 19.5)], STROKE, closed=True)
    p.line([(3.5, 9), (20.5, 9)], STROKE)
    p.line([(3.5, 15), (20.5, 15)], STROKE)
    p.line([(8.5, 4.5), (8.5, 9)], STROKE)
    p.line([(15.5, 15), (15.5, 19.5)], STROKE)


def _layers(p: Pen) -> None:
    p.line([(3, 8), (12, 3.5), (21, 8), (12, 12.5)], STROKE, closed=True)
    p.line([(3, 12.5), (12, 17), (21, 12.5)], STROKE)
    p.line([(3, 17), (12, 21.5), (21, 17)], STROKE)


def _clock(p: Pen) -> None:
    p.ring(12, 12, 9, STROKE)
    p.line([(12, 6.5), (12, 12), (16, 14.5)], STROKE)


def _words(words: str, size: float) -> Callable[[Pen], None]:
    def draw(p: Pen) -> None:
        p.text(words, 12, 12, typeface(str(FACE), size * SIZE / GRID))

    return draw


def _sun(p: Pen) -> None:
    p.disc(12, 12, 4.4)
    for k in range(8):
        c, s = math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)
        p.line([(12 + 7 * c, 12 + 7 * s), (12 + 10 * c, 12 + 10 * s)], STROKE)


def _cloud_at(p: Pen, down: float) -> None:
    p.oval(2.5, 9 + down, 11.5, 17 + down)
    p.oval(7, 4.5 + down, 17, 14.5 + down)
    p.oval(13, 8.5 + down, 21.5, 17 + down)
    p.box(7, 11 + down, 17.5, 17 + down)


def _overcast(p: Pen) -> None:
    _cloud_at(p, 2)


def _rain(p: Pen) -> None:
    _cloud_at(p, -2)
    for x in (8, 13, 18):
        p.line([(x, 18), (x - 2, 22.5)], STROKE)


def _storm(p: Pen) -> None:
    _cloud_at(p, -2.5)
    p.shape([(13, 15), (8.5, 20.5), (12, 20), (10.5, 24), (16.5, 18), (12.8, 18.4)])


def _heart(p: Pen) -> None:
    p.shape([*bend((12, 21), (-3, 10), (5, 0), (12, 7)), *bend((12, 7), (19, 0), (27, 10), (12, 21))])


def _bolt(p: Pen) -> None:
    p.shape([(13.5, 2), (5, 13.5), (11, 13.5), (9.5, 22), (19, 9.5), (12.5, 9.5)])


def _star(p: Pen) -> None:
    p.shape(star_points(12, 12.6, 10.5))


def _shield(p: Pen) -> None:
    left = bend((12, 22), (8, 20), (4, 17), (4, 12))
    right = bend((20, 12), (20, 17), (16, 20), (12, 22))
    p.line([*left, (4, 5.5), (12, 2.5), (20, 5.5), *right], STROKE)


def _boot(p: Pen) -> None:
    toe = bend((12.5, 12.5), (14.5, 15), (20.5, 14.4), (21, 18.6))
    p.shape([(6, 2.5), (12.5, 2.5), (12.5, 12.5), *toe, (21, 19.2), (4.4, 19.2), (5.4, 12)])
    p.box(4.4, 20.2, 21, 22.2)
    for y in (6, 9):
        p.line([(10, y), (13.5, y)], 1.2, 0)


def _plane(p: Pen) -> None:
    half = [
        (12, 1.5),
        (13.8, 5),
        (13.8, 9),
        (22.5, 12.6),
        (22.5, 15),
        (13.8, 13.6),
        (13.4, 18.6),
        (16.6, 20.6),
        (16.6, 22.4),
        (12, 21.4),
    ]
    p.shape([*half, *[(24 - x, y) for x, y in reversed(half)]])


def _ship(p: Pen) -> None:
    p.shape([(1.5, 14.5), (22.5, 14.5), (19.5, 20), (4.5, 20)])
    p.box(7, 10, 16, 13.4)
    p.line([(11.5, 4), (11.5, 10)], STROKE)
    p.line([(16, 11.5), (21, 10.5)], STROKE)


def _tank(p: Pen) -> None:
    p.box(2.5, 14.5, 21.5, 20.5, radius=3)
    p.shape([(4, 14), (6, 10.8), (20, 10.8), (21, 14)])
    p.shape([(8, 10.4), (9, 6.6), (15, 6.6), (16.4, 10.4)])
    p.line([(15, 8.2), (22.6, 7)], STROKE)
    for x in (6, 10, 14, 18):
        p.disc(x, 17.5, 1.5, 0)


def _circle(p: Pen) -> None:
    p.disc(12, 12, 8.5)


def _diamond(p: Pen) -> None:
    p.shape([(12, 2), (22, 12), (12, 22), (2, 12)])


def _triangle(p: Pen) -> None:
    p.shape([(12, 2.5), (22, 20), (2, 20)])


def _lock(p: Pen) -> None:
    p.box(5, 11, 19, 21, radius=1.5)
    p.line([(7.6, 12), *arc(12, 9, 4.4, 5, 180, -180), (16.4, 12)], STROKE)


def _unlock(p: Pen) -> None:
    p.box(5, 11, 19, 21, radius=1.5)
    p.line([(7.6, 12), *arc(12, 8, 4.4, 5, 180, -150)], STROKE)


def _check(p: Pen) -> None:
    p.line([(4.5, 12.5), (10, 18), (20, 6)], 2.6)


def _close(p: Pen) -> None:
    p.line([(5, 5), (19, 19)], 2.6)
    p.line([(19, 5), (5, 19)], 2.6)


def _bond(p: Pen) -> None:
    """Two stacks, the bar between them, and the bolt across it."""
    p.line([(5.5, 18.5), (18.5, 5.5)], STROKE)
    p.box(2, 15, 9, 22)
    p.box(15, 2, 22, 9)
    p.line([(7, 7), (17, 17)], 3.0)


def _zone(p: Pen) -> None:
    p.line(_hexagon(12, 12, 9.6), STROKE, closed=True)
    p.line([(8.5, 8.5), (15.5, 15.5)], STROKE)
    p.line([(15.5, 8.5), (8.5, 15.5)], STROKE)


def _hex(p: Pen) -> None:
    p.line(_hexagon(12, 12, 9.6), STROKE, closed=True)


def _front(p: Pen) -> None:
    p.line(bend((2, 15), (8, 4), (13, 22), (22, 8)), STROKE)
    for x, y in ((6, 12), (12, 14), (17.5, 12.5)):
        p.line([(x, y), (x + 2, y + 5)], STROKE)


def _reform(p: Pen) -> None:
    p.line([(12, 4), (12, 20)], 4.6, round_ends=False)
    p.line([(4, 12), (20, 12)], 4.6, round_ends=False)


def _cube(p: Pen) -> None:
    p.line([(12, 2.5), (20.5, 7), (20.5, 17), (12, 21.5), (3.5, 17), (3.5, 7)], STROKE, closed=True)
    p.line([(3.5, 7), (12, 11.5), (20.5, 7)], STROKE)
    p.line([(12, 11.5), (12, 21.5)], STROKE)


def _fire(p: Pen) -> None:
    left = [*bend((12, 22), (3, 20), (4, 13), (8, 9)), *bend((8, 9), (8.5, 12), (10, 12), (10.5, 11))]
    right = [*bend((10.5, 11), (10, 7), (11, 4), (14, 2)), *bend((14, 2), (14, 7), (20, 10), (19, 16))]
    p.shape([*left, *right, *bend((19, 16), (18, 20), (15, 22), (12, 22))])


def _arrow(turn: int) -> Callable[[Pen], None]:
    def turned(x: float, y: float) -> Pair:
        a = math.radians(turn)
        return 12 + (x - 12) * math.cos(a) + (y - 12) * math.sin(a), 12 - (x - 12) * math.sin(a) + (y - 12) * math.cos(
            a
        )

    def draw(p: Pen) -> None:
        p.line([turned(4, 12), turned(19, 12)], 2.4)
        p.line([turned(12.5, 5.5), turned(19, 12), turned(12.5, 18.5)], 2.4)

    return draw


def _warning(p: Pen) -> None:
    p.line([(12, 4), (21, 20), (3, 20)], STROKE, closed=True)
    p.line([(12, 10), (12, 14.5)], STROKE)
    p.disc(12, 17.4, 1.3)


def _info(p: Pen) -> None:
    p.ring(12, 12, 9, STROKE)
    p.line([(12, 11.2), (12, 16.5)], STROKE)
    p.disc(12, 7.8, 1.4)


def _menu(p: Pen) -> None:
    for y in (6, 12, 18):
        p.line([(4, y), (20, y)], 2.4)


def _save(p: Pen) -> None:
    p.line([(4, 4), (16.5, 4), (20, 7.5), (20, 20), (4, 20)], STROKE, closed=True)
    p.box(8, 4.5, 15, 9.5)
    p.line([(8, 20), (8, 14), (16, 14), (16, 20)], STROKE)


def _folder(p: Pen) -> None:
    p.line([(3, 19), (3, 5), (9.5, 5), (11.5, 7.5), (21, 7.5), (21, 19)], STROKE, closed=True)


def _sound(p: Pen) -> None:
    p.shape([(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)])
    p.line(arc(12, 12, 4, 4, -50, 100), STROKE)
    p.line(arc(12, 12, 8, 8, -50, 100), STROKE)


def _mute(p: Pen) -> None:
    p.shape([(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)])
    p.line([(15.5, 9.5), (21, 15)], STROKE)
    p.line([(21, 9.5), (15.5, 15)], STROKE)


def _play(p: Pen) -> None:
    p.shape([(6, 3.5), (20, 12), (6, 20.5)])


def _pause(p: Pen) -> None:
    p.box(5, 4, 10, 20, radius=0.8)
    p.box(14, 4, 19, 20, radius=0.8)


def _medal(p: Pen) -> None:
    p.shape([(6, 2), (18, 2), (15, 10), (9, 10)])
    p.disc(12, 15.5, 6.2)
    p.shape(star_points(12, 15.8, 4.0), 0)


def _radio(p: Pen) -> None:
    p.box(4, 11, 20, 21, radius=1.5)
    p.disc(9, 16, 2.6, 0)
    p.line([(14, 14.5), (17.5, 14.5)], 1.4, 0)
    p.line([(14, 17.5), (17.5, 17.5)], 1.4, 0)
    p.line([(17, 11), (20.5, 2.5)], 1.6)


def _map(p: Pen) -> None:
    p.line([(3, 6), (9, 3.5), (15, 6), (21, 3.5), (21, 18), (15, 20.5), (9, 18), (3, 20.5)], STROKE, closed=True)
    p.line([(9, 3.5), (9, 18)], STROKE)
    p.line([(15, 6), (15, 20.5)], STROKE)


def _bridge(p: Pen) -> None:
    p.line([(2, 9), (22, 9)], STROKE)
    p.line([(2, 19), (2, 9)], STROKE)
    p.line([(22, 19), (22, 9)], STROKE)
    p.line(arc(12, 19, 7, 7, 0, 180), STROKE)


def _wrench(p: Pen) -> None:
    p.line([(5, 19), (14, 10)], 3.6)
    p.disc(16, 8, 5.2)
    p.shape([(15.2, 8.8), (15.2, 1), (24, 1), (23, 8.8)], 0)
    p.disc(5, 19, 0.9, 0)


def _die(spots: tuple[Pair, ...]) -> Callable[[Pen], None]:
    def draw(p: Pen) -> None:
        p.box(2.5, 2.5, 21.5, 21.5, radius=3.5)
        for x, y in spots:
            p.disc(12 + x * 5.3, 12 + y * 5.3, 2.1, 0)

    return draw


_MIDDLE: tuple[Pair, ...] = ((0, 0),)
_RISING: tuple[Pair, ...] = ((-1, 1), (1, -1))
_FALLING: tuple[Pair, ...] = ((-1, -1), (1, 1))
_LEVEL: tuple[Pair, ...] = ((-1, 0), (1, 0))

ICONS: dict[str, Callable[[Pen], None]] = {
    "attack": _attack,
    "move": _move,
    "bombard": _bombard,
    "undo": _undo,
    "redo": _redo,
    "next": _next,
    "end_turn": _end_turn,
    "journal": _journal,
    "search": _search,
    "gear": _gear,
    "eye": _eye,
    "flag": _flag,
    "crate": _crate,
    "layers": _layers,
    "clock": _clock,
    "2d": _words("2D", 14),
    "3d": _words("3D", 14),
    "sunny": _sun,
    "overcast": _overcast,
    "rain": _rain,
    "storm": _storm,
    "heart": _heart,
    "bolt": _bolt,
    "star": _star,
    "circle": _circle,
    "diamond": _diamond,
    "triangle": _triangle,
    "shield": _shield,
    "boot": _boot,
    "plane": _plane,
    "ship": _ship,
    "tank": _tank,
    "question": _words("?", 23),
    "lock": _lock,
    "unlock": _unlock,
    "check": _check,
    "close": _close,
    "zone": _zone,
    "bond": _bond,
    "hex": _hex,
    "front": _front,
    "reform": _reform,
    "cube": _cube,
    "fire": _fire,
    "arrow_right": _arrow(0),
    "arrow_up": _arrow(90),
    "retreat": _arrow(180),
    "arrow_down": _arrow(270),
    "warning": _warning,
    "info": _info,
    "menu": _menu,
    "save": _save,
    "folder": _folder,
    "sound": _sound,
    "mute": _mute,
    "play": _play,
    "pause": _pause,
    "medal": _medal,
    "radio": _radio,
    "map": _map,
    "bridge": _bridge,
    "wrench": _wrench,
    "die_1": _die(_MIDDLE),
    "die_2": _die(_RISING),
    "die_3": _die(_MIDDLE + _RISING),
    "die_4": _die(_RISING + _FALLING),
    "die_5": _die(_MIDDLE + _RISING + _FALLING),
    "die_6": _die(_LEVEL + _RISING + _FALLING),
}


def icon(name: str) -> Field:
    """The mask of a pictogram, float32[64, 64]."""
    pen = Pen(SIZE, SIZE, SIZE / GRID)
    ICONS[name](pen)
    return pen.mask()
