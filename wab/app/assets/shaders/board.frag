// The painted ground of a board with crisp hexes. The picture tells in its fourth channel how far the border of the hex
// is, up to 0.06 hex widths.

uniform sampler2D ground;
uniform float grid;  // 1 with the lines between hexes
varying vec2 uv;
varying vec3 light;
varying float mist;
varying float fine;

void main() {
    vec4 picture = texture2D(ground, uv);
    float edge = picture.a * 0.06;
    float line = clamp(1.35 - edge / fine, 0.0, 1.0);
    float dark = 1.0 - grid * (0.07 * (1.0 - picture.a) + 0.42 * line);
    gl_FragColor = vec4(mix(picture.rgb * light * dark, haze.rgb, mist), 1.0);
}
