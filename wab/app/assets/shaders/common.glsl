// Shared by all programs: sizes that follow the width of a hex on the screen.

uniform vec2 viewport;   // pixels
uniform float px_world;  // hex widths a pixel, at clip w = 1
uniform float relief;    // 0 flat map, 1 full height

// Value at a hex width in pixels from the values at 22, 70 and 180 px; beyond them proportional (k.w = 1) or constant (0).
float curve(vec4 k, float hexpx) {
    float h = clamp(hexpx, 22.0, 180.0);
    float v = h < 70.0 ? mix(k.x, k.y, (h - 22.0) / 48.0) : mix(k.y, k.z, (h - 70.0) / 110.0);
    return v * mix(1.0, hexpx / h, k.w);
}
