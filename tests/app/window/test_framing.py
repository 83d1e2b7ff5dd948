"""The view of the director: target and attackers lie in the free rectangle of the window."""

import pytest

from wab.app.window.framing import FARTHEST, NEAREST, Free, apart, framed, glide

WINDOWS = [(1280, 720), (1600, 900), (2560, 1440)]


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize(("wide", "high"), WINDOWS)
def test_target_and_attackers_lie_in_the_free_rectangle(wide, high, scale):
    free = Free(24 * scale, 128 * scale, wide - 24 * scale, high - 200 * scale)
    points = [(10.0, 4.0), (12.0, 5.0), (11.0, 6.0)]
    frame = framed(points, [None, None, None], free, 40.0)
    assert frame is not None and FARTHEST <= frame.px <= NEAREST
    middle = (free.left + free.right) / 2, (free.top + free.bottom) / 2
    fits = min(free.size[0] / 4, free.size[1] / 4) >= FARTHEST
    for x, y in points if fits else points[-1:]:
        px, py = middle[0] + (x - frame.x) * frame.px, middle[1] - (y - frame.y) * frame.px
        assert free.left <= px <= free.right and free.top <= py <= free.bottom


def test_nothing_moves_where_everything_can_be_seen():
    free = Free(0, 100, 1600, 700)
    assert framed([(1.0, 1.0)], [(800.0, 400.0)], free, 80.0) is None
    assert framed([(1.0, 1.0)], [(800.0, 90.0)], free, 80.0) is not None
    assert framed([(1.0, 1.0)], [(800.0, 400.0)], free, 30.0) == (1.0, 1.0, FARTHEST)


def test_glides_are_short_and_far_places_are_cut_to():
    assert glide(0.0, 20.0, 4.0, still=False) == pytest.approx(0.35)
    assert glide(20.0, 20.0, 4.0, still=False) == pytest.approx(0.9)
    assert glide(20.0, 20.0, 1.2, still=False) == pytest.approx(0.42)
    assert glide(31.0, 20.0, 4.0, still=False) == 0.0
    assert glide(5.0, 20.0, 4.0, still=True) == 0.0
    assert apart((0.0, 0.0), (3.0, 4.0)) == 5.0
