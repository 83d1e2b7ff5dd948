uniform sampler2D mid_picture;
uniform sampler2D far_picture;
uniform sampler2D states;   // one texel a hex: R reach (0, .5 dotted, 1), G its open sides, B unused, A sides with teeth
uniform sampler2D overlay;  // one texel a hex: a colour
uniform sampler2D marks;    // one texel a hex: the pattern of the overlay
uniform sampler2D veil;     // soft raster: R out of sight, G outside the game, B sea, A distance from the shore
#ifdef WATER
uniform sampler2D water_level;  // soft raster: R under water, the sea too, G distance from the shore, as in the veil
#endif
uniform sampler2D noise;
uniform vec2 size_hexes;    // columns, rows
uniform vec4 veil_rect;     // left, bottom, 1 / width, 1 / height
uniform vec4 tone;          // gain rgb, contrast
uniform vec3 sun;
uniform vec4 hover;         // x, y, strength, kind
uniform vec4 flash;         // x, y, strength, kind
uniform float seconds;
#ifdef SKY
uniform vec3 sky;           // shadows of clouds, wetness, roughness of the sea
#endif
#ifdef FINE
uniform float fade;
uniform vec2 texel;         // of the picture
#endif
varying vec2 place;
varying vec3 slope;
varying vec2 mid_uv;
varying vec2 far_uv;
varying vec3 depth_size;

const vec2 PERIOD = vec2(1.0, 1.7320508);

// Offset from the centre of the hex that holds a point.
vec2 in_hex(vec2 p) {
    vec2 a = p - PERIOD * floor(p / PERIOD + 0.5);
    vec2 h = p - PERIOD * 0.5;
    vec2 b = h - PERIOD * floor(h / PERIOD + 0.5);
    return dot(a, a) < dot(b, b) ? a : b;
}

// Distance from the nearest side, in hex widths, inside positive.
float to_side(vec2 g) {
    g = abs(g);
    return 0.5 - max(g.x, g.x * 0.5 + g.y * 0.8660254);
}

// Distance to the nearest of the sides whose bit is set, in hex widths; 1 where none is.
float to_marked_side(vec2 g, float bits) {
    float nearest = 1.0;
    float rest = floor(bits * 255.0 / 4.0 + 0.5);
    for (int d = 0; d < 6; ++d) {
        float bit = mod(rest, 2.0);
        rest = floor(rest * 0.5);
        float angle = 1.0471975512 * float(d);
        float away = 0.5 - dot(g, vec2(cos(angle), sin(angle)));
        nearest = bit > 0.5 ? min(nearest, away) : nearest;
    }
    return nearest;
}

// Place along the nearest side, 0 in its middle, in hex widths.
float along_side(vec2 g) {
    vec3 out_by = abs(vec3(g.x, 0.5 * g.x + 0.8660254 * g.y, -0.5 * g.x + 0.8660254 * g.y));
    if (out_by.x >= out_by.y && out_by.x >= out_by.z) return g.y;
    return out_by.y >= out_by.z ? 0.5 * g.y - 0.8660254 * g.x : -0.5 * g.y - 0.8660254 * g.x;
}

vec3 reach_colours(vec3 c, vec2 g, vec4 state, float hexpx) {
    float inside = state.r;
    float thin = clamp(hexpx / 60.0, 0.42, 1.0);  // lines grow finer as the map grows smaller
    float edge = to_marked_side(g, state.g) * hexpx / thin;
    float side = to_side(g) * hexpx / thin;
    if (inside > 0.75) {
        float glow = min(hexpx * 0.16, 26.0);
        c = mix(c, vec3(1.0, 0.953, 0.722), 0.15 + 0.30 * exp(-edge / glow));
        c = mix(c, vec3(0.227, 0.165, 0.063), 0.55 * clamp(4.6 - edge, 0.0, 1.0));
        c = mix(c, vec3(1.0, 0.957, 0.769), clamp(3.2 - edge, 0.0, 1.0));
    } else if (inside > 0.25) {
        float away = length(vec2((fract(along_side(g) / 0.0722 + 0.5) - 0.5) * 0.0722 * hexpx, side - 3.0));
        c = mix(c, vec3(1.0, 0.957, 0.769), 0.95 * clamp(max(1.3, hexpx * 0.013) + 0.5 - away, 0.0, 1.0));
        c = mix(c, vec3(1.0, 0.953, 0.722), 0.08);
    }
    float teeth = to_marked_side(g, state.a);
    if (teeth < 0.085) {
        float stripe = smoothstep(0.35, 0.65, hatch(place, 0.055));
        c = mix(c, vec3(0.62, 0.13, 0.09), 0.80 * stripe);
    }
    return c;
}

vec3 overlay_colours(vec3 c, vec2 hex_uv, vec2 g) {
    vec4 tint = texture2D(overlay, hex_uv);
    float kind = floor(texture2D(marks, hex_uv).r * 255.0 + 0.5);
    c = mix(c, tint.rgb, tint.a);
    float ink = 0.0;
    if (kind > 2.5) ink = step(length(mod(place, 0.25) - 0.125), 0.037);
    else if (kind > 1.5) ink = step(min(abs(g.x - g.y), abs(g.x + g.y)), 0.025) * step(length(g), 0.18);
    else if (kind > 0.5) ink = 0.45 * smoothstep(0.84, 0.94, hatch(place, 0.30));
    return mix(c, tint.rgb * 0.45, ink * clamp(1.5 * tint.a, 0.2, 0.75));  // a pattern is as loud as its tint
}

vec3 fogged(vec3 c, vec2 veil_uv, vec2 rough, float hexpx) {
    vec2 v = vec2(texture2D(veil, veil_uv + rough * veil_rect.zw * 0.25).r, texture2D(veil, veil_uv).g);
    c = veiled(c, v);
    float out_by = (v.y - 0.5) * 0.5;  // hex widths, as steep as the raster is soft
    c *= 1.0 - 0.30 * clamp(1.0 - out_by * 4.0, 0.0, 1.0) * step(0.0, out_by);  // the area lies a little above the rest
    return mix(c, vec3(0.173, 0.141, 0.09), 0.70 * clamp(1.7 - abs(out_by) * hexpx, 0.0, 1.0));
}

#ifdef WATER
// Ground under water: the colour of shallow sea over the painted ground, wet sand along its shore, a hem of foam.
vec3 flooded(vec3 c, vec2 level, float sea, float hexpx) {
    float rough = texture2D(noise, place * 0.9).g - 0.5;
    float off = level.y - 0.5 + 0.06 * rough;
    float deep = smoothstep(0.0, 0.30, off);
    float line = 1.0 / max(60.0, hexpx);
    c *= 1.0 - 0.20 * smoothstep(-0.16, -0.02, off) * (1.0 - sea);
    vec3 shallow = mix(vec3(0.75, 0.85, 0.80), vec3(0.64, 0.81, 0.80), deep);
    c = mix(c, mix(c, shallow, 0.66 + 0.26 * deep), smoothstep(-0.5 * line, 2.0 * line, off) * (1.0 - sea));
    float foam = 1.0 - smoothstep(0.008, 0.026, abs(off - 0.012));
    return mix(c, vec3(0.97, 0.98, 0.95), 0.45 * foam * (1.0 - 0.7 * sea));
}
#endif

// Small waves that catch the light, fading where they would be finer than pixels.
vec3 water(vec3 c, float sea, float hexpx) {
    vec2 p = place + (texture2D(noise, place * 0.13 + seconds * 0.002).rg - 0.5) * 0.9;
    float a = sin(dot(p, vec2(9.0, 23.0)) + seconds * 1.1);
    float b = sin(dot(p, vec2(-13.0, 17.0)) - seconds * 0.8);
    float patch = texture2D(noise, place * 0.11 - seconds * 0.003).b;
    float swell = (a + b) * 0.25 * sea * patch * smoothstep(14.0, 60.0, hexpx);
    float glint = smoothstep(0.22, 0.48, swell);
    return c * (1.0 + swell * 0.13 * relief) + vec3(1.0, 0.96, 0.86) * glint * 0.10 * relief;
}

#ifdef DEEP
// Breakers where the sea meets the land: lines of foam that come in, and a white hem on the beach. `off` is the distance
// from the shore in hex widths, at sea positive; `rough` 0 in calm weather to 1 in a storm.
vec3 surf(vec3 c, float off, float rough, float hexpx) {
    float wide = 0.34 + 0.10 * rough;
    vec3 grain = texture2D(noise, place * 0.55 + seconds * 0.004).rgb;
    float along = texture2D(noise, place * 0.10).g;
    float phase = off * 46.0 / (1.0 + 0.5 * rough) + seconds * (0.55 + 0.35 * rough) + along * 9.0 + grain.r * 2.4;
    float crest = smoothstep(0.30, 0.95, sin(phase)) * smoothstep(0.36, 0.56, grain.g + 0.10 * rough);
    float hem = 1.0 - smoothstep(0.0, 0.045 + 0.02 * sin(phase * 0.5), abs(off + 0.005));
    float inside = smoothstep(-0.05, -0.01, off) * (1.0 - smoothstep(0.35 * wide, wide, off));
    float seen = inside * smoothstep(30.0, 70.0, hexpx) * relief;
    float foam = seen * max(crest, 0.85 * hem * smoothstep(0.34, 0.50, grain.b));
    c *= 1.0 - vec3(0.36, 0.20, 0.14) * seen * smoothstep(0.0, 0.9, sin(phase + 1.9));  // the hollow before a breaker
    return mix(c, vec3(0.98, 0.99, 0.97), (0.78 + 0.18 * rough) * foam);
}
#endif

#ifdef SKY
// Weather on the ground: soft shadows that drift, wet land that takes the colour of the sky, a sea with crests.
vec3 weathered(vec3 c, float sea, float hexpx) {
    float cloud = texture2D(noise, place * 0.0062 + vec2(seconds, -0.4 * seconds) * 0.00075).r;
    c *= 1.0 + 0.05 * sky.x - 0.19 * sky.x * smoothstep(0.34, 0.66, cloud);
    float pool = texture2D(noise, place * 0.21).g;
    vec3 wet = c * vec3(0.90, 0.93, 0.95) + vec3(0.05, 0.06, 0.07) * smoothstep(0.60, 0.72, pool);
    c = mix(c, wet, sky.y * (1.0 - sea));
    vec2 p = place + (texture2D(noise, place * 0.035 + seconds * 0.001).rg - 0.5) * 0.9;
    float wave = sin(dot(p, vec2(5.0, 17.0)) + seconds * 1.3) + 0.6 * sin(dot(p, vec2(-6.0, 26.0)) - seconds * 1.7);
    float patch = smoothstep(0.40, 0.66, texture2D(noise, place * 0.06 - seconds * 0.002).b);
    float rough = sea * sky.z * smoothstep(14.0, 40.0, hexpx);
    c *= 1.0 + 0.075 * wave * rough;
    return mix(c, vec3(0.90, 0.93, 0.92), 0.62 * rough * patch * smoothstep(1.12, 1.50, wave));
}
#endif

vec3 ring(vec3 c, vec4 mark, vec3 tint, float hexpx) {
    float edge = to_side(place - mark.xy) * hexpx;
    float line = clamp(2.6 - abs(edge - 1.5), 0.0, 1.0);
    float fill = clamp(edge, 0.0, 1.0) * (0.10 + 0.25 * mark.w);
    return mix(c, tint, mark.z * max(line, fill));
}

#ifdef FINE
// The picture is painted coarser than the screen near by: edges made crisp again, and a grain finer than its pixels.
vec3 crisp(float hexpx) {
    vec3 c = texture2D(mid_picture, mid_uv).rgb;
    vec3 around = texture2D(mid_picture, mid_uv + vec2(texel.x, 0.0)).rgb + texture2D(mid_picture, mid_uv - vec2(texel.x, 0.0)).rgb
        + texture2D(mid_picture, mid_uv + vec2(0.0, texel.y)).rgb + texture2D(mid_picture, mid_uv - vec2(0.0, texel.y)).rgb;
    float near = smoothstep(90.0, 130.0, hexpx);
    c += (c - around * 0.25) * near * 0.9;
    return c * (1.0 + (texture2D(noise, place * 1.3).g - 0.5) * 0.16 * near);
}
#endif

void main() {
    float hexpx = 1.0 / depth_size.x;
#if defined(FINE)
    vec3 c = crisp(hexpx);
#elif defined(NEAR) && defined(FAR)
    vec3 c = mix(texture2D(far_picture, far_uv).rgb, texture2D(mid_picture, mid_uv).rgb, smoothstep(23.0, 31.0, hexpx));
#elif defined(NEAR)
    vec3 c = texture2D(mid_picture, mid_uv).rgb;
#else
    vec3 c = texture2D(far_picture, far_uv).rgb;
#endif
    vec2 veil_uv = (place - veil_rect.xy) * veil_rect.zw;
#ifdef WATER
    vec2 level = texture2D(water_level, veil_uv).rg;
    c = flooded(c, level, smoothstep(0.60, 0.80, texture2D(veil, veil_uv).a), hexpx);
#endif
#ifdef DEEP
#ifdef WATER
    vec2 shore = level;
#else
    vec2 shore = texture2D(veil, veil_uv).ba;
#endif
    c = water(c, smoothstep(0.4, 0.9, shore.x), hexpx);
    float light = dot(normalize(slope), sun) / max(sun.z, 0.2);
    c *= mix(1.0, clamp(0.35 + 0.65 * light, 0.35, 1.35), relief);
#endif
#ifdef SKY
    vec2 covered = texture2D(veil, veil_uv).gb;
    c = mix(weathered(c, smoothstep(0.4, 0.9, covered.y), hexpx), c, smoothstep(0.44, 0.56, covered.x));
#endif
#if defined(DEEP) && defined(SKY)
    c = surf(c, shore.y - 0.5, sky.z, hexpx);
#elif defined(DEEP)
    c = surf(c, shore.y - 0.5, 0.0, hexpx);
#endif
    c = ((c - 0.5) * tone.w + 0.5) * tone.rgb;

    vec2 g = in_hex(place);
    vec2 centre = place - g;
    float row = floor(centre.y / 0.8660254 + 0.5);
    float col = floor(centre.x - 0.5 * mod(row, 2.0) + 0.5);
    vec2 hex_uv = (vec2(col, row) + 0.5) / size_hexes;
    float on_map = step(0.0, hex_uv.x) * step(hex_uv.x, 1.0) * step(0.0, hex_uv.y) * step(hex_uv.y, 1.0);
#if defined(GRID) && defined(NEAR)
    float side = to_side(g) * hexpx;
    float shown = on_map * smoothstep(26.0, 36.0, hexpx);
    c = mix(c, vec3(1.0, 0.973, 0.894), 0.10 * shown * clamp(1.6 - abs(side - 1.1), 0.0, 1.0) * step(0.0, g.y));
    c = mix(c, vec3(0.173, 0.141, 0.09), 0.21 * shown * clamp(1.0 - side, 0.0, 1.0));
#endif
#ifdef OVERLAY
    c = mix(c, overlay_colours(c, hex_uv, g), on_map);
#endif
#ifdef FOG
    c = fogged(c, veil_uv, texture2D(noise, place * 0.9).gb - 0.5, hexpx);
#endif
#ifdef REACH
    c = mix(c, reach_colours(c, g, texture2D(states, hex_uv), hexpx), on_map);
#endif
#ifdef MARKED
    c = ring(c, hover, vec3(1.0, 0.965, 0.80), hexpx);
    c = ring(c, flash, vec3(1.0, 0.78, 0.25), hexpx);
#endif
#ifdef DEEP
    c = mix(c, haze.rgb, misty(depth_size.y, place));
#endif
#ifdef FINE
    gl_FragColor = vec4(c, fade * smoothstep(70.0, 84.0, hexpx));
#else
    gl_FragColor = vec4(c, 1.0);
#endif
}
