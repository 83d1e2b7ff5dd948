// Small solids on a board. In two dimensions they are drawn in plan oblique: the ground as from straight above, heights
// leaning away from the viewer, so that things show their front.

uniform mat4 p3d_ModelMatrix;
uniform mat4 p3d_ViewProjectionMatrix;
attribute vec4 p3d_Vertex;
attribute vec3 p3d_Normal;
attribute vec4 p3d_Color;
attribute float base;    // height of the ground below, hex widths
uniform float lift;      // the same for a thing that moves
uniform vec2 lean;       // how far a height of 1 leans in two dimensions
uniform vec3 sun;
uniform vec4 lamp;       // light that is everywhere, light of the sun, opacity, 1 where colours are washed out
varying vec4 tint;
varying float mist;
#if defined(COUNTRY) || defined(BLOB)
varying vec2 spot;       // hex widths
varying vec3 grain;      // where on the thing itself
#endif
#ifdef PICTURE
attribute vec2 p3d_MultiTexCoord0;
varying vec2 uv;
varying float upward;
varying vec2 shine;
#endif

void main() {
    vec4 place = p3d_ModelMatrix * vec4(p3d_Vertex.xyz, 1.0);
    float floor_at = (base + lift) * relief;
#if defined(BLOB)
    // A dark patch at the foot of a thing, pulled away from the sun; its corners and size are in the normals.
    place.xy -= sun.xy / max(sun.z, 0.35) * p3d_Normal.z * 0.55;
    place.z = floor_at;
    grain = vec3(p3d_Normal.xy, 0.0);
    spot = place.xy;
    tint = vec4(0.085, 0.100, 0.045, 0.42);
#elif defined(SHADOW)
    place.xy -= sun.xy / sun.z * place.z * 0.85;
    place.z = floor_at + 0.004;
    tint = vec4(0.082, 0.070, 0.047, 0.36 * lamp.z);
#else
    place.xy += lean * place.z;
    place.z += floor_at;
    vec3 normal = normalize((p3d_ModelMatrix * vec4(p3d_Normal, 0.0)).xyz);
    float light = lamp.x + lamp.y * max(dot(normal, sun), 0.0) + 0.10 * normal.z;
    tint = vec4(p3d_Color.rgb * light * mix(vec3(1.03, 1.0, 0.94), vec3(0.96, 0.99, 1.05), 1.0 - clamp(light, 0.0, 1.0)), p3d_Color.a * lamp.z);
    tint.rgb = mix(tint.rgb, vec3(dot(tint.rgb, vec3(0.3, 0.59, 0.11))) * 0.82, lamp.w);
#endif
#ifdef PICTURE
    uv = p3d_MultiTexCoord0;
    shine = vec2(min(lamp.x + lamp.y * max(dot(normalize((p3d_ModelMatrix * vec4(p3d_Normal, 0.0)).xyz), sun), 0.0), 1.05), lamp.w);
    upward = normalize((p3d_ModelMatrix * vec4(p3d_Normal, 0.0)).xyz).z;
#endif
    gl_Position = p3d_ViewProjectionMatrix * place;
#ifdef COUNTRY
    spot = place.xy;
    grain = vec3(p3d_Vertex.xy, p3d_Vertex.z);
#endif
#ifdef BLOB
    vec4 lifted = gl_Position + p3d_ViewProjectionMatrix[2] * (0.05 + 0.006 * gl_Position.w);
    gl_Position.z = lifted.z / lifted.w * gl_Position.w;  // over ground whose points lie elsewhere
#endif
    mist = misty(gl_Position.w, place.xy);
}
