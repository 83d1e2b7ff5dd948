uniform sampler2D veil;
uniform vec4 veil_rect;
varying vec4 close;
varying vec4 deep;
uniform float seconds;
uniform float amount;

float chance(float n) { return fract(sin(n * 12.9898) * 43758.5453); }

// Slanted strokes: in every lane one falls, `high` pixels apart, each at a speed of its own.
float strokes(vec2 at, float lane, float high, float speed, float seed) {
    at.x += at.y * 0.22;
    float number = floor(at.x / lane);
    float luck = chance(number + seed);
    float across = abs(fract(at.x / lane) - 0.25 - 0.5 * luck) * lane;
    float along = fract(at.y / high + seconds * speed * (0.8 + 0.4 * luck) + chance(number * 1.7 + seed));
    return clamp(1.15 - across, 0.0, 1.0) * smoothstep(0.82, 0.90, along) * smoothstep(1.0, 0.97, along) * step(luck, amount);
}

// It rains on the area of the game, not on the sheet around it: 0 to 1 where the line of sight meets the ground.
float wetted() {
    vec3 a = close.xyz / close.w, b = deep.xyz / deep.w;
    float t = a.z / (a.z - b.z);
    vec2 spot = mix(a.xy, b.xy, t);
    return step(0.0, t) * (1.0 - smoothstep(0.15, 0.60, texture2D(veil, (spot - veil_rect.xy) * veil_rect.zw).g));
}

void main() {
    float far = strokes(gl_FragCoord.xy, 9.0, 210.0, 2.6, 3.0);
    float near = strokes(gl_FragCoord.xy, 23.0, 430.0, 2.2, 41.0);
    float a = (0.30 * far + 0.44 * near) * (0.6 + 0.4 * amount) * wetted();
    if (a < 0.004) discard;
    gl_FragColor = vec4(0.90, 0.94, 0.96, a);
}
