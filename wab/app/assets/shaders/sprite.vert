uniform mat4 p3d_ModelViewProjectionMatrix;
attribute vec4 p3d_Vertex;  // anchor in the world
attribute vec4 p3d_Color;
attribute vec2 p3d_MultiTexCoord0;
attribute vec4 shape;
attribute vec4 second;
attribute vec4 local;       // xy offset in units of the sprite, z kind, w 1 where edges lie on whole pixels
uniform vec4 unit;          // pixels a unit at 22, 70, 180 px a hex; w 1 where it goes on growing
uniform float dim;          // gain of the colours
varying vec2 uv;
varying vec4 tint;
varying vec4 other;
varying vec4 form;
varying float hex_pixels;
varying vec2 kind_size;     // kind, pixels a unit
varying vec2 spot;          // hex widths
varying float mist;

void main() {
    vec4 clip = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xy, p3d_Vertex.z * relief, 1.0);
    float hexpx = 1.0 / (px_world * clip.w);
    float size = curve(unit, hexpx);
    if (size > 6.0) size = 2.0 * floor(size * 0.5 + 0.5);
    vec2 pixel = floor((clip.xy / clip.w * 0.5 + 0.5) * viewport + 0.5);
    vec2 offset = local.xy * size;
    if (local.w > 0.5) offset = floor(offset + 0.5);
    if (local.z > 2.5 && local.z < 3.5) {  // a symbol: its middle in form.xy, its own size in pixels in form.zw
        vec2 wanted = 2.0 * abs(local.xy - shape.xy) * size;
        if (abs(wanted.x - shape.z) < 0.25 * shape.z)
            offset = floor(shape.xy * size - shape.zw * 0.5 + 0.5) + step(shape.xy, local.xy) * shape.zw;
    }
    clip.xy = ((pixel + offset) / viewport * 2.0 - 1.0) * clip.w;
    clip.z = 0.0;
    gl_Position = clip;
    uv = p3d_MultiTexCoord0;
    tint = vec4(p3d_Color.rgb * dim, p3d_Color.a);
    other = vec4(second.rgb * dim, second.a);
    form = shape;
    hex_pixels = hexpx;
    spot = p3d_Vertex.xy;
    mist = misty(clip.w, spot);
    kind_size = vec2(local.z, size);
}
