uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;
attribute vec4 p3d_Color;
attribute vec4 second;
attribute vec4 course;   // xy unit vector across, z side -1 or 1, w distance along in hex widths
attribute vec4 casing;   // full widths in pixels at 22, 70, 180 px a hex, w 1 where it goes on growing
attribute vec4 filling;
uniform vec2 layer;      // x: 0 casing, 1 filling; y: 1 when the layer moves slowly along (marching dashes)
varying vec4 tint;
varying vec4 other;
varying vec3 across;     // pixels from the middle, half width, half width of the casing
varying vec2 spot;       // hex widths
varying vec3 along;      // pixels along, hex widths along, hex width in pixels
varying float mist;

void main() {
    // Steps on the ground move a point by columns of the matrix: cheaper than transforming every point anew.
    vec4 east = p3d_ModelViewProjectionMatrix[0];
    vec4 north = p3d_ModelViewProjectionMatrix[1];
    vec4 clip = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief, 1.0);
    float wide = px_world * clip.w;
    float hexpx = 1.0 / wide;
    // Lines that run across a slanted view are foreshortened: their edges are kept soft over whole pixels of the screen.
    vec4 beside = clip + (east * course.x + north * course.y) * wide;
    float seen = length((beside.xy / beside.w - clip.xy / clip.w) * 0.5 * viewport) / length(course.xy);
    seen = clamp(seen, 0.15, 1.0);
    float half_width = 0.5 * seen * curve(layer.x < 0.5 ? casing : filling, hexpx);
    float reach = half_width + 1.0;
    vec2 away = course.xy * (course.z * reach / seen * wide);
    gl_Position = clip + east * away.x + north * away.y;
    // The surface is coarser than the line: keep the line above it, farther off by more, where the view is flatter.
    vec4 lifted = gl_Position + p3d_ModelViewProjectionMatrix[2] * (0.15 + 0.015 * clip.w * relief);
    gl_Position.z = lifted.z / lifted.w * gl_Position.w;
    tint = layer.x < 0.5 ? p3d_Color : second;
    other = layer.x < 0.5 ? second : p3d_Color;
    across = vec3(course.z * reach, half_width, 0.5 * seen * curve(casing, hexpx));
    spot = p3d_Vertex.xy + away;
    mist = misty(clip.w, spot);
    along = vec3(course.w * hexpx, course.w, hexpx);
}
