varying vec4 tint;
varying float mist;
#ifdef PICTURE
uniform sampler2D picture;
varying vec2 uv;
varying vec2 shine;     // light, share of grey
varying float upward;  // how much a face looks up: what lies on top counts
#endif

void main() {
    vec4 c = tint;
#ifdef PICTURE
    vec4 ink = texture2D(picture, uv);
    vec3 drawn = mix(ink.rgb * shine.x, vec3(dot(ink.rgb, vec3(0.3, 0.59, 0.11))) * shine.x, shine.y);
    c.rgb = mix(c.rgb, drawn, ink.a * mix(0.30, 1.0, smoothstep(0.35, 0.8, upward)));
#endif
    gl_FragColor = vec4(mix(c.rgb, haze.rgb, mist), c.a);
#ifdef SHADOW
    // In steps, so that two shadows on one ground have one depth, and the second does not darken it again.
    gl_FragDepth = (floor(gl_FragCoord.z * 131072.0) - 2.0) / 131072.0;
#endif
}
