uniform sampler2D p3d_Texture0;
varying vec2 uv;
varying vec4 tint;

void main() {
    gl_FragColor = tint * texture2D(p3d_Texture0, uv);
}
