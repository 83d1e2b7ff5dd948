"""The cardboard of the counters and what is put on it: bodies, bands, shadows, marks, contacts, flags, arrows.

Pieces to be tinted by nation or side are white; light and shade are a picture of their own that is laid over the
tint; wood, brass, cardboard and shadows have their colours.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from art.painting.icons import FACE
from art.painting.noise import Field
from art.painting.palette import colour
from art.painting.pen import Pen, bend, blurred, over, shaded, star_points, tinted, typeface

CARD_SIZES = (48, 96)
SHADOW, CARD_LIT, CARD_SHADED = colour("15120C"), colour("C9BA98"), colour("8C7C60")
GLOW, BRASS, POLE, GOLD = colour("FFD75E"), colour("C9A75A"), colour("241B10"), colour("E9C565")
WOOD = colour("8A6A3E")


@dataclass(frozen=True)
class Sprite:
    """One picture of the atlas.

    `nine` are the margins (left, top, right, bottom) that keep their size when it is stretched, `anchor` is the pixel
    (from the left, from the top) that stands on the place it marks.
    """

    picture: NDArray[np.uint8]
    nine: tuple[int, int, int, int] | None = None
    anchor: tuple[float, float] | None = None


def card_sprites() -> dict[str, Sprite]:
    """Everything that is not a symbol and not a pictogram, by name."""
    sprites = {"white": Sprite(tinted(np.ones((8, 8), np.float32)))}
    for size in CARD_SIZES:
        sprites |= {f"{name}/{size}": sprite for name, sprite in _card(size).items()}
        sprites |= {f"{name}/{size}": sprite for name, sprite in _marks(size).items()}
        sprites |= {f"{name}/{size}": sprite for name, sprite in _contacts(size).items()}
    return sprites | _flags() | _arrows() | _chips()


# ---- bodies


def _rounded(size: int, inset: float, radius: float, around: int = 0) -> Field:
    pen = Pen(size + 2 * around, size + 2 * around)
    pen.box(around + inset, around + inset, around + size - inset, around + size - inset, radius=radius)
    return pen.mask()


def _card(size: int) -> dict[str, Sprite]:
    radius, bevel = size * 0.11, max(1.0, size * 0.022)
    corner = int(radius) + 3
    nine = (corner, corner, corner, corner)
    whole = _rounded(size, 0, radius)
    inner = _rounded(size, bevel * 0.6, radius - bevel * 0.5)
    band = whole.copy()
    band[round(size * 0.205) :] = 0
    return {
        "card": Sprite(tinted(whole), nine),
        "card_inner": Sprite(tinted(inner), nine),
        "card_relief": Sprite(_relief(size, bevel, inner), nine),
        "card_band": Sprite(tinted(band[: round(size * 0.205)]), (corner, 0, corner, 0)),
        "card_side": Sprite(_side(size, radius), (corner, corner, corner, corner + round(size * 0.035))),
        "card_ring": Sprite(tinted(np.clip(whole - _rounded(size, max(2.0, size * 0.035), radius * 0.8), 0, 1)), nine),
        "card_shadow": Sprite(*_shadow(size, radius)),
        "card_glow": Sprite(*_glow(size, radius)),
    }


def _relief(size: int, bevel: float, inner: Field) -> NDArray[np.uint8]:
    """The body's light: 13 % up in the upper left to 13 % down in the lower right, and the bevel of the edge."""
    across = (np.arange(size) + 0.5) / size
    slope = 0.5 - (0.35 * across[None, :] + 0.65 * across[:, None])
    light, dark = np.clip(slope, 0, 1) * 0.34 * inner, np.clip(-slope, 0, 1) * 0.26 * inner
    lit = np.clip(inner - ndimage.shift(inner, bevel * 1.1, order=1), 0, 1)
    shade = np.clip(inner - ndimage.shift(inner, -bevel * 1.1, order=1), 0, 1)
    return shaded(light + 0.45 * lit, dark + 0.24 * shade)


def _side(size: int, radius: float) -> NDArray[np.uint8]:
    """The edge of the cardboard below a card; as wide as the card and a little higher."""
    thick = max(2, round(size * 0.035))
    lower, upper = Pen(size, size + thick), Pen(size, size + thick)
    lower.box(0, thick, size, size + thick, radius=radius)
    upper.box(0, thick * 0.45, size, size + thick * 0.45, radius=radius)
    return over(tinted(lower.mask(), CARD_SHADED), tinted(upper.mask(), CARD_LIT))


def _shadow(size: int, radius: float) -> tuple[NDArray[np.uint8], tuple[int, int, int, int]]:
    around = round(size * 0.17)
    soft = blurred(_rounded(size, 0, radius, around), size * 0.055)
    margin = around + int(radius) + 4
    return tinted(soft, SHADOW, 0.50), (margin, margin, margin, margin)


def _glow(size: int, radius: float) -> tuple[NDArray[np.uint8], tuple[int, int, int, int]]:
    around = round(size * 0.25)
    wide = blurred(_rounded(size, -size * 0.05, radius * 1.2, around), size * 0.06)
    edge = max(2.0, size * 0.035)
    ring = _rounded(size, -edge, radius * 1.25, around) - _rounded(size, 0, radius, around)
    mask = np.clip(np.maximum(wide * 0.9, ring), 0, 1)
    margin = around + int(radius) + 4
    return tinted(mask, GLOW), (margin, margin, margin, margin)


# ---- marks on a card

ECHELONS = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}


def _marks(size: int) -> dict[str, Sprite]:
    marks = {f"echelon_{name}": Sprite(tinted(_echelon(signs, size))) for name, signs in ECHELONS.items()}
    marks |= {f"quality_{count}": Sprite(tinted(_chevrons(count, size))) for count in (1, 2, 3)}
    marks["pip"] = Sprite(tinted(_pip(size)))
    marks["lock"] = Sprite(_badge(_padlock(size), size))
    marks["star"] = Sprite(_badge(_little_star(size), size, GOLD))
    marks["hatch"] = Sprite(tinted(_hatch(size), opacity=0.10))
    return marks


def _echelon(signs: str, size: int) -> Field:
    high, stroke = max(5, round(size * 0.085)), max(1.0, size * 0.022)
    wide = {"I": stroke + size * 0.03, "X": high * 0.95 + size * 0.02}[signs[0]]
    pen = Pen(round(wide * len(signs)) + 2, high + 2)
    for number, sign in enumerate(signs):
        x = 1 + wide * number
        if sign == "I":
            pen.line([(x + wide / 2, 1), (x + wide / 2, high + 1)], stroke, round_ends=False)
        else:
            left, right = x + stroke / 2, x + wide - size * 0.02 - stroke / 2
            pen.line([(left, 1.3), (right, high + 0.7)], stroke)
            pen.line([(right, 1.3), (left, high + 0.7)], stroke)
    return pen.mask()


def _chevrons(count: int, size: int) -> Field:
    wide, stroke = round(size * 0.125), max(1.1, size * 0.026)
    high = round(size * 0.21)
    pen = Pen(wide + 2, high)
    for number in range(count):
        y = high - 1.2 - number * size * 0.068
        pen.line([(1 + stroke / 2, y), (1 + wide / 2, y - size * 0.045), (1 + wide - stroke / 2, y)], stroke)
    return pen.mask()


def _pip(size: int) -> Field:
    pen = Pen(max(4, round(size * 0.09)), max(3, round(size * 0.056)))
    pen.box(0, 0, pen.width, pen.height)
    return pen.mask()


def _padlock(size: int) -> Field:
    side = round(size * 0.26)
    pen = Pen(side, side, side / 24)
    pen.box(6.5, 11.5, 17.5, 19, radius=1)
    pen.line([(8.8, 12), *bend((8.8, 9), (8.8, 3.5), (15.2, 3.5), (15.2, 9)), (15.2, 12)], 2.2)
    return pen.mask()


def _little_star(size: int) -> Field:
    side = round(size * 0.26)
    pen = Pen(side, side)
    pen.shape(star_points(side / 2, side * 0.52, side * 0.40))
    return pen.mask()


def _badge(mask: Field, size: int, tint: tuple[float, float, float] = colour("F6EFD6")) -> NDArray[np.uint8]:
    """A sign on a small dark disc."""
    side = mask.shape[0]
    disc = Pen(side, side)
    disc.disc(side / 2, side / 2, side / 2 - 0.5)
    return over(tinted(disc.mask(), colour("221B10"), 0.92), tinted(mask, tint))


def _hatch(size: int) -> Field:
    pen = Pen(size, size)
    step = size / round(size / max(5, size * 0.11))
    for number in range(-size, 2 * size):
        if number * step < 2 * size:
            pen.line([(number * step - size, size), (number * step, 0)], max(1.2, size * 0.03))
    return pen.mask() * _rounded(size, 0, size * 0.11)


# ---- contacts


def _contacts(size: int) -> dict[str, Sprite]:
    radius = size * 0.11
    dashes = _dashes(size, radius, max(1.4, size * 0.03))
    plate = tinted(_rounded(size, 0, radius), colour("59605D"), 0.88)
    sign = Pen(size, size)
    sign.text("?", size / 2, size * 0.51, typeface(str(FACE), size * 0.62))
    detected = over(over(plate, tinted(dashes, colour("E7E3D2"), 0.8)), tinted(sign.mask(), colour("F4EFDC")))
    high = Pen(size, size)
    high.text("?", size / 2, size * 0.40, typeface(str(FACE), size * 0.54))
    seen = over(over(plate, tinted(dashes, colour("E7E3D2"), 0.8)), tinted(high.mask(), colour("F4EFDC")))
    return {
        "contact": Sprite(detected),
        "contact_seen": Sprite(seen),
        "contact_edge": Sprite(tinted(dashes, colour("F4EFDC"), 0.75)),
    }


def _dashes(size: int, radius: float, width: float) -> Field:
    """A dashed line just inside a card's edge."""
    inset = 1 + width / 2
    near, far = inset, size - inset
    path = []
    for (x0, y0), (x1, y1), turn in (
        ((near + radius, near), (far - radius, near), (far, near)),
        ((far, near + radius), (far, far - radius), (far, far)),
        ((far - radius, far), (near + radius, far), (near, far)),
        ((near, far - radius), (near, near + radius), (near, near)),
    ):
        following = {
            (far, near): (far, near + radius),
            (far, far): (far - radius, far),
            (near, far): (near, far - radius),
        }
        path += [(x0, y0), *bend((x1, y1), turn, following.get(turn, (near + radius, near)))]
    outline = np.array([*path, path[0]])
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(outline, axis=0).T))])
    pen = Pen(size, size)
    count = round(along[-1] / (size * 0.145))
    for number in range(count):
        reach = np.linspace(number, number + 0.58, 8) * along[-1] / count
        piece = [(float(np.interp(s, along, outline[:, 0])), float(np.interp(s, along, outline[:, 1]))) for s in reach]
        pen.line(piece, width, round_ends=False)
    return pen.mask()


# ---- flags, crates, arrows, chips


def _flags() -> dict[str, Sprite]:
    """The objective flag in two sizes: foot and pole, cloth to be tinted, folds, gold line of a main objective."""
    flags: dict[str, Sprite] = {}
    for name, unit in (("", 1.0), ("_large", 2.0)):
        flags |= {f"{part}{name}": sprite for part, sprite in _flag(unit).items()}
    for name, unit in (("crate", 1.0), ("crate_large", 2.0)):
        flags[name] = Sprite(_crate(unit))
    return flags


def _flag(k: float) -> dict[str, Sprite]:
    wide, high = round(32 * k), round(36 * k)
    foot = (8.0 * k, 30.0 * k)

    def pen() -> Pen:
        return Pen(wide, high, k, foot)

    top = bend((1, -25), (6.65, -28), (11.4, -22.5), (19, -25.5))
    cloth = [*top, *[(x, y + 13.5) for x, y in reversed(top)]]
    ground, pole, fabric, shade, line, knob, rim = (pen() for _ in range(7))
    ground.oval(-4, -1.5, 5, 2.5)
    shade.shape([(x + 1.2, y + 1.8) for x, y in cloth])
    pole.line([(0, 0), (0, -25)], 2.6)
    rim.line([(-0.3, 0), (-0.3, -25)], 1.2)
    knob.disc(0, -25.5, 2)
    fabric.shape(cloth)
    line.line([(x, y + 11.3) for x, y in top], 1.7, round_ends=False)
    outline = pen()
    outline.line(cloth, 1.0, closed=True)
    shadow = np.maximum(blurred(ground.mask(), 1.2 * k) * 0.45, blurred(shade.mask(), 1.2 * k) * 0.4)
    staff = over(over(tinted(pole.mask(), POLE), tinted(rim.mask(), BRASS)), tinted(knob.mask(), GOLD))
    fold = (np.arange(wide) + 0.5 - foot[0]) / (19 * k) - 0.55
    relief = shaded(np.clip(-fold, 0, 1) * 0.32 * fabric.mask(), np.clip(fold, 0, 1) * 0.40 * fabric.mask())
    return {
        "flag_pole": Sprite(over(tinted(shadow, SHADOW), staff), anchor=foot),
        "flag_cloth": Sprite(tinted(fabric.mask()), anchor=foot),
        "flag_relief": Sprite(over(relief, tinted(outline.mask(), colour("1B140C"), 0.9)), anchor=foot),
        "flag_line": Sprite(tinted(line.mask() * fabric.mask(), GOLD), anchor=foot),
    }


def _crate(k: float) -> NDArray[np.uint8]:
    size = round(24 * k)

    def pen() -> Pen:
        return Pen(size, size, k)

    shadow, body, lit, lines = pen(), pen(), pen(), pen()
    shadow.box(4, 6, 22, 21, radius=1)
    body.box(3, 4, 20, 19, radius=1)
    lit.box(3.6, 4.6, 19.4, 8.5, radius=0.8)
    for y in (9, 14):
        lines.line([(3, y), (20, y)], 1.2)
    for a, b in (
        ((8, 4), (8, 9)),
        ((15, 14), (15, 19)),
        ((3, 4), (20, 4)),
        ((20, 4), (20, 19)),
        ((20, 19), (3, 19)),
        ((3, 19), (3, 4)),
    ):
        lines.line([a, b], 1.2)
    under = over(tinted(blurred(shadow.mask(), 1.4 * k), SHADOW, 0.5), tinted(body.mask(), WOOD))
    return over(over(under, tinted(lit.mask(), colour("B08D58"))), tinted(lines.mask(), colour("3A2917")))


def _arrows() -> dict[str, Sprite]:
    """Heads of movement and attack arrows (they point east), a way point, a blot for the end of a path that stops."""
    head, point, cross, tooth = Pen(64, 64), Pen(24, 24), Pen(24, 24), Pen(24, 24)
    head.shape([(6, 4), (60, 32), (6, 60), (14, 32)])
    point.ring(12, 12, 8, 4)
    cross.line([(5, 5), (19, 19)], 4)
    cross.line([(19, 5), (5, 19)], 4)
    tooth.shape([(2, 2), (22, 2), (12, 22)])
    return {
        "arrow_head": Sprite(tinted(head.mask()), anchor=(60.0, 32.0)),
        "way_point": Sprite(tinted(point.mask()), anchor=(12.0, 12.0)),
        "stop_cross": Sprite(tinted(cross.mask()), anchor=(12.0, 12.0)),
        "tooth": Sprite(tinted(tooth.mask()), anchor=(12.0, 2.0)),
    }


def _chips() -> dict[str, Sprite]:
    """Small plates: the ground of a division symbol on the far map, a pill for figures, soft and hard dots."""
    chip, edge, pill, dot, square = Pen(32, 24), Pen(32, 24), Pen(40, 24), Pen(24, 24), Pen(24, 24)
    chip.box(0, 0, 32, 24, radius=4)
    edge.box(2, 2, 30, 22, radius=2.5)
    pill.box(0, 0, 40, 24, radius=12)
    dot.disc(12, 12, 11)
    square.box(2, 2, 22, 22, radius=1)
    soft = Pen(32, 32)
    soft.disc(16, 16, 9)
    shadow = Pen(44, 36)
    shadow.box(6, 6, 38, 30, radius=4)
    return {
        "chip": Sprite(tinted(chip.mask()), (6, 6, 6, 6)),
        "chip_inner": Sprite(tinted(edge.mask()), (6, 6, 6, 6)),
        "chip_shadow": Sprite(tinted(blurred(shadow.mask(), 2.5), SHADOW, 0.5), (12, 12, 12, 12)),
        "pill": Sprite(tinted(pill.mask()), (13, 11, 13, 11)),
        "dot": Sprite(tinted(dot.mask())),
        "square": Sprite(tinted(square.mask())),
        "soft_dot": Sprite(tinted(blurred(soft.mask(), 3.5))),
    }
