"""The text about a hex lies next to the board, never on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.cards.games import battle, hex_of
from tests.app.cards.test_battle_of_cards import Player
from tests.app.conftest import HEIGHT, WIDTH
from wab.app.cards.panels import hex_info, stage, table_cards
from wab.app.hud.kit import Box
from wab.app.window.camera import MapCamera
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.locale import language

OMAHA, DOUBLE = "cards/omaha-beach", "cards/omaha-beach-double-board"
SIZES = (1280, 720), (1600, 900), (1920, 1200)


@pytest.fixture
def put_back(window: GameWindow) -> Iterator[None]:
    with language("en"):
        yield
    window.show_screen(Screen())
    window.resized(WIDTH, HEIGHT)
    window.close_scene()


def board_of(player: Player, width: int, height: int) -> Box:
    """Return where the board with its frame lies in a window of a size, in logical pixels, seen from above."""
    scene = player.screen._scene
    assert scene is not None and player.screen._desk is not None
    left, top, right, bottom = scene.camera.margins
    table, board, scale = scene.around, scene.framed, player.screen._desk.kit.hud.scale
    free = width - left - right, height - top - bottom
    unit = min(free[0] / (table.right - table.left), free[1] / (table.top - table.bottom))
    x = left + (free[0] - unit * (table.right - table.left)) / 2
    y = top + (free[1] - unit * (table.top - table.bottom)) / 2
    wide, high = unit * (board.right - board.left), unit * (board.top - board.bottom)
    box = x + unit * (board.left - table.left), y + unit * (table.top - board.top), wide, high
    return Box(*(side / scale for side in box))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("scenario", "label"), [(OMAHA, "L5"), (OMAHA, "A3"), (DOUBLE, "C8"), (DOUBLE, "L4")])
@pytest.mark.usefixtures("put_back")
def test_the_panel_of_a_hex_leaves_the_board_free(
    window: GameWindow, size: tuple[int, int], scenario: str, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MapCamera, "width", property(lambda _self: size[0]))
    monkeypatch.setattr(MapCamera, "height", property(lambda _self: size[1]))
    window.resized(*size)
    player = Player(window, battle(scenario=scenario))
    drawn: list[Box] = []
    placed = hex_info.hex_panel

    def place(screen: Box, high: float, *, wide: bool) -> Box:
        drawn.append(placed(screen, high, wide=wide))
        return drawn[-1]

    monkeypatch.setattr(hex_info, "hex_panel", place)
    player.screen.interaction.hovered = hex_of(player.session, label)
    player.frame()
    panel, board = drawn[-1], board_of(player, *size)
    assert panel.right <= board.x or panel.bottom <= board.y or panel.x >= board.right
    assert board.w > 0.5 * size[0] / player.screen._desk.kit.hud.scale  # type: ignore[union-attr]


@pytest.mark.clause("CRD-4.5-4")
@pytest.mark.usefixtures("put_back")
def test_pile_and_discards_lie_each_under_its_name(window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.resized(1600, 900)
    player = Player(window, battle("probe_left", "recon_center"))
    places: dict[str, Box] = {}
    backs: list[Box] = []
    monkeypatch.setattr(table_cards, "_title", lambda _desk, box, words: places.update({words: box}))
    monkeypatch.setattr(table_cards, "draw_back", lambda _kit, box, _mark="": backs.append(box))
    player.frame(1)
    assert len({box.x for box in places.values()}) == 4 == len(places)
    assert backs and all(box == places["Pile"] for box in backs)  # nothing is discarded yet: that place is empty


@pytest.mark.usefixtures("put_back")
def test_what_is_left_to_order_is_said_by_section(window: GameWindow) -> None:
    window.resized(1600, 900)
    player = Player(window, battle("general_advance", "probe_left", scenario=OMAHA))
    hand, desk = player.screen.interaction, player.screen._desk
    assert desk is not None
    hand.choose(next(card for card in hand.hand() if card.key == "general_advance"))
    assert "lit" in stage.sentence(desk)
    hand.play_held()
    player.screen.skip()
    assert "Left flank 2, Centre 2, Right flank 2" in stage.sentence(desk)


@pytest.mark.usefixtures("put_back")
def test_with_large_letters_on_a_small_screen_the_board_has_a_third_of_the_window(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MapCamera, "width", property(lambda _self: 1280))
    monkeypatch.setattr(MapCamera, "height", property(lambda _self: 720))
    before = window.hud_scale
    player = Player(window, battle(scenario=OMAHA))
    window.set_hud_scale(1280 / player.screen.least[0])
    window.resized(1280, 720)
    board = board_of(player, 1280, 720)
    share = board.w * board.h * window.hud.scale**2 / (1280 * 720)
    window.set_hud_scale(before)
    assert share >= 0.345
