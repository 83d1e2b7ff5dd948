uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;
attribute vec3 p3d_Normal;
attribute vec2 p3d_MultiTexCoord0;
uniform vec3 sun;
varying vec2 place;  // hex widths
varying vec2 uv;
varying float light;
varying float away;
varying float fine;  // hex widths a pixel

void main() {
    place = p3d_Vertex.xy;
    uv = p3d_MultiTexCoord0;
    light = 1.0 + 0.62 * (dot(p3d_Normal, sun) / sun.z - 1.0);
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief, 1.0);
    away = gl_Position.w;
    fine = px_world * gl_Position.w;
}
