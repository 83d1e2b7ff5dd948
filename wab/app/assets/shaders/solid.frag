varying vec4 tint;
varying float away;
#ifdef PICTURE
uniform sampler2D picture;
varying vec2 uv;
varying float upward;  // how much a face looks up: what lies on top counts
#endif

void main() {
    vec4 c = tint;
#ifdef PICTURE
    vec4 ink = texture2D(picture, uv);
    c.rgb = mix(c.rgb, ink.rgb * clamp(dot(tint.rgb, vec3(0.36)), 0.0, 1.1), ink.a * mix(0.30, 1.0, smoothstep(0.35, 0.8, upward)));
#endif
    gl_FragColor = vec4(mix(c.rgb, haze.rgb, misty(away)), c.a);
#ifdef SHADOW
    // In steps, so that two shadows on one ground have one depth, and the second does not darken it again.
    gl_FragDepth = (floor(gl_FragCoord.z * 131072.0) - 2.0) / 131072.0;
#endif
}
