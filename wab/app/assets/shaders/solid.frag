varying vec4 tint;
varying float mist;
#ifdef PICTURE
uniform sampler2D picture;
varying vec2 uv;
varying vec2 shine;     // light, share of grey
varying float upward;  // how much a face looks up: what lies on top counts
#endif

#if defined(COUNTRY) || defined(BLOB)
uniform sampler2D veil;
uniform vec4 veil_rect;
varying vec2 spot;
varying vec3 grain;
#endif
#ifdef COUNTRY
uniform sampler2D noise;
uniform vec4 tone;      // gain rgb, contrast
#endif

void main() {
    vec4 c = tint;
#ifdef COUNTRY
    float leaves = texture2D(noise, grain.xy * 6.0 + grain.z * vec2(4.1, 5.3)).g;
    c.rgb *= 1.0 + (leaves - 0.5) * 0.62 * step(c.r, c.g + 0.01);  // what is green has leaves
    c.rgb = ((c.rgb - 0.5) * tone.w + 0.5) * tone.rgb;
    c.rgb = veiled(c.rgb, texture2D(veil, (spot - veil_rect.xy) * veil_rect.zw).rg);
#endif
#ifdef BLOB
    c.a *= smoothstep(1.0, 0.25, length(grain.xy)) * (1.0 - mist);
#endif
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
