"""Drawing: geometry, colours, glyphs, sprites, figures. It knows no hex, no page and no rule."""
