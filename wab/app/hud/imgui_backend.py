"""Dear ImGui on the engine: draws its lists as Geoms and feeds it input that the caller hands in.

Nothing here reads the pointer or the keyboard, so that tests inject events and an offscreen buffer works like a window.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from imgui_bundle import imgui
from panda3d.core import (
    CullBinManager,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    NodePath,
    OmniBoundingVolume,
    RenderState,
    SamplerState,
    ScissorAttrib,
    Texture,
    TextureAttrib,
    TransparencyAttrib,
)

from wab.app.gfx.meshes import program, uniform
from wab.app.gfx.theme import BODY, FIGURES, HEADING, MEDIUM, OTHER_LETTERS, REPORT, STRONG, TITLE, Face
from wab.app.hud.imgui_keys import imgui_key
from wab.engine.files.looking import is_file

_BIN = "imgui"
_BASE_SIZE = 15.0
_FACES = {
    "body": BODY,
    "medium": MEDIUM,
    "strong": STRONG,
    "figures": FIGURES,
    "heading": HEADING,
    "title": TITLE,
    "report": REPORT,
}

_USUAL = 17
"""Height of a line at 100 %, where no widget asks for another: in fields of text."""


class ImguiBackend:
    """One ImGui context drawn under `parent` (usually `base.render2d`).

    Each frame: input methods as things happen, `begin(dt)`, widgets, `end()`. `fonts` holds the faces by use ("body",
    "medium", "strong", "figures", "heading", "title", "report"); the size of a font is the height of its line.
    """

    def __init__(self, parent: NodePath, width: int, height: int, scale: float = 1.0) -> None:
        self.context = imgui.create_context()
        imgui.set_current_context(self.context)
        self._io = imgui.get_io()
        self._io.set_ini_filename("")
        self._io.backend_flags |= int(imgui.BackendFlags_.renderer_has_textures) | int(
            imgui.BackendFlags_.renderer_has_vtx_offset
        )
        self._io.config_flags |= int(imgui.ConfigFlags_.nav_enable_keyboard)
        self._presses: list[str] = []
        self._node = GeomNode("hud")
        self._node.setBounds(OmniBoundingVolume())
        self._node.setFinal(True)
        self.root = parent.attachNewNode(self._node)
        self._prepare_root()
        self._form = _vertex_format()
        self._data: list[GeomVertexData] = []
        self._textures: dict[int, Texture] = {}
        self._next_texture = 1
        self._states: dict[tuple[int, int, int, int, int], RenderState] = {}
        self.scale = scale
        self.text_size = 1.0
        self.written: list[str] | None = None
        """The texts of this frame; None if no caller wants them."""
        self.fonts: dict[str, Any] = {}
        self.draw_calls = 0
        self.resize(width, height)
        self._load_fonts()

    # --- set-up ---

    def pressed(self, name: str) -> None:
        """Something of the HUD was pressed in this frame."""
        self._presses.append(name)

    def take_presses(self) -> list[str]:
        """The names of what of the HUD was pressed since the last call."""
        presses, self._presses = self._presses, []
        return presses

    def _prepare_root(self) -> None:
        manager = CullBinManager.getGlobalPtr()
        if manager.findBin(_BIN) < 0:
            manager.addBin(_BIN, CullBinManager.BT_unsorted, 60)  # unsorted: drawn in the order of the lists
        self.root.setBin(_BIN, 0)
        self.root.setTransparency(TransparencyAttrib.M_alpha)
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        self.root.setTwoSided(True)
        self.root.setShader(program("hud"))
        self.root.setShaderInput("px_world", 1.0)
        self.root.setShaderInput("relief", 0.0)

    def _load_fonts(self) -> None:
        for use, face in _FACES.items():
            self.fonts[use] = self._font(face)

    def _font(self, face: Face) -> Any:
        if not is_file(face.path):
            return self._io.fonts.add_font_default()
        font = self._io.fonts.add_font_from_file_ttf(str(face.path), _BASE_SIZE)
        if is_file(OTHER_LETTERS.path):
            merged = imgui.ImFontConfig()
            merged.merge_mode = True
            self._io.fonts.add_font_from_file_ttf(str(OTHER_LETTERS.path), _BASE_SIZE, merged)
        return font

    def resize(self, width: int, height: int) -> None:
        """The window has a new size, in pixels."""
        self.width, self.height = width, height
        self._io.display_size = imgui.ImVec2(width, height)
        uniform(self.root, "viewport", width, height)
        self._states.clear()

    def px(self, size: float) -> float:
        """A measure given at 100 %, in pixels at the chosen scale, whole."""
        return float(round(size * self.scale))

    def close(self) -> None:
        """Give the context back. The backend is of no use afterwards."""
        self.root.removeNode()
        self._textures.clear()
        imgui.set_current_context(self.context)
        for data in imgui.get_platform_io().textures:
            data.set_status(imgui.ImTextureStatus.destroyed)
        imgui.destroy_context(self.context)

    # --- input ---

    def mouse_move(self, x: float, y: float) -> None:
        """The pointer is at this pixel, from the upper left."""
        self._io.add_mouse_pos_event(x, y)

    def mouse_leave(self) -> None:
        """The pointer is not over the window."""
        self._io.add_mouse_pos_event(-1e30, -1e30)

    def mouse_button(self, button: int, down: bool) -> None:
        """A button went down or up: 0 left, 1 right, 2 middle."""
        self._io.add_mouse_button_event(button, down)

    def mouse_wheel(self, steps: float) -> None:
        """The wheel turned, away from the person counting as positive."""
        self._io.add_mouse_wheel_event(0.0, steps)

    def key(self, name: str, down: bool) -> None:
        """A key by the engine's name ("a", "escape", "arrow_left", "control") went down or up; others are ignored."""
        known = imgui_key(name)
        if known is not None:
            self._io.add_key_event(known, down)
        if name in ("control", "shift", "alt", "meta"):
            mod = {"control": "mod_ctrl", "shift": "mod_shift", "alt": "mod_alt", "meta": "mod_super"}[name]
            self._io.add_key_event(getattr(imgui.Key, mod), down)

    def text(self, character: str) -> None:
        """A character was typed."""
        self._io.add_input_characters_utf8(character)

    @property
    def wants_mouse(self) -> bool:
        """The pointer is over, or held by, something of the HUD: the map must not react."""
        return bool(self._io.want_capture_mouse)

    @property
    def wants_keyboard(self) -> bool:
        """A field is being typed into, or a dialog is open: the map must not react to keys."""
        return bool(self._io.want_text_input) or self._dialog_open()

    @staticmethod
    def _dialog_open() -> bool:
        anything = int(imgui.PopupFlags_.any_popup) | int(imgui.PopupFlags_.any_popup_level)
        return bool(imgui.is_popup_open("", anything))

    def forget(self) -> None:
        """Close dialogs and take the cursor out of fields: another screen is shown."""
        imgui.internal.clear_active_id()
        if self._dialog_open():
            imgui.internal.close_popup_to_level(0, False)
        imgui.set_window_focus(None)

    # --- pictures ---

    def texture(self, texture: Texture) -> Any:
        """A reference by which widgets show a texture: `imgui.image(backend.texture(t), size, (0, 1), (1, 0))`.

        The engine counts v from the bottom, so that (0, 1) is the upper left corner of the picture.
        """
        for number, known in self._textures.items():
            if known is texture or known == texture:
                return imgui.ImTextureRef(number)
        return imgui.ImTextureRef(self._register(texture))

    def let_go(self, texture: Texture) -> None:
        """A texture is shown no more; not in the frame in which it was."""
        for number in [number for number, known in self._textures.items() if known is texture]:
            del self._textures[number]
        self._states.clear()

    def _register(self, texture: Texture) -> int:
        number = self._next_texture
        self._next_texture += 1
        self._textures[number] = texture
        return number

    # --- the frame ---

    def begin(self, dt: float) -> None:
        """Start the widgets of a frame, `dt` seconds after the last one."""
        imgui.set_current_context(self.context)
        self.written = None if self.written is None else []
        self._io.delta_time = max(dt, 1e-4)
        imgui.new_frame()
        imgui.push_font(self.fonts["body"], self.px(_USUAL))

    def end(self) -> None:
        """Finish the frame and hand its pictures to the engine."""
        imgui.pop_font()
        imgui.render()
        draw = imgui.get_draw_data()
        for data in draw.textures:
            self._serve(data)
        self._node.removeAllGeoms()
        self.draw_calls = 0
        for index, commands in enumerate(draw.cmd_lists):
            self._draw_list(index, commands)

    def _draw_list(self, index: int, commands: Any) -> None:
        vertices = commands.vtx_buffer
        if vertices.size() == 0:
            return
        while len(self._data) <= index:
            self._data.append(GeomVertexData("hud", self._form, Geom.UH_stream))
        data = GeomVertexData("hud", self._form, Geom.UH_stream)
        data.modifyArrayHandle(0).setData(
            ctypes.string_at(vertices.data_address(), vertices.size() * imgui.VERTEX_SIZE)
        )
        source = ctypes.string_at(commands.idx_buffer.data_address(), commands.idx_buffer.size() * imgui.INDEX_SIZE)
        indices = np.frombuffer(source, np.uint16 if imgui.INDEX_SIZE == 2 else np.uint32)
        for command in commands.cmd_buffer:
            if command.elem_count:
                self._draw_command(data, indices, command)

    def _draw_command(self, data: GeomVertexData, indices: Any, command: Any) -> None:
        state = self._state(int(command.get_tex_id()), command.clip_rect)
        if state is None:
            return
        # Commands are cut out by their own offset: adding up the counts goes wrong where a dialog reorders them.
        rows = indices[command.idx_offset : command.idx_offset + command.elem_count].astype(np.uint32) + np.uint32(
            command.vtx_offset
        )
        triangles = GeomTriangles(Geom.UH_stream)
        triangles.setIndexType(Geom.NT_uint32)
        triangles.modifyVertices().modifyHandle().setData(rows.tobytes())
        geom = Geom(data)
        geom.addPrimitive(triangles)
        self._node.addGeom(geom, state)
        self.draw_calls += 1

    def _state(self, texture: int, clip: Any) -> RenderState | None:
        left, top = max(0, round(clip.x)), max(0, round(clip.y))
        right, bottom = min(self.width, round(clip.z)), min(self.height, round(clip.w))
        if right <= left or bottom <= top or texture not in self._textures:
            return None
        key = (texture, left, top, right, bottom)
        if key not in self._states:
            if len(self._states) > 400:  # panels that are dragged about leave a state for every position
                self._states.clear()
            scissor = ScissorAttrib.make(
                left / self.width, right / self.width, 1 - bottom / self.height, 1 - top / self.height
            )
            self._states[key] = RenderState.make(TextureAttrib.make(self._textures[texture]), scissor)
        return self._states[key]

    # --- textures that imgui asks for ---

    def _serve(self, data: Any) -> None:
        status = data.status
        if status == imgui.ImTextureStatus.want_create:
            data.set_tex_id(self._register(Texture(f"imgui-{data.unique_id}")))
            self._upload(data)
        elif status == imgui.ImTextureStatus.want_updates:
            self._upload(data)
        elif status == imgui.ImTextureStatus.want_destroy and data.unused_frames > 0:
            self._textures.pop(int(data.get_tex_id()), None)
            self._states.clear()
            data.set_tex_id(0)
            data.set_status(imgui.ImTextureStatus.destroyed)

    def _upload(self, data: Any) -> None:
        texture = self._textures[int(data.get_tex_id())]
        if (texture.getXSize(), texture.getYSize()) != (data.width, data.height):
            texture.setup2dTexture(data.width, data.height, Texture.T_unsigned_byte, Texture.F_rgba8)
            texture.setMinfilter(SamplerState.FT_linear)
            texture.setMagfilter(SamplerState.FT_linear)
            texture.setWrapU(SamplerState.WM_clamp)
            texture.setWrapV(SamplerState.WM_clamp)
        pixels = np.asarray(data.get_pixels_array()).reshape(-1)
        texture.setRamImageAs(np.ascontiguousarray(pixels).tobytes(), "RGBA")
        data.set_status(imgui.ImTextureStatus.ok)


def _vertex_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.addColumn("vertex", 4, Geom.NT_float32, Geom.C_point)
    array.addColumn("color", 4, Geom.NT_uint8, Geom.C_color)
    form = GeomVertexFormat()
    form.addArray(array)
    return GeomVertexFormat.registerFormat(form)
