uniform float dim;
uniform float seconds;
uniform vec2 layer;
uniform vec4 left_side;
uniform vec4 right_side;
uniform vec4 core;
uniform float patterned;
varying vec4 tint;
varying vec4 other;
varying vec3 across;
varying vec3 along;
#ifdef GROUND
uniform sampler2D veil;
uniform vec4 veil_rect;
uniform vec3 gain;
varying vec2 spot;
varying float mist;
#endif

void main() {
    float away = abs(across.x);
#ifdef FRONT
    // The line between two sides: a pale core, a band of each side's colour, its glow.
    float k = across.z;
    vec3 side = across.x < 0.0 ? left_side.rgb : right_side.rgb;
    float solid = clamp(2.9 * k + 0.6 - away, 0.0, 1.0);
    float inner = 1.0 - smoothstep(2.9 * k, 8.1 * k, away);
    float outer = 1.0 - smoothstep(6.0 * k, across.y, away);
    float glow = max(0.55 * inner, 0.0) + 0.26 * outer;
    float middle = clamp(0.85 * k + 0.4 - away, 0.0, 1.0);
    // The second sign: slanting strokes on one side, dots on the other.
    float stroke = step(fract((along.x - away) / 9.0), 0.36) * step(away, 8.5 * k + 1.5) * step(across.x, 0.0);
    float dot_at = length(vec2(mod(along.x, 10.0) - 5.0, away - 6.6 * k - 1.0));
    float mark = max(stroke, (1.0 - smoothstep(1.7 * k + 0.6, 1.7 * k + 1.4, dot_at)) * step(0.0, across.x));
    glow = max(glow, 0.95 * mark * patterned);
    gl_FragColor = vec4(mix(side, core.rgb, middle) * dim, max(solid, glow) * tint.a);
#else
    float a = clamp(across.y + 0.5 - away, 0.0, 1.0);
    vec3 c = tint.rgb;
#ifdef DASHED
    a *= smoothstep(0.0, 1.0, abs(fract(along.x / 7.5 - layer.y * seconds) - 0.5) * 7.5 - 1.25);
#endif
#ifdef SHADED
    c = mix(c, vec3(1.0), 0.20 * clamp(1.0 - away / max(across.y, 0.5), 0.0, 1.0));
#endif
#ifdef GROUND
    c = veiled(c * gain, texture2D(veil, (spot - veil_rect.xy) * veil_rect.zw).rg);
    gl_FragColor = vec4(mix(c, haze.rgb, mist), tint.a * a);
#else
    gl_FragColor = vec4(c * dim, tint.a * a);
#endif
#endif
}
