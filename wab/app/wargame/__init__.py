"""The shared parts of hex-war battle screens: the pointer, the keys, and the commands of every HUD."""
