attribute vec4 p3d_Vertex;  // xy in pixels from the upper left, zw texture
attribute vec4 p3d_Color;
varying vec2 uv;
varying vec4 tint;

void main() {
    uv = p3d_Vertex.zw;
    tint = p3d_Color;
    gl_Position = vec4(p3d_Vertex.x / viewport.x * 2.0 - 1.0, 1.0 - p3d_Vertex.y / viewport.y * 2.0, 0.0, 1.0);
}
