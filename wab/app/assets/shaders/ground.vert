uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;
attribute vec3 p3d_Normal;
attribute vec2 p3d_MultiTexCoord0;
uniform vec4 far_rect;  // left, bottom, 1 / width, 1 / height
varying vec2 place;
varying vec3 slope;
varying vec2 mid_uv;
varying vec2 far_uv;
varying vec3 depth_size;  // hex widths a pixel, distance, height

void main() {
    place = p3d_Vertex.xy;
    slope = p3d_Normal;
    mid_uv = p3d_MultiTexCoord0;
    far_uv = (p3d_Vertex.xy - far_rect.xy) * far_rect.zw;
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief, 1.0);
    // The finest ground lies over the coarser one, whose points lie elsewhere; what stands on it needs its true depth.
#if defined(FINE) && !defined(DEEP)
    vec4 moved = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief + 0.07, 1.0);
    gl_Position.z = moved.z / moved.w * gl_Position.w;
#elif defined(DEEP) && !defined(FINE)
    vec4 moved = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief - 0.07, 1.0);
    gl_Position.z = moved.z / moved.w * gl_Position.w;
#endif
    depth_size = vec3(px_world * gl_Position.w, gl_Position.w, p3d_Vertex.z);
}
