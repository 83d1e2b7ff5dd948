uniform mat4 p3d_ViewProjectionMatrixInverse;
attribute vec4 p3d_Vertex;  // corners of the window
varying vec4 close;         // where the line of sight begins and ends, in hex widths, not yet divided
varying vec4 deep;

void main() {
    close = p3d_ViewProjectionMatrixInverse * vec4(p3d_Vertex.xy, -1.0, 1.0);
    deep = p3d_ViewProjectionMatrixInverse * vec4(p3d_Vertex.xy, 1.0, 1.0);
    gl_Position = vec4(p3d_Vertex.xy, 0.0, 1.0);
}
