"""The look of widgets: colours and measures of the theme given to imgui."""

from __future__ import annotations

from imgui_bundle import imgui

from wab.app.gfx.theme import HUD, METRICS, HudColours, Rgba


def vec(colour: Rgba) -> imgui.ImVec4:
    """A colour as imgui wants it."""
    return imgui.ImVec4(*colour.unit)


def apply_style(scale: float, hud: HudColours = HUD) -> None:
    """Give the current imgui context the colours of the theme, and its measures at this scale."""
    style = imgui.get_style()
    for name, value in _colours(hud).items():
        style.set_color_(int(getattr(imgui.Col_, name)), vec(value))
    _measures(style, scale)


def _measures(style: imgui.Style, scale: float) -> None:
    style.window_padding = imgui.ImVec2(METRICS.padding * scale, METRICS.padding * scale)
    style.frame_padding = imgui.ImVec2(12 * scale, 7 * scale)
    style.item_spacing = imgui.ImVec2(METRICS.gap * scale, METRICS.gap * scale)
    style.item_inner_spacing = imgui.ImVec2(6 * scale, 4 * scale)
    style.cell_padding = imgui.ImVec2(8 * scale, 4 * scale)
    style.window_rounding = style.child_rounding = style.popup_rounding = METRICS.radius_panel * scale
    style.frame_rounding = style.grab_rounding = METRICS.radius_button * scale
    style.tab_rounding = METRICS.radius_button * scale
    style.scrollbar_rounding = METRICS.radius_bar * scale
    style.scrollbar_size = 11 * scale
    style.window_border_size = style.popup_border_size = style.frame_border_size = 1.0
    style.child_border_size = 1.0
    style.window_title_align = imgui.ImVec2(0.0, 0.5)
    style.disabled_alpha = 0.75


def _colours(hud: HudColours) -> dict[str, Rgba]:
    line = hud.brass.fade(0.42)
    return {
        "text": hud.text,
        "text_disabled": hud.off_text,
        "window_bg": hud.panel.fade(METRICS.panel_opacity),
        "child_bg": Rgba(0, 0, 0, 0),
        "popup_bg": hud.ground.fade(METRICS.dialog_opacity),
        "border": line,
        "border_shadow": Rgba(0, 0, 0, 0),
        "frame_bg": hud.ground,
        "frame_bg_hovered": hud.raised,
        "frame_bg_active": hud.down,
        "title_bg": hud.raised,
        "title_bg_active": hud.raised,
        "title_bg_collapsed": hud.raised,
        "menu_bar_bg": hud.raised,
        "scrollbar_bg": hud.ground.fade(0.6),
        "scrollbar_grab": hud.hover,
        "scrollbar_grab_hovered": hud.brass,
        "scrollbar_grab_active": hud.action,
        "check_mark": hud.action,
        "slider_grab": hud.brass,
        "slider_grab_active": hud.action,
        "button": hud.normal_top.shade(0.92),
        "button_hovered": hud.hover,
        "button_active": hud.down,
        "header": hud.normal_bottom,
        "header_hovered": hud.hover,
        "header_active": hud.down,
        "separator": hud.brass.fade(0.25),
        "separator_hovered": hud.brass,
        "separator_active": hud.action,
        "tab": hud.panel,
        "tab_hovered": hud.hover,
        "tab_selected": hud.raised,
        "table_header_bg": hud.raised,
        "table_border_strong": line,
        "table_border_light": hud.brass.fade(0.18),
        "table_row_bg": Rgba(0, 0, 0, 0),
        "table_row_bg_alt": hud.ground.fade(0.45),
        "text_selected_bg": hud.brass.fade(0.35),
        "plot_histogram": hud.action,
        "plot_histogram_hovered": hud.focus,
        "nav_cursor": hud.focus,
        "modal_window_dim_bg": Rgba(0, 0, 0, 148),
    }
