uniform sampler2D glyphs;
uniform sampler2D symbols;
varying vec2 uv;
varying vec4 tint;
varying vec4 other;
varying vec4 form;
varying vec2 kind_size;
varying float hex_pixels;
#ifdef WORDS
uniform sampler2D veil;   // words lie on the ground: their halo is paper in the light and the fog of its place
uniform vec4 veil_rect;
uniform vec3 gain;
varying vec2 spot;
varying float mist;
#endif

const float SPREAD_EM = 0.2222;  // distance field: em from the outline to black (8 of 36 pixels)

float rounded(vec2 p, vec2 half_size, float radius) {
    vec2 q = abs(p) - half_size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

vec4 over(vec4 top, vec4 under) {
    float a = top.a + under.a * (1.0 - top.a);
    return a > 0.0 ? vec4((top.rgb * top.a + under.rgb * under.a * (1.0 - top.a)) / a, a) : vec4(0.0);
}

// form: em in units, halo px, boldness px, pixels a hex from which it is shown. A letter has ink or halo, never both:
// the halos of a line lie below all its letters.
vec4 letter(float size) {
    float away = (texture2D(glyphs, uv).r - 0.502) * 2.0 * SPREAD_EM * form.x * size + form.z;
    float shown;
    if (form.y <= 0.0) {
        shown = tint.a * clamp(away * 1.15 + 0.5, 0.0, 1.0);
    } else {  // a firm stroke around the letter, a soft one half as strong around that
        float reach = min(form.y * 1.1, SPREAD_EM * form.x * size * 0.95);  // the field knows no distances beyond
        float soft = 0.42 * smoothstep(-reach, -form.y * 0.3, away);
        shown = other.a * max(clamp(away + form.y * 0.5 + 0.5, 0.0, 1.0), soft);
    }
    if (form.w > 0.0) shown *= smoothstep(form.w * 0.85, form.w, hex_pixels);
    vec3 c = form.y <= 0.0 ? tint.rgb : other.rgb;
#ifdef WORDS
    if (shown < 0.004) discard;
    vec2 v = texture2D(veil, (spot - veil_rect.xy) * veil_rect.zw).rg;
    c = form.y <= 0.0 ? mix(c, vec3(0.145, 0.118, 0.086), 0.6 * v.y) : veiled(c * gain, v);
    shown *= (1.0 - mist) * (1.0 - 0.25 * v.y);
#endif
    return vec4(c, shown);
}

// form: half width, half height, radius, border; uv from the middle, in units
vec4 plate(float size) {
    float d = rounded(uv, form.xy, form.z) * size;
    float inner = d + max(form.w * size, form.w > 0.0 ? 1.0 : 0.0);
    vec4 c = mix(tint, other, form.w > 0.0 ? clamp(inner + 0.5, 0.0, 1.0) : 0.0);
    return vec4(c.rgb, c.a * clamp(0.5 - d, 0.0, 1.0));
}

// A card: thick edge below, bevel, gradient.
vec4 card(float size) {
    float thick = max(1.5 / size, 0.035);
    float d = rounded(uv, form.xy, form.z) * size;
    float under = rounded(uv + vec2(0.0, thick), form.xy, form.z) * size;
    float between = rounded(uv + vec2(0.0, thick * 0.55), form.xy, form.z) * size;
    vec2 p = uv / form.xy;
    float slant = clamp((p.x * 0.5 - p.y) * 0.42 + 0.5, 0.0, 1.0);
    vec3 body = tint.rgb * mix(1.13, 0.87, slant);
    float e = max(1.0, 0.022 * size);
    float rim = clamp(d + e + 1.0, 0.0, 1.0) * clamp(-d - 0.2, 0.0, 1.0);
    float lit = step(0.0, p.y - p.x);
    body = mix(body, mix(vec3(0.0), vec3(1.0), lit), rim * mix(0.22, 0.50, lit));
    vec3 c = mix(body, other.rgb, clamp(d + 1.1, 0.0, 1.0));
    float top = clamp(0.5 - d, 0.0, 1.0);
    vec4 below = over(vec4(0.788, 0.729, 0.596, clamp(0.5 - between, 0.0, 1.0)), vec4(0.549, 0.486, 0.376, clamp(0.5 - under, 0.0, 1.0)));
    return over(vec4(c, top * tint.a), vec4(below.rgb, below.a * tint.a));
}

// form: half width, half height, radius, blur
vec4 shadow(float size) {
    float d = rounded(uv, form.xy, form.z);
    return vec4(tint.rgb, tint.a * smoothstep(form.w, -form.w, d));
}

// A row of pips: form: count, filled, gap in pixels; uv 0 to 1 along the row
vec4 pips(float size) {
    float place = uv.x * form.x;
    float gap = form.z * form.x / max(1.0, form.w * size);
    float index = floor(place);
    vec4 c = index < form.y ? tint : other;
    return vec4(c.rgb, c.a * step(fract(place), 1.0 - gap));
}

// Chevrons, one above the other: form: count, half width, line
vec4 chevrons(float size) {
    float nearest = 9.0;
    for (int i = 0; i < 3; ++i) {
        if (float(i) >= form.x) break;
        vec2 p = uv - vec2(0.0, float(i) * 0.075);
        float d = abs(p.y + abs(p.x) * 0.9) * 0.743;
        nearest = min(nearest, max(d - form.z * 0.5, abs(p.x) - form.y));
    }
    return vec4(tint.rgb, tint.a * clamp(0.5 - nearest * size, 0.0, 1.0));
}

// A frame of dashes: form: half width, half height, radius, width of the line
vec4 dashes(float size) {
    float d = abs(rounded(uv, form.xy, form.z) + form.w * 0.5) - form.w * 0.5;
    vec2 p = abs(uv) / form.xy;
    float along = p.x > p.y ? uv.y : uv.x;
    return vec4(tint.rgb, tint.a * clamp(0.5 - d * size, 0.0, 1.0) * step(fract(along / 0.145 + 0.29), 0.58));
}

// Slanted stripes in a rounded box: form as plate, form.w step
vec4 stripes(float size) {
    float d = rounded(uv, form.xy, form.z) * size;
    float stripe = step(0.72, abs(fract((uv.x + uv.y) / form.w) - 0.5) * 2.0);
    return vec4(tint.rgb, tint.a * stripe * clamp(0.5 - d, 0.0, 1.0));
}

// A glowing outline: form as plate, form.w reach of the glow
vec4 glow(float size) {
    float d = rounded(uv, form.xy, form.z);
    float line = clamp(max(1.0, 0.018 * size) + 0.5 - abs(d) * size, 0.0, 1.0);
    float soft = 0.75 * (1.0 - smoothstep(0.0, form.w, abs(d)));
    return vec4(tint.rgb, tint.a * max(line, soft));
}

// A flag on its pole: form: half width, half height; uv from the middle, in units
vec4 pennant(float size) {
    float x = uv.x / form.x;
    float y = uv.y - 0.10 * form.y * sin((x + 1.0) * 2.6);
    float d = max(abs(uv.x) - form.x, abs(y) - form.y) * size;
    vec3 c = tint.rgb * mix(1.18, 0.82, x * 0.5 + 0.5);
    if (form.w > 0.5 && y < -form.y * 0.55) c = vec3(0.91, 0.77, 0.40);
    c = mix(c, vec3(0.106, 0.078, 0.047), clamp(d + 1.4, 0.0, 1.0) * 0.9);
    return vec4(c, tint.a * clamp(0.5 - d, 0.0, 1.0));
}

void main() {
    float kind = floor(kind_size.x + 0.5);
    float size = kind_size.y;
    vec4 c;
    if (kind < 0.5) c = letter(size);
#ifdef WORDS
    else c = plate(size);
#else
    else if (kind < 1.5) c = plate(size);
    else if (kind < 2.5) c = card(size);
    else if (kind < 3.5) c = over(texture2D(symbols, uv) * tint, other);
    else if (kind < 4.5) c = shadow(size);
    else if (kind < 5.5) c = pips(size);
    else if (kind < 6.5) c = chevrons(size);
    else if (kind < 7.5) c = dashes(size);
    else if (kind < 8.5) c = stripes(size);
    else if (kind < 9.5) c = glow(size);
    else c = pennant(size);
#endif
    if (c.a < 0.004) discard;
    gl_FragColor = c;
}
