uniform vec4 sheet;  // middle and half size of the map that lies on the table
uniform vec3 wood;
varying vec2 place;
varying float away;

float wave(float x) { return 0.5 + 0.5 * sin(x); }

void main() {
    vec2 out_by = abs(place - sheet.xy) - sheet.zw;
    float shadow = exp(-length(max(out_by + vec2(0.35, 0.35), 0.0)) / 1.6);
    float board = floor(place.y / 5.0);
    float across = fract(place.y / 5.0);
    float x = place.x * 0.05 + board * 7.3;
    float grain = wave(place.y * 2.3 + 1.7 * sin(x) + board) * wave(place.y * 5.9 + 1.1 * sin(x * 1.7));
    float joint = smoothstep(0.0, 0.012, across) * smoothstep(1.0, 0.988, across);
    float mist = misty(away, place);
    float fine = clamp(1.0 - 4.0 * mist, 0.0, 1.0);  // far away the grain would be finer than pixels
    float lines = mix(0.98, (0.86 + 0.20 * grain + 0.10 * wave(board * 2.7)) * mix(0.60, 1.0, joint), fine);
    vec3 sky = mix(haze.rgb, haze.rgb * vec3(0.66, 0.80, 1.0), relief * smoothstep(1.8, 5.0, away / focus));
    gl_FragColor = vec4(mix(wood * lines * (1.0 - 0.75 * shadow), sky, mist), 1.0);
}
