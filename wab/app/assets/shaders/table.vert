uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;
varying vec2 place;  // hex widths
varying float away;

void main() {
    place = p3d_Vertex.xy;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    away = gl_Position.w;
}
