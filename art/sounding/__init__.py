"""The sounds of the game, made of noise, tones and echoes: no recording is in them."""
