"""The window: engine, camera, pointer, the loop, and what it asks of a scene and a screen."""
