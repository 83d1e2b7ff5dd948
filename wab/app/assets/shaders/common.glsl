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

// Fog of war: greyer and darker where nobody sees.
vec3 covered(vec3 c, float veiled) {
    float grey = dot(c, vec3(0.3, 0.59, 0.11));
    vec3 dark = mix(mix(c, vec3(grey), 0.40), vec3(0.118, 0.184, 0.227), 0.36);
    return mix(c, dark, smoothstep(0.25, 0.75, veiled));
}

// Slanted stripes: 0 to 1 across each.
float hatch(vec2 p, float step) { return abs(fract((p.x + p.y) / step) - 0.5) * 2.0; }
