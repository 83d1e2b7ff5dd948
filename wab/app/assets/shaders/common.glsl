// Shared by all programs: sizes that follow the width of a hex on the screen.

uniform vec2 viewport;   // pixels
uniform float px_world;  // hex widths a pixel, at clip w = 1
uniform float relief;    // 0 flat map, 1 full height
uniform vec4 haze;       // rgb, density
uniform float focus;     // distance of the middle of the view: nearer than that all is clear

// Value at a hex width in pixels from the values at 22, 70 and 180 px; beyond them proportional (k.w = 1) or constant (0).
float curve(vec4 k, float hexpx) {
    float h = clamp(hexpx, 22.0, 180.0);
    float v = h < 70.0 ? mix(k.x, k.y, (h - 22.0) / 48.0) : mix(k.y, k.z, (h - 70.0) / 110.0);
    return v * mix(1.0, hexpx / h, k.w);
}

// Two things that lie over the ground. Fog of war, where nobody sees: a thin grey wash that makes light things darker
// and dark ones lighter, so that hedges fade and the colour of the ground stays. Outside the area of the game: the bare
// sheet, brown ink on old paper out of the lamp. v: R out of sight, G outside.
vec3 veiled(vec3 c, vec2 v) {
    float grey = dot(c, vec3(0.3, 0.59, 0.11));
    vec3 fog = mix(c, vec3(grey), 0.26) * 0.68 + vec3(0.147, 0.150, 0.145);
    vec3 sheet = mix(mix(vec3(0.165, 0.148, 0.118), vec3(0.675, 0.620, 0.510), grey), c, 0.18);
    return mix(mix(c, fog, smoothstep(0.25, 0.75, v.x)), sheet, smoothstep(0.44, 0.56, v.y));
}

// Share of the haze at a distance.
float misty(float away) { return relief * (1.0 - exp(-max(0.0, away - focus) * haze.w)); }

// Slanted stripes: 0 to 1 across each.
float hatch(vec2 p, float step) { return abs(fract((p.x + p.y) / step) - 0.5) * 2.0; }
