// Shared by all programs: sizes that follow the width of a hex on the screen.

uniform vec2 viewport;   // pixels
uniform float px_world;  // hex widths a pixel, at clip w = 1
uniform float relief;    // 0 flat map, 1 full height
uniform vec4 haze;       // rgb, density
uniform vec4 edge;       // middle and half size of the map
uniform float focus;     // distance of the middle of the view: nearer than that all is clear

// Value at a hex width in pixels from the values at 22, 70 and 180 px; beyond them proportional (k.w = 1) or constant (0).
float curve(vec4 k, float hexpx) {
    float h = clamp(hexpx, 22.0, 180.0);
    float v = h < 70.0 ? mix(k.x, k.y, (h - 22.0) / 48.0) : mix(k.y, k.z, (h - 70.0) / 110.0);
    return v * mix(1.0, hexpx / h, k.w);
}

// Fog of war, where no unit sees: a thin grey wash that makes light things darker and dark ones lighter, so that hedges
// fade and the colour of the ground stays. Outside the area of the game the country is a little paler, and else as it
// is. v: R out of sight, G outside.
vec3 veiled(vec3 c, vec2 v) {
    float grey = dot(c, vec3(0.3, 0.59, 0.11));
    vec3 fog = mix(c, vec3(grey), 0.26) * 0.68 + vec3(0.147, 0.150, 0.145);
    vec3 pale = mix(c, vec3(grey), 0.25) * 0.92 + vec3(0.06);
    return mix(mix(c, fog, smoothstep(0.25, 0.75, v.x)), pale, smoothstep(0.44, 0.56, v.y));
}

// Share of the haze at a distance. The far edge of the map lies in it, so that there is a horizon and no edge.
float misty(float away, vec2 spot) {
    vec2 out_by = abs(spot - edge.xy) - edge.zw;
    float horizon = smoothstep(-9.0, 0.0, max(out_by.x, out_by.y)) * smoothstep(1.2, 1.9, away / focus);
    return relief * max(1.0 - exp(-max(0.0, away - focus) * haze.w), horizon);
}

// Slanted stripes: 0 to 1 across each.
float hatch(vec2 p, float step) { return abs(fract((p.x + p.y) / step) - 0.5) * 2.0; }
