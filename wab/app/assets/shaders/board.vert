uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;
attribute vec3 p3d_Normal;
attribute vec2 p3d_MultiTexCoord0;
uniform vec3 sun;
uniform float texel;  // hex widths
varying vec2 uv;
varying vec3 light;
varying float mist;
varying float fine;   // hex widths a pixel, or of the picture where that is coarser

void main() {
    uv = p3d_MultiTexCoord0;
    float lit = 1.0 + 0.62 * (dot(p3d_Normal, sun) / sun.z - 1.0);
    light = lit * mix(vec3(0.90, 0.96, 1.06), vec3(1.02, 1.0, 0.95), clamp(lit * 2.0 - 1.0, 0.0, 1.0));
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief, 1.0);
    mist = misty(gl_Position.w, p3d_Vertex.xy);
    fine = max(px_world * gl_Position.w, texel);
}
