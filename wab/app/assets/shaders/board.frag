// The painted ground of a board with crisp hexes.

uniform sampler2D ground;
uniform vec4 playing;  // last column of the even and of the odd rows, last row, 1 with the grid
varying vec2 place;
varying vec2 uv;
varying vec3 light;
varying float mist;
varying float fine;

void main() {
    vec3 c = texture2D(ground, uv).rgb * light;
    // Two lattices of rectangles hold the middles of the hexes: the nearer of the two candidates is the hex.
    vec2 a = vec2(floor(place.x + 0.5), floor(place.y / 1.7320508 + 0.5) * 1.7320508);
    vec2 b = vec2(floor(place.x) + 0.5, (floor(place.y / 1.7320508) + 0.5) * 1.7320508);
    vec2 da = place - a, db = place - b;
    bool odd = dot(db, db) < dot(da, da);
    vec2 p = abs(odd ? db : da);
    vec2 middle = odd ? b : a;
    float row = middle.y / 0.8660254;
    bool outside = middle.x < -0.1 || middle.x > (odd ? playing.y : playing.x) + 0.1 || row < -0.5 || row > playing.z + 0.5;
    float edge = 0.5 - max(p.x, p.x * 0.5 + p.y * 0.8660254);
    float line = clamp(1.35 - edge / fine, 0.0, 1.0);
    float soft = 1.0 - smoothstep(0.0, 0.055, edge);
    c = mix(c, c * 0.80, 0.35 * soft * playing.w);
    c = mix(c, vec3(0.173, 0.141, 0.090), (outside ? 0.22 : 0.50) * line * playing.w);
    if (outside) c = mix(c, vec3(dot(c, vec3(0.3, 0.59, 0.11))) * vec3(0.86, 0.82, 0.72), 0.45);
    gl_FragColor = vec4(mix(c, haze.rgb, mist), 1.0);
}
