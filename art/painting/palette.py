"""The colours of the painted map (red, green, blue in 0..1), by what they are used for."""

Colour = tuple[float, float, float]


def colour(code: str) -> Colour:
    """A colour from six hexadecimal digits."""
    red, green, blue = (int(code[k : k + 2], 16) / 255 for k in (0, 2, 4))
    return red, green, blue


def _washes(codes: str) -> tuple[Colour, ...]:
    return tuple(colour(code) for code in codes.split())


PLAIN = _washes("E9DCAC EFE5C0 DED59F CFCF9B E6D09B F2E8C8 C3C78F DFC591 ECDFB2 D3D4A4 E4DAB0 B9C48C")
PLAIN_MEAN, PARCEL_EDGE, QUARTER_EDGE = colour("E4DAAE"), colour("B79F66"), colour("A98F58")
BOCAGE = _washes("B7C58B C8D19B A6B777 BFCA8F D2D5A4 9FB073 CCC890 B0C184 D6CF9E")
BOCAGE_MEAN, HEDGE = colour("BDC790"), colour("58693C")
HILL, WOOD_FLOOR = colour("CDAA72"), colour("8B9C62")
MARSH, POOL = colour("A9C4B2"), colour("9FC3C4")
RELIEF_SHADE, RELIEF_LIGHT = colour("A98F78"), colour("FFF6DC")
TOWN_GROUND, SAND, TIDAL, CLIFF = colour("C79A7C"), colour("F0E1B2"), colour("DFE0BE"), colour("5A4630")
WET_SAND, LOW_SAND, TIDE_POOL = colour("D9C48F"), colour("BFAE84"), colour("A9BDB4")
SEA = _washes("C9DDD4 A9CCCB 8DB7BF 7AA5B3 6E98A9")
SHELF, FOAM, STAIN = colour("4F7C8B"), colour("F6F3E2"), colour("F3DDB4")

HACHURE, MARSH_STROKE, TUFT = colour("6E4F2C"), colour("3F7582"), colour("5E7B4E")
CROWN_SHADOW = colour("26281C")
WOOD_CROWNS = (_washes("3F5230 667E4B 8CA264"), _washes("44572F 708750 98AB6C"), _washes("394C2D 5C7545 7F965C"))
HEDGE_CROWNS = (_washes("4A5C34 6F8450 8FA266"), _washes("51623A 778C56 99AA70"))
ROOFS = (_washes("C58A6B 9A6049"), _washes("B87C61 8C5642"), _washes("D0A07D A8735A"), _washes("A9A196 807A72"))
ROOF_OUTLINE, ROOF_SHADOW = colour("3F261B"), colour("2B1D14")
TOWER, TOWER_OUTLINE, CROSS = colour("EBDDBD"), colour("4E2A1E"), colour("3A2419")
