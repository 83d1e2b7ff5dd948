attribute vec4 p3d_Vertex;  // corners of the window

void main() { gl_Position = vec4(p3d_Vertex.xy, 0.0, 1.0); }
